/* SPDX-License-Identifier: MIT */

/* The conventions of paquebot-templates(5), one by one, in the three forms. */

#include "tests/run.h"
#include "tests/text/wellformed.h"
#include "text/markdown.h"

enum form { BOARD, LIST, HTML };

static void
render(const char *text, enum form form, int width, struct buf *out)
{
	struct markdown *m = markdown_parse(text, strlen(text));

	if (form == BOARD)
		markdown_board(m, width, out);
	else if (form == LIST)
		markdown_list(m, width, out);
	else
		markdown_html(m, HTML_MAIL, "en", "t", out);
	markdown_free(m);
}

static void
assert_form(const char *text, enum form form, int width, const char *want)
{
	struct buf out = BUF_INIT;

	render(text, form, width, &out);
	ck_assert_str_eq(buf_text(&out), want);
	buf_release(&out);
}

#define BOARD_IS(text, want) assert_form(text, BOARD, 72, want)
#define NARROW_IS(text, want) assert_form(text, BOARD, 40, want)
#define LIST_IS(text, want) assert_form(text, LIST, 72, want)

static void
assert_html(const char *text, const char *has, const char *has_not)
{
	struct buf out = BUF_INIT;

	render(text, HTML, 0, &out);
	if (has != NULL)
		ck_assert_msg(strstr(out.data, has) != NULL, "%s\n%s", has,
		    out.data);
	if (has_not != NULL)
		ck_assert_msg(strstr(out.data, has_not) == NULL, "%s\n%s",
		    has_not, out.data);
	buf_release(&out);
}

START_TEST(paragraphs)
{
	NARROW_IS("one two three four five six seven eight nine\nten\\\neleven",
	    "one two three four five six seven eight\nnine ten\neleven\n");
	BOARD_IS("a\n\nb", "a\n\nb\n");
	BOARD_IS("## H\n\na\n\nb\n\n---\n\nc", "H\n a\n\n b\n\nc\n");
	BOARD_IS("", "");
	/* Wide letters count twice, accents nothing. */
	assert_form("船船船船 船船船船船船", BOARD, 20,
	    "船船船船\n船船船船船船\n");
	assert_form("e\314\201e\314\201e\xcc\x81 eeeeeeeeeeeeeeee", BOARD, 20,
	    "e\314\201e\314\201e\xcc\x81 eeeeeeeeeeeeeeee\n");
}
END_TEST

START_TEST(long_words_are_cut)
{
	assert_form("abcdefghijklmnopqrstuvwxyz", BOARD, 20,
	    "abcdefghijklmnopqrst\nuvwxyz\n");
	/* Code is kept whole, and cut at a space if it must be cut. */
	assert_form("try: `charter royal-william`", BOARD, 25,
	    "try:\ncharter royal-william\n");
	assert_form("`voyage baltic one two three`", BOARD, 20,
	    "voyage baltic one\ntwo three\n");
	/* A blank that stands before one counts (found by fuzz-texts). */
	assert_form("a &nbsp;bcdefghijklmnopqrstuvwxyz", BOARD, 20,
	    "a\n bcdefghijklmnopqrst\nuvwxyz\n");
}
END_TEST

START_TEST(headings)
{
	BOARD_IS("## Your händ *2 ships*", "YOUR HÄND  2 ships\n");
	LIST_IS("## Your händ *2 ships*", "+++ Your händ, 2 ships\n");
	LIST_IS("a\n\n## B\n\nc", "a\n\n+++ B\nc\n");
	assert_html("## A *b*",
	    "<h2 style=\"font-size:16px;margin:20px 0 6px\">A, <span "
	    "style=\"font-weight:normal\">b</span></h2>",
	    NULL);
	assert_html("## A *(b)*", ">A <span", ",");
}
END_TEST

START_TEST(words_that_are_said_only)
{
	static const char text[] = "Baltic ~~leg~~ B ~~value~~ 3 ~~, good~~.";

	BOARD_IS(text, "Baltic B 3.\n");
	LIST_IS(text, "Baltic leg B value 3, good.\n");
	assert_html(text, "Baltic", "leg");
}
END_TEST

