/* SPDX-License-Identifier: MIT */

/*
 * Every mail of a game of each kind, to readers of every layout, width and
 * language, who play or watch or get a digest, named as plainly and as
 * strangely as may be: no line is wider than its reader wants, list does not
 * draw, HTML is whole and small.
 */

#include <check.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "game/rules.h"
#include "match/match.h"
#include "play.h"
#include "tests/run.h"
#include "tests/store/fresh.h"
#include "tests/text/wellformed.h"
#include "text/markdown.h"

enum { MOVES = 60, SEATS = 3 };

static struct err e;

static const char *const plain[] = { "Anna", "Bruno", "Carla" };
static const char *const strange[] = {
	"**B** | _x_ `y` <b>&lt;</b> [l](http://a.b) ~~z~~ -- # > +++",
	"船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船船",
	"Wolfeschlegelsteinhausenbergerdorffwelche e\xcc\x81 "
	"\xe2\x80\xae\xd7\x90",
};

/* What each seat wants; the games take turns with the languages. */
static const char *const wants[SEATS] = { "set layout list\nset width 40\n",
	"set width 40\n", "set glyphs unicode\n" };
static const int width[SEATS] = { 40, 40, 72 };
static const struct watcher {
	const char *address, *layout, *glyphs;
} watchers[] = { { "v@example.net", "list", "ascii" },
	{ "w@example.net", "board", "unicode" } };
static const char *const langs[] = { "en", "nl", "it" };

static void
found(struct scene *s, const char *kind, const char *const *names)
{
	static const char *const address[] = { "a@example.net", "b@example.net",
		"c@example.net" };
	static const uint8_t seed[32] = { 5 };
	struct found f = { .kind = kind, .seats = SEATS, .seed = seed };
	int64_t id;

	for (int i = 0; i < SEATS; i++)
		f.seat[i + 1] = (struct found_seat){ .name = names[i],
			.address = address[i] };
	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_msg(match_found(&s->desk.club, &f, &id, &e) == 0, "%s",
	    e.text);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
}

static int
hex(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : c - 'A' + 10;
}

/* Quoted-printable, up to the boundary behind it. */
static void
decode(const char *part, struct buf *out)
{
	const char *p = strstr(part, "\r\n\r\n");

	ck_assert_ptr_nonnull(p);
	for (p += 4; *p && strncmp(p, "\r\n--", 4) != 0; p++) {
		if (*p == '=' && p[1] == '\r') {
			p += 2;
		} else if (*p == '=') {
			buf_char(out, (char)(hex(p[1]) * 16 + hex(p[2])));
			p += 2;
		} else if (*p != '\r') {
			buf_char(out, *p);
		}
	}
	buf_char(out, '\n');
}

static void
check_html(const struct seen *m)
{
	struct buf html = BUF_INIT;
	char why[100];
	int links = 0;

	decode(m->html, &html);
	ck_assert_msg(wellformed(html.data, why, sizeof why) == 0, "%s", why);
	ck_assert_uint_lt(html.len, 60000);
	for (const char *p = html.data; (p = strstr(p, "href=")); p++) {
		ck_assert_msg(strncmp(p, "href=\"mailto:", 13) == 0, "%.50s",
		    p);
		links++;
	}
	ck_assert_int_le(links, HTML_LINKS_MAX);
	ck_assert_ptr_null(strstr(html.data, "\xe2\x80\xae"));
	buf_release(&html);
}

/* Lines that quote an order, and the log, are as they are. */
static void
check_list(const struct seen *m)
{
	for (const char *p = m->text; *p;) {
		size_t n = strcspn(p, "\n");
		const char *s = strncmp(p, "+++ ", 4) != 0 ? p : p + 4;

		for (; *p != '>' && s < p + n; s++)
			ck_assert_msg(strchr("|~`\t", *s) == NULL &&
				(*s != '*' || isdigit((unsigned char)s[1])) &&
				!(*s == '\xe2' && s[1] == '\x94') &&
				(strchr("-=+_", *s) == NULL || s[1] != *s),
			    "%.*s", (int)n, p);
		p += n + (p[n] == '\n');
	}
}

