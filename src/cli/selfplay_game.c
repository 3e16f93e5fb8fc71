/* SPDX-License-Identifier: MIT */
#include "cli/selfplay.h"

#include <ctype.h>

#include "base/clock.h"
#include "base/hash.h"
#include "game/fairness.h"
#include "log/record.h"
#include "log/turnlog.h"

enum { MOVES_MAX = 200000, UNDO_REACH = 12 };

struct play {
	struct selfplay *s;
	struct selfplay_game *out;
	struct table *table;
	struct rng rng;  /* of the players */
	struct buf *log; /* NULL: none is written */
	int since_check;
};

/* Two generators a game, told apart by the first byte hashed. */
static void
game_key(const struct selfplay *s, int number, char what,
    uint8_t key[RNG_KEY_SIZE])
{
	char text[64];
	int len = snprintf(text, sizeof text, "%c %llu %d", what,
	    (unsigned long long)s->seed, number);

	hash_sha256(text, (size_t)len, key);
}

static void
write_head(struct play *p, int number, const uint8_t seed[RNG_KEY_SIZE])
{
	char commit[HASH_HEX_SIZE], hex[HASH_HEX_SIZE], id[64], words[32];
	char started[CLOCK_STAMP_SIZE], names[SEATS_MAX + 1][16];
	struct buf options = BUF_INIT;
	struct turnlog_head head = {
		.game = p->s->kind->rules->name,
		.version = p->s->kind->rules->version,
		.data_hash = p->s->kind->data_hash,
		.id = id,
		.started = started,
		.seats = p->s->seats,
		.draws = DRAWS_NOW,
		.seed_commit = commit,
		.seed = hex,
		.words = words,
	};

	fairness_commit(seed, commit);
	hash_hex(seed, RNG_KEY_SIZE, hex);
	clock_stamp(clock_now(), started);
	(void)snprintf(id, sizeof id, "selfplay-%llu-%d",
	    (unsigned long long)p->s->seed, number);
	/* Every other seat sends some, the first too. */
	(void)snprintf(words, sizeof words, "%d of %d", (p->s->seats + 1) / 2,
	    p->s->seats);
	options_format(&p->s->options, &options);
	head.options = buf_text(&options);
	for (int i = 1; i <= p->s->seats; i++) {
		enum skill level = p->s->level[i];

		(void)snprintf(names[i], sizeof names[i], "%s",
		    level_name(level));
		names[i][0] = (char)toupper((unsigned char)names[i][0]);
		head.seat_name[i] = names[i];
	}
	turnlog_write_head(p->log, &head);
	buf_release(&options);
}

static int
operator_event(struct play *p, const char *verb, const char *args,
    struct err *e)
{
	struct buf words = BUF_INIT;

	if (table_operator(p->table, verb, args, e) != 0)
		return -1;
	if (p->log != NULL) {
		buf_printf(&words, "%s %s", verb, args);
		turnlog_write_event(p->log, table_seq(p->table), -1,
		    buf_text(&words), -1);
		buf_release(&words);
	}
	return 0;
}

static void
write_check(struct play *p)
{
	char hash[HASH_HEX_SIZE];

	table_facts_hash(p->table, hash);
	turnlog_write_check(p->log, table_seq(p->table), hash);
	p->since_check = 0;
}

/* After events from first_seq on have happened: audit, log, check lines. */
static int
note(struct play *p, int first_seq, struct err *e)
{
	const struct game_rules *rules = p->s->kind->rules;

	if (p->log != NULL)
		record_events(p->table, first_seq, &p->s->events, false, -1,
		    p->log);
	events_clear(&p->s->events);
	p->since_check += table_seq(p->table) - first_seq + 1;
	if (p->log != NULL && p->s->check_every > 0 &&
	    p->since_check >= p->s->check_every)
		write_check(p);
	if (p->s->audit &&
	    rules->audit(p->s->kind->data, table_position(p->table), e) != 0)
		return err_wrap(e, "after event %d", table_seq(p->table));
	return 0;
}

static int
settle(struct play *p, struct err *e)
{
	const struct game_rules *rules = p->s->kind->rules;

	while (game_chance_due(rules, p->s->kind->data,
	    table_position(p->table))) {
		int first = table_seq(p->table) + 1;
		struct event ev;

		if (table_draw(p->table, &ev, e) != 0 ||
		    table_chance(p->table, &ev,
			p->log != NULL ? &p->s->events : NULL, e) != 0 ||
		    note(p, first, e) != 0)
			return -1;
	}
	return 0;
}

