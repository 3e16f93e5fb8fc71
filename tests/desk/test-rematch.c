/* SPDX-License-Identifier: MIT */

/* The last mail of a game, and the same people once more: a whole rematch of a
 * rematch, who may ask for one, and what stays secret. */

#include <check.h>

#include "computer/level.h"
#include "scene.h"
#include "store/clock.h"
#include "store/game.h"
#include "store/seat.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

static void
open_scene(const char *kind, const char *names, const char *options)
{
	memset(&s, 0, sizeof s);
	scene_open(&s, true);
	s.kind = kind;
	scene_game(&s, names, options, 5);
	scene_moderate(&s, 1, "set clock 48h grace 2h late bot");
	scene_moderate(&s, 1, "begin");
}

static void
skip_mails(void)
{
	struct seen m;

	while (scene_next(&s, &m))
		seen_release(&m);
}

/* The first new mail to an address; the others are skipped. */
static void
mail_to(const char *address, struct seen *out)
{
	struct seen m;
	bool found = false;

	while (scene_next(&s, &m)) {
		if (!found && strcmp(m.to, address) == 0) {
			*out = m;
			found = true;
		} else {
			seen_release(&m);
		}
	}
	ck_assert_msg(found, "no mail to %s", address);
}

static void
assert_said(const char *address, const char *what)
{
	struct seen m;

	mail_to(address, &m);
	ck_assert_msg(strstr(m.text, what) != NULL, "%s: %s", what, m.text);
	seen_release(&m);
}

static enum game_state
state_of(int64_t id)
{
	struct game g;
	enum game_state state;

	ck_assert_int_eq(game_get(s.db, id, &g, &e), 1);
	state = g.state;
	game_release(&g);
	return state;
}

/* Seats as "=, bruno, carla": the names of who holds them. */
static void
assert_seats(int64_t id, const char *want)
{
	struct seat seat[SEATS_MAX + 1];
	struct buf b = BUF_INIT;
	int n = seat_all(s.db, id, seat, &e);

	for (int i = 1; i <= n; i++) {
		buf_printf(&b, "%s%s", i > 1 ? ", " : "",
		    seat[i].computer   ? "=" :
			seat[i].player ? seat[i].name :
					 "-");
		seat_release(&seat[i]);
	}
	ck_assert_str_eq(buf_text(&b), want);
	buf_release(&b);
}

static void
assert_same_settings(int64_t a, int64_t b)
{
	struct game g, h;
	struct clock_row c, d;

	ck_assert_int_eq(game_get(s.db, a, &g, &e), 1);
	ck_assert_int_eq(game_get(s.db, b, &h, &e), 1);
	ck_assert_str_eq(g.kind, h.kind);
	ck_assert_str_eq(g.options, h.options);
	ck_assert_str_eq(g.lang, h.lang);
	ck_assert_int_eq(clock_get(s.db, a, &c, &e), 1);
	ck_assert_int_eq(clock_get(s.db, b, &d, &e), 1);
	ck_assert_int_eq(c.turn, 48 * 3600);
	ck_assert_int_eq(c.turn, d.turn);
	ck_assert_int_eq(c.grace, d.grace);
	ck_assert_int_eq(c.late, d.late);
	game_release(&g);
	game_release(&h);
}

/* How often in a row of mails each of those who had to do with a game is told
 * how it ended, and that all of it is told to each. */
static int
last_mails(int64_t game, const char *former)
{
	struct seen m;
	int n = 0;

	scene_skip(&s);
	scene_finish(&s, game);
	while (scene_next(&s, &m)) {
		bool left = strcmp(m.to, former) == 0;

		n++;
		ck_assert_msg(strstr(m.subject, "won – Atlantic Star is over"),
		    "%s", m.subject);
		ck_assert_msg(seen_has(&m, "Atlantic Star is over, won by") &&
			seen_has(&m, "FINAL SCORES") &&
			seen_has(&m, "WHAT WAS SECRET") &&
			seen_has(&m, "this game") &&
			seen_has(&m, "https://games.example.org/archive/"),
		    "%s", m.text);
		ck_assert_int_eq(seen_has(&m, "Once more?"), m.seat > 0);
		ck_assert_int_eq(seen_has(&m, "Thank you for having played"),
		    left);
		ck_assert_int_eq(seen_has(&m, "Thank you for playing"),
		    m.seat > 0);
		ck_assert_int_eq(seen_has(&m, "for running this game"),
		    strcmp(m.to, "maud@example.net") == 0);
		seen_release(&m);
	}
	return n;
}

