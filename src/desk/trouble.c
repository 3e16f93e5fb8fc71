/* SPDX-License-Identifier: MIT */

/* Who hears of mail that did not arrive, or could not be judged: the moderator
 * of the game, the keeper. */

#include "desk/trouble.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/log.h"
#include "text/texts.h"

void
ear_release(struct ear *ear)
{
	buf_release(&ear->to);
	buf_release(&ear->reply_to);
	buf_release(&ear->tag);
	if (ear->player.id)
		player_release(&ear->player);
	memset(ear, 0, sizeof *ear);
}

void
ear_keeper(const struct desk *d, struct ear *out)
{
	memset(out, 0, sizeof *out);
	if (d->house.keeper)
		buf_str(&out->to, d->house.keeper);
}

/* He answers as the moderator of this game. */
static int
give_token(const struct desk *d, const struct game *g, struct ear *out,
	struct err *e)
{
	struct token t = { .role = TOKEN_MODERATOR, .number = g->id,
		.board = g->board };
	struct buf tag = BUF_INIT;

	if (player_seat_holder(d->house.db, g->moderator, g->moderator_holder,
	    &t.holder, e))
		return -1;
	desk_reply_to(d, &t, &out->reply_to, &tag);
	if (tag.len)
		buf_printf(&out->tag, "[pq%s] ", tag.data);
	else
		buf_printf(&out->tag, "[pq%lld] ", (long long)g->id);
	buf_release(&tag);
	return 0;
}

/* The moderator of the game; nobody if it has none. */
int
ear_moderator(struct desk *d, int64_t game, struct ear *out, struct err *e)
{
	struct game g;
	int rc = game ? game_get(d->house.db, game, &g, e) : 0;

	memset(out, 0, sizeof *out);
	if (rc != 1)
		return rc;
	if (g.moderator)
		rc = address_primary(d->house.db, g.moderator, &out->to, e);
	if (rc >= 0 && out->to.len)
		rc = player_get(d->house.db, g.moderator, &out->player, e);
	if (rc == 1 && out->player.id)
		rc = give_token(d, &g, out, e);
	game_release(&g);
	return rc < 0 ? -1 : 0;
}

int
tell_trouble(struct desk *d, const struct ear *ear, const char *template,
	const char *mark, cJSON *ctx, struct err *e)
{
	const struct player *p = ear->player.id ? &ear->player : NULL;
	const char *lang = p ? p->lang : d->house.lang;
	struct notice n = { .to = ear->to.data, .to_name = p ? p->name : "",
		.lang = lang, .layout = p ? p->layout : NULL,
		.width = p ? p->width : 0, .mark = mark, .template = template };
	char line[40];
	struct buf subject = BUF_INIT;
	int rc;

	/* "mail/bounced" has its subject in the phrases. */
	buf_printf(&subject, "%s%s", buf_text(&ear->tag),
		texts_phrase(d->house.texts, lang, template + 5));
	n.subject = subject.data;
	n.reply_to = ear->reply_to.len ? ear->reply_to.data : NULL;
	snprintf(line, sizeof line, "mail %s", mark);
	cJSON_AddStringToObject(ctx, "mark", line);
	cJSON_AddStringToObject(ctx, "club", d->house.club);
	rc = mails_notice(&d->house, &n, ctx, e);
	buf_release(&subject);
	return rc;
}

int
desk_aside(struct desk *d, const struct inbox_row *row, struct err *e)
{
	struct clock_local l;
	struct ear keeper;
	char mark[32], came[40];
	cJSON *ctx;
	int rc;

	snprintf(mark, sizeof mark, "0.aside%lld", (long long)row->id);
	log_event(LOG_LEVEL_ERROR, "mail.aside", "inbox", mark + 7, NULL);
	if (inbox_finish(d->house.db, row->id, INBOX_ASIDE, row->message_id, e))
		return -1;
	ear_keeper(d, &keeper);
	if (!keeper.to.len)
		return 0;
	if (clock_local(row->received, d->house.tz, &l))
		clock_local(row->received, "UTC", &l);
	snprintf(came, sizeof came, "%04d-%02d-%02d %02d:%02d", l.year % 10000,
		l.month % 100, l.day % 100, l.hour % 100, l.minute % 100);
	/* Nothing of the mail is read here: reading it may be the trouble. */
	ctx = cJSON_CreateObject();
	cJSON_AddNumberToObject(ctx, "inbox", (double)row->id);
	cJSON_AddNumberToObject(ctx, "attempts", row->attempts);
	cJSON_AddStringToObject(ctx, "came", came);
	rc = tell_trouble(d, &keeper, "mail/aside", mark, ctx, e);
	cJSON_Delete(ctx);
	ear_release(&keeper);
	return rc;
}
