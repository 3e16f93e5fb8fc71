/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "games/atlantic-star/voyage.h"
#include "tests/srcdir.h"

const struct game_rules *const game_registry[] = { &atlantic_star_rules, NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/atlantic-star.json";
const char *const conformance_options[] = { "-", "open=yes", "order=given",
	NULL };

const struct golden golden_logs[] = {
	{ "seats-2", 2, 2 },
	{ "seats-3", 3, 2 },
	{ "seats-4", 4, 2 },
	{ "seats-5", 5, 2 },
	{ "seats-6", 6, 2 },
	{ "labels-3", 3, 6 },
	{ 0 },
};

struct star_position at;
void *const table_at = &at;
static struct buf out;

void
table_set_with(int seats, const char *options)
{
	struct options o;
	struct event ev = { .kind = EVENT_CHANCE, .verb = STAR_DECK };
	struct err e;

	ck_assert_int_eq(options_parse(options, &o, &e), 0);
	ck_assert_msg(game_setup(&atlantic_star_rules, data, seats, &o, &at,
			  &e) == 0,
	    "%s", e.text);
	for (ev.n = 0; ev.n < STAR_SHIPS; ev.n++)
		ev.arg[ev.n] = (int16_t)ev.n;
	ck_assert_int_eq(star_chance(data, &at, &ev, NULL, &e), 0);
	ck_assert_int_eq(star_turn_of(&at), 1);
}

void
table_set(int seats)
{
	table_set_with(seats, "order=given");
}

int
ship(const char *id)
{
	int n = star_ship_find(data, id, strlen(id));

	ck_assert_msg(n != STAR_NONE, "no ship %s", id);
	return n;
}

int
sea(const char *id)
{
	return star_sea_find(data, id, strlen(id));
}

/* Takes a card from wherever it lies; a field of the agency gets the top of
 * the pile instead. */
static void
take(int card)
{
	int i, s;

	for (i = 0; i < at.pile; i++)
		if (at.deck[i] == card) {
			memmove(&at.deck[i], &at.deck[i + 1],
			    (size_t)(at.pile - i - 1));
			at.deck[--at.pile] = 0;
			return;
		}
	for (i = 0; i < STAR_FIELDS; i++)
		if (at.agency[i] == card) {
			at.agency[i] = at.deck[--at.pile];
			at.deck[at.pile] = 0;
			return;
		}
	for (s = 1; s <= at.seats; s++)
		for (i = 0; i < at.hands[s]; i++)
			if (at.hand[s][i] == card) {
				memmove(&at.hand[s][i], &at.hand[s][i + 1],
				    (size_t)(at.hands[s] - i - 1));
				at.hand[s][--at.hands[s]] = 0;
				return;
			}
	ck_abort_msg("%s lies nowhere", data->ship[card].id);
}

/* Under the pile. */
static void
put_under(int card)
{
	memmove(&at.deck[1], &at.deck[0], at.pile++);
	at.deck[0] = (uint8_t)card;
}

static size_t
word(const char **text, char *id, size_t size)
{
	size_t n;

	*text += strspn(*text, " ");
	n = strcspn(*text, " ");
	ck_assert_uint_lt(n, size);
	memcpy(id, *text, n);
	id[n] = '\0';
	*text += n;
	return n;
}

void
hold(int seat, const char *ids)
{
	char id[40];
	int i, card;

	while (at.hands[seat] > 0) {
		put_under(at.hand[seat][--at.hands[seat]]);
		at.hand[seat][at.hands[seat]] = 0;
	}
	while (word(&ids, id, sizeof id) > 0) {
		card = ship(id);
		take(card);
		for (i = at.hands[seat]++; i > 0 && at.hand[seat][i - 1] > card;
		    i--)
			at.hand[seat][i] = at.hand[seat][i - 1];
		at.hand[seat][i] = (uint8_t)card;
	}
}

void
agency(const char *ids)
{
	char id[40];
	int i, card;

	for (i = 0; i < STAR_FIELDS; i++) {
		if (at.agency[i] != STAR_NONE)
			put_under(at.agency[i]);
		at.agency[i] = STAR_NONE;
	}
	for (i = 0; word(&ids, id, sizeof id) > 0; i++) {
		if (strcmp(id, "-") == 0)
			continue;
		card = ship(id);
		take(card);
		at.agency[i] = (uint8_t)card;
	}
}

void
pile(int n)
{
	while (at.pile > n) {
		at.discards[at.discard++] = at.deck[--at.pile];
		at.deck[at.pile] = 0;
	}
}

void
placed(int class, const char *name, int seat, int value)
{
	int s = sea(name), rank = star_rank(&at, class, value);
	struct star_plaque *list = at.plaque[class];
	int no = seat == 0 ? 0 : at.per_sea - --at.left[seat][s];

	at.class_of[s] = (uint8_t)class;
	at.sea_of[class] = (uint8_t)s;
	memmove(&list[rank + 1], &list[rank],
	    (size_t)(at.plaques[class] - rank) * sizeof *list);
	list[rank] = (struct star_plaque){ (uint8_t)seat, (uint8_t)no,
		(uint8_t)value, 0 };
	at.plaques[class]++;
}

const char *
class_is(int class)
{
	int i;

	buf_clear(&out);
	for (i = 0; i < at.plaques[class]; i++) {
		buf_printf(&out, i > 0 ? " %d" : "%d",
		    at.plaque[class][i].value);
		if (at.plaque[class][i].owner > 0)
			buf_printf(&out, "(p%d)", at.plaque[class][i].owner);
	}
	return buf_text(&out);
}
