/* SPDX-License-Identifier: MIT */

/* Pictures of mails that are about to go out for the first time. They are made
 * here, where no mail is being judged, and kept before any of their mails
 * leaves: so each attempt sends the same bytes. */

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "picture/parcel.h"
#include "picture/picture.h"
#include "store/picture.h"
#include "store/several.h"

/* Base64 in lines with CR LF, none behind the last. */
static void
put_lines(const struct buf *png, struct buf *out)
{
	enum { LINE = 76 };
	char *text = mem_alloc(4 * ((png->len + 2) / 3) + 1);
	size_t len;

	hash_base64(png->data, png->len, text);
	len = strlen(text);
	for (size_t at = 0; at < len; at += LINE) {
		if (at > 0)
			buf_str(out, "\r\n");
		buf_add(out, text + at, len - at < LINE ? len - at : LINE);
	}
	free(text);
}

static int
draw_one(struct daemon *d, const struct drawing *drawn, struct buf *out,
    struct err *e)
{
	struct buf png = BUF_INIT;
	int rc = d->pictures != NULL ? 0 : pictures_open(&d->pictures, e);

	d->chores.painted = clock_monotonic_ms();
	if (rc == 0)
		rc = picture_png(d->pictures, drawn, &png, e);
	if (rc == 0) {
		buf_str(out, out->len > 0 ? "\r\n\r\n" : "");
		put_lines(&png, out);
		alarm_clear(d, ALARM_PICTURES);
	} else {
		alarm_raise(d, ALARM_PICTURES, e->text);
	}
	buf_release(&png);
	return rc;
}

/* Nothing is appended if one cannot be drawn, which the keeper is told. */
static void
draw(struct daemon *d, const struct buf *drawings, struct buf *out)
{
	struct err e;
	size_t used;

	for (size_t at = 0; at < drawings->len; at += used) {
		struct drawing drawn = { 0 };
		int rc = parcel_open(drawings->data + at, drawings->len - at,
		    &used, &drawn);

		/* Another build's: its mails go without. */
		if (rc == 0) {
			rc = draw_one(d, &drawn, out, &e);
			drawing_release(&drawn);
		}
		if (rc != 0) {
			buf_clear(out);
			return;
		}
	}
}

static int
make_one(struct daemon *d, struct outbox_row *row, struct err *e)
{
	struct buf drawing = BUF_INIT, body = BUF_INIT;
	struct outbox_row whole;
	int rc = picture_due(d->db, row->picture, &drawing, e);

	if (rc == 1) {
		draw(d, &drawing, &body);
		rc = picture_made(d->db, row->picture, buf_text(&body),
		    body.len, e);
	}
	if (rc >= 0)
		rc = outbox_get(d->db, row->id, &whole, e);
	if (rc == 1) {
		whole.claim = row->claim;
		outbox_row_release(row);
		*row = whole;
	}
	buf_release(&drawing);
	buf_release(&body);
	return rc < 0 ? -1 : 0;
}

int
pictures_make(struct daemon *d, struct outbox_row *rows, int n, struct err *e)
{
	bool own = !db_in_transaction(d->db), some = false;
	int rc = 0;

	for (int i = 0; i < n; i++)
		some = some || rows[i].picture != NULL;
	if (!some)
		return 0;
	if (own && db_begin_beside(d->db, e) != 0)
		return -1;
	for (int i = 0; i < n && rc == 0; i++)
		if (rows[i].picture != NULL)
			rc = make_one(d, &rows[i], e);
	return db_leave(d->db, own, rc, e);
}
