/* SPDX-License-Identifier: MIT */

/*
 * Fewer mails: List-Unsubscribe (RFC 2369) from the header of a mail to its end
 * at the desk, what `notify none` keeps quiet, the offer of `notify turn`, and
 * plain answers to messages.
 */

#include <check.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/mem.h"
#include "match/press.h"
#include "scene.h"
#include "store/observer.h"
#include "store/player.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

static void
start(bool subaddress)
{
	scene_open(&s, subaddress);
	scene_game(&s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "begin");
}

/* The last mail since to that address: how many went there. */
static int
mails(const char *to, struct seen *out)
{
	struct seen m;
	int n = 0;

	memset(out, 0, sizeof *out);
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, to) != 0) {
			seen_release(&m);
			continue;
		}
		if (n++)
			seen_release(out);
		*out = m;
	}
	return n;
}

static char *
notify_of(const char *address)
{
	static char text[16];
	struct player p;

	ck_assert_int_eq(player_by_address(s.db, address, &p, &e), 1);
	snprintf(text, sizeof text, "%s", p.notify);
	player_release(&p);
	return text;
}

static void
unpercent(const char *at, size_t len, struct buf *out)
{
	buf_str(out, "");
	for (size_t i = 0; i < len; i++) {
		char hex[3] = { 0 };

		if (at[i] == '%') {
			memcpy(hex, at + i + 1, 2);
			buf_char(out, (char)strtol(hex, NULL, 16));
			i += 2;
		} else {
			buf_char(out, at[i]);
		}
	}
}

/* The parts of the field's mailto (RFC 6068), as a mail program takes them. */
struct button {
	struct buf to, subject;
};

static bool
button_read(const struct seen *m, struct button *b)
{
	const char *uri = strstr(m->raw, "\r\nList-Unsubscribe:\r\n <mailto:");
	const char *subject;

	memset(b, 0, sizeof *b);
	ck_assert_ptr_null(strstr(m->raw, "List-Unsubscribe-Post"));
	if (uri == NULL)
		return false;
	uri = strchr(uri, ':') + 1;
	uri = strchr(uri, ':') + 1;
	subject = strstr(uri, "?subject=");
	ck_assert_ptr_nonnull(subject);
	/* A URI cannot be folded (RFC 5322, 2.1.1); only one that has the token
	 * in its subject as well is longer. */
	if (strstr(subject, "%5B") == NULL)
		ck_assert_uint_le(strcspn(uri - 9, "\r"), 78);
	unpercent(uri, (size_t)(subject - uri), &b->to);
	unpercent(subject + 9, strcspn(subject + 9, ">"), &b->subject);
	return true;
}

static void
button_release(struct button *b)
{
	buf_release(&b->to);
	buf_release(&b->subject);
}

/* A mail program presses it: with a text of its own where body is one. */
static void
press(const struct seen *m, const char *from, const char *body)
{
	struct button b;
	struct buf raw = BUF_INIT;
	static int n;

	ck_assert_msg(button_read(m, &b), "%s", m->raw);
	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nSubject: %s\r\nMessage-ID: <press%d@x>\r\n"
	    "\r\n%s\r\n",
	    from, b.to.data, b.subject.data, ++n, body != NULL ? body : "");
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
	button_release(&b);
}

