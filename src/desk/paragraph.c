/* SPDX-License-Identifier: MIT */
#include "desk/paragraph.h"

#include <ctype.h>

#include "base/mem.h"
#include "desk/block.h"
#include "desk/command.h"

enum { KEPT_MAX = 8192 };

size_t
paragraph_head(const struct job *j, const char *line, size_t len)
{
	char *text = mem_ndup(line, len);
	struct meaning m = meaning_of(j, text);
	size_t head = 0;

	if (m.is == MEANS_COMMAND && m.command->flags & COMMAND_PARAGRAPH) {
		head = strcspn(text, " \t:#");
		head += (size_t)paragraph_form(text + head);
	}
	free(text);
	return head;
}

static bool
ends(const struct job *j, const char *at, size_t len)
{
	return *at == '>' || line_ends_message(j, at, len) ||
	    paragraph_head(j, at, len) > 0;
}

/* Blanks of all kinds are one. */
static void
keep(const char *at, size_t len, struct buf *out)
{
	char before = '\n';

	for (size_t i = 0; i < len; i++)
		if (isspace((unsigned char)at[i])) {
			before = ' ';
		} else {
			if (before != '\0' && out->len > 0)
				buf_char(out, before);
			buf_char(out, at[i]);
			before = '\0';
		}
}

const char *
paragraph_read(const struct job *j, const char *p, struct line *l)
{
	struct buf text = BUF_INIT;

	for (bool first = true; *p; first = false) {
		size_t n = strcspn(p, "\n"), skip = strspn(p, " \t\r"), len;
		const char *at = p + (skip < n ? skip : n);
		bool over;

		len = n - (size_t)(at - p);
		while (len && isspace((unsigned char)at[len - 1]))
			len--;
		if (!first && len && ends(j, at, len))
			break;
		over = (!first && len == 0 && text.len > 0) ||
		    (len && block_ends(j, at, len));
		if (!over && text.len < KEPT_MAX)
			keep(at, len, &text);
		p += n + (p[n] == '\n');
		if (over)
			break;
	}
	buf_str(&text, "");
	l->block = buf_steal(&text);
	l->ended = true;
	return p;
}
