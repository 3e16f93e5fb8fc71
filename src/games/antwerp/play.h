/* SPDX-License-Identifier: MIT */
#ifndef ANTWERP_PLAY_H
#define ANTWERP_PLAY_H

/* What one file of the game needs of another; the contract of a function is
 * that of the member of struct game_rules it stands for. */

#include "game/verbs.h"
#include "games/antwerp/load.h"
#include "games/antwerp/position.h"
#include "games/antwerp/sail.h"

extern const struct game_rules antwerp_rules;

int ant_apply(const struct game_data *d, void *pos, int seat,
	const struct move *m, struct events *out, struct refusal *why);
/* The codes that stand before all names, for a verb; 0 if there is none. */
int ant_check(const struct ant_position *p, int seat, int verb, struct refusal *why);

/* flow.c: set-up, chance, the end of a turn. */
int ant_setup(const struct game_data *d, const struct options *o, void *pos,
	struct err *e);
void ant_draw(const struct game_data *d, const void *pos, struct rng *r, struct event *out);
int ant_chance(const struct game_data *d, void *pos, const struct event *ev,
	struct events *out, struct err *e);
void ant_pass_on(const struct game_data *d, struct ant_position *p, struct events *out);

/* cards.c: hands, decks and stacks.
 * A card can be drawn, now or after a shuffle, and there is room for it. */
bool ant_can_draw(const struct ant_position *p, int seat, int sort);
/* The top card of the deck goes into the hand. */
int ant_take_card(struct ant_position *p, int seat, int sort);
/* Draws, or makes the shuffle due, or draws nothing (R8a). */
void ant_draw_card(struct ant_position *p, int seat, int sort, struct events *out);
/* The place in hand of the oldest card of a kind; -1: none is held. */
int ant_held(const struct ant_hand *h, int card);
/* The same, of cards that are not new (R6). */
int ant_usable(const struct ant_hand *h, int card);
/* The card leaves the hand; to the discard (R18). */
int ant_lose_card(struct ant_hand *h, int at);
void ant_discard(struct ant_position *p, int seat, int sort, int at);
void ant_put_under(struct ant_position *p, int product);
int ant_take_product(struct ant_position *p, int seat, int good);
/* The face-up product of a good + 1, 0 for none. */
int ant_top(const struct ant_position *p, int good);

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
int ant_refuse_place(const struct game_data *d, struct refusal *why, const char *code, int node);
int ant_refuse_card(const struct game_data *d, struct refusal *why, const char *code,
	int sort, int card);
/* The numbers of a move exist, in the order that is canonical. */
bool ant_well_formed(const struct game_data *d, const struct ant_position *p,
	const struct move *m);

/* verbs.c */
extern const struct verbs ant_verbs;
extern const char *const ant_sort_word[];        /* "order", "ship", "lock" */
extern const char *const ant_policy_word[];      /* of standing orders */
extern const char *const ant_anchor_word[];
extern const char *const ant_open_closed[];      /* by what they become */
void ant_format(const struct game_data *d, const void *pos, int seat,
	const struct move *m, struct buf *out);
int ant_read(const struct game_data *d, const void *pos, int seat,
	const char *text, size_t len, struct move *out);
void ant_event_format(const struct game_data *d, const struct event *ev, struct buf *out);
/* key: [{"product","count","many","more"}] of eight numbers. */
void ant_tell_products(const struct game_data *d, const char *key,
	const int16_t *n, struct cJSON *out);
/* describe.c: key: {"seat"}; key: [{"lock","more"}]. */
void ant_tell_seat(const char *key, int seat, struct cJSON *out);
void ant_tell_locks(const struct game_data *d, const char *key, int bits, struct cJSON *out);

/* legal.c, parse.c, describe.c, facts.c, view.c, map.c, bot.c, audit.c */
void ant_legal(const struct game_data *d, const void *pos, int seat, struct moves *out);
int ant_parse(const struct game_data *d, const void *pos, int seat, const struct names *names,
	const char *text, struct move *out, struct refusal *why);
void ant_describe(const struct game_data *d, const void *pos, int seat,
	const struct move *m, struct cJSON *out);
enum redaction ant_redact(const struct game_data *d, const void *now,
	const struct event *ev, int reader);
void ant_facts(const struct game_data *d, const void *pos, int reader, struct json *out);
struct cJSON *ant_view(const struct game_data *d, const void *seen, int reader);
int ant_map(const struct game_data *d, const void *seen, struct drawing *out);
void ant_seen(const struct game_data *d, void *copy, int reader);
void ant_vary(const struct game_data *d, void *pos, int reader, struct rng *r);
int ant_late(const struct game_data *d, const void *pos, int seat, struct move *out);
int ant_choose(const struct game_data *d, const void *pos, int seat,
	struct rng *own, struct move *out);
int ant_audit(const struct game_data *d, const void *pos, struct err *e);

#endif
