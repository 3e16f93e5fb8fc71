/* SPDX-License-Identifier: MIT */
#include "match/press.h"

#include "base/mem.h"
#include "match/chain.h"
#include "store/due.h"

enum { DAY = 86400 };

/* Whom a broadcast of the author reaches, as bits. */
static unsigned
press_everybody(const struct match *m, int author)
{
	unsigned to = 0;

	for (int s = 1; s <= m->seats; s++)
		if (s != author && m->seat[s].player)
			to |= 1u << s;
	if (author != PRESS_MODERATOR && m->game.moderator &&
	    !match_moderator_seat(m))
		to |= 1u;
	return to;
}

/* What the table's terms forbid (store/terms.h), also of a game that is called
 * off and can go on. */
static int
check_kind(const struct match *m, int author, unsigned to, bool everybody,
    struct refusal *why)
{
	if ((m->game.ended && !match_revivable(m)) ||
	    author == PRESS_MODERATOR || m->terms.press == TERMS_PRESS_ALL ||
	    (!everybody && to == 1u))
		return 0;
	if (m->terms.press == TERMS_PRESS_NONE)
		return refuse(why, "press-none");
	return everybody ? 0 : refuse(why, "press-public");
}

static int
check(struct match *m, int author, unsigned to, bool everybody,
    struct refusal *why, struct err *e)
{
	int n;

	why->code = NULL;
	if (m->game.ended && m->now - m->game.ended > PRESS_AFTER_END)
		return refuse(why, "press-closed");
	for (int s = 1; s <= m->seats && !everybody; s++) {
		if (!(to & 1u << s))
			continue;
		if (s == author)
			return refuse(why, "press-self");
		if (!m->seat[s].player)
			return match_refuse_seat(why, "press-nobody", s);
	}
	if (to & 1u && author == PRESS_MODERATOR)
		return refuse(why, "press-self");
	if (to & 1u && !m->game.moderator && m->club->keeper == NULL)
		return refuse(why, "no-moderator");
	if (press_count(m->club->db, m->game.id, author, m->now - DAY + 1, &n,
		e))
		return -1;
	if (n < PRESS_A_DAY)
		return 0;
	return refuse_int(why, "press-too-many", "most", PRESS_A_DAY);
}

/* "'p1 text": one line, line ends as \n and a backslash as two. After a
 * cancel the log is closed. */
static int
log_broadcast(struct match *m, int author, const char *text, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc;

	if (author < 1 || !m->game.seq || m->game.state == GAME_CANCELLED)
		return 0;
	buf_printf(&b, "'p%d ", author);
	for (; *text; text++) {
		if (*text == '\n' || *text == '\\')
			buf_char(&b, '\\');
		buf_char(&b, *text == '\n' ? 'n' : *text);
	}
	rc = chain_chat(m, b.data, e);
	/* What is said after the end belongs into the archive too. */
	if (rc == 0 && m->game.state == GAME_OVER)
		rc = due_put(m->club->db, m->game.id, e);
	buf_release(&b);
	return rc;
}

/* Whom it is for, as it is kept: a moderator who plays is one person with one
 * mailbox. */
static unsigned
mailboxes(const struct match *m, unsigned to)
{
	int playing = match_moderator_seat(m);

	return to & 1u && playing ? (to & ~1u) | 1u << playing : to;
}

static int
store(struct match *m, struct press *p, const char *text, struct err *e)
{
	int holder[PRESS_SEATS], rc;

	holder[0] = m->game.moderator_holder;
	for (int s = 1; s < PRESS_SEATS; s++)
		holder[s] = s <= m->seats ? m->seat[s].holder : 0;
	p->game = m->game.id;
	p->at = m->now;
	p->name = mem_dup(p->author ? m->seat[p->author].name : "");
	p->text = mem_dup(text);
	rc = press_add(m->club->db, p, holder, e);
	if (rc == 0) {
		m->happened[ON_PRESS] |= (uint8_t)p->to;
		if (p->everybody)
			happen(m, ON_BROADCAST, 0);
	}
	return rc;
}

int
match_tell_all(struct match *m, int author, const char *text, int64_t *id,
    struct err *e)
{
	struct press p = { .author = author,
		.everybody = true,
		.to = mailboxes(m, press_everybody(m, author)) };
	int rc = store(m, &p, text, e);

	*id = p.id;
	press_release(&p);
	return rc;
}

int
match_press(struct match *m, int author, unsigned to, bool everybody,
    const char *text, struct refusal *why, struct err *e)
{
	struct press p = { .author = author, .everybody = everybody };
	int rc;

	if (check_kind(m, author, to, everybody, why))
		return -1;
	p.to = mailboxes(m, everybody ? press_everybody(m, author) : to);
	if (check(m, author, p.to, everybody, why, e))
		return -1;
	rc = store(m, &p, text, e);
	if (rc == 0 && everybody)
		rc = log_broadcast(m, author, text, e);
	press_release(&p);
	return rc;
}
