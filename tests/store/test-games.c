/* SPDX-License-Identifier: MIT */
/* Players, games, seats, events, snapshots, the audit trail
 * (doc/design.md 7). */
#include "base/mem.h"
#include "scratch.h"
#include "store/due.h"
#include "store/sql.h"

struct list {
	int n;
	struct buf text;
	int stop_after;
};

static int
list_address(void *arg, const char *address)
{
	struct list *l = arg;

	buf_printf(&l->text, "%s ", address);
	return ++l->n == l->stop_after;
}

static int
list_game(void *arg, const struct game *g)
{
	struct list *l = arg;

	buf_printf(&l->text, "%lld ", (long long)g->id);
	return ++l->n == l->stop_after;
}

static int
list_event(void *arg, const struct event_row *r)
{
	struct list *l = arg;

	buf_printf(&l->text, "%d/%d/%s/%s/%s/%lld/%d/%s\n", r->seq, r->actor,
	    r->words, r->derived, r->chat, (long long)r->stamp, r->board,
	    r->mid == NULL ? "none" : r->mid);
	return ++l->n == l->stop_after;
}

static int
list_audit(void *arg, int64_t game, const char *who, const char *what,
    int64_t at)
{
	struct list *l = arg;

	buf_printf(&l->text, "%lld %s %s %lld\n", (long long)game, who, what,
	    (long long)at);
	return ++l->n == l->stop_after;
}

static void
list_is(struct list *l, const char *want)
{
	ck_assert_str_eq(buf_text(&l->text), want);
	buf_release(&l->text);
	*l = (struct list){ 0 };
}

START_TEST(test_player)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t bruno = scratch_player(db, "Bruno", "bruno@example.org");
	struct player p;

	ck_assert_int_ne(anna, bruno);
	ck_assert_int_eq(player_get(db, anna, &p, &e), 1);
	ck_assert_str_eq(p.name, "Anna");
	ck_assert_str_eq(p.layout, "board");
	free(p.name);
	free(p.lang);
	free(p.layout);
	free(p.glyphs);
	free(p.tz);
	free(p.notify);
	p.name = mem_dup("Änna");
	p.lang = mem_dup("nl");
	p.layout = mem_dup("list");
	p.glyphs = mem_dup("unicode");
	p.width = 40;
	p.tz = mem_dup("Europe/Amsterdam");
	p.notify = mem_dup("turn");
	free(p.remind);
	free(p.digest);
	free(p.thread);
	p.remind = mem_dup("24h,3h");
	p.digest = mem_dup("07:30");
	p.thread = mem_dup("game");
	p.digest_due = 1000;
	p.ics = true;
	OK(player_save(db, &p, &e));
	player_release(&p);
	ck_assert_int_eq(player_by_address(db, "anna@example.org", &p, &e), 1);
	ck_assert_int_eq(p.id, anna);
	ck_assert_str_eq(p.name, "Änna");
	ck_assert_str_eq(p.lang, "nl");
	ck_assert_str_eq(p.layout, "list");
	ck_assert_str_eq(p.glyphs, "unicode");
	ck_assert_int_eq(p.width, 40);
	ck_assert_str_eq(p.tz, "Europe/Amsterdam");
	ck_assert_str_eq(p.notify, "turn");
	ck_assert_str_eq(p.remind, "24h,3h");
	ck_assert_str_eq(p.digest, "07:30");
	ck_assert_str_eq(p.thread, "game");
	ck_assert(p.ics && p.digest_due == 1000);
	player_release(&p);
	ck_assert_int_eq(player_by_address(db, "nobody@example.org", &p, &e),
	    0);
	ck_assert_int_eq(player_get(db, 99, &p, &e), 0);
	db_close(db);
}
END_TEST

START_TEST(test_digests)
{
	struct db *db = scratch_db();
	int64_t ids[3], when;

	ck_assert_int_eq(player_next_digest(db, &when, &e), 0);
	for (int i = 0; i < 4; i++) {
		static const char *const who[] = { "a@example.org",
			"b@example.org", "c@example.org", "d@example.org" };
		struct player p;
		int64_t id = scratch_player(db, "P", who[i]);
		ck_assert_int_eq(player_get(db, id, &p, &e), 1);
		p.digest_due = i ? 500 - 100 * i : 0;
		OK(player_save(db, &p, &e));
		player_release(&p);
	}
	ck_assert_int_eq(player_next_digest(db, &when, &e), 1);
	ck_assert_int_eq(when, 200);
	ck_assert_int_eq(player_digests(db, 199, ids, 3, &e), 0);
	ck_assert_int_eq(player_digests(db, 300, ids, 3, &e), 2);
	ck_assert_int_eq(ids[0], 4);
	ck_assert_int_eq(ids[1], 3);
	ck_assert_int_eq(player_digests(db, 400, ids, 1, &e), 1);
	db_close(db);
}
END_TEST

