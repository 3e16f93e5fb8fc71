/* SPDX-License-Identifier: MIT */
#ifndef ATLANTIC_STAR_VERBS_H
#define ATLANTIC_STAR_VERBS_H

/* The verbs of Atlantic Star, the names of what each says (game/verbs.h). */

#include "game/verbs.h"
#include "games/atlantic-star/position.h"

/* clang-format off */
enum star_verb { STAR_LOAN = 1, STAR_REPLACE, STAR_CHARTER, STAR_VOYAGE };
enum star_chance { STAR_ORDER = 1, STAR_DECK };
enum star_derived { STAR_BORROWED = 1, STAR_REPLACED, STAR_CHARTERED,
	STAR_OPENED, STAR_SAILED, STAR_LAID, STAR_ENDED };

/* Where a player left a thing out or named what cannot be, a move says so and
 * apply refuses: a loan's `no` is 0 with two voyages placed and none named, a
 * charter's ship -1 - field for the price of an empty field, a voyage's class
 * 0. Amounts are in loan units. */
enum { STAR_LOAN_SEA, STAR_LOAN_NO, STAR_LOAN_AMOUNT, STAR_LOAN_VALUE,
	STAR_LOAN_RANK, STAR_LOAN_OF, STAR_LOAN_POINTS,
	STAR_LOAN_CLASS }; /* loan, borrowed */
enum { STAR_CHARTER_SHIP, STAR_CHARTER_PRICE,
	STAR_CHARTER_LAID }; /* charter, chartered; LAID: none or one */
enum { STAR_REPLACED_PRICE, STAR_REPLACED_OLD, /* how many, before the new */
	STAR_REPLACED_SHIPS };
enum { STAR_OPENED_SEA, STAR_OPENED_CLASS, STAR_OPENED_NEUTRALS };
enum { STAR_VOYAGE_SEA, STAR_VOYAGE_CLASS, STAR_VOYAGE_AT, /* of each ship */
	STAR_VOYAGE_SHIPS = MOVE_ARGS - STAR_VOYAGE_AT };
enum { STAR_SAILED_SEA = STAR_VOYAGE_SEA, STAR_SAILED_NO, STAR_SAILED_VALUE,
	STAR_SAILED_BONUS, STAR_SAILED_CLASS, STAR_SAILED_RANK, STAR_SAILED_OF,
	STAR_SAILED_POINTS, STAR_SAILED_LEGS };
enum { STAR_LEG_AT, STAR_LEG_SCORES, STAR_LEG_ARGS }; /* each of the legs */
/* clang-format on */

#define STAR_AT(ship, leg) \
	((int16_t)((ship) << 3 | ((leg) + 1))) /* leg -1: none named */
#define STAR_AT_SHIP(arg) ((arg) >> 3)
#define STAR_AT_LEG(arg) (((arg) & 7) - 1)

extern const struct verbs star_verbs;
extern const struct verb_thing *const star_seas;
/* "no", and "numbered" if it is said. */
void star_tell_no(int no, struct cJSON *out);
/* key: [{"more", "ship"}]. */
void star_tell_ships(const struct game_data *d, const char *key,
    const int16_t *ship, int n, struct cJSON *out);
/* "ships": what each of n STAR_AT in leg order does on its leg. */
void star_tell_legs(const struct game_data *d, int sea, const int16_t *at,
    int n, struct cJSON *out);
/* "mail", "mail_value", and "seas" with the legs of its roles. */
void star_tell_roles(const struct game_data *d, const struct star_ship *s,
    struct cJSON *out);

#endif
