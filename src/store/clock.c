/* SPDX-License-Identifier: MIT */
#include "store/clock.h"

#include "base/mem.h"
#include "store/sql.h"

int
clock_get(struct db *db, int64_t game, struct clock_row *out, struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT turn, grace, minimum, days, late, absence, remind, zone, "
	    "outage FROM clock WHERE game = $1",
	    INT(game));

	if (sql_next(&q))
		sql_read(&q, TO(out->turn), TO(out->grace), TO(out->minimum),
		    TO(out->days), TO(out->late), TO(out->absence),
		    TO_ARRAY(out->remind), TO_ARRAY(out->zone),
		    TO(out->outage));
	return sql_end(&q);
}

int
clock_put(struct db *db, int64_t game, const struct clock_row *c, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO clock (game, turn, grace, minimum, days, late, "
	    "absence, remind, zone, outage) VALUES ($1, $2, $3, $4, $5, $6, "
	    "$7, $8, $9, $10) ON CONFLICT (game) DO UPDATE SET turn = "
	    "excluded.turn, grace = excluded.grace, minimum = "
	    "excluded.minimum, days = excluded.days, late = excluded.late, "
	    "absence = excluded.absence, remind = excluded.remind, zone = "
	    "excluded.zone, outage = excluded.outage",
	    INT(game), INT(c->turn), INT(c->grace), INT(c->minimum),
	    INT(c->days), INT(c->late), INT(c->absence), TEXT(c->remind),
	    TEXT(c->zone), INT(c->outage));
}

int
clock_seat_all(struct db *db, int64_t game, struct clock_seat *out,
    struct err *e)
{
	struct sql q;

