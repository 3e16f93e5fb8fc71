/* SPDX-License-Identifier: MIT */

/* The chain of a game (T22, T23, T24, T25): every log and copy holds, all
 * readers have the same heads, and what is altered shows. */

#include <check.h>

#include "api.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "log/kept.h"
#include "logs.h"
#include "mail/message.h"
#include "match/rebuild.h"
#include "store/forget.h"
#include "store/sql.h"
#include "tests/run.h"
#include "tests/srcdir.h"

static struct err e;

static void
check_log(const struct buf *log, struct chain_found *out)
{
	ck_assert_msg(chain_check(log->data, log->len, out, &e) == 0, "%s\n%s",
	    e.text, log->data);
	ck_assert(out->chained);
}

/* For a verifier that shares no code with us; the lines of each are made anew
 * there, so the heads are the same. */
static int kept;

static void
keep(const struct buf *log)
{
	char path[96];

	snprintf(path, sizeof path, "%s/%d.turnlog", api.dir, kept++);
	ck_assert_int_eq(file_write(path, log->data, log->len, 0600, &e), 0);
}

static void
verify_kept(void)
{
	char line[600];

	snprintf(line, sizeof line,
	    "python3 '%s/contrib/verify-seed.py' --chain %s/*.turnlog "
	    ">%s/said || { cat %s/said; false; }",
	    PAQUEBOT_SRCDIR, api.dir, api.dir, api.dir);
	ck_assert_int_gt(kept, 0);
	ck_assert_int_eq(system(line), 0);
	kept = 0;
}

static bool
holds(const struct buf *log)
{
	struct chain_found found;
	int rc = chain_check(buf_text(log), log->len, &found, &e);

	chain_found_release(&found);
	return rc == 0;
}

static void
same_heads(const struct chain_found *a, const struct chain_found *b)
{
	ck_assert_int_eq(a->heads, b->heads);
	ck_assert_int_eq(memcmp(a->head, b->head,
			     (size_t)a->heads * sizeof *a->head),
	    0);
}

/* What the keeper has with and without the seed, and each reader's copy. */
static void
all_agree(int64_t id, bool over)
{
	struct buf log = BUF_INIT;
	struct chain_found whole, found;
	struct match *m;

	api_log(id, true, &log);
	keep(&log);
	check_log(&log, &whole);
	ck_assert(whole.sealed);
	ck_assert_int_eq(whole.closed, over);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	ck_assert_int_eq(whole.heads, m->game.board + 1);
	ck_assert_int_eq(memcmp(whole.head[m->game.board], m->game.chain,
			     HASH_SIZE),
	    0);
	for (int reader = OBSERVER; reader <= m->seats; reader++) {
		if (reader == 0)
			api_log(id, false, &log);
		else
			api_copy(id, reader, &log);
		keep(&log);
		check_log(&log, &found);
		ck_assert(found.sealed == over);
		same_heads(&whole, &found);
		chain_found_release(&found);
	}
	match_drop(m);
	chain_found_release(&whole);
	buf_release(&log);
}

/* To where hands were chosen, in Claim. */
static void
set_back(int64_t id)
{
	struct match *m = api_open(id);
	struct refusal why;

	ck_assert_int_eq(match_undo(m, 3, &why, &e), 0);
	api_finish(m);
}

/* Of the seat that was Bruno's, whose name stands in the first head. */
static void
rename_bruno(int64_t id)
{
	struct match *m = api_open(id);

	ck_assert_int_eq(match_rename(m, 2, "Bruno", "Bert", &e), 1);
	api_finish(m);
}

START_TEST(t22_all_readers)
{
	int64_t id[API_GAMES];
	int n;

	scene_open(&api, true);
	n = api_found_all(id);
	for (int i = 0; i < n; i++) {
		all_agree(id[i], false);
		for (int k = 0; k < 3; k++)
			ck_assert(api_move(id[i]));
		all_agree(id[i], false);
		rename_bruno(id[i]);
		all_agree(id[i], false);
		api_adventures(id[i]);
		all_agree(id[i], false);
		while (i % 2 == 0 && api_move(id[i]))
			;
		all_agree(id[i], i % 2 == 0);
		/* What was open is hidden again, but was seen (T24). */
		if (i % 2 == 1) {
			set_back(id[i]);
			all_agree(id[i], false);
		}
	}
	verify_kept();
	scene_close(&api);
}
END_TEST

