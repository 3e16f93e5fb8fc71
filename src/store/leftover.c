/* SPDX-License-Identifier: MIT */
#include "store/leftover.h"

#include "store/sql.h"

#define LEFTOVER_COLUMNS \
	"id, mailbox, item, taken, received, why, since, " \
	"tries, due"

enum { READ_NOT, TAKEN, COPIED }; /* as the column "taken" has it */

static int64_t
leftover_state(const struct leftover *s)
{
	return s->copied ? COPIED : s->taken ? TAKEN : READ_NOT;
}

void
leftover_release(struct leftover *s)
{
	free(s->mailbox);
	free(s->item);
	free(s->why);
	*s = (struct leftover){ 0 };
}

static void
leftover_columns(struct sql *q, struct leftover *s)
{
	int state;

	*s = (struct leftover){ 0 };
	sql_read(q, TO(s->id), TO(s->mailbox), TO(s->item), TO(state),
	    TO(s->received), TO(s->why), TO(s->since), TO(s->tries),
	    TO(s->due));
	s->taken = state != READ_NOT;
	s->copied = state == COPIED;
}

int
leftover_get(struct db *db, const char *mailbox, const char *item,
    struct leftover *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " LEFTOVER_COLUMNS
	    " FROM leftover WHERE mailbox = $1 AND item = $2",
	    TEXT(mailbox), TEXT(item));

	if (sql_next(&q))
		leftover_columns(&q, out);
	return sql_end(&q);
}

static int
leftover_add(struct db *db, struct leftover *s, int64_t now, struct err *e)
{
	return sql_do(db, e,
		   "INSERT INTO leftover (mailbox, item, taken, received, why, "
		   "since, tries, due) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) "
		   "RETURNING id",
		   TEXT(s->mailbox), TEXT(s->item), INT(leftover_state(s)),
		   INT(s->received), TEXT(s->why), INT(now),
		   INT(now + LEFTOVER_FIRST), TO(s->id)) < 0 ?
	    -1 :
	    1;
}

static int64_t
leftover_wait(int tries)
{
	int64_t wait = LEFTOVER_FIRST;

	while (--tries > 0 && wait < LEFTOVER_LONGEST)
		wait *= 2;
	return wait < LEFTOVER_LONGEST ? wait : LEFTOVER_LONGEST;
}

static int
leftover_again(struct db *db, const struct leftover *old,
    const struct leftover *s, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE leftover SET taken = $1, received = $2, why = $3, tries = "
	    "$4, "
	    "due = $5 WHERE id = $6",
	    INT(leftover_state(s)),
	    INT(s->received != 0 ? s->received : old->received), TEXT(s->why),
	    INT(old->tries + 1), INT(now + leftover_wait(old->tries + 1)),
	    INT(old->id));
}

int
leftover_put(struct db *db, struct leftover *s, int64_t now, struct err *e)
{
	struct leftover old;
	int got = leftover_get(db, s->mailbox, s->item, &old, e);

	if (got <= 0)
		return got < 0 ? -1 : leftover_add(db, s, now, e);
	s->id = old.id;
	got = leftover_again(db, &old, s, now, e);
	leftover_release(&old);
	return got;
}

int
leftover_due(struct db *db, int64_t *due, struct err *e)
{
	return sql_do(db, e, "SELECT due FROM leftover ORDER BY due LIMIT 1",
	    TO(*due));
}

int
leftover_each(struct db *db, int (*fn)(void *arg, const struct leftover *s),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " LEFTOVER_COLUMNS " FROM leftover ORDER BY id");

	while (sql_next(&q)) {
		struct leftover s;

		leftover_columns(&q, &s);
		q.stop = fn(arg, &s);
		leftover_release(&s);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
leftover_count(struct db *db, int *out, struct err *e)
{
	return sql_done(db, e, "SELECT count(*) FROM leftover", TO(*out));
}

int
leftover_drop(struct db *db, int64_t id, struct err *e)
{
	return sql_do(db, e, "DELETE FROM leftover WHERE id = $1", INT(id));
}

int
leftover_retry(struct db *db, int64_t id, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE leftover SET due = 0 WHERE id = $1 RETURNING id", INT(id));
}

int
leftover_clock_back(struct db *db, int64_t now, struct err *e)
{
	return sql_done(db, e,
	    "UPDATE leftover SET due = $1 WHERE due > $1 + $2", INT(now),
	    INT(LEFTOVER_LONGEST));
}
