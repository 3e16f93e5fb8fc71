/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"
#include "game/verb_args.h"
#include "game/words.h"
#include "games/clippers/play.h"

/*
 * Liberal reading of one move (M1 to M8). What is wrong with its shape comes
 * first, then the phase, then its words from left to right. Whether the move
 * is legal is asked of apply.
 */

struct reading {
	const struct game_data *d;
	const struct names *names;
	struct words w;
	struct move *out;
	struct refusal *why;
	/* Of a link: its two ends and how often (M5). */
	struct words_word from, to;
	int times;
};

/* How many words each verb takes, itself included. */
static const int shape[] = { [CLIP_V_BUY] = 2,
	[CLIP_V_POST] = 2,
	[CLIP_V_TAKE] = 2,
	[CLIP_V_PASS] = 1,
	[CLIP_V_LAY] = 3,
	[CLIP_V_OPEN] = 3,
	[CLIP_V_MOVE] = 3,
	[CLIP_V_DONE] = 1 };

enum { TIMES_MAX = 1000, ID_MAX = 64 };

/* A name without the apostrophes some write in it (Mo'orea, Vava`u, and the
 * letter that looks like one). Its length. */
static size_t
plain(const struct words_word *w, char out[ID_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < w->len && n < ID_MAX - 1; i++) {
		unsigned char c = (unsigned char)w->at[i];

		if (c == '\'' || c == '`')
			continue;
		if (c == 0xca && i + 1 < w->len &&
		    ((unsigned char)w->at[i + 1] == 0xbb ||
			(unsigned char)w->at[i + 1] == 0xbc)) {
			i++;
			continue;
		}
		out[n++] = (char)c;
	}
	out[n] = '\0';
	return n;
}

/* As many ids that begin like the word as there is room for. */
static void
add_alike(const struct reading *r, const char *key,
    const struct verb_thing *things, const char *word, size_t len)
{
	char list[sizeof r->why->arg[0].value];
	size_t n = 0;

	for (int i = 0; i < things->n; i++) {
		const char *id = verb_thing_id(things, r->d, i);
		size_t more = strlen(id) + (n > 0);

		if (strncmp(id, word, len) != 0 || n + more >= sizeof list)
			continue;
		if (n > 0)
			list[n++] = ' ';
		memcpy(list + n, id, strlen(id));
		n += strlen(id);
	}
	list[n] = '\0';
	if (n > 0)
		refusal_str(r->why, key, list);
}

static int
refuse_thing(struct reading *r, int found, const char *code,
    const struct verb_thing *things, const struct words_word *w)
{
	char word[ID_MAX];
	size_t len = plain(w, word);

	if (found == WORDS_AMBIGUOUS) {
		words_refuse(r->why, "ambiguous-name", w->at, w->len);
		add_alike(r, "candidates", things, word, len);
		return -1;
	}
	words_refuse(r->why, code, w->at, w->len);
	if (len >= 2)
		add_alike(r, "near", things, word, 2);
	return -1;
}

static int
read_thing(struct reading *r, const struct verb_thing *things, const char *code,
    const struct words_word *w, int arg)
{
	char word[ID_MAX];
	int found = words_thing(r->names, things, r->d, word, plain(w, word));

	if (found < 0)
		return refuse_thing(r, found, code, things, w);
	r->out->arg[arg] = (int16_t)found;
	return 0;
}

static int
read_colour(struct reading *r, int arg)
{
	return read_thing(r, clip_companies, "unknown-colour", &r->w.word[1],
	    arg);
}

/* Ports are names only inside a link. */
static int
read_place(struct reading *r, const struct words_word *w, int arg, bool link)
{
	return read_thing(r, link ? clip_places : clip_islands,
	    "unknown-island", w, arg);
}

