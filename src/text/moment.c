/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/tree.h"
#include "text/mustache.h"
#include "text/texts.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

/* Renders a phrase, which is itself a small template. */
static void
say(const struct texts *t, const char *lang, const char *key,
    const cJSON *context, struct buf *out)
{
	const char *phrase = texts_phrase(t, lang, key);
	struct mustache *m;
	struct err e;

	if (mustache_parse(phrase, strlen(phrase), &m, &e) < 0) {
		buf_str(out, phrase);
		return;
	}
	mustache_render(m, context,
	    &(struct mustache_how){ .escape = MUSTACHE_NONE }, out);
	mustache_free(m);
}

static void
add_said(const struct texts *t, const char *lang, const char *key,
    const cJSON *context, cJSON *out, const char *name)
{
	struct buf b = BUF_INIT;

	say(t, lang, key, context, &b);
	tree_add_text(out, name, &b);
}

static void
add_offset(const struct clock_local *at, cJSON *context)
{
	char text[24];
	int minutes = abs(at->offset) / MINUTE;

	if (at->offset == 0)
		snprintf(text, sizeof(text), "UTC");
	else
		snprintf(text, sizeof(text), "UTC%c%02d:%02d",
		    at->offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
	/* A zone without letters of its own ("+03") is named by its offset,
	 * which then need not be said again. */
	if (at->abbr[0] == '+' || at->abbr[0] == '-' || !at->abbr[0] ||
	    strcmp(at->abbr, text) == 0) {
		tree_add_str(context, "zone", text);
		return;
	}
	tree_add_str(context, "zone", at->abbr);
	tree_add_str(context, "offset", text);
}

static cJSON *
date_context(const struct texts *t, const char *lang,
    const struct clock_local *at, bool with_year)
{
	static const char *const weekday[] = { "sun", "mon", "tue", "wed",
		"thu", "fri", "sat" };
	static const char *const month[] = { "jan", "feb", "mar", "apr", "may",
		"jun", "jul", "aug", "sep", "oct", "nov", "dec" };
	cJSON *c = cJSON_CreateObject();
	char time_of_day[16];

	tree_add_str(c, "weekday",
	    texts_phrase(t, lang, weekday[at->weekday % 7]));
	tree_add_int(c, "day", at->day);
	tree_add_str(c, "month",
	    texts_phrase(t, lang, month[(at->month + 11) % 12]));
	if (with_year)
		tree_add_int(c, "year", at->year);
	snprintf(time_of_day, sizeof(time_of_day), "%02d:%02d", at->hour % 24,
	    at->minute % 60);
	tree_add_str(c, "time", time_of_day);
	add_offset(at, c);
	return c;
}

static void
add_count(cJSON *c, const char *name, int64_t n)
{
	if (n > 0)
		tree_add_int(c, name, (int)n);
}

/* The two largest units that matter: days and hours, hours and minutes. */
static cJSON *
span_context(int64_t seconds)
{
	cJSON *c = cJSON_CreateObject();
	int64_t days = seconds / DAY, hours = seconds % DAY / HOUR;
	int64_t minutes = seconds % HOUR / MINUTE;

	add_count(c, "days", days);
	add_count(c, "hours", hours);
	if (!days)
		add_count(c, "minutes", minutes);
	return c;
}

static const char *
span_phrase(int64_t seconds, bool over)
{
	if (seconds < MINUTE)
		return over ? "just-now" : "at-once";
	return over ? "ago" : "in";
}

void
texts_moment(const struct texts *t, const char *lang, const char *zone,
    int64_t when, int64_t now, struct cJSON *out)
{
	struct clock_local at, today;
	bool over = when < now;
	int64_t seconds = over ? now - when : when - now;
	const char *offset;
	cJSON *c;

	clock_local(when, zone, &at);
	clock_local(now, zone, &today);
	c = date_context(t, lang, &at, at.year != today.year);
	add_said(t, lang, "date", c, out, "text");
	offset = tree_str(c, "offset");
	if (offset != NULL)
		tree_add_str(out, "offset", offset);
	cJSON_Delete(c);
	c = span_context(seconds);
	add_said(t, lang, span_phrase(seconds, over), c, out, "in");
	cJSON_Delete(c);
	/* false too, or a template would see a game's that is over */
	cJSON_AddBoolToObject(out, "over", over);
}

void
texts_span(const struct texts *t, const char *lang, int64_t seconds,
    struct buf *out)
{
	cJSON *c = span_context(seconds);

	tree_flag(c, "none", c->child == NULL);
	say(t, lang, "span", c, out);
	cJSON_Delete(c);
}

void
texts_add_moment(const struct texts *t, const char *lang, const char *zone,
    int64_t when, int64_t now, struct cJSON *context, const char *name)
{
	texts_moment(t, lang, zone, when, now,
	    cJSON_AddObjectToObject(context, name));
}

void
texts_add_decimal(const struct texts *t, const char *lang, long number,
    int decimals, struct cJSON *context, const char *name)
{
	long unit = 1, size = labs(number);
	char text[48];

	for (int i = 0; i < decimals; i++)
		unit *= 10;
	snprintf(text, sizeof(text), "%s%ld%s%0*ld", number < 0 ? "-" : "",
	    size / unit, texts_phrase(t, lang, "decimal"), decimals,
	    size % unit);
	cJSON_AddStringToObject(context, name, text);
}
