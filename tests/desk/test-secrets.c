/* SPDX-License-Identifier: MIT */

/*
 * Non-interference of mail (Atlantic Star R16): two tables differ
 * only in what a seat may not know, as vary makes them; whatever that seat
 * asks, each byte that is mailed to it is the same. And hidden things go to
 * the address on record alone.
 */

#include <check.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "games/atlantic-star/position.h"
#include "match/match.h"
#include "play.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;
static int varied; /* tables that became another */

static const char *const questions[] = { "board\nhand\nmoves\n",
	"history\nlast\nstatus\n", "log\n", "resend\n", "preview charter 0\n",
	"preview charter 3000\ncharter 0\n", "preview replace\n",
	"preview replace or charter 0\ncharter 0\n",
	"preview charter 0\ncharter 0 or charter 1000 or replace\n",
	"preview\nreplace\ncharter 0 or charter bogus\n", "preview 1\n",
	"preview 2\n3\n", "help\nset\n", "bogus\n", "charter nonsuch\n",
	"voyage baltic a b c\n" };

/* Replaces in memory what the seat cannot know; the file keeps the truth. */
static void
vary(struct scene *s, int64_t game, int seat, uint64_t seed)
{
	struct match *m;
	struct rng r;
	size_t size;
	void *pos, *before;

	ck_assert_int_eq(match_look(&s->desk.club, game, &m, &e), 1);
	rng_init_number(&r, seed);
	size = m->kind->rules->position_size;
	/* The test alone may write to a table's position. */
	memcpy(&pos, &(const void *){ table_position(m->table) }, sizeof pos);
	before = mem_alloc(size);
	memcpy(before, pos, size);
	m->kind->rules->vary(m->kind->data, pos, seat, &r);
	varied += memcmp(before, pos, size) != 0;
	free(before);
	match_drop(m);
}

static void
transcript(struct scene *s, const char *to, struct buf *out)
{
	struct seen m;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, to) == 0)
			buf_printf(out, "%s\n", m.raw);
		else
			buf_printf(out, "somebody else: %s\n", m.to);
		seen_release(&m);
	}
}

static void
ask_both(struct scene *a, struct scene *b, int seat, const char *to,
    const char *question, uint64_t seed)
{
	struct buf ta = BUF_INIT, tb = BUF_INIT;

	vary(b, 1, seat, seed);
	scene_say(a, 1, seat, question);
	scene_say(b, 1, seat, question);
	desk_forget(&b->desk);
	transcript(a, to, &ta);
	transcript(b, to, &tb);
	ck_assert_uint_gt(ta.len, 500);
	for (size_t i = 0; i <= ta.len; i++)
		ck_assert_msg(ta.data[i] == tb.data[i],
		    "%s of seat %d differs near: %.200s", question, seat,
		    ta.data + (i > 100 ? i - 100 : 0));
	buf_release(&ta);
	buf_release(&tb);
}

