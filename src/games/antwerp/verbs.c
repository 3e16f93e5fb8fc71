/* SPDX-License-Identifier: MIT */
#include "game/verb_args.h"
#include "games/antwerp/check.h"
#include "games/antwerp/play.h"

/*
 * The verbs of Antwerp (game/verbs.h). What a card is played with and what is
 * said in a standing order have tables of their own.
 */

/* clang-format off */
enum { NODE = VERB_THINGS, PLACE, COLOUR, GOOD, PRODUCT, LOCK, ORDER, SHIP_CARD,
	LOCK_CARD, SORT, POLICY, ANCHOR, TWICE, STATE, PENDING, DOUBLE, WAITS,
	HOW, WISH, CHOICE, WAY, UNTIL, YIELD, NEXT, DRAWN, OPENED, CLOSED };
/* clang-format on */

const char *const ant_sort_word[] = { "order", "ship", "lock" };
const char *const ant_policy_word[] = { "home", "ask" };
const char *const ant_anchor_word[] = { "fewer", "lock", "ship", "ask" };
const char *const ant_open_closed[] = { "closed", "open" };
static const char *const thing_word[] = { "fork", "fork", "anchor",
	"double-yield", "drop-anchor" };
static const char *const pending_word[] = { "", "fork", "anchor" };
static const char *const double_word[] = { "", "double-yield" };
static const char *const waits_word[] = { "", "waits" };

static int
word_end(const char **at, const char *end, const char **word)
{
	const char *space = memchr(*at, ' ', (size_t)(end - *at));

	*word = *at;
	*at = space == NULL ? end : space;
	return (int)(*at - *word);
}

static bool
is(const char *word, int len, const char *text)
{
	return strlen(text) == (size_t)len &&
	    memcmp(word, text, (size_t)len) == 0;
}

static void
put_id(struct buf *out, const char *id)
{
	buf_char(out, ' ');
	buf_str(out, id);
}

static void
put_how(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	static const char *const how[] = { "", " alone", " extra" };

	buf_printf(out, " %s%s", d->colour[arg[ANT_SAILED_COLOUR]].id,
	    how[arg[i]]);
}

static void
put_wish(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	buf_printf(out, " %s>%s", d->node[arg[i] / ANT_WISH].id,
	    d->node[arg[i] % ANT_WISH].id);
}

static int
take_wish(const struct game_data *d, const char **at, const char *end)
{
	const char *word, *arrow;
	int len = word_end(at, end, &word), from, to;

	if ((arrow = memchr(word, '>', (size_t)len)) == NULL)
		return -1;
	from = ant_node_find(d, word, (size_t)(arrow - word));
	to = ant_node_find(d, arrow + 1, (size_t)(word + len - arrow - 1));
	return from >= d->places || to == ANT_NONE ? -1 : from * ANT_WISH + to;
}

static void
put_choice(const struct game_data *d, const int16_t *arg, int i,
    struct buf *out)
{
	put_id(out,
	    arg[i] == ANT_SAY_LOCK     ? "lock" :
		arg[i] == ANT_SAY_SHIP ? "ship" :
		ant_is_node(d, arg[i]) ? d->node[arg[i]].id :
					 "?");
}

static int
take_choice(const struct game_data *d, const char **at, const char *end)
{
	const char *word;
	int len = word_end(at, end, &word), node;

	if (is(word, len, "lock") || is(word, len, "ship"))
		return *word == 'l' ? ANT_SAY_LOCK : ANT_SAY_SHIP;
	node = ant_node_find(d, word, (size_t)len);
	return node == ANT_NONE ? -1 : node;
}

/* Of a fork: off, or where to. */
static void
put_way(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	put_id(out, arg[i] == 0 ? "off" : d->node[arg[i] - 1].id);
}

static int
take_way(const struct game_data *d, const char **at, const char *end)
{
	const char *word;
	int len = word_end(at, end, &word), node;

	if (is(word, len, "off"))
		return 0;
	node = ant_node_find(d, word, (size_t)len);
	return node == ANT_NONE ? -1 : node + 1;
}

/* When the anchor is dropped: off, at a colour, at any. */
static void
put_until(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	put_id(out,
	    arg[i] == 0           ? "off" :
		arg[i] == ANT_ANY ? "any" :
				    d->colour[arg[i] - 1].id);
}

