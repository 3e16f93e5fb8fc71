/* SPDX-License-Identifier: MIT */

/*
 * How translations stand beside names. Every template of a game is rendered
 * with every name of that game in every place for one, whatever it says with
 * it; names are marked on their way, so that what stands before one is seen.
 * A noun brings its article and its prepositions along (words.json "the",
 * "at", "from"); a template that writes one by itself must be right for all.
 * What belongs to no name is looked for in all templates.
 */

#include <cjson/cJSON.h>
#include <ctype.h>
#include <regex.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/tree.h"
#include "game/rules.h"
#include "game/verbs.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/text/langs.h"
#include "text/mustache.h"

/* Around a name: OPEN what it is with its article BETWEEN the name SHUT. */
#define OPEN "\xE2\x9F\xA6"
#define BETWEEN "\xC2\xA6"
#define SHUT "\xE2\x9F\xA7"

enum { ROUNDS = 132, WORDS_MAX = 24, NAME_MAX = 64 };

static struct texts *texts;
static struct err e;

/* Words that may stand before a noun, with the article they hold. */
struct small {
	const char *word, *article; /* NULL: none, a preposition */
	bool joins;                 /* never stands before an article */
};

static const struct small italian[] = {
	{ "il", "il", true },
	{ "lo", "lo", true },
	{ "la", "la", true },
	{ "l'", "l'", true },
	{ "i", "i", true },
	{ "gli", "gli", true },
	{ "le", "le", true },
	{ "un", "il", true },
	{ "uno", "lo", true },
	{ "una", "la", true },
	{ "del", "il", true },
	{ "dello", "lo", true },
	{ "della", "la", true },
	{ "dell'", "l'", true },
	{ "delle", "le", true },
	{ "al", "il", true },
	{ "allo", "lo", true },
	{ "alla", "la", true },
	{ "all'", "l'", true },
	{ "alle", "le", true },
	{ "dal", "il", true },
	{ "dallo", "lo", true },
	{ "dalla", "la", true },
	{ "dall'", "l'", true },
	{ "dalle", "le", true },
	{ "nel", "il", true },
	{ "nello", "lo", true },
	{ "nella", "la", true },
	{ "nell'", "l'", true },
	{ "nelle", "le", true },
	{ "sul", "il", true },
	{ "sullo", "lo", true },
	{ "sulla", "la", true },
	{ "sull'", "l'", true },
	{ "sulle", "le", true },
	{ "di", NULL, true },
	{ "a", NULL, true },
	{ "ad", NULL, true },
	{ "da", NULL, true },
	{ "in", NULL, true },
	{ "su", NULL, true },
	{ "fra", NULL, false },
	{ "verso", NULL, false },
	{ NULL, NULL, false },
};

static const struct small dutch[] = {
	{ "de", "de", true },
	{ "het", "het", true },
	{ "van", NULL, false },
	{ "naar", NULL, false },
	{ "bij", NULL, false },
	{ "op", NULL, false },
	{ "in", NULL, false },
	{ "tussen", NULL, false },
	{ NULL, NULL, false },
};

/* What is wrong wherever it stands; extended regular expressions. */
static const char *const italian_wrong[] = {
	"(^|[ (*>])(il|del|al|dal|nel|sul|quel) [aeiou]",
	"(^|[ (*>])(il|un|del|al|dal|nel|sul|i|dei|ai|dai|nei|sui|quel)"
	" (s[bcdfglmnpqrtvz]|z|gn|ps|x|y)[a-z]",
	"(^|[ (*>])(dello|allo|dallo|nello|sullo) [^szgpxy]",
	"(^|[ (*>])(della|alla|dalla|nella|sulla) [aeiou][a-z]",
	"(^|[ (*>])(la|una) (isola|offerta|azione|istruzione|agenzia|"
	"altra|ultima|impostazione|ora|assenza)([^[:alpha:]]|$)",
	"(^|[ (*>])(di|a|da|in|su|de) (il|gli|le) ",
	"(^|[ (*>])(di|a|da|in|su|de) l'",
	"(^|[ (*>])(il|lo|la|i|gli|le|un|una) (il|lo|i|gli|un|una) ",
	"(^|[ (*>])(lui|lei|egli|ella)([^[:alpha:]]|$)",
	"(^|[ (*>])a a[a-z]",
	NULL,
};

