/* SPDX-License-Identifier: MIT */

/* Draws that wait for a public beacon (T33, T34, T35). */

#include <check.h>

#include "base/mem.h"
#include "game/beacon.h"
#include "logs.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;
static struct scene s;
static const char *const kinds[] = { "antwerp", "atlantic-star", "claim",
	"clippers" };

/* Round 657413 of quicknet, as drand has published it. */
#define SIGNATURE \
	"b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be" \
	"41076862b98fad56e91a6b85b89cd97b"
#define VALUE "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"
#define OTHER "0c1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"

START_TEST(t33_values)
{
	char out[HASH_HEX_SIZE];
	int64_t round;

	ck_assert_int_eq(beacon_value(" " SIGNATURE "\t", out), 0);
	ck_assert_str_eq(out, VALUE);
	ck_assert_int_eq(beacon_value(VALUE, out), 0);
	ck_assert_str_eq(out, VALUE);
	ck_assert_int_eq(beacon_value(VALUE "0", out), -1);
	ck_assert_int_eq(beacon_value(VALUE " x", out), -1);
	ck_assert_int_eq(beacon_value("", out), -1);
	ck_assert_int_eq(beacon_read("657413 " VALUE, &round), 0);
	ck_assert_int_eq(round, 657413);
	ck_assert_int_eq(beacon_read("0657413 " VALUE, &round), -1);
	ck_assert_int_eq(beacon_read("657413  " VALUE, &round), -1);
	ck_assert_int_eq(beacon_read(VALUE, &round), -1);
	/* The first round came at the genesis, the next three seconds later. */
	ck_assert_int_eq(beacon_time(1), 1692803367);
	ck_assert_int_eq(beacon_round(1692803367), 1);
	ck_assert_int_eq(beacon_round(1692803368), 2);
	ck_assert_int_eq(beacon_time(beacon_round(1795284000)) - 1795284000, 0);
}
END_TEST

static int64_t
named(int64_t id)
{
	struct match *m = logs_look(&s, id);
	int64_t round = m->game.beacon;

	ck_assert_int_eq(m->game.state, GAME_SETUP);
	ck_assert_int_eq(m->game.seq, 0);
	match_drop(m);
	return round;
}

static bool
told(int64_t id, int seat, const char *expect)
{
	struct seen mail;
	bool has;

	scene_last(&s, id, seat, &mail);
	has = seen_has(&mail, expect);
	if (!has)
		fprintf(stderr, "%s\n", mail.text);
	seen_release(&mail);
	return has;
}

static bool
answered(int64_t id, int seat, const char *said, const char *expect)
{
	scene_say(&s, id, seat, said);
	return told(id, seat, expect);
}

static int64_t
founded(const char *kind)
{
	int64_t id;

	s.kind = kind;
	id = scene_game(&s, "Anna Bruno", "beacon=yes", 5);
	scene_say(&s, id, 1, "entropy by Anna");
	ck_assert_int_eq(named(id), 0);
	scene_say(&s, id, 2, "ready");
	return id;
}

/* Another text of the same length in place of the first. */
static void
alter(const struct buf *log, const char *from, const char *to, struct buf *out)
{
	char *at;

	buf_clear(out);
	buf_add(out, log->data, log->len);
	at = strstr(buf_text(out), from);
	ck_assert_ptr_nonnull(at);
	memcpy(at, to, strlen(to));
}

