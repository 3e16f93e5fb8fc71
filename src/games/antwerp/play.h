/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_PLAY_H
#define ANTWERP_PLAY_H

/* What one file of the game needs of another; the contract of a function is
 * that of the member of struct game_rules it stands for. */

#include "game/verbs.h"
#include "games/antwerp/cards.h"
#include "games/antwerp/sail.h"

extern const struct game_rules antwerp_rules;

int ant_apply(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why);
/* The codes that stand before all names, for a verb; 0 if there is none. */
int ant_check(const struct ant_position *p, int seat, int verb,
    struct refusal *why);

/* data.c, laws.c */
/* Reads the file's form; -1 ERR_CORRUPT names the field. */
int ant_data_read(const struct cJSON *json, struct game_data *d, struct err *e);
/* The laws of the game's page; -1 ERR_CORRUPT "law: …" names the one broken. */
int ant_data_laws(const struct game_data *d, struct err *e);

int ant_load(const struct cJSON *json, struct game_data *d, struct err *e);

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

/* flow.c: set-up, chance, the end of a turn. */
int ant_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e);
void ant_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out);
int ant_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e);
void ant_pass_on(const struct game_data *d, struct ant_position *p,
    struct events *out);

/* The seats that must act, one or none. */
int ant_actor(const struct ant_position *p);
bool ant_chance_is_due(const struct ant_position *p);
/* R21. */
int ant_order_points(const struct game_data *d, const struct ant_position *p,
    int seat);
int ant_score(const struct game_data *d, const struct ant_position *p,
    int seat);
struct ending ant_ending(const struct game_data *d, const void *pos);

/* play.c: the moves of the active seat; cards.c: R15, R16. */
void ant_load_ship(const struct game_data *d, struct ant_position *p, int seat,
    int good, int place, struct events *out);
int ant_play(const struct game_data *d, struct ant_position *p, int seat,
    const struct move *m, struct events *out, struct refusal *why);

/* check.c: refusals that several moves share. Each returns 0, or refuses. */
int ant_check_reserve(const struct game_data *d, const struct ant_position *p,
    int seat, int good, struct refusal *why);
int ant_check_start(const struct game_data *d, const struct ant_position *p,
    int place, struct refusal *why);
/* Of wishes: whose the ships are, then the rest. */
int ant_check_ships(const struct game_data *d, const struct ant_position *p,
    int seat, const struct move *m, int at, struct refusal *why);
int ant_check_wishes(const struct game_data *d, const struct ant_position *p,
    int seat, int colour, const struct move *m, int at, struct refusal *why);
/* A refusal with a place (or end), a card. Returns -1. */
int ant_refuse_place(const struct game_data *d, struct refusal *why,
    const char *code, int node);
int ant_refuse_card(const struct game_data *d, struct refusal *why,
    const char *code, int sort, int card);
/* The numbers of a move exist, in the order that is canonical. */
bool ant_well_formed(const struct game_data *d, const struct ant_position *p,
    const struct move *m);

/* verbs.c */
extern const struct verbs ant_verbs;
extern const char *const ant_sort_word[];   /* "order", "ship", "lock" */
extern const char *const ant_policy_word[]; /* of standing orders */
extern const char *const ant_anchor_word[];
extern const char *const ant_open_closed[]; /* by what they become */
void ant_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out);
int ant_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out);
void ant_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out);
/* key: [{"product","count","many","more"}] of eight numbers. */
void ant_tell_products(const struct game_data *d, const char *key,
    const int16_t *n, struct cJSON *out);
/* describe.c: key: {"seat"}; key: [{"lock","more"}]. */
void ant_tell_seat(const char *key, int seat, struct cJSON *out);
void ant_tell_locks(const struct game_data *d, const char *key, int bits,
    struct cJSON *out);

/* legal.c, parse.c, describe.c, facts.c, view.c, map.c, bot.c, audit.c */
void ant_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out);
int ant_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why);
void ant_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out);
enum redaction ant_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader);
void ant_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out);
struct cJSON *ant_view(const struct game_data *d, const void *seen, int reader);
int ant_map(const struct game_data *d, const void *seen, struct drawing *out);
void ant_seen(const struct game_data *d, void *copy, int reader);
void ant_vary(const struct game_data *d, void *pos, int reader, struct rng *r);
int ant_late(const struct game_data *d, const void *pos, int seat,
    struct move *out);
int ant_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out);
int ant_audit(const struct game_data *d, const void *pos, struct err *e);

#endif
