/* SPDX-License-Identifier: MIT */
#include "conf/lex.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

void
lex_open(struct lex *l, const char *text)
{
	/* Some editors begin a file with a mark (U+FEFF). */
	if (strncmp(text, "\xef\xbb\xbf", 3) == 0)
		text += 3;
	*l = (struct lex){ .text = text, .p = text, .at = text };
}

void
lex_close(struct lex *l)
{
	buf_wipe(&l->word);
}

/* Behind blanks and comments. At a comment that never ends it stands still. */
static const char *
skip(const char *p)
{
	for (;;) {
		const char *end;

		p += strspn(p, " \t\r\n");
		if (*p == '#' || (p[0] == '/' && p[1] == '/')) {
			p += strcspn(p, "\n");
			continue;
		}
		if (p[0] != '/' || p[1] != '*')
			return p;
		end = strstr(p + 2, "*/");
		if (end == NULL)
			return p;
		p = end + 2;
	}
}

const char *
lex_ahead(const struct lex *l)
{
	return skip(l->p);
}

void
lex_place(const struct lex *l, const char *at, int *line, int *column)
{
	*line = *column = 1;
	for (const char *p = l->text; p < at; p++) {
		if (*p == '\n') {
			++*line;
			*column = 1;
		} else if ((*p & 0xc0) != 0x80) {
			++*column;
		}
	}
}

static enum lexeme
wrong(struct lex *l, const char *at, const char *what)
{
	l->at = at;
	l->wrong = what;
	return LEX_WRONG;
}

/* At "${": what the environment has instead. Behind it, or NULL. */
static const char *
variable(struct lex *l, const char *p)
{
	size_t len = strcspn(p, "}\n");
	const char *value;
	char *name, *preset;

	if (p[len] != '}') {
		(void)wrong(l, p, "${ begins here, and no } ends it");
		return NULL;
	}
	name = mem_ndup(p + 2, len - 2);
	preset = strstr(name, ":-");
	if (preset != NULL)
		*preset = '\0';
	value = getenv(name);
	if (value == NULL && preset != NULL)
		value = preset + 2;
	if (value != NULL)
		buf_str(&l->word, value);
	free(name);
	return p + len + 1;
}

/* At the backslash of a byte's number, in base 16 or 8. */
static const char *
numbered(struct lex *l, const char *p, int base)
{
	const char *from = p + (base == 16 ? 2 : 1);
	size_t most = base == 16 ? 2 : 3,
	       n = strspn(from,
		   base == 16 ? "0123456789abcdefABCDEF" : "01234567");
	char digits[4] = "";
	long byte;

	n = n > most ? most : n;
	memcpy(digits, from, n);
	byte = strtol(digits, NULL, base);
	if (byte < 1 || byte > 255) {
		(void)wrong(l, p, "this escape names no character");
		return NULL;
	}
	buf_char(&l->word, (char)byte);
	return from + n;
}

/* At a backslash between double quotes. Behind the escape, or NULL. */
static const char *
escape(struct lex *l, const char *p)
{
	static const char names[] = "nrtbfaev", bytes[] = "\n\r\t\b\f\a\033\v";
	const char *name = p[1] != '\0' ? strchr(names, p[1]) : NULL;

	if (name != NULL)
		buf_char(&l->word, bytes[name - names]);
	else if (p[1] == 'x')
		return numbered(l, p, 16);
	else if (p[1] >= '0' && p[1] <= '9')
		return numbered(l, p, 8);
	else if (p[1] == '\0')
		return p + 1;
	else
		buf_char(&l->word, p[1]);
	return p + 2;
}

static enum lexeme
quoted(struct lex *l)
{
	const char quote = *l->at, *p = l->at + 1;

	while (p != NULL && *p != quote) {
		if (*p == '\n' || *p == '\0')
			return wrong(l, l->at,
			    "the quote that begins here is not closed on its "
			    "line");
		if (p[0] == '\\' && p[1] == '\n') {
			p += 2; /* the line goes on */
		} else if (quote == '"' && *p == '\\') {
			p = escape(l, p);
		} else if (quote == '"' && p[0] == '$' && p[1] == '{') {
			p = variable(l, p);
		} else {
			if (*p == '\\' && (p[1] == '\'' || p[1] == '\\'))
				p++;
			buf_char(&l->word, *p++);
		}
	}
	if (p == NULL)
		return LEX_WRONG;
	l->p = p + 1;
	return LEX_WORD;
}

static enum lexeme
bare(struct lex *l)
{
	const char *p = l->at;

	while (p != NULL && *p != '\0' && strchr(" \t\r\n#\"'{}=", *p) == NULL)
		if (p[0] == '$' && p[1] == '{')
			p = variable(l, p);
		else
			buf_char(&l->word, *p++);
	if (p == NULL)
		return LEX_WRONG;
	l->p = p;
	return LEX_WORD;
}

enum lexeme
lex_next(struct lex *l)
{
	enum lexeme token;

	l->at = l->p = skip(l->p);
	buf_clear(&l->word);
	switch (*l->at) {
	case '\0':
		return LEX_END;
	case '{':
		l->p++;
		return LEX_OPEN;
	case '}':
		l->p++;
		return LEX_CLOSE;
	case '=':
		l->p++;
		return LEX_EQUALS;
	}
	if (l->at[0] == '/' && l->at[1] == '*')
		return wrong(l, l->at,
		    "the comment that begins here never ends");
	token = *l->at == '"' || *l->at == '\'' ? quoted(l) : bare(l);
	if (token == LEX_WORD && !utf8_valid(buf_text(&l->word), l->word.len))
		return wrong(l, l->at,
		    "this is not UTF-8 once its escapes are undone");
	return token;
}
