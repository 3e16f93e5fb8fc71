/* SPDX-License-Identifier: MIT */

/* Words to touch, in mails that ask: a telephone makes a new mail of one, to
 * the address and with the subject and body of the link, which says of no mail
 * that it answers it. It does what the word does. */

#include <ctype.h>

#include "base/utf8.h"
#include "match/match.h"
#include "reply.h"
#include "scene.h"
#include "store/player.h"
#include "store/seat.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

/* In turn with the token in the address, and in the subject. */
static void
start(bool subaddress, const char *names)
{
	memset(&s, 0, sizeof s);
	scene_open(&s, subaddress);
	scene_game(&s, names, "order=given", 9);
	scene_skip(&s);
}

/* The last new mail to an address. */
static void
mail_to(const char *address, struct seen *out)
{
	struct seen m;
	bool found = false;

	while (scene_next(&s, &m)) {
		if (strcmp(m.to, address) != 0) {
			seen_release(&m);
			continue;
		}
		if (found)
			seen_release(out);
		*out = m;
		found = true;
	}
	ck_assert_msg(found, "no mail to %s", address);
}

/* Bytes of a part of a link, up to the end: "%20" and "&amp;" undone. */
static void
decode(const char *at, size_t len, struct buf *out)
{
	for (size_t i = 0; i < len; i++) {
		unsigned c;

		if (at[i] == '%' && sscanf(at + i + 1, "%2x", &c) == 1) {
			buf_char(out, (char)c);
			i += 2;
		} else {
			buf_char(out, at[i]);
		}
	}
}

static const char *
between(const char *at, const char *from, const char *to, struct buf *out)
{
	const char *begin = strstr(at, from), *end;

	ck_assert_msg(begin != NULL, "no %s in %s", from, at);
	begin += strlen(from);
	end = strstr(begin, to);
	ck_assert_ptr_nonnull(end);
	decode(begin, (size_t)(end - begin), out);
	return end;
}

/* Touches the link that sends the word. */
static void
touch(const struct seen *m, const char *from, const char *word)
{
	struct buf html = BUF_INIT, raw = BUF_INIT, link = BUF_INIT;
	struct buf to = BUF_INIT, subject = BUF_INIT;
	char *at, *begin;

	reply_html(m->html, &html);
	buf_printf(&link, "&amp;body=%s\"", word);
	at = strstr(buf_text(&html), link.data);
	ck_assert_msg(at != NULL, "no %s in %s", link.data, html.data);
	*at = '\0';
	for (begin = html.data; strstr(begin, "href=\"") != NULL;)
		begin = strstr(begin, "href=\"") + strlen("href=\"");
	(void)between(begin, "mailto:", "?", &to);
	*at = '&';
	(void)between(begin, "subject=", "&amp;", &subject);
	buf_clear(&link);
	decode(word, strlen(word), &link);
	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nSubject: %s\r\n"
	    "Message-ID: <tap%lld@example.net>\r\n"
	    "Content-Type: text/plain; charset=utf-8\r\n\r\n%s\r\n",
	    from, to.data, subject.data, (long long)++s.uid, link.data);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&html);
	buf_release(&raw);
	buf_release(&link);
	buf_release(&to);
	buf_release(&subject);
}

/* Whose the seat is; "": nobody's, or the computer's. */
static void
assert_holder(int64_t game, int number, const char *name)
{
	struct seat seat;
	struct player p;

	ck_assert_int_eq(seat_get(s.db, game, number, &seat, &e), 1);
	if (seat.player == 0) {
		ck_assert_str_eq("", name);
	} else {
		ck_assert_int_eq(player_get(s.db, seat.player, &p, &e), 1);
		ck_assert_str_eq(p.name, name);
		player_release(&p);
	}
	seat_release(&seat);
}

START_TEST(invitation)
{
	struct seen m;

	start(_i, "Anna Bruno Carla");
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 1,
	    "create claim seats 3\ninvite p2 dora@example.org\n");
	mail_to("dora@example.org", &m);
	touch(&m, "Dora <dora@example.org>", "join");
	seen_release(&m);
	assert_holder(2, 2, "Dora");
	scene_close(&s);
}
END_TEST

START_TEST(confirmation)
{
	struct seen m;

	start(_i, "Anna Bruno Carla");
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 2, "resign\n");
	mail_to("bruno@example.net", &m);
	touch(&m, "bruno@example.net", "no");
	assert_holder(1, 2, "Bruno");
	seen_release(&m);
	scene_skip(&s);
	scene_say(&s, 1, 2, "resign\n");
	mail_to("bruno@example.net", &m);
	touch(&m, "bruno@example.net", "yes");
	seen_release(&m);
	assert_holder(1, 2, "");
	scene_close(&s);
}
END_TEST

