/* SPDX-License-Identifier: MIT */

/*
 * Somebody with a mail program and no scruples (doc/design.md 6): what they
 * write in the name of others, call themselves, and have kept.
 */

#include <check.h>

#include "base/clock.h"
#include "desk/renew.h"
#include "scene.h"
#include "store/failing.h"
#include "store/inbox.h"
#include "store/player.h"
#include "tests/run.h"

static struct err e;
static int mails;

/* A mail from anybody to an address of ours. */
static void
write_to(struct scene *s, const char *from, const char *to, const char *more,
    const char *body)
{
	struct buf raw = BUF_INIT;

	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nMessage-ID: <w%d@example.com>\r\n%sSubject: "
	    "x\r\n\r\n",
	    from, to, ++mails, more);
	for (; *body; body++)
		buf_printf(&raw, *body == '\n' ? "\r\n" : "%c", *body);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

static void
forge(struct scene *s, const char *from, const char *body)
{
	write_to(s, from, "games@example.org", "", body);
}

/* The only mail since, to that address. */
static void
only_mail(struct scene *s, const char *to, struct seen *m)
{
	struct seen more;

	ck_assert_int_eq(scene_next(s, m), 1);
	ck_assert_str_eq(m->to, to);
	if (scene_next(s, &more))
		ck_abort_msg("to %s too: %s", more.to, more.text);
}

static void
answer(struct scene *s, const struct seen *m, const char *from,
    const char *body)
{
	write_to(s, from, m->reply_to, "", body);
}

/* A player of the name, by mail. */
static void
sign_up(struct scene *s, const char *name, const char *address)
{
	struct buf line = BUF_INIT;
	struct seen m;

	buf_printf(&line, "signup %s\n", name);
	forge(s, address, line.data);
	only_mail(s, address, &m);
	answer(s, &m, address, "yes\n");
	seen_release(&m);
	only_mail(s, address, &m);
	ck_assert_msg(seen_has(&m, "you are a player"), "%s", m.text);
	seen_release(&m);
	buf_release(&line);
}

/* What a stranger's address is asked to confirm is all that is done then, and
 * nothing in it is for its owner to read but commands. */