static const char table[] =
    "| | cash | hand |\n|---|--:|---|\n"
    "| _\\*\\*_ ~~2 stars~~ | 5 | a<br>b |\n| Bo | 12000 | |\n| C | - | c |\n";

START_TEST(tables)
{
	BOARD_IS(table,
	    "     cash  hand\n"
	    "**      5  a\n"
	    "           b\n"
	    "Bo  12000\n"
	    "C       -  c\n");
	LIST_IS(table,
	    "2 stars: cash 5; hand a, b.\n"
	    "Bo: cash 12000.\n"
	    "C: hand c.\n");
	assert_html(table, "<td align=\"right\">12000</td>", "stars");
	assert_html(table, "<td>**</td>", "<em>");
	assert_html("| | |\n|---|---|\n| a | b |", "<td>a</td>", "<th");
}
END_TEST

START_TEST(a_heading_takes_the_empty_first_header)
{
	static const char text[] = "## Seats\n\n| | cash |\n|---|---|\n"
				   "| Anna | 1 |\n";

	BOARD_IS(text, "SEATS  cash\n Anna  1\n");
	LIST_IS(text, "+++ Seats\nAnna: cash 1.\n");
}
END_TEST

START_TEST(tables_that_do_not_fit_become_words)
{
	static const char text[] =
	    "## Seats\n\n| | points | cash | hand | to run "
	    "|\n|---|---|---|---|---|\n| Anna | 56 | secret | 5 | "
	    "Mediterranean 2, Atlantic 1 |\n";

	NARROW_IS(text,
	    "SEATS\n Anna: points 56; cash secret; hand 5;\n"
	    "    to run Mediterranean 2, Atlantic 1.\n");
	NARROW_IS("| a | b |\n|---|---|\n| Anna | writes quite a long line |",
	    "a     b\nAnna  writes quite a long line\n");
	NARROW_IS("| a | b |\n|---|---|\n| Anna | writes an even longer line "
		  "than that |",
	    "a     b\nAnna  writes an even longer line than\n"
	    "      that\n");
}
END_TEST

START_TEST(rows_that_end_in_code_have_no_full_stop)
{
	LIST_IS("| | | ~~or write~~ |\n|---|---|---|\n"
		"| 2 | charter Korea, 2000 | `charter korea` |",
	    "2: charter Korea, 2000; or write charter korea\n");
	LIST_IS("| > a |  |\n|---|---|\n| > x y | done |", "\"x y\": done.\n");
}
END_TEST

START_TEST(code_in_words_is_quoted)
{
	BOARD_IS("Reply `ready`, or see: `help`, `rules`. Then `x` y.",
	    "Reply \"ready\", or see: help, rules. Then \"x\" y.\n");
	BOARD_IS("`help` x", "help x\n");
	assert_html("Reply `ready`",
	    "Reply <code style=\"font-size:14px;white-space:nowrap\">"
	    "ready</code>",
	    "\"ready\"");
}
END_TEST

START_TEST(lists)
{
	NARROW_IS("- one two three four five six seven eight nine\n- b\n"
		  "  - c\n\n1. x\n2. y\n",
	    "one two three four five six seven eight\n   nine\nb\n   c\n\n"
	    "1. x\n2. y\n");
	LIST_IS("- a\n- b\n", "a\nb\n");
	assert_html("3. a\n", " start=\"3\">", NULL);
}
END_TEST

START_TEST(quotes_keep_their_mark)
{
	static const char text[] = "Anna:\n\n> one two three four five six "
				   "seven eight nine\n> <br>mail 42.77.p2.1\n";

	NARROW_IS(text,
	    "Anna:\n\n> one two three four five six seven\n"
	    "> eight nine\n> mail 42.77.p2.1\n");
	LIST_IS(text,
	    "Anna:\n\n> one two three four five six seven eight nine\n> mail "
	    "42.77.p2.1\n");
	assert_html(text, "<br>\n&gt; ", NULL);
	assert_html(text, ">&gt; one", NULL);
}
END_TEST