static void
answer(const struct seen *m, const char *from, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(&s, m, from, body, &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* A stranger with a forwarded mail presses: nothing changes, and the player is
 * asked, who may say no. */
START_TEST(test_stranger)
{
	struct seen m, ask;

	start(true);
	ck_assert_int_gt(mails("bruno@example.net", &m), 0);
	press(&m, "mallory@example.com", NULL);
	ck_assert_str_eq(notify_of("bruno@example.net"), "all");
	ck_assert_int_eq(mails("bruno@example.net", &ask), 1);
	ck_assert_msg(seen_has(&ask, "asked to be unsubscribed") &&
		strstr(ask.reply_to, "games+c.") != NULL,
	    "%s", ask.text);
	/* A question is no mail that could be ended. */
	ck_assert_ptr_null(strstr(ask.raw, "List-Unsubscribe"));
	/* Their yes counts from their own address alone. */
	answer(&ask, "mallory@example.com", "yes\n");
	ck_assert_str_eq(notify_of("bruno@example.net"), "all");
	answer(&ask, "bruno@example.net", "no\n");
	ck_assert_str_eq(notify_of("bruno@example.net"), "all");
	scene_skip(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	seen_release(&ask);
	ck_assert_int_eq(mails("bruno@example.net", &ask), 1);
	seen_release(&ask);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Who wants no mail gets answers alone; what they missed comes when they want
 * mail again. Even the player's own vouched mail is asked about first. */
START_TEST(test_silence)
{
	struct seen m, a;

	start(true);
	scene_skip(&s);
	scene_vouched(&s, 1, 2, "unsubscribe\n");
	ck_assert_str_eq(notify_of("bruno@example.net"), "all");
	ck_assert_int_eq(mails("bruno@example.net", &a), 1);
	answer(&a, "bruno@example.net", "yes\n");
	seen_release(&a);
	ck_assert_str_eq(notify_of("bruno@example.net"), "none");
	ck_assert_int_eq(mails("bruno@example.net", &a), 1);
	ck_assert_msg(seen_has(&a, "No mail comes to you any more") &&
		strstr(a.raw, "List-Unsubscribe") == NULL,
	    "%s", a.text);
	seen_release(&a);
	/* Their turn, a message, a reminder, a message to all: not a word. */
	scene_say(&s, 1, 1, "press p2\nAre you there?\nendpress\n");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 1, "broadcast\nWhere is Bruno?\nendpress\n");
	ck_assert_int_eq(mails("bruno@example.net", &m), 0);
	/* What they ask is answered, and with mail they have all of it. */
	scene_sure(&s, 1, 2, "set notify all\n");
	ck_assert_str_eq(notify_of("bruno@example.net"), "all");
	scene_skip(&s);
	ck_assert_int_eq(scene_digests(&s), 1);
	ck_assert_int_eq(mails("bruno@example.net", &m), 1);
	ck_assert_msg(seen_has(&m, "it is your turn in one game") &&
		seen_has(&m, "Anna chartered") &&
		seen_has(&m, "Are you there?") &&
		seen_has(&m, "Where is Bruno?"),
	    "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* With a game it is about watching that one, whatever mail it answers, unless
 * another line is about all mail. */
START_TEST(test_a_game)
{
	static const struct {
		const char *said, *asked;
	} table[] = {
		{ "unsubscribe 2\n", "no longer watch the game" },
		{ "unsubscribe 2\nunsubscribe\n", "asked to be unsubscribed" },
	};
	struct seen ask;

	start(true);
	scene_game(&s, "Carla Dora", "open=yes", 4);
	scene_say(&s, 1, 2, "watch 2\n");
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		scene_skip(&s);
		scene_say(&s, 1, 2, table[i].said);
		ck_assert_int_eq(mails("bruno@example.net", &ask), 1);
		ck_assert_msg(seen_has(&ask, table[i].asked), "%s", ask.text);
		seen_release(&ask);
	}
	scene_close(&s);
}
END_TEST

/* Programs that leave out the text, or write one of their own; and servers to
 * which no sub-address comes. */
START_TEST(test_programs)
{
	static const char *const body[] = { "",
		"This message was automatically generated by a mail program." };
	struct seen m, ask;

	for (int i = 0; i < 4; i++) {
		start(i < 2);
		ck_assert_int_gt(mails("bruno@example.net", &m), 0);
		press(&m, "bruno@example.net", body[i % 2]);
		ck_assert_int_eq(mails("bruno@example.net", &ask), 1);
		ck_assert_msg(seen_has(&ask, "asked to be unsubscribed"), "%s",
		    ask.text);
		answer(&ask, "bruno@example.net", "yes\n");
		ck_assert_str_eq(notify_of("bruno@example.net"), "none");
		seen_release(&m);
		seen_release(&ask);
		scene_close(&s);
	}
	/* A subject that people answer to is none. */
	for (int i = 0; i < 2; i++) {
		start(true);
		scene_skip(&s);
		scene_last(&s, 1, 2, &m);
		free(m.subject);
		m.subject = mem_dup(i ? "unsubscribe" : "[pq1] unsubscribe");
		answer(&m, "bruno@example.net", "Let me think.\n");
		seen_release(&m);
		ck_assert_int_eq(mails("bruno@example.net", &ask), 1);
		ck_assert_msg(seen_has(&ask, "Nothing was done"), "%s",
		    ask.text);
		seen_release(&ask);
		scene_close(&s);
	}
}
END_TEST

/* Who watches leaves the game that the mail was about, and no other. */
START_TEST(test_watcher)
{
	struct seen m, ask;
	struct player p;
	struct observer o;

	scene_open(&s, true);
	for (int i = 1; i <= 2; i++) {
		scene_game(&s, "Anna Bruno", "order=given", 9);
		scene_moderate(&s, i, "begin");
	}
	scene_game(&s, "Carla Dora", "order=given", 9);
	ck_assert_int_eq(player_by_address(s.db, "carla@example.net", &p, &e),
	    1);
	scene_watch(&s, 1, p.id);
	scene_watch(&s, 2, p.id);
	scene_skip(&s);
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(mails("carla@example.net", &m), 1);
	press(&m, "mallory@example.com", NULL);
	ck_assert_int_eq(observer_find(s.db, 1, p.id, &o, &e), 1);
	ck_assert_int_eq(mails("carla@example.net", &ask), 1);
	ck_assert_msg(seen_has(&ask, "no longer watch"), "%s", ask.text);
	answer(&ask, "carla@example.net", "yes\n");
	seen_release(&ask);
	ck_assert_int_eq(observer_find(s.db, 1, p.id, &o, &e), 0);
	ck_assert_int_eq(observer_find(s.db, 2, p.id, &o, &e), 1);
	ck_assert_str_eq(notify_of("carla@example.net"), "all");
	ck_assert_int_eq(mails("carla@example.net", &ask), 1);
	ck_assert_msg(seen_has(&ask, "You do not watch game 1 any more"), "%s",
	    ask.text);
	seen_release(&ask);
	seen_release(&m);
	player_release(&p);
	scene_close(&s);
}
END_TEST

/* The digest and reminders have it, answers have none. */
START_TEST(test_which)
{
	struct seen m;
	struct button b;
	struct player p;

	start(true);
	scene_skip(&s);
	scene_say(&s, 1, 2, "status\n");
	ck_assert_int_eq(mails("bruno@example.net", &m), 1);
	ck_assert(!button_read(&m, &b));
	seen_release(&m);
	scene_sure(&s, 1, 2, "set digest 20:00\n");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	ck_assert_int_eq(player_by_address(s.db, "bruno@example.net", &p, &e),
	    1);
	s.now = p.digest_due;
	clock_pin(s.now);
	player_release(&p);
	ck_assert_int_eq(scene_digests(&s), 1);
	ck_assert_int_eq(mails("bruno@example.net", &m), 1);
	press(&m, "bruno@example.net", NULL);
	seen_release(&m);
	ck_assert_int_eq(mails("bruno@example.net", &m), 1);
	answer(&m, "bruno@example.net", "yes\n");
	seen_release(&m);
	ck_assert_str_eq(notify_of("bruno@example.net"), "none");
	scene_close(&s);
}
END_TEST

/* In the second week of mails about others, once, in one that goes anyway. */
START_TEST(test_offer)
{
	struct seen m;
	int offers = 0, turn[] = { 1, 2, 3, 1, 2, 3, 1, 2, 3 };

	start(true);
	scene_skip(&s);
	for (int i = 0; i < 9; i++) {
		scene_say(&s, 1, turn[i], "charter 0\n");
		while (scene_next(&s, &m)) {
			if (seen_has(&m, "set notify turn")) {
				ck_assert_msg(i >= 4, "%s", m.text);
				offers++;
			}
			seen_release(&m);
		}
		if (i == 2)
			scene_pass(&s, 3 * 86400);
		if (i == 3)
			scene_pass(&s, 5 * 86400);
	}
	ck_assert_int_eq(offers, 3);
	scene_close(&s);
}
END_TEST

/* Bruno's answer to Anna's message, without a word for a program. */
START_TEST(test_answer)
{
	struct seen m, a;

	start(true);
	scene_skip(&s);
	scene_say(&s, 1, 1, "press p2\nShall we share the Baltic?\nendpress\n");
	ck_assert_int_eq(mails("bruno@example.net", &m), 1);
	ck_assert_msg(seen_has(&m, "what you write goes to Anna"), "%s",
	    m.text);
	answer(&m, "bruno@example.net",
	    "Gladly, Anna.\n\nBut you go first: it costs\nme a ship.\n\n"
	    "> Shall we share the Baltic?\n");
	ck_assert_int_eq(mails("anna@example.net", &a), 1);
	ck_assert_msg(seen_has(&a, "Bruno writes to you") &&
		seen_has(&a, "> Gladly, Anna.") &&
		seen_has(&a, "> me a ship.") && !seen_has(&a, "share"),
	    "%s", a.text);
	seen_release(&a);
	/* A stranger who read it in a copy of that mail writes nothing. */
	free(m.reply_to);
	m.reply_to = mem_dup("games@example.org");
	answer(&m, "bruno@example.net", "No, I changed my mind.\n");
	ck_assert_int_eq(mails("anna@example.net", &a), 0);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* They are told; an order in it is one; a turn mail with a message is no
 * message; of two writers neither is meant. */
START_TEST(test_answers)
{
	struct seen m, a;

	start(true);
	scene_skip(&s);
	scene_say(&s, 1, 3, "press p1\nHello Anna\nendpress\n");
	ck_assert_int_eq(mails("anna@example.net", &m), 1);
	answer(&m, "anna@example.net", "Thanks, board the ship with me!\n");
	ck_assert_int_eq(mails("anna@example.net", &a), 1);
	ck_assert_msg(seen_has(&a, "Your answer goes to Carla as a message"),
	    "%s", a.text);
	seen_release(&a);
	answer(&m, "anna@example.net", "Good plan.\nstatus\n");
	ck_assert_int_eq(mails("anna@example.net", &a), 1);
	ck_assert_msg(!seen_has(&a, "as a message") && seen_has(&a, "STATUS"),
	    "%s", a.text);
	seen_release(&a);
	answer(&m, "anna@example.net", "Good plan.\n2\n");
	ck_assert_int_eq(mails("anna@example.net", &a), 1);
	ck_assert_msg(!seen_has(&a, "as a message"), "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	scene_last(&s, 1, 2, &m);
	answer(&m, "bruno@example.net", "I shall think about it.\n");
	ck_assert_int_eq(mails("bruno@example.net", &a), 1);
	ck_assert_msg(seen_has(&a, "Nothing was done"), "%s", a.text);
	seen_release(&a);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

TESTS(test_stranger, test_silence, test_a_game, test_programs, test_watcher,
    test_which, test_offer, test_answer, test_answers)