START_TEST(test_questions)
{
	static const char *const to[] = { "anna@example.net",
		"bruno@example.net", "carla@example.net" };
	struct scene a, b;
	struct rng r;
	struct buf move = BUF_INIT;
	const int most = fresh_all() ? 70 : 30;
	int seat, n = 0;

	scene_open(&a, true);
	scene_open(&b, true);
	scene_game(&a, "Anna Bruno Carla", "-", 9);
	scene_game(&b, "Anna Bruno Carla", "-", 9);
	scene_moderate(&a, 1, "begin");
	scene_moderate(&b, 1, "begin");
	scene_skip(&a);
	scene_skip(&b);
	rng_init_number(&r, 4);
	while ((seat = play_choose(&a, 1, &r, &move)) != 0 && n < most) {
		if (n % 3 == 0)
			for (size_t q = 0;
			    q < sizeof questions / sizeof *questions; q += 2)
				ask_both(&a, &b, 1 + n / 3 % 3, to[n / 3 % 3],
				    questions[(q + (size_t)n / 9) %
					(sizeof questions / sizeof *questions)],
				    (uint64_t)n * 100 + q);
		scene_say(&a, 1, seat, move.data);
		scene_say(&b, 1, seat, move.data);
		scene_skip(&a);
		scene_skip(&b);
		n++;
	}
	ck_assert_int_ge(n, 30);
	ck_assert_int_ge(varied, most);
	buf_release(&move);
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* The same of Antwerp, whose hands and standing orders are hidden: also what
 * a preview says of a sail that others' secrets decide. */
static const char *const of_antwerp[] = { "board\nhand\nmoves\n",
	"history\nlast\nstatus\n", "log\n", "preview sail teal\n",
	"preview sail black\nend\n", "preview 1\n", "preview 3\n4\n",
	"preview sail orange or sail purple\n",
	"preview standing fork ask\nsail white\n", "accept\n",
	"play drop-anchor\n", "choose lock\n", "resend\n", "bogus\n" };

START_TEST(test_antwerp)
{
	static const char *const to[] = { "anna@example.net",
		"bruno@example.net", "carla@example.net" };
	const size_t questions_n = sizeof of_antwerp / sizeof *of_antwerp;
	struct scene a, b;
	struct rng r;
	struct buf move = BUF_INIT;
	int seat, n = 0, before = varied;

	scene_open(&a, true);
	scene_open(&b, true);
	a.kind = b.kind = "antwerp";
	scene_game(&a, "Anna Bruno Carla", "-", 9);
	scene_game(&b, "Anna Bruno Carla", "-", 9);
	scene_moderate(&a, 1, "begin");
	scene_moderate(&b, 1, "begin");
	scene_skip(&a);
	scene_skip(&b);
	rng_init_number(&r, 5);
	while ((seat = play_choose(&a, 1, &r, &move)) != 0 && n < 40) {
		for (size_t q = 0; n % 4 == 0 && q < questions_n; q += 4)
			ask_both(&a, &b, 1 + n / 4 % 3, to[n / 4 % 3],
			    of_antwerp[(q + (size_t)n / 4) % questions_n],
			    (uint64_t)n * 100 + q);
		scene_say(&a, 1, seat, move.data);
		scene_say(&b, 1, seat, move.data);
		scene_skip(&a);
		scene_skip(&b);
		n++;
	}
	ck_assert_int_ge(n, 30);
	ck_assert_int_ge(varied - before, 30);
	buf_release(&move);
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* Eve watches the game from now on. */
static void
let_watch(struct scene *s)
{
	struct player p;

	player_defaults(&p);
	ck_assert_int_eq(player_add(s->db, &p, &e), 0);
	ck_assert_int_eq(address_add(s->db, p.id, "eve@example.com", &e), 0);
	scene_watch(s, 1, p.id);
	player_release(&p);
}

/* New mails to Eve into out; the last of them into m. */
static void
eve_mails(struct scene *s, struct buf *out, struct seen *last)
{
	struct seen m;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, "eve@example.com") != 0) {
			seen_release(&m);
			continue;
		}
		buf_str(out, m.raw);
		if (last->raw != NULL)
			seen_release(last);
		*last = m;
	}
}

