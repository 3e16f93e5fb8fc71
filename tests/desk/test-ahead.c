/* SPDX-License-Identifier: MIT */

/*
 * Moves sent before their turn (doc/design.md 6.8): nobody else learns of a
 * queue before it fires, it fires in the transaction in which its seat comes
 * to act and in no other, and an undo restores the queue of that moment.
 */

#include <check.h>

#include "base/log.h"
#include "base/mem.h"
#include "match/ahead.h"
#include "play.h"
#include "store/event.h"
#include "store/seat.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

static void
start(struct scene *s, const char *names, uint8_t seed)
{
	scene_open(s, true);
	scene_game(s, names, "order=given", seed);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
}

static struct match *
look(struct scene *s)
{
	struct match *m;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	return m;
}

/* The queue of a seat as it stands, lines with commas between. */
static void
queue_text(const struct match *m, int seat, struct buf *out)
{
	buf_clear(out);
	buf_str(out, "");
	for (int i = 0; i < m->queue[seat].n; i++)
		buf_printf(out, "%s%s", i ? ", " : "", m->queue[seat].line[i]);
}

static void
queue_is(struct scene *s, int seat, const char *want)
{
	struct match *m = look(s);
	struct buf b = BUF_INIT;

	queue_text(m, seat, &b);
	ck_assert_str_eq(b.data, want);
	buf_release(&b);
	match_drop(m);
}

/* Whether the last mail to the seat says so, however its lines are folded. */
static bool
says(struct scene *s, int seat, const char *text)
{
	struct seen m;
	struct buf b = BUF_INIT;
	bool yes;

	scene_last(s, 1, seat, &m);
	for (const char *p = m.text; *p; p++)
		if (strchr(" \n", *p) == NULL)
			buf_char(&b, *p);
		else if (b.len && b.data[b.len - 1] != ' ')
			buf_char(&b, ' ');
	yes = strstr(b.data, text) != NULL;
	buf_release(&b);
	seen_release(&m);
	return yes;
}

static void
told(struct scene *s, int seat, const char *text)
{
	ck_assert_msg(says(s, seat, text), "not told: %s", text);
}

static void
not_told(struct scene *s, int seat, const char *text)
{
	ck_assert_msg(!says(s, seat, text), "told: %s", text);
}

static int
to_act(struct scene *s)
{
	struct match *m = look(s);
	int seat = 0;

	for (int i = 1; i <= m->seats; i++)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	match_drop(m);
	return seat;
}

/* A round of three in one transaction, one mail for each. */
START_TEST(test_fires)
{
	struct scene s;
	struct seen m;
	int n = 0, to[4] = { 0 };

	start(&s, "Anna Bruno Carla", 1);
	scene_say(&s, 1, 2, "ahead\ncharter 0\ncharter 1000\n");
	scene_say(&s, 1, 3, "set notify turn\nahead charter 0\n");
	scene_skip(&s);
	queue_is(&s, 2, "charter 0, charter 1000");
	scene_say(&s, 1, 1, "charter 3000\n");
	ck_assert_int_eq(to_act(&s), 1);
	for (; scene_next(&s, &m); n++) {
		to[m.seat]++;
		play_check_mail(&m, 72);
		if (m.seat > 1)
			ck_assert(seen_has(&m, "Done as you sent ahead. You"));
		seen_release(&m);
	}
	ck_assert_int_eq(n, 3);
	ck_assert_int_eq(to[1] * to[2] * to[3], 1);
	told(&s, 1, "Anna, your turn");
	queue_is(&s, 2, "charter 1000");
	queue_is(&s, 3, "");
	told(&s, 2, " 1. charter 1000");
	not_told(&s, 3, "SENT AHEAD");
	scene_close(&s);
}
END_TEST