/* From the naming to the end (T34, T35); an altered value is found by both. */
START_TEST(t35_played)
{
	struct buf log = BUF_INIT, bad = BUF_INIT;
	int64_t id, round;
	char early[40];
	struct match *m;

	scene_open(&s, true);
	id = founded(kinds[_i]);
	round = named(id);
	ck_assert_int_ge(beacon_time(round), s.now + BEACON_LEAD);
	ck_assert(answered(id, 1, "beacon " VALUE, "not out yet"));
	ck_assert_int_eq(named(id), round);
	scene_pass(&s, BEACON_LEAD + BEACON_PERIOD);
	scene_say(&s, id, 1, "beacon " SIGNATURE);
	m = logs_look(&s, id);
	ck_assert_int_eq(m->game.state, GAME_RUNNING);
	match_drop(m);
	ck_assert(answered(id, 2, "beacon " OTHER, "Another value"));
	ck_assert(answered(id, 2, "beacon " VALUE, "entered already"));
	scene_finish(&s, id);
	logs_get(&s, id, &log);
	ck_assert_msg(logs_proven(&log, &e), "%s", e.text);
	ck_assert(logs_verified(&s, &log, ""));
	alter(&log, VALUE, OTHER, &bad);
	ck_assert(!logs_proven(&bad, &e));
	ck_assert(!logs_verified(&s, &bad, ""));
	/* Its round is bound likewise, and cannot be one to come. */
	snprintf(early, sizeof early, "! beacon %lld", (long long)round);
	alter(&log, early, "! beacon 9", &bad);
	ck_assert(!logs_proven(&bad, &e));
	ck_assert_ptr_nonnull(strstr(e.text, "not out then"));
	ck_assert(!logs_verified(&s, &bad, ""));
	/* Nor can there be none. */
	alter(&log, "beacon=yes", "beacon=no ", &bad);
	ck_assert(!logs_proven(&bad, &e));
	ck_assert(!logs_verified(&s, &bad, ""));
	buf_release(&bad);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* Lines of the log of numbers n and n + 1, in the other order. */
static void
swap(const struct buf *log, const char *first, const char *second,
    struct buf *out)
{
	const char *a = strstr(log->data, first), *b, *end;
	int n;

	ck_assert_ptr_nonnull(a);
	while (a[-1] != '\n')
		a--;
	b = strchr(a, '\n') + 1;
	end = strchr(b, '\n') + 1;
	n = (int)strtol(a, NULL, 10);
	ck_assert_ptr_nonnull(memmem(b, (size_t)(end - b), second,
	    strlen(second)));
	buf_clear(out);
	buf_add(out, log->data, (size_t)(a - log->data));
	buf_printf(out, "%d %.*s", n, (int)(end - b - 2), b + 2);
	buf_printf(out, "%d %.*s", n + 1, (int)(b - a - 2), a + 2);
	buf_str(out, end);
}

/* T34: with a stamp, behind the lines and before the first draw; both verifiers
 * find it otherwise without any help of the chain. */
START_TEST(t34_placed)
{
	struct buf log = BUF_INIT, whole = BUF_INIT, bad = BUF_INIT;
	int64_t id;

	scene_open(&s, true);
	id = founded("clippers");
	scene_pass(&s, BEACON_LEAD + BEACON_PERIOD);
	scene_say(&s, id, 1, "beacon " VALUE);
	scene_finish(&s, id);
	logs_get(&s, id, &whole);
	logs_unchain(&whole, &log);
	ck_assert_msg(logs_proven(&log, &e), "%s", e.text);
	ck_assert(logs_verified(&s, &log, ""));
	swap(&log, "! entropy", "! beacon", &bad);
	ck_assert(!logs_proven(&bad, &e));
	ck_assert_ptr_nonnull(strstr(e.text, "entropy after"));
	ck_assert(!logs_verified(&s, &bad, ""));
	swap(&log, "! beacon", "- departures", &bad);
	ck_assert(!logs_proven(&bad, &e));
	ck_assert(!logs_verified(&s, &bad, ""));
	logs_unstamp(&log, "! beacon", &bad);
	ck_assert(!logs_proven(&bad, &e));
	ck_assert_ptr_nonnull(strstr(e.text, "no stamp"));
	ck_assert(!logs_verified(&s, &bad, ""));
	buf_release(&bad);
	buf_release(&log);
	buf_release(&whole);
	scene_close(&s);
}
END_TEST

/* While it waits nobody changes what goes in; what does makes it wait anew. */
START_TEST(t33_waits)
{
	int64_t id, round;

	scene_open(&s, true);
	id = founded("clippers");
	round = named(id);
	ck_assert(answered(id, 1, "entropy more", "No more words are taken"));
	ck_assert(answered(id, 2, "ready", "No more words are taken"));
	ck_assert(answered(id, 2, "beacon 5f3a", "64 digits"));
	scene_moderate(&s, id, "replace p2 gina@example.net");
	ck_assert_int_eq(named(id), 0);
	ck_assert(answered(id, 1, "beacon " VALUE, "No round"));
	scene_pass(&s, 60);
	scene_say(&s, id, 2, "entropy by Gina");
	ck_assert_int_gt(named(id), round);
	scene_restart(&s);
	ck_assert_int_gt(named(id), round);
	/* All are told that it is void; where all are ready one is named. */
	round = named(id);
	scene_pass(&s, 60);
	scene_moderate(&s, id, "dummy p2");
	ck_assert_int_gt(named(id), round);
	ck_assert(told(id, 1, "is void"));
	ck_assert(told(id, 1, "No more words"));
	scene_moderate(&s, id, "cancel");
	id = founded("clippers");
	scene_say(&s, id, 2, "resign");
	ck_assert_int_eq(named(id), 0);
	ck_assert(told(id, 1, "is void"));
	scene_close(&s);
}
END_TEST

/* A cancel makes the naming void; of a game that is revived then another round
 * is named at once if all were ready, or nobody would be asked for a value. */
START_TEST(t33_revived)
{
	int64_t id, round, anew;

	scene_open(&s, true);
	s.kind = "clippers";
	id = scene_game(&s, "Anna Bruno", "beacon=yes", 5);
	scene_say(&s, id, 1, "entropy by Anna");
	scene_moderate(&s, id, "cancel");
	scene_moderate(&s, id, "revive");
	ck_assert_int_eq(named(id), 0);
	scene_say(&s, id, 2, "ready");
	round = named(id);
	ck_assert_int_gt(round, 0);
	scene_moderate(&s, id, "cancel");
	scene_pass(&s, 60);
	scene_moderate(&s, id, "revive");
	anew = named(id);
	ck_assert_int_eq(anew, round + 60 / BEACON_PERIOD);
	scene_pass(&s, BEACON_LEAD + BEACON_PERIOD);
	scene_say(&s, id, 1, "beacon " VALUE);
	scene_finish(&s, id);
	scene_close(&s);
}
END_TEST

/* The keeper may enter it; other games take none. */
START_TEST(t33_by_the_keeper)
{
	struct match *m;
	int64_t id;

	scene_open(&s, true);
	id = founded("claim");
	scene_pass(&s, BEACON_LEAD + BEACON_PERIOD);
	scene_moderate(&s, id, "beacon " VALUE);
	m = logs_look(&s, id);
	ck_assert_int_eq(m->game.state, GAME_RUNNING);
	match_drop(m);
	s.kind = "claim";
	id = scene_game(&s, "Anna Bruno", "-", 6);
	ck_assert(answered(id, 1, "beacon " VALUE, "without the option"));
	scene_close(&s);
}
END_TEST

CASES(beacon)
{
	tcase_add_test(t, t33_values);
	FRESH_LOOP(t, t35_played, 4, 3);
	tcase_add_test(t, t34_placed);
	tcase_add_test(t, t33_waits);
	tcase_add_test(t, t33_revived);
	tcase_add_test(t, t33_by_the_keeper);
}
