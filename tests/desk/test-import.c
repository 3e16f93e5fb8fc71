/* SPDX-License-Identifier: MIT */

/* A server that is thrown away in the middle of its games and comes back from
 * their logs alone: they end as they would have, byte for byte. */

#include <check.h>

#include "api.h"
#include "base/clock.h"
#include "base/mem.h"
#include "game/table.h"
#include "log/strict.h"
#include "mail/message.h"
#include "match/clocks.h"
#include "match/import.h"
#include "match/tenure.h"
#include "post/show.h"
#include "store/forget.h"
#include "store/player.h"
#include "tests/last.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

static int64_t
import(const struct buf *log, const struct import *how)
{
	int64_t id;

	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_msg(match_import(api_house(), log->data, log->len, how, &id,
			  &e) == 0,
	    "%s", e.text);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	return id;
}

static void
take_over(const struct buf *log, int seats, int64_t want)
{
	static const char *const address[] = { NULL, "g@new.example",
		"b@new.example", "c@new.example", "d@new.example",
		"e@new.example", "f@new.example" };
	struct import how = { .seats = seats };

	for (int s = 1; s <= seats; s++)
		how.seat[s].address = address[s];
	ck_assert_int_eq(import(log, &how), want);
}

static int
seats_of(const struct buf *log)
{
	const char *p = strstr(log->data, "\nSeats: ");
	int n = 0;

	for (p += 8; *p != '\n'; p++)
		n += *p == 'p';
	return n;
}

/* Every running game's seat gets one mail with the new token. */
static void
check_mails(const struct buf *log, int n)
{
	struct seen m;
	int mails = 0, seats = 0;

	for (int i = 0; i < n; i++)
		seats += seats_of(&log[i]);
	while (scene_next(&api, &m) == 1) {
		mails++;
		ck_assert(strstr(m.to, "@new.example") != NULL);
		ck_assert(strstr(m.reply_to, "games+") != NULL);
		seen_release(&m);
	}
	ck_assert_int_eq(mails, seats);
}

/* What is known of clocks, in words. */
static void
add_clocks(struct match *m, struct buf *out)
{
	clock_words(&m->clock.row, out);
	buf_printf(out,
	    clocks_paused(&m->clock, m->now) ? " paused" : " running");
	for (int s = 1; s <= m->seats; s++)
		buf_printf(out, "\np%d due %lld late %lld away %lld held %d", s,
		    (long long)m->clock.pace[s].due,
		    (long long)m->clock.pace[s].late,
		    (long long)clock_away(m, s),
		    clocks_stopped(&m->clock, CLOCK_HOLD, s, m->seat[s].holder,
			m->now) > m->now);
}

/* Where a game stands: clocks, seats, decisions, and what each reader sees. */
static void
add_state(int64_t id, struct buf *out)
{
	struct match *m;

	buf_clear(out);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	add_clocks(m, out);
	buf_printf(out, "\nstate %d board %d turn %d opened %d\n",
	    (int)m->game.state, m->game.board, m->game.turn, m->game.opened);
	for (int s = 1; s <= m->seats; s++)
		buf_printf(out, "p%d %s computer %d holder %d decision %d\n", s,
		    m->seat[s].name, m->seat[s].computer, m->seat[s].holder,
		    match_to_act(m) & SEAT_BIT(s) ? m->seat[s].decision : 0);
	for (int s = OBSERVER; s <= m->seats; s++)
		if (s != 0)
			ck_assert_int_eq(match_show(m, s, "en", "list", 72, out,
					     &e),
			    0);
	match_drop(m);
}

/* Where two texts part, as whole ones are too long for a message. */
static void
same_text(const char *is, const char *want)
{
	size_t at = 0, line = 0;

	for (; is[at] && is[at] == want[at]; at++)
		if (is[at] == '\n' || at - line > 100)
			line = at + 1;
	ck_assert_msg(is[at] == want[at], "%.200s\nis not\n%.200s", is + line,
	    want + line);
}

/* The mails to the seats of a game, as read, without their numbers. */
enum { LETTERS = 600 };
struct letters {
	char *at[SEATS_MAX + 1][LETTERS];
	int n[SEATS_MAX + 1];
};

/* The next mail out; those that were recalled have left gaps. */
static bool
next_letter(struct seen *m)
{
	enum { GAP = 50 };

	for (int i = 0; i < GAP; i++) {
		if (scene_next(&api, m) == 1)
			return true;
		api.last++;
	}
	api.last -= GAP;
	return false;
}