/* With computer players a whole game may go by in one mail. */
START_TEST(test_computers)
{
	struct scene s;
	struct match *m;

	start(&s, "Anna =Robot =Roberta", 2);
	scene_say(&s, 1, 1,
	    "ahead\ncharter 0 or charter 1000\n"
	    "charter 0 or charter 1000\ncharter 0 or charter 1000\n"
	    "charter bogus\ncharter 0\n");
	ck_assert_int_eq(to_act(&s), 1);
	queue_is(&s, 1, "");
	told(&s, 1, "\"charter bogus\" was not accepted");
	told(&s, 1, "YOU CAN");
	m = look(&s);
	ck_assert_int_eq(m->game.board, 1 + 9);
	match_drop(m);
	scene_close(&s);
}
END_TEST

/* After a refused line nothing of the queue is made, at once or later. */
START_TEST(test_refused)
{
	struct scene s;

	start(&s, "Anna Bruno", 3);
	scene_say(&s, 1, 2,
	    "ahead\nvoyage baltic sirio or charter bogus\n"
	    "charter 0\ncharter 1000\n");
	told(&s, 2, " 3. charter 1000");
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to_act(&s), 2);
	told(&s, 2, "was not accepted, so this");
	told(&s, 2, "dropped");
	queue_is(&s, 2, "");
	scene_say(&s, 1, 2, "charter 0\n");
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to_act(&s), 2);
	/* Surplus moves of a plain mail are out of turn, as ever. */
	scene_say(&s, 1, 2, "charter 0\ncharter 1000\n");
	ck_assert_int_eq(to_act(&s), 1);
	told(&s, 2, "It is not your turn");
	queue_is(&s, 2, "");
	scene_close(&s);
}
END_TEST

/* Taken with any good token, also one too old for a move; a number of an old
 * list is not. */
START_TEST(test_stale)
{
	struct scene s;
	struct seen old;
	struct buf raw = BUF_INIT;

	start(&s, "Anna Bruno", 4);
	scene_last(&s, 1, 1, &old);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "charter 0\n");
	scene_reply(&s, &old, old.to, "charter 0\n", &raw);
	scene_raw(&s, raw.data, raw.len);
	told(&s, 1, "The board had changed");
	buf_clear(&raw);
	scene_reply(&s, &old, old.to, "ahead\n2\n", &raw);
	scene_raw(&s, raw.data, raw.len);
	told(&s, 1, "in words");
	ck_assert_int_eq(to_act(&s), 1);
	/* To act already: at once. */
	buf_clear(&raw);
	scene_reply(&s, &old, old.to, "ahead\ncharter 0\ncharter 0\n", &raw);
	scene_raw(&s, raw.data, raw.len);
	ck_assert_int_eq(to_act(&s), 2);
	queue_is(&s, 1, "charter 0");
	buf_release(&raw);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* A moderator who plays sees the own queue, and of nobody whether there is one:
 * names of a list are not those of the mail around it. */
START_TEST(test_a_moderator_who_plays)
{
	struct scene s;

	start(&s, "*Anna Bruno Carla", 1);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 3, "ahead charter 0\n");
	scene_say(&s, 1, 1, "ahead charter 0\nextend p2 5h\nstatus\n");
	told(&s, 1, "Bruno is waited for until");
	not_told(&s, 1, "; moves sent ahead");
	not_told(&s, 1, "Carla is waited for");
	not_told(&s, 1, "Carla moves");
	scene_close(&s);
}
END_TEST

START_TEST(test_stop)
{
	struct scene s;

	start(&s, "Anna Bruno Carla", 1);
	scene_say(&s, 1, 3,
	    "ahead charter 0\nstop if charter glory\n"
	    "stop if Voyage\n");
	scene_say(&s, 1, 2, "ahead charter 0\nstop if CHARTER Great Britain\n");
	told(&s, 2, "\"charter great britain\"");
	/* Events of one's own do not count. */
	scene_say(&s, 1, 1, "ahead\ncharter 3000\ncharter 0\nstop if char\n");
	ck_assert_int_eq(to_act(&s), 1);
	queue_is(&s, 1, "");
	told(&s, 1, "Your moves sent ahead were dropped, as you had asked");
	told(&s, 1, "Bruno sent");
	queue_is(&s, 3, "");
	not_told(&s, 3, "were dropped");
	scene_say(&s, 1, 2, "ahead charter 0\nstop if charter\n");
	scene_say(&s, 1, 1, "charter 0\n");
	ck_assert_int_eq(to_act(&s), 2);
	told(&s, 2, "Bruno, your turn");
	told(&s, 2, "Anna sent \"charter ");
	scene_close(&s);
}
END_TEST

