/* SPDX-License-Identifier: MIT */
#include "cli/list.h"
#include "match/match.h"
#include "store/player.h"

/* The seats of a game: who holds each, and what it waits for. */

struct place {
	struct seat is; /* borrowed members */
	const char *seat, *state, *address;
	bool to_act;
	int64_t due;
};

static const struct cli_column columns[] = {
	{ "seat", LIST_TEXT, LIST_AT(struct place, seat) },
	{ "name", LIST_TEXT, LIST_AT(struct place, is.name) },
	{ "player", LIST_INT, LIST_AT(struct place, is.player) },
	{ "state", LIST_TEXT, LIST_AT(struct place, state) },
	{ "ready", LIST_BOOL, LIST_AT(struct place, is.ready) },
	{ "to_act", LIST_BOOL, LIST_AT(struct place, to_act) },
	{ "due", LIST_TIME, LIST_AT(struct place, due) },
	{ "mails", LIST_INT, LIST_AT(struct place, is.mails) },
	{ "address", LIST_TEXT, LIST_AT(struct place, address) },
	{ .key = NULL },
};

static int
add_seat(struct cli_rows *l, const struct match *m, int seat)
{
	const struct seat *s = &m->seat[seat];
	char name[4] = { 'p', (char)('0' + seat % 10) };
	struct buf to = BUF_INIT;
	int got = s->player ?
	    address_primary(l->instance->db, s->player, &to, &l->e) :
	    0;
	struct place p = { .is = *s,
		.seat = name,
		.due = m->clock.pace[seat].due,
		.address = got > 0 ? to.data : NULL,
		.state = s->computer ? "computer" :
		    s->player        ? "held" :
				       "free",
		.to_act = m->table != NULL && m->game.state == GAME_RUNNING &&
		    (match_to_act(m) & SEAT_BIT(seat)) != 0 };

	list_row(l, &p);
	buf_release(&to);
	return got < 0 ? -1 : 0;
}

static int
list_seats(struct cli_rows *l)
{
	struct match *m;
	int rc = instance_match(l->cli, l->instance, l->cli->game, &m);

	if (rc != 0)
		return rc;
	for (int seat = 1; rc == 0 && seat <= m->seats; seat++)
		rc = add_seat(l, m, seat);
	match_drop(m);
	return rc;
}

const struct cli_command cli_seats = {
	.name = "seats",
	.synopsis = "ID [--json]",
	.help = "lists the seats of a game: who holds each and what is due",
	.more = "  --json  an array of objects\n",
	.options = "json",
	.game = true,
	CLI_TAKES(1, 1, "of which game?"),
	.list = &(const struct cli_list){ columns, "no seats", list_seats,
	    LIST_WHOLE },
};
