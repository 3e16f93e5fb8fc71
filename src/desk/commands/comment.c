/* SPDX-License-Identifier: MIT */
#include "match/comment.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "desk/block.h"
#include "desk/command.h"
#include "desk/office.h"
#include "desk/words.h"
#include "post/context.h"

/* `comment 42: …`, on the event 42 of a game that is over, or `comment: …`, and
 * `withdraw comment 3`. */

enum { HIGHEST = 1000000 };

/* "42:", "#42", or nothing: 0. */
static int
read_number(const char *args)
{
	long n = strtol(args + strspn(args, " \t#"), NULL, 10);

	return n < 0 || n > HIGHEST ? HIGHEST : (int)n;
}

static int
say(struct job *j, int number, int event, const char *text, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	char *order = block_order(j, text);

	tree_add_int(ctx, "number", number);
	if (event)
		tree_add_int(ctx, "event", event);
	if (order != NULL)
		tree_add_str(ctx, "order", order);
	free(order);
	if (context_page(j->at.m, ctx, e) != 0) {
		cJSON_Delete(ctx);
		return -1;
	}
	return job_render(j, "desk/comment", ctx, e);
}

/* Where a mail program broke it, or its author did, it goes on. */
static char *
one_line(const char *lines)
{
	char *text = mem_dup(lines);

	for (char *p = text; (p = strchr(p, '\n')) != NULL;)
		*p = ' ';
	return text;
}

static int
run_comment(struct job *j, struct call *c, struct err *e)
{
	const char *lines = c->line->block;
	int number, event = read_number(c->args), rc;
	char *text;

	if (!j->at.seat && !j->at.moderator)
		return refuse(c->why, "comment-observer");
	if (lines == NULL || !*lines)
		return refuse(c->why, "comment-empty");
	text = one_line(lines);
	rc = match_comment(j->at.m, j->at.seat, event, text, &number, c->why,
	    e);
	free(text);
	return rc ? -1 : say(j, number, event, lines, e);
}

static int
run_moderated(struct job *j, struct call *c, struct err *e)
{
	int number = read_number(c->args);

	return job_told(j,
	    (struct moderated){ .what = "uncommented", .number = number },
	    match_uncomment(j->at.m, number, e));
}

static const struct command moderated = { "uncomment", COMMAND_MODERATOR,
	RIGHT_MODERATE, run_moderated, NULL };

/* One's own, without a word to the others; a moderator's act on another's. */
static int
run_uncomment(struct job *j, struct call *c, struct err *e)
{
	int number = read_number(c->args), own;
	cJSON *ctx;

	if (!j->at.seat && !j->at.moderator)
		return refuse(c->why, "comment-observer");
	if (number < 1)
		return refuse(c->why, "bad-uncomment");
	own = match_commented(j->at.m, number, j->at.seat, c->why, e);
	if (own < 0)
		return -1;
	if (!own || j->keeper)
		return j->at.moderator ? job_act(j, &moderated, c, e) :
					 refuse(c->why, "comment-others");
	if (match_uncomment(j->at.m, number, e))
		return -1;
	ctx = cJSON_CreateObject();
	tree_add_int(ctx, "number", number);
	return job_did(j, "uncommented", ctx, e);
}

/* Who only watches is refused at once. */
static unsigned
needs(struct job *j, const char *args)
{
	(void)args;
	return j->at.seat || j->at.moderator ? RIGHT_SEAT | RIGHT_MODERATE :
					       RIGHT_LOOK;
}

enum { ABOUT = COMMAND_LOOK | COMMAND_WHOLE };

const struct command commands_comment[] = {
	{ "comment", ABOUT | COMMAND_PARAGRAPH, RIGHT_SEAT | RIGHT_MODERATE,
	    run_comment, needs },
	{ "uncomment", ABOUT, RIGHT_SEAT | RIGHT_MODERATE, run_uncomment,
	    needs },
	{ .name = NULL },
};
