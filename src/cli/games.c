/* SPDX-License-Identifier: MIT */
#include "cli/list.h"
#include "match/match.h"
#include "store/game.h"

static const struct match *
of(const void *row)
{
	return row;
}

static void
put_state(struct cli_rows *l, const void *row)
{
	list_text(l, game_state_name(of(row)->game.state));
}

/* "p1,p3", or "-" where nobody is to act; before the start, who has not sent
 * `ready`; "beacon", for a value of it. */
static void
put_waits(struct cli_rows *l, const void *row)
{
	const struct match *m = row;
	seat_set set = m->table != NULL ? match_to_act(m) : 0;
	struct buf out = BUF_INIT;

	if (match_awaits(m)) {
		list_text(l, "beacon");
		return;
	}
	for (int s = 1; s <= m->seats; s++) {
		if (m->game.state == GAME_SETUP && !m->seat[s].ready)
			set |= SEAT_BIT(s);
		if ((set & SEAT_BIT(s)) != 0)
			buf_printf(&out, "%sp%d", out.len > 0 ? "," : "", s);
	}
	list_text(l, out.len > 0 ? out.data : "-");
	buf_release(&out);
}

static void
put_seats(struct cli_rows *l, const void *row)
{
	const struct match *m = row;
	struct buf names = BUF_INIT;

	for (int s = 1; s <= m->seats; s++)
		buf_printf(&names, "%s%s", s > 1 ? "\n" : "", m->seat[s].name);
	list_names(l, buf_text(&names));
	buf_release(&names);
}

static const struct cli_column columns[] = {
	{ "id", LIST_INT, LIST_AT(struct match, game.id), .width = 5 },
	{ "game", LIST_TEXT, LIST_AT(struct match, game.kind), .width = -14,
	    .gap = 1 },
	{ "state", .put = put_state, .width = -9, .gap = 1 },
	{ "board", LIST_INT, LIST_AT(struct match, game.board), .width = 5 },
	{ "waits_for", .put = put_waits, .width = -11, .gap = 1 },
	{ "seats", .put = put_seats },
	{ .key = NULL },
};

static int
list_game(void *arg, const struct game *g)
{
	struct cli_rows *l = arg;
	struct match *m;
	int got;

	if (list_full(l, g->id))
		return 1;
	got = match_look(&l->instance->desk->club, g->id, &m, &l->e);
	if (got != 1)
		return got < 0 ? list_failed(l) : 1;
	list_row(l, m);
	match_drop(m);
	return 0;
}

static int
list_games(struct cli_rows *l)
{
	int state = cli_flag(l->cli, "running") ? GAME_RUNNING : GAMES_ALL;

	return game_each_after(l->instance->db, state, l->page.after, list_game,
	    l, &l->e);
}

const struct cli_command cli_games = {
	.name = "games",
	.synopsis = "[--running] [--after ID] [--limit N] [--json]",
	.help = "lists the games, their state and whom they wait for",
	.more = "  --running  only those that have begun and are not over\n"
		"  --after ID those behind that number\n"
		"  --limit N  at most so many (50; 0: all)\n"
		"  --json     an array of objects, all of them if no limit is "
		"given\n",
	.options = "running json after: limit:",
	.list = &(const struct cli_list){ columns, "no games", list_games,
	    LIST_PAGED },
};
