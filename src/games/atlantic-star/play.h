/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_PLAY_H
#define ATLANTIC_STAR_PLAY_H

/* What one file of the game needs of another, beside the contract. */

#include "game/member.h"
#include "games/atlantic-star/position.h"
#include "games/atlantic-star/verbs.h"

extern const struct game_rules atlantic_star_rules;
GAME_MEMBERS(star);

/* flow.c */
/* Lays cards until all fields are served or a shuffle is due (R13); then,
 * if it was the end of a turn, passes it. */
void star_lay(struct star_position *p);
void star_pass(struct star_position *p);

/* check.c: whether a move is allowed; refuse with the first code that
 * applies, in the order of the game's page. */
int star_check_turn(const struct star_position *p, int seat,
    struct refusal *why);
/* class and place of the plaque that borrows. */
int star_check_loan(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, int *class, int *place,
    struct refusal *why);
int star_check_replace(const struct game_data *d, const struct star_position *p,
    int seat, struct refusal *why);
int star_check_charter(const struct game_data *d, const struct star_position *p,
    int seat, int ship, int *field, struct refusal *why);
/* m as star_voyage_settle() leaves it. class: where it goes. */
int star_check_voyage(const struct game_data *d, const struct star_position *p,
    int seat, const struct move *m, int *class, struct refusal *why);

/* The most units a seat may borrow on a plaque: 0 if none (R6). */
int star_loan_most(const struct game_data *d, const struct star_position *p,
    int class, int place);
/* Whether some loan is open to the seat now. */
bool star_loan_open(const struct game_data *d, const struct star_position *p,
    int seat);
/* Whether the seat has borrowed on one of its voyages of the sea. */
bool star_loan_taken(const struct star_position *p, int seat, int sea);

/* Puts ships without a leg where the total is highest, orders by leg, drops
 * a class the sea has already. Leaves alone what cannot be put. */
void star_voyage_settle(const struct game_data *d,
    const struct star_position *p, struct move *m);

/* worth.c: what a computer player thinks of, in tenths of a point. */
struct star_taste {
	int middling;        /* value of a leg still to be served */
	int spare;           /* gain of a card that may do better */
	int others;          /* value points elsewhere, in tenths */
	int patience;        /* better now than this much later */
	int poor;            /* cash that calls for a loan */
	int slope;           /* percent for a point of value, around: */
	int mean[STAR_SEAS]; /* what careful play makes of a sea */
	int cash;            /* what 1000 is worth */
	int least, most;     /* that at least, and at most */
	int replace;         /* what a new agency must gain */
};
extern const struct star_taste star_greedy, star_normal;
/* The class of most hope for a voyage of a sea, and the hope. */
int star_best_class(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, int sea, int value, int *class);
int star_hope(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, int sea, int class, int value);
/* The most a hand makes of a sea on as many legs as it can serve; sets how
 * many those are. */
int star_promise(const struct game_data *d, const uint8_t *hand, int n, int sea,
    int *served);
/* What a hand is worth to a seat that has not moved yet; and 1000 in cash. */
int star_hand_worth(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat, const uint8_t *hand, int n);
int star_thousand(const struct star_taste *t, const struct game_data *d,
    const struct star_position *p, int seat);

/* legal.c */
/* Builds the move that runs a sea with ships in leg order. */
void star_voyage_move(struct move *m, int sea, int class, const uint8_t *ships,
    int legs);

/* facts.c */
/* Whether a reader is shown hand and money of a seat. */
bool star_open(const struct star_position *p, int seat, int reader);
/* "loan", "replace", "main", "chance" or "over". */
const char *star_phase(const struct game_data *d,
    const struct star_position *p);

#endif
