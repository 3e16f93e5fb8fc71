/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include <cjson/cJSON.h>

#include "base/mem.h"

/* The sink holds moves of this seat and what followed. */
static void
check_sink(struct suite *s, int seat)
{
	int n = 0;

	for (int i = 0; i < s->scratch.n; i++) {
		const struct event *ev = &s->scratch.at[i];

		if (ev->kind == EVENT_CHANCE ||
		    (ev->kind == EVENT_MOVE && ev->actor != seat))
			fail(s, "a move makes an event of another");
		n += ev->kind == EVENT_MOVE;
	}
	if (n == 0 || s->scratch.at[0].kind != EVENT_MOVE)
		fail(s, "an accepted move is not an event");
}

/* A listed move that is one event is that event. */
static void
check_same_event(struct suite *s, const void *pos, int seat,
    const struct move *m)
{
	struct event own;

	for (int i = 1; i < s->scratch.n; i++)
		if (s->scratch.at[i].kind == EVENT_MOVE)
			return;
	event_from_move(&own, seat, m);
	if (!event_equal(&own, &s->scratch.at[0]))
		fail(s, "\"%s\" becomes another move",
		    words(s, pos, seat, m, &s->text));
}

/* What is written in the log for an accepted move does the same. */
static void
check_logged(struct suite *s, const void *pos, const void *after)
{
	struct refusal why = { .code = NULL };
	struct move m, again;

	memcpy(s->c, pos, s->rules->position_size);
	for (int i = 0; i < s->scratch.n; i++) {
		const struct event *ev = &s->scratch.at[i];

		if (ev->kind != EVENT_MOVE)
			continue;
		move_from_event(&m, ev);
		(void)words(s, s->c, ev->actor, &m, &s->text_too);
		if (s->rules->read(s->data, s->c, ev->actor, s->text_too.data,
			s->text_too.len, &again) != 0)
			fail(s, "\"%s\" is written and cannot be read",
			    buf_text(&s->text_too));
		if (s->rules->apply(s->data, s->c, ev->actor, &again, NULL,
			&why) != 0)
			fail(s, "\"%s\" is written and then refused",
			    buf_text(&s->text_too));
	}
	if (memcmp(s->c, after, s->rules->position_size) != 0)
		fail(s, "\"%s\" as logged leads elsewhere", buf_text(&s->text));
}

/* T4: a code, not prose. */
static void
check_code(struct suite *s, const char *code)
{
	if (code == NULL)
		fail(s, "a refusal without a code");
	if (code[strspn(code, "abcdefghijklmnopqrstuvwxyz-")] != '\0')
		fail(s, "\"%s\" is no code", code);
}

/* Any move at all: accepted and sound, or refused with nothing changed. */
static bool
check_apply(struct suite *s, const void *pos, int seat, const struct move *m)
{
	struct refusal why = { .code = NULL };
	struct err e;
	bool accepted;

	memcpy(s->a, pos, s->rules->position_size);
	memcpy(s->b, pos, s->rules->position_size);
	events_clear(&s->scratch);
	accepted = s->rules->apply(s->data, s->a, seat, m, &s->scratch, &why) ==
	    0;
	if ((s->rules->apply(s->data, s->b, seat, m, NULL, &why) == 0) !=
		accepted ||
	    memcmp(s->a, s->b, s->rules->position_size) != 0)
		fail(s, "apply differs when nobody listens");
	if (!accepted) {
		s->refused++;
		check_code(s, why.code);
		if (s->scratch.n != 0)
			fail(s, "a refusal (%s) with events", why.code);
		if (memcmp(s->a, pos, s->rules->position_size) != 0)
			fail(s, "a refusal (%s) changed the position",
			    why.code);
		return false;
	}
	(void)words(s, pos, seat, m, &s->text);
	check_sink(s, seat);
	if (s->rules->audit(s->data, s->a, &e) != 0)
		fail(s, "after \"%s\": %s", buf_text(&s->text), e.text);
	check_logged(s, pos, s->a);
	check_events(s, &s->scratch, 0);
	return true;
}

