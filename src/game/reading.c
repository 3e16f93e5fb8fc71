/* SPDX-License-Identifier: MIT */
#include "game/reading.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "game/names.h"
#include "game/words.h"

/* Bytes of an arrow, 0 for none; folding has made ASCII of dashes. */
static size_t
arrow(const char *s)
{
	static const char *const arrows[] = { "\xE2\x86\x92", "\xE2\x87\x92",
		"\xE2\x9E\xA1", "-->", "->", "=>", ">" };

	for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
		if (strncmp(s, arrows[i], strlen(arrows[i])) == 0)
			return strlen(arrows[i]);
	return 0;
}

static void
drop_blanks(struct buf *out)
{
	while (out->len > 0 && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

/* "8,000" is 8000: a comma before three digits and no more. */
static bool
in_amount(const char *text, const char *s)
{
	return s > text && utf8_digit(s[-1]) && utf8_digit(s[1]) &&
	    utf8_digit(s[2]) && utf8_digit(s[3]) && !utf8_digit(s[4]);
}

/* One kind of arrow, no blanks around signs, no commas. */
static void
plain_signs(const char *text, struct buf *out)
{
	for (const char *s = text; *s != '\0';) {
		size_t n = arrow(s);

		if (n > 0 || *s == '=' || (*s == '*' && out->len > 0)) {
			drop_blanks(out);
			buf_char(out, n > 0 ? '>' : *s);
			s += n > 0 ? n : 1;
			s += strspn(s, " ");
		} else if (*s == ',' || *s == ';') {
			if (!in_amount(text, s))
				buf_char(out, ' ');
			s++;
		} else {
			buf_char(out, *s++);
		}
	}
}

static bool
is_small(const struct names *names, const char *at, size_t len)
{
	const char *id;

	return names_find(names, "small", at, len, 0, &id) == NAME_FOUND;
}

enum { SMALL_MAX = 8 };

/* Where small words stand behind the verb. How many. */
static int
find_small(const struct names *desk, const struct names *names,
    const char *text, size_t at[SMALL_MAX])
{
	int n = 0;

	for (size_t i = strcspn(text, " "); text[i] != '\0';) {
		size_t len;

		i += strspn(text + i, " ");
		len = strcspn(text + i, " ");
		if (n < SMALL_MAX && len > 0 &&
		    (is_small(desk, text + i, len) ||
			is_small(names, text + i, len)))
			at[n++] = i;
		i += len;
	}
	return n;
}

/* The text without the words at those places. False: the verb would be left
 * alone, which means something else. */
static bool
without(const char *text, const size_t at[], int n, struct buf *out)
{
	int words = 0;

	buf_clear(out);
	for (size_t i = 0; text[i] != '\0';) {
		size_t len = strcspn(text + i, " ");
		bool drop = len == 0;

		for (int k = 0; k < n; k++)
			drop = drop || at[k] == i;
		if (!drop)
			buf_printf(out, "%s%.*s", words++ > 0 ? " " : "",
			    (int)len, text + i);
		i += len;
		i += strspn(text + i, " ");
	}
	return words > 1;
}

struct reading_try {
	const struct game_kind *kind;
	const void *pos;
	int seat;
	const struct names *names;
	struct move *out;
};

static bool
reads(const struct reading_try *t, const char *text)
{
	struct refusal why = { 0 };

	return t->kind->rules->parse(t->kind->data, t->pos, t->seat, t->names,
		   text, t->out, &why) == 0;
}

/* Without all small words, or without one: others may be part of a name ("the
 * City of Rome"). */
static bool
reads_without(const struct reading_try *t, const struct names *desk,
    const char *text)
{
	size_t at[SMALL_MAX];
	struct buf rest = BUF_INIT;
	int n = find_small(desk, t->names, text, at);
	bool good = n > 0 && without(text, at, n, &rest) && reads(t, rest.data);

	for (int i = 0; i < n && n > 1 && !good; i++)
		good = without(text, at + i, 1, &rest) && reads(t, rest.data);
	buf_release(&rest);
	return good;
}

int
reading_move(const struct game_kind *kind, const void *pos, int seat,
    const struct names *desk, const struct names *names, const char *text,
    struct move *out, struct refusal *why)
{
	const struct reading_try t = { kind, pos, seat, names, out };
	struct buf folded = BUF_INIT, plain = BUF_INIT;
	int rc = kind->rules->parse(kind->data, pos, seat, names, text, out,
	    why);

	if (rc != 0) {
		utf8_fold(text, strlen(text), &folded);
		plain_signs(buf_text(&folded), &plain);
		for (size_t i = 0; names != NULL && i < names->n; i++)
			words_join_name(&plain, names->at[i].word);
		if (reads(&t, buf_text(&plain)) ||
		    reads_without(&t, desk, buf_text(&plain))) {
			*why = (struct refusal){ 0 };
			rc = 0;
		}
	}
	buf_release(&folded);
	buf_release(&plain);
	return rc;
}
