/* SPDX-License-Identifier: MIT */
#include "table.h"
#include "tests/srcdir.h"

const struct game_rules *const game_registry[] = { &clippers_rules, NULL };
const char *const conformance_data = PAQUEBOT_SRCDIR "/data/clippers.json";
const char *const conformance_options[] = { "-", "lay=2", NULL };

const struct golden golden_logs[] = {
	{ "seats-2", 2, 1 },
	{ "seats-3", 3, 1 },
	{ "seats-4", 4, 1 },
	{ "seats-5", 5, 1 },
	{ "labels-3", 3, 3 },
	{ 0 },
};

struct clip_position at;
void *const table_at = &at;

void
table_set_with(int seats, const char *options)
{
	static const char *const nation[] = { "france", "britain", "germany",
		"japan", "usa" };
	struct buf words = BUF_INIT;
	struct options o;
	struct err e;

	ck_assert_int_eq(options_parse(options, &o, &e), 0);
	ck_assert_msg(game_setup(&clippers_rules, data, seats, &o, &at, &e) ==
		0,
	    "%s", e.text);
	buf_str(&words, "departures");
	for (int s = 1; s <= seats; s++)
		buf_printf(&words, " p%d=%s", s, nation[s - 1]);
	ck_chance(buf_text(&words));
	buf_release(&words);
	ck_assert_int_eq(clip_turn_of(&at), 1);
}

void
table_set(int seats)
{
	table_set_with(seats, "-");
}

void
phase(int n)
{
	at.at = at.grapnel;
	at.stage = (uint8_t)n;
	clip_begin_turn(data, &at, NULL);
}

int
place(const char *id)
{
	int n = clip_place_find(data, id, strlen(id));

	ck_assert_msg(n != CLIP_NONE, "no place %s", id);
	return n;
}

int
colour(const char *id)
{
	int n = clip_colour_find(data, id, strlen(id));

	ck_assert_msg(n != CLIP_NONE, "no colour %s", id);
	return n;
}

static struct clip_track *
track(const char *name, const char *from, const char *to, int laid)
{
	int link = data->between[place(from)][place(to)];
	struct clip_track *t;

	ck_assert_msg(link != CLIP_NONE, "no link %s>%s", from, to);
	t = &at.track[link][at.track[link][0].colour != 0];
	ck_assert_int_eq(t->colour, 0);
	t->colour = (uint8_t)(colour(name) + 1);
	t->laid = (uint8_t)laid;
	t->back = place(from) != data->link[link].from;
	at.sticks[colour(name)] = (uint8_t)(at.sticks[colour(name)] - laid);
	clip_find_ways(data, &at);
	return t;
}

void
joined(const char *name, const char *from, const char *to)
{
	int link = data->between[place(from)][place(to)];

	ck_assert_msg(link != CLIP_NONE, "no link %s>%s", from, to);
	(void)track(name, from, to, data->link[link].parts);
	at.connected[colour(name)] |= (uint64_t)1 << place(to);
	clip_find_ways(data, &at);
}

void
begun(const char *name, const char *from, const char *to, int laid)
{
	(void)track(name, from, to, laid);
}

void
no_heads(const char *name)
{
	memset(at.heads[colour(name)], 0, sizeof at.heads[0]);
	clip_find_ways(data, &at);
}

void
one_more_head(const char *name, const char *where)
{
	at.heads[colour(name)][place(where)]++;
	clip_find_ways(data, &at);
}

void
head(const char *name, const char *where)
{
	no_heads(name);
	one_more_head(name, where);
}

void
card(int seat, const char *id)
{
	struct clip_seat *s = &at.seat[seat];

	if (s->card != 0)
		at.cards[s->card - 1]++;
	s->card = s->card_used = 0;
	if (*id == '\0')
		return;
	do
		ck_assert_msg(s->card < CLIP_CARDS, "no card %s", id);
	while (strcmp(data->card[s->card++].id, id) != 0);
	at.cards[s->card - 1]--;
}

void
clipper(int seat, const char *name)
{
	at.seat[seat].clipper = (uint8_t)(colour(name) + 1);
	at.stock[colour(name)]--;
}