START_TEST(maps)
{
	static const char text[] = "a\n\n```map\n+--+\n|  |\n```\n\nb";

	BOARD_IS(text, "a\n\n+--+\n|  |\n\nb\n");
	assert_form(text, BOARD, 71, "a\n\nb\n");
	LIST_IS(text, "a\n\nb\n");
	assert_html(text, "+--+\n|  |\n</pre>", NULL);
	LIST_IS("```\nx  y\n```", "x  y\n");
	assert_form("```\nabcdefghijklmnopqrstuvwxyz\n```", BOARD, 20,
	    "abcdefghijklmnopqrst\nuvwxyz\n");
	assert_form("## A\n\n```file\nabcdefghijklmnopqrstuvwxyz\n```", BOARD,
	    20, "A\nabcdefghijklmnopqrstuvwxyz\n");
}
END_TEST

/* What a map says is said where there is none, and stands where there is. */
START_TEST(sections_for_a_map)
{
	static const char text[] =
	    "## H\n\na\n\n## ~~Links~~ *each once*\n\n| | |\n|---|---|\n"
	    "| Hao | Rapa 2 |\n\nb\n\n## *Chart* *of all*\n\nc\n\n---\n\nd\n";
	struct markdown *m = markdown_parse(text, sizeof text - 1);
	struct buf out = BUF_INIT;

	BOARD_IS(text, "H\n a\n\n b\n\nCHART  of all\n c\n\nd\n");
	NARROW_IS(text, "H\n a\n\nLINKS  each once\n Hao: Rapa 2.\n b\n\nd\n");
	LIST_IS(text,
	    "+++ H\na\n\n+++ Links, each once\nHao: Rapa 2.\nb\n\nd\n");
	assert_html(text, ">Chart, <span", "Links");
	markdown_html_said(m, "en", "t", &out);
	ck_assert(strstr(out.data, ">Links, <span") != NULL);
	ck_assert(strstr(out.data, "Chart") == NULL);
	buf_clear(&out);
	markdown_fragment(m, 0, NULL, &out);
	ck_assert(strstr(out.data, "<h2>Links <span>each once</span></h2>") !=
	    NULL);
	ck_assert(strstr(out.data, "Chart") == NULL);
	buf_release(&out);
	markdown_free(m);
}
END_TEST

/* Who listens hears no columns. */
START_TEST(html_that_is_said_has_no_map)
{
	static const char text[] = "```map\n+-+\n```\n\n```signs\n+ x\n```\n";
	struct markdown *m = markdown_parse(text, sizeof text - 1);
	struct buf out = BUF_INIT;

	assert_html(text, "+-+", NULL);
	markdown_html_said(m, "en", "t", &out);
	ck_assert(strstr(out.data, "<pre") == NULL);
	buf_release(&out);
	markdown_free(m);
}
END_TEST

/* The legend of a picture stands in HTML that shows one, and nowhere else. */
START_TEST(legend_of_a_picture)
{
	static const char text[] =
	    "a\n\n```legend\nx < y_z\n```\n\n```picture\n```\n";
	struct html_image image = { "board.1@club.example",
		"+++ A, b\nc.\n\n+++ D\ne\n", false };
	struct markdown *m = markdown_parse(text, sizeof text - 1);
	struct buf out = BUF_INIT;

	BOARD_IS(text, "a\n");
	LIST_IS(text, "a\n");
	assert_html(text, "a", "y_z");
	markdown_html_pictures(m, "en", "t", &image, 1, &out);
	ck_assert(strstr(out.data, ">x &lt; y_z</p>") != NULL);
	ck_assert(strstr(out.data, " alt=\"A, b. c. D. e\">") != NULL);
	buf_release(&out);
	markdown_free(m);
}
END_TEST

