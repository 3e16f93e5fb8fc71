/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_PLAY_H
#define CLIPPERS_PLAY_H

/* What one file of the game needs of another, beside the contract. */

#include "game/member.h"
#include "games/clippers/position.h"
#include "games/clippers/verbs.h"

extern const struct game_rules clippers_rules;
GAME_MEMBERS(clip);

/* flow.c: whose turn, and what passes by itself. */
/* The turn of p->at begins or, where it passes by itself (R7), the next. */
void clip_begin_turn(const struct game_data *d, struct clip_position *p,
    struct events *out);
/* The seat's turn ends: the next seat, phase or round (R10). */
void clip_pass_on(const struct game_data *d, struct clip_position *p,
    struct events *out);
/* After every stick: what leaves the game (R15) and whether it is over
 * (R18). */
void clip_after_stick(const struct game_data *d, struct clip_position *p,
    struct events *out);
/* Whether `done` is legal: NULL or the code. */
const char *clip_done_check(const struct clip_position *p, int seat);

/* facts.c */
/* Heads of lines, in the order of the facts' texts. */
enum { CLIP_HEADS = 2 * CLIP_LINKS };
struct clip_head {
	int at, to, laid; /* laid 0: at a place, to nowhere */
	char text[64];    /* "fiji" or "fiji>samoa" */
};
size_t clip_heads(const struct game_data *d, const struct clip_position *p,
    int colour, struct clip_head out[CLIP_HEADS]);
/* The order of begun tracks in the facts. */
int clip_track_rank(const struct game_data *d, int link,
    const struct clip_track *t);

/* view.c: islands stand in regions of one value. One that is worth more than
 * what lies west of it (Hawaii) is told with its neighbours in the east. */
int clip_region(const struct game_data *d, int island);

/* play.c */
/* game-over and not-your-turn, which stand before all other codes. verb 0: no
 * known one. */
int clip_check_turn(const struct clip_position *p, int seat, int verb,
    struct refusal *why);
/* wrong-phase for the verb, or 0. */
int clip_check_phase(const struct clip_position *p, int seat, int verb,
    struct refusal *why);

#endif
