/* SPDX-License-Identifier: MIT */

/*
 * Each verb of a moderator, with a reason, in the middle of a game of each
 * kind, by mail and by the keeper's tool, by one who plays and by one who does
 * not: it is done, and all seats are told why, each in their language.
 */

#include <check.h>

#include "base/mem.h"
#include "match/match.h"
#include "play.h"
#include "scene.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

/* "@" alone is the seat that is to act, no moderator's. */
static const char *const verbs[] = { "extend 5h", "extend @ 5h",
	"deadline 24 dec 18:00", "deadline @ 25 dec 18:00", "pause", "resume",
	"pause until 24 dec", "resume", "absence p2 to 30 nov", "nudge",
	"nudge @", "resend p2", "title Cup", "title off", "unlisted",
	"unlisted off", "closed", "closed off", "set press none",
	"set press all", "set clock 72h", "observers off", "observers on",
	"process turn", "rollback 3", "rollforward", "rollback round 1",
	"rollforward", "moderator p2", "deputy p3", "dummy p2", "eject p2",
	"cancel", "revive" };
/* The same before a game begins. */
static const char *const before[] = { "unrated", "unrated off", "anonymous",
	"anonymous off", "closed", "closed off", "unlisted", "title Cup",
	"set press public", "begin at 24 dec", "begin at off" };

struct table {
	struct scene s;
	bool plays, tool;
	int64_t game;
	unsigned gone; /* seats that nobody has any more */
};

static int
seat_of(const struct seen *m)
{
	static const char *const names[] = { "anna@", "bruno@", "carla@" };

	for (int i = 0; i < 3; i++)
		if (strncmp(m->to, names[i], strlen(names[i])) == 0)
			return i + 1;
	return 0;
}

/* Bruno reads Dutch, Carla Italian. */
static void
open_table(struct table *t, const char *kind)
{
	scene_open(&t->s, true);
	t->s.kind = kind;
	t->game = scene_game(&t->s,
	    t->plays ? "*Anna Bruno Carla" : "Anna Bruno Carla +Maud", "-", 9);
	scene_say(&t->s, t->game, 2, "set language nl\n");
	scene_say(&t->s, t->game, 3, "set language it\n");
	scene_skip(&t->s);
}

static int
waited_for(struct table *t)
{
	struct match *m;
	int seat = 0;

	ck_assert_int_eq(match_look(&t->s.desk.club, t->game, &m, &e), 1);
	for (int s = 1; s <= m->seats; s++)
		if (match_to_act(m) & SEAT_BIT(s))
			seat = s;
	match_drop(m);
	return seat;
}

/* Until it waits for another than a moderator who plays. */
static void
play_on(struct table *t)
{
	struct buf move = BUF_INIT;
	struct rng r;

	rng_init_number(&r, 3);
	scene_moderate(&t->s, t->game, "begin");
	scene_moderate(&t->s, t->game, "set clock 48h grace 24h late bot");
	for (int n = 0; n < 8 || waited_for(t) == 1; n++) {
		int seat = play_choose(&t->s, t->game, &r, &move);

		ck_assert_int_gt(seat, 0);
		buf_char(&move, '\n');
		scene_say(&t->s, t->game, seat, move.data);
	}
	scene_skip(&t->s);
	buf_release(&move);
}

static void
act(struct table *t, const char *verb)
{
	struct buf line = BUF_INIT;
	int seat = t->plays ? 1 : 0;

	for (const char *p = verb; *p != '\0'; p++)
		if (*p == '@' && p[-1] == ' ')
			buf_printf(&line, "p%d", waited_for(t));
		else
			buf_char(&line, *p);
	buf_str(&line, ": Weihnachten");
	if (t->tool)
		scene_moderate(&t->s, t->game, line.data);
	buf_char(&line, '\n');
	if (!t->tool && strcmp(verb, "cancel") == 0)
		scene_sure(&t->s, t->game, seat, line.data);
	else if (!t->tool)
		scene_say(&t->s, t->game, seat, line.data);
	buf_release(&line);
}

static void
all_are_told(struct table *t, const char *verb)
{
	unsigned told = t->gone;
	struct seen m;

	while (scene_next(&t->s, &m)) {
		int seat = seat_of(&m);
		bool why = strstr(m.text, "Weihnachten") != NULL;
		bool english = seen_has(&m,
		    t->tool ? "The keeper " : "The moderator ");

		ck_assert_msg(!seen_has(&m, "not accepted"), "%s:\n%s", verb,
		    m.text);
		if (seat > 0 && why) {
			ck_assert_msg(english == (seat == 1), "%s:\n%s", verb,
			    m.text);
			told |= 1u << seat;
		}
		seen_release(&m);
	}
	ck_assert_msg(told == 14, "%s: told are %x", verb, told);
	if (strcmp(verb, "dummy p2") == 0)
		t->gone = 1u << 2;
}

static const char *const kinds[] = { "antwerp", "atlantic-star", "claim",
	"clippers" };

/* i: of the kinds, and how. */
static struct table *
table_of(int i)
{
	struct table *t = mem_zero(1, sizeof *t);

	t->plays = i & 1;
	t->tool = i & 2;
	open_table(t, kinds[i / 4]);
	return t;
}

static void
close_table(struct table *t)
{
	scene_close(&t->s);
	free(t);
}

START_TEST(under_way)
{
	struct table *t = table_of(_i);

	play_on(t);
	for (size_t v = 0; v < sizeof verbs / sizeof *verbs; v++) {
		/* Else who plays ends no turn before its deadline. */
		t->s.desk.club.early = strcmp(verbs[v], "process turn") == 0;
		act(t, verbs[v]);
		all_are_told(t, verbs[v]);
	}
	close_table(t);
}
END_TEST

