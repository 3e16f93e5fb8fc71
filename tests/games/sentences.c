/* SPDX-License-Identifier: MIT */
#include "tests/games/sentences.h"
#include "base/mem.h"
#include "game/verbs.h"

#include "base/file.h"
#include "base/utf8.h"
#include "tests/srcdir.h"
#include "tests/text/langs.h"
#include "text/drawing.h"

#define RULES (game_registry[0])

struct texts *texts;
static struct buf out;

void
sentences_load(void)
{
	struct err e;

	table_load();
	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
}

static const char *
title_of(const void *d, const char *kind, const char *id)
{
	return verbs_title(d, kind, id);
}

const char *
render(const char *piece, cJSON *context, int reader)
{
	static const char *const who[] = { NULL, "Anna", "Bruno", "Carla",
		"Dirk", "Elena", "Franz" };
	struct dress d = { "en", RULES->name, title_of, data, who, reader };
	cJSON *bare = cJSON_Duplicate(context, true);
	char name[64];
	struct err e;

	(void)snprintf(name, sizeof name, "%s/%s", RULES->name, piece);
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

cJSON *
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

/* The refusal of what was tried. */
static const char *
refusal(int seat)
{
	cJSON *o = cJSON_CreateObject();

	ck_assert_ptr_nonnull(why.code);
	for (int i = 0; i < why.n; i++) {
		cJSON_AddStringToObject(o, why.arg[i].key, why.arg[i].value);
		add_words(o, why.arg[i].key, why.arg[i].value);
	}
	return render("refusals", under(why.code, o), seat);
}

const char *
answer(int seat, const char *text, const char *code)
{
	ck_refused(seat, text, code);
	return refusal(seat);
}

/* Tries a move and takes it back. */
static void
check_refusal(int seat, const char *text)
{
	static const char *const holes[] = { "\n", "  ", " .", " ,", "``",
		"\"\"", " 1 points", "{" };
	struct buf before = BUF_INIT;
	const char *said;

	buf_add(&before, table_at, RULES->position_size);
	if (strcmp(refused(seat, text), "ok") != 0) {
		said = refusal(seat);
		ck_assert_msg(said[0] != '\0', "%s says nothing", why.code);
		for (size_t i = 0; i < sizeof holes / sizeof *holes; i++)
			ck_assert_msg(strstr(said, holes[i]) == NULL,
			    "p%d %s: %s: %s", seat, text, why.code, said);
	}
	memcpy(table_at, before.data, before.len);
	buf_release(&before);
}

enum { POOL = 48, TEXT = 120 };

/* Some word of one text in the place of some word of another. */
static void
exchange(struct rng *r, char *text, const char *other)
{
	char word[TEXT], tail[TEXT];
	size_t at, n;

	for (uint32_t i = rng_below(r, 4); i > 0 && strchr(other, ' ') != NULL;
	    i--)
		other = strchr(other, ' ') + 1;
	(void)snprintf(word, sizeof word, "%.*s", (int)strcspn(other, " "),
	    other);
	at = strcspn(text, " ");
	at += text[at] == ' ';
	for (uint32_t i = rng_below(r, 3);
	    i > 0 && strchr(text + at, ' ') != NULL; i--)
		at = (size_t)(strchr(text + at, ' ') + 1 - text);
	n = strcspn(text + at, " ");
	(void)snprintf(tail, sizeof tail, "%s", text + at + n);
	(void)snprintf(text + at, TEXT - at, "%.40s%.60s", word, tail);
}

/* What was listed lately, and now. */
static int
add_to_pool(struct rng *r, int seat, char pool[POOL][TEXT], int n)
{
	static struct moves list;
	struct buf text = BUF_INIT;

	RULES->legal(data, table_at, seat, &list);
	for (int i = 0; i < 6 && list.n > 0; i++, n++) {
		buf_clear(&text);
		RULES->format(data, table_at, seat,
		    &list.at[rng_below(r, (uint32_t)list.n)], &text);
		(void)snprintf(pool[n % POOL], TEXT, "%s", buf_text(&text));
	}
	buf_release(&text);
	return n;
}

void
check_refusals(int reader)
{
	static char pool[POOL][TEXT];
	static struct rng r;
	static int n;
	seat_set act = RULES->to_act(data, table_at);
	int acts = 1;
	char text[TEXT];

	(void)reader;
	if (n == 0)
		rng_init_number(&r, 1);
	while (act != 0 && !(act & SEAT_BIT(acts)))
		acts++;
	n = add_to_pool(&r, acts, pool, n);
	for (int i = 0; i < 20 && n >= POOL; i++) {
		(void)snprintf(text, sizeof text, "%s",
		    pool[rng_below(&r, POOL)]);
		if (i % 3 != 0)
			exchange(&r, text, pool[rng_below(&r, POOL)]);
		if (i % 7 == 0 && strrchr(text, ' ') != NULL)
			*strrchr(text, ' ') = '\0';
		check_refusal(i % 5 == 0 ? 1 + i % RULES->min_seats : acts,
		    text);
	}
}

const char *
told(int reader)
{
	static struct buf all;

	buf_clear(&all);
	for (int i = 0; i < seen.n; i++) {
		cJSON *o = cJSON_CreateObject();
		char verb[24];

		RULES->tell(data, &seen.at[i], o);
		(void)snprintf(verb, sizeof verb, "%s",
		    cJSON_GetObjectItem(o, "verb")->valuestring);
		buf_str(&all, render("events", under(verb, o), reader));
		buf_char(&all, '\n');
	}
	return buf_text(&all);
}

void
check_told(int reader)
{
	const char *text = told(reader);

	ck_lacks(text, "  ");
	ck_lacks(text, " .");
	ck_lacks(text, "``");
	ck_lacks(text, " 1 points");
	for (size_t n; *text != '\0'; text += n + 1) {
		n = strcspn(text, "\n");
		ck_assert_msg(n == 0 || (n > 10 && text[n - 1] == '.'),
		    "no sentence: \"%.*s\"", (int)n, text);
	}
}

static void *
seen_by(int reader)
{
	void *pos = mem_alloc(RULES->position_size);

	game_see(RULES, data, table_at, reader, pos);
	return pos;
}

static void
map_of(const void *pos, struct drawing *d, struct buf *text)
{
	ck_assert_int_eq(RULES->map(data, pos, d), 0);
	drawing_text(d, 71, text);
}

void
draw_map(int reader, struct drawing *d, struct buf *text)
{
	void *pos = seen_by(reader);

	map_of(pos, d, text);
	free(pos);
}

/* The context of position and moves, as match/ makes it. */
static cJSON *
view(int reader)
{
	void *pos = seen_by(reader);
	cJSON *v = RULES->view(data, pos, reader);
	struct drawing drawing = { 0 };
	struct buf map = BUF_INIT;

	if (RULES->map != NULL) {
		map_of(pos, &drawing, &map);
		if (!drawing.pictorial)
			cJSON_AddStringToObject(v, "map", buf_text(&map));
	}
	drawing_release(&drawing);
	buf_release(&map);
	free(pos);
	return v;
}

struct markdown *
board(int reader)
{
	const char *text = render("position", view(reader), reader);

	return markdown_parse(text, strlen(text));
}

static void
add_to_row(cJSON *by, const cJSON *o)
{
	const cJSON *name = cJSON_GetObjectItem(o, "row");
	cJSON *rows = cJSON_GetObjectItem(by, "rows"), *row;

	if (name == NULL)
		return;
	if (rows == NULL)
		rows = cJSON_AddArrayToObject(by, "rows");
	row = cJSON_GetArrayItem(rows, cJSON_GetArraySize(rows) - 1);
	if (row == NULL ||
	    !cJSON_Compare(name, cJSON_GetObjectItem(row, "row"), true)) {
		row = cJSON_CreateObject();
		cJSON_AddItemToArray(rows, row);
		cJSON_AddItemToObject(row, "row", cJSON_Duplicate(name, true));
		cJSON_AddArrayToObject(row, "items");
	}
	cJSON_AddItemToArray(cJSON_GetObjectItem(row, "items"),
	    cJSON_Duplicate(o, true));
}

/* The first of a family stands for all of it, and has no number. */
static void
add_move(cJSON *v, cJSON *o, const char *text, int *n)
{
	const char *verb = cJSON_HasObjectItem(o, "none") ?
	    "nothing" :
	    cJSON_GetObjectItem(o, "verb")->valuestring;
	cJSON *by = cJSON_GetObjectItem(v, verb);

	/* What the game says of it does not stand in the way of its number. */
	ck_assert(!cJSON_HasObjectItem(o, "n"));
	ck_assert(!cJSON_HasObjectItem(o, "text"));
	cJSON_AddStringToObject(o, "text", text);
	if (cJSON_HasObjectItem(o, "family")) {
		cJSON_AddStringToObject(o, "last", text);
	} else {
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
	add_to_row(by, o);
}

static cJSON *
description(int seat, const struct move *m, struct buf *text)
{
	cJSON *o = cJSON_CreateObject();

	const cJSON *say;

	buf_clear(text);
	RULES->format(data, table_at, seat, m, text);
	RULES->describe(data, table_at, seat, m, o);
	say = cJSON_GetObjectItem(o, "say");
	if (say != NULL) {
		buf_clear(text);
		buf_str(text, say->valuestring);
	}
	return o;
}

struct markdown *
choices(int reader)
{
	static struct moves list;
	cJSON *v = view(reader), *families = cJSON_CreateObject();
	struct buf text = BUF_INIT;
	const char *md;
	int n = 0;

	RULES->legal(data, table_at, reader, &list);
	for (int i = 0; i < 2 * list.n; i++) {
		cJSON *o = description(reader, &list.at[i % list.n], &text);
		const char *family = cJSON_GetStringValue(cJSON_GetObjectItem(o,
		    "family"));
		cJSON *first = cJSON_GetObjectItem(families, family);

		/* What changes nothing comes second. */
		if (cJSON_HasObjectItem(o, "none") != (i >= list.n)) {
			cJSON_Delete(o);
			continue;
		}
		if (first != NULL) {
			cJSON_Delete(o);
			cJSON_ReplaceItemInObject(first, "last",
			    cJSON_CreateString(buf_text(&text)));
			continue;
		}
		add_move(v, o, buf_text(&text), &n);
		if (family != NULL)
			cJSON_AddItemReferenceToObject(families, family, o);
	}
	cJSON_Delete(families);
	buf_release(&text);
	md = render("moves", v, reader);
	return markdown_parse(md, strlen(md));
}

void
check_width(const char *text, int width)
{
	while (*text != '\0') {
		size_t n = strcspn(text, "\n");

		ck_assert_msg(utf8_width(text, n) <= width, "too wide: %.*s",
		    (int)n, text);
		text += n + (text[n] == '\n');
	}
}

void
check_layouts(int reader, const char *holds, const char *map)
{
	static const char *const drawn[] = { "|", "--", "*", "~", "_", " ,",
		" ;", "  ", " 1 points" };
	struct buf text = BUF_INIT;
	struct markdown *m = board(reader);

	markdown_board(m, 72, &text);
	check_width(buf_text(&text), 72);
	ck_holds(buf_text(&text), holds);
	if (map != NULL)
		ck_holds(buf_text(&text), map);
	buf_clear(&text);
	markdown_board(m, 40, &text);
	check_width(buf_text(&text), 40);
	if (map != NULL)
		ck_lacks(buf_text(&text), map);
	buf_clear(&text);
	markdown_list(m, 72, &text);
	check_width(buf_text(&text), 72);
	for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
		ck_lacks(buf_text(&text), drawn[i]);
	markdown_free(m);
	buf_release(&text);
}

void
same_as(const char *name, const struct buf *made)
{
	struct buf file = BUF_INIT;
	char path[256];
	struct err e;

	(void)snprintf(path, sizeof path,
	    PAQUEBOT_SRCDIR "/tests/games/%s/golden/%s", RULES->name, name);
	if (file_read(path, 1 << 20, &file, &e) == 0 && file.len == made->len &&
	    memcmp(file.data, made->data, made->len) == 0) {
		buf_release(&file);
		return;
	}
	(void)file_write(name, made->data, made->len, 0644, &e);
	ck_abort_msg("%s is not what is made now: ./%s", path, name);
}

void
same_boards(int reader, const char *title)
{
	struct buf text = BUF_INIT;
	struct markdown *m = board(reader);

	markdown_board(m, 72, &text);
	same_as("board.txt", &text);
	buf_clear(&text);
	markdown_board(m, 40, &text);
	same_as("board-40.txt", &text);
	buf_clear(&text);
	markdown_list(m, 72, &text);
	same_as("list.txt", &text);
	buf_clear(&text);
	markdown_html(m, HTML_MAIL, "en", title, &text);
	ck_holds(buf_text(&text), "<pre");
	ck_assert_uint_lt(text.len, 60000);
	same_as("html.txt", &text);
	markdown_free(m);
	buf_release(&text);
}

/* Of random games, too. */
START_TEST(all_are_sentences)
{
	random_game(_i, 1, check_told);
}
END_TEST

START_TEST(all_refusals_say_why)
{
	random_game(_i, 5, check_refusals);
}
END_TEST

/* A file of the source tree, whole. */
static void
load_source(const char *folder, const char *file, struct buf *text)
{
	struct buf path = BUF_INIT;
	struct err e;

	buf_printf(&path, "%s/%s/%s/%s", PAQUEBOT_SRCDIR, folder, RULES->name,
	    file);
	ck_assert_msg(file_read(path.data, 1 << 20, text, &e) == 0, "%s",
	    e.text);
	buf_release(&path);
}

/* Each refusal of the game's page is provoked by its test of texts, where
 * answer() demands the code, and so is short and plain in every language. */
START_TEST(each_refusal_is_provoked)
{
	struct buf page = BUF_INIT, tests = BUF_INIT, quoted = BUF_INIT;
	int codes = 0;

	load_source("templates/en", "refusals.md", &page);
	load_source("tests/games", "test-texts.c", &tests);
	for (const char *p = page.data; (p = strstr(p, "\n{{#")) != NULL;) {
		size_t n = strcspn(p += 4, "}");

		/* Not what begins a line within a section. */
		if (p[n + 2] != '\n')
			continue;
		buf_clear(&quoted);
		buf_printf(&quoted, "\"%.*s\"", (int)n, p);
		ck_assert_msg(strstr(tests.data, quoted.data) != NULL,
		    "nothing provokes %s", quoted.data);
		codes++;
	}
	ck_assert_int_gt(codes, 20);
	buf_release(&page);
	buf_release(&tests);
	buf_release(&quoted);
}
END_TEST

static int boards_every;
static const char *on_board, *on_map;

static void
look(int reader)
{
	check_layouts(reader, on_board, on_map);
}

/* Also the board before anything was drawn. */
START_TEST(boards_fit)
{
	random_game(_i, boards_every, look);
}
END_TEST

/* Of two moves that have numbers the list says more than how each is written;
 * what is of a family, or changes nothing, is told by its words. */
static void
moves_differ(int reader)
{
	static struct moves list;
	cJSON *others = cJSON_CreateObject();
	struct buf text = BUF_INIT;

	RULES->legal(data, table_at, reader, &list);
	for (int i = 0; i < list.n; i++) {
		cJSON *o = description(reader, &list.at[i], &text);
		char *said;

		cJSON_DeleteItemFromObject(o, "words");
		said = cJSON_PrintUnformatted(o);
		if (!cJSON_HasObjectItem(o, "family") &&
		    !cJSON_HasObjectItem(o, "none")) {
			ck_assert_msg(!cJSON_HasObjectItem(others, said),
			    "%s and another: %s", buf_text(&text), said);
			cJSON_AddTrueToObject(others, said);
		}
		free(said);
		cJSON_Delete(o);
	}
	cJSON_Delete(others);
	buf_release(&text);
}

START_TEST(no_two_moves_read_alike)
{
	random_game(_i, 3, moves_differ);
}
END_TEST

void
sentences_tests(TCase *t, int most, int every, const char *board,
    const char *map)
{
	boards_every = every;
	on_board = board;
	on_map = map;
	tcase_add_loop_test(t, all_are_sentences, 2, most + 1);
	tcase_add_loop_test(t, all_refusals_say_why, 2, most + 1);
	tcase_add_loop_test(t, boards_fit, 2, most + 1);
	tcase_add_loop_test(t, no_two_moves_read_alike, 2, most + 1);
	tcase_add_test(t, each_refusal_is_provoked);
}
