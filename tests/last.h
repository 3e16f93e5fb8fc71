/* SPDX-License-Identifier: MIT */
#ifndef TESTS_LAST_H
#define TESTS_LAST_H

#include "store/outbox.h"

struct last_sought {
	int64_t game;
	int seat;
	int64_t id;
};

static inline int
last_see(void *arg, const struct outbox_row *r)
{
	struct last_sought *s = arg;

	if (r->game == s->game && r->seat == s->seat)
		s->id = r->id;
	return 0;
}

/* The last mail to a seat (0: to no seat) of a game: 1, 0. */
static inline int
last_to_seat(struct db *db, int64_t game, int seat, struct outbox_row *out,
    struct err *why)
{
	struct last_sought s = { game, seat, 0 };

	if (outbox_each(db, -1, last_see, &s, why) != 0)
		return -1;
	return s.id != 0 ? outbox_get(db, s.id, out, why) : 0;
}

#endif
