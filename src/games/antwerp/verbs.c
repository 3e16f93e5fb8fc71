/* SPDX-License-Identifier: MIT */
#include "game/tree.h"
#include "game/verb_args.h"
#include "games/antwerp/check.h"
#include "games/antwerp/play.h"

/*
 * The verbs of Antwerp (game/verbs.h), and what templates are told besides.
 * What a card is played with and what is said in a standing order have tables
 * of their own. A move is told in its words.
 */

/* clang-format off */
enum { NODE = VERB_THINGS, PLACE, COLOUR, GOOD, PRODUCT, LOCK, ORDER, SHIP_CARD,
	LOCK_CARD, SORT, POLICY, ANCHOR, ON_OFF, STATE, PENDING, DOUBLE, WAITS,
	HOW, WISH, CHOICE, WAY, UNTIL, YIELD, NEXT, DRAWN, OPENED, CLOSED };
/* clang-format on */

const char *const ant_sort_word[] = { "order", "ship", "lock" };
const char *const ant_policy_word[] = { "home", "ask" };
const char *const ant_anchor_word[] = { "fewer", "lock", "ship", "ask" };
const char *const ant_open_closed[] = { "closed", "open" };
static const char *const thing_word[] = { "fork", "fork", "anchor",
	"double-yield", "drop-anchor" };
static const char *const on_off[] = { "off", "on" };
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

	buf_printf(out, " %s%s", d->colour[arg[i + 1]].id, how[arg[i]]);
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
	put_id(out, ant_card_id(d, arg[i], arg[i + 1]));
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
	OWN(ON_OFF) = { "state", .n = 2, .word = on_off },
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

static void
tell_words(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	struct buf words = BUF_INIT;
	struct move m;

	move_from_event(&m, ev);
	ant_format(d, NULL, ev->actor, &m, &words);
	tree_add_str(out, "words", buf_text(&words));
	buf_release(&words);
}

static void
tell_sailed(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	tree_flag(out, "alone", ev->arg[0] == ANT_ALONE);
	tree_flag(out, "extra", ev->arg[0] == ANT_EXTRA);
	tree_flag(out, "some", ev->n > 3);
	tree_flag(out, "none", ev->n == 3 && ev->arg[2] == 0);
}

static void
tell_docked(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	const int16_t *a = ev->arg;
	int16_t n[ANT_PRODUCTS] = { 0 };

	for (int i = 1; i < 3; i++)
		if (a[i] != 0)
			n[a[i] - 1]++;
	tree_flag(out, "empty", a[1] == 0);
	tree_add_str(out, "good", d->good[d->node[a[0]].good].id);
	verb_tell_counts(ant_products, d, "products", n, out);
	if (a[4] == 0)
		return;
	tree_add_str(tree_object(out, "next"), "product",
	    d->product[a[4] - 1].id);
}

static void
tell_turned(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int bits = ev->arg[0];

	ant_tell_locks(d, "closed", ~bits, out);
	tree_flag(out, "closes", bits != (1 << ANT_LOCKS) - 1);
	ant_tell_locks(d, "open", bits, out);
	tree_flag(out, "opens", bits != 0);
}

static void
tell_anchored(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	tree_flag(out, "lock", ev->arg[1] == ANT_LOCK);
	tree_flag(out, "ship", ev->arg[1] == ANT_SHIP);
}

static void
tell_drawn(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	int sort = ev->arg[0];

	tree_add_str(out, sort == ANT_ORDER ? "order" : "card",
	    ant_card_id(d, sort, ev->arg[1]));
	tree_flag(out, "lock", sort == ANT_LOCK);
	tree_flag(out, "ship", sort == ANT_SHIP);
}

static void
tell_asked(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	(void)d;
	tree_flag(out, pending_word[ev->arg[0]], true);
}

static void
tell_locked(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int open = ev->arg[1], closed = ev->arg[2];

	ant_tell_locks(d, "closed", closed, out);
	tree_flag(out, "closes", closed != 0);
	tree_flag(out, "none", open == 0 && closed == 0);
	ant_tell_locks(d, "open", open, out);
	tree_flag(out, "opens", open != 0);
}

static void
tell_offer(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	(void)d;
	ant_tell_seat("giver", ev->arg[0], out);
	ant_tell_seat("taker", ev->arg[1], out);
}

#define ACTOR { ARG(VERB_ACTOR, NULL, " ") }
#define A_GOOD { THING(GOOD, "good") }
#define AT { THING(NODE, "place") }
#define UNTOLD(kind) { ARG((kind), NULL, " ") }
#define SHIPS_MOVE \
	{ LIST("moves") }, { SEAT("seat") }, { ARG(GOOD, "good", ":") }, \
	    { ARG(NODE, "from", ":") }, \
	{ \
		ARG(NODE, "to", ">") \
	}