static int
take_until(const struct game_data *d, const char **at, const char *end)
{
	const char *word;
	int len = word_end(at, end, &word), colour;

	if (is(word, len, "off"))
		return 0;
	if (is(word, len, "any"))
		return ANT_ANY;
	colour = ant_colour_find(d, word, (size_t)len);
	return colour == ANT_NONE ? -1 : colour + 1;
}

/* Double-yield: off, on, or the goods that it is for, in their order. */
static void
put_twice(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	if (arg[i] == 0 || arg[i] == ANT_EVERY_GOOD)
		put_id(out, arg[i] == 0 ? "off" : "on");
	else
		for (int good = 0; good < ANT_GOODS; good++)
			if (arg[i] >> good & 1)
				put_id(out, d->good[good].id);
}

static int
take_twice(const struct game_data *d, const char **at, const char *end)
{
	const char *word;
	int goods = 0, len = word_end(at, end, &word);

	if (is(word, len, "off"))
		return 0;
	if (is(word, len, "on"))
		return ANT_EVERY_GOOD;
	for (int i = 0; i < ANT_GOODS; i++) {
		if (!is(word, len, d->good[i].id))
			continue;
		goods |= 1 << i;
		if (*at == end)
			return goods == ANT_EVERY_GOOD ? -1 : goods;
		++*at;
		len = word_end(at, end, &word);
	}
	return -1;
}

static void
put_yield(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	if (arg[i] != 0)
		put_id(out, d->product[arg[i] - 1].id);
}

static void
put_next(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	buf_printf(out, " next=%s",
	    arg[i] == 0 ? "-" : d->product[arg[i] - 1].id);
}

static void
put_drawn(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	put_id(out, ant_card_id(d, arg[i], arg[ANT_CARD_KIND]));
}

static void
put_locks(const struct game_data *d, const char *word, int bits,
    struct buf *out)
{
	for (int i = 0; i < ANT_LOCKS; i++)
		if (bits >> i & 1)
			buf_printf(out, " %s=%s", d->lock[i].id, word);
}

static void
put_open(const struct game_data *d, const int16_t *arg, int i, struct buf *out)
{
	put_locks(d, "open", arg[i], out);
}

static void
put_closed(const struct game_data *d, const int16_t *arg, int i,
    struct buf *out)
{
	put_locks(d, "closed", arg[i], out);
}

#define OWN(n) [(n) - VERB_THINGS]
#define A_NODE(key) \
	{ IDS(key, node, ANT_NODES), .find = ant_node_find, TITLES(node) }
static const struct verb_thing things[] = {
	OWN(NODE) = { IDS("node", node, ANT_NODES), .find = ant_node_find },
	OWN(PLACE) = { IDS("place", node, ANT_PLACES), .find = ant_node_find },
	OWN(COLOUR) = { IDS("colour", colour, ANT_COLOURS) },
	OWN(GOOD) = { IDS("good", good, ANT_GOODS) },
	OWN(PRODUCT) = { IDS("product", product, ANT_PRODUCTS) },
	OWN(LOCK) = { IDS("lock", lock, ANT_LOCKS), TITLES(lock) },
	OWN(ORDER) = { IDS("order", order, ANT_ORDERS) },
	OWN(SHIP_CARD) = { IDS("card", card[ANT_SHIP], ANT_KINDS) },
	OWN(LOCK_CARD) = { IDS("card", card[ANT_LOCK], ANT_KINDS) },
	OWN(SORT) = { "sort", .n = ANT_SORTS, .word = ant_sort_word },
	OWN(POLICY) = { "policy", .n = 2, .word = ant_policy_word },
	OWN(ANCHOR) = { "anchor", .n = 4, .word = ant_anchor_word },
	OWN(TWICE) = { "goods", .put = put_twice, .take = take_twice },
	OWN(STATE) = { "state", .n = 2, .word = ant_open_closed },
	OWN(PENDING) = { "what", .n = 3, .word = pending_word },
	OWN(DOUBLE) = { "double", .n = 2, .word = double_word },
	OWN(WAITS) = { "waits", .n = 2, .word = waits_word },
	OWN(HOW) = { "how", .put = put_how },
	OWN(WISH) = { "wish", .put = put_wish, .take = take_wish },
	OWN(CHOICE) = { "choice", .put = put_choice, .take = take_choice },
	OWN(WAY) = { "way", .put = put_way, .take = take_way },
	OWN(UNTIL) = { "until", .put = put_until, .take = take_until },
	OWN(YIELD) = { "product", .put = put_yield },
	OWN(NEXT) = { "product", .put = put_next },
	OWN(DRAWN) = { "card", .put = put_drawn },
	OWN(OPENED) = { "locks", .put = put_open },
	OWN(CLOSED) = { "locks", .put = put_closed },
	A_NODE("place"),
	A_NODE("from"),
	A_NODE("to"),
	A_NODE("dock"),
	{ .name = NULL },
};

