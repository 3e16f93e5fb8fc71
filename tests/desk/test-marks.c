/* SPDX-License-Identifier: MIT */

/*
 * What mails are known by, their marks, Message-IDs, reply addresses and
 * envelopes, tells nobody what others do (doc/design.md 4.6, 6.2): in one of
 * two clubs people ask, watch and write what nobody else may know, and whoever
 * looks on, runs a game, or comes to the club as a stranger gets the same
 * bytes, headers and all.
 */

#include <check.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "match/match.h"
#include "play.h"
#include "tests/run.h"

static struct err e;

static int64_t
enrol(struct scene *s, const char *name, const char *address)
{
	struct player p;
	int64_t id;

	player_defaults(&p);
	free(p.name);
	p.name = mem_dup(name);
	ck_assert_int_eq(player_add(s->db, &p, &e), 0);
	ck_assert_int_eq(address_add(s->db, p.id, address, &e), 0);
	id = p.id;
	player_release(&p);
	return id;
}

static void
write_as(struct scene *s, const char *from, const char *id, const char *body)
{
	struct buf raw = BUF_INIT;

	buf_printf(&raw,
	    "From: %s\r\nTo: games@example.org\r\nSubject: hello\r\n"
	    "Message-ID: <%s@x.example>\r\n\r\n%s",
	    from, id, body);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
}

/* All new mails to an address, each behind its envelope; the last of them. */
static void
mails_to(struct scene *s, const char *address, struct buf *out,
    struct seen *last)
{
	struct outbox_row row;
	struct seen m;

	while (scene_next(s, &m)) {
		if (strcmp(m.to, address) != 0) {
			seen_release(&m);
			continue;
		}
		ck_assert_int_eq(outbox_get(s->db, m.id, &row, &e), 1);
		desk_envelope(&s->desk, row.message_id, row.created, out);
		buf_printf(out, "\n%s\n", m.raw);
		outbox_row_release(&row);
		if (last != NULL && last->raw != NULL)
			seen_release(last);
		if (last != NULL)
			*last = m;
		else
			seen_release(&m);
	}
}

struct clubs {
	struct scene a, b;
	struct seen la, lb; /* the last mail read in each */
	size_t bytes;
};

/* In the second club alone: nobody else may notice. */
static void
secrets(struct scene *s)
{
	static const char *const ask[] = { "hand\n", "set width 90\nhelp\n",
		"preview charter 0\n", "history\nlog\n" };
	uint64_t acts = s->acts, others = s->others;
	int64_t now = s->now;

	for (size_t i = 0; i < sizeof ask / sizeof *ask; i++)
		scene_say(s, 1, 2, ask[i]);
	write_as(s, "nemo@example.com", "nemo", "help\n");
	write_as(s, "bruno@example.net", "held", "hand\n");
	/* Nothing is new to the test; the hour, and what is random, are as
	 * before. */
	scene_skip(s);
	s->acts = acts;
	s->others = others;
	s->now = now;
	clock_pin(now);
}

/* So many letters become x, over the line breaks of quoted-printable. */
static void
mask(char *at, int n)
{
	while (n > 0 && *at != '\0')
		if (strncmp(at, "=\r\n", 3) == 0) {
			at += 3;
		} else {
			*at++ = 'x';
			n--;
		}
}

/* What is good for one yes is drawn at random, and boundaries are made of all
 * the rest. */
static void
mask_drawn(char *raw)
{
	enum { SEALED = 16 + 1 + 16, BOUNDARY = 1 + 24 };
	char *at;

	for (at = raw; (at = strstr(at, "+c.")) != NULL; at += 3)
		mask(at + 3, SEALED);
	for (at = raw; (at = strstr(at, "=_")) != NULL; at += 2)
		mask(at + 2, BOUNDARY);
}

/* The new mails to an address are the same in both; others are passed over. */
static void
same(struct clubs *c, const char *address)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	mails_to(&c->a, address, &a, &c->la);
	mails_to(&c->b, address, &b, &c->lb);
	ck_assert_uint_gt(a.len, 500);
	mask_drawn(a.data);
	mask_drawn(b.data);
	for (size_t i = 0; i <= a.len; i++)
		ck_assert_msg(a.data[i] == b.data[i],
		    "to %s: %.300s\nELSE %.300s", address,
		    a.data + (i > 100 ? i - 100 : 0),
		    b.data + (i > 100 ? i - 100 : 0));
	c->bytes += a.len;
	buf_release(&a);
	buf_release(&b);
}

/* What people write next has the same Message-ID in both. */
static void
level(struct clubs *c)
{
	if (c->a.uid < c->b.uid)
		c->a.uid = c->b.uid;
	c->b.uid = c->a.uid;
}

static void
answer_both(struct clubs *c, const char *from, const char *body)
{
	struct buf a = BUF_INIT, b = BUF_INIT;

	level(c);
	scene_reply(&c->a, &c->la, from, body, &a);
	scene_reply(&c->b, &c->lb, from, body, &b);
	ck_assert_int_gt(scene_raw(&c->a, a.data, a.len), 0);
	ck_assert_int_gt(scene_raw(&c->b, b.data, b.len), 0);
	buf_release(&a);
	buf_release(&b);
}

