/* SPDX-License-Identifier: MIT */
#include "conformance.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "game/fairness.h"
#include "game/verb_args.h"
#include "log/record.h"
#include "log/replay.h"

/* The first moves of a game are always looked at closely: choices that all
 * make in secret are there. */
enum { MOVES_MAX = 20000, UNDO_REACH = 15, SNAPSHOT_ONE_IN = 40, FIRST = 6 };

static void
write_head(struct suite *s, const uint8_t seed[RNG_KEY_SIZE])
{
	char commit[HASH_HEX_SIZE], hex[HASH_HEX_SIZE];
	struct turnlog_head head = {
		.game = s->rules->name,
		.version = s->rules->version,
		.data_hash = s->kind->data_hash,
		.id = "conformance",
		.started = "2026-11-21T00:00:00Z",
		.seats = s->seats,
		.options = s->options,
		.draws = DRAWS_NOW,
		.seed_commit = commit,
		.seed = hex,
	};

	fairness_commit(seed, commit);
	hash_hex(seed, RNG_KEY_SIZE, hex);
	buf_clear(&s->log);
	turnlog_write_head(&s->log, &head);
}

/* A game that fails is a log that reproduces it. */
void
fail(struct suite *s, const char *fmt, ...)
{
	char path[160];
	va_list ap;
	struct err e;

	(void)snprintf(path, sizeof path, "failed-%s-%dp-%llu-%d.turnlog",
	    s->rules->name, s->seats, (unsigned long long)s->seed, s->number);
	(void)printf("%s, %d seats, options %s, after event %d: ",
	    s->rules->name, s->seats, s->options,
	    s->table != NULL ? table_seq(s->table) : 0);
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	if (file_write(path, s->log.data, s->log.len, 0644, &e) == 0)
		(void)printf("\nreproduced by %s\n", path);
	else
		(void)printf("\n%s; the log:\n%s", e.text, buf_text(&s->log));
	exit(EXIT_FAILURE);
}

const char *
words(struct suite *s, const void *pos, int seat, const struct move *m,
    struct buf *out)
{
	buf_clear(out);
	s->rules->format(s->data, pos, seat, m, out);
	return buf_text(out);
}

/* Remembers what stands after the last event, for the replay. */
static void
remember(struct suite *s)
{
	int seq = table_seq(s->table);

	if (seq >= s->cap_hashes) {
		s->cap_hashes = 2 * seq + 64;
		s->facts_hash = mem_grow(s->facts_hash, (size_t)s->cap_hashes,
		    sizeof *s->facts_hash);
		s->position_hash = mem_grow(s->position_hash,
		    (size_t)s->cap_hashes, sizeof *s->position_hash);
	}
	table_facts_hash(s->table, s->facts_hash[seq]);
	hash_sha256_hex(table_position(s->table), s->rules->position_size,
	    s->position_hash[seq]);
}

/* A table restored from a snapshot is the same table. */
static void
check_snapshot(struct suite *s)
{
	struct buf saved = BUF_INIT, again = BUF_INIT;
	struct table *other;
	struct options options;
	struct err e;

	table_save(s->table, &saved);
	if (options_parse(s->options, &options, &e) != 0 ||
	    table_new(s->kind, s->seats, &options, &other, &e) != 0 ||
	    table_restore(other, saved.data, saved.len, &e) != 0)
		fail(s, "snapshot: %s", e.text);
	table_save(other, &again);
	if (saved.len != again.len ||
	    memcmp(saved.data, again.data, saved.len) != 0)
		fail(s, "a restored table is another table");
	table_free(other);
	buf_release(&saved);
	buf_release(&again);
}

/* As its row says (game/verbs.h); the toy has no rows. */
static void
check_row(struct suite *s, const struct event *ev)
{
	const struct verbs *v = *(const struct verbs *const *)(const void *)
				     s->data;

	if (v->n[ev->kind] == 0 ||
	    verb_fits(s->data, ev->kind, ev->verb, ev->arg, ev->n))
		return;
	buf_clear(&s->text);
	s->rules->event_format(s->data, ev, &s->text);
	fail(s, "not as its row says: %s", buf_text(&s->text));
}

/* After s->events have happened, the first of them as first_seq. */
static void
happened(struct suite *s, int first_seq, bool dear)
{
	const void *pos = table_position(s->table);
	struct err e;

	for (int i = 0; i < s->events.n; i++) {
		check_row(s, &s->events.at[i]);
		if (s->events.at[i].kind != EVENT_DERIVED)
			remember(s);
	}
	record_events(s->table, first_seq, &s->events, true, -1, &s->log);
	if (s->rules->audit(s->data, pos, &e) != 0)
		fail(s, "%s", e.text);
	check_events(s, &s->events, 0);
	if (dear)
		check_redaction(s, pos, &s->events);
	events_clear(&s->events);
	s->positions++;
	if (rng_below(&s->rng, SNAPSHOT_ONE_IN) == 0)
		check_snapshot(s);
}

