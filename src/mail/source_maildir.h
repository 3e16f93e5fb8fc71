/* SPDX-License-Identifier: MIT */
#ifndef MAIL_SOURCE_MAILDIR_H
#define MAIL_SOURCE_MAILDIR_H

/* What `paquebot doctor` and who delivers do as the source does it. */

#include "base/err.h"
#include "conf/conf.h"

/* The directories of a Maildir, unless they are there. 0, -1. */
int source_maildir_make(const char *dir, struct err *e);
/* Moves a file into a done folder; it may be gone. 0, -1. */
int source_maildir_move(const char *path, const char *done, struct err *e);

#endif
