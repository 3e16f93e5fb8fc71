/* SPDX-License-Identifier: MIT */

/*
 * What a player writes never becomes markup. A template with a value in every
 * kind of place is rendered with a plain word and with a hostile value; both
 * must give the same tree but for the text in it, and that text must be the
 * value.
 */

#include <cjson/cJSON.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>

#include "base/rng.h"
#include "tests/run.h"
#include "text/escape.h"
#include "text/markdown.h"
#include "text/mustache.h"
#include "text/tree.h"

static const char template[] =
    "{{v}}\n\n"
    "a {{v}} b\n{{v}}\n\n"
    "**{{v}}** ~~said {{v}}~~ [{{v}}](<mailto:a@b?body={{v}}>)\n\n"
    "# {{v}}\n\n"
    "## Your {{v}} *and {{v}}*\n\n"
    "- {{v}}\n"
    "- b {{v}}\n\n"
    "1. {{v}}\n\n"
    "> {{v}}\n> <br>{{v}}\n\n"
    "| {{v}} | b |\n|---|--:|\n| {{v}} | x {{v}} |\n| `{{v}}` | {{v}}<br>{{v}} "
    "|\n\n"
    "`{{v}}` x {{v}}{{v}}\n\n"
    "{{v}}\n"
    "{{v}}\n\n"
    "```\n{{v}}\n```\n"
    "---\n\n"
    "{{v}}\n";

static const char *const hostile[] = { "*", "**x**", "_x_", "~~x~~", "`x`",
	"``", "```", "~~~", "[a](mailto:b@c)", "![a](b)", "[a]: b", "<b>x</b>",
	"<br>", "<!-- x", "<mailto:a@b.c>", "http://example.org/",
	"a@example.org", "&amp;", "&#42;", "&nbsp;", "# x", "## x", "####### x",
	"x\n===", "===", "---", "- - -", "***", "+ x", "- x", "* x", "1. x",
	"1) x", "10. x", "> x", "    x", "\tx", "| a | b |", "|---|---|", "a|b",
	"\\", "x\\", "\\\\", "\\|", "x  ", "x\n\ny", "x\r\ny", "x\n# y",
	"x\n\n    y", "{{v}}", "{{{v}}}", "mail 42.77.p2.1", "x\n> y", "(", ")",
	"[", "]", "!", "![", "](", "\"", "'", "^x", "[^1]", "x\xe2\x80\xa8# y",
	":---", "-", "=", "<", ">", "<a", "[x]", "[ ]", "- [ ] x", "x\v# y",
	"x\f# y" };

static struct mustache *parsed;

static void
render(const char *value, struct buf *out)
{
	cJSON *context = cJSON_CreateObject();

	cJSON_AddStringToObject(context, "v", value);
	mustache_render(parsed, context,
	    &(struct mustache_how){ .escape = MUSTACHE_MARKDOWN }, out);
	cJSON_Delete(context);
}

