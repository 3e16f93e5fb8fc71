/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "computer/hint.h"
#include "conformance.h"

#include <cjson/cJSON.h>

/*
 * Non-interference (T6). Of two positions that differ only in what a reader may
 * not know, everything that reaches the reader is byte-identical: facts,
 * view, legal moves and their description, what parse and apply answer,
 * preview (events and facts after a move, up to the first thing the mover
 * could not know), what the computer player and the late rule choose.
 */

static void
same_text(struct suite *s, int reader, const char *what)
{
	if (s->text.len == s->text_too.len &&
	    memcmp(buf_text(&s->text), buf_text(&s->text_too), s->text.len) ==
		0)
		return;
	fail(s, "%s for reader %d tells what it may not know:\n%s\n%s", what,
	    reader, buf_text(&s->text), buf_text(&s->text_too));
}

static void
facts_of(struct suite *s, const void *pos, int reader, struct buf *out)
{
	struct json json;

	buf_clear(out);
	json_init(&json, out);
	s->rules->facts(s->data, pos, reader, &json);
}

/* What is seen of both is the same, byte by byte. */
static void
same_seen(struct suite *s, const void *pos, const void *other, int reader)
{
	size_t size = s->rules->position_size;
	void *a = mem_alloc(size), *b = mem_alloc(size);

	game_see(s->rules, s->data, pos, reader, a);
	game_see(s->rules, s->data, other, reader, b);
	if (memcmp(a, b, size) != 0)
		fail(s, "reader %d sees more than it may know", reader);
	free(a);
	free(b);
}

static void
same_facts(struct suite *s, const void *pos, const void *other, int reader)
{
	facts_of(s, pos, reader, &s->text);
	facts_of(s, other, reader, &s->text_too);
	same_text(s, reader, "facts");
	same_seen(s, pos, other, reader);
	if (s->rules->to_act(s->data, pos) !=
		s->rules->to_act(s->data, other) ||
	    game_over(pos) != game_over(other) ||
	    game_chance_due(s->rules, s->data, pos) !=
		game_chance_due(s->rules, s->data, other) ||
	    game_turn(pos) != game_turn(other))
		fail(s, "whose turn it is tells reader %d a secret", reader);
}

static void
describe(struct suite *s, const void *pos, int seat, const struct moves *list,
    struct buf *out)
{
	buf_clear(out);
	for (int i = 0; i < list->n; i++) {
		cJSON *o = cJSON_CreateObject();

		s->rules->format(s->data, pos, seat, &list->at[i], out);
		buf_char(out, ' ');
		s->rules->describe(s->data, pos, seat, &list->at[i], o);
		print_tree(o, out);
		buf_char(out, '\n');
	}
}

static void
same_legal(struct suite *s, const void *pos, const void *other, int seat)
{
	s->rules->legal(s->data, pos, seat, &s->legal);
	s->rules->legal(s->data, other, seat, &s->legal_too);
	describe(s, pos, seat, &s->legal, &s->text);
	describe(s, other, seat, &s->legal_too, &s->text_too);
	same_text(s, seat, "the list of legal moves");
}

/* The events as the reader may read them, in words and as told. */
static void
show_events(struct suite *s, const void *before, const void *now,
    const struct events *events, int reader, struct buf *out)
{
	for (int i = 0; i < events->n; i++) {
		const struct event *ev = &events->at[i];
		cJSON *o;
		enum redaction how = s->rules->redact(s->data, now, ev, reader);

		buf_printf(out, "\n%d %d", (int)how, ev->actor);
		if (how == REDACT_OMIT)
			continue;
		buf_printf(out, " %d.%d ", ev->kind, ev->verb);
		if (how == REDACT_HIDE)
			continue;
		if (ev->kind == EVENT_MOVE) {
			struct move m;

			move_from_event(&m, ev);
			s->rules->format(s->data, before, ev->actor, &m, out);
		} else {
			s->rules->event_format(s->data, ev, out);
		}
		o = cJSON_CreateObject();
		s->rules->tell(s->data, ev, o);
		print_tree(o, out);
	}
}

/* The answer to `preview`: the refusal, or what the move would do. */
static void
preview(struct suite *s, const void *pos, int seat, const struct move *m,
    struct buf *out)
{
	struct refusal why = { .code = NULL };
	struct json json;

	buf_clear(out);
	memcpy(s->c, pos, s->rules->position_size);
	events_clear(&s->scratch);
	if (s->rules->apply(s->data, s->c, seat, m, &s->scratch, &why) != 0) {
		refusal_format(&why, out);
		return;
	}
	if (s->scratch.beyond) {
		buf_str(out, "beyond");
		s->beyond++;
		return;
	}
	show_events(s, pos, s->c, &s->scratch, seat, out);
	json_init(&json, out);
	s->rules->facts(s->data, s->c, seat, &json);
}