#define THINGS(kind) (&things[(kind) - VERB_THINGS])
const struct verb_thing *const ant_colours = THINGS(COLOUR);
const struct verb_thing *const ant_goods = THINGS(GOOD);
const struct verb_thing *const ant_products = THINGS(PRODUCT);
const struct verb_thing *const ant_cards[] = { THINGS(ORDER), THINGS(SHIP_CARD),
	THINGS(LOCK_CARD) };

#define UNTOLD(kind) { ARG(kind, NULL, " ") }
#define UNWRITTEN(kind) ARG(kind, NULL, NULL)
#define A_GOOD { THING(GOOD, "good") }
#define A_PLACE { THING(NODE, "place") }
#define COUNTED(key, word) ARG(PRODUCT, key, word), VERB_STARS
#define WISHES { ARG(WISH, NULL, " "), LIST("") }
#define LOAD [ANT_LOAD_GOOD] = A_GOOD, [ANT_LOAD_PLACE] = A_PLACE
#define STEPS(at) \
	[(at) + ANT_STEP_SEAT] = { SEAT("seat"), LIST("moves") }, \
		[(at) + ANT_STEP_GOOD] = { ARG(GOOD, "good", ":") }, \
		[(at) + ANT_STEP_FROM] = { ARG(NODE, "from", ":") }, \
		[(at) + ANT_STEP_TO] = { ARG(NODE, "to", ">") }
#define OFFERED \
	{ [ANT_OFFERED_FROM] = UNTOLD(VERB_SEAT), \
		[ANT_OFFERED_TO] = UNTOLD(VERB_SEAT), \
		[ANT_OFFERED_GIVE] = { COUNTED("give", " give") }, \
		[ANT_OFFERED_WANT] = { COUNTED("want", " want") } }, \
	    .tell = ant_tell_offer
#define DOCKED \
	{ [ANT_DOCKED_DOCK] = { THING(NODE, "dock") }, \
		[ANT_DOCKED_ONE] = UNTOLD(YIELD), \
		[ANT_DOCKED_TWO] = UNTOLD(YIELD), \
		[ANT_DOCKED_DOUBLE] = { THING(DOUBLE, "double"), VERB_FLAG }, \
		[ANT_DOCKED_NEXT] = UNTOLD(NEXT) }, \
	    .actor = true, .tell = ant_tell_docked

static const struct verb moves[] = {
	[ANT_V_LOAD] = { .word = "load", /* M1 */
	    { [ANT_LOAD_GOOD] = UNTOLD(GOOD),
		[ANT_LOAD_PLACE] = UNTOLD(PLACE) } },
	[ANT_V_SAIL] = { .word = "sail", /* M2 */
	    { [ANT_SAIL_COLOUR] = UNTOLD(COLOUR),
		[ANT_SAIL_WISHES] = WISHES } },
	[ANT_V_EXCHANGE] = { .word = "exchange", /* M3 */
	    { [ANT_FULFIL_ORDER] = UNTOLD(ORDER) } },
	[ANT_V_FULFIL] = { .word = "fulfil", /* M4 */
	    { [ANT_FULFIL_ORDER] = UNTOLD(ORDER) } },
	[ANT_V_PLAY] = { .word = "play", /* M5 */
	    { [ANT_PLAY_SORT] = { UNWRITTEN(SORT) },
		[ANT_PLAY_KIND] = { UNWRITTEN(VERB_NUMBER) },
		[ANT_PLAY_WITH] = { UNWRITTEN(VERB_NUMBER), LIST("") } } },
	[ANT_V_OFFER] = { .word = "offer", /* M6 */
	    { [ANT_OFFER_TO] = UNTOLD(VERB_SEAT),
		[ANT_OFFER_GIVE] = { COUNTED(NULL, " give") },
		[ANT_OFFER_WANT] = { COUNTED(NULL, " want") } } },
	[ANT_V_ACCEPT] = { .word = "accept" },
	[ANT_V_DECLINE] = { .word = "decline" },
	[ANT_V_WITHDRAW] = { .word = "withdraw" },
	[ANT_V_CHOOSE] = { .word = "choose", /* M7 */
	    { UNTOLD(CHOICE) } },
	[ANT_V_STANDING] = { .word = "standing", /* M8 */
	    { [ANT_STANDING_THING] = { UNWRITTEN(VERB_NUMBER) },
		[ANT_STANDING_SET] = { UNWRITTEN(VERB_NUMBER), LIST("") } } },
	[ANT_V_END] = { .word = "end" }, /* M9 */
};

