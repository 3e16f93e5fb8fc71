/* SPDX-License-Identifier: MIT */
#include "match/comment.h"

#include "base/clock.h"
#include "base/json.h"
#include "match/press.h"
#include "store/comment.h"
#include "store/due.h"

static int
letters_of(const char *text)
{
	int n = 0;

	for (; *text; text++)
		n += (*text & 0xc0) != 0x80;
	return n;
}

/* Before the end, and when its table is closed, nobody comments. */
static int
check_time(const struct match *m, struct refusal *why)
{
	if (!match_final(m) || m->game.seq == 0)
		return refuse(why, "comment-early");
	return m->now - m->game.final > PRESS_AFTER_END ?
	    refuse(why, "press-closed") :
	    0;
}

static int
check_many(struct match *m, int64_t player, const char *text,
    struct refusal *why, struct err *e)
{
	struct comments_so_far have;
	int n = letters_of(text);

	if (n > COMMENT_LETTERS)
		return refuse_int(why, "comment-too-long", "most",
		    COMMENT_LETTERS);
	if (comment_count(m->club->db, m->game.id, player, &have, e))
		return -1;
	if (have.own >= COMMENTS_OWN ||
	    have.own_letters + n > COMMENTS_OWN_LETTERS) {
		refuse_int(why, "comment-too-many", "most", COMMENTS_OWN);
		return refusal_int(why, "letters", COMMENTS_OWN_LETTERS);
	}
	return have.all >= COMMENTS_ALL ||
		have.letters + n > COMMENTS_ALL_LETTERS ?
	    refuse(why, "comment-full") :
	    0;
}

int
match_comment(struct match *m, int author, int event, const char *text,
    int *number, struct refusal *why, struct err *e)
{
	struct comment c = { .game = m->game.id,
		.player = m->seat[author].player,
		.event = event };
	/* Events are counted as the page counts them. */
	int most = match_disclosed(m) ? m->game.seq : m->game.board;

	why->code = NULL;
	if (check_time(m, why))
		return -1;
	if (event < 0 || event > most)
		return refuse_int(why, "comment-no-event", "most", most);
	if (check_many(m, c.player, text, why, e) ||
	    match_tell_all(m, author, text, &c.press, e) ||
	    comment_add(m->club->db, &c, e))
		return -1;
	*number = c.number;
	return due_put(m->club->db, m->game.id, e);
}

int
match_commented(struct match *m, int number, int seat, struct refusal *why,
    struct err *e)
{
	struct comment c;
	int rc = comment_get(m->club->db, m->game.id, number, &c, e);

	why->code = NULL;
	if (rc == 0 || (rc == 1 && c.withdrawn))
		rc = refuse_int(why, "comment-none", "number", number);
	else if (rc == 1)
		rc = c.seat == seat && c.player == m->seat[seat].player;
	comment_release(&c);
	return rc;
}

int
match_uncomment(struct match *m, int number, struct err *e)
{
	return comment_withdraw(m->club->db, m->game.id, number, e) ||
		due_put(m->club->db, m->game.id, e) ?
	    -1 :
	    0;
}

static int
put_comment(void *arg, const struct comment *c)
{
	char stamp[CLOCK_STAMP_SIZE];
	struct buf *out = arg;
	struct json j;

	clock_stamp(c->at, stamp);
	json_init(&j, out);
	json_object(&j);
	json_kstr(&j, "at", stamp);
	json_kint(&j, "comment", c->number);
	if (c->event)
		json_kint(&j, "event", c->event);
	if (c->seat) {
		json_kstr(&j, "name", c->name);
		json_kint(&j, "seat", c->seat);
	}
	json_kstr(&j, "text", c->text);
	json_object_end(&j);
	buf_char(out, '\n');
	return 0;
}

int
match_comments(struct match *m, struct buf *out, struct err *e)
{
	return comment_each(m->club->db, m->game.id, put_comment, out, e);
}