/* Seats, whoever moderates, whoever watches, and whoever had a seat. */
START_TEST(the_last_mail_is_for_all)
{
	struct player eve;

	open_scene("atlantic-star", "Anna Bruno Carla +Maud", "order=given");
	s.desk.club.archive = "https://games.example.org/archive";
	scene_game(&s, "Eve Frits", "-", 5);
	ck_assert_int_eq(player_by_address(s.db, "eve@example.net", &eve, &e),
	    1);
	scene_watch(&s, 1, eve.id);
	player_release(&eve);
	scene_moderate(&s, 1, "replace p3 Dora <dora@example.net>");
	ck_assert_int_eq(last_mails(1, "carla@example.net"), 3 + 1 + 1 + 1);
	scene_close(&s);
}
END_TEST

/* Who left and wants no mail, and a game that none but its players may see. */
START_TEST(the_last_mail_is_not_for_these)
{
	open_scene("atlantic-star", "Anna Bruno Carla +Maud", "order=given");
	s.desk.club.archive = "https://games.example.org/archive";
	scene_sure(&s, 1, 3, "set notify none\n");
	scene_moderate(&s, 1, "eject p3");
	ck_assert_int_eq(last_mails(1, "carla@example.net"), 2 + 1);
	scene_game(&s, "Anna Bruno Emil", "order=given", 5);
	scene_moderate(&s, 2, "begin");
	scene_moderate(&s, 2, "observers off");
	scene_moderate(&s, 2, "eject p3");
	ck_assert_int_eq(last_mails(2, "emil@example.net"), 2);
	scene_close(&s);
}
END_TEST

/* The name of seat 2 in the game that Anna founds against a computer. */
static void
name_of_computer(char out[64])
{
	struct match *m;

	scene_say(&s, 1, 1, "create claim computer easy seats 2\n");
	ck_assert_int_eq(match_open(&s.desk.club, 2, &m, &e), 1);
	ck_assert_int_eq(m->game.state, GAME_RUNNING);
	ck_assert_int_eq(m->seat[2].computer, level_find("easy", 4));
	snprintf(out, 64, "%s", m->seat[2].name);
	match_drop(m);
}

/* Of two that are called alike the person was first. */
START_TEST(computers_are_called_as_nobody_is)
{
	char name[64], other[64], line[80];

	open_scene("clippers", "Anna Bruno", "-");
	name_of_computer(name);
	ck_assert_str_ne(name, "Computer 2");
	scene_close(&s);
	for (char *p = name; (p = strchr(p, ' ')) != NULL;)
		*p = '_';
	snprintf(line, sizeof line, "Anna %s", name);
	open_scene("clippers", line, "-");
	name_of_computer(other);
	ck_assert_str_eq(other, "Computer 2");
	scene_close(&s);
}
END_TEST

/* Whether a game that is over has pages, as its last mail says too. */
static void
assert_archived(const char *names, const char *options, bool archived)
{
	struct seen m;
	struct match *over;

	open_scene("clippers", names, options);
	s.desk.club.archive = "https://games.example.org/archive";
	scene_finish(&s, 1);
	scene_last(&s, 1, 1, &m);
	ck_assert_int_eq(seen_has(&m, "https://games.example.org/archive/"),
	    archived);
	seen_release(&m);
	ck_assert_int_eq(match_open(&s.desk.club, 1, &over, &e), 1);
	ck_assert_int_eq(match_archived(over, &e), archived);
	match_drop(over);
	scene_close(&s);
}

/* One person against computers has them if that was asked for. */
START_TEST(alone_without_pages)
{
	assert_archived("Anna =Robot", "-", false);
	assert_archived("Anna =Robot =Robbie", "archive=no", false);
	assert_archived("Anna =Robot", "archive=yes", true);
	assert_archived("Anna Bruno", "-", true);
	assert_archived("Anna Bruno =Robot", "-", true);
	assert_archived("Anna Bruno", "archive=no", false);
}
END_TEST

START_TEST(the_same_people_once_more)
{
	open_scene("atlantic-star", "Anna =Robot Bruno Carla",
	    "open=yes order=given");
	scene_finish(&s, 1);
	scene_say(&s, 1, 4, "rematch\n");
	assert_same_settings(1, 2);
	assert_seats(2, "=, -, Carla, -");
	/* Both others by the old game, and nobody founds another. */
	scene_say(&s, 1, 1, "rematch\n");
	assert_seats(2, "=, -, Carla, Anna");
	ck_assert_int_eq(state_of(2), GAME_SETUP);
	scene_say(&s, 1, 3, "rematch\n");
	assert_seats(2, "=, Bruno, Carla, Anna");
	ck_assert_int_eq(state_of(2), GAME_RUNNING);
	skip_mails();
	scene_say(&s, 1, 1, "rematch\n");
	assert_said("anna@example.net", "it has begun");
	/* And that is over as well. */
	scene_finish(&s, 2);
	ck_assert_int_eq(state_of(2), GAME_OVER);
	scene_say(&s, 2, 2, "rematch\n");
	assert_seats(3, "Bruno, -, -, =");
	scene_close(&s);
}
END_TEST

/* Who takes longer than the invitation is good for finds the same seat, while
 * nobody else has it, and is ready there; by either word. */
