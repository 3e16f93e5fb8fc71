/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_SOURCE_H
#define MAIL_IMAP_SOURCE_H

/* What imap.c, which gives the orders, and imap_frames.c, which takes the
 * answers, share. */

#include "mail/imap_link.h"
#include "mail/source.h"
#include "mail/uids.h"

/* A mail that may be a leftover. */
struct doubt {
	uint32_t uid;
	int64_t received; /* 0: not known */
	bool servers;     /* perhaps the server's trouble */
	char *why;        /* owned */
};
struct doubts {
	struct doubt *at;
	size_t n;
}; /* owned */

struct source {
	struct link link;
	bool idles;         /* the server offers IDLE */
	bool announces;     /* it has told of mail in an IDLE */
	bool listed;        /* and nothing was left to do */
	bool old;           /* a session that was quiet before */
	int64_t began;      /* an order to it, monotonic ms */
	bool tried;         /* once more, since fetch gave an answer */
	int64_t fetched_at; /* for the polling interval */
	uint32_t validity;
	struct uids wanted;       /* listed, to be fetched */
	struct uids batch;        /* being fetched */
	struct uids taken;        /* of it, by the caller */
	struct uids away;         /* taken: to be moved */
	struct uids copied;       /* taken, and only to be removed */
	struct uids moving;       /* being moved, or removed */
	struct uids moved, asked; /* should be gone from the next list */
	bool copies;              /* what was moved was copied */
	bool refused;             /* by the caller */
	size_t careful;           /* so many are taken one by one */
	size_t chunk, bytes;      /* of a FETCH: messages, what came of it */
	uint32_t breaker;         /* broke the session, alone, */
	int breaks;               /* so many times */
	struct doubts doubts;     /* refused, or broke the session */
	bool gave;                /* a mail came since the last LIST */
};

/*
 * A mail that is not given is a leftover only if the server gives others: else
 * the server is in trouble, the look fails, and clocks wait. So it is in doubt
 * first. What is given later, or a mail of the done folder, is the proof.
 */
void imap_doubt(struct source *s, const struct doubt *d); /* copied */
/* They are leftovers. */
void imap_doubts_told(struct source *s, const struct source_callbacks *h);
void imap_doubts_forget(struct source *s);
/* A PROVED frame. */
int imap_proved(struct source *s, struct frame *f,
    const struct source_callbacks *h, struct err *e);
/* The session broke at this mail alone, in that order. */
void imap_broke(struct source *s, const struct source_callbacks *h,
    uint32_t uid, char order, const struct err *e);

/* A frame that answers the order under way. -1: the session, or the look, is
 * over. */
int imap_frame(struct source *s, struct frame *f,
    const struct source_callbacks *h, struct err *e);
/* Tells of it; mailbox and item are filled in. */
void imap_leftover(struct source *s, const struct source_callbacks *h,
    uint32_t uid, struct source_leftover leftover);
/* All that is known of what is in the folder. */
void imap_forget(struct source *s);

#endif
