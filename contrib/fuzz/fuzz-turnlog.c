/* SPDX-License-Identifier: MIT */

/*
 * A turn log of any game under libFuzzer, and behind the first NUL byte what
 * a player writes in the position it leads to, or the words of a chance event.
 * An input that does not begin as a log chooses a game, its seats and a seed
 * by a byte each, and the legal moves up to the NUL byte: so it comes to
 * positions deep in a game without having to write a log of it.
 *
 * Beside crashes it looks for broken promises: the position is sound; parse,
 * a refusal and what is no chance event leave it alone; an accepted move and a
 * chance event can be written and read; the canonical form of a canonical log
 * is itself, and has an outcome.
 */

#include <stdint.h>

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "log/canonical.h"
#include "log/outcome.h"
#include "log/replay.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool kept, const char *promise)
{
	if (kept)
		return;
	(void)fprintf(stderr, "broken promise: %s\n", promise);
	abort();
}

/* What apply took can be written, and what is written means the same. */
static void
try_words(const struct table *t, int seat, const struct move *m,
    const void *after)
{
	const struct game_rules *rules = table_rules(t);
	const struct game_data *d = table_data(t);
	void *copy = mem_alloc(rules->position_size);
	struct refusal why = { .code = NULL };
	struct buf words = BUF_INIT;
	struct move again;

	memcpy(copy, table_position(t), rules->position_size);
	rules->format(d, copy, seat, m, &words);
	must(rules->read(d, copy, seat, words.data, words.len, &again) == 0,
	    "what is written can be read");
	must(rules->apply(d, copy, seat, &again, NULL, &why) == 0,
	    "what is written can be done");
	must(memcmp(copy, after, rules->position_size) == 0,
	    "what is written does the same");
	buf_release(&words);
	free(copy);
}

static void
try_move(const struct table *t, int seat, const char *text)
{
	const struct game_rules *rules = table_rules(t);
	const struct game_data *d = table_data(t);
	const void *pos = table_position(t);
	void *copy = mem_alloc(rules->position_size);
	struct refusal why = { .code = NULL };
	struct move m;
	struct err e;

	memcpy(copy, pos, rules->position_size);
	if (rules->parse(d, copy, seat, NULL, text, &m, &why) != 0) {
		must(why.code != NULL, "a refusal has a code");
	} else if (rules->apply(d, copy, seat, &m, NULL, &why) == 0) {
		must(rules->audit(d, copy, &e) == 0, "audit after a move");
		try_words(t, seat, &m, copy);
		memcpy(copy, pos, rules->position_size);
	} else {
		must(why.code != NULL, "a refusal has a code");
	}
	must(memcmp(copy, pos, rules->position_size) == 0,
	    "parse and refusals change nothing");
	free(copy);
}

static void
try_chance(const struct table *t, const char *text)
{
	const struct game_rules *rules = table_rules(t);
	const struct game_data *d = table_data(t);
	void *copy = mem_alloc(rules->position_size);
	struct buf words = BUF_INIT;
	struct event ev, again;
	struct err e;

	if (rules->chance_read(d, text, strlen(text), &ev) == 0) {
		rules->event_format(d, &ev, &words);
		must(rules->chance_read(d, words.data, words.len, &again) ==
			    0 &&
			event_equal(&ev, &again),
		    "chance is read as written");
		memcpy(copy, table_position(t), rules->position_size);
		if (rules->chance(d, copy, &ev, NULL, &e) == 0)
			must(rules->audit(d, copy, &e) == 0,
			    "audit after chance");
		else
			must(memcmp(copy, table_position(t),
				 rules->position_size) == 0,
			    "what is no chance event changes nothing");
	}
	buf_release(&words);
	free(copy);
}

/* What any reader is shown of a position that some log leads to. */
static void
try_readers(const struct table *t)
{
	const struct game_rules *rules = table_rules(t);
	struct moves legal = MOVES_INIT;

	for (int s = ARCHIVE; s <= table_seats(t); s++) {
		struct buf text = BUF_INIT;
		struct json j;
		void *seen = mem_alloc(rules->position_size);
		cJSON *facts;

		json_init(&j, &text);
		rules->facts(table_data(t), table_position(t), s, &j);
		facts = cJSON_Parse(buf_text(&text));
		must(facts != NULL, "facts are JSON");
		game_see(rules, table_data(t), table_position(t), s, seen);
		cJSON_Delete(rules->view(table_data(t), seen, s));
		free(seen);
		cJSON_Delete(facts);
		buf_release(&text);
		if (s > 0)
			rules->legal(table_data(t), table_position(t), s,
			    &legal);
	}
	moves_release(&legal);
}

