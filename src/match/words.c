/* SPDX-License-Identifier: MIT */
#include "game/verbs.h"
#include "match/words.h"

#include <cjson/cJSON.h>
#include <ctype.h>

#include "base/utf8.h"
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
	struct dress d = { .lang = r->lang, .game = m->game.kind,
		.title = title, .data = m->kind, .who = who,
		.reader = r->by_name ? OBSERVER : r->seat };

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

/* Whether a move may begin here: a verb, or a number from a list. */
static bool
begins_move(const struct names *game, const char *at)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool yes;

	at += strspn(at, " \t");
	utf8_fold(at, strcspn(at, " \t"), &b);
	yes = isdigit((unsigned char)*at) ||
	    names_find(game, "verb", buf_text(&b), b.len, 3, &id) != NAME_NONE;
	buf_release(&b);
	return yes;
}

static bool
is_or(const struct names *desk, const struct names *game, const char *at,
	size_t len)
{
	struct buf b = BUF_INIT;
	const char *id;
	bool yes;

	utf8_fold(at, len, &b);
	yes = !strcmp(buf_text(&b), "or") || (names_find(desk, "or",
	    buf_text(&b), b.len, 0, &id) == NAME_FOUND &&
	    begins_move(game, at + len));
	buf_release(&b);
	return yes;
}

int
words_alternative(const struct names *desk, const struct names *game,
	const char **at, struct buf *out)
{
	const char *p = *at;

	buf_clear(out);
	for (;;) {
		size_t n;
		while (*p == ' ' || *p == '\t')
			p++;
		n = strcspn(p, " \t");
		if (n == 0 || is_or(desk, game, p, n)) {
			p += n;
			if (out->len || n == 0)
				break;
			continue;
		}
		if (out->len)
			buf_char(out, ' ');
		buf_add(out, p, n);
		p += n;
	}
	*at = p;
	return out->len > 0;
}
