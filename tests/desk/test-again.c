/* SPDX-License-Identifier: MIT */

/*
 * Mail that comes twice by different roads counts once, and nobody can silence
 * another's mail by being first with its Message-ID.
 */

#include <check.h>

#include "base/clock.h"
#include "base/mem.h"
#include "scene.h"
#include "store/game.h"
#include "store/inbox.h"
#include "tests/run.h"

enum { DAY = 86400 };

static struct err e;

/* A mail on its way: what differs between two copies of one is `road`. */
struct way {
	const char *from, *to, *mid, *road, *body;
};

#define ROAD \
	"Received: from mx2.example.net by mail.example.org; " \
	"Sat, 21 Nov 2026 12:00:00 +0000\nDelivered-To: old@example.org\n" \
	"X-Forwarded-For: old@example.org games@example.org\n"
#define RESENT \
	"Resent-From: anna@example.net\nResent-To: games@example.org\n" \
	"Resent-Message-ID: <again@example.net>\n"
#define VOUCHED \
	"Authentication-Results: mx.ours; dmarc=pass " \
	"header.from=example.net\n"

static int64_t
give(struct scene *s, const struct way *w)
{
	struct buf b = BUF_INIT, crlf = BUF_INIT;
	int64_t id;

	buf_printf(&b,
	    "%sReceived: by mail.example.org id %lld\nFrom: %s\n"
	    "To: %s\nSubject: Re: your turn\n%s%s%s\n%s",
	    w->road != NULL ? w->road : "", (long long)++s->uid, w->from, w->to,
	    w->mid != NULL ? "Message-ID: " : "", w->mid != NULL ? w->mid : "",
	    w->mid != NULL ? "\n" : "", w->body);
	for (size_t i = 0; i < b.len; i++) {
		if (b.data[i] == '\n')
			buf_char(&crlf, '\r');
		buf_char(&crlf, b.data[i]);
	}
	id = scene_raw(s, crlf.data, crlf.len);
	ck_assert_int_gt(id, 0);
	buf_release(&b);
	buf_release(&crlf);
	return id;
}

/* Where a reply to the seat's last mail goes; to be freed. */
static char *
reply_to(struct scene *s, int seat)
{
	struct seen m;
	char *to;

	scene_last(s, 1, seat, &m);
	to = mem_dup(m.reply_to);
	seen_release(&m);
	return to;
}

static int
events(struct scene *s)
{
	struct game g;
	int seq;

	ck_assert_int_eq(game_get(s->db, 1, &g, &e), 1);
	seq = (int)g.seq;
	game_release(&g);
	return seq;
}

static char *
open_game(struct scene *s)
{
	scene_open(s, true);
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
	return reply_to(s, 1);
}

static enum inbox_state
state_of(struct scene *s, int64_t id)
{
	struct inbox_row r;
	enum inbox_state state;

	ck_assert_int_eq(inbox_get(s->db, id, &r, &e), 1);
	state = r.state;
	inbox_row_release(&r);
	return state;
}

START_TEST(a_copy_counts_once)
{
	static const struct {
		const char *road, *body;
	} copies[] = {
		{ ROAD, "charter 0\n" },
		{ RESENT, "charter 0\n" },
		{ ROAD RESENT, "\n  charter   0  \n\n\n" },
		{ ROAD "MIME-Version: 1.0\nContent-Transfer-Encoding: base64\n",
		    "Y2hhcnRlciAwDQo=\n" },
		{ ROAD, "charter 0\n\n> your turn\n> mail 1.1.p1.1\n" },
		{ ROAD "List-Unsubscribe: <mailto:a@example.com>\n",
		    "charter 0\n\n> your turn\n> mail 1.1.p1.1\n" },
	};
	struct scene s;
	struct way w = { "Anna <anna@example.net>", open_game(&s),
		"<m1@example.net>", NULL, "charter 0\n" };
	int seq;

	give(&s, &w);
	seq = events(&s);
	ck_assert_int_eq(scene_skip(&s), 3);
	for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
		w.road = copies[i].road;
		w.body = copies[i].body;
		ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_IGNORED);
		ck_assert_int_eq(scene_skip(&s), 0);
		ck_assert_int_eq(events(&s), seq);
	}
	/* Another text is another mail: they hear that it is not their turn. */
	w.road = NULL;
	w.body = "charter 0\nready\n";
	ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_ANSWERED);
	ck_assert_int_eq(scene_skip(&s), 1);
	free((void *)(uintptr_t)w.to);
	scene_close(&s);
}
END_TEST

