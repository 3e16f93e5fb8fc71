/* SPDX-License-Identifier: MIT */

/* An event that all may know of and that no head binds (T22): put between those
 * that there were, or behind them, or the last heads cut off. Two verifiers say
 * the same of each. */

#include <check.h>

#include "api.h"
#include "base/file.h"
#include "log/bound.h"
#include "log/copy.h"
#include "logs.h"
#include "match/import.h"
#include "tests/run.h"

static struct err e;
/* What was kept in files for the other verifier, and what we say of it. */
static struct buf verdict;

/* What we say of it: "" that it is good. */
static const char *
judge(const struct buf *log)
{
	struct replay_how how = { .until = -1 };
	struct chain_found found;
	struct replay r;
	char path[96];
	int rc = bound_replay(log->data, log->len, &how, &r, &found, &e);

	replay_release(&r);
	chain_found_release(&found);
	snprintf(path, sizeof path, "%s/%zu.turnlog", api.dir, verdict.len);
	buf_char(&verdict, rc == 0 ? 'y' : 'n');
	ck_assert_int_eq(file_write(path, log->data, log->len, 0600, &e), 0);
	return rc == 0 ? "" : e.text;
}

static void
good(const struct buf *log)
{
	const char *said = judge(log);

	ck_assert_msg(*said == '\0', "%s", said);
}

static void
headless(const struct buf *log, int seq)
{
	const char *said = judge(log);
	char want[48];

	snprintf(want, sizeof want, ": event %d has no head", seq);
	ck_assert_msg(strstr(said, want) != NULL, "%d: %s", seq, said);
}

static void
judge_kept(void)
{
	struct buf said = BUF_INIT;

	logs_judged(&api, &said);
	for (size_t i = 0; i < verdict.len; i++)
		ck_assert_msg(logs_called_good(&api, &said, i) ==
			(verdict.data[i] == 'y'),
		    "log %zu is %c for us:\n%s", i, verdict.data[i], said.data);
	buf_release(&said);
	buf_release(&verdict);
}

/* Where the number of an event stands in a line; NULL: it has none. */
static const char *
number_in(struct slice line)
{
	const char *at = line.len > 2 && memcmp(line.at, "# ", 2) == 0 ?
	    line.at + 2 :
	    line.at;

	return line.len > 0 && *at >= '0' && *at <= '9' ? at : NULL;
}

/* The log with words as event seq, those from there on one further, and without
 * its check line. */
static void
insert(const struct buf *log, int seq, const char *words, struct buf *out)
{
	const char *rest = strstr(log->data, "\n\n") + 2, *at;
	struct slice line;
	bool put = false;
	char *end;
	long number;

	buf_clear(out);
	buf_add(out, log->data, (size_t)(rest - log->data));
	while (*rest != '\0' && slice_line(&rest, &line)) {
		at = number_in(line);
		number = at != NULL ? strtol(at, &end, 10) : 0;
		if (number >= seq && !put) {
			buf_printf(out, "%d %s\n", seq, words);
			put = true;
		}
		if (at != NULL && strncmp(end, " sha256:", 8) == 0)
			continue;
		if (number >= seq) {
			buf_add(out, line.at, (size_t)(at - line.at));
			buf_printf(out, "%ld", number + 1);
			line.len -= (size_t)(end - line.at);
			line.at = end;
		}
		buf_add(out, line.at, line.len);
		buf_char(out, '\n');
	}
	if (!put)
		buf_printf(out, "%d %s\n", seq, words);
}

struct inventing {
	const struct buf *log;
	int found;
};

/* Each other move that its seat could have made before an event, with which the
 * log can be played all the same. */
static int
invent(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct inventing *v = ctx;
	const struct game_rules *g = table_rules(r->table);
	struct moves legal = MOVES_INIT;
	struct buf words = BUF_INIT, other = BUF_INIT;
	const void *before = table_position_before(r->table, line->seq);
	struct replay again;
	struct event ev;

	if (line->actor < 1 || v->found > 5)
		return 0;
	g->legal(table_data(r->table), before, line->actor, &legal);
	for (int i = 0; i < legal.n; i++) {
		buf_clear(&words);
		buf_printf(&words, "p%d ", line->actor);
		g->format(table_data(r->table), before, line->actor,
		    &legal.at[i], &words);
		buf_str(&words, " @2026-11-20T20:00:00Z");
		insert(v->log, line->seq, words.data, &other);
		ev = (struct event){ .kind = EVENT_MOVE,
			.actor = (signed char)line->actor,
			.verb = legal.at[i].verb };
		if (replay_text(other.data, other.len, NULL, &again, &e) == 0 &&
		    table_open(r->table, &ev)) {
			headless(&other, line->seq);
			v->found++;
		}
		replay_release(&again);
	}
	moves_release(&legal);
	buf_release(&words);
	buf_release(&other);
	return 0;
}

/* Without its last heads, and without any. */
static void
beheaded(const struct buf *log, int last)
{
	struct buf other = BUF_INIT;

	for (int seq = 1; seq <= last; seq += last - 1) {
		const char *rest = log->data;
		struct slice line;

		buf_clear(&other);
		while (*rest != '\0' && slice_line(&rest, &line)) {
			if (memmem(line.at, line.len, " chain:", 7) != NULL &&
			    strtol(line.at + 2, NULL, 10) >= seq)
				continue;
			buf_add(&other, line.at, line.len);
			buf_char(&other, '\n');
		}
		headless(&other, seq);
	}
	buf_release(&other);
}

