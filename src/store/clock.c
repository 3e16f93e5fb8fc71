/* SPDX-License-Identifier: MIT */
#include "store/clock.h"

#include "base/mem.h"
#include "store/sql.h"

static void
take_text(struct sql *q, char *out, size_t size)
{
	char *s = sql_get_text(q);

	(void)snprintf(out, size, "%s", s != NULL ? s : "");
	free(s);
}

int
clock_get(struct db *db, int64_t game, struct clock_row *out, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT turn, grace, minimum, days, late, "
	    "absence, remind, zone FROM clock WHERE game = $1", e) != 0)
		return -1;
	sql_int(&q, game);
	got = sql_step(&q, e);
	if (got > 0) {
		*out = (struct clock_row){ .turn = sql_get_int(&q) };
		out->grace = sql_get_int(&q);
		out->minimum = sql_get_int(&q);
		out->days = (unsigned)sql_get_int(&q);
		out->late = (enum clock_late)sql_get_int(&q);
		out->absence = sql_get_int(&q);
		take_text(&q, out->remind, sizeof out->remind);
		take_text(&q, out->zone, sizeof out->zone);
	}
	sql_close(&q);
	return got;
}

int
clock_put(struct db *db, int64_t game, const struct clock_row *c,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO clock (game, turn, grace, minimum, "
	    "days, late, absence, remind, zone) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) "
	    "ON CONFLICT (game) DO UPDATE SET turn = excluded.turn, "
	    "grace = excluded.grace, minimum = excluded.minimum, "
	    "days = excluded.days, late = excluded.late, "
	    "absence = excluded.absence, remind = excluded.remind, "
	    "zone = excluded.zone", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, c->turn);
	sql_int(&q, c->grace);
	sql_int(&q, c->minimum);
	sql_int(&q, c->days);
	sql_int(&q, c->late);
	sql_int(&q, c->absence);
	sql_text(&q, c->remind);
	sql_text(&q, c->zone);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
clock_seat_all(struct db *db, int64_t game, struct clock_seat *out,
	struct err *e)
{
	struct sql q;
	int got;

	for (int s = 1; s <= 6; s++)
		out[s] = (struct clock_seat){ 0 };
	if (sql_open(db, &q, "SELECT seat, since, extra, due, late, lapsed, "
	    "remind, reminded FROM clock_seat "
	    "WHERE game = $1 AND seat BETWEEN 1 AND 6", e) != 0)
		return -1;
	sql_int(&q, game);
	while ((got = sql_step(&q, e)) > 0) {
		struct clock_seat *s = &out[sql_get_int(&q)];

		s->since = sql_get_int(&q);
		s->extra = sql_get_int(&q);
		s->due = sql_get_int(&q);
		s->late = sql_get_int(&q);
		s->lapsed = sql_get_int(&q);
		s->remind = sql_get_int(&q);
		s->reminded = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}

int
clock_seat_put(struct db *db, int64_t game, int seat,
	const struct clock_seat *s, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO clock_seat (game, seat, since, "
	    "extra, due, late, lapsed, remind, reminded) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) "
	    "ON CONFLICT (game, seat) DO UPDATE SET since = excluded.since, "
	    "extra = excluded.extra, due = excluded.due, "
	    "late = excluded.late, lapsed = excluded.lapsed, "
	    "remind = excluded.remind, reminded = excluded.reminded", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, seat);
	sql_int(&q, s->since);
	sql_int(&q, s->extra);
	sql_int(&q, s->due);
	sql_int(&q, s->late);
	sql_int(&q, s->lapsed);
	sql_int(&q, s->remind);
	sql_int(&q, s->reminded);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
clock_stop_all(struct db *db, int64_t game, struct clock_stop **out,
	size_t *n, struct err *e)
{
	struct sql q;
	int got;

	if (sql_open(db, &q, "SELECT id, seat, holder, why, began, ended "
	    "FROM clock_stop WHERE game = $1 ORDER BY id", e) != 0)
		return -1;
	sql_int(&q, game);
	while ((got = sql_step(&q, e)) > 0) {
		struct clock_stop *s;

		*out = mem_more(*out, *n, sizeof **out);
		s = &(*out)[(*n)++];
		*s = (struct clock_stop){ .id = sql_get_int(&q) };
		s->seat = (int)sql_get_int(&q);
		s->holder = (int)sql_get_int(&q);
		s->why = (enum clock_why)sql_get_int(&q);
		s->from = sql_get_int(&q);
		s->until = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}

static void
bind_stop(struct sql *q, int64_t game, const struct clock_stop *s)
{
	sql_int(q, game);
	sql_int(q, s->seat);
	sql_int(q, s->holder);
	sql_int(q, s->why);
	sql_int(q, s->from);
	sql_int(q, s->until);
}

int
clock_stop_put(struct db *db, int64_t game, struct clock_stop *s,
	struct err *e)
{
	struct sql q;

	if (s->id == 0) {
		if (sql_open(db, &q, "INSERT INTO clock_stop (game, seat, "
		    "holder, why, began, ended) "
		    "VALUES ($1, $2, $3, $4, $5, $6) RETURNING id", e) != 0)
			return -1;
		bind_stop(&q, game, s);
		return sql_run_int(&q, &s->id, e) < 0 ? -1 : 0;
	}
	if (sql_open(db, &q, "UPDATE clock_stop SET game = $1, seat = $2, "
	    "holder = $3, why = $4, began = $5, ended = $6 "
	    "WHERE id = $7", e) != 0)
		return -1;
	bind_stop(&q, game, s);
	sql_int(&q, s->id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
clock_stop_drop(struct db *db, int64_t id, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "DELETE FROM clock_stop WHERE id = $1", e) != 0)
		return -1;
	sql_int(&q, id);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

static int
next_row(struct sql *q, struct clock_next *out, struct err *e)
{
	int got = sql_step(q, e);

	if (got > 0) {
		out->when = sql_get_int(q);
		out->game = sql_get_int(q);
		out->seat = (int)sql_get_int(q);
	}
	sql_close(q);
	return got;
}

int
clock_next_late(struct db *db, struct clock_next *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT late, game, seat FROM clock_seat "
	    "WHERE late > 0 ORDER BY late, game, seat LIMIT 1", e) != 0)
		return -1;
	return next_row(&q, out, e);
}

int
clock_next_remind(struct db *db, struct clock_next *out, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "SELECT remind, game, seat FROM clock_seat "
	    "WHERE remind > 0 ORDER BY remind, game, seat LIMIT 1", e) != 0)
		return -1;
	return next_row(&q, out, e);
}

int
clock_put_off(struct db *db, const struct clock_next *what, int64_t until,
	struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE clock_seat SET "
	    "late = CASE WHEN late > 0 AND late < $1 THEN $1 ELSE late END, "
	    "remind = CASE WHEN remind > 0 AND remind < $1 THEN $1 "
	    "ELSE remind END WHERE game = $2 AND seat = $3", e) != 0)
		return -1;
	sql_int(&q, until);
	sql_int(&q, what->game);
	sql_int(&q, what->seat);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