static int
choose(struct play *p, int seat, struct move *m, struct err *e)
{
	p->s->computer.level = p->s->level[seat];
	p->s->computer.positions = p->s->level[seat] == LEVEL_HARD ?
	    p->s->positions :
	    0;
	return computer_choose(&p->s->computer, p->s->kind,
		   table_position(p->table), seat, &p->rng, m) == 0 ?
	    0 :
	    err_set(e, ERR_CORRUPT, "p%d is to act and chooses nothing", seat);
}

static int
one_move(struct play *p, struct err *e)
{
	const struct game_rules *rules = p->s->kind->rules;
	const void *pos = table_position(p->table);
	seat_set to_act = rules->to_act(p->s->kind->data, pos);
	struct refusal why = { .code = NULL };
	struct move m;
	int seat = 1, first = table_seq(p->table) + 1;

	while (seat <= p->s->seats && !(to_act & SEAT_BIT(seat)))
		seat++;
	if (seat > p->s->seats)
		return err_set(e, ERR_CORRUPT, "no seat is to act");
	if (choose(p, seat, &m, e) != 0)
		return -1;
	if (table_move(p->table, seat, &m,
		p->log != NULL ? &p->s->events : NULL, &why) != 0) {
		struct buf words = BUF_INIT;

		rules->format(p->s->kind->data, pos, seat, &m, &words);
		(void)err_set(e, ERR_CORRUPT, "\"p%d %s\" refused: %s", seat,
		    buf_text(&words), why.code);
		buf_release(&words);
		return -1;
	}
	p->out->moves++;
	return note(p, first, e);
}

/* Takes something back now and then, so that logs have dead branches. */
static int
maybe_undo(struct play *p, struct err *e)
{
	char args[16];
	int seq = table_seq(p->table), back;

	if (p->s->undo_every == 0 || p->out->moves == 0 ||
	    rng_below(&p->rng, (uint32_t)p->s->undo_every) != 0)
		return 0;
	back = (int)rng_below(&p->rng, UNDO_REACH);
	(void)snprintf(args, sizeof args, "%d", back < seq ? seq - back : 1);
	return operator_event(p, "undo", args, e);
}

static int
play_all(struct play *p, struct err *e)
{
	char args[64];

	for (int seat = 1; seat <= p->s->seats; seat += 2) {
		(void)snprintf(args, sizeof args,
		    "p%d \"seat %d says \\\"%d\\\"\"", seat, seat,
		    (int)rng_below(&p->rng, 1000));
		if (operator_event(p, "entropy", args, e) != 0)
			return -1;
	}
	if (settle(p, e) != 0)
		return -1;
	while (!table_over(p->table)) {
		if (p->out->moves == MOVES_MAX)
			return err_set(e, ERR_CORRUPT, "the game does not end");
		if (one_move(p, e) != 0 || maybe_undo(p, e) != 0 ||
		    settle(p, e) != 0)
			return -1;
	}
	game_scores(p->s->kind->rules, p->s->kind->data,
	    table_position(p->table), p->out->score);
	for (int seat = 1; seat <= p->s->seats; seat++)
		p->out->rank[seat] = game_rank(p->s->kind->rules,
		    p->s->kind->data, table_position(p->table), seat);
	if (p->log == NULL)
		return 0;
	if (p->since_check > 0)
		write_check(p);
	turnlog_write_end(p->log, "finished", p->s->seats, p->out->score);
	return 0;
}

int
selfplay_game(struct selfplay *s, int number, bool with_log,
    struct selfplay_game *out, struct err *e)
{
	struct play p = { .s = s,
		.out = out,
		.log = with_log ? &out->log : NULL };
	uint8_t key[RNG_KEY_SIZE];
	int rc;

	out->moves = 0;
	buf_clear(&out->log);
	if (table_new(s->kind, s->seats, &s->options, &p.table, e) != 0)
		return -1;
	table_keep_history(p.table, with_log || s->undo_every > 0);
	game_key(s, number, 'p', key);
	rng_init(&p.rng, key);
	game_key(s, number, 's', key);
	table_seed(p.table, key);
	if (with_log)
		write_head(&p, number, key);
	rc = play_all(&p, e);
	table_free(p.table);
	return rc;
}

void
selfplay_release(struct selfplay *s)
{
	computer_release(&s->computer);
	events_release(&s->events);
}
