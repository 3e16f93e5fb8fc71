/* SPDX-License-Identifier: MIT */
#include "match/moderate.h"

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "match/found.h"
#include "match/frame.h"
#include "match/press.h"
#include "match/record.h"
#include "store/insight.h"
#include "text/texts.h"

int
moderate_begin(struct match *m, struct refusal *why, struct err *e)
{
	if (match_begin(m, why, e))
		return -1;
	moderate_tell(m, "begin", NULL);
	return 0;
}

int
moderate_cancel(struct match *m, struct refusal *why, struct err *e)
{
	if (match_cancel(m, true, why, e))
		return -1;
	moderate_tell(m, "cancel", NULL);
	return 0;
}

int
moderate_revive(struct match *m, struct refusal *why, struct err *e)
{
	if (match_revive(m, why, e))
		return -1;
	moderate_tell(m, "revive", NULL);
	return 0;
}

int
moderate_rollback(struct match *m, int number, struct refusal *why,
	struct err *e)
{
	cJSON *args;

	if (match_undo(m, number, why, e))
		return -1;
	args = cJSON_CreateObject();
	cJSON_AddNumberToObject(args, "number", number);
	moderate_tell(m, "rollback", args);
	return 0;
}

int
moderate_rollforward(struct match *m, struct refusal *why, struct err *e)
{
	if (match_redo(m, why, e))
		return -1;
	moderate_tell(m, "rollforward", NULL);
	return 0;
}

int
moderate_announce(struct match *m, const char *text, struct refusal *why,
	struct err *e)
{
	if (match_press(m, PRESS_MODERATOR, 0, true, text, why, e))
		return -1;
	moderate_tell(m, "announce", NULL);
	return 0;
}

/* Each hand as its owner sees it; a game without such a page is shown whole,
 * once for every seat. */
static int
reveal_hands(struct match *m, struct reader *r, cJSON *ctx, struct err *e)
{
	cJSON *hands = cJSON_AddArrayToObject(ctx, "hands"), *o;
	char name[64];
	int rc = 0;

	snprintf(name, sizeof name, "%s/hand", m->game.kind);
	for (int s = 1; s <= m->seats && rc == 0; s++) {
		struct buf b = BUF_INIT;
		r->seat = s;
		rc = frame_piece(m, r, texts_template(m->house->texts, "en",
			name) ? "hand" : "position", &b, e);
		o = frame_seat(m, hands, s);
		cJSON_AddStringToObject(o, "hand", buf_text(&b));
		buf_release(&b);
	}
	return rc;
}

/* Who has seen it all may not play, and what he sees is what the archive will
 * show of the present position. */
int
moderate_reveal(struct match *m, const char *lang, struct buf *out,
	struct refusal *why, struct err *e)
{
	struct reader r = { .lang = lang, .layout = "board", .width = 72,
		.tz = m->house->tz };
	struct buf facts = BUF_INIT;
	cJSON *ctx;
	int rc;

	why->code = NULL;
	if (!match_running(m))
		return refuse(why, m->table ? "game-over" : "game-not-begun");
	if (m->by && match_moderator_seat(m))
		return refuse(why, "moderator-plays");
	ctx = cJSON_CreateObject();
	rc = reveal_hands(m, &r, ctx, e);
	table_facts(m->table, ARCHIVE, &facts);
	cJSON_AddStringToObject(ctx, "facts", buf_text(&facts));
	buf_release(&facts);
	if (rc == 0)
		rc = texts_render(m->house->texts, lang, "desk/reveal", ctx,
			out, e);
	cJSON_Delete(ctx);
	if (rc == 0 && m->by)
		rc = insight_add(m->house->db, m->game.id, m->game.moderator,
			INSIGHT_ALL, false, e);
	if (rc == 0)
		moderate_tell(m, "reveal", NULL);
	return rc;
}

int
moderate_appoint(struct match *m, const char *name, const char *address,
	struct refusal *why, struct err *e)
{
	cJSON *args;
	int64_t id = 0;

	why->code = NULL;
	if (m->game.state == GAME_OVER || m->game.state == GAME_CANCELLED)
		return refuse(why, m->game.state == GAME_OVER ? "game-over" :
			"game-cancelled");
	if (address && house_player(m->house, name, address, m->game.lang, &id, e))
		return -1;
	if (id == m->game.moderator)
		return refuse(why, "moderates-already");
	m->game.moderator = m->seat[0].player = id;
	m->game.moderator_holder = ++m->seat[0].holder;
	if (m->player[0].id)
		player_release(&m->player[0]);
	memset(&m->player[0], 0, sizeof m->player[0]);
	m->happened[ON_APPOINTMENT] = id != 0;
	args = cJSON_CreateObject();
	if (id) {
		const struct player *p = match_player(m, 0, e);
		cJSON_AddStringToObject(args, "name", p ? p->name : name);
	}
	moderate_tell(m, "appoint", args);
	return 0;
}