static void
same_preview(struct suite *s, const void *pos, const void *other, int seat,
    const struct move *m)
{
	preview(s, pos, seat, m, &s->text);
	preview(s, other, seat, m, &s->text_too);
	same_text(s, seat, "preview");
}

static void
parse_answer(struct suite *s, const void *pos, int seat, const char *text,
    struct buf *out)
{
	struct refusal why = { .code = NULL };
	struct move m;

	buf_clear(out);
	memset(&m, 0, sizeof m);
	if (s->rules->parse(s->data, pos, seat, NULL, text, &m, &why) != 0) {
		refusal_format(&why, out);
		return;
	}
	buf_printf(out, "%d", m.verb);
	for (int i = 0; i < m.n; i++)
		buf_printf(out, " %d", m.arg[i]);
}

static void
same_parse(struct suite *s, const void *pos, const void *other, int seat)
{
	char *text;

	mutant_text(s, pos, seat, &s->text);
	text = buf_steal(&s->text);
	parse_answer(s, pos, seat, text, &s->text);
	parse_answer(s, other, seat, text, &s->text_too);
	same_text(s, seat, "parse");
	free(text);
}

static void
level_move(struct suite *s, enum skill level, const void *pos, int seat,
    uint64_t seed, struct move *out)
{
	struct computer c = { .level = level, .positions = 200 };
	struct rng own;

	memset(out, 0, sizeof *out);
	rng_init_number(&own, seed);
	(void)computer_choose(&c, s->kind, pos, seat, &own, out);
	if (c.looked > 210)
		fail(s, "%s looks at %d positions of 200", level_name(c.level),
		    c.looked);
	computer_release(&c);
}

/* Computer players of all levels: same generator, same choice, also on the
 * same position again; and the late rule. */
static void
same_choice(struct suite *s, const void *pos, const void *other, int seat)
{
	struct move one, two, again;
	uint64_t seed = rng_u32(&s->rng);

	for (enum skill level = LEVEL_GREEDY; level < LEVELS; level++) {
		level_move(s, level, pos, seat, seed, &one);
		level_move(s, level, other, seat, seed, &two);
		level_move(s, level, pos, seat, seed, &again);
		if (!move_equal(&one, &two))
			fail(s, "%s of p%d peeps", level_name(level), seat);
		if (!move_equal(&one, &again))
			fail(s, "%s of p%d chooses otherwise again",
			    level_name(level), seat);
	}
	(void)s->rules->late(s->data, pos, seat, &one);
	(void)s->rules->late(s->data, other, seat, &two);
	if (!move_equal(&one, &two))
		fail(s, "the late rule tells p%d a secret", seat);
}

/* What a seat is advised, and what is said of a move, with all reasons. */
static void
advice(struct suite *s, const void *pos, int seat, struct buf *out)
{
	struct hint h;

	buf_clear(out);
	if (hint_find(s->kind, pos, seat, &h) != 0)
		fail(s, "p%d gets no hint", seat);
	for (int i = 0; i < h.turn.n; i++)
		for (int k = 0; k < h.turn.at[i].n; k++)
			buf_printf(out, "%d.%d ", h.turn.at[i].verb,
			    h.turn.at[i].arg[k]);
	if (h.turn.n > 0)
		hint_weigh(s->kind, pos, seat, &h.turn.at[0], &h.why);
	for (int i = 0; i < h.why.n; i++) {
		buf_printf(out, "\n%s %d ", h.why.at[i].code, h.why.at[i].gain);
		print_tree(h.why.at[i].about, out);
		h.why.at[i].about = NULL;
	}
	hint_release(&h);
}

static void
same_advice(struct suite *s, const void *pos, const void *other, int seat)
{
	advice(s, pos, seat, &s->text);
	advice(s, other, seat, &s->text_too);
	same_text(s, seat, "a hint");
}

static void
same_for_seat(struct suite *s, const void *pos, const void *other, int seat)
{
	struct move m;
	int n;

	same_legal(s, pos, other, seat);
	n = s->legal.n;
	for (int i = 0; i < n; i++) {
		m = s->legal.at[i];
		same_preview(s, pos, other, seat, &m);
	}
	for (int i = 0; i < 10; i++) {
		mutant(s, &m);
		same_preview(s, pos, other, seat, &m);
		same_parse(s, pos, other, seat);
	}
	if (s->rules->to_act(s->data, pos) & SEAT_BIT(seat))
		same_choice(s, pos, other, seat);
	if (s->rules->to_act(s->data, pos) & SEAT_BIT(seat))
		same_advice(s, pos, other, seat);
}