#define GIVE_WANT \
	{ WORD("give") }, { ARG(PRODUCT, "give", ""), VERB_STARS }, \
	    { WORD("want") }, \
	{ \
		ARG(PRODUCT, "want", ""), VERB_STARS \
	}
#define OFFER \
	{ UNTOLD(VERB_SEAT), UNTOLD(VERB_SEAT), GIVE_WANT }, .tell = tell_offer
#define DOCK \
	{ ACTOR, { THING(NODE, "dock") }, UNTOLD(YIELD), UNTOLD(YIELD), \
		{ THING(DOUBLE, "double"), VERB_FLAG }, UNTOLD(NEXT) }, \
	    .tell = tell_docked
#define WISHES UNTOLD(COLOUR), { LIST(NULL) }, UNTOLD(WISH)

static const struct verb moves[] = {
	/* M1 */
	[ANT_V_LOAD] = { .word = "load",
	    { UNTOLD(GOOD), UNTOLD(PLACE) },
	    .tell = tell_words },
	/* M2 */
	[ANT_V_SAIL] = { .word = "sail", { WISHES }, .tell = tell_words },
	[ANT_V_EXCHANGE] = { .word = "exchange",
	    { UNTOLD(ORDER) }, /* M3 */
	    .tell = tell_words },
	/* M4 */
	[ANT_V_FULFIL] = { .word = "fulfil",
	    { UNTOLD(ORDER) },
	    .tell = tell_words },
	[ANT_V_PLAY] = { .word = "play", .tell = tell_words }, /* M5 */
	[ANT_V_OFFER] = { .word = "offer",
	    { UNTOLD(VERB_SEAT), /* M6 */
		{ WORD("give") }, { ARG(PRODUCT, NULL, ""), VERB_STARS },
		{ WORD("want") }, { ARG(PRODUCT, NULL, ""), VERB_STARS } },
	    .tell = tell_words },
	[ANT_V_ACCEPT] = { .word = "accept", .tell = tell_words },
	[ANT_V_DECLINE] = { .word = "decline", .tell = tell_words },
	[ANT_V_WITHDRAW] = { .word = "withdraw", .tell = tell_words },
	/* M7 */
	[ANT_V_CHOOSE] = { .word = "choose",
	    { UNTOLD(CHOICE) },
	    .tell = tell_words },
	[ANT_V_STANDING] = { .word = "standing", .tell = tell_words }, /* M8 */
	/* M9 */
	[ANT_V_END] = { .word = "end", .tell = tell_words },
};

/* What follows the sort and kind of a card that is played. */
static const struct verb_arg ship_plays[][VERB_ARGS] = {
	[ANT_SAIL_ALONE] = { WISHES },
	[ANT_EXTRA_COLOUR] = { WISHES },
	[ANT_EXTRA_SHIP] = { UNTOLD(GOOD), UNTOLD(PLACE) },
	[ANT_STEP_BACK] = { UNTOLD(PLACE), UNTOLD(PLACE) },
	[ANT_SWAP_CARGO] = { UNTOLD(PLACE), UNTOLD(PLACE) },
};
static const struct verb_arg lock_plays[][VERB_ARGS] = {
	[0] = { { LIST(NULL) }, UNTOLD(LOCK) },
};

/* What follows the thing that a standing order is about. */
static const struct verb_arg standings[][VERB_ARGS] = {
	[ANT_T_POLICY] = { UNTOLD(POLICY) },
	[ANT_T_FORK] = { UNTOLD(PLACE), UNTOLD(WAY) },
	[ANT_T_ANCHOR] = { UNTOLD(ANCHOR) },
	[ANT_T_DOUBLE] = { UNTOLD(ON_OFF) },
	[ANT_T_DROP] = { UNTOLD(PLACE), UNTOLD(UNTIL) },
};

static const struct verb chances[] = {
	[ANT_C_PRODUCTS] = { .word = "products",
	    { A_GOOD, { LIST(NULL) }, UNTOLD(PRODUCT) } },
	[ANT_C_ORDERS] = { .word = "orders",
	    { { LIST(NULL) }, UNTOLD(ORDER) } },
	[ANT_C_SHIPS] = { .word = "ship-cards",
	    { { LIST(NULL) }, UNTOLD(SHIP_CARD) } },
	[ANT_C_LOCKS] = { .word = "lock-cards",
	    { { LIST(NULL) }, UNTOLD(LOCK_CARD) } },
};

