/* SPDX-License-Identifier: MIT */

/* The table of commands, paquebot-commands(7) and the words of each language
 * name the same commands. */

#include <check.h>
#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/file.h"
#include "desk/command.h"
#include "match/ahead.h"
#include "scene.h"
#include "tests/run.h"
#include "tests/srcdir.h"

enum { NAMES_MAX = 100 };

struct listed {
	char name[NAMES_MAX][24];
	int n;
};

static struct scene s;
static struct err e;

static bool
has(const struct listed *l, const char *name)
{
	for (int i = 0; i < l->n; i++)
		if (strcmp(l->name[i], name) == 0)
			return true;
	return false;
}

static size_t
add(struct listed *l, const char *at)
{
	size_t n = 0;

	while (islower((unsigned char)at[n]))
		n++;
	ck_assert(n > 0 && n < sizeof l->name[0] && l->n < NAMES_MAX);
	snprintf(l->name[l->n], sizeof l->name[0], "%.*s", (int)n, at);
	l->n += !has(l, l->name[l->n]);
	return n;
}

/* ".It Cm board , hand , moves" names three; what has arguments names one. */
static void
read_page(struct listed *l)
{
	struct buf page = BUF_INIT;
	const char *end;

	ck_assert_int_eq(file_read(PAQUEBOT_SRCDIR "/man/paquebot-commands.7",
			     1 << 20, &page, &e),
	    0);
	end = strstr(page.data, "\n.It Cm layout");
	ck_assert(end != NULL);
	for (const char *p = page.data;
	    (p = strstr(p, "\n.It Cm ")) != NULL && p < end;) {
		p += 8;
		p += add(l, p);
		while (strncmp(p, " , ", 3) == 0) {
			p += 3;
			p += add(l, p);
		}
	}
	/* What closes a message stands behind what opens it. */
	ck_assert(strstr(page.data, " Cm endpress\n") != NULL);
	buf_release(&page);
}

/* What the program says is in output.golden (tests/cli/test-output.py). */
START_TEST(the_operator_is_told_of_all_acts)
{
	struct buf said = BUF_INIT, line = BUF_INIT;
	const char *help, *end;

	ck_assert_int_eq(file_read(PAQUEBOT_SRCDIR "/tests/cli/output.golden",
			     1 << 22, &said, &e),
	    0);
	help = strstr(said.data, "\n$ moderate --help => 0\n");
	ck_assert(help != NULL);
	end = strstr(help + 1, "\n$ ");
	ck_assert(end != NULL);
	for (const struct command *const *t = command_tables; *t; t++)
		for (const struct command *c = *t; c->name; c++) {
			if (!(c->flags & COMMAND_MODERATOR))
				continue;
			buf_clear(&line);
			/* One of the two words by which it is known. */
			buf_printf(&line, "\n    %s",
			    strcmp(c->name, "uncomment") == 0 ?
				"withdraw comment" :
				c->name);
			ck_assert_msg(memmem(help, (size_t)(end - help),
					  line.data, line.len) != NULL,
			    "%s", c->name);
		}
	buf_release(&line);
	buf_release(&said);
}
END_TEST

START_TEST(the_page_has_them_all)
{
	struct listed l = { .n = 0 };
	const struct command *c;

	read_page(&l);
	ck_assert_int_gt(l.n, 40);
	for (int i = 0; i < l.n; i++)
		ck_assert_msg(command_named(command_tables, l.name[i]) != NULL,
		    "no command %s", l.name[i]);
	for (size_t k = 0; (c = scene_command(k)); k++)
		ck_assert_msg(has(&l, c->name) ||
			strcmp(c->name, "endpress") == 0,
		    "%s is not in the page", c->name);
}
END_TEST

/* Whatever a language has a word for is there, and has one in each. */
START_TEST(each_language_has_words)
{
	static const char *const lang[] = { "en", "nl", "it" };

	for (size_t i = 0; i < sizeof lang / sizeof *lang; i++) {
		char path[200];
		struct buf text = BUF_INIT;
		cJSON *words;
		const struct command *c;
		const cJSON *all;
		int n = 0;

		snprintf(path, sizeof path, "%s/templates/%s/words.json",
		    PAQUEBOT_SRCDIR, lang[i]);
		ck_assert_int_eq(file_read(path, 1 << 20, &text, &e), 0);
		words = cJSON_Parse(text.data);
		all = cJSON_GetObjectItem(cJSON_GetObjectItem(words, "desk"),
		    "command");
		for (; (c = scene_command((size_t)n)); n++)
			ck_assert_msg(cJSON_HasObjectItem(all, c->name),
			    "%s: no word for %s", lang[i], c->name);
		/* `yes` alone is a word of confirmations, not of games. */
		ck_assert_int_eq(cJSON_GetArraySize(all), n + 1);
		cJSON_Delete(words);
		buf_release(&text);
	}
}
END_TEST

