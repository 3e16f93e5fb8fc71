/* SPDX-License-Identifier: MIT */
#include "clock/read.h"

#include "base/mem.h"
#include "base/span.h"
#include "base/utf8.h"
#include "clock/clocks.h"
#include "clock/reading.h"

enum { HOUR = 3600, DAY = 86400, SPAN_MOST = 366 * DAY };

static int
refuse_at(struct clock_reading *r, const char *code, struct refusal *why)
{
	struct buf cut = BUF_INIT;

	utf8_cut(buf_text(&r->word), 40, &cut);
	refuse(why, code);
	if (cut.len)
		refusal_str(why, "word", cut.data);
	buf_release(&cut);
	return -1;
}

static int64_t
unit_seconds(const char *id)
{
	switch (*id) {
	case 'm':
		return 60;
	case 'h':
		return HOUR;
	case 'd':
		return DAY;
	default:
		return 7 * DAY;
	}
}

/* A number alone would be seconds to a machine and days to people. */
static int
take_span(struct clock_reading *r, int64_t *out, struct refusal *why)
{
	int n = reading_number(r);
	const char *unit = n < 0 ? NULL : reading_take(r, "unit", 0);

	if (unit == NULL)
		return refuse_at(r, "bad-span", why);
	*out = n * unit_seconds(unit);
	if (*out > SPAN_MOST) {
		*out = SPAN_MOST;
		return refuse(why, "span-too-long");
	}
	return 0;
}

/* 0 Sunday .. 6; -1 for none. */
static int
take_day(struct clock_reading *r)
{
	const char *id = reading_take(r, "day", 2);

	return id != NULL ? reading_weekday(id) : -1;
}

static int
take_days(struct clock_reading *r, unsigned *out, struct refusal *why)
{
	unsigned days = 0;
	const char *all = reading_take(r, "clock", 0);

	if (all != NULL && strcmp(all, "all") == 0) {
		*out = DAYS_ALL;
		return 0;
	}
	do {
		int from = take_day(r), to = from;

		if (from < 0)
			return refuse_at(r, "bad-clock", why);
		if (reading_sign(r, '-') && (to = take_day(r)) < 0)
			return refuse_at(r, "bad-clock", why);
		for (; from != to; from = (from + 1) % 7)
			days |= 1u << from;
		days |= 1u << to;
	} while (reading_sign(r, ','));
	*out = days;
	return 0;
}

static int
take_remind(struct clock_reading *r, struct clock_row *c, struct refusal *why)
{
	struct buf list = BUF_INIT, text = BUF_INIT;
	int64_t one, at[SPAN_LIST];
	const char *off = reading_take(r, "clock", 0);
	int n, rc = 0;

	if (off != NULL && strcmp(off, "off") != 0)
		return refuse_at(r, "bad-clock", why);
	while (off == NULL && rc == 0) {
		rc = take_span(r, &one, why);
		if (list.len)
			buf_char(&list, ',');
		if (rc == 0)
			span_format(one, &list);
		if (!reading_sign(r, ','))
			break;
	}
	n = rc == 0 ? span_list_parse(buf_text(&list), at) : 0;
	if (n < 0)
		rc = refuse(why, "too-many-reminders");
	if (rc == 0) {
		span_list_format(at, n, &text);
		snprintf(c->remind, sizeof c->remind, "%s", buf_text(&text));
	}
	buf_release(&list);
	buf_release(&text);
	return rc;
}

static int
take_late(struct clock_reading *r, struct clock_row *c, struct refusal *why)
{
	const char *id = reading_take(r, "late", 3);

	return id != NULL && clock_late_named(id, &c->late) ?
	    0 :
	    refuse_at(r, "bad-clock", why);
}

static int
take_part(struct clock_reading *r, const char *key, struct clock_row *c,
    bool *minimum, struct refusal *why)
{
	if (strcmp(key, "turn") == 0)
		return take_span(r, &c->turn, why);
	if (strcmp(key, "grace") == 0)
		return take_span(r, &c->grace, why);
	if (strcmp(key, "min") == 0) {
		*minimum = true;
		return take_span(r, &c->minimum, why);
	}
	if (strcmp(key, "days") == 0)
		return take_days(r, &c->days, why);
	if (strcmp(key, "remind") == 0)
		return take_remind(r, c, why);
	if (strcmp(key, "late") == 0)
		return take_late(r, c, why);
	return refuse_at(r, "bad-clock", why);
}

static int
check(struct clock_row *c, bool minimum, struct refusal *why)
{
	if (c->turn < 60)
		return refuse(why, "clock-too-short");
	if (c->minimum > c->turn && minimum)
		return refuse(why, "minimum-too-long");
	if (c->minimum > c->turn)
		c->minimum = c->turn;
	return 0;
}

int
clock_read(const struct names *words, const char *text, struct clock_row *c,
    struct refusal *why)
{
	struct clock_row new = *c;
	struct clock_reading r;
	bool minimum = false;
	int rc = 0;

	reading_begin(&r, words, text);
	if (reading_ended(&r))
		rc = refuse_at(&r, "bad-clock", why);
	else if (reading_digits(&r))
		rc = take_span(&r, &new.turn, why);
	while (rc == 0 && !reading_ended(&r)) {
		const char *key = reading_take(&r, "clock", 3);
		if (key != NULL && strcmp(key, "off") == 0 &&
		    reading_ended(&r)) {
			c->turn = 0;
			buf_release(&r.word);
			return 0;
		}
		rc = key != NULL ? take_part(&r, key, &new, &minimum, why) :
				   refuse_at(&r, "bad-clock", why);
	}
	if (rc == 0)
		rc = check(&new, minimum, why);
	if (rc == 0)
		*c = new;
	buf_release(&r.word);
	return rc;
}

int
clock_read_span(const struct names *words, const char *text, int64_t *out,
    struct refusal *why)
{
	struct clock_reading r;
	int rc;

	reading_begin(&r, words, text);
	rc = take_span(&r, out, why);
	if (rc == 0 && (!reading_ended(&r) || !*out))
		rc = refuse_at(&r, "bad-span", why);
	buf_release(&r.word);
	return rc;
}

/* "turn", of all that are to act, or of one seat: "turn p2". */
int
clock_read_process(const struct names *words, const char *text, int seats,
    int *seat, struct refusal *why)
{
	struct clock_reading r;
	const char *id;
	bool good;

	*seat = 0;
	reading_begin(&r, words, text);
	id = reading_take(&r, "clock", 3);
	good = id != NULL && strcmp(id, "turn") == 0;
	if (good && !reading_ended(&r)) {
		good = strcmp(r.word.data, "p") == 0;
		reading_next(&r);
		*seat = reading_number(&r);
		good = good && *seat >= 1 && *seat <= seats &&
		    reading_ended(&r);
	}
	buf_release(&r.word);
	return good ? 0 : refuse(why, "bad-process");
}
