/* SPDX-License-Identifier: MIT */

/*
 * What a mail proves, and what it may do: every command from every kind of
 * reply address, in its game and in another, and the ways a thief has tried.
 * The list of commands is the test's own: a new command must be added here,
 * in ARCHITECTURE and in paquebot-commands(7).
 */

#include <check.h>
#include <limits.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"
#include "desk/command.h"
#include "desk/flood.h"
#include "desk/renew.h"
#include "mail/address.h"
#include "post/token.h"
#include "scene.h"
#include "store/digest.h"
#include "store/inbox.h"
#include "store/observer.h"
#include "store/player.h"
#include "store/seat.h"
#include "tests/run.h"
#include "tests/srcdir.h"
#include "tests/store/fresh.h"

static struct scene s;
static struct err e;
static int mails;

/* ---- the table ---- */

static const struct {
	const char *name;
	enum role role;
} roles[] = { { "stranger", ROLE_STRANGER }, { "observer", ROLE_OBSERVER },
	{ "player", ROLE_PLAYER }, { "digest", ROLE_DIGEST },
	{ "seat", ROLE_SEAT }, { "moderator", ROLE_MODERATOR },
	{ "person", ROLE_PERSON }, { "owner", ROLE_OWNER } };

static void
say_rights(unsigned may, const char *between, struct buf *out)
{
	static const char *const name[] = { "public", "look", "club", "seat",
		"moderate", "owner" };
	size_t start = out->len;

	for (int i = 0; i < 6; i++)
		if (may & 1u << i)
			buf_printf(out, "%s%s", out->len > start ? between : "",
			    name[i]);
}

static void
check_page(const char *file, const char *before, const char *behind,
    const char *between, const char *after)
{
	struct buf text = BUF_INIT, line = BUF_INIT;

	ck_assert_int_eq(file_read(file, 1 << 20, &text, &e), 0);
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		buf_clear(&line);
		buf_printf(&line, "%s%s%s", before, roles[i].name, behind);
		say_rights(role_rights(roles[i].role, true), between, &line);
		buf_str(&line, after);
		say_rights(role_rights(roles[i].role, false), between, &line);
		buf_char(&line, '\n');
		ck_assert_msg(strstr(text.data, line.data) != NULL,
		    "%s has no line: %s", file, line.data);
	}
	buf_release(&text);
	buf_release(&line);
}

START_TEST(the_pages_have_the_table)
{
	ck_assert_int_eq(sizeof roles / sizeof *roles, ROLES);
	check_page(PAQUEBOT_SRCDIR "/ARCHITECTURE", "    ", ": ", " ",
	    "; elsewhere ");
	check_page(PAQUEBOT_SRCDIR "/man/paquebot-commands.7", ".It ", " Ta ",
	    ", ", " Ta ");
}
END_TEST

/* ---- every command ---- */

enum {
	O = RIGHT_PUBLIC,
	L = RIGHT_LOOK,
	C = RIGHT_CLUB,
	S = RIGHT_SEAT,
	M = RIGHT_MODERATE,
	W = RIGHT_OWNER
};

