/* SPDX-License-Identifier: MIT */
#include "tests/world/deadlines.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "match/match.h"
#include "tests/world/address.h"
#include "tests/world/people.h"
#include "tests/world/sender.h"
#include "tests/world/world.h"

enum {
	GRACE = WORLD_GRACE,
	/* a look at the mailbox, and what is stamped before it is seen */
	PROMPT = 150,
	/* what was found out is noted by then */
	MARKING = 5
}; /* seconds */

/* So long the daemon could not act on a moment: it was not there, or could not
 * look, and then did not know at once that it could again; after each outage
 * anew. Nor does it while none of its mail goes out. */
static int64_t
held_up(int64_t moment, int64_t until)
{
	int64_t down = world_down(moment, until);
	int outages = world.ails > 0;

	for (size_t i = 0; i < world.n_down; i++)
		outages += world.down[i].until > moment - WORLD_BACKOFF &&
		    world.down[i].from < until;
	return down + outages * (int64_t)WORLD_BACKOFF +
	    sender_silence(moment, until);
}

/* Between a deadline that had passed and the mail that told when it was. */
static bool
another_has_moved(const struct told *l, const struct entry *at, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (at[i].seat > 0 && at[i].seat != l->seat &&
		    at[i].stamp >= l->due && at[i].stamp <= l->written)
			return true;
	return false;
}

/* By when something has come of a deadline that was told: clocks may have
 * stood still since, and the daemon may not have been there. What is told once
 * it has passed is when that was, whatever stands still in the hours of grace,
 * as while another is asked in a turn of Antwerp. */
static int64_t
end_of(const struct told *l, const struct entry *at, size_t n, int64_t until)
{
	int64_t end = l->due + l->slack + GRACE;
	int64_t since = l->written < l->due ? l->written : l->due;

	if (another_has_moved(l, at, n))
		end += l->written - l->due;
	for (size_t i = 0; i < n; i++)
		if ((at[i].clock == -1 || at[i].clock == l->seat) &&
		    at[i].stamp >= since && at[i].stamp <= until)
			return INT64_MAX;
	/* For the moment to which it was put off no bell rings. */
	for (size_t i = 0; i < n; i++)
		if (at[i].outage > 0 && at[i].stamp >= since &&
		    at[i].stamp <= until)
			end += at[i].outage + world.drowsy / SECOND;
	/* A digest of the same second may tell what is ended then. */
	if (end < l->written)
		end = l->written;
	return end + PROMPT + held_up(end, until);
}

/* The clock of a seat was changed since a mail, and what told them so has not
 * come: mail to them failed. */
static bool
was_changed_unheard(const struct person *p, const struct told *l,
    const struct entry *at, size_t i)
{
	const struct entry *e = &at[i];

	for (size_t k = 0; k < i; k++)
		if ((at[k].clock == -1 || at[k].clock == e->over) &&
		    at[k].stamp >= l->written)
			return address_failed(p, l->written, e->stamp);
	return false;
}

/* Until when the seat is away whose turn at[i] ends, by what the log says above
 * it; 0: it is there. */
static int64_t
away_until(const struct entry *at, size_t i)
{
	int64_t from, until = 0, to;
	char first[32], last[32], back[8];
	int seat;

	for (size_t k = 0; k < i; k++) {
		const char *words = at[k].words;

		if (sscanf(words, "set-clock p%d from=%31s until=%31s", &seat,
			first, last) == 3 &&
		    seat == at[i].over &&
		    clock_stamp_parse(first, strlen(first), &from) == 0 &&
		    clock_stamp_parse(last, strlen(last), &to) == 0)
			until = from <= at[i].stamp ? to : 0;
		else if ((sscanf(words, "set-clock p%d %7s", &seat, back) ==
				 2 &&
			     strcmp(back, "back") == 0 && seat == at[i].over) ||
		    ((sscanf(words, "eject p%d", &seat) == 1 ||
			 sscanf(words, "replace p%d", &seat) == 1) &&
			seat == at[i].over))
			until = 0;
	}
	return until > at[i].stamp ? until : 0;
}

