/* SPDX-License-Identifier: MIT */
#include "base/near.h"

#include <string.h>

static size_t
least(size_t a, size_t b, size_t c)
{
	size_t ab = a < b ? a : b;

	return ab < c ? ab : c;
}

size_t
near_distance(const char *a, const char *b)
{
	return near_bytes(a, strlen(a), b, strlen(b));
}

size_t
near_bytes(const char *a, size_t la, const char *b, size_t lb)
{
	enum { MOST = 40 };
	size_t rows[3][MOST + 1];
	size_t *before = rows[0], *last = rows[1], *now = rows[2], *swap;

	if (la > MOST || lb > MOST)
		return la > lb ? la : lb;
	for (size_t j = 0; j <= lb; j++)
		last[j] = before[j] = j;
	for (size_t i = 1; i <= la; i++) {
		now[0] = i;
		for (size_t j = 1; j <= lb; j++) {
			now[j] = least(last[j] + 1, now[j - 1] + 1,
			    last[j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && before[j - 2] + 1 < now[j])
				now[j] = before[j - 2] + 1;
		}
		swap = before;
		before = last;
		last = now;
		now = swap;
	}
	return last[lb];
}