/* A list adds a footer to one of two copies, a gateway a line above the other.
 * What was refused, or has one order more, is read. */
START_TEST(a_road_adds_lines)
{
	static const char *const same[] = {
		"charter 0\n____________\nTo leave this list:\nUnsubscribe\n",
		"[EXTERNAL] This mail is from outside.\n\ncharter 0\n",
		"Externe e-mail: klik niet op links.\ncharter 0\n"
	};
	struct scene s;
	struct way w = { "Anna <anna@example.net>", open_game(&s),
		"<m1@example.net>", ROAD, "charter 99\n" };
	int seq;

	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	w.body = "charter 0\n";
	give(&s, &w);
	seq = events(&s);
	ck_assert_int_eq(scene_skip(&s), 3);
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		w.body = same[i];
		ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_IGNORED);
		ck_assert_int_eq(scene_skip(&s), 0);
		ck_assert_int_eq(events(&s), seq);
	}
	w.body = "charter 0\ncharter 1000\n";
	ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_ANSWERED);
	/* It proves nothing, and so silences nothing. */
	free((void *)(uintptr_t)w.to);
	w.to = "games@example.org";
	w.mid = "<m2@example.net>";
	w.body = "broadcast\nHello\nendpress\n\nRegards\n";
	give(&s, &w);
	scene_skip(&s);
	w.to = reply_to(&s, 1);
	w.body = "broadcast\nHello\nendpress\n";
	ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_ANSWERED);
	ck_assert_int_eq(scene_skip(&s), 3);
	w.body = "broadcast\nHello\nendpress\n\nSent by the list\n";
	ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_IGNORED);
	ck_assert_int_eq(scene_skip(&s), 0);
	free((void *)(uintptr_t)w.to);
	scene_close(&s);
}
END_TEST

static int
reply(struct scene *s, const struct seen *to, const char *text)
{
	struct buf raw = BUF_INIT;

	scene_reply(s, to, to->to, text, &raw);
	ck_assert_int_gt(scene_raw(s, raw.data, raw.len), 0);
	buf_release(&raw);
	return scene_skip(s);
}

/* A telephone sends a move twice: it is made once, and told once. Another move,
 * or a question, is answered. */
START_TEST(moves_sent_twice)
{
	struct scene s;
	struct seen turn;
	int seq;

	free(open_game(&s));
	scene_last(&s, 1, 1, &turn);
	ck_assert_int_gt(reply(&s, &turn, "charter 0\n"), 0);
	seq = events(&s);
	ck_assert_int_eq(reply(&s, &turn, "charter 0\n"), 0);
	ck_assert_int_eq(events(&s), seq);
	ck_assert_int_eq(reply(&s, &turn, "status\n"), 1);
	ck_assert_int_eq(reply(&s, &turn, "status\n"), 1);
	/* Since then they have heard something else. */
	ck_assert_int_eq(reply(&s, &turn, "charter 0\n"), 1);
	ck_assert_int_eq(events(&s), seq);
	seen_release(&turn);
	scene_close(&s);
}
END_TEST

/* Two weeks by the server's clock. */
START_TEST(not_for_ever)
{
	struct scene s;
	struct way w = { "Anna <anna@example.net>", open_game(&s),
		"<m1@example.net>", NULL, "status\n" };

	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_pass(&s, 14 * DAY - 120);
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 0);
	scene_pass(&s, 120);
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	free((void *)(uintptr_t)w.to);
	scene_close(&s);
}
END_TEST

/* A program that gives all its mails one Message-ID, another's mail with the
 * same one, and mail that has none. */
