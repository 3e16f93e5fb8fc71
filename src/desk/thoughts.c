/* SPDX-License-Identifier: MIT */
#include "desk/thoughts.h"

#include "base/clock.h"
#include "post/analysis.h"
#include "store/analysis.h"
#include "store/due.h"

/* Is that what it is to think about now? */
static bool
stands(const struct match *m, const struct thinking *t)
{
	return m->game.board == t->seq && match_thinker(m) == t->seat;
}

/* The game that it is about: 1, 0, -1. */
static int
look(struct desk *d, const struct thinking *t, struct match **m, struct err *e)
{
	return club_keys(&d->club, e) != 0 ?
	    -1 :
	    match_look(&d->club, t->game, m, e);
}

int
desk_question(struct desk *d, const struct thinking *t, int positions,
    struct think_task *out, struct err *e)
{
	struct match *m;
	int rc = look(d, t, &m, e);

	if (rc <= 0)
		return rc;
	rc = stands(m, t);
	if (rc == 1)
		match_question(m, t->seat, positions, out);
	match_drop(m);
	return rc;
}

/* What stands there is not what there is to think about: it is put right, and
 * never asked for again as it is. */
static int
amend(struct desk *d, const struct thinking *t, const struct match *m,
    struct err *e)
{
	struct db *db = d->club.db;
	int seat = m != NULL ? match_thinker(m) : 0;

	if (thought_drop(db, t->game, e))
		return -1;
	return seat == 0 ?
	    0 :
	    thought_put(db, t->game, seat, m->game.board, m->now, e);
}

int
desk_thought(struct desk *d, const struct thinking *t, const struct move *mv,
    struct err *e)
{
	struct match *m;
	int rc;

	if (club_keys(&d->club, e) || thought_done(d->club.db, t, e))
		return -1;
	rc = match_open(&d->club, t->game, &m, e);
	if (rc <= 0)
		return rc < 0 ? -1 : amend(d, t, NULL, e);
	rc = stands(m, t);
	if (rc ? match_thought(m, t->seat, mv, e) : amend(d, t, m, e)) {
		match_drop(m);
		return -1;
	}
	return match_finish(m, 0, e) ? -1 : rc;
}

int
desk_analysis(struct desk *d, const struct thinking *t, struct buf *log,
    const char **kind, struct err *e)
{
	struct match *m;
	int rc = look(d, t, &m, e);

	if (rc <= 0)
		return rc;
	*kind = m->kind->rules->name;
	rc = m->game.seq == t->seq && match_disclosed(m);
	if (rc == 1 && match_log(m, ARCHIVE, false, log, e) != 0)
		rc = -1;
	match_drop(m);
	return rc;
}

bool
desk_is_analysis(const char *text)
{
	struct judged_game g;
	bool is = judged_read(text, &g) == 0;

	judged_release(&g);
	return is;
}

int
desk_analysed(struct desk *d, const struct thinking *t, const char *text,
    struct err *e)
{
	int rc = analysis_made(d->club.db, t, clock_now(), text, e);

	return rc == 1 ? due_put(d->club.db, t->game, e) : rc;
}
