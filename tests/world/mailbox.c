/* SPDX-License-Identifier: MIT */
#include "tests/world/mailbox.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "mail/source.h"
#include "tests/world/disk.h"
#include "tests/world/people.h"
#include "tests/world/world.h"

/* One that lies there, in the order of their numbers. */
struct lying {
	uint32_t uid;
	int64_t received;
	bool passed; /* in the present look */
	/* until then (seconds) the server does not give it, nor move it */
	int64_t unread, unmoved;
	bool stuck; /* it was to be moved */
	bool given; /* the daemon has had it, and may have stored it */
	bool done;  /* it has */
	struct buf raw;
};

static struct {
	struct lying *at; /* owned */
	int n;
	uint32_t validity, next;
	/* the daemon's side */
	uint32_t *taken; /* owned: numbers given by the last fetch */
	int n_taken;
	bool asked, answers; /* a fetch is under way; its answer is there */
	bool looking;        /* a look has begun */
	bool idles;          /* the server tells of new mail: IDLE */
	bool rings;          /* mail has come since the last look began */
	int64_t looked;      /* when that was; milliseconds */
	unsigned calls;      /* connections: plans of older ones are void */
	int64_t away;        /* since then (seconds) nobody can look; 0 */
	bool healthy;
} box;

static const char place[] = "imaps://games@mail.example.org/INBOX";

static void
lying_drop(int i)
{
	buf_release(&box.at[i].raw);
	box.n--;
	for (; i < box.n; i++)
		box.at[i] = box.at[i + 1];
}

/* ---- what goes wrong with it ---- */

static bool
strikes(int per_mille)
{
	return !box.healthy &&
	    fate_deed(&world.fate, STREAM_MAILBOX, per_mille);
}

static int64_t
some_time(int64_t from, int64_t until)
{
	return fate_between(&world.fate, STREAM_MAILBOX, from, until);
}

static void away_begins(void *arg);

static void
away_ends(void *arg)
{
	(void)arg;
	if (box.away > 0) {
		world_tell("the mailbox is there again");
		world_outage(box.away);
	}
	box.away = 0;
	world_plan(some_time(HOUR, 15 * DAY), away_begins, NULL, NULL);
}

static void
away_begins(void *arg)
{
	(void)arg;
	if (strikes(600)) {
		world_tell("the mailbox is away");
		box.away = world_seconds();
	}
	world_plan(some_time(MINUTE, strikes(100) ? 9 * HOUR : 40 * MINUTE),
	    away_ends, NULL, NULL);
}

static void
renumber(void)
{
	box.validity++;
	box.next = 1;
	for (int i = 0; i < box.n; i++)
		box.at[i].uid = box.next++;
	mailbox_hang_up();
	world_tell("the mailbox is renumbered");
}

/* Somebody has the same mailbox open, or the server is set up anew. */
static void
somebody_looks(void *arg)
{
	(void)arg;
	if (strikes(300))
		renumber();
	if (box.n > 0 && strikes(500)) {
		int i = (int)fate_below(&world.fate, STREAM_MAILBOX, box.n);

		if (!box.at[i].done)
			people_lost(buf_text(&box.at[i].raw), box.at[i].given);
		lying_drop(i);
	}
	world_plan(some_time(HOUR, 10 * DAY), somebody_looks, NULL, NULL);
}

void
mailbox_heal(void)
{
	box.healthy = true;
	for (int i = 0; i < box.n; i++)
		box.at[i].unread = box.at[i].unmoved = 0;
}

void
mailbox_open(void)
{
	box.validity = 1000;
	box.next = 1;
	box.idles = fate_of(&world.fate, STREAM_WORLD, 3, 0, 1) == 0;
	away_ends(NULL);
	somebody_looks(NULL);
}

void
mailbox_close(void)
{
	while (box.n > 0)
		lying_drop(box.n - 1);
	free(box.at);
	free(box.taken);
	memset(&box, 0, sizeof box);
}

void
mailbox_deliver(struct buf *raw)
{
	box.at = mem_more(box.at, (size_t)box.n, sizeof *box.at);
	box.at[box.n++] = (struct lying){ .uid = box.next++,
		.received = world_seconds(),
		.raw = *raw };
	if (strikes(15))
		box.at[box.n - 1].unread = world_seconds() +
		    some_time(MINUTE, 20 * HOUR) / SECOND;
	if (strikes(15))
		box.at[box.n - 1].unmoved = world_seconds() +
		    some_time(MINUTE, 20 * HOUR) / SECOND;
	*raw = (struct buf)BUF_INIT;
	box.rings = true;
	world.wakes = world.wakes || box.idles;
}

int
mailbox_count(void)
{
	return box.n;
}

void
mailbox_hang_up(void)
{
	box.calls++;
	box.n_taken = 0;
	box.asked = box.answers = box.looking = false;
	box.rings = true;
}

/* ---- the source ---- */

struct source {
	const struct conf_mailbox *conf; /* borrowed */
};

static int
box_open(const struct conf_mailbox *c, struct source **out, struct err *e)
{
	(void)e;
	*out = mem_zero(1, sizeof **out);
	(*out)->conf = c;
	mailbox_hang_up();
	return 0;
}

static void
answer_comes(void *arg)
{
	unsigned *call = arg;

	if (*call == box.calls && box.asked)
		box.answers = world.wakes = true;
	free(call);
}

