/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "cli/log_library.h"

/* `log stats --by WHAT`: what seats had in common, and how they did. */

struct tallying {
	bool json;
	int n;
};

static void
print_json(const struct library_tally *t)
{
	struct buf out = BUF_INIT;
	struct json j;

	json_init(&j, &out);
	json_object(&j);
	json_kint(&j, "even_thousandths", (int64_t)(t->even * 1000 + 0.5));
	json_kstr(&j, "game", t->kind);
	json_kint(&j, "points", (int64_t)t->points);
	json_kint(&j, "seats", t->seats);
	json_kstr(&j, "what", t->what);
	json_kint(&j, "won_thousandths", (int64_t)(t->won * 1000 + 0.5));
	json_object_end(&j);
	(void)puts(buf_text(&out));
	buf_release(&out);
}

static void
print_tally(void *arg, const struct library_tally *t)
{
	struct tallying *tallying = arg;
	double n = (double)t->seats;

	if (tallying->json) {
		print_json(t);
		return;
	}
	if (tallying->n++ == 0)
		(void)printf("%-14s  %8s %7s %7s %8s  %s\n", "GAME", "SEATS",
		    "WON", "EVEN", "POINTS", "WHAT");
	(void)printf("%-14s  %8lld %6.1f%% %6.1f%% %8.1f  %s\n", t->kind,
	    (long long)t->seats, 100 * t->won / n, 100 * t->even / n,
	    t->points / n, t->what);
}

static int
by_word(const char *word)
{
	for (int i = 0; i < BY_ALL; i++)
		if (strcmp(word, library_by_word[i]) == 0)
			return i;
	return -1;
}

int
log_tally(const struct cli *cli, const char *word)
{
	struct tallying t = { .json = cli_flag(cli, "json") };
	const char *game = cli_value(cli, "game");
	int by = by_word(word), passed, rc;
	struct library *library;
	struct err e;

	if (by < 0)
		return cli_usage(cli,
		    "--by seat, seats, opening, option or card");
	if (game != NULL && game_find(game) == NULL)
		return cli_usage(cli, "no game named %s", game);
	rc = log_library_open(cli, 0, &library, &passed);
	if (rc != 0)
		return rc;
	if (library_tally(library, (enum library_by)by, game, print_tally, &t,
		&e) != 0)
		rc = cli_failed(cli, &e,
		    e.kind == ERR_CORRUPT ? EX_DATAERR : EX_IOERR);
	library_close(library);
	return rc != 0 ? rc : passed;
}