/* The kinds of all nodes; texts that follow each other count as one. */
static void
shape(const struct markdown *m, struct buf *out)
{
	cmark_iter *iter = cmark_iter_new(m->root);
	cmark_event_type ev;
	bool text = false;

	while ((ev = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
		cmark_node *n = cmark_iter_get_node(iter);
		bool is_text = cmark_node_get_type(n) == CMARK_NODE_TEXT;

		if (is_text && text)
			continue;
		text = is_text;
		buf_printf(out, "%s%s ", ev == CMARK_EVENT_EXIT ? "/" : "",
		    cmark_node_get_type_string(n));
		if (cmark_node_get_type(n) == CMARK_NODE_LINK)
			buf_printf(out, "%.11s ", cmark_node_get_url(n));
	}
	cmark_iter_free(iter);
}

static void
assert_harmless(const char *value)
{
	struct buf md = BUF_INIT, plain = BUF_INIT, a = BUF_INIT, b = BUF_INIT;
	struct markdown *x, *y;

	render("plain", &plain);
	render(value, &md);
	x = markdown_parse(plain.data, plain.len);
	y = markdown_parse(md.data, md.len);
	shape(x, &a);
	shape(y, &b);
	ck_assert_msg(strcmp(a.data, b.data) == 0,
	    "\"%s\" changed the tree:\n%s\n%s\n%s", value, a.data, b.data,
	    md.data);
	markdown_free(x);
	markdown_free(y);
	buf_release(&md);
	buf_release(&plain);
	buf_release(&a);
	buf_release(&b);
}

START_TEST(hostile_values)
{
	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
		assert_harmless(hostile[i]);
}
END_TEST

/* Something to see must be left, or the tree lacks a text. */
static void
make_value(struct rng *r, char out[24])
{
	static const char letters[] = "ab1*_`~[]()<>#!|\\&;:/-+=.{}\"' \n\t^@$";
	uint32_t len = 1 + rng_below(r, 22);

	out[0] = letters[rng_below(r, 20)];
	for (uint32_t k = 1; k < len; k++)
		out[k] = letters[rng_below(r, sizeof letters - 1)];
	out[len] = '\0';
}

START_TEST(random_values)
{
	char value[24];
	struct rng r;

	rng_init_number(&r, 3);
	for (int i = 0; i < 4000; i++) {
		make_value(&r, value);
		assert_harmless(value);
	}
}
END_TEST

/* One line, with single spaces. */
static void
tidy(const char *value, struct buf *out)
{
	for (const char *s = value; *s; s++)
		if ((unsigned char)*s > ' ')
			buf_char(out, *s);
		else if (out->len && out->data[out->len - 1] != ' ')
			buf_char(out, ' ');
	while (out->len && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

static void
assert_itself(const char *value)
{
	struct buf md = BUF_INIT, want = BUF_INIT, html = BUF_INIT;
	struct buf is = BUF_INIT;
	struct markdown *m;

	tidy(value, &want);
	mustache_escape(value, strlen(value), &md);
	m = markdown_parse(buf_text(&md), md.len);
	buf_str(&html, "<p>");
	escape_html(buf_text(&want), want.len, &html);
	buf_str(&html, "</p>\n");
	buf_char(&want, '\n');
	markdown_board(m, 72, &is);
	ck_assert_str_eq(is.data, want.data);
	buf_clear(&is);
	markdown_list(m, 72, &is);
	ck_assert_str_eq(is.data, want.data);
	buf_clear(&is);
	markdown_fragment(m, 0, NULL, &is);
	ck_assert_str_eq(is.data, html.data);
	markdown_free(m);
	buf_release(&md);
	buf_release(&want);
	buf_release(&html);
	buf_release(&is);
}

/* Text comes out as it went in: on the board, in list and in HTML. */
START_TEST(values_read_as_themselves)
{
	for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
		if (strstr(hostile[i], "\xe2\x80\xa8") == NULL)
			assert_itself(hostile[i]);
}
END_TEST

START_TEST(random_values_read_as_themselves)
{
	char value[24];
	struct rng r;

	rng_init_number(&r, 4);
	for (int i = 0; i < 4000; i++) {
		make_value(&r, value);
		assert_itself(value);
	}
}
END_TEST

/* A name that holds an override or a C1 control would turn what stands behind
 * it around, or move a terminal's cursor. */
START_TEST(what_is_not_seen_is_left_out)
{
	static const char bad[] =
	    "a\342\200\256b \xe2\x81\xa6\xc2\x9b"
	    "c\xe2\x81\xa9 \xc3\xa9\xe2\x80\x93\xe2\x81\xaa";
	static const char good[] = "ab c \xc3\xa9\xe2\x80\x93\xe2\x81\xaa";
	struct buf md = BUF_INIT, html = BUF_INIT;

	mustache_escape(bad, strlen(bad), &md);
	ck_assert_str_eq(md.data, good);
	escape_html(bad, strlen(bad), &html);
	ck_assert_str_eq(html.data, good);
	buf_clear(&md);
	render(bad, &md);
	ck_assert(strstr(md.data, "`ab c ") != NULL &&
	    strstr(md.data, "\x9b") == NULL &&
	    strstr(md.data, "\x80\xae") == NULL &&
	    strstr(md.data, "\x81\xa6") == NULL);
	buf_release(&md);
	buf_release(&html);
}
END_TEST

CASES(tests)
{
	struct err e;

	if (mustache_parse(template, sizeof template - 1, &parsed, &e))
		abort();
	ADD_TESTS(t, hostile_values, random_values, values_read_as_themselves,
	    random_values_read_as_themselves, what_is_not_seen_is_left_out);
}
