/* SPDX-License-Identifier: MIT */
#include "match/think.h"

#include "base/hash.h"
#include "computer/level.h"
#include "match/clocks.h"
#include "match/record.h"

_Static_assert((int)HASH_SIZE == (int)RNG_KEY_SIZE,
    "a hash is a generator's key");

void
think_task_release(struct think_task *q)
{
	buf_release(&q->position);
}

/* The same choice on the same board, whatever was interrupted in between and
 * whatever others did in secret. */
void
think_key(const struct match *m, int seat, uint8_t key[RNG_KEY_SIZE])
{
	char text[64];

	snprintf(text, sizeof text, "bot %lld p%d %d", (long long)m->game.id,
	    seat, m->game.board);
	hash_hmac(m->club->key, text, strlen(text), key);
}

int
match_thinker(const struct match *m)
{
	seat_set act = m->deserted ? 0 : match_to_act(m);

	for (int s = 1; s <= m->seats; s++)
		if (act & SEAT_BIT(s) && m->seat[s].computer == LEVEL_HARD &&
		    !clock_waits(m, s))
			return s;
	return 0;
}

void
match_question(const struct match *m, int seat, int positions,
    struct think_task *out)
{
	*out = (struct think_task){ .kind = m->kind->rules->name,
		.seat = seat,
		.positions = positions };
	think_key(m, seat, out->key);
	buf_add(&out->position, table_position(m->table),
	    m->kind->rules->position_size);
}

int
think_task_answer(const struct think_task *q, struct move *out, int *looked,
    struct err *e)
{
	struct computer c = { .level = LEVEL_HARD, .positions = q->positions };
	const struct game_kind *kind;
	struct rng own;
	int rc = game_open(q->kind, &kind, e);

	if (rc == 0 && q->position.len != kind->rules->position_size)
		rc = err_set(e, ERR_CORRUPT, "no position of %s", q->kind);
	if (rc != 0)
		return -1;
	rng_init(&own, q->key);
	memset(out, 0, sizeof *out);
	rc = computer_choose(&c, kind, q->position.data, q->seat, &own, out);
	*looked = c.looked;
	computer_release(&c);
	return rc == 0 ? 0 :
			 err_set(e, ERR_CORRUPT, "no move for p%d", q->seat);
}

int
match_thought(struct match *m, int seat, const struct move *mv, struct err *e)
{
	struct refusal why = { 0 };

	if (mv == NULL)
		return settle_computer(m, seat, e);
	if (match_move(m, seat, mv, &why, e) == 0)
		return 0;
	return why.code == NULL ?
	    -1 :
	    err_set(e, ERR_CORRUPT, "game %lld: p%d chose what is refused: %s",
		(long long)m->game.id, seat, why.code);
}
