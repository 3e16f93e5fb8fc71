/* SPDX-License-Identifier: MIT */
#ifndef MAIL_TRANSPORT_H
#define MAIL_TRANSPORT_H

/*
 * Where mail goes: SMTP (libcurl, a small pool of threads, a handle
 * each, connections kept), a sendmail pipe, or Maildirs (one per recipient,
 * below a directory). The verdict is that of the response code, never of the
 * library's code (doc/libraries.md 9).
 *
 * Each letter gets exactly one verdict, and whose fault it is (fault.h).
 * Every letter is looked at again before it goes: addresses (doc/libraries.md
 * 7), and that its lines end in CR LF alone (doc/libraries.md 8); one that
 * fails is not sent and VERDICT_FAILED. A server that will have nothing to do
 * with us (bad certificate, refused password, 5xx as greeting, a quota) says
 * nothing against a letter: VERDICT_LATER, and fault_stops. Letters that waited
 * behind such a one come back at once as VERDICT_NONE, so that one attempt is
 * made and not as many as there are letters. A connection that is refused while
 * another letter is under way rests for a minute, and its letter goes over
 * another: the server takes fewer at a time.
 *
 * There are two ways to send. `send` waits for all it was given. `start` hands
 * a letter over and returns at once; when `fd` becomes readable, `collect`
 * gives letters back with their verdicts, in any order. Both may be used in
 * one process; calls are made by one thread.
 */

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"
#include "mail/fault.h"

enum delivery {
	VERDICT_NONE,  /* not tried */
	VERDICT_SENT,  /* 250 after the final dot */
	VERDICT_LATER, /* 4xx, or not sent: network */
	/* 5xx, or an address that must not be used */
	VERDICT_FAILED,
	/* broken after 354: perhaps sent; again with the same Message-ID, not
	 * sooner than ten minutes */
	VERDICT_UNKNOWN
};

struct dispatch {
	int64_t id;                /* the caller's */
	const char *envelope_from; /* borrowed until the verdict */
	const char *to;
	const char *raw;
	size_t len; /* borrowed; CR LF only */
	/* Not begun later than that, nor ended where it can still be helped:
	 * VERDICT_NONE; clock_boot_ms, 0: whenever. May be moved meanwhile. */
	_Atomic int64_t until;
	enum delivery verdict; /* set by send, as what follows */
	enum fault fault;      /* FAULT_NONE if sent */
	enum stage stage;      /* where it ended */
	int code;              /* SMTP reply code; 0 none */
	/* the last, "" none: the server's own words, also after the final dot
	 * of one that is sent */
	char reply[sizeof((struct smtp_reply *)0)->text];
	char why[520];         /* one line for people; "" if sent */
	struct dispatch *next; /* the transport's while it has it */
	size_t *batch;         /* the transport's */
};

/* What follows from a server's refusal. */
static inline enum delivery
fault_delivery(enum fault f)
{
	return f == FAULT_PASSING || fault_stops(f) ? VERDICT_LATER :
						      VERDICT_FAILED;
}

struct transport;

enum { TRANSPORT_GRACE_MS = 2000 };

struct transport_driver {
	const char *type; /* "smtp", "sendmail", "maildir" */
	/* c is borrowed until close. Connects to nothing yet. */
	int (*open)(const struct conf *c, struct transport **t, struct err *e);
	/* Sends n letters, in parallel as the configuration allows, and
	 * returns when each has its verdict. */
	void (*send)(struct transport *t, struct dispatch *letters, size_t n);
	/* The letter must stay where it is until collect gives it back. */
	void (*start)(struct transport *t, struct dispatch *letter);
	/* A letter that has its verdict, NULL if none has now. */
	struct dispatch *(*collect)(struct transport *t);
	/* Readable (poll) while collect has something to give. */
	int (*fd)(const struct transport *t);
	/* Letters not begun come back as VERDICT_NONE. */
	void (*recall)(struct transport *t);
	/* No more is begun, and letters being sent have so many ms from now;
	 * does not wait for it. After it only close. */
	void (*finish)(struct transport *t, int grace_ms);
	/* Finishes with TRANSPORT_GRACE_MS if that was not said before, and
	 * waits; then what is still under way is broken off, which takes a
	 * second, whatever a server does. Letters not begun are VERDICT_NONE,
	 * and collect is not possible any more. NULL is fine. */
	void (*close)(struct transport *t);
};

const struct transport_driver *transport_driver(const struct conf *c);

/* Connects and logs in, as to send a letter, and sends none: for outgoing {
 * type = smtp } alone. 0, or -1 with the server's words. */
int transport_login(const struct conf *c, struct err *e);

extern const struct transport_driver transport_smtp, transport_sendmail,
    transport_maildir;

#endif