static const char *const dutch_wrong[] = {
	"(^|[ (*>])een [a-z]+jes([^[:alpha:]]|$)",
	"(^|[ (*>])de [a-z]+(tje|pje|fje|kje)([^[:alpha:]]|$)",
	"(^|[ (*>])(de|deze|die) (schip|eiland|veld|bord|bod|dok|krediet|"
	"stelsel|agentschap|traject|seizoen|bericht|adres|nummer|product)"
	"([^[:alpha:]]|$)",
	"(^|[ (*>])een [a-z]*[^j]e (schip|eiland|veld|bord|bod|dok|krediet|"
	"stelsel|traject|bericht|adres|nummer|product|staafje|blokje)"
	"([^[:alpha:]]|$)",
	"(^|[ (*>])(het|dit|dat) (kaart|kleur|partij|beurt|opdracht|"
	"vaargeul|rondreis|klipper|sluis|haven|ronde|zet|plaats|handelsroute|"
	"verbinding|waarde)([^[:alpha:]]|$)",
	"(^|[ (*>])de (de|het) ",
	NULL,
};

static const struct tongue {
	const char *lang;
	const struct small *small;
	const char *const *wrong;
} tongues[] = {
	{ "it", italian, italian_wrong },
	{ "nl", dutch, dutch_wrong },
};
enum { TONGUES = sizeof tongues / sizeof *tongues };

/* What is rendered: the names that the templates of a game ask for, as cJSON
 * {"points":3}, of USE_…; and {"island":["tahiti", …]}, what there is of each
 * kind that they ask a name for. */
struct stock {
	const struct game_kind *game;
	const struct tongue *tongue;
	cJSON *asked, *things; /* owned */
	struct rng r;
};
enum { USE_SECTION = 1, USE_VALUE = 2 };

static const char *
title(const void *data, const char *kind, const char *id)
{
	const struct game_kind *k = data;

	return verbs_title(k->data, kind, id);
}

static void
dress(const struct stock *s, cJSON *context)
{
	static const char *const who[SEATS_MAX + 1] = { NULL, "Zoe", "Bo", "Al",
		"Di", "Ed", "Fi" };

	texts_dress(texts,
	    &(struct dress){ .lang = s->tongue->lang,
		.game = s->game->rules->name,
		.title = title,
		.data = s->game,
		.who = who,
		.reader = 1 },
	    context);
}

static void
note_name(void *arg, char kind, const char *name)
{
	struct stock *s = arg;
	const cJSON *n = tree_get(s->asked, name);
	int use = kind == '#' ? USE_SECTION : kind == '&' ? USE_VALUE : 0;

	if (use == 0 || strpbrk(name, "@.") != NULL)
		return;
	if (n != NULL)
		use |= n->valueint;
	cJSON_DeleteItemFromObjectCaseSensitive(s->asked, name);
	cJSON_AddNumberToObject(s->asked, name, use);
}

/* Is the template of the language and game, or of no game? */
static bool
is_own(const struct stock *s, const char *lang, const char *name)
{
	size_t n = strlen(s->game->rules->name);

	return strcmp(lang, s->tongue->lang) == 0 &&
	    strncmp(name, s->game->rules->name, n) == 0 && name[n] == '/';
}

static int
note_template(void *arg, const char *lang, const char *name,
    const struct mustache *m)
{
	const struct stock *s = arg;

	if (is_own(s, lang, name))
		mustache_names(m, note_name, arg);
	return 0;
}

/* Every text of the data, and every key of the game's words, may be an id. */
static void
note_ids(const cJSON *v, bool keys, cJSON *ids)
{
	if (cJSON_IsString(v) && !keys)
		cJSON_AddTrueToObject(ids, v->valuestring);
	if (v->string != NULL && keys)
		cJSON_AddTrueToObject(ids, v->string);
	for (const cJSON *c = v->child; c != NULL; c = c->next)
		note_ids(c, keys, ids);
}