static const struct {
	const char *name, *line;
	unsigned need;
} commands[] = { { "absence", "absence off", S }, { "address", "address", C },
	{ "address", "address add new@example.com", W },
	{ "agree", "agree", S }, { "ahead", "ahead", S },
	{ "announce", "announce\nhear\nendpress", M },
	{ "beacon", "beacon 00", S | M }, { "begin", "begin", M },
	{ "board", "board", L },
	{ "broadcast", "broadcast\nhi\nendpress", S | M },
	{ "cancel", "cancel", W }, { "closed", "closed", M },
	{ "admit", "admit Zoe", M }, { "deadline", "deadline 24 dec", M },
	{ "moderator", "moderator p2", M }, { "deputy", "deputy p2", M },
	{ "anonymous", "anonymous off", M }, { "deputize", "deputize 2", W },
	{ "nudge", "nudge", M }, { "resend", "resend p2", M },
	{ "absence", "absence p2 off", M }, { "chart", "chart", L },
	{ "clear", "clear", S }, { "comment", "comment: hi", S | M },
	{ "uncomment", "uncomment 1", S | M },
	{ "create", "create clippers", C }, { "disagree", "disagree", S },
	{ "dummy", "dummy p2", M }, { "eject", "eject p2", M },
	{ "endpress", "endpress", O }, { "entropy", "entropy x", S },
	{ "explain", "explain charter 0", C }, { "extend", "extend 1h", M },
	{ "game", "game 1", C }, { "hand", "hand", C }, { "help", "help", O },
	{ "hint", "hint", C }, { "history", "history", L },
	{ "hold", "hold", S }, { "invite", "invite p2 new@example.com", M },
	{ "join", "join 5", C }, { "last", "last", C }, { "list", "list", O },
	{ "log", "log", L }, { "moves", "moves", C },
	{ "observe", "observe 4", C }, { "observers", "observers off", M },
	{ "pause", "pause", M }, { "press", "press p2\nhi\nendpress", S | M },
	{ "preview", "preview charter 0", C }, { "process", "process turn", M },
	{ "propose", "propose end", S }, { "ratings", "ratings clippers", O },
	{ "ready", "ready", S }, { "rematch", "rematch", S },
	{ "undo", "undo", S }, { "renew", "renew", W },
	{ "replace", "replace p2 new@example.com", M },
	{ "resend", "resend", C }, { "resign", "resign", W },
	/* Anna plays: she is refused it. */
	{ "reveal", "reveal", M }, { "revive", "revive", M },
	{ "rollback", "rollback 2", M }, { "rollforward", "rollforward", M },
	{ "resume", "resume", M }, { "rules", "rules clippers", O },
	{ "set", "set width 60", C }, { "set", "set notify turn", W },
	{ "set", "set clock 72h", M }, { "set", "set press public", M },
	{ "set", "set name Annika", W }, { "title", "title Cup", M },
	{ "unlisted", "unlisted", M }, { "unrated", "unrated", M },
	{ "stats", "stats", O }, { "signup", "signup Anna", O },
	{ "status", "status", L }, { "stop", "stop if loan", S },
	{ "unobserve", "unobserve", L }, { "unobserve", "unobserve 5", C },
	{ "unsubscribe", "unsubscribe", W }, { "takeover", "takeover 5 p1", W },
	{ "charter", "charter 0", S }, { "1", "1", S } };

START_TEST(every_command_is_listed)
{
	const struct command *c;

	for (size_t k = 0; (c = scene_command(k)); k++) {
		bool known = false;
		ck_assert_msg(c->right != 0, "%s needs no right", c->name);
		for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
			known |= strcmp(commands[i].name, c->name) == 0;
		ck_assert_msg(known,
		    "what may %s? add it to this test and to the pages",
		    c->name);
	}
}
END_TEST

/* Anna plays and moderates in games 1, 2 and 3, of which the last is over; she
 * watches game 4; game 5 has a free seat. */
static int64_t
world(void)
{
	struct player p;
	int64_t anna;

	scene_open(&s, true);
	for (int i = 1; i <= 3; i++) {
		scene_game(&s, "*Anna Bruno Carla", "order=given", 9);
		scene_moderate(&s, i, "begin");
	}
	scene_moderate(&s, 3, "cancel");
	scene_game(&s, "Bruno Carla Dora", "order=given", 9);
	scene_moderate(&s, 4, "begin");
	scene_game(&s, "Dora Emil", "order=given", 9);
	scene_moderate(&s, 5, "eject p2");
	ck_assert_int_eq(player_by_address(s.db, "anna@example.net", &p, &e),
	    1);
	anna = p.id;
	player_release(&p);
	scene_watch(&s, 4, anna);
	scene_skip(&s);
	return anna;
}

