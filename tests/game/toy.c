/* SPDX-License-Identifier: MIT */
#include "toy.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/verbs.h"

enum { CARDS = 12, TURNS = 12 };
enum stage { STAGE_DECK, STAGE_PLAY, STAGE_DIE };

struct toy {
	POSITION_HEAD;
	uint8_t n_deck;
	uint8_t deck[CARDS];          /* top last */
	uint16_t hand[SEATS_MAX + 1]; /* bit n: card n */
	int16_t score[SEATS_MAX + 1];
	uint8_t stake[SEATS_MAX + 1];
	uint8_t pad2;
	int16_t dice; /* thrown so far */
};

struct game_data {
	const struct verbs *verbs;
	int cards;
};

static const struct verb_thing things[] = { { .name = NULL } };
static void toy_label(const struct game_data *d, const void *pos,
    struct buf *out);
static const struct verbs toy_verbs = { .thing = things, .label = toy_label };

static int
toy_load(const struct cJSON *json, struct game_data *d, struct err *e)
{
	const cJSON *cards = cJSON_GetObjectItemCaseSensitive(json, "cards");

	if (!cJSON_IsNumber(cards) || cards->valueint != CARDS)
		return err_set(e, ERR_CORRUPT, "cards must be 12");
	d->verbs = &toy_verbs;
	d->cards = CARDS;
	return 0;
}

static int
toy_setup(const struct game_data *d, const struct options *o, void *pos,
    struct err *e)
{
	struct toy *t = pos;

	(void)d;
	if (o->n > 0)
		return err_set(e, ERR_GIVEUP, "unknown option %s",
		    o->at[0].key);
	t->at = 1;
	return 0;
}

static seat_set
toy_to_act(const struct game_data *d, const void *pos)
{
	const struct toy *t = pos;

	(void)d;
	if (t->stage != STAGE_PLAY)
		return 0;
	return SEAT_BIT(t->at);
}

struct move
toy_move(enum toy_verb verb, int arg)
{
	struct move m = { .verb = (uint8_t)verb };

	if (arg != 0) {
		m.n = 1;
		m.arg[0] = (int16_t)arg;
	}
	return m;
}

static void
toy_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct toy *t = pos;

	(void)d;
	moves_clear(out);
	if (t->stage != STAGE_PLAY || t->at != seat)
		return;
	if (t->n_deck > 0)
		*moves_add(out) = toy_move(TOY_TAKE, 0);
	for (int card = 1; card <= CARDS; card++)
		if (t->hand[seat] >> card & 1)
			*moves_add(out) = toy_move(TOY_PLAY, card);
	if (out->n == 0)
		*moves_add(out) = toy_move(TOY_PASS, 0);
}

static const char *const verbs[] = { NULL, "take", "play", "pass", "stake" };

static void
toy_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	(void)d, (void)pos, (void)seat;
	buf_str(out, verbs[m->verb]);
	if (m->n > 0)
		buf_printf(out, " %d", m->arg[0]);
}

static int
toy_read(const struct game_data *d, const void *pos, int seat, const char *text,
    size_t len, struct move *out)
{
	char copy[16];
	struct buf again = BUF_INIT;
	int n = 0, rc = -1;

	if (len >= sizeof copy)
		return -1;
	memcpy(copy, text, len);
	copy[len] = '\0';
	for (int v = TOY_TAKE; v <= TOY_STAKE; v++) {
		size_t verb = strlen(verbs[v]);

		if (strncmp(copy, verbs[v], verb) != 0 ||
		    (copy[verb] != '\0' && copy[verb] != ' '))
			continue;
		if (copy[verb] == ' ')
			n = (int)strtol(copy + verb, NULL, 10);
		*out = toy_move((enum toy_verb)v, n);
		toy_format(d, pos, seat, out, &again);
		if (strcmp(buf_text(&again), copy) == 0 &&
		    (out->n > 0) == (v == TOY_PLAY || v == TOY_STAKE))
			rc = 0;
	}
	buf_release(&again);
	return rc;
}