static void
found(struct scene *s, bool watched)
{
	int64_t zoe;

	scene_open(s, true);
	scene_game(s, "Anna Bruno +Mora", "order=given", 9);
	scene_game(s, "Dirk Elsa", "order=given", 8);
	zoe = enrol(s, "Zoe", "zoe@example.com");
	if (watched)
		scene_watch(s, 2, zoe);
	scene_watch(s, 1, enrol(s, "Eve", "eve@example.com"));
	scene_moderate(s, 1, "begin");
	scene_moderate(s, 2, "begin");
}

static void
found_both(struct clubs *c)
{
	memset(c, 0, sizeof *c);
	found(&c->a, false);
	found(&c->b, true);
}

static void
close_both(struct clubs *c)
{
	ck_assert_uint_gt(c->bytes, 5000);
	seen_release(&c->la);
	seen_release(&c->lb);
	scene_close(&c->b);
	scene_close(&c->a);
}

static void
say_both(struct clubs *c, int seat, const char *text)
{
	level(c);
	scene_say(&c->a, 1, seat, text);
	scene_say(&c->b, 1, seat, text);
}

START_TEST(test_observer)
{
	struct clubs c;

	found_both(&c);
	same(&c, "eve@example.com");
	for (int turn = 0; turn < 4; turn++) {
		secrets(&c.b);
		say_both(&c, 1 + turn % 2, "charter 0\n");
		same(&c, "eve@example.com");
		secrets(&c.b);
		answer_both(&c, "eve@example.com", "board\nhelp\nlog\n");
		same(&c, "eve@example.com");
	}
	/* A question for a yes, and its answer. */
	secrets(&c.b);
	answer_both(&c, "eve@example.com", "set width 60\n");
	same(&c, "eve@example.com");
	answer_both(&c, "eve@example.com", "yes\n");
	same(&c, "eve@example.com");
	close_both(&c);
}
END_TEST

static void
returned(struct scene *s)
{
	struct seen m;

	scene_last(s, 1, 2, &m);
	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_int_eq(desk_undeliverable(&s->desk, m.id, FAULT_GONE,
			     "550 5.1.1 no such user", &e),
	    0);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
	seen_release(&m);
}

/* A moderator without a seat, who is told of a mail that came back. */
START_TEST(test_moderator)
{
	struct clubs c;

	found_both(&c);
	same(&c, "mora@example.net");
	for (int turn = 0; turn < 2; turn++) {
		secrets(&c.b);
		answer_both(&c, "mora@example.net", "status\nboard\nhelp\n");
		same(&c, "mora@example.net");
		say_both(&c, 1 + turn % 2, "charter 0\n");
	}
	secrets(&c.b);
	scene_skip(&c.a);
	returned(&c.a);
	returned(&c.b);
	same(&c, "mora@example.net");
	close_both(&c);
}
END_TEST

static void
both_new(struct clubs *c, const char *address, const char *ask)
{
	same(c, address);
	answer_both(c, address, ask);
	same(c, address);
}

/* Whoever takes a seat over does not learn what its holder asked before, nor a
 * moderator what the one before was sent. */
START_TEST(test_successor)
{
	struct clubs c;

	found_both(&c);
	secrets(&c.b);
	scene_say(&c.b, 1, 0, "status\n");
	scene_skip(&c.a);
	scene_skip(&c.b);
	c.b.now = c.a.now;
	clock_pin(c.a.now);
	scene_moderate(&c.a, 1, "replace p2 dora@example.com");
	scene_moderate(&c.b, 1, "replace p2 dora@example.com");
	both_new(&c, "dora@example.com", "hand\n");
	scene_moderate(&c.a, 1, "moderator nora@example.com");
	scene_moderate(&c.b, 1, "moderator nora@example.com");
	both_new(&c, "nora@example.com", "status\n");
	close_both(&c);
}
END_TEST

/* Somebody who asks, comes in, is welcomed, and goes on by that mail. */
START_TEST(test_stranger)
{
	static const char gus[] = "gus@example.com";
	struct clubs c;

	found_both(&c);
	secrets(&c.b);
	write_as(&c.a, gus, "1", "help\ngames\n");
	write_as(&c.b, gus, "1", "help\ngames\n");
	same(&c, gus);
	secrets(&c.b);
	write_as(&c.a, gus, "2", "register Gus\n");
	write_as(&c.b, gus, "2", "register Gus\n");
	same(&c, gus);
	secrets(&c.b);
	answer_both(&c, gus, "yes\n");
	same(&c, gus);
	secrets(&c.b);
	answer_both(&c, gus, "help\nset\n");
	same(&c, gus);
	close_both(&c);
}
END_TEST

/* Two mails of a kind to one person in one second are two. */
START_TEST(test_same_second)
{
	struct scene s;
	struct seen m, n;

	scene_open(&s, true);
	write_as(&s, "gus@example.com", "1", "help\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	s.now -= 60;
	write_as(&s, "gus@example.com", "2", "help\n");
	ck_assert_int_eq(scene_next(&s, &n), 1);
	ck_assert_str_eq(m.to, n.to);
	ck_assert_str_ne(m.message_id, n.message_id);
	seen_release(&m);
	seen_release(&n);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_WARNING);
	ADD_TESTS(t, test_observer, test_moderator, test_successor,
	    test_stranger, test_same_second);
}
