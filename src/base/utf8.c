/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

#include <limits.h>
#include <utf8proc.h>

enum { REPLACEMENT = 0xFFFD };

/*
 * The code point at s and its length in bytes. A damaged sequence gives -1
 * and takes the continuation bytes that follow it along, so that one broken
 * letter becomes one replacement character.
 */
static size_t
next(const char *s, size_t len, utf8proc_int32_t *cp)
{
	utf8proc_ssize_t n;
	size_t bad = 1;

	if ((unsigned char)*s < 0x80) {
		*cp = *s;
		return 1;
	}
	n = utf8proc_iterate((const utf8proc_uint8_t *)s, (utf8proc_ssize_t)len,
	    cp);
	if (n > 0)
		return (size_t)n;
	*cp = -1;
	while (bad < len && bad < 4 && ((unsigned char)s[bad] & 0xC0) == 0x80)
		bad++;
	return bad;
}

/* Bytes from s on that are clean ASCII as they stand: most of all text. */
static size_t
ascii_run(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && ((s[n] >= ' ' && s[n] < 0x7f) || s[n] == '\n'))
		n++;
	return n;
}

bool
utf8_valid(const char *s, size_t len)
{
	utf8proc_int32_t cp;
	uint64_t eight;

	for (size_t i = 0; i < len;) {
		/* ASCII is valid, whatever it is. */
		for (; i + sizeof eight <= len; i += sizeof eight) {
			memcpy(&eight, s + i, sizeof eight);
			if ((eight & 0x8080808080808080) != 0)
				break;
		}
		i += ascii_run(s + i, len - i);
		if (i == len)
			break;
		i += next(s + i, len - i, &cp);
		if (cp < 0)
			return false;
	}
	return true;
}

static int
columns_of(utf8proc_int32_t cp)
{
	if (cp >= 0x20 && cp < 0x7F)
		return 1;
	return utf8proc_charwidth(cp < 0 ? REPLACEMENT : cp);
}

int
utf8_width(const char *s, size_t len)
{
	utf8proc_int32_t cp;
	int width = 0;

	for (size_t i = 0; i < len;) {
		i += next(s + i, len - i, &cp);
		width += columns_of(cp);
	}
	return width;
}

/* The longest prefix of whole graphemes that fits; of one with more marks than
 * that its first letters. */
static size_t
fitting(const char *s, size_t len, int columns, size_t bytes)
{
	utf8proc_int32_t state = 0, before = 0, cp;
	size_t whole = 0; /* bytes up to the last boundary that fits */
	int width = 0;

	for (size_t i = 0, n; i < len; i += n) {
		n = next(s + i, len - i, &cp);
		if (cp < 0)
			cp = REPLACEMENT;
		if (i > 0 &&
		    utf8proc_grapheme_break_stateful(before, cp, &state))
			whole = i;
		width += columns_of(cp);
		if (width > columns)
			return whole;
		if (i + n > bytes)
			return whole > 0 ? whole : i;
		before = cp;
	}
	return len;
}

size_t
utf8_prefix(const char *s, size_t len, int columns)
{
	enum { BYTES = 8 }; /* of a column, marks and all */

	return fitting(s, len, columns, (size_t)columns * BYTES);
}

size_t
utf8_prefix_bytes(const char *s, size_t len, size_t bytes)
{
	return fitting(s, len, INT_MAX, bytes);
}

static void
add_cp(struct buf *out, utf8proc_int32_t cp)
{
	utf8proc_uint8_t bytes[4];

	buf_add(out, bytes, (size_t)utf8proc_encode_char(cp, bytes));
}

/* Controls, and what can turn the order of a line around. */
static bool
is_unclean(utf8proc_int32_t cp)
{
	return (cp < 0x20 && cp != '\n' && cp != '\t') ||
	    (cp >= 0x7F && cp <= 0x9F) || (cp >= 0x202A && cp <= 0x202E) ||
	    (cp >= 0x2066 && cp <= 0x2069);
}

/* How long the letter at s is; 0: there is none. */
static size_t
letter(const char *s, size_t len)
{
	for (size_t n = 1; n <= 4 && n <= len; n++)
		if (utf8_valid(s, n))
			return n;
	return 0;
}

void
utf8_mend(const char *s, size_t len, struct buf *out)
{
	for (size_t i = 0, n; i < len; i += n > 0 ? n : 1) {
		n = letter(s + i, len - i);
		if (n > 0)
			buf_add(out, s + i, n);
		else
			buf_str(out, "\xef\xbf\xbd");
	}
}

size_t
utf8_shown(const char *s, size_t len)
{
	utf8proc_int32_t cp;
	size_t n = len > 0 ? next(s, len, &cp) : 0;

	/* The line and paragraph separators end a line for some. */
	return n == 0 || cp < 0x20 || is_unclean(cp) || cp == 0x2028 ||
		cp == 0x2029 ?
	    0 :
	    n;
}

void
utf8_clean(const char *s, size_t len, struct buf *out)
{
	utf8proc_int32_t cp;

	for (size_t i = 0, n; i < len; i += n) {
		n = ascii_run(s + i, len - i);
		if (n > 0) {
			buf_add(out, s + i, n);
			continue;
		}
		n = next(s + i, len - i, &cp);
		if (cp < 0)
			add_cp(out, REPLACEMENT);
		else if (!is_unclean(cp) && cp != 0x200E)
			buf_add(out, s + i, n);
	}
}

/*
 * What utf8proc leaves (doc/libraries.md 11): quotes of all kinds, and letters
 * with a stroke, which Unicode does not take apart although readers do.
 */
