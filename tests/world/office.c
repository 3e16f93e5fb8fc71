/* SPDX-License-Identifier: MIT */
#include "tests/world/office.h"

#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "tests/world/world.h"
#include "tests/world/writing.h"

/* %e: the number of a late event; %t: a day that comes; %a: the address of one
 * of the people; %n: their own name. What stops the game does not stop it for
 * good: what undoes it comes next. */
struct act {
	const char *line, *undo;
};

static const struct act acts[] = {
	{ "extend 6h", NULL },
	{ "extend 2d", NULL },
	{ "extend p2 30h", NULL },
	{ "deadline %t 18:00", NULL },
	{ "deadline p1 %t", NULL },
	{ "pause", "resume" },
	{ "pause", "resume" },
	{ "pause until %t", NULL },
	{ "absence p2 to %t", "absence p2 off" },
	{ "set clock 36h grace 6h", NULL },
	{ "set clock 3d", NULL },
	{ "set clock off", "set clock 48h grace 6h" },
	{ "announce\nThe club meets on Friday.\nendpress", NULL },
	{ "nudge", NULL },
	{ "resend p2", NULL },
	{ "process turn", NULL },
	{ "rollback %e", NULL },
	{ "rollback %e I was asked to", NULL },
	{ "rollforward", NULL },
	{ "dummy p2", NULL },
	{ "eject p1 for a word", NULL },
	{ "replace p2 %a", NULL },
	{ "moderator p2", NULL },
	{ "deputy p2", NULL },
	{ "deputy off", NULL },
	{ "observers off", NULL },
	{ "observers on", NULL },
	{ "set press none", "set press all" },
	{ "title A game among friends", NULL },
	{ "reveal", NULL },
	{ "cancel", "revive" },
	{ "begin", NULL },
};

static const char *const wishes[] = { "absence to %t", "absence off",
	"press all\nGood luck to you!\nendpress",
	"press p1\nShall we?\nendpress", "broadcast\nWhat a game.\nendpress",
	"propose undo", "propose undo %e", "propose end", "agree", "disagree",
	"hold", "set width 60", "set notify turn", "set notify all",
	"set board changes", "set board full", "renew", "set remind 6h",
	"set thread game", "set ics on", "set notify digest", "set width 40",
	"set layout list", "set layout board", "comment: well played",
	"uncomment 1", "resign", "takeover 1 p2", "takeover 2 p1", "clear",
	"stop if charter", "ahead", "entropy my dog ate it", "deputize",
	"address add %n@work.example", "address drop %n@work.example",
	"preview process turn" };

/* How some want their mail from the first on. */
static const char *const habits[] = { "set notify digest",
	"set notify digest\nset digest 07:30", "set notify turn",
	"set layout list", "set width 40", "set board changes", "set lang nl",
	"set lang it", "set lang nl\nset notify digest" };

/* "2026-12-03" */
static void
write_day(const struct person *p, struct buf *out)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp(world_seconds() +
		fate_between(&world.fate, p->stream, 2, 9) * 86400,
	    stamp);
	buf_add(out, stamp, strlen("2026-12-03"));
}

static void
write_sign(const struct person *p, const struct delivered *l, char sign,
    struct buf *out)
{
	int back;

	switch (sign) {
	case 'e':
		back = (int)fate_between(&world.fate, p->stream, 0, 6);
		buf_printf(out, "%d", l->board > back ? l->board - back : 1);
		break;
	case 't':
		write_day(p, out);
		break;
	case 'a':
		buf_str(out,
		    people.at[fate_below(&world.fate, p->stream, people.n)]
			.address);
		break;
	default:
		buf_str(out, p->name);
	}
}

static void
acts_so(struct person *p, const struct delivered *l, const char *act)
{
	struct buf line = BUF_INIT;

	for (; *act != '\0'; act++)
		if (act[0] == '%')
			write_sign(p, l, *++act, &line);
		else
			buf_char(&line, *act);
	write_as_usual(p, l, buf_text(&line), NULL);
	buf_release(&line);
}

void
office_stops(struct person *p, const struct delivered *l)
{
	static const char *const stops[] = { "absence to %t", "pause until %t",
		"pause", "extend 6h" };

	if (l->game == p->moderates)
		acts_so(p, l, ANY(stops, p->stream));
	else
		acts_so(p, l, stops[0]);
}

/* A game of a pair is not called off: its log, which that plays again, does not
 * have what became another. */
static bool
can_be(const struct act *act)
{
	return world.twin == TWIN_NONE || strcmp(act->line, "cancel") != 0;
}

void
office_comes(struct person *p, const struct delivered *l)
{
	const struct act *act;

	if (l->seat == 0 || l->game == 0)
		return;
	if (!p->settled && fate_deed(&world.fate, p->stream, 400))
		write_as_usual(p, l, ANY(habits, p->stream), NULL);
	p->settled = true;
	if (p->undoes != NULL && l->game == p->moderates) {
		acts_so(p, l, p->undoes);
		p->undoes = NULL;
	}
	if (l->game == p->moderates && fate_deed(&world.fate, p->stream, 80)) {
		act = &ANY(acts, p->stream);
		if (!can_be(act))
			return;
		acts_so(p, l, act->line);
		p->undoes = act->undo;
	}
	if (fate_deed(&world.fate, p->stream, 12))
		acts_so(p, l, ANY(wishes, p->stream));
}
