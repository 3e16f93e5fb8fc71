/* SPDX-License-Identifier: MIT */

/* One piece of HTML for several viewpoints, the intern of texts, and positions
 * piece by piece. */

#include <string.h>

#include "archive/pieces.h"
#include "archive/position.h"
#include "archive/variants.h"
#include "base/intern.h"
#include "tests/run.h"
#include "text/markdown.h"

#define SET(...) set_of((const int[]){ __VA_ARGS__, -1 })

static view_set
set_of(const int *view)
{
	view_set set = 0;

	for (; *view >= 0; view++)
		set |= VIEW_BIT(*view);
	return set;
}

static void
written(const char *const text[VIEWS], struct buf *out)
{
	struct variants v = { .n = 0 };
	view_set whole = 0;

	for (int i = 0; i < VIEWS; i++)
		if (text[i] != NULL) {
			variants_add(&v, i, text[i], strlen(text[i]));
			whole |= VIEW_BIT(i);
		}
	buf_clear(out);
	variants_write(&v, whole, out);
}

#define T(rows) "<table>\n" rows "</table>\n"
#define R(cell) "<tr><td>" cell "</td></tr>\n"

START_TEST(what_all_have_is_there_once)
{
	struct buf out = BUF_INIT;

	written((const char *const[VIEWS]){ T(R("a")),
		    T(R("a")), [VIEW_ALL] = T(R("a")) },
	    &out);
	ck_assert_str_eq(out.data, T(R("a")));
	buf_release(&out);
}
END_TEST

START_TEST(a_secret_is_one_row)
{
	struct buf out = BUF_INIT;

	written((const char *const[VIEWS]){ T(R("a") R("secret") R("c")),
		    T(R("a") R("12") R("c")), T(R("a") R("secret") R("c")),
		    [VIEW_ALL] = T(R("a") R("12") R("c")) },
	    &out);
	ck_assert_str_eq(out.data,
	    T(R("a") "<tr data-v=02><td>secret</td></tr>\n"
		     "<tr data-v=17><td>12</td></tr>\n" R("c")));
	buf_release(&out);
}
END_TEST

START_TEST(what_one_has_more_is_marked)
{
	struct buf out = BUF_INIT;

	written(
	    (const char *const[VIEWS]){
		T(R("a")), [VIEW_ALL] = T(R("a")) "<ul>\n<li>x</li>\n</ul>\n" },
	    &out);
	ck_assert_str_eq(out.data,
	    T(R("a")) "<ul data-v=7>\n<li>x</li>\n</ul>\n");
	buf_release(&out);
}
END_TEST

/* Rows of two tables in which lines are alike must not be mixed. */
START_TEST(what_would_not_nest_stands_side_by_side)
{
	struct buf out = BUF_INIT;

	written(
	    (const char *const[VIEWS]){
		T(R("a") R("b")), [VIEW_ALL] = T(R("a")) T(R("b")) },
	    &out);
	ck_assert_str_eq(out.data,
	    "<div data-v=0>" T(R("a") R("b")) "</div><div data-v=7>" T(R("a"))
		T(R("b")) "</div>\n");
	buf_release(&out);
}
END_TEST

/* Two tables with an end in common could close one that is not theirs. */
START_TEST(every_viewpoint_gets_its_own_back)
{
	static const char *const text[VIEWS] = {
		"<p>1</p>\n" T(R("a")) "<p>2</p>\n",
		"<p>1</p>\n<ul>\n<li>a</li>\n</ul>\n" T(R("b")) "<p>2</p>\n",
		T(R("b")) "<p>2</p>\n", [VIEW_ALL] = "<p>2</p>\n"
	};
	struct buf out = BUF_INIT;
	int open = 0;

	written(text, &out);
	for (const char *p = out.data; (p = strpbrk(p, "<")) != NULL; p++) {
		if (strncmp(p, "<table", 6) == 0 || strncmp(p, "<ul", 3) == 0)
			open++;
		if (strncmp(p, "</table", 7) == 0 || strncmp(p, "</ul", 4) == 0)
			open--;
		ck_assert_int_ge(open, 0);
	}
	ck_assert_int_eq(open, 0);
	buf_release(&out);
}
END_TEST

START_TEST(a_sentence_is_a_span_for_each)
{
	struct variants v = { .n = 0 };
	struct buf out = BUF_INIT;

	variants_add(&v, 0, "x", 1);
	variants_add(&v, 1, "y", 1);
	variants_add(&v, 2, "x", 1);
	variants_write_inline(&v, SET(0, 1, 2), &out);
	ck_assert_str_eq(out.data,
	    "<span data-v=02>x</span><span data-v=1>y</span>");
	buf_release(&out);
}
END_TEST

static void
inlined(const char *a, const char *b, view_set whole, const char *want)
{
	struct variants v = { .n = 0 };
	struct buf out = BUF_INIT;

	variants_add(&v, 0, a, strlen(a));
	variants_add(&v, 1, b, strlen(b));
	variants_write_inline(&v, whole, &out);
	ck_assert_str_eq(out.data, want);
	buf_release(&out);
}