/* Each as its page writes it, from a seat: none is a word that is not known. */
START_TEST(the_desk_knows_each)
{
	struct listed l = { .n = 0 };
	struct seen m;
	int64_t game;

	read_page(&l);
	scene_open(&s, true);
	game = scene_game(&s, "anna bruno", "-", 3);
	for (int i = 0; i < l.n; i++) {
		if (strcmp(l.name[i], "resign") == 0 ||
		    strcmp(l.name[i], "ready") == 0 ||
		    command_named(command_tables, l.name[i])->flags &
			COMMAND_OFFICE)
			continue;
		(void)scene_skip(&s);
		scene_say(&s, game, 1, l.name[i]);
		ck_assert_int_eq(scene_next(&s, &m), 1);
		ck_assert_msg(!seen_has(&m, "I know no command") &&
			!seen_has(&m, "  not read\n"),
		    "%s: %s", l.name[i], m.text);
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

/* How many moves a line holds, and the first of them. */
static int
alternatives(const char *game, const char *lang, const char *line,
    struct buf *first)
{
	struct buf alt = BUF_INIT;
	int n = 0;

	while (words_alternative(texts_names(s.texts, NULL, lang),
	    texts_names(s.texts, game, lang), &line, &alt))
		if (n++ == 0)
			buf_printf(first, "%s", alt.data);
	buf_release(&alt);
	return n;
}

static void
assert_whole(const char *lang, const char *name)
{
	struct buf line = BUF_INIT, first = BUF_INIT;

	buf_printf(&line, "charter %s", name);
	ck_assert_int_eq(alternatives("atlantic-star", lang, line.data, &first),
	    1);
	ck_assert_str_eq(first.data, line.data);
	buf_release(&line);
	buf_release(&first);
}

/* "of" is the Dutch "or", and stands in the names of ships, which may be
 * written with spaces: `charter city of rome` is no `charter city`. */
START_TEST(a_name_is_no_alternative)
{
	static const char *const line[] = { "huur rhea of huur 0",
		"noleggia rhea o noleggia 0", "charter rhea or charter 0",
		"charter rhea of 2" };
	enum { DUTCH = 3 };
	struct buf json = BUF_INIT, first = BUF_INIT;
	const cJSON *ship;
	cJSON *data;

	scene_open(&s, true);
	ck_assert_int_eq(file_read(PAQUEBOT_SRCDIR "/data/atlantic-star.json",
			     1 << 20, &json, &e),
	    0);
	data = cJSON_Parse(json.data);
	for (size_t i = 0; texts_lang(s.texts, i); i++) {
		cJSON_ArrayForEach(ship, cJSON_GetObjectItem(data, "ships"))
			assert_whole(texts_lang(s.texts, i),
			    cJSON_GetObjectItem(ship, "name")->valuestring);
		for (size_t k = 0; k < sizeof line / sizeof *line; k++)
			ck_assert_int_eq(alternatives("atlantic-star",
					     texts_lang(s.texts, i), line[k],
					     &first),
			    k < DUTCH ||
				    strcmp(texts_lang(s.texts, i), "nl") == 0 ?
				2 :
				1);
	}
	cJSON_Delete(data);
	buf_release(&json);
	buf_release(&first);
	scene_close(&s);
}
END_TEST

/* What a line means to a writer of a language in a game. */
static void
assert_means(const char *game, const char *lang, const char *line, int is,
    const char *candidates)
{
	struct job job = { .desk = &s.desk,
		.lang = lang,
		.words = texts_names(s.texts, NULL, lang),
		.game_words = texts_names(s.texts, game, lang) };
	struct meaning m = meaning_of(&job, line);
	struct buf may = BUF_INIT;

	if (m.is == MEANS_AMBIGUOUS)
		meaning_candidates(&job, line, &may);
	ck_assert_msg((int)m.is == is &&
		strcmp(buf_text(&may), candidates) == 0,
	    "%s, %s: \"%s\" is %d (%s)", game, lang, line, (int)m.is,
	    buf_text(&may));
	buf_release(&may);
}

/* Three letters of a verb that begin a command too. */
static const struct {
	const char *game, *lang, *cut, *candidates;
} both[] = {
	{ "clippers", "en", "mov", "moves, move" },
	{ "claim", "en", "sto", "stop, stow" },
	{ "antwerp", "en", "sta", "status, stats, standing" },
};

/* Every verb, as our mails have it, cut, in a line that goes on, is that move;
 * or, in the list above, what it may mean is said: it is never prose, and no
 * command. */
static void
check_cut(const char *game, const char *lang, const char *verb)
{
	const char *candidates = "";
	char line[20];
	int is = MEANS_MOVE;

	for (size_t i = 0; i < sizeof both / sizeof *both; i++)
		if (strcmp(game, both[i].game) == 0 &&
		    strcmp(lang, both[i].lang) == 0 &&
		    strncmp(verb, both[i].cut, 3) == 0) {
			candidates = both[i].candidates;
			is = MEANS_AMBIGUOUS;
		}
	snprintf(line, sizeof line, "%.3s this that", verb);
	assert_means(game, lang, line, is, candidates);
}

/* What begins like a word of another language is none of that, and a word that
 * may be two things is named once. */
START_TEST(cut_words_are_the_writers)
{
	static const char *const prose[] = { "One moment please", "One sec",
		"One second please", "One more minute" };

	scene_open(&s, true);
	for (size_t i = 0; i < sizeof prose / sizeof *prose; i++)
		assert_means("claim", "en", prose[i], MEANS_PROSE, "");
	assert_means("claim", "nl", "Mee eens", MEANS_COMMAND, "");
	assert_means("claim", "nl", "mee", MEANS_AMBIGUOUS,
	    "meedoen, meekijken");
	assert_means("claim", "it", "ond", MEANS_PROSE, "");
	scene_close(&s);
}
END_TEST

START_TEST(verbs_may_be_cut)
{
	scene_open(&s, true);
	for (size_t g = 0; game_registry[g]; g++)
		for (size_t i = 0; texts_lang(s.texts, i); i++) {
			const char *lang = texts_lang(s.texts, i);
			const struct names *n = texts_names(s.texts,
			    game_registry[g]->name, lang);

			for (size_t k = 0; k < n->n; k++)
				if (strcmp(n->at[k].kind, "verb") == 0 &&
				    n->at[k].rank == 0 && !n->at[k].other)
					check_cut(game_registry[g]->name, lang,
					    n->at[k].word);
		}
	/* By itself or before a comma a word of prose is prose. */
	assert_means("antwerp", "it", "Gio", MEANS_PROSE, "");
	assert_means("antwerp", "it", "Gio, tocca a te", MEANS_PROSE, "");
	assert_means("claim", "it", "sto pensando", MEANS_PROSE, "");
	assert_means("clippers", "en", "tak 2x", MEANS_MOVE, "");
	/* Nor does what a move ends with become an `endpress`. */
	assert_means("clippers", "en", "end", MEANS_PROSE, "");
	assert_means("clippers", "en", "endpress", MEANS_COMMAND, "");
	/* What people say as well takes no abbreviation away. */
	assert_means("atlantic-star", "it", "cro baltico", MEANS_MOVE, "");
	assert_means("atlantic-star", "it", "cre claim", MEANS_COMMAND, "");
	assert_means("atlantic-star", "it", "credito baltico 2000", MEANS_MOVE,
	    "");
	assert_means("antwerp", "nl", "ins splitsing vraag", MEANS_MOVE, "");
	assert_means("antwerp", "nl", "inschrijven Bram", MEANS_COMMAND, "");
	assert_means("claim", "en", "end", MEANS_MOVE, "");
	assert_means("claim", "en", "sto p2", MEANS_AMBIGUOUS, "stop, stow");
	scene_close(&s);
}
END_TEST

TESTS(the_page_has_them_all, the_operator_is_told_of_all_acts,
    each_language_has_words, the_desk_knows_each, a_name_is_no_alternative,
    cut_words_are_the_writers, verbs_may_be_cut)