static void
address_of(const struct token *t, struct buf *out)
{
	struct buf detail = BUF_INIT;

	token_detail(s.desk.club.key, t, &detail);
	buf_clear(out);
	ck_assert_int_eq(address_with_detail("games@example.org", detail.data,
			     out),
	    0);
	buf_release(&detail);
}

static void
seat_address(int64_t game, int seat, int board, struct buf *out)
{
	struct token t = { .role = TOKEN_SEAT,
		.number = game,
		.seat = seat,
		.board = board };
	struct seat row;

	ck_assert_int_eq(seat_get(s.db, game, seat, &row, &e), 1);
	if (board < 0)
		t.board = row.told;
	ck_assert_int_eq(player_seat_holder(s.db, row.player, row.holder,
			     &t.holder, &e),
	    0);
	seat_release(&row);
	address_of(&t, out);
}

static void
observer_address(int64_t game, int64_t player, struct buf *out)
{
	struct token t = { .role = TOKEN_OBSERVER, .number = game };
	struct observer o;

	ck_assert_int_eq(observer_find(s.db, game, player, &o, &e), 1);
	t.seat = (int)o.id;
	ck_assert_int_eq(player_seat_holder(s.db, player, o.since % INT_MAX,
			     &t.holder, &e),
	    0);
	address_of(&t, out);
}

static void
digest_address(int64_t player, struct buf *out)
{
	struct digest_row d = { .player = player, .created = s.now };
	struct digest_seat one = { .game = 1, .seat = 1 };
	struct token t = { .role = TOKEN_DIGEST };
	struct seat row;

	ck_assert_int_eq(seat_get(s.db, 1, 1, &row, &e), 1);
	one.board = row.told;
	ck_assert_int_eq(player_seat_holder(s.db, row.player, row.holder,
			     &one.holder, &e),
	    0);
	seat_release(&row);
	ck_assert_int_eq(digest_add(s.db, &d, 0, &e), 0);
	ck_assert_int_eq(digest_show(s.db, d.id, &one, &e), 0);
	t.number = d.id;
	t.nonce = d.nonce;
	ck_assert_int_eq(player_holder(s.db, player, &t.holder, &e), 1);
	address_of(&t, out);
}

static void
role_address(enum role role, int64_t game, int64_t anna, struct buf *out)
{
	struct token t = { .role = TOKEN_PLAYER, .number = anna };

	buf_clear(out);
	if (role == ROLE_SEAT) {
		seat_address(game, 1, -1, out);
	} else if (role == ROLE_OBSERVER) {
		observer_address(4, anna, out);
	} else if (role == ROLE_DIGEST) {
		digest_address(anna, out);
	} else if (role == ROLE_MODERATOR) {
		t = (struct token){ .role = TOKEN_MODERATOR, .number = game };
		ck_assert_int_eq(player_seat_holder(s.db, anna, 1, &t.holder,
				     &e),
		    0);
		address_of(&t, out);
	} else if (role == ROLE_PLAYER) {
		ck_assert_int_eq(player_holder(s.db, anna, &t.holder, &e), 1);
		address_of(&t, out);
	} else {
		buf_str(out, "games@example.org");
	}
}

static void
write_mail(const char *from, const char *to, bool vouched, const char *body,
    struct buf *raw)
{
	buf_clear(raw);
	if (vouched)
		buf_printf(raw,
		    "Authentication-Results: mx.example.org; dmarc=pass "
		    "header.from=%s\r\n",
		    strchr(from, '@') + 1);
	buf_printf(raw,
	    "From: %s\r\nTo: %s\r\nSubject: x\r\nMessage-ID: "
	    "<r%d@example.com>\r\n\r\n",
	    from, to, ++mails);
	for (; *body; body++)
		buf_printf(raw, *body == '\n' ? "\r\n" : "%c", *body);
}

static void
send(const char *from, const char *to, const char *body)
{
	struct buf raw = BUF_INIT;

	write_mail(from, to, false, body, &raw);
	ck_assert_int_gt(scene_raw(&s, raw.data, raw.len), 0);
	buf_release(&raw);
}

