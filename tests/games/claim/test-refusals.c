/* SPDX-License-Identifier: MIT */
#include "table.h"

/* Every refusal code in the order of the game's page: each test breaks also
 * what stands behind the code it wants to see. */

START_TEST(the_first_codes)
{
	struct move m = { .verb = CLAIM_V_END };
	struct err e;

	table_set(3);
	at.stage = STAGE_OVER;
	ck_assert_str_eq(try(2, "nonsense"), "game-over");
	ck_assert_str_eq(try(1, "end"), "game-over");
	/* While chance is due: unknown-command first. */
	ck_assert_int_eq(game_setup(&claim_rules, data, 3, NULL, &at, &e), 0);
	ck_assert_str_eq(try(1, "nonsense"), "unknown-command word=nonsense");
	ck_assert_str_eq(try(1, "stow"), "not-your-turn");
	ck_assert_str_eq(try(1, "fly A4"), "not-your-turn");
	ck_assert_int_eq(claim_apply(data, &at, 2, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "not-your-turn");
	/* The phase before the turn. */
	table_stow(3);
	ck_assert_str_eq(try(1, "end"), "wrong-phase stowing=1");
	ck_assert_str_eq(try(1, "fly main Z9"), "wrong-phase stowing=1");
	table_set(3);
	ck_assert_str_eq(try(2, "stow red=5"), "wrong-phase");
	ck_assert_str_eq(try(2, "fly main Z9"), "not-your-turn seat=p1");
	ck_assert_str_eq(try(2, "end"), "not-your-turn seat=p1");
	ck_assert_str_eq(try(2, "end now"), "unknown-command word=end");
}
END_TEST

START_TEST(unknown_command)
{
	static const char *const wrong[] = { "", "   ", "sail A4", "fl A4",
		"st", "en",
		/* A wrong number of words. */
		"fly", "fly ship A4 cost=1 now", "fly ship A4 A5", "end turn",
		"merge ships", "load ship A4", "tow ship hub", "trade ship 1 2",
		"refuel ship 1 2", "stow orange", "split red",
		/* No ship in a ship's place. */
		"fly boat A4", "trade boat", "trade boat 1", "load it",
		"tow hub", "refuel all",
		/* A name twice, even if it is no colour. */
		"stow orange=1 orange=2", "stow pink=1 pink=2",
		"stow o=1 orange=2", "split red=1 red=1", "stow red=1 red=2",
		/* An amount that is no number. */
		"stow orange=x", "stow orange=", "stow =3", "stow orange=-1",
		"stow orange=1.5", "trade -1", "trade 1x", "trade ship x",
		"refuel 1,5", "fly A4 cost=", "fly A4 cost=x",
		"fly cost=2 cost=1", "fly ship cost=2 cost=1",
		"split red=1,5" };

	/* In round 0, so that wrong-phase stands behind it. */
	table_stow(2);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		ck_assert_msg(strcmp(refused(1, wrong[i]), "unknown-command") ==
			0,
		    "\"%s\": %s", wrong[i], try(1, wrong[i]));
}
END_TEST

START_TEST(unknown_command_of_a_strange_move)
{
	struct move strange[] = { { .verb = 99 }, { .verb = 0 },
		{ .verb = CLAIM_V_STOW, .n = 5 },
		{ .verb = CLAIM_V_STOW, .n = 6, .arg = { 1 } },
		{ .verb = CLAIM_V_SPLIT, .n = 6, .arg = { -1 } },
		{ .verb = CLAIM_V_FLY, .n = 3, .arg = { 0, 29, 1 } },
		{ .verb = CLAIM_V_FLY, .n = 3, .arg = { 4, 1, 1 } },
		{ .verb = CLAIM_V_TRADE, .n = 2, .arg = { 0, -1 } },
		{ .verb = CLAIM_V_LOAD, .n = 1, .arg = { 4 } },
		{ .verb = CLAIM_V_END, .n = 1 } };

	table_set(2);
	for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
		ck_assert_int_eq(claim_apply(data, &at, 1, &strange[i], NULL,
				     &why),
		    -1);
		ck_assert_str_eq(why.code, "unknown-command");
	}
}
END_TEST

