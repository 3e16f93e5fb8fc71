/* SPDX-License-Identifier: MIT */
#include "base/span.h"

static int64_t
unit_seconds(char c)
{
	switch (c) {
	case 's':
		return 1;
	case 'm':
		return 60;
	case 'h':
		return 3600;
	case 'd':
		return 86400;
	case 'w':
		return 7 * 86400;
	default:
		return 0;
	}
}

bool
span_parse(const char *s, size_t len, int64_t *out)
{
	const int64_t most = (int64_t)3653 * 86400;
	int64_t n = 0, unit = 1;
	size_t i = 0;

	for (; i < len && s[i] >= '0' && s[i] <= '9' && n <= most; i++)
		n = n * 10 + (s[i] - '0');
	if (i == 0 || n > most)
		return false;
	if (i < len)
		unit = unit_seconds(s[i++]);
	if (unit == 0 || i != len || n * unit > most)
		return false;
	*out = n * unit;
	return true;
}

void
span_format(int64_t seconds, struct buf *out)
{
	if (seconds % 3600 == 0)
		buf_printf(out, "%lldh", (long long)(seconds / 3600));
	else if (seconds % 60 == 0)
		buf_printf(out, "%lldm", (long long)(seconds / 60));
	else
		buf_printf(out, "%llds", (long long)seconds);
}

/* Keeps the list in falling order, each once; -1: no room. */
static int
list_add(int64_t at[SPAN_LIST], int n, int64_t one)
{
	int i = 0;

	while (i < n && at[i] > one)
		i++;
	if (i < n && at[i] == one)
		return n;
	if (n == SPAN_LIST)
		return -1;
	memmove(at + i + 1, at + i, (size_t)(n - i) * sizeof *at);
	at[i] = one;
	return n + 1;
}

int
span_list_parse(const char *s, int64_t out[SPAN_LIST])
{
	int n = 0;

	while (*s != '\0') {
		size_t len = strcspn(s, ",");
		int64_t one;

		if (!span_parse(s, len, &one))
			return -1;
		n = list_add(out, n, one);
		if (n < 0)
			return -1;
		s += len;
		if (*s == ',' && *++s == '\0')
			return -1;
	}
	return n;
}

void
span_list_format(const int64_t *at, int n, struct buf *out)
{
	for (int i = 0; i < n; i++) {
		if (i > 0)
			buf_char(out, ',');
		span_format(at[i], out);
	}
}
