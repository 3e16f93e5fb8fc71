/* SPDX-License-Identifier: MIT */
#include "games/clippers/play.h"

/*
 * Events as words of the log. Arguments are read as apply and chance write
 * them. Nothing is hidden in this game.
 */

enum redaction
clip_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader)
{
	(void)d;
	(void)now;
	(void)ev;
	(void)reader;
	return REDACT_SHOW;
}

static void
words_key(struct buf *out, const char *key, int value)
{
	buf_printf(out, " %s=%d", key, value);
}

static void
words_stick(const struct game_data *d, const char *verb,
    const struct event *ev, struct buf *out)
{
	buf_printf(out, "%s %s %s>%s", verb, d->company[ev->arg[0]].id,
	    d->place[ev->arg[1]].id, d->place[ev->arg[2]].id);
	words_key(out, "laid", ev->arg[3]);
	words_key(out, "of", ev->arg[4]);
	words_key(out, "dollars", ev->arg[5]);
	words_key(out, "colours", ev->arg[6]);
}

static void
words_ended(const struct event *ev, struct buf *out)
{
	buf_str(out, "ended");
	for (int i = 0; i < ev->n; i += 4)
		buf_printf(out, " p%d score=%d money=%d rank=%d", ev->arg[i],
		    ev->arg[i + 1], ev->arg[i + 2], ev->arg[i + 3]);
}

static void
words_derived(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	switch (ev->verb) {
	case CLIP_BOUGHT:
		buf_printf(out, "bought %s", d->company[ev->arg[0]].id);
		words_key(out, "price", ev->arg[1]);
		words_key(out, "money", ev->arg[2]);
		break;
	case CLIP_POSTED:
		buf_printf(out, "posted %s", d->place[ev->arg[0]].id);
		words_key(out, "reserve", ev->arg[1]);
		break;
	case CLIP_TOOK:
		buf_printf(out, "took %s", d->card[ev->arg[0]].id);
		words_key(out, "price", ev->arg[1]);
		words_key(out, "money", ev->arg[2]);
		break;
	case CLIP_LAID:
		words_stick(d, "laid", ev, out);
		break;
	case CLIP_CONNECTED:
		words_stick(d, "connected", ev, out);
		break;
	case CLIP_OPENED:
		words_stick(d, "opened", ev, out);
		break;
	case CLIP_MOVED:
		buf_printf(out, "moved %s %s", d->place[ev->arg[0]].id,
		    d->place[ev->arg[1]].id);
		break;
	case CLIP_PURPLE_OPEN:
		buf_str(out, "purple-open");
		break;
	case CLIP_GONE:
		buf_printf(out, "gone %s", d->company[ev->arg[0]].id);
		words_key(out, "sticks", ev->arg[1]);
		break;
	case CLIP_RETURNED:
		buf_printf(out, "returned %s", d->company[ev->arg[0]].id);
		break;
	case CLIP_ROUND:
		buf_str(out, "round");
		words_key(out, "n", ev->arg[0]);
		break;
	default:
		words_ended(ev, out);
		break;
	}
}

void
clip_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	if (ev->kind == EVENT_DERIVED) {
		words_derived(d, ev, out);
		return;
	}
	buf_str(out, "departures");
	for (int i = 0; i < ev->n; i++)
		buf_printf(out, " p%d=%s", i + 1,
		    d->departure[ev->arg[i]].id);
}

/* R2: `departures p1=japan p2=usa`, in seat order. */
int
clip_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out)
{
	static const char verb[] = "departures";
	const char *at = text + sizeof verb - 1, *end = text + len;

	out->kind = EVENT_CHANCE;
	out->actor = 0;
	out->verb = CLIP_DEPARTURES;
	out->n = 0;
	if (len < sizeof verb || memcmp(text, verb, sizeof verb - 1) != 0)
		return -1;
	while (at < end) {
		const char *id = at + 4;
		int nation;

		if (end - at < 5 || at[0] != ' ' || at[1] != 'p' ||
		    at[2] != '1' + out->n || at[3] != '=' ||
		    out->n == CLIP_SEATS)
			return -1;
		for (at = id; at < end && *at != ' '; at++)
			;
		nation = clip_nation_find(d, id, (size_t)(at - id));
		if (nation == CLIP_NONE)
			return -1;
		out->arg[out->n++] = (int16_t)nation;
	}
	return out->n > 0 ? 0 : -1;
}
