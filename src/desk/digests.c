/* SPDX-License-Identifier: MIT */

/* The daily mails of those who want one mail a day. */

#include "base/clock.h"
#include "base/log.h"
#include "desk/desk.h"
#include "match/digest.h"
#include "store/db.h"
#include "store/player.h"

enum { AT_A_TIME = 32, AGAIN_SECONDS = 3600 };

/* One that fails waits an hour, and holds up nobody else. */
static int
put_off(struct desk *d, int64_t id, const char *why, struct err *e)
{
	struct player p;
	char text[24];
	int rc;

	snprintf(text, sizeof text, "%lld", (long long)id);
	log_event(LOG_LEVEL_ERROR, "digest.failed", "player", text, "why", why,
		NULL);
	rc = player_get(d->house.db, id, &p, e);
	if (rc != 1)
		return rc;
	p.digest_due = clock_now() + AGAIN_SECONDS;
	rc = player_save(d->house.db, &p, e);
	player_release(&p);
	return rc;
}

static int
send_one(struct desk *d, int64_t id, struct err *e)
{
	struct err why;

	if (db_savepoint(d->house.db, e))
		return -1;
	if (digest_send(&d->house, id, &why) >= 0)
		return db_savepoint_keep(d->house.db, e);
	db_savepoint_undo(d->house.db);
	desk_forget(d);
	/* A failure of the world is not the player's. */
	if (err_passes(&why) || !db_in_transaction(d->house.db)) {
		*e = why;
		return -1;
	}
	return put_off(d, id, why.text, e);
}

int
desk_digests(struct desk *d, int most, struct err *e)
{
	int64_t ids[AT_A_TIME];
	int n = player_digests(d->house.db, clock_now(), ids,
		most < AT_A_TIME ? most : AT_A_TIME, e);

	for (int i = 0; i < n; i++)
		if (send_one(d, ids[i], e))
			return -1;
	return n;
}
