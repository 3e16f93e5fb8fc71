/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
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
	tree_flag(out, "free", ev->arg[CLIP_BUY_PRICE] == 0);
}

/* A stick: what is still to lay, and when it has arrived what it brought. */
static void
tell_stick(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	int laid = ev->arg[CLIP_STICK_LAID], of = ev->arg[CLIP_STICK_OF];

	(void)d;
	tree_flag(out, "arrived", laid == of);
	if (laid == of)
		tree_add_int(out, "colours", ev->arg[CLIP_STICK_COLOURS]);
	tree_add_int(out, "left", of - laid);
}

#define A_COLOUR { THING(COLOUR, "colour") }
#define PRICE \
	[CLIP_BUY_PRICE] = { NUMBER("price") }, \
	[CLIP_BUY_MONEY] = { NUMBER("money") }
#define MOVES \
	{ \
		[CLIP_MOVE_FROM] = { THING(ISLAND, "from") }, \
		[CLIP_MOVE_TO] = { \
			THING(ISLAND, "to") \
		} \
	}
#define LINK \
	[CLIP_STICK_COLOUR] = A_COLOUR, \
	[CLIP_STICK_FROM] = { THING(PLACE, "from") }, \
	[CLIP_STICK_TO] = { ARG(PLACE, "to", ">") }
#define STICKS \
	{ \
		LINK, [CLIP_STICK_TIMES] = { \
			ARG(VERB_NUMBER, NULL, "*"), \
			VERB_MANY \
		} \
	}
#define STICK \
	{ LINK, [CLIP_STICK_LAID] = { NUMBER("laid") }, \
		[CLIP_STICK_OF] = { NUMBER("of") }, \
		[CLIP_STICK_DOLLARS] = { NUMBER("dollars"), VERB_TOLD_SOME }, \
		[CLIP_STICK_COLOURS] = { ARG(VERB_NUMBER, NULL, \
		    " colours=") } }, \
	    .tell = tell_stick

static const struct verb moves[] = {
	[CLIP_V_BUY] = { .word = "buy",
	    { [CLIP_BUY_COLOUR] = A_COLOUR } }, /* M1 */
	[CLIP_V_POST] = { .word = "post",       /* M2 */
	    { [CLIP_POST_ISLAND] = { THING(ISLAND, "island") } } },
	[CLIP_V_TAKE] = { .word = "take", /* M3 */
	    { [CLIP_BUY_CARD] = { THING(CARD, "card") } } },
	[CLIP_V_PASS] = { .word = "pass" },         /* M4 */
	[CLIP_V_LAY] = { .word = "lay", STICKS },   /* M5 */
	[CLIP_V_OPEN] = { .word = "open", STICKS }, /* M6 */
	[CLIP_V_MOVE] = { .word = "move", MOVES },  /* M7 */
	[CLIP_V_DONE] = { .word = "done" },         /* M8 */
};

static const struct verb chances[] = {
	[CLIP_DEPARTURES] = { .word = "departures",
	    { { ARG(NATION, "nation", "="), VERB_BY_SEAT, LIST("seats") } } },
};

static const struct verb derived[] = {
	[CLIP_BOUGHT] = { .word = "bought",
	    { [CLIP_BUY_COLOUR] = A_COLOUR, PRICE },
	    .tell = tell_price },
	[CLIP_POSTED] = { .word = "posted",
	    { [CLIP_POST_ISLAND] = { THING(ISLAND, "island") },
		[CLIP_POST_RESERVE] = { NUMBER("reserve") } } },
	[CLIP_TOOK] = { .word = "took",
	    { [CLIP_BUY_CARD] = { THING(CARD, "card") }, PRICE },
	    .tell = tell_price },
	[CLIP_LAID] = { .word = "laid", STICK },
	[CLIP_CONNECTED] = { .word = "connected", STICK },
	[CLIP_OPENED] = { .word = "opened", STICK },
	[CLIP_MOVED] = { .word = "moved", MOVES },
	[CLIP_PURPLE_OPEN] = { .word = "purple-open" },
	[CLIP_GONE] = { .word = "gone",
	    { [CLIP_GONE_COLOUR] = A_COLOUR,
		[CLIP_GONE_STICKS] = { NUMBER("sticks") } } },
	[CLIP_RETURNED] = { .word = "returned",
	    { [CLIP_GONE_COLOUR] = A_COLOUR } },
	[CLIP_ROUND] = { .word = "round", { { NUMBER("n") } } },
	[CLIP_ENDED] = VERB_ENDED(NUMBER("money")),
};

const struct verbs clip_verbs = { .of = { moves, chances, derived },
	.n = { CLIP_V_DONE + 1, CLIP_DEPARTURES + 1, CLIP_ENDED + 1 },
	.label = clip_label,
	.option = { "lay" },
	.thing = things };

bool
clip_linked(const struct game_data *d, const struct move *m)
{
	return (m->verb != CLIP_V_LAY && m->verb != CLIP_V_OPEN) ||
	    d->between[m->arg[CLIP_STICK_FROM]][m->arg[CLIP_STICK_TO]] !=
	    CLIP_NONE;
}

int
clip_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	if (verbs_read(d, pos, seat, text, len, out) < 0 ||
	    !clip_linked(d, out))
		return -1;
	return 0;
}
