/* SPDX-License-Identifier: MIT */
#include "games/atlantic-star/words.h"

#include "base/utf8.h"

const char *
words_colon(const struct words_word *w, size_t *len)
{
	const char *colon = memchr(w->at, ':', w->len);

	if (colon == NULL)
		return NULL;
	*len = w->len - (size_t)(colon + 1 - w->at);
	return colon + 1;
}

size_t
words_join(const struct words *w, int from, int to, char out[WORDS_JOINED])
{
	size_t n = 0, i, rest;

	for (int k = from; k < to; k++) {
		const char *colon = words_colon(&w->word[k], &rest);
		size_t len = colon == NULL ? w->word[k].len :
					     w->word[k].len - rest - 1;

		if (n + len + 2 > WORDS_JOINED)
			return 0;
		if (k > from)
			out[n++] = '-';
		for (i = 0; i < len; i++) {
			char c = w->word[k].at[i];

			out[n++] = utf8_digit(c) || (c >= 'a' && c <= 'z') ?
			    c :
			    '-';
		}
	}
	out[n] = '\0';
	return n;
}

bool
words_class(const struct names *names, const struct words_word *w)
{
	const char *id;

	return words_is(w, "class") ||
	    (names_find(names, "keyword", w->at, w->len, 0, &id) ==
		    NAME_FOUND &&
		strcmp(id, "class") == 0);
}

int
words_sea(const struct game_data *d, const struct names *names,
    const struct words *w, int from, int to, int *next)
{
	char word[WORDS_JOINED];
	int end, sea;
	size_t len, rest;

	for (end = from + 1; end < to && end < from + 4 &&
	    words_colon(&w->word[end - 1], &rest) == NULL;
	    end++)
		;
	if (end > to)
		end = to;
	for (; end > from; end--) {
		len = words_join(w, from, end, word);
		if (len == 0)
			continue;
		sea = words_thing(names, star_seas, d, word, len);
		if (sea == WORDS_UNKNOWN)
			continue;
		*next = end;
		return sea == WORDS_AMBIGUOUS ? -1 : sea;
	}
	*next = from + 1;
	return STAR_NONE;
}

enum words_amount
words_amount(const struct words *w, int from, long *out)
{
	bool k = false, bad;

	*out = 0;
	if (from >= w->n)
		return AMOUNT_SHAPE;
	bad = words_number(w->word[from].at, w->word[from].len, out, &k) < 0;
	for (int i = from + 1; i < w->n; i++) {
		const struct words_word *more = &w->word[i];

		if (k || more->len != 3 || !utf8_digit(more->at[0]) ||
		    !utf8_digit(more->at[1]) || !utf8_digit(more->at[2]))
			return AMOUNT_SHAPE;
		for (int digit = 0; digit < 3; digit++)
			words_digit_add(out, more->at[digit]);
	}
	return bad ? AMOUNT_BAD : AMOUNT_OK;
}
