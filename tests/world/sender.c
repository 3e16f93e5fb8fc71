/* SPDX-License-Identifier: MIT */
#include "tests/world/sender.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "mail/transport.h"
#include "tests/world/address.h"
#include "tests/world/bare.h"
#include "tests/world/disk.h"
#include "tests/world/people.h"
#include "tests/world/twin.h"
#include "tests/world/world.h"

struct transport {
	struct dispatch *landed; /* the last first */
};

/* A letter on the wire. */
struct way {
	struct way *next;
	struct transport *from; /* NULL: nobody listens any more */
	struct dispatch *letter;
	char *to, *raw, *id, *envelope; /* owned */
	size_t len;
};

/* What a server says, and where; NULL: nothing more is heard of it. Each passes
 * sooner or later. */
struct trouble {
	enum stage stage;
	const char *reply;
};
enum { GREYLISTED = 9, DOT_LOST = 15 }; /* of more letters than any other */
static const struct trouble troubles[] = {
	{ STAGE_CONNECT, NULL },
	{ STAGE_CONNECT, "421 4.3.2 Service not available" },
	{ STAGE_CONNECT, "554 5.3.2 No service" },
	{ STAGE_TLS, NULL },
	{ STAGE_HELLO, "421 4.3.0 Too busy" },
	{ STAGE_LOGIN, "454 4.7.0 Temporary authentication failure" },
	{ STAGE_LOGIN, "535 5.7.8 Authentication failed" },
	{ STAGE_MAIL, "451 4.3.0 Try again later" },
	{ STAGE_MAIL, "452 4.5.3 Too many messages" },
	[GREYLISTED] = { STAGE_RCPT, "450 4.2.0 Greylisted" },
	{ STAGE_RCPT, "451 4.4.0 Local error" },
	{ STAGE_DATA, "451 4.3.0 Try again later" },
	{ STAGE_DATA, NULL },
	{ STAGE_DOT, "451 4.3.0 Queue file write error" },
	{ STAGE_DOT, "452 4.3.1 Insufficient system storage" },
	[DOT_LOST] = { STAGE_DOT, NULL },
	{ STAGE_TLS, "454 4.7.0 TLS not available" },
	{ STAGE_HELLO, "550 5.7.1 HELO rejected" },
	{ STAGE_MAIL, "421 4.7.0 Closing connection" },
	{ STAGE_RCPT, "421 4.4.2 Timeout" },
	{ STAGE_DATA, "421 4.3.2 Shutting down" },
	{ STAGE_DOT, "421 4.3.2 Shutting down" },
	/* from here on of single letters: such a one is lost */
	{ STAGE_RCPT, "550 5.7.1 Relaying denied" },
	{ STAGE_RCPT, "552 5.2.2 Mailbox full" },
	{ STAGE_DATA, "554 5.5.1 No valid recipients" },
	{ STAGE_DOT, "552 5.3.4 Message too big" },
	{ STAGE_DOT, "554 5.7.1 Message rejected as spam" },
};
enum { EACH = sizeof troubles / sizeof *troubles, TROUBLES = EACH - 5 };

/* Message-IDs */
struct ids {
	char **at; /* owned */
	size_t n;
};

static struct {
	struct way *ways; /* owned */
	struct ids unsure, refused;
	const struct trouble *lasts; /* with every letter; NULL */
	bool healthy;
	/* owned: from a letter that failed for what is wrong with us, or the
	 * way, to the next that was taken; and since when the last, 0: it has
	 * ended */
	struct outage *silent;
	size_t n_silent;
	int64_t silent_since;
} server;

/* ---- on the wire ---- */

static void
ids_add(struct ids *of, const char *id)
{
	of->at = mem_more(of->at, of->n, sizeof *of->at);
	of->at[of->n++] = mem_dup(id);
}

static bool
ids_have(const struct ids *of, const char *id)
{
	for (size_t i = 0; i < of->n; i++)
		if (strcmp(of->at[i], id) == 0)
			return true;
	return false;
}