static const struct verb derived[] = {
	[ANT_LOADED] = { .word = "loaded", { ACTOR, A_GOOD, AT } },
	[ANT_SAILED] = { .word = "sailed",
	    { UNTOLD(HOW), { ARG(COLOUR, "colour", NULL) },
		{ THING(WAITS, "waits"), VERB_FLAG }, SHIPS_MOVE },
	    .tell = tell_sailed },
	[ANT_MOVED] = { .word = "moved", { SHIPS_MOVE }, .nobody = true },
	[ANT_STAYED] = { .word = "drop-anchor",
	    { ACTOR, A_GOOD, AT },
	    .told = "stayed" },
	[ANT_DOCKED] = { .word = "docked", DOCK },
	[ANT_WRONG] = { .word = "wrong-dock", DOCK },
	[ANT_TRANSIT] = { .word = "transit", { ACTOR, A_GOOD } },
	[ANT_LOCKS_TURNED] = { .word = "locks",
	    { UNTOLD(OPENED) },
	    .tell = tell_turned,
	    .nobody = true },
	[ANT_ANCHORED] = { .word = "anchored",
	    { ACTOR, AT, UNTOLD(SORT) },
	    .tell = tell_anchored },
	[ANT_CARD] = { .word = "drew",
	    { ACTOR, UNTOLD(DRAWN) },
	    .tell = tell_drawn },
	[ANT_ASKED] = { .word = "asked",
	    { ACTOR, UNTOLD(PENDING), AT },
	    .tell = tell_asked },
	[ANT_EXCHANGED] = { .word = "exchanged",
	    { { THING(ORDER, "order") } } },
	[ANT_FULFILLED] = { .word = "fulfilled",
	    { { THING(ORDER, "order") }, { NUMBER("points") },
		{ NUMBER("done") } } },
	[ANT_LOCKED] = { .word = "played",
	    { { THING(LOCK_CARD, "card") }, UNTOLD(OPENED), UNTOLD(CLOSED) },
	    .told = "locked",
	    .tell = tell_locked },
	[ANT_STEPPED] = { .word = "stepped-back",
	    { SHIPS_MOVE },
	    .told = "stepped" },
	[ANT_SWAPPED] = { .word = "swapped",
	    { { LIST("ships") }, { SEAT("seat") }, { ARG(GOOD, "good", ":") },
		{ ARG(NODE, "place", ":") } } },
	[ANT_OFFERED] = { .word = "offered", OFFER },
	[ANT_ACCEPTED] = { .word = "accepted", OFFER },
	[ANT_DECLINED] = { .word = "declined", OFFER },
	[ANT_WITHDREW] = { .word = "withdrew", OFFER },
	[ANT_LAST] = { .word = "last-round", { ACTOR } },
	[ANT_ENDED] = { .word = "ended",
	    { { LIST("seats") }, { SEAT("seat") }, { NUMBER("score") },
		{ NUMBER("orders") }, { NUMBER("rank") } },
	    .tell = verb_tell_winners },
};

const struct verbs ant_verbs = { .of = { moves, chances, derived },
	.n = { ANT_VERBS, ANT_C_LOCKS + 1, ANT_ENDED + 1 },
	.thing = things };

static bool
is_switch(const struct game_data *d, const struct move *m)
{
	return m->arg[0] == ANT_LOCK &&
	    d->card[ANT_LOCK][m->arg[1]].does == ANT_SWITCH;
}

static const struct verb_arg *
play_args(const struct game_data *d, const struct move *m)
{
	return m->arg[0] == ANT_LOCK ?
	    lock_plays[0] :
	    ship_plays[d->card[ANT_SHIP][m->arg[1]].does];
}

void
ant_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	verbs_format(d, pos, seat, m, out);
	if (m->verb == ANT_V_PLAY) {
		bool turn = is_switch(d, m);

		put_id(out, d->card[m->arg[0]][m->arg[1]].id);
		verb_put_args(&ant_verbs, d, play_args(d, m), m->arg + 2,
		    m->n - 2 - turn, out);
		if (turn)
			put_id(out, ant_open_closed[m->arg[m->n - 1]]);
	} else if (m->verb == ANT_V_STANDING) {
		put_id(out, thing_word[m->arg[0]]);
		verb_put_args(&ant_verbs, d, standings[m->arg[0]], m->arg + 1,
		    m->n - 1, out);
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
	m->arg[0] = (int16_t)sort;
	m->arg[1] = (int16_t)card;
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
	    m->arg + 2, MOVE_ARGS - 3);
	if (len < 0)
		return -1;
	m->n = (uint8_t)(2 + len);
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
	m->arg[0] = (int16_t)thing;
	len = verb_take_args(&ant_verbs, d, standings[thing], at, end,
	    m->arg + 1, MOVE_ARGS - 1);
	m->n = (uint8_t)(1 + len);
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
