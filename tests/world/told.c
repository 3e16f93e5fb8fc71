/* SPDX-License-Identifier: MIT */
#include "tests/world/told.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "tests/world/tongue.h"
#include "tests/world/world.h"

enum {
	HERE = 1, /* hours that Amsterdam is ahead at New Year */
	HOUR_SECONDS = 3600,
	MINUTE_SECONDS = 60
};

/* The text of a game, up to the next heading of that kind, in one line. */
static char *
one_line(const char *from, const char *end)
{
	struct buf out = BUF_INIT;

	for (; from < end; from++)
		if (!isspace((unsigned char)*from))
			buf_char(&out, *from);
		else if (out.len > 0 && out.data[out.len - 1] != ' ')
			buf_char(&out, ' ');
	buf_str(&out, "");
	return buf_steal(&out);
}

/* "Wed 15 May 01:00 CEST", or with its year if it is not that of the mail:
 * "Sun 3 Jan 2027 12:00 CET". 0: it is neither. */
static int64_t
read_moment(const char *text, int64_t written)
{
	char name[4], zone[5], stamp[CLOCK_STAMP_SIZE];
	int day, hour, minute, month, year;
	int64_t t;

	if (sscanf(text, "%*3s %d %3s %d %d:%d %4s", &day, name, &year, &hour,
		&minute, zone) != 6) {
		if (sscanf(text, "%*3s %d %3s %d:%d %4s", &day, name, &hour,
			&minute, zone) != 5)
			return 0;
		clock_stamp(written + HERE * HOUR_SECONDS, stamp);
		year = (int)strtol(stamp, NULL, 10);
	}
	month = tongue_month(name);
	(void)snprintf(stamp, sizeof stamp, "%04u-%02u-%02uT%02u:%02u:00Z",
	    (unsigned)year % 10000, (unsigned)month % 13, (unsigned)day % 100,
	    (unsigned)hour % 100, (unsigned)minute % 100);
	if (month == 0 || clock_stamp_parse(stamp, strlen(stamp), &t) != 0)
		return 0;
	return t - (strcmp(zone, "CEST") == 0 ? 2 : HERE) * HOUR_SECONDS;
}

/* "It is your turn by Wed 15 May 01:00 CEST, in 1 day 7 hours" */
static void
read_turn(const char *line, struct told *t)
{
	static const enum phrase until[] = { TURN_UNTIL, TURN_OVERDUE };
	const char *turn, *end;

	t->asks = tongue_find(line, TURN, NULL, &turn) != NULL;
	for (size_t i = 0; t->asks && i < sizeof until / sizeof *until; i++) {
		if (tongue_find(turn, until[i], NULL, &end) != turn)
			continue;
		t->due = read_moment(end, t->written);
		t->slack = MINUTE_SECONDS - 1;
		if (t->due == 0)
			world_wrong("no moment is read in \"%.60s\"", end);
	}
}

/* "games+2.p1.48.2c2lso3j3enkvxrz@example.org", on a line of its own */
static bool
read_address(const char *text, struct told *t)
{
	long long game;

	for (const char *p = text; (p = strstr(p, "games+")) != NULL; p++)
		if (sscanf(p, "games+%lld.p%d.%d.", &game, &t->seat,
			&t->board) == 3 &&
		    game == t->game)
			return true;
	return false;
}

/* Where the next game begins, or the text ends. */
static const char *
next_game(const char *text)
{
	static const enum phrase headings[] = { HEAD_GAME, LIST_GAME,
		HEAD_BOARD, LIST_BOARD };
	const char *next = text + strlen(text);

	for (size_t i = 0; i < sizeof headings / sizeof *headings; i++) {
		const char *p = tongue_find(text, headings[i], NULL, NULL);

		if (p != NULL && p < next)
			next = p;
	}
	return next;
}

size_t
told_read(const char *text, int64_t written, struct told **out)
{
	const char *p = next_game(text), *end;
	size_t n = 0;

	for (*out = NULL; *p != '\0'; p = end) {
		struct told t = { .written = written };
		long long game;
		char *line;

		end = next_game(p + 1);
		if (sscanf(p, "%*[^0-9]%lld", &game) != 1)
			continue;
		t.game = game;
		line = one_line(p, end);
		read_turn(line, &t);
		if (read_address(line, &t)) {
			*out = mem_more(*out, n, sizeof **out);
			(*out)[n++] = t;
		} else if (t.asks) {
			world_wrong(
			    "a digest asks for a move in game %lld, and "
			    "has no address for it",
			    game);
		}
		free(line);
	}
	return n;
}