static int
toy_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why)
{
	const struct toy *t = pos;
	char verb[8], rest[8] = "";
	int n = 0;

	(void)d, (void)names;
	why->code = NULL;
	why->n = 0;
	if (t->stage == STAGE_OVER)
		return refuse(why, "game-over");
	if (sscanf(text, "%7[a-zA-Z] %d%7s", verb, &n, rest) < 1 ||
	    rest[0] != '\0' || n < 0 || n > 99)
		return refuse(why, "unknown-command");
	for (int v = TOY_TAKE; v <= TOY_STAKE; v++) {
		if (strncasecmp(verb, verbs[v], strlen(verb)) != 0 ||
		    strlen(verb) < 3)
			continue;
		if (v != TOY_STAKE && t->at != seat)
			return refuse(why, "not-your-turn");
		if ((v == TOY_PLAY || v == TOY_STAKE) != (n > 0) &&
		    !(v == TOY_TAKE && n == 2))
			return refuse(why, "unknown-command");
		*out = toy_move((enum toy_verb)v, n);
		return 0;
	}
	return refuse(why, "unknown-command");
}

static void
pass_turn(struct toy *t)
{
	t->turn++;
	t->round++;
	t->at = (uint8_t)(t->at % t->seats + 1);
	t->stage = t->turn > TURNS ? STAGE_OVER : STAGE_PLAY;
}

static void
note(struct events *out, int seat, int verb, int arg)
{
	if (out == NULL)
		return;
	(void)events_add(out, EVENT_MOVE, seat, verb);
	if (arg != 0)
		event_arg(&out->at[out->n - 1], arg);
}

static int
apply_take(struct toy *t, int seat, int times, struct events *out,
    struct refusal *why)
{
	if (t->n_deck < times)
		return refuse(why, "deck-too-small");
	for (; times > 0; times--) {
		int card = t->deck[--t->n_deck];

		t->deck[t->n_deck] = 0;
		t->hand[seat] |= (uint16_t)(1 << card);
		note(out, seat, TOY_TAKE, 0);
		if (out == NULL)
			continue;
		out->beyond = true;
		event_arg(events_add(out, EVENT_DERIVED, seat, TOY_TOOK), card);
	}
	return 0;
}

static int
toy_apply(const struct game_data *d, void *pos, int seat, const struct move *m,
    struct events *out, struct refusal *why)
{
	struct toy *t = pos;
	int arg = m->n > 0 ? m->arg[0] : 0;

	(void)d;
	why->code = NULL;
	why->n = 0;
	if (t->stage == STAGE_OVER)
		return refuse(why, "game-over");
	if (m->verb == TOY_STAKE) {
		if (arg < 1 || arg > 9)
			return refuse(why, "bad-stake");
		t->stake[seat] = (uint8_t)arg;
		note(out, seat, TOY_STAKE, arg);
		return 0;
	}
	if (t->stage != STAGE_PLAY || t->at != seat)
		return refuse(why, "not-your-turn");
	switch (m->verb) {
	case TOY_TAKE:
		return apply_take(t, seat, arg == 2 ? 2 : 1, out, why);
	case TOY_PLAY:
		if (arg < 1 || arg > CARDS || !(t->hand[seat] >> arg & 1)) {
			refuse(why, "not-in-hand");
			refusal_int(why, "card", arg);
			return -1;
		}
		t->hand[seat] &= (uint16_t)~(1 << arg);
		t->score[seat] = (int16_t)(t->score[seat] + arg);
		t->stage = STAGE_DIE;
		note(out, seat, TOY_PLAY, arg);
		return 0;
	case TOY_PASS:
		if (t->n_deck > 0 || t->hand[seat] != 0)
			return refuse(why, "must-move");
		pass_turn(t);
		note(out, seat, TOY_PASS, 0);
		return 0;
	default:
		return refuse(why, "unknown-command");
	}
}

