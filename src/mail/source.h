/* SPDX-License-Identifier: MIT */
#ifndef MAIL_SOURCE_H
#define MAIL_SOURCE_H

/*
 * Where mail comes from: an IMAP mailbox or a Maildir, behind one small
 * table of functions. The order of calls is the contract (doc/design.md 4.1):
 *
 *     open -> ( fetch -> [caller commits] -> done )* -> watch -> fetch ...
 *
 * fetch hands each raw mail to `take`, a batch at a time; nothing is told to
 * the server. After the caller has committed, done moves what was taken
 * to the done folder. Interrupted anywhere, the same mails are
 * fetched again; nothing is lost.
 *
 * No call waits for a server. What is under way goes on in a process of its
 * own: fetch says SOURCE_BUSY, and is called again when fd is readable or the
 * time of timeout is over. Each order has a time limit (its timeout, 60 s
 * by default), after which it fails with ERR_LATER and the connection is
 * gone; a later fetch connects again. Back-off between failures is the
 * caller's (daemon/).
 *
 * A mail that cannot be read, or not be put away, is a leftover: it is told to
 * the caller and gone past. Each look sees the whole folder again, and asks the
 * caller about each mail there whether it is one of those that wait.
 */

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"

enum { SOURCE_BUSY = -2 };

struct source_mail {
	const char *mailbox; /* "imaps://user@host/INBOX" */
	/* its name there: "UIDVALIDITY/UID", or the file of a Maildir */
	const char *item;
	uint32_t uidvalidity, uid; /* 0, 0 for a Maildir */
	int64_t received;          /* INTERNALDATE; Maildir: mtime */
	/* borrowed; cut to MESSAGE_MAX + 1 if larger */
	const char *raw;
	size_t len;
};

struct source_leftover {
	const char *mailbox, *item;
	bool taken;       /* read, only not put away */
	bool copied;      /* taken, and in the done folder, too */
	int64_t received; /* 0: not known */
	const char *why;  /* the server's or system's words */
};

enum source_pass { SOURCE_TAKE, SOURCE_LEAVE, SOURCE_PUT_AWAY, SOURCE_REMOVE };

/* What a fetch does with what it finds. Nothing is borrowed beyond the call. */
struct source_callbacks {
	/* non-zero ends the fetch with -1 */
	int (*take)(void *arg, const struct source_mail *m);
	void (*leftover)(void *arg, const struct source_leftover *s);
	/* Asked once a look for each mail that is there: is it new, does it
	 * wait for its time, or was it taken before and is only to be put away;
	 * or copied before, and only to be removed? */
	enum source_pass (*pass)(void *arg, const char *mailbox,
	    const char *item);
	void *arg;
};

struct source;

struct source_driver {
	const char *type; /* "imap", "maildir" */
	/* Does not connect yet. c must live as long as the source. */
	int (*open)(const struct conf_mailbox *c, struct source **out,
	    struct err *e);
	/* Connects if needed; hands up to one batch to take. How many; 0: a
	 * look that began after the last call that did not say SOURCE_BUSY has
	 * found nothing more; SOURCE_BUSY; -1: then what was handed over before
	 * may be kept or forgotten, it comes again. ERR_RETRY: the mailbox was
	 * renumbered, all of it is looked at again. */
	int (*fetch)(struct source *s, const struct source_callbacks *h,
	    struct err *e);
	/* Moves the mails of the last fetch to the done folder, in the order in
	 * which they were taken; those with stays[i] (NULL: none) are left.
	 * What becomes of it is told by the next fetch. */
	int (*done)(struct source *s, const bool *stays, struct err *e);
	/* After a look that found nothing: is there perhaps new mail? 1, 0: to
	 * be asked again at fd or timeout, -1. IDLE where it is offered. */
	int (*watch)(struct source *s, struct err *e);
	/* Readable when a call would go on; -1: none. May change with a
	 * call. */
	int (*fd)(const struct source *s);
	/* Milliseconds until a call is wanted all the same; -1: never. */
	int (*timeout)(const struct source *s);
	/* Lets what is under way come to its end, at most so many ms. */
	void (*close)(struct source *s, int timeout_ms);
};

/* By its type, which is not pipe; never NULL for a checked configuration. */
const struct source_driver *source_driver(const struct conf_mailbox *c);

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
