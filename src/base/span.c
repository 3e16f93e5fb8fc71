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

static const char day_names[][4] = { "sun", "mon", "tue", "wed", "thu", "fri",
	"sat" };

/* The day that the three letters at s name, -1 for none. */
static int
day_of(const char *s)
{
	for (int i = 0; i < 7; i++)
		if (strncmp(s, day_names[i], 3) == 0)
			return i;
	return -1;
}

bool
days_parse(const char *s, unsigned *out)
{
	unsigned days = 0;

	if (strcmp(s, "all") == 0) {
		*out = DAYS_ALL;
		return true;
	}
	for (;;) {
		int from = day_of(s), to = from;

		if (from < 0)
			return false;
		s += 3;
		if (*s == '-') {
			to = day_of(s + 1);
			if (to < 0)
				return false;
			s += 4;
		}
		for (; from != to; from = (from + 1) % 7)
			days |= 1u << from;
		days |= 1u << to;
		if (*s == '\0')
			break;
		if (*s++ != ',')
			return false;
	}
	*out = days;
	return true;
}

/* Monday first, as people count; runs of three or more with a hyphen. */
void
days_format(unsigned days, struct buf *out)
{
	size_t start = out->len;

	days &= DAYS_ALL;
	if (days == 0 || days == DAYS_ALL) {
		buf_str(out, "all");
		return;
	}
	for (int i = 0, j; i < 7; i = j + 1) {
		j = i;
		if ((days & 1u << (i + 1) % 7) == 0)
			continue;
		while (j < 6 && (days & 1u << (j + 2) % 7) != 0)
			j++;
		buf_printf(out, "%s%s", out->len > start ? "," : "",
		    day_names[(i + 1) % 7]);
		if (j > i)
			buf_printf(out, "%s%s", j > i + 1 ? "-" : ",",
			    day_names[(j + 1) % 7]);
	}
}