static void
toy_draw(const struct game_data *d, const void *pos, struct rng *r,
    struct event *out)
{
	const struct toy *t = pos;

	out->kind = EVENT_CHANCE;
	out->actor = 0;
	if (t->stage == STAGE_DIE) {
		out->verb = TOY_DIE;
		out->n = 1;
		out->arg[0] = (int16_t)(rng_below(r, 6) + 1);
		return;
	}
	out->verb = TOY_DECK;
	out->n = (uint16_t)d->cards;
	for (int i = 0; i < d->cards; i++)
		out->arg[i] = (int16_t)(i + 1);
	rng_shuffle(r, out->arg, out->n);
}

/* "deck 1 1 2 3 …", "die 2". */
static void
toy_label(const struct game_data *d, const void *pos, struct buf *out)
{
	const struct toy *t = pos;

	if (t->stage == STAGE_DIE) {
		buf_printf(out, "die %d", t->dice + 1);
		return;
	}
	buf_str(out, "deck 1");
	for (int i = 1; i <= d->cards; i++)
		buf_printf(out, " %d", i);
}

static int
toy_chance(const struct game_data *d, void *pos, const struct event *ev,
    struct events *out, struct err *e)
{
	struct toy *t = pos;
	unsigned seen = 0;

	(void)out;
	if (ev->verb != (t->stage == STAGE_DIE ? TOY_DIE : TOY_DECK))
		return err_set(e, ERR_CORRUPT, "another chance event is due");
	if (ev->verb == TOY_DIE) {
		if (ev->n != 1 || ev->arg[0] < 1 || ev->arg[0] > 6)
			return err_set(e, ERR_CORRUPT, "a die has six sides");
		t->score[t->at] = (int16_t)(t->score[t->at] + ev->arg[0]);
		t->dice++;
		pass_turn(t);
		return 0;
	}
	for (int i = 0; i < ev->n; i++)
		seen |= ev->arg[i] >= 1 && ev->arg[i] <= CARDS ?
		    1u << ev->arg[i] :
		    0;
	if (ev->n != CARDS || seen != (2u << CARDS) - 2)
		return err_set(e, ERR_CORRUPT, "not a permutation");
	for (int i = 0; i < CARDS; i++)
		t->deck[CARDS - 1 - i] = (uint8_t)ev->arg[i];
	t->n_deck = (uint8_t)d->cards;
	t->stage = STAGE_PLAY;
	return 0;
}

static void
toy_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	(void)d;
	if (ev->kind == EVENT_DERIVED)
		buf_str(out, "took");
	else
		buf_str(out, ev->verb == TOY_DECK ? "deck" : "die");
	for (int i = 0; i < ev->n; i++)
		buf_printf(out, " %d", ev->arg[i]);
}

static int
toy_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out)
{
	char copy[64], *p = copy;
	struct buf again = BUF_INIT;
	int rc;

	if (len >= sizeof copy)
		return -1;
	memcpy(copy, text, len);
	copy[len] = '\0';
	*out = (struct event){ .kind = EVENT_CHANCE, .verb = TOY_DECK };
	if (strncmp(copy, "die ", 4) == 0)
		out->verb = TOY_DIE;
	else if (strncmp(copy, "deck ", 5) != 0)
		return -1;
	while ((p = strchr(p, ' ')) != NULL && out->n < CARDS)
		out->arg[out->n++] = (int16_t)strtol(++p, NULL, 10);
	toy_event_format(d, out, &again);
	rc = strcmp(buf_text(&again), copy) == 0 ? 0 : -1;
	buf_release(&again);
	return rc;
}

static int
toy_choose(const struct game_data *d, const void *pos, int seat,
    struct rng *own, struct move *out)
{
	struct moves legal = MOVES_INIT;

	(void)own;
	toy_legal(d, pos, seat, &legal);
	if (legal.n == 0)
		return -1;
	*out = legal.at[legal.n - 1];
	moves_release(&legal);
	return 0;
}

