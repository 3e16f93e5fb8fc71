/* SPDX-License-Identifier: MIT */
#include "tests/world/questions.h"

#include <ctype.h>
#include <string.h>

#include "tests/world/twin.h"
#include "tests/world/world.h"
#include "tests/world/writing.h"

static const char *const questions[] = { "board", "hand", "moves", "chart",
	"history", "last", "log", "status", "resend", "help", "help moves",
	"rules", "rules example", "set", "list", "stats", "ratings",
	"preview 1", "preview", "history 3 9", "board\nhand\nmoves", "address",
	"preview 2\n1", "explain 1", "hint", "rematch", "nonsuch",
	"Hello there, how are you?", "hand\n\n-- \nsent from my telephone" };

/* Antwerp's, which no other seat is told of. */
static const char *const orders[] = { "standing double-yield on",
	"standing double-yield off", "standing anchor fewer",
	"standing anchor lock", "standing fork home",
	"standing anchor ask\nstanding fork ask" };

/* "<pq1.59.p3.62.w2.…>": somebody's message is in it, and what answers that is
 * passed on to them. */
static bool
brings_message(const struct delivered *l)
{
	const char *at = strstr(l->id, ".w");

	return at != NULL && isdigit((unsigned char)at[2]);
}

void
questions_come(struct person *p, const struct delivered *l)
{
	int stream = p->stream - STREAM_PEOPLE + STREAM_SECRETS;
	const char *line;

	if (l->seat == 0 || brings_message(l) ||
	    !fate_deed(&world.fate, stream, 60))
		return;
	line = strstr(l->text, "Antwerp") != NULL &&
		fate_below(&world.fate, stream, 2) == 0 ?
	    ANY(orders, stream) :
	    ANY(questions, stream);
	if (!twin_silences(p))
		write_reply(p, l, line, NULL,
		    &(struct manner){ .secret = true, .stream = stream });
}
