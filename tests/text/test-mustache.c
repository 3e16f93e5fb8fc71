/* SPDX-License-Identifier: MIT */

/* What the specification leaves open, and what it does not test. */

#include <cjson/cJSON.h>

#include "tests/run.h"
#include "text/mustache.h"

static const struct mustache *self;
static const cJSON *euphony;

static const struct mustache *
itself(void *arg, const char *name)
{
	(void)arg;
	return strcmp(name, "self") == 0 ? self : NULL;
}

static void
assert_renders(enum mustache_escape escape, const char *text, const char *json,
    const char *want)
{
	const struct mustache_how how = { .escape = escape,
		.euphony = euphony,
		.own_rows = true };
	cJSON *context = cJSON_Parse(json);
	struct mustache *m;
	struct buf out = BUF_INIT;
	struct err e;

	ck_assert_msg(mustache_parse(text, strlen(text), &m, &e) == 0, "%s",
	    e.text);
	mustache_render(m, context, &how, &out);
	ck_assert_str_eq(buf_text(&out), want);
	mustache_free(m);
	buf_release(&out);
	cJSON_Delete(context);
}

#define PLAIN(text, json, want) assert_renders(MUSTACHE_NONE, text, json, want)
#define MARKED(text, json, want) \
	assert_renders(MUSTACHE_MARKDOWN, text, json, want)

START_TEST(lists_know_their_place)
{
	PLAIN("{{#a}}{{#@first}}[{{/@first}}{{@number}}/{{@count}} "
	      "{{n}}{{^@last}}, {{/@last}}{{#@last}}]{{/@last}}{{/a}}",
	    "{\"a\":[{\"n\":\"x\"},{\"n\":\"y\"},{\"n\":\"z\"}]}",
	    "[1/3 x, 2/3 y, 3/3 z]");
	PLAIN("{{#@first}}no{{/@first}}{{^@last}}yes{{/@last}}", "{}", "yes");
	/* The innermost list counts, also from within an object of it. */
	PLAIN("{{#a}}{{#b}}{{@number}}{{/b}}{{/a}}",
	    "{\"a\":[{\"b\":[1,1]},{\"b\":{\"c\":1}}]}", "122");
}
END_TEST

/* Names are free text, and a template does not know what they begin with. */
START_TEST(small_words_join)
{
	cJSON *words = cJSON_Parse("{\"a\":{\"a\":\"ad\"},"
				   "\"e\":{\"e\":\"ed\"}}");
	static const char to[] = "a {{v}}",
			  list[] = "{{#l}}{{^@first}} e {{/@first}}{{.}}{{/l}}";

	euphony = words;
	PLAIN(to, "{\"v\":\"Anna\"}", "ad Anna");
	PLAIN(to, "{\"v\":\"\u00c0gnes\"}", "ad \u00c0gnes");
	PLAIN(to, "{\"v\":\"Bruno\"}", "a Bruno");
	PLAIN(to, "{\"v\":\"Elena\"}", "a Elena");
	PLAIN(to, "{\"v\":\"\"}", "a ");
	PLAIN("A {{v}}", "{\"v\":\"Anna\"}", "Ad Anna");
	PLAIN(list, "{\"l\":[\"Anna\",\"Enzo\",\"Ida\"]}",
	    "Anna ed Enzo e Ida");
	PLAIN("{{#x}}a {{/x}}{{v}}", "{\"x\":1,\"v\":\"Anna\"}", "ad Anna");
	/* A word of its own, and the last. */
	PLAIN("casa {{v}}", "{\"v\":\"Anna\"}", "casa Anna");
	PLAIN("l'a {{v}}", "{\"v\":\"Anna\"}", "l'a Anna");
	PLAIN("\u00e8 {{v}}, a: {{v}}", "{\"v\":\"Elena\"}",
	    "\u00e8 Elena, a: Elena");
	PLAIN("a  {{v}}", "{\"v\":\"Anna\"}", "a  Anna");
	PLAIN("(a {{v}})", "{\"v\":\"Anna\"}", "(ad Anna)");
	MARKED("a **{{v}}** e _{{v}}_", "{\"v\":\"Anna\"}",
	    "ad **Anna** e _Anna_");
	/* What is code is sent as it is, and what was rendered stays. */
	MARKED("`a {{v}}` e `{{w}}`", "{\"v\":\"Anna\",\"w\":\"esci\"}",
	    "`a Anna` e `esci`");
	MARKED("a {{{v}}}", "{\"v\":\"Anna\"}", "a Anna");
	euphony = NULL;
	PLAIN(to, "{\"v\":\"Anna\"}", "a Anna");
	cJSON_Delete(words);
}
END_TEST

