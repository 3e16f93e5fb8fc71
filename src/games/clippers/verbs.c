/* SPDX-License-Identifier: MIT */
#include "game/tree.h"
#include "game/verb_args.h"
#include "games/clippers/play.h"

/* The verbs of Clippers (game/verbs.h), and what templates are told besides. */

enum { COLOUR = VERB_THINGS, PLACE, ISLAND, CARD, NATION, PLACE_NAME };

static const struct verb_thing things[] = {
	{ IDS("colour", company, CLIP_COLOURS) },
	{ IDS("place", place, CLIP_PLACES), .find = clip_place_find },
	{ IDS("island", place, CLIP_ISLANDS), .find = clip_place_find },
	{ IDS("card", card, CLIP_CARDS) },
	{ IDS("nation", departure, CLIP_NATIONS), TITLES(departure) },
	{ IDS("island", place, CLIP_PLACES), TITLES(place) },
	{ IDS("from", place, CLIP_PLACES), TITLES(place) },
	{ IDS("to", place, CLIP_PLACES), TITLES(place) },
	{ .name = NULL },
};

const struct verb_thing *const clip_companies = &things[COLOUR - VERB_THINGS];
const struct verb_thing *const clip_islands = &things[ISLAND - VERB_THINGS];
const struct verb_thing *const clip_places = &things[PLACE_NAME - VERB_THINGS];
const struct verb_thing *const clip_cards = &things[CARD - VERB_THINGS];

static void
tell_price(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	(void)d;
	tree_flag(out, "free", ev->arg[1] == 0);
}

/* A stick: what is still to lay, and when it has arrived what it brought. */
static void
tell_stick(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	int laid = ev->arg[3], of = ev->arg[4];

	(void)d;
	tree_flag(out, "arrived", laid == of);
	if (laid == of)
		tree_add_int(out, "colours", ev->arg[6]);
	tree_add_int(out, "left", of - laid);
}

#define A_COLOUR { THING(COLOUR, "colour") }
#define FROM_TO \
	{ THING(PLACE, "from") }, \
	{ \
		ARG(PLACE, "to", ">") \
	}
#define PRICE \
	{ NUMBER("price") }, \
	{ \
		NUMBER("money") \
	}
#define STICK \
	{ A_COLOUR, FROM_TO, { NUMBER("laid") }, { NUMBER("of") }, \
		{ NUMBER("dollars"), VERB_TOLD_SOME }, \
		{ ARG(VERB_NUMBER, NULL, " colours=") } }, \
	    .tell = tell_stick

static const struct verb moves[] = {
	[CLIP_V_BUY] = { .word = "buy", { A_COLOUR } }, /* M1 */
	/* M2 */
	[CLIP_V_POST] = { .word = "post", { { THING(ISLAND, "island") } } },
	/* M3 */
	[CLIP_V_TAKE] = { .word = "take", { { THING(CARD, "card") } } },
	[CLIP_V_PASS] = { .word = "pass" }, /* M4 */
	[CLIP_V_LAY] = { .word = "lay",
	    { A_COLOUR, FROM_TO, /* M5 */
		{ ARG(VERB_NUMBER, NULL, "*"), VERB_MANY } } },
	[CLIP_V_OPEN] = { .word = "open", { A_COLOUR, FROM_TO } }, /* M6 */
	[CLIP_V_MOVE] = { .word = "move",
	    { { THING(ISLAND, "from") }, /* M7 */
		{ THING(ISLAND, "to") } } },
	/* M8 */
	[CLIP_V_DONE] = { .word = "done" },
};

static const struct verb chances[] = {
	[CLIP_DEPARTURES] = { .word = "departures",
	    { { LIST("seats") }, { ARG(VERB_PLACE, "seat", " ") },
		{ ARG(NATION, "nation", "=") } } },
};

static const struct verb derived[] = {
	[CLIP_BOUGHT] = { .word = "bought",
	    { A_COLOUR, PRICE },
	    .tell = tell_price },
	[CLIP_POSTED] = { .word = "posted",
	    { { THING(ISLAND, "island") }, { NUMBER("reserve") } } },
	[CLIP_TOOK] = { .word = "took",
	    { { THING(CARD, "card") }, PRICE },
	    .tell = tell_price },
	[CLIP_LAID] = { .word = "laid", STICK },
	[CLIP_CONNECTED] = { .word = "connected", STICK },
	[CLIP_OPENED] = { .word = "opened", STICK },
	[CLIP_MOVED] = { .word = "moved",
	    { { THING(ISLAND, "from") }, { THING(ISLAND, "to") } } },
	[CLIP_PURPLE_OPEN] = { .word = "purple-open" },
	[CLIP_GONE] = { .word = "gone", { A_COLOUR, { NUMBER("sticks") } } },
	[CLIP_RETURNED] = { .word = "returned", { A_COLOUR } },
	[CLIP_ROUND] = { .word = "round", { { NUMBER("n") } } },
	[CLIP_ENDED] = { .word = "ended",
	    { { LIST("seats") }, { SEAT("seat") }, { NUMBER("score") },
		{ NUMBER("money") }, { NUMBER("rank") } },
	    .tell = verb_tell_winners },
};

const struct verbs clip_verbs = { .of = { moves, chances, derived },
	.n = { CLIP_V_DONE + 1, CLIP_DEPARTURES + 1, CLIP_ENDED + 1 },
	.thing = things };

int
clip_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	if (verbs_read(d, pos, seat, text, len, out) < 0)
		return -1;
	if ((out->verb == CLIP_V_LAY || out->verb == CLIP_V_OPEN) &&
	    d->between[out->arg[1]][out->arg[2]] == CLIP_NONE)
		return -1;
	return 0;
}