/* The server takes its time for each answer. */
static void
ask(void)
{
	unsigned *call = mem_alloc(sizeof *call);

	*call = box.calls;
	box.asked = true;
	box.answers = false;
	world_plan(fate_of(&world.fate, STREAM_MAILBOX, (uint64_t)world.now, 5,
		       900),
	    answer_comes, call, free);
	/* It has fetched them while the last were judged. */
	box.answers = world.twin == TWIN_NONE && box.n > 0 &&
	    fate_of(&world.fate, STREAM_MAILBOX, (uint64_t)world.now + 1, 0,
		1) == 0;
	if (box.looking)
		return;
	box.looking = true;
	box.rings = false;
	for (int i = 0; i < box.n; i++)
		box.at[i].passed = false;
}

static void
leave(const struct source_callbacks *h, const char *item, const struct lying *l,
    bool taken)
{
	h->leftover(h->arg,
	    &(struct source_leftover){ .mailbox = place,
		.item = item,
		.taken = taken,
		.received = l->received,
		.why = taken ? "NO it stays" : "NO it is not to be had" });
}

/* Whether it was handed over; *gone: it was taken before, and is put away. */
static bool
hand_over(const struct source_callbacks *h, struct lying *l, bool *gone)
{
	char item[32];
	struct source_mail m = { .mailbox = place,
		.item = item,
		.uidvalidity = box.validity,
		.uid = l->uid,
		.received = l->received,
		.raw = buf_text(&l->raw),
		.len = l->raw.len };
	enum source_pass pass;

	(void)snprintf(item, sizeof item, "%u/%u", box.validity, l->uid);
	l->passed = true;
	pass = h->pass(h->arg, place, item);
	if (pass == SOURCE_PUT_AWAY || pass == SOURCE_REMOVE) {
		*gone = l->unmoved <= world_seconds();
		if (!*gone)
			leave(h, item, l, true);
		return false;
	}
	if (pass == SOURCE_LEAVE)
		return false;
	if (l->unread <= world_seconds()) {
		l->given = true;
		return h->take(h->arg, &m) == 0;
	}
	leave(h, item, l, false);
	return false;
}

static int
broken(struct err *e, const char *why)
{
	mailbox_hang_up();
	return err_set(e, ERR_LATER, "%s", why);
}

/* Until the next look, which may be long after several that failed, this is as
 * if it had been away. */
static int
cut(struct err *e)
{
	world_outage(world_seconds() - 1);
	return broken(e, "the connection is cut");
}

/* What was to be moved last and was not. */
static void
tell_unmoved(const struct source_callbacks *h)
{
	char item[32];

	for (int i = 0; i < box.n; i++)
		if (box.at[i].stuck) {
			(void)snprintf(item, sizeof item, "%u/%u", box.validity,
			    box.at[i].uid);
			leave(h, item, &box.at[i], true);
			box.at[i].stuck = false;
			box.at[i].passed = true;
		}
}

static void
hand_over_all(const struct source_callbacks *h, int most)
{
	for (int i = 0; i < box.n && box.n_taken < most; i++) {
		bool gone = false;

		if (box.at[i].passed || !hand_over(h, &box.at[i], &gone)) {
			if (gone)
				lying_drop(i--);
			continue;
		}
		box.taken = mem_more(box.taken, (size_t)box.n_taken,
		    sizeof *box.taken);
		box.taken[box.n_taken++] = box.at[i].uid;
	}
}

static int
box_fetch(struct source *s, const struct source_callbacks *h, struct err *e)
{
	if (disk_dead() || box.away > 0)
		return broken(e, "nobody is there");
	if (!box.asked)
		ask();
	if (!box.answers)
		return SOURCE_BUSY;
	box.asked = box.answers = false;
	box.n_taken = 0;
	box.looked = world.now;
	tell_unmoved(h);
	if (strikes(8))
		return cut(e);
	hand_over_all(h, s->conf->batch);
	if (box.n_taken == 0)
		box.looking = false;
	return box.n_taken;
}

static void
put_away(uint32_t uid)
{
	for (int i = 0; i < box.n; i++) {
		if (box.at[i].uid != uid)
			continue;
		if (box.at[i].unmoved > world_seconds())
			box.at[i].stuck = box.at[i].done = true;
		else
			lying_drop(i--);
	}
}

/* The next fetch looks at what is left: it has come later, or was passed. */
static int
box_done(struct source *s, const bool *stays, struct err *e)
{
	(void)s;
	if (disk_dead())
		return broken(e, "nobody is there");
	for (int k = 0; k < box.n_taken; k++) {
		if (strikes(8))
			return cut(e);
		if (stays == NULL || !stays[k])
			put_away(box.taken[k]);
	}
	box.n_taken = 0;
	box.looking = false;
	return 0;
}

static int
box_watch(struct source *s, struct err *e)
{
	(void)e;
	return box.idles ? box.rings :
			   world.now - box.looked >= s->conf->interval * SECOND;
}

/* The world wakes the daemon itself (world.c). */
static int
box_fd(const struct source *s)
{
	(void)s;
	return -1;
}

static int
box_timeout(const struct source *s)
{
	return box.asked && box.answers ? 0 :
	    box.asked                   ? s->conf->timeout * SECOND :
					  s->conf->interval * SECOND;
}

static void
box_close(struct source *s, int timeout_ms)
{
	(void)timeout_ms;
	mailbox_hang_up();
	free(s);
}

const struct source_driver *
source_driver(const struct conf_mailbox *c)
{
	static const struct source_driver driver = { "world", box_open,
		box_fetch, box_done, box_watch, box_fd, box_timeout,
		box_close };

	(void)c;
	return &driver;
}
