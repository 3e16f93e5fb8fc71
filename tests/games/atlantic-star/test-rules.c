/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "games/atlantic-star/voyage.h"

/* R1 to R18, by number. */

START_TEST(r1_money)
{
	int n;

	for (n = 2; n <= 6; n++) {
		table_set(n);
		ck_assert_int_eq(at.money[1], n <= 3 ? 36000 : 18000);
		ck_assert_int_eq(at.money[n], n <= 3 ? 36000 : 18000);
	}
}
END_TEST

START_TEST(r2_voyages)
{
	int n, s;

	for (n = 2; n <= 6; n++) {
		table_set(n);
		for (s = 0; s < STAR_SEAS; s++)
			ck_assert_int_eq(at.left[n][s], n <= 3 ? 2 : 1);
	}
}
END_TEST

START_TEST(r3_neutral_operators)
{
	static const char *const want[] = { "", "", "17 13 9(p1)", "9(p1)",
		"17 13 9(p1)", "15 9(p1)", "9(p1)" };
	int n;

	for (n = 2; n <= 6; n++) {
		table_set(n);
		hold(1, "thetis kreios royal-william-1");
		ck_try(1, "voyage baltic thetis kreios royal class 3");
		ck_assert_str_eq(class_is(3), want[n]);
	}
	table_set(2);
	hold(1, "empress-of-japan cutty-sark potosi rhea korea norge");
	ck_try(1, "voyage pacific emp cutty pot rhea kor nor class 1");
	/* 9 + 9 + 9 + 8 and two stopgaps. */
	ck_assert_str_eq(class_is(1), "35(p1) 32 28");
}
END_TEST

START_TEST(r4_deal)
{
	table_set(4);
	ck_assert_int_eq(at.agency[0], 0);
	ck_assert_int_eq(at.agency[3], 3);
	ck_assert_int_eq(at.pile, 128);
	ck_holds(facts(OBSERVER),
	    "\"agency\":[{\"price\":3000,\"ship\":\"andrew-jackson\"},{"
	    "\"price\":2000,\"ship\":\"aorangi\"},");
	ck_holds(facts(ARCHIVE), "\"deck\":[\"arizona\",\"armand-behic\",");
}
END_TEST

START_TEST(r4_shuffle_is_of_the_data_files_order)
{
	int16_t want[STAR_SHIPS];
	struct rng a, b;
	struct event ev;
	struct options o = { 0 };
	struct err e;
	int i;

	rng_init_number(&a, 1);
	rng_init_number(&b, 1);
	ck_assert_int_eq(options_parse("order=given", &o, &e), 0);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, &o, &at, &e),
	    0);
	star_draw(data, &at, &a, &ev);
	for (i = 0; i < STAR_SHIPS; i++)
		want[i] = (int16_t)i;
	rng_shuffle(&b, want, STAR_SHIPS);
	ck_assert_int_eq(ev.n, STAR_SHIPS);
	ck_assert_mem_eq(ev.arg, want, sizeof want);
}
END_TEST

START_TEST(r5_order_is_drawn)
{
	struct err e;
	struct event ev = { .kind = EVENT_CHANCE, .verb = STAR_DECK };

	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, NULL, &at,
			     &e),
	    0);
	ck_assert(game_chance_due(&atlantic_star_rules, data, &at));
	ck_assert_int_eq(atlantic_star_rules.to_act(data, &at), 0);
	ck_holds(facts(OBSERVER), "\"order\":[\"p1\",\"p2\",\"p3\"]");
	/* The deck comes after the order. */
	ck_assert_int_eq(star_chance(data, &at, &ev, NULL, &e), -1);
	ck_chance("order p2 p3 p1");
	ck_holds(facts(OBSERVER), "\"order\":[\"p2\",\"p3\",\"p1\"]");
	for (ev.n = 0; ev.n < STAR_SHIPS; ev.n++)
		ev.arg[ev.n] = (int16_t)ev.n;
	ck_assert_int_eq(star_chance(data, &at, &ev, NULL, &e), 0);
	ck_assert_int_eq(star_turn_of(&at), 2);
	ck_try(2, "charter 0");
	ck_assert_int_eq(star_turn_of(&at), 3);
	ck_assert_int_eq(at.round, 1);
	ck_try(3, "charter 0");
	ck_try(1, "charter 0");
	ck_assert_int_eq(at.round, 2);
	ck_assert_int_eq(at.turn, 4);
	ck_assert_int_eq(star_turn_of(&at), 2);
}
END_TEST

