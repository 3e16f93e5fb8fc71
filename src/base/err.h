/* SPDX-License-Identifier: MIT */
#ifndef BASE_ERR_H
#define BASE_ERR_H

/*
 * A failure of the world (doc/design.md 11): network, disk, a server, a file
 * that is not what it should be. Functions that can fail so return -1 and fill
 * a struct err with what to do about it and one sentence for the log, without a
 * full stop and without secrets. It is logged once, where it is handled. A
 * player's mistake is never an err: that is a struct refusal (game/).
 */

#include <stdbool.h>

enum err_kind {
	ERR_NONE = 0,
	ERR_RETRY,  /* passing: try again at once or soon */
	ERR_LATER,  /* passing: try again with back-off */
	ERR_GIVEUP, /* will not work without a human (bad password, 5xx) */
	ERR_CORRUPT /* data is damaged or of the wrong form */
};

struct err {
	enum err_kind kind;
	char text[320];
};

/* Whether it will pass: the world fails, whatever it was that was tried. */
static inline bool
err_passes(const struct err *e)
{
	return e->kind == ERR_RETRY || e->kind == ERR_LATER;
}

/* Sets kind and text (cut to fit; control bytes become '?'). Returns -1. */
int err_set(struct err *e, enum err_kind kind, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A system call failed: "fmt: " and the text of errno. What passes by itself,
 * such as a full disk or too many open files, is ERR_LATER, else ERR_GIVEUP.
 * Returns -1. */
int err_system(struct err *e, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Puts "fmt: " before the text that is there. Returns -1. */
int err_wrap(struct err *e, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
