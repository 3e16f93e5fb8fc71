/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DAEMON_MAILDIRS_H
#define TESTS_DAEMON_MAILDIRS_H

/* What a daemon with the real desk needs, in a directory of its own: a
 * configuration, a database, and Maildirs in which it finds mails (in/) and
 * leaves them (out/). Everything aborts the test if it fails. */

#include "store/db.h"

struct maildirs {
	char dir[64], config[96], database[96];
};

/* Without a configuration. name: part of the directory's. */
void maildirs_open(struct maildirs *m, const char *name);
void maildirs_close(struct maildirs *m);
/* more: sections beside mailbox, outgoing and store. */
void maildirs_config(const struct maildirs *m, const char *more);
/* A mail in in/, in a file of that number. */
void maildirs_mail(const struct maildirs *m, int n, const struct buf *raw);

#endif