START_TEST(test_address)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t bruno = scratch_player(db, "Bruno", "bruno@example.org");
	struct list l = { 0 };
	struct buf out = BUF_INIT;

	OK(address_add(db, anna, "a@example.org", &e));
	ck_assert_int_eq(address_add(db, bruno, "a@example.org", &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(address_add(db, 99, "z@example.org", &e), -1);
	OK(address_each(db, anna, list_address, &l, &e));
	list_is(&l, "anna@example.org a@example.org ");
	l.stop_after = 1;
	OK(address_each(db, anna, list_address, &l, &e));
	list_is(&l, "anna@example.org ");
	ck_assert_int_eq(address_primary(db, bruno, &out, &e), 1);
	ck_assert_str_eq(buf_text(&out), "bruno@example.org");
	ck_assert_int_eq(address_primary(db, 99, &out, &e), 0);
	buf_release(&out);
	db_close(db);
}
END_TEST

START_TEST(test_game)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org"), id;
	int64_t epoch;
	struct game g;

	OK(db_epoch_raise(db, 1700000000, &e));
	OK(db_epoch(db, &epoch, &e));
	id = scratch_game(db);
	ck_assert_int_eq(id, 1);
	ck_assert_int_eq(game_get(db, id, &g, &e), 1);
	ck_assert_str_eq(g.kind, "atlantic-star");
	ck_assert_int_eq(g.version, 1);
	ck_assert_int_eq(g.seats, 2);
	ck_assert_int_eq(g.seed[31], 31);
	ck_assert_int_eq(g.created, 1000);
	ck_assert_int_eq(g.moderator, 0);
	free(g.lang);
	g.lang = mem_dup("it");
	g.state = GAME_OVER;
	g.moderator = anna;
	g.moderator_holder = 2;
	g.started = 1001;
	g.ended = 1002;
	g.final = 1003;
	g.seq = 5;
	g.board = 4;
	g.turn = 3;
	g.opened = 2;
	OK(game_save(db, &g, &e));
	game_release(&g);
	OK(db_begin(db, &e));
	ck_assert_int_eq(game_lock(db, id, &g, &e), 1);
	OK(db_commit(db, &e));
	ck_assert_str_eq(g.lang, "it");
	ck_assert_str_eq(g.options, "-");
	ck_assert_str_eq(g.data_hash, "00");
	ck_assert_int_eq(g.state, GAME_OVER);
	ck_assert_int_eq(g.moderator, anna);
	ck_assert_int_eq(g.moderator_holder, 2);
	ck_assert_int_eq(g.started, 1001);
	ck_assert_int_eq(g.ended, 1002);
	ck_assert_int_eq(g.final, 1003);
	ck_assert_int_eq(g.epoch, epoch);
	ck_assert_int_eq(g.seq, 5);
	ck_assert_int_eq(g.board, 4);
	ck_assert_int_eq(g.turn, 3);
	ck_assert_int_eq(g.opened, 2);
	game_release(&g);
	ck_assert_int_eq(game_get(db, 99, &g, &e), 0);
	ck_assert_int_eq(game_lock(db, 99, &g, &e), 0);
	db_close(db);
}
END_TEST

START_TEST(test_game_each)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	struct list l = { 0 };
	struct game g;
	struct seat s;

	for (int i = 0; i < 4; i++)
		scratch_game(db);
	ck_assert_int_eq(game_get(db, 2, &g, &e), 1);
	g.state = GAME_OVER;
	OK(game_save(db, &g, &e));
	game_release(&g);
	for (int i = 2; i <= 3; i++) {
		ck_assert_int_eq(seat_get(db, i, 2, &s, &e), 1);
		s.player = anna;
		OK(seat_save(db, &s, &e));
		seat_release(&s);
	}
	OK(game_each(db, GAMES_ALL, 0, list_game, &l, &e));
	list_is(&l, "1 2 3 4 ");
	OK(game_each(db, GAME_RUNNING, 0, list_game, &l, &e));
	list_is(&l, "1 3 4 ");
	OK(game_each(db, GAMES_OPEN, 0, list_game, &l, &e));
	list_is(&l, "1 3 4 ");
	OK(game_each(db, GAMES_ALL, anna, list_game, &l, &e));
	list_is(&l, "2 3 ");
	ck_assert_int_eq(game_get(db, 4, &g, &e), 1);
	g.moderator = anna;
	OK(game_save(db, &g, &e));
	game_release(&g);
	OK(game_each(db, GAMES_ALL, anna, list_game, &l, &e));
	list_is(&l, "2 3 4 ");
	OK(game_each(db, GAME_RUNNING, anna, list_game, &l, &e));
	list_is(&l, "3 4 ");
	OK(game_each(db, GAMES_OPEN, anna, list_game, &l, &e));
	list_is(&l, "3 4 ");
	l.stop_after = 2;
	OK(game_each(db, GAMES_ALL, 0, list_game, &l, &e));
	list_is(&l, "1 2 ");
	db_close(db);
}
END_TEST

