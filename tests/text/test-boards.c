/* SPDX-License-Identifier: MIT */

/*
 * The board of every game that is shipped, over random games, in every
 * language, as each reader sees it, for people of plain and of hostile names:
 * no line is too wide, list does not draw, the three readers of the Markdown
 * say the same, and a name is never more than its text.
 */

#include <cjson/cJSON.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include "base/utf8.h"
#include "game/rules.h"
#include "tests/run.h"
#include "tests/text/forms.h"
#include "tests/text/langs.h"
#include "tests/text/trial.h"
#include "text/drawing.h"
#include "text/tree.h"

enum { MOVES = 400, LOOKS = 6 };

/* Markup, wide letters, a long word, accents, lines, and what turns a line
 * around. */
static const char *const hostile[SEATS_MAX + 1] = { NULL,
	"**B** | _x_ `y` <b>&lt;</b> [l](mailto:a@b) ~~z~~",
	"船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船",
	"Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftsch"
	"afe",
	"e\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85\xcc\x86 "
	"👩‍👩‍👧‍👦",
	"a\n# b\r\n\n    c\xe2\x80\xa8| d",
	"\xe2\x80\xaex\xe2\x80\xac \xe2\x81\xa6y\xd7\x90\xc2\x85z" };

static struct texts *texts;
static struct err e;

enum how { BARE, DRAWN, GLYPHS }; /* without a map, with one */

/* The Markdown of the board. */
static void
render(const struct trial *t, const struct dress *d, enum how how,
    struct buf *out)
{
	const struct game_rules *rules = t->kind->rules;
	void *pos = trial_seen(t, d->reader);
	cJSON *view = rules->view(t->kind->data, pos, d->reader);
	struct drawing drawing = { 0 };
	struct buf map = BUF_INIT;
	char name[64];

	if (how != BARE && rules->map != NULL &&
	    rules->map(t->kind->data, pos, &drawing) == 0 &&
	    !drawing.pictorial) {
		texts_dress_drawing(texts, d, true, &drawing);
		(how == GLYPHS ? drawing_glyphs : drawing_text)(&drawing, 71,
		    &map);
		cJSON_AddStringToObject(view, "map", buf_text(&map));
	}
	if (how == GLYPHS)
		cJSON_AddTrueToObject(view, "unicode");
	texts_dress(texts, d, view);
	snprintf(name, sizeof name, "%s/position", rules->name);
	ck_assert_msg(texts_render(texts, d->lang, name, view, out, &e) == 0,
	    "%s", e.text);
	drawing_release(&drawing);
	buf_release(&map);
	cJSON_Delete(view);
	free(pos);
}

