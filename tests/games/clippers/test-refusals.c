/* SPDX-License-Identifier: MIT */
#include "table.h"

/* Every refusal code in the order of the game's page: each test breaks also
 * what stands behind the code it wants to see. */

START_TEST(game_over_and_not_your_turn)
{
	struct move m = { .verb = CLIP_V_PASS };
	struct err e;

	table_set(3);
	ck_assert_str_eq(try(2, "nonsense"), "not-your-turn seat=p1");
	ck_assert_int_eq(clip_apply(data, &at, 2, &m, NULL, &why), -1);
	ck_assert_str_eq(why.code, "not-your-turn");
	at.stage = STAGE_OVER;
	ck_assert_str_eq(try(2, "nonsense"), "game-over");
	ck_assert_str_eq(try(1, "pass"), "game-over");
	/* Before the deal it is nobody's turn. */
	ck_assert_int_eq(game_setup(&clippers_rules, data, 3, NULL, &at, &e),
	    0);
	ck_assert_str_eq(try(1, "nonsense"), "not-your-turn");
}
END_TEST

START_TEST(unknown_command)
{
	static const char *const wrong[] = { "", "   ", "sail red",
		"la red hao>tahiti", "pa", "bu red",
		/* A wrong number of words. */
		"buy", "buy red blue", "post", "post tahiti moorea", "take",
		"take 2x 3x", "pass now", "lay", "lay red", "lay hao>tahiti",
		"lay red hao > tahiti", "lay red hao tahiti", "open red",
		"move tahiti", "move tahiti to moorea", "done now",
		/* An unknown card. */
		"take 4x", "take card", "take red", "take 2x3",
		/* Not exactly one arrow. */
		"lay red hao", "lay red hao-tahiti", "lay red hao>>tahiti",
		"lay red hao>tahiti>moorea", "open red hao",
		/* Not a number from 1 up. */
		"lay red hao>tahiti*", "lay red hao>tahiti*0",
		"lay red hao>tahiti*-1", "lay red hao>tahiti*x",
		"lay red hao>tahiti*2*2", "lay red hao*2>tahiti",
		"open red hao>tahiti*0" };

	/* In phase 1, so that wrong-phase stands behind it. */
	table_set(2);
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		ck_assert_msg(strcmp(refused(1, wrong[i]), "unknown-command") ==
			0,
		    "\"%s\": %s", wrong[i], try(1, wrong[i]));
}
END_TEST

START_TEST(unknown_command_of_a_strange_move)
{
	struct move strange[] = { { .verb = 99 },
		{ .verb = CLIP_V_BUY, .n = 1, .arg = { 6 } },
		{ .verb = CLIP_V_POST, .n = 1, .arg = { 38 } },
		{ .verb = CLIP_V_TAKE, .n = 1, .arg = { -1 } },
		{ .verb = CLIP_V_LAY, .n = 4, .arg = { 0, 0, 37, 1 } },
		{ .verb = CLIP_V_LAY, .n = 3, .arg = { 0, 38, 25 } },
		{ .verb = CLIP_V_MOVE, .n = 2, .arg = { 0, 40 } },
		{ .verb = CLIP_V_PASS, .n = 1 } };

	table_set(2);
	for (size_t i = 0; i < sizeof strange / sizeof strange[0]; i++) {
		ck_assert_int_eq(clip_apply(data, &at, 1, &strange[i], NULL,
				     &why),
		    -1);
		ck_assert_str_eq(why.code, "unknown-command");
	}
}
END_TEST

START_TEST(wrong_phase)
{
	table_set(2);
	ck_assert_str_eq(try(1, "lay pink atlantis>tahiti"),
	    "wrong-phase phase=1 buying=1");
	ck_refused(1, "open red nowhere>x", "wrong-phase");
	ck_refused(1, "move x y", "wrong-phase");
	ck_refused(1, "done", "wrong-phase");
	phase(2);
	ck_assert_str_eq(try(1, "buy pink"), "wrong-phase phase=2");
	ck_refused(1, "post atlantis", "wrong-phase");
	ck_refused(1, "take 2x", "wrong-phase");
	ck_refused(1, "pass", "wrong-phase");
}
END_TEST

