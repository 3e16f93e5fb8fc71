/* SPDX-License-Identifier: MIT */

/* The fragments that pages are made of. */

#include <string.h>

#include "tests/run.h"
#include "text/markdown.h"

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
	buf_clear(&out);
	fragment("```picture\nbook\n```\n\nend\n", "<figure></figure>", &out);
	ck_assert_str_eq(out.data, "<figure></figure>\n<p>end</p>\n");
	buf_release(&out);
}
END_TEST

TESTS(a_fragment_has_an_element_a_line, a_picture_stands_for_the_map)
