/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_PLAY_H
#define ANTWERP_PLAY_H

/* What one file of the game needs of another, beside the contract. */

#include "game/member.h"
#include "games/antwerp/cards.h"
#include "games/antwerp/sail.h"
#include "games/antwerp/verbs.h"

extern const struct game_rules antwerp_rules;
GAME_MEMBERS(ant);

/* The codes that stand before all names, for a verb; 0 if there is none. */
int ant_check(const struct ant_position *p, int seat, int verb,
    struct refusal *why);

/* data.c */
/* By exact id; ANT_NONE if there is none. */
int ant_node_find(const struct game_data *d, const char *id, size_t len);
int ant_colour_find(const struct game_data *d, const char *id, size_t len);
int ant_good_find(const struct game_data *d, const char *id, size_t len);
int ant_product_find(const struct game_data *d, const char *id, size_t len);
int ant_lock_find(const struct game_data *d, const char *id, size_t len);
/* A card of a sort by its id: an order, or a kind of ship or lock card. */
int ant_card_find(const struct game_data *d, int sort, const char *id,
    size_t len);
/* The id of a card of a sort. */
const char *ant_card_id(const struct game_data *d, int sort, int card);

/* describe.c: key: {"seat"}; key: [{"lock","more"}]. */
void ant_tell_seat(const char *key, int seat, struct cJSON *out);
void ant_tell_locks(const struct game_data *d, const char *key, int bits,
    struct cJSON *out);
/* What a way is called: a place by its id, a dock by its name. */
bool ant_is_dock(const struct game_data *d, int node);
const char *ant_way_said(const struct game_data *d, int node);

/* worth.c: fills `prospect`. */
void ant_find_prospects(struct game_data *d);

/* flow.c: the end of a turn. */
void ant_pass_on(const struct game_data *d, struct ant_position *p,
    struct events *out);

/* The seat that must act; 0: none. */
int ant_actor(const struct ant_position *p);
bool ant_chance_is_due(const struct ant_position *p);
/* R21. */
int ant_order_points(const struct game_data *d, const struct ant_position *p,
    int seat);
int ant_score(const struct game_data *d, const struct ant_position *p,
    int seat);

/* play.c: the moves of the active seat; cards.c: R15, R16. */
void ant_load_ship(struct ant_position *p, int seat, int good, int place,
    struct events *out);
int ant_play(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why);

#endif
