/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

#include "games/clippers/lines.h"
#include "games/clippers/tell.h"

/*
 * The list of legal moves, and moves in canonical words: written by
 * clip_format, read back strictly by clip_read. What players write is
 * parse.c's business.
 */

const char *const clip_verb_word[] = { "", "buy", "post", "take", "pass",
	"lay", "open", "move", "done" };

static struct move *
add(struct moves *out, int verb, int n)
{
	struct move *m = moves_add(out);

	m->verb = (uint8_t)verb;
	m->n = (uint8_t)n;
	return m;
}

static void
add_link(struct moves *out, int verb, int colour, int from, int to)
{
	struct move *m = add(out, verb, verb == CLIP_V_LAY ? 4 : 3);

	m->arg[0] = (int16_t)colour;
	m->arg[1] = (int16_t)from;
	m->arg[2] = (int16_t)to;
	if (verb == CLIP_V_LAY)
		m->arg[3] = 1;
}

/* Phase 1 (R5, R6). */
static void
legal_buy(const struct game_data *d, const struct clip_position *p, int seat,
    struct moves *out)
{
	const struct clip_seat *s = &p->seat[seat];

	if (s->clipper == 0 && s->money >= d->clipper_price)
		for (int c = 0; c < CLIP_PORTS; c++)
			if (p->stock[c] > 0)
				add(out, CLIP_V_BUY, 1)->arg[0] = (int16_t)c;
	if (s->reserve > 0)
		for (int i = 0; i < CLIP_ISLANDS; i++)
			if (clip_posts(p, i) < d->place[i].spaces)
				add(out, CLIP_V_POST, 1)->arg[0] = (int16_t)i;
	for (int i = 0; i < CLIP_CARDS; i++)
		if (p->cards[i] > 0 && s->money >= d->card[i].price)
			add(out, CLIP_V_TAKE, 1)->arg[0] = (int16_t)i;
	add(out, CLIP_V_PASS, 0);
}

static void
legal_lays(const struct game_data *d, const struct clip_position *p,
    struct moves *out)
{
	for (int c = 0; c < CLIP_COLOURS; c++) {
		if (!clip_may_lay(d, p, c))
			continue;
		for (int i = 0; i < d->links; i++) {
			const struct clip_link *l = &d->link[i];

			if (clip_can_lay(d, p, c, i, false))
				add_link(out, CLIP_V_LAY, c, l->from, l->to);
			if (clip_can_lay(d, p, c, i, true))
				add_link(out, CLIP_V_LAY, c, l->to, l->from);
		}
	}
}

static void
legal_opens(const struct game_data *d, const struct clip_position *p,
    int colour, struct moves *out)
{
	int track;

	for (int i = 0; i < d->links; i++) {
		int a = d->link[i].from, b = d->link[i].to;

		if (clip_open_check(d, p, colour, a, b, &track) == NULL)
			add_link(out, CLIP_V_OPEN, colour, a, b);
		if (clip_open_check(d, p, colour, b, a, &track) == NULL)
			add_link(out, CLIP_V_OPEN, colour, b, a);
	}
}

/* R9. */
static void
legal_posts(const struct game_data *d, const struct clip_position *p,
    int seat, struct moves *out)
{
	for (int from = 0; from < CLIP_ISLANDS; from++) {
		if (p->posts[from][seat] == 0)
			continue;
		for (int to = 0; to < CLIP_ISLANDS; to++) {
			struct move *m;

			if (to == from ||
			    clip_posts(p, to) >= d->place[to].spaces)
				continue;
			m = add(out, CLIP_V_MOVE, 2);
			m->arg[0] = (int16_t)from;
			m->arg[1] = (int16_t)to;
		}
	}
}

void
clip_legal(const struct game_data *d, const void *pos, int seat,
    struct moves *out)
{
	const struct clip_position *p = pos;
	const struct clip_seat *s = &p->seat[seat];

	moves_clear(out);
	if (clip_turn_of(p) != seat)
		return;
	if (p->stage == CLIP_BUY) {
		legal_buy(d, p, seat, out);
		return;
	}
	if (!p->must_open)
		legal_lays(d, p, out);
	if (s->clipper != 0 && p->laid == 0)
		legal_opens(d, p, s->clipper - 1, out);
	if (s->card == CLIP_PORT + 1 && !p->must_open && p->laid == 0 &&
	    !s->card_used)
		legal_posts(d, p, seat, out);
	if (clip_done_check(p, seat) == NULL)
		add(out, CLIP_V_DONE, 0);
}

