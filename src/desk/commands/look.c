/* SPDX-License-Identifier: MIT */

/* What a game looks like now, and what has happened in it. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/tree.h"
#include "desk/command.h"
#include "desk/office.h"
#include "desk/seated.h"
#include "post/words.h"
#include "text/texts.h"

static int
run_board(struct job *j, struct call *c, struct err *e)
{
	(void)e;
	j->at.what |= CONTEXT_POSITION;
	return j->at.m->table != NULL ? 0 : refuse(c->why, "game-not-begun");
}

static int
run_moves(struct job *j, struct call *c, struct err *e)
{
	(void)e;
	if (j->at.m->table == NULL)
		return refuse(c->why, "game-not-begun");
	if (!(match_to_act(j->at.m) & SEAT_BIT(j->at.seat)))
		j->at.what |= CONTEXT_POSITION;
	j->at.what |= CONTEXT_MOVES;
	return 0;
}

/* A template of the game, for the reader of the answers. */
static int
show_piece(struct job *j, const char *name, struct err *e)
{
	struct buf b = BUF_INIT;
	struct reader r;
	int rc = job_reader(j, &r, e);

	if (rc == 0)
		rc = context_piece(j->at.m, &r, name, &b, e);
	if (rc == 0)
		job_part(j, buf_text(&b));
	buf_release(&b);
	return rc;
}

/* The game's own template for a hand; where it has none, the whole board. */
static int
run_hand(struct job *j, struct call *c, struct err *e)
{
	char name[64];

	snprintf(name, sizeof name, "%s/hand", j->at.m->game.kind);
	return j->at.m->table == NULL ||
		texts_template(j->desk->club.texts, "en", name) == NULL ?
	    run_board(j, c, e) :
	    show_piece(j, "hand", e);
}

/* Signs, and what seldom changes. */
static int
run_chart(struct job *j, struct call *c, struct err *e)
{
	return j->at.m->table == NULL ? refuse(c->why, "game-not-begun") :
					show_piece(j, "chart", e);
}

static int
run_status(struct job *j, struct call *c, struct err *e)
{
	struct reader r;
	cJSON *context = NULL;

	(void)c;
	if (job_reader(j, &r, e) ||
	    context_make(j->at.m, &r, CONTEXT_CLOCK, &context, e))
		return -1;
	context_points(j->at.m, &r, context);
	j->at.stated = true;
	if (j->at.moderator && office_status(j, &r, context, e)) {
		cJSON_Delete(context);
		return -1;
	}
	return job_render(j, "desk/status", context, e);
}

/* A copy as this seat may have it; a finished game is open. */
static int
run_log(struct job *j, struct call *c, struct err *e)
{
	struct buf log = BUF_INIT;
	int rc = match_log(j->at.m, j->at.seat, false, &log, e);

	(void)c;
	if (rc == 0) {
		cJSON *ctx = cJSON_CreateObject();
		cJSON_AddNumberToObject(ctx, "game", (double)j->at.m->game.id);
		tree_add_str(ctx, "log", buf_text(&log));
		rc = job_render(j, "desk/log", ctx, e);
	}
	buf_release(&log);
	return rc;
}

/* Reads "from [to]"; 0 where one is left out. */
static int
read_range(const char *args, int range[2])
{
	range[0] = range[1] = 0;
	for (int i = 0; i < 2 && *args; i++) {
		char *end;
		long n = strtol(args, &end, 10);

		if (!isdigit((unsigned char)*args) || n > 1000000)
			return -1;
		range[i] = (int)n;
		args = end + strspn(end, " -");
	}
	return *args ? -1 : 0;
}

/* The events from seq on that are numbered so, as a part. */
static int
show_events(struct job *j, int seq, const int range[2], struct err *e)
{
	cJSON *ctx = cJSON_CreateObject();
	cJSON *events = tree_list(ctx, "events");
	struct reader r;

	if (seq < 0 || job_reader(j, &r, e) ||
	    news_from(j->at.m, &r, seq, NEWS_ALL, events, e)) {
		cJSON_Delete(ctx);
		return -1;
	}
	for (int i = cJSON_GetArraySize(events); i-- > 0;) {
		double n =
		    cJSON_GetNumberValue(cJSON_GetObjectItemCaseSensitive(
			cJSON_GetArrayItem(events, i), "number"));
		if (n < range[0] || (range[1] && n > range[1]))
			cJSON_DeleteItemFromArray(events, i);
	}
	if (range[0])
		tree_add_int(ctx, "from", range[0]);
	if (range[1])
		tree_add_int(ctx, "to", range[1]);
	return job_render(j, "desk/history", ctx, e);
}