START_TEST(words_from_left_to_right)
{
	table_set(2);
	ck_assert_str_eq(try(1, "buy pink"), "unknown-colour word=pink");
	ck_assert_str_eq(try(1, "buy b"),
	    "ambiguous-name word=b candidates=\"blue black\"");
	ck_assert_str_eq(try(1, "post atlantis"),
	    "unknown-island word=atlantis");
	ck_assert_str_eq(try(1, "post tahitti"),
	    "unknown-island word=tahitti near=\"tarawa tahiti\"");
	ck_assert_str_eq(try(1, "post ra"),
	    "ambiguous-name word=ra candidates=\"rarotonga rangiroa rapa\"");
	/* Ports are names only inside a link. */
	ck_refused(1, "post port-red", "unknown-island");
	ck_refused(1, "post po", "unknown-island");
	phase(2);
	ck_refused(1, "lay pink atlantis>x", "unknown-colour");
	ck_refused(1, "lay b atlantis>x", "ambiguous-name");
	ck_refused(1, "lay red atlantis>ra", "unknown-island");
	ck_refused(1, "lay red ra>atlantis", "ambiguous-name");
	ck_refused(1, "lay red port>hao", "ambiguous-name");
	ck_refused(1, "lay red >hao", "unknown-island");
	ck_refused(1, "lay red hao>", "unknown-island");
	ck_refused(1, "move atlantis ra", "unknown-island");
	ck_refused(1, "move port-red ra", "unknown-island");
	ck_assert_str_eq(try(1, "lay purple hao>efate"),
	    "no-such-link from=hao to=efate");
	ck_refused(1, "lay red hao>hao", "no-such-link");
	ck_refused(1, "open purple port-red>port-blue", "no-such-link");
}
END_TEST

START_TEST(buy)
{
	table_set(2);
	at.seat[1].money = 3;
	ck_try(1, "buy green");
	/* One already; green is sold out; there is no money left. */
	ck_assert_str_eq(try(1, "buy green"),
	    "clipper-already-bought colour=green");
	ck_try(1, "pass");
	at.seat[2].money = 0;
	ck_assert_str_eq(try(2, "buy green"), "clipper-sold-out colour=green");
	ck_refused(2, "buy purple", "clipper-sold-out");
	at.seat[2].money = 2;
	ck_assert_str_eq(try(2, "buy red"), "not-enough-money need=3 have=2");
	ck_try(2, "pass");
	ck_assert_str_eq(try(2, "buy green"),
	    "clipper-sold-out colour=green acted=1");
	ck_assert_str_eq(try(2, "buy red"),
	    "not-enough-money need=3 have=2 acted=1");
}
END_TEST

START_TEST(post_and_take)
{
	table_set(5);
	at.posts[place("tahiti")][2] = 1;
	ck_assert_str_eq(try(1, "post tahiti"), "island-full island=tahiti");
	at.seat[1].reserve = 0;
	ck_refused(1, "post tahiti", "no-posts-left");
	at.seat[1].money = 0;
	at.cards[CLIP_PORT] = 0;
	ck_assert_str_eq(try(1, "take port"), "card-gone card=port");
	ck_assert_str_eq(try(1, "take 5x"),
	    "not-enough-money need=1 have=0 card=5x");
	ck_try(1, "take 3x");
}
END_TEST

START_TEST(lay_before_the_line)
{
	table_set(2);
	clipper(1, "red");
	at.sticks[CLIP_PURPLE] = 0;
	phase(3);
	ck_assert_str_eq(try(1, "lay purple hao>tahiti*9"),
	    "must-open colour=red");
	at.must_open = 0;
	ck_assert_str_eq(try(1, "lay purple hao>tahiti*9"),
	    "allowance-used left=1");
	ck_assert_str_eq(try(1, "lay purple hao>tahiti"),
	    "colour-out-of-sticks colour=purple from=hao to=tahiti purple=1");
	at.sticks[CLIP_PURPLE] = 13;
	ck_refused(1, "lay purple port-red>hawaii", "purple-closed");
}
END_TEST

START_TEST(lay_on_a_link)
{
	table_set(2);
	phase(2);
	/* Either end is another colour's port, also backwards. */
	ck_refused(1, "lay blue port-red>hawaii", "not-this-ports-colour");
	ck_refused(1, "lay blue hawaii>port-red", "not-this-ports-colour");
	/* Also any link towards a port. */
	ck_refused(1, "lay red hawaii>port-red", "against-the-arrow");
	ck_refused(1, "lay red tubuai>mangareva", "against-the-arrow");
	joined("red", "niue", "american-samoa");
	joined("blue", "savaii", "american-samoa");
	ck_refused(1, "lay purple port-red>hawaii", "not-this-ports-colour");
	ck_refused(1, "lay purple rarotonga>rapa", "against-the-arrow");
	ck_refused(1, "lay purple savaii>american-samoa", "not-connected");
	/* The first bytewise of the links under way from or to there. */
	no_heads("red");
	begun("red", "tahiti", "moorea", 1);
	begun("red", "bora-bora", "aitutaki", 1);
	begun("red", "moorea", "aitutaki", 1);
	ck_assert_str_eq(try(1, "lay red moorea>bora-bora"),
	    "head-inside-link colour=red from=moorea to=bora-bora "
	    "link=moorea>aitutaki");
	ck_assert_str_eq(try(1, "lay red aitutaki>niue"),
	    "head-inside-link colour=red from=aitutaki to=niue "
	    "link=bora-bora>aitutaki");
	ck_refused(1, "lay red efate>new-caledonia", "no-head-there");
	/* A track that is begun belongs to its line. */
	head("green", "moorea");
	ck_refused(1, "lay green moorea>tahiti", "track-taken");
	head("white", "niue");
	joined("white", "american-samoa", "niue");
	ck_refused(1, "lay white niue>american-samoa", "track-taken");
	begun("white", "rangiroa", "tahiti", 1);
	head("white", "tahiti");
	ck_refused(1, "lay white tahiti>rangiroa", "same-colour-on-double");
}
END_TEST