START_TEST(r5_wrong_chance_is_corrupt)
{
	static const char *const wrong[] = { "order p1 p2", "order p1 p2 p2",
		"order p1 p2 p4", "order p1 p2 p3 p1", "deck rhea" };
	struct event ev;
	struct err e;
	size_t i;

	for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, NULL,
				     &at, &e),
		    0);
		ck_assert_int_eq(verbs_chance_read(data, wrong[i],
				     strlen(wrong[i]), &ev),
		    0);
		ck_assert_int_eq(star_chance(data, &at, &ev, NULL, &e), -1);
		ck_assert_int_eq(e.kind, ERR_CORRUPT);
	}
	table_set(3);
	ck_assert_int_eq(star_chance(data, &at, &ev, NULL, &e), -1);
	ck_assert_int_eq(verbs_chance_read(data, "die 6", 5, &ev), -1);
	ck_assert_int_eq(verbs_chance_read(data, "deck x", 6, &ev), -1);
	ck_assert_int_eq(verbs_chance_read(data, "deck  rhea", 10, &ev), -1);
	ck_assert_int_eq(verbs_chance_read(data, "order p7", 8, &ev), -1);
}
END_TEST

START_TEST(r6_loan)
{
	table_set(2);
	placed(5, "baltic", 1, 12);
	placed(5, "baltic", 1, 7);
	placed(4, "atlantic", 1, 30);
	/* Before anything else; one a turn; one ever on the sea. */
	ck_holds(facts(OBSERVER), "\"phase\":\"loan\"");
	ck_try(1, "loan baltic:2 3000");
	ck_assert_str_eq(class_is(5), "12(p1) 4(p1)");
	ck_assert_int_eq(at.money[1], 39000);
	ck_holds(facts(OBSERVER),
	    "{\"loan\":3000,\"no\":2,\"owner\":\"p1\",\"points\":16,\"value\":"
	    "4}");
	ck_holds(facts(OBSERVER), "\"phase\":\"replace\"");
	ck_assert_int_eq(star_turn_of(&at), 1);
	ck_refused(1, "loan atlantic 1000", "loan-too-late");
	ck_try(1, "charter 0");
	ck_try(2, "charter 0");
	ck_refused(1, "loan baltic:1 1000", "loan-already-taken");
	ck_lacks(legal(1), "loan baltic");
	ck_try(1, "loan atlantic:1 10000");
}
END_TEST

START_TEST(r6_no_loan_in_a_full_class)
{
	int i;

	table_set(6);
	for (i = 1; i <= 6; i++)
		placed(5, "baltic", i, 10 + i);
	ck_refused(1, "loan baltic 1000", "loan-class-full");
	ck_holds(facts(OBSERVER), "\"phase\":\"replace\"");
	ck_lacks(legal(1), "loan");
}
END_TEST

START_TEST(r6_no_loan_on_nothing)
{
	table_set(6);
	placed(5, "baltic", 1, 0);
	ck_assert_str_eq(try(1, "loan baltic 1000"),
	    "loan-too-large sea=baltic max=0 none=1 value=0");
	ck_holds(facts(OBSERVER), "\"phase\":\"replace\"");
}
END_TEST

