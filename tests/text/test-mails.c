/* SPDX-License-Identifier: MIT */

/*
 * Every kind of mail, in every form, against golden files that were read with
 * the eye; and what must be true of all of them. PAQUEBOT_GOLDEN=write in the
 * environment writes the files anew: look at the difference before you commit.
 */

#include <ctype.h>

#include "base/file.h"
#include "base/utf8.h"
#include "tests/run.h"
#include "tests/text/mails.h"
#include "tests/text/wellformed.h"
#include "text/markdown.h"

static struct mails mails;

static void
compare(const char *name, const char *form, const struct buf *got)
{
	const char *how = getenv("PAQUEBOT_GOLDEN");
	struct buf file = BUF_INIT, path = BUF_INIT, want = BUF_INIT;
	struct err e;

	buf_printf(&file, "golden/%s.%s", name, form);
	mails_path(file.data, &path);
	if (how && strcmp(how, "write") == 0)
		ck_assert_int_eq(file_write(path.data, got->data, got->len,
		    0644, &e), 0);
	ck_assert_msg(file_read(path.data, 1 << 20, &want, &e) == 0, "%s",
	    e.text);
	ck_assert_msg(strcmp(want.data, got->data) == 0,
	    "%s differs:\n%s", file.data, got->data);
	buf_release(&file);
	buf_release(&path);
	buf_release(&want);
}

/* Calls fn with the parsed Markdown of every mail. */
static void
each(void (*fn)(const char *name, const struct markdown *m))
{
	const cJSON *mail;

	cJSON_ArrayForEach(mail, cJSON_GetObjectItem(mails.json, "mails")) {
		const char *template;
		cJSON *frame = mails_frame(&mails, mail, &template);
		struct buf md = BUF_INIT;
		struct markdown *m;

		mails_render(&mails, template, frame, &md);
		m = markdown_parse(md.data, md.len);
		fn(mail->string, m);
		markdown_free(m);
		buf_release(&md);
		cJSON_Delete(frame);
	}
}

static void
check_golden(const char *name, const struct markdown *m)
{
	struct buf out = BUF_INIT;

	markdown_board(m, 72, &out);
	compare(name, "board", &out);
	buf_clear(&out);
	markdown_board(m, 40, &out);
	compare(name, "narrow", &out);
	buf_clear(&out);
	markdown_list(m, 72, &out);
	compare(name, "list", &out);
	buf_clear(&out);
	markdown_html(m, HTML_MAIL, "en", name, &out);
	compare(name, "html", &out);
	buf_release(&out);
}

START_TEST(golden)
{
	each(check_golden);
}
END_TEST

static void
assert_lines(const char *name, const struct buf *b, int width)
{
	const char *at = b->data, *nl;

	for (; (nl = strchr(at, '\n')); at = nl + 1)
		ck_assert_msg(utf8_width(at, (size_t)(nl - at)) <= width,
		    "%s at %d: %.*s", name, width, (int)(nl - at), at);
	ck_assert_msg(*at == '\0', "%s: no line end at the end", name);
}

static void
check_widths(const char *name, const struct markdown *m)
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

START_TEST(no_line_is_too_wide)
{
	each(check_widths);
}
END_TEST

/* Names and words as long, wide and strange as they may be. */
static void
make_hostile(cJSON *v)
{
	static const char *const bad[] = {
		"An-extremely-long-name-without-a-single-space-in-it-that-no-"
		    "line-of-forty-or-even-seventy-two-columns-can-hold",
		"船船船船船船船船船船船船船船船船船船船船船船船船船船船船船",
		"| a | b | c |", "```", "# +++ x", "e\xcc\x81\xcc\x82\xcc\x83 x",
		"👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
	};
	static size_t turn;

	for (cJSON *c = v->child; c; c = c->next)
		if (cJSON_IsString(c) && strcmp(c->string ? c->string : "",
		    "position") && strcmp(c->string, "moves") &&
		    strcmp(c->string, "line"))
			cJSON_SetValuestring(c,
			    bad[turn++ % (sizeof bad / sizeof *bad)]);
		else
			make_hostile(c);
}