/* What sentences have in common is there once: whole words, without tags, and
 * only if all of the page's viewpoints have it. */
START_TEST(what_sentences_share_is_there_once)
{
	view_set whole = SET(0, 1);

	inlined("He drew a card. So it was.", "He drew a cask. So it was.",
	    whole,
	    "He drew a <span data-v=0>card.</span>"
	    "<span data-v=1>cask.</span> So it was.");
	inlined("He drew.", "He drew. And so on.", whole,
	    "He <span data-v=0>drew.</span>"
	    "<span data-v=1>drew. And so on.</span>");
	inlined("On and on", "On and on and on", whole,
	    "On and <span data-v=0>on</span>"
	    "<span data-v=1>on and on</span>");
	inlined("A <b>x y</b> z", "A <b>x q</b> z", whole,
	    "A <span data-v=0><b>x y</b></span>"
	    "<span data-v=1><b>x q</b></span> z");
	inlined("He drew.", "He slept.", SET(0, 1, 2),
	    "<span data-v=0>He drew.</span><span data-v=1>He slept.</span>");
	inlined("", "He slept.", whole, "<span data-v=1>He slept.</span>");
}
END_TEST

START_TEST(a_text_has_one_number)
{
	struct intern intern = { .n = 0 };
	char text[16];
	bool fresh;

	for (int round = 0; round < 2; round++)
		for (int i = 1; i <= 2000; i++) {
			int n = snprintf(text, sizeof text, "text %d", i);

			ck_assert_int_eq(intern_put(&intern, text, (size_t)n,
					     &fresh),
			    i);
			ck_assert_int_eq(fresh, round == 0);
		}
	intern_release(&intern);
}
END_TEST

/* The places of a page after these positions of the public, each behind as many
 * events as `after` says. */
static void
histories(const char *const *public, const int *after, int n, bool whole,
    struct buf *out)
{
	struct stock stock = { .n = 0 };

	buf_clear(out);
	for (int i = 0; i < n; i++) {
		struct seen seen[VIEWS] = { { public[i], strlen(public[i]) } };

		position_write(&stock, seen, SET(0), after[i], whole);
	}
	position_finish(&stock, SET(0), out);
	stock_release(&stock);
}

#define H(states) "<div class=h>\n" states "</div>\n"
#define B(when, text) "<div class=b" when ">" text "</div>\n"

/* A hand is its owner's alone, and what stands as before is no state. */
START_TEST(a_place_has_what_stood_there)
{
	static const char public[] = "<h3>Board</h3>\n<p>x</p>\n";
	static const char seat[] = "<h3>Hand <span>1</span></h3>\n<p>h</p>\n"
				   "<h3>Board</h3>\n<p>x</p>\n";
	struct seen seen[VIEWS] = { { public, sizeof public - 1 },
		{ seat, sizeof seat - 1 } };
	struct stock stock = { .n = 0 };
	struct buf out = BUF_INIT;

	position_write(&stock, seen, SET(0, 1), 0, true);
	position_write(&stock, seen, SET(0, 1), 1, true);
	position_finish(&stock, SET(0, 1), &out);
	ck_assert_str_eq(out.data,
	    "<div class=h data-v=1>\n" B(" data-e=0",
		"<h3>Hand <span>1</span></h3>\n<p>h</p>\n") "</div>\n" H(B(" da"
									   "ta-"
									   "e="
									   "0",
		"<h3>Board</h3>\n<p>x</p>\n")));
	buf_release(&out);
	stock_release(&stock);
}
END_TEST

/* Each state says how many events after the one before it came; a place that is
 * empty has one, too, and two of one name are two. */
START_TEST(states_count_events)
{
	static const char *const public[] = {
		"<h3>A</h3>\n<h3>B <b>1</b></h3>\n",
		"<h3>A</h3>\n<h3>B <b>2</b></h3>\n", "<h3>A</h3>\n",
		"<h3>A</h3>\n<h3>A</h3>\n",
		"<h3>C</h3>\n<td class=\"r\">1<td class=\"r\">2\n<h3>A</h3>\n"
	};
	static const int after[] = { 0, 1, 14, 31, 32 };
	struct buf out = BUF_INIT;

	histories(public, after, 5, false, &out);
	/* clang-format off */
	ck_assert_str_eq(out.data,
	    H("<i data-e=10></i><i data-e=10></i><i data-e=10></i>"
	      B(" data-e=2", "<h3>C</h3>\n<td class=r>1<td class=r>2\n"))
	    H(B(" data-e=0", "<h3>A</h3>\n"))
	    H("<i data-e=10></i><i data-e=10></i><i data-e=10></i>"
	      B("", "<h3>A</h3>\n")
	      "<i class=b></i>\n")
	    H(B(" data-e=0", "<h3>B <b>1</b></h3>\n")
	      B("", "<h3>B <b>2</b></h3>\n")
	      "<i data-e=10></i><i class=b data-e=3></i>\n"));
	/* clang-format on */
	buf_release(&out);
}
END_TEST

