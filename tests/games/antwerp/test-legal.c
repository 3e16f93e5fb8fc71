/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "tests/games/brute.h"

/* Legal moves by brute force: the list of the page's "Moves", nothing else.
 * Offers and standing orders are not listed. */

enum {
	ALL = 1 << ANT_V_LOAD | 1 << ANT_V_SAIL | 1 << ANT_V_EXCHANGE |
	    1 << ANT_V_FULFIL | 1 << ANT_V_PLAY | 1 << ANT_V_ACCEPT |
	    1 << ANT_V_DECLINE | 1 << ANT_V_WITHDRAW | 1 << ANT_V_CHOOSE |
	    1 << ANT_V_END
};

/* A move like head with two arguments more. */
static void
pair(const struct move *head, int a, int b, struct moves *out)
{
	struct move *m = moves_add(out);

	*m = *head;
	brute_arg(m, a);
	brute_arg(m, b);
}

static void
loads(const struct move *head, struct moves *out)
{
	for (int g = 0; g < ANT_GOODS; g++)
		for (int i = 0; i < data->places; i++)
			pair(head, g, i, out);
}

static void
pairs(const struct move *head, bool sorted, struct moves *out)
{
	for (int a = 0; a < data->places; a++)
		for (int b = sorted ? a : 0; b < data->places; b++)
			pair(head, a, b, out);
}

/* For each own ship no wish, each of its channels, or one that is none. */
static void
wishes(int seat, const struct move *head, int place, struct moves *out)
{
	struct move m = *head;

	while (place < data->places && at.ship[place].owner != seat)
		place++;
	if (place == data->places) {
		*moves_add(out) = *head;
		return;
	}
	wishes(seat, head, place + 1, out);
	brute_arg(&m, place * ANT_WISH + place);
	wishes(seat, &m, place + 1, out);
	for (int i = 0; i < data->channels; i++) {
		if (data->channel[i].from != place)
			continue;
		m.arg[m.n - 1] = (int16_t)(place * ANT_WISH +
		    data->channel[i].to);
		wishes(seat, &m, place + 1, out);
	}
}

static void
sails(int seat, const struct move *head, struct moves *out)
{
	for (int k = 0; k < ANT_COLOURS; k++) {
		struct move m = *head;

		brute_arg(&m, k);
		wishes(seat, &m, 0, out);
		/* A wish for a place without an own ship. */
		for (int i = 0; i < data->places; i++)
			if (at.ship[i].owner != seat) {
				struct move *other = moves_add(out);

				*other = m;
				brute_arg(other,
				    i * ANT_WISH +
					data->channel[data->node[i].out[0][0]]
					    .to);
			}
	}
}

/* Every set of locks, and the same with its first one twice. */
static void
locks_of(const struct move *head, int state, struct moves *out)
{
	for (int bits = 0; bits < 1 << ANT_LOCKS; bits++)
		for (int twice = 0; twice < 2; twice++) {
			struct move *m = moves_add(out);

			*m = *head;
			for (int i = 0; i < ANT_LOCKS; i++) {
				if (!(bits >> i & 1))
					continue;
				if (twice && m->n == head->n)
					brute_arg(m, i);
				brute_arg(m, i);
			}
			if (state >= 0)
				brute_arg(m, state);
		}
}

static void
cards(int seat, int sort, struct moves *out)
{
	for (int i = 0; i < data->kinds[sort]; i++) {
		const struct ant_card *c = &data->card[sort][i];
		struct move head = { .verb = ANT_V_PLAY,
			.n = 2,
			.arg = { (int16_t)sort, (int16_t)i } };

		if (sort == ANT_LOCK && c->does == ANT_SWITCH) {
			locks_of(&head, 0, out);
			locks_of(&head, 1, out);
		} else if (sort == ANT_LOCK)
			locks_of(&head, -1, out);
		else if (c->does == ANT_SAIL_ALONE ||
		    c->does == ANT_EXTRA_COLOUR)
			sails(seat, &head, out);
		else if (c->does == ANT_EXTRA_SHIP)
			loads(&head, out);
		else if (c->does == ANT_STEP_BACK || c->does == ANT_SWAP_CARGO)
			pairs(&head, c->does == ANT_SWAP_CARGO, out);
		else
			*moves_add(out) = head;
	}
}

static void
every(int seat, struct moves *out)
{
	static const struct move load = { .verb = ANT_V_LOAD };
	static const struct move sail = { .verb = ANT_V_SAIL };

	loads(&load, out);
	sails(seat, &sail, out);
	for (int i = 0; i < data->orders; i++) {
		brute_arg(brute_add(out, ANT_V_EXCHANGE), i);
		brute_arg(brute_add(out, ANT_V_FULFIL), i);
	}
	cards(seat, ANT_LOCK, out);
	cards(seat, ANT_SHIP, out);
	for (int i = -1; i <= ANT_SAY_SHIP; i++)
		brute_arg(brute_add(out, ANT_V_CHOOSE), i);
	(void)brute_add(out, ANT_V_ACCEPT);
	(void)brute_add(out, ANT_V_DECLINE);
	(void)brute_add(out, ANT_V_WITHDRAW);
	(void)brute_add(out, ANT_V_END);
}

static int seats, taken, offers, choices;

/* The active seat offers its first product for one of the next seat's kind,
 * if it has any; the game goes on with the answer. */
static bool
make_offer(void)
{
	struct move m = { .verb = ANT_V_OFFER, .n = 1 + 2 * ANT_PRODUCTS };
	int to = at.at % seats + 1, give = 0, want = 0;

	while (give < ANT_PRODUCTS && at.seat[at.at].product[give] == 0)
		give++;
	while (want < ANT_PRODUCTS - 1 && at.seat[to].product[want] == 0)
		want++;
	if (give == ANT_PRODUCTS)
		return false;
	m.arg[0] = (int16_t)to;
	m.arg[1 + give] = m.arg[1 + ANT_PRODUCTS + want] = 1;
	return ant_apply(data, &at, at.at, &m, NULL, &why) == 0;
}

static void
look(int reader)
{
	static int n;

	(void)reader;
	taken += brute_table(seats, ALL, every);
	choices += at.pending.what != ANT_P_NONE;
	if (++n % 3 != 0 || !make_offer())
		return;
	offers++;
	taken += brute_table(seats, ALL, every);
}

static void
ask_all(void)
{
	for (int s = 1; s <= seats; s++) {
		at.seat[s].standing.policy = ANT_ASK;
		at.seat[s].standing.anchor = ANT_ANCHOR_ASK;
	}
}

static void
look_and_ask(int reader)
{
	ask_all();
	look(reader);
}

START_TEST(moves)
{
	seats = _i;
	taken = offers = choices = 0;
	random_game(seats, 10, look_and_ask);
	ck_assert_int_gt(taken, 200);
	ck_assert_int_gt(offers, 0);
	ck_assert_int_gt(choices, 0);
}
END_TEST

CASES(tests)
{
	table_load();
	tcase_add_loop_test(t, moves, 2, ANT_SEATS + 1);
}
