/* SPDX-License-Identifier: MIT */
#include "game/reading.h"

#include <string.h>

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

/* One kind of arrow, no blanks around signs, no commas, colons and quotes. */
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
		} else if (*s == '-' && s > text && s[-1] == ' ' &&
		    s[1] == ' ') {
			drop_blanks(out);
			buf_char(out, '>');
			s += 2;
		} else if (strchr(",;:\"", *s) != NULL) {
			if (!in_amount(text, s))
				buf_char(out, ' ');
			s++;
		} else {
			buf_char(out, *s++);
		}
	}
}

/* Small words that are written together with the next ("l'arancione") come to
 * stand alone. */
static void
part_small(const struct names *desk, struct buf *text)
{
	struct buf out = BUF_INIT;
	size_t word = 0;

	for (size_t i = 0; i < text->len; i++) {
		const char *id;

		buf_char(&out, text->data[i]);
		if (text->data[i] == ' ')
			word = i + 1;
		else if (text->data[i] == '\'' &&
		    names_find(desk, "small", text->data + word, i + 1 - word,
			0, &id) == NAME_FOUND) {
			buf_char(&out, ' ');
			word = i + 1;
		}
	}
	buf_release(text);
	*text = out;
}

/* What kind of small word it is, where it is not rather another word to the
 * reader ("of" is Dutch for "or"); NULL: none. */
static const char *
small_id(const struct names *names, const char *at, size_t len)
{
	const char *id, *other;
	int place, or_place;

	if (names_place(names, "small", at, len, 0, &id, &place) !=
		NAME_FOUND ||
	    (names_place(names, "or", at, len, 0, &other, &or_place) ==
		    NAME_FOUND &&
		or_place < place))
		return NULL;
	return id;
}

static bool
is_kind(const struct names *names, const char *at, size_t len, const char *kind)
{
	const char *id = small_id(names, at, len);

	return id != NULL && strcmp(id, kind) == 0;
}

/* The id of the verb that a text begins with, as people say it too. */
static const char *
verb_of(const struct names *names, const char *text)
{
	size_t len = strcspn(text, " ");
	const char *id;

	return names_find(names, "verb", text, len, 0, &id) == NAME_FOUND ||
		names_find(names, "said", text, len, 0, &id) == NAME_FOUND ?
	    id :
	    text;
}

/* Whether a word says that another thing is done than what the verb does, "fly
 * from A4"; not where it is said whereto. */
static bool
is_other(const struct names *names, const char *text, const char *at,
    size_t len)
{
	const char *id, *verb;

	if (names_find(names, "other", at, len, 0, &id) != NAME_FOUND)
		return false;
	verb = verb_of(names, text);
	return strncmp(verb, id, strlen(id)) == 0 &&
	    (verb[strlen(id)] == '\0' || verb[strlen(id)] == ' ');
}

enum { SMALL_MAX = 8 };

/* The small words behind a verb. */
struct small {
	size_t at[SMALL_MAX];
	int n;
	bool whole; /* one is what the verb is done to, which needs no saying */
	bool to;    /* one says whereto */
	bool other; /* one says that it is another deed */
};

static void
find_small(const struct names *desk, const struct names *names,
    const char *text, struct small *out)
{
	for (size_t i = strcspn(text, " "); text[i] != '\0';) {
		const char *at;
		size_t len;

		i += strspn(text + i, " ");
		at = text + i;
		len = strcspn(at, " ");
		if (out->n < SMALL_MAX && len > 0 &&
		    (is_kind(desk, at, len, "small") ||
			is_kind(desk, at, len, "to") ||
			small_id(names, at, len) != NULL)) {
			out->at[out->n++] = i;
			out->whole |= is_kind(names, at, len, "whole");
			out->to |= is_kind(desk, at, len, "to");
			out->other |= is_other(names, text, at, len);
		}
		i += len;
	}
}

