/* SPDX-License-Identifier: MIT */

/* The table of commands, paquebot-commands(7) and the words of each language
 * name the same commands. */

#include <cjson/cJSON.h>
#include <check.h>
#include <ctype.h>

#include "base/file.h"
#include "desk/errand.h"
#include "scene.h"
#include "tests/run.h"

enum { NAMES_MAX = 100 };

struct listed { char name[NAMES_MAX][24]; int n; };

static struct scene s;
static struct err e;

static bool
has(const struct listed *l, const char *name)
{
	for (int i = 0; i < l->n; i++)
		if (!strcmp(l->name[i], name))
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

	ck_assert_int_eq(file_read(PAQUEBOT_SRCDIR
	    "/man/paquebot-commands.7", 1 << 20, &page, &e), 0);
	end = strstr(page.data, "\n.It Cm layout");
	ck_assert(end != NULL);
	for (const char *p = page.data; (p = strstr(p, "\n.It Cm ")) && p < end;
	    ) {
		p += 8;
		p += add(l, p);
		while (!strncmp(p, " , ", 3)) {
			p += 3;
			p += add(l, p);
		}
	}
	/* What closes a message stands behind what opens it. */
	ck_assert(strstr(page.data, " Cm endpress\n") != NULL);
	buf_release(&page);
}

START_TEST(the_page_has_them_all)
{
	struct listed l = { .n = 0 };

	read_page(&l);
	ck_assert_int_gt(l.n, 40);
	for (int i = 0; i < l.n; i++) {
		bool known = false;
		for (int k = 0; command_table[k]; k++)
			known |= !strcmp(command_table[k]->name, l.name[i]);
		ck_assert_msg(known, "no command %s", l.name[i]);
	}
	for (int k = 0; command_table[k]; k++)
		ck_assert_msg(has(&l, command_table[k]->name) ||
		    !strcmp(command_table[k]->name, "endpress"),
		    "%s is not in the page", command_table[k]->name);
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
		const cJSON *all;
		int n = 0;

		snprintf(path, sizeof path, "%s/templates/%s/words.json",
		    PAQUEBOT_SRCDIR, lang[i]);
		ck_assert_int_eq(file_read(path, 1 << 20, &text, &e), 0);
		words = cJSON_Parse(text.data);
		all = cJSON_GetObjectItem(cJSON_GetObjectItem(words, "desk"),
		    "command");
		for (; command_table[n]; n++)
			ck_assert_msg(cJSON_HasObjectItem(all,
			    command_table[n]->name), "%s: no word for %s",
			    lang[i], command_table[n]->name);
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
		if (!strcmp(l.name[i], "resign") ||
		    !strcmp(l.name[i], "ready"))
			continue;
		(void)scene_skip(&s);
		scene_say(&s, game, 1, l.name[i]);
		ck_assert_int_eq(scene_next(&s, &m), 1);
		ck_assert_msg(!seen_has(&m, "I know no command") &&
		    !seen_has(&m, "  not read\n"), "%s: %s", l.name[i], m.text);
		seen_release(&m);
	}
	scene_close(&s);
}
END_TEST

int
main(void)
{
	return RUN_TESTS("commands", the_page_has_them_all,
	    each_language_has_words, the_desk_knows_each);
}