static utf8proc_int32_t
fold_more(utf8proc_int32_t cp, void *unused)
{
	static const struct {
		utf8proc_int32_t from, to;
	} map[] = { { 0xAB, '"' }, { 0xBB, '"' }, { 0xB4, '\'' }, { 0xD8, 'o' },
		{ 0xF8, 'o' }, { 0x110, 'd' }, { 0x111, 'd' }, { 0x131, 'i' },
		{ 0x141, 'l' }, { 0x142, 'l' }, { 0x2018, '\'' },
		{ 0x2019, '\'' }, { 0x201A, '\'' }, { 0x201B, '\'' },
		{ 0x201C, '"' }, { 0x201D, '"' }, { 0x201E, '"' },
		{ 0x201F, '"' }, { 0x2032, '\'' }, { 0x2033, '"' },
		{ 0x2039, '\'' }, { 0x203A, '\'' }, { 0xFF02, '"' },
		{ 0xFF07, '\'' } };

	(void)unused;
	for (size_t i = 0; i < sizeof map / sizeof *map && cp >= map[0].from;
	    i++)
		if (map[i].from == cp)
			return map[i].to;
	return cp;
}

/* Text of other than ASCII letters, already valid. */
static void
fold_wide(const char *s, size_t len, struct buf *out)
{
	utf8proc_uint8_t *folded = NULL;
	utf8proc_ssize_t n;

	n = utf8proc_map_custom((const utf8proc_uint8_t *)s,
	    (utf8proc_ssize_t)len, &folded,
	    UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_DECOMPOSE |
		UTF8PROC_STRIPMARK | UTF8PROC_CASEFOLD | UTF8PROC_LUMP |
		UTF8PROC_IGNORE,
	    fold_more, NULL);
	if (n < 0)
		abort(); /* no memory: the text is valid */
	buf_add(out, folded, (size_t)n);
	free(folded);
}

/* A letter, digit or accent that leaves something to be seen. */
static bool
is_plain(utf8proc_int32_t cp, bool *accent)
{
	*accent = false;
	if (cp < 0 || utf8proc_get_property(cp)->ignorable)
		return false;
	switch (utf8proc_category(cp)) {
	case UTF8PROC_CATEGORY_LU:
	case UTF8PROC_CATEGORY_LL:
	case UTF8PROC_CATEGORY_LT:
	case UTF8PROC_CATEGORY_LM:
	case UTF8PROC_CATEGORY_LO:
	case UTF8PROC_CATEGORY_ND:
		return true;
	case UTF8PROC_CATEGORY_MN:
	case UTF8PROC_CATEGORY_MC:
		*accent = true;
		return true;
	default:
		return false;
	}
}

/* Scripts whose letters look alike, a bit for each. */
static unsigned
script_of(utf8proc_int32_t cp)
{
	if (cp < 0x250 || (cp >= 0x1e00 && cp < 0x1f00))
		return cp >= '0' && cp <= '9' ? 0 : 1;
	if ((cp >= 0x370 && cp < 0x400) || (cp >= 0x1f00 && cp < 0x2000))
		return 2;
	return cp >= 0x400 && cp < 0x530 ? 4 : 0;
}

bool
utf8_plain(const char *s, size_t len, const char *marks)
{
	utf8proc_int32_t cp, before = 0;
	unsigned scripts = 0;
	int accents = 0;
	bool accent;

	for (size_t i = 0; i < len; before = cp) {
		size_t n = next(s + i, len - i, &cp);

		i += n;
		if (cp > 0 && cp < 0x80 &&
		    (cp == ' ' ? before != ' ' :
				 strchr(marks, (int)cp) != NULL)) {
			accents = 0;
			continue;
		}
		if (!is_plain(cp, &accent))
			return false;
		scripts |= script_of(cp);
		accents = accent ? accents + 1 : 0;
		if (accents > 2 || scripts & (scripts - 1))
			return false;
	}
	return true;
}

void
utf8_fold(const char *s, size_t len, struct buf *out)
{
	struct buf clean = BUF_INIT;
	size_t i;

	for (i = 0; i < len && (unsigned char)s[i] < 0x80; i++)
		;
	if (i < len) {
		utf8_clean(s, len, &clean);
		fold_wide(buf_text(&clean), clean.len, out);
		buf_release(&clean);
		return;
	}
	for (i = 0; i < len; i++)
		buf_char(out,
		    (char)(s[i] >= 'A' && s[i] <= 'Z' ? s[i] + ('a' - 'A') :
							s[i]));
}

void
utf8_cut(const char *s, int columns, struct buf *out)
{
	size_t len = strlen(s);

	if (utf8_prefix(s, len, columns) == len) {
		buf_add(out, s, len);
		return;
	}
	if (columns < 3) {
		buf_add(out, s, utf8_prefix(s, len, columns));
		return;
	}
	buf_add(out, s, utf8_prefix(s, len, columns - 3));
	buf_str(out, "...");
}

/* C1 is C2 80 to C2 9F, what turns E2 80 AA to AE and E2 81 A6 to A9; EF BF
 * BE and BF are no characters, and XML may not hold them. */
size_t
utf8_unseen(const char *text, size_t len)
{
	const unsigned char *s = (const unsigned char *)text;

	if (len >= 2 && s[0] == 0xc2 && s[1] >= 0x80 && s[1] <= 0x9f)
		return 2;
	if (len >= 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe)
		return 3;
	if (len < 3 || s[0] != 0xe2)
		return 0;
	return (s[1] == 0x80 && s[2] >= 0xaa && s[2] <= 0xae) ||
		(s[1] == 0x81 && s[2] >= 0xa6 && s[2] <= 0xa9) ?
	    3 :
	    0;
}
