/* SPDX-License-Identifier: MIT */

/* What every command and every step of a mail's way needs of it. */

#include "base/tree.h"
#include "desk/command.h"
#include "desk/judge.h"

#include <cjson/cJSON.h>

#include "mail/parser.h"
#include "text/texts.h"

int
job_open(struct job *j, struct desk *d, const struct inbox_row *row,
    struct err *e)
{
	memset(j, 0, sizeof *j);
	j->desk = d;
	j->row = row;
	j->answer.inbox = row->id;
	j->confirmed = -1;
	j->lang = d->club.lang;
	j->answer.parts = cJSON_CreateArray();
	return parser_read(d->parser, row->raw, row->raw_len, &j->msg, e);
}

void
job_close(struct job *j)
{
	match_drop(j->at.m);
	for (int i = 0; i < j->n_left; i++) {
		match_drop(j->left[i].m);
		free(j->left[i].seen);
	}
	free(j->left);
	for (int i = 0; i < j->n; i++) {
		free(j->line[i].text);
		free(j->line[i].written);
		free(j->line[i].said);
		free(j->line[i].block);
	}
	free(j->line);
	free(j->at.seen);
	preview_release(&j->preview);
	cJSON_Delete(j->answer.parts);
	identity_release(&j->who);
	buf_release(&j->waiting.lines);
	buf_release(&j->answer.to);
	calendar_release(&j->answer.calendar);
	cJSON_Delete(j->answer.leads);
	cJSON_Delete(j->answer.meant);
	cJSON_Delete(j->answer.near);
	message_release(&j->msg);
}

/* What waits as a whole is answered by the question alone. */
bool
job_obeyed(const struct job *j)
{
	bool waits = j->waiting.any;

	for (int i = 0; i < j->n; i++)
		waits &= j->line[i].state == LINE_HELD ||
		    j->line[i].state == LINE_UNREAD;
	return !waits;
}

/* Without the seat nothing but public things can be had. */
void
job_leave_seat(struct job *j)
{
	match_drop(j->at.m);
	j->at.m = NULL;
	j->at.seat = 0;
	j->at.moderator = j->at.observer = false;
	j->game_words = NULL;
}

void
job_part(struct job *j, const char *markdown)
{
	tree_add_str(tree_member(j->answer.parts), "text", markdown);
	j->answer.bytes += strlen(markdown);
}

int
job_reader(struct job *j, struct reader *out, struct err *e)
{
	const struct club *club = &j->desk->club;

	if (j->at.m != NULL && (j->at.seat || j->at.moderator))
		return reader_of(j->at.m, j->at.seat, out, e);
	*out = (struct reader){ .seat = OBSERVER,
		.lang = j->lang,
		.layout = j->who.player.id ? j->who.player.layout : "board",
		.tz = j->who.player.id ? j->who.player.tz : club->tz,
		.width = j->who.player.id ? j->who.player.width : 72 };
	return 0;
}

int
job_render(struct job *j, const char *template, cJSON *ctx, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc = texts_render(j->desk->club.texts, j->lang, template, ctx, &b,
	    e);

	cJSON_Delete(ctx);
	if (rc == 0)
		job_part(j, buf_text(&b));
	buf_release(&b);
	return rc;
}

struct only {
	int64_t id;
	int n;
};

static int
count_game(void *arg, const struct game *g)
{
	struct only *o = arg;

	if (g->state == GAME_RUNNING || g->state == GAME_SETUP) {
		o->id = g->id;
		o->n++;
	}
	return 0;
}

int
job_games(const struct job *j, int64_t *last, struct err *e)
{
	struct only only = { 0 };

	if (game_each(j->desk->club.db, GAMES_ALL, j->who.player.id, count_game,
		&only, e) < 0)
		return -1;
	*last = only.id;
	return only.n;
}

int
job_no_game(const struct job *j, struct refusal *why)
{
	int64_t only;
	struct err e;

	if (!j->who.player.id)
		return stranger_refused(j, NULL, why);
	if (j->named)
		return refuse_number(why, "not-seated", "game", j->named);
	if (job_games(j, &only, &e) == 0)
		return refuse(why, "no-game");
	return refuse(why, "which-game");
}

bool
job_can_move(const struct job *j)
{
	return j->at.m != NULL && j->at.seat && j->at.m->table != NULL &&
	    j->at.current && match_to_act(j->at.m) & SEAT_BIT(j->at.seat);
}
