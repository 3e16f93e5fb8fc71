/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_LANGS_H
#define TESTS_TEXT_LANGS_H

/*
 * What English says of a context every other language that we ship must say
 * too: without holes where a name is missing, and within the width. Called
 * with the contexts of the English tests, so that these need no twin.
 */

#include <check.h>
#include <cjson/cJSON.h>
#include <string.h>

#include "base/utf8.h"
#include "text/markdown.h"
#include "text/texts.h"

/* The codes of the languages besides English; NULL behind the last. */
static inline const char *
langs_other(const struct texts *t, size_t i)
{
	return texts_lang(t, i + 1);
}

static inline void
langs_width(const struct markdown *m, int width, const char *what)
{
	struct buf text = BUF_INIT;

	markdown_board(m, width, &text);
	for (const char *p = buf_text(&text); *p;) {
		size_t n = strcspn(p, "\n");

		ck_assert_msg(utf8_width(p, n) <= width, "%s: too wide: %.*s",
		    what, (int)n, p);
		p += n + (p[n] == '\n');
	}
	buf_release(&text);
}

/* Two spaces, a stop behind a space, empty code: a name gave nothing. What
 * English has itself, in a table or a list, is no hole. */
static inline void
langs_holes(const char *lang, const char *name, const char *english,
    const char *text)
{
	static const char *const holes[] = { "{{", "}}", "  ", " .", " ,", " ;",
		"``", "()", "\"\"", ": .", "( ", " )" };

	for (size_t i = 0; i < sizeof holes / sizeof *holes; i++)
		ck_assert_msg(strstr(text, holes[i]) == NULL ||
			strstr(english, holes[i]) != NULL,
		    "%s/%s has a hole \"%s\":\n%s\nin English:\n%s", lang, name,
		    holes[i], text, english);
	ck_assert_msg(!*english == !*text, "%s/%s says \"%s\", English \"%s\"",
	    lang, name, text, english);
	ck_assert_msg(*text != ' ' &&
		(strchr(english, '\n') != NULL || strchr(text, '\n') == NULL),
	    "%s/%s: \"%s\"", lang, name, text);
}

/* A refusal is a rule in plain words: short, and no grammar of what may be
 * written, which is `help moves`. */
static inline void
langs_helps(const char *lang, const char *name, const char *text)
{
	enum { REFUSAL_MOST = 160 };
	static const char *const grammar[] = { "<", "[", "|", "…" };
	int capitals = 0;

	if (strstr(name, "/refusals") == NULL)
		return;
	ck_assert_msg(utf8_width(text, strlen(text)) <= REFUSAL_MOST,
	    "%s/%s is too long: %s", lang, name, text);
	for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++)
		ck_assert_msg(strstr(text, grammar[i]) == NULL,
		    "%s/%s has \"%s\": %s", lang, name, grammar[i], text);
	for (const char *p = text; *p; p++) {
		capitals = *p >= 'A' && *p <= 'Z' && strchr("IVX", *p) == NULL ?
		    capitals + 1 :
		    0;
		ck_assert_msg(capitals < 4, "%s/%s has grammar: %s", lang, name,
		    text);
	}
}

/* english: what texts_render gave for the context, dressed for English with
 * d, white space at its end cut. The context here is not dressed yet. */
static inline void
langs_check(const struct texts *t, const struct dress *d, const char *name,
    const cJSON *context, const char *english)
{
	struct dress own = *d;
	struct buf out = BUF_INIT;
	struct err e;

	langs_helps("en", name, english);
	for (size_t i = 0; (own.lang = langs_other(t, i)); i++) {
		cJSON *copy = cJSON_Duplicate(context, true);
		struct markdown *m;

		texts_dress(t, &own, copy);
		buf_clear(&out);
		ck_assert_msg(texts_render(t, own.lang, name, copy, &out, &e) ==
			0,
		    "%s", e.text);
		while (out.len > 0 && out.data[out.len - 1] == '\n')
			buf_truncate(&out, out.len - 1);
		langs_holes(own.lang, name, english, buf_text(&out));
		langs_helps(own.lang, name, buf_text(&out));
		m = markdown_parse(buf_text(&out), out.len);
		langs_width(m, 72, name);
		langs_width(m, 40, name);
		markdown_free(m);
		cJSON_Delete(copy);
	}
	buf_release(&out);
}

#endif
