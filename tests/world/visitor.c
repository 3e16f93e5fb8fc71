/* SPDX-License-Identifier: MIT */
#include "tests/world/visitor.h"

#include <stdio.h>
#include <string.h>

#include "tests/world/world.h"
#include "tests/world/writing.h"

static const char *const first[] = { "signup", "signup", "signup\nlist", "help",
	"list", "rules clippers", "Dear all, what is this?", "observe 1",
	"ratings" };

static const char *const later[] = { "observe 1", "observe 1", "observe 2",
	"unobserve 1", "board", "history", "status", "log", "list", "stats",
	"ratings", "set layout list", "unsubscribe", "join 1", "address",
	"hand", "resign", "1", "help" };

static const char *const languages[] = { "set lang nl", "set lang it",
	"set lang en" };

/* Of the one who plays. */
static const char *const plays[] = { "create claim computer easy",
	"create antwerp solo seats 2 easy", "create clippers computer normal",
	"create atlantic-star seats 3 computer easy", "takeover 1 p1",
	"takeover 1 p2", "takeover 2 p1", "takeover 2 p2" };

/* A mail to the club that answers none. */
static void
comes(void *arg)
{
	struct person *p = arg;
	char address[] = "games@example.org", none[] = "", subject[] = "Games",
	     from[] = "the club";
	const struct delivered club = { .reply_to = address,
		.id = none,
		.subject = subject,
		.text = none,
		.from = from };

	if (!people.rest && fate_deed(&world.fate, p->stream, 800))
		write_reply(p, &club, ANY(first, p->stream), NULL,
		    &(struct manner){ .fresh = true });
	world_plan(fate_between(&world.fate, p->stream, 2 * DAY, 20 * DAY),
	    comes, p, NULL);
}

void
visitors_open(void)
{
	for (int i = people.players; i < people.n; i++)
		world_plan(fate_between(&world.fate, people.at[i].stream, HOUR,
			       12 * DAY),
		    comes, &people.at[i], NULL);
}

/* All but one speak languages, and one plays. */
static const char *
what_next(const struct person *p)
{
	if (fate_below(&world.fate, p->stream, 5) > 0)
		return ANY(later, p->stream);
	return p == &people.at[people.n - 1] ? ANY(plays, p->stream) :
					       ANY(languages, p->stream);
}

void
visitor_reads(struct person *p, const struct delivered *l)
{
	if (fate_deed(&world.fate, p->stream, 150))
		write_reply(p, l, what_next(p), NULL,
		    &(struct manner){ .quotes = true });
}
