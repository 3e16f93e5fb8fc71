/* SPDX-License-Identifier: MIT */
#include "tests/games/breaches.h"

#include <cjson/cJSON.h>

#include "base/file.h"
#include "tests/srcdir.h"

const char *data_text;
static const struct breach *breaches;

int
data_takes(const char *text, struct err *e)
{
	cJSON *json = cJSON_Parse(text);
	struct game_data *d = NULL;
	int rc;

	ck_assert_msg(json != NULL, "the copy is no JSON");
	rc = game_load(game_registry[0], json, &d, e);
	cJSON_Delete(json);
	free(d);
	return rc;
}

char *
data_with(const char *text, const char *find, const char *put)
{
	struct buf copy = BUF_INIT;
	const char *hit;

	ck_assert_msg(strstr(text, find) != NULL, "%s is not there", find);
	while ((hit = strstr(text, find)) != NULL) {
		buf_add(&copy, text, (size_t)(hit - text));
		buf_str(&copy, put);
		text = hit + strlen(find);
	}
	buf_str(&copy, text);
	return buf_steal(&copy);
}

START_TEST(file_as_it_is)
{
	struct err e = { 0 };

	ck_assert_msg(data_takes(data_text, &e) == 0, "%s", e.text);
}
END_TEST

START_TEST(broken)
{
	const struct breach *b = &breaches[_i];
	char *text = data_with(data_text, b->find, b->put);
	struct err e = { 0 };

	ck_assert_msg(data_takes(text, &e) < 0, "%s may be %s", b->find,
	    b->put);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_msg(strstr(e.text, b->says) != NULL, "%s -> %s: \"%s\"",
	    b->find, b->put, e.text);
	free(text);
}
END_TEST

void
breaches_add(TCase *t, const struct breach *breach, int n)
{
	static struct buf file;
	char path[256];
	struct err e;

	table_load();
	(void)snprintf(path, sizeof path, PAQUEBOT_SRCDIR "/data/%s.json",
	    game_registry[0]->name);
	if (file_read(path, 1 << 20, &file, &e) < 0) {
		fprintf(stderr, "%s\n", e.text);
		exit(1);
	}
	data_text = buf_text(&file);
	breaches = breach;
	tcase_add_test(t, file_as_it_is);
	tcase_add_loop_test(t, broken, 0, n);
}