static cJSON *
read_json(const char *path)
{
	struct buf text = BUF_INIT;
	cJSON *v;

	ck_assert_msg(file_read(path, 1 << 20, &text, &e) == 0, "%s", e.text);
	v = cJSON_Parse(buf_text(&text));
	ck_assert_ptr_nonnull(v);
	buf_release(&text);
	return v;
}

static bool
is_thing(const struct stock *s, const char *kind, const char *id)
{
	cJSON *o = cJSON_CreateObject();
	bool named;

	cJSON_AddStringToObject(o, kind, id);
	dress(s, o);
	named = cJSON_GetArraySize(o) > 1;
	cJSON_Delete(o);
	return named;
}

/* "from_at" asks for kind "from"; of "seat" there are seats. */
static void
note_kind(struct stock *s, const char *name, const cJSON *ids)
{
	const char *end = strrchr(name, '_');
	struct buf kind = BUF_INIT;
	cJSON *list;

	if (end == NULL)
		return;
	buf_add(&kind, name, (size_t)(end - name));
	if (cJSON_GetObjectItemCaseSensitive(s->things, kind.data) == NULL) {
		list = cJSON_CreateArray();
		for (const cJSON *c = ids->child; c != NULL; c = c->next)
			if (is_thing(s, kind.data, c->string))
				cJSON_AddItemToArray(list,
				    cJSON_CreateString(c->string));
		if (list->child == NULL ||
		    seat_read(list->child->valuestring, 2))
			cJSON_Delete(list);
		else
			cJSON_AddItemToObject(s->things, kind.data, list);
	}
	buf_release(&kind);
}

static void
open_stock(struct stock *s, const char *game, const struct tongue *tongue)
{
	char path[512];
	cJSON *ids = cJSON_CreateObject(), *data, *words;

	*s = (struct stock){ .tongue = tongue,
		.asked = cJSON_CreateObject(),
		.things = cJSON_CreateObject() };
	ck_assert_int_eq(game_open(game, &s->game, &e), 0);
	rng_init_number(&s->r, 5);
	(void)texts_each(texts, note_template, s);
	(void)snprintf(path, sizeof path, PAQUEBOT_SRCDIR "/data/%s.json",
	    game);
	note_ids(data = read_json(path), false, ids);
	words = read_json(PAQUEBOT_SRCDIR "/templates/en/words.json");
	note_ids(cJSON_GetObjectItemCaseSensitive(words, game), true, ids);
	for (const cJSON *c = s->asked->child; c != NULL; c = c->next)
		note_kind(s, c->string, ids);
	cJSON_Delete(ids);
	cJSON_Delete(data);
	cJSON_Delete(words);
}

static void
close_stock(struct stock *s)
{
	cJSON_Delete(s->asked);
	cJSON_Delete(s->things);
}

static bool
is_form(const struct stock *s, const char *name)
{
	const char *end = strrchr(name, '_');
	bool form = false;

	for (const cJSON *k = s->things->child; k != NULL && end != NULL;
	    k = k->next)
		form |= strlen(k->string) == (size_t)(end - name) &&
		    strncmp(k->string, name, (size_t)(end - name)) == 0;
	return form;
}

/* A name becomes what it is with its article, and what stands here. */
static void
mark(const struct stock *s, cJSON *context)
{
	cJSON *plain = cJSON_Duplicate(context, true);

	for (cJSON *c = context->child; c != NULL; c = c->next) {
		const char *end = strrchr(c->string, '_'), *with;
		struct buf b = BUF_INIT;

		if (!cJSON_IsString(c) || !is_form(s, c->string))
			continue;
		buf_printf(&b, "%.*s_the", (int)(end - c->string), c->string);
		with = tree_str(plain, b.data);
		buf_clear(&b);
		buf_printf(&b, OPEN "%s" BETWEEN "%s" SHUT,
		    with != NULL ? with : "", c->valuestring);
		/* A form without an article, "rode", is no noun. */
		if (with != NULL || strcmp(end, "_name") == 0)
			cJSON_SetValuestring(c, b.data);
		buf_release(&b);
	}
	cJSON_Delete(plain);
}