/* A sentence ends where its template says: mails have their mark there. */
START_TEST(stops_of_values)
{
	static const char jr[] = "{\"v\":\"J. R. Smith Jr.\"}";

	MARKED("{{v}} moved.", jr, "J\\. R\\. Smith Jr\\. moved.");
	MARKED("{{v}}", "{\"v\":\"1.5: a, b;c? d\"}", "1\\.5\\: a\\, b;c\\? d");
	MARKED("`{{v}}`", jr, "`J. R. Smith Jr.`");
	/* Its own is the sentence's. */
	MARKED("After {{v}}. Yes.", jr, "After J\\. R\\. Smith Jr\\. Yes.");
	MARKED("`{{v}}`.", jr, "`J. R. Smith Jr.`.");
	MARKED("{{v}}.", "{\"v\":\"Anna\"}", "Anna.");
	MARKED("{{v}}{{#v}}.{{/v}} {{v}}, no.", jr,
	    "J\\. R\\. Smith Jr\\. J\\. R\\. Smith Jr\\., no.");
	PLAIN("{{v}}.", jr, "J. R. Smith Jr..");
}
END_TEST

/* A number behind what runs from right to left would be shown before it. */
START_TEST(values_leave_the_direction)
{
	MARKED("3 {{v}} 22 (10)", "{\"v\":\"\u05d0\u05d1\"}",
	    "3 \u05d0\u05d1\u200e 22 (10)");
	MARKED("**{{v}}**", "{\"v\":\"Bo \u0645 2\"}", "**Bo \u0645 2\u200e**");
	MARKED("{{v}} 2", "{\"v\":\"\u0645 Bo\"}", "\u0645 Bo 2");
	MARKED("`{{v}}` 2", "{\"v\":\"\u05d0\"}", "`\u05d0` 2");
	PLAIN("{{v}} 2", "{\"v\":\"\u05d0\"}", "\u05d0 2");
}
END_TEST

START_TEST(one_is_asked_for)
{
	static const char text[] =
	    "{{n}} point{{^n@one}}s{{/n@one}}{{#n@one}}, one{{/n@one}}";

	PLAIN(text, "{\"n\":1}", "1 point, one");
	PLAIN(text, "{\"n\":0}", "0 points");
	PLAIN(text, "{\"n\":1.5}", "1.5 points");
	PLAIN(text, "{\"n\":\"1\"}", "1 point, one");
	PLAIN(text, "{}", " points");
	PLAIN("{{#a@one}}{{#a}}{{x}}{{/a}} has{{/a@one}}{{^a@one}}they "
	      "have{{/a@one}}",
	    "{\"a\":[{\"x\":\"A\"}]}", "A has");
	PLAIN("{{#a@one}}has{{/a@one}}{{^a@one}}have{{/a@one}}",
	    "{\"a\":[1,2]}", "have");
	/* It asks only: names are looked for where they were before. */
	PLAIN("{{#o.n@one}}{{n}}{{/o.n@one}}", "{\"o\":{\"n\":1},\"n\":7}",
	    "7");
}
END_TEST

