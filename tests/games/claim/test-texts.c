/* SPDX-License-Identifier: MIT */
#include "table.h"

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/utf8.h"
#include "game/replay.h"
#include "text/drawing.h"
#include "text/markdown.h"
#include "text/texts.h"
#include "tests/text/langs.h"

/*
 * What the English templates make of positions, moves, events and refusals.
 * The boards of one position stand whole in golden/; what is made instead
 * lies under the same name in the directory of the test when they differ.
 */

#define HERE PAQUEBOT_SRCDIR "/tests/games/claim/golden/"

static struct texts *texts;
static struct buf out;
static struct moves list;

static const char *
title(const void *d, const char *kind, const char *id)
{
	return claim_title(d, kind, id);
}

/* Renders a piece for a reader; takes context. Borrowed. */
static const char *
render(const char *name, cJSON *context, int reader)
{
	static const char *const who[] = {
		NULL, "Anna", "Bruno", "Carla", "Dirk", "Elena", "Franz"
	};
	struct dress d = { "en", "claim", title, data, who, reader };
	cJSON *bare = cJSON_Duplicate(context, true);
	struct err e;

	texts_dress(texts, &d, context);
	buf_clear(&out);
	ck_assert_msg(texts_render(texts, "en", name, context, &out, &e) == 0,
	    "%s", e.text);
	cJSON_Delete(context);
	while (out.len > 0 && out.data[out.len - 1] == '\n')
		buf_truncate(&out, out.len - 1);
	ck_lacks(buf_text(&out), "{{");
	ck_lacks(buf_text(&out), "}}");
	langs_check(texts, &d, name, bare, buf_text(&out));
	cJSON_Delete(bare);
	return buf_text(&out);
}

static cJSON *
under(const char *key, cJSON *o)
{
	cJSON *context = cJSON_CreateObject();

	cJSON_AddItemToObject(context, key, o);
	return context;
}

/* Values of several words are a list too, as match/ puts them. */
static void
add_words(cJSON *o, const char *key, const char *value)
{
	char name[40];
	cJSON *words;

	(void)snprintf(name, sizeof name, "%s_words", key);
	words = cJSON_AddArrayToObject(o, name);
	for (size_t n; *value != '\0'; value += n + (value[n] == ' ')) {
		cJSON *member = cJSON_CreateObject();
		char word[40];

		n = strcspn(value, " ");
		(void)snprintf(word, sizeof word, "%.*s", (int)n, value);
		cJSON_AddStringToObject(member, "word", word);
		cJSON_AddItemToArray(words, member);
	}
}

static const char *
answer(int seat, const char *text, const char *code)
{
	cJSON *o = cJSON_CreateObject();

	ck_refused(seat, text, code);
	ck_assert_ptr_nonnull(why.code);
	for (int i = 0; i < why.n; i++) {
		cJSON_AddStringToObject(o, why.arg[i].key, why.arg[i].value);
		add_words(o, why.arg[i].key, why.arg[i].value);
	}
	return render("claim/refusals", under(why.code, o), seat);
}

#define ck_answer(text, code, part) \
	do { \
		const char *a = answer(1, text, code); \
		ck_holds(a, part); \
		ck_lacks(a, "\n"); \
		ck_lacks(a, " ."); \
		ck_lacks(a, "``"); \
		ck_lacks(a, "  "); \
	} while (0)

