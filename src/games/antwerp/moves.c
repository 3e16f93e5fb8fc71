/* SPDX-License-Identifier: MIT */
#include "games/antwerp/tell.h"

/* Moves in canonical words. read.c reads them back. */

const char *const ant_verb_word[] = { "", "load", "sail", "exchange",
	"fulfil", "play", "offer", "accept", "decline", "withdraw", "choose",
	"standing", "end" };
const char *const ant_thing_word[] = { "fork", "fork", "anchor",
	"double-yield", "drop-anchor" };
const char *const ant_policy_word[] = { "home", "ask" };
const char *const ant_anchor_word[] = { "fewer", "lock", "ship", "ask" };
const char *const ant_on_off[] = { "off", "on" };
const char *const ant_open_closed[] = { "closed", "open" };

static void
put_node(const struct game_data *d, int node, struct buf *out)
{
	buf_printf(out, " %s", d->node[node].id);
}

static void
put_wishes(const struct game_data *d, const struct move *m, int at,
    struct buf *out)
{
	for (; at < m->n; at++)
		buf_printf(out, " %s>%s", d->node[m->arg[at] / ANT_WISH].id,
		    d->node[m->arg[at] % ANT_WISH].id);
}

static void
put_play(const struct game_data *d, const struct move *m, struct buf *out)
{
	const struct ant_card *c = &d->card[m->arg[0]][m->arg[1]];
	const int16_t *a = m->arg + 2;

	buf_printf(out, " %s", c->id);
	if (m->arg[0] == ANT_LOCK) {
		int end = m->n - (c->does == ANT_SWITCH);

		for (int i = 2; i < end; i++)
			buf_printf(out, " %s", d->lock[m->arg[i]].id);
		if (c->does == ANT_SWITCH)
			buf_printf(out, " %s", ant_open_closed[m->arg[end]]);
	} else if (c->does == ANT_SAIL_ALONE || c->does == ANT_EXTRA_COLOUR) {
		buf_printf(out, " %s", d->colour[a[0]].id);
		put_wishes(d, m, 3, out);
	} else if (c->does == ANT_EXTRA_SHIP) {
		buf_printf(out, " %s", d->good[a[0]].id);
		put_node(d, a[1], out);
	} else if (m->n == 4) {
		put_node(d, a[0], out);
		put_node(d, a[1], out);
	}
}

static void
put_products(const struct game_data *d, const char *word, const int16_t *n,
    struct buf *out)
{
	buf_printf(out, " %s", word);
	for (int i = 0; i < ANT_PRODUCTS; i++) {
		if (n[i] == 0)
			continue;
		buf_printf(out, " %s", d->product[i].id);
		if (n[i] > 1)
			buf_printf(out, "*%d", n[i]);
	}
}

static void
put_standing(const struct game_data *d, const struct move *m,
    struct buf *out)
{
	const int16_t *a = m->arg;

	buf_printf(out, " %s", ant_thing_word[a[0]]);
	switch (a[0]) {
	case ANT_T_POLICY:
		buf_printf(out, " %s", ant_policy_word[a[1]]);
		break;
	case ANT_T_ANCHOR:
		buf_printf(out, " %s", ant_anchor_word[a[1]]);
		break;
	case ANT_T_DOUBLE:
		buf_printf(out, " %s", ant_on_off[a[1]]);
		break;
	default:
		put_node(d, a[1], out);
		buf_printf(out, " %s", a[2] == 0 ? "off" :
		    a[0] == ANT_T_FORK ? d->node[a[2] - 1].id :
		    a[2] == ANT_ANY ? "any" : d->colour[a[2] - 1].id);
		break;
	}
}

static void
put_choice(const struct game_data *d, int choice, struct buf *out)
{
	if (choice == ANT_SAY_LOCK || choice == ANT_SAY_SHIP)
		buf_printf(out, " %s", choice == ANT_SAY_LOCK ? "lock" :
		    "ship");
	else
		buf_printf(out, " %s", ant_is_node(d, choice) ?
		    d->node[choice].id : "?");
}

void
ant_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	const int16_t *a = m->arg;

	(void)pos;
	(void)seat;
	buf_str(out, ant_verb_word[m->verb]);
	switch (m->verb) {
	case ANT_V_LOAD:
		buf_printf(out, " %s", d->good[a[0]].id);
		put_node(d, a[1], out);
		break;
	case ANT_V_SAIL:
		buf_printf(out, " %s", d->colour[a[0]].id);
		put_wishes(d, m, 1, out);
		break;
	case ANT_V_EXCHANGE:
	case ANT_V_FULFIL:
		buf_printf(out, " %s", d->order[a[0]].id);
		break;
	case ANT_V_PLAY:
		put_play(d, m, out);
		break;
	case ANT_V_OFFER:
		buf_printf(out, " %s", ant_seat_name[a[0]]);
		put_products(d, "give", a + 1, out);
		put_products(d, "want", a + 1 + ANT_PRODUCTS, out);
		break;
	case ANT_V_CHOOSE:
		put_choice(d, a[0], out);
		break;
	case ANT_V_STANDING:
		put_standing(d, m, out);
		break;
	default:
		break;
	}
}
