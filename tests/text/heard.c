/* SPDX-License-Identifier: MIT */
#include "tests/text/heard.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* "+++ Links, each once" is called links, "LINKS  each once" as well. */
static void
name_section(struct heard *h, const char *line, size_t len)
{
	char *name = h->name[h->n];
	bool list = strncmp(line, "+++ ", 4) == 0;
	char *end;

	if (list) {
		line += 4;
		len -= 4;
	}
	(void)snprintf(name, sizeof h->name[0], "%.*s", (int)len, line);
	end = strstr(name, list ? ", " : "  ");
	if (end != NULL)
		*end = '\0';
	h->n++;
}

static void
add_line(struct buf *body, const char *line, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (line[i] != ' ' || body->data[body->len - 1] != ' ')
			buf_char(body, line[i]);
	if (body->data[body->len - 1] != ' ')
		buf_char(body, ' ');
}

void
heard_read(struct heard *h, const char *text)
{
	bool list = strstr(text, "+++ ") != NULL;

	memset(h, 0, sizeof *h);
	for (const char *p = text; *p; p += strcspn(p, "\n") + 1) {
		size_t len = strcspn(p, "\n");
		bool heading = list ? strncmp(p, "+++ ", 4) == 0 :
				      len > 0 && *p != ' ';

		if (heading || h->n == 0) {
			ck_assert_int_lt(h->n, HEARD_SECTIONS);
			name_section(h, p, heading ? len : 0);
			buf_char(&h->body[h->n - 1], ' ');
		}
		if (!heading)
			add_line(&h->body[h->n - 1], p, len);
	}
}

void
heard_release(struct heard *h)
{
	for (int i = 0; i < h->n; i++)
		buf_release(&h->body[i]);
}

const char *
heard_section(const struct heard *h, const char *name)
{
	for (int i = 0; i < h->n; i++)
		if (strcasecmp(h->name[i], name) == 0)
			return h->body[i].data;
	return NULL;
}

bool
heard_row(const char **at, const char *label, struct buf *out)
{
	struct buf want = BUF_INIT;
	const char *row = *at;

	buf_clear(out);
	buf_str(out, "");
	buf_printf(&want, " %s", label);
	while (row != NULL && (row = strstr(row, want.data)) != NULL) {
		bool last = row > *at && strchr(",:;", row[-1]) != NULL;

		row += want.len;
		if (strncmp(row, ": ", 2) == 0 || (!last && *row == '.'))
			break;
	}
	if (row != NULL) {
		row += *row == ':' ? 2 : 0;
		buf_add(out, row, strcspn(row, "."));
		*at = row + strcspn(row, ".");
	}
	buf_release(&want);
	return row != NULL;
}

bool
heard_part(const char **at, const char *separator, struct buf *out)
{
	const char *end = strstr(*at, separator);
	size_t len = end != NULL ? (size_t)(end - *at) : strlen(*at);

	if (**at == '\0')
		return false;
	buf_clear(out);
	buf_add(out, *at, len);
	*at += len + (end != NULL ? strlen(separator) : 0);
	return true;
}

static bool
is_letter(char c)
{
	return isalnum((unsigned char)c) || (unsigned char)c >= 0x80;
}

bool
heard_word(const char *text, const char *word)
{
	for (const char *p = text; (p = strstr(p, word)) != NULL; p++)
		if ((p == text || !is_letter(p[-1])) &&
		    !is_letter(p[strlen(word)]))
			return true;
	return false;
}
