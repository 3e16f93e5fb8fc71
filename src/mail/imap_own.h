/* SPDX-License-Identifier: MIT */
#ifndef MAIL_IMAP_OWN_H
#define MAIL_IMAP_OWN_H

/* What the files of the IMAP session share among themselves. */

#include <libetpan/libetpan.h>

#include "mail/imap_session.h"
#include "mail/wire.h"

struct imap_session {
	const struct imap_setup *setup; /* borrowed */
	struct wire *wire;              /* owned by the stream of imap */
	mailimap *imap;
	int64_t deadline;           /* of the order being carried out */
	char *folder, *done_folder; /* as the protocol writes them */
};

/* A folder's name in modified UTF-7 (RFC 3501, 5.1.3), the caller's to free;
 * NULL with -1. */
int imap_folder_name(const char *name, char **out, struct err *e);
/* Puts both folders where the server keeps personal ones (RFC 2342): "done" is
 * "INBOX.done" where all lie below INBOX. */
int imap_place_folders(struct imap_session *s, struct err *e);

/* Arms the wire for one command whose answer is small. */
void imap_arm(struct imap_session *s);

/* Writes down why `what` failed. code is libetpan's; a NO of the server has
 * kind_no, all else is ERR_LATER. Returns -1. */
int imap_failed(struct imap_session *s, const char *what, int code,
    enum err_kind kind_no, struct err *e);

/* Does its last answer say that the server is in trouble, or asked for too
 * much, whatever it was asked for (RFC 5530; Google and Yahoo have words of
 * their own)? Such words are also said of single broken mails. */
bool imap_in_trouble(const struct imap_session *s);

/* Refused by the server (NO, BAD), with the connection still in order? */
bool imap_refused(const struct imap_session *s, int code);

/* Writes down that UIDVALIDITY is no longer that. -1, ERR_RETRY. */
int imap_renumbered(const struct imap_session *s, uint32_t validity,
    struct err *e);

/* The caller's to free. */
struct mailimap_set *imap_set(const uint32_t *uids, size_t n);

int imap_login(struct imap_session *s, struct err *e);
/* Selects the folder (again): `exists` and UIDVALIDITY are then as of now. */
int imap_select(struct imap_session *s, struct err *e);

#endif
