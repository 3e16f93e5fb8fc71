/* SPDX-License-Identifier: MIT */

/* What a player does in a seat beside moves. */

#include "desk/command.h"
#include "desk/judge.h"
#include "desk/office.h"
#include "desk/tried.h"

/* "undo 57", "57", "end": what a proposal is called, as a seat has it. Whether
 * the text is one. */
static bool
read_proposal(const struct job *j, const char *text, struct buf *out)
{
	size_t n = strcspn(text, " \t");
	const char *what = word_id(j, "proposal", text, n, 3);
	const char *number = what != NULL ? text + n : text;
	char *end;
	long event;

	if (what != NULL && strcmp(what, "end") == 0) {
		buf_str(out, what);
		return number[strspn(number, " \t")] == '\0';
	}
	event = strtol(number, &end, 10);
	buf_printf(out, "undo %ld", event);
	return event > 0 && *end == '\0';
}

/* A yes that comes late is none to what has been proposed since: the mail
 * answers one from before that. */
static int
answer_proposal(struct job *j, struct call *c, bool yes, struct err *e)
{
	struct match *m = j->at.m;
	int by = match_proposer(m);
	struct buf said = BUF_INIT;
	bool named = *c->args != '\0', same;

	if (strchr(c->line->text, '?') != NULL ||
	    (named && !read_proposal(j, c->args, &said))) {
		buf_release(&said);
		return refuse_said(c->why, "stands-alone", "command",
		    yes ? "agree" : "disagree");
	}
	same = by == 0 ||
	    ((!named || strcmp(said.data, m->seat[by].proposal) == 0) &&
		match_asked(m, j->at.seat, job_answers_mail(j), j->at.board,
		    named));
	buf_release(&said);
	return same ? match_agree(m, j->at.seat, yes, c->why, e) :
		      refuse(c->why, "other-proposal");
}

static int
run_agree(struct job *j, struct call *c, struct err *e)
{
	return answer_proposal(j, c, true, e);
}

static int
run_disagree(struct job *j, struct call *c, struct err *e)
{
	return answer_proposal(j, c, false, e);
}

/* What all others must agree to; text: the number of an event, "" none. */
static int
propose(struct job *j, struct call *c, const char *what, const char *text,
    struct err *e)
{
	char *end;
	long number = strtol(text, &end, 10);

	end += strspn(end, " ");
	if (what == NULL || *end || number < 0 || number > 1000000 ||
	    (strcmp(what, "end") == 0 && number))
		return refuse(c->why, "bad-proposal");
	return match_propose(j->at.m, j->at.seat, what, (int)number, c->why, e);
}

static int
run_propose(struct job *j, struct call *c, struct err *e)
{
	size_t n = strcspn(c->args, " \t");

	return propose(j, c, word_id(j, "proposal", c->args, n, 3), c->args + n,
	    e);
}

/* "undo" is an offer as well: what all have seen goes back by consent. */
static int
run_undo(struct job *j, struct call *c, struct err *e)
{
	if (strchr(c->line->text, '?') != NULL)
		return refuse_said(c->why, "stands-alone", "command", "undo");
	return propose(j, c, "undo", c->args, e);
}

static int
run_entropy(struct job *j, struct call *c, struct err *e)
{
	return match_entropy(j->at.m, j->at.seat, c->args, c->why, e);
}

static int
run_ready(struct job *j, struct call *c, struct err *e)
{
	return match_entropy(j->at.m, j->at.seat, NULL, c->why, e);
}

static int
run_hold(struct job *j, struct call *c, struct err *e)
{
	(void)c;
	(void)e;
	j->at.hold = true;
	j->at.m->seat[j->at.seat].hold = true;
	return 0;
}

/* The move on the line, and those on the lines below it: who previews never
 * plays by accident. */
static int
run_preview(struct job *j, struct call *c, struct err *e)
{
	int rc;

	j->at.previewing = true;
	rc = j->at.moderator ? clocks_preview(j, c, e) : 0;
	if (rc)
		return rc < 0 ? -1 : 0;
	if (!j->at.seat && *c->args)
		return refuse(c->why, "not-seated");
	return *c->args ? job_preview(j, c->args, c->said, c->why, e) : 0;
}

/* Anybody who plays, or moderates: all can look it up (T34). */
static int
run_beacon(struct job *j, struct call *c, struct err *e)
{
	if (!j->at.seat && !j->at.moderator)
		return refuse(c->why, "beacon-observer");
	return match_beacon(j->at.m, c->args, c->why, e);
}

static unsigned
needs_beacon(struct job *j, const char *args)
{
	(void)args;
	return j->at.seat || j->at.moderator ? RIGHT_SEAT | RIGHT_MODERATE :
					       RIGHT_LOOK;
}

const struct command commands_play[] = {
	{ "agree", COMMAND_SEAT, RIGHT_SEAT, run_agree, NULL },
	{ "beacon", COMMAND_LOOK | COMMAND_WHOLE, RIGHT_SEAT | RIGHT_MODERATE,
	    run_beacon, needs_beacon },
	{ "disagree", COMMAND_SEAT, RIGHT_SEAT, run_disagree, NULL },
	{ "entropy", COMMAND_SEAT, RIGHT_SEAT, run_entropy, NULL },
	{ "hold", COMMAND_SEAT | COMMAND_ALONE, RIGHT_SEAT, run_hold, NULL },
	{ "preview", COMMAND_SEAT | COMMAND_TABLE, RIGHT_CLUB, run_preview,
	    NULL },
	{ "propose", COMMAND_SEAT, RIGHT_SEAT, run_propose, NULL },
	{ "ready", COMMAND_SEAT | COMMAND_ALONE, RIGHT_SEAT, run_ready, NULL },
	{ "undo", COMMAND_SEAT, RIGHT_SEAT, run_undo, NULL },
	{ .name = NULL },
};
