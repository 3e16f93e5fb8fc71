/* SPDX-License-Identifier: MIT */
#include "store/stone.h"

#include "store/sql.h"

#define STONE_COLUMNS \
	"id, mailbox, item, taken, received, why, since, " \
	"tries, due"

enum { READ_NOT, TAKEN, COPIED }; /* as the column "taken" has it */

static int64_t
stone_state(const struct stone *s)
{
	return s->copied ? COPIED : s->taken ? TAKEN : READ_NOT;
}

void
stone_release(struct stone *s)
{
	free(s->mailbox);
	free(s->item);
	free(s->why);
	*s = (struct stone){ 0 };
}

static void
stone_columns(struct sql *q, struct stone *s)
{
	int state;

	*s = (struct stone){ 0 };
	sql_read(q, TO(s->id), TO(s->mailbox), TO(s->item), TO(state),
	    TO(s->received), TO(s->why), TO(s->since), TO(s->tries),
	    TO(s->due));
	s->taken = state != READ_NOT;
	s->copied = state == COPIED;
}

int
stone_get(struct db *db, const char *mailbox, const char *item,
    struct stone *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " STONE_COLUMNS
	    " FROM stone WHERE mailbox = $1 AND item = $2",
	    TEXT(mailbox), TEXT(item));

	if (sql_next(&q))
		stone_columns(&q, out);
	return sql_end(&q);
}

static int
stone_add(struct db *db, struct stone *s, int64_t now, struct err *e)
{
	return sql_do(db, e,
		   "INSERT INTO stone (mailbox, item, taken, received, why, "
		   "since, tries, due) VALUES ($1, $2, $3, $4, $5, $6, 1, $7) "
		   "RETURNING id",
		   TEXT(s->mailbox), TEXT(s->item), INT(stone_state(s)),
		   INT(s->received), TEXT(s->why), INT(now),
		   INT(now + STONE_FIRST), TO(s->id)) < 0 ?
	    -1 :
	    1;
}

static int64_t
stone_wait(int tries)
{
	int64_t wait = STONE_FIRST;

	while (--tries > 0 && wait < STONE_LONGEST)
		wait *= 2;
	return wait < STONE_LONGEST ? wait : STONE_LONGEST;
}

static int
stone_again(struct db *db, const struct stone *old, const struct stone *s,
    int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE stone SET taken = $1, received = $2, why = $3, tries = $4, "
	    "due = $5 WHERE id = $6",
	    INT(stone_state(s)),
	    INT(s->received != 0 ? s->received : old->received), TEXT(s->why),
	    INT(old->tries + 1), INT(now + stone_wait(old->tries + 1)),
	    INT(old->id));
}

int
stone_put(struct db *db, struct stone *s, int64_t now, struct err *e)
{
	struct stone old;
	int got = stone_get(db, s->mailbox, s->item, &old, e);

	if (got <= 0)
		return got < 0 ? -1 : stone_add(db, s, now, e);
	s->id = old.id;
	got = stone_again(db, &old, s, now, e);
	stone_release(&old);
	return got;
}

int
stone_due(struct db *db, int64_t *due, struct err *e)
{
	return sql_do(db, e, "SELECT due FROM stone ORDER BY due LIMIT 1",
	    TO(*due));
}

int
stone_each(struct db *db, int (*fn)(void *arg, const struct stone *s),
    void *arg, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT " STONE_COLUMNS " FROM stone ORDER BY id");
	int stop = 0;

	while (stop == 0 && sql_next(&q)) {
		struct stone s;

		stone_columns(&q, &s);
		stop = fn(arg, &s);
		stone_release(&s);
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
stone_count(struct db *db, int *out, struct err *e)
{
	return sql_done(db, e, "SELECT count(*) FROM stone", TO(*out));
}

int
stone_drop(struct db *db, int64_t id, struct err *e)
{
	return sql_do(db, e, "DELETE FROM stone WHERE id = $1", INT(id));
}

int
stone_retry(struct db *db, int64_t id, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE stone SET due = 0 WHERE id = $1 RETURNING id", INT(id));
}