static void
take_letters(struct letters *l)
{
	struct seen m;

	while (next_letter(&m)) {
		struct buf b = BUF_INIT;
		char *mark = strstr(m.text, "\nmail ");

		/* Who has left is known where they left alone: no other club
		 * tells them how it ended. They have no place at the table. */
		if (mark != NULL && strncmp(mark, "\nmail 0.", 8) == 0) {
			buf_release(&b);
			seen_release(&m);
			continue;
		}
		ck_assert_int_lt(l->n[m.seat], LETTERS);
		if (mark != NULL)
			*mark = '\0';
		buf_printf(&b, "%s\n", m.subject);
		text_flatten(m.text, &b);
		l->at[m.seat][l->n[m.seat]++] = buf_steal(&b);
		seen_release(&m);
	}
}

static void
free_letters(struct letters *l)
{
	for (int s = 0; s <= SEATS_MAX; s++)
		for (int i = 0; i < l->n[s]; i++)
			free(l->at[s][i]);
	memset(l, 0, sizeof *l);
}

/* The reference comes with the first turn mail that a seat gets here, or only
 * by name: it ends what is compared. */
static void
cut_reference(char *text)
{
	static const char *const begins[] = { "READING THE TABLES", "CHART ",
		"SIGNS on the map", "What the signs mean" };

	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
		char *at = strstr(text, begins[i]);

		if (at != NULL)
			*at = '\0';
	}
}

/* From its second mail on a seat reads what it would have read. The first
 * begins with other news: what it was told with the new tokens. */
static void
compare_letters(const struct letters *is, const struct letters *want)
{
	for (int s = 0; s <= SEATS_MAX; s++) {
		ck_assert_msg(is->n[s] == want->n[s],
		    "seat %d: %d, not %d: %.200s", s, is->n[s], want->n[s],
		    want->n[s] ? want->at[s][0] : "");
		for (int i = 1; i < is->n[s]; i++) {
			cut_reference(is->at[s][i]);
			cut_reference(want->at[s][i]);
			same_text(is->at[s][i], want->at[s][i]);
		}
	}
}

/* One of the games that are thrown away. */
struct thrown {
	int64_t id, moment;
	struct buf half, state, whole;
	struct letters letters;
};

static void
play_on(int64_t id, struct letters *letters)
{
	bool on = true;

	while (on) {
		on = api_move(id);
		take_letters(letters);
	}
}

static void
play_undisturbed(struct thrown *t)
{
	api_adventures(t->id);
	take_letters(&t->letters);
	free_letters(&t->letters);
	t->moment = clock_now();
	api_log(t->id, true, &t->half);
	add_state(t->id, &t->state);
	play_on(t->id, &t->letters);
	api_log(t->id, true, &t->whole);
	ck_assert(strstr(t->whole.data, "\n%end finished ") != NULL);
	ck_assert(strstr(t->half.data, "\n> by the moderator Wim: a slip"));
	if (strstr(t->half.data, "\nGame: antwerp/") != NULL)
		ck_assert(strstr(t->half.data, " p2 standing anchor lock @"));
}

static void
play_restored(const struct thrown *t)
{
	static struct letters letters; /* too large for a stack */
	struct buf text = BUF_INIT;

	clock_pin(t->moment);
	api_log(t->id, true, &text);
	same_text(text.data, t->half.data);
	add_state(t->id, &text);
	same_text(text.data, t->state.data);
	play_on(t->id, &letters);
	api_log(t->id, true, &text);
	same_text(text.data, t->whole.data);
	compare_letters(&letters, &t->letters);
	free_letters(&letters);
	buf_release(&text);
}

/* Of each game the most seats; fewer have the same rows. */
static int
found_some(int64_t id[API_GAMES])
{
	int all = api_found_all(id), n = 0;

	for (int i = 0; i < all; i++)
		if ((i % 2 == 1 && fresh_tries(i / 2, 4)) || is_long())
			id[n++] = id[i];
	return n;
}

START_TEST(thrown_away)
{
	static struct thrown t[API_GAMES];
	struct buf half[API_GAMES];
	int64_t id[API_GAMES];
	int n;

	scene_open(&api, true);
	n = found_some(id);
	for (int i = 0; i < n; i++) {
		t[i].id = id[i];
		play_undisturbed(&t[i]);
		half[i] = t[i].half;
	}
	scene_close(&api);

	scene_open(&api, true);
	for (int i = 0; i < n; i++) {
		clock_pin(t[i].moment);
		take_over(&t[i].half, seats_of(&t[i].half), t[i].id);
	}
	check_mails(half, n);
	for (int i = 0; i < n; i++)
		play_restored(&t[i]);
	scene_close(&api);
	for (int i = 0; i < n; i++) {
		buf_release(&t[i].half);
		buf_release(&t[i].state);
		buf_release(&t[i].whole);
		free_letters(&t[i].letters);
	}
}
END_TEST

/* What a mail to seat 1 of the game says of its history. */
static void
history_of(int64_t id, struct seen *out)
{
	scene_skip(&api);
	scene_say(&api, id, 1, "history\n");
	scene_last(&api, id, 1, out);
}

/* Who held a seat is known of a game that was taken over as well: by the log,
 * at each of two handovers; and then by what happens here. */