enum outcome { HELD, ELSE };

/* What becomes of a mail; then it was never sent. */
static enum outcome
would(const struct buf *raw)
{
	struct inbox_row row[1];
	enum outcome is = ELSE;
	struct seen m;
	int64_t last = s.last, id;
	int failed;

	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_ge(inbox_add(s.db, CONF_PIPE, 1, (uint32_t)++s.uid, s.now,
			     raw->data, raw->len, &id, &e),
	    0);
	ck_assert_int_eq(inbox_next(s.db, 1, row, &e), 1);
	ck_assert_int_eq(desk_judge(&s.desk, row, 1, &failed, &e), 0);
	ck_assert_int_eq(failed, 0);
	inbox_row_release(&row[0]);
	while (scene_next(&s, &m)) {
		if (strstr(m.reply_to, "+c.") != NULL)
			is = HELD;
		seen_release(&m);
	}
	db_abort(s.db);
	desk_forget(&s.desk);
	s.last = last;
	return is;
}

struct place {
	const char *name, *before;
	int64_t game;
	int board;
};

static const struct place places[] = {
	{ "its own game", "", 1, -1 },
	{ "another game", "game 2\n", 1, -1 },
	{ "from a game that is over", "game 1\n", 3, -1 },
	{ "stale", "", 1, 0 },
};

static bool
may_be(enum role role, const struct place *p, unsigned need)
{
	bool here = role == ROLE_DIGEST ? strcmp(p->before, "game 2\n") != 0 :
					  p->game == 1 && !*p->before;

	return role_rights(role, here) & need;
}

/* Acts that depend on the position or on who sits where wait, whoever has
 * written, unless their mail shows the present board. */
static bool
is_blind(enum role role, const struct place *p, const char *name)
{
	static const char *const acts[] = { "cancel", "dummy", "eject",
		"process", "replace", "revive", "rollback", "rollforward" };
	bool act = false;

	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
		act |= strcmp(acts[i], name) == 0;
	return act &&
	    (*p->before || p->game != 1 || p->board >= 0 || role != ROLE_SEAT);
}

/* What no mail does that was not confirmed. */
static bool
is_asked(const char *name)
{
	const struct command *c = command_named(command_tables, name);

	return c != NULL && c->flags & COMMAND_ASKED;
}

static void
try_command(enum role role, const struct place *p, size_t i, int64_t anna)
{
	struct buf to = BUF_INIT, body = BUF_INIT, raw = BUF_INIT;
	const char *from = role == ROLE_PERSON ? "anna@work.example" :
	    role == ROLE_STRANGER              ? "eve@example.com" :
						 "anna@example.net";
	enum outcome is;

	role_address(role, p->game, anna, &to);
	if (role == ROLE_SEAT && p->board >= 0)
		seat_address(1, 1, p->board, &to);
	/* A mail that is no game's says which it means. */
	buf_printf(&body, "%s%s\n",
	    *p->before || role == ROLE_SEAT || role == ROLE_MODERATOR ||
		    role < ROLE_PLAYER ?
		p->before :
		"game 1\n",
	    commands[i].line);
	write_mail(from, to.data, role >= ROLE_PERSON, body.data, &raw);
	is = would(&raw);
	if (role != ROLE_OBSERVER && role != ROLE_STRANGER)
		ck_assert_msg((is == HELD) ==
			(!may_be(role, p, commands[i].need) ||
			    is_blind(role, p, commands[i].name) ||
			    is_asked(commands[i].name)),
		    "%s, %s: %s %s", roles[role].name, p->name,
		    commands[i].line, is == HELD ? "is held" : "is done");
	/* Who watches has no seat there: they are refused, or asked. */
	else if (may_be(role, p, commands[i].need) && !*p->before)
		ck_assert_msg(is == ELSE || role == ROLE_STRANGER,
		    "%s: %s is held", roles[role].name, commands[i].line);
	buf_release(&to);
	buf_release(&body);
	buf_release(&raw);
}

