/* SPDX-License-Identifier: MIT */
#include "games/claim/tell.h"

/*
 * The list of legal moves in the order of the game's page, and moves in
 * canonical words: written by claim_format, read back strictly by claim_read.
 * What players write is parse.c's business.
 */

const char *const claim_verb_word[] = { "", "stow", "fly", "trade", "load",
	"unload", "refuel", "split", "merge", "tow", "end" };
const char *const claim_ship_word[] = { "ship", "main", "tender", "" };

static struct move *
add(struct moves *out, int verb, int n, int first, int second)
{
	struct move *m = moves_add(out);

	m->verb = (uint8_t)verb;
	m->n = (uint8_t)n;
	m->arg[0] = (int16_t)first;
	m->arg[1] = (int16_t)second;
	return m;
}

/* A stowage or division, unless it is listed already. */
static void
add_hold(struct moves *out, int verb, const uint8_t *n)
{
	struct move *m = add(out, verb, CLAIM_COLOURS, 0, 0);

	for (int c = 0; c < CLAIM_COLOURS; c++)
		m->arg[c] = n[c];
	for (int i = 0; i + 1 < out->n; i++)
		if (move_equal(&out->at[i], m)) {
			out->n--;
			return;
		}
}

static void
legal_stow(const struct game_data *d, const struct claim_position *p,
    int seat, struct moves *out)
{
	const struct claim_ship *ship = &p->seat[seat].ship[0];
	uint8_t n[CLAIM_COLOURS] = { 0 };

	add_hold(out, CLAIM_V_STOW, n);
	add_hold(out, CLAIM_V_STOW, d->mixed);
	for (int c = CLAIM_RED + 1; c < CLAIM_COLOURS; c++) {
		int most = d->cargo_value / d->colour[c].value;
		int room = claim_room(d, ship, c);

		memset(n, 0, sizeof n);
		n[c] = (uint8_t)(most < room ? most : room);
		add_hold(out, CLAIM_V_STOW, n);
	}
}

static void
legal_trade(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int name, struct moves *out)
{
	int f = ship->at, full = claim_full(d, p, f);

	for (int n = 1; n <= full; n++) {
		struct claim_ship after = *ship;
		int pay = claim_pay(d, p, f, n);

		if (pay > ship->hold[p->bottom[f]])
			break;
		after.hold[p->bottom[f]] =
		    (uint8_t)(after.hold[p->bottom[f]] - pay);
		after.hold[p->top[f]] = (uint8_t)(after.hold[p->top[f]] + n);
		if (claim_fits(d, after.parts, after.hold))
			add(out, CLAIM_V_TRADE, 2, name, n);
	}
}

static void
legal_acts(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int name, struct moves *out)
{
	int f = ship->at;

	if (f == CLAIM_HUB) {
		int most = ship->parts * d->refuel;
		int room = claim_room(d, ship, CLAIM_RED);

		for (int n = 1; n <= most && n <= room; n++)
			add(out, CLAIM_V_REFUEL, 2, name, n);
	} else if (!claim_in(p->known, f) || claim_in(p->served, f)) {
		return;
	} else if (p->bottom[f] != p->top[f]) {
		legal_trade(d, p, ship, name, out);
	} else {
		if (claim_room(d, ship, p->bottom[f]) > 0)
			add(out, CLAIM_V_LOAD, 1, name, 0);
		if (ship->hold[p->bottom[f]] > 0)
			add(out, CLAIM_V_UNLOAD, 1, name, 0);
	}
}

static void
legal_ship(const struct game_data *d, const struct claim_position *p,
    const struct claim_ship *ship, int name, struct moves *out)
{
	uint8_t cost[CLAIM_FIELDS];

	if (ship->acted)
		return;
	if (!ship->moved && ship->hold[CLAIM_RED] > 0) {
		claim_costs(d, p->blocked, ship->at, cost);
		for (int f = 0; f < CLAIM_FIELDS; f++)
			if (f != ship->at && cost[f] <= ship->hold[CLAIM_RED])
				add(out, CLAIM_V_FLY, 3, name, f)->arg[2] =
				    cost[f];
	}
	legal_acts(d, p, ship, name, out);
	if (!ship->moved && ship->at != CLAIM_HUB &&
	    ship->hold[CLAIM_RED] == 0)
		add(out, CLAIM_V_TOW, 1, name, 0);
}

