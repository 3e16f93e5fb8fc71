/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_LINES_H
#define CLIPPERS_LINES_H

/*
 * Lines and tracks (R11-R17): where a stick may be laid, where a line may be
 * opened, what a stick does. Nothing here knows of seats, phases or money.
 */

#include "games/clippers/position.h"

/*
 * Whether a stick of the colour may be laid from one neighbour to the other:
 * 0 and *track (0 or 1) is the one it goes on or begins; else the code of the
 * refusal, from `colour-out-of-sticks` on in the order of the page. `where`
 * (may be NULL) gets the link named by `head-inside-link`.
 */
const char *clip_lay_check(const struct game_data *d,
    const struct clip_position *p, int colour, int from, int to, int *track,
    struct clip_link *where);

/* The same for opening a line there (R8), whoever holds the clipper. */
const char *clip_open_check(const struct game_data *d,
    const struct clip_position *p, int colour, int from, int to, int *track);

/* Whether the colour has sticks and, if purple, is open. */
bool clip_may_lay(const struct game_data *d, const struct clip_position *p,
    int colour);
/* Of such a colour: the next way from `way` on (2 * link, and one more for
 * back) on which a stick may be laid, or -1. Quicker than clip_lay_check. */
int clip_next_way(const struct clip_position *p, int colour, int way);
/* Sets p->ways. */
void clip_find_ways(const struct game_data *d, struct clip_position *p);
/* Whether some line of the colour (or purple) can be extended. */
bool clip_can_extend(const struct game_data *d, const struct clip_position *p,
    int colour);
/* Whether a line of the colour could be opened somewhere. */
bool clip_can_open(const struct game_data *d, const struct clip_position *p,
    int colour);

/* Fewest sticks from the heads of a colour to each place, over tracks that are
 * free to it; anywhere: also from where a clipper could open a line. */
void clip_reach(const struct game_data *d, const struct clip_position *p,
    int colour, bool anywhere, int *sticks);

/* What a stick brought. */
struct clip_stick {
	bool arrived;   /* it completed a link into an island */
	uint8_t before; /* colours there before it: 0: none */
	bool own;       /* this colour among them */
};
/* Lays one stick that clip_lay_check (opening: clip_open_check) allowed:
 * moves the head, connects. A clipper is not touched. */
struct clip_stick clip_stick_lay(const struct game_data *d,
    struct clip_position *p, int colour, int from, int to, int track,
    bool opening);

/* R17: dollars for it, before any card. */
int clip_bonus(struct clip_stick s);

#endif
