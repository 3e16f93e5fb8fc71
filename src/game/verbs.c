/* SPDX-License-Identifier: MIT */
#include "game/verbs.h"
#include "game/verb_args.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "game/tree.h"

const char *
seat_id(int seat)
{
	static const char *const id[] = { "", "p1", "p2", "p3", "p4", "p5",
		"p6" };

	return id[seat];
}

int
seat_check(const void *pos, int whose, int seat, struct refusal *why)
{
	if (game_over(pos))
		return refuse(why, "game-over");
	if (whose == seat && seat != 0)
		return 0;
	return whose == 0 ?
	    refuse(why, "not-your-turn") :
	    refuse_str(why, "not-your-turn", "seat", seat_id(whose));
}

void
seats_write(struct json *out, const char *key, seat_set seats)
{
	json_karray(out, key);
	for (int s = 1; s <= SEATS_MAX; s++)
		if (seats & SEAT_BIT(s))
			json_str(out, seat_id(s));
	json_array_end(out);
}

const char *
verb_thing_id(const struct verb_thing *t, const struct game_data *d, int i)
{
	return t->word != NULL ?
	    t->word[i] :
	    (const char *)d + t->at + (size_t)i * t->stride;
}

int
verb_thing_find(const struct verb_thing *t, const struct game_data *d,
    const char *id, size_t len)
{
	if (len == 0)
		return -1;
	if (t->find != NULL) {
		int found = t->find(d, id, len);

		return found < t->n ? found : -1;
	}
	for (int i = 0; i < t->n; i++) {
		const char *have = verb_thing_id(t, d, i);

		if (*have == *id && strncmp(have, id, len) == 0 &&
		    have[len] == '\0')
			return i;
	}
	return -1;
}

static const struct verbs *
verbs_of(const struct game_data *d)
{
	return *(const struct verbs *const *)(const void *)d;
}

static const struct verb *
row_of(const struct verbs *v, int kind, int verb)
{
	if (verb < 1 || verb >= v->n[kind])
		abort(); /* a bug of the game's */
	return &v->of[kind][verb];
}

static const struct verb_thing *
thing_of(const struct verbs *v, const struct verb_arg *g)
{
	return g->kind < VERB_THINGS ? NULL : &v->thing[g->kind - VERB_THINGS];
}

const char *
verbs_title(const struct game_data *d, const char *kind, const char *id)
{
	for (const struct verb_thing *t = verbs_of(d)->thing; t->name != NULL;
	    t++) {
		int i;

		if (t->titles == 0 || strcmp(t->name, kind) != 0)
			continue;
		i = verb_thing_find(t, d, id, strlen(id));
		return i < 0 ?
		    NULL :
		    (const char *)d + t->titles + (size_t)i * t->stride;
	}
	return NULL;
}

/* What a number is counted in. */
static int
unit_of(const struct verb_thing *t, const struct game_data *d)
{
	int32_t unit = 1;

	if (t != NULL)
		memcpy(&unit, (const char *)d + t->at, sizeof unit);
	return unit;
}

static bool
is_number(const struct verb_arg *g, const struct verb_thing *t)
{
	return g->kind == VERB_NUMBER ||
	    (t != NULL && t->stride == 0 && t->word == NULL && t->put == NULL);
}

/* How many numbers of an event it takes. */
static int
width(const struct verb_arg *g, const struct verb_thing *t)
{
	if (g->kind == VERB_WORD || g->kind == VERB_PLACE ||
	    g->kind == VERB_ACTOR)
		return 0;
	return g->how & (VERB_COUNTS | VERB_STARS) ? t->n : 1;
}

/* Writing. */

static void
put_counts(const struct verb_arg *g, const struct verb_thing *t,
    const struct game_data *d, const int16_t *n, struct buf *out)
{
	for (int i = 0; i < t->n; i++) {
		if (n[i] == 0)
			continue;
		buf_char(out, ' ');
		buf_str(out, verb_thing_id(t, d, i));
		if (g->how & VERB_STARS && n[i] == 1)
			continue;
		buf_char(out, g->how & VERB_STARS ? '*' : '=');
		buf_int(out, n[i]);
	}
}

static void
put_seat(const struct verb_arg *g, int seat, struct buf *out)
{
	buf_str(out, g->log);
	buf_char(out, 'p');
	buf_int(out, seat);
}

static void
put_thing(const struct verb_arg *g, const struct verb_thing *t,
    const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	const char *id;

	if (g->how & (VERB_COUNTS | VERB_STARS)) {
		put_counts(g, t, d, arg + i, out);
	} else if (t->put != NULL) {
		t->put(d, arg, i, out);
	} else if (*(id = verb_thing_id(t, d, arg[i])) != '\0') {
		buf_str(out, g->log);
		buf_str(out, id);
	}
}

/* What is written beside arguments. */
struct around {
	int actor, item; /* the item of a list */
};

/* The i-th number of arg. */
static void
put_arg(const struct verb_arg *g, const struct verb_thing *t,
    const struct game_data *d, const int16_t *arg, int i,
    const struct around *at, struct buf *out)
{
	if (g->log == NULL)
		return;
	if (g->kind == VERB_WORD) {
		buf_str(out, g->log);
	} else if (g->kind == VERB_PLACE) {
		put_seat(g, at->item + 1, out);
	} else if (g->kind == VERB_ACTOR) {
		put_seat(g, at->actor, out);
	} else if (g->kind == VERB_SEAT) {
		put_seat(g, arg[i], out);
	} else if (!is_number(g, t)) {
		put_thing(g, t, d, arg, i, out);
	} else if ((!(g->how & VERB_SOME) || arg[i] != 0) &&
	    (!(g->how & VERB_MANY) || arg[i] > 1)) {
		buf_str(out, g->log);
		buf_int(out, (long long)arg[i] * unit_of(t, d));
	}
}

