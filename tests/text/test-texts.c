/* SPDX-License-Identifier: MIT */

/* Templates, words, dressing and moments; and the lint of what we ship. */

#include <cjson/cJSON.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/text/langs.h"
#include "text/mustache.h"
#include "text/texts.h"

static struct texts *texts;

/* A directory of templates of its own, with a second language. */
static char home[] = "/tmp/paquebot-texts-XXXXXX";

static void
write_file(const char *name, const char *text)
{
	struct buf path = BUF_INIT;
	struct err e;

	buf_printf(&path, "%s/%s", home, name);
	ck_assert_msg(file_write(path.data, text, strlen(text), 0600, &e) == 0,
	    "%s", e.text);
	buf_release(&path);
}

static void
make_home(void)
{
	static const char *const folders[] = { "en", "en/mail", "nl", "nl/mail",
		"notes", "it" };

	ck_assert_ptr_nonnull(mkdtemp(home));
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		struct buf path = BUF_INIT;

		buf_printf(&path, "%s/%s", home, folders[i]);
		ck_assert_int_eq(mkdir(path.data, 0700), 0);
		buf_release(&path);
	}
	write_file("en/mail/a.md", "Hello {{name}}, {{> mail/b}}.\n");
	write_file("en/mail/b.md", "welcome\n");
	write_file("en/mail/c.md", "{{#x}}\nx\n{{/x}}\n\n{{#y}}y{{/y}}\n");
	/* What a translation was made from is no part of the phrase. */
	write_file("nl/mail/b.md", "{{! en 1a2b3c4d }}\nwelkom\n");
	write_file("notes/x.md", "{{");
	write_file("en/words.json",
	    "{\"phrases\":{\"mon\":\"Mon\",\"fri\":\"Fri\"},\"desk\":{"
	    "\"command\":{\"set\":[\"set\"]}},\"g\":{\"verb\":{\"charter\":["
	    "\"charter\"]},\"sea\":{\"baltic\":[\"baltic\",\"bal\"]}}}");
	write_file("nl/words.json",
	    "{\"phrases\":{\"mon\":\"ma\"},\"desk\":{\"command\":{\"set\":["
	    "\"zet\"]}},\"g\":{\"verb\":{\"charter\":[\"huur\"]},\"names\":{"
	    "\"sea\":{\"baltic\":{\"name\":\"Grote Oostzee\",\"of\":\"van de "
	    "Oostzee\"}},\"route\":\"sea\"}}}");
}

static void
remove_home(void)
{
	static const char *const files[] = { "en/mail/a.md", "en/mail/b.md",
		"en/mail/c.md", "nl/mail/b.md", "notes/x.md", "en/words.json",
		"nl/words.json", "en/mail", "nl/mail", "en", "nl", "it",
		"notes", "" };

	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct buf path = BUF_INIT;

		buf_printf(&path, "%s/%s", home, files[i]);
		remove(path.data);
		buf_release(&path);
	}
}

static void
assert_renders(const struct texts *t, const char *lang, const char *name,
    const char *json, const char *want)
{
	cJSON *context = cJSON_Parse(json);
	struct buf out = BUF_INIT;
	struct err e;

	ck_assert_int_eq(texts_render(t, lang, name, context, &out, &e), 0);
	ck_assert_str_eq(buf_text(&out), want);
	buf_release(&out);
	cJSON_Delete(context);
}