/* At most `fuel` and then `cargo` cubes of the dearest colours. */
static void
take(const struct claim_ship *ship, int fuel, int cargo, uint8_t *n)
{
	memset(n, 0, CLAIM_COLOURS);
	n[CLAIM_RED] = (uint8_t)(fuel < ship->hold[CLAIM_RED] ? fuel :
	    ship->hold[CLAIM_RED]);
	for (int c = CLAIM_COLOURS - 1; c > CLAIM_RED; c--) {
		n[c] = (uint8_t)(cargo < ship->hold[c] ? cargo :
		    ship->hold[c]);
		cargo -= n[c];
	}
}

static void
add_split(const struct game_data *d, const struct claim_ship *ship,
    const uint8_t *tender, struct moves *out)
{
	uint8_t rest[CLAIM_COLOURS];

	for (int c = 0; c < CLAIM_COLOURS; c++)
		rest[c] = (uint8_t)(ship->hold[c] - tender[c]);
	if (claim_fits(d, d->parts[CLAIM_MAIN], rest) &&
	    claim_fits(d, d->parts[CLAIM_TENDER], tender))
		add_hold(out, CLAIM_V_SPLIT, tender);
}

static void
legal_split(const struct game_data *d, const struct claim_ship *ship,
    struct moves *out)
{
	int all = d->parts[CLAIM_TENDER] * d->compartments, fuel;
	uint8_t n[CLAIM_COLOURS] = { 0 };

	if (ship->moved || ship->acted)
		return;
	add_split(d, ship, n, out);
	for (int c = 0; c < CLAIM_COLOURS; c++)
		n[c] = ship->hold[c] / 2;
	add_split(d, ship, n, out);
	take(ship, 2 * d->cubes, d->cubes, n);
	add_split(d, ship, n, out);
	fuel = ship->hold[CLAIM_RED];
	if (fuel > all * d->cubes)
		fuel = all * d->cubes;
	take(ship, fuel, (all - (fuel + d->cubes - 1) / d->cubes) * d->cubes,
	    n);
	add_split(d, ship, n, out);
}

void
claim_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct claim_position *p = pos;
	const struct claim_seat *s = &p->seat[seat];

	moves_clear(out);
	if (!(claim_turn_of(p) & SEAT_BIT(seat)))
		return;
	if (p->stage == CLAIM_STOW) {
		legal_stow(d, p, seat, out);
		return;
	}
	legal_ship(d, p, &s->ship[0], claim_name(s, 0), out);
	if (claim_split(s)) {
		legal_ship(d, p, &s->ship[1], CLAIM_TENDER, out);
		if (s->ship[0].at == s->ship[1].at)
			add(out, CLAIM_V_MERGE, 0, 0, 0);
	} else {
		legal_split(d, &s->ship[0], out);
	}
	add(out, CLAIM_V_END, 0, 0, 0);
}

void
claim_hold_words(const struct game_data *d, const int16_t *n, struct buf *out)
{
	for (int c = 0; c < CLAIM_COLOURS; c++)
		if (n[c] != 0) {
			buf_char(out, ' ');
			buf_str(out, d->colour[c].id);
			buf_char(out, '=');
			buf_int(out, n[c]);
		}
}

void
claim_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	const int16_t *a = m->arg;

	(void)pos;
	(void)seat;
	buf_str(out, claim_verb_word[m->verb]);
	switch (m->verb) {
	case CLAIM_V_STOW:
	case CLAIM_V_SPLIT:
		claim_hold_words(d, a, out);
		return;
	case CLAIM_V_MERGE:
	case CLAIM_V_END:
		return;
	default:
		break;
	}
	if (a[0] != CLAIM_UNSAID) {
		buf_char(out, ' ');
		buf_str(out, claim_ship_word[a[0]]);
	}
	if (m->verb == CLAIM_V_FLY) {
		buf_char(out, ' ');
		buf_str(out, d->field[a[1]].id);
		buf_str(out, " cost=");
		buf_int(out, a[2]);
	} else if (m->verb == CLAIM_V_TRADE || m->verb == CLAIM_V_REFUEL) {
		buf_char(out, ' ');
		buf_int(out, a[1]);
	}
}

