/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "game/table.h"

/* R1 to R14a, each with what it allows and what follows from it; refusals in
 * their order are in test-refusals. */

START_TEST(r1_blocks)
{
	struct rng r;
	struct event ev;
	struct err e;
	int repeated = 0, draws = 3000;

	table_stow(2);
	ck_assert_int_eq(__builtin_popcount(at.blocked), 8);
	for (int i = 0; i < draws; i++) {
		uint64_t plain = 4 * 6 * 4; /* bytes of one try */

		ck_assert_int_eq(game_setup(&claim_rules, data, 3, NULL, &at,
				     &e),
		    0);
		rng_init_number(&r, (uint64_t)i);
		claim_draw(data, &at, &r, &ev);
		repeated += r.used >= 2 * plain;
		ck_assert_int_eq(claim_chance(data, &at, &ev, NULL, &e), 0);
		ck_assert_int_eq(at.stage, CLAIM_STOW);
	}
	/* About 1 draw in 47. */
	ck_assert_int_gt(repeated, draws / 47 / 2);
	ck_assert_int_lt(repeated, draws / 47 * 2);
}
END_TEST

START_TEST(r1_only_what_can_come)
{
	static const char *const wrong[] = { "blocks", "blocks A1",
		"blocks A1 A2 B2 B3 C4 C5 D5", "blocks A1 A2 B2 B3 C4 C5 D5 D5",
		"blocks A2 A1 B2 B3 C4 C5 D5 D6",
		"blocks A1 A2 A3 B3 C4 C5 D5 D6",
		"blocks A1 A2 B2 B3 C4 C5 D5 D6 D4",
		"blocks hub A2 B2 B3 C4 C5 D5 D6",
		"blocks a1 a2 b2 b3 c4 c5 d5 d6", "roll A1 red=1 green=1",
		"found A1 bottom=red top=red",
		/* Nothing leads to the rest of A any more. */
		"blocks A3 A4 B2 B3 C4 C5 D1 D2" };
	struct err e;

	ck_assert_int_eq(game_setup(&claim_rules, data, 2, NULL, &at, &e), 0);
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		ck_assert_msg(chance_as(wrong[i]) < 0, "%s", wrong[i]);
	ck_chance("blocks A1 A2 B2 B3 C4 C5 D5 D6");
	ck_assert_int_eq(chance_as("blocks A1 A2 B2 B3 C4 C5 D5 D6"), -1);
}
END_TEST

START_TEST(r2_all_choose_at_once)
{
	table_stow(3);
	ck_assert_int_eq(claim_turn_of(&at), 7);
	ck_try(2, "stow purple=10");
	ck_assert_int_eq(claim_turn_of(&at), 5);
	ck_assert_str_eq(hold(2, 0), "red=30 purple=10");
	ck_assert_str_eq(legal(2), "");
	/* The last choice counts. */
	ck_try(2, "stow orange=3");
	ck_assert_str_eq(hold(2, 0), "red=30 orange=3");
	ck_assert_int_eq(at.round, 0);
	ck_try(3, "stow");
	ck_assert(!seen.beyond);
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_STOWED), 0);
	ck_try(1, "stow blue=1 orange=2");
	/* All is shown now: preview must stop before it. */
	ck_assert(seen.beyond);
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_STOWED), 3);
	ck_assert_int_eq(at.round, 1);
	ck_assert_int_eq(claim_turn_of(&at), 1);
	ck_refused(2, "stow", "wrong-phase");
}
END_TEST

START_TEST(r2_what_may_be_stowed)
{
	table_stow(2);
	ck_try(1, "stow purple=10");
	ck_assert_str_eq(try(1, "stow purple=10 orange=1"),
	    "stow-too-valuable value=62 most=60");
	ck_try(1, "stow orange=24");
	ck_refused(1, "stow orange=25", "no-room");
	ck_assert_str_eq(hold(1, 0), "red=30 orange=24");
}
END_TEST

START_TEST(r3_r4_turns)
{
	table_set(3);
	ck_try(1, "end");
	ck_assert_int_eq(at.at, 2);
	ck_assert_int_eq(at.round, 1);
	ck_try(2, "end");
	ck_try(3, "end");
	ck_assert_int_eq(at.at, 1);
	ck_assert_int_eq(at.round, 2);
	/* A ship that has done its thing may not travel. */
	ship(1, "hub", "red=10");
	ck_try(1, "refuel 1");
	ck_refused(1, "fly A4", "already-acted");
	/* The moves of two ships may be interleaved. */
	ships(1, "hub", "red=5", "hub", "red=5");
	system_at("A4", "red", "red");
	system_at("B5", "red", "red");
	ck_try(1, "fly main A4");
	ck_try(1, "fly tender B5");
	ck_try(1, "load main");
	ck_try(1, "load tender");
	ck_assert_int_eq(at.seat[1].claims,
	    1 << field("A4") | 1 << field("B5"));
}
END_TEST

