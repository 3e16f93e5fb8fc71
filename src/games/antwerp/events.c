/* SPDX-License-Identifier: MIT */
#include "games/antwerp/tell.h"

/*
 * Events as words of the log, and who may read them. Arguments are read as
 * apply and chance write them.
 */

const char *const ant_seat_name[] = { "", "p1", "p2", "p3", "p4" };
const char *const ant_sort_word[] = { "order", "ship", "lock" };
static const char *const chance_word[] = { "", "products", "orders",
	"ship-cards", "lock-cards" };

/* Hidden are shuffles, what a seat draws, and standing orders (R19). */
enum redaction
ant_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader)
{
	(void)d;
	(void)now;
	if (reader == ARCHIVE)
		return REDACT_SHOW;
	if (ev->kind == EVENT_CHANCE)
		return REDACT_HIDE;
	if (ev->actor != reader &&
	    ((ev->kind == EVENT_MOVE && ev->verb == ANT_V_STANDING) ||
	    (ev->kind == EVENT_DERIVED && ev->verb == ANT_CARD)))
		return REDACT_OMIT;
	return REDACT_SHOW;
}

/* owner, good, from, to from `at` on. */
static void
words_moves(const struct game_data *d, const struct event *ev, int at,
    struct buf *out)
{
	for (; at + 3 < ev->n; at += 4)
		buf_printf(out, " %s:%s:%s>%s", ant_seat_name[ev->arg[at]],
		    d->good[ev->arg[at + 1]].id, d->node[ev->arg[at + 2]].id,
		    d->node[ev->arg[at + 3]].id);
}

static void
words_dock(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	buf_printf(out, "%s %s %s", ev->verb == ANT_DOCKED ? "docked" :
	    "wrong-dock", ant_seat_name[ev->actor], d->node[ev->arg[0]].id);
	for (int i = 1; i < 3; i++)
		if (ev->arg[i] != 0)
			buf_printf(out, " %s", d->product[ev->arg[i] - 1].id);
	if (ev->arg[3] != 0)
		buf_str(out, " double-yield");
	buf_printf(out, " next=%s", ev->arg[4] == 0 ? "-" :
	    d->product[ev->arg[4] - 1].id);
}

static void
words_locks(const struct game_data *d, const char *word, int bits,
    struct buf *out)
{
	for (int i = 0; i < ANT_LOCKS; i++)
		if (bits >> i & 1)
			buf_printf(out, " %s=%s", d->lock[i].id, word);
}

static void
words_offer(const struct game_data *d, const char *verb,
    const struct event *ev, struct buf *out)
{
	static const char *const side[] = { "give", "want" };

	buf_printf(out, "%s %s %s", verb, ant_seat_name[ev->arg[0]],
	    ant_seat_name[ev->arg[1]]);
	for (int k = 0; k < 2; k++) {
		buf_printf(out, " %s", side[k]);
		for (int i = 0; i < ANT_PRODUCTS; i++) {
			int n = ev->arg[2 + k * ANT_PRODUCTS + i];

			if (n > 0)
				buf_printf(out, " %s", d->product[i].id);
			if (n > 1)
				buf_printf(out, "*%d", n);
		}
	}
}

static void
words_ended(const struct event *ev, struct buf *out)
{
	buf_str(out, "ended");
	for (int i = 0; i < ev->n; i += 4)
		buf_printf(out, " p%d score=%d orders=%d rank=%d",
		    ev->arg[i], ev->arg[i + 1], ev->arg[i + 2],
		    ev->arg[i + 3]);
}

/* What ships did. */
static void
words_ship(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	static const char *const how[] = { "", " alone", " extra" };
	const int16_t *a = ev->arg;
	const char *seat = ant_seat_name[ev->actor];

	switch (ev->verb) {
	case ANT_LOADED:
		buf_printf(out, "loaded %s %s %s", seat, d->good[a[0]].id,
		    d->node[a[1]].id);
		break;
	case ANT_SAILED:
		buf_printf(out, "sailed %s%s%s", d->colour[a[1]].id,
		    how[a[0]], a[2] != 0 ? " waits" : "");
		words_moves(d, ev, 3, out);
		break;
	case ANT_MOVED:
		buf_str(out, "moved");
		words_moves(d, ev, 0, out);
		break;
	case ANT_STAYED:
		buf_printf(out, "drop-anchor %s %s %s", seat,
		    d->good[a[0]].id, d->node[a[1]].id);
		break;
	case ANT_TRANSIT:
		buf_printf(out, "transit %s %s", seat, d->good[a[0]].id);
		break;
	case ANT_ANCHORED:
		buf_printf(out, "anchored %s %s %s", seat,
		    d->node[a[0]].id, ant_sort_word[a[1]]);
		break;
	case ANT_ASKED:
		buf_printf(out, "asked %s %s %s", seat,
		    a[0] == ANT_P_FORK ? "fork" : "anchor",
		    d->node[a[1]].id);
		break;
	case ANT_STEPPED:
		buf_str(out, "stepped-back");
		words_moves(d, ev, 0, out);
		break;
	default:
		buf_str(out, "swapped");
		for (int i = 0; i < ev->n; i += 3)
			buf_printf(out, " %s:%s:%s", ant_seat_name[a[i]],
			    d->good[a[i + 1]].id, d->node[a[i + 2]].id);
		break;
	}
}

