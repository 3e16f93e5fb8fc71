/* SPDX-License-Identifier: MIT */

/* A name in a text, as a word of its own. */

#include <string.h>
#include <strings.h>

#include "base/utf8.h"
#include "store/forget.h"
#include "store/game.h"

/* A letter or digit of any script begins at p. */
static bool
is_letter(const char *p)
{
	size_t len = *p != '\0';

	while (len > 0 && (p[len] & 0xc0) == 0x80)
		len++;
	return len > 0 && *p != ' ' && utf8_plain(p, len, "");
}

/* The character that ends before p. */
static const char *
one_back(const char *text, const char *p)
{
	while (--p > text && (*p & 0xc0) == 0x80)
		;
	return p;
}

/* Addresses are the same in any case. */
static bool
is_here(const char *text, const char *p, const char *name, size_t len)
{
	if (len == 0 ||
	    (strchr(name, '@') != NULL ? strncasecmp(p, name, len) :
					 strncmp(p, name, len)) != 0)
		return false;
	return (p == text || !is_letter(one_back(text, p))) &&
	    !is_letter(p + len);
}

/* How long a line is that tells of a chain, whoever is called like its words;
 * 0: it is none. */
static size_t
anew_line(const char *p)
{
	static const char *const lines[] = { GAME_ANEW "restored",
		GAME_ANEW "forgotten", GAME_ANEW "imported",
		GAME_ANEW "rebuilt" };

	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (strncmp(p, lines[i], strcspn(p, "\n")) == 0 && *p == '#' &&
		    strlen(lines[i]) == strcspn(p, "\n"))
			return strlen(lines[i]);
	return 0;
}

bool
forget_words(const char *text, const char *name, const char *instead,
    struct buf *out)
{
	size_t len = strlen(name);
	bool found = false;

	for (const char *p = text; *p != '\0';) {
		size_t ours = p == text || p[-1] == '\n' ? anew_line(p) : 0;

		buf_add(out, p, ours);
		p += ours;
		if (*p == '\0')
			break;
		if (is_here(text, p, name, len)) {
			buf_str(out, instead);
			p += len;
			found = true;
		} else {
			buf_char(out, *p++);
		}
	}
	return found;
}
