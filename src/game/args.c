/* SPDX-License-Identifier: MIT */
#include "game/args.h"

#include <stdint.h>

#include "base/utf8.h"

/* What a word may hold (T9). */
/* clang-format off */
static const uint8_t word_char[256] = {
	['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1,
	['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1,
	['a'] = 1, ['b'] = 1, ['c'] = 1, ['d'] = 1, ['e'] = 1, ['f'] = 1,
	['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1, ['k'] = 1, ['l'] = 1,
	['m'] = 1, ['n'] = 1, ['o'] = 1, ['p'] = 1, ['q'] = 1, ['r'] = 1,
	['s'] = 1, ['t'] = 1, ['u'] = 1, ['v'] = 1, ['w'] = 1, ['x'] = 1,
	['y'] = 1, ['z'] = 1,
	['A'] = 1, ['B'] = 1, ['C'] = 1, ['D'] = 1, ['E'] = 1, ['F'] = 1,
	['G'] = 1, ['H'] = 1, ['I'] = 1, ['J'] = 1, ['K'] = 1, ['L'] = 1,
	['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1, ['Q'] = 1, ['R'] = 1,
	['S'] = 1, ['T'] = 1, ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1,
	['Y'] = 1, ['Z'] = 1,
	['_'] = 1, ['.'] = 1, [':'] = 1, ['+'] = 1, ['/'] = 1, [','] = 1,
	['>'] = 1, ['*'] = 1, ['#'] = 1, ['-'] = 1,
};
/* clang-format on */

size_t
args_word_len(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && word_char[(unsigned char)s[n]])
		n++;
	return n;
}

/* The quoted string at p, unescaped into scratch; NULL: it is not closed or
 * holds an escape that there is not. Returns the byte after it. */
static const char *
take_quoted(const char *p, const char *end, struct buf *scratch)
{
	size_t from = scratch->len;

	for (p++; p < end && *p != '"'; p++) {
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return NULL;
		if (*p == '\\' && (++p == end || (*p != '"' && *p != '\\')))
			return NULL;
		buf_char(scratch, *p);
	}
	if (p == end ||
	    !utf8_valid(buf_text(scratch) + from, scratch->len - from))
		return NULL;
	return p + 1;
}

int
args_next(struct slice *args, struct slice *word, struct buf *scratch)
{
	const char *p = args->at, *end = p + args->len, *start = p;
	size_t len;
	int kind = 1;

	if (args->len == 0)
		return 0;
	len = args_word_len(p, args->len);
	p += len;
	if (len > 0 && p < end && *p == '=') {
		p++;
		len = args_word_len(p, (size_t)(end - p));
		p += len;
	}
	*word = (struct slice){ start, (size_t)(p - start) };
	if (len == 0 && p < end && *p == '?') {
		kind = 3;
		p++;
		word->len++;
	} else if (len == 0 && p < end && *p == '"') {
		kind = 2;
		buf_clear(scratch);
		buf_add(scratch, start, (size_t)(p - start));
		p = take_quoted(p, end, scratch);
		if (p == NULL)
			return -1;
		*word = (struct slice){ scratch->data, scratch->len };
	} else if (len == 0) {
		return -1;
	}
	if (p < end && (*p != ' ' || ++p == end))
		return -1;
	*args = (struct slice){ p, (size_t)(end - p) };
	return kind;
}

/* Control bytes become blanks: they would break the line. */
static void
add_text(struct buf *out, const char *s, size_t len, bool escape)
{
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (escape && (c == '"' || c == '\\'))
			buf_char(out, '\\');
		buf_char(out, c < 0x20 || c == 0x7f ? ' ' : (char)c);
	}
}

void
args_add_word(struct buf *out, const char *s, size_t len)
{
	if (len > 0 && args_word_len(s, len) == len) {
		buf_add(out, s, len);
		return;
	}
	buf_char(out, '"');
	add_text(out, s, len, true);
	buf_char(out, '"');
}

void
args_add_text(struct buf *out, const char *s)
{
	add_text(out, s, strlen(s), false);
}