/* What an old holder sent ahead is not the next one's, nor after an undo. */
START_TEST(test_holder)
{
	struct scene s;

	start(&s, "Anna Bruno", 5);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 1, "ahead charter 0\n");
	scene_moderate(&s, 1, "replace p1 dora@example.net");
	queue_is(&s, 1, "");
	scene_moderate(&s, 1, "rollback 3");
	queue_is(&s, 1, "");
	scene_close(&s);
}
END_TEST

/* A seat that an undo gives its turn back is asked first: else its queue
 * would make the very move that was taken back. */
START_TEST(test_undo_of_fired)
{
	struct scene s;

	start(&s, "Anna Bruno", 6);
	scene_say(&s, 1, 2, "ahead\ncharter 0\ncharter 1000\n");
	scene_say(&s, 1, 1, "charter 0\n");
	queue_is(&s, 2, "charter 1000");
	scene_say(&s, 1, 2, "propose undo\n");
	scene_say(&s, 1, 1, "agree\n");
	ck_assert_int_eq(to_act(&s), 2);
	queue_is(&s, 2, "charter 0, charter 1000");
	told(&s, 2, "ahead alone has them tried");
	/* Nobody else's mail, and no question of its own, makes it go on. */
	scene_say(&s, 1, 1, "status\n");
	scene_say(&s, 1, 2, "board\n");
	scene_restart(&s);
	scene_say(&s, 1, 2, "replace\n");
	queue_is(&s, 2, "charter 0, charter 1000");
	scene_say(&s, 1, 2, "ahead\n");
	ck_assert_int_eq(to_act(&s), 1);
	queue_is(&s, 2, "charter 1000");
	/* Behind that, Anna's turn: Bruno's fires when it comes. */
	scene_moderate(&s, 1, "rollback 2");
	queue_is(&s, 2, "charter 0, charter 1000");
	scene_say(&s, 1, 1, "charter 1000\n");
	ck_assert_int_eq(to_act(&s), 1);
	queue_is(&s, 2, "charter 1000");
	scene_close(&s);
}
END_TEST

/* What was sent behind what is undone is dropped, and its owner told. */
START_TEST(test_sent_since)
{
	struct scene s;

	start(&s, "Anna Bruno", 6);
	scene_say(&s, 1, 1, "ahead charter 2000\n");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "charter 0\n");
	scene_moderate(&s, 1, "rollback 2");
	queue_is(&s, 1, "charter 2000");
	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "propose undo 2\n");
	scene_say(&s, 1, 1, "ahead charter 1000\nagree\n");
	told(&s, 1, "were dropped, as the game was set back");
	told(&s, 1, "> charter 1000 dropped");
	queue_is(&s, 1, "charter 2000");
	scene_close(&s);
}
END_TEST

/* Whom a ship of theirs asks in the turn of another has not come to their
 * own. */
START_TEST(test_asked_apart)
{
	struct scene s;

	scene_open(&s, true);
	s.kind = "antwerp";
	scene_game(&s, "Anna Bruno", "-", 1);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "load toys S1\n");
	scene_say(&s, 1, 2,
	    "load toys S2\nstanding fork ask\nstanding anchor ask\n");
	scene_say(&s, 1, 1, "sail white S1>x1\n");
	scene_say(&s, 1, 2, "sail purple x2>x6\n");
	scene_say(&s, 1, 2, "ahead load cocoa S4\n");
	scene_say(&s, 1, 1, "sail orange\n");
	told(&s, 2, "waits for your choice");
	ck_assert_int_eq(to_act(&s), 2);
	queue_is(&s, 2, "load cocoa S4");
	scene_say(&s, 1, 2, "choose x5\n");
	queue_is(&s, 2, "load cocoa S4");
	/* Then Anna's turn ends by itself, and Bruno's has come. */
	scene_say(&s, 1, 2, "choose lock\n");
	queue_is(&s, 2, "");
	told(&s, 2, "> load cocoa S4 done");
	scene_close(&s);
}
END_TEST

