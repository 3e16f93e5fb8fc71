/* SPDX-License-Identifier: MIT */

/* Clocks as mails tell of them: when the reader is due and what happens
 * then, and what was done to clocks. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/span.h"
#include "base/tree.h"
#include "match/clocks.h"
#include "post/context.h"
#include "text/texts.h"

static void
add_span(const struct match *m, const struct reader *r, const char *name,
    int64_t seconds, cJSON *o)
{
	struct buf b = BUF_INIT;

	texts_span(m->club->texts, r->lang, seconds, &b);
	tree_add_text(o, name, &b);
}

static cJSON *
add_moment(const struct match *m, const struct reader *r, const char *name,
    int64_t when, cJSON *o)
{
	texts_add_moment(m->club->texts, r->lang, r->tz, when, m->now, o, name);
	return cJSON_GetObjectItemCaseSensitive(o, name);
}

static void
add_short(const struct match *m, const struct reader *r, const char *name,
    const char *kept, cJSON *o)
{
	struct buf b = BUF_INIT;

	texts_short(m->club->texts, r->lang, kept, &b);
	tree_add_text(o, name, &b);
}

/* {"list":[{"word":"24h"}…]} of a text parted by commas. */
static void
add_list(const struct match *m, const struct reader *r, const char *text,
    cJSON *o, const char *name)
{
	cJSON *list = cJSON_AddArrayToObject(o, name);

	while (*text) {
		size_t len = strcspn(text, ",");
		char *word = mem_ndup(text, len);
		add_short(m, r, "word", word, tree_member(list));
		free(word);
		text += len + (text[len] == ',');
	}
}

static void
add_settings(const struct match *m, const struct reader *r, cJSON *context)
{
	const struct clock_row *c = &m->clock.row;
	cJSON *o = tree_object(context, "clock");
	struct buf days = BUF_INIT;

	if (!c->turn) {
		tree_flag(o, "off", true);
		return;
	}
	add_span(m, r, "turn", c->turn, o);
	if (c->grace)
		add_span(m, r, "grace", c->grace, o);
	add_span(m, r, "min", c->minimum, o);
	days_format(c->days, &days);
	if (strcmp(buf_text(&days), "all") != 0)
		add_short(m, r, "days", days.data, o);
	buf_release(&days);
	add_list(m, r, c->remind, o, "remind");
	cJSON_AddTrueToObject(o, clock_late_names[c->late]);
}

/* What the late rule is going to do, and when. */
static void
add_late(const struct match *m, const struct reader *r, cJSON *context)
{
	const struct clock_seat *s = &m->clock.pace[r->seat];
	struct move mv;
	cJSON *o;

	if (!s->late || m->clock.row.late == CLOCK_WAIT)
		return;
	o = add_moment(m, r, "late", s->late, context);
	cJSON_AddTrueToObject(o, clock_late_names[m->clock.row.late]);
	tree_flag(o, "asked",
	    match_running(m) &&
		m->kind->rules->late(m->kind->data, table_position(m->table),
		    r->seat, &mv) > 0);
}

void
context_clock(struct match *m, const struct reader *r, bool settings,
    cJSON *context)
{
	int64_t due = r->seat > 0 ? match_due(m, r->seat) : 0;

	if (due) {
		add_moment(m, r, "due", due, context);
		add_late(m, r, context);
	}
	tree_flag(context, "paused",
	    match_running(m) && clocks_paused(&m->clock, m->now));
	if (r->seat > 0 && match_running(m) && clock_away(m, r->seat))
		add_moment(m, r, "away", clock_away(m, r->seat), context);
	if (settings)
		add_settings(m, r, context);
}

/* A pause without an end is of no moment, so it goes on behind them all. */
void
context_office(const struct match *m, const struct reader *r, cJSON *context)
{
	seat_set act = match_to_act(m);
	bool overdue = false;

	if (!r->moderator || !match_running(m))
		return;
	for (int s = 1; s <= m->seats; s++)
		overdue |= act & SEAT_BIT(s) && m->seat[s].player &&
		    s != r->seat && m->clock.pace[s].lapsed &&
		    m->clock.pace[s].due && m->clock.pace[s].due <= m->now;
	tree_flag(context, "stands", clocks_paused(&m->clock, INT64_MAX));
	tree_flag(context, "overdue", overdue);
}

/* One "key=value": a length of time, a moment, or a word of which there are a
 * few, which templates ask for as "late_bot". */
static void
add_value(const struct match *m, const struct reader *r, const char *key,
    const char *value, cJSON *o)
{
	struct buf b = BUF_INIT;
	int64_t n;

	if (strcmp(key, "slip") == 0)
		key = "outage"; /* as logs of long ago call it */
	if (clock_stamp_parse(value, strlen(value), &n) == 0) {
		add_moment(m, r, key, n, o);
		tree_flag(o, "later", strcmp(key, "from") == 0 && n > m->now);
	} else if (strcmp(key, "remind") == 0) {
		if (strcmp(value, "off") != 0)
			add_list(m, r, value, o, key);
	} else if (span_parse(value, strlen(value), &n)) {
		if (n)
			add_span(m, r, key, n, o);
	} else if (strcmp(key, "late") == 0 || strcmp(key, "over") == 0 ||
	    strcmp(key, "process") == 0) {
		buf_printf(&b, "%s_%s", key, value);
		cJSON_AddTrueToObject(o, b.data);
	} else if (strcmp(value, "all") != 0) {
		add_short(m, r, key, value, o);
	}
	buf_release(&b);
}

void
news_clock(const struct match *m, const struct reader *r, const char *args,
    cJSON *o)
{
	while (*args) {
		size_t len = strcspn(args, " ");
		char *word = mem_ndup(args, len), *value = strchr(word, '=');

		if (value != NULL) {
			*value++ = '\0';
			add_value(m, r, word, value, o);
		} else if (seat_read(word, len) > 0) {
			tree_add_str(o, "seat", word);
		} else {
			cJSON_AddTrueToObject(o, word);
		}
		free(word);
		args += len + (args[len] == ' ');
	}
}