static void
settle(struct suite *s, bool dear)
{
	struct event ev;
	struct err e;

	while (game_chance_due(s->rules, s->data, table_position(s->table))) {
		const void *pos = table_position(s->table);
		int seq = table_seq(s->table) + 1;

		check_moves(s, pos, false);
		memcpy(s->c, pos, s->rules->position_size);
		if (table_draw(s->table, &ev, &e) != 0)
			fail(s, "%s", e.text);
		if (memcmp(s->c, pos, s->rules->position_size) != 0)
			fail(s, "draw changed the position");
		check_draw(s, pos, &ev);
		if (dear) {
			check_sight(s, pos);
			check_secrets(s, pos);
		}
		if (table_chance(s->table, &ev, &s->events, &e) != 0)
			fail(s, "a drawn chance event is refused: %s", e.text);
		happened(s, seq, dear);
	}
}

static void
one_move(struct suite *s, bool dear)
{
	const void *pos = table_position(s->table);
	struct refusal why = { .code = NULL };
	seat_set to_act = s->rules->to_act(s->data, pos);
	int seat, turn = game_turn(pos);
	int seq = table_seq(s->table) + 1;
	struct move m;

	check_moves(s, pos, dear);
	if (dear) {
		check_sight(s, pos);
		check_secrets(s, pos);
	}
	do
		seat = 1 + (int)rng_below(&s->rng, (uint32_t)s->seats);
	while (!(to_act & SEAT_BIT(seat)));
	s->rules->legal(s->data, pos, seat, &s->legal);
	m = s->legal.at[rng_below(&s->rng, (uint32_t)s->legal.n)];
	if (table_move(s->table, seat, &m, &s->events, &why) != 0)
		fail(s, "\"%s\" is listed and refused (%s)",
		    words(s, pos, seat, &m, &s->text), why.code);
	if (game_turn(table_position(s->table)) < turn)
		fail(s, "the number of the turn has fallen");
	s->moves++;
	happened(s, seq, dear);
}

static void
operator_event(struct suite *s, const char *verb, const char *args)
{
	struct buf line = BUF_INIT;
	struct err e;

	if (table_operator(s->table, verb, args, &e) != 0)
		fail(s, "%s %s: %s", verb, args, e.text);
	remember(s);
	buf_printf(&line, "%s %s", verb, args);
	turnlog_write_event(&s->log, table_seq(s->table), -1, buf_text(&line),
	    -1);
	buf_release(&line);
}

static void
maybe_undo(struct suite *s, int one_in)
{
	char args[16];
	int back = (int)rng_below(&s->rng, UNDO_REACH);
	int seq = table_seq(s->table);

	if (one_in == 0 || rng_below(&s->rng, (uint32_t)one_in) != 0)
		return;
	(void)snprintf(args, sizeof args, "%d", back < seq ? seq - back : 1);
	operator_event(s, "undo", args);
}

/* T8: called after each event of the replay. */
static int
compare(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct suite *s = ctx;
	char hash[HASH_HEX_SIZE];

	table_facts_hash(r->table, hash);
	if (strcmp(hash, s->facts_hash[line->seq]) != 0)
		fail(s, "replayed, the facts after event %d are others",
		    line->seq);
	hash_sha256_hex(table_position(r->table), s->rules->position_size,
	    hash);
	if (strcmp(hash, s->position_hash[line->seq]) != 0)
		fail(s, "replayed, the position after event %d is another",
		    line->seq);
	return 0;
}

/* T1, T2: the log gives the same game, from the log alone and from the seed. */
static void
check_log(struct suite *s)
{
	struct replay_how how = { .kind = s->kind,
		.until = -1,
		.each = compare,
		.ctx = s };
	char hash[HASH_HEX_SIZE];
	int by_seat[SEATS_MAX + 1] = { 0 };
	struct replay replay;
	struct err e;

	table_facts_hash(s->table, hash);
	turnlog_write_check(&s->log, table_seq(s->table), hash);
	game_scores(s->rules, s->data, table_position(s->table), by_seat);
	turnlog_write_end(&s->log, "finished", s->seats, by_seat);
	for (int prove = 0; prove < 2; prove++) {
		how.prove = prove != 0;
		if (replay_text(s->log.data, s->log.len, &how, &replay, &e) !=
		    0)
			fail(s, "replay: %s", e.text);
		if (replay.events != table_seq(s->table) ||
		    replay.end != REPLAY_FINISHED || replay.checks != 1)
			fail(s, "the replay is not the whole game");
		replay_release(&replay);
	}
}