START_TEST(r7_replace)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_try(1, "replace");
	ck_assert_int_eq(at.money[1], 16000);
	ck_assert_int_eq(star_turn_of(&at), 1);
	ck_holds(facts(OBSERVER),
	    "\"discards\":[\"rhea\",\"thetis\",\"kreios\",\"korea\"]");
	/* Laid from 3000 down to 0, in the order of the pile. */
	ck_assert_str_eq(event_words(EVENT_DERIVED, STAR_REPLACED),
	    "replaced price=2000 old rhea thetis kreios korea new arizona "
	    "armand-behic blucher britannia");
	ck_assert(seen.beyond);
	ck_refused(1, "loan baltic 1000", "loan-too-late");
	ck_try(1, "replace");
	ck_try(1, "charter 0");
	ck_assert_int_eq(star_turn_of(&at), 2);
}
END_TEST

/* Everybody sees the new ships at once, so no preview goes past them. */
START_TEST(r17_replaced_ships_are_seen)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_try(1, "replace");
	ck_assert(seen.beyond);
	for (int reader = OBSERVER; reader <= 4; reader++) {
		ck_holds(facts(reader),
		    "\"agency\":[{\"price\":3000,\"ship\":\"arizona\"}");
		for (int i = 0; i < seen.n; i++)
			ck_assert_int_eq(atlantic_star_rules.redact(data, &at,
					     &seen.at[i], reader),
			    REDACT_SHOW);
	}
	/* It has taken effect: there is no loan any more, nor a way back. */
	ck_refused(1, "charter rhea", "ship-not-in-agency");
	ck_refused(1, "loan baltic 1000", "loan-too-late");
}
END_TEST

START_TEST(r7_deck_too_small)
{
	table_set(4);
	pile(2);
	at.discard = 1;
	ck_assert_str_eq(try(1, "replace"), "deck-too-small cards=3");
	ck_lacks(legal(1), "replace");
	ck_holds(facts(OBSERVER), "\"phase\":\"main\"");
}
END_TEST

START_TEST(r8_charter)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_try(1, "charter rhea");
	ck_assert_int_eq(at.money[1], 15000);
	ck_assert_int_eq(at.agency[1], ship("thetis"));
	ck_assert_str_eq(event_words(EVENT_DERIVED, STAR_CHARTERED),
	    "chartered rhea price=3000 laid arizona");
	ck_assert(seen.beyond);
	ck_assert_int_eq(star_turn_of(&at), 2);
}
END_TEST

START_TEST(r9_hand_limit)
{
	table_set(4);
	ck_assert_int_eq(star_hand_limit(data, &at, 1), 8);
	placed(5, "pacific", 1, 9);
	ck_assert_int_eq(star_hand_limit(data, &at, 1), 7);
	placed(4, "atlantic", 1, 9);
	ck_assert_int_eq(star_hand_limit(data, &at, 1), 6);
	placed(3, "mediterranean", 1, 9);
	ck_assert_int_eq(star_hand_limit(data, &at, 1), 5);
	hold(1, "rhea thetis kreios korea");
	ck_try(1, "charter 0");
	hold(2, "isis norge sirio wien potosi scotia tsar umbria");
	ck_assert_str_eq(try(2, "charter 0"), "hand-full limit=8 hand=8");
	ck_lacks(legal(2), "charter");
}
END_TEST

START_TEST(r10_cards_leave_the_game)
{
	table_set(6);
	hold(1, "thetis kreios royal-william-1 rhea korea");
	ck_try(1, "voyage baltic thetis kreios royal class 3");
	ck_assert_int_eq(at.hands[1], 2);
	ck_assert(star_in_hand(&at, 1, ship("rhea")));
	ck_assert(star_in_hand(&at, 1, ship("korea")));
	ck_lacks(facts(ARCHIVE), "thetis");
}
END_TEST

START_TEST(r10_two_cards_may_remain)
{
	table_set(6);
	hold(1, "thetis kreios rhea korea isis norge");
	ck_assert_str_eq(try(1, "voyage baltic thetis kreios rhea class 3"),
	    "too-many-left sea=baltic left=3 max=2");
	ck_lacks(legal(1), "voyage baltic");
	hold(1, "thetis kreios rhea korea isis");
	ck_holds(legal(1), "voyage baltic");
	ck_try(1, "voyage baltic thetis kreios rhea class 3");
}
END_TEST

