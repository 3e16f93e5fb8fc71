/* SPDX-License-Identifier: MIT */
#include "cli/log_library.h"

#include "game/named.h"

struct finding_games {
	bool count;
	int64_t n;
};

static void
found(void *arg, const struct library_found *f)
{
	struct finding_games *finding = arg;

	finding->n++;
	if (finding->count)
		return;
	(void)printf("%s", f->source);
	if (f->many)
		(void)printf(":%d", f->line);
	(void)printf(" %s %s\n", f->kind, f->id);
}

/* Whether that game has such a word. One whose data cannot be read has all. */
static bool
game_has(const struct game_rules *rules, const struct library_word *w)
{
	const struct game_kind *kind;
	struct err e;

	if (w->what == LIBRARY_SEAT)
		return seat_read(w->word, strlen(w->word)) <= rules->max_seats;
	if (game_open(rules->name, &kind, &e) != 0)
		return true;
	if (w->what == LIBRARY_OPTION)
		return named_option(kind->data, w->word);
	if (w->what == LIBRARY_FIGURE)
		return named_has_figure(kind, w->word);
	return w->what == LIBRARY_VERB ?
	    named_verb(kind->data, w->actor, w->word) :
	    named_arg_of(kind->data, w->actor, w->verb, w->word);
}

static bool
is_known(const struct library_word *w)
{
	if (w->what == LIBRARY_GAME)
		return game_find(w->word) != NULL;
	if (w->game != NULL)
		return game_has(game_find(w->game), w);
	for (size_t i = 0; game_registry[i] != NULL; i++)
		if (game_has(game_registry[i], w))
			return true;
	return false;
}

static int
find(const struct cli *cli, struct library *library)
{
	struct finding_games finding = { .count = cli_flag(cli, "count") };
	int64_t all = 0;
	struct err e;
	int rc = library_find(library, cli->operand[0], is_known, found,
	    &finding, &e);

	if (rc == 0 && finding.count)
		rc = library_games(library, &all, &e);
	if (rc != 0 && e.kind == ERR_GIVEUP)
		return cli_failed(cli, &e, EX_USAGE);
	if (rc != 0)
		return cli_failed(cli, &e,
		    e.kind == ERR_CORRUPT ? EX_DATAERR : EX_IOERR);
	if (finding.count)
		(void)printf("%lld of %lld games\n", (long long)finding.n,
		    (long long)all);
	return 0;
}

static int
run(const struct cli *cli)
{
	struct library *library;
	int passed, rc = log_library_open(cli, 1, &library, &passed);

	if (rc != 0)
		return rc;
	rc = find(cli, library);
	library_close(library);
	return rc != 0 ? rc : passed;
}

const struct cli_command cli_log_find = {
	.name = "log find",
	.synopsis = "'QUESTION' [--count] [--data FILE] DB|DIR|FILE...",
	.help = "finds the games that a question is true of",
	.more =
	    "  --count       how many, and of how many\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "  game=antwerp and p1 opened \"load cocoa\"\n"
	    "  anybody (did charter(ship=titanic) and won)\n"
	    "  chance did roll(red=6, green=6) 3 times by round 10\n"
	    "  p2 money >= 20000 at turn 10 and not p2 won\n\n"
	    "paquebot-logdb(5) has the grammar, and what is asked first. DB is "
	    "what\n"
	    "`log db` made; of logs it is made in memory. Prints \"FILE KIND "
	    "ID\" for\n"
	    "each game, with \":LINE\" where it begins in a file of many.\n",
	.options = "count data:",
	CLI_TAKES(2, CLI_ANY, "a question, and which games?"),
	.run = run,
};