/* The kinds of all nodes; texts that follow each other count as one. */
static void
shape(const struct markdown *m, struct buf *out)
{
	cmark_iter *iter = cmark_iter_new(m->root);
	cmark_event_type ev;
	bool text = false, is_text;

	while ((ev = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
		cmark_node *n = cmark_iter_get_node(iter);

		is_text = cmark_node_get_type(n) == CMARK_NODE_TEXT;
		if (!is_text || !text)
			buf_printf(out, "%s ", cmark_node_get_type_string(n));
		text = is_text;
	}
	cmark_iter_free(iter);
}

static void
assert_lines(const struct buf *text, const char *what)
{
	for (const char *p = text->data; *p; p += strcspn(p, "\n") + 1)
		ck_assert_msg(utf8_width(p, strcspn(p, "\n")) <= 72,
		    "%s, too wide: %.*s", what, (int)strcspn(p, "\n"), p);
}

/* Real stars, lines and arrows are as wide as those of ASCII, and none of
 * these is left over. */
static void
check_glyphs(const struct trial *t, const struct dress *d)
{
	struct buf md = BUF_INIT, text = BUF_INIT;
	struct markdown *m;

	render(t, d, GLYPHS, &md);
	m = markdown_parse(md.data, md.len);
	markdown_glyphs(m, 72, &text);
	assert_lines(&text, d->lang);
	ck_assert_msg(strstr(text.data, "**") == NULL &&
		strstr(text.data, "....") == NULL,
	    "%s", text.data);
	markdown_free(m);
	buf_release(&md);
	buf_release(&text);
}

static void
check_plain(const struct buf *md, const struct markdown *m, const char *name)
{
	ck_assert_msg(strstr(buf_text(md), "{{") == NULL, "%s", md->data);
	forms_widths(name, m);
	forms_list(name, m);
	forms_html(name, m);
}

/* A map has numbers of its own. */
static void
check_numbers(const struct trial *t, const struct dress *d, const char *name)
{
	struct buf md = BUF_INIT;
	struct markdown *m;

	render(t, d, BARE, &md);
	m = markdown_parse(md.data, md.len);
	forms_numbers(name, m);
	markdown_free(m);
	buf_release(&md);
}

static void
check_hostile(const struct markdown *m, const char *want, const char *name)
{
	static const char *const turning[] = { "\xe2\x80\xaa", "\xe2\x80\xab",
		"\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
		"\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9", "\xc2\x85" };
	struct buf is = BUF_INIT, text = BUF_INIT;

	shape(m, &is);
	ck_assert_msg(strcmp(is.data, want) == 0, "%s: a name is markup", name);
	forms_widths(name, m);
	forms_html(name, m);
	markdown_board(m, 200, &text);
	markdown_list(m, 200, &text);
	markdown_html(m, HTML_MAIL, "en", name, &text);
	for (size_t i = 0; i < sizeof turning / sizeof *turning; i++)
		ck_assert_msg(strstr(text.data, turning[i]) == NULL, "%s: %s",
		    name, text.data);
	buf_release(&is);
	buf_release(&text);
}

static void
check_board(const struct trial *t, const char *lang, int reader)
{
	struct dress d = trial_dress(t, lang, trial_who, reader);
	struct buf md = BUF_INIT, want = BUF_INIT;
	struct markdown *m;
	char name[80];

	snprintf(name, sizeof name, "%s/%s for %d", lang, d.game, reader);
	render(t, &d, DRAWN, &md);
	m = markdown_parse(md.data, md.len);
	shape(m, &want);
	check_plain(&md, m, name);
	check_numbers(t, &d, name);
	check_glyphs(t, &d);
	markdown_free(m);
	buf_clear(&md);
	d.who = hostile;
	render(t, &d, DRAWN, &md);
	m = markdown_parse(md.data, md.len);
	check_hostile(m, want.data, name);
	markdown_free(m);
	buf_release(&md);
	buf_release(&want);
}

/* Each language at each look, a reader after the other. */
static void
look(const struct trial *t, int seats, int n)
{
	for (size_t i = 0; texts_lang(texts, i); i++)
		check_board(t, texts_lang(texts, i),
		    (n + (int)i) % (seats + 2) - 1);
}

static void
play(const struct game_rules *rules, int seats)
{
	struct trial t;
	int n = 0;

	trial_begin(&t, rules->name, seats);
	for (; n < MOVES && !game_over(t.pos); n++) {
		if (n % (MOVES / LOOKS) == 0)
			look(&t, seats, n / (MOVES / LOOKS));
		trial_step(&t);
	}
	look(&t, seats, 1);
	trial_end(&t);
}

START_TEST(boards)
{
	const struct game_rules *rules = game_registry[_i];

	play(rules, rules->min_seats);
	play(rules, rules->max_seats);
}
END_TEST

/* A letter group on a map, sent by who reads the map, means that place. */
static void
check_label(const struct trial *t, const char *lang,
    const struct drawing_point *p)
{
	const struct game_kind *k = t->kind;
	struct buf text = BUF_INIT, is = BUF_INIT;
	struct refusal why = { 0 };
	struct move mv;
	int seat = trial_seat(k->rules->to_act(k->data, t->pos));

	buf_printf(&text, "post %s", p->label);
	ck_assert_msg(k->rules->parse(k->data, t->pos, seat,
			  texts_names(texts, k->rules->name, lang), text.data,
			  &mv, &why) == 0,
	    "%s: %s: %s", lang, text.data, why.code);
	k->rules->format(k->data, t->pos, seat, &mv, &is);
	ck_assert_msg(strcmp(is.data + 5, p->id) == 0, "%s: %s is %s", lang,
	    p->label, is.data);
	buf_release(&text);
	buf_release(&is);
}

START_TEST(labels_of_maps_are_read)
{
	struct trial t;
	void *pos;
	int islands = 0;

	trial_begin(&t, "clippers", 5);
	trial_step(&t);
	pos = trial_seen(&t, 1);
	for (size_t i = 0; texts_lang(texts, i); i++) {
		struct dress d = trial_dress(&t, texts_lang(texts, i),
		    trial_who, 1);
		struct drawing out = { 0 };

		ck_assert_int_eq(t.kind->rules->map(t.kind->data, pos, &out),
		    0);
		texts_dress_drawing(texts, &d, true, &out);
		for (size_t k = 0; k < out.n_points; k++)
			if (strcmp(out.points[k].kind, "island") == 0) {
				check_label(&t, d.lang, &out.points[k]);
				islands++;
			}
		drawing_release(&out);
	}
	ck_assert_int_ge(islands, 3 * 38);
	free(pos);
	trial_end(&t);
}
END_TEST

/* Every label stands whole on the map, in the reader's own words. */
START_TEST(maps_are_in_the_readers_words)
{
	struct trial t;
	struct buf md = BUF_INIT;
	struct dress d;

	trial_begin(&t, "clippers", 2);
	trial_step(&t);
	d = trial_dress(&t, "nl", trial_who, 1);
	render(&t, &d, DRAWN, &md);
	ck_assert(strstr(md.data, "  Paa\n") != NULL &&
	    strstr(md.data, "ROOD") != NULL &&
	    strstr(md.data, "  Eas") == NULL);
	buf_clear(&md);
	d.lang = "it";
	render(&t, &d, DRAWN, &md);
	ck_assert(strstr(md.data, "  Pas\n") != NULL &&
	    strstr(md.data, "ROSSO") != NULL);
	buf_clear(&md);
	d.lang = "en";
	render(&t, &d, DRAWN, &md);
	ck_assert(strstr(md.data, "  Eas\n") != NULL &&
	    strstr(md.data, "RED") != NULL);
	buf_release(&md);
	trial_end(&t);
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
	tcase_add_loop_test(t, boards, 0, games);
	tcase_add_test(t, labels_of_maps_are_read);
	tcase_add_test(t, maps_are_in_the_readers_words);
}
