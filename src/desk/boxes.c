/* SPDX-License-Identifier: MIT */
#include "desk/boxes.h"

#include <ctype.h>
#include <string.h>

/* Signs that are an empty box or circle, or a cross, which says no. */
static const char *const signs[] = { "☐", "□", "▢", "◻", "◽", "⬜", "❏", "❑",
	"○", "◯", "🔲", "✗", "✘", "❌" };

/* Bytes of such a sign; none is ASCII, as most of a line is. */
static size_t
sign_at(const char *at, size_t len)
{
	for (size_t i = 0;
	    (unsigned char)*at >= 0x80 && i < sizeof signs / sizeof *signs;
	    i++) {
		size_t n = strlen(signs[i]);

		if (n <= len && memcmp(at, signs[i], n) == 0)
			return n;
	}
	return 0;
}

/* Bytes of the sign of an item, "- ". */
static size_t
item_sign(const char *line, size_t len)
{
	return len > 2 && (*line == '-' || *line == '*') && line[1] == ' ' ? 2 :
									     0;
}

/* Whether a line begins with a line or dots to write a cross on, perhaps behind
 * the sign of an item. */
static bool
begins_blank(const char *line, size_t len)
{
	size_t from = item_sign(line, len), n = from;

	while (n < len && line[n] == line[from] &&
	    strchr("_.", line[n]) != NULL)
		n++;
	return n > from && n < len && line[n] == ' ';
}

/* Bytes of an empty box at the beginning of a text: a sign, or brackets with
 * blanks, a line or nothing between; 0: there is none. */
static size_t
empty_box(const char *at, size_t len)
{
	static const char opens[] = "[(", closes[] = "])";
	const char *bracket = len > 0 ? strchr(opens, *at) : NULL;
	size_t n = 1;

	if (bracket == NULL || *bracket == '\0')
		return len > 0 ? sign_at(at, len) : 0;
	while (n < len && at[n] == ' ')
		n++;
	if (n < len && (at[n] == '_' || at[n] == '-'))
		n++;
	while (n < len && at[n] == ' ')
		n++;
	return n < len && at[n] == closes[bracket - opens] ? n + 1 : 0;
}

size_t
box_ticked(const char *line, size_t len)
{
	size_t from = item_sign(line, len), n = from, digits;

	while (n < len && (line[n] == 'x' || line[n] == 'X'))
		n++;
	if (n == from || n >= len || line[n] != ' ')
		return 0;
	digits = ++n;
	while (digits < len && isdigit((unsigned char)line[digits]))
		digits++;
	return digits > n && digits == len ? n : 0;
}

bool
box_is_empty(const char *line, size_t len)
{
	bool words = false; /* before it */

	if (begins_blank(line, len))
		return true;
	for (size_t i = 0; i < len; i++) {
		size_t n = empty_box(line + i, len - i);

		if (n > 0 && (!words || (line[i - 1] == ' ' && i + n == len)))
			return true;
		words = words || isalpha((unsigned char)line[i]);
	}
	return false;
}
