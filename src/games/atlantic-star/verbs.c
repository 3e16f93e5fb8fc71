/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/tree.h"
#include "game/verb_args.h"
#include "games/atlantic-star/play.h"

/*
 * The verbs of Atlantic Star (game/verbs.h), and what templates are told
 * besides. A voyage and the cards of a replacement are written here: in a log
 * the class stands behind the ships, and two lists follow each other.
 */

enum { SHIP = VERB_THINGS, OFFERED, SEA, MONEY, SAILING };

/* A ship of the agency, or the price of a field that is empty. */
static void
put_offered(const struct game_data *d, const int16_t *arg, int i,
    struct buf *out)
{
	buf_char(out, ' ');
	if (arg[i] < 0)
		buf_int(out, d->price[-1 - arg[i]]);
	else
		buf_str(out, d->ship[arg[i]].id);
}

static int
take_offered(const struct game_data *d, const char **at, const char *end)
{
	int ship = star_ship_find(d, *at, (size_t)(end - *at));

	*at = end;
	return ship == STAR_NONE ? -1 : ship;
}

/* A ship and its leg of the sea that stands first. */
static void
put_sailing(const struct game_data *d, const int16_t *arg, int i,
    struct buf *out)
{
	int leg = STAR_AT_LEG(arg[i]);

	buf_char(out, ' ');
	buf_str(out, d->ship[STAR_AT_SHIP(arg[i])].id);
	if (leg < 0)
		return;
	buf_char(out, ':');
	buf_str(out, d->sea[arg[STAR_SAILED_SEA]].leg[leg].id);
}

static const struct verb_thing things[] = {
	{ IDS("ship", ship, STAR_SHIPS), .find = star_ship_find, TITLES(ship) },
	{ "ship", .put = put_offered, .take = take_offered },
	{ IDS("sea", sea, STAR_SEAS), TITLES(sea) },
	{ "money", .at = offsetof(struct game_data, loan_unit) },
	{ "ship", .put = put_sailing },
	{ .name = NULL },
};

const struct verb_thing *const star_seas = &things[SEA - VERB_THINGS];

void
star_tell_no(int no, struct cJSON *out)
{
	tree_add_int(out, "no", no != 0 ? no : 1);
	tree_flag(out, "numbered", no != 0);
}

void
star_tell_ships(const struct game_data *d, const char *key, const int16_t *ship,
    int n, struct cJSON *out)
{
	cJSON *list = tree_list(out, key);

	for (int i = 0; i < n; i++)
		tree_add_str(tree_member(list), "ship", d->ship[ship[i]].id);
}

void
star_tell_legs(const struct game_data *d, int sea, const int16_t *at, int n,
    struct cJSON *out)
{
	cJSON *list = tree_list(out, "ships");

	for (int i = 0; i < n; i++) {
		cJSON *to = tree_member(list);
		int ship = STAR_AT_SHIP(at[i]), value = d->value[ship][sea][i];

		tree_add_str(to, "leg", d->sea[sea].leg[i].id);
		tree_add_str(to, "ship", d->ship[ship].id);
		tree_flag(to, "stopgap", value == 0);
		tree_add_int(to, "value", value);
	}
}

void
star_tell_roles(const struct game_data *d, const struct star_ship *s,
    struct cJSON *out)
{
	cJSON *seas, *sea, *legs = NULL, *leg;

	tree_flag(out, "mail", s->mail);
	if (s->mail)
		tree_add_int(out, "mail_value", d->mail_value);
	seas = tree_list(out, "seas");
	for (int i = 0; i < s->n_roles; i++) {
		const struct star_role *r = &s->role[i];

		if (i == 0 || r[-1].sea != r->sea) {
			sea = tree_member(seas);
			tree_add_str(sea, "sea", d->sea[r->sea].id);
			legs = tree_list(sea, "legs");
		}
		leg = tree_member(legs);
		tree_add_str(leg, "leg", d->sea[r->sea].leg[r->leg].id);
		tree_add_int(leg, "value", r->value);
	}
}

