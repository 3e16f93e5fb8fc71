/* SPDX-License-Identifier: MIT */
#include "base/bidi.h"

#include <utf8proc.h>

/* Of the letters that have a direction. */
struct ways {
	bool any, last;
};

/* No byte of ASCII, and none of the letters before U+0590, needs to be looked
 * up in most texts. */
static bool
may_run(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if ((unsigned char)s[i] >= 0xd6)
			return true;
	return false;
}

static struct ways
look(const char *s, size_t len)
{
	struct ways w = { false, false };
	utf8proc_int32_t cp;

	if (!may_run(s, len))
		return w;
	for (size_t i = 0; i < len;) {
		utf8proc_ssize_t n =
		    utf8proc_iterate((const utf8proc_uint8_t *)s + i,
			(utf8proc_ssize_t)(len - i), &cp);
		int way;

		i += n > 0 ? (size_t)n : 1;
		way = n > 0 ? utf8proc_get_property(cp)->bidi_class : 0;
		if (way == UTF8PROC_BIDI_CLASS_R ||
		    way == UTF8PROC_BIDI_CLASS_AL)
			w.any = w.last = true;
		else if (way == UTF8PROC_BIDI_CLASS_L)
			w.last = false;
	}
	return w;
}

bool
bidi_leftward(const char *s, size_t len)
{
	return look(s, len).any;
}

bool
bidi_ends_leftward(const char *s, size_t len)
{
	return look(s, len).last;
}
