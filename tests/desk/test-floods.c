/* SPDX-License-Identifier: MIT */

/*
 * Who writes too much: in the name of another (doc/design.md 6), or too many
 * commands, too long lines, too many alternatives in one mail (doc/design.md
 * 4.4).
 */

#include <check.h>
#include <time.h>

#include "base/clock.h"
#include "scene.h"
#include "store/inbox.h"
#include "tests/run.h"

static struct err e;

static void
open_game(struct scene *s)
{
	scene_open(s, true);
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
}

/* A mail without a token, in the name of anybody; which inbox row. */
static int64_t
forge(struct scene *s, const char *from, const char *body, int n)
{
	struct buf raw = BUF_INIT;
	int64_t id;

	buf_printf(&raw,
	    "From: %s\r\nTo: games@example.org\r\n"
	    "Message-ID: <f%d@example.com>\r\nSubject: x\r\n\r\n%s\r\n",
	    from, n, body);
	id = scene_raw(s, raw.data, raw.len);
	buf_release(&raw);
	return id;
}

static int
flood(struct scene *s, const char *from, const char *body, int base)
{
	int mails = 0;

	for (int i = 0; i < 40; i++) {
		s->now -= 30; /* all within an hour */
		clock_pin(s->now);
		ck_assert_int_gt(forge(s, from, body, base + i), 0);
		mails += scene_skip(s);
	}
	return mails;
}