START_TEST(refusals_of_words)
{
	table_set(2);
	ck_holds(answer(2, "end", "not-your-turn"), "Anna is to play");
	ck_answer("sail A4", "unknown-command", "begins with \"sail\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("stow", "wrong-phase", "is for the beginning alone");
	ck_answer("fly main A4", "unknown-ship", "You have no main now. Your "
	    "ship is whole");
	ck_answer("fly Z9", "unknown-field", "no field \"z9\"");
	ck_answer("split pink=1", "unknown-colour", "no colour \"pink\"");
	ships(1, "hub", "red=1", "hub", "red=1");
	ck_answer("fly A4", "ship-required", "`fly main B3`");
	ck_answer("tow ship", "unknown-ship", "You have no ship now. Your ship "
	    "is split");
	at.stage = CLAIM_ROLL;
	ck_answer("end", "not-your-turn", "The dice are being rolled");
	at.stage = CLAIM_OVER;
	ck_answer("end", "game-over", "The game is over");
	table_stow(2);
	ck_answer("end", "wrong-phase", "All choose their first cargo now");
	ck_answer("stow red=1", "unknown-colour", "Every ship starts with 30 "
	    "fuel");
	ck_answer("stow purple=11", "stow-too-valuable", "are worth 66, and");
	ck_answer("stow orange=25", "no-room", "room for 24 cubes");
}
END_TEST

START_TEST(refusals_of_flights)
{
	table_set(2);
	ck_answer("fly A1", "blocked-field", "A1 is blocked");
	ck_answer("fly hub", "already-there", "at hub already");
	ck_answer("fly A4 cost=2", "wrong-cost", "takes 1 fuel");
	ship(1, "hub", "red=1");
	ck_answer("fly A0", "not-enough-fuel", "takes 2 fuel, and that ship "
	    "has 1");
	ck_answer("trade", "no-system-here", "Here you can `refuel`");
	ck_answer("refuel 0", "nothing-received", "1 or more");
	ck_answer("refuel 4", "too-much", "may take 3 fuel a turn");
	ck_answer("tow", "already-at-hub", "at the hub already");
	ship(1, "A4", "red=2");
	ck_answer("tow", "still-has-fuel", "that one has 2");
	ck_answer("refuel", "not-at-hub", "taken at the hub");
	ck_answer("trade", "unknown-system", "A4 is not known yet");
	ck_answer("merge", "already-whole", "nothing to merge");
	at.seat[1].ship[0].moved = 1;
	ck_answer("fly hub", "already-moved", "has travelled this turn");
	ck_answer("split", "not-the-start-of-the-turn", "before it travels");
	at.seat[1].ship[0].acted = 1;
	ck_answer("fly hub", "already-acted", "has done its one thing");
	ships(1, "hub", "red=1", "A4", "red=1");
	ck_answer("merge", "not-together", "Main is at hub and the tender at "
	    "A4");
	ck_answer("split", "already-split", "is split already");
}
END_TEST

START_TEST(refusals_of_trades)
{
	table_set(2);
	system_at("A4", "yellow", "purple");
	system_at("B5", "blue", "blue");
	ship(1, "A4", "yellow=5");
	ck_answer("trade", "not-enough-cargo", "takes 6 yellow, and the ship "
	    "has 5");
	ck_answer("trade 4", "too-much", "The full trade here gives 3");
	ck_answer("load", "not-a-double", "A4 is not a double");
	ship(1, "A4", "yellow=2 red=48");
	ck_answer("split red=30", "no-room", "the tender has 3");
	at.seat[1].ship[0].hold[colour("red")] = 53;
	at.bottom[field("A4")] = (uint8_t)colour("purple");
	at.top[field("A4")] = (uint8_t)colour("red");
	at.seat[1].ship[0].hold[colour("purple")] = 1;
	at.seat[1].ship[0].hold[colour("yellow")] = 0;
	ck_answer("trade", "no-room", "a smaller trade may fit");
	at.served = (uint32_t)1 << field("A4");
	ck_answer("trade", "already-traded-here", "At A4 you have traded");
	ship(1, "B5", "red=54");
	ck_answer("trade", "double-system", "a double system of blue");
	ck_answer("unload", "not-enough-cargo", "takes 1 blue, and");
	ck_answer("load", "no-room", "does not fit");
}
END_TEST

/* The sentence of each event of the last move, one a line. */
static const char *
told(int reader)
{
	static struct buf all;
	struct buf json = BUF_INIT;
	struct json j;

	buf_clear(&all);
	for (int i = 0; i < seen.n; i++) {
		cJSON *o;
		char verb[24];

		buf_clear(&json);
		json_init(&j, &json);
		claim_tell(data, &seen.at[i], &j);
		o = cJSON_Parse(buf_text(&json));
		(void)snprintf(verb, sizeof verb, "%s",
		    cJSON_GetObjectItem(o, "verb")->valuestring);
		buf_str(&all, render("claim/events", under(verb, o),
		    reader));
		buf_char(&all, '\n');
	}
	buf_release(&json);
	return buf_text(&all);
}

#define ck_told(reader, text) ck_holds(told(reader), text "\n")

START_TEST(events_are_sentences)
{
	struct err e;

	ck_assert_int_eq(claim_setup(data, 2, NULL, &at, &e), 0);
	ck_assert_int_eq(chance_as("blocks A1 A2 B2 B3 C4 C5 D5 D6"), 0);
	ck_try(1, "stow purple=1 orange=2");
	ck_told(1, "You chose a first cargo: 2&nbsp;orange, 1&nbsp;purple.");
	ck_told(2, "Anna chose a first cargo: 2&nbsp;orange, 1&nbsp;purple.");
	ck_try(2, "stow");
	ck_told(1, "You start with 2&nbsp;orange, 1&nbsp;purple.");
	ck_told(1, "Bruno starts with no cargo.");
	ck_told(1, "Round 1 begins.");
	ck_try(1, "fly A4");
	ck_told(1, "You flew to A4 for 1 fuel; 29 left.");
	ck_told(2, "Anna flew to A4 for 1 fuel; 29 left.");
	ck_try(1, "end");
	ck_told(1, "You ended your turn.");
	ck_told(2, "Anna ended the turn.");
	ck_assert_int_eq(chance_as("roll A4 red=5 green=2"), 0);
	ck_told(2, "Anna discovered A4, 2 points: it asks 5&nbsp;orange and "
	    "gives 2&nbsp;blue, value 10.");
	ck_try(2, "refuel");
	ck_told(1, "Bruno took 3 fuel at the hub; 33 aboard.");
	ck_try(2, "end");
	ships(1, "A4", "orange=5", "A4", "orange=3");
	ck_try(1, "trade main");
	ck_told(1, "Your main traded at A4: 5&nbsp;orange for 2&nbsp;blue.");
	ck_told(1, "You claimed A4 for 10 points: 1 claim of 10.");
	ck_told(2, "Anna's main traded at A4: 5&nbsp;orange for 2&nbsp;blue.");
	ck_try(1, "merge");
	ck_told(2, "Anna merged main and tender at A4.");
	ck_try(1, "end");
	ck_try(2, "split red=3");
	ck_told(1, "Bruno split at hub; the tender got 3&nbsp;red.");
	ck_try(2, "end");
	ck_told(1, "Round 3 begins.");
	system_at("C1", "green", "green");
	ship(1, "C1", "green=2");
	ck_try(1, "unload");
	ck_told(2, "Anna unloaded 1&nbsp;green at C1, 1 of 4 in a row; 1 "
	    "aboard.");
	at.seat[1].ship[0].acted = 0;
	ck_try(1, "tow");
	ck_told(1, "You were towed from C1 to the hub and lost 1 cube of "
	    "cargo.");
	at.round = 30;
	ck_try(1, "end");
	ck_try(2, "end");
	ck_told(1, "The game is over. You won: you 12 points (aboard 0); Bruno "
	    "2 points (aboard 33).");
}
END_TEST

/* Others see that a seat has chosen, and no more. */
START_TEST(hidden)
{
	cJSON *o = cJSON_CreateObject();

	cJSON_AddTrueToObject(o, "hidden");
	cJSON_AddStringToObject(o, "seat", "p2");
	ck_assert_str_eq(render("claim/events", under("stow", o), 1),
	    "Bruno has chosen a first cargo.");
}
END_TEST

/* A golden file against what was made. */
static void
same_as(const char *name, const struct buf *made)
{
	struct buf file = BUF_INIT;
	char path[256];
	struct err e;

	(void)snprintf(path, sizeof path, HERE "%s", name);
	if (file_read(path, 1 << 20, &file, &e) == 0 &&
	    file.len == made->len &&
	    memcmp(file.data, made->data, made->len) == 0) {
		buf_release(&file);
		return;
	}
	(void)file_write(name, made->data, made->len, 0644, &e);
	ck_abort_msg("%s is not what is made now: ./%s", path, name);
}

/* The context of position and moves, as match/ makes it. */
static cJSON *
view(int reader)
{
	cJSON *tree = cJSON_Parse(facts_for(reader)), *v = claim_view(data, tree, reader);
	struct drawing drawing = { 0 };
	struct buf map = BUF_INIT;

	ck_assert_int_eq(claim_map(data, tree, &drawing), 0);
	drawing_text(&drawing, 71, &map);
	cJSON_AddStringToObject(v, "map", buf_text(&map));
	drawing_release(&drawing);
	buf_release(&map);
	cJSON_Delete(tree);
	return v;
}

static struct markdown *
board(int reader)
{
	const char *text = render("claim/position", view(reader), reader);

	return markdown_parse(text, strlen(text));
}

static void
add_move(cJSON *v, cJSON *o, const char *text, int *n)
{
	const char *verb = cJSON_GetObjectItem(o, "verb")->valuestring;
	cJSON *by = cJSON_GetObjectItem(v, verb);

	cJSON_AddStringToObject(o, "text", text);
	if (!cJSON_HasObjectItem(o, "family")) {
		cJSON_AddNumberToObject(o, "n", ++*n);
		if (!cJSON_HasObjectItem(v, "moves"))
			cJSON_AddArrayToObject(v, "moves");
		cJSON_AddItemToArray(cJSON_GetObjectItem(v, "moves"),
		    cJSON_Duplicate(o, true));
	}
	if (by == NULL)
		by = cJSON_AddObjectToObject(v, verb);
	if (!cJSON_HasObjectItem(by, "items"))
		cJSON_AddArrayToObject(by, "items");
	cJSON_AddItemToArray(cJSON_GetObjectItem(by, "items"), o);
}

static struct markdown *
choices(int reader)
{
	cJSON *v = view(reader), *o, *open = NULL;
	struct buf text = BUF_INIT, json = BUF_INIT;
	char last[48] = "";
	const char *md;
	struct json j;
	int n = 0;

	claim_legal(data, &at, reader, &list);
	for (int i = 0; i < list.n; i++) {
		const cJSON *family;

		buf_clear(&text);
		claim_format(data, &at, reader, &list.at[i], &text);
		buf_clear(&json);
		json_init(&j, &json);
		claim_describe(data, &at, reader, &list.at[i], &j);
		o = cJSON_Parse(buf_text(&json));
		family = cJSON_GetObjectItem(o, "family");
		if (family != NULL && strcmp(family->valuestring, last) == 0) {
			cJSON_Delete(o);
			cJSON_ReplaceItemInObject(open, "last",
			    cJSON_CreateString(buf_text(&text)));
			continue;
		}
		(void)snprintf(last, sizeof last, "%s", family == NULL ? "" :
		    family->valuestring);
		cJSON_AddStringToObject(o, "last", buf_text(&text));
		open = o;
		add_move(v, o, buf_text(&text), &n);
	}
	buf_release(&text);
	buf_release(&json);
	md = render("claim/moves", v, reader);
	return markdown_parse(md, strlen(md));
}

/* The position of a golden log after an event. */
static void
position_of(const char *log, int seq)
{
	struct game_kind kind = { .rules = NULL };
	struct replay_how how = { .until = seq, .kind = &kind };
	struct buf text = BUF_INIT;
	struct replay r;
	struct err e;
	char path[256];

	(void)snprintf(path, sizeof path, HERE "%s", log);
	ck_assert_int_eq(file_read(path, 1 << 20, &text, &e), 0);
	ck_assert_int_eq(game_open_file("claim", PAQUEBOT_SRCDIR
	    "/data/claim.json", &kind, &e), 0);
	ck_assert_msg(replay_text(text.data, text.len, &how, &r, &e) == 0,
	    "%s", e.text);
	memcpy(&at, table_position(r.table), sizeof at);
	replay_release(&r);
	game_close(&kind);
	buf_release(&text);
}

/* In the middle of a game of three, and with a ship that is split. */
enum { MIDDLE = 87 };

static void
middle(void)
{
	position_of("greedy-3.turnlog", MIDDLE);
	while (at.at != 2)
		ck_try(at.at, "end");
	ck_try(2, "split red=2");
}

START_TEST(boards)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	middle();
	m = board(2);
	markdown_board(m, 72, &text);
	same_as("board.txt", &text);
	buf_clear(&text);
	markdown_board(m, 40, &text);
	ck_lacks(buf_text(&text), "Each field");
	same_as("board-40.txt", &text);
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_lacks(buf_text(&text), "Each field");
	same_as("list.txt", &text);
	buf_clear(&text);
	markdown_html(m, HTML_MAIL, "en", "Claim", &text);
	ck_holds(buf_text(&text), "<pre");
	ck_assert_uint_lt(text.len, 60000);
	same_as("html.txt", &text);
	markdown_free(m);
	buf_release(&text);
}
END_TEST