static int64_t
antwerp(uint8_t number)
{
	const struct game_kind *kind;
	int64_t id;

	ck_assert_int_eq(game_open("antwerp", &kind, &e), 0);
	id = api_found(kind->rules, 2, number);
	api_begin(id);
	for (int i = 0; i < 3; i++)
		ck_assert(api_move(id));
	return id;
}

static void
stand(int64_t id, const char *text)
{
	struct match *m = api_open(id);
	struct refusal why;
	struct move mv;
	int seat = match_to_act(m) & SEAT_BIT(1) ? 2 : 1;

	ck_assert_int_eq(m->kind->rules->parse(m->kind->data,
			     table_position(m->table), seat, NULL, text, &mv,
			     &why),
	    0);
	ck_assert_int_eq(match_move(m, seat, &mv, &why, &e), 0);
	api_finish(m);
}

static void
head_of(int64_t id, uint8_t head[HASH_SIZE])
{
	struct match *m;

	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	memcpy(head, m->game.chain, HASH_SIZE);
	match_drop(m);
}

/* A secret act moves no head; the seal of the next row binds it, and opens when
 * the seed is known. */
START_TEST(t23_secret)
{
	struct buf log = BUF_INIT;
	uint8_t before[HASH_SIZE], after[HASH_SIZE];
	int64_t id;
	char *order;

	scene_open(&api, true);
	id = antwerp(7);
	head_of(id, before);
	stand(id, "standing anchor lock");
	stand(id, "standing anchor ship");
	head_of(id, after);
	ck_assert_int_eq(memcmp(before, after, HASH_SIZE), 0);
	ck_assert(api_move(id));
	head_of(id, after);
	ck_assert_int_ne(memcmp(before, after, HASH_SIZE), 0);
	all_agree(id, false);
	api_log(id, true, &log);
	ck_assert(holds(&log));
	order = strstr(log.data, "standing anchor ship");
	ck_assert_ptr_nonnull(order);
	memcpy(order, "standing anchor lock", 20);
	ck_assert(!holds(&log));
	ck_assert(strstr(e.text, "the seed gives another seal") != NULL);
	/* Without the seed nobody can tell. */
	api_log(id, false, &log);
	order = strstr(log.data, "standing anchor ship");
	memcpy(order, "standing anchor lock", 20);
	ck_assert(holds(&log));
	buf_release(&log);
	scene_close(&api);
}
END_TEST

static void
altered(const struct buf *log, const char *from, const char *to,
    const char *what)
{
	struct buf other = BUF_INIT;
	char *at;

	buf_add(&other, log->data, log->len);
	at = strstr(other.data, from);
	ck_assert_msg(at != NULL, "no %s in\n%s", from, log->data);
	ck_assert_uint_eq(strlen(from), strlen(to));
	memcpy(at, to, strlen(to));
	ck_assert_msg(!holds(&other), "%s became %s", from, to);
	ck_assert_msg(strstr(e.text, what) != NULL, "%s", e.text);
	buf_release(&other);
}

/* A row taken out with its head, and the last ones cut off. */
static void
shortened(const struct buf *log)
{
	struct buf other = BUF_INIT;
	const char *five = strstr(log->data, "\n5 "),
		   *six = strstr(log->data, "\n6 ");
	const char *end = strstr(log->data, "\n# end ");

	buf_add(&other, log->data, (size_t)(five - log->data));
	buf_str(&other, six);
	ck_assert(!holds(&other));
	buf_clear(&other);
	buf_add(&other, log->data, (size_t)(end + 1 - log->data));
	buf_str(&other, strstr(log->data, "%end"));
	ck_assert(!holds(&other));
	ck_assert(strstr(e.text, "no head binds the end") != NULL);
	buf_release(&other);
}