/* T7: read(format(m)) and parse(format(m)) are m; in a log a stamp follows. */
static void
check_words_of(struct suite *s, const void *pos, int seat, const struct move *m)
{
	struct refusal why = { .code = NULL };
	const char *text = words(s, pos, seat, m, &s->text);
	struct move again;

	buf_clear(&s->text_too);
	buf_printf(&s->text_too, "%s @2026-11-21T18:00:00Z", text);
	if (s->rules->read(s->data, pos, seat, s->text_too.data, s->text.len,
		&again) != 0 ||
	    !move_equal(&again, m))
		fail(s, "\"%s\" does not read as itself", text);
	if (s->rules->parse(s->data, pos, seat, NULL, text, &again, &why) != 0)
		fail(s, "\"%s\" does not parse: %s", text, why.code);
	if (!move_equal(&again, m))
		fail(s, "\"%s\" parses as another move", text);
}

/* T5. That nothing is missing is the work of tests/games/brute.h. */
static void
check_listed(struct suite *s, const void *pos, int seat, int at)
{
	const struct move *m = &s->legal.at[at];
	struct cJSON *told = cJSON_CreateObject();

	for (int i = 0; i < at; i++)
		if (move_equal(&s->legal.at[i], m))
			fail(s, "\"%s\" is listed twice",
			    words(s, pos, seat, m, &s->text));
	check_words_of(s, pos, seat, m);
	if (!check_apply(s, pos, seat, m))
		fail(s, "\"%s\" is listed and refused",
		    words(s, pos, seat, m, &s->text));
	check_same_event(s, pos, seat, m);
	s->rules->describe(s->data, pos, seat, m, told);
	check_told(s, told, "describe");
}

void
mutant(struct suite *s, struct move *m)
{
	int times = 1 + (int)rng_below(&s->rng, 3);

	memset(m, 0, sizeof *m);
	if (s->legal.n > 0 && rng_below(&s->rng, 8) != 0)
		*m = s->legal.at[rng_below(&s->rng, (uint32_t)s->legal.n)];
	else
		m->verb = (uint8_t)rng_below(&s->rng, 256);
	for (; times > 0; times--) {
		uint32_t at = rng_below(&s->rng, MOVE_ARGS);

		switch (rng_below(&s->rng, 6)) {
		case 0:
			m->verb = (uint8_t)rng_below(&s->rng, 8);
			break;
		case 1:
			m->n = (uint8_t)rng_below(&s->rng, MOVE_ARGS + 1);
			break;
		case 2:
			m->arg[at] = (int16_t)rng_u32(&s->rng);
			break;
		case 3:
			if (m->n > 0)
				at = rng_below(&s->rng, m->n);
			m->arg[at] = (int16_t)(m->arg[at] +
			    (int)rng_below(&s->rng, 5) - 2);
			break;
		case 4:
			if (m->n > 1)
				m->arg[rng_below(&s->rng, m->n)] =
				    m->arg[rng_below(&s->rng, m->n)];
			break;
		default:
			m->arg[at] = (int16_t)rng_below(&s->rng, 200);
		}
	}
	for (int i = m->n; i < MOVE_ARGS; i++)
		m->arg[i] = 0;
	s->mutants++;
}

void
mutant_text(struct suite *s, const void *pos, int seat, struct buf *out)
{
	static const char odd[] = "p:>=*- .\t0189kAZz\303\251\"'?#,\\";
	struct move m;
	int times = (int)rng_below(&s->rng, 4);

	buf_clear(out);
	if (s->legal.n > 0 && rng_below(&s->rng, 10) != 0) {
		m = s->legal.at[rng_below(&s->rng, (uint32_t)s->legal.n)];
		s->rules->format(s->data, pos, seat, &m, out);
	}
	for (; times > 0; times--) {
		size_t at = rng_below(&s->rng, (uint32_t)out->len + 1);

		switch (rng_below(&s->rng, 4)) {
		case 0:
			buf_truncate(out, at);
			break;
		case 1:
			if (at < out->len)
				out->data[at] =
				    odd[rng_below(&s->rng, sizeof odd - 1)];
			break;
		case 2:
			buf_char(out, odd[rng_below(&s->rng, sizeof odd - 1)]);
			break;
		default:
			if (at < out->len && out->data[at] >= 'a' &&
			    out->data[at] <= 'z')
				out->data[at] = (char)(out->data[at] - 32);
		}
	}
	s->texts++;
}