START_TEST(every_command)
{
	const struct place *p = &places[_i];
	int64_t anna = world();

	s.conf.identity.authserv_id = strdup("mx.example.org");
	ck_assert_int_eq(address_add(s.db, anna, "anna@work.example", &e), 0);
	for (size_t r = 0; r < sizeof roles / sizeof *roles; r++) {
		for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
			if (fresh_tries((int)(r + i), 3))
				try_command(roles[r].role, p, i, anna);
		/* So many in an hour would be too many. */
		flood_free(s.desk.flood);
		s.desk.flood = flood_new(s.db);
	}
	scene_close(&s);
}
END_TEST

/* Thirty days after it is final a game's tokens prove nothing. */
START_TEST(tokens_end)
{
	struct buf to = BUF_INIT, raw = BUF_INIT;
	int64_t anna = world();
	static const enum role of_game[] = { ROLE_SEAT, ROLE_MODERATOR };

	scene_pass(&s, REVIVE_SECONDS + 1);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_ge(desk_clocks(&s.desk, s.now, 100, &e), 1);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	(void)scene_skip(&s);
	for (int day = 29; day <= 31; day += 2) {
		scene_pass(&s, day == 29 ? 29 * 86400 : 2 * 86400);
		for (int i = 0; i < 2; i++) {
			role_address(of_game[i], 3, anna, &to);
			write_mail("anna@example.net", to.data, false, "log\n",
			    &raw);
			ck_assert_int_eq(would(&raw), day == 29 ? ELSE : HELD);
		}
	}
	buf_release(&to);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* ---- what thieves do ---- */

static int
events(int64_t game)
{
	struct match *m;
	int n;

	ck_assert_int_eq(match_look(&s.desk.club, game, &m, &e), 1);
	n = m->game.seq;
	match_drop(m);
	return n;
}

static int64_t
holder_of(int64_t game, int seat)
{
	struct seat row;
	int64_t who;

	ck_assert_int_eq(seat_get(s.db, game, seat, &row, &e), 1);
	who = row.player;
	seat_release(&row);
	return who;
}

/* Every mail since goes to her first address; the last question's address. */
static void
only_she_hears(struct buf *question)
{
	struct seen m;

	buf_clear(question);
	while (scene_next(&s, &m)) {
		ck_assert_str_eq(m.to, "anna@example.net");
		if (strstr(m.reply_to, "+c.") != NULL) {
			buf_clear(question);
			buf_str(question, m.reply_to);
		}
		seen_release(&m);
	}
	ck_assert_msg(question->len > 0, "nobody was asked");
}

/* The mail of an observer, of a turn long gone and of a game that is over, in a
 * stranger's hands: nothing moves, nobody leaves, no account is lost. */
START_TEST(a_stranger_with_a_mail)
{
	static const char *const body[] = { "game 2\nahead\ncharter 0\n",
		"game 2\ncharter 0\n", "game 2\nresign\n",
		"address add eve@example.com\n",
		"address drop anna@example.net\n", "game 2\neject p2\n",
		"renew\n", "game 2\ncancel\n", "game 2\nset clock 1h\n" };
	struct buf to = BUF_INIT, question = BUF_INIT;
	int64_t anna = world();

	ck_assert_int_eq(address_add(s.db, anna, "anna@work.example", &e), 0);
	for (int kind = 0; kind < 3; kind++)
		for (size_t i = 0; i < sizeof body / sizeof *body; i++) {
			int before = events(2);
			if (kind == 0)
				observer_address(4, anna, &to);
			else
				seat_address(kind == 1 ? 1 : 3, 1, 0, &to);
			send("eve@example.com", to.data, body[i]);
			only_she_hears(&question);
			ck_assert_int_eq(events(2), before);
			ck_assert_int_eq(holder_of(2, 1), anna);
			/* Their yes is none. */
			if (strstr(body[i], "address") != NULL ||
			    strstr(body[i], "resign") != NULL ||
			    strstr(body[i], "renew") != NULL)
				send("eve@example.com", question.data, "yes\n");
			scene_skip(&s);
			ck_assert_int_eq(holder_of(2, 1), anna);
			scene_pass(&s, 3600);
		}
	buf_release(&to);
	buf_release(&question);
	scene_close(&s);
}
END_TEST

/* What is within its rights is done at once, also beside what waits; that is
 * done when she says yes, once, and a preview stays one. */
START_TEST(a_part_waits)
{
	struct buf to = BUF_INIT, question = BUF_INIT;
	int before;

	world();
	before = events(1);
	seat_address(1, 1, -1, &to);
	send("anna@example.net", to.data, "set notify turn\ncharter 0\n");
	ck_assert_int_gt(events(1), before);
	scene_skip(&s);
	before = events(2);
	seat_address(1, 1, -1, &to);
	send("anna@example.net", to.data,
	    "game 2\npreview\ncharter 0\nhold\n"
	    "charter 0\n");
	only_she_hears(&question);
	send("anna@example.net", question.data, "yes\n");
	ck_assert_int_eq(events(2), before);
	scene_skip(&s);
	seat_address(1, 1, -1, &to);
	send("anna@example.net", to.data, "status\ngame 2\ncharter 0\n");
	only_she_hears(&question);
	ck_assert_int_eq(events(2), before);
	send("anna@example.net", question.data, "yes\n");
	ck_assert_int_gt(events(2), before);
	before = events(2);
	send("anna@example.net", question.data, "yes\n");
	ck_assert_int_eq(events(2), before);
	buf_release(&to);
	buf_release(&question);
	scene_close(&s);
}
END_TEST

static int
board_of(int64_t game)
{
	struct game g;
	int board;

	ck_assert_int_eq(game_get(s.db, game, &g, &e), 1);
	board = g.board;
	game_release(&g);
	return board;
}

/* A restored game goes on from an older board: what answers a board of the lost
 * history is no move on the one that has its number now. */
START_TEST(lost_history)
{
	struct seen lost, own, new;
	struct buf raw = BUF_INIT;
	struct inbox_row row;
	int failed;

	world();
	scene_last(&s, 1, 1, &own);
	write_mail("anna@example.net", own.reply_to, false, "charter 0\n",
	    &raw);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(inbox_get(s.db, scene_store(&s, raw.data, raw.len),
			     &row, &e),
	    1);
	ck_assert_int_eq(desk_judge(&s.desk, &row, 1, &failed, &e), 0);
	inbox_row_release(&row);
	scene_last(&s, 1, 2, &lost);
	db_abort(s.db);
	desk_forget(&s.desk);
	ck_assert_int_eq(db_epoch_raise(s.db, s.now, &e), 0);
	ck_assert_int_eq(game_fork_all(s.db, &e), 0);
	scene_restart(&s);
	/* A board that both histories have is as good as before. */
	scene_say(&s, 1, 1, "2\n");
	scene_last(&s, 1, 2, &new);
	ck_assert_ptr_nonnull(strstr(new.message_id, "pq1.2.p2.3."));
	ck_assert_str_ne(new.reply_to, lost.reply_to);
	write_mail("bruno@example.net", lost.reply_to, false, "1\n", &raw);
	ck_assert_int_eq(would(&raw), HELD);
	write_mail("bruno@example.net", new.reply_to, false, "1\n", &raw);
	ck_assert_int_eq(would(&raw), ELSE);
	/* Nor does its Message-ID say which board a proven writer saw. */
	free(s.conf.identity.authserv_id);
	s.conf.identity.authserv_id = strdup("mx.example.org");
	for (int i = 0; i < 2; i++) {
		struct buf from = BUF_INIT;
		int before = board_of(1);
		char *at;
		write_mail("bruno@example.net", "games@example.org", true,
		    "1\n", &raw);
		at = strstr(raw.data, "From: ");
		buf_add(&from, raw.data, (size_t)(at - raw.data));
		buf_printf(&from, "In-Reply-To: <%s>\r\n%s",
		    i ? new.message_id : lost.message_id, at);
		ck_assert_int_gt(scene_raw(&s, from.data, from.len), 0);
		ck_assert_int_eq(board_of(1) > before, i);
		buf_release(&from);
	}
	seen_release(&lost);
	seen_release(&own);
	seen_release(&new);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* A question from before a restore, or of a number that names another mail by
 * now, is none. */
START_TEST(numbers_come_again)
{
	struct buf to = BUF_INIT, old = BUF_INIT;
	struct hold h = { 0 };
	const char *detail;
	struct token t;
	int64_t anna = world();

	seat_address(1, 1, -1, &to);
	send("anna@example.net", to.data, "resign\n");
	only_she_hears(&old);
	ck_assert_int_eq(db_epoch_raise(s.db, s.now, &e), 0);
	send("anna@example.net", old.data, "yes\n");
	ck_assert_int_eq(holder_of(1, 1), anna);
	scene_skip(&s);
	/* The same row, another mail: another number at random. */
	send("anna@example.net", to.data, "resign\n");
	only_she_hears(&old);
	detail = strstr(old.data, "+c.") + 1;
	ck_assert_int_eq(token_read(s.desk.club.key, detail,
			     strcspn(detail, "@"), &t),
	    0);
	ck_assert_int_eq(hold_take(s.db, t.number, &h, &e), 1);
	h.nonce++;
	ck_assert_int_eq(hold_add(s.db, &h, &e), 0);
	hold_release(&h);
	send("anna@example.net", old.data, "yes\n");
	ck_assert_int_eq(holder_of(1, 1), anna);
	buf_release(&to);
	buf_release(&old);
	scene_close(&s);
}
END_TEST

/* After `renew` older addresses prove nothing, and the new one plays. */
START_TEST(renewed)
{
	struct buf old = BUF_INIT, raw = BUF_INIT, watch = BUF_INIT;
	struct seen m;
	int64_t anna = world();
	int before = events(1);

	seat_address(1, 1, -1, &old);
	observer_address(4, anna, &watch);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_eq(desk_renew(&s.desk, anna, &e), 1);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "anna@example.net");
	write_mail("anna@example.net", old.data, false, "charter 0\n", &raw);
	ck_assert_int_eq(would(&raw), HELD);
	write_mail("anna@example.net", watch.data, false, "board\n", &raw);
	ck_assert_int_eq(would(&raw), HELD);
	send("anna@example.net", m.reply_to, "game 1\ncharter 0\n");
	ck_assert_int_gt(events(1), before);
	seen_release(&m);
	seat_address(1, 1, -1, &old);
	ck_assert_int_eq(db_begin(s.db, &e), 0);
	ck_assert_int_ge(desk_rekey(&s.desk, &e), 5);
	ck_assert_int_eq(db_commit(s.db, &e), 0);
	write_mail("anna@example.net", old.data, false, "hand\n", &raw);
	ck_assert_int_eq(would(&raw), HELD);
	buf_release(&old);
	buf_release(&raw);
	buf_release(&watch);
	scene_close(&s);
}
END_TEST

/* A seat that a mail brings makes nobody its game's moderator who has not shown
 * to be: Anna moderates game 6, and her seat of game 1 is in other hands. */
START_TEST(a_seat_is_no_office)
{
	static const char *const acts[] = { "pause", "extend 1h",
		"announce\nhear\nendpress", "set clock 72h", "observers off",
		"invite p2 eve@example.com", "process turn", "eject p1" };
	struct buf to = BUF_INIT, body = BUF_INIT, raw = BUF_INIT;

	world();
	scene_game(&s, "+Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 6, "begin");
	scene_moderate(&s, 6, "eject p2");
	scene_game(&s, "+Anna Bruno Carla", "order=given", 9);
	scene_moderate(&s, 7, "eject p2");
	scene_skip(&s);
	seat_address(1, 1, -1, &to);
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
		buf_clear(&body);
		buf_printf(&body, "takeover 6 p2\n%s\n", acts[i]);
		write_mail("anna@example.net", to.data, false, body.data, &raw);
		ck_assert_msg(would(&raw) == HELD, "%s is done", acts[i]);
	}
	write_mail("anna@example.net", to.data, false, "join 7\nbegin\n", &raw);
	ck_assert_int_eq(would(&raw), HELD);
	/* The game that she founds is hers. */
	write_mail("anna@example.net", to.data, false,
	    "create clippers\n"
	    "pause\n",
	    &raw);
	ck_assert_int_eq(would(&raw), ELSE);
	buf_release(&to);
	buf_release(&body);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

/* An observer's mail ends what it shows, and nothing else. */
START_TEST(one_game_is_watched)
{
	struct buf to = BUF_INIT, raw = BUF_INIT;
	struct observer o;
	int64_t anna = world();

	scene_watch(&s, 5, anna);
	observer_address(4, anna, &to);
	send("eve@example.com", to.data, "unobserve 5\n");
	ck_assert_int_eq(observer_find(s.db, 5, anna, &o, &e), 1);
	write_mail("eve@example.com", to.data, false, "unobserve 5\n", &raw);
	ck_assert_int_eq(would(&raw), HELD);
	send("eve@example.com", to.data, "unobserve\n");
	ck_assert_int_eq(observer_find(s.db, 4, anna, &o, &e), 0);
	buf_release(&to);
	buf_release(&raw);
	scene_close(&s);
}
END_TEST

static int
count_address(void *arg, const char *address)
{
	(void)address;
	++*(int *)arg;
	return 0;
}

/* Somebody had a player's mailbox for a minute: a word from it takes that
 * address away, and the player's cannot be dropped for seven days. */
START_TEST(the_older_addresses_stay)
{
	struct buf to = BUF_INIT, question = BUF_INIT, undo = BUF_INIT;
	struct seen m;
	int n = 0;
	int64_t anna = world();

	seat_address(1, 1, -1, &to);
	send("anna@example.net", to.data, "address add eve@example.com\n");
	only_she_hears(&question);
	send("anna@example.net", question.data, "yes\n");
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, "eve@example.com") == 0)
			send("eve@example.com", m.reply_to, "yes\n");
		if (strcmp(m.subject, "A new address of yours") == 0) {
			ck_assert_str_eq(m.to, "anna@example.net");
			buf_str(&undo, m.reply_to);
		}
		seen_release(&m);
	}
	ck_assert_int_eq(address_each(s.db, anna, count_address, &n, &e), 0);
	ck_assert_int_eq(n, 2);
	seat_address(1, 1, -1, &to);
	send("anna@example.net", to.data, "address drop anna@example.net\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "stays until 2026-11-28"), "%s", m.text);
	seen_release(&m);
	send("anna@example.net", undo.data, "no\n");
	n = 0;
	ck_assert_int_eq(address_each(s.db, anna, count_address, &n, &e), 0);
	ck_assert_int_eq(n, 1);
	buf_release(&to);
	buf_release(&question);
	buf_release(&undo);
	scene_close(&s);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 300);
	tcase_add_test(t, the_pages_have_the_table);
	tcase_add_test(t, every_command_is_listed);
	FRESH_LOOP(t, every_command, sizeof places / sizeof *places, 2);
	tcase_add_test(t, tokens_end);
	tcase_add_test(t, a_stranger_with_a_mail);
	tcase_add_test(t, a_part_waits);
	tcase_add_test(t, numbers_come_again);
	tcase_add_test(t, lost_history);
	tcase_add_test(t, renewed);
	tcase_add_test(t, a_seat_is_no_office);
	tcase_add_test(t, one_game_is_watched);
	tcase_add_test(t, the_older_addresses_stay);
}
