/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

#include "base/hash.h"
#include "game/table.h"

/* Section F, R16, and what a reader may not know. */

static struct moves list;

/* Random moves from the start of a game. */
static void
play(struct rng *r, int moves)
{
	struct event ev;
	struct err e;

	while (moves-- > 0 && at.stage != STAGE_OVER) {
		if (at.due) {
			star_draw(data, &at, r, &ev);
			ck_assert_int_eq(star_chance(data, &at, &ev, NULL, &e),
			    0);
			continue;
		}
		star_legal(data, &at, star_turn_of(&at), &list);
		ck_assert_int_eq(star_apply(data, &at, star_turn_of(&at),
				     &list.at[rng_below(r, (uint32_t)list.n)],
				     NULL, &why),
		    0);
	}
}

START_TEST(whole)
{
	table_set(4);
	agency("rhea thetis kreios korea");
	hold(1, "wien isis");
	pile(120);
	ck_assert_str_eq(facts(OBSERVER),
	    "{\"agency\":[{\"price\":3000,\"ship\":\"rhea\"},{\"price\":2000,"
	    "\"ship\":\"thetis\"},{\"price\":1000,\"ship\":\"kreios\"},{"
	    "\"price\":0,\"ship\":\"korea\"}],\"classes\":{\"1\":{\"plaques\":["
	    "],\"sea\":null},\"2\":{\"plaques\":[],\"sea\":null},\"3\":{"
	    "\"plaques\":[],\"sea\":null},\"4\":{\"plaques\":[],\"sea\":null},"
	    "\"5\":{\"plaques\":[],\"sea\":null}},\"discard\":6,\"discards\":["
	    "\"arizona\",\"armand-behic\",\"blucher\",\"britannia\",\"british-"
	    "queen\",\"cairo\"],\"game\":\"atlantic-star"
	    "\",\"order\":[\"p1\",\"p2\",\"p3\",\"p4\"],\"phase\":\"replace\","
	    "\"pile\":120,\"round\":1,\"seats\":{\"p1\":{\"hand_size\":2,"
	    "\"score\":0,\"voyages_left\":{\"atlantic\":1,\"baltic\":1,"
	    "\"mediterranean\":1,\"pacific\":1}},\"p2\":{\"hand_size\":0,"
	    "\"score\":0,\"voyages_left\":{\"atlantic\":1,\"baltic\":1,"
	    "\"mediterranean\":1,\"pacific\":1}},\"p3\":{\"hand_size\":0,"
	    "\"score\":0,\"voyages_left\":{\"atlantic\":1,\"baltic\":1,"
	    "\"mediterranean\":1,\"pacific\":1}},\"p4\":{\"hand_size\":0,"
	    "\"score\":0,\"voyages_left\":{\"atlantic\":1,\"baltic\":1,"
	    "\"mediterranean\":1,\"pacific\":1}}},\"to_act\":[\"p1\"]}");
	ck_holds(facts(1),
	    "\"p1\":{\"hand\":[\"isis\",\"wien\"],\"hand_size\":2,\"money\":"
	    "18000,\"score\":0,");
	ck_lacks(facts(2), "isis");
	ck_holds(facts(2), "\"p2\":{\"hand\":[],\"hand_size\":0,\"money\"");
	ck_holds(facts(ARCHIVE), "isis");
	ck_holds(facts(ARCHIVE), "\"deck\":[");
	ck_lacks(facts(1), "\"deck\"");
}
END_TEST

/* Check lines of logs of then hold; those of no other facts do. */
START_TEST(facts_as_they_once_were)
{
	static const char once[] = "\"game\":\"atlantic-star/1\"";
	struct buf now = BUF_INIT, was = BUF_INIT;
	const struct game_kind *kind;
	struct table *t = NULL;
	char hash[HASH_HEX_SIZE], *at_name;
	struct err e;

	ck_assert_int_eq(game_open("atlantic-star", &kind, &e), 0);
	ck_assert_int_eq(table_new(kind, 3, NULL, &t, &e), 0);
	table_facts_hash(t, hash);
	ck_assert(table_facts_are(t, hash));
	table_facts(t, ARCHIVE, &now);
	at_name = strstr(buf_text(&now), "\"game\":\"atlantic-star\"");
	ck_assert_ptr_nonnull(at_name);
	hash[5] ^= 1;
	ck_assert(!table_facts_are(t, hash));
	buf_add(&was, now.data, (size_t)(at_name - now.data));
	buf_str(&was, once);
	buf_str(&was, at_name + sizeof once - 3);
	hash_sha256_hex(was.data, was.len, hash);
	ck_assert(table_facts_are(t, hash));
	hash[63] ^= 1;
	ck_assert(!table_facts_are(t, hash));
	buf_release(&was);
	buf_release(&now);
	table_free(t);
}
END_TEST

