/* SPDX-License-Identifier: MIT */
#ifndef GAME_MEMBER_H
#define GAME_MEMBER_H

/*
 * The members of the contract (game/rules.h) in a game's own files: each is
 * called by the game's prefix, so that ant_legal is what antwerp_rules.legal
 * is. GAME_MEMBERS(ant); in play.h declares them, also those that a game may
 * do without; GAME_ROWS(ant) in the table of rules.c names those that no game
 * does, and the game adds the others.
 */

#include "game/verbs.h"

#define GAME_MEMBERS(p) \
	/* Form and laws of the data file, which p##_load asks in turn: -1 \
	 * ERR_CORRUPT names the field, or "law: …" the law broken. */ \
	int p##_data_read(const struct cJSON *json, struct game_data *d, \
	    struct err *e); \
	int p##_data_laws(const struct game_data *d, struct err *e); \
	int p##_load(const struct cJSON *json, struct game_data *d, \
	    struct err *e); \
	int p##_setup(const struct game_data *d, const struct options *o, \
	    void *pos, struct err *e); \
	seat_set p##_to_act(const struct game_data *d, const void *pos); \
	void p##_legal(const struct game_data *d, const void *pos, int seat, \
	    struct moves *out); \
	int p##_parse(const struct game_data *d, const void *pos, int seat, \
	    const struct names *names, const char *text, struct move *out, \
	    struct refusal *why); \
	void p##_format(const struct game_data *d, const void *pos, int seat, \
	    const struct move *m, struct buf *out); \
	int p##_read(const struct game_data *d, const void *pos, int seat, \
	    const char *text, size_t len, struct move *out); \
	int p##_apply(const struct game_data *d, void *pos, int seat, \
	    const struct move *m, struct events *out, struct refusal *why); \
	void p##_draw(const struct game_data *d, const void *pos, \
	    struct rng *r, struct event *out); \
	void p##_label(const struct game_data *d, const void *pos, \
	    struct buf *out); \
	int p##_chance(const struct game_data *d, void *pos, \
	    const struct event *ev, struct events *out, struct err *e); \
	void p##_event_format(const struct game_data *d, \
	    const struct event *ev, struct buf *out); \
	int p##_turn_end(const struct game_data *d, const void *pos, int seat, \
	    const struct moves *made, struct move *out); \
	int p##_late(const struct game_data *d, const void *pos, int seat, \
	    struct move *out); \
	int p##_choose(const struct game_data *d, const void *pos, int seat, \
	    struct rng *own, struct move *out); \
	int p##_worth(const struct game_data *d, const void *pos, int seat); \
	void p##_imagine(const struct game_data *d, void *copy, int seat); \
	void p##_ideas(const struct game_data *d, const void *pos, int seat, \
	    struct moves *out); \
	int p##_advise(const struct game_data *d, const void *pos, int seat, \
	    struct rng *own, struct move *out); \
	int p##_glance(const struct game_data *d, const void *pos, int seat, \
	    struct rng *own, struct move *out); \
	void p##_reasons(const struct game_data *d, const void *before, \
	    const void *after, int seat, struct reasons *out); \
	void p##_facts(const struct game_data *d, const void *pos, int reader, \
	    struct json *out); \
	enum redaction p##_redact(const struct game_data *d, const void *now, \
	    const struct event *ev, int reader); \
	void p##_describe(const struct game_data *d, const void *pos, \
	    int seat, const struct move *m, struct cJSON *out); \
	struct cJSON *p##_view(const struct game_data *d, const void *seen, \
	    int reader); \
	int p##_map(const struct game_data *d, const void *seen, \
	    struct drawing *out); \
	void p##_vary(const struct game_data *d, void *pos, int reader, \
	    struct rng *r); \
	void p##_seen(const struct game_data *d, void *copy, int reader); \
	struct ending p##_ending(const struct game_data *d, const void *pos); \
	int p##_audit(const struct game_data *d, const void *pos, struct err *e)

#define GAME_ROWS(p) \
	.position_size = sizeof(struct p##_position), \
	.data_size = sizeof(struct game_data), .load = p##_load, \
	.setup = p##_setup, .to_act = p##_to_act, .legal = p##_legal, \
	.parse = p##_parse, .apply = p##_apply, .draw = p##_draw, \
	.chance = p##_chance, .chance_read = verbs_chance_read, \
	.late = p##_late, .wits.choose = p##_choose, .facts = p##_facts, \
	.tell = verbs_tell, .describe = p##_describe, .view = p##_view, \
	.ending = p##_ending, .audit = p##_audit

#endif