/* Whom their own sail asks, once another has answered, goes on with what their
 * mail left when they have; and then their turn ends. */
START_TEST(test_asked_in_turn)
{
	struct scene s;

	scene_open(&s, true);
	s.kind = "antwerp";
	scene_game(&s, "Anna Bruno", "-", 1);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "load toys S1\n");
	scene_say(&s, 1, 2, "load toys S2\nstanding fork ask\n");
	scene_say(&s, 1, 1, "sail white S1>x1\nstanding anchor ask\n");
	scene_say(&s, 1, 2, "sail purple x2>x6\n");
	scene_say(&s, 1, 1, "sail orange\nplay close-2\n");
	scene_say(&s, 1, 2, "choose x10\n");
	ck_assert_int_eq(to_act(&s), 1);
	queue_is(&s, 1, "play close-2");
	scene_say(&s, 1, 1, "board\n");
	scene_restart(&s);
	scene_say(&s, 1, 2, "status\n");
	queue_is(&s, 1, "play close-2");
	scene_say(&s, 1, 1, "choose lock\n");
	queue_is(&s, 1, "");
	told(&s, 1, "> play close-2 done");
	ck_assert_int_eq(to_act(&s), 2);
	scene_close(&s);
}
END_TEST

/* What a mail leaves goes before what was there, in its own order. */
START_TEST(test_head)
{
	struct scene s;
	struct match *m;
	struct refusal why = { 0 };

	start(&s, "Anna Bruno", 7);
	scene_say(&s, 1, 2, "ahead charter 0\n");
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(match_open(&s.desk.club, 1, &m, &e), 1);
	ck_assert_int_eq(ahead_add(m, 2, "one", 0, &why, &e), 0);
	ck_assert_int_eq(ahead_add(m, 2, "two", 1, &why, &e), 0);
	ck_assert_int_eq(match_finish(m, 0, &e), 0);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	queue_is(&s, 2, "one, two, charter 0");
	scene_close(&s);
}
END_TEST

/* A number below a long line that is whole is a line of its own. */
START_TEST(test_number_below)
{
	struct scene s;
	int seat;

	scene_open(&s, true);
	s.kind = "claim";
	scene_game(&s, "Anna Bruno Carla", "-", 9);
	scene_moderate(&s, 1, "begin");
	for (seat = 1; seat <= 3; seat++)
		scene_say(&s, 1, seat, "2\n");
	seat = to_act(&s);
	scene_say(&s, 1, seat,
	    "ahead fly A1 or fly A2 or fly A1 or fly A2 or fly A1 or fly A2\n"
	    "2 or fly A3\n");
	told(&s, seat, "> 2 or fly A3 ");
	scene_close(&s);
}
END_TEST