static void
tell_number(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	(void)d;
	star_tell_no(ev->arg[STAR_LOAN_NO], out);
}

static void
tell_charter(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int ship = ev->arg[STAR_CHARTER_SHIP];

	if (ship >= 0)
		tree_add_str(out, "ship", d->ship[ship].id);
}

/* A voyage as it was ordered: ships in leg order. */
static void
tell_voyage(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int n = ev->n - STAR_VOYAGE_AT, sea = ev->arg[STAR_VOYAGE_SEA];
	int class = ev->arg[STAR_VOYAGE_CLASS];

	if (class != 0)
		tree_add_int(out, "class", class);
	tree_add_str(out, "sea", d->sea[sea].id);
	star_tell_legs(d, sea, ev->arg + STAR_VOYAGE_AT,
	    n < STAR_LEGS ? n : STAR_LEGS, out);
}

static void
tell_deck(const struct game_data *d, const struct event *ev, struct cJSON *out)
{
	(void)d;
	if (ev->n > 0)
		tree_add_int(out, "count", ev->n);
}

static void
tell_replaced(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	const int16_t *ship = ev->arg + STAR_REPLACED_SHIPS;
	int old = ev->arg[STAR_REPLACED_OLD];

	tree_add_int(out, "price", ev->arg[STAR_REPLACED_PRICE]);
	star_tell_ships(d, "old", ship, old, out);
	star_tell_ships(d, "new", ship + old, ev->n - STAR_REPLACED_SHIPS - old,
	    out);
}

static void
tell_chartered(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	tree_flag(out, "free", ev->arg[STAR_CHARTER_PRICE] == 0);
	if (ev->n > STAR_CHARTER_LAID)
		tree_add_str(tree_object(out, "laid"), "ship",
		    d->ship[ev->arg[STAR_CHARTER_LAID]].id);
}

static void
tell_sailed(const struct game_data *d, const struct event *ev,
    struct cJSON *out)
{
	int16_t at[STAR_LEGS];
	int n = 0;

	for (int i = STAR_SAILED_LEGS; i < ev->n && n < STAR_LEGS;
	    i += STAR_LEG_ARGS)
		at[n++] = ev->arg[i + STAR_LEG_AT];
	tree_flag(out, "full", ev->arg[STAR_SAILED_BONUS] > 0);
	star_tell_no(ev->arg[STAR_SAILED_NO], out);
	star_tell_legs(d, ev->arg[STAR_SAILED_SEA], at, n, out);
}

#define A_SEA { THING(SEA, "sea") }
#define A_NO { ARG(VERB_NUMBER, NULL, ":"), VERB_SOME }
#define UNWRITTEN(kind) ARG(kind, NULL, NULL)

static const struct verb moves[] = {
	[STAR_LOAN] = { .word = "loan", /* M1 */
	    { [STAR_LOAN_SEA] = A_SEA,
		[STAR_LOAN_NO] = A_NO,
		[STAR_LOAN_AMOUNT] = { THING(MONEY, "amount") } },
	    .tell = tell_number },
	[STAR_REPLACE] = { .word = "replace" }, /* M2 */
	[STAR_CHARTER] = { .word = "charter",   /* M3 */
	    { [STAR_CHARTER_SHIP] = { ARG(OFFERED, NULL, " ") } },
	    .tell = tell_charter },
	[STAR_VOYAGE] = { .word = "voyage", /* M4 */
	    { [STAR_VOYAGE_SEA] = { UNWRITTEN(SEA) },
		[STAR_VOYAGE_CLASS] = { UNWRITTEN(VERB_NUMBER) },
		[STAR_VOYAGE_AT] = { UNWRITTEN(VERB_NUMBER), LIST("") } },
	    .tell = tell_voyage },
};