/* An act of the operator's at any place, which all are told of. */
static void
operators(const struct buf *log, int last)
{
	struct buf other = BUF_INIT;

	for (int seq = 1; seq <= last + 1; seq += last / 4) {
		insert(log, seq, "! pause @2026-11-20T20:00:00Z", &other);
		headless(&other, seq);
	}
	insert(log, last + 1, "! pause @2026-11-20T20:00:00Z", &other);
	headless(&other, last + 1);
	buf_release(&other);
}

/* Copies, and those that end at an event, have the head of each. */
static void
copies(const struct buf *log, int last)
{
	struct buf copy = BUF_INIT;

	for (int until = 1; until <= last; until += last / 4)
		for (int reader = OBSERVER; reader <= 2; reader++) {
			if (reader == ARCHIVE)
				continue;
			buf_clear(&copy);
			ck_assert_msg(copy_log(log->data, log->len, NULL,
					  reader, until, &copy, &e) == 0,
			    "%s", e.text);
			good(&copy);
			buf_str(&copy, "999 ! pause\n");
			ck_assert_str_ne(judge(&copy), "");
		}
	buf_release(&copy);
}

START_TEST(t22_headless)
{
	struct buf log = BUF_INIT;
	struct inventing v = { .log = &log };
	struct replay_how how = { .until = -1,
		.keep_history = true,
		.each = invent,
		.ctx = &v };
	struct replay r;
	int64_t id[API_GAMES];
	int n, last;

	scene_open(&api, true);
	n = api_found_all(id);
	for (int i = 0; i < n; i++) {
		for (int k = 0; k < 24; k++)
			(void)api_move(id[i]);
		api_log(id[i], i % 2 == 0, &log);
		good(&log);
		ck_assert_int_eq(replay_text(log.data, log.len, &how, &r, &e),
		    0);
		last = r.events;
		replay_release(&r);
		beheaded(&log, last);
		operators(&log, last);
		copies(&log, last);
		judge_kept();
	}
	ck_assert_int_gt(v.found, 5);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* Says what the tool, which does not succeed, says of the last log kept. */
static void
tool(const char *what, const char *more, const char *says)
{
	struct buf said = BUF_INIT;
	char line[600], path[160];

	snprintf(line, sizeof line,
	    "./paquebot log %s %s/%zu.turnlog %s >%s/said 2>&1", what, api.dir,
	    verdict.len - 1, more, api.dir);
	ck_assert_int_ne(system(line), 0);
	snprintf(path, sizeof path, "%s/said", api.dir);
	ck_assert_int_eq(file_read(path, 1 << 20, &said, &e), 0);
	ck_assert_msg(strstr(said.data, says) != NULL, "%s\n%s", line,
	    said.data);
	buf_release(&said);
}

/* Of a game that is over, without the head of its last event: the close can be
 * made anew by anybody. */
static void
close_before(const struct buf *log, int last, struct buf *out)
{
	const char *end = strstr(log->data, "\n# end ") + 1;
	uint8_t head[HASH_SIZE], seal[HASH_SIZE];
	struct slice form, text;
	char mark[32];
	const char *at;

	snprintf(mark, sizeof mark, "\n# %d chain:", last);
	at = strstr(log->data, mark) + 1;
	buf_clear(out);
	buf_add(out, log->data, (size_t)(at - log->data));
	at = strchr(at, '\n') + 1;
	buf_add(out, at, (size_t)(end - at));
	snprintf(mark, sizeof mark, "\n# %d chain:", last - 1);
	at = strstr(log->data, mark) + strlen(mark) - strlen("chain:");
	text = (struct slice){ at, strcspn(at, "\n") };
	chain_read(text, head, seal, &form);
	end = strchr(end, '\n') + 1;
	chain_close(out, 0, head, end);
	buf_str(out, end);
}

/* So do the tools, and what takes a log over. */
START_TEST(t22_refused)
{
	struct buf log = BUF_INIT, other = BUF_INIT;
	struct import how = { 0 };
	struct replay r;
	int64_t id, new;

	scene_open(&api, true);
	id = api_found(game_find("atlantic-star"), 2, 3);
	api_begin(id);
	for (int k = 0; k < 8; k++)
		(void)api_move(id);
	api_log(id, false, &log);
	insert(&log, 6, "! pause @2026-11-20T20:00:00Z", &other);
	headless(&other, 6);
	tool("check", "", ": event 6 has no head");
	tool("verify", "--mail /dev/null", ": event 6 has no head");
	ck_assert_int_ne(match_import(api_house(), other.data, other.len, &how,
			     &new, &e),
	    0);
	ck_assert_msg(strstr(e.text, "has no head") != NULL, "%s", e.text);
	while (api_move(id))
		;
	api_log(id, true, &log);
	ck_assert_int_eq(replay_text(log.data, log.len, NULL, &r, &e), 0);
	close_before(&log, r.events, &other);
	headless(&other, r.events);
	tool("check --strict", "", " has no head");
	tool("verify", "", " has no head");
	replay_release(&r);
	judge_kept();
	buf_release(&log);
	buf_release(&other);
	scene_close(&api);
}
END_TEST

TESTS(t22_headless, t22_refused)
