/* SPDX-License-Identifier: MIT */
#ifndef CLAIM_PLAY_H
#define CLAIM_PLAY_H

/* What one file of the game needs of another, beside the contract. */

#include "game/member.h"
#include "games/claim/position.h"
#include "games/claim/verbs.h"

extern const struct game_rules claim_rules;
GAME_MEMBERS(claim);

/* play.c */
/* The codes that stand before those of one move, but unknown-command, which
 * comes between the first of them: game-over alone, then all others. */
int claim_check_over(const struct claim_position *p, struct refusal *why);
int claim_check_turn(const struct claim_position *p, int seat, int verb,
    struct refusal *why);
/* unknown-ship, ship-required; else the index of the ship that a name (or
 * CLAIM_UNSAID) means. */
int claim_check_ship(const struct claim_position *p, int seat, int name,
    struct refusal *why);

/* already-acted; `index` is that of the seat's ship. */
int claim_refuse_acted(const struct claim_position *p, int seat, int index,
    struct refusal *why);

/* acts.c: what a ship does where it stands (R6 to R9, R11). */
int claim_refuse_cargo(const struct game_data *d, struct refusal *why,
    int colour, int need, int have);
/* The move as it was made: with the name that its ship has now. */
void claim_tell_move(const struct claim_position *p, int seat, int index,
    const struct move *m, struct events *out);
int claim_trade(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why);
int claim_load_unload(const struct game_data *d, struct claim_position *p,
    int seat, const struct move *m, struct events *out, struct refusal *why);
int claim_refuel(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why);
int claim_tow(const struct game_data *d, struct claim_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why);

/* flow.c: what follows the end of a turn. */
/* Round 0 is over: p1 plays round 1 (R3). */
void claim_begin(struct claim_position *p, struct events *out);
/* The turn of p->at is over: discoveries are due, or the next seat. */
void claim_pass_on(const struct game_data *d, struct claim_position *p,
    struct events *out);

#endif