/* The next word of text, split at single spaces; len 0 at the end. */
static const char *
word(const char **text, const char *end, size_t *len)
{
	const char *at = *text;
	const char *space = memchr(at, ' ', (size_t)(end - at));

	*len = (size_t)((space == NULL ? end : space) - at);
	*text = space == NULL ? end : space + 1;
	return at;
}

/* A number as it is written; -1 if it is none. */
static int
number(const char *at, size_t len)
{
	int n = 0;

	if (len == 0 || len > 4 || (at[0] == '0' && len > 1))
		return -1;
	for (size_t i = 0; i < len; i++) {
		if (at[i] < '0' || at[i] > '9')
			return -1;
		n = n * 10 + (at[i] - '0');
	}
	return n;
}

static int
read_hold(const struct game_data *d, const char *text, const char *end,
    struct move *m)
{
	int last = m->verb == CLAIM_V_STOW ? CLAIM_RED : -1;

	m->n = CLAIM_COLOURS;
	while (text != end) {
		size_t len;
		const char *at = word(&text, end, &len);
		const char *equals = memchr(at, '=', len);
		int c, n;

		if (equals == NULL)
			return -1;
		c = claim_colour_find(d, at, (size_t)(equals - at));
		n = number(equals + 1, len - (size_t)(equals - at) - 1);
		if (c == CLAIM_NONE || c <= last || n < 1)
			return -1;
		m->arg[c] = (int16_t)n;
		last = c;
	}
	return 0;
}

/* What stands behind the ship: nothing, a number, a field and its cost. */
static int
read_rest(const struct game_data *d, const char *text, const char *end,
    struct move *m)
{
	static const char cost[] = "cost=";
	size_t len;
	const char *at;
	int n;

	if (m->verb != CLAIM_V_FLY && m->verb != CLAIM_V_TRADE &&
	    m->verb != CLAIM_V_REFUEL)
		return text == end ? 0 : -1;
	at = word(&text, end, &len);
	if (m->verb == CLAIM_V_FLY) {
		n = claim_field_find(d, at, len);
		if (n == CLAIM_NONE)
			return -1;
		m->arg[1] = (int16_t)n;
		at = word(&text, end, &len);
		if (len < sizeof cost || memcmp(at, cost, sizeof cost - 1) != 0)
			return -1;
		at += sizeof cost - 1;
		len -= sizeof cost - 1;
		m->n = 3;
	} else {
		m->n = 2;
	}
	n = number(at, len);
	if (n < 0 || text != end)
		return -1;
	m->arg[m->n - 1] = (int16_t)n;
	return 0;
}

int
claim_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	const char *end = text + len, *at;
	size_t n;

	(void)pos;
	(void)seat;
	memset(out, 0, sizeof *out);
	if (len == 0 || end[-1] == ' ')
		return -1;
	at = word(&text, end, &n);
	for (int v = CLAIM_V_STOW; v <= CLAIM_V_END; v++)
		if (strlen(claim_verb_word[v]) == n &&
		    memcmp(at, claim_verb_word[v], n) == 0)
			out->verb = (uint8_t)v;
	switch (out->verb) {
	case 0:
		return -1;
	case CLAIM_V_STOW:
	case CLAIM_V_SPLIT:
		return read_hold(d, text, end, out);
	case CLAIM_V_MERGE:
	case CLAIM_V_END:
		return text == end ? 0 : -1;
	default:
		break;
	}
	at = word(&text, end, &n);
	out->n = 1;
	for (int s = CLAIM_SHIP; s < CLAIM_NAMES; s++)
		if (strlen(claim_ship_word[s]) == n &&
		    memcmp(at, claim_ship_word[s], n) == 0) {
			out->arg[0] = (int16_t)s;
			return read_rest(d, text, end, out);
		}
	return -1;
}
