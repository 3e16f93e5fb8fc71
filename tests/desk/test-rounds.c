/* SPDX-License-Identifier: MIT */

/* A value of the beacon for each round of the game (T36). */

#include <check.h>

#include "base/hash.h"
#include "desk/beacons.h"
#include "game/beacon.h"
#include "log/strict.h"
#include "logs.h"
#include "match/import.h"
#include "store/event.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;
static struct scene s;
static const char *const kinds[] = { "antwerp", "atlantic-star", "claim" };

/* The round it waits for; 0. */
static int64_t
named(int64_t id)
{
	struct match *m = logs_look(&s, id);
	int64_t round = match_awaits(m) ? m->game.beacon : 0;

	match_drop(m);
	return round;
}

static int
game_round_of(int64_t id)
{
	struct match *m = logs_look(&s, id);
	int round = game_round(table_position(m->table));

	match_drop(m);
	return round;
}

/* Another for each round, and the same whenever it is asked for. */
static const char *
value_of(int64_t round)
{
	static char hex[HASH_HEX_SIZE];

	hash_sha256_hex(&round, sizeof round, hex);
	return hex;
}

static void
say_value(int64_t id, int seat)
{
	int64_t round = named(id);
	char said[100];

	ck_assert_int_ne(round, 0);
	if (beacon_time(round) > s.now)
		scene_pass(&s, beacon_time(round) - s.now);
	snprintf(said, sizeof said, "beacon %s", value_of(round));
	scene_say(&s, id, seat, said);
	ck_assert_int_ne(named(id), round);
}

static int64_t
begun(const char *kind)
{
	int64_t id;

	s.kind = kind;
	id = scene_game(&s, "Anna Bruno", "beacon=round", 5);
	scene_say(&s, id, 1, "entropy by Anna");
	scene_say(&s, id, 2, "ready");
	say_value(id, 1);
	return id;
}

/* Computers play in all seats until the round ends. */
static void
play_on(int64_t id)
{
	scene_pass(&s, 3600);
	scene_finish(&s, id);
}

static int
count(const struct buf *log, const char *what)
{
	int n = 0;

	for (const char *p = log->data; (p = strstr(p, what)) != NULL; p++)
		n++;
	return n;
}