START_TEST(test_seat)
{
	struct db *db = scratch_db();
	int64_t anna = scratch_player(db, "Anna", "anna@example.org");
	int64_t id = scratch_game(db);
	struct seat s, all[7];

	ck_assert_int_eq(seat_get(db, id, 2, &s, &e), 1);
	ck_assert_str_eq(s.name, "Bruno");
	ck_assert_ptr_null(s.entropy);
	ck_assert_ptr_null(s.proposal);
	free(s.name);
	s = (struct seat){ .game = id,
		.seat = 2,
		.player = anna,
		.holder = 3,
		.name = mem_dup("Änna"),
		.computer = true,
		.ready = true,
		.entropy = mem_dup("warm water"),
		.hold = true,
		.decision = 4,
		.moved = 5,
		.told = 6,
		.told_seq = 7,
		.mails = 8,
		.proposal = mem_dup("end"),
		.agreed = true,
		.proposed = 9,
		.asked = 10 };
	OK(seat_save(db, &s, &e));
	seat_release(&s);
	ck_assert_int_eq(seat_all(db, id, all, &e), 2);
	ck_assert_str_eq(all[1].name, "Anna");
	s = all[2];
	ck_assert_int_eq(s.player, anna);
	ck_assert_int_eq(s.holder, 3);
	ck_assert_str_eq(s.name, "Änna");
	ck_assert(s.computer && s.ready && s.hold && s.agreed);
	ck_assert_str_eq(s.entropy, "warm water");
	ck_assert_int_eq(s.decision, 4);
	ck_assert_int_eq(s.moved, 5);
	ck_assert_int_eq(s.told, 6);
	ck_assert_int_eq(s.told_seq, 7);
	ck_assert_int_eq(s.mails, 8);
	ck_assert_str_eq(s.proposal, "end");
	ck_assert_int_eq(s.proposed, 9);
	ck_assert_int_eq(s.asked, 10);
	/* A second row of the seat cannot be. */
	ck_assert_int_eq(seat_add(db, &all[2], &e), -1);
	seat_release(&all[1]);
	seat_release(&all[2]);
	ck_assert_int_eq(seat_get(db, id, 3, &s, &e), 0);
	ck_assert_int_eq(seat_all(db, 99, all, &e), 0);
	db_close(db);
}
END_TEST

static void
three_events(struct db *db, int64_t id)
{
	char words[] = "charter rhea", derived[] = "paid 2000\nleft 10000";
	char chat[] = "'p1 hello", mid[] = "x@y";
	struct event_row r = { .seq = 1,
		.actor = 0,
		.words = words,
		.stamp = 1000,
		.board = 1 };

	OK(event_add(db, id, &r, &e));
	r = (struct event_row){ .seq = 2,
		.actor = 2,
		.words = words,
		.derived = derived,
		.chat = chat,
		.stamp = 1001,
		.board = 2,
		.mid = mid,
		.mail = "aa01" };
	OK(event_add(db, id, &r, &e));
	r.seq = 3;
	r.actor = -1;
	OK(event_add(db, id, &r, &e));
}

/* Who wrote an event's mail is known of those that one made. */
static void
made_by(struct db *db, int64_t id)
{
	struct event_mail m;

	ck_assert_int_eq(event_mail(db, id, 2, &m, &e), 1);
	ck_assert_int_eq(m.actor, 2);
	ck_assert_str_eq(m.words, "charter rhea");
	ck_assert_str_eq(m.mid, "x@y");
	ck_assert_str_eq(m.sha256, "aa01");
	event_mail_release(&m);
	ck_assert_int_eq(event_mail(db, id, 1, &m, &e), 1);
	ck_assert_ptr_null(m.mid);
	ck_assert_ptr_null(m.sha256);
	event_mail_release(&m);
	ck_assert_int_eq(event_mail(db, id, 4, &m, &e), 0);
}

