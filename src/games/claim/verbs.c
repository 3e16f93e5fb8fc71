/* SPDX-License-Identifier: MIT */
#include "base/tree.h"
#include "game/verb_args.h"
#include "games/claim/play.h"

/* The verbs of Claim (game/verbs.h), and what templates are told besides. */

enum { COLOUR = VERB_THINGS, FIELD, SHIP };

static const char *const ship_word[] = { "ship", "main", "tender", "" };

static const struct verb_thing things[] = {
	{ IDS("colour", colour, CLAIM_COLOURS) },
	{ IDS("field", field, CLAIM_FIELDS) },
	{ "ship", .n = CLAIM_NAMES + 1, .word = ship_word }, /* or unsaid */
	/* A field is called by its id; the hub is a word of a language. */
	{ "field", .at = offsetof(struct game_data, field[1].id),
	    .titles = offsetof(struct game_data, field[1].id),
	    .stride = sizeof(struct claim_field), .n = CLAIM_FIELDS - 1 },
	{ .name = NULL },
};
const struct verb_thing *const claim_colours = &things[COLOUR - VERB_THINGS];
const struct verb_thing *const claim_ships = &things[SHIP - VERB_THINGS];

void
claim_tell_ship(int name, struct cJSON *out)
{
	tree_add_str(out, "ship", ship_word[name]);
	tree_flag(out, "split", name != CLAIM_SHIP);
}

void
claim_tell_count(const struct game_data *d, const char *key, int colour,
    int count, struct cJSON *out)
{
	struct cJSON *o = tree_object(out, key);

	tree_add_str(o, "colour", d->colour[colour].id);
	tree_add_int(o, "count", count);
}

static void
tell_split(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	(void)d;
	tree_flag(out, "split", ev->arg[CLAIM_ACT_SHIP] != CLAIM_SHIP);
}

static void
tell_none(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	bool none = true;

	(void)d;
	for (int i = ev->n - CLAIM_COLOURS; i < ev->n; i++)
		none &= ev->arg[i] == 0;
	tree_flag(out, "none", none);
}

static void
tell_traded(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	claim_tell_count(d, "paid", ev->arg[CLAIM_TRADE_PAYS],
	    ev->arg[CLAIM_TRADE_PAID], out);
	claim_tell_count(d, "received", ev->arg[CLAIM_TRADE_TAKES],
	    ev->arg[CLAIM_TRADE_TOOK], out);
	tell_split(d, ev, out);
}

/* R12: what it asks and gives. */
static void
tell_discovered(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int bottom = ev->arg[CLAIM_FOUND_BOTTOM],
	    top = ev->arg[CLAIM_FOUND_TOP];
	int asks = d->colour[top].value, gives = d->colour[bottom].value;

	claim_tell_count(d, "asks", bottom, asks, out);
	claim_tell_count(d, "gives", top, gives, out);
	tree_flag(out, "double", bottom == top);
	tree_add_int(out, "value", asks * gives);
}

#define A_FIELD { THING(FIELD, "field") }
#define A_NUMBER { ARG(VERB_NUMBER, "n", " ") }
#define SHIP_ACTS [CLAIM_ACT_SHIP] = { THING(SHIP, "ship") }
#define ACTS_AT SHIP_ACTS, [CLAIM_ACT_FIELD] = A_FIELD
#define LOADED \
	{ ACTS_AT, [CLAIM_LOAD_COLOUR] = { THING(COLOUR, "colour") }, \
		[CLAIM_LOAD_HAVE] = { NUMBER("have") }, \
		[CLAIM_LOAD_SERIES] = { NUMBER("series"), VERB_TOLD_SOME }, \
		[CLAIM_LOAD_OF] = { NUMBER("of") } }, \
	    .tell = tell_split
#define FOUND \
	[CLAIM_FOUND_FIELD] = A_FIELD, \
	[CLAIM_FOUND_BOTTOM] = { ARG(COLOUR, NULL, " bottom=") }, \
	[CLAIM_FOUND_TOP] = { ARG(COLOUR, NULL, " top=") }