/* Held mails, public questions, prose: ten answers an hour to an address. */
START_TEST(test_flood)
{
	struct scene s;
	int held, row;

	open_game(&s);
	ck_assert_int_eq(flood(&s, "anna@example.net", "charter 0", 0), 10);
	ck_assert_int_eq(flood(&s, "anna@example.net", "list", 100), 0);
	ck_assert_int_eq(flood(&s, "eve@example.com", "help", 200), 10);
	ck_assert_int_eq(flood(&s, "eve@example.com", "hello!", 300), 0);
	ck_assert_int_eq(inbox_count(s.db, INBOX_HELD, &held, &e), 0);
	ck_assert_int_eq(held, 10);
	ck_assert_int_eq(inbox_count(s.db, INBOX_NEW, &row, &e), 0);
	ck_assert_int_eq(row, 0);
	/* Who has proof is heard, and others are; an hour later so is Eve. */
	scene_say(&s, 1, 1, "board\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	ck_assert_int_gt(forge(&s, "bruno@example.net", "list", 400), 0);
	ck_assert_int_eq(scene_skip(&s), 1);
	s.now += 3600;
	ck_assert_int_gt(forge(&s, "eve@example.com", "help", 401), 0);
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_close(&s);
}
END_TEST

/* A stranger's signup: three requests a day, whoever writes in their name. */
START_TEST(test_signups)
{
	struct scene s;

	scene_open(&s, true);
	ck_assert_int_eq(flood(&s, "Eve <eve@example.com>", "signup Eve", 0),
	    3);
	ck_assert_int_eq(flood(&s, "Eve <eve@example.com>", "join 1", 100), 0);
	s.now += 86400;
	ck_assert_int_eq(flood(&s, "Eve <eve@example.com>", "signup Eve", 200),
	    3);
	scene_close(&s);
}
END_TEST

/* Who moderates sends 20 invitations a day; nobody is asked twice for a game,
 * nor more than three times a week. */
START_TEST(test_invitations)
{
	struct found f = { .kind = "atlantic-star",
		.seats = 6,
		.moderator = "maud@example.net" };
	struct scene s;
	struct buf body = BUF_INIT;
	int64_t id[4];

	scene_open(&s, true);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(db_begin(s.db, &e), 0);
		ck_assert_int_eq(match_found(&s.desk.club, &f, &id[i], &e), 0);
		ck_assert_int_eq(db_commit(s.db, &e), 0);
	}
	scene_skip(&s);
	for (int i = 0; i < 40; i++)
		buf_printf(&body, "invite p%d victim%d@example.com\n",
		    i % 6 + 1, i);
	scene_say(&s, id[0], 0, body.data);
	ck_assert_int_eq(scene_skip(&s), 20 + 1);
	scene_pass(&s, 86400);
	for (int i = 0; i < 4; i++) {
		scene_say(&s, id[i], 0, "invite p1 eve@example.com\n");
		ck_assert_int_eq(scene_skip(&s), (i < 3) + 1);
		scene_say(&s, id[i], 0, "invite p2 eve@example.com\n");
		ck_assert_int_eq(scene_skip(&s), 1);
	}
	scene_pass(&s, 7 * 86400);
	scene_say(&s, id[3], 0, "invite p1 eve@example.com\n");
	ck_assert_int_eq(scene_skip(&s), 1 + 1);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

static void
repeat(struct buf *b, const char *text, int times)
{
	for (int i = 0; i < times; i++)
		buf_str(b, text);
}

/* One mail of `times` times the text; its one answer, which is no larger
 * than 256 kB, within two seconds of CPU even under sanitizers. */
static void
answer_to(struct scene *s, const char *text, int times, struct seen *out)
{
	struct buf body = BUF_INIT;
	clock_t start = clock();
	double took;

	repeat(&body, text, times);
	scene_say(s, 1, 1, body.data);
	took = (double)(clock() - start) / (double)CLOCKS_PER_SEC;
	ck_assert_msg(took < 2.0, "%.20s took %.1f s", text, took);
	ck_assert_int_eq(scene_next(s, out), 1);
	ck_assert_int_eq(out->seat, 1);
	ck_assert_uint_lt(strlen(out->raw), 256 * 1024);
	ck_assert_int_eq(scene_skip(s), 0);
	buf_release(&body);
}

START_TEST(test_lines)
{
	static const char *const line[] = { "history\n", "rules\n", "log\n",
		"preview charter 0\n", "help\nstatus\n", "set\n", "list\n" };
	struct scene s;
	struct seen m;

	open_game(&s);
	for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
		answer_to(&s, line[i], 300, &m);
		ck_assert_msg(strstr(m.subject, "[Problem]"), "%s", line[i]);
		ck_assert(seen_has(&m, "more lines not reached"));
		seen_release(&m);
	}
	answer_to(&s, "board\n", 100, &m);
	ck_assert_ptr_null(strstr(m.subject, "[Problem]"));
	seen_release(&m);
	/* Too long to be read to its end: nothing of it is done. */
	answer_to(&s, "charter 0\n", 2000, &m);
	ck_assert(seen_has(&m, "too large to be read"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

START_TEST(test_long)
{
	static const char *const text[] = { "charter nonsuch or ", "or ",
		"charter zz or 77 or ", "voyage ", "a", "preview ", "[", "`",
		"> x", "| ", "charter royal-william-1 ", "\xc3\xa9", "resign\t",
		"#" };
	struct scene s;
	struct seen m;

	open_game(&s);
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		answer_to(&s, text[i], 5000, &m);
		ck_assert_msg(!seen_has(&m, "Done."), "%s", m.text);
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

/* Below a move that was made each line may be how somebody signs, if none below
 * it is an order: were all those read anew for each, this would take minutes
 * and end at the limit of a test. */
static void
sign_at_length(const char *kind, const char *verb)
{
	enum { LINES = 980, PHRASES = 6 };
	static const char *const phrases[] = { " all of it by the dishwasher",
		" to where nobody of us can see what was meant" };
	struct scene s;
	struct seen m;
	struct buf body = BUF_INIT;

	scene_open(&s, true);
	s.kind = kind;
	scene_game(&s, "Anna Bruno", "-", 3);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	buf_str(&body, "1\n\n");
	for (int i = 0; i < LINES; i++) {
		buf_str(&body, verb);
		for (int k = 0; k < PHRASES; k++)
			buf_str(&body, phrases[k % 2]);
		buf_char(&body, '\n');
	}
	scene_say(&s, 1, 1, body.data);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_msg(strstr(m.subject, "[Problem]") == NULL, "%s", m.text);
	seen_release(&m);
	buf_release(&body);
	scene_close(&s);
}

START_TEST(test_signed_at_length)
{
	sign_at_length("claim", "fly");
	sign_at_length("antwerp", "load");
	sign_at_length("clippers", "sail");
	sign_at_length("atlantic-star", "charter");
}
END_TEST

/* A text, and accents that have no width: 240 kB of them. */
static void
under_marks(const char *text, struct buf *out)
{
	enum { MARKS = 120000 };

	buf_clear(out);
	buf_str(out, text);
	for (int i = 0; i < MARKS; i++)
		buf_str(out, "\xcc\x81");
}

/* What goes out because of a letter in somebody's name is short, whatever the
 * letter has in place of a line. */
START_TEST(test_marks)
{
	enum { SHORT = 16 * 1024 };
	static const char *const text[] = { "signup Eve", "hello", "help",
		"rollback 1 because " };
	struct scene s;
	struct seen m;
	struct buf body = BUF_INIT;
	int mails = 0;

	open_game(&s);
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		under_marks(text[i], &body);
		ck_assert_int_gt(forge(&s, "victim@corp.example", body.data,
				     (int)i),
		    0);
		for (; scene_next(&s, &m) == 1; mails++) {
			ck_assert_msg(strlen(m.raw) < SHORT, "%s: %zu bytes",
			    text[i], strlen(m.raw));
			seen_release(&m);
		}
	}
	ck_assert_int_eq(mails, sizeof text / sizeof *text);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* So is what the moderator's reason brings to each seat. */
START_TEST(test_marked_reason)
{
	enum { SHORT = 32 * 1024, SEATS = 3 };
	struct scene s;
	struct seen m;
	struct buf body = BUF_INIT;
	int mails = 0;

	scene_open(&s, true);
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "1\n");
	scene_skip(&s);
	under_marks("rollback 1 because ", &body);
	scene_say(&s, 1, 1, body.data);
	for (; scene_next(&s, &m) == 1; mails++) {
		ck_assert_msg(strlen(m.raw) < SHORT, "%zu bytes",
		    strlen(m.raw));
		seen_release(&m);
	}
	ck_assert_int_ge(mails, SEATS);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* A part of a mail without the line ends that quoted-printable puts in. */
static void
unbroken(const char *qp, struct buf *out)
{
	buf_clear(out);
	for (const char *p = qp; *p; p++)
		if (strncmp(p, "=\r\n", 3) == 0)
			p += 2;
		else
			buf_char(out, *p);
	buf_str(out, "");
}

/* What people are called, and what they write, is text in every layout. */
START_TEST(test_markup)
{
	static const char *const layout[] = { "board", "list", "html" };
	struct scene s;
	struct seen m;
	struct buf body = BUF_INIT, html = BUF_INIT;

	scene_open(&s, true);
	scene_game(&s, "Anna =<i>|**B**`x`[l](http://e.example) Carla",
	    "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	for (int i = 0; i < 3; i++) {
		buf_clear(&body);
		buf_printf(&body,
		    "set layout %s\nset width 72\nboard\nlist\n"
		    "log\n<u>q</u> **w** [z](http://z.example)\n"
		    "status\nrules <u>|**q**\n",
		    layout[i]);
		scene_say(&s, 1, 1, body.data);
		ck_assert_int_eq(scene_next(&s, &m), 1);
		ck_assert_msg(seen_has(&m, "<i>|**B**`x`[l](http://e.example)"),
		    "%s", m.text);
		ck_assert_msg(seen_has(&m, "<u>q</u> **w** [z](http://z."),
		    "%s", m.text);
		unbroken(m.html, &html);
		ck_assert(strstr(html.data, "&lt;i&gt;|**B**`x`[l]"));
		ck_assert(strstr(html.data, "&lt;u&gt;q&lt;/u&gt; **w** [z]"));
		ck_assert_ptr_null(strstr(html.data, "<i>"));
		ck_assert_ptr_null(strstr(html.data, "<u>"));
		ck_assert_ptr_null(strstr(html.data, "\"http:"));
		seen_release(&m);
	}
	buf_release(&body);
	buf_release(&html);
	scene_close(&s);
}
END_TEST

TESTS(test_flood, test_signups, test_invitations, test_lines, test_long,
    test_markup, test_signed_at_length, test_marks, test_marked_reason)
