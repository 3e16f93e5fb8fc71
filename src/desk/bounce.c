/* SPDX-License-Identifier: MIT */

/* Mail that came back, mail that could not be sent, mail that could not be
 * judged: told to the moderator of the game, else to the keeper. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/log.h"
#include "desk/errand.h"
#include "mail/address.h"
#include "match/token.h"
#include "store/outbox.h"

/* The outbox row that a bounce speaks of: by the envelope sender's token, or
 * by the Message-ID of what came back. */
static int64_t
bounced_row(struct errand *er, struct err *e)
{
	struct outbox_row row;
	struct buf detail = BUF_INIT;
	int64_t id = 0;

	for (size_t i = 0; i < er->msg.n_to && !id; i++) {
		struct token t;
		buf_clear(&detail);
		if (address_detail(er->msg.to[i], &detail) == 1 &&
		    token_read(detail.data, detail.len, &t) == 0 &&
		    t.role == TOKEN_BOUNCE &&
		    token_good(er->desk->house.key, &t))
			id = t.number;
	}
	buf_release(&detail);
	if (!id && !er->desk->house.subaddress && er->msg.report_id &&
	    outbox_by_message_id(er->desk->house.db, er->msg.report_id, &row,
	    e) == 1) {
		id = row.id;
		outbox_row_release(&row);
	}
	return id;
}

int
errand_bounce(struct errand *er, struct err *e)
{
	int64_t id;
	int first;

	/* A delay is not the end: the other server goes on trying. */
	if (er->msg.report_status && er->msg.report_status[0] == '4')
		return 0;
	id = bounced_row(er, e);
	if (!id)
		return 0;
	first = outbox_bounced(er->desk->house.db, id, e);
	if (first < 0)
		return -1;
	return first ? desk_undeliverable(er->desk, id, er->msg.report_status ?
		er->msg.report_status : "returned", e) : 0;
}

/* Who is told of trouble with a game: its moderator, else the keeper. */
static int
trouble_address(struct desk *d, int64_t game, struct buf *to, struct err *e)
{
	struct game g;
	int rc = game ? game_get(d->house.db, game, &g, e) : 0;

	if (rc < 0)
		return -1;
	if (rc == 1) {
		if (g.moderator)
			rc = address_primary(d->house.db, g.moderator, to, e);
		game_release(&g);
		if (rc < 0)
			return -1;
	}
	if (!to->len && d->house.keeper)
		buf_str(to, d->house.keeper);
	return 0;
}

static int
tell_trouble(struct desk *d, const char *to, const char *template,
	const char *mark, const char *subject, cJSON *ctx, struct err *e)
{
	struct notice n = { .to = to, .to_name = "", .lang = d->house.lang,
		.subject = subject, .mark = mark, .template = template };
	char line[40];

	snprintf(line, sizeof line, "mail %s", mark);
	cJSON_AddStringToObject(ctx, "mark", line);
	cJSON_AddStringToObject(ctx, "club", d->house.club);
	return mails_notice(&d->house, &n, ctx, e);
}

static void
add_game(struct desk *d, const struct outbox_row *row, cJSON *ctx)
{
	struct seat s;
	struct err e;

	if (!row->game)
		return;
	cJSON_AddNumberToObject(ctx, "game", (double)row->game);
	if (row->seat &&
	    seat_get(d->house.db, row->game, row->seat, &s, &e) == 1) {
		cJSON_AddStringToObject(ctx, "seat_name", s.name);
		seat_release(&s);
	}
}

static void
add_subject(const struct outbox_row *row, cJSON *ctx)
{
	struct message msg;

	message_read(row->raw, row->raw_len, &msg);
	cJSON_AddStringToObject(ctx, "subject", msg.subject);
	message_release(&msg);
}

int
desk_undeliverable(struct desk *d, int64_t outbox_id, const char *why,
	struct err *e)
{
	struct outbox_row row;
	struct buf to = BUF_INIT;
	char mark[32];
	cJSON *ctx;
	int rc = outbox_get(d->house.db, outbox_id, &row, e);

	if (rc != 1)
		return rc;
	snprintf(mark, sizeof mark, "0.out%lld", (long long)outbox_id);
	log_event(LOG_LEVEL_WARNING, "mail.undeliverable", "outbox", mark + 10,
		"why", why, NULL);
	rc = trouble_address(d, row.game, &to, e);
	/* Trouble with telling of trouble stays in the log. */
	if (rc == 0 && to.len && row.to && strcmp(to.data, row.to)) {
		ctx = cJSON_CreateObject();
		cJSON_AddStringToObject(ctx, "to", row.to);
		cJSON_AddStringToObject(ctx, "why", why);
		add_subject(&row, ctx);
		cJSON_AddNumberToObject(ctx, "outbox", (double)outbox_id);
		add_game(d, &row, ctx);
		rc = tell_trouble(d, to.data, "mail/bounced", mark,
			"A mail could not be delivered", ctx, e);
		cJSON_Delete(ctx);
	}
	buf_release(&to);
	outbox_row_release(&row);
	return rc;
}

int
desk_aside(struct desk *d, const struct inbox_row *row, struct err *e)
{
	struct clock_local l;
	char mark[32], came[40];
	cJSON *ctx;
	int rc;

	snprintf(mark, sizeof mark, "0.aside%lld", (long long)row->id);
	log_event(LOG_LEVEL_ERROR, "mail.aside", "inbox", mark + 12, NULL);
	if (inbox_finish(d->house.db, row->id, INBOX_ASIDE, row->message_id, e))
		return -1;
	if (!d->house.keeper)
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
	rc = tell_trouble(d, d->house.keeper, "mail/aside", mark,
		"A mail was set aside", ctx, e);
	cJSON_Delete(ctx);
	return rc;
}
