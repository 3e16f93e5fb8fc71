/* SPDX-License-Identifier: MIT */
#include "table.h"

/* The worked examples of the game's page, by number. */

START_TEST(e1_two_values_and_a_stopgap)
{
	table_set(4);
	hold(1, "rhea flying-cloud ten-haff");
	ck_try(1, "voyage baltic rhea flying-cloud ten-haff class 5");
	ck_assert_str_eq(event_words(EVENT_MOVE, STAR_VOYAGE),
	    "voyage baltic rhea:A flying-cloud:B ten-haff:C class 5");
	ck_holds(event_words(EVENT_DERIVED, STAR_SAILED), "value=9 bonus=0");
	ck_assert_str_eq(class_is(5), "17 13 9(p1)");
}
END_TEST

START_TEST(e2_bonus_and_best_assignment)
{
	table_set(6);
	hold(1, "thetis kreios royal-william-1");
	ck_reads(1, "voyage baltic kreios royal-william-1 thetis class 3",
	    "voyage baltic thetis:A royal-william-1:B kreios:C class 3");
	ck_try(1, "voyage baltic thetis:A kreios:C royal-william-1:B class 3");
	ck_holds(event_words(EVENT_DERIVED, STAR_SAILED), "value=9 bonus=3");
	ck_holds(event_words(EVENT_DERIVED, STAR_SAILED),
	    "thetis:A scores=3 royal-william-1:B scores=1 kreios:C scores=2");
	/* 3 + 1 + 2 is 6, and 3 of bonus. */
	ck_assert_str_eq(class_is(3), "9(p1)");
}
END_TEST

START_TEST(e3_a_higher_value_goes_above)
{
	table_set(6);
	placed(5, "mediterranean", 1, 19);
	placed(5, "mediterranean", 2, 23);
	ck_assert_str_eq(class_is(5), "23(p2) 19(p1)");
	ck_holds(facts(OBSERVER),
	    "\"5\":{\"plaques\":[{\"loan\":0,\"no\":1,\"owner\":\"p2\","
	    "\"points\":22,\"value\":23},{\"loan\":0,\"no\":1,\"owner\":\"p1\","
	    "\"points\":16,\"value\":19}],\"sea\":\"mediterranean\"}");
}
END_TEST

/* The same by moves: 9 + 9 + 1 + 0 is 19, and 5 + 9 + 1 + 4 + 4 is 23. */
START_TEST(e3_by_moves)
{
	table_set(6);
	hold(1, "helouan heliopolis royal-william-1 rhea");
	hold(2, "wien isis royal-william-2 campania");
	ck_try(1,
	    "voyage med helouan:A heliopolis:B rhea:D royal-william-1:C class "
	    "5");
	ck_assert_str_eq(class_is(5), "19(p1)");
	ck_try(2, "voyage med wien isis royal campania");
	ck_assert_str_eq(class_is(5), "23(p2) 19(p1)");
}
END_TEST

START_TEST(e4_loan_sinks_below_equals)
{
	table_set(6);
	placed(4, "mediterranean", 1, 23);
	placed(4, "mediterranean", 2, 19);
	placed(4, "mediterranean", 3, 15);
	placed(4, "mediterranean", 4, 11);
	ck_try(1, "loan mediterranean 8000");
	ck_assert_str_eq(class_is(4), "19(p2) 15(p3) 15(p1) 11(p4)");
	ck_assert_int_eq(at.money[1], 18000 + 8000);
}
END_TEST

START_TEST(e5_how_much_a_voyage_supports)
{
	table_set(6);
	placed(5, "baltic", 1, 8);
	placed(4, "pacific", 1, 23);
	ck_refused(1, "loan baltic 9000", "loan-too-large");
	ck_holds(legal(1), "loan baltic 8000\n");
	ck_lacks(legal(1), "loan baltic 9000\n");
	ck_refused(1, "loan pacific 11000", "loan-too-large");
	ck_holds(legal(1), "loan pacific 10000\n");
	ck_lacks(legal(1), "loan pacific 11000\n");
	ck_try(1, "loan pacific 10000");
}
END_TEST

START_TEST(e6_large_hands_need_long_voyages)
{
	table_set(6);
	hold(1, "rhea thetis kreios korea norge sirio wien");
	ck_lacks(legal(1), "voyage baltic");
	ck_lacks(legal(1), "voyage mediterranean");
	ck_holds(legal(1), "voyage atlantic");
	ck_holds(legal(1), "voyage pacific");
	ck_refused(1, "voyage baltic rhea thetis kreios class 5",
	    "too-many-left");
	hold(1, "rhea thetis kreios korea norge sirio");
	ck_lacks(legal(1), "voyage baltic");
	ck_holds(legal(1), "voyage mediterranean");
}
END_TEST

START_TEST(e7_the_agency_moves_up)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	ck_try(1, "charter 1000");
	ck_assert_int_eq(at.agency[2], ship("thetis"));
	ck_assert_int_eq(at.agency[1], ship("rhea"));
	ck_assert_int_eq(at.agency[3], ship("korea"));
	ck_assert_int_ne(at.agency[0], STAR_NONE);
	ck_assert_int_eq(at.money[1], 17000);
	ck_assert(star_in_hand(&at, 1, ship("kreios")));
}
END_TEST

START_TEST(e8_neutral_operators_win_ties)
{
	table_set(5);
	placed(1, "pacific", 0, 30);
	placed(1, "pacific", 2, 30);
	placed(1, "pacific", 3, 31);
	ck_assert_str_eq(class_is(1), "31(p3) 30 30(p2)");
}
END_TEST

START_TEST(e8_by_moves)
{
	table_set(5);
	/* 9 + 9 + 9 + 2 + 1 + 0 = 30. */
	hold(1,
	    "empress-of-japan cutty-sark potosi rhea royal-william-1 norge");
	ck_try(1,
	    "voyage pacific empress-of-japan:A cutty-sark:B potosi:C rhea:D "
	    "royal-william-1:E norge:F class 1");
	ck_assert_str_eq(class_is(1), "30 30(p1)");
	/* 9 + 9 + 9 + 1 + 0 + 3 = 31. */
	hold(2,
	    "tenyo-maru manchuria sea-witch royal-william-2 thetis carpathia");
	ck_try(2,
	    "voyage pacific tenyo-maru:A manchuria:B sea-witch:C "
	    "royal-william-2:D thetis:E carpathia:F");
	ck_assert_str_eq(class_is(1), "31(p2) 30 30(p1)");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, e1_two_values_and_a_stopgap);
	tcase_add_test(t, e2_bonus_and_best_assignment);
	tcase_add_test(t, e3_a_higher_value_goes_above);
	tcase_add_test(t, e3_by_moves);
	tcase_add_test(t, e4_loan_sinks_below_equals);
	tcase_add_test(t, e5_how_much_a_voyage_supports);
	tcase_add_test(t, e6_large_hands_need_long_voyages);
	tcase_add_test(t, e7_the_agency_moves_up);
	tcase_add_test(t, e8_neutral_operators_win_ties);
	tcase_add_test(t, e8_by_moves);
}
