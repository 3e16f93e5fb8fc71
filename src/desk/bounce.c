/* SPDX-License-Identifier: MIT */

/* Mail that came back, and mail that could not be sent: what it says of the
 * address, and who is told. */

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/tree.h"
#include "desk/trouble.h"
#include "mail/address.h"
#include "match/clocks.h"
#include "post/token.h"
#include "store/failing.h"
#include "store/observer.h"
#include "store/outbox.h"
#include "text/texts.h"

static bool
has_envelope(const struct job *j, const struct outbox_row *row,
    const char *envelope)
{
	struct buf own = BUF_INIT;
	bool has;

	desk_envelope(j->desk, row->message_id, row->created, &own);
	has = strlen(envelope) == own.len &&
	    hash_equal(envelope, buf_text(&own), own.len);
	buf_release(&own);
	return has;
}

/* The outbox row of that Message-ID that has that envelope: 1, 0, -1. Of a mail
 * and what was sent on of it, where both have one envelope, that which went
 * where the report says, or else the mail. */
static int
row_of(const struct job *j, const char *message_id, const char *envelope,
    int64_t *id, struct err *e)
{
	struct outbox_row row;
	int64_t at = 0;
	int rc;

	*id = 0;
	while ((rc = outbox_by_message_id(j->desk->club.db, message_id, at,
		    &row, e)) == 1) {
		bool named = j->msg.report_to != NULL &&
		    strcmp(j->msg.report_to, row.to) == 0;

		at = row.id;
		if ((*id == 0 || named) && has_envelope(j, &row, envelope))
			*id = row.id;
		outbox_row_release(&row);
	}
	return rc < 0 ? -1 : *id != 0;
}

/* By an address to which the report came: servers may write it large. What was
 * sent when our domain was another is found by what came back of it. */
static int
row_of_address(const struct job *j, const char *address, int64_t *id,
    struct err *e)
{
	struct buf detail = BUF_INIT, message_id = BUF_INIT, own = BUF_INIT;
	int rc = 0;

	if (address_detail(address, &detail) == 1) {
		for (size_t i = 0; i < detail.len; i++)
			detail.data[i] = (char)
			    tolower((unsigned char)detail.data[i]);
		token_address(&j->desk->club, detail.data, &own);
		if (desk_enveloped(j->desk, detail.data, &message_id)) {
			rc = row_of(j, message_id.data, buf_text(&own), id, e);
			if (rc == 0 && j->msg.report_id != NULL)
				rc = row_of(j, j->msg.report_id, buf_text(&own),
				    id, e);
		}
	}
	buf_release(&detail);
	buf_release(&message_id);
	buf_release(&own);
	return rc;
}

/* The outbox row that a bounce speaks of: by the envelope sender's token, or
 * by the Message-ID of what came back, where the envelope has no token. 1, 0,
 * -1. */
static int
bounced_row(struct job *j, int64_t *id, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; i < j->msg.n_to && rc == 0; i++)
		rc = row_of_address(j, j->msg.to[i], id, e);
	if (rc == 0 && j->msg.report_id != NULL)
		rc = row_of(j, j->msg.report_id, j->desk->club.address, id, e);
	return rc;
}

/* Whether a report is from where the row went, and has no status: somebody is
 * away, or their program asks who we are, and the mail has arrived (RFC 3834).
 * Those of servers are from other addresses. 1, 0, -1. */
static int
is_from_recipient(const struct job *j, int64_t id, struct err *e)
{
	struct outbox_row row;
	int rc;

	if (j->msg.from == NULL || j->msg.report_to != NULL ||
	    j->msg.report_status != NULL)
		return 0;
	rc = outbox_get(j->desk->club.db, id, &row, e);
	if (rc != 1)
		return rc;
	rc = strcmp(j->msg.from, row.to) == 0;
	outbox_row_release(&row);
	return rc;
}

int
job_bounce(struct job *j, struct err *e)
{
	const char *why;
	int64_t id;
	int rc;

	/* A delay is not the end: the other server goes on trying. */
	if (!j->msg.report_failed)
		return 0;
	rc = bounced_row(j, &id, e);
	if (rc != 1)
		return rc;
	rc = is_from_recipient(j, id, e);
	if (rc != 0)
		return rc < 0 ? -1 : 0;
	why = j->msg.report_status != NULL ? j->msg.report_status : "returned";
	return desk_undeliverable(j->desk, id, fault_of(STAGE_REPORT, why), why,
	    e);
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
	    seat_get(d->club.db, row->game, row->seat, &s, &e) == 1) {
		tree_add_str(ctx, "seat", seat_id(row->seat));
		tree_add_str(ctx, "seat_name", s.name);
		seat_release(&s);
	}
}

