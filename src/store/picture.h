/* SPDX-License-Identifier: MIT */
#ifndef STORE_PICTURE_H
#define STORE_PICTURE_H

/*
 * Pictures of mails that are to be sent. What is to be drawn is written with
 * the mail and is named by its hash; the picture is made later, before the
 * first mail with it goes out, and stays as it is: so each attempt to send a
 * mail sends the same bytes. One that cannot be made is noted as that, and its
 * mails go without. A mail of several boards shows several pictures, which are
 * drawn, named and kept as one.
 */

#include "store/db.h"

enum { PICTURE_NAME_SIZE = 65 }; /* HASH_HEX_SIZE */

/* The line of a mail, between CR LF, for which the picture's lines come, the
 * next picture's for the next such line. It can stand in no body that is
 * quoted-printable, nor begin a line of a header. */
#define PICTURE_LINE "=_picture"

/* In a transaction; nothing if it is there. */
int picture_add(struct db *db, const char *name, const void *drawing,
    size_t len, struct err *e);
/* What is still to be drawn, appended: 1; 0: it was tried, or is not there. */
int picture_due(struct db *db, const char *name, struct buf *drawing,
    struct err *e);
/* Its base64 lines with CR LF, an empty one before each picture but the first;
 * none: it cannot be made. */
int picture_made(struct db *db, const char *name, const void *body, size_t len,
    struct err *e);
/* A mail goes without from now on: 1; 0: it showed none. */
int picture_omit(struct db *db, int64_t outbox, struct err *e);
/* Drops what mails showed that went out before that, and pictures that no mail
 * shows any more. Such a mail only goes to another address yet, without. */
int picture_prune(struct db *db, int64_t before, struct err *e);

#endif