START_TEST(who_sat_there)
{
	struct buf log = BUF_INIT;
	struct seen m;
	int64_t id;

	scene_open(&api, true);
	id = scene_game(&api, "Anna Bruno", "order=given", 5);
	scene_moderate(&api, id, "begin");
	scene_say(&api, id, 1, "charter 0\n");
	scene_say(&api, id, 2, "charter 0\n");
	scene_moderate(&api, id, "replace p2 Dora <dora@example.net>");
	scene_say(&api, id, 1, "charter 0\n");
	scene_say(&api, id, 2, "charter 0\n");
	scene_moderate(&api, id, "eject p2");
	scene_moderate(&api, id, "replace p2 Eva <eva@example.net>");
	api_log(id, true, &log);
	ck_assert_msg(strstr(log.data, "! replace p2 @") != NULL &&
		strstr(log.data, "\n> held by Bruno\n") != NULL &&
		strstr(log.data, "\n> held by Dora\n") != NULL,
	    "%s", log.data);
	scene_close(&api);

	scene_open(&api, true);
	take_over(&log, 2, id);
	for (int i = 0; i < 2; i++) {
		history_of(id, &m);
		ck_assert_msg(seen_has(&m, "Bruno chartered") &&
			seen_has(&m, "Dora chartered") &&
			seen_has(&m,
			    i ? "Frits has taken over" : "Eva has taken over"),
		    "%s", m.text);
		seen_release(&m);
		scene_moderate(&api, id, "replace p2 Frits <f@example.net>");
	}
	buf_clear(&log);
	api_log(id, true, &log);
	ck_assert_ptr_nonnull(strstr(log.data, "\n> held by Eva\n"));
	scene_close(&api);
	buf_release(&log);
}
END_TEST

/* Who is put out of the seat that a computer player has for them has left it
 * once, so whose it was before is not forgotten. */
START_TEST(put_out_of_a_seat_that_was_left)
{
	struct seen m;
	int64_t id;

	scene_open(&api, true);
	id = scene_game(&api, "Anna Bruno", "order=given", 5);
	scene_moderate(&api, id, "begin");
	scene_say(&api, id, 1, "charter 0\n");
	scene_say(&api, id, 2, "charter 0\n");
	scene_moderate(&api, id, "replace p2 Dora <dora@example.net>");
	scene_say(&api, id, 1, "charter 0\n");
	scene_say(&api, id, 2, "charter 0\n");
	scene_moderate(&api, id, "dummy p2");
	scene_moderate(&api, id, "eject p2");
	scene_moderate(&api, id, "replace p2 Eva <eva@example.net>");
	history_of(id, &m);
	ck_assert_msg(seen_has(&m, "Bruno chartered") &&
		seen_has(&m, "Dora chartered"),
	    "%s", m.text);
	seen_release(&m);
	scene_close(&api);
}
END_TEST

