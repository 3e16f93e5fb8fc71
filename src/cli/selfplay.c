/* SPDX-License-Identifier: MIT */
#include "cli/selfplay.h"

#include <sys/resource.h>

#include "base/file.h"
#include "cli/cli.h"
#include "config.h"
#include "game/beacon.h"

struct selfplay_options {
	struct selfplay play;
	const char *out; /* directory; NULL: no logs */
	long long games;
	long long moves;
	/* seconds, the writing of files apart */
	double cpu;
	long long wins[SEATS_MAX + 1]; /* shared ones count for each */
	double share[SEATS_MAX + 1];   /* and here in parts */
	long long points[SEATS_MAX + 1];
};

static double
cpu_seconds(void)
{
	struct rusage use;

	(void)getrusage(RUSAGE_SELF, &use);
	return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
	    (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) / 1e6;
}

/* "random", or one for each seat: "greedy,random". */
static int
take_policy(const struct cli *cli, const char *word, struct selfplay_options *w)
{
	const char *p = word;

	for (int seat = 1; seat <= SEATS_MAX; seat++) {
		size_t len = strcspn(p, ",");
		enum skill level = level_find(p, len);

		if (level == LEVEL_NONE)
			return cli_usage(cli,
			    "--policy is random, greedy, easy, normal or "
			    "hard");
		w->play.level[seat] = level;
		p = p[len] == ',' ? p + len + 1 : word;
	}
	return 0;
}

static int
take_options(const struct cli *cli, struct selfplay_options *w,
    struct buf *options)
{
	const char *policy = cli_value(cli, "policy");
	long long seats = 0, seed = 0, checks = 0, undos = 0, positions = 0;

	if (cli_option(cli, "seats", 1, SEATS_MAX, &seats) != 0 ||
	    cli_option(cli, "games", 1, 100000000, &w->games) != 0 ||
	    cli_option(cli, "seed", 0, INT64_MAX, &seed) != 0 ||
	    cli_option(cli, "check-every", 1, 1000000, &checks) != 0 ||
	    cli_option(cli, "undo-every", 2, 1000000, &undos) != 0 ||
	    cli_option(cli, "positions", 10, 100000000, &positions) != 0 ||
	    (policy != NULL && take_policy(cli, policy, w) != 0))
		return EX_USAGE;
	w->play.seats = (int)seats;
	w->play.seed = (uint64_t)seed;
	w->play.positions = (int)positions;
	w->play.check_every = (int)checks;
	w->play.undo_every = (int)undos;
	w->play.audit |= cli_flag(cli, "audit");
	w->out = cli_value(cli, "out");
	for (size_t i = 0; i < cli->n_given; i++)
		if (strcmp(cli->given[i].name, "option") == 0)
			buf_printf(options, " %s", cli->given[i].value);
	return 0;
}

/* Beside its name first: what is there stays until the new one is whole. Not
 * file_write(), which waits for the disk many times as long as a game takes. */
static int
write_log(const struct cli *cli, const struct selfplay_options *w,
    const char *dir, int number, const struct buf *log, struct buf *path)
{
	struct buf part = BUF_INIT;
	bool done = false;
	FILE *f;

	buf_clear(path);
	buf_printf(path, "%s/%s-%dp-%llu-%05d.turnlog", dir,
	    w->play.kind->rules->name, w->play.seats,
	    (unsigned long long)w->play.seed, number);
	buf_printf(&part, "%s.part", buf_text(path));
	f = fopen(buf_text(&part), "w");
	if (f != NULL) {
		done = fwrite(log->data, 1, log->len, f) == log->len;
		done = fclose(f) == 0 && done &&
		    rename(buf_text(&part), buf_text(path)) == 0;
		if (!done)
			(void)remove(buf_text(&part));
	}
	buf_release(&part);
	if (!done)
		cli_error(cli, "cannot write %s", buf_text(path));
	return done ? 0 : EX_CANTCREAT;
}

/* A defect: the same game again, with its log, which reproduces it. */
static int
report_defect(const struct cli *cli, struct selfplay_options *w, int number,
    struct selfplay_game *game, struct buf *path)
{
	const char *dir = w->out != NULL ? w->out : ".";
	struct err e = { .text = "it did not show again" };

	(void)selfplay_game(&w->play, number, true, game, &e);
	if (write_log(cli, w, dir, number, &game->log, path) == 0)
		cli_error(cli, "game %d: %s; see %s", number, e.text,
		    buf_text(path));
	return EX_SOFTWARE;
}

static void
count_winners(struct selfplay_options *w, const struct selfplay_game *game)
{
	int best = game->score[1], first = 0;

	for (int s = 1; s <= w->play.seats; s++) {
		if (game->score[s] > best)
			best = game->score[s];
		first += game->rank[s] == 1;
	}
	for (int s = 1; s <= w->play.seats; s++) {
		w->wins[s] += game->score[s] == best;
		w->share[s] += game->rank[s] == 1 ? 1.0 / first : 0;
		w->points[s] += game->score[s];
	}
	w->moves += game->moves;
}

