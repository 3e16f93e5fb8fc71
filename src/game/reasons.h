/* SPDX-License-Identifier: MIT */
#ifndef GAME_REASONS_H
#define GAME_REASONS_H

/*
 * Why a move is good or bad for a seat, as its game weighs it (worth): the
 * parts of that weighing that the move changes, the greatest change first. Each
 * has a section of <game>/reasons.md (doc/contexts.md), which says it in words.
 */

struct cJSON;

enum { REASONS_MAX = 12 };
struct reason {
	const char *code;    /* a static string: the section */
	int gain;            /* hundredths of a point; below 0: it costs */
	struct cJSON *about; /* owned: arguments, ids only */
};

/* All zero is none; released with reasons_release. */
struct reasons {
	struct reason at[REASONS_MAX];
	int n;
};
void reasons_release(struct reasons *r);
/* Adds a change, and returns where its arguments go, borrowed; NULL: it is too
 * small to speak of, or others are greater. */
struct cJSON *reasons_add(struct reasons *r, const char *code, int gain);
/* The same of what is true beside it all, and stands behind what gains: it has
 * no weight. */
struct cJSON *reasons_note(struct reasons *r, const char *code);

#endif