START_TEST(moves)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	table_stow(3);
	m = choices(2);
	markdown_board(m, 72, &text);
	markdown_free(m);
	same_as("moves-1.txt", &text);
	buf_clear(&text);
	/* With everything one may have at once. */
	table_set(2);
	system_at("A4", "yellow", "purple");
	system_at("B5", "blue", "blue");
	ships(1, "A4", "yellow=9", "B5", "red=1 blue=3");
	m = choices(1);
	markdown_board(m, 72, &text);
	buf_char(&text, '\n');
	markdown_list(m, 72, &text);
	markdown_free(m);
	same_as("moves-2.txt", &text);
	buf_release(&text);
}
END_TEST

static void
check_width(const char *text, int width)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		ck_assert_msg(utf8_width(text, n) <= width, "too wide: %.*s",
		    (int)n, text);
		text += n + (text[n] == '\n');
	}
}

static void
check_boards(int reader)
{
	struct buf text = BUF_INIT;
	struct markdown *m = board(reader);

	markdown_board(m, 72, &text);
	check_width(buf_text(&text), 72);
	ck_holds(buf_text(&text), "SYSTEMS");
	ck_holds(buf_text(&text), "   hub ");
	buf_clear(&text);
	markdown_board(m, 40, &text);
	check_width(buf_text(&text), 40);
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_lacks(buf_text(&text), "|");
	ck_lacks(buf_text(&text), "--");
	ck_lacks(buf_text(&text), "*");
	ck_lacks(buf_text(&text), "~");
	ck_lacks(buf_text(&text), "_");
	ck_lacks(buf_text(&text), " ,");
	ck_lacks(buf_text(&text), " ;");
	markdown_free(m);
	buf_release(&text);
}

