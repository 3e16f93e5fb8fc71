/* SPDX-License-Identifier: MIT */
#include "post/calendar.h"

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "post/words.h"
#include "store/calendar.h"
#include "text/texts.h"

/* A content line has at most 75 octets, its line end left out; what is more
 * goes on behind a blank, and no letter is cut. */
enum { OCTETS = 75 };

static void
fold(const char *line, size_t len, struct buf *out)
{
	size_t room = OCTETS;

	while (len > room) {
		size_t n = room;
		while (n > 1 && ((unsigned char)line[n] & 0xc0) == 0x80)
			n--;
		buf_add(out, line, n);
		buf_str(out, "\n ");
		line += n;
		len -= n;
		room = OCTETS - 1;
	}
	buf_add(out, line, len);
	buf_char(out, '\n');
}

void
calendar_text(const char *name, const char *value, struct buf *out)
{
	struct buf line = BUF_INIT;

	buf_printf(&line, "%s:", name);
	for (; *value; value++) {
		if (strchr("\\;,", *value) != NULL)
			buf_char(&line, '\\');
		if (*value == '\n')
			buf_str(&line, "\\n");
		else if ((unsigned char)*value >= ' ')
			buf_char(&line, *value);
	}
	fold(line.data, line.len, out);
	buf_release(&line);
}

/* A deadline, and for whom its event is: a number of the seat's holders. */
struct event_of {
	const struct calendar *deadline;
	int holder;
	const char *lang;
	const cJSON *context;
};

static void
line_of(const char *text, struct buf *out)
{
	fold(text, strlen(text), out);
}

static void
add_moment(const char *name, int64_t when, struct buf *out)
{
	char stamp[CLOCK_STAMP_SIZE];

	clock_stamp_short(when, stamp);
	buf_printf(out, "%s:%s\n", name, stamp);
}

/* Each holder's events are their own, as their mails are: a newcomer's SEQUENCE
 * would count what the one before was sent. */
static void
add_uid(const struct match *m, const struct event_of *o, struct buf *out)
{
	const struct calendar *c = o->deadline;
	struct buf line = BUF_INIT;

	buf_printf(&line, "UID:pq%lld.p%d.d%d", (long long)c->game, c->seat,
	    c->decision);
	if (o->holder > 1)
		buf_printf(&line, ".h%d", o->holder);
	buf_printf(&line, ".%s@%s", m->club->mark, m->club->domain);
	line_of(line.data, out);
	buf_release(&line);
}

static int
write_event(const struct match *m, const struct event_of *o, bool cancel,
    struct buf *out, struct err *e)
{
	const struct calendar *c = o->deadline;
	struct buf b = BUF_INIT;
	int rc = texts_render_plain(m->club->texts, o->lang, "mail/deadline",
	    o->context, &b, e);

	buf_printf(out,
	    "BEGIN:VCALENDAR\nVERSION:2.0\n"
	    "PRODID:-//paquebot//board games by mail//EN\nMETHOD:%s\n"
	    "BEGIN:VEVENT\n",
	    cancel ? "CANCEL" : "PUBLISH");
	calendar_text("SUMMARY", buf_text(&b), out);
	add_uid(m, o, out);
	buf_printf(out, "SEQUENCE:%d\n", c->sequence);
	add_moment("DTSTAMP", m->now, out);
	add_moment("DTSTART", c->due, out);
	buf_clear(&b);
	buf_printf(&b, "ORGANIZER:mailto:%s", m->club->address);
	line_of(b.data, out);
	buf_printf(out,
	    "STATUS:%s\nTRANSP:TRANSPARENT\nEND:VEVENT\n"
	    "END:VCALENDAR\n",
	    cancel ? "CANCELLED" : "CONFIRMED");
	buf_release(&b);
	return rc;
}

static int
add_file(struct match *m, const struct event_of *o, bool cancel,
    struct calendar_files *out, struct err *e)
{
	struct buf *text = &out->text[out->n];
	char *name = out->name[out->n];

	if (write_event(m, o, cancel, text, e))
		return -1;
	snprintf(name, sizeof out->name[0], "turn-%lld.ics",
	    (long long)m->game.id);
	out->file[out->n++] = (struct post_file){ cancel ?
		    "text/calendar; charset=utf-8; method=CANCEL" :
		    "text/calendar; charset=utf-8; method=PUBLISH",
		name, text->data };
	return 0;
}

/* The deadline that the seat should have in its calendar now; due 0: none. */
static struct calendar
wanted(struct match *m, int seat, const struct reader *r)
{
	struct calendar c = { .game = m->game.id, .seat = seat };

	if (r->ics && match_to_act(m) & SEAT_BIT(seat)) {
		c.decision = m->seat[seat].decision;
		c.due = match_due(m, seat);
	}
	return c;
}

/* What was sent stays known, so that the next SEQUENCE of it is higher. */
static int
send(struct match *m, const struct reader *r, struct calendar *c, bool cancel,
    const cJSON *context, struct calendar_files *out, struct err *e)
{
	struct event_of o = { c, m->seat[c->seat].holder, r->lang, context };

	if (add_file(m, &o, cancel, out, e))
		return -1;
	if (cancel)
		c->due = 0;
	return calendar_put(m->club->db, c, e);
}

int
calendar_left(struct match *m, int64_t player, const char *lang,
    struct calendar_files *out, struct err *e)
{
	struct match_left *left = &m->left;
	cJSON *context;
	int rc;

	if (left->player != player || !left->deadline.due ||
	    out->n == CALENDAR_FILES)
		return 0;
	context = cJSON_CreateObject();
	words_add_kind(m->club->texts, lang, m->game.kind, context);
	left->deadline.sequence++;
	rc = add_file(m,
	    &(struct event_of){ &left->deadline, left->holder, lang, context },
	    true, out, e);
	left->deadline.due = 0;
	cJSON_Delete(context);
	return rc;
}

int
calendar_of(struct match *m, int seat, const struct reader *r, bool told,
    const cJSON *context, struct calendar_files *out, struct err *e)
{
	struct calendar old = { 0 }, now = wanted(m, seat, r);
	int had = calendar_get(m->club->db, m->game.id, seat, &old, e);
	bool same = had > 0 && old.decision == now.decision && now.due;

	memset(out, 0, sizeof *out);
	if (had < 0 || calendar_left(m, m->seat[seat].player, r->lang, out, e))
		return -1;
	if (had && old.due && !same) {
		old.sequence++;
		if (send(m, r, &old, true, context, out, e))
			return -1;
	}
	if (!now.due || !told || (same && old.due == now.due))
		return 0;
	now.sequence = same ? old.sequence + 1 : 0;
	return send(m, r, &now, false, context, out, e);
}

void
calendar_release(struct calendar_files *f)
{
	for (int i = 0; i < CALENDAR_FILES; i++)
		buf_release(&f->text[i]);
}
