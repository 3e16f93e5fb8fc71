/* SPDX-License-Identifier: MIT */

/*
 * Whoever sees no map is told all that is on it: every line of a game's drawing
 * is named with both of its ends, every piece at its place, and nothing that is
 * not drawn. In positions of random games, all languages, the list at its
 * widths and boards too narrow for a map.
 */

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "tests/run.h"
#include "tests/text/said.h"
#include "text/drawing.h"
#include "text/markdown.h"

enum { MOVES = 300, EVERY = 15 };

static struct texts *texts;
static struct err e;

/* links: what stands in for lines alone, for a board has tables for the rest,
 * and no rows of words. */
static void
check_said(const struct told *o, bool links)
{
	switch (o->drawing.scene) {
	case DRAWING_CHART:
		said_chart(o, links);
		break;
	case DRAWING_SPACE:
		said_space(o, links);
		break;
	case DRAWING_HARBOUR:
		said_harbour(o, links);
		break;
	case DRAWING_BERTHS:
		if (!links)
			said_berths(o);
		break;
	}
}

/* The tables as Markdown. */
static void
render(const struct told *o, const void *pos, struct buf *out)
{
	const struct game_rules *rules = o->t->kind->rules;
	cJSON *view = rules->view(o->t->kind->data, pos, o->d.reader);
	char name[64];

	texts_dress(texts, &o->d, view);
	snprintf(name, sizeof name, "%s/tables", rules->name);
	OK(texts_render(texts, o->d.lang, name, view, out, &e));
	cJSON_Delete(view);
}

static void
look(const struct trial *t, int lang, int reader)
{
	struct told o = { .texts = texts,
		.t = t,
		.word = said_langs[lang].word };
	void *pos = trial_seen(t, reader);
	struct buf md = BUF_INIT;
	struct markdown *m;

	o.d = trial_dress(t, said_langs[lang].code, trial_who, reader);
	OK(t->kind->rules->map(t->kind->data, pos, &o.drawing));
	texts_dress_drawing(texts, &o.d, false, &o.drawing);
	render(&o, pos, &md);
	m = markdown_parse(md.data, md.len);
	for (int i = 0; i < 4; i++) {
		static const int width[] = { 40, 72, 40, MAP_WIDTH - 1 };

		buf_clear(&o.text);
		(i < 2 ? markdown_list : markdown_board)(m, width[i], &o.text);
		heard_read(&o.heard, o.text.data);
		check_said(&o, i >= 2);
		heard_release(&o.heard);
	}
	markdown_free(m);
	buf_release(&md);
	buf_release(&o.text);
	drawing_release(&o.drawing);
	free(pos);
}

START_TEST(what_is_drawn_is_said)
{
	const struct game_rules *rules = game_registry[_i / 3];
	int lang = _i % 3;

	for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) {
		struct trial t;

		trial_begin(&t, rules->name, seats);
		for (int n = 0; n < MOVES && !game_over(t.pos); n++) {
			if (n % EVERY == EVERY - 1)
				look(&t, lang, OBSERVER);
			trial_step(&t);
		}
		look(&t, lang, OBSERVER);
		trial_end(&t);
	}
}
END_TEST

CASES(tests)
{
	int games = 0;

	if (texts_open(NULL, &texts, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	while (game_registry[games] != NULL)
		games++;
	tcase_add_loop_test(t, what_is_drawn_is_said, 0, 3 * games);
}