START_TEST(t22_altered)
{
	static const char other[] = "another head";
	struct buf log = BUF_INIT;
	int64_t id;

	scene_open(&api, true);
	id = antwerp(9);
	api_adventures(id);
	while (api_move(id))
		;
	api_log(id, true, &log);
	ck_assert(holds(&log));
	altered(&log, "Seat-p2: Bruno", "Seat-p2: Brunt", other);
	altered(&log, "Seat-p1: Gina", "Seat-p1: Gine", "the end has");
	altered(&log, "> held by Anna", "> held by Anne", other);
	altered(&log, "Options: -", "Options: x", "");
	altered(&log, "by the moderator Wim: a slip",
	    "by the moderator Wim: a slap", "another seal");
	altered(&log, "a \\\"word\\\"", "a \\\"ward\\\"", "another seal");
	altered(&log, "Well played", "Well plaied", other);
	altered(&log, " load ", " laod ", "another seal");
	altered(&log, "\n# 9 chain:", "\n# 8 chain:", "not of the event");
	altered(&log, " @2026-11-21T", " @2026-11-20T", "another seal");
	shortened(&log);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* What the other verifier says of each of the logs that were kept: 1 that it
 * is good, 0 that it is not. */
static void
judge_kept(char *good)
{
	struct buf said = BUF_INIT;

	logs_judged(&api, &said);
	for (int i = 0; i < kept; i++)
		good[i] = logs_called_good(&api, &said, (size_t)i);
	buf_release(&said);
}

enum { MUTANTS = 1500, ODD = 16 };

/* Both are asked about a log with `what` before the first place where `at`
 * stands. */
static void
put(const struct buf *log, const char *at, const char *what, bool good,
    char *is)
{
	struct buf other = BUF_INIT;
	const char *place = *at == '\0' ? log->data + log->len :
					  strstr(log->data, at);

	ck_assert_msg(place != NULL, "no %s in\n%s", at, log->data);
	buf_add(&other, log->data, (size_t)(place - log->data));
	buf_str(&other, what);
	buf_str(&other, place);
	is[kept] = holds(&other);
	ck_assert_msg(is[kept] == good, "\"%s\" before \"%s\"", what, at);
	keep(&other);
	buf_release(&other);
}

static void
odd(const struct buf *log, const char *at, const char *what, char *is)
{
	put(log, at, what, false, is);
}

static void
mutants(const struct buf *log, struct rng *r, char *is)
{
	struct buf other = BUF_INIT;

	for (int i = 0; i < (is_long() ? MUTANTS : 60); i++) {
		buf_clear(&other);
		buf_add(&other, log->data, log->len);
		other.data[rng_below(r, (uint32_t)log->len)] ^= (char)(1u
		    << rng_below(r, 8));
		is[kept] = holds(&other);
		keep(&other);
	}
	buf_release(&other);
}

/* Two verifiers that share no code say the same of what is altered. */
START_TEST(t22_both_refuse)
{
	char is[2 * (MUTANTS + ODD)] = { 0 }, other[sizeof is] = { 0 };
	struct buf log = BUF_INIT, end = BUF_INIT;
	const char *close;
	struct rng r;
	int64_t id;

	scene_open(&api, true);
	rng_init_number(&r, 27);
	id = antwerp(9);
	while (api_move(id))
		;
	kept = 0;
	api_log(id, true, &log);
	close = strstr(log.data, "\n# end ") + 1;
	buf_add(&end, close, strcspn(close, "\n") + 1);
	odd(&log, "# end ", buf_text(&end), is);
	odd(&log, "\n1 ", "\n> of nothing", is);
	odd(&log, "\n2 ", "\n> of nothing more", is);
	odd(&log, "Seed-Commit", "Draws: 2\nDraws: 2\n", is);
	odd(&log, "Seed-Commit", "Options: -\n", is);
	odd(&log, "", "\n", is);
	odd(&log, "", "; more\n", is);
	odd(&log, "", "x", is);
	put(&log, "# end ", "; a comment\n", true, is);
	mutants(&log, &r, is);
	api_copy(id, OBSERVER, &log);
	odd(&log, "# end ", buf_text(&end), is);
	odd(&log, "# end ", "999 ! pause\n", is);
	odd(&log, "", "\n", is);
	put(&log, "# end ", "; a comment\n", true, is);
	mutants(&log, &r, is);
	ck_assert_int_le(kept, (int)sizeof is);
	judge_kept(other);
	for (int i = 0; i < kept; i++)
		ck_assert_msg(is[i] == other[i], "log %d: %d, the other %d", i,
		    is[i], other[i]);
	kept = 0;
	buf_release(&log);
	buf_release(&end);
	scene_close(&api);
}
END_TEST

static void
forget_chain(int64_t id)
{
	ck_assert_int_ge(sql_do(api.db, &e,
			     "UPDATE event SET chain = NULL WHERE game = $1",
			     INT(id)),
	    0);
	ck_assert_int_ge(sql_do(api.db, &e,
			     "UPDATE game SET chain = NULL WHERE id = $1",
			     INT(id)),
	    0);
}

/* A game of a store from before there were chains: format 1 until something
 * happens, and then as if it had always had one. */
START_TEST(t25_begun_before)
{
	struct buf before = BUF_INIT, log = BUF_INIT;
	struct chain_found was, is;
	int64_t id[API_GAMES];
	int n;

	scene_open(&api, true);
	n = api_found_all(id);
	for (int i = 0; i < n; i += 2) {
		api_adventures(id[i]);
		api_log(id[i], true, &before);
		check_log(&before, &was);
		forget_chain(id[i]);
		api_log(id[i], true, &log);
		ck_assert(strncmp(log.data, "%turnlog 1\n", 11) == 0);
		ck_assert_ptr_null(strstr(log.data, "chain:"));
		ck_assert(api_move(id[i]));
		api_log(id[i], true, &log);
		check_log(&log, &is);
		ck_assert_int_gt(is.heads, was.heads);
		is.heads = was.heads;
		same_heads(&was, &is);
		ck_assert(strncmp(before.data, log.data, before.len - 150) ==
		    0);
		all_agree(id[i], false);
		chain_found_release(&was);
		chain_found_release(&is);
	}
	buf_release(&before);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* Who is forgotten takes the chain along that binds their words. */
START_TEST(t25_forgotten)
{
	struct buf log = BUF_INIT;
	struct match *m;
	int64_t id, player;

	scene_open(&api, true);
	id = antwerp(5);
	api_adventures(id);
	while (api_move(id))
		;
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	player = m->seat[2].player;
	match_drop(m);
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(forget_player(api.db, player, clock_now(),
			     message_words, &e),
	    0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	club_forget(api_house());
	api_log(id, true, &log);
	ck_assert(strncmp(log.data, "%turnlog 1\n", 11) == 0);
	ck_assert_ptr_null(strstr(log.data, "chain:"));
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* Keeps the mails of a game in files, and counts them. */
static int
keep_mails(const char *to, int from)
{
	char path[96];
	struct seen m;
	int n = from;

	while (scene_next(&api, &m) == 1) {
		if (strncmp(m.to, to, strlen(to)) == 0 &&
		    strstr(m.text, "mail 1.0.") == NULL) {
			snprintf(path, sizeof path, "%s/mail%d", api.dir, ++n);
			ck_assert_int_eq(file_write(path, m.raw, strlen(m.raw),
					     0600, &e),
			    0);
		}
		seen_release(&m);
	}
	return n;
}

/* `paquebot log verify` of the log with all mails kept; what it says. */
static int
verify_mails(const struct buf *log, struct buf *said)
{
	char path[96], line[400];
	int rc;

	snprintf(path, sizeof path, "%s/kept.log", api.dir);
	ck_assert_int_eq(file_write(path, log->data, log->len, 0600, &e), 0);
	snprintf(line, sizeof line,
	    "./paquebot log verify %s --mail %s/mail* >%s/said 2>&1", path,
	    api.dir, api.dir);
	rc = system(line);
	snprintf(path, sizeof path, "%s/said", api.dir);
	buf_clear(said);
	ck_assert_int_eq(file_read(path, 1 << 20, said, &e), 0);
	return rc;
}

/* Mails that one of them kept show the game of the log, or say where another
 * one begins. */
START_TEST(t28_kept_mails)
{
	struct buf log = BUF_INIT, said = BUF_INIT, other = BUF_INIT;
	struct kept k;
	int n;

	scene_open(&api, true);
	(void)scene_game(&api, "Anna Bruno", "-", 3);
	scene_moderate(&api, 1, "begin");
	for (int i = 0; i < 8; i++) {
		scene_say(&api, 1, 1, "charter 0\n");
		scene_say(&api, 1, 2, "charter 0\n");
	}
	n = keep_mails("anna@", 0);
	ck_assert_int_gt(n, 8);
	api_log(1, true, &log);
	ck_assert_msg(verify_mails(&log, &said) == 0, "%s", said.data);
	ck_assert(strstr(said.data, "of another game") == NULL);
	ck_assert(strstr(said.data, ": ok, board 9 is the log's") != NULL);
	/* The host plays it once more, with another move. */
	buf_add(&other, log.data, log.len);
	scene_close(&api);
	scene_open(&api, true);
	(void)scene_game(&api, "Anna Bruno", "-", 3);
	scene_moderate(&api, 1, "begin");
	for (int i = 0; i < 8; i++) {
		scene_say(&api, 1, 1, i == 2 ? "replace\n" : "charter 0\n");
		scene_say(&api, 1, 2, "charter 0\n");
	}
	n = keep_mails("bruno@", 0);
	ck_assert_int_ne(verify_mails(&other, &said), 0);
	ck_assert(strstr(said.data, ": ok, board ") != NULL);
	ck_assert(strstr(said.data, " has the head ") != NULL);
	ck_assert(strstr(said.data, " are not what was mailed") != NULL);
	/* Of another game, and another commitment. */
	{
		struct chain_found found;
		static const char mail[] = "x\nmail 7.3.p1.4 "
					   "aaaa-bbbb-cccc-dddd\n";
		static const char narrow[] = "mail 1.3.ok3v9.12\r\n"
					     "aaaa-bbbb-cccc-dddd\r\n";
		static const char *const far[] = {
			"mail 7.4294967295.p1.4 aaaa-bbbb-cccc-dddd\n",
			"mail 7.2147483648.p1.4 aaaa-bbbb-cccc-dddd\n",
			"mail 7.99999999999999999999.p1.4 "
			"aaaa-bbbb-cccc-dddd\n",
		};

		check_log(&other, &found);
		kept_read(mail, sizeof mail - 1, &found,
		    (struct slice){ "1", 1 }, "", "", &k);
		ck_assert_int_eq(k.says, KEPT_GAME);
		/* Both do not fit on one line. */
		kept_read(narrow, sizeof narrow - 1, &found,
		    (struct slice){ "1", 1 }, "", "", &k);
		ck_assert_int_eq(k.says, KEPT_OTHER);
		ck_assert_str_eq(k.head, "aaaa-bbbb-cccc-dddd");
		/* Numbers that no board has. */
		for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
			kept_read(far[i], strlen(far[i]), &found,
			    (struct slice){ "7", 1 }, "", "", &k);
			ck_assert_int_eq(k.says, KEPT_BEYOND);
		}
		chain_found_release(&found);
	}
	buf_release(&log);
	buf_release(&other);
	buf_release(&said);
	scene_close(&api);
}
END_TEST

static void
rounds(int n)
{
	for (int i = 0; i < n; i++) {
		scene_say(&api, 1, 1, "charter 0\n");
		scene_say(&api, 1, 2, "charter 0\n");
	}
}

static void
two_players(void)
{
	scene_open(&api, true);
	(void)scene_game(&api, "Anna Bruno", "-", 3);
	scene_moderate(&api, 1, "begin");
	rounds(3);
}

/* Of a game that goes on somebody is forgotten who only watched: mails kept
 * from before accuse nobody, those since prove, and the log says why. */
START_TEST(t30_forgotten)
{
	struct buf log = BUF_INIT, said = BUF_INIT;
	struct chain_found found;
	int64_t dora;
	char *at;

	two_players();
	scene_say(&api, 1, 1, "broadcast\nDora watches us\nendpress\n");
	rounds(1);
	ck_assert_int_gt(keep_mails("anna@", 0), 4);
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(club_player(api_house(), "Dora", "dora@example.net",
			     "en", &dora, &e),
	    0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	scene_watch(&api, 1, dora);
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(forget_player(api.db, dora, clock_now(), message_words,
			     &e),
	    0);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	club_forget(api_house());
	rounds(3);
	ck_assert_int_gt(keep_mails("anna@", 100), 102);
	api_log(1, true, &log);
	check_log(&log, &found);
	ck_assert_int_eq(found.anews, 1);
	ck_assert(slice_is(found.anew[0].why, "forgotten"));
	ck_assert_msg(verify_mails(&log, &said) == 0, "%s", said.data);
	ck_assert(strstr(said.data, "(forgotten): it proves nothing\n"));
	ck_assert_msg(strstr(said.data, "mail103: ok, board "), "%s",
	    said.data);
	all_agree(1, false);
	verify_kept();
	/* It is bound, and does not excuse what was mailed since. */
	at = strstr(log.data, "# anew forgotten");
	memcpy(at, "; anew", 6);
	ck_assert(!holds(&log));
	chain_found_release(&found);
	buf_release(&log);
	buf_release(&said);
	scene_close(&api);
}
END_TEST

/* A backup is restored: what was played since its board is no proof, what was
 * before is. */
START_TEST(t30_restored)
{
	struct buf log = BUF_INIT, said = BUF_INIT;
	struct chain_found found, was;
	struct kept k;
	char mail[80];

	two_players();
	api_log(1, true, &log);
	check_log(&log, &was);
	ck_assert_int_eq(game_fork_all(api.db, &e), 0);
	ck_assert_int_eq(game_fork_chains(api.db, &e), 0);
	club_forget(api_house());
	(void)keep_mails("anna@", 0);
	scene_say(&api, 1, 1, "replace\n");
	rounds(2);
	api_log(1, true, &log);
	check_log(&log, &found);
	ck_assert_int_eq(found.anews, 1);
	ck_assert_int_eq(found.anew[0].board, was.heads - 1);
	ck_assert_msg(verify_mails(&log, &said) == 0, "%s", said.data);
	for (int board = was.heads - 1; board <= was.heads + 50; board++) {
		snprintf(mail, sizeof mail,
		    "mail 1.%d.p1.4 aaaa-bbbb-cccc-dddd\n", board);
		kept_read(mail, strlen(mail), &found, (struct slice){ "1", 1 },
		    "", "", &k);
		ck_assert_int_eq(k.says,
		    board < was.heads ? KEPT_OTHER : KEPT_ANEW);
		snprintf(mail, sizeof mail,
		    "mail 1.%d.p1.4 aaaa-bbbb-cccc-dddd.2\n", board);
		kept_read(mail, strlen(mail), &found, (struct slice){ "1", 1 },
		    "", "", &k);
		ck_assert_int_eq(k.says,
		    board < found.heads ? KEPT_OTHER : KEPT_BEYOND);
	}
	all_agree(1, false);
	verify_kept();
	chain_found_release(&was);
	chain_found_release(&found);
	buf_release(&log);
	buf_release(&said);
	scene_close(&api);
}
END_TEST

/* A backup of before the game began is restored, and it begins otherwise: no
 * mail of the game that was lost accuses anybody, and what is mailed since
 * proves. */
START_TEST(t30_restored_before_it_began)
{
	struct buf log = BUF_INIT, said = BUF_INIT;
	struct chain_found found;
	struct kept k;
	char mail[80];

	scene_open(&api, true);
	(void)scene_game(&api, "Anna Bruno", "-", 3);
	ck_assert_int_eq(game_fork_all(api.db, &e), 0);
	ck_assert_int_eq(game_fork_chains(api.db, &e), 0);
	club_forget(api_house());
	scene_moderate(&api, 1, "begin");
	rounds(3);
	ck_assert_int_gt(keep_mails("anna@", 0), 3);
	api_log(1, true, &log);
	ck_assert_ptr_nonnull(strstr(log.data, "\n\n# anew restored\n1 "));
	check_log(&log, &found);
	ck_assert_int_eq(found.anews, 1);
	ck_assert_int_eq(found.anew[0].board, 0);
	ck_assert_msg(verify_mails(&log, &said) == 0, "%s", said.data);
	ck_assert_ptr_nonnull(strstr(said.data, ": ok, board "));
	for (int board = 1; board < found.heads + 5; board++) {
		snprintf(mail, sizeof mail,
		    "mail 1.%d.p1.4 aaaa-bbbb-cccc-dddd\n", board);
		kept_read(mail, strlen(mail), &found, (struct slice){ "1", 1 },
		    "", "", &k);
		ck_assert_int_eq(k.says, KEPT_ANEW);
	}
	all_agree(1, false);
	verify_kept();
	/* It is bound. */
	memcpy(strstr(log.data, "# anew restored"), "; anew", 6);
	ck_assert(!holds(&log));
	chain_found_release(&found);
	buf_release(&log);
	buf_release(&said);
	scene_close(&api);
}
END_TEST

static int
rebuild(void)
{
	struct rebuilt r;

	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(match_rebuild(api_house(), 1, true, &r, &e), 1);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	buf_release(&r.said);
	return r.differ;
}

/* What a mail of the first chain says with another head than the log's. */
static enum kept_says
says_of(const struct chain_found *found, int board)
{
	struct kept k;
	char mail[80];

	snprintf(mail, sizeof mail, "mail 1.%d.p1.4 aaaa-bbbb-cccc-dddd\n",
	    board);
	kept_read(mail, strlen(mail), found, (struct slice){ "1", 1 }, "", "",
	    &k);
	return k.says;
}

/* A row's head, or what followed from it, is altered in the store: what was
 * mailed comes back. Where the rows are others than was mailed, it says so. */
START_TEST(t30_rebuilt)
{
	static const char *const spoil[] = {
		"UPDATE event SET derived = 'laid nothing' WHERE seq = 4",
		"UPDATE event SET chain = 'chain:' || substr(chain, 9, 2) || "
		"substr(chain, 9) WHERE seq = 4",
	};
	struct buf before = BUF_INIT, log = BUF_INIT;
	struct chain_found found;
	int ended;

	two_players();
	api_log(1, true, &before);
	for (size_t i = 0; i < 2; i++) {
		ck_assert_int_ge(sql_do(api.db, &e, spoil[i]), 0);
		club_forget(api_house());
		api_log(1, true, &log);
		ck_assert(!holds(&log));
		ck_assert_int_gt(rebuild(), 0);
		api_log(1, true, &log);
		ck_assert_str_eq(log.data, before.data);
		ck_assert_int_eq(rebuild(), 0);
	}
	ck_assert_int_ge(sql_do(api.db, &e,
			     "UPDATE event SET stamp = stamp + 1 WHERE seq = "
			     "4"),
	    0);
	ck_assert_int_gt(rebuild(), 0);
	api_log(1, true, &log);
	check_log(&log, &found);
	ck_assert_int_eq(found.anews, 1);
	ck_assert(slice_is(found.anew[0].why, "rebuilt"));
	ck_assert_int_eq(rebuild(), 0);
	chain_found_release(&found);
	/* No mail of the chain that ended can have shown what came later. */
	rounds(1);
	api_log(1, true, &log);
	check_log(&log, &found);
	ended = found.anew[0].board;
	ck_assert_int_eq(says_of(&found, ended), KEPT_ANEW);
	ck_assert_int_eq(says_of(&found, ended + 1), KEPT_OTHER);
	ck_assert_int_eq(says_of(&found, found.heads), KEPT_BEYOND);
	chain_found_release(&found);
	buf_release(&before);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

TESTS(t22_all_readers, t22_altered, t22_both_refuse, t23_secret,
    t25_begun_before, t25_forgotten, t28_kept_mails, t30_forgotten,
    t30_restored, t30_restored_before_it_began, t30_rebuilt)