START_TEST(test_event)
{
	struct db *db = scratch_db();
	int64_t id = scratch_game(db), other = scratch_game(db);
	struct list l = { 0 };
	char words[] = "replace";
	struct event_row r = { .seq = 3, .actor = 1, .words = words };

	three_events(db, id);
	made_by(db, id);
	OK(event_chat(db, id, 1, "'p2 one", &e));
	OK(event_chat(db, id, 1, "'p1 two", &e));
	OK(event_each(db, id, 0, list_event, &l, &e));
	list_is(&l,
	    "1/0/charter rhea//'p2 one\n'p1 two/1000/1/none\n"
	    "2/2/charter rhea/paid 2000\nleft 10000/'p1 hello/1001/2/x@y\n"
	    "3/-1/charter rhea/paid 2000\nleft 10000/'p1 hello/1001/2/x@y\n");
	OK(event_each(db, id, 3, list_event, &l, &e));
	ck_assert_int_eq(l.n, 1);
	buf_release(&l.text);
	l = (struct list){ .stop_after = 2 };
	OK(event_each(db, id, 1, list_event, &l, &e));
	ck_assert_int_eq(l.n, 2);
	buf_release(&l.text);
	l = (struct list){ 0 };
	OK(event_each(db, other, 0, list_event, &l, &e));
	list_is(&l, "");
	/* Rows are only ever added, and only to a game that is. */
	ck_assert_int_eq(event_add(db, id, &r, &e), -1);
	ck_assert_int_eq(event_add(db, 99, &r, &e), -1);
	db_close(db);
}
END_TEST

/* The same question asked again while it is being answered. */
struct nest {
	struct db *db;
	int n;
};

static int
nest_game(void *arg, const struct game *g)
{
	struct nest *nest = arg;

	ck_assert_int_ge(g->id, 1);
	if (++nest->n <= 3)
		OK(game_each(nest->db, GAMES_ALL, 0, nest_game, nest, &e));
	return 0;
}

START_TEST(test_nested)
{
	struct nest nest = { .db = scratch_db() };

	scratch_game(nest.db);
	scratch_game(nest.db);
	OK(game_each(nest.db, -1, 0, nest_game, &nest, &e));
	ck_assert_int_eq(nest.n, 8);
	db_close(nest.db);
}
END_TEST

START_TEST(test_position)
{
	struct db *db = scratch_db();
	int64_t id = scratch_game(db);
	struct buf out = BUF_INIT;
	int seq = 0;

	ck_assert_int_eq(position_get(db, id, &seq, &out, &e), 0);
	OK(position_put(db, id, 3, "a\0b", 3, &e));
	OK(position_put(db, id, 4, "c\0d", 3, &e));
	ck_assert_int_eq(position_get(db, id, &seq, &out, &e), 1);
	ck_assert_int_eq(seq, 4);
	ck_assert_int_eq((int)out.len, 3);
	ck_assert_mem_eq(out.data, "c\0d", 3);
	OK(position_drop(db, id, &e));
	ck_assert_int_eq(position_get(db, id, &seq, &out, &e), 0);
	/* It is a cache: dropping all of it touches nothing else. */
	three_events(db, id);
	OK(position_put(db, id, 3, "", 0, &e));
	ck_assert_int_eq(sql_do(db, &e, "DELETE FROM position"), 0);
	ck_assert_int_eq(position_get(db, id, &seq, &out, &e), 0);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM event"), 3);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	buf_release(&out);
	db_close(db);
}
END_TEST

static void
queue_is(struct db *db, int64_t game, int seat, int before, const char *want)
{
	struct ahead a;
	char text[80];
	int rc = ahead_get(db, game, seat, before, &a, &e);

	ck_assert_int_ge(rc, 0);
	snprintf(text, sizeof text, "none");
	if (rc == 1) {
		snprintf(text, sizeof text, "%d/%d/%s/%s%s%s", a.seq, a.holder,
		    a.moves, a.stops, *a.mails ? "/" : "", a.mails);
		ahead_release(&a);
	}
	ck_assert_str_eq(text, want);
}