/* No name of theirs is left, now that the game is over. */
static void
forget_anne(int64_t id)
{
	struct buf log = BUF_INIT;
	struct player p;

	scene_finish(&api, id);
	ck_assert_int_eq(player_by_address(api.db, "anna@example.net", &p, &e),
	    1);
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(forget_player(api.db, p.id, clock_now(), message_words,
			     &e),
	    0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	player_release(&p);
	club_forget(api_house());
	api_log(id, true, &log);
	ck_assert_msg(strstr(log.data, "Ann") == NULL &&
		strstr(log.data, "! rename p1") != NULL,
	    "%s", log.data);
	buf_release(&log);
}

/* Who is called otherwise is so in the games that they play; what they did
 * before is told by the name of then, here, of a game taken over, and of its
 * log. */
START_TEST(another_name)
{
	struct buf log = BUF_INIT;
	struct tenures past;
	struct seen m;
	int64_t id;

	scene_open(&api, true);
	id = scene_game(&api, "Anna Bruno", "order=given", 5);
	scene_moderate(&api, id, "begin");
	scene_say(&api, id, 1, "charter 0\n");
	scene_say(&api, id, 2, "charter 0\n");
	scene_sure(&api, id, 1, "set name Annika\n");
	scene_say(&api, id, 1, "charter 0\n");
	scene_sure(&api, id, 1, "set name Anne\n");
	scene_say(&api, id, 2, "press anna\nHello!\nendpress\ncharter 0\n");
	scene_last(&api, id, 1, &m);
	ck_assert_msg(seen_has(&m, "Hello!"), "%s", m.text);
	seen_release(&m);
	api_log(id, true, &log);
	ck_assert_msg(strstr(log.data, "Seat-p1: Anne\n") != NULL &&
		strstr(log.data, "\n> held by Anna\n") != NULL &&
		strstr(log.data, "\n> held by Annika\n") != NULL,
	    "%s", log.data);
	tenures_of_log(log.data, log.len, &past);
	ck_assert_uint_eq(past.n, 2);
	ck_assert_str_eq(tenure_at(&past, 1, 1)->name, "Anna");
	tenures_release(&past);
	for (int i = 0; i < 2; i++) {
		scene_say(&api, id, 2, "history\n");
		scene_last(&api, id, 2, &m);
		ck_assert_msg(seen_has(&m, "Anna chartered") &&
			seen_has(&m, "Anna is called Annika from now on") &&
			seen_has(&m, "Annika chartered") &&
			seen_has(&m, "Annika is called Anne from now on"),
		    "%s", m.text);
		seen_release(&m);
		if (i == 0)
			forget_anne(id);
		scene_close(&api);
		scene_open(&api, true);
		if (i == 0)
			take_over(&log, 2, id);
	}
	scene_close(&api);
	buf_release(&log);
}
END_TEST

/* What a computer player did for a seat that was left is its own, until the
 * seat is taken, and where it is not; but what its last holder is called anew
 * meanwhile, as at the end of a game without names, is theirs. */
START_TEST(stood_in)
{
	static const char text[] =
	    "%turnlog 1\nGame: claim/1\n\n1 p2 end\n2 ! eject p2\n3 p2 end\n"
	    "4 ! replace p2\n> held by Bruno\n5 p2 end\n6 ! eject p2\n"
	    "7 p2 end\n8 ! rename p2\n> held by Heron\n9 p2 end\n"
	    "10 ! replace p2\n> held by Dora\n11 p2 end\n12 ! eject p2\n"
	    "13 p2 end\n";
	static const char *const who[] = { "Bruno", "Bruno", "Computer 2",
		"Heron", "Heron", "Heron", "Computer 2", "Dora", "Computer 2",
		NULL, NULL, NULL, "Computer 2" };
	struct tenures past;

	tenures_of_log(text, sizeof text - 1, &past);
	for (int seq = 1; seq <= 13; seq++) {
		const struct tenure *t = tenure_at(&past, 2, seq);
		const char *name = t != NULL ? t->name : NULL;

		ck_assert_msg(who[seq - 1] == NULL ?
			name == NULL :
			name != NULL && strcmp(name, who[seq - 1]) == 0,
		    "%d: %s", seq, name != NULL ? name : "-");
		ck_assert_ptr_null(tenure_at(&past, 1, seq));
		ck_assert(seq == 4 || seq == 8 || seq == 10 ||
		    tenure_ended(&past, seq) == NULL);
	}
	ck_assert_str_eq(tenure_ended(&past, 4), "Bruno");
	ck_assert_str_eq(tenure_ended(&past, 8), "Heron");
	ck_assert_str_eq(tenure_ended(&past, 10), "Dora");
	tenures_release(&past);
}
END_TEST

/* "You" are who you were. */
START_TEST(another_name_of_mine)
{
	struct seen m;
	int64_t id;

	scene_open(&api, true);
	id = scene_game(&api, "Anna Bruno", "order=given", 5);
	scene_moderate(&api, id, "begin");
	scene_say(&api, id, 1, "charter 0\n");
	scene_sure(&api, id, 1, "set name Annika\n");
	history_of(id, &m);
	ck_assert_msg(seen_has(&m, "You chartered") &&
		seen_has(&m, "You are called Annika from now on"),
	    "%s", m.text);
	seen_release(&m);
	scene_close(&api);
}
END_TEST

enum { HOUR = 3600, DAY = 24 * HOUR };

static int
first_to_act(const struct match *m)
{
	int seat = 1;

	while (!(match_to_act(m) & SEAT_BIT(seat)))
		seat++;
	return seat;
}

/* A move in this very moment, not at the minute of api_move. */
static void
move_on(int64_t id)
{
	struct match *m = api_open(id);
	struct moves legal = MOVES_INIT;
	struct refusal why;
	int seat = first_to_act(m);

	clock_pin(m->now + HOUR);
	m->now = clock_now();
	m->kind->rules->legal(m->kind->data, table_position(m->table), seat,
	    &legal);
	ck_assert_int_eq(match_move(m, seat, &legal.at[legal.n - 1], &why, &e),
	    0);
	moves_release(&legal);
	api_finish(m);
}

static void
note_outage(struct match *m, int64_t from, int64_t until)
{
	const struct clock_outage o = { .from = from,
		.until = until,
		.noted = until };

	clock_pin(until);
	OK(clock_outage(m, &o, &e));
	api_finish(m);
}

/* The machine's clock is ten years ahead, and a move is made then. */
static void
wrong_for_a_minute(struct match *m)
{
	int64_t id = m->game.id, now = m->now;

	note_outage(m, now, now + 3650 * DAY);
	move_on(id);
	clock_pin(now + 60);
	note_outage(api_open(id), now, now + 60);
}

/* Act i of many that change clocks, some hours after the one before. */
static void
wind(int64_t id, int i)
{
	const struct clock_row row = { 50 * HOUR, 4 * HOUR, 12 * HOUR, 0x3e,
		CLOCK_WAIT, 30 * DAY, "24h,3h", "Europe/Amsterdam", 0 };
	struct match *m = api_open(id);
	struct refusal why = { 0 };
	int seat = first_to_act(m), rc;
	int64_t now = m->now + 8 * HOUR + i;
	const struct clock_act act[] = {
		{ .what = DO_SET, .to = &row },
		{ .what = DO_EXTEND, .seconds = 90 },
		{ .what = DO_PAUSE },
		{ .what = DO_RESUME },
		{ .what = DO_ABSENCE,
		    .seat = 1,
		    .from = now + HOUR,
		    .until = now + 3 * DAY },
		{ .what = DO_BACK, .seat = 1 },
		[8] = { .what = DO_ABSENCE,
		    .seat = seat,
		    .from = now,
		    .until = now + 40 * HOUR },
		{ .what = DO_PAUSE },
		{ .what = DO_RESUME },
	};

	if (i == 11) {
		wrong_for_a_minute(m);
		return;
	}
	clock_pin(now);
	m->now = now;
	if (i == 6)
		rc = clock_hold(m, seat, now + 20 * HOUR, &e) - 1;
	else if (i == 7)
		rc = clock_outage(m,
		    &(struct clock_outage){ .from = now - 4 * HOUR,
			.until = now,
			.noted = now },
		    &e);
	else
		rc = clock_ask(m, &act[i], &why, &e);
	ck_assert_msg(rc == 0, "%d: %s", i, why.code);
	api_finish(m);
}

static void
clocks_of(int64_t id, struct buf *out)
{
	struct match *m;

	buf_clear(out);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	add_clocks(m, out);
	match_drop(m);
}

/* The clocks of a game are in its log: settings, what was added, what stands
 * still and how long it stood, and when each decision opened. */
START_TEST(clocks_come_back)
{
	enum { ACTS = 12 };
	struct clock_row first = { 24 * HOUR, 0, 6 * HOUR, 0, CLOCK_WAIT,
		30 * DAY, "", "Europe/Amsterdam", 0 };
	struct buf log[ACTS][4] = { { BUF_INIT } };
	struct buf told[ACTS][4] = { { BUF_INIT } }, now = BUF_INIT;
	int64_t at[ACTS], id[4];
	int n = 0;

	scene_open(&api, true);
	api_house()->clock = first;
	for (; game_registry[n]; n++) {
		id[n] = api_found(game_registry[n], game_registry[n]->min_seats,
		    (uint8_t)(n + 1));
		api_begin(id[n]);
	}
	for (int i = 0; i < ACTS; i++) {
		for (int k = 0; k < n; k++) {
			wind(id[k], i);
			move_on(id[k]);
			move_on(id[k]);
			api_log(id[k], true, &log[i][k]);
		}
		at[i] = clock_now();
		for (int k = 0; k < n; k++)
			clocks_of(id[k], &told[i][k]);
	}
	ck_assert(strstr(log[9][0].data, " outage=4h "));
	scene_close(&api);
	for (int i = 0; i < ACTS; i++) {
		scene_open(&api, true);
		api_house()->clock = first;
		clock_pin(at[i]);
		for (int k = 0; k < n; k++) {
			take_over(&log[i][k], seats_of(&log[i][k]), id[k]);
			api_log(id[k], true, &now);
			same_text(now.data, log[i][k].data);
			clocks_of(id[k], &now);
			same_text(now.data, told[i][k].data);
			buf_release(&log[i][k]);
			buf_release(&told[i][k]);
		}
		scene_close(&api);
	}
	buf_release(&now);
}
END_TEST

/* The store was lost for a week: nobody is late for what nobody could answer,
 * and a pause is one still. */
START_TEST(late_while_lost)
{
	struct clock_row first = { 24 * HOUR, 0, 6 * HOUR, 0, CLOCK_PASS, 0, "",
		"UTC", 0 };
	struct buf log = BUF_INIT;
	struct match *m;
	int64_t id, week;

	scene_open(&api, true);
	api_house()->clock = first;
	id = api_found(game_find("clippers"), 3, 1);
	api_begin(id);
	api_log(id, true, &log);
	week = clock_now() + 7 * DAY;
	scene_close(&api);
	scene_open(&api, true);
	api_house()->clock = first;
	clock_pin(week);
	take_over(&log, 3, id);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	ck_assert_int_eq(m->clock.pace[1].due, week + 6 * HOUR);
	match_drop(m);
	scene_close(&api);
	buf_release(&log);
}
END_TEST

/* A player's seat that goes to a computer, and the other way round, changes
 * hands by an event: else the log would tell of another game. */
static void
cut_line(char *text, const char *line)
{
	char *at = strstr(text, line);

	ck_assert_ptr_nonnull(at);
	memmove(at, at + strlen(line), strlen(at + strlen(line)) + 1);
}

START_TEST(given_otherwise)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT, now = BUF_INIT;
	struct match *m;
	struct refusal why;
	int64_t id;

	scene_open(&api, true);
	id = api_found(game_find("clippers"), 2, 9);
	api_begin(id);
	for (int i = 0; i < 5; i++)
		ck_assert(api_move(id));
	api_log(id, true, &log);
	how.seat[1].address = "a@new.example";
	how.seat[2].computer = true;
	api_log(import(&log, &how), true, &now);
	ck_assert(strstr(now.data, " ! eject p2 @"));
	ck_assert(strstr(now.data, "\nComputers: ") == NULL);

	/* What is over is told as it was. */
	while (api_move(id))
		;
	api_log(id, true, &log);
	api_log(import(&log, &how), true, &now);
	/* Under another number it has another chain (T22), and says so
	 * (T30). */
	seen_mask(log.data);
	seen_mask(now.data);
	cut_line(now.data, "# anew imported\n");
	same_text(strstr(now.data, "\nStarted: "),
	    strstr(log.data, "\nStarted: "));

	api.kind = "clippers";
	id = scene_game(&api, "Anna =Deep", "-", 4);
	m = api_open(id);
	ck_assert_int_eq(match_begin(m, &why, &e), 0);
	api_finish(m);
	api_log(id, true, &log);
	ck_assert(strstr(log.data, "\nComputers: p2\n"));
	how.seat[2] = (struct found_seat){ .address = "b@new.example" };
	api_log(import(&log, &how), true, &now);
	ck_assert(strstr(now.data, " ! replace p2 @"));
	ck_assert(strstr(now.data, "\nComputers: ") == NULL);
	scene_close(&api);
	buf_release(&log);
	buf_release(&now);
}
END_TEST

