/* SPDX-License-Identifier: MIT */
#include "match/tenure.h"

#include <limits.h>

#include "base/mem.h"
#include "base/slice.h"
#include "log/turnlog.h"
#include "match/found.h"
#include "store/event.h"
#include "store/knowledge.h"

/* Somebody who left their seat. */
struct leaver {
	int seat;
	int64_t player;
	char *name; /* owned */
};

/* A seat given up, or taken, or of which the holder is called otherwise. */
struct handover {
	int seat, seq;
	int taken; /* of a seat given up: the event by which it was taken */
	bool left, renamed;
	char *held; /* owned: by whom until then, if the log says so */
};

struct handovers {
	struct handover *over; /* owned, rising */
	struct leaver *leaver; /* owned, in the order in which they left */
	size_t n_over, n_leaver;
	/* of each seat as far as it is known; 0 */
	int64_t holder[SEATS_MAX + 1];
	/* seats were given up, or marked as free to take, or renamed */
	bool some;
	bool hidden; /* no leaver is called as they are */
};

/* Of derived lines. */
static char *
held_by(struct slice lines)
{
	const char *end = lines.at + lines.len;

	for (const char *at = lines.at; at < end;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		struct slice line = { at,
			(size_t)((stop != NULL ? stop : end) - at) },
			     name;

		if (turnlog_held(line, &name))
			return mem_ndup(name.at, name.len);
		at += line.len + 1;
	}
	return NULL;
}

/* By an operator's event, with its derived lines. */
static void
add_handover(struct handovers *c, int seq, struct slice words,
    struct slice derived)
{
	struct handover h = { .seq = seq };

	h.seat = turnlog_handover(words, &h.left);
	if (h.seat == 0) {
		h.seat = turnlog_named(words);
		h.renamed = true;
	}
	if (h.seat == 0)
		return;
	h.held = held_by(derived);
	c->over = mem_more(c->over, c->n_over, sizeof *c->over);
	c->over[c->n_over++] = h;
}

static int
see_row(void *arg, const struct event_row *row)
{
	struct slice words = { row->words, strlen(row->words) };

	if (row->actor < 0)
		add_handover(arg, row->seq, words,
		    (struct slice){ row->derived, strlen(row->derived) });
	return 0;
}

static int
see_leaver(void *arg, int seat, int64_t player, const char *name)
{
	struct handovers *c = arg;

	c->some = true;
	if (player == 0)
		return 0;
	c->leaver = mem_more(c->leaver, c->n_leaver, sizeof *c->leaver);
	c->leaver[c->n_leaver++] = (struct leaver){ seat, player,
		c->hidden ? NULL : mem_dup(name) };
	return 0;
}

/* The handover of the seat before that one; -1: none. */
static int
before(const struct handovers *c, int i)
{
	int seat = c->over[i].seat;

	while (--i >= 0 && (c->over[i].seat != seat || c->over[i].renamed))
		;
	return i;
}

/* Who left the seat last of those whose leaving was not told yet, which is
 * marked; NULL: nobody known here. */
static struct leaver *
last_leaver(const struct handovers *c, int seat)
{
	for (size_t i = c->n_leaver; i-- > 0;)
		if (c->leaver[i].seat == seat) {
			c->leaver[i].seat = 0;
			return &c->leaver[i];
		}
	return NULL;
}

/* In front of those that ended later. */
static void
put_first(struct tenures *t, struct tenure now)
{
	char computer[24];

	if (now.name == NULL) {
		snprintf(computer, sizeof computer, COMPUTER_NAME, now.seat);
		now.name = mem_dup(computer);
	}
	t->at = mem_more(t->at, t->n, sizeof *t->at);
	memmove(t->at + 1, t->at, t->n * sizeof *t->at);
	t->at[0] = now;
	t->n++;
}

/* Whoever was a player here has the name that they bear now, but where names
 * were hidden; of others the log may say it, and else they were a computer
 * player. */
static void
add_tenure(struct tenures *t, struct handover *h, struct leaver *who)
{
	struct tenure now = { .seat = h->seat, .until = h->seq };

	if (who != NULL) {
		now.player = who->player;
		now.name = who->name;
		who->name = NULL;
	}
	if (now.name == NULL) {
		now.name = h->held;
		h->held = NULL;
	}
	put_first(t, now);
}