START_TEST(r5_travel)
{
	table_set(2);
	/* A4 touches the hub; A0 is behind it. */
	ck_try(1, "fly A0");
	ck_assert_str_eq(hold(1, 0), "red=28");
	ck_assert_str_eq(event_words(EVENT_MOVE, CLAIM_V_FLY),
	    "fly ship A0 cost=2");
	ck_refused(1, "fly hub", "already-moved");
	/* Round blocked fields, across segments: D2 D1 A6 to the hub's
	 * north-west, or A5. Ships do not block. */
	table_set(2);
	at.blocked |= (uint32_t)1 << field("A4");
	ship(2, "A5", "red=9");
	ck_assert_int_eq(claim_cost(data, at.blocked, CLAIM_HUB, field("A0")),
	    3);
	ck_try(1, "fly A0 cost=3");
}
END_TEST

START_TEST(r6_trade)
{
	table_set(2);
	system_at("A4", "red", "orange");
	/* Red is paid like any other colour: 2 red, 1 orange. */
	ship(1, "A4", "red=2");
	ck_try(1, "trade");
	ck_assert_str_eq(hold(1, 0), "orange=1");
	ck_try(1, "end");
	/* What is received must fit after paying: full to the last cube, two
	 * of fuel go and one of cargo comes into a compartment of its own. */
	round_to(1);
	ship(1, "A4", "red=30 orange=24");
	ck_refused(1, "trade", "no-room");
	ship(1, "A4", "red=26 orange=24");
	ck_try(1, "trade");
	ck_assert_str_eq(hold(1, 0), "red=24 orange=25");
	ck_refused(1, "trade", "already-acted");
	/* Another seat may trade there in its own turn. */
	ck_try(1, "end");
	ship(2, "A4", "red=5");
	ck_try(2, "trade");
}
END_TEST

START_TEST(r7_r8_double_and_hub)
{
	table_set(2);
	system_at("A4", "blue", "blue");
	ship(1, "A4", "blue=1");
	ck_try(1, "unload");
	ck_assert_str_eq(hold(1, 0), "");
	ck_try(1, "end");
	round_to(1);
	ck_try(1, "load");
	ck_assert_str_eq(hold(1, 0), "blue=1");
	/* One fuel for each part. */
	ship(1, "hub", "red=1");
	ck_refused(1, "refuel 4", "too-much");
	ck_try(1, "refuel");
	ck_assert_str_eq(hold(1, 0), "red=4");
	ships(1, "hub", "red=1", "hub", "red=17");
	ck_refused(1, "refuel tender 2", "too-much");
	ck_try(1, "refuel tender");
	ck_try(1, "refuel main");
	ck_assert_str_eq(event_words(EVENT_MOVE, CLAIM_V_REFUEL),
	    "refuel main 2");
	/* As much as fits. */
	ship(1, "hub", "red=52");
	ck_reads(1, "refuel", "refuel ship 2");
	ship(1, "hub", "red=54");
	ck_reads(1, "refuel", "refuel ship 1");
	ck_refused(1, "refuel", "no-room");
}
END_TEST

static void
load_and_end(const char *move)
{
	ck_try(1, move);
	ck_try(1, "end");
	round_to(1);
}

START_TEST(r9_series)
{
	const struct claim_ship *s = &at.seat[1].ship[0];

	table_set(2);
	system_at("A4", "yellow", "yellow");
	ship(1, "A4", "red=9 yellow=9");
	load_and_end("unload");
	load_and_end("unload");
	ck_assert_int_eq(s->turns, 2);
	ck_holds(facts(2),
	    "\"series\":{\"at\":\"A4\",\"kind\":\"unload\",\"n\":2}");
	/* A load after unloads is the first of a new series. */
	load_and_end("load");
	ck_assert_int_eq(s->turns, 1);
	ck_assert_int_eq(s->series, CLAIM_LOADS);
	load_and_end("load");
	ck_try(1, "load");
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLAIM_CLAIMED),
	    "claimed A4 value=9 claims=1");
	ck_assert_int_eq(s->series, CLAIM_NO_SERIES);
	ck_try(1, "end");
	/* What is claimed forms no series. */
	round_to(1);
	ck_try(1, "load");
	ck_assert_int_eq(s->series, CLAIM_NO_SERIES);
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_CLAIMED), 0);
}
END_TEST