START_TEST(test_full)
{
	struct scene s;
	struct buf b = BUF_INIT;
	struct match *m;

	start(&s, "Anna Bruno", 7);
	buf_str(&b, "ahead\n");
	for (int i = 0; i < AHEAD_MAX + 1; i++)
		buf_printf(&b,
		    "charter %d or charter 0 or charter 1000 or charter 2000 "
		    "or charter 3000 or charter great\n\n",
		    i);
	scene_say(&s, 1, 2, b.data);
	told(&s, 2, "There is room for 60 lines");
	m = look(&s);
	ck_assert_int_eq(m->queue[2].n, AHEAD_MAX);
	match_drop(m);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* All mails but the owner's are the same bytes in both scenes. Returns how
 * many bytes; the owner gets as many mails. */
static size_t
same_for_others(struct scene *a, struct scene *b, int owner)
{
	struct seen x, y;
	size_t bytes = 0;

	while (scene_next(a, &x)) {
		ck_assert_int_eq(scene_next(b, &y), 1);
		ck_assert_int_eq(x.seat, y.seat);
		if (x.seat != owner) {
			seen_mask(x.raw);
			seen_mask(y.raw);
			for (size_t i = 0; x.raw[i] || y.raw[i]; i++)
				ck_assert_msg(x.raw[i] == y.raw[i],
				    "to %s: %.200s", x.to,
				    x.raw + (i > 100 ? i - 100 : 0));
			bytes += strlen(x.raw);
		} else if (!seen_has(&y, "SENT AHEAD")) {
			ck_abort_msg("the queue is not listed:\n%s", y.text);
		}
		seen_release(&x);
		seen_release(&y);
	}
	ck_assert_int_eq(scene_next(b, &y), 0);
	return bytes;
}

enum { OWNER = 2 };

/* A game twice, with a queue and without. In the one the owner sends the
 * lines that are in the queue, in the other it fires; until then, and with
 * all that the others may ask, not a byte differs for them. */
static size_t
interfere(uint8_t seed)
{
	struct scene a, b;
	struct rng r;
	struct buf move = BUF_INIT;
	size_t bytes = 0;
	int seat;

	start(&a, "Anna Bruno Carla", seed);
	start(&b, "Anna Bruno Carla", seed);
	rng_init_number(&r, seed);
	scene_sure(&a, 1, 1, "set notify turn\n");
	scene_sure(&b, 1, 1, "set notify turn\n");
	scene_skip(&a);
	scene_skip(&b);
	for (int turns = 0; turns < 6;) {
		seat = play_choose(&a, 1, &r, &move);
		if (seat == OWNER) {
			/* Its turn comes with the mail after this one. */
			buf_str(&move, "\n");
			scene_say(&a, 1, seat, move.data);
			scene_say(&b, 1, seat, move.data);
			scene_skip(&a);
			scene_skip(&b);
			turns++;
			continue;
		}
		scene_say(&a, 1, OWNER, "status\n");
		scene_say(&b, 1, OWNER,
		    rng_below(&r, 2) ?
			"clear\nahead\n"
			"charter 0\ncharter 1000 or charter 0\n" :
			"ahead charter bogus\nstop if loan\n");
		for (int s = 1; s <= 3; s++) {
			if (s == OWNER)
				continue;
			scene_say(&a, 1, s,
			    "board\nmoves\nhistory\nstatus\n"
			    "log\nresend\npreview charter 0\n");
			scene_say(&b, 1, s,
			    "board\nmoves\nhistory\nstatus\n"
			    "log\nresend\npreview charter 0\n");
		}
		bytes += same_for_others(&a, &b, OWNER);
		scene_say(&b, 1, OWNER, "clear\n");
		scene_say(&a, 1, OWNER, "hand\n");
		scene_skip(&a);
		scene_skip(&b);
		scene_say(&a, 1, seat, move.data);
		scene_say(&b, 1, seat, move.data);
		scene_skip(&a);
		scene_skip(&b);
	}
	buf_release(&move);
	scene_close(&b);
	scene_close(&a);
	return bytes;
}

START_TEST(test_interference)
{
	ck_assert_uint_gt(interfere(1) + interfere(2), 200000);
}
END_TEST

/* The same while others move, propose and agree, with the queue in place
 * until the move that makes it fire. */
START_TEST(test_interference_of_acts)
{
	struct scene a, b;
	size_t bytes = 0;

	start(&a, "Anna Bruno Carla", 3);
	start(&b, "Anna Bruno Carla", 3);
	scene_say(&a, 1, 3, "status\n");
	scene_say(&b, 1, 3, "ahead\ncharter 0\ncharter 0\nstop if voyage\n");
	for (int i = 0; i < 2; i++) {
		struct scene *s = i ? &b : &a;
		scene_say(s, 1, 1, "replace\ncharter 0\n");
		scene_say(s, 1, 1, "propose undo\n");
		scene_say(s, 1, 3, "disagree\n");
		scene_say(s, 1, 2, "replace\n");
	}
	bytes = same_for_others(&a, &b, 3);
	ck_assert_uint_gt(bytes, 8000);
	scene_say(&b, 1, 2, "charter 1000\n");
	queue_is(&b, 3, "charter 0");
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* A second, simple account of all queues: how they stood after each event,
 * told from the events alone. */
enum { SEATS = 3, MOMENTS = 4000 };
struct moment {
	int seq;
	char *queue[SEATS + 1];
	bool stop[SEATS + 1];
};
struct account {
	struct moment at[MOMENTS];
	int n;
	int writer; /* of the mail; 0: the operator */
	bool hand;  /* it moves, not its queue */
	int fired, stopped, dropped, restored;
};

static struct moment *
now_of(struct account *a)
{
	return &a->at[a->n - 1];
}

static struct moment *
next_moment(struct account *a, const struct moment *from, int seq)
{
	struct moment *m = &a->at[a->n++];

	ck_assert_int_lt(a->n, MOMENTS);
	m->seq = seq;
	for (int s = 1; s <= SEATS; s++) {
		m->queue[s] = mem_dup(from->queue[s]);
		m->stop[s] = from->stop[s];
	}
	return m;
}

static void
set_queue(struct moment *m, int seat, const char *text)
{
	char *copy = mem_dup(text);

	free(m->queue[seat]);
	m->queue[seat] = copy;
	if (!*copy)
		m->stop[seat] = false;
}

static int
see_event(void *arg, const struct event_row *row)
{
	struct account *a = arg;
	struct moment *m;

	if (row->actor < 0)
		return 0;
	m = next_moment(a, now_of(a), row->seq);
	for (int s = 1; s <= SEATS && strncmp(row->words, "replace", 7) == 0;
	    s++)
		if (s != row->actor && m->stop[s]) {
			set_queue(m, s, "");
			a->stopped++;
		}
	if (row->actor != a->writer && row->actor > 0)
		a->hand = false;
	if (row->actor > 0 && !a->hand) {
		const char *rest = strstr(m->queue[row->actor], ", ");
		ck_assert_msg(*m->queue[row->actor] != '\0',
		    "p%d moved by itself: %s", row->actor, row->words);
		set_queue(m, row->actor, rest != NULL ? rest + 2 : "");
		a->fired++;
	}
	return 0;
}

/* What stood before event n, whatever has happened since. */
static void
account_undo(struct account *a, int n, int seq)
{
	const struct moment *then = &a->at[0];

	for (int i = 0; i < a->n; i++)
		if (a->at[i].seq < n)
			then = &a->at[i];
	next_moment(a, then, seq);
	a->restored += *now_of(a)->queue[1] || *now_of(a)->queue[2] ||
	    *now_of(a)->queue[3];
}

static const char *const lines[] = { "charter 0", "charter 1000",
	"charter 0 or charter 1000", "charter 2000 or charter 0", "replace",
	"charter 3000 or charter 2000 or charter 1000 or charter 0",
	"voyage baltic sirio", "charter 0" };

enum { N_LINES = sizeof lines / sizeof *lines };

/* The queue may only be waiting where an undo left it. */
static void
check_queues(struct scene *s, struct account *a, bool undone)
{
	struct match *m = look(s);
	struct buf b = BUF_INIT;
	seat_set act = match_to_act(m);

	for (int i = 1; i <= SEATS; i++) {
		queue_text(m, i, &b);
		if (act & SEAT_BIT(i) && !undone && *now_of(a)->queue[i]) {
			/* Refused: then it is gone, all of it. */
			set_queue(next_moment(a, now_of(a), m->game.seq), i,
			    "");
			a->dropped++;
		}
		ck_assert_str_eq(b.data, now_of(a)->queue[i]);
	}
	buf_release(&b);
	match_drop(m);
}

static void
send_ahead(struct scene *s, struct account *a, struct rng *r, int seat, int seq)
{
	struct buf mail = BUF_INIT, q = BUF_INIT;
	struct moment *m;
	int n = 1 + (int)rng_below(r, 4);

	m = next_moment(a, now_of(a), seq);
	buf_str(&q, m->queue[seat]);
	buf_str(&mail, "ahead\n");
	if (q.len > 200)
		n = 0;
	for (int i = 0; i < n; i++) {
		const char *l = lines[rng_below(r, N_LINES)];
		buf_printf(&mail, "%s\n", l);
		buf_printf(&q, "%s%s", q.len ? ", " : "", l);
	}
	set_queue(m, seat, q.data);
	if (n && rng_below(r, 3) == 0) {
		buf_str(&mail, "stop if replace\n");
		m->stop[seat] = true;
	}
	a->writer = seat;
	a->hand = false;
	scene_say(s, 1, seat, mail.data);
	buf_release(&mail);
	buf_release(&q);
}

/* One mail or act, at random. Whether it was an undo. */
static bool
one_step(struct scene *s, struct account *a, struct rng *r, int seq)
{
	struct buf b = BUF_INIT;
	uint32_t what = rng_below(r, 12);
	int seat = 1 + (int)rng_below(r, SEATS);
	bool undo = false;

	a->writer = 0;
	a->hand = false;
	if (what < 6) {
		send_ahead(s, a, r, seat, seq);
	} else if (what == 6) {
		set_queue(next_moment(a, now_of(a), seq), seat, "");
		scene_say(s, 1, seat, "clear\n");
	} else if (what == 7 && seq > 4) {
		int n = 2 + (int)rng_below(r, (uint32_t)seq - 1);
		if (n < seq - 12)
			n = seq - 12;
		buf_printf(&b, "rollback %d", n);
		account_undo(a, n, seq + 1);
		scene_moderate(s, 1, b.data);
		undo = true;
	} else if ((seat = play_choose(s, 1, r, &b)) != 0) {
		a->writer = seat;
		a->hand = true;
		scene_say(s, 1, seat, b.data);
	}
	buf_release(&b);
	return undo;
}

static int
seq_of(struct scene *s, int *turn)
{
	struct match *m = look(s);
	int seq = m->game.seq;

	*turn = m->game.turn;
	match_drop(m);
	return seq;
}

/* Whether the seat that an undo gave its turn back still thinks about it. */
static int
still_held(struct scene *s, const struct account *a, int held, int turn)
{
	int now;

	seq_of(s, &now);
	return now == turn && !(a->writer == held && !a->hand) ? held : 0;
}

static void
random_game(uint8_t seed, int steps, struct account *a)
{
	struct scene s;
	struct rng r;
	int seq, turn, before, held = 0;

	start(&s, "Anna Bruno Carla", seed);
	rng_init_number(&r, seed);
	a->n = 1;
	for (int i = 1; i <= SEATS; i++)
		a->at[0].queue[i] = mem_dup("");
	for (int i = 0; i < steps && to_act(&s); i++) {
		bool undone;
		seq = seq_of(&s, &before);
		if (rng_below(&r, 8) == 0)
			scene_restart(&s);
		undone = one_step(&s, a, &r, seq);
		ck_assert_int_eq(event_each(s.db, 1, seq + 1, see_event, a, &e),
		    0);
		if (undone) {
			held = to_act(&s);
			seq_of(&s, &turn);
		} else if (held) {
			held = still_held(&s, a, held, turn);
		}
		check_queues(&s, a, held > 0);
		scene_skip(&s);
	}
	for (int i = 0; i < a->n; i++)
		for (int k = 1; k <= SEATS; k++)
			free(a->at[i].queue[k]);
	scene_close(&s);
}

START_TEST(test_random_play)
{
	static struct account a;

	const int games = fresh_all() ? 4 : 1;

	for (uint8_t seed = 1; seed <= games; seed++)
		random_game(seed, 160, &a);
	/* It was not for want of queues. */
	ck_assert_int_ge(a.fired, 25 * games);
	ck_assert_int_ge(a.dropped, 5 * games);
	ck_assert_int_gt(a.stopped, games);
	ck_assert_int_gt(a.restored, games);
}
END_TEST

/* What a seat may do when it has just acted, as in Clippers buying, is done in
 * the order in which it was sent ahead. */
START_TEST(test_late)
{
	struct scene s;

	scene_open(&s, true);
	s.kind = "clippers";
	scene_game(&s, "Anna Bruno", "", 1);
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "take 2x\n");
	scene_say(&s, 1, 2, "pass\n");
	scene_say(&s, 1, 1, "lay red port-red>hawaii*2\n");
	scene_say(&s, 1, 2, "lay blue port-blue>nuku-hiva\n");
	scene_say(&s, 1, 1, "lay white port-white>hao*2\n");
	scene_say(&s, 1, 2, "lay blue port-blue>nuku-hiva\n");
	scene_say(&s, 1, 1, "ahead\npass\nbuy red\nlay red port-red>hawaii\n");
	queue_is(&s, 1, "pass, buy red, lay red port-red>hawaii");
	scene_say(&s, 1, 2, "post efate\n");
	told(&s, 1, "pass");
	told(&s, 1, "buy red");
	/* What is no part of that waits. */
	queue_is(&s, 1, "lay red port-red>hawaii");
	ck_assert_int_eq(to_act(&s), 2);
	scene_close(&s);
}
END_TEST

static bool
proposes(struct scene *s, int seat)
{
	struct seat row;
	bool yes;

	ck_assert_int_eq(seat_get(s->db, 1, seat, &row, &e), 1);
	yes = row.proposal != NULL && *row.proposal != '\0';
	seat_release(&row);
	return yes;
}

/* "Clear!" and "Terug!" are said to people too: as a command they stand alone,
 * and what stands below is read as ever. And of several moves a verb alone must
 * be one. */
START_TEST(test_aloud)
{
	static const char *const chat[] = { "Clear, thanks!\n",
		"Clear!\n\nAnna\n", "OK, clear!\n", "clear thanks\n",
		"Thanks, clear.\n" };
	struct scene s;

	start(&s, "Anna Bruno", 4);
	scene_say(&s, 1, 2, "ahead charter 0\n");
	for (size_t i = 0; i < sizeof chat / sizeof *chat; i++) {
		scene_say(&s, 1, 2, chat[i]);
		queue_is(&s, 2, "charter 0");
	}
	scene_say(&s, 1, 2, "Clear.\n");
	queue_is(&s, 2, "");
	scene_say(&s, 1, 2, "ahead charter 0\n");
	scene_say(&s, 1, 2, "clear\nahead charter 1000\n");
	queue_is(&s, 2, "charter 1000");
	scene_say(&s, 1, 2, "clear\nahead charter or charter 0\n");
	queue_is(&s, 2, "");
	scene_say(&s, 1, 1, "set lang nl\n");
	scene_say(&s, 1, 1, "Terug!\n\n2\n");
	ck_assert_int_eq(to_act(&s), 2);
	ck_assert(!proposes(&s, 1));
	scene_say(&s, 1, 1, "terug\n");
	ck_assert(proposes(&s, 1));
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_WARNING);
	ADD_TESTS(t, test_fires, test_computers, test_refused, test_stale,
	    test_stop, test_a_moderator_who_plays, test_holder,
	    test_undo_of_fired, test_sent_since, test_asked_apart,
	    test_asked_in_turn, test_head, test_number_below, test_full,
	    test_interference, test_interference_of_acts, test_random_play,
	    test_late, test_aloud);
}