/* Of these "from" and "to" are people. */
static bool
is_of_people(const char *section)
{
	return strcmp(section, "not-for-you") == 0 ||
	    strcmp(section, "offer-open") == 0;
}

/* A context that has everything, by chance in this way or that. */
static cJSON *
make_context(struct stock *s, int round)
{
	static const int numbers[] = { 0, 1, 3 };
	cJSON *o = cJSON_CreateObject();
	int salt = 0;

	for (const cJSON *k = s->things->child; k != NULL; k = k->next)
		cJSON_AddStringToObject(o, k->string,
		    cJSON_GetArrayItem(k,
			(round + salt++) % cJSON_GetArraySize(k))
			->valuestring);
	dress(s, o);
	mark(s, o);
	for (const cJSON *c = s->asked->child; c != NULL; c = c->next) {
		if (tree_get(o, c->string) != NULL || is_form(s, c->string))
			continue;
		if (c->valueint & USE_VALUE)
			tree_add_int(o, c->string,
			    numbers[rng_below(&s->r, 3)]);
		else
			tree_flag(o, c->string,
			    !is_of_people(c->string) &&
				rng_below(&s->r, 2) == 0);
	}
	return o;
}

static void
complain(const char *name, const char *what, const char *at, const char *text)
{
	const char *from = at;
	int n = 0;

	while (from > text && from[-1] != '\n' && n++ < 60)
		from--;
	ck_abort_msg("%s: %s: …%.*s…", name, what,
	    (int)(at - from + (long)strcspn(at, "\n")), from);
}

/* The word that ends before at, an elided one with its apostrophe. */
static size_t
word_before(const char *text, const char *at, char word[WORDS_MAX])
{
	const char *end = at, *start;
	size_t n;

	while (end > text && (end[-1] == ' ' || end[-1] == '*'))
		end--;
	start = end - (end > text && end[-1] == '\'');
	while (start > text && isalpha((unsigned char)start[-1]))
		start--;
	n = (size_t)(end - start);
	if (n >= WORDS_MAX || (end == at && n > 0 && end[-1] != '\''))
		n = 0;
	for (size_t i = 0; i < n; i++)
		word[i] = (char)tolower((unsigned char)start[i]);
	word[n] = '\0';
	return n;
}

static const struct small *
small_find(const struct small *all, const char *word, size_t len)
{
	for (; all->word != NULL; all++)
		if (strlen(all->word) == len &&
		    memcmp(all->word, word, len) == 0)
			return all;
	return NULL;
}

/* The article or preposition that a form begins with. */
static const struct small *
small_first(const struct small *all, const char *form)
{
	size_t n = strcspn(form, " '");

	return form[n] == '\0' ? NULL :
				 small_find(all, form, n + (form[n] == '\''));
}

/* What is wrong with this word before that form; NULL: nothing. */
static const char *
misfit(const struct stock *s, const struct small *before, const char *the,
    const char *form)
{
	const struct small *own = small_first(s->tongue->small, form);
	size_t n = before->article != NULL ? strlen(before->article) : 0;

	if (own != NULL && own->article == NULL)
		return "two prepositions";
	if (own != NULL && strcmp(own->word, own->article) != 0)
		return "two prepositions";
	if (own != NULL)
		return before->article != NULL ? "two articles" :
		    before->joins              ? "an article that joins" :
						 NULL;
	if (before->article == NULL)
		return *the != '\0' && strcmp(the, form) != 0 ? "no article" :
		    strcmp(before->word, "a") == 0 && (*form | 32) == 'a' ?
								"a for ad" :
								NULL;
	if (strncmp(the, before->article, n) != 0)
		return "not the article of this name";
	return strcmp(the + n + (the[n] == ' '), form) != 0 ?
	    "not the article of this form" :
	    NULL;
}

/* What is between two marks, from `at` on; returns behind the second. */
static const char *
between(const char *at, const char *open, const char *shut, char out[NAME_MAX])
{
	const char *start = strstr(at, open) + strlen(open);
	const char *end = strstr(start, shut);

	(void)snprintf(out, NAME_MAX, "%.*s", (int)(end - start), start);
	return end;
}

