/* SPDX-License-Identifier: MIT */
#ifndef MAIL_SOURCE_H
#define MAIL_SOURCE_H

/*
 * Where mail comes from: an IMAP mailbox or a Maildir, behind one small
 * table of functions. The order of calls is the contract of DESIGN 4.1:
 *
 *     open -> ( fetch -> [caller commits] -> done )* -> wait -> fetch ...
 *
 * fetch hands each raw mail to `take`, a batch at a time; nothing is told to
 * the server. After the caller has committed, done moves what was taken
 * to the done folder. Interrupted anywhere, the same mails are
 * fetched again; nothing is lost.
 *
 * No call may hang: each has a time limit (conf: mailbox.timeout, default 60 s),
 * after which it fails with ERR_LATER and the connection is gone; a later
 * fetch connects again. Back-off between failures is the caller's (daemon/).
 */

#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"

struct source_mail {
	const char *mailbox;             /* "imaps://user@host/INBOX" */
	uint32_t uidvalidity, uid;       /* 0, 0 for a Maildir */
	int64_t received;                /* INTERNALDATE; Maildir: mtime */
	/* borrowed; cut to MESSAGE_MAX + 1 if larger */
	const char *raw; size_t len;
};

struct source;

struct source_driver {
	const char *type;                /* "imap", "maildir" */
	/* Does not connect yet. c must live as long as the source. */
	int (*open)(const struct conf *c, struct source **out, struct err *e);
	/* Connects if needed; hands up to one batch to take (non-zero from take
	 * stops with -1). Returns how many, 0 none waiting, -1: then what was
	 * handed over before may be kept or forgotten, it comes again. */
	int (*fetch)(struct source *s,
		int (*take)(void *arg, const struct source_mail *m),
		void *arg, struct err *e);
	/* Moves the mails of the last fetch to the done folder. May return
	 * before the server has answered, so that the caller can judge the mails
	 * meanwhile: a failure is then that of the next fetch, wait or done.
	 * ERR_RETRY: the mailbox was renumbered, they will be fetched again. */
	int (*done)(struct source *s, struct err *e);
	/* Waits for new mail at most timeout_ms, by IDLE where offered, else
	 * sleeping; returns early when wake_fd (a pipe or signalfd, -1 none)
	 * becomes readable. 1 perhaps new mail, 0 time out or woken, -1. */
	int (*wait)(struct source *s, int wake_fd, int timeout_ms,
		struct err *e);
	void (*close)(struct source *s);
};

/* By conf mailbox.type; never NULL for a checked configuration. */
const struct source_driver *source_driver(const struct conf *c);

extern const struct source_driver source_imap, source_maildir;

/*
 * The IMAP driver runs each connection in a process of its own: the same
 * program, executed again (why: mail/imap_child.h). So main() of a program
 * that opens a source begins with
 *
 *     int status = source_session(argc, argv);
 *     if (status >= 0)
 *         return status;
 *
 * -1: this is an ordinary start, go on. The IMAP driver aborts without it.
 */
int source_session(int argc, char **argv);

#endif
