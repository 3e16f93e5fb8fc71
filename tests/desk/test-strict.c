/* SPDX-License-Identifier: MIT */

/* A finished log in which anything is altered does not pass strict checking
 * (T27): each byte, each move by another legal one, cut off anywhere, or said
 * to be a copy. */

#include <check.h>

#include "api.h"
#include "base/mem.h"
#include "log/chain.h"
#include "log/strict.h"
#include "tests/run.h"
#include "tests/store/fresh.h"

static struct err e;

static bool
passes(const struct buf *log)
{
	return strict_log(buf_text(log), log->len, NULL, &e) == 0;
}

static void
finished(const struct game_rules *rules, struct buf *log)
{
	int64_t id = api_found(rules, rules->min_seats, 3);

	api_begin(id);
	api_adventures(id);
	while (api_move(id))
		;
	api_log(id, true, log);
	ck_assert_msg(passes(log), "%s\n%s", e.text, log->data);
}

/* One byte is another one, a new one, or gone. */
static void
another_byte(const struct buf *log, struct rng *r, size_t at)
{
	struct buf other = BUF_INIT;
	char byte = (char)rng_below(r, 256);

	buf_add(&other, log->data, at);
	switch (rng_below(r, 4)) {
	case 0:
		buf_char(&other, byte);
		buf_add(&other, log->data + at, log->len - at);
		break;
	case 1:
		buf_add(&other, log->data + at + 1, log->len - at - 1);
		break;
	default:
		if (byte == log->data[at])
			byte ^= 1;
		buf_char(&other, byte);
		buf_add(&other, log->data + at + 1, log->len - at - 1);
		break;
	}
	if (other.len != log->len ||
	    memcmp(other.data, log->data, log->len) != 0)
		ck_assert_msg(!passes(&other), "byte %zu of\n%s", at,
		    other.data);
	buf_release(&other);
}

static void
bytes(const struct buf *log, struct rng *r)
{
	if (is_long()) {
		for (size_t at = 0; at < log->len; at++)
			another_byte(log, r, at);
		return;
	}
	for (int i = 0; i < 500; i++)
		another_byte(log, r, rng_below(r, (uint32_t)log->len));
}

struct swap {
	const struct buf *log;
	struct buf other, words;
	struct moves legal;
	void *before;
	int swaps, every;
};

/* The move becomes each other one that was legal there. */
static int
swap_move(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct swap *s = ctx;
	const struct game_rules *g = table_rules(r->table);
	struct slice words = turnlog_words(line);
	size_t at = (size_t)(words.at - s->log->data);

	if (line->actor < 1 || s->swaps++ % s->every != 0)
		return 0;
	moves_clear(&s->legal);
	s->before = (void *)(uintptr_t)table_position_before(r->table,
	    line->seq);
	g->legal(table_data(r->table), s->before, line->actor, &s->legal);
	for (int i = 0; i < s->legal.n; i++) {
		buf_clear(&s->words);
		g->format(table_data(r->table), s->before, line->actor,
		    &s->legal.at[i], &s->words);
		if (s->words.len == words.len &&
		    memcmp(s->words.data, words.at, words.len) == 0)
			continue;
		buf_clear(&s->other);
		buf_add(&s->other, s->log->data, at);
		buf_add(&s->other, s->words.data, s->words.len);
		buf_str(&s->other, s->log->data + at + words.len);
		ck_assert_msg(!passes(&s->other), "%s for %.*s",
		    buf_text(&s->words), (int)words.len, words.at);
	}
	return 0;
}

static void
swaps(const struct buf *log)
{
	struct swap s = { .log = log, .every = is_long() ? 1 : 7 };
	struct replay_how how = { .until = -1,
		.keep_history = true,
		.each = swap_move,
		.ctx = &s };
	struct replay r;

	ck_assert_int_eq(replay_text(log->data, log->len, &how, &r, &e), 0);
	ck_assert_int_gt(s.swaps, 10);
	replay_release(&r);
	buf_release(&s.other);
	buf_release(&s.words);
	moves_release(&s.legal);
}

