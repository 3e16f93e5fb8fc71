/* SPDX-License-Identifier: MIT */
#include "text/flow.h"

#include <stdbool.h>
#include <string.h>

#include "base/utf8.h"
#include "text/tree.h"

/* To utf8_width both marks are controls without width. ASCII, which is nearly
 * all there is, is counted here. */
static int
width_of(const char *text, size_t len)
{
	const char *end = text + len;
	int width = 0;

	while (text < end) {
		const char *from = text;

		while (text < end && (unsigned char)*text < 0x80) {
			width += *text >= ' ' || *text == NBSP;
			text++;
		}
		from = text;
		while (text < end && (unsigned char)*text >= 0x80)
			text++;
		if (text > from)
			width += utf8_width(from, (size_t)(text - from));
	}
	return width;
}

static size_t
word_end(const char *text, size_t from, size_t len)
{
	while (from < len && text[from] != ' ' && text[from] != '\n')
		from++;
	return from;
}

/* How much of a word wider than the line fits: at an NBSP if there is one,
 * else at a grapheme. At least one byte. */
static size_t
cut_word(const char *word, size_t len, int width)
{
	size_t n = 0, space = 0, lead;

	while (n < len) {
		size_t stop = n;

		while (stop < len && word[stop] != NBSP)
			stop++;
		if (width_of(word, stop) > width)
			break;
		space = stop;
		n = stop + 1;
	}
	if (space)
		return space;
	/* One that stands before a word that fits nowhere has a column too. */
	lead = len > 0 && word[0] == NBSP;
	n = lead + utf8_prefix(word + lead, len - lead, width - (int)lead);
	if (n)
		return n;
	/* A wide letter in a column of one: it must go somewhere. */
	for (n = 1; n < len && ((unsigned char)word[n] & 0xC0) == 0x80;)
		n++;
	return n;
}

/* Whether what is left of a paragraph is numbers: on a line of their own they
 * would read as a choice. */
static bool
is_numbers(const char *text, size_t len)
{
	size_t n = 0;
	bool digits = false;

	for (; n < len && text[n] != '\n'; n++) {
		if (strchr("0123456789.,;: ", text[n]) == NULL)
			return false;
		digits = digits || (text[n] >= '0' && text[n] <= '9');
	}
	return digits;
}

size_t
flow_line(const char *text, size_t len, int width, size_t *next)
{
	size_t at = 0, end = 0, before = 0;
	int used = 0;

	while (at < len && text[at] != '\n') {
		size_t word = at, stop;
		int w;

		while (word < len && text[word] == ' ')
			word++;
		stop = word_end(text, word, len);
		w = width_of(text + word, stop - word);
		if (used + (end > 0) + w > width) {
			if (end == 0) {
				end = word +
				    cut_word(text + word, stop - word, width);
				at = end;
				if (at < len && text[at] == NBSP)
					at++;
			}
			if (before && is_numbers(text + word, len - word))
				at = end = before;
			*next = at;
			while (*next < len && text[*next] == ' ')
				++*next;
			return end;
		}
		if (!is_numbers(text + word, stop - word))
			before = end;
		used += (end > 0) + w;
		at = end = stop;
	}
	*next = at < len ? at + 1 : len;
	return end;
}

int
flow_width(const char *text, size_t len)
{
	return width_of(text, len);
}

struct extent
flow_measure(const char *text, size_t len)
{
	struct extent x = { 0, 0, 1 };
	int line = 0;

	for (size_t at = 0; at <= len;) {
		size_t stop = word_end(text, at, len);
		int word = width_of(text + at, stop - at);

		line += word;
		if (word > x.longest)
			x.longest = word;
		if (line > x.widest)
			x.widest = line;
		if (stop < len && text[stop] == '\n') {
			x.lines++;
			line = 0;
		} else {
			line++; /* the space behind it */
		}
		at = stop + 1;
	}
	return x;
}

void
flow_put(struct buf *out, const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end) {
		const char *from = text;

		while (text < end && *text != NBSP && *text != CODE_END)
			text++;
		buf_add(out, from, (size_t)(text - from));
		if (text < end && *text++ == NBSP)
			buf_char(out, ' ');
	}
}

static void
trim_line(struct buf *out, size_t start)
{
	while (out->len > start && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

void
flow(struct buf *out, const char *text, size_t len, int width,
    const char *first, const char *rest)
{
	const char *prefix = first;

	do {
		int room = width - (int)strlen(prefix);
		size_t next, start = out->len;
		size_t n = flow_line(text, len, room > 1 ? room : 1, &next);

		buf_str(out, prefix);
		flow_put(out, text, n);
		trim_line(out, start);
		buf_char(out, '\n');
		text += next;
		len -= next;
		prefix = rest;
	} while (len > 0);
}