START_TEST(any_is_asked_for)
{
	static const char text[] = "{{#a@any}}{{#b}}b{{/b}}{{/a@any}}"
				   "{{^a@any}}none{{/a@any}}";

	PLAIN(text, "{\"b\":1,\"a\":[{\"b\":0},{\"b\":0}]}", "b");
	PLAIN(text, "{\"b\":1,\"a\":{\"b\":0}}", "b");
	PLAIN(text, "{\"b\":1,\"a\":[]}", "none");
	PLAIN(text, "{\"b\":1}", "none");
}
END_TEST

/* What a row leaves out is not what the mail around it says. */
START_TEST(rows_have_their_own_names)
{
	static const char json[] =
	    "{\"x\":\"out\",\"o\":{\"x\":\"far\"},\"a\":[{\"x\":\"in\"},"
	    "{\"y\":{\"z\":1},\"b\":[{},\"s\"]}]}";

	PLAIN("{{#a}}<{{x}}{{#x}}+{{/x}}{{^x}}-{{/x}}>{{/a}}{{x}}", json,
	    "<in+><->out");
	/* Nor within an object of the row, nor of a row that is a text. */
	PLAIN("{{#a}}{{#y}}{{z}}{{x}}{{/y}}{{#b}}{{x}}{{/b}}{{/a}}", json, "1");
	PLAIN("{{#a}}{{o.x}}{{#x@one}}1{{/x@one}}{{#x@any}}2{{/x@any}}{{/a}}",
	    json, "2");
	/* Unless the template says so: a list for each ../. */
	PLAIN("{{#a}}<{{x}}/{{../x}}/{{../o.x}}>{{/a}}", json,
	    "<in/out/far></out/far>");
	PLAIN("{{#a}}{{#b}}<{{../y.z}}{{../x}}{{../../x}}>{{/b}}{{/a}}", json,
	    "<1out><1out>");
	PLAIN("{{#a}}{{#y}}{{../x}}{{/y}}{{#../a@one}}1{{/../a@one}}"
	      "{{^../a@one}}2{{/../a@one}}{{/a}}",
	    json, "2out2");
	PLAIN("{{../x}}{{#o}}{{../x}}{{/o}}{{#a}}{{../../x}}{{/a}}", json, "");
	/* An object that is no row falls back. */
	PLAIN("{{#o}}{{#a}}{{../x}}{{/a}}{{/o}}", json, "farfar");
}
END_TEST

START_TEST(what_is_false)
{
	static const char *const no[] = { "false", "null", "0", "\"\"", "[]" };
	static const char *const yes[] = { "true", "1", "-1", "\"0\"", "[0]",
		"{}" };
	char json[64];

	for (size_t i = 0; i < sizeof no / sizeof *no; i++) {
		snprintf(json, sizeof json, "{\"a\":%s}", no[i]);
		PLAIN("{{#a}}yes{{/a}}{{^a}}no{{/a}}", json, "no");
	}
	for (size_t i = 0; i < sizeof yes / sizeof *yes; i++) {
		snprintf(json, sizeof json, "{\"a\":%s}", yes[i]);
		PLAIN("{{#a}}yes{{/a}}{{^a}}no{{/a}}", json, "yes");
	}
	/* What is there and false hides what is further out. */
	PLAIN("{{#d}}{{^over}}runs{{/over}}{{/d}}",
	    "{\"over\":true,\"d\":{\"over\":false}}", "runs");
}
END_TEST

START_TEST(numbers)
{
	PLAIN("{{a}} {{b}} {{c}}", "{\"a\":12000,\"b\":-3,\"c\":1234567890123}",
	    "12000 -3 1234567890123");
	MARKED("{{a}}", "{\"a\":-3}", "\\-3");
}
END_TEST

