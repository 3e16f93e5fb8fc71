/* SPDX-License-Identifier: MIT */
#include "match/clocks.h"
#include "base/clock.h"
#include "cli/list.h"

/* Whom the running games wait for, and until when. */

struct waiting {
	int64_t game;
	const char *kind, *seat, *name, *left, *stopped;
	int64_t due;
	bool late;
};

static const struct cli_column columns[] = {
	{ "game", LIST_INT, LIST_AT(struct waiting, game) },
	{ "kind", LIST_TEXT, LIST_AT(struct waiting, kind) },
	{ "seat", LIST_TEXT, LIST_AT(struct waiting, seat) },
	{ "name", LIST_TEXT, LIST_AT(struct waiting, name) },
	{ "due", LIST_TIME, LIST_AT(struct waiting, due) },
	{ "left", LIST_TEXT, LIST_AT(struct waiting, left) },
	{ "late", LIST_BOOL, LIST_AT(struct waiting, late) },
	{ "stopped", LIST_TEXT, LIST_AT(struct waiting, stopped) },
	{ .key = NULL },
};

/* "2d 3h", "5h 10m", "-1h 0m" when it is past. */
static void
say_left(int64_t seconds, struct buf *out)
{
	int64_t s = seconds < 0 ? -seconds : seconds;

	if (seconds < 0)
		buf_char(out, '-');
	if (s >= 86400)
		buf_printf(out, "%lldd %lldh", (long long)(s / 86400),
		    (long long)(s % 86400 / 3600));
	else
		buf_printf(out, "%lldh %lldm", (long long)(s / 3600),
		    (long long)(s % 3600 / 60));
}

/* Why it stands still; NULL: it runs. */
static const char *
standing(const struct match *m, int seat, int64_t now)
{
	if (clocks_paused(&m->clock, m->now))
		return "paused";
	if (clock_away(m, seat))
		return "away";
	return clocks_stopped(&m->clock, CLOCK_HOLD, seat, m->seat[seat].holder,
		   now) ?
	    "held" :
	    NULL;
}

static void
add_clock(struct cli_rows *l, const struct match *m, int seat, int64_t now)
{
	int64_t due = m->clock.pace[seat].due;
	struct buf left = BUF_INIT;
	char name[4] = { 'p', (char)('0' + seat % 10) };

	if (due)
		say_left(due - now, &left);
	list_row(l,
	    &(struct waiting){ .game = m->game.id,
		.due = due,
		.kind = m->game.kind,
		.seat = name,
		.name = m->seat[seat].name,
		.left = due ? left.data : NULL,
		.late = due && due < now,
		.stopped = standing(m, seat, now) });
	buf_release(&left);
}

static int
game_clocks(void *arg, const struct game *g)
{
	struct cli_rows *l = arg;
	int64_t now = clock_now();
	struct match *m;
	int got;

	if (list_full(l, g->id))
		return 1;
	got = match_look(&l->instance->desk->club, g->id, &m, &l->e);
	if (got != 1)
		return got < 0 ? list_failed(l) : 1;
	for (int seat = 1; m->table != NULL && seat <= m->seats; seat++)
		if ((match_to_act(m) & SEAT_BIT(seat)) != 0)
			add_clock(l, m, seat, now);
	match_drop(m);
	return 0;
}

static int
list_clocks(struct cli_rows *l)
{
	return game_each_after(l->instance->db, GAME_RUNNING, l->page.after,
	    game_clocks, l, &l->e);
}

const struct cli_command cli_clocks = {
	.name = "clocks",
	.synopsis = "[--after ID] [--limit N] [--json]",
	.help = "lists whom the running games wait for, and until when",
	.more = "  --after ID  of the games behind that number\n"
		"  --limit N   as soon as there are so many, no game more (50; "
		"0: all)\n"
		"  --json      an array of objects, all of them if no limit is "
		"given\n",
	.options = "json after: limit:",
	.list = &(const struct cli_list){ columns, "no game waits for anybody",
	    list_clocks, LIST_PAGED },
};