static int
play_games(const struct cli *cli, struct selfplay_options *w)
{
	struct selfplay_game game = { .moves = 0 };
	struct buf path = BUF_INIT;
	struct err e;
	int rc = 0;

	for (int i = 1; rc == 0 && i <= w->games; i++) {
		double start = cpu_seconds();

		if (selfplay_game(&w->play, i, w->out != NULL, &game, &e)) {
			rc = report_defect(cli, w, i, &game, &path);
			break;
		}
		w->cpu += cpu_seconds() - start;
		count_winners(w, &game);
		if (w->out != NULL)
			rc = write_log(cli, w, w->out, i, &game.log, &path);
		if (i % 256 == 0)
			cli_progress("%d of %lld games", i, w->games);
	}
	cli_progress_end();
	buf_release(&game.log);
	buf_release(&path);
	return rc;
}

static void
print_figures(const struct selfplay_options *w, bool json)
{
	double cpu = w->cpu > 1e-6 ? w->cpu : 1e-6;

	if (json) {
		(void)printf(
		    "{\"cpu_seconds\":%.3f,\"games\":%lld,\"games_per_second\":"
		    "%.0f,\"moves\":%lld,\"moves_per_second\":%.0f,\"seats\":{",
		    w->cpu, w->games, (double)w->games / cpu, w->moves,
		    (double)w->moves / cpu);
		for (int s = 1; s <= w->play.seats; s++)
			(void)
			    printf("%s\"p%d\":{\"points\":%lld,\"share\":%.3f,"
				   "\"wins\":%lld}",
				s > 1 ? "," : "", s, w->points[s], w->share[s],
				w->wins[s]);
		(void)puts("}}");
		return;
	}
	(void)printf("%lld games, %lld moves in %.3f s of CPU time: %.0f "
		     "games/s, %.0f moves/s\n",
	    w->games, w->moves, w->cpu, (double)w->games / cpu,
	    (double)w->moves / cpu);
	for (int s = 1; s <= w->play.seats; s++)
		(void)printf("p%d %s: %lld wins, %.1f points a game\n", s,
		    level_name(w->play.level[s]), w->wins[s],
		    (double)w->points[s] / (double)w->games);
}

/* Whether the game is played with such options, before one is. */
static int
try_options(const struct cli *cli, const struct selfplay *play)
{
	struct table *table;
	struct err e;

	if (table_new(play->kind, play->seats, &play->options, &table, &e) != 0)
		return cli_usage(cli, "%s", e.text);
	table_free(table);
	return 0;
}

static int
prepare(const struct cli *cli, const char *game, const struct buf *options,
    struct selfplay_options *w)
{
	struct err e;

	if (game_find(game) == NULL)
		return cli_usage(cli, "no game named %s", game);
	if (game_open(game, &w->play.kind, &e) != 0)
		return cli_failed(cli, &e, EX_CONFIG);
	if (w->play.seats < w->play.kind->rules->min_seats ||
	    w->play.seats > w->play.kind->rules->max_seats)
		return cli_usage(cli, "%s is for %d to %d seats", game,
		    w->play.kind->rules->min_seats,
		    w->play.kind->rules->max_seats);
	if (options_parse(buf_text(options), &w->play.options, &e) != 0)
		return cli_usage(cli, "%s", e.text);
	if (beacon_use(&w->play.options) != BEACON_NONE)
		return cli_usage(cli,
		    "option beacon is of games by mail: here nobody enters "
		    "its value");
	if (try_options(cli, &w->play) != 0)
		return EX_USAGE;
	if (w->out != NULL && file_mkdirs(w->out, 0755, &e) != 0)
		return cli_failed(cli, &e, EX_CANTCREAT);
	return 0;
}

static int
run(const struct cli *cli)
{
	struct selfplay_options w = { .games = 1 };
	struct buf options = BUF_INIT;
	int rc;

	for (int s = 1; s <= SEATS_MAX; s++)
		w.play.level[s] = LEVEL_RANDOM;

#ifdef WITH_SANITIZERS
	w.play.audit = true;
#endif
	rc = take_options(cli, &w, &options);
	if (rc == 0 && w.play.seats == 0)
		rc = cli_usage(cli, "--seats says how many play");
	if (rc == 0)
		rc = prepare(cli, cli->operand[0], &options, &w);
	if (rc == 0)
		rc = play_games(cli, &w);
	if (rc == 0)
		print_figures(&w, cli_flag(cli, "json"));
	selfplay_release(&w.play);
	buf_release(&options);
	return rc;
}

const struct cli_command cli_selfplay = {
	.name = "selfplay",
	.synopsis = "GAME --seats N [--games K] [--seed S] [--policy "
		    "LEVEL] [--out DIR] ...",
	.help = "lets computer players play, writes the logs, measures",
	.more =
	    "  --seats N          how many play\n"
	    "  --games K          how many games (1)\n"
	    "  --seed S           another number, other games (0)\n"
	    "  --policy LEVEL     random (from the list of legal moves; the "
	    "default),\n"
	    "                     greedy, easy, normal or hard; one for each "
	    "seat:\n"
	    "                     normal,random\n"
	    "  --positions N      hard looks at so many for a move (20000)\n"
	    "  --option KEY=VALUE an option of the game; may be repeated\n"
	    "  --out DIR          write a .turnlog of each game\n"
	    "  --check-every N    a check line every N events, not only "
	    "the last\n"
	    "  --undo-every N     take something back about every N moves\n"
	    "  --audit            test the game's invariants after every "
	    "event\n"
	    "                     (always, in a build with sanitizers)\n"
	    "  --json             the figures as JSON\n",
	.options =
	    "seats: games: seed: policy: positions: option: out: check-every: "
	    "undo-every: audit json",
	CLI_TAKES(1, 1, "one game is named"),
	.run = run,
};
