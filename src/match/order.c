/* SPDX-License-Identifier: MIT */
#include "match/order.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/mem.h"
#include "match/club.h"
#include "store/inbox.h"
#include "store/kept.h"
#include "store/player.h"

/* Above the numbers of players. */
#define RENEWALS (INT64_C(1) << 40)

int
order_look(struct club *club, struct err *e)
{
	int any = kept_any(club->db, e);

	club->order.kept = any > 0;
	return any < 0 ? -1 : 0;
}

void
order_begin(struct club *club, const struct inbox_row *row)
{
	struct order *o = &club->order;

	o->inbox = row->id;
	o->received = row->received;
	o->concerns = row->concerns;
	o->astray = false;
	o->writer = o->behind = o->founded = 0;
	o->n = 0;
}

void
order_end(struct club *club)
{
	club->order.inbox = 0;
}

int64_t
order_now(const struct club *club)
{
	int64_t now = clock_now();

	return now < club->order.still ? club->order.still : now;
}

int64_t
order_asked(const struct club *club)
{
	const struct order *o = &club->order;
	int64_t now = order_now(club);

	if (now > clock_now())
		return now;
	return o->inbox != 0 && o->received > 0 && o->received < now ?
	    o->received :
	    now;
}

static bool
is_known(const struct order *o, int64_t what)
{
	for (size_t i = 0; i < o->n; i++)
		if (o->what[i] == what)
			return true;
	return false;
}

static void
add(struct order *o, int64_t what)
{
	if (is_known(o, what))
		return;
	o->what = mem_more(o->what, o->n, sizeof *o->what);
	o->what[o->n++] = what;
}

/* The end counts as it was before the mail did anything. */
int
order_touch(struct club *club, int64_t what, int64_t late, struct err *e)
{
	struct order *o = &club->order;
	int64_t last;
	int rc = 0;

	if (o->inbox == 0 || is_known(o, what) ||
	    (o->founded != 0 && what >= o->founded))
		return 0;
	add(o, what);
	o->astray |= what > 0 && o->concerns != 0 && o->concerns != what;
	if (o->ends && late != 0 && late < o->received)
		o->behind = o->inbox;
	else if (o->kept && o->behind == 0)
		rc = kept_before(club->db, what, o->received, o->inbox, &last,
		    e);
	if (rc > 0)
		o->behind = last;
	return rc < 0 ? -1 : 0;
}

void
order_founded(struct club *club, int64_t game)
{
	struct order *o = &club->order;

	if (o->founded == 0 || game < o->founded)
		o->founded = game;
}

/* The end of a player's proofs, beside what they wrote: it waits for that, and
 * what they write after it waits for it, though they are about other games. */
static int64_t
renewal(int64_t player)
{
	return -(RENEWALS + player);
}

int
order_writer(struct club *club, int64_t player, struct err *e)
{
	struct order *o = &club->order;
	int64_t last;
	int rc = 0;

	o->writer = player;
	if (o->inbox != 0 && o->kept && o->behind == 0 && player != 0)
		rc = kept_before(club->db, renewal(player), o->received,
		    o->inbox, &last, e);
	if (rc > 0)
		o->behind = last;
	return rc < 0 ? -1 : 0;
}

int
order_renew(struct club *club, int64_t player, struct err *e)
{
	return order_touch(club, -player, 0, e) ||
		order_touch(club, renewal(player), 0, e) ||
		player_renew(club->db, player, e) ?
	    -1 :
	    0;
}

int
order_keep(struct club *club, int64_t inbox, struct err *e)
{
	struct order *o = &club->order;

	if (o->writer != 0)
		add(o, -o->writer);
	o->kept = true;
	return kept_put(club->db, inbox, o->behind, o->what, o->n, e);
}

void
order_release(struct order *o)
{
	free(o->what);
	*o = (struct order){ 0 };
}
