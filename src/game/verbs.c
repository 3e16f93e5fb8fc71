/* SPDX-License-Identifier: MIT */
#include "game/verbs_own.h"

#include <cjson/cJSON.h>
#include <string.h>

#include "base/tree.h"

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
		if (slice_is((struct slice){ id, len }, verb_thing_id(t, d, i)))
			return i;
	}
	return -1;
}

static const struct verb *
row_of(const struct verbs *v, int kind, int verb)
{
	if (verb < 1 || verb >= v->n[kind])
		abort(); /* a bug of the game's */
	return &v->of[kind][verb];
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

static bool
arg_fits(const struct verb_walk *w, const int16_t *arg)
{
	const struct verb_thing *t = w->thing;

	if (w->at->kind == VERB_SEAT)
		return *arg >= 1 && *arg <= SEATS_MAX;
	if (t != NULL && t->put != NULL)
		return true;
	if (!verb_is_counts(w->at))
		return *arg >= 0 && (is_number(w->at, t) || *arg < t->n);
	for (int i = 0; i < t->n; i++)
		if (arg[i] < 0)
			return false;
	return true;
}

bool
verb_fits(const struct game_data *d, enum event_kind kind, int verb,
    const int16_t *arg, int n)
{
	struct verb_walk w = { .v = verbs_of(d) };

	if (verb < 1 || verb >= w.v->n[kind])
		return false;
	w.at = w.v->of[kind][verb].arg;
	for (; verb_walk_on(&w, w.i < n); verb_walk_past(&w))
		if (w.i >= n || !arg_fits(&w, arg + w.i))
			return false;
	return w.i == n;
}

int
verb_args(const struct verbs *v, int verb)
{
	struct verb_walk w = { .v = v, .at = row_of(v, EVENT_MOVE, verb)->arg };

	while (verb_walk_on(&w, false))
		verb_walk_past(&w);
	return w.i;
}

/* Writing. */

static void
put_counts(const struct verb_arg *g, const struct verb_thing *t,
    const struct game_data *d, const int16_t *n, struct buf *out)
{
	buf_str(out, g->log);
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
put_seat(const char *before, int seat, struct buf *out)
{
	buf_str(out, before);
	buf_char(out, 'p');
	buf_int(out, seat);
}

static void
put_thing(const struct verb_walk *w, const struct game_data *d,
    const int16_t *arg, struct buf *out)
{
	const char *id;

	if (verb_is_counts(w->at)) {
		put_counts(w->at, w->thing, d, arg + w->i, out);
	} else if (w->thing->put != NULL) {
		w->thing->put(d, arg, w->i, out);
	} else if (*(id = verb_thing_id(w->thing, d, arg[w->i])) != '\0') {
		buf_str(out, w->at->log);
		buf_str(out, id);
	}
}

static void
put_arg(const struct verb_walk *w, const struct game_data *d,
    const int16_t *arg, struct buf *out)
{
	const struct verb_arg *g = w->at;
	int n = arg[w->i];

	if (g->how & VERB_BY_SEAT)
		put_seat(" ", w->item + 1, out);
	if (g->log == NULL)
		return;
	if (g->kind == VERB_SEAT) {
		put_seat(g->log, n, out);
	} else if (!is_number(g, w->thing)) {
		put_thing(w, d, arg, out);
	} else if ((!(g->how & VERB_SOME) || n != 0) &&
	    (!(g->how & VERB_MANY) || n > 1)) {
		buf_str(out, g->log);
		buf_int(out, (long long)n * unit_of(w->thing, d));
	}
}

void
verb_put_args(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *args, const int16_t *arg, int n, struct buf *out)
{
	for (struct verb_walk w = { .v = v, .at = args };
	    verb_walk_on(&w, w.i < n); verb_walk_past(&w))
		put_arg(&w, d, arg, out);
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
	verb_put_args(v, d, row->arg, m->arg, m->n, out);
}

void
verbs_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	const struct verbs *v = verbs_of(d);
	const struct verb *row = row_of(v, ev->kind, ev->verb);

	buf_str(out, row->word);
	if (row->actor)
		put_seat(" ", ev->actor, out);
	verb_put_args(v, d, row->arg, ev->arg, ev->n, out);
}

void
game_label(const struct game_data *d, const void *pos, struct buf *out)
{
	verbs_of(d)->label(d, pos, out);
}

void
verbs_label(const struct game_data *d, const struct event *ev, int head,
    int nth, struct buf *out)
{
	struct buf words = BUF_INIT;
	const char *rest;

	verbs_event_format(d, ev, &words);
	rest = buf_text(&words);
	while (head-- > 0)
		rest += strcspn(rest + 1, " ") + 1;
	buf_add(out, words.data, (size_t)(rest - words.data));
	buf_printf(out, " %d%s", nth, rest);
	buf_release(&words);
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
tell_arg(const struct verb_walk *w, const struct game_data *d,
    const int16_t *arg, struct cJSON *out)
{
	const struct verb_arg *g = w->at;
	int n = arg[w->i];

	if (g->how & VERB_BY_SEAT)
		tree_add_str(out, "seat", seat_id(w->item + 1));
	if (g->key == NULL)
		return;
	if (g->kind == VERB_SEAT) {
		tree_add_str(out, g->key, seat_id(n));
	} else if (verb_is_counts(g)) {
		verb_tell_counts(w->thing, d, g->key, arg + w->i, out);
	} else if (g->how & VERB_FLAG) {
		tree_flag(out, g->key, n != 0);
	} else if (!is_number(g, w->thing)) {
		if (w->thing->put == NULL)
			tree_add_str(out, g->key,
			    verb_thing_id(w->thing, d, n));
	} else if (!(g->how & (VERB_SOME | VERB_TOLD_SOME)) || n != 0) {
		tree_add_int(out, g->key, n * unit_of(w->thing, d));
	}
}

static void
tell_row(const struct verbs *v, const struct game_data *d,
    const struct verb *row, int actor, const int16_t *arg, int n,
    struct cJSON *out)
{
	struct verb_walk w = { .v = v, .at = row->arg };
	struct cJSON *items, *to = NULL;

	for (; w.at->each == NULL && verb_walk_on(&w, true); verb_walk_past(&w))
		tell_arg(&w, d, arg, out);
	if (w.at->each != NULL && *w.at->each != '\0') {
		items = tree_list(out, w.at->each);
		for (; verb_walk_on(&w, w.i < n); verb_walk_past(&w)) {
			if (w.at == w.each)
				to = tree_member(items);
			tell_arg(&w, d, arg, to);
		}
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
	if (ev->kind == EVENT_MOVE && v->tell_move != NULL)
		v->tell_move(d, ev, out);
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
	for (int i = 0; i < ev->n && ev->arg[i + ENDED_RANK] == 1;
	    i += ENDED_ARGS)
		tree_add_str(tree_member(winners), "seat",
		    seat_id(ev->arg[i + ENDED_SEAT]));
	tree_flag(out, "shared", cJSON_GetArraySize(winners) > 1);
}
