/* SPDX-License-Identifier: MIT */
#ifndef CONF_KEYS_H
#define CONF_KEYS_H

/*
 * The table of every key the file may hold: where it stands, its form, its
 * default and the field it fills. parse.c reads the file by it, conf_each shows
 * it; a test reads it to see that the manual names every key.
 */

#include <stddef.h>

enum key_form {
	KEY_TEXT,     /* char *; not empty */
	KEY_FILE,     /* char *; relative to the file in which it stands */
	KEY_SECRET,   /* char *; only in a file that is 0600 */
	KEY_CHOICE,   /* char *; one of the words in `choices` */
	KEY_NUMBER,   /* int; min..max */
	KEY_BOOL,     /* bool */
	KEY_TLS,      /* enum conf_tls */
	KEY_SECONDS,  /* int of seconds; min..max; written as a duration */
	KEY_DURATION, /* int64_t of seconds; written as a duration */
	KEY_MAILBOX,  /* char *; "Name <address>" */
	KEY_ZONE      /* char *; in the zone database */
};

struct key {
	const char *section, *name;
	enum key_form form;
	size_t field;        /* offset in struct conf; of the first mailbox */
	const char *preset;  /* as in a file; NULL: not set */
	const char *choices; /* "imap maildir" */
	int min, max;
};

enum { KEYS_MAX = 128 };

extern const struct key conf_keys[]; /* grouped by section */
extern const size_t conf_keys_count; /* <= KEYS_MAX */

/* The index of a key, or with name NULL of the first of a section;
 * conf_keys_count if there is none. */
size_t key_find(const char *section, const char *name);

#endif
