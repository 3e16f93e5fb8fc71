/* SPDX-License-Identifier: MIT */
#include "game/verbs_own.h"

#include <string.h>

/* The strict inverse of what verbs.c writes. */

enum { READ_DIGITS = 6 };

struct verb_reading {
	const struct verbs *v;
	const struct game_data *d;
	const char *at, *end;
	int16_t *arg;
	int n, room;
};

/* The length of an id: up to what may stand between two arguments. */
static size_t
id_len(const struct verb_reading *r)
{
	static const bool stop[256] = { [' '] = true,
		[':'] = true,
		['>'] = true,
		['='] = true,
		['*'] = true };
	const char *s = r->at;

	while (s < r->end && !stop[(unsigned char)*s])
		s++;
	return (size_t)(s - r->at);
}

/* Mostly one byte, so no library function is called. */
static int
take_text(struct verb_reading *r, const char *text)
{
	const char *s = r->at;

	for (; *text != '\0'; text++, s++)
		if (s == r->end || *s != *text)
			return -1;
	r->at = s;
	return 0;
}

static int
put(struct verb_reading *r, long n)
{
	if (n < 0 || n > INT16_MAX || r->n == r->room)
		return -1;
	r->arg[r->n++] = (int16_t)n;
	return 0;
}

/* A number as it is written, without zeros before it; -1 if it is none. */
static long
take_number(struct verb_reading *r)
{
	const char *from = r->at;
	long n = 0;

	while (r->at < r->end && *r->at >= '0' && *r->at <= '9' &&
	    r->at - from < READ_DIGITS)
		n = n * 10 + (*r->at++ - '0');
	if (r->at == from || (*from == '0' && r->at - from > 1))
		return -1;
	return n;
}

static int
take_units(struct verb_reading *r, const struct verb_thing *t)
{
	long n = take_number(r);
	int32_t unit = 1;

	if (t != NULL)
		memcpy(&unit, (const char *)r->d + t->at, sizeof unit);
	return n < 0 || n % unit != 0 ? -1 : put(r, n / unit);
}

/* -1: none. */
static int
take_seat(struct verb_reading *r)
{
	if (r->end - r->at < 2 || r->at[0] != 'p' || r->at[1] < '1' ||
	    r->at[1] > '0' + SEATS_MAX)
		return -1;
	r->at += 2;
	return r->at[-1] - '0';
}

/* How many of a thing: at least one, "=1", or nothing and "*2". */
static long
take_count(struct verb_reading *r, const struct verb_arg *g)
{
	bool stars = (g->how & VERB_STARS) != 0;
	long n;

	if (stars && (r->at == r->end || *r->at == ' '))
		return 1;
	if (take_text(r, stars ? "*" : "=") < 0)
		return -1;
	n = take_number(r);
	return n < 1 + stars ? -1 : n;
}

/* " red=2 blue=1" in the order of the things, up to what is none. */
static int
take_counts(struct verb_reading *r, const struct verb_arg *g,
    const struct verb_thing *t)
{
	int16_t *n = r->arg + r->n;
	int last = g->from - 1;

	if (r->n + t->n > r->room)
		return -1;
	for (int i = 0; i < t->n; i++)
		n[i] = 0;
	r->n += t->n;
	while (r->end - r->at > 1 && *r->at == ' ') {
		const char *start = r->at++;
		int i = verb_thing_find(t, r->d, r->at, id_len(r));
		long count;

		if (i < 0) {
			r->at = start;
			return 0;
		}
		r->at += id_len(r);
		count = take_count(r, g);
		if (i <= last || count < 0 || count > INT16_MAX)
			return -1;
		n[i] = (int16_t)count;
		last = i;
	}
	return 0;
}

static int
take_thing(struct verb_reading *r, const struct verb_thing *t)
{
	size_t len = id_len(r);

	if (t->take != NULL)
		return put(r, t->take(r->d, &r->at, r->end));
	if (put(r, verb_thing_find(t, r->d, r->at, len)) < 0)
		return -1;
	r->at += len;
	return 0;
}