START_TEST(test_shown)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	forge(&s, "Victim <victim@example.net>",
	    "Buy at evil.example now!\n"
	    "signup Victim\naddress add thief@example.com\n"
	    "help http://evil.example\nrules www.evil.example\n"
	    "set lang nl\nbroadcast\nhello\nendpress\n");
	only_mail(&s, "victim@example.net", &m);
	ck_assert(seen_has(&m, "signup Victim"));
	ck_assert(seen_has(&m, "set lang nl"));
	ck_assert(!seen_has(&m, "thief"));
	ck_assert(!seen_has(&m, "evil"));
	ck_assert(!seen_has(&m, "hello"));
	answer(&s, &m, "victim@example.net", "yes\n");
	seen_release(&m);
	only_mail(&s, "victim@example.net", &m);
	ck_assert_msg(seen_has(&m, "address add thief@example.com  niet ge"),
	    "%s", m.text);
	ck_assert(seen_has(&m, "set lang nl"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Nor have the subject and what was not read anything for them. */
START_TEST(test_subject)
{
	static const char *const body[] = { "help\nSee pills.example, now\n",
		"signup Victim\n" };
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	for (int i = 0; i < 2; i++) {
		write_to(&s, "victim@example.net", "games@example.org",
		    "Subject: Cheap pills: pills.example\r\n", body[i]);
		only_mail(&s, "victim@example.net", &m);
		ck_assert_str_eq(m.subject, "Re: Paquebot");
		ck_assert(!seen_has(&m, "pills"));
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

/* Nor has a command of which nothing comes, as a line or in the reason. */
START_TEST(test_refused)
{
	static const char *const body[] = { "rules www.evil.example/x\n",
		"stats //evil.example\n", "ratings evil.example\n",
		"help www.evil.example\n", "charter www.evil.example\n",
		"singup:www.evil.example\n", "signup www.evil.example\n",
		"invite p2 me@evil.example\nlist www.evil.example\n" };
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
		forge(&s, "victim@example.net", body[i]);
		only_mail(&s, "victim@example.net", &m);
		ck_assert_msg(!seen_has(&m, "evil"), "%s", m.text);
		ck_assert_msg(seen_has(&m, "\"...\" was not accepted"), "%s",
		    m.text);
		seen_release(&m);
	}
	/* The name that a mail program sends is the writer's text too. */
	forge(&s, "\"See www.evil.example\" <victim@example.net>", "signup\n");
	only_mail(&s, "victim@example.net", &m);
	ck_assert_msg(!seen_has(&m, "evil"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Nor the answer to a token of the forger's own. */
START_TEST(test_token)
{
	struct scene s;
	struct seen mine, m;
	struct buf body = BUF_INIT;

	scene_open(&s, true);
	forge(&s, "eve@example.com", "signup Eve\n");
	only_mail(&s, "eve@example.com", &mine);
	for (int i = 0; i < 200; i++)
		buf_printf(&body, "www.evil.example/%d\n\nBuy now\n\n", i);
	answer(&s, &mine, "victim@example.net", body.data);
	only_mail(&s, "eve@example.com", &m);
	ck_assert_msg(!seen_has(&m, "evil"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "neither yes nor no"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "signup Eve"), "%s", m.text);
	seen_release(&m);
	seen_release(&mine);
	buf_release(&body);
	scene_close(&s);
}
END_TEST

/* What a player is asked to confirm they see to its end, with its text, and
 * nothing else that a forger wrote. */
START_TEST(test_whole)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	forge(&s, "anna@example.net",
	    "Dear Anna, see www.evil.example\n"
	    "ahead charter korea or charter rhea or charter scotia or charter "
	    "orcoma\npress p2\nYou will lose."
	    "\nendpress\n");
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "You will lose."), "%s", m.text);
	ck_assert_msg(seen_has(&m, "orcoma"), "%s", m.text);
	ck_assert_msg(!seen_has(&m, "evil"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* So many an hour for all strangers together, whoever makes us write, and a
 * third of it for one domain. What is more waits, and is answered later. */
START_TEST(test_cap)
{
	struct scene s;
	struct seen m;
	int n = 0;

	scene_open(&s, true);
	s.conf.club.strangers = 12;
	scene_game(&s, "*Anna Bruno", "order=given", 9);
	scene_skip(&s);
	for (int i = 0; i < 30; i++) {
		char from[40];

		snprintf(from, sizeof from, "v%d@%s.example", i,
		    i < 10     ? "flood" :
			i < 20 ? "flock" :
				 "other");
		forge(&s, from, i % 3 ? "signup Victor\n" : "list\n");
		n += scene_skip(&s);
		ck_assert_int_eq(n,
		    i < 10     ? (i < 4 ? i + 1 : 4) :
			i < 20 ? (i < 14 ? i - 5 : 8) :
			i < 24 ? i - 11 :
				 12);
	}
	ck_assert_int_eq(inbox_count(s.db, INBOX_DEFERRED, &n, &e), 0);
	ck_assert_int_eq(n, 18);
	ck_assert_int_eq(inbox_count(s.db, INBOX_NEW, &n, &e), 0);
	ck_assert_int_eq(n, 0);
	/* Invitations count as well, to players too: else a refusal would
	 * tell who is none. Who is known is answered. */
	scene_sure(&s, 1, 1, "address add anna@example.com\n");
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "try again in an"), "%s", m.text);
	seen_release(&m);
	scene_sure(&s, 1, 1, "address add bruno@example.net\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	forge(&s, "bruno@example.net", "list\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_pass(&s, 3601);
	forge(&s, "v99@example.com", "list\n");
	ck_assert_int_eq(scene_skip(&s), 1);
	/* Twelve more an hour, four of a domain; then none is left. */
	ck_assert_int_eq(scene_wake(&s), 18);
	ck_assert_int_eq(scene_skip(&s), 11);
	scene_pass(&s, 3601);
	ck_assert_int_eq(scene_wake(&s), 7);
	ck_assert_int_eq(scene_skip(&s), 7);
	ck_assert_int_eq(scene_wake(&s), 0);
	scene_pass(&s, 3601);
	scene_sure(&s, 1, 1, "address add anna@example.com\n");
	ck_assert_int_eq(scene_skip(&s), 2);
	scene_close(&s);
}
END_TEST

/* People who call themselves what messages are headed with would read them. */
START_TEST(test_names)
{
	static const char *const bad[] = { "Moderator", "Spelleider Jan",
		"moderatore", "Iedereen", "Tutte le", "All", "Computer",
		"Mod Squad", "Computer 2", "C0mputer.3", "K\xc3\xa9\xc3\xa9per",
		"Seat 4", "P2", "p. 3", "Paque bot", "Paquebot", "Mod er ator",
		"M0derator", "Wim Keeperman", "Anna", "An na", "A. Nna",
		"\xef\xbc\xa1nna", "Robot Rob", "The moderator", "De moderator",
		"Il moderatore", "Chi modera", "Our moderator", "The keeper",
		"A computer player", "p2 Bruno", "P3. Eve", "Purser Quill",
		"Zia Patella", "Captain Dogger", "Dogger-Moderator" };
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	free(s.conf.club.keeper);
	s.conf.club.keeper = strdup("Wim Keeperman <keeper@example.org>");
	scene_game(&s, "Anna =Robot_Rob", "order=given", 9);
	scene_skip(&s);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct buf line = BUF_INIT;

		buf_printf(&line, "signup %s\n", bad[i]);
		forge(&s, "eve@example.com", line.data);
		only_mail(&s, "eve@example.com", &m);
		ck_assert_msg(seen_has(&m, "means"), "%s: %s", bad[i], m.text);
		seen_release(&m);
		buf_release(&line);
		scene_pass(&s, 3600);
	}
	sign_up(&s, "Wim Keeperman", "keeper@example.org");
	sign_up(&s, "Seattle Sue", "sue@example.com");
	sign_up(&s, "Modesta", "modesta@example.com");
	sign_up(&s, "A Costa", "a@example.com");
	sign_up(&s, "Ann Moderato", "ann@example.com");
	sign_up(&s, "Don", "don@example.com");
	sign_up(&s, "De Vries", "devries@example.com");
	sign_up(&s, "Jan Bots", "bots@example.com");
	sign_up(&s, "Joan Keeper", "joan@example.com");
	sign_up(&s, "P. Jansen", "jansen@example.com");
	/* With a Cyrillic A they would be another, and look the same. */
	write_to(&s, "eve@example.com", "games@example.org",
	    "Content-Type: text/plain; charset=utf-8\r\n", "signup А Costa\n");
	only_mail(&s, "eve@example.com", &m);
	ck_assert_msg(seen_has(&m, "cannot be"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A name that only begins so gets none of it. */
START_TEST(test_recipient)
{
	static const char *const to[] = { "moderator", "spelleider", "mod" };
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Moderatora Spelleiders +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	for (int i = 0; i < 3; i++) {
		struct buf line = BUF_INIT;

		buf_printf(&line, "press %s\nhelp me\nendpress\n", to[i]);
		scene_say(&s, 1, 1, line.data);
		while (scene_next(&s, &m)) {
			ck_assert_msg(strcmp(m.to, "maud@example.net") == 0 ||
				strcmp(m.to, "anna@example.net") == 0,
			    "%s: %s", to[i], m.to);
			seen_release(&m);
		}
		buf_release(&line);
	}
	scene_say(&s, 1, 1, "press moderatora\nhello\nendpress\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	seen_release(&m);
	only_mail(&s, "moderatora@example.net", &m);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Who was replaced and writes to their old reply address is told that it is
 * dead; the mail is not taken for the other game that they play. */
START_TEST(test_dead)
{
	struct scene s;
	struct seen old, m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_game(&s, "Anna Carla", "order=given", 8);
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 2, "begin");
	scene_skip(&s);
	scene_last(&s, 1, 1, &old);
	scene_moderate(&s, 1, "replace p1 Dora <dora@example.net>");
	scene_skip(&s);
	write_to(&s, "anna@example.net", old.reply_to, "", "charter 0\n");
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "not valid, or not"), "%s", m.text);
	ck_assert(!seen_has(&m, "was not a reply"));
	answer(&s, &m, "anna@example.net", "yes\n");
	seen_release(&m);
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "You have no seat in game 1"), "%s", m.text);
	seen_release(&m);
	/* A stranger learns the same of a good guess and of a bad one. */
	write_to(&s, "eve@example.com", old.reply_to, "", "charter 0\n");
	only_mail(&s, "eve@example.com", &m);
	ck_assert_msg(seen_has(&m, "not valid, or not"), "%s", m.text);
	seen_release(&m);
	write_to(&s, "eve@example.com",
	    "games+9.p1.2.abcdefghijklmnop@example.org", "", "charter 0\n");
	only_mail(&s, "eve@example.com", &m);
	ck_assert(seen_has(&m, "not valid, or not"));
	seen_release(&m);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* Who confirms with a mail of before a rekey is told why nothing is done, a
 * stranger and a player. */
START_TEST(test_confirmed_late)
{
	static const char *const from[] = { "zoe@example.net",
		"anna@example.net" };
	struct scene s;
	struct seen question, m;

	for (int i = 0; i < 2; i++) {
		scene_open(&s, true);
		scene_game(&s, "Anna Bruno", "order=given", 9);
		scene_moderate(&s, 1, "begin");
		scene_skip(&s);
		forge(&s, from[i], i == 0 ? "signup Zoe\n" : "resign\n");
		only_mail(&s, from[i], &question);
		ck_assert_int_eq(db_begin(s.db, &e), 0);
		ck_assert_int_ge(desk_rekey(&s.desk, &e), 2);
		ck_assert_int_eq(db_commit(s.db, &e), 0);
		scene_skip(&s);
		answer(&s, &question, from[i], "yes\n");
		only_mail(&s, from[i], &m);
		ck_assert_msg(seen_has(&m, "write again what is to be done") &&
			!seen_has(&m, "no command"),
		    "%s", m.text);
		seen_release(&m);
		seen_release(&question);
		scene_close(&s);
	}
}
END_TEST

/* What an observer was mailed they may show to others: they look, and move for
 * them nowhere. */
START_TEST(test_observer)
{
	struct scene s;
	struct seen watch, m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_game(&s, "Carla Anna", "order=given", 8);
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 2, "begin");
	scene_skip(&s);
	scene_say(&s, 2, 1, "observe 1\ngame 1\nboard\n");
	only_mail(&s, "carla@example.net", &watch);
	ck_assert_msg(strstr(watch.reply_to, ".o"), "%s", watch.reply_to);
	write_to(&s, "eve@example.com", watch.reply_to, "",
	    "game 2\ncharter 0\n");
	only_mail(&s, "carla@example.net", &m);
	ck_assert_msg(seen_has(&m, "go\nbeyond the seat or the game"), "%s",
	    m.text);
	seen_release(&m);
	seen_release(&watch);
	scene_close(&s);
}
END_TEST

/* Their own token proves who they are, not that another's mailbox works. */
START_TEST(test_failing)
{
	struct scene s;
	struct failing f;
	struct seen last;
	int64_t then;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_last(&s, 1, 2, &last);
	then = s.now;
	ck_assert_int_eq(failing_mark(s.db, "anna@example.net", true, then, &e),
	    0);
	write_to(&s, "anna@example.net", last.reply_to, "", "status\n");
	ck_assert_int_eq(failing_get(s.db, "anna@example.net", &f, &e), 1);
	ck_assert_int_eq(f.since, then);
	failing_release(&f);
	seen_release(&last);
	scene_last(&s, 1, 1, &last);
	write_to(&s, "anna@example.net", last.reply_to, "", "status\n");
	ck_assert_int_eq(failing_get(s.db, "anna@example.net", &f, &e), 1);
	ck_assert_int_eq(f.since, 0);
	failing_release(&f);
	seen_release(&last);
	scene_close(&s);
}
END_TEST

/* We are nobody's address, whatever stands behind a plus. */
START_TEST(test_ourselves)
{
	struct scene s;
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "*Anna Bruno", "order=given", 9);
	scene_skip(&s);
	scene_say(&s, 1, 1, "address add Games+x@Example.org\n");
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "was not accepted"), "%s", m.text);
	seen_release(&m);
	scene_say(&s, 1, 1, "invite p2 games+1.p1@example.org\n");
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "no mail address"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Tokens prove themselves: what was written to an address that the club has had
 * before counts as long as that is read. */
START_TEST(test_moved)
{
	struct scene s;
	struct seen question, m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	(void)scene_skip(&s);
	forge(&s, "carla@example.net", "signup Carla\n");
	only_mail(&s, "carla@example.net", &question);
	scene_last(&s, 1, 1, &m);
	ck_assert_ptr_nonnull(strstr(m.reply_to, "@example.org"));
	s.desk.club.address = "club@games.example.net";
	s.desk.club.domain = "games.example.net";
	answer(&s, &m, "anna@example.net", "status\n");
	seen_release(&m);
	only_mail(&s, "anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "STATUS"), "%s", m.text);
	ck_assert_ptr_nonnull(strstr(m.reply_to, "@games.example.net"));
	seen_release(&m);
	answer(&s, &question, "carla@example.net", "yes\n");
	seen_release(&question);
	only_mail(&s, "carla@example.net", &m);
	ck_assert_msg(seen_has(&m, "you are a player"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

TESTS(test_shown, test_subject, test_refused, test_token, test_whole, test_cap,
    test_names, test_recipient, test_dead, test_confirmed_late, test_observer,
    test_failing, test_ourselves, test_moved)