START_TEST(hostile_words_keep_the_width)
{
	const cJSON *mail;

	cJSON_ArrayForEach(mail, cJSON_GetObjectItem(mails.json, "mails")) {
		const char *template;
		cJSON *frame = mails_frame(&mails, mail, &template);

		for (int round = 0; round < 7; round++) {
			struct buf md = BUF_INIT;
			struct markdown *m;

			make_hostile(frame);
			mails_render(&mails, template, frame, &md);
			m = markdown_parse(md.data, md.len);
			check_widths(mail->string, m);
			markdown_free(m);
			buf_release(&md);
		}
		cJSON_Delete(frame);
	}
}
END_TEST

/* A heading's mark, a quoted line, and then words and plain punctuation. */
static void
check_list(const char *name, const struct markdown *m)
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
			ck_assert_msg(!strchr("|*_~#>`\t", *s) &&
			    !(*s == '\xe2' && s[1] == '\x94'),
			    "%s draws: %.*s", name, (int)(nl - at), at);
			ck_assert_msg(!strchr("-=+", *s) || s[1] != *s,
			    "%s draws: %.*s", name, (int)(nl - at), at);
		}
	}
	buf_release(&out);
}

START_TEST(list_does_not_draw)
{
	each(check_list);
}
END_TEST

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
assert_within(const char *name, const struct buf *words,
	const struct buf *of, bool numbers)
{
	for (const char *at = words->data + 1; *at; ) {
		size_t len = strcspn(at, " ");

		if (!numbers || isdigit((unsigned char)*at))
			ck_assert_msg(has_word(of, at, len),
			    "%s: \"%.*s\" is in one form only", name, (int)len,
			    at);
		at += len + 1;
	}
}

/* All that the board says list says too, and no number that it does not,
 * the number of stars of a class aside, which the board draws. */
static void
check_facts(const char *name, const struct markdown *m)
{
	struct buf board = BUF_INIT, list = BUF_INIT, html = BUF_INIT;
	struct buf a = BUF_INIT, b = BUF_INIT;

	markdown_board(m, 200, &board);
	markdown_list(m, 200, &list);
	words_of(&board, &a);
	words_of(&list, &b);
	assert_within(name, &a, &b, false);
	buf_str(&a, "5 3 ");
	assert_within(name, &b, &a, true);
	buf_release(&board);
	buf_release(&list);
	buf_release(&html);
	buf_release(&a);
	buf_release(&b);
}

START_TEST(board_and_list_say_the_same)
{
	each(check_facts);
}
END_TEST

static void
check_html(const char *name, const struct markdown *m)
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

START_TEST(html_is_well_formed)
{
	each(check_html);
}
END_TEST

/* mails.md: the first 90 letters are what a telephone shows. */
START_TEST(a_turn_mail_begins_with_what_matters)
{
	const cJSON *mail = cJSON_GetObjectItem(cJSON_GetObjectItem(mails.json,
	    "mails"), "turn");
	const char *template, *end;
	cJSON *frame = mails_frame(&mails, mail, &template);
	struct buf md = BUF_INIT, out = BUF_INIT;
	struct markdown *m;

	mails_render(&mails, template, frame, &md);
	m = markdown_parse(md.data, md.len);
	markdown_list(m, 200, &out);
	ck_assert_int_eq(strncmp(out.data, "Bruno, your turn: reply with a "
	    "number by Fri 27 Nov 18:00 CET", 60), 0);
	end = strrchr(out.data, 'm');
	ck_assert_str_eq(end, "mail 42.77.p2.1\n");
	markdown_free(m);
	buf_release(&md);
	buf_release(&out);
	cJSON_Delete(frame);
}
END_TEST

int
main(void)
{
	int rc;

	mails_open(&mails);
	rc = RUN_TESTS("mails", golden, no_line_is_too_wide,
	    hostile_words_keep_the_width, list_does_not_draw,
	    board_and_list_say_the_same, html_is_well_formed,
	    a_turn_mail_begins_with_what_matters);
	mails_close(&mails);
	return rc;
}