START_TEST(ships_before_the_rest)
{
	table_set(2);
	ck_assert_str_eq(try(1, "fly main Z9"), "unknown-ship ship=main");
	ck_assert_str_eq(try(1, "tow tender"), "unknown-ship ship=tender");
	at.seat[1].ship[0].acted = 1;
	ck_refused(1, "refuel main", "unknown-ship");
	ships(1, "hub", "red=1", "hub", "red=1");
	ck_assert_str_eq(try(1, "fly ship Z9"),
	    "unknown-ship ship=ship split=1");
	ck_assert_str_eq(try(1, "fly Z9"), "ship-required");
	ck_assert_str_eq(try(1, "trade 9"), "ship-required");
	ck_assert_str_eq(try(1, "tow"), "ship-required");
}
END_TEST

START_TEST(stow)
{
	table_stow(2);
	ck_assert_str_eq(try(1, "stow purple=99 red=1"),
	    "unknown-colour word=red fuel=1");
	ck_assert_str_eq(try(1, "stow purple=99 pink=1"),
	    "unknown-colour word=pink");
	ck_assert_str_eq(try(1, "stow orange=31"),
	    "stow-too-valuable value=62 most=60");
	ck_refused(1, "stow orange=25", "no-room");
	ck_try(1, "stow orange=24");
}
END_TEST

START_TEST(fly)
{
	struct claim_ship *s = &at.seat[1].ship[0];

	table_set(2);
	s->acted = s->moved = 1;
	ck_assert_str_eq(try(1, "fly Z9 cost=9"), "unknown-field word=z9");
	ck_assert_str_eq(try(1, "fly A1 cost=9"), "already-acted");
	s->acted = 0;
	ck_assert_str_eq(try(1, "fly A1 cost=9"), "already-moved");
	s->moved = 0;
	ck_assert_str_eq(try(1, "fly A1 cost=9"), "blocked-field field=A1");
	ck_assert_str_eq(try(1, "fly hub cost=9"), "already-there field=hub");
	ck_assert_str_eq(try(1, "fly hub cost=0"), "already-there field=hub");
	ship(1, "hub", "red=1");
	ck_assert_str_eq(try(1, "fly A0 cost=3"), "wrong-cost cost=2");
	ck_assert_str_eq(try(1, "fly A0 cost=0"), "wrong-cost cost=2");
	ck_assert_str_eq(try(1, "fly A0"), "not-enough-fuel need=2 have=1");
	ck_try(1, "fly A4 cost=1");
}
END_TEST

START_TEST(trade)
{
	table_set(2);
	at.seat[1].ship[0].acted = 1;
	ck_refused(1, "trade 0", "already-acted");
	at.seat[1].ship[0].acted = 0;
	ck_assert_str_eq(try(1, "trade 0"), "no-system-here refuels=1");
	ship(1, "hub", "red=54");
	ck_assert_str_eq(try(1, "trade 0"), "no-system-here");
	ship(1, "A4", "yellow=1 purple=52");
	ck_assert_str_eq(try(1, "trade 0"), "unknown-system field=A4");
	system_at("A4", "red", "red");
	at.served = (uint32_t)1 << field("A4");
	ck_assert_str_eq(try(1, "trade 0"), "already-traded-here field=A4");
	at.served = 0;
	ck_assert_str_eq(try(1, "trade 0"),
	    "double-system field=A4 colour=red");
	at.bottom[field("A4")] = (uint8_t)colour("yellow");
	ck_assert_str_eq(try(1, "trade 0"), "nothing-received");
	at.seat[1].ship[0].hold[colour("yellow")] = 0;
	ck_assert_str_eq(try(1, "trade 4"), "too-much full=3");
	ck_assert_str_eq(try(1, "trade 3"),
	    "not-enough-cargo colour=yellow need=1 have=0");
	ship(1, "A4", "yellow=2 purple=52");
	ck_assert_str_eq(try(1, "trade 3"), "no-room");
	ship(1, "A4", "yellow=2 purple=46");
	ck_try(1, "trade 3");
}
END_TEST

