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

#define HERE PAQUEBOT_SRCDIR "/tests/games/clippers/golden/"

static struct texts *texts;
static struct buf out;
static struct moves list;

static const char *
title(const void *d, const char *kind, const char *id)
{
	return clip_title(d, kind, id);
}

/* Renders a piece for a reader; takes context. Borrowed. */
static const char *
render(const char *name, cJSON *context, int reader)
{
	static const char *const who[] = {
		NULL, "Anna", "Bruno", "Carla", "Dirk", "Elena", "Franz"
	};
	struct dress d = { "en", "clippers", title, data, who, reader };
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
	return render("clippers/refusals", under(why.code, o), seat);
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

START_TEST(refusals_in_phase_1)
{
	table_set(2);
	ck_holds(answer(2, "pass", "not-your-turn"), "Anna is to play");
	ck_answer("fly", "unknown-command", "begins with \"fly\"");
	ck_answer("", "unknown-command", "cannot read this");
	ck_answer("lay red hao>tahiti", "wrong-phase", "This is phase 1");
	ck_answer("buy pink", "unknown-colour", "no colour \"pink\"");
	ck_answer("post tahitti", "unknown-island", "`tarawa`, `tahiti`");
	ck_answer("post ra", "ambiguous-name",
	    "`rarotonga`, `rangiroa`, `rapa`");
	ck_answer("buy purple", "clipper-sold-out", "no purple clipper");
	ck_answer("buy red", "not-enough-money",
	    "A clipper costs 3 dollars, and you have 2");
	ck_answer("take port", "not-enough-money",
	    "The card port costs 4 dollars");
	at.seat[1].money = 3;
	ck_try(1, "buy red");
	ck_answer("buy red", "clipper-already-bought", "bought a red clipper");
	ck_answer("take 5x", "not-enough-money", "5x costs 1 dollar, and");
	at.cards[CLIP_5X] = 0;
	ck_answer("take 5x", "card-gone", "The card 5x is not there");
	at.posts[place("tahiti")][2] = 2;
	ck_answer("post tahiti", "island-full", "All spaces of Tahiti");
	at.seat[1].reserve = 0;
	ck_answer("post tahiti", "no-posts-left", "All your twelve posts");
	at.stage = CLIP_OVER;
	ck_answer("pass", "game-over", "The game is over");
}
END_TEST

START_TEST(refusals_of_sticks)
{
	table_set(2);
	phase(2);
	ck_answer("pass", "wrong-phase", "This is phase 2");
	ck_answer("lay red hao>efate", "no-such-link",
	    "No link joins Hao and Efate");
	ck_answer("lay red port-red>hawaii*2", "allowance-used",
	    "You may lay 1 more");
	ck_answer("lay purple savaii>vavau", "purple-closed", "closed until");
	ck_answer("lay blue port-red>hawaii", "not-this-ports-colour",
	    "blue cannot go between San Francisco and Hawaii");
	ck_answer("lay red tubuai>mangareva", "against-the-arrow",
	    "from Mangareva to Tubuai");
	ck_answer("lay red hao>tahiti", "no-head-there",
	    "No red line stands at Hao");
}
END_TEST

START_TEST(refusals_of_lines)
{
	table_set(2);
	phase(2);
	no_heads("red");
	begun("red", "port-red", "hawaii", 1);
	ck_answer("lay red port-red>kiritimati", "head-inside-link",
	    "`lay red port-red>hawaii`");
	head("red", "moorea");
	begun("blue", "tahiti", "moorea", 1);
	ck_answer("lay red moorea>tahiti", "track-taken",
	    "Nothing is free between");
	begun("green", "rangiroa", "tahiti", 1);
	head("green", "tahiti");
	ck_answer("lay green tahiti>rangiroa", "same-colour-on-double",
	    "green already has one track between Tahiti and Rangiroa");
	at.sticks[colour("green")] = 0;
	ck_answer("lay green tahiti>rangiroa", "colour-out-of-sticks",
	    "no green sticks left");
	ck_answer("open red port-red>hawaii", "no-clipper", "no red clipper");
	clipper(1, "red");
	ck_answer("open red hao>tahiti", "not-connected",
	    "Hao is not connected to red");
	ck_answer("done", "must-lay", "at least one stick");
	ck_answer("move hao tahiti", "no-port-card", "the card port");
	card(1, "port");
	ck_answer("move hao tahiti", "no-own-post-there", "no post on Hao");
	ck_answer("move moorea moorea", "same-island", "stands on Mo");
	at.laid = 1;
	ck_answer("move moorea hao", "allowance-used", "instead of laying");
	ck_answer("open red port-red>hawaii", "allowance-used",
	    "comes before anything else");
	phase(3);
	ck_answer("done", "must-open", "`open red` and a link");
	at.must_open = 0;
	at.seat[1].card_used = 1;
	ck_answer("move moorea hao", "allowance-used", "moved a post this");
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
		clip_tell(data, &seen.at[i], &j);
		o = cJSON_Parse(buf_text(&json));
		(void)snprintf(verb, sizeof verb, "%s",
		    cJSON_GetObjectItem(o, "verb")->valuestring);
		buf_str(&all, render("clippers/events", under(verb, o),
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

	ck_assert_int_eq(clip_setup(data, 2, NULL, &at, &e), 0);
	ck_assert_int_eq(chance_as("departures p1=japan p2=usa"), 0);
	at.seat[1].money = 4;
	ck_try(1, "buy red");
	ck_told(1, "You buy a red clipper.");
	ck_told(2, "Anna bought a red clipper for 3 dollars; 1 left.");
	ck_try(1, "take 5x");
	ck_told(1, "You took the card 5x for 1 dollar; 0 left.");
	ck_try(2, "post efate");
	ck_told(1, "Bruno placed a post on Efate; 4 in reserve.");
	ck_try(1, "open red port-red>hawaii");
	ck_told(2, "Anna opened a new red line from San Francisco towards "
	    "Hawaii, part 1 of 3.");
	ck_try(2, "lay red port-red>hawaii");
	ck_told(2, "You laid red from San Francisco towards Hawaii, part 2 of "
	    "3.");
	ck_try(1, "lay red port-red>hawaii");
	ck_told(2, "Anna brought red from San Francisco to Hawaii and earned "
	    "2&nbsp;dollars. 1 colour is there now.");
	ck_try(1, "done");
	ck_told(2, "Anna laid no more in this phase.");
	ck_try(2, "lay red port-red>kiritimati");
	ck_told(2, "Round 2 begins; you have the grapnel.");
	phase(3);
	card(2, "port");
	ck_try(2, "move efate nauru");
	ck_told(1, "Bruno moved a post from Efate to Nauru.");
	for (int c = 0; c < CLIP_PURPLE; c++)
		at.sticks[c] = c == 1;
	memset(at.posts, 0, sizeof at.posts);
	ck_try(1, "lay blue port-blue>kiritimati");
	ck_told(1, "The game is over. You and Bruno share the victory: you 2 "
	    "points, 2 of them in dollars; Bruno 2 points, 2 of them in "
	    "dollars.");
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
	cJSON *tree = cJSON_Parse(facts()), *v = clip_view(data, tree, reader);
	struct drawing drawing = { 0 };
	struct buf map = BUF_INIT;

	ck_assert_int_eq(clip_map(data, tree, &drawing), 0);
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
	const char *text = render("clippers/position", view(reader), reader);

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

	clip_legal(data, &at, reader, &list);
	for (int i = 0; i < list.n; i++) {
		const cJSON *family;

		buf_clear(&text);
		clip_format(data, &at, reader, &list.at[i], &text);
		buf_clear(&json);
		json_init(&j, &json);
		clip_describe(data, &at, reader, &list.at[i], &j);
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
	md = render("clippers/moves", v, reader);
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
	ck_assert_int_eq(game_open_file("clippers", PAQUEBOT_SRCDIR
	    "/data/clippers.json", &kind, &e), 0);
	ck_assert_msg(replay_text(text.data, text.len, &how, &r, &e) == 0,
	    "%s", e.text);
	memcpy(&at, table_position(r.table), sizeof at);
	replay_release(&r);
	game_close(&kind);
	buf_release(&text);
}

/* Past the middle of a game of three: links begun and finished. */
enum { PHASE_1 = 66, PHASE_2 = 68 };

START_TEST(boards)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	position_of("seats-3.turnlog", PHASE_2);
	m = board(2);
	markdown_board(m, 72, &text);
	same_as("board.txt", &text);
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_lacks(buf_text(&text), "map");
	same_as("list.txt", &text);
	buf_clear(&text);
	markdown_html(m, HTML_MAIL, "en", "Clippers", &text);
	ck_holds(buf_text(&text), "<pre");
	same_as("html.txt", &text);
	markdown_free(m);
	buf_release(&text);
}
END_TEST

START_TEST(moves)
{
	struct buf text = BUF_INIT;
	struct markdown *m;

	position_of("seats-3.turnlog", PHASE_1);
	ck_assert_int_eq(at.stage, CLIP_BUY);
	m = choices(clip_turn_of(&at));
	markdown_board(m, 72, &text);
	markdown_free(m);
	same_as("moves-1.txt", &text);
	buf_clear(&text);
	position_of("seats-3.turnlog", PHASE_2);
	ck_assert_int_ge(at.stage, CLIP_LAY_1);
	/* With everything one may have at once. */
	card(clip_turn_of(&at), "port");
	clipper(clip_turn_of(&at), "red");
	m = choices(clip_turn_of(&at));
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
	ck_holds(buf_text(&text), "EASTERN RIM");
	ck_holds(buf_text(&text), " Haw ");
	buf_clear(&text);
	markdown_board(m, 40, &text);
	check_width(buf_text(&text), 40);
	ck_lacks(buf_text(&text), " Haw ");
	buf_clear(&text);
	markdown_list(m, 72, &text);
	ck_lacks(buf_text(&text), "|");
	ck_lacks(buf_text(&text), "--");
	ck_lacks(buf_text(&text), "*");
	ck_lacks(buf_text(&text), " ,");
	markdown_free(m);
	buf_release(&text);
}

START_TEST(boards_fit)
{
	struct rng r;
	struct event ev;
	struct err e;

	rng_init_number(&r, (uint64_t)_i);
	ck_assert_int_eq(clip_setup(data, _i, NULL, &at, &e), 0);
	check_boards(1);
	clip_draw(data, &at, &r, &ev);
	ck_assert_int_eq(clip_chance(data, &at, &ev, NULL, &e), 0);
	for (int n = 0; at.stage != CLIP_OVER; n++) {
		if (n % 20 == 0)
			check_boards(n % 3 == 0 ? OBSERVER : 1);
		clip_legal(data, &at, clip_turn_of(&at), &list);
		ck_assert_int_eq(clip_apply(data, &at, clip_turn_of(&at),
		    &list.at[rng_below(&r, (uint32_t)list.n)], NULL, &why),
		    0);
	}
	check_boards(OBSERVER);
}
END_TEST

/* What the map shows of a link: begun, finished, double, one way. */
START_TEST(map)
{
	struct drawing d = { 0 };
	struct buf text = BUF_INIT;
	size_t a = drawing_point(&d, 0, 0, "", "A");
	size_t b = drawing_point(&d, 10, 0, "*", "B");
	size_t c = drawing_point(&d, 0, 4, "", "C");

	d.width = 11;
	d.height = 5;
	(void)drawing_line(&d, a, b, 3, 1, "r", 0);
	(void)drawing_line(&d, c, a, 2, 2, "K", 0);
	(void)drawing_line(&d, b, c, 2, 0, "", 1);
	drawing_text(&d, 72, &text);
	ck_assert_str_eq(buf_text(&text),
	    "A rr..... *B\n"
	    "K      ..\n"
	    "K   .<.\n"
	    "K ..\n"
	    "C\n");
	/* set glyphs unicode: the same columns. */
	buf_clear(&text);
	drawing_glyphs(&d, 72, &text);
	ck_assert_str_eq(buf_text(&text),
	    "A rr\u2500\u2500\u2500\u2500\u2500 *B\n"
	    "K      \u2571\u2571\n"
	    "K   \u2571\u2190\u2571\n"
	    "K \u2571\u2571\n"
	    "C\n");
	buf_clear(&text);
	/* Two tracks: colours in turn; squeezed to fewer columns. */
	(void)drawing_line(&d, a, b, 3, 0, "", 0);
	buf_clear(&text);
	drawing_text(&d, 8, &text);
	ck_holds(buf_text(&text), "A ");
	check_width(buf_text(&text), 8);
	drawing_release(&d);
	buf_release(&text);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("clippers/texts");
	TCase *c = tcase_create("English");
	struct err e;

	table_load();
	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		return 1;
	}
	tcase_add_test(c, refusals_in_phase_1);
	tcase_add_test(c, refusals_of_sticks);
	tcase_add_test(c, refusals_of_lines);
	tcase_add_test(c, events_are_sentences);
	tcase_add_test(c, boards);
	tcase_add_test(c, moves);
	tcase_add_loop_test(c, boards_fit, 2, 6);
	tcase_add_test(c, map);
	suite_add_tcase(s, c);
	return table_run(s);
}
