/* SPDX-License-Identifier: MIT */
#include "match/words.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/clock.h"
#include "text/texts.h"

static const char *
title(const void *data, const char *kind, const char *id)
{
	const struct game_kind *k = data;

	return k->rules->title(k->data, kind, id);
}

void
words_dress(const struct match *m, const struct reader *r, cJSON *o)
{
	const char *who[SEATS_MAX + 1] = { NULL };
	struct dress d = { .lang = r->lang, .game = m->game.kind,
		.title = title, .data = m->kind, .who = who,
		.reader = r->seat };

	for (int s = 1; s <= m->seats; s++)
		who[s] = m->seat[s].name;
	texts_dress(m->house->texts, &d, o);
}

void
words_kind(const struct texts *t, const char *lang, const char *kind,
	struct buf *out)
{
	char key[64];
	const char *name;
	bool start = true;

	snprintf(key, sizeof key, "game-%s", kind);
	name = texts_phrase(t, lang, key);
	if (strcmp(name, key)) {
		buf_str(out, name);
		return;
	}
	for (; *kind; kind++) {
		buf_char(out, *kind == '-' ? ' ' :
			(char)(start ? toupper((unsigned char)*kind) : *kind));
		start = *kind == '-';
	}
}

static void
add_two(cJSON *o, const char *key, int n)
{
	char text[16];

	snprintf(text, sizeof text, "%02d", n);
	cJSON_AddStringToObject(o, key, text);
}

static void
add_phrase(cJSON *o, const char *key, const struct texts *t, const char *lang,
	const char *kind, int n)
{
	char name[24];

	snprintf(name, sizeof name, "%s-%d", kind, n);
	cJSON_AddStringToObject(o, key, texts_phrase(t, lang, name));
}

static void
add_offset(cJSON *o, int seconds)
{
	char text[24];
	int n = abs(seconds) / 60;

	snprintf(text, sizeof text, "UTC%c%02d:%02d", seconds < 0 ? '-' : '+',
		n / 60, n % 60);
	cJSON_AddStringToObject(o, "offset", text);
}

/* Days, then hours, then minutes: what is nought is left out, and minutes
 * are told only below a day. */
static void
add_until(cJSON *o, int64_t seconds)
{
	int64_t n = (seconds < 0 ? -seconds : seconds) / 60;
	int64_t part[3] = { n / 1440, n / 60 % 24, n < 1440 ? n % 60 : 0 };
	static const char *const key[3][2] = { { "day", "days" },
		{ "hour", "hours" }, { "minute", "minutes" } };
	cJSON *until = cJSON_AddObjectToObject(o, "until");

	for (int i = 0; i < 3; i++)
		if (part[i]) {
			cJSON *p = cJSON_AddObjectToObject(until,
				key[i][part[i] > 1]);
			cJSON_AddNumberToObject(p, "n", (double)part[i]);
		}
	if (seconds < 0)
		cJSON_AddTrueToObject(until, "past");
	else if (n == 0)
		cJSON_AddTrueToObject(until, "now");
}

static int
render(const struct house *h, const char *lang, const char *name,
	const cJSON *ctx, struct buf *out, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc;

	if (!out)
		return 0;
	rc = texts_render(h->texts, lang, name, ctx, &b, e);
	if (rc == 0)
		words_plain(buf_text(&b), out);
	buf_release(&b);
	return rc;
}

int
words_when(const struct house *h, const char *lang, const char *tz, int64_t at,
	int64_t now, struct buf *when, struct buf *in, struct buf *offset,
	struct err *e)
{
	struct clock_local l;
	cJSON *o = cJSON_CreateObject();
	int rc;

	if (clock_local(at, tz, &l))
		clock_local(at, "UTC", &l);
	add_phrase(o, "weekday", h->texts, lang, "weekday", l.weekday);
	add_phrase(o, "month", h->texts, lang, "month", l.month);
	cJSON_AddNumberToObject(o, "month_number", l.month);
	cJSON_AddNumberToObject(o, "day", l.day);
	cJSON_AddNumberToObject(o, "year", l.year);
	add_two(o, "hour", l.hour);
	add_two(o, "minute", l.minute);
	cJSON_AddStringToObject(o, "abbr", l.abbr);
	add_offset(o, l.offset);
	add_until(o, at - now);
	rc = render(h, lang, "mail/when", o, when, e) ||
		render(h, lang, "mail/until", o, in, e) ? -1 : 0;
	if (offset)
		buf_str(offset, cJSON_GetStringValue(
			cJSON_GetObjectItemCaseSensitive(o, "offset")));
	cJSON_Delete(o);
	return rc;
}

void
words_plain(const char *s, struct buf *out)
{
	for (; *s; s++) {
		if (*s == '\\' && ispunct((unsigned char)s[1]))
			s++;
		buf_char(out, *s == '\n' ? ' ' : *s);
	}
	while (out->len && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

void
words_percent(const char *text, struct buf *out)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (isalnum(c) || strchr("-._~", c))
			buf_char(out, (char)c);
		else
			buf_printf(out, "%%%02X", c);
	}
}
