/* SPDX-License-Identifier: MIT */

/*
 * The templates of Atlantic Star over whole random games: what they make of
 * every position and event is Markdown that the three readers understand, no
 * mark of it is left over, and list says what the board says.
 */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/rules.h"
#include "game/verbs.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/text/forms.h"
#include "text/texts.h"

static struct texts *texts;
static const struct game_rules *rules;
static struct game_kind kind;
static struct rng rng;

static const char *
title(const void *data, const char *of, const char *id)
{
	(void)data;
	return verbs_title(kind.data, of, id);
}

static void
dress(cJSON *o, int reader)
{
	static const char *const who[7] = { NULL, "Anna", "Bruno", "Carla",
		"Dirk", "Eva", "Frits" };
	struct dress d = { .lang = "en",
		.game = "atlantic-star",
		.title = title,
		.who = who,
		.reader = reader };

	texts_dress(texts, &d, o);
}

static void
check(const char *name, const cJSON *context)
{
	struct buf md = BUF_INIT, board = BUF_INIT;
	struct markdown *m;
	struct err e;

	ck_assert_msg(texts_render(texts, "en", name, context, &md, &e) == 0,
	    "%s", e.text);
	m = markdown_parse(buf_text(&md), md.len);
	markdown_board(m, 72, &board);
	ck_assert_msg(strstr(buf_text(&board), "~~") == NULL &&
		strstr(buf_text(&board), "{{") == NULL &&
		strstr(buf_text(&board), " | ") == NULL &&
		strchr(buf_text(&board), '_') == NULL,
	    "%s", buf_text(&board));
	forms_widths(name, m);
	forms_list(name, m);
	forms_facts(name, m);
	forms_html(name, m);
	markdown_free(m);
	buf_release(&md);
	buf_release(&board);
}

/* The words of one event, as news. */
static void
check_event(const struct event *ev, int reader)
{
	cJSON *o = cJSON_CreateObject(), *context = cJSON_CreateObject();
	char *verb;

	rules->tell(kind.data, ev, o);
	verb = mem_dup(cJSON_GetObjectItem(o, "verb")->valuestring);
	dress(o, reader);
	cJSON_AddItemToObject(context, verb, o);
	check("atlantic-star/events", context);
	free(verb);
	cJSON_Delete(context);
}

static void
add_by_verb(cJSON *view, cJSON *move)
{
	const char *verb = cJSON_GetObjectItem(move, "verb")->valuestring;
	cJSON *group = cJSON_GetObjectItem(view, verb);

	if (group == NULL) {
		group = cJSON_AddObjectToObject(view, verb);
		cJSON_AddArrayToObject(group, "items");
	}
	cJSON_AddItemToArray(cJSON_GetObjectItem(group, "items"), move);
}

/* The moves as match/ lists them: a family is its first move. */
static void
add_moves(cJSON *view, const void *pos, int seat)
{
	struct moves legal = MOVES_INIT;
	struct buf text = BUF_INIT;
	char family[100] = "";
	int number = 0;

	rules->legal(kind.data, pos, seat, &legal);
	for (int i = 0; i < legal.n; i++) {
		cJSON *o = cJSON_CreateObject(), *f;

		buf_clear(&text);
		rules->describe(kind.data, pos, seat, &legal.at[i], o);
		rules->format(kind.data, pos, seat, &legal.at[i], &text);
		f = cJSON_GetObjectItem(o, "family");
		if (f != NULL && strcmp(f->valuestring, family) == 0) {
			cJSON_Delete(o);
			continue;
		}
		snprintf(family, sizeof family, "%s",
		    f != NULL ? f->valuestring : "");
		cJSON_AddStringToObject(o, "text", text.data);
		cJSON_AddStringToObject(o, f != NULL ? "first" : "link",
		    f != NULL ? text.data : "mailto:games@example.org?body=x");
		if (f != NULL)
			cJSON_AddNumberToObject(o, "count", 2);
		else
			cJSON_AddNumberToObject(o, "n", ++number);
		dress(o, seat);
		add_by_verb(view, o);
	}
	moves_release(&legal);
	buf_release(&text);
}

static void
check_position(const void *pos, int reader)
{
	void *seen = malloc(rules->position_size);
	cJSON *view;

	game_see(rules, kind.data, pos, reader, seen);
	view = rules->view(kind.data, seen, reader);
	dress(view, reader);
	check("atlantic-star/position", view);
	if (reader > 0 && rules->to_act(kind.data, pos) & SEAT_BIT(reader)) {
		add_moves(view, pos, reader);
		check("atlantic-star/moves", view);
	}
	cJSON_Delete(view);
	free(seen);
}

/* One event: what is due by chance, or a move, more often a good one. */
static void
step(void *pos, struct events *out)
{
	seat_set act = rules->to_act(kind.data, pos);
	struct moves legal = MOVES_INIT;
	struct refusal why;
	struct move mv;
	struct event ev;
	struct err e;
	int seat = 1;

	events_clear(out);
	if (game_chance_due(rules, kind.data, pos)) {
		rules->draw(kind.data, pos, &rng, &ev);
		ck_assert_int_eq(rules->chance(kind.data, pos, &ev, out, &e),
		    0);
		return;
	}
	while (!(act & SEAT_BIT(seat)))
		seat++;
	rules->legal(kind.data, pos, seat, &legal);
	mv = legal.at[rng_below(&rng, (uint32_t)legal.n)];
	if (rng_below(&rng, 4) > 0)
		rules->wits.choose(kind.data, pos, seat, &rng, &mv);
	ck_assert_int_eq(rules->apply(kind.data, pos, seat, &mv, out, &why), 0);
	moves_release(&legal);
}

static void
play(int seats, const char *options)
{
	void *pos = mem_zero(1, rules->position_size);
	struct events out = EVENTS_INIT;
	struct options o;
	struct err e;

	ck_assert_int_eq(options_parse(options, &o, &e), 0);
	ck_assert_int_eq(game_setup(rules, kind.data, seats, &o, pos, &e), 0);
	check_position(pos, OBSERVER);
	for (int n = 0; !game_over(pos); n++) {
		step(pos, &out);
		for (int i = 0; i < out.n; i++)
			if (n % 5 == 0 || out.at[i].verb > 4)
				check_event(&out.at[i], 1 + n % seats);
		if (n % 12 == 0)
			check_position(pos, n % 36 ? 1 + n % seats : OBSERVER);
	}
	check_position(pos, 1);
	events_release(&out);
	free(pos);
}

START_TEST(games)
{
	play(_i, "-");
}
END_TEST

START_TEST(open_hands)
{
	play(3, "open=yes");
}
END_TEST

CASES(tests)
{
	struct err e;

	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e) ||
	    game_open_file("atlantic-star",
		PAQUEBOT_SRCDIR "/data/atlantic-star.json", &kind, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	rules = kind.rules;
	rng_init_number(&rng, 17);
	tcase_set_timeout(t, 300);
	tcase_add_loop_test(t, games, rules->min_seats, rules->max_seats + 1);
	tcase_add_test(t, open_hands);
}
