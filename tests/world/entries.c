/* SPDX-License-Identifier: MIT */
#include "tests/world/entries.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"

/* "3702s", "8h" */
static int64_t
read_span(const char *text)
{
	char unit = 's';
	long long n = 0;

	(void)sscanf(text, "%lld%c", &n, &unit);
	return n *
	    (unit == 'd'        ? 86400 :
		    unit == 'h' ? 3600 :
		    unit == 'm' ? 60 :
				  1);
}

/* What an operator does to a clock, or to the table, so that what was told of a
 * deadline may hold no more: its seats are told anew. */
static bool
changes_clocks(const char *words)
{
	static const char *const verbs[] = { "set-clock ", "undo ", "cancel",
		"revive", "eject ", "replace ", "takeover " };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strncmp(words, verbs[i], strlen(verbs[i])) == 0)
			return true;
	return false;
}

/* A seat; 0: nobody's turn. */
static int
ends_turn_of(const char *words, const char *how)
{
	int seat, used = 0;

	return sscanf(words, "set-clock p%d %n", &seat, &used) == 1 &&
		strncmp(words + used, how, strlen(how)) == 0 ?
	    seat :
	    0;
}

static bool
entry_read(const char *line, struct entry *e)
{
	size_t n = strcspn(line, "\n");
	char actor[4], *at;
	int used, early;

	memset(e, 0, sizeof *e);
	if (sscanf(line, "%d %3s %n", &e->seq, actor, &used) != 2 ||
	    n - (size_t)used >= sizeof e->words)
		return false;
	memcpy(e->words, line + used, n - (size_t)used);
	e->seat = actor[0] == 'p' ? actor[1] - '0' : 0;
	e->over = ends_turn_of(e->words, "over=");
	early = ends_turn_of(e->words, "process=");
	if (strncmp(e->words, "set-clock outage=", 17) == 0)
		e->outage = read_span(e->words + 17);
	if (e->over == 0 && e->outage == 0 && changes_clocks(e->words) &&
	    sscanf(e->words, "set-clock p%d ", &e->clock) != 1)
		e->clock = -1;
	e->early = early > 0;
	if (e->early)
		e->over = early;
	at = strrchr(e->words, '@');
	if (at != NULL && at > e->words &&
	    clock_stamp_parse(at + 1, strlen(at + 1), &e->stamp) == 0)
		at[-1] = '\0';
	return true;
}

size_t
entries_read(const char *log, struct entry **out)
{
	size_t n = 0;

	*out = NULL;
	for (const char *p = log; *p != '\0';
	    p += strcspn(p, "\n"), p += *p == '\n') {
		*out = mem_more(*out, n, sizeof **out);
		n += entry_read(p, &(*out)[n]);
	}
	return n;
}