static void
try_position(const struct table *t, const char *text)
{
	struct err e;

	must(table_rules(t)->audit(table_data(t), table_position(t), &e) == 0,
	    "audit after a log");
	for (int s = 1; s <= table_seats(t); s++)
		try_move(t, s, text);
	try_chance(t, text);
	try_readers(t);
}

/* Plays the move that the byte chooses of the first seat to act. */
static int
play_byte(struct table *t, uint8_t choice, struct moves *legal)
{
	const struct game_rules *rules = table_rules(t);
	seat_set act = rules->to_act(table_data(t), table_position(t));
	struct refusal why;
	struct err e;
	int seat = 1;

	if (act == 0)
		return -1;
	while (!(act & SEAT_BIT(seat)))
		seat++;
	rules->legal(table_data(t), table_position(t), seat, legal);
	must(legal->n > 0, "who is to act has a move");
	must(table_move(t, seat, &legal->at[choice * legal->n / 256], NULL,
		 &why) == 0,
	    "a legal move is taken");
	return table_settle(t, NULL, &e);
}

static void
try_played(const uint8_t *data, size_t size, const char *text)
{
	const struct game_kind *kind;
	struct options none = { .n = 0 };
	uint8_t seed[RNG_KEY_SIZE];
	struct moves legal = MOVES_INIT;
	struct table *t;
	struct err e;
	int games = 0;

	while (game_registry[games] != NULL)
		games++;
	if (size < 3 ||
	    game_open(game_registry[data[0] % games]->name, &kind, &e) != 0 ||
	    table_new(kind,
		kind->rules->min_seats +
		    data[1] %
			(kind->rules->max_seats - kind->rules->min_seats + 1),
		&none, &t, &e) != 0)
		return;
	table_keep_history(t, false);
	memset(seed, data[2] | 1, sizeof seed);
	table_seed(t, seed);
	must(table_settle(t, NULL, &e) == 0, "a game begins");
	for (size_t i = 3; i < size && i < 400; i++)
		if (play_byte(t, data[i], &legal) != 0)
			break;
	try_position(t, text);
	table_free(t);
	moves_release(&legal);
}

static void
try_canonical(const char *log, size_t len)
{
	struct buf once = BUF_INIT, twice = BUF_INIT;
	struct outcome outcome;
	struct err e;

	if (canonical_log(log, len, NULL, &once, &e) == 0) {
		must(canonical_log(once.data, once.len, NULL, &twice, &e) == 0,
		    "a strict log is a log");
		must(once.len == twice.len &&
			memcmp(once.data, twice.data, once.len) == 0,
		    "a strict log stays as it is");
		if (outcome_of_log(once.data, once.len, NULL, &outcome, &e) ==
		    0)
			outcome_release(&outcome);
	}
	buf_release(&once);
	buf_release(&twice);
}

/* Without its data a game refuses every log, and nothing would be tried. */
int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const struct game_kind *kind;
	struct err e;

	(void)argc;
	(void)argv;
	mem_init_json();
	for (int i = 0; game_registry[i] != NULL; i++)
		must(game_open(game_registry[i]->name, &kind, &e) == 0,
		    "the data of every game are there");
	return 0;
}

static void
try_log(const char *log, size_t len, const char *text)
{
	struct replay_how how = { .until = -1 };
	struct replay replay;
	struct err e;

	(void)replay_text(log, len, &how, &replay, &e);
	if (replay.table != NULL)
		try_position(replay.table, text);
	replay_release(&replay);
	try_canonical(log, len);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *nul = memchr(data, '\0', size);
	size_t len = nul != NULL ? (size_t)(nul - data) : size;
	char *log = mem_ndup((const char *)data, len);
	char *text = nul == NULL ?
	    mem_dup("") :
	    mem_ndup((const char *)nul + 1, size - len - 1);

	if (len > 0 && data[0] != '%')
		try_played(data, len, text);
	else
		try_log(log, len, text);
	free(text);
	free(log);
	return 0;
}