/* What a move of somebody else shows a reader, if it is a move in both. */
static bool
watch(struct suite *s, const void *pos, int seat, const struct move *m,
    int reader, struct buf *out)
{
	struct refusal why = { .code = NULL };
	struct json json;

	buf_clear(out);
	memcpy(s->c, pos, s->rules->position_size);
	events_clear(&s->scratch);
	if (s->rules->apply(s->data, s->c, seat, m, &s->scratch, &why) != 0 ||
	    s->scratch.beyond)
		return false;
	show_events(s, pos, s->c, &s->scratch, reader, out);
	json_init(&json, out);
	s->rules->facts(s->data, s->c, reader, &json);
	return true;
}

static void
same_for_watcher(struct suite *s, const void *pos, const void *other,
    int reader)
{
	for (int seat = 1; seat <= s->seats; seat++) {
		if (seat == reader)
			continue;
		s->rules->legal(s->data, pos, seat, &s->legal);
		for (int i = 0; i < 10 && s->legal.n > 0; i++) {
			struct move m = s->legal.at[rng_below(&s->rng,
			    (uint32_t)s->legal.n)];

			if (watch(s, pos, seat, &m, reader, &s->text) &&
			    watch(s, other, seat, &m, reader, &s->text_too))
				same_text(s, reader, "another's move");
		}
	}
}

/* A game that hides nothing says so by having no vary: then a seat knows
 * what the archive knows. */
static void
check_open(struct suite *s, const void *pos)
{
	facts_of(s, pos, ARCHIVE, &s->text_too);
	for (int reader = OBSERVER; reader <= s->seats; reader++) {
		facts_of(s, pos, reader, &s->text);
		same_text(s, reader, "a game without secrets");
	}
}

/* s->b is what pos might be too: then both might be the same others. */
static void
same_variety(struct suite *s, const void *pos, int reader)
{
	uint64_t seed = rng_u32(&s->rng);
	struct rng r;

	memcpy(s->a, pos, s->rules->position_size);
	memcpy(s->c, s->b, s->rules->position_size);
	rng_init_number(&r, seed);
	s->rules->vary(s->data, s->a, reader, &r);
	rng_init_number(&r, seed);
	s->rules->vary(s->data, s->c, reader, &r);
	if (memcmp(s->a, s->c, s->rules->position_size) != 0)
		fail(s, "vary tells reader %d a secret", reader);
}

void
check_secrets(struct suite *s, const void *pos)
{
	struct err e;

	if (s->rules->vary == NULL) {
		check_open(s, pos);
		return;
	}
	for (int reader = OBSERVER; reader <= s->seats; reader++) {
		memcpy(s->b, pos, s->rules->position_size);
		s->rules->vary(s->data, s->b, reader, &s->rng);
		if (s->rules->audit(s->data, s->b, &e) != 0)
			fail(s, "vary for reader %d: %s", reader, e.text);
		s->varied += memcmp(s->b, pos, s->rules->position_size) != 0;
		same_variety(s, pos, reader);
		same_facts(s, pos, s->b, reader);
		if (reader != OBSERVER)
			same_for_seat(s, pos, s->b, reader);
		same_for_watcher(s, pos, s->b, reader);
	}
}

static void
check_shown(struct suite *s, const void *pos, const struct events *events)
{
	for (int reader = ARCHIVE; reader <= s->seats; reader++)
		for (int i = 0; i < events->n; i++)
			if (s->rules->redact(s->data, pos, &events->at[i],
				reader) != REDACT_SHOW)
				fail(s, "an event is hidden where nothing is");
}

/* What has just happened reads the same for whoever cannot tell two
 * positions apart. */
void
check_redaction(struct suite *s, const void *pos, const struct events *events)
{
	if (s->rules->vary == NULL) {
		check_shown(s, pos, events);
		return;
	}
	for (int reader = OBSERVER; reader <= s->seats; reader++) {
		memcpy(s->b, pos, s->rules->position_size);
		s->rules->vary(s->data, s->b, reader, &s->rng);
		buf_clear(&s->text);
		buf_clear(&s->text_too);
		for (int i = 0; i < events->n; i++) {
			buf_char(&s->text,
			    (char)('0' +
				(int)s->rules->redact(s->data, pos,
				    &events->at[i], reader)));
			buf_char(&s->text_too,
			    (char)('0' +
				(int)s->rules->redact(s->data, s->b,
				    &events->at[i], reader)));
			if (s->rules->redact(s->data, pos, &events->at[i],
				ARCHIVE) != REDACT_SHOW)
				fail(s, "an event is hidden from the archive");
		}
		same_text(s, reader, "redact");
	}
}
