/* SPDX-License-Identifier: MIT */

/* Who is forgotten is named no more where others wrote of them, in games in
 * which they had no part (store/forget.h). */

#include <check.h>

#include "api.h"
#include "mail/message.h"
#include "store/forget.h"
#include "store/inbox.h"
#include "store/player.h"
#include "store/sql.h"
#include "tests/run.h"

static struct err e;
static struct scene s;

/* A mail of each kind that has words of its writer's in it; and a comment above
 * the log's first event, as of a game that was taken over. */
static void
speak(int64_t game)
{
	struct game g;

	ck_assert_int_eq(game_get(s.db, game, &g, &e), 1);
	g.seq = 0;
	ck_assert_int_ge(game_says(s.db, &g, "; for Zoe to read", &e), 0);
	game_release(&g);
	desk_forget(&s.desk);
	scene_say(&s, game, 1,
	    "broadcast\nZoe said so, zoe@example.com\nendpress\n");
	scene_say(&s, game, 1, "press p2\nZoe's advice\nendpress\n");
	scene_moderate(&s, game, "title Cup of Zoe");
	scene_moderate(&s, game, "set clock 24h: Zoe has time");
}

/* In how many places of a game the text stands. */
static int
places(int64_t game, const char *text)
{
	struct buf like = BUF_INIT;
	int n = 0;

	buf_printf(&like, "%%%s%%", text);
	ck_assert_int_ge(
	    sql_do(s.db, &e,
		"SELECT (SELECT count(*) FROM event WHERE game = $1 AND chat "
		"LIKE $2) + (SELECT count(*) FROM event WHERE game = $1 AND "
		"derived LIKE $2) + (SELECT count(*) FROM press WHERE game = "
		"$1 AND text LIKE $2) + (SELECT count(*) FROM terms WHERE game "
		"= $1 AND title LIKE $2) + (SELECT count(*) FROM game WHERE id "
		"= $1 AND anew LIKE $2)",
		INT(game), TEXT(like.data), TO(n)),
	    0);
	buf_release(&like);
	return n;
}

/* Somebody of the club who has no part in any game. */
static void
forget_zoe(void)
{
	int64_t zoe;

	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(club_player(&s.desk.club, "Zoe", "zoe@example.com",
			     "en", &zoe, &e),
	    0);
	ck_assert_int_eq(forget_player(s.db, zoe, s.now, message_words, &e), 0);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	desk_forget(&s.desk);
}

static bool
says_anew(int64_t game)
{
	return places(game, "# anew forgotten") > 0;
}

/* Mails of the game that were sent, and can be sent again. */
static int
bodies(int64_t game)
{
	int n = 0;

	ck_assert_int_ge(sql_do(s.db, &e,
			     "SELECT count(*) FROM outbox_body JOIN outbox ON "
			     "outbox.id = outbox WHERE game = $1 AND state <> "
			     "0",
			     INT(game), TO(n)),
	    0);
	return n;
}

/* A broadcast in the log and as a message, a message, a title, a reason, a
 * comment. */
enum { SAID = 6 };

/* Broadcast, message, title and reason, in each kind of game, one of which is
 * over; and at a table with somebody else of that name all of it stays, but the
 * address. */
START_TEST(in_games_of_others)
{
	static const char *const kinds[] = { "antwerp", "atlantic-star",
		"claim", "clippers" };
	int64_t game[4], namesake, unnamed;

	scene_open(&s, true);
	for (int i = 0; i < 4; i++) {
		s.kind = kinds[i];
		game[i] = scene_game(&s, "Anna Bruno", "-", 3);
		scene_moderate(&s, game[i], "begin");
		speak(game[i]);
	}
	s.kind = NULL;
	unnamed = scene_game(&s, "Anna Bruno", "-", 3);
	scene_moderate(&s, unnamed, "begin");
	scene_say(&s, unnamed, 1, "broadcast\nHello, Zoes\nendpress\n");
	namesake = scene_game(&s, "Anna Zoe", "-", 3);
	scene_moderate(&s, namesake, "begin");
	speak(namesake);
	scene_finish(&s, game[1]);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(places(game[i], "Zoe"), SAID);
	ck_assert_int_ge(sql_do(s.db, &e, "UPDATE outbox SET state = 1"), 0);
	ck_assert_int_eq(places(namesake, "zoe@example.com"), 2);
	forget_zoe();
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(places(game[i], "Zoe"), 0);
		ck_assert_int_eq(places(game[i], "zoe@example.com"), 0);
		ck_assert_int_eq(says_anew(game[i]), i != 1);
		ck_assert_int_eq(bodies(game[i]) == 0, i == 1);
	}
	ck_assert_int_eq(places(namesake, "Zoe"), SAID);
	ck_assert_int_eq(places(namesake, "zoe@example.com"), 0);
	ck_assert(!says_anew(unnamed));
	ck_assert_int_eq(places(unnamed, "Zoes"), 2);
	scene_close(&s);
}
END_TEST

