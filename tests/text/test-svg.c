/* SPDX-License-Identifier: MIT */

/* Drawings as SVG, and the fragments that pages are made of. */

#include <string.h>

#include "tests/run.h"
#include "text/drawing_svg.h"
#include "text/markdown.h"

/* Two ports with two lines between them, one of them begun in red, and a
 * lock on a line to a field. */
static void
draw(struct drawing *d, int done, int count)
{
	size_t a = drawing_point(d, 0, 0, "", "Sfo");
	size_t b = drawing_point(d, 10, 0, "", "Haw");
	size_t c = drawing_point(d, 10, 5, "7", "H");

	d->width = 11;
	d->height = 6;
	drawing_dress_point(d, a, DRAWING_BOX, "San <Francisco>", "");
	drawing_dress_point(d, b, DRAWING_DOT, "Hawaii", "");
	drawing_dress_point(d, c, DRAWING_HEX, "", "blue");
	drawing_dress_line(d, drawing_line(d, a, b, 3, done, "r", 0), "red",
	    "");
	(void)drawing_line(d, b, a, 3, 0, "", 1);
	drawing_dress_line(d, drawing_line(d, b, c, 1, 0, "", 0), "", "L1");
	if (count > 0)
		(void)drawing_piece(d, b, 2, count, "", "");
}

static void
whole(int done, int count, struct buf *out)
{
	struct drawing d = { 0 };
	struct svg svg;

	draw(&d, done, count);
	svg_make(&d, &svg);
	svg_document(&svg, "en", "A & B", "In <words>.", ".free{}", out);
	svg_release(&svg);
	drawing_release(&d);
}

#define HAS(what) \
	ck_assert_msg(strstr(out.data, what) != NULL, "%s\n%s", what, out.data)
#define HAS_NOT(what) \
	ck_assert_msg(strstr(out.data, what) == NULL, "%s\n%s", what, out.data)

START_TEST(a_picture_has_words)
{
	struct buf out = BUF_INIT;

	whole(0, 0, &out);
	HAS("<title id=\"title\">A &amp; B</title>");
	HAS("<desc id=\"words\">In &lt;words&gt;.</desc>");
	HAS("role=\"img\"");
	HAS(">San &lt;Francisco&gt;</text>");
	HAS(">7H</text>"); /* no name: mark and label */
	HAS(">L1</text>");
	HAS("class=\"field t-blue\"");
	HAS("class=\"arrow\"");
	HAS_NOT("t-red");
	HAS_NOT("piece");
	buf_release(&out);
}
END_TEST

/* Never by colour alone: a letter on the line, a number on the piece. */
START_TEST(what_has_a_colour_has_a_letter)
{
	struct buf out = BUF_INIT;

	whole(2, 3, &out);
	HAS("class=\"done t-red\"");
	HAS(">r</text>");
	HAS(">2\303\2273</text>");
	buf_release(&out);
}
END_TEST

/* What a move changes is in parts of its own. */
START_TEST(parts_change_seldom)
{
	struct drawing d[2] = { { 0 }, { 0 } };
	struct svg svg[2];
	int changed = 0;

	for (int i = 0; i < 2; i++) {
		draw(&d[i], 1 + i, 1);
		svg_make(&d[i], &svg[i]);
	}
	for (int i = 0; i < SVG_PARTS; i++)
		changed += strcmp(buf_text(&svg[0].part[i]),
			       buf_text(&svg[1].part[i])) != 0;
	ck_assert_int_eq(changed, 1);
	for (int i = 0; i < 2; i++) {
		svg_release(&svg[i]);
		drawing_release(&d[i]);
	}
}
END_TEST

START_TEST(a_drawing_of_nothing)
{
	struct drawing d = { 0 };
	struct svg svg;

	svg_make(&d, &svg);
	for (int i = 0; i < SVG_PARTS; i++)
		ck_assert_uint_eq(svg.part[i].len, 0);
	svg_release(&svg);
}
END_TEST

static void
fragment(const char *md, const char *map, struct buf *out)
{
	struct markdown *m = markdown_parse(md, strlen(md));

	markdown_fragment(m, 1, map, out);
	markdown_free(m);
}

START_TEST(a_fragment_has_an_element_a_line)
{
	struct buf out = BUF_INIT;

	fragment("## Hand *2 ships*\n\n| | a |\n|---|--:|\n| b | 1<br>2 |\n\n"
		 "two\nlines\n\n- x\n\n```\np\nq\n```\n",
	    NULL, &out);
	ck_assert_str_eq(out.data,
	    "<h3>Hand <span>2 ships</span></h3>\n"
	    "<table>\n<tr><td><th class=\"r\">a\n"
	    "<tr><td>b<td class=\"r\">1<br>2\n"
	    "</table>\n<p>two lines</p>\n<ul>\n<li>x</li>\n</ul>\n"
	    "<pre>p&#10;q&#10;</pre>\n");
	buf_release(&out);
}
END_TEST

START_TEST(a_picture_stands_for_the_map)
{
	struct buf out = BUF_INIT;

	fragment("```map\nA..B\n```\n\nend\n", "<figure></figure>", &out);
	ck_assert_str_eq(out.data, "<figure></figure>\n<p>end</p>\n");
	buf_release(&out);
}
END_TEST

TESTS(a_picture_has_words, what_has_a_colour_has_a_letter, parts_change_seldom,
    a_drawing_of_nothing, a_fragment_has_an_element_a_line,
    a_picture_stands_for_the_map)