#define MAP(head, uses) "<figure " head "><svg>" uses "</svg></figure>\n"
#define USE(n) "<use href=\"#m" n "\"/>"

/* Of a map what moved is enough, unless it is another one or a round begins. */
START_TEST(a_map_says_what_moved)
{
	static const char *const public[] = { MAP("a",
						  USE("1") USE("2") USE("3")),
		MAP("a", USE("1") USE("4") USE("30")),
		MAP("b", USE("1") USE("4") USE("30")), MAP("b", USE("1")),
		MAP("b", USE("1")) };
	static const int after[] = { 0, 1, 2, 3, 4 };
	struct buf out = BUF_INIT;

	histories(public, after, 5, false, &out);
	ck_assert_str_eq(out.data,
	    H(B(" data-e=0",
		MAP("a",
		    USE("1") USE("2")
			USE("3"))) "<i class=b data-m=\"1:4 2:30\"></i>\n" B("",
		MAP("b", USE("1") USE("4") USE("30")))
		    B("", MAP("b", USE("1")))));
	histories(public, after, 2, true, &out);
	ck_assert_str_eq(out.data,
	    H(B(" data-e=0", MAP("a", USE("1") USE("2") USE("3")))
		    B("", MAP("a", USE("1") USE("4") USE("30")))));
	histories(&public[3], after, 2, true, &out);
	ck_assert_str_eq(out.data,
	    H(B(" data-e=0", MAP("b", USE("1"))) B("", MAP("b", USE("1")))));
	buf_release(&out);
}
END_TEST

/* Hands stand in the order of seats, and who sees all of them sees those. */
START_TEST(hands_stand_in_the_order_of_seats)
{
	static const char one[] = "<h3>Anna</h3>\n<p>1</p>\n<h3>B</h3>\n";
	static const char two[] = "<h3>Bob</h3>\n<p>2</p>\n<h3>B</h3>\n";
	static const char all[] = "<h3>Anna</h3>\n<p>1</p>\n"
				  "<h3>Bob</h3>\n<p>2</p>\n<h3>B</h3>\n";
	struct seen seen[VIEWS] = { { "<h3>B</h3>\n", 11 },
		{ one, sizeof one - 1 },
		{ two, sizeof two - 1 }, [VIEW_ALL] = { all, sizeof all - 1 } };
	struct stock stock = { .n = 0 };
	struct buf out = BUF_INIT;

	position_write(&stock, seen, SET(0, 1, 2, 7), 0, true);
	position_finish(&stock, SET(0, 1, 2, 7), &out);
	/* clang-format off */
	ck_assert_str_eq(out.data,
	    "<div class=h data-v=17>\n"
	    B(" data-e=0", "<h3>Anna</h3>\n<p>1</p>\n")
	    "</div>\n<div class=h data-v=27>\n"
	    B(" data-e=0", "<h3>Bob</h3>\n<p>2</p>\n")
	    "</div>\n"
	    H(B(" data-e=0", "<h3>B</h3>\n")));
	/* clang-format on */
	buf_release(&out);
	stock_release(&stock);
}
END_TEST

/* Piece by piece it is what it is as a whole, and a map is in its place; a
 * heading in a block of code is none. */
START_TEST(pieces_make_the_whole)
{
	static const char text[] =
	    "words\n## One *a*\n\n- x\n\n- y\n## Two\n"
	    "```\n## no heading\n```\n| | b |\n|---|--:|\n| c | 1 |\n"
	    "```map\n# nor this\n```\n### Three\n";
	struct buf md = BUF_INIT, map = BUF_INIT, whole = BUF_INIT;
	struct buf out = BUF_INIT;
	struct pieces p = { .cap = 0 };
	struct markdown *doc = markdown_parse(text, sizeof text - 1);

	buf_str(&md, text);
	buf_str(&map, "<figure>1</figure>");
	markdown_fragment(doc, 1, map.data, &whole);
	markdown_free(doc);
	for (int i = 0; i < 2; i++) {
		buf_clear(&out);
		pieces_write(&p, &md, &map, &out);
		ck_assert_str_eq(out.data, whole.data);
	}
	ck_assert_int_eq(p.texts.n, 4);
	map.data[8] = '2';
	buf_clear(&out);
	pieces_write(&p, &md, &map, &out);
	ck_assert_ptr_nonnull(strstr(out.data, "<figure>2</figure>"));
	ck_assert_int_eq(p.texts.n, 4);
	buf_release(&md);
	buf_release(&map);
	buf_release(&whole);
	buf_release(&out);
	pieces_release(&p);
}
END_TEST

TESTS(what_all_have_is_there_once, a_secret_is_one_row,
    what_one_has_more_is_marked, what_would_not_nest_stands_side_by_side,
    every_viewpoint_gets_its_own_back, a_sentence_is_a_span_for_each,
    what_sentences_share_is_there_once, a_text_has_one_number,
    a_place_has_what_stood_there, states_count_events, a_map_says_what_moved,
    hands_stand_in_the_order_of_seats, pieces_make_the_whole)