START_TEST(languages_and_fallback)
{
	struct texts *t;
	struct buf out = BUF_INIT;
	struct err e;
	cJSON *name;

	make_home();
	ck_assert_msg(texts_open(home, &t, &e) == 0, "%s", e.text);
	ck_assert_str_eq(texts_lang(t, 0), "en");
	ck_assert_str_eq(texts_lang(t, 1), "nl");
	/* it has no words yet, so it is no language. */
	ck_assert_ptr_null(texts_lang(t, 2));
	ck_assert(texts_has_lang(t, "nl") && !texts_has_lang(t, "it"));
	/* nl has no a, and a of English takes b of the reader's language. */
	assert_renders(t, "nl", "mail/a", "{\"name\":\"*\"}",
	    "Hello \\*, welkom.");
	assert_renders(t, "it", "mail/a", "{\"name\":\"x\"}",
	    "Hello x, welcome.");
	assert_renders(t, "en", "mail/c", "{\"y\":1}", "y\n");
	ck_assert_ptr_null(texts_template(t, "nl", "mail/a"));
	name = cJSON_Parse("{\"name\":\" *\\n\"}");
	ck_assert_int_eq(texts_render_plain(t, "en", "mail/a", name, &out, &e),
	    0);
	ck_assert_str_eq(out.data, "Hello * , welcome.");
	ck_assert_int_eq(texts_render(t, "en", "mail/none", name, &out, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	cJSON_Delete(name);
	buf_release(&out);

	ck_assert_str_eq(texts_phrase(t, "nl", "mon"), "ma");
	ck_assert_str_eq(texts_phrase(t, "nl", "fri"), "Fri");
	ck_assert_str_eq(texts_phrase(t, "nl", "sun"), "sun");
	texts_free(t);

	write_file("nl/mail/b.md", "a\n{{#b}}\n");
	ck_assert_int_eq(texts_open(home, &t, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "nl/mail/b.md: line 2: "));
	write_file("nl/mail/b.md", "x");
	write_file("nl/words.json", "{\n\"a\":\n}");
	ck_assert_int_eq(texts_open(home, &t, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "nl/words.json: line 3: "));
	remove_home();
}
END_TEST

static void
assert_word(const struct names *n, const char *kind, const char *word,
    const char *id, int rank)
{
	for (size_t i = 0; i < n->n; i++)
		if (strcmp(n->at[i].kind, kind) == 0 &&
		    strcmp(n->at[i].word, word) == 0) {
			ck_assert_str_eq(n->at[i].id, id);
			ck_assert_int_eq(n->at[i].rank, rank);
			return;
		}
	ck_abort_msg("no %s %s", kind, word);
}

START_TEST(words_of_all_languages)
{
	struct texts *t;
	struct err e;
	const struct names *n;
	const char *id;
	int place;

	make_home();
	ck_assert_int_eq(texts_open(home, &t, &e), 0);
	n = texts_names(t, "g", "nl");
	assert_word(n, "verb", "huur", "charter", 0);
	assert_word(n, "verb", "charter", "charter", 1);
	assert_word(n, "sea", "grote-oostzee", "baltic", 0);
	assert_word(n, "sea", "bal", "baltic", 1);
	n = texts_names(t, "g", "en");
	assert_word(n, "verb", "huur", "charter", 2);
	assert_word(n, "verb", "charter", "charter", 0);
	n = texts_names(t, NULL, "nl");
	assert_word(n, "command", "zet", "set", 0);
	assert_word(n, "command", "set", "set", 1);
	ck_assert_uint_eq(texts_names(t, "chess", "en")->n, 0);
	/* Whole words before cut ones, then the own language first. */
	ck_assert_int_eq(names_place(n, "command", "zet", 3, 3, &id, &place),
	    NAME_FOUND);
	ck_assert_int_eq(place, 0);
	ck_assert_int_eq(names_place(n, "command", "set", 3, 3, &id, &place),
	    NAME_FOUND);
	ck_assert_int_eq(place, 1);
	n = texts_names(t, "g", "nl");
	ck_assert_int_eq(names_place(n, "verb", "cha", 3, 3, &id, &place),
	    NAME_FOUND);
	ck_assert_int_eq(place, NAME_CUT(1));
	ck_assert_str_eq(id, "charter");
	ck_assert_int_eq(names_place(n, "verb", "ch", 2, 3, &id, &place),
	    NAME_NONE);
	texts_free(t);
	remove_home();
}
END_TEST

static const char *
title(const void *data, const char *kind, const char *id)
{
	ck_assert_str_eq(data, "data");
	return strcmp(kind, "ship") == 0 && strcmp(id, "rhea") == 0 ? "Rhéa" :
								      NULL;
}

START_TEST(dressing)
{
	static const char *const who[7] = { NULL, "Anna", "Bruno" };
	struct dress d = { .lang = "nl",
		.game = "g",
		.title = title,
		.data = "data",
		.who = who,
		.reader = 2 };
	cJSON *c = cJSON_Parse(
	    "{\"seat\":\"p2\",\"owner\":\"p1\",\"n\":3,\"list\":[{\"ship\":"
	    "\"rhea\",\"sea\":\"baltic\"},{\"ship\":\"unknown\",\"seat\":"
	    "\"p3\",\"sea\":\"x\"}],\"verb\":\"charter\",\"deep\":{\"ship\":"
	    "\"rhea\",\"ship_name\":\"kept\"},\"p\":\"p7\",\"route\":"
	    "\"baltic\"}");
	struct texts *t;
	struct err e;
	char *text;

	make_home();
	ck_assert_int_eq(texts_open(home, &t, &e), 0);
	texts_dress(t, &d, c);
	text = cJSON_PrintUnformatted(c);
	ck_assert_str_eq(text,
	    "{\"seat\":\"p2\",\"owner\":\"p1\",\"n\":3,\"list\":[{\"ship\":"
	    "\"rhea\",\"sea\":\"baltic\",\"ship_name\":\"Rhéa\",\"sea_name\":"
	    "\"Grote Oostzee\",\"sea_of\":\"van de "
	    "Oostzee\"},{\"ship\":\"unknown\",\"seat\":\"p3\",\"sea\":\"x\","
	    "\"seat_name\":\"p3\",\"you\":false}],\"verb\":\"charter\","
	    "\"deep\":{\"ship\":\"rhea\",\"ship_name\":\"kept\"},\"p\":\"p7\","
	    "\"route\":\"baltic\",\"seat_name\":\"Bruno\",\"you\":true,\"owner_"
	    "name\":\"Anna\",\"owner_you\":false,\"verb_name\":\"huur\","
	    "\"route_name\":\"Grote Oostzee\",\"route_of\":\"van de "
	    "Oostzee\"}");
	cJSON_free(text);
	cJSON_Delete(c);
	texts_free(t);
	remove_home();
}
END_TEST

static void
assert_moment(const char *zone, int64_t when, int64_t now, const char *want)
{
	cJSON *c = cJSON_CreateObject();
	char *text;

	texts_moment(texts, "en", zone, when, now, c);
	text = cJSON_PrintUnformatted(c);
	ck_assert_str_eq(text, want);
	cJSON_free(text);
	cJSON_Delete(c);
}

START_TEST(moments)
{
	enum { HOUR = 3600, DAY = 86400 };
	int64_t due;

	ck_assert_int_eq(clock_stamp_parse("2026-11-27T17:00:00Z", 20, &due),
	    0);
	assert_moment("Europe/Amsterdam", due, due - 2 * DAY - 3 * HOUR - 60,
	    "{\"text\":\"Fri 27 Nov 18:00 "
	    "CET\",\"offset\":\"UTC+01:00\",\"in\":\"in 2 days 3 "
	    "hours\",\"over\":false}");
	assert_moment("UTC", due, due - DAY - HOUR,
	    "{\"text\":\"Fri 27 Nov 17:00 UTC\",\"in\":\"in 1 day 1 "
	    "hour\",\"over\":false}");
	assert_moment("Asia/Kolkata", due, due - 61,
	    "{\"text\":\"Fri 27 Nov 22:30 "
	    "IST\",\"offset\":\"UTC+05:30\",\"in\":\"in 1 "
	    "minute\",\"over\":false}");
	assert_moment("America/Sao_Paulo", due, due - 60 * DAY,
	    "{\"text\":\"Fri 27 Nov 14:00 UTC-03:00\",\"in\":\"in 60 "
	    "days\",\"over\":false}");
	assert_moment("UTC", due, due - 59,
	    "{\"text\":\"Fri 27 Nov 17:00 UTC\",\"in\":\"in less than a "
	    "minute\",\"over\":false}");
	assert_moment("UTC", due, due + 2 * HOUR,
	    "{\"text\":\"Fri 27 Nov 17:00 UTC\",\"in\":\"2 hours "
	    "ago\",\"over\":true}");
	assert_moment("UTC", due, due + 5,
	    "{\"text\":\"Fri 27 Nov 17:00 UTC\",\"in\":\"just "
	    "now\",\"over\":true}");
	assert_moment("UTC", due, due - 300 * DAY,
	    "{\"text\":\"Fri 27 Nov 17:00 UTC\",\"in\":\"in 300 "
	    "days\",\"over\":false}");
	assert_moment("UTC", due + 40 * DAY, due,
	    "{\"text\":\"Wed 6 Jan 2027 17:00 UTC\",\"in\":\"in 40 "
	    "days\",\"over\":false}");
}
END_TEST

/* ---- lint of the templates we ship ---- */

static struct buf manual;

struct place {
	const char *lang, *name;
};

/* Every partial exists; every name that a mail or the desk uses is in
 * paquebot-templates(5), and a game's in the README beside its templates. */
static void
check_name(void *arg, char kind, const char *name)
{
	const struct place *p = arg;
	char word[128];

	if (kind == '>') {
		ck_assert_msg(texts_template(texts, "en", name) != NULL,
		    "%s/%s: no template %s", p->lang, p->name, name);
		return;
	}
	if (strncmp(p->name, "mail/", 5) != 0 &&
	    strncmp(p->name, "desk/", 5) != 0)
		return;
	if ((strcmp(p->name, "desk/refusals") == 0 ||
		strcmp(p->name, "desk/acts") == 0) &&
	    kind == '#')
		return;
	for (const char *at = name; *at; at += *at == '.') {
		size_t len;

		while (strncmp(at, "../", 3) == 0)
			at += 3;
		len = strcspn(at, ".@");
		snprintf(word, sizeof word, "%.*s", (int)len, at);
		ck_assert_msg(strstr(manual.data, word) != NULL,
		    "%s/%s: %s is not in paquebot-templates(5)", p->lang,
		    p->name, word);
		at += len;
		if (*at == '@')
			break;
	}
}

static int
check_template(void *arg, const char *lang, const char *name,
    const struct mustache *m)
{
	struct place p = { lang, name };

	(void)arg;
	mustache_names(m, check_name, &p);
	/* What another language has English has too. */
	ck_assert_msg(texts_template(texts, "en", name) != NULL,
	    "%s/%s is not in en", lang, name);
	return 0;
}

START_TEST(lint)
{
	struct err e;

	ck_assert_int_eq(file_read(PAQUEBOT_SRCDIR "/man/paquebot-templates.5",
			     1 << 20, &manual, &e),
	    0);
	ck_assert_int_eq(texts_each(texts, check_template, NULL), 0);
	buf_release(&manual);
}
END_TEST

/* A refusal or event is one section; each gives one piece without a line
 * end at its start. */
START_TEST(refusals_and_events_are_sentences)
{
	static const char *const names[] = { "desk/refusals", "desk/events" };
	static const char *const codes[] = { "unknown-word", "stale",
		"not-your-turn", "undo", "cancel", "eject" };
	int found = 0;

	for (size_t i = 0; i < 2; i++)
		for (size_t k = 0; k < sizeof codes / sizeof *codes; k++) {
			cJSON *c = cJSON_CreateObject();
			struct buf b = BUF_INIT;
			struct err e;

			cJSON_AddObjectToObject(c, codes[k]);
			ck_assert_int_eq(texts_render(texts, "en", names[i], c,
					     &b, &e),
			    0);
			found += b.len > 0;
			if (b.len)
				ck_assert(strchr(b.data, '\n') ==
				    b.data + b.len - 1);
			buf_release(&b);
			cJSON_Delete(c);
		}
	ck_assert_int_eq(found, 6);
}
END_TEST

/* ---- every section in every language ---- */

static void
add_name(void *arg, char kind, const char *name)
{
	if (kind != '#' && kind != '^' && kind != '>' &&
	    !cJSON_GetObjectItemCaseSensitive(arg, name))
		cJSON_AddStringToObject(arg, name, "x");
}

static void
add_section(void *arg, char kind, const char *name)
{
	if (kind == '#' && strchr(name, '@') == NULL &&
	    !cJSON_GetObjectItemCaseSensitive(arg, name))
		cJSON_AddTrueToObject(arg, name);
}

static void
render_section(const char *lang, const char *name, const char *code,
    const cJSON *values, struct buf *out)
{
	cJSON *c = cJSON_CreateObject();
	struct err e;

	cJSON_AddItemToObject(c, code, cJSON_Duplicate(values, true));
	buf_clear(out);
	ck_assert_int_eq(texts_render(texts, lang, name, c, out, &e), 0);
	while (out->len && out->data[out->len - 1] == '\n')
		buf_truncate(out, out->len - 1);
	cJSON_Delete(c);
}

/* Whatever is asked for is given, as "x": what a sentence has no word for
 * in one language it has none for in another. */
START_TEST(every_section_in_every_language)
{
	static const char *const names[] = { "desk/refusals", "desk/events",
		"desk/acts", "desk/done", "desk/help" };
	struct buf english = BUF_INIT, other = BUF_INIT;
	const char *lang;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		for (size_t k = 0; (lang = langs_other(texts, k)); k++) {
			cJSON *values = cJSON_CreateObject();
			cJSON *codes = cJSON_CreateObject(), *c;

			mustache_names(texts_template(texts, "en", names[i]),
			    add_name, values);
			mustache_names(texts_template(texts, lang, names[i]),
			    add_name, values);
			mustache_names(texts_template(texts, "en", names[i]),
			    add_section, codes);
			cJSON_ArrayForEach(c, codes) {
				render_section("en", names[i], c->string,
				    values, &english);
				render_section(lang, names[i], c->string,
				    values, &other);
				langs_holes(lang, names[i], buf_text(&english),
				    buf_text(&other));
			}
			cJSON_Delete(values);
			cJSON_Delete(codes);
		}
	buf_release(&english);
	buf_release(&other);
}
END_TEST

OWN_PROCESSES

/* A seat of which nothing is said is not waited for because its reader is. */
START_TEST(a_row_takes_nothing_from_around_it)
{
	cJSON *context = cJSON_Parse("{\"office\":[{\"seat\":\"p2\"}]}");
	struct buf bare = BUF_INIT, full = BUF_INIT;
	struct err e;

	for (size_t i = 0; texts_lang(texts, i) != NULL; i++) {
		const char *lang = texts_lang(texts, i);
		cJSON *row = cJSON_GetArrayItem(cJSON_GetObjectItem(context,
						    "office"),
		    0);

		cJSON_AddTrueToObject(row, "awaited");
		ck_assert_int_eq(texts_render(texts, lang, "desk/status",
				     context, &full, &e),
		    0);
		cJSON_DeleteItemFromObject(row, "awaited");
		ck_assert_int_eq(texts_render(texts, lang, "desk/status",
				     context, &bare, &e),
		    0);
		ck_assert_str_ne(bare.data, full.data);
		buf_clear(&full);
		cJSON_AddTrueToObject(context, "awaited");
		cJSON_AddTrueToObject(context, "sent_ahead");
		ck_assert_int_eq(texts_render(texts, lang, "desk/status",
				     context, &full, &e),
		    0);
		ck_assert_str_eq(bare.data, full.data);
		cJSON_DeleteItemFromObject(context, "awaited");
		cJSON_DeleteItemFromObject(context, "sent_ahead");
		buf_clear(&bare);
		buf_clear(&full);
	}
	buf_release(&bare);
	buf_release(&full);
	cJSON_Delete(context);
}
END_TEST

CASES(tests)
{
	struct err e;

	if (texts_open(PAQUEBOT_SRCDIR "/templates", &texts, &e)) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	ADD_TESTS(t, languages_and_fallback, words_of_all_languages, dressing,
	    moments, lint, refusals_and_events_are_sentences,
	    a_row_takes_nothing_from_around_it,
	    every_section_in_every_language);
}
