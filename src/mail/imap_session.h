/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_SESSION_H
#define MAIL_IMAP_SESSION_H

/*
 * One IMAP connection, spoken by libetpan over a wire (mail/wire.h). It lives
 * in a process of its own (mail/imap_child.h), because libetpan's parser can
 * be made to loop, to eat memory and to overflow the stack (doc/libraries.md 2
 * and 4); what is asked of servers here is the little that is safe to parse:
 * never ENVELOPE, never BODYSTRUCTURE.
 *
 * Deadlines are values of clock_monotonic_ms(). After any error but ERR_RETRY
 * the connection is of no more use: close it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"
#include "mail/source.h"

enum {
	IMAP_BATCH_MAX = 500,         /* messages fetched at a time */
	IMAP_MOVE_MAX = 100,          /* messages moved at a time */
	IMAP_IDLE_MS = 27 * 60 * 1000 /* IDLE is renewed: RFC 2177, 29 min */
};

/* All strings owned. */
struct imap_setup {
	char *host;
	int port;
	enum conf_tls tls;
	char *ca_file;              /* NULL: the system's */
	char *cert_file, *key_file; /* NULL: none; the key is in the cert */
	char *user;
	char *secret; /* "": the certificate alone */
	bool oauth;   /* the secret is a token */
	char *folder, *done_folder;
	int timeout_ms; /* for each order of the parent */
	int idle_ms;    /* between two renewals of IDLE */
};
void imap_setup_release(struct imap_setup *setup); /* wipes the secret */

struct imap_session;

/* Connects, verifies, logs in, selects the folder. ERR_GIVEUP for what needs
 * a human (certificate, password, folder), ERR_LATER for the rest. setup is
 * borrowed for the life of the session. */
int imap_session_open(const struct imap_setup *setup, int64_t deadline,
    struct imap_session **out, struct err *e);

/* Does the server offer IDLE? */
bool imap_session_idles(const struct imap_session *s);
uint32_t imap_session_validity(const struct imap_session *s);

/* All UIDs of the folder, sorted, into out. */
struct uids;
int imap_session_list(struct imap_session *s, int64_t deadline,
    struct uids *out, struct err *e);

/* A message that cannot be taken, or moved. */
struct imap_leftover {
	uint32_t uid;
	int64_t received; /* 0: not known */
	bool servers;     /* by its words the server's trouble */
	bool copied;      /* lies in the done folder already */
	const char *why;  /* its words; borrowed */
};

struct imap_callbacks {
	int (*take)(void *arg, const struct source_mail *m);
	void (*leftover)(void *arg, const struct imap_leftover *leftover);
	void *arg;
};

/* Gives these messages (mailbox and item NULL), those that are gone excepted;
 * non-zero from take ends it with -1. If the folder's UIDVALIDITY is no longer
 * `validity` the numbers mean other messages: ERR_RETRY. */
int imap_session_fetch(struct imap_session *s, int64_t deadline,
    uint32_t validity, const uint32_t *uids, size_t n,
    const struct imap_callbacks *h, struct err *e);

/* Does the server give mail at all? Asked of mails in the done folder, which it
 * gave once. */
enum imap_proof {
	IMAP_NO_PROOF, /* nothing lies there */
	IMAP_GIVES,
	IMAP_GIVES_NONE
};
int imap_session_prove(struct imap_session *s, int64_t deadline,
    enum imap_proof *out, struct err *e);

/* Moves messages to the done folder, making it if it is missing: MOVE (RFC
 * 6851), or COPY, \Deleted and EXPUNGE; for those that were `copied`, the last
 * two. UIDVALIDITY as above. UIDs that are gone are passed over. */
int imap_session_move(struct imap_session *s, int64_t deadline,
    uint32_t validity, bool copied, const uint32_t *uids, size_t n,
    const struct imap_callbacks *h, struct err *e);

/* No MOVE: what was moved was copied first. */
bool imap_session_copies(const struct imap_session *s);

/* Selects the done folder, to read there (0: there is none), or the folder
 * again: 1, or -1. */
int imap_session_go(struct imap_session *s, int64_t deadline, bool done,
    struct err *e);
/* Looks in what is selected for a message by its Message-ID (without <>): 1 and
 * its UID, 0 there is none. */
int imap_session_find(struct imap_session *s, int64_t deadline,
    const char *message_id, uint32_t *uid, struct err *e);
/* IDLE until something new is announced (1) or stop_fd is readable (0);
 * setup->timeout_ms holds for each command on the way. */
int imap_session_idle(struct imap_session *s, int stop_fd, struct err *e);

/* LOGOUT if the connection still works, then frees. */
void imap_session_close(struct imap_session *s);

#endif