START_TEST(links)
{
	struct buf text = BUF_INIT, out = BUF_INIT;
	int n = 0;

	BOARD_IS("go [1](<mailto:a@b?x>)", "go 1\n");
	assert_html("[1](<mailto:a@b?x=1&y=\"2>)",
	    "href=\"mailto:a@b?x=1&amp;y=&quot;2\">1</a>", NULL);
	assert_html("[1](http://x/)", "1", "http");
	assert_html("[1](javascript:x)", "1", "javascript");
	assert_html("[1](MAILTO:x)", "1", "<a");
	assert_html("![1](mailto:x)", "1", "mailto");
	assert_html("<b>x</b> <mailto:a@b> <script>x</script>", "x", "<script");
	for (int i = 0; i < HTML_LINKS_MAX + 10; i++)
		buf_str(&text, "[1](mailto:x) ");
	render(text.data, HTML, 0, &out);
	for (const char *s = out.data; (s = strstr(s, "href=")); s++)
		n++;
	ck_assert_int_eq(n, HTML_LINKS_MAX);
	buf_release(&text);
	buf_release(&out);
}
END_TEST

/* What is numbered and can be sent is touched, as wide as the window. */
START_TEST(html_moves_are_taps)
{
	static const char *const menu =
	    "| | | ~~or write~~ |\n|--:|---|---|\n"
	    "| [1](<mailto:x?body=end>) | end the turn | `end` |\n"
	    "| 2 | wait | `wait` |\n| | more | `more` |\n";

	assert_html(menu, "display:block", "<table");
	assert_html(menu,
	    "href=\"mailto:x?body=end\"><strong>1</strong>"
	    "\u2002end the turn<br><code",
	    NULL);
	/* A row of its own where no style is known. */
	assert_html(menu, "<div style=\"margin:0 0 8px\"><a ", NULL);
	assert_html(menu, "</code></a></div>\n", NULL);
	/* Beyond what may be linked it looks the same. */
	assert_html(menu, "<strong>2</strong>\u2002wait<br>", NULL);
	assert_html(menu, "\">more<br>", NULL);
	/* A link beside others is one. */
	assert_html("Go [there](<mailto:x>).", "display:inline-block", NULL);
	assert_html("[1](<mailto:x>), [2](<mailto:y>), or no.",
	    ">1</a>, <a style", NULL);
	assert_html("| a | b |\n|---|---|\n| [1](<mailto:x>) | c |\n", "<table",
	    "display:block");
}
END_TEST

/* A paragraph of links alone is for who touches it: the text above it says the
 * same. */
START_TEST(taps_alone)
{
	static const char *const asked =
	    "Reply `yes` or `no`.\n\n"
	    "[`yes`](<mailto:x?body=yes>)\n[`no`](<mailto:x?body=no>)\n\n"
	    "Thanks.\n";

	BOARD_IS(asked, "Reply \"yes\" or \"no\".\n\nThanks.\n");
	LIST_IS(asked, "Reply \"yes\" or \"no\".\n\nThanks.\n");
	assert_html(asked, "body=yes\"><code", NULL);
	assert_html(asked, "body=no\"><code", NULL);
	assert_html(asked, "yes</code></a>, <a ", NULL);
	assert_html("[`1`](<mailto:x>) [`2`](<mailto:y>)", "1</code></a>, <a ",
	    NULL);
	/* A word beside them is one to read. */
	BOARD_IS("[1](<mailto:x>) or\n", "1 or\n");
	BOARD_IS("[1](http://x/)\n", "1\n");
	BOARD_IS("![1](mailto:x)\n", "1\n");
	/* Two sections end, one behind the other: one line is drawn. */
	assert_html("a\n\n---\n\n---\n\nb", "<p", "8px\">\n<hr");
}
END_TEST

/* What is touched says all that list says, for nothing stands beside it. */
START_TEST(taps_say_all)
{
	static const char *const menu =
	    "| | | ~~or write~~ |\n|--:|---|---|\n"
	    "| [1](<mailto:x>) | ~~red to Hao:~~ part 1 of 2 | `lay` |\n";

	assert_html(menu, "red to Hao: part 1 of 2", NULL);
	BOARD_IS(menu, "1  part 1 of 2  lay\n");
	assert_html("| a | b |\n|---|---|\n| c | ~~d~~ e |\n", "e", "d e");
}
END_TEST

