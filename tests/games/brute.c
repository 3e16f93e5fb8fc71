/* SPDX-License-Identifier: MIT */
#include "tests/games/brute.h"

#define RULES (game_registry[0])

struct move *
brute_add(struct moves *out, int verb)
{
	struct move *m = moves_add(out);

	m->verb = (uint8_t)verb;
	return m;
}

void
brute_arg(struct move *m, int arg)
{
	m->arg[m->n++] = (int16_t)arg;
}

static bool
among(const struct moves *list, const struct move *m)
{
	for (int i = 0; i < list->n; i++)
		if (move_equal(&list->at[i], m))
			return true;
	return false;
}

static const char *
words(int seat, const struct move *m)
{
	static struct buf text;

	buf_clear(&text);
	RULES->format(data, table_at, seat, m, &text);
	return buf_text(&text);
}

/* Whether the move is taken; a refused one changes nothing. */
static bool
taken(int seat, const struct move *m, void *spare)
{
	struct refusal no = { .code = NULL };

	memcpy(spare, table_at, RULES->position_size);
	if (RULES->apply(data, spare, seat, m, NULL, &no) == 0)
		return true;
	ck_assert_ptr_nonnull(no.code);
	ck_assert_msg(memcmp(spare, table_at, RULES->position_size) == 0,
	    "p%d: \"%s\" is refused and done", seat, words(seat, m));
	return false;
}

static int
brute_seat(int seat, unsigned verbs, brute_every *every, void *spare)
{
	static struct moves listed, all;
	int n = 0;

	RULES->legal(data, table_at, seat, &listed);
	moves_clear(&all);
	every(seat, &all);
	for (int i = 0; i < all.n; i++) {
		const struct move *m = &all.at[i];
		bool is = among(&listed, m);

		ck_assert_msg(taken(seat, m, spare) == is,
		    "p%d: \"%s\" is %slisted, but %s", seat, words(seat, m),
		    is ? "" : "not ", is ? "refused" : "taken");
		n += is;
	}
	for (int i = 0; i < listed.n; i++)
		ck_assert_msg(!(verbs >> listed.at[i].verb & 1) ||
			among(&all, &listed.at[i]),
		    "p%d: nobody thought of \"%s\"", seat,
		    words(seat, &listed.at[i]));
	return n;
}

int
brute_table(int seats, unsigned verbs, brute_every *every)
{
	struct buf spare = BUF_INIT;
	int n = 0;

	buf_add(&spare, table_at, RULES->position_size);
	for (int seat = 1; seat <= seats; seat++)
		n += brute_seat(seat, verbs, every, spare.data);
	buf_release(&spare);
	return n;
}