static int
toy_late(const struct game_data *d, const void *pos, int seat, struct move *out)
{
	return toy_choose(d, pos, seat, NULL, out);
}

static void
facts_seat(const struct toy *t, int seat, bool all, struct json *out)
{
	int size = 0;

	for (int card = 1; card <= CARDS; card++)
		size += t->hand[seat] >> card & 1;
	json_object(out);
	if (all) {
		json_key(out, "hand");
		json_array(out);
		for (int card = 1; card <= CARDS; card++)
			if (t->hand[seat] >> card & 1)
				json_int(out, card);
		json_array_end(out);
	}
	json_kint(out, "hand_size", size);
	json_kint(out, "score", t->score[seat]);
	if (all)
		json_kint(out, "stake", t->stake[seat]);
	json_object_end(out);
}

static void
toy_facts(const struct game_data *d, const void *pos, int reader,
    struct json *out)
{
	static const char *const ids[] = { NULL, "p1", "p2", "p3", "p4" };
	const struct toy *t = pos;

	(void)d;
	json_object(out);
	if (reader == ARCHIVE) {
		json_key(out, "deck");
		json_array(out);
		for (int i = t->n_deck; i-- > 0;)
			json_int(out, t->deck[i]);
		json_array_end(out);
	}
	json_kstr(out, "game", "toy");
	json_kint(out, "pile", t->n_deck);
	json_key(out, "seats");
	json_object(out);
	for (int s = 1; s <= t->seats; s++) {
		json_key(out, ids[s]);
		facts_seat(t, s, reader == s || reader == ARCHIVE, out);
	}
	json_object_end(out);
	json_kint(out, "turns", t->turn - 1);
	json_object_end(out);
}

static enum redaction
toy_redact(const struct game_data *d, const void *now, const struct event *ev,
    int reader)
{
	(void)d, (void)now;
	if (reader == ARCHIVE)
		return REDACT_SHOW;
	if (ev->kind == EVENT_CHANCE)
		return ev->verb == TOY_DECK ? REDACT_HIDE : REDACT_SHOW;
	if (ev->kind == EVENT_MOVE && ev->verb == TOY_STAKE)
		return ev->actor == reader ? REDACT_SHOW : REDACT_OMIT;
	if (ev->kind == EVENT_DERIVED)
		return ev->actor == reader ? REDACT_SHOW : REDACT_HIDE;
	return REDACT_SHOW;
}

static void
toy_tell(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	static const char *const chances[] = { NULL, "deck", "die" };

	cJSON *args = cJSON_AddArrayToObject(out, "args");

	(void)d;
	for (int i = 0; i < ev->n; i++)
		cJSON_AddItemToArray(args, cJSON_CreateNumber(ev->arg[i]));
	cJSON_AddStringToObject(out, "verb",
	    ev->kind == EVENT_MOVE       ? verbs[ev->verb] :
		ev->kind == EVENT_CHANCE ? chances[ev->verb] :
					   "took");
}

static void
toy_describe(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct cJSON *out)
{
	(void)d, (void)pos, (void)seat;
	if (m->n > 0)
		cJSON_AddNumberToObject(out, "card", m->arg[0]);
	cJSON_AddStringToObject(out, "verb", verbs[m->verb]);
}

static struct cJSON *
toy_view(const struct game_data *d, const void *seen, int reader)
{
	const struct toy *t = seen;
	cJSON *view = cJSON_CreateObject();

	(void)d, (void)reader;
	cJSON_AddNumberToObject(view, "turns", t->turn - 1);
	return view;
}

static bool
knows(int reader, int seat)
{
	return reader == seat || reader == ARCHIVE;
}

/* How many cards others hold is known, not which. */
static void
toy_seen(const struct game_data *d, void *copy, int reader)
{
	struct toy *t = copy;

	(void)d;
	memset(t->deck, 0, sizeof t->deck);
	for (int s = 1; s <= t->seats; s++)
		if (!knows(reader, s)) {
			unsigned n = (unsigned)__builtin_popcount(t->hand[s]);

			t->hand[s] = (uint16_t)((2u << n) - 2);
			t->stake[s] = 0;
		}
}