START_TEST(before_the_deal)
{
	struct err e;

	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, NULL, &at,
			     &e),
	    0);
	ck_holds(facts(OBSERVER),
	    "\"agency\":[{\"price\":3000,\"ship\":null},{\"price\":2000,"
	    "\"ship\":null},{\"price\":1000,\"ship\":null},{\"price\":0,"
	    "\"ship\":null}]");
	ck_holds(facts(OBSERVER),
	    "\"order\":[\"p1\",\"p2\",\"p3\"],\"phase\":\"chance\",\"pile\":0,"
	    "\"round\":1,");
	ck_holds(facts(OBSERVER), "\"to_act\":[]");
	ck_holds(facts(ARCHIVE), "\"deck\":[],\"discard\":0,\"discards\":[]");
}
END_TEST

START_TEST(open_game)
{
	table_set_with(4, "order=given open=yes");
	hold(1, "wien isis");
	ck_holds(facts(OBSERVER), "isis");
	ck_holds(facts(2),
	    "\"p1\":{\"hand\":[\"isis\",\"wien\"],\"hand_size\":2,\"money\":"
	    "18000");
	ck_lacks(facts(2), "\"deck\"");
}
END_TEST

START_TEST(phase_is_never_a_matter_of_money)
{
	table_set(4);
	at.money[1] = 0;
	ck_holds(facts(OBSERVER), "\"phase\":\"replace\"");
	pile(2);
	at.discard = 1;
	ck_holds(facts(OBSERVER), "\"phase\":\"main\"");
	placed(5, "baltic", 1, 5);
	ck_holds(facts(OBSERVER), "\"phase\":\"loan\"");
}
END_TEST

START_TEST(r16_copies)
{
	struct event deck = { .kind = EVENT_CHANCE, .verb = STAR_DECK };
	struct event order = { .kind = EVENT_CHANCE, .verb = STAR_ORDER };
	struct event laid = { .kind = EVENT_DERIVED, .verb = STAR_LAID };
	struct event charter = { .kind = EVENT_MOVE,
		.verb = STAR_CHARTER,
		.actor = 1,
		.n = 1 };
	int reader;

	table_set(4);
	for (reader = OBSERVER; reader <= 4; reader++) {
		ck_assert_int_eq(star_redact(data, &at, &deck, reader),
		    REDACT_HIDE);
		ck_assert_int_eq(star_redact(data, &at, &order, reader),
		    REDACT_SHOW);
		ck_assert_int_eq(star_redact(data, &at, &laid, reader),
		    REDACT_SHOW);
		ck_assert_int_eq(star_redact(data, &at, &charter, reader),
		    REDACT_SHOW);
	}
	ck_assert_int_eq(star_redact(data, &at, &deck, ARCHIVE), REDACT_SHOW);
}
END_TEST

/* The cards laid at once after a shuffle are named behind it. */
START_TEST(r16_cards_laid_are_named)
{
	struct rng r;
	struct event ev;
	struct err e;

	rng_init_number(&r, 3);
	ck_assert_int_eq(game_setup(&atlantic_star_rules, data, 3, NULL, &at,
			     &e),
	    0);
	star_draw(data, &at, &r, &ev);
	ck_assert_int_eq(star_chance(data, &at, &ev, &seen, &e), 0);
	ck_assert_int_eq(seen.n, 0);
	star_draw(data, &at, &r, &ev);
	events_clear(&seen);
	ck_assert_int_eq(star_chance(data, &at, &ev, &seen, &e), 0);
	ck_assert_int_eq(seen.n, 1);
	ck_assert_int_eq(seen.at[0].n, 4);
	ck_assert_mem_eq(seen.at[0].arg, ev.arg, 4 * sizeof ev.arg[0]);
}
END_TEST

static cJSON *
view_of(int reader)
{
	struct star_position sight;

	game_see(&atlantic_star_rules, data, &at, reader, &sight);
	return star_view(data, &sight, reader);
}

