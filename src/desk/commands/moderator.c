/* SPDX-License-Identifier: MIT */

/* What a moderator does with a game and its clocks; who sits where is
 * invite.c's. Every act is told and noted by obey.c. */

#include <ctype.h>

#include "desk/clockwords.h"
#include "desk/command.h"
#include "match/moderate.h"
#include "post/show.h"
#include "post/watch.h"

static int
run_announce(struct job *j, struct call *c, struct err *e)
{
	const char *text;

	return args_block(c, &text) ? -1 :
		moderate_announce(j->at.m, text, c->why, e);
}

/* With "computer" behind it computer players take what is free. */
static int
run_begin(struct job *j, struct call *c, struct err *e)
{
	/* "begin?" asks; it does not begin. */
	if (strchr(c->line->text, '?') || (*c->args &&
	    !word_id(j, "who", c->args, strlen(c->args), 3)))
		return refuse(c->why, "bad-begin");
	if (*c->args && match_fill(j->at.m, c->why, e))
		return -1;
	return moderate_begin(j->at.m, c->why, e);
}

/* By the moderator; all seats together have `propose end`. */
static int
run_cancel(struct job *j, struct call *c, struct err *e)
{
	return moderate_cancel(j->at.m, c->why, e);
}

static int
run_revive(struct job *j, struct call *c, struct err *e)
{
	return moderate_revive(j->at.m, c->why, e);
}

/* A reason may follow the number without a colon. */
static int
run_rollback(struct job *j, struct call *c, struct err *e)
{
	char *end;
	long number = isdigit((unsigned char)*c->args) ?
		strtol(c->args, &end, 10) : 0;

	if (number < 1 || number > 1000000 || (*end && *end != ' '))
		return refuse(c->why, "bad-rollback");
	if (*end)
		j->at.m->reason = end + strspn(end, " ");
	return moderate_rollback(j->at.m, (int)number, c->why, e);
}

static int
run_rollforward(struct job *j, struct call *c, struct err *e)
{
	if (*c->args)
		j->at.m->reason = c->args;
	return moderate_rollforward(j->at.m, c->why, e);
}

static int
run_observers(struct job *j, struct call *c, struct err *e)
{
	int on = args_switch(j, c->args);

	return on < 0 ? refuse(c->why, "on-or-off") :
		watch_allow(j->at.m, on, e);
}

static int
run_reveal(struct job *j, struct call *c, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc = moderate_reveal(j->at.m, j->lang, &b, c->why, e);

	if (rc == 0)
		job_part(j, buf_text(&b));
	buf_release(&b);
	return rc;
}

/* Who plays is refused at once. */
static unsigned
needs_reveal(struct job *j, const char *args)
{
	(void)args;
	return j->at.seat ? RIGHT_MODERATE : RIGHT_OWNER;
}

/* The act itself is told in his own words; these are English. */
static int
clocks(struct job *j, struct call *c, const char *verb, struct err *e)
{
	int rc = clock_act(j->at.m, j->words, verb, c->args, c->said, c->why,
		e);

	if (strcmp(j->lang, "en"))
		buf_clear(c->said);
	return rc;
}

#define CLOCKS(x) \
	static int \
	run_##x(struct job *j, struct call *c, struct err *e) \
	{ \
		return clocks(j, c, #x, e); \
	}

CLOCKS(clock)
CLOCKS(extend)
CLOCKS(pause)
CLOCKS(process)
CLOCKS(resume)

/* `set clock`: `set` is everybody's command, this part of it is an act. */
const struct command command_set_clock = { "set clock", COMMAND_MODERATOR,
	RIGHT_MODERATE, run_clock, NULL };

enum { ACT = COMMAND_MODERATOR, ALONE = ACT | COMMAND_ALONE,
	GRAVE = ACT | COMMAND_WHOLE | COMMAND_BOARD };

const struct command commands_moderator[] = {
	{ "announce", ACT | COMMAND_BLOCK, RIGHT_MODERATE, run_announce, NULL },
	{ "begin", ACT, RIGHT_MODERATE, run_begin, NULL },
	{ "cancel", GRAVE | COMMAND_ALONE, RIGHT_OWNER, run_cancel, NULL },
	{ "extend", ACT, RIGHT_MODERATE, run_extend, NULL },
	{ "observers", ACT, RIGHT_MODERATE, run_observers, NULL },
	{ "pause", ALONE, RIGHT_MODERATE, run_pause, NULL },
	{ "process", GRAVE, RIGHT_MODERATE, run_process, NULL },
	{ "resume", ALONE, RIGHT_MODERATE, run_resume, NULL },
	/* The whole word, alone on its line: it cannot be taken back. */
	{ "reveal", ALONE | COMMAND_WHOLE, RIGHT_OWNER, run_reveal,
		needs_reveal },
	{ "revive", GRAVE | COMMAND_ALONE, RIGHT_MODERATE, run_revive, NULL },
	{ "rollback", GRAVE, RIGHT_MODERATE, run_rollback, NULL },
	{ "rollforward", GRAVE, RIGHT_MODERATE, run_rollforward, NULL },
	{ .name = NULL }
};
