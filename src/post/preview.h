/* SPDX-License-Identifier: MIT */
#ifndef POST_PREVIEW_H
#define POST_PREVIEW_H

/*
 * What moves would do, tried on a copy of the position as far as the seat
 * can know the outcome: before the first chance event, card turned up or
 * other seat's secret it stops (events.beyond, chance_due). Made from
 * refusals, describe, redact, tell and facts of that seat alone, so the
 * answer is byte-identical for positions the seat cannot tell apart.
 */

#include "post/mails.h"

struct preview {
	const struct game_kind *kind; /* borrowed */
	void *pos;                    /* owned: a copy */
	int seat;
	bool beyond;      /* nothing more can be known */
	bool stands;      /* pos is what the last move made */
	struct move move; /* the last that could be made */
	/* owned: what was shown of it (preview_words), in order; it is of one
	 * game, so it is rendered before that game is left */
	struct cJSON *shown;
};

/* All zero is none: pos NULL. Release leaves it so. */
void preview_init(struct preview *p, const struct game_kind *kind,
    const void *pos, int seat);
void preview_release(struct preview *p);

/* Makes a move on the copy. Appends what it would do to `steps` (array):
 * {"canonical","beyond","events":[{verb:{…}}]}. -1 refused (why is set);
 * none is tried where nothing more can be known (beyond). */
int preview_move(struct preview *p, const struct move *mv, struct cJSON *steps,
    struct refusal *why);
/* A step in the reader's words: "canonical", "events" [{"line"}] and "beyond"
 * into ctx. step is dressed in place. */
int preview_words(const struct match *m, const struct reader *r,
    struct cJSON *step, struct cJSON *ctx, struct err *e);
/* How the seat stands after the moves, by the game's own template "after";
 * nothing where a game has none or it cannot be known. */
int preview_after(const struct preview *p, const struct match *m,
    const struct reader *r, struct buf *out, struct err *e);

#endif
