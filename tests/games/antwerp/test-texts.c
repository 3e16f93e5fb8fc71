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

#define HERE PAQUEBOT_SRCDIR "/tests/games/antwerp/golden/"

static struct texts *texts;
static struct buf out;
static struct moves list;

static const char *
title(const void *d, const char *kind, const char *id)
{
	return ant_title(d, kind, id);
}

/* Renders a piece for a reader; takes context. Borrowed. */
static const char *
render(const char *name, cJSON *context, int reader)
{
	static const char *const who[] = {
		NULL, "Anna", "Bruno", "Carla", "Dirk", "Elena", "Franz"
	};
	struct dress d = { "en", "antwerp", title, data, who, reader };
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
	return render("antwerp/refusals", under(why.code, o), seat);
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

START_TEST(refusals_of_turns)
{
	table_set(2);
	ck_holds(answer(2, "sail teal", "not-your-turn"), "but for Anna");
	ck_answer("fly", "unknown-command", "begins with \"fly\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("accept", "no-offer", "No offer is open");
	ck_answer("end", "main-not-done", "before its main act");
	ck_answer("choose x3", "not-a-choice", "Nothing waits");
	ck_answer("standing anchor none", "not-a-choice",
	    "\"none\" is none of the words");
	ck_answer("standing fork x1 x5", "not-a-choice",
	    "Walsoorden is not an end of a fork at Breskens");
	product(1, "fries", 1);
	ck_answer("offer p2 give fries*2 want tripel", "products-missing",
	    "cannot give 2 fries: you have 1");
	ck_answer("offer p1 give fries want tripel", "unknown-seat",
	    "trade with yourself");
	ck_answer("offer p3 give fries want tripel", "unknown-seat",
	    "no seat \"p3\"");
	play(1, "offer p2 give fries want tripel");
	ck_answer("sail teal", "offer-open", "Your offer to p2");
	ck_answer("accept", "not-for-you", "from p1 to p2");
	ck_holds(answer(2, "accept", "offer-not-covered"),
	    "wants 1 tripel, and you have 0");
	play(1, "withdraw; offer p2 give fries want tripel; withdraw");
	ck_answer("offer p2 give fries want tripel", "too-many-offers",
	    "two offers");
	play(1, "load cocoa S1");
	ck_answer("sail teal", "main-already-done", "The main act");
	at.stage = ANT_OVER;
	ck_answer("end", "game-over", "The game is over");
}
END_TEST

START_TEST(refusals_of_names)
{
	table_set(2);
	ck_answer("load gin S1", "unknown-good", "raw good \"gin\"");
	ck_answer("load cocoa x99", "unknown-place", "no place \"x99\"");
	ck_answer("load cocoa Ka", "ambiguous-name", "more than one");
	ck_answer("sail green", "unknown-colour", "no colour \"green\"");
	ck_answer("play joker", "unknown-card", "no card \"joker\"");
	ck_answer("exchange o99", "unknown-order", "no order \"o99\"");
	ck_answer("offer p2 give gold want fries", "unknown-product",
	    "no product \"gold\"");
	ck_answer("play open-1 L9", "lock-unknown", "no lock \"l9\"");
}
END_TEST

START_TEST(refusals_of_what_is_held)
{
	table_set(2);
	ck_answer("exchange o28", "order-not-in-hand", "order o28 is not");
	ck_answer("fulfil o01", "products-missing",
	    "For the order o01 you have no comics");
	ck_answer("play double-yield", "standing-only",
	    "double-yield is played by standing order");
	ck_answer("play step-back x7 x2", "card-not-in-hand", "do not hold");
	card(1, "step-back");
	ck_answer("play step-back x7 x2", "no-ship-there",
	    "No ship stands at Middelgat (x7)");
	ship(2, "cocoa", "x7");
	ck_answer("sail black x7>x6", "not-your-ship",
	    "The ship at Middelgat (x7) is not yours");
	ck_answer("play step-back x7 x1", "way-not-free", "no channel leads");
	at.seat[1].hand[ANT_SHIP].fresh = 1;
	ck_answer("play step-back x7 x2", "card-is-new", "in this turn");
	at.seat[1].hand[ANT_SHIP].fresh = 0;
	ship(1, "toys", "x2");
	ck_answer("play step-back x7 x2", "way-not-free", "a ship stands");
	at.order_done = 1;
	ck_answer("fulfil o01", "order-already-fulfilled-this-turn",
	    "one a turn is all");
	at.supply[0] = 0;
	ck_answer("load toys S1", "no-cube-left", "No cube of toys");
	at.seat[1].reserve = 0;
	ck_answer("load toys S1", "no-ship-left", "All your ships");
}
END_TEST

START_TEST(refusals_of_the_rule)
{
	table_set(2);
	ship(1, "cocoa", "S1");
	ship(1, "cocoa", "x7");
	ck_answer("load toys S1", "start-taken", "stands at Wielingen (S1)");
	ck_answer("load toys x2", "not-a-choice", "is no start place");
	ck_answer("sail black", "choice-required",
	    "`x7>x6` or `x7>x11`, after the colour");
	ck_answer("sail black x7>x12", "not-a-choice", "to `x6` or to `x11`");
	ck_answer("sail purple x7>x12", "not-a-choice", "no open fork");
	ck_answer("play open-1", "wrong-number-of-locks",
	    "open-1 takes 1 lock as things stand; you named 0");
	open_lock("L2");
	ck_answer("play open-1 L2", "not-a-choice",
	    "Berendrechtsluis (L2) is open already");
	ck_answer("play open-1 L1 L1", "not-a-choice", "(L1) is named twice");
	card(1, "swap-cargo");
	ck_answer("play swap-cargo x7 x7", "not-a-choice",
	    "Two different places");
	play(1, "standing anchor ask");
	ship(1, "toys", "x1");
	play(1, "sail orange");
	ck_answer("end", "choice-required", "`choose lock` or `choose ship`");
	ck_answer("choose x7", "not-a-choice", "Choose `lock` or `ship`");
	table_set(2);
	turn_of(2);
	ship(1, "barley", "x14");
	play(2, "sail orange");
	ck_answer("end", "choice-required", "where your ship goes on");
	ck_answer("choose x7", "not-a-choice", "`deurganckdok` or `x20`");
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
		ant_tell(data, &seen.at[i], &j);
		o = cJSON_Parse(buf_text(&json));
		(void)snprintf(verb, sizeof verb, "%s",
		    cJSON_GetObjectItem(o, "verb")->valuestring);
		buf_str(&all, render("antwerp/events", under(verb, o),
		    reader));
		buf_char(&all, '\n');
	}
	buf_release(&json);
	return buf_text(&all);
}

#define ck_told(reader, text) ck_holds(told(reader), text "\n")

START_TEST(events_are_sentences)
{
	table_set(2);
	ship(1, "cocoa", "x1");
	ship(2, "toys", "x14");
	ck_try(1, "load barley S2");
	ck_told(1, "You loaded barley at Scheur.");
	play(1, "end");
	play(1, "standing anchor ask");
	ck_told(1, "Your standing order: `standing anchor ask`.");
	ck_try(2, "sail orange x14>deurganckdok");
	ck_told(1, "Bruno sailed orange: Bruno's toys ship from Prosperpolder "
	    "to Deurganckdok; your cocoa ship from Breskens to Walsoorden. "
	    "The sail is not finished.");
	ck_told(2, "Your ship reached Deurganckdok: comics. On top there is "
	    "now comics.");
	ck_told(2, "Anna must choose a card at Walsoorden.");
	ck_try(1, "choose lock");
	ck_told(2, "Anna drew a lock card at Walsoorden.");
	ck_told(1, "You drew the card open-3.");
	ck_told(2, "The sail went on: Anna's barley ship from Scheur to "
	    "Everingen.");
	product(1, "fries", 2);
	ck_try(2, "offer p1 give comics want fries*2");
	ck_told(1, "Bruno offered you comics for fries&nbsp;2.");
	ck_try(1, "accept");
	ck_told(2, "Anna accepted: comics from you for fries&nbsp;2.");
	play(2, "offer p1 give fries want comics");
	ck_try(1, "decline");
	ck_told(2, "Anna declined your offer.");
	ck_try(2, "play open-2 L1 L3");
	ck_told(1, "Bruno played open-2, opening Kallosluis (L1) and "
	    "Royerssluis (L3).");
	play(2, "end");
	ship(2, "cocoa", "x24");
	card(2, "drop-anchor");
	ship(2, "potatoes", "S3");
	play(2, "standing drop-anchor S3 any");
	ck_try(1, "sail purple");
	ck_told(1, "Bruno played drop-anchor: Bruno's potatoes ship stayed at "
	    "Deurloo.");
	ck_told(1, "Bruno's ship left by the transit port; ship and cocoa go "
	    "back.");
	ck_told(1, "The locks have turned. Open: Berendrechtsluis (L2). "
	    "Closed: Kallosluis (L1) and Royerssluis (L3).");
	product(1, "tripel", 1);
	ck_try(1, "fulfil o01");
	ck_told(2, "Anna fulfilled the order o01 for 6 points; 1 order "
	    "done.");
	ck_told(1, "You drew the order o07.");
	at.round = 40;
	play(1, "end");
	play(2, "sail teal");
	ck_try(2, "end");
	ck_told(1, "The game is over. Bruno won: Bruno 8 points, 0 of them "
	    "from orders; you 6 points, 6 of them from orders.");
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
	cJSON *tree = cJSON_Parse(facts(reader)), *v = ant_view(data, tree, reader);
	struct drawing drawing = { 0 };
	struct buf map = BUF_INIT;

	ck_assert_int_eq(ant_map(data, tree, &drawing), 0);
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
	const char *text = render("antwerp/position", view(reader), reader);

	return markdown_parse(text, strlen(text));
}

static void
add_move(cJSON *v, cJSON *o, const char *text, int *n)
{
	const char *verb = cJSON_GetObjectItem(o, "verb")->valuestring;
	cJSON *by = cJSON_GetObjectItem(v, verb);

	cJSON_AddStringToObject(o, "text", text);
	if (!cJSON_HasObjectItem(o, "family"))
		cJSON_AddNumberToObject(o, "n", ++*n);
	if (by == NULL)
		by = cJSON_AddObjectToObject(v, verb);
	if (!cJSON_HasObjectItem(by, "items"))
		cJSON_AddArrayToObject(by, "items");
	cJSON_AddItemToArray(cJSON_GetObjectItem(by, "items"), o);
}

static struct markdown *
choices(int reader)
{
	cJSON *v = view(reader), *o;
	struct buf text = BUF_INIT, json = BUF_INIT;
	char last[48] = "";
	const char *md;
	struct json j;
	int n = 0;

	ant_legal(data, &at, reader, &list);
	for (int i = 0; i < list.n; i++) {
		const cJSON *family;

		buf_clear(&text);
		ant_format(data, &at, reader, &list.at[i], &text);
		buf_clear(&json);
		json_init(&j, &json);
		ant_describe(data, &at, reader, &list.at[i], &j);
		o = cJSON_Parse(buf_text(&json));
		family = cJSON_GetObjectItem(o, "family");
		if (family != NULL && strcmp(family->valuestring, last) == 0) {
			cJSON_Delete(o);
			continue;
		}
		(void)snprintf(last, sizeof last, "%s", family == NULL ? "" :
		    family->valuestring);
		add_move(v, o, buf_text(&text), &n);
	}
	buf_release(&text);
	buf_release(&json);
	md = render("antwerp/moves", v, reader);
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
	ck_assert_int_eq(game_open_file("antwerp", PAQUEBOT_SRCDIR
	    "/data/antwerp.json", &kind, &e), 0);
	ck_assert_msg(replay_text(text.data, text.len, &how, &r, &e) == 0,
	    "%s", e.text);
	memcpy(&at, table_position(r.table), sizeof at);
	replay_release(&r);
	game_close(&kind);
	buf_release(&text);
}

/* In the middle of a game of three, with ships before forks. */
enum { MIDDLE = 120 };

START_TEST(boards)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	position_of("seats-3.turnlog", MIDDLE);
	m = board(2);
	markdown_board(m, 72, &text);
	same_as("board.txt", &text);
	buf_clear(&text);
	markdown_board(m, 40, &text);
	same_as("board-40.txt", &text);
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_lacks(buf_text(&text), "map");
	same_as("list.txt", &text);
	buf_clear(&text);
	markdown_html(m, HTML_MAIL, "en", "Antwerp", &text);
	ck_holds(buf_text(&text), "<pre");
	same_as("html.txt", &text);
	markdown_free(m);
	buf_release(&text);
}
END_TEST