/* Whether the game is paused then, by the log above it. */
static bool
is_paused(const struct entry *at, size_t i)
{
	int64_t until = 0;

	for (size_t k = 0; k < i; k++) {
		const char *to = strstr(at[k].words, " until=");

		if (strncmp(at[k].words, "set-clock pause", 15) == 0 &&
		    (to == NULL ||
			clock_stamp_parse(to + 7, strcspn(to + 7, " "),
			    &until) != 0))
			until = INT64_MAX;
		else if (strcmp(at[k].words, "set-clock resume") == 0)
			until = 0;
	}
	return until > at[i].stamp;
}

void
deadlines_told(const struct person *p, const struct delivered *l)
{
	enum { MOST = 90 * 86400 };

	/* (One that waited since the clock was ahead.) */
	if (l->written > l->received + 86400)
		return;
	for (size_t i = 0; i < l->n_told; i++)
		if (l->received >= world.right &&
		    l->told[i].due > l->received + MOST)
			world_wrong("%s tells %s a deadline in %lld days",
			    l->id, p->name,
			    (long long)(l->told[i].due - l->received) / 86400);
}

/* A clock that is ahead has written it: what follows has an earlier stamp. */
static bool
goes_back(const struct entry *at, size_t n, size_t i)
{
	for (size_t k = i + 1; k < n; k++)
		if (at[k].stamp < at[i].stamp)
			return true;
	return false;
}

/* The turn of a seat was ended: when its last mail before said so. What was
 * told, or done, before the machine's clock was right proves nothing. */
void
deadlines_over(int64_t game, const struct entry *at, size_t n, size_t i)
{
	const struct entry *e = &at[i];
	const struct person *p = people_holder(game, e->over, e->stamp);
	const struct told *l = people_told(p, game, e->over, e->stamp);

	if (e->stamp < world.right || (l != NULL && l->written < world.right) ||
	    goes_back(at, n, i))
		return;
	if (p != NULL &&
	    (people_unsubscribed(p, e->stamp) ||
		(l == NULL &&
		    address_failed(p, e->stamp - 10 * 86400, e->stamp))))
		return;
	if (away_until(at, i) != 0)
		world_wrong("game %lld: event %d ends the turn of p%d, who is "
			    "away",
		    (long long)game, e->seq, e->over);
	else if (is_paused(at, i))
		world_wrong("game %lld: event %d ends the turn of p%d in a "
			    "pause",
		    (long long)game, e->seq, e->over);
	else if (l == NULL)
		world_wrong("game %lld: event %d ends a turn of p%d that was "
			    "told no deadline",
		    (long long)game, e->seq, e->over);
	else if (e->stamp < l->due + GRACE && !was_changed_unheard(p, l, at, i))
		world_wrong("game %lld: event %d ends the turn of p%d %lld s "
			    "early",
		    (long long)game, e->seq, e->over,
		    (long long)(l->due + GRACE - e->stamp));
	else if (e->stamp > end_of(l, at, i, e->stamp) &&
	    !address_failed(p, l->written, e->stamp))
		world_wrong("game %lld: event %d ends the turn of p%d %lld s "
			    "late",
		    (long long)game, e->seq, e->over,
		    (long long)(e->stamp - l->due - GRACE));
}

/* A moderator ended it: one was asked for that. */
void
deadlines_processed(int64_t game, const struct entry *e)
{
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			const struct wrote *w = people.at[i].wrote[k];

			if (strcmp(w->line, "process turn") == 0 &&
			    (w->game == game || w->game == 0) && w->came != 0 &&
			    (world.jumped || w->came <= e->stamp))
				return;
		}
	world_wrong("game %lld: event %d, \"%s\", and nobody asked for that",
	    (long long)game, e->seq, e->words);
}

/* What came behind the end of a turn is judged when that has been dealt with,
 * and is no move of that turn. That is by the seconds of the mailbox, where the
 * seat was told when it would end, nothing has come of it before, and no clock
 * has stood still or been changed. */
