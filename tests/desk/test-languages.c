/* SPDX-License-Identifier: MIT */

/*
 * Players of several languages at one table: each reads and writes their own,
 * and what one writes so the others get in theirs. The languages here are
 * small ones of the test's own (languages/), beside the English that we ship.
 */

#include <check.h>
#include <unistd.h>

#include "base/mem.h"
#include "scene.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/temporary.h"

static struct err e;
static char home[64];

static void
lay(const char *from, const char *lang)
{
	char target[512], name[96];

	snprintf(target, sizeof target, PAQUEBOT_SRCDIR "/%s/%s", from, lang);
	snprintf(name, sizeof name, "%s/%s", home, lang);
	ck_assert_int_eq(symlink(target, name), 0);
}

static void
clear(void)
{
	static const char *const langs[] = { "en", "nl", "it" };
	char name[96];

	for (size_t i = 0; i < 3; i++) {
		snprintf(name, sizeof name, "%s/%s", home, langs[i]);
		unlink(name);
	}
	rmdir(home);
}

/* A scene whose texts have the test's languages, and Anna, Bruno, Carla. */
static void
open_table(struct scene *s)
{
	ck_assert(temporary_dir(home, "languages"));
	lay("templates", "en");
	lay("tests/desk/languages", "nl");
	lay("tests/desk/languages", "it");
	scene_open(s, true);
	ck_assert_msg(texts_open(home, &s->texts, &e) == 0, "%s", e.text);
	clear();
	s->desk.club.texts = s->texts;
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
}

static void
assert_last(struct scene *s, int seat, const char *want)
{
	struct seen m;

	scene_last(s, 1, seat, &m);
	ck_assert_msg(seen_has(&m, want), "p%d has no \"%s\":\n%s", seat, want,
	    m.text);
	seen_release(&m);
}

START_TEST(each_his_own)
{
	struct scene s;
	struct seen m;

	open_table(&s);
	scene_say(&s, 1, 1, "set lang nl\nhold\n");
	scene_say(&s, 1, 2, "set lang italian\n");
	assert_last(&s, 1, "Tot de volgende beurt.");
	/* English where there is no translation, Dutch words where there
	 * are. */
	assert_last(&s, 1, "It is your turn");
	scene_say(&s, 1, 1, "zet\nregels\ngroeten aan allen\n");
	assert_last(&s, 1, "> regels");
	scene_say(&s, 1, 1, "moves\n");
	assert_last(&s, 1, "huur ");
	assert_last(&s, 1, "vr 27 nov 19:00 CET, over 5");
	scene_say(&s, 1, 1, "board\n");
	assert_last(&s, 1, "Oostzee");

	/* What is offered in their words is the move. */
	scene_say(&s, 1, 1, "moves\n");
	scene_last(&s, 1, 1, &m);
	ck_assert_ptr_nonnull(strstr(m.html, "body=3Dhuur"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

static void
judged(struct scene *s, int seat, const char *body, const char *want)
{
	scene_say(s, 1, seat, body);
	assert_last(s, seat, want);
}

/* Words of every language from one writer; the log is English. */
START_TEST(all_words_at_once)
{
	struct scene s;

	open_table(&s);
	judged(&s, 1, "hold\nrinnova\nvervang\n", "done: replace");
	judged(&s, 1, "rin\n", "done: replace");
	/* "charta" is Italian for board: an English verb cut to three letters
	 * is better in an English mail, the whole word is a command. */
	judged(&s, 1, "hold\npreview cha 0\n", "charter ");
	judged(&s, 1, "charta\n", "AGENCY");
	/* A slip is one in the writer's own language or in English alone:
	 * "standx" is none of an English player, "rulez" is. */
	judged(&s, 1, "standx\nstatus\n", "STATUS");
	judged(&s, 1, "rulez\n", "Did you mean \"rules\"?");
	judged(&s, 1, "preview 1 and 3\n", "reply \"preview 1\" and no");
	judged(&s, 1, "explain 1 and 3\n", "reply \"explain 1\" and no");
	judged(&s, 1, "1 and 3\n", "reply \"1\" and no more");
	judged(&s, 1, "set lang nl\n", "Tot de volgende beurt.");
	judged(&s, 1, "regelz\n", "Did you mean \"regels\"?");
	judged(&s, 1, "noleggia 99999 of huur 0 or charter 0\n", "done: huur");
	scene_close(&s);
}
END_TEST

/* What is offered in a language is read as the same move: in all of it. */
START_TEST(offers_are_moves)
{
	struct scene s;
	struct seen m;
	struct buf line = BUF_INIT;
	const char *at;

	open_table(&s);
	scene_say(&s, 1, 1, "set lang it\n");
	scene_say(&s, 1, 1, "moves\n");
	scene_last(&s, 1, 1, &m);
	at = strstr(m.text, "noleggia ");
	ck_assert_msg(at != NULL, "%s", m.text);
	buf_printf(&line, "%.*s\n", (int)strcspn(at, "\n"), at);
	judged(&s, 1, line.data, "done: noleggia");
	buf_release(&line);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

TESTS(each_his_own, all_words_at_once, offers_are_moves)
