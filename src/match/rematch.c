/* SPDX-License-Identifier: MIT */
#include "match/rematch.h"

#include "base/mem.h"
#include "match/found.h"
#include "store/request.h"

int
rematch_find(const struct match *over, int64_t *game, struct err *e)
{
	struct request r;
	int rc = request_of_seat(over->club->db, over->game.id, 0, &r, e);

	*game = 0;
	if (rc <= 0)
		return rc;
	if (r.kind == REQUEST_REMATCH)
		*game = request_named(&r);
	request_release(&r);
	return 0;
}

static int
add_request(struct match *m, enum request_kind kind, int seat, int64_t by,
    const char *address, int64_t names, struct err *e)
{
	char number[24];
	struct request r = { .kind = kind,
		.player = by,
		.game = m->game.id,
		.seat = seat,
		.created = m->now,
		.name = number,
		.address = (char *)(uintptr_t)address };

	snprintf(number, sizeof number, "%lld", (long long)names);
	return request_add(m->club->db, &r, e);
}

/* A seat is free, and kept for who sat one further; there is nobody to ask
 * where no address is left. */
static int
ask_seat(struct match *m, const struct match *over, int seat, int64_t by,
    struct err *e)
{
	int64_t player = over->seat[seat % over->seats + 1].player;
	struct buf address = BUF_INIT;
	int rc = player ? address_primary(m->club->db, player, &address, e) : 0;

	if (rc == 1)
		rc = add_request(m, REQUEST_INVITATION, seat, by,
		    buf_text(&address), over->game.id, e);
	buf_release(&address);
	return rc < 0 ? -1 : 0;
}

static int
ask_seats(struct match *m, struct match *over, int64_t by, struct err *e)
{
	for (int s = 1; s <= m->seats; s++)
		if (ask_seat(m, over, s, by, e))
			return -1;
	return add_request(over, REQUEST_REMATCH, 0, by, "", m->game.id, e);
}

int
rematch_open(struct match *over, int64_t founder, struct match **out,
    struct refusal *why, struct err *e)
{
	struct found want = { .kind = over->game.kind,
		.seats = over->seats,
		.founder = founder,
		.lang = over->game.lang,
		.clock = &over->clock.row };

	for (int s = 1; s <= over->seats; s++)
		want.seat[s].computer =
		    over->seat[s % over->seats + 1].computer;
	why->code = NULL;
	if (options_parse(over->game.options, &want.options, e) ||
	    match_may_found(&want, why, e) ||
	    match_found_open(over->club, &want, out, e))
		return -1;
	if (ask_seats(*out, over, founder, e) == 0)
		return 0;
	match_drop(*out);
	return -1;
}
