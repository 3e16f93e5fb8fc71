/* SPDX-License-Identifier: MIT */

/* Queues of moves sent ahead, tried when their seat comes to act. */

#include "base/mem.h"
#include "game/reading.h"
#include "match/ahead.h"
#include "match/maker.h"
#include "text/texts.h"

int
ahead_next(const struct match *m)
{
	for (int s = 1; s <= m->seats; s++)
		if (ahead_due(m, s))
			return s;
	return 0;
}

/* Whether it may be made; nothing is. */
static int
judge_move(const struct match *m, int seat, const struct move *mv,
    struct refusal *why)
{
	const struct game_rules *r = m->kind->rules;
	void *pos = mem_alloc(r->position_size);
	int rc;

	memcpy(pos, table_position(m->table), r->position_size);
	rc = r->apply(m->kind->data, pos, seat, mv, NULL, why);
	free(pos);
	return rc;
}

/* One of the alternatives; canonical gets the move as it is made. NULL: it is
 * judged alone. */
static int
try_move(struct match *m, int seat, const struct names *desk,
    const struct names *names, const char *text, struct buf *canonical,
    struct refusal *why, struct err *e)
{
	const struct game_rules *r = m->kind->rules;
	const void *pos = table_position(m->table);
	struct move mv = { 0 };

	if (reading_move(m->kind, pos, seat, desk, names, text, &mv, why))
		return -1;
	if (canonical == NULL)
		return judge_move(m, seat, &mv, why);
	buf_clear(canonical);
	r->format(m->kind->data, pos, seat, &mv, canonical);
	return match_move(m, seat, &mv, why, e);
}

static int
try_line(struct match *m, int seat, const char *line, struct buf *canonical,
    struct refusal *why, struct err *e)
{
	const struct player *p = match_player(m, seat, e);
	const struct texts *t = m->club->texts;
	const struct names *desk, *game;
	struct buf alt = BUF_INIT;
	struct refusal first = { 0 };
	int rc = -1;

	if (p == NULL)
		return -1;
	desk = texts_names(t, NULL, p->lang);
	game = texts_names(t, m->game.kind, p->lang);
	while (rc && words_alternative(desk, game, &line, &alt)) {
		*why = (struct refusal){ 0 };
		rc = try_move(m, seat, desk, game, alt.data, canonical, why, e);
		if (rc && why->code == NULL)
			break;
		if (rc && first.code == NULL)
			first = *why;
	}
	if (rc && why->code != NULL)
		*why = first;
	buf_release(&alt);
	return rc;
}

/* Who is to act because they are asked something in the turn of another, as an
 * offer, or must choose before theirs goes on: their moves wait for that. */
static bool
is_asked_apart(const struct refusal *why)
{
	for (int i = 0; i < why->n; i++)
		if (strcmp(why->arg[i].key, REFUSAL_APART) == 0)
			return true;
	return false;
}

/* 1 a line was made, 0 the queue was dropped or waits on, -1. late: the seat
 * has acted, and a line that is refused stays. *mail: that of the line; the
 * match borrows it from there. */
static int
fire_one(struct match *m, int seat, bool late, char **mail, struct err *e)
{
	struct buf canonical = BUF_INIT;
	struct refusal why = { 0 };
	int seq = m->game.seq + 1, rc;

	free(*mail);
	*mail = mem_dup(m->queue[seat].mail[0]);
	maker_read(*mail, seat, &m->mail);
	rc = try_line(m, seat, m->queue[seat].line[0], &canonical, &why, e);
	if (rc == 0)
		rc = ahead_take(m, seat, seq, buf_text(&canonical), e) ? -1 : 1;
	else if (why.code != NULL)
		rc = late || is_asked_apart(&why) ?
		    0 :
		    ahead_refused(m, seat, &why, e);
	buf_release(&canonical);
	return rc;
}

/* What a seat may still do that has just acted, as buying in Clippers. */
static int
fire_late(struct match *m, int seat, char **mail, struct err *e)
{
	const struct queue *q = &m->queue[seat];
	int rc = 1;

	while (rc == 1 && q->n && !(match_to_act(m) & SEAT_BIT(seat)))
		rc = fire_one(m, seat, true, mail, e);
	return rc;
}

int
ahead_fire(struct match *m, int seat, struct err *e)
{
	const struct queue *q = &m->queue[seat];
	struct maker last = m->mail;
	struct refusal why = { 0 };
	char *mail = NULL;
	int rc = 1;

	m->asked |= SEAT_BIT(seat);
	/* asked is taken back when the seat's turn ends. */
	while (rc == 1 && q->n && m->asked & SEAT_BIT(seat))
		rc = fire_one(m, seat, false, &mail, e);
	if (rc == 1 && q->n && !(m->asked & SEAT_BIT(seat)))
		rc = fire_late(m, seat, &mail, e);
	if (rc == 1 && q->n == 0 && m->asked & SEAT_BIT(seat)) {
		rc = match_turn_end(m, seat, &why, e);
		if (rc < 0 && why.code != NULL)
			rc = 0;
	}
	m->mail = last;
	free(mail);
	return rc < 0 ? -1 : 0;
}

int
ahead_resume(struct match *m, struct err *e)
{
	seat_set act = match_to_act(m);

	for (int s = 1; s <= m->seats; s++) {
		struct refusal why = { 0 };

		if (!m->queue[s].n || !(act & SEAT_BIT(s)) ||
		    try_line(m, s, m->queue[s].line[0], NULL, &why, e) == 0)
			continue;
		if (why.code == NULL)
			return -1;
		if (is_asked_apart(&why))
			ahead_ask(m, s);
	}
	return 0;
}
