/* SPDX-License-Identifier: MIT */

/* What every command and every step of a mail's way needs of it. */

#include "desk/judge.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "mail/parser.h"
#include "text/texts.h"

int
errand_open(struct errand *er, struct desk *d, const struct inbox_row *row,
    struct err *e)
{
	memset(er, 0, sizeof *er);
	er->desk = d;
	er->row = row;
	er->answer_id = row->id;
	er->confirmed = -1;
	er->lang = d->house.lang;
	er->parts = cJSON_CreateArray();
	return parser_read(d->parser, row->raw, row->raw_len, &er->msg, e);
}

void
errand_close(struct errand *er)
{
	match_drop(er->m);
	for (int i = 0; i < er->n_visits; i++) {
		match_drop(er->visit[i].m);
		free(er->visit[i].seen);
	}
	free(er->visit);
	for (int i = 0; i < er->n; i++) {
		free(er->line[i].text);
		free(er->line[i].said);
		free(er->line[i].block);
	}
	free(er->line);
	free(er->seen);
	preview_release(&er->preview);
	cJSON_Delete(er->parts);
	if (er->player.id)
		player_release(&er->player);
	rights_release(&er->rights);
	buf_release(&er->waiting.lines);
	buf_release(&er->answer_to);
	request_release(&er->request);
	cJSON_Delete(er->leads);
	message_release(&er->msg);
}

/* What waits as a whole is answered by the question alone. */
bool
errand_obeyed(const struct errand *er)
{
	bool waits = er->waiting.any;

	for (int i = 0; i < er->n; i++)
		waits &= er->line[i].state == LINE_HELD ||
			er->line[i].state == LINE_UNREAD;
	return !waits;
}

/* Without the seat nothing but public things can be had. */
void
errand_leave_seat(struct errand *er)
{
	match_drop(er->m);
	er->m = NULL;
	er->seat = 0;
	er->moderator = er->observer = false;
	er->game_words = NULL;
}

void
errand_part(struct errand *er, const char *markdown)
{
	cJSON *o = cJSON_CreateObject();

	cJSON_AddStringToObject(o, "text", markdown);
	cJSON_AddItemToArray(er->parts, o);
	er->said += strlen(markdown);
}

int
errand_reader(struct errand *er, struct reader *out, struct err *e)
{
	const struct house *h = &er->desk->house;

	if (er->m && (er->seat || er->moderator))
		return reader_of(er->m, er->seat, out, e);
	*out = (struct reader){ .seat = OBSERVER, .lang = er->lang,
		.layout = er->player.id ? er->player.layout : "board",
		.tz = er->player.id ? er->player.tz : h->tz,
		.width = er->player.id ? er->player.width : 72 };
	return 0;
}

int
errand_render(struct errand *er, const char *template, cJSON *ctx,
	struct err *e)
{
	struct buf b = BUF_INIT;
	int rc = texts_render(er->desk->house.texts, er->lang, template, ctx,
	    &b,
		e);

	cJSON_Delete(ctx);
	if (rc == 0)
		errand_part(er, buf_text(&b));
	buf_release(&b);
	return rc;
}

struct only { int64_t id; int n; };

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
errand_games(const struct errand *er, int64_t *last, struct err *e)
{
	struct only only = { 0 };

	if (game_each(er->desk->house.db, -1, er->player.id, count_game, &only,
	    e) < 0)
		return -1;
	*last = only.id;
	return only.n;
}

int
errand_no_game(const struct errand *er, struct refusal *why)
{
	int64_t only;
	struct err e;

	if (!er->player.id)
		return refuse(why, er->dead ? "reply-dead" : "unproved");
	if (er->named) {
		refuse(why, "not-seated");
		refusal_int(why, "game", (long)er->named);
		return -1;
	}
	if (errand_games(er, &only, &e) == 0)
		return refuse(why, "no-game");
	return refuse(why, "which-game");
}