START_TEST(load_and_unload)
{
	static const char *const both[] = { "load", "unload" };

	for (int i = 0; i < 2; i++) {
		table_set(2);
		at.seat[1].ship[0].acted = 1;
		ck_refused(1, both[i], "already-acted");
		at.seat[1].ship[0].acted = 0;
		ck_refused(1, both[i], "no-system-here");
		ship(1, "A4", "red=54");
		ck_refused(1, both[i], "unknown-system");
		system_at("A4", "yellow", "red");
		at.served = (uint32_t)1 << field("A4");
		ck_refused(1, both[i], "already-traded-here");
		at.served = 0;
		ck_assert_str_eq(try(1, both[i]), "not-a-double field=A4");
	}
	at.top[field("A4")] = (uint8_t)colour("yellow");
	ck_assert_str_eq(try(1, "unload"),
	    "not-enough-cargo colour=yellow need=1 have=0");
	ck_assert_str_eq(try(1, "load"), "no-room");
	ship(1, "A4", "red=48");
	ck_try(1, "load");
}
END_TEST

START_TEST(refuel)
{
	table_set(2);
	ship(1, "A4", "red=54");
	at.seat[1].ship[0].acted = 1;
	ck_refused(1, "refuel 0", "already-acted");
	at.seat[1].ship[0].acted = 0;
	ck_assert_str_eq(try(1, "refuel 0"), "not-at-hub");
	ship(1, "hub", "red=54");
	ck_assert_str_eq(try(1, "refuel 0"), "nothing-received");
	ck_assert_str_eq(try(1, "refuel 4"), "too-much full=3 fuel=1");
	ck_assert_str_eq(try(1, "refuel 1"), "no-room");
	ship(1, "hub", "red=53");
	ck_assert_str_eq(try(1, "refuel 2"), "no-room most=1");
	ck_try(1, "refuel");
}
END_TEST

START_TEST(split_and_merge)
{
	table_set(2);
	ships(1, "hub", "red=1", "A4", "red=1");
	at.seat[1].ship[0].moved = 1;
	ck_assert_str_eq(try(1, "split pink=1"), "unknown-colour word=pink");
	ck_assert_str_eq(try(1, "split red=99"), "already-split");
	ck_assert_str_eq(try(1, "merge"), "not-together main=hub tender=A4");
	ship(1, "hub", "red=54");
	ck_refused(1, "merge", "already-whole");
	at.seat[1].ship[0].moved = 1;
	ck_refused(1, "split red=99", "not-the-start-of-the-turn");
	at.seat[1].ship[0].moved = 0;
	at.seat[1].ship[0].acted = 1;
	ck_refused(1, "split red=99", "not-the-start-of-the-turn");
	at.seat[1].ship[0].acted = 0;
	ck_assert_str_eq(try(1, "split red=55"),
	    "not-enough-cargo colour=red need=55 have=54");
	/* Too much for the tender, too much for main. */
	ck_refused(1, "split red=19", "no-room");
	ck_refused(1, "split red=17", "no-room");
	ck_try(1, "split red=18");
	ck_try(1, "merge");
}
END_TEST

START_TEST(tow)
{
	table_set(2);
	at.seat[1].ship[0].acted = at.seat[1].ship[0].moved = 1;
	ck_refused(1, "tow", "already-acted");
	at.seat[1].ship[0].acted = 0;
	ck_refused(1, "tow", "already-moved");
	at.seat[1].ship[0].moved = 0;
	ck_refused(1, "tow", "already-at-hub");
	ship(1, "A4", "red=2");
	ck_assert_str_eq(try(1, "tow"), "still-has-fuel have=2");
	ship(1, "A4", "");
	ck_try(1, "tow");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, the_first_codes);
	tcase_add_test(t, unknown_command);
	tcase_add_test(t, unknown_command_of_a_strange_move);
	tcase_add_test(t, ships_before_the_rest);
	tcase_add_test(t, stow);
	tcase_add_test(t, fly);
	tcase_add_test(t, trade);
	tcase_add_test(t, load_and_unload);
	tcase_add_test(t, refuel);
	tcase_add_test(t, split_and_merge);
	tcase_add_test(t, tow);
}