static void
new_game(struct suite *s)
{
	uint8_t seed[RNG_KEY_SIZE];
	struct options options;
	struct err e = { .text = "" };
	char text[64];

	rng_init_number(&s->rng, s->seed * 1000003 + (uint64_t)s->number);
	for (int i = 0; i < RNG_KEY_SIZE; i++)
		seed[i] = (uint8_t)rng_u32(&s->rng);
	if (options_parse(s->options, &options, &e) != 0 ||
	    table_new(s->kind, s->seats, &options, &s->table, &e) != 0)
		fail(s, "set-up: %s", e.text);
	table_seed(s->table, seed);
	write_head(s, seed);
	remember(s);
	if (s->number % 2 == 0) {
		(void)snprintf(text, sizeof text, "p2 \"game %d\"", s->number);
		operator_event(s, "entropy", text);
	}
}

static void
one_game(struct suite *s, int dear_one_in)
{
	int undo = s->number % 3 == 2 ? 25 : 0;

	new_game(s);
	for (int n = 0;; n++) {
		bool dear = rng_below(&s->rng, (uint32_t)dear_one_in) == 0 ||
		    n < FIRST;

		settle(s, dear);
		if (table_over(s->table))
			break;
		if (n == MOVES_MAX)
			fail(s, "the game does not end");
		one_move(s, dear);
		maybe_undo(s, undo);
	}
	check_moves(s, table_position(s->table), true);
	check_sight(s, table_position(s->table));
	check_secrets(s, table_position(s->table));
	check_log(s);
	table_free(s->table);
	s->table = NULL;
	s->n_drawn = 0;
}

static void
suite_release(struct suite *s)
{
	free(s->a);
	free(s->b);
	free(s->c);
	free(s->facts_hash);
	free(s->drawn);
	free(s->position_hash);
	moves_release(&s->legal);
	moves_release(&s->legal_too);
	events_release(&s->events);
	events_release(&s->events_too);
	events_release(&s->scratch);
	buf_release(&s->text);
	buf_release(&s->text_too);
	buf_release(&s->word);
	buf_release(&s->log);
}

/* A number of the environment, so that check-long and a hunt for a failure
 * can ask for more. */
static long
wanted(const char *name, long otherwise)
{
	const char *text = getenv(name);

	return text != NULL ? strtol(text, NULL, 10) : otherwise;
}

static void
run_game(const struct game_kind *kind)
{
	struct suite s = { .kind = kind,
		.rules = kind->rules,
		.data = kind->data };
	long games = wanted("CONFORMANCE_GAMES", 2);
	int dear = (int)wanted("CONFORMANCE_DEAR_ONE_IN", 8);
	size_t size = kind->rules->position_size;

	s.seed = (uint64_t)wanted("CONFORMANCE_SEED", 1);
	s.a = mem_zero(1, size);
	s.b = mem_zero(1, size);
	s.c = mem_zero(1, size);
	for (s.seats = s.rules->min_seats; s.seats <= s.rules->max_seats;
	    s.seats++) {
		for (int o = 0; conformance_options[o] != NULL; o++) {
			s.options = conformance_options[o];
			/* The first set of options is the usual one. */
			for (long i = 0; i < (o == 0 ? games : (games + 1) / 2);
			    i++) {
				s.number++;
				one_game(&s, dear);
			}
		}
	}
	(void)printf("%s: %d games, %ld moves, %ld refusals, %ld odd moves, "
		     "%ld odd texts, %ld varied positions, %ld looks beyond\n",
	    s.rules->name, s.number, s.moves, s.refused, s.mutants, s.texts,
	    s.varied, s.beyond);
	if ((s.rules->vary != NULL && s.varied == 0) || s.refused == 0)
		fail(&s, "vary or the odd moves never did anything");
	suite_release(&s);
}

int
main(void)
{
	const char *name = game_registry[0]->name;
	struct game_kind own = { .rules = NULL };
	const struct game_kind *kind = &own;
	struct err e;

	mem_init_json();
	if ((conformance_data != NULL ?
		    game_open_file(name, conformance_data, &own, &e) :
		    game_open(name, &kind, &e)) != 0) {
		(void)printf("%s\n", e.text);
		return EXIT_FAILURE;
	}
	run_game(kind);
	game_close(&own);
	return EXIT_SUCCESS;
}
