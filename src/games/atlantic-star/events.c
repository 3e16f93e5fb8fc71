/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/play.h"

/*
 * Events as words of the log and as JSON for templates (what is in it:
 * templates/en/atlantic-star/README). Arguments are read as apply and chance
 * write them.
 */

/* R16: the order of the pile is nobody's; all else is public. */
enum redaction
star_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader)
{
	(void)d;
	(void)now;
	if (ev->kind == EVENT_CHANCE && ev->verb == STAR_DECK &&
	    reader != ARCHIVE)
		return REDACT_HIDE;
	return REDACT_SHOW;
}

static void
words_ships(const struct game_data *d, const struct event *ev, int from,
    int to, struct buf *out)
{
	int i;

	for (i = from; i < to; i++) {
		buf_char(out, ' ');
		buf_str(out, d->ship[ev->arg[i]].id);
	}
}

static void
words_key(struct buf *out, const char *key, int value)
{
	buf_char(out, ' ');
	buf_str(out, key);
	buf_char(out, '=');
	buf_int(out, value);
}

static void
words_sea(const struct game_data *d, int sea, int no, struct buf *out)
{
	buf_str(out, d->sea[sea].id);
	if (no != 0) {
		buf_char(out, ':');
		buf_int(out, no);
	}
}

static void
words_sailed(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	int i;

	buf_str(out, "sailed ");
	words_sea(d, ev->arg[0], ev->arg[1], out);
	words_key(out, "value", ev->arg[2]);
	words_key(out, "bonus", ev->arg[3]);
	words_key(out, "class", ev->arg[4]);
	words_key(out, "rank", ev->arg[5]);
	words_key(out, "of", ev->arg[6]);
	words_key(out, "points", ev->arg[7]);
	for (i = 8; i < ev->n; i += 2) {
		words_ships(d, ev, 0, 0, out);
		buf_char(out, ' ');
		buf_str(out, d->ship[STAR_AT_SHIP(ev->arg[i])].id);
		buf_char(out, ':');
		buf_str(out, d->sea[ev->arg[0]].leg[
		    STAR_AT_LEG(ev->arg[i])].id);
		words_key(out, "scores", ev->arg[i + 1]);
	}
}

static void
words_ended(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	int i;

	buf_str(out, "ended");
	for (i = 0; i < ev->n; i += 4)
		buf_printf(out, " p%d score=%d money=%d rank=%d", ev->arg[i],
		    ev->arg[i + 1], ev->arg[i + 2] * d->loan_unit,
		    ev->arg[i + 3]);
}

static void
words_derived(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	switch (ev->verb) {
	case STAR_BORROWED:
		buf_str(out, "borrowed ");
		words_sea(d, ev->arg[0], ev->arg[1], out);
		words_key(out, "amount", ev->arg[2] * d->loan_unit);
		words_key(out, "value", ev->arg[3]);
		words_key(out, "rank", ev->arg[4]);
		words_key(out, "of", ev->arg[5]);
		words_key(out, "points", ev->arg[6]);
		words_key(out, "class", ev->arg[7]);
		break;
	case STAR_REPLACED:
		buf_str(out, "replaced");
		words_key(out, "price", ev->arg[0]);
		buf_str(out, " old");
		words_ships(d, ev, 2, 2 + ev->arg[1], out);
		buf_str(out, " new");
		words_ships(d, ev, 2 + ev->arg[1], ev->n, out);
		break;
	case STAR_CHARTERED:
		buf_str(out, "chartered");
		words_ships(d, ev, 0, 1, out);
		words_key(out, "price", ev->arg[1]);
		if (ev->n > 2) {
			buf_str(out, " laid");
			words_ships(d, ev, 2, 3, out);
		}
		break;
	case STAR_OPENED:
		buf_str(out, "opened ");
		buf_str(out, d->sea[ev->arg[0]].id);
		words_key(out, "class", ev->arg[1]);
		for (int i = 2; i < ev->n; i++)
			words_key(out, "neutral", ev->arg[i]);
		break;
	case STAR_SAILED:
		words_sailed(d, ev, out);
		break;
	case STAR_LAID:
		buf_str(out, "laid");
		words_ships(d, ev, 0, ev->n, out);
		break;
	default:
		words_ended(d, ev, out);
		break;
	}
}

void
star_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	int i;

	if (ev->kind == EVENT_DERIVED) {
		words_derived(d, ev, out);
	} else if (ev->verb == STAR_ORDER) {
		buf_str(out, "order");
		for (i = 0; i < ev->n; i++)
			buf_printf(out, " p%d", ev->arg[i]);
	} else {
		buf_str(out, "deck");
		words_ships(d, ev, 0, ev->n, out);
	}
}

static int
read_seats(const char *at, const char *end, struct event *out)
{
	out->verb = STAR_ORDER;
	for (; at < end; at += 3) {
		if (end - at < 3 || at[0] != ' ' || at[1] != 'p' ||
		    at[2] < '1' || at[2] > '0' + SEATS_MAX ||
		    out->n == SEATS_MAX)
			return -1;
		out->arg[out->n++] = (int16_t)(at[2] - '0');
	}
	return 0;
}

static int
read_deck(const struct game_data *d, const char *at, const char *end,
    struct event *out)
{
	const char *word;
	int ship;

	out->verb = STAR_DECK;
	while (at < end) {
		if (*at++ != ' ' || out->n == STAR_SHIPS)
			return -1;
		for (word = at; at < end && *at != ' '; at++)
			;
		ship = star_ship_find(d, word, (size_t)(at - word));
		if (ship == STAR_NONE)
			return -1;
		out->arg[out->n++] = (int16_t)ship;
	}
	return 0;
}

int
star_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out)
{
	const char *end = text + len;

	out->kind = EVENT_CHANCE;
	out->actor = 0;
	out->n = 0;
	if (len > 5 && memcmp(text, "order", 5) == 0)
		return read_seats(text + 5, end, out);
	if (len > 4 && memcmp(text, "deck", 4) == 0)
		return read_deck(d, text + 4, end, out);
	return -1;
}