START_TEST(others_are_others)
{
	static const char *const odd[] = { "<zo\xC3\xAB@example.net>",
		"<a@example.net>\nMessage-ID: <b@example.net>", "bare" };
	struct scene s;
	struct way w = { "Anna <anna@example.net>", open_game(&s),
		"<m1@example.net>", NULL, "status\n" };
	struct way bruno = { "Bruno <bruno@example.net>", reply_to(&s, 2),
		"<m1@example.net>", NULL, "status\n" };

	give(&s, &w);
	give(&s, &bruno);
	ck_assert_int_eq(scene_skip(&s), 2);
	/* In answer to a newer mail of ours. */
	free((void *)(uintptr_t)w.to);
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	w.to = reply_to(&s, 1);
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	w.mid = NULL;
	give(&s, &w);
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 2);
	/* What cannot be repeated in an answer can be compared. */
	for (int i = 0; i < 3; i++) {
		w.mid = odd[i];
		give(&s, &w);
		ck_assert_int_eq(scene_skip(&s), 1);
		give(&s, &w);
		ck_assert_int_eq(scene_skip(&s), 0);
	}
	free((void *)(uintptr_t)w.to);
	free((void *)(uintptr_t)bruno.to);
	scene_close(&s);
}
END_TEST

struct fate {
	enum outbox_state state;
	bool bounced;
};

static struct fate
row_of(struct scene *s, int64_t id)
{
	struct outbox_row r;
	struct fate f;

	ck_assert_int_eq(outbox_get(s->db, id, &r, &e), 1);
	f = (struct fate){ r.state, r.bounced };
	outbox_row_release(&r);
	return f;
}

static int64_t
last_mail(struct scene *s)
{
	struct seen m;
	int64_t id;

	scene_last(s, 1, 1, &m);
	id = m.id;
	seen_release(&m);
	return id;
}

START_TEST(a_lost_answer_comes_again)
{
	struct scene s;
	struct way w = { "Anna <anna@example.net>", open_game(&s),
		"<m1@example.net>", NULL, "charter 0\n" };
	int64_t id;

	give(&s, &w);
	id = last_mail(&s);
	scene_skip(&s);
	/* It may yet arrive, or has. */
	give(&s, &w);
	ck_assert_int_eq(outbox_sent(s.db, &id, 1, s.now, &e), 0);
	give(&s, &w);
	ck_assert_int_eq(row_of(&s, id).state, OUTBOX_SENT);
	/* It was given up, or came back: three times an hour. */
	for (int i = 0; i < 5; i++) {
		if (i % 2)
			ck_assert_int_eq(outbox_failed(s.db, id, "550", &e), 0);
		else
			ck_assert_int_eq(outbox_sent(s.db, &id, 1, s.now, &e) +
				outbox_bounced(s.db, id, "5.1.1", s.now, &e),
			    1);
		give(&s, &w);
		ck_assert_int_eq(row_of(&s, id).state == OUTBOX_WAITING &&
			!row_of(&s, id).bounced,
		    i < 3);
		s.now -= 60;
	}
	ck_assert_int_eq(scene_skip(&s), 0);
	free((void *)(uintptr_t)w.to);
	scene_close(&s);
}
END_TEST

/* An answer that was lost comes again also to a move which is sent again under
 * another Message-ID. */
START_TEST(a_lost_answer_to_moves)
{
	struct scene s;
	struct seen turn;
	int64_t id;

	free(open_game(&s));
	scene_last(&s, 1, 1, &turn);
	ck_assert_int_gt(reply(&s, &turn, "charter 0\n"), 0);
	id = last_mail(&s);
	ck_assert_int_eq(outbox_failed(s.db, id, "550", &e), 0);
	ck_assert_int_eq(reply(&s, &turn, "charter 0\n"), 0);
	ck_assert_int_eq(row_of(&s, id).state, OUTBOX_WAITING);
	seen_release(&turn);
	scene_close(&s);
}
END_TEST