START_TEST(r9_what_breaks_a_series)
{
	const struct claim_ship *s = &at.seat[1].ship[0];

	table_set(2);
	system_at("A4", "purple", "purple");
	system_at("B5", "red", "orange");
	ship(1, "A4", "red=9 purple=9");
	load_and_end("load");
	ck_assert_int_eq(s->turns, 1);
	/* A turn in which it did nothing, at its end. */
	ck_assert_int_eq(s->turns, 1);
	ck_try(1, "end");
	ck_assert_int_eq(s->turns, 0);
	round_to(1);
	/* Flying, at once. */
	load_and_end("load");
	ck_try(1, "fly hub");
	ck_assert_int_eq(s->turns, 0);
	ck_try(1, "end");
	round_to(1);
	/* Splitting and merging. */
	ship(1, "A4", "red=9 purple=9");
	load_and_end("load");
	ck_try(1, "split red=2");
	ck_assert_int_eq(s->turns, 0);
	ck_try(1, "load main");
	ck_assert_int_eq(s->turns, 1);
	ck_try(1, "merge");
	ck_assert_int_eq(s->turns, 0);
}
END_TEST

START_TEST(r9_several_claim)
{
	table_set(2);
	system_at("A4", "red", "orange");
	ship(1, "A4", "red=9");
	ship(2, "A4", "red=9");
	ck_try(1, "trade");
	ck_try(1, "end");
	ck_try(2, "trade");
	ck_holds(facts(OBSERVER),
	    "\"A4\":{\"bottom\":\"red\",\"claims\":[\"p1\",\"p2\"],\"top\":"
	    "\"orange\"}");
	ck_try(2, "end");
	/* No second claim. */
	ck_try(1, "trade");
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_CLAIMED), 0);
	/* A double of red takes one load. */
	system_at("B5", "red", "red");
	ck_try(1, "end");
	round_to(1);
	ship(1, "B5", "");
	ck_try(1, "load");
	ck_assert_int_eq(events_of(EVENT_DERIVED, CLAIM_CLAIMED), 1);
	ck_assert_int_eq(at.seat[1].ship[0].series, CLAIM_NO_SERIES);
}
END_TEST

START_TEST(r10_split_and_merge)
{
	table_set(2);
	ship(1, "hub", "red=30 blue=12");
	ck_try(1, "split red=12 blue=6");
	ck_assert_str_eq(hold(1, 0), "red=18 blue=6");
	ck_assert_str_eq(hold(1, 1), "red=12 blue=6");
	/* Both have their own travel and act. */
	ck_try(1, "fly tender A4");
	ck_try(1, "refuel main");
	ck_refused(1, "merge", "not-together");
	ck_try(1, "end");
	ck_assert_int_eq(at.stage, CLAIM_ROLL);
	ck_chance("roll A4 red=1 green=1");
	round_to(1);
	ck_try(1, "fly tender hub");
	ck_try(1, "merge");
	/* What is merged may do nothing more, main's travel too. */
	ck_assert_str_eq(hold(1, 0), "red=30 blue=12");
	ck_assert_str_eq(legal(1), "end\n");
	ck_try(1, "end");
	round_to(1);
	ck_holds(legal(1), "fly ship A4 cost=1\n");
}
END_TEST

START_TEST(r11_tow)
{
	table_set(2);
	ship(1, "A4", "blue=3");
	ck_holds(legal(1), "tow ship\n");
	ck_try(1, "tow");
	ck_assert_str_eq(hold(1, 0), "");
	ck_assert_int_eq(at.seat[1].ship[0].at, CLAIM_HUB);
	ck_assert(at.seat[1].ship[0].moved && at.seat[1].ship[0].acted);
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLAIM_TOWED),
	    "towed ship A4 lost=3");
	ck_try(1, "end");
	ck_assert(!at.seat[1].ship[0].moved && !at.seat[1].ship[0].acted);
}
END_TEST