START_TEST(r10_mail_ships_score_one_on_any_leg)
{
	table_set(6);
	hold(1, "royal-william-1 royal-william-2 royal-william-3");
	ck_try(1, "voyage baltic roy roy roy class 3");
	/* 1 + 1 + 1 and the bonus of 3. */
	ck_assert_str_eq(class_is(3), "6(p1)");
}
END_TEST

START_TEST(r11_class_is_chosen_once)
{
	table_set(2);
	hold(1, "thetis kreios royal-william-1");
	hold(2, "norge oihonna royal-william-2");
	ck_refused(1, "voyage baltic thetis kreios royal", "class-required");
	ck_try(1, "voyage baltic thetis kreios royal class 3");
	ck_assert_int_eq(seen.n, 3);
	ck_assert_str_eq(event_words(EVENT_DERIVED, STAR_OPENED),
	    "opened baltic class=3 neutral=17 neutral=13");
	ck_refused(2, "voyage baltic norge oihonna royal class 2",
	    "class-fixed");
	/* The class it has is accepted and dropped. */
	ck_reads(2, "voyage baltic norge oihonna royal class 3",
	    "voyage baltic royal-william-2:A norge:B oihonna:C");
	ck_try(2, "voyage baltic norge oihonna royal class 3");
	ck_assert_str_eq(event_words(EVENT_MOVE, STAR_VOYAGE),
	    "voyage baltic royal-william-2:A norge:B oihonna:C");
	ck_assert_str_eq(class_is(3), "22(p2) 17 13 9(p1)");
	hold(1, "isis helouan osiris ophir");
	ck_assert_str_eq(try(1, "voyage med isis helouan osiris ophir class 3"),
	    "class-taken sea=baltic class=3 classes=\"5 4 2 1\"");
}
END_TEST

START_TEST(r12_rank)
{
	table_set(6);
	placed(5, "baltic", 1, 10);
	placed(5, "baltic", 2, 10);
	placed(5, "baltic", 3, 12);
	placed(5, "baltic", 4, 10);
	ck_assert_str_eq(class_is(5), "12(p3) 10(p1) 10(p2) 10(p4)");
}
END_TEST

START_TEST(r13_shuffle_in_the_middle_of_replace)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	pile(2);
	ck_assert_int_eq(at.discard, 126);
	ck_try(1, "replace");
	ck_assert_int_eq(at.agency[0] == STAR_NONE, 0);
	ck_assert_int_eq(at.agency[1] == STAR_NONE, 0);
	ck_assert_int_eq(at.agency[2], STAR_NONE);
	ck_assert(game_chance_due(&atlantic_star_rules, data, &at));
	ck_assert_int_eq(atlantic_star_rules.to_act(data, &at), 0);
	ck_holds(facts(1), "\"phase\":\"chance\"");
	ck_refused(1, "charter 0", "not-your-turn");
	ck_assert_int_eq(at.discard, 130);
}
END_TEST

/* The pile is made of the discard, in the order of the data file before it is
 * shuffled; then the turn passes. */
START_TEST(r13_shuffle_ends_a_charter)
{
	struct rng a, b;
	struct event ev;
	int16_t want[] = { 0, 0, 0 };

	table_set(4);
	agency("rhea thetis kreios korea");
	pile(0);
	memset(at.discards, 0, sizeof at.discards);
	at.discard = 3;
	at.discards[0] = (uint8_t)ship("wien");
	at.discards[1] = (uint8_t)ship("isis");
	at.discards[2] = (uint8_t)ship("norge");
	ck_try(1, "charter korea");
	ck_assert_str_eq(event_words(EVENT_DERIVED, STAR_CHARTERED),
	    "chartered korea price=0");
	ck_assert_int_eq(at.turn, 1);
	rng_init_number(&a, 9);
	rng_init_number(&b, 9);
	star_draw(data, &at, &a, &ev);
	want[0] = (int16_t)ship("isis");
	want[1] = (int16_t)ship("norge");
	want[2] = (int16_t)ship("wien");
	rng_shuffle(&b, want, 3);
	ck_assert_int_eq(ev.n, 3);
	ck_assert_mem_eq(ev.arg, want, sizeof want);
	ck_chance("deck norge wien isis");
	ck_assert_str_eq(event_words(EVENT_DERIVED, STAR_LAID), "laid norge");
	ck_assert_int_eq(at.agency[0], ship("norge"));
	ck_assert_int_eq(at.agency[1], ship("rhea"));
	ck_assert_int_eq(at.pile, 2);
	ck_assert_int_eq(at.deck[1], ship("wien"));
	ck_assert_int_eq(at.discard, 0);
	ck_assert_int_eq(at.turn, 2);
	ck_assert_int_eq(star_turn_of(&at), 2);
}
END_TEST

