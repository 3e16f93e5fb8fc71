/* SPDX-License-Identifier: MIT */
#include "games/claim/tell.h"

/* Events as words of the log, and what a reader may see of them. Arguments
 * are read as apply and chance write them. */

/* R2: the first cargo, until the last has chosen. */
enum redaction
claim_redact(const struct game_data *d, const void *now,
    const struct event *ev, int reader)
{
	const struct claim_position *p = now;

	(void)d;
	if (reader == ARCHIVE || reader == ev->actor ||
	    p->stage != CLAIM_STOW)
		return REDACT_SHOW;
	if (ev->kind == EVENT_MOVE && ev->verb == CLAIM_V_STOW)
		return REDACT_HIDE;
	if (ev->kind == EVENT_DERIVED && ev->verb == CLAIM_STOWED)
		return REDACT_OMIT;
	return REDACT_SHOW;
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
words_verb(const struct event *ev, const char *verb, struct buf *out)
{
	buf_str(out, verb);
	buf_char(out, ' ');
	buf_str(out, claim_ship_word[ev->arg[0]]);
}

static void
words_at(const struct game_data *d, int field, struct buf *out)
{
	buf_char(out, ' ');
	buf_str(out, d->field[field].id);
}

static void
words_ended(const struct event *ev, struct buf *out)
{
	buf_str(out, "ended");
	for (int i = 0; i < ev->n; i += 4)
		buf_printf(out, " p%d score=%d aboard=%d rank=%d", ev->arg[i],
		    ev->arg[i + 1], ev->arg[i + 2], ev->arg[i + 3]);
}

/* What a ship did. */
static void
words_ship(const struct game_data *d, const struct event *ev, struct buf *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case CLAIM_FLEW:
		words_verb(ev, "flew", out);
		words_at(d, a[1], out);
		words_key(out, "cost", a[2]);
		words_key(out, "fuel", a[3]);
		break;
	case CLAIM_TRADED:
		words_verb(ev, "traded", out);
		words_at(d, a[1], out);
		buf_printf(out, " paid=%s:%d received=%s:%d lost=%d",
		    d->colour[a[2]].id, a[3], d->colour[a[4]].id, a[5], a[6]);
		break;
	case CLAIM_LOADED:
	case CLAIM_UNLOADED:
		words_verb(ev, ev->verb == CLAIM_LOADED ? "loaded" :
		    "unloaded", out);
		words_at(d, a[1], out);
		buf_printf(out, " %s have=%d series=%d of=%d",
		    d->colour[a[2]].id, a[3], a[4], a[5]);
		break;
	case CLAIM_REFUELLED:
		words_verb(ev, "refuelled", out);
		words_key(out, "n", a[1]);
		words_key(out, "fuel", a[2]);
		break;
	default:
		words_verb(ev, "towed", out);
		words_at(d, a[1], out);
		words_key(out, "lost", a[2]);
		break;
	}
}

static void
words_derived(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	const int16_t *a = ev->arg;

	switch (ev->verb) {
	case CLAIM_STOWED:
		buf_str(out, "stowed");
		claim_hold_words(d, a, out);
		break;
	case CLAIM_SPLIT:
		buf_str(out, "split");
		words_at(d, a[0], out);
		claim_hold_words(d, a + 1, out);
		break;
	case CLAIM_MERGED:
		buf_str(out, "merged");
		words_at(d, a[0], out);
		break;
	case CLAIM_CLAIMED:
		buf_str(out, "claimed");
		words_at(d, a[0], out);
		words_key(out, "value", a[1]);
		words_key(out, "claims", a[2]);
		break;
	case CLAIM_DISCOVERED:
		buf_str(out, "discovered");
		words_at(d, a[0], out);
		buf_printf(out, " bottom=%s top=%s points=%d",
		    d->colour[a[1]].id, d->colour[a[2]].id, a[4]);
		break;
	case CLAIM_ROUND:
		buf_str(out, "round");
		words_key(out, "n", a[0]);
		break;
	case CLAIM_ENDED:
		words_ended(ev, out);
		break;
	default:
		words_ship(d, ev, out);
		break;
	}
}

void
claim_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out)
{
	const int16_t *a = ev->arg;

	if (ev->kind == EVENT_DERIVED) {
		words_derived(d, ev, out);
		return;
	}
	switch (ev->verb) {
	case CLAIM_C_BLOCKS:
		buf_str(out, "blocks");
		for (int i = 0; i < ev->n; i++)
			words_at(d, a[i], out);
		break;
	case CLAIM_C_ROLL:
		buf_str(out, "roll");
		words_at(d, a[0], out);
		words_key(out, "red", a[1]);
		words_key(out, "green", a[2]);
		break;
	default:
		buf_str(out, "found");
		words_at(d, a[0], out);
		buf_printf(out, " bottom=%s top=%s", d->colour[a[1]].id,
		    d->colour[a[2]].id);
		break;
	}
}

/* One word behind a space; 0 at the end of the text. */
static size_t
next_word(const char **at, const char *end, const char **word)
{
	const char *start = *at + 1;

	if (*at == end || **at != ' ')
		return 0;
	for (*at = start; *at < end && **at != ' '; (*at)++)
		;
	*word = start;
	return (size_t)(*at - start);
}

static int
read_field(const struct game_data *d, const char **at, const char *end,
    struct event *out)
{
	const char *word;
	size_t len = next_word(at, end, &word);
	int f = len == 0 ? CLAIM_NONE : claim_field_find(d, word, len);

	if (f == CLAIM_NONE || f == CLAIM_HUB)
		return -1;
	event_arg(out, f);
	return 0;
}

/* `red=5` of a roll, or `bottom=orange` of what was found. */
static int
read_key(const struct game_data *d, const char **at, const char *end,
    const char *key, struct event *out)
{
	const char *word;
	size_t len = next_word(at, end, &word), n = strlen(key);

	if (len <= n || memcmp(word, key, n) != 0)
		return -1;
	if (out->verb == CLAIM_C_FOUND) {
		int c = claim_colour_find(d, word + n, len - n);

		if (c == CLAIM_NONE)
			return -1;
		event_arg(out, c);
		return 0;
	}
	if (len != n + 1 || word[n] < '0' || word[n] > '9')
		return -1;
	event_arg(out, word[n] - '0');
	return 0;
}

int
claim_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out)
{
	static const struct { const char *word, *one, *two; } verb[] = {
		[CLAIM_C_BLOCKS] = { "blocks", NULL, NULL },
		[CLAIM_C_ROLL] = { "roll", "red=", "green=" },
		[CLAIM_C_FOUND] = { "found", "bottom=", "top=" },
	};
	const char *end = text + len, *at = memchr(text, ' ', len);

	*out = (struct event){ .kind = EVENT_CHANCE };
	if (at == NULL)
		return -1;
	for (int v = CLAIM_C_BLOCKS; v <= CLAIM_C_FOUND; v++)
		if (strlen(verb[v].word) == (size_t)(at - text) &&
		    memcmp(text, verb[v].word, (size_t)(at - text)) == 0)
			out->verb = (uint8_t)v;
	if (out->verb == 0 || read_field(d, &at, end, out) < 0)
		return -1;
	if (out->verb == CLAIM_C_BLOCKS) {
		while (at != end)
			if (out->n == EVENT_ARGS ||
			    read_field(d, &at, end, out) < 0)
				return -1;
		return 0;
	}
	if (read_key(d, &at, end, verb[out->verb].one, out) < 0 ||
	    read_key(d, &at, end, verb[out->verb].two, out) < 0)
		return -1;
	return at == end ? 0 : -1;
}