static void
add_choices(int reader, struct buf *text)
{
	struct markdown *m = choices(reader);

	markdown_board(m, 72, text);
	buf_char(text, '\n');
	markdown_list(m, 72, text);
	buf_char(text, '\n');
	markdown_free(m);
}

START_TEST(moves)
{
	struct buf text = BUF_INIT;

	/* A turn with cards of all kinds, and orders ready. */
	table_set(2);
	ship(1, "cocoa", "x7");
	ship(2, "toys", "S3");
	ship(2, "toys", "x14");
	product(1, "comics", 1);
	product(1, "tripel", 1);
	product(2, "fries", 1);
	card(1, "extra-colour");
	card(1, "step-back");
	card(1, "swap-cargo");
	card(1, "switch-1");
	add_choices(1, &text);
	/* A family of sails. */
	ship(1, "cocoa", "x2");
	ship(1, "toys", "S1");
	ship(1, "toys", "x6");
	ship(1, "barley", "x4");
	ship(2, "barley", "x15");
	add_choices(1, &text);
	same_as("moves-1.txt", &text);
	buf_clear(&text);
	/* An offer, for its receiver and its giver; choices. */
	play(1, "offer p2 give comics want fries; withdraw");
	play(1, "offer p2 give comics tripel want fries");
	add_choices(2, &text);
	add_choices(1, &text);
	play(2, "decline");
	play(2, "standing anchor ask; standing fork ask");
	play(1, "play extra-colour orange x4>x8 x6>x5");
	add_choices(2, &text);
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
	ck_holds(buf_text(&text), "CHUR");
	buf_clear(&text);
	markdown_board(m, 40, &text);
	check_width(buf_text(&text), 40);
	ck_lacks(buf_text(&text), "CHUR");
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_lacks(buf_text(&text), "|");
	ck_lacks(buf_text(&text), "--");
	ck_lacks(buf_text(&text), "*");
	ck_lacks(buf_text(&text), " ,");
	ck_lacks(buf_text(&text), "  ");
	markdown_free(m);
	buf_release(&text);
}

