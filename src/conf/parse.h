/* SPDX-License-Identifier: MIT */
#ifndef CONF_PARSE_H
#define CONF_PARSE_H

/*
 * Private to conf/: the grammar of the configuration file, and what the keys
 * must be together, once each is read.
 *
 *     file     = { section | include }
 *     section  = NAME [ NAME ] "{" { key | include } "}"
 *     key      = NAME "=" VALUE
 *     include  = "include" FILE
 *
 * FILE is relative to the file that includes it, and holds what could stand in
 * its place. A section and a key stand at most once, whatever file they are in;
 * but of sections "mailbox" there may be several, each with a name of its own
 * (one may have none).
 */

#include "base/err.h"
#include "conf/conf.h"
#include "conf/keys.h"

enum { FILES_MAX = 32 }; /* with all that are included */

/* Where each value comes from. */
struct origin {
	const char *file; /* borrowed; NULL: not given */
	int line, column; /* from 1 */
};

struct origins {
	/* by mailbox and key; what is of no mailbox stands at the first */
	struct origin key[CONF_MAILBOXES][KEYS_MAX];
	/* likewise, at the section's first key */
	struct origin section[CONF_MAILBOXES][KEYS_MAX];
	char *file[FILES_MAX]; /* owned */
	int files;
};

/* Reads the file into c, whose presets are set, and notes in c->origins what
 * came from where. -1: ERR_GIVEUP with "FILE:LINE:COLUMN: …". */
int parse_file(struct conf *c, const char *path, struct err *e);

/* In check.c: completes what follows from other keys. -1: ERR_GIVEUP with
 * "FILE:LINE:COLUMN: …", or "FILE: …" where a key is missing. */
int conf_check(struct conf *c, struct err *e);

/* In conf.c. The field of a key, of that mailbox if it is of one (from 0). */
void *conf_field(const struct conf *c, int mailbox, const struct key *k);
/* The name of a file, relative to the one where it stands, as a caller finds
 * it. */
void conf_place(char **field, const struct origin *o);
/* One more mailbox, behind the first, with its presets. */
void conf_add_mailbox(struct conf *c);
/* Puts a text into the field of a key; says what is wrong with it, or NULL.
 * What ends in a blank is followed by the key's choices. */
const char *conf_set(struct conf *c, int mailbox, const struct key *k,
    const char *text);

#endif
