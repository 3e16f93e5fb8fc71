/* SPDX-License-Identifier: MIT */
#include "game/table_own.h"

#include "base/mem.h"
#include "game/fairness.h"

/*
 * Chance. Of version 2 each draw has a generator of its own, of what is drawn,
 * so whatever was seen on a dead branch comes out again by itself (T29).
 *
 * Version 1, of older games: a draw that was made on a dead branch keeps its
 * outcome if it comes due again after the same events. The generator's stream
 * never rewinds: a fresh draw takes the bytes after the last draw in the file,
 * a kept outcome takes none (T12).
 */

void
table_draws(struct table *t, int version)
{
	if (t->chances > 0)
		abort();
	t->draws.version = version;
}

void
table_seed(struct table *t, const uint8_t seed[RNG_KEY_SIZE])
{
	memcpy(t->draws.seed, seed, RNG_KEY_SIZE);
	t->draws.has_seed = true;
	t->draws.has_key = false;
}

/* The next node that counts among "the same events", from seq downwards. */
static int
bound_from(const struct table *t, int seq)
{
	while (seq > 0 && !t->nodes[seq].bound)
		seq = t->nodes[seq].parent;
	return seq;
}

static bool
node_equal(const struct table *t, const struct event_node *a,
    const struct event_node *b)
{
	return a->kind == b->kind && a->actor == b->actor &&
	    a->verb == b->verb && a->n == b->n &&
	    memcmp(t->args + a->args, t->args + b->args,
		a->n * sizeof t->args[0]) == 0;
}

/* The seat and chance events up to a are those up to b. */
static bool
same_events(const struct table *t, int a, int b)
{
	for (;;) {
		a = bound_from(t, a);
		b = bound_from(t, b);
		if (a == b)
			return true;
		if (a == 0 || b == 0 ||
		    !node_equal(t, &t->nodes[a], &t->nodes[b]))
			return false;
		a = t->nodes[a].parent;
		b = t->nodes[b].parent;
	}
}

/* Finds a dead branch's outcome of the draw that is due. */
static bool
find_kept(const struct table *t, struct event *out)
{
	struct event due;
	struct rng any;

	rng_init_number(&any, 0); /* only the verb is looked at */
	t->rules->draw(t->data, t->position, &any, &due);
	for (int s = 1; s <= t->seq; s++) {
		const struct event_node *node = &t->nodes[s];

		if (node->kind != LINE_CHANCE || node->verb != due.verb ||
		    !same_events(t, node->parent, t->tip))
			continue;
		out->kind = EVENT_CHANCE;
		out->actor = 0;
		out->verb = node->verb;
		out->n = node->n;
		memcpy(out->arg, t->args + node->args,
		    node->n * sizeof out->arg[0]);
		return true;
	}
	return false;
}

/* The value that holds now: with beacon=round that of the live branch, which
 * was entered last; -1: there is none. */
static int
entered_now(const struct table *t)
{
	int i = t->draws.n_entered - 1, seq = t->tip;

	if (t->draws.use != BEACON_ROUNDS || !t->keep || t->undos == 0)
		return i;
	for (; i >= 0; i--) {
		while (seq > t->draws.entered[i].seq)
			seq = t->nodes[seq].parent;
		if (seq == t->draws.entered[i].seq)
			return i;
	}
	return -1;
}

const char *
table_awaits(const struct table *t)
{
	const struct draws *d = &t->draws;
	int round, now;

	if (d->use == BEACON_NONE ||
	    (d->use == BEACON_ONCE && d->n_entered > 0) || table_over(t))
		return NULL;
	round = game_round(t->position);
	now = entered_now(t);
	if (now >= 0 && d->entered[now].round == round)
		return NULL;
	for (int i = 0; i < d->n_entered; i++)
		if (d->entered[i].round == round)
			return d->entered[i].args;
	return "";
}