clock_back_to(struct db *db, int64_t now, int64_t seconds, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "UPDATE clock_seat SET since = $1, late = $2 "
	    "WHERE since > $1 AND late > $2 AND game IN "
	    "(SELECT id FROM game WHERE state = 3 AND final = 0)", e) != 0)
		return -1;
	sql_int(&q, now);
	sql_int(&q, now + seconds);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
clock_keep(struct db *db, int64_t game, int event, int seat,
	const struct clock_kept *k, struct err *e)
{
	struct sql q;

	if (sql_open(db, &q, "INSERT INTO clock_undo (game, event, seat, "
	    "holder, at, since, extra, due, lapsed, reminded) "
	    "VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, event);
	sql_int(&q, seat);
	sql_int(&q, k->holder);
	sql_int(&q, k->at);
	sql_int(&q, k->pace.since);
	sql_int(&q, k->pace.extra);
	sql_int(&q, k->pace.due);
	sql_int(&q, k->pace.lapsed);
	sql_int(&q, k->pace.reminded);
	return sql_run(&q, e) < 0 ? -1 : 0;
}

int
clock_kept_all(struct db *db, int64_t game, int event,
	struct clock_kept *out, struct err *e)
{
	struct sql q;
	int got;

	for (int s = 1; s <= 6; s++)
		out[s] = (struct clock_kept){ 0 };
	if (sql_open(db, &q, "SELECT seat, holder, at, since, extra, due, "
	    "lapsed, reminded FROM clock_undo WHERE game = $1 "
	    "AND event = $2 AND seat BETWEEN 1 AND 6", e) != 0)
		return -1;
	sql_int(&q, game);
	sql_int(&q, event);
	while ((got = sql_step(&q, e)) > 0) {
		struct clock_kept *k = &out[sql_get_int(&q)];

		k->holder = (int)sql_get_int(&q);
		k->at = sql_get_int(&q);
		k->pace.since = sql_get_int(&q);
		k->pace.extra = sql_get_int(&q);
		k->pace.due = sql_get_int(&q);
		k->pace.lapsed = sql_get_int(&q);
		k->pace.reminded = sql_get_int(&q);
	}
	sql_close(&q);
	return got;
}
