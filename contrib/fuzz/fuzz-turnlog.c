/* SPDX-License-Identifier: MIT */

/*
 * A turn log of Atlantic Star under libFuzzer, and behind the first NUL byte
 * what a player writes in the position it leads to. Beside crashes it looks
 * for broken promises: the position is sound, parse and a refusal leave it
 * alone, an accepted move can be written and read.
 */

#include <stdint.h>

#include "base/mem.h"
#include "game/replay.h"
#include "games/atlantic-star/rules.h"

const struct game_rules *const game_registry[] = {
	&atlantic_star_rules, NULL
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool kept, const char *promise)
{
	if (kept)
		return;
	(void)fprintf(stderr, "broken promise: %s\n", promise);
	abort();
}

static void
try_text(const struct table *t, int seat, const char *text)
{
	const struct game_rules *rules = table_rules(t);
	const struct game_data *d = table_data(t);
	const void *pos = table_position(t);
	void *copy = mem_alloc(rules->position_size);
	struct refusal why = { .code = NULL };
	struct buf words = BUF_INIT;
	struct move m, again;
	struct err e;

	memcpy(copy, pos, rules->position_size);
	if (rules->parse(d, copy, seat, NULL, text, &m, &why) != 0) {
		must(why.code != NULL, "a refusal has a code");
	} else if (rules->apply(d, copy, seat, &m, NULL, &why) == 0) {
		must(rules->audit(d, copy, &e) == 0, "audit after a move");
		rules->format(d, pos, seat, &m, &words);
		must(rules->read(d, pos, seat, words.data, words.len,
		    &again) == 0, "what is written can be read");
		memcpy(copy, pos, rules->position_size);
	}
	must(memcmp(copy, pos, rules->position_size) == 0,
	    "parse and refusals change nothing");
	buf_release(&words);
	free(copy);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct game_kind kind;
	struct replay_how how = { .kind = &kind, .until = -1 };
	struct replay replay;
	const uint8_t *nul = memchr(data, '\0', size);
	size_t len = nul != NULL ? (size_t)(nul - data) : size;
	char *log = mem_ndup((const char *)data, len), *text;
	struct err e;

	if (kind.rules == NULL && game_open_file("atlantic-star",
	    PAQUEBOT_SRCDIR "/data/atlantic-star.json", &kind, &e) != 0)
		abort();
	(void)replay_text(log, len, &how, &replay, &e);
	if (replay.table != NULL) {
		must(table_rules(replay.table)->audit(kind.data,
		    table_position(replay.table), &e) == 0,
		    "audit after a log");
		text = nul == NULL ? mem_dup("") : mem_ndup(
		    (const char *)nul + 1, size - len - 1);
		for (int s = 1; s <= table_seats(replay.table); s++)
			try_text(replay.table, s, text);
		free(text);
	}
	replay_release(&replay);
	free(log);
	return 0;
}
