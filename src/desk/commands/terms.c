/* SPDX-License-Identifier: MIT */

/* What a moderator settles for the table (match/terms.h). */

#include <cjson/cJSON.h>

#include "clock/read.h"
#include "desk/office.h"
#include "match/clocks.h"
#include "match/terms.h"

/* "title Winter cup"; "title off": none. */
static int
run_title(struct job *j, struct call *c, struct err *e)
{
	const char *title = args_switch(j, c->args) == 0 ? NULL : c->args;

	(void)e;
	if (!*c->args)
		return refuse_int(c->why, "bad-title", "most", TITLE_MOST);
	return job_told(j,
	    (struct moderated){ .what = title != NULL ? "titled" : "untitled",
		.name = (char *)(uintptr_t)title },
	    terms_title(j->at.m, title, c->why));
}

/* "unlisted", "unlisted on", "unlisted off": 1, 0, -1 refused. */
static int
read_switch(const struct job *j, struct call *c)
{
	int on = *c->args ? args_switch(j, c->args) : 1;

	return on < 0 ? refuse(c->why, "on-or-off") : on;
}

/* A term that is on or off: what is told of either, and what it does. */
static int
run_switch(struct job *j, struct call *c, const char *on, const char *off,
    int (*set)(struct match *m, bool yes, struct refusal *why, struct err *e),
    struct err *e)
{
	int yes = read_switch(j, c);

	return yes < 0 ?
	    -1 :
	    job_told(j, (struct moderated){ .what = yes ? on : off },
		set(j->at.m, yes, c->why, e));
}

static int
run_unlisted(struct job *j, struct call *c, struct err *e)
{
	return run_switch(j, c, "unlisted", "listed", terms_list, e);
}

static int
run_closed(struct job *j, struct call *c, struct err *e)
{
	return run_switch(j, c, "shut", "unshut", terms_close, e);
}

static int
run_anonymous(struct job *j, struct call *c, struct err *e)
{
	const struct match *m = j->at.m;
	struct moderated act = { .what = "named" };
	int yes = read_switch(j, c);

	if (yes < 0)
		return -1;
	if (yes)
		act.what = "nameless";
	/* Who was called by their name is known by their seat. */
	for (int s = 1; s <= m->seats && yes; s++)
		act.number += m->seat[s].player != 0;
	return job_told(j, act, terms_hide_names(j->at.m, yes, c->why, e));
}

static int
run_unrated(struct job *j, struct call *c, struct err *e)
{
	return run_switch(j, c, "unrated", "rated", terms_rate, e);
}

static int
run_press(struct job *j, struct call *c, struct err *e)
{
	static const struct {
		const char *id, *told;
		enum terms_press press;
	} kinds[] = {
		{ "all", "press_all", TERMS_PRESS_ALL },
		{ "public", "press_public", TERMS_PRESS_PUBLIC },
		{ "none", "press_none", TERMS_PRESS_NONE },
	};
	const char *id = word_id(j, "messages", c->args, strlen(c->args), 3);

	(void)e;
	for (size_t i = 0; id != NULL && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(id, kinds[i].id) == 0)
			return job_told(j,
			    (struct moderated){ .what = kinds[i].told },
			    terms_press(j->at.m, kinds[i].press, c->why));
	return refuse(c->why, "bad-press");
}

/* `set press`, as `set clock` is. */
const struct command command_set_press = { "set press", COMMAND_MODERATOR,
	RIGHT_MODERATE, run_press, NULL };

/* In the zone of who writes; "off": when all are ready. */
int
job_begin_at(struct job *j, const char *moment, struct refusal *why)
{
	const char *tz = j->keeper ? j->desk->club.tz :
				     clock_zone(j->at.m, &j->who.player);
	int64_t when = 0;

	if (args_switch(j, moment) != 0 &&
	    clock_read_start(j->words, tz, moment, job_written(j), &when, why))
		return -1;
	return job_told(j,
	    (struct moderated){ .what = when ? "begins" : "begins_ready",
		.when = when },
	    terms_begin(j->at.m, when, why));
}

enum { TERM = COMMAND_MODERATOR | COMMAND_WHOLE | COMMAND_OFFICE };

const struct command commands_terms[] = {
	{ "anonymous", TERM, RIGHT_MODERATE, run_anonymous, NULL },
	{ "closed", TERM, RIGHT_MODERATE, run_closed, NULL },
	{ "title", TERM, RIGHT_MODERATE, run_title, NULL },
	{ "unlisted", TERM, RIGHT_MODERATE, run_unlisted, NULL },
	{ "unrated", TERM, RIGHT_MODERATE, run_unrated, NULL },
	{ .name = NULL },
};