/* The text without the words at those places. How many words that leaves. */
static int
without(const char *text, const size_t at[], int n, struct buf *out)
{
	int words = 0;

	buf_clear(out);
	for (size_t i = 0; text[i] != '\0';) {
		size_t len = strcspn(text + i, " ");
		bool drop = len == 0;

		for (int k = 0; k < n; k++)
			drop = drop || at[k] == i;
		if (!drop && words++ > 0)
			buf_char(out, ' ');
		if (!drop)
			buf_add(out, text + i, len);
		i += len;
		i += strspn(text + i, " ");
	}
	return words;
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
 * City of Rome"). A verb that is left alone means something else, but where it
 * says what is done anyway ("end my turn"). */
static bool
reads_without(const struct reading_try *t, const struct names *desk,
    const char *text)
{
	struct small small = { .n = 0 };
	struct buf rest = BUF_INIT;
	bool good;

	find_small(desk, t->names, text, &small);
	if (small.other && !small.to && strchr(text, '>') == NULL)
		return false;
	good = small.n > 0 &&
	    without(text, small.at, small.n, &rest) > (small.whole ? 0 : 1) &&
	    reads(t, rest.data);
	for (int i = 0; i < small.n && small.n > 1 && !good; i++)
		good = without(text, small.at + i, 1, &rest) > 1 &&
		    reads(t, rest.data);
	buf_release(&rest);
	return good;
}

static bool
reads_plain(const struct reading_try *t, const struct names *desk,
    const struct buf *text)
{
	return reads(t, buf_text(text)) ||
	    reads_without(t, desk, buf_text(text));
}

/* The arrows as blanks: "fly -> A4". Whether there were any. */
static bool
arrows_off(struct buf *text)
{
	bool any = false;

	for (size_t i = 0; i < text->len; i++)
		if (text->data[i] == '>') {
			text->data[i] = ' ';
			any = true;
		}
	return any;
}

/* An arrow for each word that says where to: "from S2 to x2". */
static void
arrows_on(const struct names *desk, const char *text, struct buf *out)
{
	buf_clear(out);
	for (size_t i = 0; text[i] != '\0';) {
		size_t len = strcspn(text + i, " ");

		if (is_kind(desk, text + i, len, "to")) {
			buf_char(out, '>');
		} else {
			if (out->len > 0 && out->data[out->len - 1] != '>')
				buf_char(out, ' ');
			buf_add(out, text + i, len);
		}
		i += len;
		i += strspn(text + i, " ");
	}
}

static bool
reads_arrows(const struct reading_try *t, const struct names *desk,
    struct buf *text)
{
	struct buf on = BUF_INIT;
	bool good;

	arrows_on(desk, buf_text(text), &on);
	good = strcmp(buf_text(&on), buf_text(text)) != 0 &&
	    reads_plain(t, desk, &on);
	if (!good && arrows_off(text))
		good = reads_plain(t, desk, text);
	buf_release(&on);
	return good;
}

static bool
is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

/* A number, as it stands behind the letter that a field or a place is called
 * by ("b6", "x12"), and nothing more. */
static bool
is_code_number(const char *at)
{
	size_t digits = strspn(at, "0123456789");

	return digits >= 1 && digits <= 2 &&
	    (at[digits] == ' ' || at[digits] == '\0');
}

/* "fly b 6" and "flyb6" are "fly b6"; a letter that is a word by itself ("vola
 * a 4") stays one. */
static void
codes_whole(const struct names *desk, const char *text, struct buf *out)
{
	size_t verb = 0;

	while (is_letter(text[verb]))
		verb++;
	buf_clear(out);
	if (verb > 3 && is_code_number(text + verb)) {
		buf_add(out, text, verb - 1);
		buf_char(out, ' ');
		text += verb - 1;
	}
	while (*text != '\0') {
		size_t len = strcspn(text, " ");

		buf_add(out, text, len);
		text += len;
		if (len == 1 && *text == ' ' && is_letter(text[-1]) &&
		    is_code_number(text + 1) &&
		    small_id(desk, text - 1, 1) == NULL)
			text++;
		else if (*text == ' ')
			buf_char(out, *text++);
	}
}

static bool
reads_codes(const struct reading_try *t, const struct names *desk,
    const char *text)
{
	struct buf whole = BUF_INIT;
	bool good;

	codes_whole(desk, text, &whole);
	good = strcmp(buf_text(&whole), text) != 0 &&
	    reads_plain(t, desk, &whole);
	buf_release(&whole);
	return good;
}

/* Whether it has no more words than a move, with all that people put between
 * them. */
static bool
is_short(const char *text)
{
	enum { MOST = 48 };
	int words = 1;

	for (; *text != '\0'; text++)
		words += *text == ' ';
	return words <= MOST;
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

	if (rc != 0 && is_short(text)) {
		utf8_fold(text, strlen(text), &folded);
		plain_signs(buf_text(&folded), &plain);
		part_small(desk, &plain);
		for (size_t i = 0; names != NULL && i < names->n; i++)
			words_join_name(&plain, names->at[i].word);
		if (reads_plain(&t, desk, &plain) ||
		    reads_codes(&t, desk, buf_text(&plain)) ||
		    reads_arrows(&t, desk, &plain)) {
			*why = (struct refusal){ 0 };
			rc = 0;
		}
	}
	buf_release(&folded);
	buf_release(&plain);
	return rc;
}
