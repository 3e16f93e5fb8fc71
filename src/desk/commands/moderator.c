/* SPDX-License-Identifier: MIT */

/* What a moderator does with a game; its clocks are clocks.c's, who sits where
 * invite.c's. Every act is told and noted by obey.c. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/tree.h"
#include "computer/level.h"
#include "desk/command.h"
#include "desk/office.h"
#include "desk/seated.h"
#include "desk/words.h"
#include "match/press.h"
#include "post/show.h"
#include "post/watch.h"

int
job_told(struct job *j, struct moderated act, int rc)
{
	if (rc == 0)
		moderate_tell(j->at.m, act);
	return rc ? -1 : 0;
}

static int
run_announce(struct job *j, struct call *c, struct err *e)
{
	const char *text;

	return seated_all(j, c->args, c->why) || args_block(c, &text) ?
	    -1 :
	    job_told(j, (struct moderated){ .what = "announce" },
		match_press(j->at.m, PRESS_MODERATOR, 0, true, text, c->why,
		    e));
}

/* The invitations to seats that computer players have now; they are over, and
 * whoever begins is told whose they were. */
static int
end_invitations(struct job *j, seat_set seats, struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	cJSON *array = tree_list(ctx, "addresses");
	struct match *m = j->at.m;
	int rc = 0;

	for (int s = 1; s <= m->seats && rc >= 0; s++) {
		struct request r;

		if (!(seats & SEAT_BIT(s)))
			continue;
		rc = request_of_seat(m->club->db, m->game.id, s, &r, e);
		if (rc != 1)
			continue;
		if (request_open(&r, m->now)) {
			tree_add_str(tree_member(array), "address", r.address);
			rc = request_close(m->club->db, r.id, REQUEST_DECLINED,
			    e);
		}
		request_release(&r);
	}
	if (rc >= 0 && cJSON_GetArraySize(array))
		return job_did(j, "invitations_ended", ctx, e);
	cJSON_Delete(ctx);
	return rc < 0 ? -1 : 0;
}

/* "computer", or "computer easy": the level; 0: something else. */
static int
read_computers(const struct job *j, const char *args)
{
	size_t n = strcspn(args, " ");
	int level = LEVEL_USUAL;

	if (!word_id(j, "who", args, n, 3))
		return 0;
	args += n + strspn(args + n, " ");
	if (*args)
		level = word_level(j, &args);
	return *args ? 0 : level;
}

/* "at", and the rest. */
static bool
take_at(const struct job *j, const char **args)
{
	size_t n = strcspn(*args, " ");

	if (word_id(j, "part", *args, n, 0) == NULL ||
	    strcmp(word_id(j, "part", *args, n, 0), "at") != 0)
		return false;
	*args += n + strspn(*args + n, " ");
	return true;
}

/* With "computer" behind it computer players take what is free. */
static int
run_begin(struct job *j, struct call *c, struct err *e)
{
	seat_set free = 0;
	int level = 0;

	if (take_at(j, &c->args))
		return job_begin_at(j, c->args, c->why);
	/* "begin?" asks; it does not begin. */
	if (strchr(c->line->text, '?') != NULL ||
	    (*c->args && (level = read_computers(j, c->args)) == 0))
		return refuse(c->why, "bad-begin");
	for (int s = 1; s <= j->at.m->seats; s++)
		if (match_seat_free(j->at.m, s))
			free |= SEAT_BIT(s);
	if ((level && match_fill(j->at.m, level, c->why, e)) ||
	    match_begin(j->at.m, c->why, e))
		return -1;
	/* With a beacon a round is named, which tells itself. */
	if (match_running(j->at.m))
		moderate_tell(j->at.m, (struct moderated){ .what = "begin" });
	return end_invitations(j, free, e);
}

/* By the moderator; all seats together have `propose end`. */
static int
run_cancel(struct job *j, struct call *c, struct err *e)
{
	return job_told(j, (struct moderated){ .what = "cancel" },
	    match_cancel(j->at.m, true, c->why, e));
}

static int
run_revive(struct job *j, struct call *c, struct err *e)
{
	return job_told(j, (struct moderated){ .what = "revive" },
	    match_revive(j->at.m, c->why, e));
}

/* "round 18", and the rest; false: it is none. */
static bool
take_round(const struct job *j, const char **args)
{
	size_t n = strcspn(*args, " ");
	const char *id = word_id(j, "part", *args, n, 0);

	if (id == NULL || strcmp(id, "round") != 0)
		return false;
	*args += n + strspn(*args + n, " ");
	return true;
}

/* A reason may follow the number without a colon. */
static int
run_rollback(struct job *j, struct call *c, struct err *e)
{
	bool round = take_round(j, &c->args);
	char *end;
	long number = isdigit((unsigned char)*c->args) ?
	    strtol(c->args, &end, 10) :
	    0;
	int first, rc;

	if (number < 1 || number > 1000000 || (*end && *end != ' '))
		return refuse(c->why, "bad-rollback");
	seated_why(j, end + strspn(end, " "));
	first = (int)number;
	rc = round ? match_undo_round(j->at.m, first, &first, c->why, e) :
		     match_undo(j->at.m, first, c->why, e);
	return job_told(j,
	    (struct moderated){ .what = "rollback", .number = first }, rc);
}

static int
run_rollforward(struct job *j, struct call *c, struct err *e)
{
	seated_why(j, c->args);
	return job_told(j, (struct moderated){ .what = "rollforward" },
	    match_redo(j->at.m, c->why, e));
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

enum {
	ACT = COMMAND_MODERATOR,
	ALONE = ACT | COMMAND_ALONE,
	GRAVE = ACT | COMMAND_WHOLE | COMMAND_BOARD
};

const struct command commands_moderator[] = {
	{ "announce", ACT | COMMAND_BLOCK, RIGHT_MODERATE, run_announce, NULL },
	{ "begin", ACT, RIGHT_MODERATE, run_begin, NULL },
	{ "cancel", GRAVE | COMMAND_ALONE, RIGHT_OWNER, run_cancel, NULL },
	{ "observers", ACT, RIGHT_MODERATE, run_observers, NULL },
	/* The whole word, alone on its line: it cannot be taken back. */
	{ "reveal", ALONE | COMMAND_WHOLE, RIGHT_OWNER, run_reveal,
	    needs_reveal },
	{ "revive", GRAVE | COMMAND_ALONE, RIGHT_MODERATE, run_revive, NULL },
	{ "rollback", GRAVE, RIGHT_MODERATE, run_rollback, NULL },
	{ "rollforward", GRAVE, RIGHT_MODERATE, run_rollforward, NULL },
	{ .name = NULL },
};
