/* SPDX-License-Identifier: MIT */
#ifndef LOG_KEPT_H
#define LOG_KEPT_H

/*
 * A mail that a player kept, held against the log of its game (T28): whether
 * it showed them the same game. Of the mail its bytes are read, as they came or
 * as a mail program saved them; and of what looks like our marks only the last,
 * for above it stand words of others.
 */

#include "log/chain.h"

enum kept_says {
	KEPT_SAME,  /* the head of its board is that of the log */
	KEPT_OTHER, /* it is another */
	/* it is another, of a chain that ended: the log says where and why */
	KEPT_ANEW,
	KEPT_BEYOND, /* a board that the log has not */
	KEPT_GAME,   /* of another game */
	KEPT_NOTHING /* no head stands in it; in a digest, of this game */
};

struct kept {
	enum kept_says says;
	int board;
	int chain;                  /* which of its game: from 1 */
	char head[CHAIN_SHORT + 1]; /* as it stands in the mail */
	bool commit;                /* and names the commitment of the log … */
	bool other_commit;          /* … or what is neither that nor the seed */
};

/* id: as the log names its game; commit, seed: 64 digits, or "". */
void kept_read(const char *mail, size_t len, const struct chain_found *log,
    struct slice id, const char *commit, const char *seed, struct kept *out);

#endif