static void
words_derived(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	static const char *const offer[] = { [ANT_OFFERED] = "offered",
		[ANT_ACCEPTED] = "accepted", [ANT_DECLINED] = "declined",
		[ANT_WITHDREW] = "withdrew" };
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case ANT_DOCKED:
	case ANT_WRONG:
		words_dock(d, ev, out);
		break;
	case ANT_LOCKS_TURNED:
		buf_str(out, "locks");
		words_locks(d, "open", a[0], out);
		words_locks(d, "closed", ~a[0], out);
		break;
	case ANT_CARD:
		buf_printf(out, "drew %s %s", ant_seat_name[ev->actor],
		    ant_card_id(d, a[0], a[1]));
		break;
	case ANT_EXCHANGED:
		buf_printf(out, "exchanged %s", d->order[a[0]].id);
		break;
	case ANT_FULFILLED:
		buf_printf(out, "fulfilled %s points=%d done=%d",
		    d->order[a[0]].id, a[1], a[2]);
		break;
	case ANT_LOCKED:
		buf_printf(out, "played %s", d->card[ANT_LOCK][a[0]].id);
		words_locks(d, "open", a[1], out);
		words_locks(d, "closed", a[2], out);
		break;
	case ANT_OFFERED:
	case ANT_ACCEPTED:
	case ANT_DECLINED:
	case ANT_WITHDREW:
		words_offer(d, offer[ev->verb], ev, out);
		break;
	case ANT_LAST:
		buf_printf(out, "last-round %s", ant_seat_name[ev->actor]);
		break;
	case ANT_ENDED:
		words_ended(ev, out);
		break;
	default:
		words_ship(d, ev, out);
		break;
	}
}

void
ant_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	if (ev->kind == EVENT_DERIVED) {
		words_derived(d, ev, out);
		return;
	}
	buf_str(out, chance_word[ev->verb]);
	for (int i = 0; i < ev->n; i++) {
		bool product = ev->verb == ANT_C_PRODUCTS;

		buf_printf(out, " %s", !product ? ant_card_id(d, ev->verb -
		    ANT_C_ORDERS, ev->arg[i]) : i == 0 ?
		    d->good[ev->arg[i]].id : d->product[ev->arg[i]].id);
	}
}

/* One word of a chance event as a number. */
static int
chance_arg(const struct game_data *d, const struct event *ev,
    const char *word, size_t len)
{
	if (ev->verb != ANT_C_PRODUCTS)
		return ant_card_find(d, ev->verb - ANT_C_ORDERS, word, len);
	return ev->n == 0 ? ant_good_find(d, word, len) :
	    ant_product_find(d, word, len);
}

int
ant_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out)
{
	const char *end = text + len, *at = text;

	out->kind = EVENT_CHANCE;
	out->actor = 0;
	out->verb = 0;
	out->n = 0;
	while (at < end) {
		const char *space = memchr(at, ' ', (size_t)(end - at));
		size_t n = (size_t)((space == NULL ? end : space) - at);
		int arg = ANT_NONE;

		if (out->verb == 0) {
			for (uint8_t v = ANT_C_PRODUCTS; v <= ANT_C_LOCKS; v++)
				if (strlen(chance_word[v]) == n &&
				    memcmp(chance_word[v], at, n) == 0)
					out->verb = v;
			if (out->verb == 0)
				return -1;
		} else {
			arg = chance_arg(d, out, at, n);
			if (arg == ANT_NONE || out->n == ANT_ORDERS)
				return -1;
			out->arg[out->n++] = (int16_t)arg;
		}
		at += n + 1;
	}
	return at == end + 1 && out->n > 0 ? 0 : -1;
}
