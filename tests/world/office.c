/* SPDX-License-Identifier: MIT */
#include "tests/world/office.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "tests/world/world.h"
#include "tests/world/writing.h"

/* %d: the number of a late event */
static const char *const acts[] = { "extend 6h", "extend 2d", "pause", "pause",
	"set clock 36h grace 6h", "set clock 3d",
	"announce\nThe club meets on Friday.\nendpress", "rollback %d",
	"rollback %d I was asked to", "rollforward", "dummy p2",
	"eject p1 for a word", "observers off", "observers on", "cancel",
	"set clock off", "begin" };

static const char *const wishes[] = { "absence to", "absence off",
	"press all\nGood luck to you!\nendpress",
	"broadcast\nWhat a game.\nendpress", "propose undo", "propose end",
	"agree", "disagree", "hold", "set width 60", "set notify turn",
	"set notify all", "set board changes", "set board full", "renew",
	"set remind 6h", "set thread game", "set ics on", "set notify digest",
	"set width 40", "set layout list", "set layout board",
	"comment: well played", "resign", "takeover 1 p2", "takeover 2 p1",
	"clear", "stop if charter", "ahead" };

/* "absence to 2026-12-03" */
static void
absence(struct person *p, char *line, size_t size)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(world_seconds() +
		fate_between(&world.fate, p->stream, 2, 9) * 86400,
	    stamp);
	(void)snprintf(line, size, "absence to %.10s", stamp);
}

static void
acts_so(struct person *p, const struct delivered *l, const char *act)
{
	char line[120];
	const char *number = strstr(act, "%d");
	int back = (int)fate_between(&world.fate, p->stream, 0, 6);

	if (strcmp(act, "absence to") == 0)
		absence(p, line, sizeof line);
	else if (number != NULL)
		(void)snprintf(line, sizeof line, "%.*s%d%s",
		    (int)(number - act), act,
		    l->board > back ? l->board - back : 1, number + 2);
	else
		(void)snprintf(line, sizeof line, "%s", act);
	write_as_usual(p, l, line, NULL);
}

/* What stops the game does not stop it for good. */
static const char *
undoes(const char *act)
{
	return strcmp(act, "pause") == 0      ? "resume" :
	    strcmp(act, "cancel") == 0        ? "revive" :
	    strcmp(act, "set clock off") == 0 ? "set clock 48h grace 6h" :
						NULL;
}

void
office_comes(struct person *p, const struct delivered *l)
{
	const char *act;

	if (l->seat == 0 || l->game == 0)
		return;
	if (p->undoes != NULL && l->game == p->moderates) {
		acts_so(p, l, p->undoes);
		p->undoes = NULL;
	}
	if (l->game == p->moderates && fate_deed(&world.fate, p->stream, 50)) {
		act = ANY(acts, p->stream);
		acts_so(p, l, act);
		p->undoes = undoes(act);
	}
	if (fate_deed(&world.fate, p->stream, 12))
		acts_so(p, l, ANY(wishes, p->stream));
}