static void
ids_close(struct ids *of)
{
	for (size_t i = 0; i < of->n; i++)
		free(of->at[i]);
	free(of->at);
	*of = (struct ids){ 0 };
}

bool
sender_unsure(const char *message_id)
{
	return ids_have(&server.unsure, message_id);
}

bool
sender_refused(const char *message_id)
{
	return ids_have(&server.refused, message_id);
}

static void
way_free(void *arg)
{
	struct way *w = arg, **p = &server.ways;

	while (*p != w)
		p = &(*p)->next;
	*p = w->next;
	free(w->to);
	free(w->raw);
	free(w->id);
	free(w->envelope);
	free(w);
}

static void
note_silence(bool silent)
{
	if (silent && server.silent_since == 0) {
		server.silent_since = world_seconds();
	} else if (!silent && server.silent_since != 0) {
		server.silent = mem_more(server.silent, server.n_silent,
		    sizeof *server.silent);
		server.silent[server.n_silent++] = (struct outage){
			server.silent_since, world_seconds()
		};
		server.silent_since = 0;
	}
}

int64_t
sender_silence(int64_t from, int64_t until)
{
	int64_t silence = 0;

	for (size_t i = 0; i <= server.n_silent; i++) {
		struct outage o = { server.silent_since, until };

		if (i < server.n_silent)
			o = server.silent[i];
		else if (o.from == 0)
			break;
		o.from = o.from > from ? o.from : from;
		o.until = o.until < until ? o.until : until;
		silence += o.until > o.from ? o.until - o.from : 0;
	}
	return silence;
}

static void
give_back(struct way *w, const struct trouble *t)
{
	struct dispatch *l = w->letter;

	if (w->from == NULL)
		return;
	l->stage = t == NULL ? STAGE_DOT : t->stage;
	l->next = w->from->landed;
	w->from->landed = l;
	world.wakes = true;
	if (t == NULL) {
		note_silence(false);
		l->verdict = VERDICT_SENT;
		l->code = 250;
		(void)snprintf(l->reply, sizeof l->reply,
		    "250 2.0.0 Ok: queued as %lld", (long long)l->id);
		return;
	}
	/* As mail/smtp.c judges it. */
	l->fault = t->reply != NULL ? fault_of(t->stage, t->reply) : FAULT_LINE;
	if (fault_stops(l->fault))
		note_silence(true);
	l->verdict = t->reply != NULL && !fault_stops(l->fault) &&
		l->fault != FAULT_PASSING ?
	    VERDICT_FAILED :
	    t->reply == NULL && t->stage == STAGE_DOT ? VERDICT_UNKNOWN :
							VERDICT_LATER;
	l->code = t->reply != NULL ? (int)strtol(t->reply, NULL, 10) : 0;
	(void)snprintf(l->reply, sizeof l->reply, "%s",
	    t->reply != NULL ? t->reply : "");
	(void)snprintf(l->why, sizeof l->why, "%s at %s",
	    t->reply != NULL ? t->reply : "nothing heard",
	    stage_name(t->stage));
}

static const struct trouble *
trouble_of_letter(const char *to)
{
	static struct trouble refused = { STAGE_RCPT, NULL };

	if (server.healthy)
		return NULL;
	refused.reply = address_refuses(to);
	if (refused.reply != NULL)
		return &refused;
	if (server.lasts != NULL)
		return server.lasts;
	if (fate_deed(&world.fate, STREAM_SENDER, 10))
		return &troubles[GREYLISTED];
	if (fate_deed(&world.fate, STREAM_SENDER, 10))
		return &troubles[DOT_LOST];
	return fate_deed(&world.fate, STREAM_SENDER, 25) ?
	    &troubles[fate_below(&world.fate, STREAM_SENDER, EACH)] :
	    NULL;
}

