/* SPDX-License-Identifier: MIT */
#include "post/words.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <string.h>

#include "base/tree.h"
#include "computer/level.h"
#include "game/beacon.h"
#include "game/verbs.h"
#include "text/texts.h"

static const char *
title(const void *data, const char *kind, const char *id)
{
	const struct game_kind *k = data;

	return verbs_title(k->data, kind, id);
}

void
words_dress(const struct match *m, const struct reader *r, cJSON *o)
{
	const char *who[SEATS_MAX + 1] = { NULL };
	struct dress d = { .lang = r->lang,
		.game = m->game.kind,
		.title = title,
		.data = m->kind,
		.who = who,
		.reader = r->by_name ? OBSERVER : r->seat };

	for (int s = 1; s <= m->seats; s++)
		who[s] = r->who != NULL ? r->who[s] : m->seat[s].name;
	texts_dress(m->club->texts, &d, o);
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
	if (strcmp(name, key) != 0) {
		buf_str(out, name);
		return;
	}
	for (; *kind; kind++) {
		buf_char(out,
		    *kind == '-' ?
			' ' :
			(char)(start ? toupper((unsigned char)*kind) : *kind));
		start = *kind == '-';
	}
}

void
words_add_kind(const struct texts *t, const char *lang, const char *kind,
    cJSON *ctx)
{
	struct buf name = BUF_INIT;

	words_kind(t, lang, kind, &name);
	tree_add_text(ctx, "kind_name", &name);
}

void
words_add_beacon(const struct options *o, cJSON *ctx)
{
	enum beacon_use use = beacon_use(o);

	tree_flag(ctx, "beacon", use != BEACON_NONE);
	tree_flag(ctx, "beacon_rounds", use == BEACON_ROUNDS);
}

void
words_add_agreed(const struct options *o, cJSON *ctx)
{
	enum hints hints = options_hints(o);

	if (hints != HINTS_NONE)
		tree_flag(tree_object(ctx, "hints"),
		    hints == HINTS_FIRST ? "first" : "all", true);
	tree_flag(ctx, "unrated", options_unrated(o));
}

void
words_add_level(int level, cJSON *o)
{
	tree_flag(o, "computer", level != LEVEL_NONE);
	tree_flag(o, "easy", level == LEVEL_EASY);
	tree_flag(o, "normal", level == LEVEL_NORMAL);
	tree_flag(o, "hard", level == LEVEL_HARD);
}

void
words_percent(const char *text, struct buf *out)
{
	static const char hex[] = "0123456789ABCDEF";

	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		char escape[3] = { '%', hex[c >> 4], hex[c & 15] };

		if (isalnum(c) || strchr("-._~", c) != NULL)
			buf_char(out, (char)c);
		else
			buf_add(out, escape, sizeof escape);
	}
}

void
words_mailto_subject(const char *address, const char *subject, struct buf *out)
{
	struct buf b = BUF_INIT;

	buf_str(out, "mailto:");
	words_percent(address, &b);
	/* @ and + may stand as they are (RFC 6068, section 2). */
	for (const char *p = b.data; p != NULL && *p; p++) {
		if (strncmp(p, "%40", 3) == 0 || strncmp(p, "%2B", 3) == 0) {
			buf_char(out, p[1] == '4' ? '@' : '+');
			p += 2;
		} else {
			buf_char(out, *p);
		}
	}
	buf_release(&b);
	buf_str(out, "?subject=");
	words_percent(subject, out);
}

void
words_mailto(const char *address, const char *subject, struct buf *out)
{
	words_mailto_subject(address, subject, out);
	buf_str(out, "&body=");
}

/* Behind the mark of a filter, of a list, or of who answers; s: none is there.
 */
static const char *
behind_mark(const char *s)
{
	static const char *const marks[] = { "[]", "{}" };
	const char *end;
	size_t n = strcspn(s, ":[ ");

	if (s[n] == ':' && n >= 1 && n <= 4 && !isdigit((unsigned char)*s))
		return s + n + 1;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (*s == marks[i][0] && (end = strchr(s, marks[i][1])) != NULL)
			return end + 1;
	if (strncmp(s, "***", 3) != 0 ||
	    (end = strstr(s + strspn(s, "*"), "***")) == NULL)
		return s;
	return end + strspn(end, "*");
}

const char *
words_bare_subject(const char *s)
{
	for (const char *from = NULL; from != s;) {
		from = s + strspn(s, " ");
		s = behind_mark(from);
	}
	return s;
}
