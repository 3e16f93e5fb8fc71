/* SPDX-License-Identifier: MIT */

/*
 * Whoever sees no map is told all that is on it: every line of a game's drawing
 * is named with both of its ends, every piece at its place, and nothing that is
 * not drawn. In positions that have all there can be (posed.h), and of random
 * games; all languages, the list at its widths, which is also what a picture
 * has as its words, boards too narrow for a map, and pages without one.
 */

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "base/mem.h"
#include "tests/run.h"
#include "tests/text/posed.h"
#include "tests/text/said.h"
#include "text/drawing.h"
#include "text/markdown.h"

enum { MOVES = 300, EVERY = 15, LANGS = 3 };

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

/* What one form of the position's Markdown says. */
static void
hear(struct told *o, bool links)
{
	heard_read(&o->heard, o->text.data);
	check_said(o, links);
	heard_release(&o->heard);
	buf_clear(&o->text);
}

/* What is beside headings takes the place of what stands above columns. */
static void
plain_headings(const struct buf *md, struct buf *out)
{
	for (const char *p = md->data; *p != '\0';) {
		size_t len = strcspn(p, "\n"), n = len;

		if (strncmp(p, "## ", 3) == 0 &&
		    memmem(p, len, " *", 2) != NULL)
			n = (size_t)(strstr(p, " *") - p);
		buf_add(out, p, n);
		buf_str(out, "\n");
		p += len + (p[len] == '\n');
	}
}

static void
hear_board(struct told *o, const struct buf *md, int width, bool links)
{
	struct buf plain = BUF_INIT, board = BUF_INIT;
	struct markdown *m;

	plain_headings(md, &plain);
	m = markdown_parse(plain.data, plain.len);
	markdown_board(m, width, &board);
	heard_board(board.data, &o->text);
	hear(o, links);
	markdown_free(m);
	buf_release(&plain);
	buf_release(&board);
}

static void
hear_forms(struct told *o, const struct buf *md, bool whole)
{
	struct markdown *m = markdown_parse(md->data, md->len);
	struct buf page = BUF_INIT;

	o->drawn = false;
	for (int width = 40; width <= MAP_WIDTH; width += MAP_WIDTH - 40) {
		markdown_list(m, width, &o->text);
		hear(o, false);
	}
	o->drawn = true;
	hear_board(o, md, 40, !whole);
	hear_board(o, md, MAP_WIDTH - 1, true);
	markdown_html_said(m, o->d.lang, NULL, &page);
	heard_page(page.data, &o->text);
	hear(o, false);
	markdown_free(m);
	buf_release(&page);
}

/* pieces: so many must be drawn, or -1. Then boards are read in full too: their
 * tables are words, but of a few positions, whose labels are broken. */
static void
look(const struct trial *t, int lang, int pieces)
{
	struct told o = { .texts = texts,
		.t = t,
		.word = said_langs[lang].word };
	void *pos = trial_seen(t, OBSERVER);
	struct buf md = BUF_INIT;

	o.d = trial_dress(t, said_langs[lang].code, trial_who, OBSERVER);
	OK(t->kind->rules->map(t->kind->data, pos, &o.drawing));
	if (pieces >= 0)
		ck_assert_int_eq((int)o.drawing.n_pieces, pieces);
	texts_dress_drawing(texts, &o.d, false, &o.drawing);
	render(&o, pos, &md);
	hear_forms(&o, &md, pieces >= 0);
	buf_release(&md);
	buf_release(&o.text);
	drawing_release(&o.drawing);
	free(pos);
}

START_TEST(what_is_drawn_is_said)
{
	const struct game_rules *rules = game_registry[_i / LANGS];
	int lang = _i % LANGS;

	for (int seats = rules->min_seats; seats <= rules->max_seats; seats++) {
		struct trial t;

		trial_begin(&t, rules->name, seats);
		for (int n = 0; n < MOVES && !game_over(t.pos); n++) {
			if (n % EVERY == EVERY - 1)
				look(&t, lang, -1);
			trial_step(&t);
		}
		look(&t, lang, -1);
		trial_end(&t);
	}
}
END_TEST

static const struct posed *const posed[] = { &posed_antwerp, &posed_claim,
	&posed_clippers, &posed_star, NULL };

START_TEST(all_that_can_be_drawn_is_said)
{
	const struct posed *p = posed[_i / LANGS];
	struct trial t;
	size_t size;
	void *fresh;

	trial_begin(&t, p->game, p->seats);
	ck_assert_int_eq(t.kind->rules->max_seats, p->seats);
	size = t.kind->rules->position_size;
	fresh = memcpy(mem_alloc(size), t.pos, size);
	for (int n = 0; n < p->count; n++) {
		memcpy(t.pos, fresh, size);
		look(&t, _i % LANGS, p->make(t.kind->data, t.pos, n));
	}
	free(fresh);
	trial_end(&t);
}
END_TEST

/* A new game is posed, or its drawings are proved by chance alone. */
START_TEST(every_game_is_posed)
{
	for (int i = 0; game_registry[i] != NULL; i++) {
		int found = 0;

		for (int k = 0; posed[k] != NULL; k++)
			found += strcmp(posed[k]->game,
				     game_registry[i]->name) == 0;
		ck_assert_int_eq(found, 1);
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
	tcase_add_loop_test(t, what_is_drawn_is_said, 0, LANGS * games);
	tcase_add_loop_test(t, all_that_can_be_drawn_is_said, 0, LANGS * games);
	tcase_add_test(t, every_game_is_posed);
}
