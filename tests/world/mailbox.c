/* SPDX-License-Identifier: MIT */
#include "tests/world/mailbox.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "mail/source.h"
#include "tests/world/disk.h"
#include "tests/world/world.h"

/* One that lies there, in the order of their numbers. */
struct lying {
	uint32_t uid;
	int64_t received;
	bool passed; /* in the present look */
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
	bool rings;          /* mail has come since the last look began */
	unsigned calls;      /* connections: plans of older ones are void */
} box;

static const char place[] = "imaps://games@mail.example.org/INBOX";

void
mailbox_open(void)
{
	box.validity = 1000;
	box.next = 1;
}

static void
lying_drop(int i)
{
	buf_release(&box.at[i].raw);
	box.n--;
	for (; i < box.n; i++)
		box.at[i] = box.at[i + 1];
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
	*raw = (struct buf)BUF_INIT;
	box.rings = true;
	world.wakes = true;
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
	const struct conf *conf; /* borrowed */
};

static int
box_open(const struct conf *c, struct source **out, struct err *e)
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
	world_plan(fate_between(&world.fate, STREAM_MAILBOX, 5, 900),
	    answer_comes, call, free);
	if (box.looking)
		return;
	box.looking = true;
	box.rings = false;
	for (int i = 0; i < box.n; i++)
		box.at[i].passed = false;
}

/* Whether it was handed over. */
static bool
hand_over(const struct source_hands *h, struct lying *l)
{
	char item[32];
	struct source_mail m = { .mailbox = place,
		.item = item,
		.uidvalidity = box.validity,
		.uid = l->uid,
		.received = l->received,
		.raw = buf_text(&l->raw),
		.len = l->raw.len };

	(void)snprintf(item, sizeof item, "%u/%u", box.validity, l->uid);
	l->passed = true;
	return h->pass(h->arg, place, item) == SOURCE_TAKE &&
	    h->take(h->arg, &m) == 0;
}

static int
box_fetch(struct source *s, const struct source_hands *h, struct err *e)
{
	if (disk_dead())
		return err_set(e, ERR_LATER, "nobody is there");
	if (!box.asked)
		ask();
	if (!box.answers)
		return SOURCE_BUSY;
	box.asked = box.answers = false;
	box.n_taken = 0;
	for (int i = 0; i < box.n && box.n_taken < s->conf->mailbox.batch; i++)
		if (!box.at[i].passed && hand_over(h, &box.at[i])) {
			box.taken = mem_more(box.taken, (size_t)box.n_taken,
			    sizeof *box.taken);
			box.taken[box.n_taken++] = box.at[i].uid;
		}
	if (box.n_taken == 0)
		box.looking = false;
	return box.n_taken;
}

/* The next fetch looks at what is left: it has come later, or was passed. */
static int
box_done(struct source *s, const bool *stays, struct err *e)
{
	(void)s;
	if (disk_dead())
		return err_set(e, ERR_LATER, "nobody is there");
	for (int k = 0; k < box.n_taken; k++)
		for (int i = 0; i < box.n; i++)
			if (box.at[i].uid == box.taken[k] &&
			    (stays == NULL || !stays[k]))
				lying_drop(i--);
	box.n_taken = 0;
	box.looking = false;
	return 0;
}

static int
box_watch(struct source *s, struct err *e)
{
	(void)s;
	(void)e;
	return box.rings;
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
	    box.asked                   ? s->conf->mailbox.timeout * SECOND :
					  s->conf->mailbox.interval * SECOND;
}

static void
box_close(struct source *s, int timeout_ms)
{
	(void)timeout_ms;
	mailbox_hang_up();
	free(s);
}

const struct source_driver *
source_driver(const struct conf *c)
{
	static const struct source_driver driver = { "world", box_open,
		box_fetch, box_done, box_watch, box_fd, box_timeout,
		box_close };

	(void)c;
	return &driver;
}
