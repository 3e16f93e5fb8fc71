/* SPDX-License-Identifier: MIT */

/* The daily mails of those who want one mail a day. */

#include "base/clock.h"
#include "base/log.h"
#include "desk/desk.h"
#include "post/digest.h"
#include "store/db.h"
#include "store/owed.h"
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
	rc = player_get(d->club.db, id, &p, e);
	if (rc != 1)
		return rc;
	p.digest_due = clock_now() + AGAIN_SECONDS;
	rc = player_save(d->club.db, &p, e);
	player_release(&p);
	return rc;
}

/* What is due to one player: their digest, or (author not 0) what was put off
 * for them. */
static int
send_one(struct desk *d, int64_t id, int64_t author, struct err *e)
{
	struct db *db = d->club.db;
	struct err why;
	int rc;

	if (db_savepoint(db, e))
		return -1;
	rc = author ? digest_owed(&d->club, author, id, &why) :
		      digest_send(&d->club, id, &why);
	rc = db_savepoint_end(db, rc, &why, e);
	if (rc != 0)
		desk_forget(d);
	if (rc <= 0)
		return rc;
	return author ?
	    owed_later(db, author, id, clock_now() + AGAIN_SECONDS, e) :
	    put_off(d, id, why.text, e);
}

static int
send_owed(struct desk *d, int most, struct err *e)
{
	struct owed o;
	int n = 0, rc = 0;

	while (n < most && (rc = owed_next(d->club.db, &o, e)) == 1 &&
	    o.due <= clock_now()) {
		if (send_one(d, o.player, o.author, e))
			return -1;
		n++;
	}
	return rc < 0 ? -1 : n;
}

int
desk_digests(struct desk *d, int most, struct err *e)
{
	int64_t ids[AT_A_TIME];
	int n = club_keys(&d->club, e) ?
	    -1 :
	    player_digests(d->club.db, clock_now(), ids,
		most < AT_A_TIME ? most : AT_A_TIME, e);
	int owed;

	for (int i = 0; i < n; i++)
		if (send_one(d, ids[i], 0, e))
			return -1;
	owed = n < 0 ? -1 : send_owed(d, most, e);
	return owed < 0 ? -1 : n + owed;
}

int
desk_next_digest(struct desk *d, int64_t *when, struct err *e)
{
	struct owed o;
	int owed = owed_next(d->club.db, &o, e);
	int some = owed < 0 ? -1 : player_next_digest(d->club.db, when, e);

	if (some == 0 || (some == 1 && owed == 1 && o.due < *when))
		*when = o.due;
	return some < 0 ? -1 : some | owed;
}