START_TEST(r12_discovery)
{
	table_set(2);
	ships(1, "A4", "red=3", "B5", "red=3");
	ck_try(1, "end");
	/* Nobody is to act, main is first. */
	ck_assert_int_eq(claim_turn_of(&at), 0);
	ck_refused(1, "end", "not-your-turn");
	ck_refused(2, "end", "not-your-turn");
	ck_assert_int_eq(chance_as("roll B5 red=1 green=1"), -1);
	ck_assert_int_eq(chance_as("roll A4 red=0 green=1"), -1);
	ck_assert_int_eq(chance_as("roll A4 red=7 green=1"), -1);
	ck_chance("roll A4 red=6 green=1");
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLAIM_DISCOVERED),
	    "discovered A4 bottom=red top=purple points=2");
	ck_assert_int_eq(at.at, 1);
	ck_chance("roll B5 red=1 green=1");
	ck_assert_int_eq(at.at, 2);
	ck_assert_int_eq(claim_score(data, &at, 1), 4);
	/* A field once, also with two ships on it. */
	ships(2, "C1", "red=3", "C1", "red=3");
	ck_try(2, "end");
	ck_chance("roll C1 red=1 green=1");
	ck_assert_int_eq(at.at, 1);
	ck_assert_int_eq(at.seat[2].found, 1);
}
END_TEST

START_TEST(r12_the_last_two_of_a_segment)
{
	table_set(2);
	system_at("A0", "orange", "blue");
	system_at("A3", "orange", "green");
	system_at("A5", "green", "green");
	ships(1, "A6", "red=3", "A4", "red=3");
	ck_try(1, "end");
	ck_assert_int_eq(chance_as("found A6 bottom=orange top=green"), -1);
	/* The first is rolled and counts for the second. */
	ck_chance("roll A6 red=5 green=4");
	ck_assert_int_eq(chance_as("roll A4 red=5 green=4"), -1);
	ck_chance("found A4 bottom=orange top=blue");
	ck_assert_int_eq(at.seat[1].found, 2);
}
END_TEST

START_TEST(r12_what_is_drawn)
{
	struct rng r, same;
	struct event ev;

	table_set(2);
	ck_try(1, "fly A4");
	ck_try(1, "end");
	rng_init_number(&r, 5);
	rng_init_number(&same, 5);
	claim_draw(data, &at, &r, &ev);
	ck_assert_int_eq(ev.verb, CLAIM_C_ROLL);
	ck_assert_int_eq(ev.arg[1], (int)rng_below(&same, 6) + 1);
	ck_assert_int_eq(ev.arg[2], (int)rng_below(&same, 6) + 1);
	/* What is found takes no bytes. */
	system_at("A0", "orange", "blue");
	system_at("A3", "orange", "green");
	system_at("A5", "green", "green");
	system_at("A6", "green", "green");
	same = r;
	claim_draw(data, &at, &r, &ev);
	ck_assert_int_eq(ev.verb, CLAIM_C_FOUND);
	ck_assert_int_eq((int)(r.used - same.used), 0);
}
END_TEST

/* Nine claims, and the tenth at hand. */
static void
nine_claims(int seat)
{
	static const char *const id[] = { "A0", "A3", "A5", "B0", "B1", "C0",
		"C1", "D0", "D1" };

	for (size_t i = 0; i < sizeof id / sizeof *id; i++) {
		system_at(id[i], "orange", "orange");
		at.seat[seat].claims |= (uint32_t)1 << field(id[i]);
	}
	system_at("A4", "red", "orange");
	ship(seat, "A4", "red=9");
}

START_TEST(r13_ten_claims)
{
	table_set(3);
	nine_claims(1);
	ck_try(1, "trade");
	ck_try(1, "end");
	/* The round is played to its end, discoveries included. */
	ck_assert_int_eq(at.stage, CLAIM_PLAY);
	ck_try(2, "end");
	ck_try(3, "fly B5");
	ck_try(3, "end");
	ck_assert_int_eq(at.stage, CLAIM_ROLL);
	ck_chance("roll B5 red=1 green=1");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	ck_assert_int_eq(at.round, 1);
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLAIM_ENDED),
	    "ended p1 score=38 aboard=9 rank=1 p2 score=20 aboard=30 rank=2 p3 "
	    "score=2 aboard=29 rank=3");
	ck_refused(1, "end", "game-over");
	ck_assert_str_eq(legal(1), "");
}
END_TEST

