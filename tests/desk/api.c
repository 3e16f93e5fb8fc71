/* SPDX-License-Identifier: MIT */
#include "api.h"

#include <check.h>

#include "base/clock.h"
#include "game/table.h"
#include "match/chain.h"
#include "match/clocks.h"
#include "store/event.h"
#include "tests/store/fresh.h"

struct scene api;
static struct err e;

struct club *
api_house(void)
{
	return &api.desk.club;
}

struct match *
api_open(int64_t id)
{
	struct match *m;

	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_int_eq(match_open(api_house(), id, &m, &e), 1);
	return m;
}

void
api_finish(struct match *m)
{
	ck_assert_msg(match_finish(m, 0, &e) == 0, "%s", e.text);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
}

/* One move of the first seat that is to act, chosen by the number of events
 * alone. false: nobody is to act. */
bool
api_move(int64_t id)
{
	struct match *m = api_open(id);
	seat_set act = match_to_act(m);
	struct moves legal = MOVES_INIT;
	struct refusal why;
	struct rng r;
	int seat = 1;

	if (!act) {
		api_finish(m);
		return false;
	}
	while (!(act & SEAT_BIT(seat)))
		seat++;
	clock_pin(START + 60 * m->game.seq);
	m->now = clock_now();
	rng_init_number(&r, (uint64_t)m->game.seq * 16 + (uint64_t)id);
	m->kind->rules->legal(m->kind->data, table_position(m->table), seat,
	    &legal);
	ck_assert_int_eq(match_move(m, seat,
			     &legal.at[rng_below(&r, (uint32_t)legal.n)], &why,
			     &e),
	    0);
	moves_release(&legal);
	api_finish(m);
	return true;
}

static void
log_for(int64_t id, int reader, bool seed, struct buf *out)
{
	struct match *m;

	buf_clear(out);
	ck_assert_int_eq(match_look(api_house(), id, &m, &e), 1);
	ck_assert_int_eq(match_log(m, reader, seed, out, &e), 0);
	match_drop(m);
}

void
api_log(int64_t id, bool seed, struct buf *out)
{
	log_for(id, ARCHIVE, seed, out);
}

void
api_copy(int64_t id, int reader, struct buf *out)
{
	log_for(id, reader, false, out);
}

int64_t
api_found(const struct game_rules *rules, int seats, uint8_t number)
{
	static const char *const name[] = { "Anna", "Bruno", "Carla", "Dirk",
		"Emma", "Fons" };
	struct found f = { .kind = rules->name, .seats = seats };
	char address[SEATS_MAX][64];
	uint8_t seed[32];
	int64_t id;

	memset(seed, number, sizeof seed);
	f.seed = seed;
	for (int s = 1; s <= seats; s++) {
		snprintf(address[s - 1], 64, "%c@example.net",
		    name[s - 1][0] | 0x20);
		f.seat[s].name = name[s - 1];
		f.seat[s].address = address[s - 1];
	}
	ck_assert_int_eq(db_begin(api.db, &e), 0);
	ck_assert_msg(match_found(api_house(), &f, &id, &e) == 0, "%s", e.text);
	ck_assert_int_eq(db_commit(api.db, &e), 0);
	return id;
}

/* Entropy lines, so that the generator's key is not the seed alone. */
void
api_begin(int64_t id)
{
	struct match *m = api_open(id);
	struct refusal why;

	clock_pin(START);
	m->now = clock_now();
	for (int s = 1; s <= m->seats; s++)
		ck_assert_int_eq(match_entropy(m, s,
				     s == 2 ? "a \"word\" \\ of mine" : NULL,
				     &why, &e),
		    0);
	api_finish(m);
}

/* A standing order of p2's, where a game has them. */
static void
set_order(int64_t id, const char *text)
{
	struct match *m = api_open(id);
	const struct game_rules *r = m->kind->rules;
	struct refusal why;
	struct move mv;

	if (r->parse(m->kind->data, table_position(m->table), 2, NULL, text,
		&mv, &why) == 0)
		ck_assert_int_eq(match_move(m, 2, &mv, &why, &e), 0);
	api_finish(m);
}

void
api_adventures(int64_t id)
{
	const struct clock_row row = { 50 * 3600, 4 * 3600, 12 * 3600, 0x3e,
		CLOCK_WAIT, 30 * 86400, "24h,3h", "UTC", 0 };
	struct match *m;
	struct refusal why;

	for (int i = 0; i < 9; i++)
		ck_assert(api_move(id));
	set_order(id, "standing anchor lock");
	m = api_open(id);
	m->by = "Wim";
	m->reason = "a slip of\tthe pen,\nI think ";
	ck_assert_int_eq(match_undo(m, m->game.board - 2, &why, &e), 0);
	api_finish(m);
	m = api_open(id);
	ck_assert_int_eq(chain_chat(m, "'p1 Well played,\\nall of you", &e), 0);
	ck_assert_int_eq(match_replace(m, 1, "Gina", "gina@example.net", &why,
			     &e),
	    0);
	api_finish(m);
	for (int i = 0; i < 6; i++)
		ck_assert(api_move(id));
	m = api_open(id);
	ck_assert_int_eq(clock_ask(m,
			     &(struct clock_act){ .what = DO_SET, .to = &row },
			     &why, &e),
	    0);
	ck_assert_int_eq(clock_ask(m,
			     &(struct clock_act){ .what = DO_ABSENCE,
				 .seat = 1,
				 .from = m->now,
				 .until = m->now + 7200 },
			     &why, &e),
	    0);
	api_finish(m);
	for (int i = 0; i < 6; i++)
		ck_assert(api_move(id));
}

int
api_found_all(int64_t id[API_GAMES])
{
	int n = 0;

	for (int k = 0; game_registry[k]; k++) {
		const struct game_rules *r = game_registry[k];

		if (fresh_tries(k, 2)) {
			id[n] = api_found(r, r->min_seats, (uint8_t)(n + 1));
			api_begin(id[n++]);
		}
		if (fresh_tries(k + 1, 2)) {
			id[n] = api_found(r, r->max_seats, (uint8_t)(n + 1));
			api_begin(id[n++]);
		}
	}
	return n;
}
