/* SPDX-License-Identifier: MIT */

/* The lines of a text that were newly written, and what was quoted above and
 * below them. */

#include "base/mem.h"
#include "mail/quotes.h"
#include "mail/quoting.h"

struct cutting {
	struct buf *out;
	struct message_cut *cut;
	size_t line, *at; /* of out, where each line is */
};

static void
keep(struct buf *out, struct slice l)
{
	while (l.len > 0 && (l.at[l.len - 1] == ' ' || l.at[l.len - 1] == '\t'))
		l.len--;
	if (l.len == 0 &&
	    (out->len == 0 ||
		(out->len > 1 && out->data[out->len - 2] == '\n')))
		return; /* no blank lines in front or in a row */
	buf_add(out, l.at, l.len);
	buf_char(out, '\n');
}

static void
take_line(void *arg, struct slice l, enum quoting_line is)
{
	struct cutting *k = arg;
	struct message_cut *c = k->cut;

	k->at = mem_more(k->at, k->line, sizeof *k->at);
	k->at[k->line++] = k->out->len;
	if (is == QUOTING_NEW) {
		keep(k->out, l);
	} else if (is == QUOTING_QUOTE && slice_trim(l).len > 0) {
		if (c->first.at == NULL)
			c->first = slice_trim(l);
		c->last = slice_trim(l);
	}
}

void
message_cut(const char *text, struct buf *out, struct message_cut *found)
{
	struct message_cut cut = { 0 };
	struct buf rest = BUF_INIT;
	struct cutting k = { .out = &rest, .cut = &cut };
	size_t below = quoting_lines(text, take_line, &k);

	cut.below = below > 0 ? k.at[below] : 0;
	while (rest.len > 0 && rest.data[rest.len - 1] == '\n')
		buf_truncate(&rest, rest.len - 1);
	if (rest.len > 0)
		buf_char(&rest, '\n');
	if (cut.below >= rest.len)
		cut.below = 0;
	buf_add(out, buf_text(&rest), rest.len);
	if (found != NULL)
		*found = cut;
	buf_release(&rest);
	free(k.at);
}