static void
put_args(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *g, int actor, const int16_t *arg, int n,
    struct buf *out)
{
	struct around at = { actor, 0 };
	const struct verb_arg *list = NULL;

	for (int i = 0; g->kind != VERB_END || list != NULL; g++) {
		const struct verb_thing *t = thing_of(v, g);

		if (g->kind == VERB_LIST) {
			list = g;
		} else if (g->kind == VERB_END) {
			g = list;
			at.item++;
		} else {
			put_arg(g, t, d, arg, i, &at, out);
			i += width(g, t);
		}
		if (g == list && i >= n)
			return;
	}
}

void
verb_put_args(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *args, const int16_t *arg, int n, struct buf *out)
{
	put_args(v, d, args, 0, arg, n, out);
}

void
verbs_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	const struct verbs *v = verbs_of(d);
	const struct verb *row = row_of(v, EVENT_MOVE, m->verb);

	(void)pos;
	(void)seat;
	buf_str(out, row->word);
	put_args(v, d, row->arg, 0, m->arg, m->n, out);
}

void
verbs_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	const struct verbs *v = verbs_of(d);
	const struct verb *row = row_of(v, ev->kind, ev->verb);

	buf_str(out, row->word);
	put_args(v, d, row->arg, ev->actor, ev->arg, ev->n, out);
}

/* Telling. */

void
verb_tell_counts(const struct verb_thing *t, const struct game_data *d,
    const char *key, const int16_t *n, struct cJSON *out)
{
	cJSON *list = tree_list(out, key);

	for (int i = 0; i < t->n; i++) {
		cJSON *one = n[i] == 0 ? NULL : tree_member(list);

		if (one == NULL)
			continue;
		tree_add_int(one, "count", n[i]);
		tree_add_str(one, t->name, verb_thing_id(t, d, i));
	}
}

static void
tell_arg(const struct verb_arg *g, const struct verb_thing *t,
    const struct game_data *d, const int16_t *arg, int i, int item,
    struct cJSON *out)
{
	if (g->key == NULL)
		return;
	if (g->kind == VERB_PLACE) {
		tree_add_str(out, g->key, seat_id(item + 1));
	} else if (g->kind == VERB_SEAT) {
		tree_add_str(out, g->key, seat_id(arg[i]));
	} else if (g->how & (VERB_COUNTS | VERB_STARS)) {
		verb_tell_counts(t, d, g->key, arg + i, out);
	} else if (g->how & VERB_FLAG) {
		tree_flag(out, g->key, arg[i] != 0);
	} else if (!is_number(g, t)) {
		if (t->put == NULL)
			tree_add_str(out, g->key, verb_thing_id(t, d, arg[i]));
	} else if (!(g->how & (VERB_SOME | VERB_TOLD_SOME)) || arg[i] != 0) {
		tree_add_int(out, g->key, arg[i] * unit_of(t, d));
	}
}

/* The rest of the numbers as objects of a list. */
static void
tell_list(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *list, const int16_t *arg, int i, int n,
    struct cJSON *out)
{
	cJSON *items = list->key == NULL ? NULL : tree_list(out, list->key);

	for (int item = 0; items != NULL && i < n; item++) {
		cJSON *to = tree_member(items);

		for (const struct verb_arg *g = list + 1; g->kind != VERB_END;
		    g++) {
			tell_arg(g, thing_of(v, g), d, arg, i, item, to);
			i += width(g, thing_of(v, g));
		}
	}
}

static void
tell_row(const struct verbs *v, const struct game_data *d,
    const struct verb *row, int actor, const int16_t *arg, int n,
    struct cJSON *out)
{
	int i = 0;

	for (const struct verb_arg *g = row->arg; g->kind != VERB_END; g++) {
		if (g->kind == VERB_LIST) {
			tell_list(v, d, g, arg, i, n, out);
			break;
		}
		tell_arg(g, thing_of(v, g), d, arg, i, 0, out);
		i += width(g, thing_of(v, g));
	}
	if (actor > 0 && !row->nobody)
		tree_add_str(out, "seat", seat_id(actor));
	tree_add_str(out, "verb", row->told != NULL ? row->told : row->word);
}

void
verbs_tell(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	const struct verbs *v = verbs_of(d);
	const struct verb *row = row_of(v, ev->kind, ev->verb);

	tell_row(v, d, row, ev->actor, ev->arg, ev->n, out);
	if (row->tell != NULL)
		row->tell(d, ev, out);
}

void
verb_tell_move(const struct game_data *d, int seat, const struct move *m,
    struct cJSON *out)
{
	const struct verbs *v = verbs_of(d);

	tell_row(v, d, row_of(v, EVENT_MOVE, m->verb), seat, m->arg, m->n, out);
}

void
verb_describe(const struct verbs *v, int seat, const struct move *m,
    struct cJSON *out)
{
	tree_add_str(out, "seat", seat_id(seat));
	tree_add_str(out, "verb", verb_told(v, m->verb));
}

const char *
verb_told(const struct verbs *v, int verb)
{
	const struct verb *row = row_of(v, EVENT_MOVE, verb);

	return row->told != NULL ? row->told : row->word;
}

void
verb_tell_is(const char *what, struct cJSON *out)
{
	tree_flag(tree_object(out, "is"), what, true);
}

void
verb_tell_winners(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	cJSON *winners = tree_list(out, "winners");

	(void)d;
	for (int i = 0; i < ev->n && ev->arg[i + 3] == 1; i += 4)
		tree_add_str(tree_member(winners), "seat", seat_id(ev->arg[i]));
	tree_flag(out, "shared", cJSON_GetArraySize(winners) > 1);
}
