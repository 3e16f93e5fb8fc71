/* SPDX-License-Identifier: MIT */
#ifndef CLIPPERS_PLAY_H
#define CLIPPERS_PLAY_H

/* What one file of the game needs of another; the contract of each function
 * is that of the member of struct game_rules it stands for. */

#include "game/verbs.h"
#include "games/clippers/position.h"

extern const struct game_rules clippers_rules;

/* play.c */
int clip_apply(const struct game_data *d, void *pos, int seat,
    const struct move *m, struct events *out, struct refusal *why);

/* flow.c: set-up, whose turn, and what passes by itself. */
int clip_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e);
void clip_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out);
int clip_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e);
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

/* legal.c, parse.c */
void clip_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out);
int clip_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why);

/* verbs.c */
extern const struct verbs clip_verbs;
int clip_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out);

/* describe.c, facts.c, view.c, map.c, bot.c, audit.c */
void clip_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out);
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
void clip_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out);
struct cJSON *clip_view(const struct game_data *d, const void *seen,
    int reader);
int clip_map(const struct game_data *d, const void *seen, struct drawing *out);
int clip_late(const struct game_data *d, const void *pos, int seat,
    struct move *out);
int clip_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out);
int clip_audit(const struct game_data *d, const void *pos, struct err *e);

/* play.c */
/* game-over and not-your-turn, which stand before all other codes. */
int clip_check_turn(const struct clip_position *p, int seat,
    struct refusal *why);
/* wrong-phase for the verb, or 0. */
int clip_check_phase(const struct clip_position *p, int verb,
    struct refusal *why);

#endif
