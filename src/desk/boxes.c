/* SPDX-License-Identifier: MIT */
#include "desk/boxes.h"

#include <ctype.h>
#include <string.h>

/* Signs that are an empty box or circle. */
static const char *const signs[] = { "☐", "□", "▢", "◻", "◽", "⬜", "❏", "❑",
	"○", "◯", "🔲" };

/* Bytes of an empty box at the beginning of a text: a sign, or brackets with
 * blanks, a line or nothing between; 0: there is none. */
static size_t
empty_box(const char *at, size_t len)
{
	static const char opens[] = "[(", closes[] = "])";
	const char *bracket = len > 0 ? strchr(opens, *at) : NULL;
	size_t n = 1;

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (strlen(signs[i]) <= len &&
		    memcmp(at, signs[i], strlen(signs[i])) == 0)
			return strlen(signs[i]);
	if (bracket == NULL || *bracket == '\0')
		return 0;
	while (n < len && at[n] == ' ')
		n++;
	if (n < len && (at[n] == '_' || at[n] == '-'))
		n++;
	while (n < len && at[n] == ' ')
		n++;
	return n < len && at[n] == closes[bracket - opens] ? n + 1 : 0;
}

bool
box_is_empty(const char *line, size_t len)
{
	bool words = false; /* before it */

	for (size_t i = 0; i < len; i++) {
		size_t n = empty_box(line + i, len - i);

		if (n > 0 && (!words || (line[i - 1] == ' ' && i + n == len)))
			return true;
		words = words || isalpha((unsigned char)line[i]);
	}
	return false;
}
