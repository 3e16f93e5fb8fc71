/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "cli/log_library.h"
#include "log/standings.h"

/* A name in a column; utf8_width counts what a terminal does. */
static void
print_name(const char *name, int columns)
{
	int width = utf8_width(name, strlen(name));

	(void)printf("%s%*s", name, width < columns ? columns - width : 0, "");
}

static int
widest_name(const struct standings *a)
{
	int widest = 6;

	for (int i = 0; i < a->players; i++) {
		const char *name = a->player[i].name;
		int width = utf8_width(name, strlen(name));

		widest = width > widest ? width : widest;
	}
	return widest;
}

/* "2 d 5 h", "5 h 12 min", "12 min", "40 s"; "-" where nothing is known. */
static void
format_wait(int64_t waited, int answers, char *out, size_t size)
{
	long long s = answers > 0 ? (long long)(waited / answers) : 0;

	if (answers == 0)
		(void)snprintf(out, size, "-");
	else if (s >= 86400)
		(void)snprintf(out, size, "%lld d %lld h", s / 86400,
		    s % 86400 / 3600);
	else if (s >= 3600)
		(void)snprintf(out, size, "%lld h %lld min", s / 3600,
		    s % 3600 / 60);
	else if (s >= 60)
		(void)snprintf(out, size, "%lld min", s / 60);
	else
		(void)snprintf(out, size, "%lld s", s);
}

static void
print_tallies(const struct standings *a)
{
	int columns = widest_name(a);
	char wait[32];

	print_name("PLAYER", columns);
	(void)printf("  %-14s %5s %6s %5s %6s %9s %8s  %s\n", "GAME", "SEATS",
	    "GAMES", "WON", "SHARED", "ABANDONED", "POINTS", "ANSWER");
	for (int i = 0; i < a->players; i++) {
		for (int k = 0; k < a->player[i].tallies; k++) {
			const struct tally *t = &a->player[i].tally[k];

			format_wait(t->waited, t->answers, wait, sizeof wait);
			print_name(a->player[i].name, columns);
			(void)printf("  %-14s %5d %6d %5d %6d %9d %8.1f  %s\n",
			    t->game, t->seats, t->games, t->wins, t->shared,
			    t->abandoned, (double)tally_mean(t) / 10, wait);
		}
	}
}

static void
print_ranking(const struct standings *a, const char *game)
{
	const struct standings_player **best =
	    mem_alloc(((size_t)a->players + 1) * sizeof *best);
	int columns = widest_name(a), n = standings_ranking(a, game, best);

	if (n > 0)
		(void)printf("\nRatings, %s\n", game);
	for (int i = 0; i < n; i++) {
		const struct rated *r = standings_rated(best[i], game);

		(void)printf("%5d  ", standings_place(a, best[i], game));
		print_name(best[i]->name, columns);
		(void)printf("  %7.2f  (mu %.2f, sigma %.2f, %d games)\n",
		    (double)rating_shown(&r->now) / 100, r->now.mu,
		    r->now.sigma, r->n);
	}
	free(best);
}

static void
json_player(struct json *j, const struct standings *a,
    const struct standings_player *p)
{
	json_object(j);
	json_kstr(j, "name", p->name);
	json_karray(j, "ratings");
	for (int i = 0; i < p->ratings; i++) {
		if (p->rated[i].n == 0)
			continue;
		json_object(j);
		json_kstr(j, "game", p->rated[i].game);
		json_kint(j, "games", p->rated[i].n);
		json_kint(j, "mu", lround(p->rated[i].now.mu * 100));
		json_kint(j, "rank", standings_place(a, p, p->rated[i].game));
		json_kint(j, "rating", rating_shown(&p->rated[i].now));
		json_kint(j, "sigma", lround(p->rated[i].now.sigma * 100));
		json_object_end(j);
	}
	json_array_end(j);
	json_karray(j, "tallies");
	for (int i = 0; i < p->tallies; i++) {
		const struct tally *t = &p->tally[i];

		json_object(j);
		json_kstr(j, "game", t->game);
		json_kint(j, "seats", t->seats);
		json_kint(j, "games", t->games);
		json_kint(j, "won", t->wins);
		json_kint(j, "shared", t->shared);
		json_kint(j, "points", t->points);
		json_kint(j, "abandoned", t->abandoned);
		json_kint(j, "answers", t->answers);
		json_kint(j, "waited", t->waited);
		json_object_end(j);
	}
	json_array_end(j);
	json_object_end(j);
}

static void
print_json(const struct standings *a)
{
	struct buf out = BUF_INIT;
	struct json j;

	json_init(&j, &out);
	json_object(&j);
	json_kint(&j, "logs", a->n);
	json_karray(&j, "players");
	for (int i = 0; i < a->players; i++)
		json_player(&j, a, &a->player[i]);
	json_array_end(&j);
	json_object_end(&j);
	(void)puts(buf_text(&out));
	buf_release(&out);
}

static int
add_log(const struct cli *cli, struct log_input *in, void *arg)
{
	struct outcome o;
	struct err e;

	if (outcome_of_log(in->text.data, in->text.len, in->how.kind, &o, &e))
		return log_wrong(cli, in, &e);
	standings_add(arg, &o);
	return 0;
}

static int
run(const struct cli *cli)
{
	struct standings a = { 0 };
	int rc;

	if (cli_flag(cli, "by"))
		return log_tally(cli, cli_value(cli, "by"));
	if (cli_flag(cli, "game"))
		return cli_usage(cli, "--game belongs to --by");
	for (int i = 0; i < cli->operands; i++)
		if (library_is(cli->operand[i]))
			return cli_usage(cli,
			    "%s is of log db: --by says what is counted",
			    cli->operand[i]);
	rc = log_each(cli, 0, add_log, &a);

	standings_close(&a);
	if (cli_flag(cli, "json")) {
		print_json(&a);
	} else {
		print_tallies(&a);
		for (int i = 0; game_registry[i] != NULL; i++)
			print_ranking(&a, game_registry[i]->name);
	}
	standings_release(&a);
	return rc;
}

const struct cli_command cli_log_stats = {
	.name = "log stats",
	.synopsis = "[--by WHAT [--game GAME]] [--json] [--data FILE] "
		    "DB|DIR|FILE...",
	.help = "makes statistics and ratings from turn logs alone",
	.more =
	    "  --by WHAT     how seats did, by seat, seats (how many), "
	    "opening (first\n"
	    "                move), option or card, against what would be "
	    "even; of a\n"
	    "                DB of `log db` as well\n"
	    "  --game GAME   of that game alone\n"
	    "  --json        the same for programs; ratings in hundredths\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "Players are known by the names in the logs. What counts, and how\n"
	    "ratings are made, is in paquebot-ratings(7). A log that is wrong "
	    "is\n"
	    "named, the others count, and the exit code is 65.\n",
	.options = "by: game: json data:",
	CLI_TAKES(1, CLI_ANY, "which files?"),
	.run = run,
};
