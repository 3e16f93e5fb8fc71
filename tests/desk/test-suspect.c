/* SPDX-License-Identifier: MIT */

/* Mail that our own server has marked as forged or as spam: it is never
 * answered, and nobody loses a move by it. */

#include "base/clock.h"
#include "scene.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static int
answers(struct scene *s, const char *head, const char *to, const char *body)
{
	struct buf raw = BUF_INIT;
	int64_t id;

	buf_printf(&raw,
	    "%sFrom: eve@example.com\r\nTo: %s\r\nSubject: x\r\n"
	    "Message-ID: <s%lld@example.com>\r\n\r\n%s\r\n",
	    head, to, (long long)++s->uid, body);
	id = scene_raw(s, raw.data, raw.len);
	ck_assert_int_gt(id, 0);
	buf_release(&raw);
	return scene_skip(s);
}

static const char *const bad[] = { "Authentication-Results: mx.example.org; "
				   "dmarc=fail header.from=example.com\r\n",
	"Authentication-Results: mx.example.org; spf=fail "
	"smtp.mailfrom=example.com; dmarc=none\r\n",
	"X-Spam-Flag: YES\r\n", "X-Spam-Status: Yes, score=9.1 required=5\r\n",
	"X-Spam: yes\r\n" };

static void
open_suspect(struct scene *s)
{
	scene_open(s, true);
	scene_game(s, "Anna Bruno", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
	s->conf.identity.authserv_id = strdup("mx.example.org");
}

/* No thread, no quoted subject, no sign of an answer. */
static void
check_no_answer(const struct seen *m, const char *to)
{
	ck_assert_str_eq(m->to, to);
	ck_assert_msg(strstr(m->subject, "Re:") == NULL, "%s", m->subject);
	ck_assert_msg(strstr(m->raw, "In-Reply-To:") == NULL, "%s", m->raw);
	ck_assert_msg(strstr(m->raw, "forged-") == NULL, "%s", m->raw);
	ck_assert_msg(strstr(m->raw, "auto-replied") == NULL, "%s", m->raw);
}

/* A mail in Anna's name, or from wherever. How many letters came of it; the
 * last is out. */
static int
suspect(struct scene *s, const char *head, const char *from, const char *to,
    const char *body, struct seen *out)
{
	struct buf raw = BUF_INIT;
	struct seen m;
	int n = 0;

	buf_printf(&raw,
	    "%sFrom: %s\r\nTo: %s\r\nSubject: cheap pills\r\n"
	    "Message-ID: <forged-%lld@example.com>\r\n\r\n%s\r\n",
	    head, from, to, (long long)++s->uid, body);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
	for (; scene_next(s, &m) == 1; n++) {
		if (strcmp(m.to, "anna@example.net") != 0) {
			seen_release(&m);
			n--;
			continue;
		}
		if (n)
			seen_release(out);
		*out = m;
	}
	return n;
}

/* Who has a token is known by it, and what they sent is done; of that, and of
 * what is refused, the address on record is told, but nothing is answered. */
START_TEST(test_suspect_token)
{
	static const char *const froms[] = { "anna@example.net",
		"eve@example.com" };
	struct scene s;
	struct seen m, last;

	open_suspect(&s);
	scene_last(&s, 1, 1, &m);
	for (size_t i = 0; i < sizeof froms / sizeof *froms; i++) {
		ck_assert_int_eq(suspect(&s, bad[_i], froms[i], m.reply_to,
				     "charter nowhere", &last),
		    1);
		check_no_answer(&last, "anna@example.net");
		ck_assert_msg(seen_has(&last, "marked your"), "%s", last.text);
		ck_assert_msg(seen_has(&last, "was not accepted"), "%s",
		    last.text);
		seen_release(&last);
	}
	ck_assert_int_eq(suspect(&s, bad[_i], froms[0], m.reply_to, "charter 0",
			     &last),
	    1);
	check_no_answer(&last, "anna@example.net");
	ck_assert_msg(seen_has(&last, "You chartered"), "%s", last.text);
	seen_release(&last);
	seen_release(&m);
	/* The next one, unmarked, is answered as ever. */
	scene_last(&s, 1, 1, &m);
	ck_assert_int_eq(suspect(&s, "", froms[0], m.reply_to, "status", &last),
	    1);
	ck_assert(strstr(last.raw, "In-Reply-To: <forged-") != NULL);
	ck_assert(!seen_has(&last, "marked your"));
	seen_release(&last);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* One that only names a player: they are asked, in a mail that answers nothing,
 * once a day; what came meanwhile waits, and is lost to nobody. */
START_TEST(test_suspect_claim)
{
	struct scene s;
	struct seen m, ask;

	open_suspect(&s);
	ck_assert_int_eq(suspect(&s, bad[_i], "anna@example.net",
			     "games@example.org", "Buy now!", &ask),
	    0);
	ck_assert_int_eq(suspect(&s, bad[_i], "anna@example.net",
			     "games@example.org", "charter 0", &ask),
	    1);
	check_no_answer(&ask, "anna@example.net");
	ck_assert_msg(seen_has(&ask, "server has marked it"), "%s", ask.text);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(suspect(&s, bad[_i], "anna@example.net",
				     "games@example.org", i ? "list" : "status",
				     &m),
		    0);
	/* Her word counts, marked like all that she sends. */
	ck_assert_int_eq(suspect(&s, bad[_i], "anna@example.net", ask.reply_to,
			     "yes", &m),
	    1);
	ck_assert_msg(seen_has(&m, "You chartered"), "%s", m.text);
	seen_release(&m);
	seen_release(&ask);
	clock_pin(s.now += 3700);
	ck_assert_int_ge(scene_wake(&s), 4);
	ck_assert_int_eq(scene_next(&s, &ask), 1);
	check_no_answer(&ask, "anna@example.net");
	ck_assert_msg(seen_has(&ask, "> status"), "%s", ask.text);
	seen_release(&ask);
	ck_assert_int_eq(scene_skip(&s), 0);
	scene_close(&s);
}
END_TEST

/* Mails to an address that is no player's. */
static int
mails_to(struct scene *s, const char *address)
{
	struct seen m;
	int n = 0;

	while (scene_next(s, &m) == 1) {
		n += strcmp(m.to, address) == 0;
		seen_release(&m);
	}
	return n;
}

/* What is the owner's alone they confirm from their first address, and a
 * sender that our server calls forged is nobody's: it waits for a mail of
 * theirs. They are told so there, and not without end. */
START_TEST(test_suspect_owner)
{
	enum { FORGED = 15, TOLD = 10 };
	struct scene s;
	struct seen ask, m = { 0 };
	int told = 0;

	open_suspect(&s);
	scene_last(&s, 1, 1, &m);
	ck_assert_int_eq(suspect(&s, "", "anna@example.net", m.reply_to,
			     "address add eve@example.com", &ask),
	    1);
	seen_release(&m);
	ck_assert_msg(strstr(ask.reply_to, "+c.") != NULL, "%s", ask.text);
	for (int i = 0; i < FORGED; i++) {
		int n = suspect(&s, bad[_i],
		    i % 2 ? "eve@example.com" : "anna@example.net",
		    ask.reply_to, "yes", &m);

		ck_assert_int_le(n, 1);
		told += n;
		if (n == 0)
			continue;
		check_no_answer(&m, "anna@example.net");
		ck_assert_msg(seen_has(&m, "needs one that it trusts"), "%s",
		    m.text);
		ck_assert_msg(!seen_has(&m, "all the same"), "%s", m.text);
		seen_release(&m);
	}
	ck_assert_msg(told > 1 && told <= TOLD, "%d", told);
	clock_pin(s.now += 3700);
	ck_assert_int_eq(scene_wake(&s), 0);
	for (int forged = 1; forged >= 0; forged--) {
		struct buf raw = BUF_INIT;

		buf_printf(&raw,
		    "%sFrom: anna@example.net\r\nTo: %s\r\nSubject: yes\r\n"
		    "Message-ID: <yes-%d@example.com>\r\n\r\nyes\r\n",
		    forged ? bad[_i] : "", ask.reply_to, forged);
		ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
		buf_release(&raw);
		ck_assert_int_eq(mails_to(&s, "eve@example.com"), !forged);
	}
	seen_release(&ask);
	scene_close(&s);
}
END_TEST

/* The same of the address that is to be added. */
START_TEST(test_suspect_address)
{
	struct scene s;
	struct seen ask, m;
	struct buf raw = BUF_INIT;

	open_suspect(&s);
	scene_sure(&s, 1, 1, "address add anna@work.example\n");
	while (scene_next(&s, &ask) == 1 &&
	    strcmp(ask.to, "anna@work.example") != 0)
		seen_release(&ask);
	scene_skip(&s);
	for (int elsewhere = 0; elsewhere < 2; elsewhere++) {
		buf_clear(&raw);
		buf_printf(&raw,
		    "%sFrom: anna@%s.example\r\nTo: %s\r\nSubject: yes\r\n"
		    "Message-ID: <yes-%d@work.example>\r\n\r\nyes\r\n",
		    bad[_i], elsewhere ? "play" : "work", ask.reply_to,
		    elsewhere);
		ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
		ck_assert_int_eq(scene_next(&s, &m), 1);
		check_no_answer(&m, "anna@work.example");
		ck_assert_msg(seen_has(&m,
				  elsewhere ? "from another address" :
					      "needs one that it trusts"),
		    "%s", m.text);
		ck_assert_msg(!seen_has(&m, "all the same"), "%s", m.text);
		seen_release(&m);
	}
	buf_release(&raw);
	seen_release(&ask);
	scene_close(&s);
}
END_TEST

/* What our own server has marked goes to nobody whom the club does not know. */
START_TEST(test_suspect)
{
	static const char *const good[] = { "",
		"Authentication-Results: mx.example.com; dmarc=fail "
		"header.from=example.com\r\n",
		"Authentication-Results: mx.example.org; spf=fail "
		"smtp.mailfrom=list.example; dkim=pass "
		"header.d=example.com\r\n",
		"Authentication-Results: mx.example.org; spf=softfail "
		"smtp.mailfrom=example.com\r\n",
		"X-Spam-Flag: NO\r\n",
		"X-Spam-Status: No, score=1.0 required=5 tests=YES\r\n" };
	struct scene s;

	open_suspect(&s);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_msg(answers(&s, bad[i], "games@example.org",
				  "list") == 0,
		    "%s", bad[i]);
		ck_assert_msg(answers(&s, bad[i], "games@example.org",
				  "signup Eve") == 0,
		    "%s", bad[i]);
	}
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(answers(&s, good[i], "games@example.org",
				  "list") == 1,
		    "%s", good[i]);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_add_test(t, test_suspect);
	FRESH_LOOP(t, test_suspect_token, sizeof bad / sizeof *bad, 3);
	FRESH_LOOP(t, test_suspect_claim, sizeof bad / sizeof *bad, 3);
	FRESH_LOOP(t, test_suspect_owner, sizeof bad / sizeof *bad, 3);
	FRESH_LOOP(t, test_suspect_address, sizeof bad / sizeof *bad, 3);
}