/* To the end of a game, with a value for each round. */
START_TEST(t36_played)
{
	struct buf log = BUF_INIT;
	int waits = 1;
	int64_t id;

	scene_open(&s, true);
	id = begun(kinds[_i]);
	for (play_on(id); named(id) != 0; play_on(id)) {
		say_value(id, waits % 2 + 1);
		waits++;
	}
	logs_get(&s, id, &log);
	ck_assert_int_gt(waits, 3);
	ck_assert_int_ge(waits, game_round_of(id));
	ck_assert_int_eq(count(&log, " ! beacon "), waits);
	ck_assert_msg(logs_proven(&log, &e), "%s", e.text);
	ck_assert(logs_verified(&s, &log, ""));
	ck_assert_msg(strict_log(log.data, log.len, NULL, &e) == 0, "%s",
	    e.text);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* While it waits nobody moves, no clock runs, and what was sent ahead waits;
 * with the value the turn begins. */
START_TEST(t36_waits)
{
	struct seen mail;
	struct match *m;
	int64_t id;

	scene_open(&s, true);
	id = begun("claim");
	scene_moderate(&s, id, "set clock 72h");
	do {
		play_on(id);
	} while (game_round_of(id) < 2 && (say_value(id, 1), true));
	m = logs_look(&s, id);
	ck_assert(match_awaits(m));
	ck_assert_int_eq(match_to_act(m), 0);
	ck_assert_int_eq(m->clock.pace[1].due, 0);
	ck_assert_int_eq(m->clock.pace[2].due, 0);
	match_drop(m);
	for (int seat = 1; seat <= 2; seat++) {
		scene_say(&s, id, seat, seat == 1 ? "1" : "fly B5");
		scene_last(&s, id, seat, &mail);
		ck_assert_msg(seen_has(&mail, "Nobody can move yet"), "%s",
		    mail.text);
		seen_release(&mail);
	}
	scene_restart(&s);
	say_value(id, 2);
	m = logs_look(&s, id);
	ck_assert_int_ne(match_to_act(m), 0);
	match_drop(m);
	scene_close(&s);
}
END_TEST

/* The words of the rows of chance since, as they stand. */
struct drawn {
	struct buf words;
	int from;
};

static int
add_row(void *arg, const struct event_row *row)
{
	struct drawn *d = arg;

	if (row->actor == 0 ||
	    (row->actor < 0 && strncmp(row->words, "beacon", 6) == 0))
		buf_printf(&d->words, "%s\n", row->words);
	return 0;
}

static int
last_seq(int64_t id, int *board)
{
	struct match *m = logs_look(&s, id);
	int seq = m->game.seq;

	*board = m->game.board;
	match_drop(m);
	return seq;
}

static void
rows_from(int64_t id, int from, struct drawn *out)
{
	buf_clear(&out->words);
	ck_assert_int_eq(event_each(s.db, id, from, add_row, out, &e), 0);
}

/* Whoever goes back behind a value gets the same again, at once, and with it
 * the same draws; in a value's place no other can be put. */
START_TEST(t36_goes_back)
{
	struct drawn once = { .from = 0 }, again = { .from = 0 };
	struct buf log = BUF_INIT;
	int seq, board, ignored;
	char words[40];
	int64_t id;

	scene_open(&s, true);
	id = begun("claim");
	do {
		play_on(id);
	} while (game_round_of(id) < 3 && (say_value(id, 1), true));
	seq = last_seq(id, &board);
	say_value(id, 2);
	play_on(id);
	rows_from(id, seq, &once);
	ck_assert(buf_text(&once.words) != NULL && once.words.len > 0);
	/* What ended the round before goes too. */
	snprintf(words, sizeof words, "rollback %d", board);
	seq = last_seq(id, &ignored);
	scene_moderate(&s, id, words);
	ck_assert_int_eq(named(id), 0);
	play_on(id);
	rows_from(id, seq + 1, &again);
	ck_assert_str_eq(buf_text(&once.words), buf_text(&again.words));
	logs_get(&s, id, &log);
	ck_assert_msg(logs_proven(&log, &e), "%s", e.text);
	ck_assert(logs_verified(&s, &log, ""));
	buf_release(&log);
	buf_release(&once.words);
	buf_release(&again.words);
	scene_close(&s);
}
END_TEST

/* An undo while it waits names another round, and that is what the log must
 * have; a cancel makes the naming void. */
START_TEST(t36_named_anew)
{
	struct buf log = BUF_INIT;
	int64_t id, first;
	char words[40];
	int board;

	scene_open(&s, true);
	id = begun("claim");
	play_on(id);
	first = named(id);
	ck_assert_int_ne(first, 0);
	scene_pass(&s, 60);
	(void)last_seq(id, &board);
	snprintf(words, sizeof words, "rollback %d", board);
	scene_moderate(&s, id, words);
	ck_assert_int_eq(named(id), 0);
	play_on(id);
	ck_assert_int_gt(named(id), first);
	first = named(id);
	scene_moderate(&s, id, "cancel");
	ck_assert_int_eq(named(id), 0);
	scene_pass(&s, 60);
	scene_moderate(&s, id, "revive");
	ck_assert_int_gt(named(id), first);
	say_value(id, 1);
	logs_get(&s, id, &log);
	ck_assert_msg(logs_proven(&log, &e), "%s", e.text);
	ck_assert(logs_verified(&s, &log, ""));
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* Text of the log with its n-th value's round, or its stamp, changed. */
static void
change(const struct buf *log, int64_t round, const char *to, struct buf *out)
{
	char from[40];
	const char *at;

	snprintf(from, sizeof from, "! beacon %lld ", (long long)round);
	at = strstr(log->data, from);
	ck_assert_ptr_nonnull(at);
	buf_clear(out);
	buf_add(out, log->data, (size_t)(at - log->data));
	buf_printf(out, "! beacon %s ", to);
	buf_str(out, at + strlen(from));
}

/* A host cannot take a round that suits them, of those that are out. */
START_TEST(t36_not_chosen)
{
	struct buf log = BUF_INIT, bad = BUF_INIT;
	int64_t id, round;
	char other[24];

	scene_open(&s, true);
	id = begun("claim");
	play_on(id);
	round = named(id);
	scene_pass(&s, 3600);
	say_value(id, 1);
	logs_get(&s, id, &log);
	ck_assert_msg(logs_proven(&log, &e), "%s", e.text);
	for (int by = -1; by <= 1; by += 2) {
		snprintf(other, sizeof other, "%lld", (long long)round + by);
		change(&log, round, other, &bad);
		ck_assert(!logs_proven(&bad, &e));
		ck_assert_msg(strstr(e.text, "not the one to wait for") != NULL,
		    "%s", e.text);
		ck_assert(!logs_verified(&s, &bad, ""));
	}
	/* Nor leave open since when the game waited. */
	logs_unchain(&log, &bad);
	ck_assert(logs_proven(&bad, &e));
	ck_assert(logs_verified(&s, &bad, ""));
	logs_unstamp(&bad, " p2 stow ", &log);
	ck_assert(!logs_proven(&log, &e));
	ck_assert_msg(strstr(e.text, "a stamp is missing") != NULL, "%s",
	    e.text);
	ck_assert(!logs_verified(&s, &log, ""));
	buf_release(&bad);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* What a host could do with a value. */
enum told { AS_IT_WAS, LEFT_OUT, TWICE, UNSTAMPED, TOLD };

static void
tell_line(const char *line, size_t len, enum told how, int *seq, int *values,
    struct buf *out)
{
	bool value = memmem(line, len, " ! beacon ", 10) != NULL;
	const char *words = memchr(line, ' ', len);
	size_t n = (size_t)(line + len - words);

	*values += value;
	if (value && *values == 2 && how == LEFT_OUT)
		return;
	if (!value && how == UNSTAMPED)
		n = (size_t)((char *)memchr(words, '@', n) - 1 - words);
	for (int i = value && *values == 2 && how == TWICE ? 2 : 1; i > 0; i--)
		buf_printf(out, "%d%.*s\n", ++*seq, (int)n, words);
}

/* The log without a chain, up to the move behind the second value. */
static void
retell(const struct buf *log, enum told how, struct buf *out)
{
	int seq = 0, values = 0;
	bool last = false;

	buf_clear(out);
	buf_str(out, "%turnlog 1\n");
	for (const char *p = strchr(log->data, '\n') + 1, *end; !last;
	    p = end + 1) {
		end = strchr(p, '\n');
		last = values == 2 && *p >= '1' && *p <= '9';
		if (*p >= '1' && *p <= '9')
			tell_line(p, (size_t)(end - p), how, &seq, &values,
			    out);
		else if (*p != '#')
			buf_add(out, p, (size_t)(end + 1 - p));
	}
}

/* A host cannot go on with the value of the round before, enter another in the
 * same round, or hide which round it was to be; whoever verifies it. */
START_TEST(t36_left_out)
{
	struct buf log = BUF_INIT, told = BUF_INIT;
	int64_t id;

	scene_open(&s, true);
	id = begun("claim");
	scene_say(&s, id, 1, "stow yellow=20");
	scene_say(&s, id, 1, "stow purple=10");
	play_on(id);
	say_value(id, 1);
	play_on(id);
	logs_get(&s, id, &log);
	ck_assert_int_eq(count(&log, " p1 stow "), 2);
	for (int how = AS_IT_WAS; how < TOLD; how++) {
		retell(&log, (enum told)how, &told);
		ck_assert_msg(logs_proven(&told, &e) == (how == AS_IT_WAS),
		    "%d: %s", how, told.data);
		ck_assert_msg(logs_verified(&s, &told, "") ==
			(how == AS_IT_WAS),
		    "%d: %s", how, told.data);
	}
	buf_release(&told);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

static int64_t
import(const char *log, size_t len)
{
	struct import how = { .seats = 2 };
	int64_t id;

	how.seat[1].address = "a@new.example";
	how.seat[2].address = "b@new.example";
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_msg(match_import(&s.desk.club, log, len, &how, &id, &e) == 0,
	    "%s", e.text);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	return id;
}

/* A game that is taken up elsewhere while it waits waits for the same round;
 * one whose log ends before its first value for one that is named there. */
START_TEST(t36_imported)
{
	struct buf log = BUF_INIT, whole = BUF_INIT;
	int64_t id, other;
	const char *cut;

	scene_open(&s, true);
	id = begun("claim");
	play_on(id);
	logs_get(&s, id, &log);
	scene_pass(&s, 3600);
	other = import(log.data, log.len);
	ck_assert_int_eq(named(other), named(id));
	say_value(other, 1);
	play_on(other);
	logs_get(&s, other, &whole);
	ck_assert_msg(logs_proven(&whole, &e), "%s", e.text);
	ck_assert(logs_verified(&s, &whole, ""));
	cut = strstr(log.data, "\n2 ! beacon ");
	ck_assert_ptr_nonnull(cut);
	other = import(log.data, (size_t)(cut + 1 - log.data));
	ck_assert_int_gt(named(other), named(id));
	say_value(other, 1);
	play_on(other);
	ck_assert_int_eq(game_round_of(other), 1);
	buf_release(&log);
	buf_release(&whole);
	scene_close(&s);
}
END_TEST

/* How often a mail to the seat has asked for the value. */
static int
asked(int64_t id, int seat)
{
	struct seen mail;
	int n;

	scene_ask(&s);
	scene_last(&s, id, seat, &mail);
	n = seen_has(&mail, "nobody has sent it yet");
	seen_release(&mail);
	return n;
}

/* People are asked when it is out, then after days, and after a month no
 * more. */
START_TEST(t33_asked)
{
	int64_t id, round;
	int times = 0;

	scene_open(&s, true);
	s.kind = "clippers";
	id = scene_game(&s, "Anna Bruno", "beacon=yes", 5);
	scene_say(&s, id, 1, "ready");
	scene_say(&s, id, 2, "ready");
	round = named(id);
	ck_assert_int_eq(asked(id, 1), 0);
	scene_pass(&s, beacon_time(round) - s.now);
	ck_assert_int_eq(asked(id, 1), 1);
	for (int day = 0; day < 90; day++) {
		(void)scene_skip(&s);
		scene_pass(&s, 86400);
		scene_ask(&s);
		times += scene_skip(&s) > 0;
	}
	ck_assert_int_ge(times, 4);
	ck_assert_int_le(times, 7);
	scene_close(&s);
}
END_TEST

/* What the daemon fetched goes into every game that waits for that round. */
static int
enter(struct scene *scene, void *arg, struct err *why)
{
	return desk_beacon_enter(&scene->desk, *(int64_t *)arg,
	    value_of(*(int64_t *)arg), why);
}

START_TEST(t33_entered)
{
	int64_t id, other, round;
	struct match *m;

	scene_open(&s, true);
	s.kind = "clippers";
	id = scene_game(&s, "Anna Bruno", "beacon=yes", 5);
	scene_say(&s, id, 1, "ready");
	scene_say(&s, id, 2, "ready");
	s.kind = "claim";
	other = scene_game(&s, "Anna Bruno", "beacon=round", 6);
	round = named(id);
	scene_pass(&s, beacon_time(round) - s.now);
	scene_do(&s, enter, &round);
	m = logs_look(&s, id);
	ck_assert_int_eq(m->game.state, GAME_RUNNING);
	match_drop(m);
	m = logs_look(&s, other);
	ck_assert_int_eq(m->game.state, GAME_SETUP);
	match_drop(m);
	scene_close(&s);
}
END_TEST

CASES(rounds)
{
	FRESH_LOOP(t, t36_played, 3, 3);
	tcase_add_test(t, t36_waits);
	tcase_add_test(t, t36_goes_back);
	tcase_add_test(t, t36_named_anew);
	tcase_add_test(t, t36_not_chosen);
	tcase_add_test(t, t36_left_out);
	tcase_add_test(t, t36_imported);
	tcase_add_test(t, t33_asked);
	tcase_add_test(t, t33_entered);
}
