/* SPDX-License-Identifier: MIT */

/*
 * Every kind of mail, in every form, against golden files that were read with
 * the eye; and what must be true of all of them. PAQUEBOT_GOLDEN=write in the
 * environment writes the files anew: look at the difference before you commit.
 */

#include "base/file.h"
#include "base/utf8.h"
#include "tests/run.h"
#include "tests/text/forms.h"
#include "tests/text/mails.h"
#include "text/markdown.h"

enum { LANGS_MOST = 8 };

/* English, and every other language that we ship. */
static struct mails mails, other[LANGS_MOST];

static void
compare(const char *name, const char *form, const struct buf *got)
{
	const char *how = getenv("PAQUEBOT_GOLDEN");
	struct buf file = BUF_INIT, path = BUF_INIT, want = BUF_INIT;
	struct err e;

	buf_printf(&file, "golden/%s.%s", name, form);
	mails_path(file.data, &path);
	if (how != NULL && strcmp(how, "write") == 0)
		ck_assert_int_eq(file_write(path.data, got->data, got->len,
				     0644, &e),
		    0);
	ck_assert_msg(file_read(path.data, 1 << 20, &want, &e) == 0, "%s",
	    e.text);
	ck_assert_msg(strcmp(want.data, got->data) == 0, "%s differs:\n%s",
	    file.data, got->data);
	buf_release(&file);
	buf_release(&path);
	buf_release(&want);
}

/* Calls fn with the parsed Markdown of every mail in one language. */
static void
each_of(const struct mails *in,
    void (*fn)(const char *name, const struct markdown *m))
{
	const cJSON *mail;

	cJSON_ArrayForEach(mail, cJSON_GetObjectItem(in->json, "mails")) {
		const char *template;
		cJSON *context = mails_context(in, mail, &template);
		struct buf md = BUF_INIT;
		struct markdown *m;

		mails_render(in, template, context, &md);
		m = markdown_parse(md.data, md.len);
		fn(mail->string, m);
		markdown_free(m);
		buf_release(&md);
		cJSON_Delete(context);
	}
}

static void
each(void (*fn)(const char *name, const struct markdown *m))
{
	each_of(&mails, fn);
	for (const struct mails *in = other; in->lang; in++)
		each_of(in, fn);
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
	each_of(&mails, check_golden);
}
END_TEST

START_TEST(no_line_is_too_wide)
{
	each(forms_widths);
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
		"| a | b | c |", "```", "# +++ x",
		"e\xcc\x81\xcc\x82\xcc\x83 x",
		/* clang-format off */
		"👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦",
		/* clang-format on */
	};
	static size_t turn;

	for (cJSON *c = v->child; c; c = c->next)
		if (cJSON_IsString(c) &&
		    strcmp(c->string ? c->string : "", "mine") != 0 &&
		    strcmp(c->string, "tables") != 0 &&
		    strcmp(c->string, "moves") != 0 &&
		    strcmp(c->string, "line") != 0)
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
		cJSON *context = mails_context(&mails, mail, &template);

		for (int round = 0; round < 7; round++) {
			struct buf md = BUF_INIT;
			struct markdown *m;

			make_hostile(context);
			mails_render(&mails, template, context, &md);
			m = markdown_parse(md.data, md.len);
			forms_widths(mail->string, m);
			markdown_free(m);
			buf_release(&md);
		}
		cJSON_Delete(context);
	}
}
END_TEST

START_TEST(list_does_not_draw)
{
	each(forms_list);
}
END_TEST

START_TEST(board_and_list_say_the_same)
{
	each(forms_facts);
}
END_TEST

START_TEST(html_is_well_formed)
{
	each(forms_html);
}
END_TEST

static void
assert_begins(const struct mails *in, const char *want)
{
	const cJSON *mail = cJSON_GetObjectItem(cJSON_GetObjectItem(in->json,
						    "mails"),
	    "turn");
	const char *template, *end;
	cJSON *context = mails_context(in, mail, &template);
	struct buf md = BUF_INIT, out = BUF_INIT;
	struct markdown *m;

	mails_render(in, template, context, &md);
	m = markdown_parse(md.data, md.len);
	markdown_list(m, 200, &out);
	ck_assert_msg(strncmp(out.data, want, strlen(want)) == 0, "%s",
	    out.data);
	ck_assert_int_le(utf8_width(want, strlen(want)), 90);
	end = strrchr(out.data, 'm');
	ck_assert_str_eq(end, "mail 42.77.p2.1\n");
	markdown_free(m);
	buf_release(&md);
	buf_release(&out);
	cJSON_Delete(context);
}

/* doc/design.md 12.1: the first 90 letters are what a telephone shows. */
START_TEST(a_turn_mail_begins_with_what_matters)
{
	assert_begins(&mails,
	    "Bruno, your turn after Anna and Carla (mail 42.77.p2.1): reply "
	    "with a number by Fri 27 Nov");
	for (const struct mails *in = other; in->lang; in++)
		if (strcmp(in->lang, "nl") == 0)
			assert_begins(in,
			    "Bruno, jouw beurt na Anna en Carla (mail "
			    "42.77.p2.1): antwoord met een nummer vóór Fri");
}
END_TEST

/* doc/design.md 12.7; the tag is put before by match/. */
START_TEST(subjects)
{
	static const struct {
		const char *kind, *want;
	} table[] = {
		{ "turn_mail",
		    "Your turn, round 26 – Atlantic Star – due Fri 27 Nov "
		    "18:00 CET" },
		{ "news_mail", "Atlantic Star, round 26" },
		{ "answer_mail", "Atlantic Star, round 26" },
		{ "start_mail", "Please confirm your seat – Atlantic Star" },
		{ "over_mail", "Atlantic Star is over" },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		cJSON *context = cJSON_Duplicate(cJSON_GetObjectItem(mails.json,
						     "base"),
		    true);
		struct buf out = BUF_INIT;
		struct err e;

		cJSON_AddTrueToObject(context, table[i].kind);
		ck_assert_int_eq(texts_render_plain(mails.texts, "en",
				     "mail/subject", context, &out, &e),
		    0);
		ck_assert_str_eq(out.data, table[i].want);
		buf_release(&out);
		cJSON_Delete(context);
	}
}
END_TEST

CASES(tests)
{
	const char *lang;

	mails_open(&mails, "en");
	for (size_t i = 0; (lang = texts_lang(mails.texts, i + 1)) != NULL &&
	    i + 1 < LANGS_MOST;
	    i++)
		mails_open(&other[i], lang);
	ADD_TESTS(t, golden, no_line_is_too_wide, hostile_words_keep_the_width,
	    list_does_not_draw, board_and_list_say_the_same,
	    html_is_well_formed, a_turn_mail_begins_with_what_matters,
	    subjects);
}
