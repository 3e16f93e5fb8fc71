/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "cli/rows.h"
#include "store/audit.h"
#include "store/game.h"

/*
 * Who did what: acts of moderators and of the keeper, and what was done when a
 * time was up, as they were noted. Nothing else is looked at: what players do,
 * and so what is hidden in a running game, stands nowhere in it.
 */

static int
add_act(void *arg, int64_t game, const char *who, const char *what, int64_t at)
{
	struct rows *rows = arg;

	rows_time(rows, at);
	if (game != 0)
		rows_int(rows, game);
	else
		rows_str(rows, NULL);
	rows_str(rows, what);
	rows_str(rows, who);
	return 0;
}

static int
check_game(const struct cli *cli, struct office *o, int64_t id)
{
	struct game game;
	struct err e;
	int got = game_get(o->db, id, &game, &e);

	if (got < 0)
		return office_failed(cli, &e);
	if (got == 0) {
		cli_error(cli, "there is no game %lld", (long long)id);
		return EX_NOINPUT;
	}
	game_release(&game);
	return 0;
}

static int
list_acts(const struct cli *cli, struct office *o, int64_t game, bool as_json)
{
	static const char *const names[] = { "at", "game", "what", "who", NULL };
	struct rows rows;
	struct err e;
	int status = game != 0 ? check_game(cli, o, game) : 0;

	if (status != 0)
		return status;
	rows_open(&rows, names, game != 0 ? "at who what" : "at game who what",
	    as_json);
	if (audit_each(o->db, game, add_act, &rows, &e) != 0) {
		rows_release(&rows);
		return office_failed(cli, &e);
	}
	rows_print(&rows, "nobody has done anything");
	return 0;
}

static int
audit_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	struct office o;
	int64_t game = 0;
	int c, status;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	if (argc - optind > 1)
		return cli_usage(cli, "one game at most");
	if (optind < argc && office_number(cli, argv[optind], &game) != 0)
		return EX_USAGE;
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = list_acts(cli, &o, game, as_json);
	office_close(&o);
	return status;
}

const struct cli_command cli_audit = {
	.name = "audit", .synopsis = "[ID] [--json]",
	.help = "lists what moderators and the keeper did, and when",
	.more = "  ID      of this game alone\n"
	    "  --json  an array of objects\n",
	.run = audit_run,
};
