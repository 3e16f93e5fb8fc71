/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "cli/log_library.h"

enum { DEPTH = 3 };

struct telling {
	const struct library_tree *how;
	int64_t all;
	bool json;
};

static void
print_json(const struct library_node *n)
{
	struct buf out = BUF_INIT;
	struct json j;

	json_init(&j, &out);
	json_object(&j);
	json_kint(&j, "depth", n->depth);
	json_kint(&j, "finished", n->finished);
	json_kint(&j, "games", n->games);
	if (n->depth > 0) {
		json_kstr(&j, "move", n->words);
		json_kint(&j, "seat", n->seat);
	}
	json_karray(&j, "won_thousandths");
	for (int s = 1; s <= n->seats; s++)
		json_int(&j, (int64_t)(n->share[s] * 1000 + 0.5));
	json_array_end(&j);
	json_object_end(&j);
	(void)puts(buf_text(&out));
	buf_release(&out);
}

static double
percent(double part, int64_t of)
{
	return of > 0 ? 100 * part / (double)of : 0.0;
}

static void
print_head(const struct library_node *n)
{
	(void)printf("%8s %7s", "GAMES", "SHARE");
	for (int s = 1; s <= n->seats; s++)
		(void)printf("  P%d WON", s);
	(void)puts("  MOVES");
}

static void
print_node(void *arg, const struct library_node *n)
{
	struct telling *t = arg;

	if (t->json) {
		print_json(n);
		return;
	}
	if (n->depth == 0) {
		t->all = n->games;
		print_head(n);
	}
	(void)printf("%8lld %6.1f%%", (long long)n->games,
	    percent((double)n->games, t->all));
	for (int s = 1; s <= n->seats; s++)
		(void)printf(" %6.1f%%", percent(n->share[s], n->finished));
	if (n->depth == 0)
		(void)printf("  %s\n", t->how->kind);
	else
		(void)printf("  %*sp%d %s\n", 2 * n->depth - 2, "", n->seat,
		    n->words);
}

static int
read_options(const struct cli *cli, struct library_tree *how)
{
	long long depth = DEPTH, seats = 0, least = 1;
	const struct game_rules *rules = game_find(cli->operand[0]);
	int rc;

	if (rules == NULL)
		return cli_usage(cli, "no game named %s", cli->operand[0]);
	rc = cli_option(cli, "depth", 1, LIBRARY_DEPTH, &depth);
	if (rc == 0)
		rc = cli_option(cli, "seats", rules->min_seats,
		    rules->max_seats, &seats);
	if (rc == 0)
		rc = cli_option(cli, "least", 1, 1 << 30, &least);
	*how = (struct library_tree){ .kind = rules->name,
		.depth = (int)depth,
		.seats = (int)seats,
		.least = least };
	return rc;
}

static int
run(const struct cli *cli)
{
	struct library_tree how;
	struct telling t = { .how = &how, .json = cli_flag(cli, "json") };
	struct library *library;
	struct err e;
	int passed, rc = read_options(cli, &how);

	if (rc == 0)
		rc = log_library_open(cli, 1, &library, &passed);
	if (rc != 0)
		return rc;
	if (library_tree(library, &how, print_node, &t, &e) != 0)
		rc = cli_failed(cli, &e,
		    e.kind == ERR_CORRUPT ? EX_DATAERR : EX_IOERR);
	library_close(library);
	return rc != 0 ? rc : passed;
}

const struct cli_command cli_log_tree = {
	.name = "log tree",
	.synopsis = "GAME [--depth N] [--seats N] [--least N] [--json] [--data "
		    "FILE] DB|DIR|FILE...",
	.help = "counts the first moves of many games, and who won",
	.more =
	    "  --depth N     so many moves, 1 to 12; 3 unless said\n"
	    "  --seats N     only games of so many seats\n"
	    "  --least N     only moves that so many games began with\n"
	    "  --json        an object a line, wins in thousandths of a game\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "Moves that were undone do not count. Shares of wins are of the "
	    "games that\n"
	    "were finished; who shares a win has a part of it.\n",
	.options = "depth: seats: least: json data:",
	CLI_TAKES(2, CLI_ANY, "which game, and which logs?"),
	.run = run,
};