static void
way_ends(void *arg)
{
	struct way *w = arg;
	const struct trouble *t = trouble_of_letter(w->to);
	bool lost = t != NULL && t->stage == STAGE_DOT && t->reply == NULL;
	bool arrives = t == NULL ||
	    (lost && fate_below(&world.fate, STREAM_SENDER, 2) == 0);

	if (t != NULL)
		world_tell("to %s: %s: \"%s\" at %s%s", w->to, w->id,
		    t->reply != NULL ? t->reply : "", stage_name(t->stage),
		    arrives ? ", and it arrives" : "");
	if (arrives && (t != NULL || w->from == NULL))
		ids_add(&server.unsure, w->id);
	if (t >= troubles + TROUBLES && t < troubles + EACH)
		address_loses(w->to);
	if (t != NULL && t->reply != NULL && t->reply[0] == '5')
		ids_add(&server.refused, w->id);
	give_back(w, t);
	if (arrives && !address_returns(w->to, w->envelope, w->raw)) {
		twin_arrives(w->to, w->envelope, w->raw, w->len);
		bare_arrives(w->to, w->id);
		people_get(w->to, w->raw, w->len);
	}
	way_free(w);
}

/* ---- how it fares ---- */

static void trouble_begins(void *arg);

static void
trouble_ends(void *arg)
{
	(void)arg;
	if (server.lasts != NULL)
		world_tell("mail goes out again");
	server.lasts = NULL;
	world_plan(fate_between(&world.fate, STREAM_SENDER, HOUR, 12 * DAY),
	    trouble_begins, NULL, NULL);
}

static void
trouble_begins(void *arg)
{
	const struct trouble *t =
	    &troubles[fate_below(&world.fate, STREAM_SENDER, TROUBLES)];

	(void)arg;
	if (!server.healthy && fate_deed(&world.fate, STREAM_SENDER, 500)) {
		world_tell("no mail goes out: \"%s\" at %s",
		    t->reply != NULL ? t->reply : "", stage_name(t->stage));
		server.lasts = t;
	}
	world_plan(fate_between(&world.fate, STREAM_SENDER, MINUTE, 5 * HOUR),
	    trouble_ends, NULL, NULL);
}

void
sender_open(void)
{
	memset(&server, 0, sizeof server);
	trouble_ends(NULL);
}

void
sender_heal(void)
{
	server.healthy = true;
}

void
sender_close(void)
{
	ids_close(&server.unsure);
	ids_close(&server.refused);
	free(server.silent);
}

void
sender_hang_up(void)
{
	for (struct way *w = server.ways; w != NULL; w = w->next)
		w->from = NULL;
}

/* ---- the transport ---- */

static int
out_open(const struct conf *c, struct transport **t, struct err *e)
{
	(void)c;
	(void)e;
	*t = mem_zero(1, sizeof **t);
	return 0;
}

/* It follows from the second in which the letter is given, not from the part of
 * it at which a clock of the daemon's rings: that varies with what came to it
 * before, and nobody can tell it from the chance of the wire. */
static int64_t
until_it_ends(const char *to)
{
	int64_t part = world.now % SECOND;

	return fate_of(&world.fate, STREAM_SENDER,
		   fate_key(to) ^ (uint64_t)(world.now - part), SECOND + 20,
		   3 * SECOND) -
	    part;
}

static void
out_start(struct transport *t, struct dispatch *l)
{
	struct way *w = mem_zero(1, sizeof *w);
	const char *id = strstr(l->raw, "Message-ID: ");

	*w = (struct way){ .next = server.ways,
		.from = t,
		.letter = l,
		.to = mem_dup(l->to),
		.envelope = mem_dup(l->envelope_from),
		.raw = mem_ndup(l->raw, l->len),
		.len = l->len };
	MUST(id != NULL);
	id += strlen("Message-ID: ");
	w->id = mem_ndup(id, strcspn(id, "\r"));
	l->next = NULL;
	server.ways = w;
	if (disk_dead())
		way_free(w); /* whoever sends it is dead */
	else
		world_plan(until_it_ends(l->to), way_ends, w, way_free);
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