/* What a card is played with. */
#define CARD_SAILS \
	{ [ANT_PLAY_COLOUR] = UNTOLD(COLOUR), [ANT_PLAY_WISHES] = WISHES }
#define CARD_MOVES \
	{ [ANT_PLAY_FROM] = UNTOLD(PLACE), [ANT_PLAY_TO] = UNTOLD(PLACE) }
static const struct verb_arg ship_plays[][VERB_ARGS] = {
	[ANT_SAIL_ALONE] = CARD_SAILS,
	[ANT_EXTRA_COLOUR] = CARD_SAILS,
	[ANT_EXTRA_SHIP] = { [ANT_PLAY_GOOD] = UNTOLD(GOOD),
	    [ANT_PLAY_START] = UNTOLD(PLACE) },
	[ANT_STEP_BACK] = CARD_MOVES,
	[ANT_SWAP_CARGO] = CARD_MOVES,
};
static const struct verb_arg lock_plays[VERB_ARGS] = {
	[ANT_PLAY_LOCKS] = { ARG(LOCK, NULL, " "), LIST("") },
};

/* What is said of the thing that a standing order is about. */
static const struct verb_arg standings[][VERB_ARGS] = {
	[ANT_T_POLICY] = { [ANT_STANDING_SET] = UNTOLD(POLICY) },
	[ANT_T_FORK] = { [ANT_STANDING_PLACE] = UNTOLD(PLACE),
	    [ANT_STANDING_WAY] = UNTOLD(WAY) },
	[ANT_T_ANCHOR] = { [ANT_STANDING_SET] = UNTOLD(ANCHOR) },
	[ANT_T_DOUBLE] = { [ANT_STANDING_SET] = UNTOLD(TWICE) },
	[ANT_T_DROP] = { [ANT_STANDING_PLACE] = UNTOLD(PLACE),
	    [ANT_STANDING_WAY] = UNTOLD(UNTIL) },
};

static const struct verb chances[] = {
	[ANT_C_PRODUCTS] = { .word = "products",
	    { [ANT_STOCK_GOOD] = A_GOOD,
		[ANT_STOCK_PRODUCTS] = { ARG(PRODUCT, NULL, " "),
		    LIST("") } } },
	[ANT_C_ORDERS] = { .word = "orders",
	    { { ARG(ORDER, NULL, " "), LIST("") } } },
	[ANT_C_SHIPS] = { .word = "ship-cards",
	    { { ARG(SHIP_CARD, NULL, " "), LIST("") } } },
	[ANT_C_LOCKS] = { .word = "lock-cards",
	    { { ARG(LOCK_CARD, NULL, " "), LIST("") } } },
};