void
clip_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out)
{
	const int16_t *a = m->arg;

	(void)pos;
	(void)seat;
	buf_str(out, clip_verb_word[m->verb]);
	switch (m->verb) {
	case CLIP_V_BUY:
		buf_printf(out, " %s", d->company[a[0]].id);
		break;
	case CLIP_V_POST:
		buf_printf(out, " %s", d->place[a[0]].id);
		break;
	case CLIP_V_TAKE:
		buf_printf(out, " %s", d->card[a[0]].id);
		break;
	case CLIP_V_LAY:
	case CLIP_V_OPEN:
		buf_printf(out, " %s %s>%s", d->company[a[0]].id,
		    d->place[a[1]].id, d->place[a[2]].id);
		if (m->verb == CLIP_V_LAY && a[3] > 1)
			buf_printf(out, "*%d", a[3]);
		break;
	case CLIP_V_MOVE:
		buf_printf(out, " %s %s", d->place[a[0]].id,
		    d->place[a[1]].id);
		break;
	default:
		break;
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

static int
read_link(const struct game_data *d, const char *at, size_t len,
    struct move *m)
{
	const char *arrow = memchr(at, '>', len);
	int from, to;

	if (arrow == NULL)
		return -1;
	from = clip_place_find(d, at, (size_t)(arrow - at));
	to = clip_place_find(d, arrow + 1, len - (size_t)(arrow - at) - 1);
	if (from == CLIP_NONE || to == CLIP_NONE ||
	    d->between[from][to] == CLIP_NONE)
		return -1;
	m->arg[1] = (int16_t)from;
	m->arg[2] = (int16_t)to;
	return 0;
}

static int
read_one(int found, struct move *m, int at)
{
	if (found == CLIP_NONE)
		return -1;
	m->arg[at] = (int16_t)found;
	m->n = (uint8_t)(at + 1);
	return 0;
}

static int
read_args(const struct game_data *d, const char *text, const char *end,
    struct move *m)
{
	size_t len, len2 = 0;
	const char *one = word(&text, end, &len), *two = NULL;

	if (text != end)
		two = word(&text, end, &len2);
	if (text != end || len == 0)
		return -1;
	if (two != NULL && m->verb < CLIP_V_LAY)
		return -1;
	switch (m->verb) {
	case CLIP_V_BUY:
		return read_one(clip_colour_find(d, one, len), m, 0);
	case CLIP_V_POST:
		return read_one(clip_place_find(d, one, len), m, 0);
	case CLIP_V_TAKE:
		return read_one(clip_card_find(d, one, len), m, 0);
	case CLIP_V_MOVE:
		if (two == NULL ||
		    read_one(clip_place_find(d, one, len), m, 0) < 0)
			return -1;
		return read_one(clip_place_find(d, two, len2), m, 1);
	default:
		if (two == NULL ||
		    read_one(clip_colour_find(d, one, len), m, 0) < 0)
			return -1;
		m->n = m->verb == CLIP_V_LAY ? 4 : 3;
		m->arg[3] = m->verb == CLIP_V_LAY;
		return read_link(d, two, len2, m);
	}
}

int
clip_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out)
{
	const char *end = text + len, *verb;
	size_t verb_len;

	(void)pos;
	(void)seat;
	*out = (struct move){ 0 };
	if (len == 0 || end[-1] == ' ')
		return -1;
	verb = word(&text, end, &verb_len);
	for (int v = CLIP_V_BUY; v <= CLIP_V_DONE; v++)
		if (strncmp(verb, clip_verb_word[v], verb_len) == 0 &&
		    clip_verb_word[v][verb_len] == '\0')
			out->verb = (uint8_t)v;
	if (out->verb == CLIP_V_PASS || out->verb == CLIP_V_DONE)
		return text == end ? 0 : -1;
	if (out->verb == 0 || text == end || read_args(d, text, end, out) < 0)
		return -1;
	if (out->verb == CLIP_V_POST || out->verb == CLIP_V_MOVE)
		for (int i = 0; i < out->n; i++)
			if (clip_is_port(out->arg[i]))
				return -1;
	return 0;
}