/* Any number of whole lines at the end. */
static void
cut_off(const struct buf *log)
{
	struct buf other = BUF_INIT;

	buf_add(&other, log->data, log->len);
	while (other.len > 1) {
		do {
			buf_truncate(&other, other.len - 1);
		} while (other.len > 1 && other.data[other.len - 1] != '\n');
		ck_assert(!passes(&other));
	}
	buf_release(&other);
}

/* The lines that bind it are taken out, or all hidden behind a `?`. */
static void
unbound(const struct buf *log)
{
	struct buf other = BUF_INIT;

	for (const char *p = log->data; *p != '\0';) {
		size_t n = strcspn(p, "\n") + 1;

		if (p == log->data)
			buf_str(&other, "%turnlog 1\n");
		else if (strncmp(p, "# ", 2) != 0 ||
		    strstr(p, "chain:") > p + n)
			buf_add(&other, p, n);
		p += n;
	}
	ck_assert(!passes(&other));
	ck_assert(strstr(e.text, "no chain binds it") != NULL);
	buf_release(&other);
}

/* Without its seed neither seals nor draws are tested; and the end can be bound
 * again by anybody, for that needs no secret. */
static void
seedless(const struct buf *log)
{
	const char *seed = strstr(log->data, "\nSeed: ") + 1;
	const char *rest = strchr(seed, '\n') + 1;
	const char *end = strstr(rest, "\n# end ") + 1;
	struct chain_found found;
	struct buf other = BUF_INIT;

	buf_add(&other, log->data, (size_t)(seed - log->data));
	buf_add(&other, rest, (size_t)(end - rest));
	ck_assert_int_eq(chain_check(other.data, other.len, &found, &e), 0);
	ck_assert(!found.sealed);
	end = strchr(end, '\n') + 1;
	chain_close(&other, 0, found.head[found.heads - 1], end);
	buf_str(&other, end);
	chain_found_release(&found);
	ck_assert_int_eq(chain_check(other.data, other.len, &found, &e), 0);
	ck_assert(found.closed);
	ck_assert(!passes(&other));
	ck_assert(strstr(e.text, "tag Seed is missing") != NULL);
	chain_found_release(&found);
	buf_release(&other);
}

START_TEST(t27_nothing_passes)
{
	const struct game_rules *rules = game_registry[_i];
	struct buf log = BUF_INIT;
	struct rng r;

	rng_init_number(&r, (uint64_t)_i + 1);
	scene_open(&api, true);
	/* Every other kind by the present rule of draws, which a tag tells. */
	if (_i % 2 == 1)
		api.desk.club.draws = DRAWS_BY_LABEL;
	finished(rules, &log);
	bytes(&log, &r);
	swaps(&log);
	cut_off(&log);
	unbound(&log);
	seedless(&log);
	buf_release(&log);
	scene_close(&api);
}
END_TEST

/* A table that keeps its secrets (T14) says so; one that was called off is not
 * over before nobody can revive it, and then has its seed (T21). */
START_TEST(t27_not_to_be_revealed)
{
	struct buf log = BUF_INIT;

	scene_open(&api, true);
	(void)scene_game(&api, "Anna Bruno", "reveal=no", 3);
	(void)scene_game(&api, "Anna Bruno", "-", 3);
	for (int64_t id = 1; id <= 2; id++) {
		scene_moderate(&api, id, "begin");
		ck_assert(api_move(id));
		scene_moderate(&api, id, "cancel");
		api_log(id, false, &log);
		ck_assert(strstr(log.data, "\nSeed: ") == NULL);
		ck_assert(strstr(log.data, "\n%end cancelled\n") != NULL);
		ck_assert_msg(passes(&log) == (id == 1), "%s", e.text);
	}
	ck_assert(strstr(e.text, "tag Seed is missing") != NULL);
	scene_pass(&api, 15 * 24 * 3600);
	(void)scene_tick(&api);
	for (int64_t id = 1; id <= 2; id++) {
		api_log(id, false, &log);
		ck_assert((strstr(log.data, "\nSeed: ") != NULL) == (id == 2));
		ck_assert_msg(passes(&log), "%s", e.text);
	}
	buf_release(&log);
	scene_close(&api);
}
END_TEST

CASES(tests)
{
	tcase_set_timeout(t, 3600);
	FRESH_LOOP(t, t27_nothing_passes, 4, 3);
	tcase_add_test(t, t27_not_to_be_revealed);
}
