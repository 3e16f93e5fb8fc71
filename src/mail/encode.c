/* SPDX-License-Identifier: MIT */
#include "mail/encode.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { BODY_WIDTH = 76, FIELD_WIDTH = 76, WORD_WIDTH = 75 };

static const char hex[] = "0123456789ABCDEF";

/* Bytes of the UTF-8 letter that starts with c. */
static size_t
letter_len(unsigned char c)
{
	return c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

static bool
body_plain(unsigned char c)
{
	return c >= ' ' && c < 0x7f && c != '=';
}

/* Bytes from s on that can stay as they are, at most max. Eight are looked at
 * in one: a high bit is left where a byte is above 7e or below 20 hex, or
 * where it is the sign that begins an escape. A borrow from the byte before
 * may say no too often; then each is looked at. */
static size_t
plain_run(const char *s, size_t max)
{
	static const uint64_t ones = 0x0101010101010101;
	size_t n = 0;

	while (n + 8 <= max) {
		uint64_t x, escape;

		memcpy(&x, s + n, sizeof x);
		escape = x ^ ones * '=';
		if (((x | (x + ones) | (x - ones * ' ') | (escape - ones)) &
			ones * 0x80) != 0)
			break;
		n += 8;
	}
	while (n < max && body_plain((unsigned char)s[n]))
		n++;
	return n;
}

/* One line without its end. */
static void
encode_line(const char *s, size_t len, struct buf *out)
{
	size_t column = 0;

	for (size_t i = 0; i < len;) {
		unsigned char c = (unsigned char)s[i];
		size_t run, room = BODY_WIDTH - 1 - column, n;
		bool from = i == 0 && len >= 5 && memcmp(s, "From ", 5) == 0;

		/* What can stay goes out in one piece. */
		run = from ? 0 :
			     plain_run(s + i, len - i < room ? len - i : room);
		if (run > 0 && i + run == len && s[len - 1] == ' ')
			run--;
		if (run > 0) {
			buf_add(out, s + i, run);
			i += run;
			column += run;
			continue;
		}
		n = letter_len(c);
		if (n > len - i)
			n = len - i;
		if (body_plain(c) && !from && !(i + 1 == len && c == ' ')) {
			n = 0; /* no room */
		} else if (3 * n <= room) {
			for (size_t k = 0; k < n; k++) {
				unsigned char b = (unsigned char)s[i + k];
				char e[3] = { '=', hex[b >> 4], hex[b & 15] };

				buf_add(out, e, 3);
			}
			i += n;
			column += 3 * n;
			continue;
		}
		buf_add(out, "=\r\n", 3);
		column = 0;
	}
}

void
encode_body(const char *text, struct buf *out)
{
	while (*text != '\0') {
		const char *nl = strchr(text, '\n');
		size_t len = nl == NULL ? strlen(text) : (size_t)(nl - text);

		encode_line(text, len, out);
		buf_add(out, "\r\n", 2);
		text += len + (nl != NULL);
	}
}

static bool
ascii(const char *s)
{
	for (; *s != '\0'; s++)
		if ((unsigned char)*s >= 0x7f || (unsigned char)*s < ' ')
			return false;
	return true;
}

/* May stand as it is in an encoded word anywhere, phrases included. */
static bool
word_plain(unsigned char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c >= '0' && c <= '9') || c == '-' || c == '*' || c == '+' ||
	    c == '/' || c == '!';
}

static void
add_word_letter(struct buf *word, const char *s, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		unsigned char b = (unsigned char)s[k];
		char e[3] = { '=', hex[b >> 4], hex[b & 15] };

		if (word_plain(b))
			buf_char(word, s[k]);
		else if (b == ' ')
			buf_char(word, '_');
		else
			buf_add(word, e, 3);
	}
}

/* Adds a word of a header, on a new line where it would be too long. */
static void
fold(struct buf *out, size_t *column, const char *s, size_t len)
{
	if (*column + 1 + len > FIELD_WIDTH && *column > 1) {
		buf_add(out, "\r\n", 2);
		*column = 0;
	}
	buf_char(out, ' ');
	buf_add(out, s, len);
	*column += 1 + len;
}

/* The whole text as encoded words, each a whole number of letters. */
static void
fold_encoded(struct buf *out, size_t *column, const char *s)
{
	static const char head[] = "=?UTF-8?Q?";
	struct buf word = BUF_INIT, letter = BUF_INIT;
	size_t max;

	while (*s != '\0') {
		buf_clear(&word);
		buf_str(&word, head);
		/* The first word fills the line that the name began. */
		max = *column + 1 < WORD_WIDTH - 20 ? WORD_WIDTH - *column - 1 :
						      WORD_WIDTH;
		while (*s != '\0') {
			size_t n = letter_len((unsigned char)*s);

			buf_clear(&letter);
			add_word_letter(&letter, s, strnlen(s, n));
			if (word.len + letter.len + 2 > max)
				break;
			buf_add(&word, letter.data, letter.len);
			s += strnlen(s, n);
		}
		buf_str(&word, "?=");
		fold(out, column, word.data, word.len);
	}
	buf_release(&word);
	buf_release(&letter);
}

/* Words of ASCII; runs of blanks stay as they are, at the end of a word. */
static void
fold_plain(struct buf *out, size_t *column, const char *s)
{
	while (*s != '\0') {
		size_t n = strcspn(s, " "), blanks = strspn(s + n, " ");
		size_t more = blanks > 1 ? blanks - 1 : 0;

		fold(out, column, s, n + more);
		s += n + blanks;
	}
}

void
encode_field(const char *name, const char *value, struct buf *out)
{
	size_t column = strlen(name) + 1, longest = 0;

	for (const char *p = value; *p != '\0';) {
		size_t n = strcspn(p, " ");

		longest = n > longest ? n : longest;
		p += n + (p[n] == ' ');
	}
	buf_str(out, name);
	buf_char(out, ':');
	if (ascii(value) && strstr(value, "=?") == NULL && longest < 70)
		fold_plain(out, &column, value);
	else
		fold_encoded(out, &column, value);
	buf_add(out, "\r\n", 2);
}

/* A name of ASCII as a quoted string where it has to be one. */
static void
quote_name(const char *name, struct buf *out)
{
	bool plain = true;

	for (const char *p = name; *p != '\0'; p++)
		if (!word_plain((unsigned char)*p) && *p != ' ')
			plain = false;
	if (plain) {
		buf_str(out, name);
		return;
	}
	buf_char(out, '"');
	for (const char *p = name; *p != '\0'; p++) {
		if (*p == '"' || *p == '\\')
			buf_char(out, '\\');
		buf_char(out, *p);
	}
	buf_char(out, '"');
}

void
encode_mailbox(const char *field, const char *name, const char *addr,
    struct buf *out)
{
	size_t column = strlen(field) + 1;
	struct buf word = BUF_INIT;

	buf_str(out, field);
	buf_char(out, ':');
	if (*name != '\0' && ascii(name) && strstr(name, "=?") == NULL &&
	    strlen(name) < 60) {
		quote_name(name, &word);
		fold_plain(out, &column, word.data);
		buf_clear(&word);
	} else if (*name != '\0') {
		fold_encoded(out, &column, name);
	}
	if (*name != '\0')
		buf_printf(&word, "<%s>", addr);
	else
		buf_str(&word, addr);
	fold(out, &column, word.data, word.len);
	buf_add(out, "\r\n", 2);
	buf_release(&word);
}