/* Where sub-addresses do not reach us a subject has its reader's token, which
 * is nobody else's to see: "[pq42.p2.77.k3v9…] Your turn" is shown as "Your
 * turn". */
static void
add_subject(const struct outbox_row *row, cJSON *ctx)
{
	struct message msg;
	struct buf out = BUF_INIT;

	message_read(row->raw, row->raw_len, &msg);
	for (const char *p = msg.subject; *p; p++) {
		const char *end = strncmp(p, "[pq", 3) != 0 ? NULL :
							      strchr(p, ']');

		if (end == NULL)
			buf_char(&out, *p);
		else
			p = end + (end[1] == ' ');
	}
	tree_add_text(ctx, "subject", &out);
	message_release(&msg);
}

/* What became of a mail that did not arrive. */
struct loss {
	const struct outbox_row *row;
	const char *why;
	/* the address is bad; not our way to it, nor what we wrote */
	bool address;
	bool gone; /* there is no such mailbox */
	bool ours; /* it speaks of our account or server */
	bool failing, stopped, redirected;
	int64_t held; /* a clock stands still until then */
	bool news;    /* not told yet */
	int64_t now;  /* both marks are of it */
};

/* A moderator sees nobody's address: words of a server that have one are left
 * out. */
static void
add_reason(const char *why, bool keeper, cJSON *ctx)
{
	struct buf out = BUF_INIT;

	for (const char *p = why; *p;) {
		size_t space = strspn(p, " "), n = strcspn(p + space, " ");

		if (keeper || memchr(p + space, '@', n) == NULL)
			buf_add(&out, p, space + n);
		else
			buf_str(&out, " ...");
		p += space + n;
	}
	tree_add_text(ctx, "why", &out);
}

static cJSON *
loss_tree(struct desk *d, const struct loss *l, const struct addressee *to)
{
	const char *tz = to->player.id ? to->player.tz : d->club.tz;
	const char *lang = to->player.id ? to->player.lang : d->club.lang;
	cJSON *ctx = cJSON_CreateObject();

	if (!to->player.id)
		tree_add_str(ctx, "to", l->row->to);
	add_reason(l->why, !to->player.id, ctx);
	add_subject(l->row, ctx);
	/* The number of a row counts what the club has written: it is the
	 * keeper's alone. */
	if (!to->player.id)
		cJSON_AddNumberToObject(ctx, "outbox", (double)l->row->id);
	add_game(d, l->row, ctx);
	tree_flag(ctx, "keeper", !to->player.id);
	tree_flag(ctx, "failing", l->failing);
	tree_flag(ctx, "stopped", l->stopped);
	tree_flag(ctx, "redirected", l->redirected);
	if (l->held)
		texts_add_moment(d->club.texts, lang, tz, l->held, l->now, ctx,
		    "held");
	return ctx;
}

static int
tell_loss(struct desk *d, const struct loss *l, const struct addressee *to,
    struct err *e)
{
	cJSON *ctx;
	int rc;

	/* Trouble with telling of trouble stays in the log. */
	if (!to->to.len || strcmp(to->to.data, l->row->to) == 0)
		return 0;
	ctx = loss_tree(d, l, to);
	if (!to->player.id)
		return desk_trouble(d, LETTER_BOUNCED, ctx, e);
	rc = tell_trouble(d, to, LETTER_BOUNCED, ctx, e);
	cJSON_Delete(ctx);
	return rc;
}

/* The moderator and the keeper, who may be one. */
static int
tell_both(struct desk *d, const struct loss *l, struct err *e)
{
	struct addressee moderator, keeper;
	int rc = addressee_moderator(d, l->row->game, &moderator, e);

	addressee_keeper(d, &keeper);
	if (rc == 0)
		rc = tell_loss(d, l, &moderator, e);
	if (rc == 0 &&
	    strcmp(buf_text(&keeper.to), buf_text(&moderator.to)) != 0)
		rc = tell_loss(d, l, &keeper, e);
	addressee_release(&moderator);
	addressee_release(&keeper);
	return rc;
}

/* To the player's next address, if they have one that works. */
static int
redirect(struct desk *d, struct loss *l, struct err *e)
{
	struct buf to = BUF_INIT;
	int64_t copy;
	int rc = failing_other(d->club.db, l->row->player, &to, e);

	if (rc == 1 &&
	    (rc = outbox_redirect(d->club.db, l->row->id, to.data, l->now,
		 &copy, e)) == 1)
		l->redirected = true;
	buf_release(&to);
	return rc < 0 ? -1 : 0;
}

