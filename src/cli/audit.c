/* SPDX-License-Identifier: MIT */
#include "store/audit.h"
#include "cli/list.h"

/*
 * Who did what: acts of moderators and of the keeper, and what was done when a
 * time was up, as they were noted. Nothing else is looked at: what players do,
 * and so what is hidden in a running game, stands nowhere in it.
 */

struct act {
	int64_t at, game;
	const char *who, *what;
};

static const struct cli_column columns[] = {
	{ "at", LIST_TIME, LIST_AT(struct act, at) },
	{ "game", LIST_ID, LIST_AT(struct act, game) },
	{ "who", LIST_TEXT, LIST_AT(struct act, who) },
	{ "what", LIST_TEXT, LIST_AT(struct act, what) },
	{ .key = NULL },
};

static int
add_act(void *arg, int64_t game, const char *who, const char *what, int64_t at)
{
	list_row(arg, &(struct act){ at, game, who, what });
	return 0;
}

static int
list_acts(struct cli_rows *l)
{
	int64_t game = l->cli->game;
	int status = game != 0 ? list_of_game(l, game) : 0;

	if (game != 0)
		list_hide(l, "game");
	return status != 0 ?
	    status :
	    audit_each(l->instance->db, game, add_act, l, &l->e);
}

const struct cli_command cli_audit = {
	.name = "audit",
	.synopsis = "[ID] [--json]",
	.help = "lists what moderators and the keeper did, and when",
	.more = "  ID      of this game alone\n"
		"  --json  an array of objects\n",
	.options = "json",
	.game = true,
	.most = 1,
	.many = "one game at most",
	.list = &(const struct cli_list){ columns, "nobody has done anything",
	    list_acts, LIST_WHOLE },
};