/* What a person may write: a move or a refusal, and the position stays. */
static void
check_text(struct suite *s, const void *pos, int seat)
{
	struct refusal why = { .code = NULL };
	struct move m;

	mutant_text(s, pos, seat, &s->text_too);
	memcpy(s->c, pos, s->rules->position_size);
	if (s->rules->parse(s->data, pos, seat, NULL, buf_text(&s->text_too),
		&m, &why) == 0)
		(void)check_apply(s, pos, seat, &m);
	else if (why.code == NULL)
		fail(s, "\"%s\" is refused without a code",
		    buf_text(&s->text_too));
	if (memcmp(s->c, pos, s->rules->position_size) != 0 && why.code != NULL)
		fail(s, "parse changed the position");
	/* The strict reader takes what it would write itself, or nothing. */
	mutant_text(s, pos, seat, &s->text_too);
	if (s->rules->read(s->data, pos, seat, buf_text(&s->text_too),
		s->text_too.len, &m) == 0 &&
	    strcmp(words(s, pos, seat, &m, &s->text), buf_text(&s->text_too)) !=
		0)
		fail(s, "\"%s\" is read and written \"%s\"",
		    buf_text(&s->text_too), buf_text(&s->text));
}

static void
check_helpers(struct suite *s, const void *pos, int seat)
{
	struct moves made = MOVES_INIT;
	struct move m;

	memset(&m, 0, sizeof m);
	if (s->rules->late(s->data, pos, seat, &m) < 0 ||
	    !check_apply(s, pos, seat, &m))
		fail(s, "the late rule has no legal move for p%d", seat);
	for (int level = LEVEL_GREEDY; level < LEVELS; level++) {
		struct computer c = { .level = (enum skill)level,
			.positions = 200 };

		memset(&m, 0, sizeof m);
		if (computer_choose(&c, s->kind, pos, seat, &s->rng, &m) != 0 ||
		    !check_apply(s, pos, seat, &m))
			fail(s, "%s has no legal move for p%d",
			    level_name(c.level), seat);
		computer_release(&c);
	}
	memset(&m, 0, sizeof m);
	if (s->rules->turn_end != NULL &&
	    s->rules->turn_end(s->data, pos, seat, &made, &m) == 0 &&
	    !check_apply(s, pos, seat, &m))
		fail(s, "what p%d left unsaid is not legal", seat);
}

/* T3: the four states of a game exclude each other. */
static void
check_state(struct suite *s, const void *pos)
{
	seat_set to_act = s->rules->to_act(s->data, pos);
	int states = (to_act != 0) + game_over(pos) +
	    game_chance_due(s->rules, s->data, pos);

	if (states != 1)
		fail(s, "to act, over and chance due: %d of them", states);
	if (to_act >> s->seats != 0)
		fail(s, "a seat that there is not is to act");
}

void
check_moves(struct suite *s, const void *pos, bool dear)
{
	seat_set to_act = s->rules->to_act(s->data, pos);
	struct move m;

	check_state(s, pos);
	for (int seat = 1; seat <= s->seats; seat++) {
		bool acts = (to_act & SEAT_BIT(seat)) != 0;

		s->rules->legal(s->data, pos, seat, &s->legal);
		/* Others may have some too: who made an offer may take it
		 * back. Not while chance is due, nor when it is over. */
		if (s->legal.n > 0 ? to_act == 0 : acts)
			fail(s, "p%d is%s to act and has %d legal moves", seat,
			    acts ? "" : " not", s->legal.n);
		if (!dear)
			continue;
		for (int i = 0; i < s->legal.n; i++)
			check_listed(s, pos, seat, i);
		if (acts)
			check_helpers(s, pos, seat);
	}
	for (int i = 0; dear && i < 20; i++) {
		int seat = 1 + (int)rng_below(&s->rng, (uint32_t)s->seats);

		s->rules->legal(s->data, pos,
		    1 + (int)rng_below(&s->rng, (uint32_t)s->seats), &s->legal);
		mutant(s, &m);
		(void)check_apply(s, pos, seat, &m);
		check_text(s, pos, seat);
	}
}

