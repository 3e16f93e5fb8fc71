/* SPDX-License-Identifier: MIT */

/*
 * Who comes to a seat by an invitation, and who leaves theirs: what the mail
 * that did it may do from there on, and who reads what was meant for them.
 */

#include <check.h>

#include "scene.h"
#include "store/observer.h"
#include "store/player.h"
#include "store/seat.h"
#include "tests/run.h"

static struct scene s;
static struct err e;
static int mails;

static void
send(const char *from, const char *to, const char *body)
{
	struct buf raw = BUF_INIT;

	buf_printf(&raw,
	    "From: %s\r\nTo: %s\r\nSubject: x\r\nMessage-ID: "
	    "<l%d@example.com>\r\n\r\n",
	    from, to, ++mails);
	for (; *body; body++)
		buf_printf(&raw, *body == '\n' ? "\r\n" : "%c", *body);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* Of the mails since, the last to that address. */
static void
last_to(const char *address, struct seen *out)
{
	struct seen m;

	*out = (struct seen){ 0 };
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, address) != 0) {
			seen_release(&m);
			continue;
		}
		seen_release(out);
		*out = m;
	}
	ck_assert_msg(out->to != NULL, "no mail to %s", address);
}

/* Whether one of the mails since says so. */
static bool
was_told(const char *text)
{
	struct seen m;
	bool told = false;

	while (scene_next(&s, &m)) {
		told |= seen_has(&m, text);
		seen_release(&m);
	}
	return told;
}

static bool
is_free(int64_t game, int seat)
{
	struct seat row;
	bool none;

	ck_assert_int_eq(seat_get(s.db, game, seat, &row, &e), 1);
	none = row.player == 0;
	seat_release(&row);
	return none;
}

/* Three at the table, with a moderator, and the second seat left. */
static void
table_left(void)
{
	int64_t id = scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);

	scene_moderate(&s, id, "begin");
	scene_moderate(&s, id, "eject p2");
}

/* It brings its reader to that seat, and to no other of a game under way. */
START_TEST(an_invitation_is_to_one_seat)
{
	struct seen asked, m;

	scene_open(&s, true);
	table_left();
	table_left();
	scene_moderate(&s, 2, "eject p3");
	scene_game(&s, "Dora Emil", "order=given", 9);
	scene_skip(&s);
	scene_say(&s, 2, 0, "replace p2 dora@example.net\n");
	last_to("dora@example.net", &asked);
	send("eve@example.com", asked.reply_to,
	    "join 1 p2\nbroadcast\nhello\nendpress\n");
	ck_assert(is_free(1, 2));
	ck_assert(!was_told("hello"));
	send("eve@example.com", asked.reply_to, "join 1\n");
	ck_assert(is_free(1, 2));
	send("eve@example.com", asked.reply_to, "join 2 p3\n");
	ck_assert(is_free(2, 3));
	scene_skip(&s);
	send("dora@example.net", asked.reply_to, "join\n");
	ck_assert(!is_free(2, 2));
	last_to("dora@example.net", &m);
	seen_release(&m);
	seen_release(&asked);
	scene_close(&s);
}
END_TEST

