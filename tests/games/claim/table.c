/* SPDX-License-Identifier: MIT */
#include "table.h"
#include "tests/srcdir.h"

const struct game_rules *const game_registry[] = { &claim_rules, NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/claim.json";
const char *const conformance_options[] = { "-", NULL };

/* With undos. */
const struct golden golden_logs[] = {
	{ "seats-2", 2, 10 },
	{ "seats-3", 3, 10 },
	{ "greedy-3", 3, 10 },
	{ "labels-3", 3, 32 },
	{ 0 },
};

struct claim_position at;
void *const table_at = &at;
static struct buf out;

void
table_stow(int seats)
{
	struct err e;

	ck_assert_msg(game_setup(&claim_rules, data, seats, NULL, &at, &e) == 0,
	    "%s", e.text);
	ck_chance("blocks A1 A2 B2 B3 C4 C5 D5 D6");
}

void
table_set(int seats)
{
	table_stow(seats);
	for (int s = 1; s <= seats; s++)
		ck_try(s, "stow");
	ck_assert_int_eq(claim_turn_of(&at), SEAT_BIT(1));
}

int
field(const char *id)
{
	int f = claim_field_find(data, id, strlen(id));

	ck_assert_msg(f != CLAIM_NONE, "no field %s", id);
	return f;
}

int
colour(const char *id)
{
	int c = claim_colour_find(data, id, strlen(id));

	ck_assert_msg(c != CLAIM_NONE, "no colour %s", id);
	return c;
}

void
system_at(const char *id, const char *bottom, const char *top)
{
	int f = field(id);

	ck_assert(!claim_in(at.blocked, f) && !claim_in(at.known, f));
	at.known |= (uint32_t)1 << f;
	at.bottom[f] = (uint8_t)colour(bottom);
	at.top[f] = (uint8_t)colour(top);
	at.seat[2].found++;
}

/* "red=3 blue=2". */
static void
fill(struct claim_ship *s, const char *text)
{
	memset(s->hold, 0, sizeof s->hold);
	while (*text != '\0') {
		const char *equals = strchr(text, '=');
		int c = claim_colour_find(data, text, (size_t)(equals - text));

		ck_assert_int_ne(c, CLAIM_NONE);
		s->hold[c] = (uint8_t)strtol(equals + 1, NULL, 10);
		text = equals + strcspn(equals, " ");
		text += *text == ' ';
	}
	ck_assert(claim_fits(data, s->parts, s->hold));
}

void
ship(int seat, const char *where, const char *text)
{
	struct claim_ship *s = at.seat[seat].ship;

	memset(s, 0, sizeof at.seat[seat].ship);
	s->parts = data->parts[CLAIM_SHIP];
	s->at = (uint8_t)field(where);
	fill(s, text);
}

void
ships(int seat, const char *main_at, const char *main_hold,
    const char *tender_at, const char *tender_hold)
{
	struct claim_ship *s = at.seat[seat].ship;

	memset(s, 0, sizeof at.seat[seat].ship);
	s[0].parts = data->parts[CLAIM_MAIN];
	s[1].parts = data->parts[CLAIM_TENDER];
	s[0].at = (uint8_t)field(main_at);
	s[1].at = (uint8_t)field(tender_at);
	fill(&s[0], main_hold);
	fill(&s[1], tender_hold);
}

const char *
hold(int seat, int i)
{
	const uint8_t *n = at.seat[seat].ship[i].hold;

	buf_clear(&out);
	for (int c = 0; c < CLAIM_COLOURS; c++)
		if (n[c] > 0)
			buf_printf(&out, " %s=%d", data->colour[c].id, n[c]);
	return buf_text(&out) + (out.len > 0);
}

void
round_to(int seat)
{
	while (at.at != seat)
		ck_try(at.at, "end");
}