/* Cuts `from>to` or `from>to*n` into its pieces; -1 if it is neither. */
static int
cut_link(struct reading *r, const struct words_word *w)
{
	const char *end = w->at + w->len, *star, *arrow;

	r->times = 1;
	star = memchr(w->at, '*', w->len);
	if (star != NULL) {
		if (star + 1 == end)
			return -1;
		r->times = 0;
		for (const char *s = star + 1; s < end; s++) {
			if (*s < '0' || *s > '9')
				return -1;
			if (r->times < TIMES_MAX)
				r->times = r->times * 10 + (*s - '0');
		}
		if (r->times == 0)
			return -1;
		end = star;
	}
	arrow = memchr(w->at, '>', (size_t)(end - w->at));
	if (arrow == NULL ||
	    memchr(arrow + 1, '>', (size_t)(end - arrow - 1)) != NULL)
		return -1;
	r->from.at = w->at;
	r->from.len = (size_t)(arrow - w->at);
	r->to.at = arrow + 1;
	r->to.len = (size_t)(end - arrow - 1);
	return 0;
}

static int
read_link(struct reading *r)
{
	struct move *m = r->out;

	if (read_colour(r, CLIP_STICK_COLOUR) < 0 ||
	    read_place(r, &r->from, CLIP_STICK_FROM, true) < 0 ||
	    read_place(r, &r->to, CLIP_STICK_TO, true) < 0)
		return -1;
	m->arg[CLIP_STICK_TIMES] = (int16_t)r->times;
	if (clip_linked(r->d, m))
		return 0;
	refuse_str(r->why, "no-such-link", "from",
	    r->d->place[m->arg[CLIP_STICK_FROM]].id);
	return refusal_str(r->why, "to", r->d->place[m->arg[CLIP_STICK_TO]].id);
}

/* The shape: number of words, a card that exists, a link in its form. */
static int
check_shape(struct reading *r)
{
	const struct words_word *last;
	int card;

	if (r->w.n != shape[r->out->verb])
		return -1;
	last = &r->w.word[r->w.n - 1];
	switch (r->out->verb) {
	case CLIP_V_TAKE:
		card = words_thing(r->names, clip_cards, r->d, last->at,
		    last->len);
		r->out->arg[CLIP_BUY_CARD] = (int16_t)card;
		return card < 0 ? -1 : 0;
	case CLIP_V_LAY:
	case CLIP_V_OPEN:
		return cut_link(r, last);
	default:
		return 0;
	}
}

static int
read_words(struct reading *r)
{
	switch (r->out->verb) {
	case CLIP_V_BUY:
		return read_colour(r, CLIP_BUY_COLOUR);
	case CLIP_V_POST:
		return read_place(r, &r->w.word[1], CLIP_POST_ISLAND, false);
	case CLIP_V_MOVE:
		if (read_place(r, &r->w.word[1], CLIP_MOVE_FROM, false) < 0)
			return -1;
		return read_place(r, &r->w.word[2], CLIP_MOVE_TO, false);
	case CLIP_V_LAY:
	case CLIP_V_OPEN:
		return read_link(r);
	default:
		return 0;
	}
}

/* "bora bora" becomes one word. */
static int
begin(struct reading *r, const char *text)
{
	struct buf folded = BUF_INIT;
	int rc;

	utf8_fold(text, strlen(text), &folded);
	for (int i = 0; i < CLIP_PLACES; i++)
		words_join_name(&folded, r->d->place[i].id);
	rc = words_begin(buf_text(&folded), r->names, &clip_verbs, &r->w,
	    r->out);
	buf_release(&folded);
	return rc;
}

int
clip_parse(const struct game_data *d, const void *pos, int seat,
    const struct names *names, const char *text, struct move *out,
    struct refusal *why)
{
	struct reading r = { .d = d, .names = names, .out = out, .why = why };

	bool verb = begin(&r, text) == 0;

	if (clip_check_turn(pos, seat, verb ? out->verb : 0, why) < 0)
		return -1;
	if (!verb || check_shape(&r) < 0)
		return words_unknown(&r.w, why);
	if (clip_check_phase(pos, seat, out->verb, why) < 0)
		return -1;
	return read_words(&r);
}