int
draws_beacon(struct table *t, const char *args, struct err *e)
{
	const char *known = table_awaits(t);
	struct beacon_entered *in;
	int64_t round;

	if (known == NULL)
		return err_set(e, ERR_CORRUPT,
		    t->draws.n_entered > 0 ?
			"a second value of the beacon" :
			"no beacon was asked for by option beacon");
	if (beacon_read(args, &round) != 0)
		return err_set(e, ERR_CORRUPT,
		    "beacon is a round and a value of 64 hex digits");
	if (*known != '\0' && strcmp(args, known) != 0)
		return err_set(e, ERR_CORRUPT,
		    "another value of the beacon than before the undo");
	t->draws.entered = mem_more(t->draws.entered,
	    (size_t)t->draws.n_entered, sizeof *t->draws.entered);
	in = &t->draws.entered[t->draws.n_entered++];
	in->seq = t->seq + 1;
	in->round = game_round(t->position);
	snprintf(in->args, sizeof in->args, "%s", args);
	return 0;
}

static void
ready_key(struct table *t)
{
	int entered = entered_now(t);

	if (t->draws.has_key && t->draws.key_of == entered)
		return;
	fairness_key(t->draws.seed, t->draws.entropy, t->seats, t->draws.key);
	if (entered >= 0)
		beacon_key(t->draws.entered[entered].args, t->draws.key);
	rng_init(&t->draws.rng, t->draws.key);
	t->draws.has_key = true;
	t->draws.key_of = entered;
}

/* T29: the draw of this name, whenever it is made. */
static void
draw_by_label(struct table *t, struct event *out)
{
	struct buf label = BUF_INIT;
	uint8_t key[RNG_KEY_SIZE];
	struct rng own;

	game_label(t->data, t->position, &label);
	fairness_draw_key(t->draws.key, &label, key);
	rng_init(&own, key);
	t->rules->draw(t->data, t->position, &own, out);
	buf_release(&label);
}

static void
draw_by_order(struct table *t, struct event *out)
{
	rng_seek(&t->draws.rng, t->draws.used);
	t->rules->draw(t->data, t->position, &t->draws.rng, out);
	t->draws.pending_used = t->draws.rng.used;
}

/* What a dead branch has shown of it, where that counts. */
static bool
is_kept(const struct table *t, struct event *out)
{
	return t->draws.version == DRAWS_BY_ORDER && t->undos > 0 &&
	    find_kept(t, out);
}

int
table_draw(struct table *t, struct event *out, struct err *e)
{
	if (t->cancelled || !game_chance_due(t->rules, t->data, t->position))
		return err_set(e, ERR_GIVEUP, "no chance event is due");
	if (t->draws.pending_seq == t->seq) {
		*out = t->draws.pending;
		return 0;
	}
	t->draws.pending_used = t->draws.used;
	if (!is_kept(t, &t->draws.pending)) {
		if (table_awaits(t) != NULL)
			return err_set(e, ERR_GIVEUP,
			    "a draw is due and the value of the beacon is not "
			    "known");
		if (!t->draws.has_seed)
			return err_set(e, ERR_GIVEUP,
			    "a draw is due and the seed is not known");
		ready_key(t);
		if (t->draws.version == DRAWS_BY_LABEL)
			draw_by_label(t, &t->draws.pending);
		else
			draw_by_order(t, &t->draws.pending);
	}
	t->draws.pending_seq = t->seq;
	*out = t->draws.pending;
	return 0;
}

int
draws_prove(struct table *t, const struct event *ev, struct err *e)
{
	struct event drawn;

	if (!t->draws.has_seed) {
		if (is_kept(t, &drawn) && !event_equal(&drawn, ev))
			return err_set(e, ERR_CORRUPT,
			    "the same draw after the same events came out "
			    "otherwise before it was undone");
		return 0;
	}
	if (table_draw(t, &drawn, e) != 0)
		return -1;
	if (!event_equal(&drawn, ev))
		return err_set(e, ERR_CORRUPT,
		    "the seed gives another outcome");
	return 0;
}

int
table_settle(struct table *t, struct events *out, struct err *e)
{
	struct event ev;

	while (!t->cancelled && table_awaits(t) == NULL &&
	    game_chance_due(t->rules, t->data, t->position)) {
		if (table_draw(t, &ev, e) != 0 ||
		    table_chance(t, &ev, out, e) != 0)
			return -1;
	}
	return 0;
}