static void
toy_vary(const struct game_data *d, void *pos, int reader, struct rng *r)
{
	struct toy *t = pos;
	int16_t pool[CARDS];
	size_t n = 0, next = 0;

	(void)d;
	if (reader == ARCHIVE)
		return;
	for (int i = 0; i < t->n_deck; i++)
		pool[n++] = t->deck[i];
	for (int s = 1; s <= t->seats; s++)
		for (int card = 1; card <= CARDS && !knows(reader, s); card++)
			if (t->hand[s] >> card & 1)
				pool[n++] = (int16_t)card;
	/* How they lay does not count: only what they are. */
	for (size_t i = 1; i < n; i++)
		for (size_t k = i; k > 0 && pool[k - 1] > pool[k]; k--) {
			int16_t card = pool[k];

			pool[k] = pool[k - 1];
			pool[k - 1] = card;
		}
	rng_shuffle(r, pool, n);
	for (int i = 0; i < t->n_deck; i++)
		t->deck[i] = (uint8_t)pool[next++];
	for (int s = 1; s <= t->seats; s++) {
		uint16_t hand = 0;

		if (knows(reader, s))
			continue;
		for (int card = 1; card <= CARDS; card++)
			if (t->hand[s] >> card & 1)
				hand |= (uint16_t)(1 << pool[next++]);
		t->hand[s] = hand;
		t->stake[s] = (uint8_t)rng_below(r, 10);
	}
}

static struct ending
toy_ending(const struct game_data *d, const void *pos)
{
	const struct toy *t = pos;
	struct ending e = { .seats = t->seats };

	(void)d;
	for (int s = 1; s <= t->seats; s++)
		e.score[s] = t->score[s];
	return e;
}

static int
toy_audit(const struct game_data *d, const void *pos, struct err *e)
{
	const struct toy *t = pos;
	unsigned seen = 0;

	(void)d;
	for (int i = 0; i < CARDS; i++) {
		if ((t->deck[i] != 0) != (i < t->n_deck))
			return err_set(e, ERR_CORRUPT, "the deck has a hole");
		if (seen >> t->deck[i] & 1 && t->deck[i] != 0)
			return err_set(e, ERR_CORRUPT, "a card twice");
		seen |= 1u << t->deck[i];
	}
	for (int s = 1; s <= t->seats; s++) {
		if ((seen & t->hand[s] & ~1u) != 0)
			return err_set(e, ERR_CORRUPT, "a card twice");
		seen |= t->hand[s];
	}
	return 0;
}

static bool
toy_standing(const struct event *ev)
{
	return ev->kind == EVENT_MOVE && ev->verb == TOY_STAKE;
}

const struct game_rules toy_rules = {
	.name = "toy",
	.version = 1,
	.min_seats = 2,
	.max_seats = 4,
	.position_size = sizeof(struct toy),
	.data_size = sizeof(struct game_data),
	.load = toy_load,
	.setup = toy_setup,
	.to_act = toy_to_act,
	.legal = toy_legal,
	.parse = toy_parse,
	.format = toy_format,
	.read = toy_read,
	.apply = toy_apply,
	.draw = toy_draw,
	.chance = toy_chance,
	.event_format = toy_event_format,
	.chance_read = toy_chance_read,
	.late = toy_late,
	.wits.choose = toy_choose,
	.facts = toy_facts,
	.redact = toy_redact,
	.tell = toy_tell,
	.describe = toy_describe,
	.view = toy_view,
	.seen = toy_seen,
	.vary = toy_vary,
	.ending = toy_ending,
	.audit = toy_audit,
	.standing = toy_standing,
};

static struct game_data toy_data = { &toy_verbs, CARDS };

const struct game_kind toy_kind = {
	.rules = &toy_rules,
	.data = &toy_data,
	.data_hash =
	    "0000000000000000000000000000000000000000000000000000000000000000",
};