static int64_t
received(const char *raw)
{
	int64_t id;

	ck_assert_int_eq(inbox_add(s.db, "x", 0, 0, s.now, raw, strlen(raw),
			     &id, &e),
	    1);
	ck_assert_int_eq(inbox_finish(s.db, id, INBOX_ANSWERED, NULL, &e), 0);
	return id;
}

static bool
is_kept(int64_t id)
{
	return sql_do(s.db, &e, "SELECT 1 FROM inbox_body WHERE inbox = $1",
		   INT(id)) > 0;
}

#define FROM "From: bruno@example.com\nSubject: x\n"
#define PLAIN FROM "Content-Type: text/plain; charset="

/* However a mail writes a name, what is left of it is gone. */
START_TEST(in_mails)
{
	static const char *const named[] = {
		FROM "\nAsk Zo\xc3\xab Zeppelin.\n",
		PLAIN "utf-8\nContent-Transfer-Encoding: base64\n\n"
		      "QXNrIFpvw6sgWmVwcGVsaW4uCg==\n",
		PLAIN "utf-8\nContent-Transfer-Encoding: quoted-printable\n\n"
		      "Ask Zo=C3=AB Zep=\npelin.\n",
		PLAIN
		"iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n"
		"\nAsk Zo=EB Zeppelin.\n",
		"From: bruno@example.com\n"
		"Subject: =?utf-8?B?Wm/DqyBaZXBwZWxpbg==?=\n\nAsk.\n",
		FROM "To: =?iso-8859-1?Q?Zo=EB_Zeppelin?= <z@example.com>\n\n"
		     "Ask.\n",
		FROM "Content-Type: text/html\n\n<p>Ask Zo&euml; Zeppelin.\n",
		FROM "Content-Type: multipart/mixed; boundary=b\n\n--b\n\n"
		     "Ask.\n--b\nContent-Type: message/rfc822\n\n" PLAIN
		     "utf-8\nContent-Transfer-Encoding: base64\n\n"
		     "QXNrIFpvw6sgWmVwcGVsaW4uCg==\n\n--b--\n",
	};
	int64_t id[sizeof named / sizeof *named], other, zoe;

	scene_open(&s, true);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		id[i] = received(named[i]);
	other = received(FROM "\nAsk Zo\xc3\xab Zeppeliner.\n");
	ck_assert_int_eq(club_player(&s.desk.club, "Zo\xc3\xab Zeppelin",
			     "zoe@example.com", "en", &zoe, &e),
	    0);
	ck_assert_int_eq(forget_player(s.db, zoe, s.now, message_words, &e), 0);
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		ck_assert_msg(!is_kept(id[i]), "%s", named[i]);
	ck_assert(is_kept(other));
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	scene_close(&s);
}
END_TEST

/* Nobody looks at one that was set aside and names them any more; one of
 * somebody else's waits for the keeper as before. */
START_TEST(in_mails_set_aside)
{
	int64_t theirs, other, zoe;
	int n;

	scene_open(&s, true);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	theirs = received("From: Z <zoe@example.com>\n\nhelp\n");
	other = received(FROM "\nhelp\n");
	ck_assert_int_eq(inbox_put_aside(s.db, theirs, NULL, s.now, &e), 0);
	ck_assert_int_eq(inbox_put_aside(s.db, other, NULL, s.now, &e), 0);
	ck_assert_int_eq(club_player(&s.desk.club, "Zo\xc3\xab Zeppelin",
			     "zoe@example.com", "en", &zoe, &e),
	    0);
	ck_assert_int_eq(forget_player(s.db, zoe, s.now, message_words, &e), 0);
	ck_assert(!is_kept(theirs));
	ck_assert(is_kept(other));
	ck_assert_int_eq(inbox_count(s.db, INBOX_ASIDE, &n, &e), 0);
	ck_assert_int_eq(n, 1);
	ck_assert_int_eq(inbox_settle(s.db, theirs, true, &e), 0);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	scene_close(&s);
}
END_TEST

static void
forget_at(const char *address)
{
	struct player p;

	ck_assert_int_eq(player_by_address(s.db, address, &p, &e), 1);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_msg(forget_player(s.db, p.id, s.now, message_words, &e) == 0,
	    "%s", e.text);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	player_release(&p);
	desk_forget(&s.desk);
}

/* A seat that was Bruno's, then Carla's, then Dora's, all of whom were called
 * otherwise while they had it; and what strangers say of all six names. */
static void
sit_and_rename(int64_t *game, int64_t *others)
{
	scene_open(&s, true);
	*others = scene_game(&s, "Emma Frank", "-", 4);
	*game = scene_game(&s, "Anna Bruno", "-", 3);
	scene_moderate(&s, *others, "begin");
	scene_moderate(&s, *game, "begin");
	scene_say(&s, *others, 1,
	    "broadcast\nBruno, Bertrand, Carla, Clara, Dora and Daan said "
	    "so.\nendpress\n");
	scene_sure(&s, *game, 2, "set name Bertrand\n");
	scene_moderate(&s, *game, "eject p2: Bruno has no time");
	scene_moderate(&s, *game, "replace p2 Carla <carla@example.net>");
	scene_sure(&s, *game, 2, "set name Clara\n");
	scene_moderate(&s, *game, "replace p2 Dora <dora@example.net>");
	scene_sure(&s, *game, 2, "set name Daan\n");
	scene_finish(&s, *game);
	ck_assert_int_eq(places(*game, "held by Bruno"), 1);
	ck_assert_int_eq(places(*game, "held by Carla"), 1);
	ck_assert_int_eq(places(*game, "held by Dora"), 1);
}

