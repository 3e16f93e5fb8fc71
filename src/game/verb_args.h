/* SPDX-License-Identifier: MIT */
#ifndef GAME_VERB_ARGS_H
#define GAME_VERB_ARGS_H

/* What a game with rows of verbs (game/verbs.h) still does itself. */

#include "game/verbs.h"

/* Whether these are arguments as the row has them: so many, each of them a
 * seat, a thing that there is, or not below 0; what the game writes itself it
 * judges itself. There may be no such verb. */
bool verb_fits(const struct game_data *d, enum event_kind kind, int verb,
    const int16_t *arg, int n);
/* How many arguments a move has, without those of its list. */
int verb_args(const struct verbs *v, int verb);
/* Of arguments whose row the game itself finds. take reads all: how
 * many, -1. */
void verb_put_args(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *args, const int16_t *arg, int n, struct buf *out);
int verb_take_args(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *args, const char *at, const char *end, int16_t *arg,
    int room);
/* Of a move, for `describe`: "seat", "verb" and its arguments; or these two. */
void verb_tell_move(const struct game_data *d, int seat, const struct move *m,
    struct cJSON *out);
void verb_describe(const struct verbs *v, int seat, const struct move *m,
    struct cJSON *out);
const char *verb_told(const struct verbs *v, int verb);
const char *verb_thing_id(const struct verb_thing *t, const struct game_data *d,
    int i);
int verb_thing_find(const struct verb_thing *t, const struct game_data *d,
    const char *id, size_t len);
/* key: [{"colour":"red","count":4,"more":true}, …], zeros left out. */
void verb_tell_counts(const struct verb_thing *t, const struct game_data *d,
    const char *key, const int16_t *n, struct cJSON *out);
verb_tell verb_tell_winners;
/* The row of ending_tell's event (rules.h); what its ties are: NUMBER("x"). */
#define VERB_ENDED(...) \
	{ .word = "ended", \
		{ [ENDED_SEAT] = { SEAT("seat"), LIST("seats") }, \
		    [ENDED_SCORE] = { NUMBER("score") }, \
		    [ENDED_TIE] = { __VA_ARGS__ }, \
		    [ENDED_RANK] = { NUMBER("rank") } }, \
		.tell = verb_tell_winners }
void verb_tell_is(const char *what, struct cJSON *out); /* "is":{"fly":true} */
/* game-over, or not-your-turn with the seat whose it is (0: nobody's), or 0. */
int seat_check(const void *pos, int whose, int seat, struct refusal *why);
void seats_write(struct json *out, const char *key, seat_set seats);

/* Of a shuffle: its words, `nth` behind the first `head` of them, and the
 * things as they stand in ev, in the order in which they are shuffled (T29). */
void verbs_label(const struct game_data *d, const struct event *ev, int head,
    int nth, struct buf *out);

#endif