static const struct verb derived[] = {
	[ANT_LOADED] = { .word = "loaded", { LOAD }, .actor = true },
	[ANT_SAILED] = { .word = "sailed",
	    { [ANT_SAILED_HOW] = UNTOLD(HOW),
		[ANT_SAILED_COLOUR] = { ARG(COLOUR, "colour", NULL) },
		[ANT_SAILED_WAITS] = { THING(WAITS, "waits"), VERB_FLAG },
		STEPS(ANT_SAILED_STEPS) },
	    .tell = ant_tell_sailed },
	[ANT_MOVED] = { .word = "moved", { STEPS(0) }, .nobody = true },
	[ANT_STAYED] = { .word = "drop-anchor",
	    { LOAD },
	    .told = "stayed",
	    .actor = true },
	[ANT_DOCKED] = { .word = "docked", DOCKED },
	[ANT_WRONG] = { .word = "wrong-dock", DOCKED },
	[ANT_TRANSIT] = { .word = "transit",
	    { [ANT_LOAD_GOOD] = A_GOOD },
	    .actor = true },
	[ANT_LOCKS_TURNED] = { .word = "locks",
	    { UNTOLD(OPENED) },
	    .tell = ant_tell_turned,
	    .nobody = true },
	[ANT_ANCHORED] = { .word = "anchored",
	    { [ANT_ANCHORED_PLACE] = A_PLACE,
		[ANT_ANCHORED_SORT] = UNTOLD(SORT) },
	    .actor = true,
	    .tell = ant_tell_anchored },
	[ANT_CARD] = { .word = "drew",
	    { [ANT_CARD_SORT] = UNTOLD(DRAWN),
		[ANT_CARD_KIND] = { UNWRITTEN(VERB_NUMBER) } },
	    .actor = true,
	    .tell = ant_tell_drawn },
	[ANT_ASKED] = { .word = "asked",
	    { [ANT_ASKED_WHAT] = UNTOLD(PENDING), [ANT_ASKED_PLACE] = A_PLACE },
	    .actor = true,
	    .tell = ant_tell_asked },
	[ANT_EXCHANGED] = { .word = "exchanged",
	    { [ANT_FULFIL_ORDER] = { THING(ORDER, "order") } } },
	[ANT_FULFILLED] = { .word = "fulfilled",
	    { [ANT_FULFIL_ORDER] = { THING(ORDER, "order") },
		[ANT_FULFIL_POINTS] = { NUMBER("points") },
		[ANT_FULFIL_DONE] = { NUMBER("done") } } },
	[ANT_LOCKED] = { .word = "played",
	    { [ANT_LOCKED_CARD] = { THING(LOCK_CARD, "card") },
		[ANT_LOCKED_OPENED] = UNTOLD(OPENED),
		[ANT_LOCKED_CLOSED] = UNTOLD(CLOSED) },
	    .told = "locked",
	    .tell = ant_tell_locked },
	[ANT_STEPPED] = { .word = "stepped-back",
	    { STEPS(0) },
	    .told = "stepped" },
	[ANT_SWAPPED] = { .word = "swapped",
	    { [ANT_STEP_SEAT] = { SEAT("seat"), LIST("ships") },
		[ANT_STEP_GOOD] = { ARG(GOOD, "good", ":") },
		[ANT_STEP_PLACE] = { ARG(NODE, "place", ":") } } },
	[ANT_OFFERED] = { .word = "offered", OFFERED },
	[ANT_ACCEPTED] = { .word = "accepted", OFFERED },
	[ANT_DECLINED] = { .word = "declined", OFFERED },
	[ANT_WITHDREW] = { .word = "withdrew", OFFERED },
	[ANT_LAST] = { .word = "last-round", .actor = true },
	[ANT_ENDED] = VERB_ENDED(NUMBER("orders")),
};

const struct verbs ant_verbs = { .of = { moves, chances, derived },
	.n = { ANT_VERBS, ANT_C_LOCKS + 1, ANT_ENDED + 1 },
	.label = ant_label,
	.draws_later = true,
	.thing = things,
	.tell_move = ant_tell_words };

static bool
is_switch(const struct game_data *d, const struct move *m)
{
	return m->arg[ANT_PLAY_SORT] == ANT_LOCK &&
	    d->card[ANT_LOCK][m->arg[ANT_PLAY_KIND]].does == ANT_SWITCH;
}

static const struct verb_arg *
play_args(const struct game_data *d, const struct move *m)
{
	return ANT_PLAY_WITH +
	    (m->arg[ANT_PLAY_SORT] == ANT_LOCK ?
		    lock_plays :
		    ship_plays[d->card[ANT_SHIP][m->arg[ANT_PLAY_KIND]].does]);
}

