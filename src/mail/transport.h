/* SPDX-License-Identifier: MIT */
#ifndef MAIL_TRANSPORT_H
#define MAIL_TRANSPORT_H

/*
 * Where mail goes: SMTP (libcurl, a small pool of threads, one easy handle
 * each, connections kept), a sendmail pipe, or Maildirs (one per recipient,
 * below a directory). The verdict is that of the response code, never of the
 * library's code (platform trap 9).
 */

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"

enum verdict {
	VERDICT_SENT,                    /* 250 after the final dot */
	VERDICT_LATER,                   /* 4xx, or not sent: network */
	VERDICT_FAILED,                  /* 5xx, or an address that must not be used */
	VERDICT_UNKNOWN                  /* broken after 354: perhaps sent; again with
	                                    the same Message-ID, not sooner than ten minutes */
};

struct letter {
	int64_t id;                      /* the caller's */
	const char *envelope_from;       /* borrowed until the verdict */
	const char *to;
	const char *raw; size_t len;     /* CR LF only: asserted */
	enum verdict verdict;            /* set by send */
	int code;                        /* SMTP reply code; 0 none */
	char why[200];                   /* one line for the log; "" if sent */
};

struct transport;

struct transport_driver {
	const char *type;                /* "smtp", "sendmail", "maildir" */
	int (*open)(const struct conf *c, struct transport **out, struct err *e);
	/* Sends n letters, in parallel as the configuration allows, and
	 * returns when each has its verdict. Never fails as a whole. */
	void (*send)(struct transport *t, struct letter *letters, size_t n);
	void (*close)(struct transport *t);
};

const struct transport_driver *transport_driver(const struct conf *c);

extern const struct transport_driver transport_smtp, transport_sendmail, transport_maildir;

#endif