/* Whoever else had the seat keeps the names that were theirs. */
START_TEST(names_of_a_seat)
{
	static const struct {
		const char *address, *name[2];
	} who[] = { { "bruno@example.net", { "Bruno", "Bertrand" } },
		{ "carla@example.net", { "Carla", "Clara" } },
		{ "dora@example.net", { "Dora", "Daan" } } };

	for (int i = 0; i < 3; i++) {
		int64_t game, others;

		sit_and_rename(&game, &others);
		forget_at(who[i].address);
		for (int k = 0; k < 6; k++) {
			const char *name = who[k / 2].name[k % 2];
			bool theirs = k / 2 == i;

			ck_assert_msg((places(others, name) == 0) == theirs,
			    "%s: %s", who[i].address, name);
			ck_assert_msg(!theirs || places(game, name) == 0,
			    "%s: %s", who[i].address, name);
		}
		ck_assert_int_eq(places(game, "Bruno has no time"), i != 0);
		ck_assert_int_eq(places(game, "held by Bruno"), i != 0);
		ck_assert_int_eq(places(game, "held by Carla"), i != 1);
		ck_assert_int_eq(places(game, "held by Dora"), i != 2);
		scene_close(&s);
	}
}
END_TEST

static char *
seat_name(int64_t game, int seat)
{
	char *name = NULL;

	ck_assert_int_eq(sql_do(s.db, &e,
			     "SELECT name FROM seat WHERE game = $1 AND seat = "
			     "$2",
			     INT(game), INT(seat), TO(name)),
	    1);
	return name;
}

/* Bruno at three tables of hidden names: one that is called off, one that goes
 * on without him, one that is over; what others say of those names. */
START_TEST(names_that_are_nobodys)
{
	int64_t off, left, over, others;
	char *name[3], *now;
	struct buf said = BUF_INIT;

	scene_open(&s, true);
	off = scene_game(&s, "Anna Bruno", "-", 3);
	left = scene_game(&s, "Anna Bruno Carla", "-", 4);
	over = scene_game(&s, "Anna Bruno", "-", 5);
	others = scene_game(&s, "Emma Frank", "-", 6);
	for (int64_t id = off; id <= over; id++) {
		scene_moderate(&s, id, "anonymous");
		scene_moderate(&s, id, "begin");
		name[id - off] = seat_name(id, 2);
	}
	scene_moderate(&s, left, "eject p2");
	scene_finish(&s, over);
	scene_moderate(&s, others, "begin");
	buf_printf(&said, "broadcast\n%s, %s, %s and Bruno\nendpress\n",
	    name[0], name[1], name[2]);
	scene_say(&s, others, 1, said.data);
	scene_moderate(&s, off, "cancel");
	scene_pass(&s, (int64_t)15 * 86400);
	scene_tick(&s);
	forget_at("bruno@example.net");
	for (int i = 0; i < 3; i++)
		ck_assert_int_gt(places(others, name[i]), 0);
	ck_assert_int_eq(places(others, "Bruno"), 0);
	for (int i = 0; i < 2; i++) {
		now = seat_name(off + i, 2);
		ck_assert_str_eq(now, name[i]);
		free(now);
	}
	now = seat_name(over, 2);
	ck_assert_int_eq(*now, '#');
	free(now);
	for (int i = 0; i < 3; i++)
		free(name[i]);
	buf_release(&said);
	scene_close(&s);
}
END_TEST

/* Where names were shown, what their owner changed later is theirs. */
START_TEST(names_once_shown)
{
	int64_t game, others;

	scene_open(&s, true);
	game = scene_game(&s, "Anna Bruno", "-", 3);
	others = scene_game(&s, "Emma Frank", "-", 4);
	scene_moderate(&s, game, "anonymous");
	scene_moderate(&s, game, "begin");
	scene_moderate(&s, game, "anonymous off");
	scene_sure(&s, game, 2, "set name Bertrand\n");
	scene_moderate(&s, others, "begin");
	scene_say(&s, others, 1, "broadcast\nBruno and Bertrand\nendpress\n");
	scene_finish(&s, game);
	forget_at("bruno@example.net");
	ck_assert_int_eq(places(others, "Bruno"), 0);
	ck_assert_int_eq(places(others, "Bertrand"), 0);
	ck_assert_int_eq(places(game, "Bruno"), 0);
	scene_close(&s);
}
END_TEST

TESTS(in_games_of_others, in_mails, in_mails_set_aside, names_of_a_seat,
    names_that_are_nobodys, names_once_shown)