static const struct verb chances[] = {
	[STAR_ORDER] = { .word = "order", { { SEAT("seat"), LIST("seats") } } },
	[STAR_DECK] = { .word = "deck",
	    { { THING(SHIP, NULL), LIST("") } },
	    .tell = tell_deck },
};

static const struct verb derived[] = {
	[STAR_BORROWED] = { .word = "borrowed",
	    { [STAR_LOAN_SEA] = A_SEA,
		[STAR_LOAN_NO] = A_NO,
		[STAR_LOAN_AMOUNT] = { ARG(MONEY, "amount", " amount=") },
		[STAR_LOAN_VALUE] = { NUMBER("value") },
		[STAR_LOAN_RANK] = { NUMBER("rank") },
		[STAR_LOAN_OF] = { NUMBER("of") },
		[STAR_LOAN_POINTS] = { NUMBER("points") },
		[STAR_LOAN_CLASS] = { NUMBER("class") } },
	    .tell = tell_number },
	[STAR_REPLACED] = { .word = "replaced",
	    { [STAR_REPLACED_PRICE] = { UNWRITTEN(VERB_NUMBER) },
		[STAR_REPLACED_OLD] = { UNWRITTEN(VERB_NUMBER) },
		[STAR_REPLACED_SHIPS] = { UNWRITTEN(SHIP), LIST("") } },
	    .tell = tell_replaced },
	[STAR_CHARTERED] = { .word = "chartered",
	    { [STAR_CHARTER_SHIP] = { THING(SHIP, "ship") },
		[STAR_CHARTER_PRICE] = { NUMBER("price") },
		[STAR_CHARTER_LAID] = { ARG(SHIP, NULL, " laid "), LIST("") } },
	    .tell = tell_chartered },
	[STAR_OPENED] = { .word = "opened",
	    { [STAR_OPENED_SEA] = A_SEA,
		[STAR_OPENED_CLASS] = { NUMBER("class") },
		[STAR_OPENED_NEUTRALS] = { ARG(VERB_NUMBER, "value",
					       " neutral="),
		    LIST("neutrals") } } },
	[STAR_SAILED] = { .word = "sailed",
	    { [STAR_SAILED_SEA] = A_SEA,
		[STAR_SAILED_NO] = A_NO,
		[STAR_SAILED_VALUE] = { NUMBER("value") },
		[STAR_SAILED_BONUS] = { NUMBER("bonus") },
		[STAR_SAILED_CLASS] = { NUMBER("class") },
		[STAR_SAILED_RANK] = { NUMBER("rank") },
		[STAR_SAILED_OF] = { NUMBER("of") },
		[STAR_SAILED_POINTS] = { NUMBER("points") },
		[STAR_SAILED_LEGS +
		    STAR_LEG_AT] = { ARG(SAILING, NULL, " "), LIST("") },
		[STAR_SAILED_LEGS +
		    STAR_LEG_SCORES] = { ARG(VERB_NUMBER, NULL, " scores=") } },
	    .tell = tell_sailed },
	[STAR_LAID] = { .word = "laid",
	    { { THING(SHIP, "ship"), LIST("ships") } },
	    .nobody = true },
	[STAR_ENDED] = VERB_ENDED(ARG(MONEY, "money", " money=")),
};

const struct verbs star_verbs = { .of = { moves, chances, derived },
	.n = { STAR_VOYAGE + 1, STAR_DECK + 1, STAR_ENDED + 1 },
	.label = star_label,
	.draws_later = true,
	.facts_once = "atlantic-star/1",
	.option = { "open", "order" },
	.thing = things };

void
star_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	verbs_format(d, pos, seat, m, out);
	if (m->verb != STAR_VOYAGE)
		return;
	buf_char(out, ' ');
	buf_str(out, d->sea[m->arg[STAR_VOYAGE_SEA]].id);
	for (int i = STAR_VOYAGE_AT; i < m->n; i++)
		put_sailing(d, m->arg, i, out);
	if (m->arg[STAR_VOYAGE_CLASS] != 0) {
		buf_str(out, " class ");
		buf_int(out, m->arg[STAR_VOYAGE_CLASS]);
	}
}