/* The move by its words: the board may have gone on when it comes. */
START_TEST(meant)
{
	struct seen m;
	struct match *at;

	start(_i, "Anna Bruno");
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 1, "I think 2 may be best.\n");
	mail_to("anna@example.net", &m);
	ck_assert(seen_has(&m, "Did you mean 2, \"charter"));
	touch(&m, "anna@example.net", "charter%20great-eastern");
	ck_assert_int_eq(match_look(&s.desk.club, 1, &at, &e), 1);
	ck_assert_int_eq((int)match_to_act(at), (int)SEAT_BIT(2));
	match_drop(at);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What seat 1 proposes, as it stands. */
static void
assert_proposed(const char *what)
{
	struct seat seat;

	ck_assert_int_eq(seat_get(s.db, 1, 1, &seat, &e), 1);
	ck_assert_str_eq(seat.proposal != NULL ? seat.proposal : "", what);
	seat_release(&seat);
}

/* A yes, or a no, is to what stood proposed when the mail was written that it
 * answers, or whose word is touched: what has been proposed since is asked
 * about. */
START_TEST(proposal)
{
	enum { TYPED = 0, TAPPED = 2, NO = 4 };
	const char *word = _i & NO ? "disagree" : "agree";
	const char *now = _i & NO ? "end" : "undo 1";
	struct seen old, m;
	struct buf raw = BUF_INIT, line = BUF_INIT;

	start(_i & 1, "Anna Bruno");
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	scene_say(&s, 1, 1, _i & NO ? "propose undo 1\n" : "propose end\n");
	mail_to("bruno@example.net", &old);
	scene_say(&s, 1, 1, "disagree\n");
	scene_say(&s, 1, 1, _i & NO ? "propose end\n" : "propose undo 1\n");
	mail_to("bruno@example.net", &m);
	seen_release(&m);
	buf_printf(&line, "%s%%20%s", word, _i & NO ? "1" : "end");
	if (_i & TAPPED) {
		touch(&old, "bruno@example.net", line.data);
	} else {
		scene_reply(&s, &old, "bruno@example.net", word, &raw);
		ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	}
	assert_proposed(now);
	mail_to("bruno@example.net", &m);
	ck_assert(seen_has(&m, "before what is proposed now"));
	ck_assert(seen_has(&m, "Anna proposes"));
	buf_clear(&line);
	buf_printf(&line, "%s%%20%s", word, _i & NO ? "end" : "1");
	if (_i & TAPPED)
		touch(&m, "bruno@example.net", line.data);
	else
		scene_say(&s, 1, 2, word);
	assert_proposed("");
	buf_release(&raw);
	buf_release(&line);
	seen_release(&m);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* The same proposed once more has another board; of a mail that answers none
 * of ours, its address has it. */
START_TEST(proposal_again)
{
	struct seen old;

	start(_i, "Anna Bruno Carla");
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 1, "propose end\n");
	mail_to("bruno@example.net", &old);
	scene_say(&s, 1, 2, "disagree\n");
	assert_proposed("");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 1, "propose end\n");
	touch(&old, "bruno@example.net", "disagree%20end");
	assert_proposed("end");
	scene_say(&s, 1, 2, "disagree 1\n");
	assert_proposed("end");
	scene_say(&s, 1, 2, "disagree with that\n");
	assert_proposed("end");
	scene_say(&s, 1, 2, "disagree?\n");
	assert_proposed("end");
	scene_say(&s, 1, 2, "disagree end\n");
	assert_proposed("");
	seen_release(&old);
	scene_close(&s);
}
END_TEST

START_TEST(once_more)
{
	struct seen m;

	start(_i, "Anna Bruno");
	scene_moderate(&s, 1, "begin");
	scene_finish(&s, 1);
	scene_pass(&s, 8 * 24 * 3600);
	while (scene_tick(&s) > 0)
		;
	mail_to("anna@example.net", &m);
	touch(&m, "anna@example.net", "rematch");
	seen_release(&m);
	mail_to("bruno@example.net", &m);
	touch(&m, "bruno@example.net", "join");
	seen_release(&m);
	assert_holder(2, 1, "Bruno");
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 120);
	tcase_add_loop_test(t, invitation, 0, 2);
	tcase_add_loop_test(t, confirmation, 0, 2);
	tcase_add_loop_test(t, meant, 0, 2);
	tcase_add_loop_test(t, proposal, 0, 8);
	tcase_add_loop_test(t, proposal_again, 0, 2);
	tcase_add_loop_test(t, once_more, 0, 2);
}