START_TEST(boards_fit)
{
	struct rng r;
	struct event ev;
	struct err e;

	rng_init_number(&r, (uint64_t)_i);
	ck_assert_int_eq(ant_setup(data, _i, NULL, &at, &e), 0);
	for (int n = 0; at.stage != ANT_OVER; n++) {
		if (n % 20 == 0)
			check_boards(n % 3 == 0 ? OBSERVER : 1);
		if (ant_chance_is_due(&at)) {
			ant_draw(data, &at, &r, &ev);
			ck_assert_int_eq(ant_chance(data, &at, &ev, NULL, &e),
			    0);
			continue;
		}
		ant_legal(data, &at, ant_actor(&at), &list);
		ck_assert_int_eq(ant_apply(data, &at, ant_actor(&at),
		    &list.at[rng_below(&r, (uint32_t)list.n)], NULL, &why),
		    0);
	}
	check_boards(OBSERVER);
}
END_TEST

/* What the map shows: ships with seat and good, locks, anchor places. */
START_TEST(map)
{
	struct drawing d = { 0 };
	struct buf text = BUF_INIT;
	cJSON *tree;

	table_set(2);
	ship(2, "potatoes", "x13");
	open_lock("L2");
	tree = cJSON_Parse(facts(OBSERVER));
	ck_assert_int_eq(ant_map(data, tree, &d), 0);
	drawing_text(&d, 71, &text);
	check_width(buf_text(&text), 71);
	ck_holds(buf_text(&text), "x13=2p");
	ck_holds(buf_text(&text), " L2");
	ck_holds(buf_text(&text), "[L1]");
	ck_holds(buf_text(&text), "x7*");
	ck_holds(buf_text(&text), "DEUR");
	for (int i = 0; i < ANT_NODES; i++)
		ck_assert_msg(!ant_is_node(data, i) || ant_is_end(i) ||
		    strstr(buf_text(&text), data->node[i].id) != NULL,
		    "%s is not on the map:\n%s", data->node[i].id,
		    buf_text(&text));
	cJSON_Delete(tree);
	drawing_release(&d);
	buf_release(&text);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("antwerp/texts");
	TCase *c = tcase_create("English");
	struct err e;

	table_load();
	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		return 1;
	}
	tcase_add_test(c, refusals_of_turns);
	tcase_add_test(c, refusals_of_names);
	tcase_add_test(c, refusals_of_what_is_held);
	tcase_add_test(c, refusals_of_the_rule);
	tcase_add_test(c, events_are_sentences);
	tcase_add_test(c, boards);
	tcase_add_test(c, moves);
	tcase_add_loop_test(c, boards_fit, 2, 5);
	tcase_add_test(c, map);
	suite_add_tcase(s, c);
	return table_run(s);
}

