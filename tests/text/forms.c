/* SPDX-License-Identifier: MIT */
#include "tests/text/forms.h"

#include <check.h>
#include <ctype.h>

#include "base/utf8.h"
#include "tests/text/wellformed.h"

static void
assert_lines(const char *name, const struct buf *b, int width)
{
	const char *at = b->data, *nl;

	for (; (nl = strchr(at, '\n')); at = nl + 1)
		ck_assert_msg(utf8_width(at, (size_t)(nl - at)) <= width,
		    "%s at %d: %.*s", name, width, (int)(nl - at), at);
	ck_assert_msg(*at == '\0', "%s: no line end at the end", name);
}

void
forms_widths(const char *name, const struct markdown *m)
{
	for (int width = 40; width <= 72; width++) {
		struct buf out = BUF_INIT;

		markdown_board(m, width, &out);
		assert_lines(name, &out, width);
		buf_clear(&out);
		markdown_list(m, width, &out);
		assert_lines(name, &out, width);
		buf_release(&out);
	}
}

/* A heading's mark, a quoted line, and then words and plain punctuation. */
void
forms_list(const char *name, const struct markdown *m)
{
	struct buf out = BUF_INIT;

	markdown_list(m, 72, &out);
	for (const char *at = out.data, *nl; (nl = strchr(at, '\n'));
	    at = nl + 1) {
		const char *s = at;

		if (strncmp(s, "+++ ", 4) == 0)
			s += 4;
		else if (*s == '>' && (s[1] == ' ' || s[1] == '\n'))
			continue;
		for (; s < nl; s++) {
			ck_assert_msg(strchr("|*_~#>`\t", *s) == NULL &&
				!(*s == '\xe2' && s[1] == '\x94'),
			    "%s draws: %.*s", name, (int)(nl - at), at);
			ck_assert_msg(strchr("-=+", *s) == NULL || s[1] != *s,
			    "%s draws: %.*s", name, (int)(nl - at), at);
		}
	}
	buf_release(&out);
}

/* Words and numbers, in small letters, each between spaces. */
static void
words_of(const struct buf *text, struct buf *out)
{
	bool in = false;

	buf_char(out, ' ');
	for (size_t i = 0; i < text->len; i++) {
		unsigned char c = (unsigned char)text->data[i];

		if (isalnum(c) || c >= 0x80) {
			buf_char(out, (char)tolower(c));
			in = true;
		} else if (in) {
			buf_char(out, ' ');
			in = false;
		}
	}
}

static bool
has_word(const struct buf *words, const char *at, size_t len)
{
	char word[128];

	if (len > sizeof word - 3)
		return true;
	snprintf(word, sizeof word, " %.*s ", (int)len, at);
	return strstr(words->data, word) != NULL;
}

static void
assert_within(const char *name, const struct buf *words, const struct buf *of,
    bool numbers)
{
	for (const char *at = words->data + 1; *at;) {
		size_t len = strcspn(at, " ");

		if (!numbers || strspn(at, "0123456789") == len)
			ck_assert_msg(has_word(of, at, len),
			    "%s: \"%.*s\" is in one form only", name, (int)len,
			    at);
		at += len + 1;
	}
}

/* HTML without tags and entities; a space that does not break is one too. */
static void
text_of(const struct buf *html, struct buf *out)
{
	for (const char *at = html->data; *at; at++) {
		char c = *at;

		if (c == '<' || c == '&' || strncmp(at, "\xc2\xa0", 2) == 0) {
			at += c == '<' ? strcspn(at, ">") :
			    c == '&'   ? strcspn(at, ";") :
					 1;
			c = ' ';
		}
		buf_char(out, c);
		ck_assert(*at != '\0');
	}
}

/* What the board says HTML says, in a mail or on a page, which has words for
 * what is drawn; and a page nothing that neither board nor list has. */
static void
assert_html(const char *name, const struct markdown *m, const struct buf *board,
    const struct buf *list)
{
	struct buf html = BUF_INIT, text = BUF_INIT, words = BUF_INIT,
		   all = BUF_INIT;

	buf_printf(&all, "%s%s", board->data, list->data);
	markdown_fragment(m, 0, NULL, &html);
	text_of(&html, &text);
	words_of(&text, &words);
	assert_within(name, &words, &all, false);
	buf_clear(&html);
	buf_clear(&text);
	markdown_html(m, HTML_MAIL, "en", NULL, &html);
	text_of(&html, &text);
	words_of(&text, &words);
	assert_within(name, board, &words, false);
	buf_release(&html);
	buf_release(&text);
	buf_release(&words);
	buf_release(&all);
}

/* The number of stars of a class is drawn on the board. */
static void
assert_same(const char *name, const struct markdown *m, bool numbers)
{
	struct buf board = BUF_INIT, list = BUF_INIT;
	struct buf a = BUF_INIT, b = BUF_INIT;

	markdown_board(m, 200, &board);
	markdown_list(m, 200, &list);
	words_of(&board, &a);
	words_of(&list, &b);
	assert_html(name, m, &a, &b);
	assert_within(name, &a, &b, numbers);
	buf_str(&a, "5 4 3 2 1 ");
	if (!numbers)
		assert_within(name, &b, &a, true);
	buf_release(&board);
	buf_release(&list);
	buf_release(&a);
	buf_release(&b);
}

void
forms_facts(const char *name, const struct markdown *m)
{
	assert_same(name, m, false);
}

void
forms_numbers(const char *name, const struct markdown *m)
{
	assert_same(name, m, true);
}

void
forms_html(const char *name, const struct markdown *m)
{
	struct buf out = BUF_INIT;
	char why[200];

	markdown_html(m, HTML_MAIL, "en", "T <&> \"x\"", &out);
	ck_assert_msg(wellformed(out.data, why, sizeof why) == 0, "%s: %s",
	    name, why);
	ck_assert_msg(out.len < HTML_MAX, "%s: %zu bytes", name, out.len);
	ck_assert_ptr_nonnull(strstr(out.data, "<html lang=\"en\">"));
	ck_assert_ptr_null(strstr(out.data, "<img"));
	for (const char *at = out.data; (at = strstr(at, "href=\"")); at++)
		ck_assert(strncmp(at, "href=\"mailto:", 13) == 0);
	buf_clear(&out);
	markdown_html(m, HTML_PAGE, "en", "T", &out);
	ck_assert_msg(wellformed(out.data, why, sizeof why) == 0, "%s: %s",
	    name, why);
	ck_assert_ptr_null(strstr(out.data, "style="));
	buf_release(&out);
}