/* Those of the club to people by their addresses: a, b, c and v, w. How many
 * went to no seat. */
static int
check_mails(struct scene *s, bool strangers)
{
	struct seen m;
	int others = 0;

	while (scene_next(s, &m)) {
		char who = m.to[0];

		play_check_mail(&m, who > 'c' ? 40 : width[who - 'a']);
		check_html(&m);
		ck_assert(!seen_has(&m, "\xe2\x80\xae"));
		if ((who == 'a' || who == 'v') && !strangers)
			check_list(&m);
		others += m.seat == 0;
		seen_release(&m);
	}
	return others;
}

static int64_t
enrol(struct scene *s, const struct watcher *w, const char *name,
    const char *lang)
{
	struct player p;
	int64_t id;

	player_defaults(&p);
	free(p.name);
	free(p.layout);
	free(p.glyphs);
	free(p.lang);
	p.name = mem_dup(name);
	p.layout = mem_dup(w->layout);
	p.glyphs = mem_dup(w->glyphs);
	p.lang = mem_dup(lang);
	p.width = 40;
	ck_assert_int_eq(player_add(s->db, &p, &e), 0);
	ck_assert_int_eq(address_add(s->db, p.id, w->address, &e), 0);
	id = p.id;
	player_release(&p);
	return id;
}

/* A day later who has news, or is to act, is told so. */
static void
check_digests(struct scene *s, bool strangers)
{
	for (int seat = 1; seat <= SEATS; seat++)
		scene_sure(s, 1, seat, "set notify digest\n");
	check_mails(s, strangers);
	scene_pass(s, 86400);
	ck_assert_int_eq(scene_digests(s), SEATS);
	ck_assert_int_gt(check_mails(s, strangers), 0);
}

static void
settle(struct scene *s, int game)
{
	for (int seat = 1; seat <= SEATS; seat++) {
		struct buf b = BUF_INIT;

		buf_printf(&b, "%sset lang %s\nready\n", wants[seat - 1],
		    langs[(game + seat) % 3]);
		scene_say(s, 1, seat, b.data);
		buf_release(&b);
	}
	scene_skip(s);
}

static void
play(int game, bool strangers)
{
	struct buf move = BUF_INIT;
	struct scene s;
	struct rng r;
	int seat, n = 0, watched = 0;

	scene_open(&s, true);
	rng_init_number(&r, 11);
	found(&s, game_registry[game]->name, strangers ? strange : plain);
	for (int i = 0; i < 2; i++)
		scene_watch(&s, 1,
		    enrol(&s, &watchers[i], strangers ? strange[i] : "Eve",
			langs[(game + i) % 3]));
	settle(&s, game);
	for (; n < MOVES && (seat = play_choose(&s, 1, &r, &move)); n++) {
		buf_str(&move,
		    n % 3 ? "\n" :
			    "\nboard\nhand\nmoves\nhistory\n"
			    "status\nlist\npreview 1\nnonsense\n");
		scene_say(&s, 1, seat, move.data);
		watched += check_mails(&s, strangers);
	}
	ck_assert(n > 20 && watched > 20);
	check_digests(&s, strangers);
	buf_release(&move);
	scene_close(&s);
}

START_TEST(plain_names)
{
	play(_i, false);
}
END_TEST

START_TEST(strange_names)
{
	play(_i, true);
}
END_TEST

CASES(tests)
{
	int games = 0;

	log_set_level(LOG_LEVEL_WARNING);
	while (game_registry[games] != NULL)
		games++;
	FRESH_LOOP(t, plain_names, games, 2);
	FRESH_LOOP(t, strange_names, games, 3);
}