START_TEST(errors_name_their_line)
{
	static const struct {
		const char *text, *want;
	} bad[] = {
		{ "a\n{{#b}}\nc\n", "line 2: a section is not closed" },
		{ "a\n\n{{/b}}", "line 3: no section is open here" },
		{ "{{#a}}\n{{/b}}", "line 2: another section is open here" },
		{ "{{a", "line 1: a tag is not closed" },
		{ "{{{a}}", "line 1: a tag is not closed" },
		{ "\n{{}}", "line 2: a tag without a name" },
		{ "{{=x=}}", "line 1: delimiters are two words" },
		{ "\n{{a} {{b}}", "line 2: a name that holds a brace" },
		{ "{{= = =}}", "line 1: a tag is not closed" },
	};
	struct mustache *m;
	struct err e;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		ck_assert_int_eq(mustache_parse(bad[i].text,
				     strlen(bad[i].text), &m, &e),
		    -1);
		ck_assert_str_eq(e.text, bad[i].want);
	}
}
END_TEST

START_TEST(recursion_ends)
{
	static const char text[] = "x{{#a}}{{> self}}{{> self}}{{/a}}";
	cJSON *context = cJSON_Parse("{\"a\":true}");
	struct buf out = { .max = 1 << 20 };
	struct mustache *m;
	struct err e;

	/* Once is one too many if it never ends; twice doubles each time. */
	ck_assert_int_eq(mustache_parse(text, 20, &m, &e), -1);
	ck_assert_int_eq(mustache_parse("x{{> self}}", 11, &m, &e), 0);
	self = m;
	mustache_render(m, context,
	    &(struct mustache_how){ MUSTACHE_NONE, itself, NULL, NULL, true },
	    &out);
	ck_assert_uint_ge(out.len, 2);
	ck_assert_uint_le(out.len, 100);
	mustache_free(m);
	cJSON_Delete(context);
	buf_release(&out);
}
END_TEST

START_TEST(values_in_code)
{
	MARKED("`{{a}}`", "{\"a\":\"x*y_z\"}", "`x*y_z`");
	MARKED("`{{a}}`", "{\"a\":\"x`y\\nz\"}", "`x'y z`");
	MARKED("`{{a}}` {{a}}", "{\"a\":\"*\"}", "`*` \\*");
	MARKED("``{{a}}`` {{a}}", "{\"a\":\"*\"}", "``*`` \\*");
	MARKED("\\`{{a}}", "{\"a\":\"*\"}", "\\`\\*");
	MARKED("| `{{a}}` |", "{\"a\":\"x|y\"}", "| `x\\|y` |");
	MARKED("`{{a}}`", "{\"a\":\"\"}", "` `");
	MARKED("```\n{{a}}\n```\n{{a}}", "{\"a\":\"*\\n```\"}",
	    "```\n* '''\n```\n\\* \\`\\`\\`");
	/* A backtick that stands alone opens nothing beyond its paragraph. */
	MARKED("a ` b\n\n{{a}}", "{\"a\":\"*\"}", "a ` b\n\n\\*");
	/* Nor does one in a value. */
	MARKED("{{a}} {{a}}", "{\"a\":\"`*\"}", "\\`\\* \\`\\*");
}
END_TEST

START_TEST(values_are_one_line)
{
	MARKED("{{a}}", "{\"a\":\"    x\\n\\n# y  z \"}", "x \\# y z");
	MARKED("b {{a}}", "{\"a\":\"\\n\\tx\"}", "b x");
	MARKED("{{a}}", "{\"a\":\"x\\u2028y\\u2029z\"}", "x y z");
	MARKED("{{{a}}}", "{\"a\":\"x\\n\\n# y\"}", "x\n\n# y");
}
END_TEST

TESTS(lists_know_their_place, small_words_join, stops_of_values,
    values_leave_the_direction, one_is_asked_for, any_is_asked_for,
    rows_have_their_own_names, what_is_false, numbers, errors_name_their_line,
    recursion_ends, values_in_code, values_are_one_line)