static void
eve_asks(struct scene *s, const struct seen *m, const char *body)
{
	struct buf raw = BUF_INIT;

	scene_reply(s, m, "eve@example.com", body, &raw);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* An observer's mails, after each turn and of all they ask, are the same bytes
 * whatever they cannot know is: hands, money, the pile. */
START_TEST(test_observer)
{
	static const char ask[] = "board\nhistory\nlog\nstatus\nhand\nmoves\n";
	struct scene a, b;
	struct seen la = { 0 }, lb = { 0 };
	struct buf ta = BUF_INIT, tb = BUF_INIT, move = BUF_INIT;
	struct rng r;
	int seat;

	scene_open(&a, true);
	scene_open(&b, true);
	scene_game(&a, "Anna Bruno Carla", "-", 9);
	scene_game(&b, "Anna Bruno Carla", "-", 9);
	let_watch(&a);
	let_watch(&b);
	scene_moderate(&a, 1, "begin");
	scene_moderate(&b, 1, "begin");
	eve_mails(&a, &ta, &la);
	eve_mails(&b, &tb, &lb);
	varied = 0;
	rng_init_number(&r, 4);
	for (int n = 0; n < 40; n++) {
		seat = play_choose(&a, 1, &r, &move);
		if (!seat)
			break;
		scene_say(&a, 1, seat, move.data);
		scene_say(&b, 1, seat, move.data);
		eve_mails(&a, &ta, &la);
		eve_mails(&b, &tb, &lb);
		vary(&b, 1, OBSERVER, (uint64_t)n);
		eve_asks(&a, &la, ask);
		eve_asks(&b, &lb, ask);
		desk_forget(&b.desk);
		eve_mails(&a, &ta, &la);
		eve_mails(&b, &tb, &lb);
		ck_assert_uint_eq(ta.len, tb.len);
		for (size_t i = 0; i < ta.len; i++)
			ck_assert_msg(ta.data[i] == tb.data[i], "%.200s",
			    ta.data + (i > 100 ? i - 100 : 0));
	}
	ck_assert_int_ge(varied, 30);
	ck_assert_uint_gt(ta.len, 100000);
	seen_release(&la);
	seen_release(&lb);
	buf_release(&ta);
	buf_release(&tb);
	buf_release(&move);
	scene_close(&b);
	scene_close(&a);
}
END_TEST

enum { SHOWN = 45 }; /* cards both piles begin with */

/* Turns the pile over below its first SHOWN cards; kept in memory, so the
 * game goes on with it. */
static void
other_pile(struct scene *s)
{
	struct match *m;
	struct star_position *pos;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	memcpy(&pos, &(const void *){ table_position(m->table) }, sizeof pos);
	ck_assert_int_gt(pos->pile, SHOWN + 40);
	for (int i = 0, k = pos->pile - SHOWN - 1; i < k; i++, k--) {
		uint8_t card = pos->deck[i];
		pos->deck[i] = pos->deck[k];
		pos->deck[k] = card;
	}
	match_drop(m);
}

/* All mails of both scenes so far, to everybody, must be the same bytes. */
static size_t
same_mails(struct scene *a, struct scene *b)
{
	struct seen x, y;
	size_t bytes = 0;

	while (scene_next(a, &x)) {
		ck_assert_int_eq(scene_next(b, &y), 1);
		seen_mask(x.raw);
		seen_mask(y.raw);
		for (size_t i = 0; x.raw[i] || y.raw[i]; i++)
			ck_assert_msg(x.raw[i] == y.raw[i], "to %s: %.200s",
			    x.to, x.raw + (i > 100 ? i - 100 : 0));
		bytes += strlen(x.raw);
		seen_release(&x);
		seen_release(&y);
	}
	ck_assert_int_eq(scene_next(b, &y), 0);
	return bytes;
}

static int
cards_laid(struct scene *s)
{
	struct match *m;
	const struct star_position *pos;
	int n;

	ck_assert_int_eq(match_look(&s->desk.club, 1, &m, &e), 1);
	pos = table_position(m->table);
	n = STAR_SHIPS - 4 - pos->pile;
	match_drop(m);
	return n;
}

static void
say_both(struct scene *a, struct scene *b, int seat, const char *text)
{
	scene_say(a, 1, seat, text);
	scene_say(b, 1, seat, text);
}

/* A whole game run twice on piles that begin alike: turn mails, news,
 * answers, digests, deadlines for calendars, mails to an observer and
 * a computer player's choices are the same, byte for byte, until
 * the first card that differs lies open. */
START_TEST(test_two_piles)
{
	struct scene a, b;
	struct rng r;
	struct buf move = BUF_INIT;
	size_t bytes = 0;
	int seat, sent, digests = 0;

	scene_open(&a, true);
	scene_open(&b, true);
	scene_game(&a, "Anna Bruno =Robot", "-", 8);
	scene_game(&b, "Anna Bruno =Robot", "-", 8);
	let_watch(&a);
	let_watch(&b);
	scene_moderate(&a, 1, "begin");
	scene_moderate(&b, 1, "begin");
	other_pile(&b);
	rng_init_number(&r, 2);
	say_both(&a, &b, 1, "set ics on\nset glyphs unicode\n");
	scene_sure(&a, 1, 2, "set digest 20:00\n");
	scene_sure(&b, 1, 2, "set digest 20:00\n");
	say_both(&a, &b, 2, "set ics on\n");
	/* A replaced agency and the next computer's turn show at most 8. */
	while (cards_laid(&a) < SHOWN - 8 &&
	    (seat = play_choose(&a, 1, &r, &move)) != 0) {
		buf_str(&move, "\nboard\nmoves\nstatus\npreview charter 0\n");
		say_both(&a, &b, seat, move.data);
		a.now += 5 * 3600;
		b.now = a.now;
		clock_pin(a.now);
		sent = scene_digests(&a);
		ck_assert_int_eq(sent, scene_digests(&b));
		digests += sent;
		bytes += same_mails(&a, &b);
	}
	ck_assert_int_ge(cards_laid(&a), SHOWN - 8);
	ck_assert_uint_gt(bytes, 200000);
	ck_assert_int_ge(digests, 2);
	/* It was not for want of a difference. */
	while (cards_laid(&a) < SHOWN + 8 &&
	    (seat = play_choose(&a, 1, &r, &move)) != 0)
		scene_say(&a, 1, seat, move.data);
	ck_assert_int_ge(cards_laid(&a), SHOWN + 8);
	buf_release(&move);
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* Anna's new mails, raw. */
static void
annas_mails(struct scene *s, struct buf *out)
{
	struct seen m;

	while (scene_next(s, &m)) {
		seen_mask(m.raw);
		if (strcmp(m.to, "anna@example.net") == 0)
			buf_str(out, m.raw);
		seen_release(&m);
	}
}

/* What a computer player does follows from the board, so nobody learns of it
 * that another gave a secret order (Antwerp R19): whole mails are the same,
 * header and all. */
START_TEST(test_secret_order)
{
	struct scene a, b;
	struct rng r;
	struct buf ta = BUF_INIT, tb = BUF_INIT, move = BUF_INIT;
	int seat;

	scene_open(&a, true);
	scene_open(&b, true);
	a.kind = b.kind = "antwerp";
	scene_game(&a, "Anna =Robot Bruno =Roberta", "-", 9);
	scene_game(&b, "Anna =Robot Bruno =Roberta", "-", 9);
	scene_moderate(&a, 1, "begin");
	scene_moderate(&b, 1, "begin");
	rng_init_number(&r, 6);
	for (int n = 0; n < 30; n++) {
		seat = play_choose(&a, 1, &r, &move);
		if (n % 2 == 0) {
			scene_say(&a, 1, 3, "hand\n");
			scene_say(&b, 1, 3,
			    n % 4 ? "standing double-yield off\n" :
				    "standing double-yield on\n");
		}
		say_both(&a, &b, seat, move.data);
		annas_mails(&a, &ta);
		annas_mails(&b, &tb);
		for (size_t i = 0; i <= ta.len; i++)
			ck_assert_msg(ta.data[i] == tb.data[i],
			    "%d: %.400s ELSE %.400s", n,
			    ta.data + (i > 100 ? i - 100 : 0),
			    tb.data + (i > 100 ? i - 100 : 0));
	}
	ck_assert_uint_gt(ta.len, 100000);
	buf_release(&ta);
	buf_release(&tb);
	buf_release(&move);
	scene_close(&b);
	scene_close(&a);
}
END_TEST

/* A good token from a strange address: the answer goes to the address on
 * record, and not a byte to the stranger. */
START_TEST(test_address_on_record)
{
	struct scene s;
	struct seen m;
	struct buf raw = BUF_INIT;
	int n = 0;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 1);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_last(&s, 1, 1, &m);
	scene_reply(&s, &m, "eve@example.com", "hand\nboard\n", &raw);
	seen_release(&m);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	while (scene_next(&s, &m)) {
		ck_assert_str_eq(m.to, "anna@example.net");
		ck_assert(seen_has(&m, "YOUR HAND"));
		seen_release(&m);
		n++;
	}
	ck_assert_int_eq(n, 1);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* The token of one who was replaced opens nothing any more. */
START_TEST(test_old_holder)
{
	struct scene s;
	struct seen old, m;
	struct buf raw = BUF_INIT;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 1);
	scene_moderate(&s, 1, "begin");
	scene_last(&s, 1, 1, &old);
	scene_moderate(&s, 1, "replace p1 dora@example.net");
	scene_skip(&s);
	scene_reply(&s, &old, "anna@example.net", "hand\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	while (scene_next(&s, &m)) {
		ck_assert_str_eq(m.to, "anna@example.net");
		ck_assert(!seen_has(&m, "YOUR HAND"));
		seen_release(&m);
	}
	buf_release(&raw);
	seen_release(&old);
	scene_close(&s);
}
END_TEST

/* Where sub-addresses do not reach us the token stands in the subject. */
START_TEST(test_without_subaddresses)
{
	struct scene s;
	struct seen m;
	struct buf raw = BUF_INIT;

	scene_open(&s, false);
	scene_game(&s, "Anna Bruno", "order=given", 1);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	scene_last(&s, 1, 1, &m);
	ck_assert_str_eq(m.reply_to, "games@example.org");
	ck_assert_ptr_nonnull(strstr(m.subject, "[pq1.p1.1."));
	scene_reply(&s, &m, m.to, "1\n", &raw);
	seen_release(&m);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert(seen_has(&m, "Done. You replaced"));
	ck_assert_ptr_nonnull(strstr(m.subject, "[pq1.p1.2."));
	seen_release(&m);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_WARNING);
	ADD_TESTS(t, test_questions, test_antwerp, test_observer,
	    test_two_piles, test_secret_order, test_address_on_record,
	    test_old_holder, test_without_subaddresses);
}