void
deadlines_in_time(int64_t game, const struct entry *at, size_t i,
    const struct wrote *by)
{
	const struct entry *e = &at[i];
	const struct person *p = people_holder(game, e->seat, e->stamp);
	const struct told *l = people_told(p, game, e->seat, by->came);
	int64_t since;

	if (l == NULL || by->came <= l->due + l->slack + GRACE ||
	    l->written >= l->due + GRACE || another_has_moved(l, at, i) ||
	    address_failed(p, l->written, by->came))
		return;
	/* What stands still in the hours of grace puts the end off, and not
	 * the moment that was told. */
	since = l->written < l->due ? l->written : l->due;
	for (size_t k = 0; k < i; k++)
		if ((at[k].stamp >= since &&
			(at[k].outage > 0 || at[k].clock == -1 ||
			    at[k].clock == e->seat)) ||
		    (at[k].stamp >= l->written &&
			(at[k].over == e->seat ||
			    (at[k].seat == e->seat && at[k].stamp < by->came))))
			return;
	world_wrong("game %lld: event %d of p%d is of %s, %lld s behind the "
		    "end of that turn",
	    (long long)game, e->seq, e->seat, by->id,
	    (long long)(by->came - l->due - GRACE));
}

/* Clocks stand still only for an outage, or while no mail went out; of one that
 * began before the last event of a game for what came after that, till the next
 * look. */
void
deadlines_outage(int64_t game, const struct entry *e)
{
	int64_t from = e->stamp - e->outage - WORLD_BACKOFF - MARKING;

	if (world_down(from, e->stamp) == 0 &&
	    sender_silence(from, e->stamp) == 0)
		world_wrong("game %lld: event %d, \"%s\", and there was no "
			    "outage",
		    (long long)game, e->seq, e->words);
}

/* Whether the seat has moved behind what it was told of, or been passed over
 * then or later, till that moment: a mail in the last second is answered in the
 * second in which the turn is ended, or another of the same second moves. */
static bool
comes_to_pass(const struct entry *at, size_t n, const struct told *l,
    int64_t until)
{
	for (size_t i = 0; i < n; i++)
		if (((at[i].seat == l->seat && at[i].seq > l->board) ||
			(at[i].over == l->seat && at[i].stamp >= l->written)) &&
		    at[i].stamp <= until)
			return true;
	return false;
}

/* Whether nothing else was written to the seat until its time was over. */
static bool
is_last_word(const struct person *p, const struct told *l)
{
	for (size_t i = 0; i < p->n_got; i++) {
		const struct told *t = delivered_told(p->got[i], l->game,
		    l->seat);

		if (t != NULL && t->written <= l->due + GRACE &&
		    (t->written > l->written || t->board > l->board))
			return false;
	}
	return true;
}

static void
kept(const struct match *m, const struct entry *at, size_t n,
    const struct person *p, const struct told *l, const char *id)
{
	int64_t until = end_of(l, at, n, world_seconds());
	bool ended = !match_running(m) && n > 0 && at[n - 1].stamp <= until;

	if (l->due != 0 && l->asks && until < world_seconds() && !ended &&
	    l->written >= world.right && is_last_word(p, l) &&
	    !address_failed(p, l->written, until) &&
	    !comes_to_pass(at, n, l, until))
		world_wrong("%s has told %s a deadline, and nothing came of it",
		    id, p->name);
}

/* Each deadline that was told, and nothing was heard of until it had passed,
 * has ended a turn, unless the game was over first. */
void
deadlines_kept(const struct match *m, const struct entry *at, size_t n,
    const struct person *p)
{
	for (size_t i = 0; i < p->n_got; i++)
		for (size_t k = 0; k < p->got[i]->n_told; k++)
			if (p->got[i]->told[k].game == m->game.id)
				kept(m, at, n, p, &p->got[i]->told[k],
				    p->got[i]->id);
}
