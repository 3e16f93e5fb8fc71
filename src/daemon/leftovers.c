/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "desk/desk.h"
#include "store/leftover.h"
#include "store/outbox.h"
#include "store/outgoing.h"

/*
 * A mail that cannot be taken, or put away, is told of at once and once, and
 * gone past: a look that finds nothing else has found the end, so clocks go on.
 * A move that lies in such a mail is late then; the keeper knows when it came,
 * and a moderator can take back what followed.
 */

static void
sight(struct fetching *in, int64_t id)
{
	struct sighted *s = &in->sighted;

	s->at = mem_more(s->at, s->n, sizeof *s->at);
	s->at[s->n++] = id;
}

static bool
is_sighted(const struct fetching *in, int64_t id)
{
	for (size_t i = 0; i < in->sighted.n; i++)
		if (in->sighted.at[i] == id)
			return true;
	return false;
}

/* If the database does not tell, the mail is taken, and known if it was. */
enum source_pass
leftovers_pass(void *looking, const char *mailbox, const char *item)
{
	struct looking *at = looking;
	enum source_pass pass = SOURCE_LEAVE;
	struct leftover s;
	struct err e;

	if (leftover_get(at->d->db, mailbox, item, &s, &e) <= 0)
		return SOURCE_TAKE;
	if (s.due <= clock_now())
		pass = s.copied ? SOURCE_REMOVE :
		    s.taken     ? SOURCE_PUT_AWAY :
				  SOURCE_TAKE;
	else
		sight(at->in, s.id);
	leftover_release(&s);
	return pass;
}

static int
put(struct daemon *d, struct leftover *s, struct err *e)
{
	int rc = leftover_put(d->db, s, clock_now(), e);

	return rc == 1 && desk_leftover(d->desk, s, e) != 0 ? -1 : rc;
}

static int
put_alone(struct daemon *d, struct leftover *s, struct err *e)
{
	int rc;

	if (db_begin(d->db, e) != 0)
		return -1;
	rc = put(d, s, e);
	if (rc >= 0 && db_commit(d->db, e) == 0)
		return rc;
	db_abort(d->db);
	desk_forget(d->desk);
	return -1;
}

/* While mails are judged (fetch_ahead). */
static int
put_beside(struct daemon *d, struct leftover *s, struct err *e)
{
	struct err why = { ERR_NONE, "" };
	int rc, end;

	if (db_savepoint(d->db, e) != 0)
		return -1;
	rc = put(d, s, &why);
	end = db_savepoint_end(d->db, rc, &why, e);
	if (end == 0)
		return rc;
	desk_forget(d->desk);
	if (end > 0)
		*e = why;
	return -1;
}

/* One that cannot be noted now is found again; if it was taken, that is a mail
 * more with each look, and the next waits. */
void
leftovers_tell(void *looking, const struct source_leftover *told)
{
	struct looking *at = looking;
	struct leftover s = { .taken = told->taken,
		.copied = told->copied,
		.received = told->received };
	struct err e;
	int rc;

	s.mailbox = mem_dup(told->mailbox);
	s.item = mem_dup(told->item);
	s.why = mem_dup(told->why);
	rc = db_begun(at->d->db) ? put_beside(at->d, &s, &e) :
				   put_alone(at->d, &s, &e);
	if (rc >= 0)
		sight(at->in, s.id);
	if (rc != 0)
		log_event(rc < 0 ? LOG_LEVEL_ERROR : LOG_LEVEL_WARNING,
		    s.taken ? "mailbox.unmoved" : "mailbox.unread", "mailbox",
		    s.mailbox, "item", s.item, "why", s.why, "unnoted",
		    rc < 0 ? e.text : NULL, NULL);
	if (rc < 0 && s.taken)
		fetch_stuck(at->in, &e);
	leftover_release(&s);
}

struct gone {
	struct looking *at;
	struct sighted ids;
};

/* Of this mailbox, or of one that is in the configuration no more. */
static bool
is_ours(const struct looking *at, const char *mailbox)
{
	const struct mailboxes *all = &at->d->in;

	for (int i = 0; i < all->n; i++)
		if (&all->at[i] != at->in &&
		    strcmp(all->at[i].conf->place, mailbox) == 0)
			return false;
	return true;
}

static int
find_gone(void *arg, const struct leftover *s)
{
	struct gone *g = arg;

	if (is_sighted(g->at->in, s->id) || !is_ours(g->at, s->mailbox))
		return 0;
	log_event(LOG_LEVEL_INFO, s->taken ? "mailbox.moved" : "mailbox.read",
	    "mailbox", s->mailbox, "item", s->item, NULL);
	g->ids.at = mem_more(g->ids.at, g->ids.n, sizeof *g->ids.at);
	g->ids.at[g->ids.n++] = s->id;
	return 0;
}

int
leftovers_looked(struct looking *at, struct err *e)
{
	struct gone g = { .at = at };
	int rc = leftover_each(at->d->db, find_gone, &g, e);

	for (size_t i = 0; rc == 0 && i < g.ids.n; i++)
		rc = leftover_drop(at->d->db, g.ids.at[i], e);
	free(g.ids.at);
	return rc;
}

int
daemon_left(struct daemon *d, int *mails, bool *letters, struct err *e)
{
	struct outgoing out;
	int leftovers, new, waits;
	int64_t due;

	if (leftover_count(d->db, &leftovers, e) != 0 ||
	    inbox_count(d->db, INBOX_NEW, &new, e) != 0 ||
	    outgoing_read(d->db, &out, e) != 0 ||
	    (waits = outbox_next_due(d->db, &due, e)) < 0)
		return -1;
	*mails = leftovers + new;
	*letters = waits > 0 && out.state != OUTGOING_RUNNING;
	return 0;
}

int64_t
leftovers_due(struct daemon *d)
{
	int64_t due, now = clock_now();
	struct err e;

	if (d->in.n == 0 || leftover_due(d->db, &due, &e) <= 0)
		return -1;
	return due > now ? due - now : 0;
}