static void
text_of(int reader, struct buf *out)
{
	struct json j;
	struct rng r;
	struct move m;
	cJSON *view;
	char *words;
	int i;

	buf_clear(out);
	json_init(&j, out);
	star_facts(data, &at, reader, &j);
	view = view_of(reader);
	words = cJSON_PrintUnformatted(view);
	buf_str(out, words);
	cJSON_free(words);
	cJSON_Delete(view);
	if (reader == OBSERVER || star_turn_of(&at) != reader)
		return;
	star_legal(data, &at, reader, &list);
	for (i = 0; i < list.n; i++) {
		star_format(data, &at, reader, &list.at[i], out);
		describe(&at, reader, &list.at[i], out);
	}
	rng_init_number(&r, 1);
	ck_assert_int_eq(star_choose(data, &at, reader, &r, &m), 0);
	star_format(data, &at, reader, &m, out);
	ck_assert_int_eq(star_late(data, &at, reader, &m), 0);
	star_format(data, &at, reader, &m, out);
}

/* Cards of other seats change places with each other and the money too: more
 * than vary does, because who reads well could tell (R16). Nothing that is
 * made for the reader may change by it. */
static void
exchange(int reader, struct rng *r)
{
	int a, b, i, k;

	for (a = 1; a <= at.seats; a++)
		for (b = a + 1; b <= at.seats; b++) {
			int32_t money = at.money[a];
			uint8_t hand[STAR_HAND];

			if (a == reader || b == reader)
				continue;
			at.money[a] = at.money[b] + 1000;
			at.money[b] = money;
			if (at.hands[a] != at.hands[b])
				continue;
			memcpy(hand, at.hand[a], sizeof hand);
			memcpy(at.hand[a], at.hand[b], sizeof hand);
			memcpy(at.hand[b], hand, sizeof hand);
		}
	/* A card of each other hand goes under the pile for one from there. */
	for (a = 1; a <= at.seats; a++) {
		if (a == reader || at.hands[a] == 0 || at.pile == 0)
			continue;
		i = (int)rng_below(r, at.hands[a]);
		k = (int)rng_below(r, at.pile);
		b = at.hand[a][i];
		at.hand[a][i] = at.deck[k];
		at.deck[k] = (uint8_t)b;
	}
	atlantic_star_rules.vary(data, &at, reader, r);
}

START_TEST(nothing_depends_on_what_is_secret)
{
	struct buf before = BUF_INIT, after = BUF_INIT;
	struct star_position was;
	struct rng r;
	int game, reader, changed = 0;

	rng_init_number(&r, 7);
	for (game = 0; game < 120; game++) {
		table_set(2 + game % 5);
		play(&r, (int)rng_below(&r, 110));
		if (at.due)
			continue;
		reader = game % 3 == 0 ? OBSERVER : star_turn_of(&at);
		text_of(reader, &before);
		was = at;
		exchange(reader, &r);
		changed += memcmp(&was, &at, sizeof at) != 0;
		text_of(reader, &after);
		ck_assert_str_eq(buf_text(&before), buf_text(&after));
	}
	ck_assert_int_gt(changed, 80);
	buf_release(&before);
	buf_release(&after);
}
END_TEST

/* vary keeps what every reader can work out: which cards the pile holds. */
START_TEST(vary_moves_the_pile_alone)
{
	struct star_position was;
	struct rng r;
	struct err e;
	int sum = 0, i;

	rng_init_number(&r, 5);
	table_set(4);
	play(&r, 30);
	was = at;
	atlantic_star_rules.vary(data, &at, 2, &r);
	ck_assert_int_eq(star_audit(data, &at, &e), 0);
	ck_assert_mem_ne(at.deck, was.deck, sizeof at.deck);
	for (i = 0; i < at.pile; i++)
		sum += at.deck[i] - was.deck[i];
	ck_assert_int_eq(sum, 0);
	memcpy(at.deck, was.deck, sizeof at.deck);
	ck_assert_mem_eq(&at, &was, sizeof at);
	atlantic_star_rules.vary(data, &at, ARCHIVE, &r);
	ck_assert_mem_eq(&at, &was, sizeof at);
}
END_TEST

static const cJSON *
member(const cJSON *o, const char *key)
{
	const cJSON *item = cJSON_GetObjectItemCaseSensitive(o, key);

	ck_assert_msg(item != NULL, "no member %s", key);
	return item;
}