/* A computer player goes on for who gave the seat up, until it is taken; but if
 * the seat gets another name meanwhile, that is of who left it. */
static void
add_stand_in(const struct handovers *c, struct tenures *t,
    const struct handover *h)
{
	int until = h->taken != 0 ? h->taken : INT_MAX;

	for (size_t i = c->n_over; i-- > 0 && c->over[i].seq > h->seq;) {
		const struct handover *named = &c->over[i];

		if (!named->renamed || named->seat != h->seat ||
		    named->seq > until)
			continue;
		put_first(t,
		    (struct tenure){ .seat = h->seat,
			.from = named->seq,
			.until = until });
		until = named->seq;
	}
	put_first(t,
	    (struct tenure){ .seat = h->seat, .from = h->seq, .until = until });
}

/* The same holder by another name, which the log says. */
static void
add_former_name(const struct handovers *c, struct tenures *t,
    struct handover *h)
{
	struct leaver same = { .player = c->holder[h->seat], .name = h->held };

	if (h->held == NULL)
		return;
	h->held = NULL;
	add_tenure(t, h, &same);
}

/* From the last handover back, so that who left last is known first. One seat
 * is taken from who left it, or from its holder. A log of old does not say who
 * that was. */
static void
pair(struct handovers *c, struct tenures *t)
{
	for (int i = (int)c->n_over; i-- > 0;) {
		struct handover *h = &c->over[i];
		struct leaver *who;
		int last = before(c, i);

		if (h->renamed) {
			add_former_name(c, t, h);
			continue;
		}
		if (h->left)
			add_stand_in(c, t, h);
		if (h->left && h->taken != 0)
			continue;
		who = last_leaver(c, h->seat);
		c->holder[h->seat] = who != NULL ? who->player : 0;
		if (h->left)
			/* Not taken since: the seat bears their name. */
			continue;
		if (who != NULL || h->held != NULL || c->n_leaver > 0)
			add_tenure(t, h, who);
		if (last >= 0 && c->over[last].left)
			c->over[last].taken = h->seq;
	}
}

static void
handovers_release(struct handovers *c)
{
	for (size_t i = 0; i < c->n_leaver; i++)
		free(c->leaver[i].name);
	for (size_t i = 0; i < c->n_over; i++)
		free(c->over[i].held);
	free(c->leaver);
	free(c->over);
}

int
tenures_read(struct match *m, struct tenures *out, struct err *e)
{
	struct handovers c = { 0 };
	int rc;

	*out = (struct tenures){ 0 };
	c.hidden = m->terms.names != TERMS_NAMES_OPEN;
	for (int s = 1; s <= m->seats; s++)
		c.holder[s] = m->seat[s].player;
	rc = knowledge_leavers(m->club->db, m->game.id, see_leaver, &c, e);
	if (rc == 0 && c.some)
		rc = event_each(m->club->db, m->game.id, 1, see_row, &c, e);
	if (rc == 0)
		pair(&c, out);
	handovers_release(&c);
	return rc;
}

void
tenures_of_log(const char *text, size_t len, struct tenures *out)
{
	struct handovers c = { 0 };
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct handover *last = NULL;
	struct slice name;
	struct err e;

	*out = (struct tenures){ 0 };
	turnlog_open(&reader, text, len);
	while (turnlog_next(&reader, &line, &e) == 1) {
		if (line.type == TURNLOG_EVENT) {
			size_t n = c.n_over;

			if (line.actor < 0)
				add_handover(&c, line.seq, turnlog_words(&line),
				    (struct slice){ "", 0 });
			last = c.n_over > n ? &c.over[n] : NULL;
		} else if (line.type == TURNLOG_DERIVED && last != NULL &&
		    last->held == NULL && turnlog_held(line.text, &name)) {
			last->held = mem_ndup(name.at, name.len);
		}
	}
	pair(&c, out);
	handovers_release(&c);
}

void
tenures_release(struct tenures *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->at[i].name);
	free(t->at);
	*t = (struct tenures){ 0 };
}

const struct tenure *
tenure_at(const struct tenures *t, int seat, int seq)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].seat == seat && seq > t->at[i].from &&
		    seq < t->at[i].until)
			return &t->at[i];
	return NULL;
}

const char *
tenure_ended(const struct tenures *t, int seq)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->at[i].until == seq && t->at[i].from == 0)
			return t->at[i].name;
	return NULL;
}