/* What was said of the chain before the first event stays there (T30), and
 * what was before it begins. */
START_TEST(begun_anew_before)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT, now = BUF_INIT;
	struct game g;
	int64_t id;

	how.seat[1].address = "a@new.example";
	how.seat[2].address = "b@new.example";
	scene_open(&api, true);
	id = api_found(game_find("clippers"), 2, 9);
	ck_assert_int_eq(game_fork_chains(api.db, &e), 0);
	club_forget(api_house());
	for (int begun = 0; begun < 2; begun++) {
		int64_t other;

		if (begun)
			api_begin(id);
		api_log(id, true, &log);
		ck_assert_ptr_nonnull(strstr(log.data,
		    "\n\n# anew restored\n"));
		other = import(&log, &how);
		api_log(other, true, &now);
		ck_assert_ptr_nonnull(strstr(now.data,
		    "\n\n# anew restored\n"));
		ck_assert_int_eq(game_get(api.db, other, &g, &e), 1);
		ck_assert_int_eq(g.chains, 1 + begun);
		game_release(&g);
	}
	scene_close(&api);
	buf_release(&log);
	buf_release(&now);
}
END_TEST

/* Without the seed its commitment stays, and no seed is made up at the end. */
START_TEST(seed_that_nobody_has)
{
	struct import how = { .seats = 2, .seedless = true };
	struct buf log = BUF_INIT, now = BUF_INIT;
	const char *commit;
	int64_t id;

	how.seat[1].address = "a@new.example";
	how.seat[2].address = "b@new.example";
	scene_open(&api, true);
	id = api_found(game_find("clippers"), 2, 9);
	api_begin(id);
	ck_assert(api_move(id));
	api_log(id, false, &log);
	id = import(&log, &how);
	while (api_move(id))
		;
	api_log(id, true, &now);
	commit = strstr(log.data, "\nSeed-Commit: ");
	ck_assert_int_eq(strncmp(commit, strstr(now.data, "\nSeed-Commit: "),
			     90),
	    0);
	ck_assert(strstr(now.data, "\nSeed: ") == NULL);
	ck_assert(strstr(now.data, "\n%end finished "));
	/* Nor can anybody ask for it: the log says that it was taken over. */
	ck_assert(strstr(now.data, "\n# anew imported\n") != NULL);
	ck_assert_msg(strict_log(now.data, now.len, NULL, &e) == 0, "%s",
	    e.text);
	scene_close(&api);
	buf_release(&log);
	buf_release(&now);
}
END_TEST

