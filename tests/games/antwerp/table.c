/* SPDX-License-Identifier: MIT */
#include "table.h"
#include "tests/srcdir.h"

const struct game_rules *const game_registry[] = { &antwerp_rules, NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/antwerp.json";
const char *const conformance_options[] = { "-", NULL };

/* The last by random seats that also give standing orders and offer trade. */
const struct golden golden_logs[] = {
	{ "seats-2", 2, 7 },
	{ "seats-3", 3, 7 },
	{ "seats-4", 4, 7 },
	{ "standing-4", 4, 7 },
	{ "labels-3", 3, 13 },
	{ 0 },
};

struct ant_position at;
void *const table_at = &at;
static struct buf out;

static void
deal(const char *what, int sort)
{
	struct buf words = BUF_INIT;
	int kinds = sort == ANT_ORDER ? data->orders : data->kinds[sort];

	buf_str(&words, what);
	for (int i = 0; i < kinds; i++)
		for (int k = 0;
		    k < (sort == ANT_ORDER ? 1 : data->card[sort][i].count);
		    k++)
			buf_printf(&words, " %s", ant_card_id(data, sort, i));
	ck_chance(buf_text(&words));
	buf_release(&words);
}

void
table_set(int seats)
{
	struct buf words = BUF_INIT;
	struct err e;

	ck_assert_msg(game_setup(&antwerp_rules, data, seats, NULL, &at, &e) ==
		0,
	    "%s", e.text);
	for (int g = 0; g < ANT_GOODS; g++) {
		buf_clear(&words);
		buf_printf(&words, "products %s", data->good[g].id);
		for (int i = 0; i < ANT_STACK; i++)
			buf_printf(&words, " %s",
			    data->product[2 * g + i / ANT_EACH].id);
		ck_chance(buf_text(&words));
	}
	buf_release(&words);
	deal("orders", ANT_ORDER);
	deal("ship-cards", ANT_SHIP);
	deal("lock-cards", ANT_LOCK);
	ck_assert_int_eq(ant_actor(&at), 1);
}

int
node(const char *id)
{
	int n = ant_node_find(data, id, strlen(id));

	ck_assert_msg(n != ANT_NONE, "no place %s", id);
	return n;
}

int
colour(const char *id)
{
	int n = ant_colour_find(data, id, strlen(id));

	ck_assert_msg(n != ANT_NONE, "no colour %s", id);
	return n;
}

void
ship(int seat, const char *good, const char *place)
{
	int g = ant_good_find(data, good, strlen(good));

	ck_assert_int_eq(at.ship[node(place)].owner, 0);
	ck_assert(at.seat[seat].reserve > 0 && at.supply[g] > 0);
	ant_load_ship(&at, seat, g, node(place), NULL);
}

const char *
at_place(const char *place)
{
	const struct ant_ship *s = &at.ship[node(place)];

	buf_clear(&out);
	if (s->owner != 0)
		buf_printf(&out, "p%d %s", s->owner, data->good[s->good].id);
	return buf_text(&out);
}

void
product(int seat, const char *id, int n)
{
	int p = ant_product_find(data, id, strlen(id));
	struct ant_stack *s = &at.stack[p / 2];

	for (; n > 0; n--) {
		int i = s->n - 1;

		while (i >= 0 && s->card[i] != p)
			i--;
		ck_assert_msg(i >= 0, "no %s left", id);
		s->n--;
		memmove(s->card + i, s->card + i + 1, (size_t)(s->n - i));
		s->card[s->n] = 0;
		at.seat[seat].product[p]++;
	}
}

int
products(int seat, const char *id)
{
	return at.seat[seat].product[ant_product_find(data, id, strlen(id))];
}

void
card(int seat, const char *id)
{
	for (int sort = 0; sort < ANT_SORTS; sort++) {
		struct ant_deck *deck = &at.deck[sort];
		int kind = ant_card_find(data, sort, id, strlen(id));

		for (int i = deck->n - 1; kind != ANT_NONE && i >= 0; i--) {
			if (deck->card[i] != kind)
				continue;
			/* It is put on top and drawn. */
			memmove(deck->card + i, deck->card + i + 1,
			    (size_t)(deck->n - 1 - i));
			deck->card[deck->n - 1] = (uint8_t)kind;
			ck_assert_int_lt(at.seat[seat].hand[sort].n, ANT_HAND);
			ck_assert_int_eq(ant_take_card(&at, seat, sort), kind);
			at.seat[seat].hand[sort].fresh = 0;
			return;
		}
	}
	ck_abort_msg("no card %s in a deck", id);
}

void
lose(int seat, int sort)
{
	struct ant_deck *deck = &at.deck[sort];

	while (at.seat[seat].hand[sort].n > 0) {
		memmove(deck->card + 1, deck->card, deck->n++);
		deck->card[0] = (uint8_t)
		    ant_lose_card(&at.seat[seat].hand[sort], 0);
	}
}

const char *
hand(int seat, int sort)
{
	const struct ant_hand *h = &at.seat[seat].hand[sort];

	buf_clear(&out);
	for (int i = 0; i < h->n; i++)
		buf_printf(&out, "%s%s", i > 0 ? " " : "",
		    ant_card_id(data, sort, h->card[i]));
	return buf_text(&out);
}

void
open_lock(const char *id)
{
	at.open |= (uint8_t)(1u << ant_lock_find(data, id, strlen(id)));
}

const char *
locks(void)
{
	buf_clear(&out);
	for (int i = 0; i < ANT_LOCKS; i++)
		if (at.open >> i & 1)
			buf_printf(&out, "%s%s", out.len > 0 ? " " : "",
			    data->lock[i].id);
	return buf_text(&out);
}

void
turn_of(int seat)
{
	at.at = (uint8_t)seat;
}

void
play(int seat, const char *moves)
{
	char one[128];

	for (const char *end; *moves != '\0'; moves = end) {
		end = strstr(moves, "; ");
		if (end == NULL)
			end = moves + strlen(moves);
		ck_assert_uint_lt((size_t)(end - moves), sizeof one);
		memcpy(one, moves, (size_t)(end - moves));
		one[end - moves] = '\0';
		ck_try(seat, one);
		if (*end != '\0')
			end += 2;
	}
}