START_TEST(r13_nothing_left_to_lay)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	at.pile = at.discard = 0;
	ck_try(1, "charter kreios");
	ck_assert_int_eq(at.agency[0], STAR_NONE);
	ck_assert_int_eq(star_turn_of(&at), 2);
	ck_assert(!seen.beyond);
	ck_assert_str_eq(try(2, "charter 3000"),
	    "ship-not-in-agency price=3000 agency=\"rhea thetis korea\"");
	ck_try(2, "charter 0");
}
END_TEST

START_TEST(r14_done_seats_are_passed_over)
{
	int s;

	table_set(4);
	for (s = 0; s < STAR_SEAS; s++)
		placed(s + 1, data->sea[s].id, 2, 10);
	ck_try(1, "charter 0");
	ck_assert_int_eq(star_turn_of(&at), 3);
	for (s = 0; s < STAR_SEAS; s++) {
		placed(s + 1, data->sea[s].id, 3, 9);
		placed(s + 1, data->sea[s].id, 4, 8);
	}
	/* p3 is done too by the hand of the test; its turn goes on once. */
	at.left[3][0] = 1;
	at.hands[3] = 0;
	ck_try(3, "charter 0");
	ck_assert_int_eq(star_turn_of(&at), 1);
	ck_assert_int_eq(at.round, 2);
	at.left[3][0] = 0;
	/* The same seat again is a new turn and a new round. */
	ck_try(1, "charter 0");
	ck_assert_int_eq(star_turn_of(&at), 1);
	ck_assert_int_eq(at.round, 3);
	ck_assert_int_eq(at.turn, 4);
}
END_TEST

START_TEST(r15_end_and_ties)
{
	int s, i, score[7];

	table_set(4);
	for (s = 0; s < STAR_SEAS; s++)
		for (i = 1; i <= 4; i++)
			if (s > 0 || i > 1)
				placed(s + 1, data->sea[s].id, i, 40 - i);
	hold(1, "norge oihonna arcturus");
	at.money[2] = 5000;
	at.money[3] = 5000;
	ck_try(1, "voyage baltic norge oihonna arcturus");
	ck_holds(event_words(EVENT_DERIVED, STAR_ENDED),
	    "ended p1 score=62 money=18000 rank=1 p2 score=56 money=5000 "
	    "rank=2");
	ck_assert(game_over(&at));
	ck_assert_int_eq(atlantic_star_rules.to_act(data, &at), 0);
	ck_holds(facts(OBSERVER), "\"phase\":\"over\"");
	ck_refused(1, "replace", "game-over");
	game_scores(&atlantic_star_rules, data, &at, score);
	/* Baltic in 1 star at 27 + 3: fourth place of 4, behind 38, 37, 36. */
	ck_assert_int_eq(score[1], 8 + 16 + 18 + 20);
	ck_assert_int_eq(score[2], 14 + 13 + 14 + 15);
}
END_TEST