static int
refused(const struct buf *log, struct import *how, const char *text)
{
	int64_t id;
	int rc;

	ck_assert_int_eq(db_begin(api.db, &e), 0);
	rc = match_import(api_house(), log->data, log->len, how, &id, &e);
	db_abort(api.db);
	club_forget(api_house());
	ck_assert_int_eq(rc, -1);
	ck_assert_msg(strstr(e.text, text) != NULL, "%s", e.text);
	return (int)e.kind;
}

START_TEST(what_is_not_taken)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT, copy = BUF_INIT;
	struct match *m;
	int64_t id, other;

	how.seat[1].address = "a@new.example";
	how.seat[2].address = "b@new.example";
	scene_open(&api, true);
	id = api_found(game_find("atlantic-star"), 2, 9);
	api_begin(id);
	for (int i = 0; i < 10; i++)
		ck_assert(api_move(id));

	api_log(id, false, &log);
	ck_assert_int_eq(refused(&log, &how, "no Seed"), ERR_GIVEUP);
	api_log(id, true, &log);
	how.seats = 1;
	ck_assert_int_eq(refused(&log, &how, "2 seats"), ERR_GIVEUP);
	how.seats = 2;
	how.seat[2].address = "a@new.example";
	ck_assert_int_eq(refused(&log, &how, "cannot sit"), ERR_GIVEUP);
	how.seat[2].address = "b@new.example";

	/* A log that was changed: the seed does not give its deck. */
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	ck_assert_int_eq(match_log(m, 1, false, &copy, &e), 0);
	match_drop(m);
	ck_assert_int_eq(refused(&copy, &how, "redacted"), ERR_GIVEUP);
	copy.len = 0;
	buf_add(&copy, log.data, log.len);
	memcpy(strstr(copy.data, " p1 charter"), " p2 charter", 11);
	ck_assert_int_eq(refused(&copy, &how, "not-your-turn"), ERR_CORRUPT);

	/* Its number is taken here: it gets the next one. */
	other = import(&log, &how);
	ck_assert_int_eq(other, id + 1);
	scene_close(&api);
	buf_release(&log);
	buf_release(&copy);
}
END_TEST