START_TEST(the_same_seats_after_the_invitations)
{
	open_scene("atlantic-star", "Anna Bruno Carla Dora", "order=given");
	scene_finish(&s, 1);
	scene_say(&s, 1, 1, "rematch\n");
	scene_pass(&s, 15 * 86400);
	scene_say(&s, 1, 4, "rematch\n");
	assert_seats(2, "-, -, Dora, Anna");
	scene_say(&s, 1, 3, "join 2\n");
	assert_seats(2, "-, Carla, Dora, Anna");
	scene_say(&s, 1, 2, "rematch\n");
	assert_seats(2, "Bruno, Carla, Dora, Anna");
	ck_assert_int_eq(state_of(2), GAME_RUNNING);
	scene_close(&s);
}
END_TEST

START_TEST(only_who_played_a_game_that_is_over)
{
	open_scene("claim", "Anna Bruno +Maud", "-");
	skip_mails();
	scene_say(&s, 1, 1, "rematch\n");
	assert_said("anna@example.net", "not over yet");
	scene_say(&s, 1, 0, "cancel\n");
	skip_mails();
	/* It can still be revived. */
	scene_say(&s, 1, 2, "rematch\n");
	assert_said("bruno@example.net", "not over yet");
	scene_say(&s, 1, 0, "rematch\n");
	assert_said("maud@example.net", "no seat");
	scene_close(&s);
}
END_TEST

/* Of an anonymous game that was called off nobody hears who played it: not by
 * who is asked again, nor by what counts for whom. */
START_TEST(names_that_stay_hidden)
{
	memset(&s, 0, sizeof s);
	scene_open(&s, true);
	s.kind = "clippers";
	scene_game(&s, "Anna Bruno +Maud", "-", 5);
	scene_moderate(&s, 1, "anonymous");
	scene_moderate(&s, 1, "begin");
	scene_moderate(&s, 1, "cancel");
	scene_pass(&s, 15 * 86400);
	scene_tick(&s);
	skip_mails();
	scene_say(&s, 1, 1, "rematch\n");
	assert_said("anna@example.net", "It stays secret");
	scene_say(&s, 1, 1, "stats Bruno\n");
	assert_said("anna@example.net", "Nobody called");
	scene_close(&s);
}
END_TEST

/* Asked for once: whoever founds it may call it off, and that is that. */
START_TEST(what_was_called_off_is_not_asked_again)
{
	open_scene("clippers", "Anna Bruno", "-");
	scene_finish(&s, 1);
	scene_say(&s, 1, 2, "rematch\n");
	scene_moderate(&s, 2, "cancel");
	skip_mails();
	scene_say(&s, 1, 1, "rematch\n");
	assert_said("anna@example.net", "was called off");
	scene_close(&s);
}
END_TEST

/* Nobody fills the club with rematches either. */
START_TEST(founding_has_its_limit)
{
	open_scene("clippers", "Anna Bruno", "-");
	s.conf.club.games = 0;
	scene_finish(&s, 1);
	skip_mails();
	scene_say(&s, 1, 2, "rematch\n");
	assert_said("bruno@example.net", "more are not allowed");
	scene_close(&s);
}
END_TEST

/* The last mail as it is, or with what is kept secret for good. */
static void
assert_secrets(const char *kind, const char *options, bool told)
{
	struct seen m;

	open_scene(kind, "Anna Bruno", options);
	skip_mails();
	scene_finish(&s, 1);
	mail_to("anna@example.net", &m);
	ck_assert_msg((strstr(m.text, "WHAT WAS SECRET") != NULL) == told, "%s",
	    m.text);
	/* The table of seats above agrees. */
	if (strcmp(kind, "atlantic-star") == 0)
		ck_assert_msg((strstr(m.text, "  secret  ") == NULL) == told,
		    "%s", m.text);
	ck_assert_ptr_nonnull(strstr(m.subject, " won – "));
	ck_assert_ptr_nonnull(strstr(m.text, "Thanks to the keeper"));
	seen_release(&m);
	scene_close(&s);
}

START_TEST(secrets_are_told_where_they_are_open)
{
	assert_secrets("atlantic-star", "order=given", true);
	assert_secrets("atlantic-star", "reveal=no", false);
	assert_secrets("antwerp", "-", true);
	assert_secrets("antwerp", "reveal=no", false);
	assert_secrets("clippers", "-", false);
	assert_secrets("claim", "-", false);
}
END_TEST

TESTS(alone_without_pages, computers_are_called_as_nobody_is,
    the_last_mail_is_for_all, the_last_mail_is_not_for_these,
    the_same_people_once_more, the_same_seats_after_the_invitations,
    only_who_played_a_game_that_is_over, names_that_stay_hidden,
    what_was_called_off_is_not_asked_again, founding_has_its_limit,
    secrets_are_told_where_they_are_open)
