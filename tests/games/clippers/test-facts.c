/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

/* Section F of the game's page, word by word. */

START_TEST(before_the_deal)
{
	struct err e;

	ck_assert_int_eq(game_setup(&clippers_rules, data, 2, NULL, &at, &e),
	    0);
	ck_assert_str_eq(facts(ARCHIVE),
	    "{\"cards\":{\"2x\":1,\"3x\":1,\"5x\":1,\"port\":1},\"game\":"
	    "\"clippers\",\"grapnel\":\"p1\",\"heads\":[{\"at\":\"port-red\","
	    "\"colour\":\"red\"},{\"at\":\"port-blue\",\"colour\":\"blue\"},{"
	    "\"at\":\"port-white\",\"colour\":\"white\"},{\"at\":\"port-"
	    "green\",\"colour\":\"green\"},{\"at\":\"port-black\",\"colour\":"
	    "\"black\"}],\"islands\":{},\"laid_this_phase\":0,\"links\":[],"
	    "\"phase\":1,\"round\":1,\"seats\":{\"p1\":{\"card\":null,\"card_"
	    "used\":false,\"clipper\":null,\"money\":2,\"nation\":null,"
	    "\"reserve\":12,\"score\":2},\"p2\":{\"card\":null,\"card_used\":"
	    "false,\"clipper\":null,\"money\":2,\"nation\":null,\"reserve\":12,"
	    "\"score\":2}},\"sticks\":{\"black\":18,\"blue\":30,\"green\":24,"
	    "\"purple\":13,\"red\":32,\"white\":25},\"stock\":{\"black\":1,"
	    "\"blue\":2,\"green\":1,\"red\":3,\"white\":2},\"to_act\":[]}");
}
END_TEST

START_TEST(after_the_deal)
{
	table_set(2);
	ck_holds(facts(ARCHIVE), "\"nation\":\"france\",\"reserve\":5");
	ck_holds(facts(ARCHIVE), "\"to_act\":[\"p1\"]");
	/* A seat once for each post; islands without anything left out. */
	ck_holds(facts(ARCHIVE),
	    "\"new-caledonia\":{\"colours\":[],\"posts\":[\"p1\",\"p1\"]}");
	ck_lacks(facts(ARCHIVE), "\"nauru\"");
	at.posts[place("wallis")][2] = 1;
	ck_holds(facts(ARCHIVE),
	    "\"wallis\":{\"colours\":[],\"posts\":[\"p1\",\"p2\"]}");
}
END_TEST

START_TEST(heads_and_links)
{
	table_set(2);
	no_heads("red");
	begun("red", "tahiti", "moorea", 1);
	at.heads[0][place("tahiti")] = 2;
	at.heads[0][place("hao")] = 1;
	joined("blue", "moorea", "bora-bora");
	joined("purple", "american-samoa", "savaii");
	begun("white", "port-white", "hao", 1);
	joined("white", "port-white", "hao");
	/* Colour order, then the text bytewise. */
	ck_holds(facts(ARCHIVE),
	    "\"heads\":[{\"at\":\"hao\",\"colour\":\"red\"},{\"at\":\"tahiti\","
	    "\"colour\":\"red\"},{\"at\":\"tahiti\",\"colour\":\"red\"},{"
	    "\"colour\":\"red\",\"laid\":1,\"on\":\"tahiti>moorea\"},{\"at\":"
	    "\"port-blue\",\"colour\":\"blue\"},{\"at\":\"port-white\","
	    "\"colour\":\"white\"},{\"colour\":\"white\",\"laid\":1,\"on\":"
	    "\"port-white>hao\"},");
	/* As they were laid, by from, to, colour, then laid. */
	ck_holds(facts(ARCHIVE),
	    "\"links\":[{\"colour\":\"purple\",\"from\":\"american-samoa\","
	    "\"laid\":1,\"to\":\"savaii\"},{\"colour\":\"blue\",\"from\":"
	    "\"moorea\",\"laid\":1,\"to\":\"bora-bora\"},{\"colour\":\"white\","
	    "\"from\":\"port-white\",\"laid\":1,\"to\":\"hao\"},{\"colour\":"
	    "\"white\",\"from\":\"port-white\",\"laid\":2,\"to\":\"hao\"},{"
	    "\"colour\":\"red\",\"from\":\"tahiti\",\"laid\":1,\"to\":"
	    "\"moorea\"}]");
	/* Purple has no heads; colours in their order. */
	at.connected[1] |= (uint64_t)1 << place("savaii");
	at.connected[CLIP_PURPLE] |= (uint64_t)1 << place("savaii");
	ck_holds(facts(ARCHIVE),
	    "\"savaii\":{\"colours\":[\"blue\",\"purple\"]");
}
END_TEST

START_TEST(a_turn)
{
	table_set(2);
	ck_try(1, "take 3x");
	ck_holds(facts(ARCHIVE), "\"p1\":{\"card\":\"3x\",\"card_used\":false");
	ck_holds(facts(ARCHIVE), "\"cards\":{\"2x\":1,\"3x\":0,");
	at.seat[2].money = 3;
	ck_try(2, "buy red");
	ck_holds(facts(ARCHIVE), "\"clipper\":\"red\",\"money\":0");
	ck_holds(facts(ARCHIVE),
	    "\"stock\":{\"black\":1,\"blue\":2,\"green\":1,\"red\":2,");
	ck_try(2, "pass");
	ck_holds(facts(ARCHIVE), "\"phase\":2");
	ck_try(1, "lay red port-red>hawaii");
	ck_holds(facts(ARCHIVE), "\"laid_this_phase\":1");
	ck_holds(facts(ARCHIVE), "\"red\":31");
	ck_try(1, "done");
	ck_holds(facts(ARCHIVE), "\"laid_this_phase\":0");
	/* An `open` does not use the card. */
	card(2, "5x");
	ck_try(2, "open red port-red>kiritimati");
	ck_holds(facts(ARCHIVE),
	    "\"p2\":{\"card\":\"5x\",\"card_used\":false,\"clipper\":null");
	ck_holds(facts(ARCHIVE), "\"phase\":3");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, before_the_deal);
	tcase_add_test(t, after_the_deal);
	tcase_add_test(t, heads_and_links);
	tcase_add_test(t, a_turn);
}