/* The seat's clock stands still for three days from the first mail that came
 * back, and not again for a month: nobody has their own mail returned for a
 * holiday. What is held at most is clock/acts.c's. Where names are hidden it
 * runs on, and the moderator may extend it: what two games tell of one moment
 * would tell who sits there. */
static int
hold_clock(struct desk *d, struct loss *l, const struct failing *f,
    struct err *e)
{
	enum { DAY = 86400, HOLD = 3 * DAY, AGAIN = 30 * DAY };
	const struct outbox_row *row = l->row;
	int64_t now = l->now, from = f->held;
	struct match *m;
	int rc;

	if (!row->game || !row->seat || l->redirected)
		return 0;
	if (!from || now - from > AGAIN)
		from = now;
	if (from + HOLD <= now)
		return 0;
	rc = match_open(&d->club, row->game, &m, e);
	if (rc != 1)
		return rc;
	rc = m->seat[row->seat].player == row->player &&
		m->game.state == GAME_RUNNING &&
		m->terms.names != TERMS_NAMES_HIDDEN ?
	    clock_hold(m, row->seat, from + HOLD, e) :
	    0;
	if (rc != 1) {
		match_drop(m);
		return rc;
	}
	l->held = from + HOLD;
	if (match_finish(m, 0, e))
		return -1;
	return from == now ? failing_hold(d->club.db, row->to, now, e) : 0;
}

/* Marks the address, if it is the player's still. A mail of long ago says
 * nothing of today. Where the fault is ours only their clock is held. */
static int
mark_failing(struct desk *d, struct loss *l, struct err *e)
{
	enum { OLD = 10 * 86400 };
	const struct outbox_row *row = l->row;
	struct failing f = { 0 };
	int64_t now = l->now;
	int others = 0, rc;

	l->news = true;
	if ((!l->address && !l->ours) || !row->player)
		return 0;
	rc = failing_get(d->club.db, row->to, &f, e);
	if (rc == 1 && f.player == row->player && now - row->created < OLD) {
		l->failing = l->address;
		l->stopped = l->gone && f.bounces + 1 == FAILING_STOP;
		if ((l->address &&
			(failing_mark(d->club.db, row->to, l->gone, now, e) ||
			    redirect(d, l, e))) ||
		    hold_clock(d, l, &f, e))
			rc = -1;
		/* Each game's moderator once, and when it is given up. */
		if (rc == 1 && f.since &&
		    outbox_returned(d->club.db, row->game, row->to, f.since,
			row->id, &others, e))
			rc = -1;
		l->news = l->stopped || !f.since || (row->game && !others);
	} else if (rc >= 0) {
		l->news = false;
	}
	failing_release(&f);
	return rc < 0 ? -1 : 0;
}

static int
lose(struct desk *d, int64_t outbox_id, struct loss *l, struct err *e)
{
	struct outbox_row row;
	char id[24];
	int rc;

	l->now = clock_now();
	rc = outbox_bounced(d->club.db, outbox_id, l->why, l->now, e);
	if (rc != 1)
		return rc;
	rc = outbox_get(d->club.db, outbox_id, &row, e);
	if (rc != 1)
		return rc;
	l->row = &row;
	snprintf(id, sizeof id, "%lld", (long long)outbox_id);
	db_log(d->club.db, LOG_LEVEL_WARNING, "mail.undeliverable", "outbox",
	    id, "why", l->why, NULL);
	rc = mark_failing(d, l, e);
	/* Who only watched watches no more, and nobody need hear of it. */
	if (rc == 0 && row.game && row.player && !row.seat && !l->ours) {
		rc = observer_drop(d->club.db, row.game, row.player, e);
		l->news &= rc == 0;
		rc = rc < 0 ? -1 : 0;
	}
	/* What strangers are answered is lost where they made up their
	 * address: nobody need hear of it. */
	if (rc == 0 && l->news && (row.player || row.game))
		rc = tell_both(d, l, e);
	outbox_row_release(&row);
	return rc;
}

/* What passes and did not in all the days that it was tried is as bad. */
int
desk_undeliverable(struct desk *d, int64_t outbox_id, enum fault fault,
    const char *why, struct err *e)
{
	struct loss l = { .why = why,
		.gone = fault == FAULT_GONE,
		.ours = fault_stops(fault),
		.address = fault == FAULT_GONE || fault == FAULT_ADDRESS ||
		    fault == FAULT_PASSING };

	return lose(d, outbox_id, &l, e);
}
