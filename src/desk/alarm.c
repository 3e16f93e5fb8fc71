/* SPDX-License-Identifier: MIT */

/* The keeper hears of trouble with the machinery. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/tree.h"
#include "desk/desk.h"
#include "post/letter.h"
#include "store/alarm.h"
#include "text/texts.h"

static cJSON *
alarm_context(struct desk *d, const struct alarm_row *a, int64_t now)
{
	const struct club *club = &d->club;
	cJSON *ctx = cJSON_CreateObject();
	struct buf span = BUF_INIT;

	cJSON_AddTrueToObject(ctx, a->name);
	tree_add_str(ctx, "why", a->why);
	texts_add_moment(club->texts, club->lang, club->tz, a->began, now, ctx,
	    "began");
	if (a->ended) {
		texts_add_moment(club->texts, club->lang, club->tz, a->ended,
		    now, ctx, "ended");
		/* A minute that has begun counts: "no time" says nothing. */
		texts_span(club->texts, club->lang, a->ended - a->began + 59,
		    &span);
		tree_add_str(ctx, "span", buf_text(&span));
	}
	buf_release(&span);
	return ctx;
}

/* "The disk is full", "Over: the disk is full". */
static void
alarm_subject(const struct club *club, const struct alarm_row *a,
    struct buf *out)
{
	struct buf key = BUF_INIT;

	buf_printf(&key, "alarm-%s", a->name);
	if (a->ended)
		buf_printf(out, "%s: ",
		    texts_phrase(club->texts, club->lang, "alarm-over"));
	buf_str(out, texts_phrase(club->texts, club->lang, key.data));
	buf_release(&key);
}

int
desk_alarm(struct desk *d, const struct alarm_row *a, struct outbox_row *out,
    struct err *e)
{
	struct buf subject = BUF_INIT;
	struct letter l = { .club = &d->club,
		.kind = LETTER_ALARM,
		.to = { .is = TO_KEEPER } };
	cJSON *ctx = alarm_context(d, a, clock_now());
	int rc;

	alarm_subject(&d->club, a, &subject);
	l.subject = subject.data;
	rc = letter_open(&l, e);
	if (rc == 1 && letter_make(&l, ctx, out, e))
		rc = -1;
	letter_release(&l);
	cJSON_Delete(ctx);
	buf_release(&subject);
	return rc;
}