/* The answer went to another address of theirs: it has arrived, or will. */
START_TEST(an_answer_to_another_address_has_reached_him)
{
	struct scene s;
	struct way w = { "Anna <anna@example.net>", open_game(&s),
		"<m1@example.net>", NULL, "status\n" };
	int64_t id, copy;

	give(&s, &w);
	id = last_mail(&s);
	ck_assert_int_eq(outbox_bounced(s.db, id, "5.1.1", s.now, &e), 1);
	ck_assert_int_eq(outbox_redirect(s.db, id, "anna@example.com", s.now,
			     &copy, &e),
	    1);
	give(&s, &w);
	ck_assert(row_of(&s, id).bounced);
	/* That one is lost too. */
	ck_assert_int_eq(outbox_failed(s.db, copy, "550", &e), 0);
	give(&s, &w);
	ck_assert_int_eq(row_of(&s, copy).state, OUTBOX_WAITING);
	ck_assert(row_of(&s, id).bounced);
	free((void *)(uintptr_t)w.to);
	scene_close(&s);
}
END_TEST

static int
held(struct scene *s)
{
	int n;

	ck_assert_int_eq(inbox_count(s->db, INBOX_HELD, &n, &e), 0);
	return n;
}

/* Somebody who guesses what Anna will write, and with which Message-ID. */
START_TEST(nobody_is_silenced)
{
	struct scene s;
	char *real = open_game(&s), *club;
	struct way w = { "Anna <anna@example.net>", "games@example.org",
		"<m1@example.net>", NULL, "charter 0\n" };
	int seq = events(&s);

	/* In her name: it waits for her word. */
	give(&s, &w);
	/* With a token that is none. */
	w.to = "games+1.p1.1.abcdefghijklmnop@example.org";
	give(&s, &w);
	/* With one of a mail that she had before. */
	scene_say(&s, 1, 1, "status\n");
	club = reply_to(&s, 2);
	ck_assert_int_eq(held(&s), 1);
	ck_assert_int_eq(events(&s), seq);
	scene_skip(&s);
	/* As another player who has a good one. */
	w.to = club;
	give(&s, &w);
	scene_skip(&s);
	/* Hers is obeyed, and what was asked in her name waits no more. */
	w.to = real;
	ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_ANSWERED);
	ck_assert_int_gt(events(&s), seq);
	ck_assert_int_eq(held(&s), 0);
	free(real);
	free(club);
	scene_close(&s);
}
END_TEST

/* An older mail of ours lies about: its token proves her, but no board. */
START_TEST(an_old_token_silences_nobody)
{
	struct scene s;
	char *old = open_game(&s), *real;
	struct way w = { "Anna <anna@example.net>", old, "<m9@example.net>",
		NULL, "charter 0\n" };
	int seq;

	scene_say(&s, 1, 1, "charter 0\n");
	scene_say(&s, 1, 2, "charter 0\n");
	scene_say(&s, 1, 3, "charter 0\n");
	scene_skip(&s);
	real = reply_to(&s, 1);
	seq = events(&s);
	give(&s, &w);
	ck_assert_int_eq(events(&s), seq);
	scene_skip(&s);
	w.to = real;
	give(&s, &w);
	ck_assert_int_gt(events(&s), seq);
	free(old);
	free(real);
	scene_close(&s);
}
END_TEST

/* A forwarder breaks what vouched for the mail. */
START_TEST(a_forward_beside_the_direct_one)
{
	struct scene s;
	char *token = open_game(&s);
	struct way direct = { "Anna <anna@example.net>", "games@example.org",
		"<m1@example.net>", VOUCHED, "charter 0\n" };
	struct way forward = direct;
	int seq = events(&s);

	free(token);
	s.conf.identity.authserv_id = mem_dup("mx.ours");
	forward.road = ROAD;
	ck_assert_int_eq(state_of(&s, give(&s, &direct)), INBOX_ANSWERED);
	ck_assert_int_gt(events(&s), seq);
	scene_skip(&s);
	ck_assert_int_eq(state_of(&s, give(&s, &forward)), INBOX_IGNORED);
	ck_assert_int_eq(scene_skip(&s), 0);
	ck_assert_int_eq(held(&s), 0);
	scene_close(&s);
}
END_TEST