START_TEST(set_up)
{
	struct table *t = table_of(_i);

	for (size_t v = 0; v < sizeof before / sizeof *before; v++) {
		act(t, before[v]);
		all_are_told(t, before[v]);
	}
	close_table(t);
}
END_TEST

/* In the mails since it was last asked, no player is called by another as they
 * are. Maud, who moderates, and sits nowhere, is. */
static void
nobody_is_named(struct table *t, const char *verb)
{
	static const char *const names[] = { "Anna", "Bruno", "Carla" };
	struct seen m;
	int n = 0;

	for (; scene_next(&t->s, &m); n++) {
		for (int i = 0; i < 3; i++)
			ck_assert_msg(i + 1 == seat_of(&m) ||
				(strcasestr(m.text, names[i]) == NULL &&
				    strcasestr(m.subject, names[i]) == NULL),
			    "%s: to %s:\n%s\n%s", verb, m.to, m.subject,
			    m.text);
		seen_release(&m);
	}
	ck_assert_msg(n >= 3 || t->gone != 0, "%s: %d mails", verb, n);
}

START_TEST(at_a_table_without_names)
{
	struct table *t = table_of(_i);

	scene_moderate(&t->s, t->game, "anonymous");
	play_on(t);
	for (size_t v = 0; v < sizeof verbs / sizeof *verbs; v++) {
		/* Nobody asks to come in where the table would hear who. */
		if (strncmp(verbs[v], "closed", 6) == 0)
			continue;
		t->s.desk.club.early = strcmp(verbs[v], "process turn") == 0;
		act(t, verbs[v]);
		nobody_is_named(t, verbs[v]);
		t->gone |= strcmp(verbs[v], "dummy p2") == 0 ? 1u << 2 : 0;
	}
	act(t, "anonymous off");
	all_are_told(t, "anonymous off");
	close_table(t);
}
END_TEST

/* Who was asked to take an office says yes; all have heard that they were. */
static void
agree(struct table *t, int seat)
{
	struct buf raw = BUF_INIT;
	struct seen m;
	unsigned told = 0;

	while (scene_next(&t->s, &m)) {
		bool asks = strstr(m.reply_to, "+r.") != NULL;

		ck_assert_msg(!seen_has(&m, "not accepted"), "%s", m.text);
		ck_assert(!asks || seat_of(&m) == seat);
		told |= asks ? 1 : 1u << seat_of(&m);
		if (asks)
			scene_reply(&t->s, &m, m.to, "yes\n", &raw);
		seen_release(&m);
	}
	ck_assert_uint_eq(told & 15, 15);
	ck_assert_int_gt(scene_raw(&t->s, raw.data, raw.len), 0);
	buf_release(&raw);
}

static int
moderator_of(struct table *t)
{
	struct match *m;
	int seat;

	ck_assert_int_eq(match_look(&t->s.desk.club, t->game, &m, &e), 1);
	seat = match_moderator_seat(m);
	match_drop(m);
	return seat;
}

/* To a deputy, who hands it on for good. */
START_TEST(an_office_goes_round)
{
	struct table *t = table_of(_i);

	play_on(t);
	act(t, "deputy p2");
	agree(t, 2);
	ck_assert_int_eq(moderator_of(t), t->plays ? 1 : 0);
	scene_sure(&t->s, t->game, 2, "deputize\n");
	ck_assert_int_eq(moderator_of(t), 2);
	scene_skip(&t->s);
	scene_say(&t->s, t->game, 2, "moderator p3\n");
	agree(t, 3);
	ck_assert_int_eq(moderator_of(t), 3);
	scene_skip(&t->s);
	t->tool = false;
	scene_say(&t->s, t->game, 3, "extend 5h: Weihnachten\n");
	all_are_told(t, "extend");
	close_table(t);
}
END_TEST

/* Of a moderator who plays: to nobody, and nobody hears of it. */
static void
nothing_is_offered(struct table *t)
{
	struct seen m;

	ck_assert(scene_next(&t->s, &m));
	ck_assert(seat_of(&m) == 1 && seen_has(&m, "Whoever plays in a game "));
	seen_release(&m);
	ck_assert_int_eq(scene_skip(&t->s), 0);
}

/* To whom is between them and the moderator. */
START_TEST(a_computers_seat_is_offered)
{
	struct table *t = table_of(_i);

	play_on(t);
	scene_moderate(&t->s, t->game, "dummy p2");
	scene_skip(&t->s);
	t->gone = 1u << 2;
	act(t, "replace p2 dora@example.net");
	if (t->plays && !t->tool)
		nothing_is_offered(t);
	else
		all_are_told(t, "replace");
	close_table(t);
}
END_TEST

/* By mail in lines of its own, by the tool behind the word. */
START_TEST(something_is_announced)
{
	struct table *t = table_of(_i);

	play_on(t);
	if (t->tool)
		scene_moderate(&t->s, t->game, "announce Weihnachten");
	else
		scene_say(&t->s, t->game, t->plays ? 1 : 0,
		    "announce\nWeihnachten\nendpress\n");
	all_are_told(t, "announce");
	close_table(t);
}
END_TEST

CASES(tests)
{
	FRESH_LOOP(t, a_computers_seat_is_offered, 16, 5);
	FRESH_LOOP(t, something_is_announced, 16, 5);
	FRESH_LOOP(t, under_way, 16, 5);
	FRESH_LOOP(t, at_a_table_without_names, 16, 5);
	FRESH_LOOP(t, an_office_goes_round, 16, 5);
	FRESH_LOOP(t, set_up, 16, 5);
}
