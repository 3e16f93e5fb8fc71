/* SPDX-License-Identifier: MIT */
#include "game/words.h"
#include "game/verb_args.h"

#include "base/utf8.h"

static bool
is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Punctuation that a sentence puts behind a word. */
static bool
is_stop(char c)
{
	return c == ',' || c == ';' || c == '.' || c == '!';
}

/* -1: too long. */
static int
cut(const char *text, struct words *out)
{
	struct buf folded = BUF_INIT;
	char *s, *end;

	out->n = 0;
	utf8_fold(text, strlen(text), &folded);
	if (folded.len >= sizeof out->text) {
		buf_release(&folded);
		return -1;
	}
	memcpy(out->text, buf_text(&folded), folded.len);
	end = out->text + folded.len;
	*end = '\0';
	buf_release(&folded);
	for (s = out->text; s < end;) {
		struct words_word *w = &out->word[out->n];

		if (is_space(*s)) {
			s++;
			continue;
		}
		if (out->n == WORDS_MAX) {
			out->n = 0;
			return -1;
		}
		w->at = s;
		while (s < end && !is_space(*s))
			s++;
		w->len = (size_t)(s - w->at);
		/* Behind a number a stop is a mistake, not a comma. */
		while (w->len > 1 && is_stop(w->at[w->len - 1]) &&
		    !utf8_digit(w->at[0]))
			w->len--;
		out->n++;
	}
	return 0;
}

void
words_join_name(struct buf *text, const char *name)
{
	size_t len = strlen(name);

	if (strchr(name, '-') == NULL)
		return;
	for (size_t at = 0; at + len <= text->len; at++) {
		size_t k = 0;

		while (k < len &&
		    (text->data[at + k] == name[k] ||
			(name[k] == '-' && text->data[at + k] == ' ')))
			k++;
		if (k == len)
			memcpy(text->data + at, name, len);
	}
}

bool
words_is(const struct words_word *w, const char *text)
{
	return strlen(text) == w->len && memcmp(text, w->at, w->len) == 0;
}

bool
words_digit(const struct words_word *w)
{
	return utf8_digit(w->at[0]);
}

/* In any language, or cut to three letters; 0 for none. */
static int
verb_of(const struct names *names, const struct words_word *w,
    const struct verbs *verbs)
{
	const char *id;
	int found = names_find(names, "verb", w->at, w->len, 3, &id);

	if (found == NAME_AMBIGUOUS)
		return 0;
	for (int i = 1; i < verbs->n[EVENT_MOVE]; i++) {
		const char *verb = verbs->of[EVENT_MOVE][i].word;

		if (found == NAME_FOUND ?
			strcmp(verb, id) == 0 :
			w->len >= 3 && w->len <= strlen(verb) &&
			    memcmp(verb, w->at, w->len) == 0)
			return i;
	}
	return 0;
}

int
words_begin(const char *text, const struct names *names,
    const struct verbs *verbs, struct words *out, struct move *m)
{
	memset(m, 0, sizeof *m);
	if (cut(text, out) < 0 || out->n == 0)
		return -1;
	m->verb = (uint8_t)verb_of(names, &out->word[0], verbs);
	if (m->verb == 0)
		return -1;
	m->n = (uint8_t)verb_args(verbs, m->verb);
	return 0;
}

int
words_unknown(const struct words *w, struct refusal *why)
{
	return words_refuse(why, "unknown-command",
	    w->n == 0 ? "" : w->word[0].at, w->n == 0 ? 0 : w->word[0].len);
}

int
words_thing(const struct names *names, const struct verb_thing *things,
    const struct game_data *d, const char *word, size_t len)
{
	const char *id;
	int thing = verb_thing_find(things, d, word, len);

	if (thing != WORDS_UNKNOWN || len == 0)
		return thing;
	switch (names_find(names, things->name, word, len, 1, &id)) {
	case NAME_FOUND:
		return verb_thing_find(things, d, id, strlen(id));
	case NAME_AMBIGUOUS:
		return WORDS_AMBIGUOUS;
	default:
		break;
	}
	for (int i = 0; i < things->n; i++) {
		if (strncmp(verb_thing_id(things, d, i), word, len) != 0)
			continue;
		if (thing != WORDS_UNKNOWN)
			return WORDS_AMBIGUOUS;
		thing = i;
	}
	return thing;
}

int
words_refuse(struct refusal *why, const char *code, const char *word,
    size_t len)
{
	char cut[64];

	if (len >= sizeof cut)
		len = sizeof cut - 1;
	while (len > 0 && ((unsigned char)word[len] & 0xc0) == 0x80)
		len--; /* not within a letter */
	memcpy(cut, word, len);
	cut[len] = '\0';
	return refuse_str(why, code, "word", cut);
}

enum { MANY = 100000000 }; /* more than there is of anything */

void
words_digit_add(long *n, char digit)
{
	*n = *n * 10 + (digit - '0');
	if (*n >= MANY)
		*n = MANY + *n % 1000;
}

/* Groups of digits after dots, the first of any length. */
int
words_number(const char *at, size_t len, long *out, bool *k)
{
	size_t i, digits = 0;
	bool dotted = false;

	*out = 0;
	*k = len > 1 && at[len - 1] == 'k';
	for (i = 0; i < len - *k; i++) {
		if (at[i] == '.') {
			if (digits == 0 || (dotted && digits != 3))
				return -1;
			dotted = true;
			digits = 0;
			continue;
		}
		if (at[i] < '0' || at[i] > '9')
			return -1;
		digits++;
		words_digit_add(out, at[i]);
	}
	if (digits == 0 || (dotted && digits != 3))
		return -1;
	if (*k)
		*out = *out >= MANY / 1000 ? MANY : *out * 1000;
	return 0;
}