	for (int s = 1; s <= 6; s++)
		out[s] = (struct clock_seat){ 0 };
	q = sql_ask(db, e,
	    "SELECT seat, since, extra, due, late, lapsed, remind, reminded "
	    "FROM clock_seat WHERE game = $1 AND seat BETWEEN 1 AND 6",
	    INT(game));
	while (sql_next(&q)) {
		struct clock_seat *s = &out[sql_get_int(&q)];

		sql_read(&q, TO(s->since), TO(s->extra), TO(s->due),
		    TO(s->late), TO(s->lapsed), TO(s->remind), TO(s->reminded));
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

int
clock_seat_put(struct db *db, int64_t game, int seat,
    const struct clock_seat *s, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO clock_seat (game, seat, since, extra, due, late, "
	    "lapsed, remind, reminded) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, "
	    "$9) ON CONFLICT (game, seat) DO UPDATE SET since = "
	    "excluded.since, extra = excluded.extra, due = excluded.due, late "
	    "= excluded.late, lapsed = excluded.lapsed, remind = "
	    "excluded.remind, reminded = excluded.reminded",
	    INT(game), INT(seat), INT(s->since), INT(s->extra), INT(s->due),
	    INT(s->late), INT(s->lapsed), INT(s->remind), INT(s->reminded));
}

int
clock_stop_all(struct db *db, int64_t game, struct clock_stop **out, size_t *n,
    struct err *e)
{
	struct sql q = sql_ask(db, e,
	    "SELECT id, seat, holder, why, began, ended FROM clock_stop WHERE "
	    "game = $1 ORDER BY id",
	    INT(game));

	while (sql_next(&q)) {
		struct clock_stop *s;

		*out = mem_more(*out, *n, sizeof **out);
		s = &(*out)[(*n)++];
		*s = (struct clock_stop){ 0 };
		sql_read(&q, TO(s->id), TO(s->seat), TO(s->holder), TO(s->why),
		    TO(s->from), TO(s->until));
	}
	return sql_end(&q) < 0 ? -1 : 0;
}

#define STOP_VALUES(game, s) \
	INT(game), INT((s)->seat), INT((s)->holder), INT((s)->why), \
	    INT((s)->from), INT((s)->until)

int
clock_stop_put(struct db *db, int64_t game, struct clock_stop *s, struct err *e)
{
	if (s->id == 0)
		return sql_done(db, e,
		    "INSERT INTO clock_stop (game, seat, holder, why, "
		    "began, ended) VALUES ($1, $2, $3, $4, $5, $6) "
		    "RETURNING id",
		    STOP_VALUES(game, s), TO(s->id));
	return sql_do(db, e,
	    "UPDATE clock_stop SET game = $1, seat = $2, holder = $3, why = "
	    "$4, began = $5, ended = $6 WHERE id = $7",
	    STOP_VALUES(game, s), INT(s->id));
}

int
clock_stop_drop(struct db *db, int64_t id, struct err *e)
{
	return sql_do(db, e, "DELETE FROM clock_stop WHERE id = $1", INT(id));
}

/* A deadline that ran into a day off, an absence or a hold may be so much later
 * now that it is reminded of anew. */
int
outage_add(struct db *db, const struct clock_outage *o, struct err *e)
{
	return sql_do(db, e,
		   "INSERT INTO outage (began, ended, noted) VALUES ($1, $2, "
		   "$3)",
		   INT(o->from), INT(o->until), INT(o->noted)) ||
		sql_do(db, e,
		    "UPDATE clock_seat SET remind = $1 WHERE reminded > 0 AND "
		    "game IN (SELECT game FROM clock WHERE days > 0 AND days < "
		    "127 UNION SELECT game FROM clock_stop WHERE why <> $2 AND "
		    "(ended = 0 OR ended > $3))",
		    INT(o->noted), INT(CLOCK_OUTAGE), INT(o->from)) ?
	    -1 :
	    0;
}

/* What counts as sent are the reminders whose moment lies behind, and when the
 * next is due is worked out at once. */
int
clock_remind_anew(struct db *db, int64_t player, int64_t now, struct err *e)
{
	return sql_do(db, e,
	    "UPDATE clock_seat SET remind = $1, reminded = CASE WHEN due <= $1 "
	    "THEN 1 WHEN reminded = 0 OR reminded > due - $1 + 1 THEN due - $1 "
	    "+ 1 ELSE reminded END WHERE due > 0 AND (game, seat) IN (SELECT "
	    "game, seat FROM seat WHERE player = $2)",
	    INT(now), INT(player));
}

int
outage_next(struct db *db, int64_t after, struct clock_outage *out,
    struct err *e)
{
	return sql_do(db, e,
	    "SELECT id, began, ended, noted FROM outage WHERE id > $1 ORDER BY "
	    "id LIMIT 1",
	    INT(after), TO(out->id), TO(out->from), TO(out->until),
	    TO(out->noted));
}

int
outage_last(struct db *db, struct clock_outage *out, struct err *e)
{
	*out = (struct clock_outage){ 0 };
	return sql_do(db, e,
	    "SELECT id, began, ended, noted FROM outage ORDER BY id DESC LIMIT "
	    "1",
	    TO(out->id), TO(out->from), TO(out->until), TO(out->noted));
}

/* (The new row first: none has the number of one that is gone.) */
int
outage_back(struct db *db, int64_t was, int64_t now, struct err *e)
{
	struct clock_outage o = { .until = now, .noted = now };
	int64_t wrong = now + CLOCK_WRONG_SECONDS;
	int rc = sql_do(db, e,
	    "SELECT began FROM outage WHERE ended > $1 AND (began > 0 OR "
	    "ended > $2) AND began <= $3 ORDER BY began LIMIT 1",
	    INT(wrong), INT(was - CLOCK_WRONG_SECONDS), INT(wrong), TO(o.from));

	if (rc <= 0)
		return rc;
	if (o.from >= now)
		o.from = now - 1;
	return outage_add(db, &o, e) ||
		sql_do(db, e, "DELETE FROM outage WHERE ended > $1",
		    INT(wrong)) ||
		sql_do(db, e,
		    "UPDATE clock_seat SET late = $1 WHERE late > $1 AND game "
		    "IN (SELECT id FROM game WHERE state IN (1, 3) AND final = "
		    "0)",
		    INT(now)) ?
	    -1 :
	    1;
}

int
clock_next_late(struct db *db, struct clock_next *out, struct err *e)
{
	return sql_do(db, e,
	    "SELECT late, game, seat FROM clock_seat WHERE late > 0 ORDER BY "
	    "late, game, seat LIMIT 1",
	    TO(out->when), TO(out->game), TO(out->seat));
}

int
clock_next_remind(struct db *db, struct clock_next *out, struct err *e)
{
	return sql_do(db, e,
	    "SELECT remind, game, seat FROM clock_seat WHERE remind > 0 ORDER "
	    "BY remind, game, seat LIMIT 1",
	    TO(out->when), TO(out->game), TO(out->seat));
}

int
clock_put_off(struct db *db, const struct clock_next *what, int64_t until,
    struct err *e)
{
	return sql_do(db, e,
	    "UPDATE clock_seat SET late = CASE WHEN late > 0 AND late < $1 "
	    "THEN $1 ELSE late END, remind = CASE WHEN remind > 0 AND remind < "
	    "$1 THEN $1 ELSE remind END WHERE game = $2 AND seat = $3",
	    INT(until), INT(what->game), INT(what->seat));
}

int
clock_keep(struct db *db, int64_t game, int event, int seat,
    const struct clock_kept *k, struct err *e)
{
	return sql_do(db, e,
	    "INSERT INTO clock_undo (game, event, seat, holder, at, since, "
	    "extra, due, lapsed, reminded) VALUES ($1, $2, $3, $4, $5, $6, $7, "
	    "$8, $9, $10)",
	    INT(game), INT(event), INT(seat), INT(k->holder), INT(k->at),
	    INT(k->pace.since), INT(k->pace.extra), INT(k->pace.due),
	    INT(k->pace.lapsed), INT(k->pace.reminded));
}

int
clock_kept_all(struct db *db, int64_t game, int event, struct clock_kept *out,
    struct err *e)
{
	struct sql q;

	for (int s = 1; s <= 6; s++)
		out[s] = (struct clock_kept){ 0 };
	q = sql_ask(db, e,
	    "SELECT seat, holder, at, since, extra, due, lapsed, reminded FROM "
	    "clock_undo WHERE game = $1 AND event = $2 AND seat BETWEEN 1 AND "
	    "6",
	    INT(game), INT(event));
	while (sql_next(&q)) {
		struct clock_kept *k = &out[sql_get_int(&q)];

		sql_read(&q, TO(k->holder), TO(k->at), TO(k->pace.since),
		    TO(k->pace.extra), TO(k->pace.due), TO(k->pace.lapsed),
		    TO(k->pace.reminded));
	}
	return sql_end(&q) < 0 ? -1 : 0;
}