START_TEST(r13_all_claimed_or_thirty_rounds)
{
	table_set(2);
	for (int f = 1; f < CLAIM_FIELDS; f++) {
		if (claim_in(at.blocked, f))
			continue;
		system_at(data->field[f].id, "red", "red");
		at.seat[1 + f % 2].claims |= (uint32_t)1 << f;
	}
	/* Neither has ten, unless it is the half of twenty exactly. */
	at.seat[1].claims &= ~((uint32_t)1 << field("A0"));
	at.seat[2].claims &= ~((uint32_t)1 << field("A0"));
	while (__builtin_popcount(at.seat[1].claims) >= 10)
		at.seat[1].claims &= at.seat[1].claims - 1;
	while (__builtin_popcount(at.seat[2].claims) >= 10)
		at.seat[2].claims &= at.seat[2].claims - 1;
	round_to(2);
	ck_try(2, "end");
	ck_assert_int_eq(at.stage, CLAIM_PLAY);
	/* Nine and nine of twenty: with seats' thresholds raised the other
	 * end is seen alone. */
	data->claims[2] = 20;
	for (int f = 1; f < CLAIM_FIELDS; f++)
		if (!claim_in(at.blocked, f) && f != field("A0"))
			at.seat[1].claims |= (uint32_t)1 << f;
	ck_try(1, "end");
	ck_try(2, "end");
	ck_assert_int_eq(at.stage, CLAIM_PLAY);
	at.seat[2].claims |= (uint32_t)1 << field("A0");
	ck_try(1, "end");
	ck_try(2, "end");
	ck_assert_int_eq(at.stage, STAGE_OVER);
	data->claims[2] = 10;

	table_set(2);
	for (int round = 1; round <= 30; round++) {
		ck_assert_int_eq(at.round, round);
		ck_try(1, "end");
		ck_assert_int_eq(at.stage, CLAIM_PLAY);
		ck_try(2, "end");
	}
	ck_assert_int_eq(at.stage, STAGE_OVER);
	ck_assert_int_eq(at.round, 30);
}
END_TEST

START_TEST(r14_ties)
{
	table_set(3);
	ship(1, "hub", "red=5 blue=1");
	ship(2, "hub", "red=4 purple=1");
	ships(3, "hub", "red=6", "hub", "red=5");
	at.round = 30;
	round_to(3);
	ck_try(3, "end");
	ck_assert_str_eq(event_words(EVENT_DERIVED, CLAIM_ENDED),
	    "ended p3 score=0 aboard=11 rank=1 p1 score=0 aboard=10 rank=2 p2 "
	    "score=0 aboard=10 rank=2");
}
END_TEST

START_TEST(r14a_late)
{
	struct move m;
	struct buf out = BUF_INIT;

	table_stow(2);
	ck_assert_int_eq(claim_late(data, &at, 2, &m), 0);
	verbs_format(data, &at, 2, &m, &out);
	ck_assert_str_eq(buf_text(&out),
	    "stow orange=4 yellow=4 green=3 blue=2 purple=3");
	ck_try(2, "stow");
	ck_assert_int_eq(claim_late(data, &at, 2, &m), -1);
	ck_try(1, "stow");
	ck_assert_int_eq(claim_late(data, &at, 1, &m), 0);
	ck_assert_int_eq(m.verb, CLAIM_V_END);
	ck_assert_int_eq(claim_late(data, &at, 2, &m), -1);
	buf_release(&out);
}
END_TEST

START_TEST(m7_what_a_mail_leaves_unsaid)
{
	struct moves made = MOVES_INIT;
	struct move m;

	table_stow(2);
	moves_add(&made)->verb = CLAIM_V_STOW;
	ck_assert_int_eq(claim_rules.turn_end(data, &at, 1, &made, &m), -1);
	table_set(2);
	ck_assert_int_eq(claim_rules.turn_end(data, &at, 1, &made, &m), 0);
	ck_assert_int_eq(m.verb, CLAIM_V_END);
	ck_assert_int_eq(claim_rules.turn_end(data, &at, 2, &made, &m), -1);
	moves_clear(&made);
	ck_assert_int_eq(claim_rules.turn_end(data, &at, 1, &made, &m), -1);
	moves_release(&made);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, r1_blocks);
	tcase_add_test(t, r1_only_what_can_come);
	tcase_add_test(t, r2_all_choose_at_once);
	tcase_add_test(t, r2_what_may_be_stowed);
	tcase_add_test(t, r3_r4_turns);
	tcase_add_test(t, r5_travel);
	tcase_add_test(t, r6_trade);
	tcase_add_test(t, r7_r8_double_and_hub);
	tcase_add_test(t, r9_series);
	tcase_add_test(t, r9_what_breaks_a_series);
	tcase_add_test(t, r9_several_claim);
	tcase_add_test(t, r10_split_and_merge);
	tcase_add_test(t, r11_tow);
	tcase_add_test(t, r12_discovery);
	tcase_add_test(t, r12_the_last_two_of_a_segment);
	tcase_add_test(t, r12_what_is_drawn);
	tcase_add_test(t, r13_ten_claims);
	tcase_add_test(t, r13_all_claimed_or_thirty_rounds);
	tcase_add_test(t, r14_ties);
	tcase_add_test(t, r14a_late);
	tcase_add_test(t, m7_what_a_mail_leaves_unsaid);
}