/* The log with another number. */
static void
numbered(const struct buf *log, const char *number, struct buf *out)
{
	const char *at = strstr(log->data, "\nId: ") + 5;

	buf_clear(out);
	buf_add(out, log->data, (size_t)(at - log->data));
	buf_str(out, number);
	buf_str(out, strchr(at, '\n'));
}

/* Games after one with a large number have numbers that a reply address is
 * read with, and one whose number leaves no room for them has the next. */
START_TEST(large_numbers)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT, other = BUF_INIT;
	int64_t id, last;

	how.seat[1].address = "a@new.example";
	how.seat[2].address = "b@new.example";
	scene_open(&api, true);
	id = api_found(game_find("clippers"), 2, 9);
	api_log(id, true, &log);
	numbered(&log, "999999999999999", &other);
	ck_assert_int_eq(import(&other, &how), id + 1);
	numbered(&log, "1000000000", &other);
	ck_assert_int_eq(import(&other, &how), id + 2);
	numbered(&log, "999999999", &other);
	ck_assert_int_eq(import(&other, &how), 999999999);
	last = scene_game(&api, "Anna Bruno", "order=given", 5);
	ck_assert_int_eq(last, 1000000000);
	scene_moderate(&api, last, "begin");
	scene_say(&api, last, 1, "charter 0\n");
	api_log(last, false, &log);
	ck_assert_ptr_nonnull(strstr(log.data, " p1 charter "));
	scene_close(&api);
	buf_release(&log);
	buf_release(&other);
}
END_TEST

static bool
is_called(const char *address, const char *name)
{
	struct player p;
	bool is;

	ck_assert_int_eq(player_by_address(api.db, address, &p, &e), 1);
	is = strcmp(p.name, name) == 0;
	player_release(&p);
	return is;
}

/* At a table that is not to know who is who nobody does on another server,
 * until the end tells it; and nobody comes to be called there as they were at
 * it. */
START_TEST(who_is_who)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT, end = BUF_INIT;
	struct match *m;
	int64_t id;

	scene_open(&api, true);
	id = scene_game(&api, "Anna Bruno", "order=given", 5);
	scene_moderate(&api, id, "anonymous");
	for (int begun = 0; begun < 2; begun++) {
		if (begun)
			scene_moderate(&api, id, "begin");
		api_log(id, true, &log);
		ck_assert(strstr(log.data, "Anna") == NULL);
		how.seat[1].address = "a@new.example";
		how.seat[2].address = "b@new.example";
		how.seat[1].name = "Zoe";
		how.anonymous = false;
		ck_assert_int_eq(refused(&log, &how, "--anonymous"),
		    ERR_GIVEUP);
		how.anonymous = true;
		id = import(&log, &how);
		ck_assert(is_called("a@new.example", "Zoe") &&
		    is_called("b@new.example", "b"));
		api_log(id, true, &end);
		ck_assert(strstr(end.data, "Zoe") == NULL);
		ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
		ck_assert_int_eq(m->terms.names, TERMS_NAMES_HIDDEN);
		match_drop(m);
	}
	scene_finish(&api, id);
	api_log(id, true, &end);
	ck_assert_msg(strstr(end.data, "\nSeat-p1: Zoe\n") != NULL &&
		strstr(end.data, " ! rename p1 @") != NULL,
	    "%s", end.data);
	how.anonymous = false;
	(void)import(&end, &how);
	scene_close(&api);
	buf_release(&log);
	buf_release(&end);
}
END_TEST