/* Each event has the queue that stood after it; nothing old is changed. */
START_TEST(test_ahead)
{
	struct db *db = scratch_db();
	int64_t id = scratch_game(db), other = scratch_game(db);
	struct ahead a = { .game = id, .seat = 2, .seq = 0, .holder = 1 };

	queue_is(db, id, 2, 99, "none");
	a.moves = (char[]){ "one\ntwo" };
	a.stops = (char[]){ "" };
	OK(ahead_put(db, &a, &e));
	a.seq = 4;
	a.stops = (char[]){ "loan" };
	OK(ahead_put(db, &a, &e));
	a.moves = (char[]){ "three" };
	a.mails = (char[]){ "aa01 x@y" };
	a.holder = 2;
	OK(ahead_put(db, &a, &e));
	queue_is(db, id, 2, 99, "4/2/three/loan/aa01 x@y");
	queue_is(db, id, 2, 5, "4/2/three/loan/aa01 x@y");
	queue_is(db, id, 2, 4, "0/1/one\ntwo/");
	queue_is(db, id, 2, 0, "none");
	queue_is(db, id, 1, 99, "none");
	queue_is(db, other, 2, 99, "none");
	a.game = 77;
	ck_assert_int_eq(ahead_put(db, &a, &e), -1);
	db_close(db);
}
END_TEST

/* Pages are made, of what was asked for; who was overtaken cannot know whose
 * are there. */
START_TEST(test_due)
{
	struct db *db = scratch_db();
	int64_t first = scratch_game(db), second = scratch_game(db);
	struct due one, other, *all;
	struct due_state state;

	ck_assert_int_eq(due_take(db, 0, &one, &e), 0);
	OK(due_put(db, second, &e));
	OK(due_put(db, first, &e));
	ck_assert_int_eq(due_take(db, 0, &one, &e), 1);
	ck_assert_int_eq(one.game, first);
	OK(due_put(db, first, &e));
	OK(due_done(db, &one, &e));
	ck_assert_int_eq(due_take(db, 0, &other, &e), 1);
	ck_assert_int_eq(other.game, first);
	OK(due_done(db, &other, &e));
	ck_assert_int_eq(due_all(db, &all, &e), 1);
	ck_assert_int_eq(all[0].game, second);
	OK(due_done(db, &all[0], &e));
	free(all);
	ck_assert_int_eq(due_take(db, 0, &other, &e), 0);
	OK(due_done(db, &one, &e));
	ck_assert_int_eq(due_take(db, 0, &other, &e), 1);
	ck_assert_int_eq(other.game, first);
	/* Who took it before it was made and asked for anew is late. */
	other.claim = 77;
	OK(due_done(db, &other, &e));
	ck_assert_int_eq(due_take(db, 0, &other, &e), 1);
	/* One that fails goes behind the others, until it was made. */
	OK(due_put(db, second, &e));
	OK(due_leave(db, &other, NULL, &e));
	ck_assert_int_eq(due_take(db, 0, &other, &e), 1);
	ck_assert_int_eq(other.game, first);
	OK(due_leave(db, &other, "no room", &e));
	OK(due_look(db, &state, &e));
	ck_assert_str_eq(state.why, "no room");
	free(state.why);
	ck_assert_int_eq(due_take(db, 0, &one, &e), 1);
	ck_assert_int_eq(one.game, second);
	OK(due_leave(db, &one, "no room", &e));
	ck_assert_int_eq(due_take(db, 0, &one, &e), 1);
	ck_assert_int_eq(one.game, first);
	OK(due_put(db, first, &e));
	OK(due_done(db, &one, &e));
	ck_assert_int_eq(due_take(db, 0, &one, &e), 1);
	ck_assert_int_eq(one.game, first);
	db_close(db);
}
END_TEST

START_TEST(test_audit)
{
	struct db *db = scratch_db();
	int64_t id = scratch_game(db);
	struct list l = { 0 };

	OK(audit_add(db, id, "keeper", "begin", 5, &e));
	OK(audit_add(db, 0, "keeper", "backup", 6, &e));
	OK(audit_each(db, 0, list_audit, &l, &e));
	list_is(&l, "1 keeper begin 5\n0 keeper backup 6\n");
	OK(audit_each(db, id, list_audit, &l, &e));
	list_is(&l, "1 keeper begin 5\n");
	db_close(db);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_player);
	tcase_add_test(t, test_address);
	tcase_add_test(t, test_game);
	tcase_add_test(t, test_game_each);
	tcase_add_test(t, test_digests);
	tcase_add_test(t, test_seat);
	tcase_add_test(t, test_event);
	tcase_add_test(t, test_nested);
	tcase_add_test(t, test_position);
	tcase_add_test(t, test_ahead);
	tcase_add_test(t, test_due);
	tcase_add_test(t, test_audit);
}
