/* SPDX-License-Identifier: MIT */
#include "game/tree.h"
#include "game/verb_args.h"
#include "games/claim/play.h"

/* The verbs of Claim (game/verbs.h), and what templates are told besides. */

enum { COLOUR = VERB_THINGS, FIELD, SHIP };

static const char *const ship_word[] = { "ship", "main", "tender", "" };

static const struct verb_thing things[] = {
	{ IDS("colour", colour, CLAIM_COLOURS) },
	{ IDS("field", field, CLAIM_FIELDS) },
	{ "ship", .n = CLAIM_NAMES, .word = ship_word },
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
	tree_flag(out, "split", ev->arg[0] != CLAIM_SHIP);
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
	claim_tell_count(d, "paid", ev->arg[2], ev->arg[3], out);
	claim_tell_count(d, "received", ev->arg[4], ev->arg[5], out);
	tell_split(d, ev, out);
}

/* R12: what it asks and gives. */
static void
tell_discovered(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int bottom = ev->arg[1], top = ev->arg[2];
	int asks = d->colour[top].value, gives = d->colour[bottom].value;

	claim_tell_count(d, "asks", bottom, asks, out);
	claim_tell_count(d, "gives", top, gives, out);
	tree_flag(out, "double", bottom == top);
	tree_add_int(out, "value", asks * gives);
}

#define A_SHIP { THING(SHIP, "ship") }
#define A_FIELD { THING(FIELD, "field") }

static const struct verb moves[] = {
	[CLAIM_V_STOW] = { .word = "stow",
	    { { COUNTS(COLOUR, "cubes"), /* M1 */
		.from = CLAIM_RED + 1 } },
	    .tell = tell_none },
	/* M2 */
	[CLAIM_V_FLY] = { .word = "fly",
	    { A_SHIP, A_FIELD, { NUMBER("cost") } },
	    .tell = tell_split },
	/* M3 */
	[CLAIM_V_TRADE] = { .word = "trade",
	    { A_SHIP, { ARG(VERB_NUMBER, "n", " ") } },
	    .tell = tell_split },
	/* M4 */
	[CLAIM_V_LOAD] = { .word = "load", { A_SHIP }, .tell = tell_split },
	[CLAIM_V_UNLOAD] = { .word = "unload", { A_SHIP }, .tell = tell_split },
	[CLAIM_V_REFUEL] = { .word = "refuel",
	    { A_SHIP, { ARG(VERB_NUMBER, "n", " ") } },
	    .tell = tell_split },
	/* M5. Told as `divide`: "split" says that a ship is split. */
	[CLAIM_V_SPLIT] = { .word = "split",
	    { { COUNTS(COLOUR, "cubes") } },
	    .told = "divide",
	    .tell = tell_none },
	[CLAIM_V_MERGE] = { .word = "merge" },
	/* M6 */
	[CLAIM_V_TOW] = { .word = "tow", { A_SHIP }, .tell = tell_split },
	/* M7 */
	[CLAIM_V_END] = { .word = "end" },
};

static const struct verb chances[] = {
	[CLAIM_C_BLOCKS] = { .word = "blocks",
	    { { LIST("fields") }, A_FIELD } },
	[CLAIM_C_ROLL] = { .word = "roll",
	    { A_FIELD, { NUMBER("red") }, { NUMBER("green") } } },
	[CLAIM_C_FOUND] = { .word = "found",
	    { A_FIELD, { ARG(COLOUR, NULL, " bottom=") },
		{ ARG(COLOUR, NULL, " top=") } } },
};

static const struct verb derived[] = {
	[CLAIM_STOWED] = { .word = "stowed",
	    { { COUNTS(COLOUR, "cubes") } },
	    .tell = tell_none },
	[CLAIM_FLEW] = { .word = "flew",
	    { A_SHIP, A_FIELD, { NUMBER("cost") }, { NUMBER("fuel") } },
	    .tell = tell_split },
	[CLAIM_TRADED] = { .word = "traded",
	    { A_SHIP, A_FIELD, { ARG(COLOUR, NULL, " paid=") },
		{ ARG(VERB_NUMBER, NULL, ":") },
		{ ARG(COLOUR, NULL, " received=") },
		{ ARG(VERB_NUMBER, NULL, ":") },
		{ NUMBER("lost"), VERB_TOLD_SOME } },
	    .tell = tell_traded },
	[CLAIM_LOADED] = { .word = "loaded",
	    { A_SHIP, A_FIELD, { THING(COLOUR, "colour") }, { NUMBER("have") },
		{ NUMBER("series"), VERB_TOLD_SOME }, { NUMBER("of") } },
	    .tell = tell_split },
	[CLAIM_UNLOADED] = { .word = "unloaded",
	    { A_SHIP, A_FIELD, { THING(COLOUR, "colour") }, { NUMBER("have") },
		{ NUMBER("series"), VERB_TOLD_SOME }, { NUMBER("of") } },
	    .tell = tell_split },
	[CLAIM_REFUELLED] = { .word = "refuelled",
	    { A_SHIP, { NUMBER("n") }, { NUMBER("fuel") } },
	    .tell = tell_split },
	[CLAIM_SPLIT] = { .word = "split",
	    { A_FIELD, { COUNTS(COLOUR, "cubes") } },
	    .told = "divided",
	    .tell = tell_none },
	[CLAIM_MERGED] = { .word = "merged", { A_FIELD } },
	[CLAIM_TOWED] = { .word = "towed",
	    { A_SHIP, A_FIELD, { NUMBER("lost"), VERB_TOLD_SOME } },
	    .tell = tell_split },
	[CLAIM_CLAIMED] = { .word = "claimed",
	    { A_FIELD, { NUMBER("value") },
		{ ARG(VERB_NUMBER, "n", " claims=") },
		{ ARG(VERB_NUMBER, "of", NULL) } } },
	[CLAIM_DISCOVERED] = { .word = "discovered",
	    { A_FIELD, { ARG(COLOUR, NULL, " bottom=") },
		{ ARG(COLOUR, NULL, " top=") },
		{ ARG(VERB_NUMBER, "rolled", NULL), VERB_FLAG },
		{ NUMBER("points") } },
	    .tell = tell_discovered },
	[CLAIM_ROUND] = { .word = "round", { { NUMBER("n") } } },
	[CLAIM_ENDED] = { .word = "ended",
	    { { LIST("seats") }, { SEAT("seat") }, { NUMBER("score") },
		{ NUMBER("aboard") }, { NUMBER("rank") } },
	    .tell = verb_tell_winners },
};

const struct verbs claim_verbs = { .of = { moves, chances, derived },
	.n = { CLAIM_V_END + 1, CLAIM_C_FOUND + 1, CLAIM_ENDED + 1 },
	.thing = things };