START_TEST(r15_more_money_then_shared)
{
	int s, i;

	table_set(6);
	for (i = 1; i <= 6; i++)
		for (s = 0; s < STAR_SEAS; s++)
			at.left[i][s] = 0;
	at.left[1][0] = 1;
	hold(1, "norge oihonna arcturus");
	for (s = 1; s < STAR_SEAS; s++)
		at.class_of[s] = (uint8_t)(s + 1);
	at.class_of[0] = 1;
	at.sea_of[1] = 0;
	at.money[2] = 20000;
	at.money[3] = 20000;
	ck_try(1, "voyage baltic norge oihonna arcturus");
	/* p2 to p6 have no points at all here: money decides, then order. */
	ck_assert_str_eq(event_words(EVENT_DERIVED, STAR_ENDED),
	    "ended p1 score=14 money=18000 rank=1 p2 score=0 money=20000 "
	    "rank=2 p3 score=0 money=20000 rank=2 p4 score=0 money=18000 "
	    "rank=4 p5 score=0 money=18000 rank=4 p6 score=0 money=18000 "
	    "rank=4");
}
END_TEST

START_TEST(r18_late)
{
	struct move m;
	struct buf words = BUF_INIT;

	table_set(4);
	agency("rhea thetis kreios korea");
	ck_assert_int_eq(star_late(data, &at, 1, &m), 0);
	star_format(data, &at, 1, &m, &words);
	ck_assert_str_eq(buf_text(&words), "charter korea");
	agency("rhea thetis kreios -");
	at.money[1] = 1000;
	buf_clear(&words);
	ck_assert_int_eq(star_late(data, &at, 1, &m), 0);
	star_format(data, &at, 1, &m, &words);
	ck_assert_str_eq(buf_text(&words), "charter kreios");
	hold(1, "isis norge sirio wien potosi scotia tsar umbria");
	buf_clear(&words);
	ck_assert_int_eq(star_late(data, &at, 1, &m), 0);
	star_format(data, &at, 1, &m, &words);
	/* The first listed voyage. */
	ck_holds(legal(1), "voyage");
	ck_assert_int_eq(strncmp(strstr(legal(1), "voyage"), words.data,
			     words.len),
	    0);
	ck_assert_int_eq(star_late(data, &at, 2, &m), -1);
	buf_release(&words);
}
END_TEST

START_TEST(options)
{
	struct options o;
	struct err e;

	ck_assert_int_eq(options_parse("open=maybe", &o, &e), 0);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, &o, &at, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(options_parse("wind=west", &o, &e), 0);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, &o, &at, &e),
	    -1);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 1, NULL, &at,
			     &e),
	    -1);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 7, NULL, &at,
			     &e),
	    -1);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, r1_money);
	tcase_add_test(t, r2_voyages);
	tcase_add_test(t, r3_neutral_operators);
	tcase_add_test(t, r4_deal);
	tcase_add_test(t, r4_shuffle_is_of_the_data_files_order);
	tcase_add_test(t, r5_order_is_drawn);
	tcase_add_test(t, r5_wrong_chance_is_corrupt);
	tcase_add_test(t, r6_loan);
	tcase_add_test(t, r6_no_loan_in_a_full_class);
	tcase_add_test(t, r6_no_loan_on_nothing);
	tcase_add_test(t, r7_replace);
	tcase_add_test(t, r17_replaced_ships_are_seen);
	tcase_add_test(t, r7_deck_too_small);
	tcase_add_test(t, r8_charter);
	tcase_add_test(t, r9_hand_limit);
	tcase_add_test(t, r10_cards_leave_the_game);
	tcase_add_test(t, r10_two_cards_may_remain);
	tcase_add_test(t, r10_mail_ships_score_one_on_any_leg);
	tcase_add_test(t, r11_class_is_chosen_once);
	tcase_add_test(t, r12_rank);
	tcase_add_test(t, r13_shuffle_in_the_middle_of_replace);
	tcase_add_test(t, r13_shuffle_ends_a_charter);
	tcase_add_test(t, r13_nothing_left_to_lay);
	tcase_add_test(t, r14_done_seats_are_passed_over);
	tcase_add_test(t, r15_end_and_ties);
	tcase_add_test(t, r15_more_money_then_shared);
	tcase_add_test(t, r18_late);
	tcase_add_test(t, options);
}
