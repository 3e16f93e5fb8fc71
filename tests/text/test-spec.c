/* SPDX-License-Identifier: MIT */

/* The core modules of the Mustache specification, by its own tests, which
 * contrib/mustache-spec brings. */

#include <cjson/cJSON.h>

#include "base/file.h"
#include "tests/run.h"
#include "text/mustache.h"

static const char *const places[] = {
	"/usr/local/share/paquebot-tests/mustache-spec",
	"/usr/lib/R/site-library/whisker/specs",
};

static int
read_module(const char *module, struct buf *out)
{
	const char *own = getenv("PAQUEBOT_MUSTACHE_SPEC");
	struct buf path = BUF_INIT;
	struct err e;
	int rc = -1;

	for (size_t i = 0; rc && i < sizeof places / sizeof *places; i++) {
		buf_clear(&path);
		buf_printf(&path, "%s/%s.json", own != NULL ? own : places[i],
		    module);
		rc = file_read(path.data, 1 << 20, out, &e);
	}
	buf_release(&path);
	return rc;
}

/* The partials of a test, parsed when asked for. */
struct partials {
	const cJSON *json;
	struct mustache *made[16];
	const char *name[16];
	int n;
};

static const struct mustache *
find(void *arg, const char *name)
{
	struct partials *p = arg;
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(p->json, name);
	struct err e;

	for (int i = 0; i < p->n; i++)
		if (strcmp(p->name[i], name) == 0)
			return p->made[i];
	if (v == NULL || p->n == 16)
		return NULL;
	ck_assert_msg(mustache_parse(v->valuestring, strlen(v->valuestring),
			  &p->made[p->n], &e) == 0,
	    "%s", e.text);
	p->name[p->n] = v->string;
	return p->made[p->n++];
}

static void
run_one(const char *module, const cJSON *test)
{
	const cJSON *text = cJSON_GetObjectItem(test, "template");
	const cJSON *want = cJSON_GetObjectItem(test, "expected");
	struct partials p = { .json = cJSON_GetObjectItem(test, "partials") };
	struct mustache *m;
	struct buf out = BUF_INIT;
	struct err e;

	ck_assert_msg(mustache_parse(text->valuestring,
			  strlen(text->valuestring), &m, &e) == 0,
	    "%s: %s", module, e.text);
	mustache_render(m, cJSON_GetObjectItem(test, "data"),
	    &(struct mustache_how){ MUSTACHE_HTML, find, &p, NULL, false },
	    &out);
	ck_assert_msg(strcmp(buf_text(&out), want->valuestring) == 0,
	    "%s, %s: \"%s\", not \"%s\"", module,
	    cJSON_GetObjectItem(test, "name")->valuestring, buf_text(&out),
	    want->valuestring);
	mustache_free(m);
	for (int i = 0; i < p.n; i++)
		mustache_free(p.made[i]);
	buf_release(&out);
}

static void
run_module(const char *module, int least)
{
	struct buf text = BUF_INIT;
	const cJSON *test;
	cJSON *json;
	int n = 0;

	ck_assert_msg(read_module(module, &text) == 0,
	    "no %s.json: run contrib/mustache-spec, or set "
	    "PAQUEBOT_MUSTACHE_SPEC",
	    module);
	json = cJSON_Parse(buf_text(&text));
	ck_assert_ptr_nonnull(json);
	cJSON_ArrayForEach(test, cJSON_GetObjectItem(json, "tests")) {
		run_one(module, test);
		n++;
	}
	ck_assert_msg(n >= least, "%s has only %d tests", module, n);
	cJSON_Delete(json);
	buf_release(&text);
}

START_TEST(comments)
{
	run_module("comments", 11);
}
END_TEST
START_TEST(delimiters)
{
	run_module("delimiters", 13);
}
END_TEST
START_TEST(interpolation)
{
	run_module("interpolation", 29);
}
END_TEST
START_TEST(inverted)
{
	run_module("inverted", 21);
}
END_TEST
START_TEST(partials)
{
	run_module("partials", 10);
}
END_TEST
START_TEST(sections)
{
	run_module("sections", 25);
}
END_TEST

TESTS(comments, delimiters, interpolation, inverted, partials, sections)