void
ant_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	verbs_format(d, pos, seat, m, out);
	if (m->verb == ANT_V_PLAY) {
		bool turn = is_switch(d, m);

		put_id(out,
		    ant_card_id(d, m->arg[ANT_PLAY_SORT],
			m->arg[ANT_PLAY_KIND]));
		verb_put_args(&ant_verbs, d, play_args(d, m),
		    m->arg + ANT_PLAY_WITH, m->n - ANT_PLAY_WITH - turn, out);
		if (turn)
			put_id(out, ant_open_closed[m->arg[m->n - 1]]);
	} else if (m->verb == ANT_V_STANDING) {
		int thing = m->arg[ANT_STANDING_THING];

		put_id(out, thing_word[thing]);
		verb_put_args(&ant_verbs, d,
		    standings[thing] + ANT_STANDING_SET,
		    m->arg + ANT_STANDING_SET, m->n - ANT_STANDING_SET, out);
	}
}

/* Card, and what it is played with. */
static int
read_play(const struct game_data *d, const char *at, const char *end,
    struct move *m)
{
	const char *word, *rest;
	int len = word_end(&at, end, &word), sort = ANT_LOCK, card, state = -1;

	card = ant_card_find(d, ANT_LOCK, word, (size_t)len);
	if (card == ANT_NONE)
		card = ant_card_find(d, sort = ANT_SHIP, word, (size_t)len);
	if (card == ANT_NONE)
		return -1;
	m->arg[ANT_PLAY_SORT] = (int16_t)sort;
	m->arg[ANT_PLAY_KIND] = (int16_t)card;
	if (is_switch(d, m)) {
		for (rest = end - 1; rest > at && *rest != ' '; rest--)
			;
		for (int i = 0; rest > at - 1 && rest < end && i < 2; i++)
			if (is(rest + 1, (int)(end - rest - 1),
				ant_open_closed[i]))
				state = i;
		if (state < 0)
			return -1;
		end = rest;
	}
	len = verb_take_args(&ant_verbs, d, play_args(d, m), at, end,
	    m->arg + ANT_PLAY_WITH, MOVE_ARGS - ANT_PLAY_WITH - 1);
	if (len < 0)
		return -1;
	m->n = (uint8_t)(ANT_PLAY_WITH + len);
	if (state >= 0)
		m->arg[m->n++] = (int16_t)state;
	return 0;
}

/* The thing, and what is said of it: `fork` of one place has two words. */
static int
read_standing(const struct game_data *d, const char *at, const char *end,
    struct move *m)
{
	const char *word;
	int len = word_end(&at, end, &word), thing = ANT_T_DROP;

	while (thing >= 0 && !is(word, len, thing_word[thing]))
		thing--;
	if (thing < 0 || at == end)
		return -1;
	if (thing == ANT_T_FORK &&
	    memchr(at + 1, ' ', (size_t)(end - at - 1)) == NULL)
		thing = ANT_T_POLICY;
	m->arg[ANT_STANDING_THING] = (int16_t)thing;
	len = verb_take_args(&ant_verbs, d, standings[thing] + ANT_STANDING_SET,
	    at, end, m->arg + ANT_STANDING_SET, MOVE_ARGS - ANT_STANDING_SET);
	m->n = (uint8_t)(ANT_STANDING_SET + len);
	return len < 0 ? -1 : 0;
}

int
ant_read(const struct game_data *d, const void *pos, int seat, const char *text,
    size_t len, struct move *out)
{
	const char *at = text, *end = text + len, *word;
	int n = word_end(&at, end, &word), rc;

	(void)seat;
	memset(out, 0, sizeof *out);
	if (is(word, n, "play") && at < end) {
		out->verb = ANT_V_PLAY;
		at++;
		rc = read_play(d, at, end, out);
	} else if (is(word, n, "standing") && at < end) {
		out->verb = ANT_V_STANDING;
		at++;
		rc = read_standing(d, at, end, out);
	} else {
		rc = verbs_read(d, pos, seat, text, len, out);
	}
	return rc < 0 || !ant_well_formed(d, pos, out) ? -1 : 0;
}

void
ant_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	verbs_event_format(d, ev, out);
	if (ev->kind == EVENT_DERIVED && ev->verb == ANT_LOCKS_TURNED)
		put_locks(d, "closed", ~ev->arg[0], out);
}