static int
take_arg(struct verb_reading *r, const struct verb_walk *w)
{
	const struct verb_arg *g = w->at;
	const struct verb_thing *t = w->thing;

	if (g->how & VERB_MANY)
		return put(r, 1);
	if (g->how & VERB_SOME && (r->at == r->end || *r->at != *g->log))
		return put(r, 0);
	if (g->how & VERB_BY_SEAT &&
	    (take_text(r, " ") < 0 || take_seat(r) != w->item + 1))
		return -1;
	if (g->log == NULL || take_text(r, g->log) < 0)
		return -1;
	if (verb_is_counts(g))
		return take_counts(r, g, t);
	if (g->kind == VERB_SEAT)
		return put(r, take_seat(r));
	if (t == NULL || (t->stride == 0 && t->word == NULL && t->take == NULL))
		return take_units(r, t);
	return take_thing(r, t);
}

/* " rhea thetis …": a list of ids alone, as long as a deck. */
static int
take_ids(struct verb_reading *r, const struct verb_thing *t)
{
	do {
		size_t len;
		int i;

		if (r->at == r->end || *r->at++ != ' ')
			return -1;
		len = id_len(r);
		i = len == 0 ? -1 : t->find(r->d, r->at, len);
		if (i < 0 || i >= t->n || put(r, i) < 0)
			return -1;
		r->at += len;
	} while (r->at < r->end);
	return 0;
}

static bool
is_ids(const struct verb_walk *w)
{
	return w->at->each != NULL && w->item == 0 && w->thing != NULL &&
	    w->thing->find != NULL && w->at->how == 0 &&
	    w->at[1].kind == VERB_END && w->at->log != NULL &&
	    strcmp(w->at->log, " ") == 0;
}

static int
take_args(struct verb_reading *r, const struct verb_arg *args)
{
	for (struct verb_walk w = { .v = r->v, .at = args };
	    verb_walk_on(&w, r->at < r->end); verb_walk_past(&w)) {
		if (is_ids(&w))
			return take_ids(r, w.thing);
		if (take_arg(r, &w) < 0)
			return -1;
	}
	return r->at == r->end ? 0 : -1;
}

int
verb_take_args(const struct verbs *v, const struct game_data *d,
    const struct verb_arg *args, const char *at, const char *end, int16_t *arg,
    int room)
{
	struct verb_reading r = { v, d, at, end, arg, 0, room };

	return take_args(&r, args) < 0 ? -1 : r.n;
}

/* The verb that the text begins with; 0 if it is none. */
static int
take_verb(struct verb_reading *r, enum event_kind kind)
{
	const struct verb *row = r->v->of[kind];
	size_t len = id_len(r);

	for (int i = 1; i < r->v->n[kind]; i++)
		if (slice_is((struct slice){ r->at, len }, row[i].word)) {
			r->at += len;
			return i;
		}
	return 0;
}

int
verbs_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	const struct verbs *v = verbs_of(d);
	struct verb_reading r = { v, d, text, text + len, out->arg, 0,
		MOVE_ARGS };

	(void)pos;
	(void)seat;
	memset(out, 0, sizeof *out);
	out->verb = (uint8_t)take_verb(&r, EVENT_MOVE);
	if (out->verb == 0 ||
	    take_args(&r, v->of[EVENT_MOVE][out->verb].arg) < 0)
		return -1;
	out->n = (uint8_t)r.n;
	return 0;
}

int
verbs_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out)
{
	const struct verbs *v = verbs_of(d);
	struct verb_reading r = { v, d, text, text + len, out->arg, 0,
		EVENT_ARGS };
	int verb = take_verb(&r, EVENT_CHANCE);

	out->kind = EVENT_CHANCE;
	out->actor = 0;
	out->verb = (uint8_t)verb;
	if (verb == 0 || take_args(&r, v->of[EVENT_CHANCE][verb].arg) < 0)
		return -1;
	out->n = (uint16_t)r.n;
	return r.n > 0 ? 0 : -1;
}