/* A chance event that is due, and ones that are not. */
/* T29: a label is words that begin with the verb, and yields the same whenever
 * it is drawn. */
static void
check_label(struct suite *s, const void *pos, const struct event *ev)
{
	struct drawn now = { .ev = *ev };
	size_t verb;

	buf_clear(&s->text);
	buf_clear(&s->text_too);
	game_label(s->data, pos, &s->text);
	s->rules->event_format(s->data, ev, &s->text_too);
	verb = strcspn(buf_text(&s->text_too), " ");
	if (s->text.len <= verb ||
	    strncmp(s->text.data, s->text_too.data, verb) != 0 ||
	    s->text.data[verb] != ' ' || strstr(s->text.data, "  ") != NULL)
		fail(s, "\"%s\" is no label of \"%s\"", buf_text(&s->text),
		    buf_text(&s->text_too));
	hash_sha256_hex(s->text.data, s->text.len, now.label);
	for (size_t i = 0; i < s->n_drawn; i++)
		if (strcmp(s->drawn[i].label, now.label) == 0 &&
		    !event_equal(&s->drawn[i].ev, ev))
			fail(s, "drawn again: \"%s\"", buf_text(&s->text));
	s->drawn = mem_more(s->drawn, s->n_drawn, sizeof *s->drawn);
	s->drawn[s->n_drawn++] = now;
}

void
check_draw(struct suite *s, const void *pos, const struct event *ev)
{
	struct event odd, again;
	struct err e = { .kind = ERR_NONE };

	check_label(s, pos, ev);
	buf_clear(&s->text);
	s->rules->event_format(s->data, ev, &s->text);
	if (s->rules->chance_read(s->data, s->text.data, s->text.len, &again) !=
		0 ||
	    !event_equal(&again, ev))
		fail(s, "\"%s\" does not read as itself", buf_text(&s->text));
	for (int i = 0; i < 8; i++) {
		odd = *ev;
		if (i == 0)
			odd.verb = (uint8_t)(odd.verb + 1);
		else if (i < 4 && odd.n > 1)
			odd.arg[rng_below(&s->rng, odd.n)] =
			    odd.arg[rng_below(&s->rng, odd.n)];
		else if (i < 6 && odd.n > 0)
			odd.arg[rng_below(&s->rng, odd.n)] = (int16_t)
			    rng_u32(&s->rng);
		else if (odd.n > 0)
			odd.n--;
		memcpy(s->a, pos, s->rules->position_size);
		if (s->rules->chance(s->data, s->a, &odd, NULL, &e) == 0) {
			if (s->rules->audit(s->data, s->a, &e) != 0)
				fail(s, "an odd chance event is taken: %s",
				    e.text);
			buf_clear(&s->text);
			s->rules->event_format(s->data, &odd, &s->text);
			if (s->rules->chance_read(s->data, s->text.data,
				s->text.len, &again) != 0 ||
			    !event_equal(&again, &odd))
				fail(s, "an odd chance event is taken: %s",
				    buf_text(&s->text));
		} else if (memcmp(s->a, pos, s->rules->position_size) != 0) {
			fail(s, "a refused chance event changed the position");
		} else if (e.kind != ERR_CORRUPT) {
			fail(s, "a refused chance event is not ERR_CORRUPT");
		}
	}
	/* Nobody moves while chance is due. */
	for (int seat = 1; seat <= s->seats; seat++)
		check_text(s, pos, seat);
}