static const struct verb moves[] = {
	[CLAIM_V_STOW] = { .word = "stow", /* M1 */
	    { { COUNTS(COLOUR, "cubes"), .from = CLAIM_RED + 1 } },
	    .tell = tell_none },
	[CLAIM_V_FLY] = { .word = "fly", /* M2 */
	    { ACTS_AT, [CLAIM_FLY_COST] = { NUMBER("cost") } },
	    .tell = tell_split },
	[CLAIM_V_TRADE] = { .word = "trade", /* M3 */
	    { SHIP_ACTS, [CLAIM_ACT_N] = A_NUMBER },
	    .tell = tell_split },
	[CLAIM_V_LOAD] = { .word = "load",
	    { SHIP_ACTS },
	    .tell = tell_split }, /* M4 */
	[CLAIM_V_UNLOAD] = { .word = "unload",
	    { SHIP_ACTS },
	    .tell = tell_split },
	[CLAIM_V_REFUEL] = { .word = "refuel",
	    { SHIP_ACTS, [CLAIM_ACT_N] = A_NUMBER },
	    .tell = tell_split },
	/* M5. Told as `divide`: "split" says that a ship is split. */
	[CLAIM_V_SPLIT] = { .word = "split",
	    { { COUNTS(COLOUR, "cubes") } },
	    .told = "divide",
	    .tell = tell_none },
	[CLAIM_V_MERGE] = { .word = "merge" },
	[CLAIM_V_TOW] = { .word = "tow",
	    { SHIP_ACTS },
	    .tell = tell_split },          /* M6 */
	[CLAIM_V_END] = { .word = "end" }, /* M7 */
};

static const struct verb chances[] = {
	[CLAIM_C_BLOCKS] = { .word = "blocks",
	    { { THING(FIELD, "field"), LIST("fields") } } },
	[CLAIM_C_ROLL] = { .word = "roll",
	    { [CLAIM_ROLL_FIELD] = A_FIELD,
		[CLAIM_ROLL_RED] = { NUMBER("red") },
		[CLAIM_ROLL_GREEN] = { NUMBER("green") } } },
	[CLAIM_C_FOUND] = { .word = "found", { FOUND } },
};

static const struct verb derived[] = {
	[CLAIM_STOWED] = { .word = "stowed",
	    { { COUNTS(COLOUR, "cubes") } },
	    .tell = tell_none },
	[CLAIM_FLEW] = { .word = "flew",
	    { ACTS_AT, [CLAIM_FLY_COST] = { NUMBER("cost") },
		[CLAIM_FLY_FUEL] = { NUMBER("fuel") } },
	    .tell = tell_split },
	[CLAIM_TRADED] = { .word = "traded",
	    { ACTS_AT, [CLAIM_TRADE_PAYS] = { ARG(COLOUR, NULL, " paid=") },
		[CLAIM_TRADE_PAID] = { ARG(VERB_NUMBER, NULL, ":") },
		[CLAIM_TRADE_TAKES] = { ARG(COLOUR, NULL, " received=") },
		[CLAIM_TRADE_TOOK] = { ARG(VERB_NUMBER, NULL, ":") },
		[CLAIM_TRADE_LOST] = { NUMBER("lost"), VERB_TOLD_SOME } },
	    .tell = tell_traded },
	[CLAIM_LOADED] = { .word = "loaded", LOADED },
	[CLAIM_UNLOADED] = { .word = "unloaded", LOADED },
	[CLAIM_REFUELLED] = { .word = "refuelled",
	    { SHIP_ACTS, [CLAIM_ACT_N] = { NUMBER("n") },
		[CLAIM_REFUEL_FUEL] = { NUMBER("fuel") } },
	    .tell = tell_split },
	[CLAIM_SPLIT] = { .word = "split",
	    { [CLAIM_SPLIT_FIELD] = A_FIELD,
		[CLAIM_SPLIT_CUBES] = { COUNTS(COLOUR, "cubes") } },
	    .told = "divided",
	    .tell = tell_none },
	[CLAIM_MERGED] = { .word = "merged",
	    { [CLAIM_SPLIT_FIELD] = A_FIELD } },
	[CLAIM_TOWED] = { .word = "towed",
	    { ACTS_AT, [CLAIM_TOW_LOST] = { NUMBER("lost"), VERB_TOLD_SOME } },
	    .tell = tell_split },
	[CLAIM_CLAIMED] = { .word = "claimed",
	    { [CLAIM_CLAIM_FIELD] = A_FIELD,
		[CLAIM_CLAIM_VALUE] = { NUMBER("value") },
		[CLAIM_CLAIM_N] = { ARG(VERB_NUMBER, "n", " claims=") },
		[CLAIM_CLAIM_OF] = { ARG(VERB_NUMBER, "of", NULL) } } },
	[CLAIM_DISCOVERED] = { .word = "discovered",
	    { FOUND,
		[CLAIM_FOUND_ROLLED] = { ARG(VERB_NUMBER, "rolled", NULL),
		    VERB_FLAG },
		[CLAIM_FOUND_POINTS] = { NUMBER("points") } },
	    .tell = tell_discovered },
	[CLAIM_ROUND] = { .word = "round", { { NUMBER("n") } } },
	[CLAIM_ENDED] = VERB_ENDED(NUMBER("aboard")),
};

const struct verbs claim_verbs = { .of = { moves, chances, derived },
	.n = { CLAIM_V_END + 1, CLAIM_C_FOUND + 1, CLAIM_ENDED + 1 },
	.label = claim_label,
	.draws_later = true,
	.thing = things };