static int
run_history(struct job *j, struct call *c, struct err *e)
{
	int range[2];

	if (j->at.m->table == NULL)
		return refuse(c->why, "game-not-begun");
	if (read_range(c->args, range))
		return refuse(c->why, "bad-range");
	return show_events(j, 1, range, e);
}

/* Since the seat's last own move. */
static int
run_last(struct job *j, struct call *c, struct err *e)
{
	if (j->at.m->table == NULL)
		return refuse(c->why, "game-not-begun");
	return show_events(j, match_last_own(j->at.m, j->at.seat, e),
	    (int[2]){ 0, 0 }, e);
}

/* That of another, by the moderator: it goes to them, and to nobody else. */
static int
run_resend_to(struct job *j, struct call *c, struct err *e)
{
	struct match *m = j->at.m;
	int seat = seated_take(m, &c->args, c->why), from;

	if (seat <= 0)
		return seat ? -1 : refuse_seat_word(c->why, "resend", false);
	if (!m->seat[seat].player)
		return match_refuse_seat(c->why, "nobody-there", seat);
	if (match_check_state(m, SETTING_UP | RUNNING, c->why) ||
	    seated_reason(j, c->args, "resend", c->why))
		return -1;
	from = m->table != NULL ? match_last_own(m, seat, e) : 1;
	if (from < 0)
		return -1;
	m->seat[seat].told_seq = from - 1;
	happen(m, ON_REQUEST, seat);
	moderate_tell(m, (struct moderated){ .what = "resend", .seat = seat });
	return 0;
}

static const struct command resend = { "resend", COMMAND_MODERATOR,
	RIGHT_MODERATE, run_resend_to, NULL };

static unsigned
needs_resend(struct job *j, const char *args)
{
	(void)j;
	return *args ? RIGHT_MODERATE : RIGHT_CLUB;
}

/* The mail that was lost, made anew from what is true now; its news begin where
 * the seat's last turn ended. */
static int
run_resend(struct job *j, struct call *c, struct err *e)
{
	if (*c->args)
		return j->at.moderator ? job_act(j, &resend, c, e) :
					 refuse(c->why, "not-moderator");
	if (!j->at.seat)
		return refuse(c->why, "not-seated");
	j->at.what |= CONTEXT_POSITION | CONTEXT_MOVES;
	j->at.anew = j->at.m->table == NULL ?
	    1 :
	    match_last_own(j->at.m, j->at.seat, e);
	return j->at.anew < 0 ? -1 : 0;
}

const struct command commands_look[] = {
	{ "board", COMMAND_LOOK | COMMAND_BARE, RIGHT_LOOK, run_board, NULL },
	{ "chart", COMMAND_LOOK | COMMAND_WHOLE | COMMAND_BARE, RIGHT_LOOK,
	    run_chart, NULL },
	{ "hand", COMMAND_SEAT | COMMAND_BARE, RIGHT_CLUB, run_hand, NULL },
	{ "history", COMMAND_LOOK, RIGHT_LOOK, run_history, NULL },
	{ "last", COMMAND_SEAT | COMMAND_BARE, RIGHT_CLUB, run_last, NULL },
	{ "log", COMMAND_LOOK, RIGHT_LOOK, run_log, NULL },
	{ "moves", COMMAND_SEAT | COMMAND_BARE, RIGHT_CLUB, run_moves, NULL },
	{ "resend",
	    COMMAND_SEAT | COMMAND_TABLE | COMMAND_BARE | COMMAND_OF_SEAT,
	    RIGHT_CLUB, run_resend, needs_resend },
	{ "status", COMMAND_LOOK | COMMAND_BARE, RIGHT_LOOK, run_status, NULL },
	{ .name = NULL },
};
