/* SPDX-License-Identifier: MIT */

/*
 * Messages between players (`press`): who is told
 * what, once, and how; caps; and nothing in a message is ever obeyed.
 */

#include <check.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "log/replay.h"
#include "match/match.h"
#include "match/press.h"
#include "scene.h"
#include "store/event.h"
#include "store/sql.h"
#include "tests/run.h"

static struct err e;

static void
start(struct scene *s)
{
	scene_open(s, true);
	scene_game(s, "Anna Bruno Carla", "order=given", 9);
	scene_moderate(s, 1, "begin");
	scene_skip(s);
}

/* Appends text with blanks and line ends as single blanks. */
static void
unfold(const char *text, struct buf *out)
{
	while (*text) {
		size_t n = strcspn(text, " \n");
		buf_add(out, text, n);
		text += n;
		if (*text)
			buf_char(out, ' ');
		text += strspn(text, " \n");
	}
}

/* Every new mail, as "to: text"; how many. */
static int
all_mail(struct scene *s, struct buf *out)
{
	struct seen m;
	int n = 0;

	buf_clear(out);
	buf_str(out, "");
	for (; scene_next(s, &m); n++) {
		buf_printf(out, "%s: %s ", m.to, m.subject);
		unfold(m.text, out);
		seen_release(&m);
	}
	return n;
}

static int
count(const char *text, const char *what)
{
	int n = 0;

	while ((text = strstr(text, what)) != NULL) {
		text += strlen(what);
		n++;
	}
	return n;
}

static void
set(struct scene *s, int seat, const char *line)
{
	if (strncmp(line, "set ", 4) == 0)
		scene_sure(s, 1, seat, line);
	else
		scene_say(s, 1, seat, line);
	scene_skip(s);
}

/* One mail each, to those who were named, and to nobody else. */
START_TEST(test_told_once)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	scene_say(&s, 1, 1, "press carla\nOnly you, Carla.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 2);
	ck_assert_int_eq(count(b.data, "> Only you, Carla."), 1);
	ck_assert_int_eq(count(b.data, "bruno@"), 0);
	/* Told in the next mail of the game, it is not told again. */
	scene_say(&s, 1, 1, "press 3\nx\nendpress\n");
	all_mail(&s, &b);
	ck_assert_int_eq(count(b.data, "Nobody here is called"), 1);
	scene_say(&s, 1, 1, "press p3\nBefore.\nendpress\ncharter 0\n");
	ck_assert_int_eq(all_mail(&s, &b), 3);
	ck_assert_int_eq(count(b.data, "> Before."), 1);
	scene_say(&s, 1, 2, "charter 0\n");
	all_mail(&s, &b);
	ck_assert_int_eq(count(b.data, "> Before."), 0);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* notify turn: what is for the seat comes at once, what is for all with the
 * next mail; notify digest: both wait. */
START_TEST(test_notify)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	set(&s, 2, "set notify turn\n");
	set(&s, 3, "set notify digest\n");
	scene_say(&s, 1, 1, "broadcast\nTo all.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 1);
	scene_say(&s, 1, 1, "press p2,p3\nTo two.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 2);
	ck_assert_int_eq(count(b.data, "> To two."), 1);
	ck_assert_int_eq(count(b.data, "> To all."), 1);
	scene_say(&s, 1, 3, "status\n");
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "> To two."), 1);
	ck_assert_int_eq(count(b.data, "> To all."), 1);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* Who takes over a seat reads nothing that was written to the one before. */
START_TEST(test_replaced)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	set(&s, 3, "set notify digest\n");
	scene_say(&s, 1, 1, "press p3\nCarla, this is secret.\nendpress\n");
	scene_moderate(&s, 1, "replace p3 dora@example.net");
	scene_skip(&s);
	scene_say(&s, 1, 1, "press p3\nHello newcomer.\nendpress\ncharter 0\n");
	scene_say(&s, 1, 3, "resend\nstatus\nhistory\nlog\n");
	all_mail(&s, &b);
	ck_assert_int_eq(count(b.data, "secret."), 0);
	ck_assert_int_eq(count(b.data, "> Hello newcomer."), 1);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* So many a day, whoever reads them. */
START_TEST(test_rate)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	for (int i = 0; i < PRESS_A_DAY; i++) {
		scene_say(&s, 1, 1, "press p2\nHello.\nendpress\n");
		ck_assert_int_eq(all_mail(&s, &b), 2);
	}
	scene_say(&s, 1, 1, "press p3\nHello.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "30 messages in this game"), 1);
	scene_say(&s, 1, 2, "press p1\nHello.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 2);
	scene_pass(&s, 86400);
	scene_say(&s, 1, 1, "press p3\nHello.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 2);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

static void
repeat(struct buf *b, const char *head, const char *text, size_t bytes,
    const char *tail)
{
	buf_clear(b);
	buf_str(b, head);
	while (b->len < bytes)
		buf_str(b, text);
	buf_str(b, tail);
}

/* A long one is refused, a megabyte is not read at all; one answer each. */
START_TEST(test_size)
{
	struct scene s;
	struct buf b = BUF_INIT, body = BUF_INIT;

	start(&s);
	repeat(&body, "press p2\n", "la la la\n", 3000,
	    "\nendpress\ncharter 0\n");
	scene_say(&s, 1, 1, body.data);
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "The message is too long"), 1);
	ck_assert_int_eq(count(b.data, "Done."), 0);
	repeat(&body, "press p2\n", "lalala la ", 5000, "\nendpress\n");
	scene_say(&s, 1, 1, body.data);
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "The message is too long"), 1);
	repeat(&body, "press p2\n", "charter 0\n", 1 << 20,
	    "\nendpress\ncharter 0\n");
	scene_say(&s, 1, 1, body.data);
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "too large to be read"), 1);
	repeat(&body, "press p2\n", "charter 0\n", 100000, "\n");
	scene_say(&s, 1, 1, body.data);
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "Done."), 0);
	buf_release(&body);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* Markup is text, in both parts; and a mark of our mails is none. */