START_TEST(a_forward_before_the_direct_one)
{
	struct scene s;
	char *token = open_game(&s);
	struct way forward = { "Anna <anna@example.net>", "games@example.org",
		"<m1@example.net>", ROAD, "charter 0\n" };
	struct way direct = forward,
		   yes = { "Anna <anna@example.net>", NULL, "<m2@example.net>",
			   NULL, "yes\n" };
	struct seen m;
	int seq = events(&s);

	free(token);
	s.conf.identity.authserv_id = mem_dup("mx.ours");
	direct.road = VOUCHED;
	ck_assert_int_eq(state_of(&s, give(&s, &forward)), INBOX_HELD);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	/* Twice held is one question. */
	ck_assert_int_eq(state_of(&s, give(&s, &forward)), INBOX_IGNORED);
	ck_assert_int_eq(scene_skip(&s), 0);
	ck_assert_int_eq(state_of(&s, give(&s, &direct)), INBOX_ANSWERED);
	ck_assert_int_gt(events(&s), seq);
	seq = events(&s);
	scene_skip(&s);
	yes.to = m.reply_to;
	give(&s, &yes);
	ck_assert_int_eq(events(&s), seq);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* The answer to a question comes twice too. */
START_TEST(a_yes_counts_once)
{
	struct scene s;
	char *token = open_game(&s);
	struct way w = { "Anna <anna@example.net>", "games@example.org",
		"<m1@example.net>", NULL, "charter 0\n" };
	struct way yes = { "Anna <anna@example.net>", NULL, "<m2@example.net>",
		NULL, "yes\n" };
	struct seen m;
	int seq;

	free(token);
	give(&s, &w);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	yes.to = m.reply_to;
	give(&s, &yes);
	seq = events(&s);
	ck_assert_int_eq(scene_skip(&s), 3);
	yes.road = ROAD;
	ck_assert_int_eq(state_of(&s, give(&s, &yes)), INBOX_IGNORED);
	ck_assert_int_eq(scene_skip(&s), 0);
	/* And so does what was asked about. */
	ck_assert_int_eq(state_of(&s, give(&s, &w)), INBOX_IGNORED);
	ck_assert_int_eq(scene_skip(&s), 0);
	ck_assert_int_eq(events(&s), seq);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

START_TEST(a_stranger_is_answered_once)
{
	struct scene s;
	struct way w = { "Eve <eve@example.com>", "games@example.org",
		"<m1@example.com>", NULL, "help\n" };

	scene_open(&s, true);
	give(&s, &w);
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	w.from = "Mallory <mallory@example.com>";
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_close(&s);
}
END_TEST

/* Both were put off; one of them is answered. */
START_TEST(what_waits_may_come_twice)
{
	struct scene s;
	char mid[40];
	struct way w = { "Eve <eve@example.com>", "games@example.org", mid,
		NULL, "help\n" };

	scene_open(&s, true);
	for (int i = 0; i < 12; i++) {
		snprintf(mid, sizeof mid, "<m%d@example.com>", i < 10 ? i : 10);
		give(&s, &w);
	}
	ck_assert_int_eq(scene_skip(&s), 10);
	scene_pass(&s, 2 * 3600);
	ck_assert_int_eq(inbox_wake(s.db, s.now, 9, &e), 2);
	snprintf(mid, sizeof mid, "<m11@example.com>");
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 2);
	scene_close(&s);
}
END_TEST

/* What was not looked at, for there were too many, was no first. */
START_TEST(what_was_left_may_come_again)
{
	struct scene s;
	char mid[40];
	struct way w = { "Eve <eve@example.com>", "games@example.org", mid,
		NULL, "help\n" };

	scene_open(&s, true);
	for (int i = 0; i < 11; i++) {
		snprintf(mid, sizeof mid, "<m%d@example.com>", i);
		give(&s, &w);
	}
	ck_assert_int_eq(scene_skip(&s), 10);
	scene_pass(&s, 3600);
	give(&s, &w);
	ck_assert_int_eq(scene_skip(&s), 1);
	scene_close(&s);
}
END_TEST

TESTS(a_copy_counts_once, a_road_adds_lines, moves_sent_twice,
    a_lost_answer_to_moves, not_for_ever, others_are_others,
    a_lost_answer_comes_again, an_answer_to_another_address_has_reached_him,
    nobody_is_silenced, an_old_token_silences_nobody,
    a_forward_beside_the_direct_one, a_forward_before_the_direct_one,
    a_yes_counts_once, a_stranger_is_answered_once, what_waits_may_come_twice,
    what_was_left_may_come_again)