/* What a telephone has room for stands in columns, the rest in words. */
START_TEST(html_is_narrow)
{
	assert_html("| | n |\n|---|--:|\n| Anna | 7 |\n",
	    "<td>Anna</td><td align=\"right\">7</td>", NULL);
	/* A header without words is no header. */
	assert_html("| | n |\n|---|--:|\n| Anna | 7 |\n",
	    "<td></td><th align=\"right\">n</th>", NULL);
	assert_html("| | first column | second column | third |\n"
		    "|---|---|---|---|\n"
		    "| Anna | something | *other*<br>things | - |\n",
	    "<strong>Anna</strong>: <span style=\"font-size:13px\">"
	    "first column</span>\u00a0something; "
	    "<span style=\"font-size:13px\">"
	    "second column</span>\u00a0other, things</p>",
	    "<table");
	/* A drawing scrolls by itself, a file is broken. */
	assert_html("```map\nx\n```", "overflow-x:auto", "pre-wrap");
	assert_html("```\nx\n```", "pre-wrap", "overflow");
}
END_TEST

#define WIDE "| | | |\n|---|---|---|\n"

/* A row that only the drawn table has is the rest of the one above, a bracket
 * is no item of a list, and a value stays with what struck words say it is. */
START_TEST(html_rows_in_words)
{
	assert_html(WIDE
	    "| ***** five | 1 Anna of the ships | 2 free berths |\n"
	    "| _Baltic_ | _3 free berths_ | _4 free berths_ |\n"
	    "| *** three | 1 Bruno of the ships | 2 free berths |\n",
	    "<strong>***** five, Baltic</strong>: 1 Anna of the ships, "
	    "2 free berths, 3 free berths, 4 free berths</p>",
	    "<strong>Baltic");
	assert_html(WIDE "| three stars | no sea yet, said at length | _(22 16 "
			 "10 6 2 0)_ |\n",
	    "<strong>three stars</strong>: no sea yet, said at length "
	    "(22 16 10 6 2 0)</p>",
	    "length, (");
	assert_html("leg D ~~value~~&nbsp;7\n", "leg D\u00a07<", "D \u00a07");
	BOARD_IS("leg D ~~value~~&nbsp;7\n", "leg D 7\n");
	LIST_IS("leg D ~~value~~&nbsp;7\n", "leg D value 7\n");
}
END_TEST

/* Commands are of one size, whether they fit on a line or not. */
START_TEST(html_codes_are_alike)
{
	assert_html("`board`\n", "<code style=\"font-size:14px;white-space",
	    NULL);
	assert_html("`standing drop-anchor x7 teal and then some more`\n",
	    "<code style=\"font-size:14px\">", "<code>");
}
END_TEST

/* Its first words are the heading to those who listen; colours are the
 * reader's. */
START_TEST(html_is_anybodys)
{
	assert_html("a\n\nb\n",
	    "<h1 style=\"font:inherit;margin:0 0 10px\">a</h1>", "color:");
	assert_html("# a\n\nb\n", ">b</p>", "font:inherit");
	assert_html("a\n", "content=\"light dark\"", "background");
}
END_TEST

/* A part that is too long is cut, and what is there stays well formed. */
START_TEST(html_stays_small)
{
	static const char *const piece[] = { "| a&b | \"c\" |\n", "- a & b\n",
		"a < b & c\n\n", "a & b ", "    a & b\n" };
	static const char *const before[] = { "| a | b |\n|---|---|\n", "", "",
		"", "" };

	for (size_t i = 0; i < 5; i++) {
		struct buf text = BUF_INIT, out = BUF_INIT;
		char why[200];

		buf_str(&text, before[i]);
		while (text.len < 200000)
			buf_str(&text, piece[i]);
		render(text.data, HTML, 0, &out);
		ck_assert_uint_lt(out.len, HTML_MAX);
		ck_assert_uint_gt(out.len, HTML_MAX / 10);
		ck_assert_ptr_nonnull(strstr(out.data, "…"));
		ck_assert_msg(wellformed(out.data, why, sizeof why) == 0, "%s",
		    why);
		buf_release(&text);
		buf_release(&out);
	}
}
END_TEST

