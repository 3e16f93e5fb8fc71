/* SPDX-License-Identifier: MIT */
#include "text/escape.h"

#include <string.h>

#include "base/bidi.h"
#include "base/utf8.h"
#include "text/mustache.h"

void
escape_begin(struct escape_state *s, struct buf *out)
{
	s->out = out;
	s->seen = out->len;
	s->fence = 0;
	s->span = 0;
}

void
escape_html(const char *text, size_t len, struct buf *out)
{
	size_t from = 0;

	for (size_t i = 0; i < len; i++) {
		const char *entity = "";
		size_t n = 1;

		switch (text[i]) {
		case '&':
			entity = "&amp;";
			break;
		case '<':
			entity = "&lt;";
			break;
		case '>':
			entity = "&gt;";
			break;
		case '"':
			entity = "&quot;";
			break;
		default:
			if ((n = utf8_unseen(text + i, len - i)) == 0)
				continue;
		}
		buf_add(out, text + from, i - from);
		buf_str(out, entity);
		i += n - 1;
		from = i + 1;
	}
	buf_add(out, text + from, len - from);
}

/* Only blanks stand between the start of the line and the byte at `at`. */
static bool
begins_line(const char *text, size_t at)
{
	while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
		at--;
	return at == 0 || text[at - 1] == '\n';
}

static bool
ends_line(const char *text, size_t at, size_t len)
{
	while (at < len && (text[at] == ' ' || text[at] == '\t'))
		at++;
	return at == len || text[at] == '\n';
}

static bool
is_escaped(const char *text, size_t at)
{
	size_t n = 0;

	while (n < at && text[at - 1 - n] == '\\')
		n++;
	return n % 2 == 1;
}

/* A run of n backticks at `at`: a fence, the end or begin of a span. */
static void
see_run(struct escape_state *s, size_t at, size_t n)
{
	const char *text = s->out->data;

	if (s->fence) {
		if (n >= s->fence && begins_line(text, at) &&
		    ends_line(text, at + n, s->out->len))
			s->fence = 0;
	} else if (s->span) {
		if (n == s->span)
			s->span = 0;
	} else if (n >= 3 && begins_line(text, at)) {
		s->fence = n;
	} else {
		s->span = n - is_escaped(text, at);
	}
}

/* A span that is not closed in its paragraph was none. */
static bool
paragraph_ends(const char *text, size_t from, size_t to)
{
	for (size_t i = from; i + 1 < to; i++)
		if (text[i] == '\n' && ends_line(text, i + 1, to))
			return true;
	return false;
}

static void
look(struct escape_state *s)
{
	const char *text = s->out->data;
	size_t len = s->out->len;

	while (s->seen < len) {
		const char *tick = memchr(text + s->seen, '`', len - s->seen);
		size_t at = tick != NULL ? (size_t)(tick - text) : len, n = 0;

		if (s->span && paragraph_ends(text, s->seen, at))
			s->span = 0;
		while (at + n < len && text[at + n] == '`')
			n++;
		if (n)
			see_run(s, at, n);
		s->seen = at + n;
	}
}

static bool
in_table_row(const struct buf *out)
{
	size_t at = out->len;

	while (at > 0 && out->data[at - 1] != '\n')
		at--;
	while (at < out->len && out->data[at] == ' ')
		at++;
	return at < out->len && out->data[at] == '|';
}

/* Inside code nothing is escaped; what could end it is replaced. */
static void
add_code(struct escape_state *s, const char *text, size_t len)
{
	bool row = s->span && in_table_row(s->out);

	if (s->span && len == 0)
		buf_char(s->out, ' ');
	for (size_t i = 0, n; i < len; i++) {
		char c = text[i];

		if ((n = utf8_unseen(text + i, len - i))) {
			i += n - 1;
			continue;
		}
		if (c == '`')
			c = '\'';
		else if ((unsigned char)c < ' ')
			c = ' ';
		else if (c == '|' && row)
			buf_char(s->out, '\\');
		buf_char(s->out, c);
	}
}

/* U+2028 and U+2029 are line ends to some readers. */
static size_t
separator(const char *text, size_t len)
{
	return len >= 3 && memcmp(text, "\xe2\x80", 2) == 0 &&
		(text[2] == '\xa8' || text[2] == '\xa9') ?
	    3 :
	    0;
}

static size_t
white(const char *text, size_t len)
{
	if ((unsigned char)*text <= ' ' || *text == 0x7f)
		return 1;
	return separator(text, len);
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	    (c & 0x80) != 0;
}

/* Each escape is a node of the tree more, so it is used where it is needed
 * only: what marks a list or a rule does so at the start of a line. */
static bool
must_escape(char c, char before)
{
	switch (c) {
	case '-':
	case '=':
	case '+':
	case '#':
		return !is_letter(before) && !(before >= '0' && before <= '9');
	case '.':
	case ')':
		return !is_letter(before) && before != ')';
	case '(':
		return before == ']';
	case '\\':
	case '`':
	case '*':
	case '_':
	case '[':
	case ']':
	case '!':
	case '|':
	case '<':
	case '>':
	case '~':
	case '&':
		return true;
	default:
		return false;
	}
}

/* What people wrote ends no sentence of ours: not the stops of "J. R. Smith"
 * (text/mark.c). */
static bool
ends_clause(const char *text, size_t at, size_t len)
{
	switch (text[at]) {
	case '.':
	case '!':
	case '?':
	case ':':
	case ';':
	case ',':
		return at + 1 == len || white(text + at + 1, len - at - 1);
	default:
		return false;
	}
}

static char
last(const struct buf *out)
{
	return out->len ? out->data[out->len - 1] : '\n';
}

/* White space inside becomes one space, that at the ends goes: emphasis must
 * touch a word to be emphasis, and four spaces would be code. */
static void
add_text(struct buf *out, const char *text, size_t len)
{
	size_t from = 0, n;
	bool space = false, any = false;
	char before;

	for (size_t i = 0; i < len; i++) {
		if ((n = white(text + i, len - i))) {
			buf_add(out, text + from, i - from);
			i += n - 1;
			from = i + 1;
			space = any;
			continue;
		}
		if ((n = utf8_unseen(text + i, len - i))) {
			buf_add(out, text + from, i - from);
			i += n - 1;
			from = i + 1;
			continue;
		}
		if (space)
			buf_char(out, ' ');
		space = false;
		any = true;
		before = i > from ? text[i - 1] : last(out);
		if (must_escape(text[i], before) || ends_clause(text, i, len)) {
			buf_add(out, text + from, i - from);
			buf_char(out, '\\');
			from = i;
		}
	}
	buf_add(out, text + from, len - from);
	/* A number behind a name in Hebrew would be shown before it. */
	if (bidi_ends_leftward(text, len))
		buf_str(out, BIDI_MARK);
}

bool
escape_in_code(struct escape_state *s)
{
	look(s);
	return s->fence != 0 || s->span != 0;
}

void
escape_markdown(struct escape_state *s, const char *text, size_t len)
{
	if (escape_in_code(s))
		add_code(s, text, len);
	else
		add_text(s->out, text, len);
	s->seen = s->out->len;
}

void
mustache_escape(const char *text, size_t len, struct buf *out)
{
	add_text(out, text, len);
}