/* A seat that nobody had when the log was written is a computer's here too,
 * whatever address was given; a finished game mails nobody. */
START_TEST(ejected_and_finished)
{
	struct import how = { .seats = 2 };
	struct buf log = BUF_INIT;
	struct player p;
	struct outbox_row row;
	struct match *m;
	struct refusal why;
	int64_t id, other;

	how.seat[1].address = "a@new.example";
	how.seat[2].computer = true;
	scene_open(&api, true);
	id = api_found(game_find("atlantic-star"), 2, 9);
	api_begin(id);
	m = api_open(id);
	ck_assert_int_eq(match_resign(m, 1, &why, &e), 0);
	api_finish(m);
	api_log(id, true, &log);
	(void)scene_skip(&api);
	other = import(&log, &how);
	ck_assert_int_eq(match_look(api_house(), other, &m, &e), 1);
	ck_assert(m->seat[1].computer && !m->seat[1].player);
	/* It waits for somebody, as it did where it was before. */
	ck_assert_int_eq(m->game.state, GAME_RUNNING);
	ck_assert_int_eq(scene_skip(&api), 0);
	match_drop(m);
	m = api_open(other);
	ck_assert_int_eq(match_deserted(m, &e), 1);
	ck_assert_int_eq(player_by_address(api.db, "a@new.example", &p, &e), 1);
	ck_assert_int_eq(match_takeover(m, 1, p.id, p.name, &why, &e), 0);
	player_release(&p);
	api_finish(m);
	ck_assert_int_eq(last_to_seat(api.db, other, 1, &row, &e), 1);
	outbox_row_release(&row);
	scene_close(&api);
	buf_release(&log);
}
END_TEST

/* The log with comments: above the first event, behind the first row, and
 * behind the last. */
static void
comment_on(const struct buf *log, bool over, struct buf *out)
{
	const char *top = strstr(log->data, "\n\n") + 2;
	const char *row = strstr(strstr(top, " chain:"), "\n") + 1;
	const char *end = over ? memmem(log->data, log->len, "\n# end ", 7) :
				 log->data + log->len - 1;

	ck_assert_ptr_nonnull(end);
	/* The check line stands before the close. */
	while (over && *--end != '\n')
		;
	while (!over && *--end != '\n')
		;
	buf_clear(out);
	buf_add(out, log->data, (size_t)(top - log->data));
	buf_str(out, "; p1 is \"Anna\" the elder\n");
	buf_add(out, top, (size_t)(row - top));
	buf_str(out, "; # anew restored\n; held by nobody\n");
	buf_add(out, row, (size_t)(end + 1 - row));
	buf_str(out, "; too late\n");
	buf_str(out, end + 1);
}

/* What somebody wrote into a log: it holds all the same, also when it is
 * closed, and is kept, but in the copies; only who is strict wants none. */
START_TEST(commented)
{
	static const char *const kinds[] = { "antwerp", "atlantic-star",
		"claim", "clippers" };
	struct buf log = BUF_INIT, with = BUF_INIT, now = BUF_INIT;

	for (int i = 0; i < 8; i++) {
		bool over = i >= 4;
		struct match *m;
		int64_t id;

		scene_open(&api, true);
		id = api_found(game_find(kinds[i % 4]), 2, 9);
		api_begin(id);
		for (int n = 0; n < 20 || (over && n < 5000); n++)
			if (!api_move(id))
				break;
		api_log(id, true, &log);
		scene_close(&api);
		comment_on(&log, over, &with);
		scene_open(&api, true);
		take_over(&with, 2, id);
		api_log(id, true, &now);
		same_text(now.data, with.data);
		ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
		ck_assert_int_eq(m->game.chains, 0);
		match_drop(m);
		api_copy(id, OBSERVER, &now);
		ck_assert(over == (strstr(now.data, "\n; ") != NULL));
		ck_assert_int_eq(strict_log(log.data, log.len, NULL, &e) == 0,
		    over);
		ck_assert_int_eq(strict_log(with.data, with.len, NULL, &e), -1);
		scene_close(&api);
	}
	buf_release(&log);
	buf_release(&with);
	buf_release(&now);
}
END_TEST

TESTS(stood_in, commented, thrown_away, who_sat_there,
    put_out_of_a_seat_that_was_left, another_name, another_name_of_mine,
    clocks_come_back, late_while_lost, given_otherwise, begun_anew_before,
    seed_that_nobody_has, what_is_not_taken, large_numbers, who_is_who,
    ejected_and_finished)
