/* SPDX-License-Identifier: MIT */
#include "tests/world/sender.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "mail/transport.h"
#include "tests/world/people.h"
#include "tests/world/world.h"

struct transport {
	struct dispatch *landed; /* the last first */
};

/* A letter on the wire. */
struct way {
	struct transport *to;
	struct dispatch *letter;
	unsigned line;
};

static unsigned line; /* letters of older connections are void */

void
sender_open(void)
{
	line = 0;
}

void
sender_close(void)
{
	line++;
}

void
sender_hang_up(void)
{
	line++;
}

static int
out_open(const struct conf *c, struct transport **t, struct err *e)
{
	(void)c;
	(void)e;
	*t = mem_zero(1, sizeof **t);
	return 0;
}

static void
out_arrives(void *arg)
{
	struct way *w = arg;
	struct dispatch *l = w->letter;

	if (w->line == line) {
		l->verdict = VERDICT_SENT;
		l->code = 250;
		(void)snprintf(l->reply, sizeof l->reply,
		    "250 2.0.0 Ok: queued as %lld", (long long)l->id);
		l->next = w->to->landed;
		w->to->landed = l;
		world.wakes = true;
		people_get(l->to, l->raw, l->len);
	}
	free(w);
}

static void
out_start(struct transport *t, struct dispatch *l)
{
	struct way *w = mem_alloc(sizeof *w);

	*w = (struct way){ t, l, line };
	l->next = NULL;
	world_plan(fate_between(&world.fate, STREAM_SENDER, 20, 3000),
	    out_arrives, w, free);
}

static struct dispatch *
out_collect(struct transport *t)
{
	struct dispatch *l = t->landed;

	if (l != NULL)
		t->landed = l->next;
	return l;
}

static int
out_fd(const struct transport *t)
{
	(void)t;
	return -1;
}

static void
out_recall(struct transport *t)
{
	(void)t;
}

static void
out_finish(struct transport *t, int grace_ms)
{
	(void)t;
	(void)grace_ms;
}

static void
out_close(struct transport *t)
{
	sender_hang_up();
	free(t);
}

const struct transport_driver *
transport_driver(const struct conf *c)
{
	static const struct transport_driver driver = { "world", out_open, NULL,
		out_start, out_collect, out_fd, out_recall, out_finish,
		out_close };

	(void)c;
	return &driver;
}