START_TEST(lay_many)
{
	table_set(2);
	phase(2);
	card(1, "5x");
	head("red", "hao");
	/* As a whole: the third stick has no way on. */
	ck_refused(1, "lay red hao>tahiti*3", "no-head-there");
	ck_try(1, "lay red hao>tahiti*2");
	ck_assert_int_eq(events_of(EVENT_MOVE, CLIP_V_LAY), 2);
	ck_refused(1, "lay blue port-blue>kiritimati*4", "allowance-used");
	ck_try(1, "lay blue port-blue>kiritimati*3");
	/* If the game ends on the way, the others are dropped. */
	table_set(2);
	phase(2);
	card(1, "5x");
	for (int c = 0; c < CLIP_PURPLE; c++)
		at.sticks[c] = c == 0;
	ck_try(1, "lay red port-red>hawaii*3");
	ck_assert_int_eq(events_of(EVENT_MOVE, CLIP_V_LAY), 1);
	ck_assert_int_eq(at.stage, STAGE_OVER);
}
END_TEST

START_TEST(opening)
{
	table_set(2);
	phase(2);
	card(1, "2x");
	at.sticks[colour("blue")] = 0;
	ck_assert_str_eq(try(1, "open red port-blue>kiritimati"),
	    "no-clipper colour=red");
	ck_try(1, "lay white port-white>hao");
	clipper(1, "blue");
	ck_assert_str_eq(try(1, "open blue port-red>hawaii"),
	    "allowance-used first=1");
	at.laid = 0;
	ck_assert_str_eq(try(1, "open blue port-red>hawaii*2"),
	    "allowance-used opening=1");
	ck_refused(1, "open blue port-red>hawaii", "colour-out-of-sticks");
	at.sticks[colour("blue")] = 9;
	ck_refused(1, "open blue port-red>hawaii", "not-this-ports-colour");
	ck_refused(1, "open blue majuro>hawaii", "against-the-arrow");
	ck_refused(1, "open blue hao>tahiti", "not-connected");
	joined("blue", "nuku-hiva", "hao");
	ck_refused(1, "open blue hao>nuku-hiva", "track-taken");
	joined("blue", "rangiroa", "hao");
	ck_refused(1, "open blue hao>rangiroa", "same-colour-on-double");
	ck_try(1, "open blue hao>tahiti");
}
END_TEST

START_TEST(moving)
{
	table_set(5);
	clipper(1, "red");
	phase(3);
	ck_refused(1, "move efate efate", "no-port-card");
	card(1, "port");
	ck_refused(1, "move efate efate", "must-open");
	at.must_open = 0;
	at.laid = 1;
	ck_assert_str_eq(try(1, "move efate efate"), "allowance-used begun=1");
	at.laid = 0;
	at.seat[1].card_used = 1;
	ck_assert_str_eq(try(1, "move efate efate"), "allowance-used moved=1");
	at.seat[1].card_used = 0;
	ck_assert_str_eq(try(1, "move efate efate"),
	    "no-own-post-there island=efate");
	at.posts[place("moorea")][2] = 1;
	ck_assert_str_eq(try(1, "move moorea moorea"),
	    "same-island island=moorea");
	ck_assert_str_eq(try(1, "move wallis moorea"),
	    "island-full island=moorea");
}
END_TEST

START_TEST(done)
{
	table_set(2);
	clipper(1, "red");
	phase(3);
	ck_refused(1, "done", "must-open");
	at.must_open = 0;
	ck_assert_str_eq(try(1, "done"), "must-lay");
	card(1, "5x");
	ck_assert_str_eq(try(1, "done"), "must-lay saved=1");
	card(1, "2x");
	at.stage = CLIP_LAY_1;
	ck_assert_str_eq(try(1, "done"), "must-lay");
	ck_try(1, "lay red port-red>hawaii");
	ck_try(1, "done");
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, game_over_and_not_your_turn);
	tcase_add_test(t, unknown_command);
	tcase_add_test(t, unknown_command_of_a_strange_move);
	tcase_add_test(t, wrong_phase);
	tcase_add_test(t, words_from_left_to_right);
	tcase_add_test(t, buy);
	tcase_add_test(t, post_and_take);
	tcase_add_test(t, lay_before_the_line);
	tcase_add_test(t, lay_on_a_link);
	tcase_add_test(t, lay_many);
	tcase_add_test(t, opening);
	tcase_add_test(t, moving);
	tcase_add_test(t, done);
}