/* A reader of canonical words. */
struct scan {
	const char *at, *end;
};

/* The bytes up to `stop`, which must not be none; takes `stop` too. At the
 * end of the text `stop` may be missing if `last`. */
static size_t
until(struct scan *w, char stop, bool last, const char **word)
{
	const char *s = w->at;
	size_t len;

	*word = s;
	while (s < w->end && *s != stop)
		s++;
	len = (size_t)(s - w->at);
	if (s == w->end)
		return last ? (w->at = s, len) : 0;
	w->at = s + 1;
	return w->at == w->end ? 0 : len; /* no space at the end */
}

static int
read_voyage(const struct game_data *d, const struct star_position *p,
    struct scan *w, struct move *out)
{
	const char *word;
	size_t len = until(w, ' ', false, &word);
	int sea = star_sea_find(d, word, len), ship;

	if (len == 0 || sea == STAR_NONE)
		return -1;
	out->verb = STAR_VOYAGE;
	out->n = (uint8_t)(STAR_VOYAGE_AT + d->sea[sea].legs);
	out->arg[STAR_VOYAGE_SEA] = (int16_t)sea;
	for (int i = 0; i < d->sea[sea].legs; i++) {
		len = until(w, ':', false, &word);
		ship = len == 0 ? STAR_NONE : star_ship_find(d, word, len);
		if (ship == STAR_NONE || *w->at++ != 'A' + i)
			return -1;
		out->arg[STAR_VOYAGE_AT + i] = STAR_AT(ship, i);
		if (w->at < w->end && *w->at++ != ' ')
			return -1;
	}
	if (w->at == w->end)
		return w->at[-1] == ' ' ? -1 : 0;
	if (p->class_of[sea] != 0 || w->end - w->at != 7 ||
	    memcmp(w->at, "class ", 6) != 0 || w->at[6] < '1' ||
	    w->at[6] > '0' + STAR_CLASSES)
		return -1;
	out->arg[STAR_VOYAGE_CLASS] = (int16_t)(w->at[6] - '0');
	return 0;
}

int
star_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	static const char voyage[] = "voyage ";
	const size_t n = sizeof voyage - 1;
	const struct star_position *p = pos;

	(void)seat;
	if (len > n && memcmp(text, voyage, n) == 0) {
		struct scan w = { text + n, text + len };

		memset(out, 0, sizeof *out);
		return read_voyage(d, p, &w, out);
	}
	if (verbs_read(d, pos, seat, text, len, out) < 0)
		return -1;
	if (out->verb != STAR_LOAN)
		return 0;
	return out->arg[STAR_LOAN_AMOUNT] > 0 && out->arg[STAR_LOAN_NO] <= 2 &&
		(out->arg[STAR_LOAN_NO] != 0) == (p->per_sea > 1) ?
	    0 :
	    -1;
}

static void
put_ships(const struct game_data *d, const char *word, const int16_t *ship,
    int n, struct buf *out)
{
	buf_char(out, ' ');
	buf_str(out, word);
	for (int i = 0; i < n; i++) {
		buf_char(out, ' ');
		buf_str(out, d->ship[ship[i]].id);
	}
}

void
star_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	const int16_t *ship = ev->arg + STAR_REPLACED_SHIPS;
	int n = ev->n - STAR_REPLACED_SHIPS, old;

	verbs_event_format(d, ev, out);
	if (ev->kind != EVENT_DERIVED || ev->verb != STAR_REPLACED)
		return;
	old = ev->arg[STAR_REPLACED_OLD];
	buf_printf(out, " price=%d", ev->arg[STAR_REPLACED_PRICE]);
	put_ships(d, "old", ship, old, out);
	put_ships(d, "new", ship + old, n - old, out);
}
