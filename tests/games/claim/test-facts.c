/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

/* Section F of the game's page, word by word, and what stays hidden. */

START_TEST(before_the_blocks)
{
	static const char start[] =
	    "{\"acted\":false,\"at\":\"hub\",\"cargo\":{\"blue\":0,\"green\":0,"
	    "\"orange\":0,\"purple\":0,\"red\":30,\"yellow\":0},\"moved\":"
	    "false,\"name\":\"ship\",\"parts\":3,\"series\":null}";
	struct err e;
	char part[512];

	ck_assert_int_eq(game_setup(&claim_rules, data, 2, NULL, &at, &e), 0);
	ck_holds(facts(ARCHIVE),
	    "{\"fields\":{\"A0\":\"unknown\",\"A1\":\"unknown\",");
	ck_holds(facts(ARCHIVE),
	    "\"D6\":\"unknown\"},\"game\":\"claim\",\"phase\":\"stow\","
	    "\"round\":0,\"seats\":{\"p1\":{\"claims\":[],\"found\":0,"
	    "\"score\":0,\"ships\":[");
	ck_lacks(facts(ARCHIVE), "\"hub\":");
	(void)snprintf(part, sizeof part, "\"ships\":[%s]},\"p2\":", start);
	ck_holds(facts(ARCHIVE), part);
	ck_holds(facts(1), part);
	ck_lacks(facts(2), part);
	ck_holds(facts(2), "\"cargo\":null");
	ck_holds(facts(ARCHIVE), "\"to_act\":[]}");
}
END_TEST

START_TEST(in_round_0)
{
	table_stow(3);
	ck_holds(facts(OBSERVER), "\"A1\":\"blocked\"");
	ck_holds(facts(OBSERVER), "\"to_act\":[\"p1\",\"p2\",\"p3\"]");
	ck_try(2, "stow purple=10");
	/* That a seat has chosen is public, what it has chosen is not. */
	ck_holds(facts(OBSERVER), "\"to_act\":[\"p1\",\"p3\"]");
	ck_lacks(facts(1), "\"purple\":10");
	ck_lacks(facts(OBSERVER), "\"purple\":10");
	ck_holds(facts(2), "\"purple\":10");
	ck_holds(facts(ARCHIVE), "\"purple\":10");
	ck_try(1, "stow");
	ck_try(3, "stow");
	ck_holds(facts(OBSERVER), "\"purple\":10");
	ck_holds(facts(OBSERVER), "\"phase\":\"play\",\"round\":1");
}
END_TEST

START_TEST(in_play)
{
	table_set(2);
	system_at("A4", "yellow", "red");
	system_at("B5", "red", "red");
	ships(1, "A4", "yellow=1", "B5", "red=1");
	ck_holds(facts(2),
	    "\"ships\":[{\"acted\":false,\"at\":\"A4\",\"cargo\":{\"blue\":0,"
	    "\"green\":0,\"orange\":0,\"purple\":0,\"red\":0,\"yellow\":1},"
	    "\"moved\":false,\"name\":\"main\",\"parts\":2,\"series\":null},{"
	    "\"acted\":false,\"at\":\"B5\",");
	ck_holds(facts(2), "\"name\":\"tender\",\"parts\":1,");
	ck_try(1, "unload tender");
	ck_try(1, "trade main");
	ck_holds(facts(2),
	    "\"A4\":{\"bottom\":\"yellow\",\"claims\":[\"p1\"],\"top\":"
	    "\"red\"}");
	ck_holds(facts(2),
	    "\"p1\":{\"claims\":[\"A4\",\"B5\"],\"found\":0,\"score\":4,");
	ck_holds(facts(2), "{\"acted\":true,");
	ck_try(1, "end");
	ck_lacks(facts(2), "\"acted\":true");
	ck_holds(facts(2), "\"to_act\":[\"p2\"]");
	/* While a discovery is due: nobody, and the round stays. */
	ck_try(2, "fly C1");
	ck_holds(facts(2), "\"moved\":true");
	ck_try(2, "end");
	ck_lacks(facts(2), "\"moved\":true");
	ck_holds(facts(2), "\"phase\":\"play\",\"round\":1");
	ck_holds(facts(2), "\"to_act\":[]");
	at.stage = STAGE_OVER;
	ck_holds(facts(2), "\"phase\":\"over\",\"round\":1");
}
END_TEST

/* R2 and "Hidden information" of the page. */
START_TEST(redaction)
{
	struct event stow;

	table_stow(3);
	ck_try(2, "stow purple=10");
	stow = seen.at[0];
	for (int reader = OBSERVER; reader <= 3; reader++)
		ck_assert_int_eq(claim_redact(data, &at, &stow, reader),
		    reader == 2 ? REDACT_SHOW : REDACT_HIDE);
	ck_assert_int_eq(claim_redact(data, &at, &stow, ARCHIVE), REDACT_SHOW);
	ck_try(1, "stow");
	ck_assert_int_eq(claim_redact(data, &at, &stow, 1), REDACT_HIDE);
	ck_try(3, "stow");
	for (int reader = OBSERVER; reader <= 3; reader++)
		ck_assert_int_eq(claim_redact(data, &at, &stow, reader),
		    REDACT_SHOW);
}
END_TEST

START_TEST(other_possibilities)
{
	struct claim_position other;
	struct rng r;
	struct err e;
	int changed = 0;

	table_stow(3);
	ck_try(1, "stow purple=10");
	ck_try(2, "stow orange=5");
	rng_init_number(&r, 1);
	for (int i = 0; i < 200; i++) {
		other = at;
		claim_vary(data, &other, 1, &r);
		ck_assert_int_eq(claim_audit(data, &other, &e), 0);
		ck_assert_int_le(claim_aboard(data, &other, 2), 30 + 60);
		/* The reader's own, and who has not chosen, stay. */
		ck_assert_mem_eq(&other.seat[1], &at.seat[1],
		    sizeof at.seat[1]);
		ck_assert_mem_eq(&other.seat[3], &at.seat[3],
		    sizeof at.seat[3]);
		changed += memcmp(&other, &at, sizeof at) != 0;
	}
	ck_assert_int_gt(changed, 150);
	ck_try(3, "stow");
	other = at;
	claim_vary(data, &other, 1, &r);
	ck_assert_mem_eq(&other, &at, sizeof at);
}
END_TEST

/* Others' first cargo is erased until the last has chosen, and nothing else. */
START_TEST(what_is_seen)
{
	struct claim_position sight, all;

	table_stow(2);
	ck_try(1, "stow blue=3");
	game_see(&claim_rules, data, &at, 2, &sight);
	ck_assert_mem_ne(&sight, &at, sizeof at);
	all = at;
	memset(all.seat[1].ship[0].hold, 0, sizeof all.seat[1].ship[0].hold);
	ck_assert_mem_eq(&sight, &all, sizeof all);
	game_see(&claim_rules, data, &at, 1, &sight);
	ck_assert_mem_eq(sight.seat[1].ship[0].hold, at.seat[1].ship[0].hold,
	    sizeof at.seat[1].ship[0].hold);
	game_see(&claim_rules, data, &at, ARCHIVE, &sight);
	ck_assert_mem_eq(&sight, &at, sizeof at);
	ck_try(2, "stow");
	game_see(&claim_rules, data, &at, OBSERVER, &sight);
	ck_assert_mem_eq(&sight, &at, sizeof at);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, before_the_blocks);
	tcase_add_test(t, in_round_0);
	tcase_add_test(t, in_play);
	tcase_add_test(t, redaction);
	tcase_add_test(t, other_possibilities);
	tcase_add_test(t, what_is_seen);
}