static void
assert_marked(const char *text, const char *want)
{
	struct buf md = BUF_INIT;

	buf_str(&md, text);
	texts_mark(&md, "mail 1");
	ck_assert_str_eq(md.data, want);
	buf_release(&md);
}

/* At the first stop of ours that leaves the rest of the line to it. */
START_TEST(the_mark)
{
	assert_marked("\n**Yes.** No.\n", "\n**Yes (mail 1).** No.\n");
	assert_marked("One, two. Three.", "One, two (mail 1). Three.");
	assert_marked("No stop\n\nHere.", "No stop (mail 1)\n\nHere.");
	assert_marked("# A", "# A *(mail 1)*");
	assert_marked("# A *b*", "# A *b (mail 1)*");
	/* What people wrote, in the marks of any language, and in code. */
	assert_marked("J\\. R\\. Smith is next.",
	    "J\\. R\\. Smith is next (mail 1).");
	assert_marked("It is \u00abCup No\\. 3\u00bb. Yes.",
	    "It is \u00abCup No\\. 3\u00bb (mail 1). Yes.");
	assert_marked("Did you mean `a: b. c`? Yes.",
	    "Did you mean `a: b. c` (mail 1)? Yes.");
	/* Not amid words that are quoted, or in a list. */
	assert_marked("\u00abThe 3, I think\u00bb is no move. Yes.",
	    "\u00abThe 3, I think\u00bb is no move (mail 1). Yes.");
	assert_marked("\"3, or 4\" is no move. Yes.",
	    "\"3, or 4\" is no move (mail 1). Yes.");
	assert_marked("New for 2000: Mariposa, Rotterdam, Rhea. Yes.",
	    "New for 2000: Mariposa, Rotterdam, Rhea (mail 1). Yes.");
	assert_marked("`a, b` \\` is meant, or c.",
	    "`a, b` \\` is meant, or c (mail 1).");
}
END_TEST

START_TEST(damaged_text)
{
	struct buf out = BUF_INIT;

	render("a\377b\xe2\x82 \x01 \x7f c", BOARD, 72, &out);
	ck_assert_str_eq(out.data, "a\357\277\275b\xef\xbf\xbd c\n");
	buf_release(&out);
}
END_TEST

/* set glyphs unicode: a rule below the heads of a table, as wide as it. */
START_TEST(glyphs)
{
	static const char text[] = "## Seats\n\n| | points | cash |\n"
				   "|---|--:|--:|\n| Anna | 12 | 1000 |\n\n"
				   "| | |\n|---|---|\n| a | b |\n";
	struct markdown *m = markdown_parse(text, strlen(text));
	struct buf out = BUF_INIT;

	markdown_glyphs(m, 72, &out);
	ck_assert_str_eq(out.data,
	    "SEATS  points  cash\n"
	    "\u2500\u2500\u2500\u2500\u2500  "
	    "\u2500\u2500\u2500\u2500\u2500\u2500  \u2500\u2500\u2500\u2500\n"
	    " Anna      12  1000\n\n a  b\n");
	buf_release(&out);
	markdown_free(m);
}
END_TEST

TESTS(glyphs, paragraphs, long_words_are_cut, headings,
    words_that_are_said_only, tables, a_heading_takes_the_empty_first_header,
    tables_that_do_not_fit_become_words,
    rows_that_end_in_code_have_no_full_stop, code_in_words_is_quoted, lists,
    quotes_keep_their_mark, maps, sections_for_a_map,
    html_that_is_said_has_no_map, legend_of_a_picture, links,
    html_moves_are_taps, taps_alone, taps_say_all, html_is_narrow,
    html_rows_in_words, html_codes_are_alike, html_is_anybodys,
    html_stays_small, the_mark, damaged_text)