/* A random game of _i seats; what a seat sees is also what an observer
 * sees, and the blank board before the blocks. */
START_TEST(boards_fit)
{
	struct rng r;
	struct event ev;
	struct err e;

	rng_init_number(&r, (uint64_t)_i);
	ck_assert_int_eq(claim_setup(data, _i, NULL, &at, &e), 0);
	check_boards(1);
	for (int n = 0; at.stage != CLAIM_OVER; n++) {
		seat_set act = claim_turn_of(&at);
		int seat = 1;

		if (n % 20 == 0)
			check_boards(n % 3 == 0 ? OBSERVER : 1);
		while (act != 0 && !(act & SEAT_BIT(seat)))
			seat++;
		claim_legal(data, &at, seat, &list);
		if (act != 0) {
			ck_assert_int_eq(claim_apply(data, &at, seat,
			    &list.at[rng_below(&r, (uint32_t)list.n)], NULL,
			    &why), 0);
			continue;
		}
		claim_draw(data, &at, &r, &ev);
		ck_assert_int_eq(claim_chance(data, &at, &ev, NULL, &e), 0);
	}
	check_boards(OBSERVER);
}
END_TEST

/* The map: the hub in the middle, fields as hexagons, pieces for pictures. */
START_TEST(map)
{
	struct drawing d = { 0 };
	struct buf text = BUF_INIT;
	cJSON *tree;

	table_set(2);
	system_at("A4", "yellow", "red");
	at.seat[2].claims = (uint32_t)1 << field("A4");
	ships(1, "A4", "", "A4", "");
	tree = cJSON_Parse(facts_for(OBSERVER));
	ck_assert_int_eq(claim_map(data, tree, &d), 0);
	cJSON_Delete(tree);
	drawing_text(&d, 71, &text);
	check_width(buf_text(&text), 71);
	ck_holds(buf_text(&text), " A4 Y/R ");
	ck_holds(buf_text(&text), " *2 @1 ");
	ck_holds(buf_text(&text), " A1 ##");
	ck_holds(buf_text(&text), " @2 ");
	ck_assert_uint_eq(d.n_points, CLAIM_FIELDS + 2);
	ck_assert_uint_eq(d.n_pieces, 3);
	ck_assert_int_eq(d.points[0].shape, DRAWING_HEX);
	drawing_release(&d);
	buf_release(&text);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("claim/texts");
	TCase *c = tcase_create("English");
	struct err e;

	table_load();
	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		return 1;
	}
	tcase_add_test(c, refusals_of_words);
	tcase_add_test(c, refusals_of_flights);
	tcase_add_test(c, refusals_of_trades);
	tcase_add_test(c, events_are_sentences);
	tcase_add_test(c, hidden);
	tcase_add_test(c, boards);
	tcase_add_test(c, moves);
	tcase_add_loop_test(c, boards_fit, 2, 4);
	tcase_add_test(c, map);
	suite_add_tcase(s, c);
	return table_run(s);
}