/* What stands below it is nobody's. */
START_TEST(who_resigned_acts_no_more)
{
	struct seen m;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_vouched(&s, 1, 1,
	    "board\nresign\nbroadcast\nhello\nendpress\nhand\n");
	ck_assert(is_free(1, 1));
	ck_assert(!was_told("hello"));
	scene_vouched(&s, 1, 2, "resign\npropose end\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "You have no seat in game 1"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "resign done"), "%s", m.text);
	seen_release(&m);
	scene_vouched(&s, 1, 3, "status\n");
	last_to("carla@example.net", &m);
	ck_assert_msg(!seen_has(&m, "proposes"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Nor is a seat that was left before the start ready. */
START_TEST(a_free_seat_is_not_ready)
{
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno +Maud", "order=given", 9);
	scene_skip(&s);
	scene_say(&s, 1, 1, "resign\nready\n");
	scene_skip(&s);
	scene_say(&s, 1, 2, "ready\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "waits for a player for p1"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A moderator who leaves their seat writes on as that. */
START_TEST(who_resigned_moderates_on)
{
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_skip(&s);
	scene_say(&s, 1, 1, "resign\ntitle Spring\nready\n");
	last_to("anna@example.net", &m);
	ck_assert_msg(seen_has(&m, "title Spring done"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "ready refused"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A reply to the message with that id, with nothing of ours in it. */
static void
answer(const struct seen *m, const char *from, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(&s, m, from, body, &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* What answers a message goes to who wrote it, and not to who plays there
 * since. */
START_TEST(an_answer_is_for_its_writer)
{
	struct seen first, second, m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 1, "press p2\nOur secret\nendpress\n");
	last_to("bruno@example.net", &first);
	ck_assert_msg(seen_has(&first, "what you write goes to Anna"), "%s",
	    first.text);
	answer(&first, "bruno@example.net", "I keep it.\n");
	ck_assert(was_told("Bruno writes to you: > I keep it."));
	scene_moderate(&s, 1, "replace p1 Dora <dora@example.net>");
	scene_skip(&s);
	answer(&first, "bruno@example.net", "Nobody else may know.\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "has left seat p1 since"), "%s", m.text);
	seen_release(&m);
	scene_say(&s, 1, 1, "press p2\nWho are you?\nendpress\n");
	last_to("bruno@example.net", &second);
	ck_assert_msg(!seen_has(&second, "Nobody else"), "%s", second.text);
	ck_assert_msg(strstr(second.message_id, ".w1h2.") != NULL, "%s",
	    second.message_id);
	answer(&second, "bruno@example.net", "Bruno.\n");
	last_to("dora@example.net", &m);
	ck_assert_msg(seen_has(&m, "> Bruno."), "%s", m.text);
	ck_assert_msg(!seen_has(&m, "Nobody else"), "%s", m.text);
	seen_release(&m);
	seen_release(&first);
	seen_release(&second);
	scene_close(&s);
}
END_TEST

/* Who comes back to their seat is who wrote; somebody who had it meanwhile is
 * not. */
START_TEST(an_answer_to_who_came_back)
{
	struct seen first, second, m;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_game(&s, "Anna Dora", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 1, "press p2\nOur secret\nendpress\n");
	last_to("bruno@example.net", &first);
	scene_vouched(&s, 1, 1, "resign\n");
	scene_vouched(&s, 2, 1, "takeover 1 p1\n");
	scene_skip(&s);
	answer(&first, "bruno@example.net", "I keep it.\n");
	ck_assert(was_told("Bruno writes to you: > I keep it."));
	scene_moderate(&s, 1, "replace p1 Emil <emil@example.net>");
	scene_skip(&s);
	scene_say(&s, 1, 1, "press p2\nIt is me.\nendpress\n");
	last_to("bruno@example.net", &second);
	answer(&first, "bruno@example.net", "Nobody else may know.\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "has left seat p1 since"), "%s", m.text);
	seen_release(&m);
	answer(&second, "bruno@example.net", "Hello, Emil.\n");
	ck_assert(was_told("Bruno writes to you: > Hello, Emil."));
	scene_moderate(&s, 1, "replace p1 Fritz <fritz@example.net>");
	scene_skip(&s);
	answer(&second, "bruno@example.net", "Nobody else may know.\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "has left seat p1 since"), "%s", m.text);
	seen_release(&m);
	seen_release(&first);
	seen_release(&second);
	scene_close(&s);
}
END_TEST

/* What is written to a seat is for who sat there then: a word that comes late
 * brings it to nobody else, nor does an answer to an older mail. */
START_TEST(a_message_is_for_who_sat_there)
{
	static const char secret[] =
	    "game 1\npress p1\nNobody else may know.\nendpress\n";
	struct seen old, asked, m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_last(&s, 1, 2, &old);
	scene_skip(&s);
	send("bruno@example.net", "games@example.org", secret);
	last_to("bruno@example.net", &asked);
	scene_pass(&s, 60);
	scene_moderate(&s, 1, "replace p1 Dora <dora@example.net>");
	scene_skip(&s);
	answer(&asked, "bruno@example.net", "yes\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "has left seat p1 since"), "%s", m.text);
	seen_release(&m);
	answer(&old, "bruno@example.net",
	    "press p3,p1\nNobody else may know.\nendpress\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "has left seat p1 since"), "%s", m.text);
	/* By name it is who is called so now; whoever is told may answer. */
	answer(&old, "bruno@example.net", "press Dora\nWelcome.\nendpress\n");
	ck_assert(was_told("Bruno writes to you: > Welcome."));
	answer(&m, "bruno@example.net", "press p1\nAgain.\nendpress\n");
	ck_assert(was_told("Bruno writes to you: > Again."));
	seen_release(&m);
	seen_release(&asked);
	send("bruno@example.net", "games@example.org",
	    "game 1\npress p1\nBelated.\nendpress\n");
	last_to("bruno@example.net", &asked);
	scene_pass(&s, 60);
	answer(&asked, "bruno@example.net", "yes\n");
	ck_assert(was_told("Bruno writes to you: > Belated."));
	seen_release(&asked);
	seen_release(&old);
	scene_last(&s, 1, 1, &m);
	ck_assert_msg(!seen_has(&m, "Nobody else"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A name that goes with the seat is nobody's who had it before. */
START_TEST(a_message_to_a_hidden_name)
{
	struct seen old, m;
	struct buf body = BUF_INIT;
	struct seat row;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_moderate(&s, 1, "anonymous");
	scene_moderate(&s, 1, "begin");
	scene_last(&s, 1, 2, &old);
	ck_assert_int_eq(seat_get(s.db, 1, 1, &row, &e), 1);
	buf_printf(&body, "press %s\nNobody else may know.\nendpress\n",
	    row.name);
	seat_release(&row);
	scene_moderate(&s, 1, "replace p1 Dora <dora@example.net>");
	scene_skip(&s);
	answer(&old, "bruno@example.net", body.data);
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "has left seat p1 since"), "%s", m.text);
	answer(&m, "bruno@example.net", body.data);
	ck_assert(was_told("Nobody else may know."));
	buf_release(&body);
	seen_release(&old);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What stands below `resign` about that game is refused, and means no other;
 * what is about none is done. */
START_TEST(what_stands_below)
{
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_game(&s, "Bruno Dora", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 2, "begin");
	scene_skip(&s);
	scene_sure(&s, 1, 2,
	    "resign\nbroadcast\nGood bye all.\nendpress\n1\nset lang nl\n"
	    "set lang en\nlist\ngame 2\nbroadcast\nHello Dora.\nendpress\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "broadcast refused"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "1 not reached"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "set lang nl done"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "list done"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "broadcast done"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "You have no seat in game 1"), "%s", m.text);
	seen_release(&m);
	scene_say(&s, 2, 2, "history\n");
	last_to("dora@example.net", &m);
	ck_assert_msg(!seen_has(&m, "Good bye all."), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The office may have gone to an opponent. */
START_TEST(an_answer_to_who_moderated)
{
	struct seen first, second, m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno +Maud", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_say(&s, 1, 0, "press p2\nOur secret\nendpress\n");
	last_to("bruno@example.net", &first);
	answer(&first, "bruno@example.net", "I keep it.\n");
	last_to("maud@example.net", &m);
	ck_assert_msg(seen_has(&m, "> I keep it."), "%s", m.text);
	seen_release(&m);
	scene_moderate(&s, 1, "moderator anna@example.net");
	scene_skip(&s);
	answer(&first, "bruno@example.net", "Nobody else may know.\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "Whom you answer moderates no more"), "%s",
	    m.text);
	seen_release(&m);
	scene_moderate(&s, 1, "moderator carla@example.net");
	scene_skip(&s);
	scene_say(&s, 1, 0, "press p2\nWho are you?\nendpress\n");
	last_to("bruno@example.net", &second);
	ck_assert_msg(!seen_has(&second, "Nobody else"), "%s", second.text);
	ck_assert_msg(strstr(second.message_id, ".w0h3.") != NULL, "%s",
	    second.message_id);
	answer(&second, "bruno@example.net", "Bruno.\n");
	last_to("carla@example.net", &m);
	ck_assert_msg(seen_has(&m, "> Bruno."), "%s", m.text);
	seen_release(&m);
	seen_release(&first);
	seen_release(&second);
	scene_close(&s);
}
END_TEST

/* Also what names that game; not what names another. */
START_TEST(what_names_it_below)
{
	struct seen m;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno Carla", "order=given", 9);
	scene_game(&s, "Dora Emil Frida", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 2, "begin");
	scene_moderate(&s, 2, "eject p3");
	scene_skip(&s);
	scene_sure(&s, 1, 2,
	    "resign\ntakeover 1\ntakeover 1 p2\ntakeover 2 p3\n");
	last_to("bruno@example.net", &m);
	ck_assert_msg(seen_has(&m, "takeover 1 refused"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "takeover 1 p2 not reached"), "%s", m.text);
	ck_assert_msg(!seen_has(&m, "takeover 2 p3 not reached"), "%s", m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A mail that says how a game begins, or is by now, says also what of the mail
 * that it answers was refused, and why. */
START_TEST(the_reason_is_told)
{
	struct seen m;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_game(&s, "Dora Emil", "order=given", 9);
	scene_skip(&s);
	scene_say(&s, 1, 0, "begin\nrollback 99\n");
	last_to("maud@example.net", &m);
	ck_assert_msg(seen_has(&m, "has begun"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "There is no event 99"), "%s", m.text);
	seen_release(&m);
	scene_moderate(&s, 1, "eject p2");
	scene_skip(&s);
	scene_vouched(&s, 2, 1, "takeover 1 p2\nrollback 99\n");
	last_to("dora@example.net", &m);
	ck_assert_msg(seen_has(&m, "\"rollback 99\" was not accepted"), "%s",
	    m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Who plays does not watch as well, however they came. */
START_TEST(who_joins_watches_no_more)
{
	struct observer o;
	struct player p;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_game(&s, "Dora Emil", "order=given", 9);
	scene_moderate(&s, 1, "eject p2");
	scene_say(&s, 2, 1, "observe 1\n");
	ck_assert_int_eq(player_by_address(s.db, "dora@example.net", &p, &e),
	    1);
	ck_assert_int_eq(observer_find(s.db, 1, p.id, &o, &e), 1);
	scene_say(&s, 2, 1, "join 1\n");
	ck_assert(!is_free(1, 2));
	ck_assert_int_eq(observer_find(s.db, 1, p.id, &o, &e), 0);
	player_release(&p);
	scene_close(&s);
}
END_TEST

/* At a table of hidden names nothing says who its moderator is, who plays, or
 * who left it and was the deputy. */
START_TEST(nobody_is_named)
{
	struct buf to = BUF_INIT;
	struct seen m;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 1, "anonymous on");
	scene_moderate(&s, 1, "eject p3");
	scene_skip(&s);
	scene_say(&s, 1, 1, "invite p3 dora@example.net\ndeputy p2\n");
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, "anna@example.net") != 0)
			ck_assert_msg(!text_has(m.text, "anna"), "%s", m.text);
		if (strcmp(m.to, "bruno@example.net") == 0 &&
		    strstr(m.reply_to, "+r.") != NULL)
			buf_str(&to, m.reply_to);
		seen_release(&m);
	}
	send("bruno@example.net", to.data, "yes\n");
	scene_skip(&s);
	scene_vouched(&s, 1, 1, "status\n");
	for (int i = 0; i < 2; i++) {
		last_to("anna@example.net", &m);
		ck_assert_msg(seen_has(&m, "the moderator there is one"), "%s",
		    m.text);
		seen_release(&m);
		scene_vouched(&s, 1, 2, "resign\n");
		scene_skip(&s);
		scene_vouched(&s, 1, 1, "status\n");
	}
	buf_release(&to);
	scene_close(&s);
}
END_TEST

/* Of the mails since, those to Carla and others but one say so, and name not
 * that one. */
static void
all_hear(const char *text, const char *name, const char *own)
{
	struct seen m;
	bool heard = false;

	while (scene_next(&s, &m)) {
		if (strcmp(m.to, own) != 0)
			ck_assert_msg(!text_has(m.text, name), "%s", m.text);
		heard = heard ||
		    (strcmp(m.to, "carla@example.net") == 0 &&
			seen_has(&m, text));
		seen_release(&m);
	}
	ck_assert_msg(heard, "nobody hears \"%s\"", text);
}

/* Nor does an office that they have, or are offered, when somebody has their
 * seat. */
START_TEST(who_left_is_not_named)
{
	struct buf to = BUF_INIT;
	struct seen m;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
	scene_game(&s, "Dora Emil", "order=given", 9);
	scene_moderate(&s, 1, "anonymous on");
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "deputy p2\n");
	while (scene_next(&s, &m)) {
		if (strstr(m.reply_to, "+r.") != NULL)
			buf_str(&to, m.reply_to);
		seen_release(&m);
	}
	scene_vouched(&s, 1, 1, "resign\n");
	scene_vouched(&s, 1, 2, "resign\n");
	all_hear("has left the game", "anna", "anna@example.net");
	scene_vouched(&s, 2, 1, "takeover 1 p1\n");
	scene_vouched(&s, 1, 0, "extend 1h: a holiday\n");
	all_hear("The moderator changed", "anna", "anna@example.net");
	send("bruno@example.net", to.data, "yes\n");
	all_hear("Who was asked is the moderator's deputy", "bruno",
	    "bruno@example.net");
	scene_say(&s, 1, 3, "log\nstatus\n");
	all_hear("by the moderator: a holiday", "anna", "anna@example.net");
	scene_say(&s, 1, 3, "status\n");
	all_hear("moderator", "bruno", "bruno@example.net");
	buf_release(&to);
	scene_close(&s);
}
END_TEST

/* What everybody but Bruno and Maud reads, and Cleo's status at the end. */
static void
none_read(const char *name)
{
	struct seen m;

	while (scene_next(&s, &m)) {
		if (strcmp(m.to, "bruno@example.net") != 0 &&
		    strcmp(m.to, "maud@example.net") != 0)
			ck_assert_msg(!text_has(m.text, name), "%s", m.text);
		seen_release(&m);
	}
}

/* Who has the office, or shares it, and sits down then: there is no name that
 * could become that of their seat; and whoever asks the seat hears as much as
 * of another. */
START_TEST(an_office_has_no_name)
{
	struct buf to = BUF_INIT;
	struct seen m;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "Bruno Dora", "order=given", 9);
	scene_game(&s, "Cleo Emil Fritz +Maud", "order=given", 9);
	scene_moderate(&s, 2, "anonymous on");
	scene_moderate(&s, 2, "eject p2");
	scene_moderate(&s, 2, "eject p3");
	scene_skip(&s);
	scene_vouched(&s, 2, 0, "title Secret cup\n");
	none_read("maud");
	scene_moderate(&s, 2, "deputy Bruno");
	scene_vouched(&s, 2, 0, "invite p3 zoe@example.net\n");
	while (scene_next(&s, &m)) {
		bool zoe = strcmp(m.to, "zoe@example.net") == 0;

		if (strcmp(m.to, "bruno@example.net") == 0)
			buf_str(&to, m.reply_to);
		ck_assert_msg((!zoe && strcmp(m.to, "cleo@example.net") != 0) ||
			(!text_has(m.text, "bruno") &&
			    !text_has(m.text, "maud")),
		    "%s", m.text);
		ck_assert(!zoe || seen_has(&m, "The moderator invites you"));
		seen_release(&m);
	}
	send("bruno@example.net", to.data, "yes\n");
	none_read("bruno");
	scene_vouched(&s, 1, 1, "join 2\n");
	none_read("bruno");
	scene_say(&s, 2, 1, "status\n");
	last_to("cleo@example.net", &m);
	ck_assert_msg(seen_has(&m, "the moderator there is one") &&
		!seen_has(&m, "bruno"),
	    "%s", m.text);
	seen_release(&m);
	scene_vouched(&s, 2, 0, "deputy p2\n");
	last_to("maud@example.net", &m);
	ck_assert_msg(seen_has(&m, "asked somebody to be the moderator's"),
	    "%s", m.text);
	seen_release(&m);
	buf_release(&to);
	scene_close(&s);
}
END_TEST

/* What is told of an absence, by the moderator or by who is away, has the
 * midnights of the club, not of where a seat's player lives. */
START_TEST(days_have_no_zone)
{
	static const char *const own[] = { "absence p2 24 nov to 25 nov\n",
		"absence 24 nov to 25 nov game 1\n", "pause until 25 nov\n" };
	struct seen m;

	for (int i = 0; i < 3; i++) {
		scene_open(&s, true);
		s.conf.identity.authserv_id = strdup("mx.example.org");
		scene_game(&s,
		    i == 2 ? "Anna *Bruno Carla" : "Anna Bruno Carla +Maud",
		    "order=given", 9);
		scene_moderate(&s, 1, "anonymous on");
		scene_vouched(&s, 1, 2, "set tz Asia/Tokyo\n");
		scene_moderate(&s, 1, "begin");
		scene_skip(&s);
		scene_vouched(&s, 1, i ? 2 : 0, own[i]);
		scene_say(&s, 1, 1, "history\n");
		last_to("anna@example.net", &m);
		ck_assert_msg(seen_has(&m, "00:00") && !seen_has(&m, "16:00"),
		    "%s", m.text);
		seen_release(&m);
		scene_close(&s);
	}
}
END_TEST

/* Who is at the table, and when they are mailed, as in another game, hears
 * nobody from the moderator who does not play. */
START_TEST(what_a_moderator_hears)
{
	static const char *const ask[] = { "deputy Carla\n", "deputy Dora\n",
		"moderator Carla\n", "moderator Dora\n" };
	struct seen m;
	bool asked = false;

	scene_open(&s, true);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	scene_game(&s, "Anna Bruno Carla +Maud", "order=given", 9);
	scene_game(&s, "Dora Emil", "order=given", 9);
	scene_moderate(&s, 1, "anonymous on");
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	for (size_t i = 0; i < sizeof ask / sizeof *ask; i++) {
		scene_vouched(&s, 1, 0, ask[i]);
		ck_assert_int_eq(scene_next(&s, &m), 1);
		ck_assert_str_eq(m.to, "maud@example.net");
		ck_assert_msg(seen_has(&m, "names are hidden"), "%s", m.text);
		seen_release(&m);
		ck_assert_int_eq(scene_next(&s, &m), 0);
	}
	scene_vouched(&s, 1, 0, "status\n");
	last_to("maud@example.net", &m);
	ck_assert_msg(seen_has(&m, "is waited for") &&
		!seen_has(&m, "the last mail"),
	    "%s", m.text);
	seen_release(&m);
	scene_vouched(&s, 1, 0, "deputy p3\n");
	while (scene_next(&s, &m)) {
		asked |= strcmp(m.to, "carla@example.net") == 0 &&
		    strstr(m.reply_to, "+r.") != NULL;
		seen_release(&m);
	}
	ck_assert(asked);
	scene_close(&s);
}
END_TEST

TESTS(an_office_has_no_name, an_invitation_is_to_one_seat,
    who_resigned_acts_no_more, a_free_seat_is_not_ready,
    who_resigned_moderates_on, an_answer_is_for_its_writer,
    an_answer_to_who_came_back, a_message_is_for_who_sat_there,
    a_message_to_a_hidden_name, an_answer_to_who_moderated, what_stands_below,
    what_names_it_below, the_reason_is_told, who_joins_watches_no_more,
    nobody_is_named, who_left_is_not_named, days_have_no_zone,
    what_a_moderator_hears)