static void
check_names(const struct stock *s, const char *name, const char *text)
{
	char word[WORDS_MAX], the[NAME_MAX], form[NAME_MAX];

	for (const char *at = text; (at = strstr(at, OPEN)) != NULL; at++) {
		const struct small *before = small_find(s->tongue->small, word,
		    word_before(text, at, word));
		const char *wrong;

		if (before == NULL)
			continue;
		(void)between(between(at, OPEN, BETWEEN, the), BETWEEN, SHUT,
		    form);
		wrong = misfit(s, before, the, form);
		if (wrong != NULL)
			complain(name, wrong, at, text);
	}
}

/* The text as its reader has it: the names alone, no escapes. */
static void
unmark(const char *text, struct buf *out)
{
	char form[NAME_MAX];

	buf_clear(out);
	while (*text != '\0') {
		if (strncmp(text, OPEN, strlen(OPEN)) == 0) {
			text = between(text, BETWEEN, SHUT, form) +
			    strlen(SHUT);
			buf_str(out, form);
		} else if (*text == '\\') {
			text++;
		} else {
			buf_char(out, *text++);
		}
	}
}

static void
check_wrong(const struct tongue *tongue, const char *name, const char *text)
{
	for (const char *const *w = tongue->wrong; *w != NULL; w++) {
		regex_t re;
		regmatch_t m;

		ck_assert_int_eq(regcomp(&re, *w, REG_EXTENDED | REG_ICASE), 0);
		if (regexec(&re, text, 1, &m, 0) == 0)
			complain(name, *w, text + m.rm_so + 1, text);
		regfree(&re);
	}
}

struct round {
	struct stock *s;
	cJSON *context;
	int looked;
};

static int
look(void *arg, const char *lang, const char *name, const struct mustache *m)
{
	struct round *r = arg;
	struct buf text = BUF_INIT, read = BUF_INIT;

	(void)m;
	if (!is_own(r->s, lang, name))
		return 0;
	ck_assert_int_eq(texts_render(texts, lang, name, r->context, &text, &e),
	    0);
	check_names(r->s, name, buf_text(&text));
	unmark(buf_text(&text), &read);
	check_wrong(r->s->tongue, name, buf_text(&read));
	r->looked++;
	buf_release(&text);
	buf_release(&read);
	return 0;
}

/* _i: a game and a language. */
START_TEST(names_have_their_articles)
{
	struct stock s;
	struct round r = { .s = &s };

	open_stock(&s, game_registry[_i / TONGUES]->name,
	    &tongues[_i % TONGUES]);
	ck_assert_int_gt(cJSON_GetArraySize(s.things), 1);
	for (int round = 0; round < ROUNDS; round++) {
		r.context = make_context(&s, round);
		(void)texts_each(texts, look, &r);
		cJSON_Delete(r.context);
	}
	ck_assert_int_gt(r.looked, 8 * ROUNDS);
	close_stock(&s);
}
END_TEST

/* What a template says whatever it is given. */
static int
look_bare(void *arg, const char *lang, const char *name,
    const struct mustache *m)
{
	const struct tongue *tongue = *(const struct tongue **)arg;
	struct buf path = BUF_INIT, text = BUF_INIT;

	(void)m;
	if (strcmp(lang, tongue->lang) == 0) {
		buf_printf(&path, PAQUEBOT_SRCDIR "/templates/%s/%s.md", lang,
		    name);
		ck_assert_int_eq(file_read(path.data, 1 << 20, &text, &e), 0);
		check_wrong(tongue, name, buf_text(&text));
	}
	buf_release(&path);
	buf_release(&text);
	return 0;
}

START_TEST(articles_are_right)
{
	const struct tongue *tongue = &tongues[_i];

	(void)texts_each(texts, look_bare, &tongue);
}
END_TEST

CASES(tests)
{
	int games = 0;

	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	while (game_registry[games] != NULL)
		games++;
	tcase_add_loop_test(t, names_have_their_articles, 0, games * TONGUES);
	tcase_add_loop_test(t, articles_are_right, 0, TONGUES);
}