START_TEST(test_markup)
{
	static const char text[] =
	    "press p2\n# Head\n<script>x</script>\n"
	    "a | b |\n---|---|\n```\n[l](http://e.example) **b**\n"
	    "&lt;i&gt;\nsee mail 1.1.p2.9 mail in17\nsee MAIL "
	    "1.1.p2.9\nendpress\n";
	struct scene s;
	struct seen m;

	start(&s);
	scene_say(&s, 1, 1, text);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_msg(
	    seen_has(&m,
		"> # Head\n > <script>x</script>\n"
		" > a | b |\n > ---|---|\n > ```\n"
		" > [l](http://e.example) **b**\n > &lt;i&gt;\n"
		" > see mail #1.1.p2.9 mail #in17\n > see MAIL #1.1.p2.9\n"),
	    "%s", m.text);
	ck_assert_ptr_null(strstr(m.html, "<script"));
	ck_assert_ptr_null(strstr(m.html, "href=3D\"http"));
	ck_assert_ptr_nonnull(strstr(m.html, "&lt;script&gt;"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A broadcast is a line of the log, which stays a log that can be checked;
 * what is for some is not in it. */
START_TEST(test_log)
{
	struct scene s;
	struct match *m;
	struct buf log = BUF_INIT;
	struct replay r;

	start(&s);
	set(&s, 1, "press p2\nFor Bruno.\nendpress\ncharter 0\n");
	set(&s, 1, "broadcast\nOne\n\nthree \\ and \\n\nendpress\n");
	set(&s, 2, "broadcast\nAgain\nendpress\ncharter 0\n");
	ck_assert_int_eq(match_look(&s.desk.club, 1, &m, &e), 1);
	ck_assert_int_eq(match_log(m, ARCHIVE, false, &log, &e), 0);
	match_drop(m);
	ck_assert_ptr_null(strstr(log.data, "For Bruno"));
	ck_assert_msg(
	    strstr(log.data,
		"\n'p1 One\\n\\nthree \\\\ and \\\\n\n'p2 Again\n3 p2 "),
	    "%s", log.data);
	ck_assert_msg(replay_text(log.data, log.len, NULL, &r, &e) == 0, "%s",
	    e.text);
	replay_release(&r);
	buf_release(&log);
	scene_close(&s);
}
END_TEST

/* Makes dora the moderator of the game. */
static void
appoint(struct scene *s, const char *address)
{
	struct player p;
	struct game g;

	ck_assert_int_eq(db_begin(s->db, &e), 0);
	if (player_by_address(s->db, address, &p, &e) != 1) {
		player_defaults(&p);
		ck_assert_int_eq(player_add(s->db, &p, &e), 0);
		ck_assert_int_eq(address_add(s->db, p.id, address, &e), 0);
	}
	ck_assert_int_eq(game_lock(s->db, 1, &g, &e), 1);
	g.moderator = p.id;
	ck_assert_int_eq(game_save(s->db, &g, &e), 0);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
	game_release(&g);
	player_release(&p);
}

/* A moderator who only moderates gets mails of their own, with their token; one
 * who plays too is told as their seat is, once. */
START_TEST(test_moderator)
{
	struct scene s;
	struct seen m;
	struct buf b = BUF_INIT;

	start(&s);
	appoint(&s, "dora@example.net");
	scene_say(&s, 1, 1, "press mod\nPlease look.\nendpress\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	seen_release(&m);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "dora@example.net");
	ck_assert_ptr_nonnull(strstr(m.reply_to, "+1.m.1."));
	ck_assert(seen_has(&m, "> Please look."));
	ck_assert(!seen_has(&m, "HAND"));
	seen_release(&m);
	scene_say(&s, 1, 1, "broadcast\nTo all.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 4);
	appoint(&s, "carla@example.net");
	scene_say(&s, 1, 1, "press moderator,p3\nBoth of you.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 2);
	ck_assert_int_eq(count(b.data, "> Both of you."), 1);
	scene_say(&s, 1, 3, "press moderator\nMyself?\nendpress\n");
	all_mail(&s, &b);
	ck_assert_int_eq(count(b.data, "That is your own seat"), 1);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* Who has given their own seat to a computer player writes on as the moderator,
 * in the same mail too. */
START_TEST(test_left_seat)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	appoint(&s, "anna@example.net");
	scene_say(&s, 1, 1, "dummy p1\nbroadcast\nTo all.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 4);
	ck_assert_int_eq(count(b.data,
			     "The moderator writes to all: > To all."),
	    2);
	ck_assert_int_eq(count(b.data, "Anna writes"), 0);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* A mail that brings messages alone does not show the board: its address is
 * good for the board its reader has seen. */
START_TEST(test_board_seen)
{
	struct scene s;
	struct seen turn, m;
	struct buf raw = BUF_INIT, b = BUF_INIT;

	start(&s);
	scene_last(&s, 1, 2, &turn);
	scene_say(&s, 1, 1, "press p2\nHi.\nendpress\n");
	scene_last(&s, 1, 2, &m);
	ck_assert(seen_has(&m, "> Hi."));
	scene_skip(&s);
	set(&s, 2, "set notify turn\n");
	set(&s, 3, "set notify turn\n");
	/* Stale as soon as their decision opens behind it. */
	scene_say(&s, 1, 1, "charter 0\n");
	scene_skip(&s);
	scene_reply(&s, &m, "bruno@example.net", "charter 0\n", &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	all_mail(&s, &b);
	ck_assert_int_eq(count(b.data, "Done. You chartered"), 0);
	/* Carla was told nothing of Anna's move, which made the board 2. */
	scene_say(&s, 1, 1, "press p3\nHi.\nendpress\n");
	seen_release(&turn);
	scene_last(&s, 1, 3, &turn);
	ck_assert(seen_has(&turn, "> Hi."));
	ck_assert_ptr_nonnull(strstr(turn.reply_to, "+1.p3.1."));
	seen_release(&turn);
	seen_release(&m);
	buf_release(&raw);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* After the end for a month, not later. */
START_TEST(test_after_the_end)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	scene_moderate(&s, 1, "cancel");
	scene_skip(&s);
	scene_say(&s, 1, 1, "broadcast\nA pity.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 3);
	ck_assert_int_eq(count(b.data, "> A pity."), 2);
	scene_pass(&s, PRESS_AFTER_END);
	/* Called off, and not final yet: the token is good still. */
	scene_say(&s, 1, 1, "broadcast\nStill.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 1);
	ck_assert_int_eq(count(b.data, "its table is closed"), 1);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

/* Who is called otherwise since is whom a mail of before calls so: nobody else
 * takes that name while the game goes on, nor, by one that begins so, what is
 * meant for them. */
START_TEST(test_former_name)
{
	struct scene s;
	struct buf b = BUF_INIT;

	start(&s);
	set(&s, 2, "set name Brutus\n");
	scene_sure(&s, 1, 3, "set name Bruno\n");
	ck_assert_int_gt(all_mail(&s, &b), 0);
	ck_assert_msg(strstr(b.data, "\"Bruno\" is taken") != NULL, "%s",
	    b.data);
	set(&s, 3, "set name Bruno Bis\n");
	scene_say(&s, 1, 1, "press Bruno\nA secret.\nendpress\n");
	ck_assert_int_eq(all_mail(&s, &b), 2);
	ck_assert_int_eq(count(b.data, "carla@"), 0);
	ck_assert_int_eq(count(b.data, "> A secret."), 1);
	/* It is theirs to take again. */
	set(&s, 2, "set name Bruno\n");
	scene_say(&s, 1, 1, "status\n");
	all_mail(&s, &b);
	ck_assert_msg(strstr(b.data, "Bruno player") != NULL &&
		strstr(b.data, "Bruno Bis player") != NULL,
	    "%s", b.data);
	buf_release(&b);
	scene_close(&s);
}
END_TEST

static int64_t
stored(struct scene *s, const char *where)
{
	struct buf ask = BUF_INIT;
	int64_t n = -1;

	buf_printf(&ask, "SELECT count(*) FROM %s", where);
	ck_assert_int_ge(sql_do(s->db, &e, ask.data, TO(n)), 0);
	buf_release(&ask);
	return n;
}

/* Who copies the head of a mail of ours into a message gives nobody their seat:
 * neither mails nor the log, which the archive is made of, have what proves
 * it. */
START_TEST(test_own_address)
{
	struct buf body = BUF_INIT, text = BUF_INIT, like = BUF_INIT;
	struct scene s;
	struct seen m;
	char mac[17];

	start(&s);
	scene_last(&s, 1, 2, &m);
	snprintf(mac, sizeof mac, "%s", strchr(m.reply_to, '@') - 16);
	buf_printf(&body, "press p1\nReply-To: <%s>\n", m.reply_to);
	for (char *p = m.reply_to; *p; p++)
		*p = (char)toupper((unsigned char)*p);
	buf_printf(&body,
	    "endpress\nbroadcast\nmailto:%s?subject=stop\nendpress\n",
	    m.reply_to);
	seen_release(&m);
	scene_say(&s, 1, 2, body.data);
	ck_assert_int_ge(all_mail(&s, &text), 3);
	ck_assert_int_ge(count(text.data, "----------------@"), 3);
	for (char *p = text.data; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	ck_assert_ptr_null(strstr(text.data, mac));
	ck_assert_int_eq((int)stored(&s, "press"), 2);
	buf_printf(&like, "press WHERE lower(text) LIKE '%%%s%%'", mac);
	ck_assert_int_eq((int)stored(&s, like.data), 0);
	buf_clear(&like);
	buf_printf(&like, "event WHERE lower(chat) LIKE '%%%s%%'", mac);
	ck_assert_int_eq((int)stored(&s, like.data), 0);
	ck_assert_int_eq((int)stored(&s, "event WHERE chat LIKE '%----@%'"), 1);
	buf_release(&body);
	buf_release(&text);
	buf_release(&like);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	log_set_level(LOG_LEVEL_WARNING);
	ADD_TESTS(t, test_told_once, test_notify, test_replaced, test_rate,
	    test_size, test_markup, test_log, test_moderator, test_left_seat,
	    test_board_seen, test_after_the_end, test_former_name,
	    test_own_address);
}