START_TEST(view_of_a_seat)
{
	cJSON *view;
	const cJSON *mine;

	table_set(4);
	agency("rhea thetis kreios -");
	hold(1, "flying-cloud norge oihonna royal-william-1");
	view = view_of(1);
	mine = member(view, "mine");
	ck_assert_int_eq(member(mine, "limit")->valueint, 8);
	ck_assert_int_eq(member(mine, "money")->valueint, 18000);
	ck_assert_int_eq(cJSON_GetArraySize(member(mine, "hand")), 4);
	ck_assert(cJSON_IsTrue(
	    member(cJSON_GetArrayItem(member(view, "agency"), 3), "empty")));
	ck_assert_int_eq(cJSON_GetArraySize(member(view, "classes")), 5);
	cJSON_Delete(view);
	view = view_of(OBSERVER);
	ck_assert_ptr_null(cJSON_GetObjectItem(view, "mine"));
	cJSON_Delete(view);
}
END_TEST

/* How far a small hand is from running the shortest sea. */
START_TEST(view_of_shortest)
{
	static const char *const hand[] = { "", "isis", "isis norge wien",
		"isis norge wien rhea kreios",
		"isis norge wien rhea kreios thetis",
		"isis norge wien rhea kreios thetis korea sirio" };

	for (int i = 0; i < 6; i++) {
		cJSON *view;

		table_set(4);
		hold(1, hand[i]);
		view = view_of(1);
		ck_assert_int_eq(cJSON_HasObjectItem(member(view, "mine"),
				     "shortest"),
		    i < 2);
		cJSON_Delete(view);
	}
}
END_TEST

static void
ck_described(const char *text, const char *json)
{
	cJSON *want = cJSON_Parse(json), *is = cJSON_CreateObject();
	struct move m;

	ck_assert_int_eq(star_parse(data, &at, 1, NULL, text, &m, &why), 0);
	star_describe(data, &at, 1, &m, is);
	ck_assert_msg(cJSON_Compare(is, want, true), "%s",
	    cJSON_PrintUnformatted(is));
	cJSON_Delete(is);
	cJSON_Delete(want);
}

START_TEST(describe_says_what_a_move_does)
{
	struct buf b = BUF_INIT;
	struct move m;

	table_set(4);
	agency("rhea thetis kreios korea");
	hold(1, "norge oihonna royal-william-1 isis");
	ck_described("charter rhea",
	    "{\"hand\":5,\"is\":{\"charter\":true},\"limit\":8,\"money\":15000,"
	    "\"price\":3000,\"seas\":[{\"legs\":[{\"leg\":\"C\",\"value\":3}],"
	    "\"sea\":\"mediterranean\"},{\"legs\":[{\"leg\":\"A\",\"value\":4}]"
	    ",\"sea\":\"atlantic\"},{\"legs\":[{\"leg\":\"D\",\"value\":2}],"
	    "\"sea\":\"pacific\"}],\"seat\":\"p1\",\"ship\":\"rhea\",\"verb\":"
	    "\"charter\"}");
	ck_described("voyage baltic norge oihonna roy class 5",
	    "{\"bonus\":3,\"chosen\":true,\"class\":5,\"full\":true,\"hand\":1,"
	    "\"is\":{\"voyage\":true},\"keep\":[{\"ship\":\"isis\"}],\"no\":1,"
	    "\"of\":3,\"points\":22,\"rank\":1,\"row\":\"baltic\",\"sea\":"
	    "\"baltic\",\"seat\":"
	    "\"p1\",\"sets\":4,\"ships\":[{\"leg\":\"A\",\"ship\":\"royal-"
	    "william-1\",\"value\":1},{\"leg\":\"B\",\"ship\":\"norge\","
	    "\"value\":9},{\"leg\":\"C\",\"ship\":\"oihonna\",\"value\":9}],"
	    "\"value\":22,\"verb\":\"voyage\"}");
	ck_assert_int_eq(star_parse(data, &at, 1, NULL,
			     "voyage baltic norge isis roy class 5", &m, &why),
	    0);
	describe(&at, 1, &m, &b);
	ck_holds(buf_text(&b), "\"family\":\"voyage:baltic\"");
	buf_release(&b);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_test(t, whole);
	tcase_add_test(t, facts_as_they_once_were);
	tcase_add_test(t, before_the_deal);
	tcase_add_test(t, open_game);
	tcase_add_test(t, phase_is_never_a_matter_of_money);
	tcase_add_test(t, r16_copies);
	tcase_add_test(t, r16_cards_laid_are_named);
	tcase_add_test(t, nothing_depends_on_what_is_secret);
	tcase_add_test(t, vary_moves_the_pile_alone);
	tcase_add_test(t, view_of_a_seat);
	tcase_add_test(t, view_of_shortest);
	tcase_add_test(t, describe_says_what_a_move_does);
}
