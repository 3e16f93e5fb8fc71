/* SPDX-License-Identifier: MIT */
#include "mail/message.h"

#include "base/mem.h"
#include "base/utf8.h"
#include "mail/quoting.h"

/*
 * One pass over the lines. A quote whose lines carry a prefix loses those
 * lines and nothing else, so answers may stand between them. A quote without
 * prefix has a beginning (attribution, separator, pasted header) and ends
 * with our own mark, or with the mail. Where a program has wrapped quoted
 * lines, the tails that lost their prefix go too.
 */

enum {
	ATTRIBUTION_LINES = 4,
	WRAP_AT = 72, /* the narrowest wrapping in use */
	ORPHAN_ANSWER = 40,
	LINES_MAX = 20000
};

struct text {
	struct slice *line; /* owned */
	size_t n;
	/* index behind our last mark; 0 none */
	size_t last_mark;
	struct buf *out;
	bool above; /* a quote stands below some text */
};

static bool
blank(struct slice l)
{
	return slice_trim(l).len == 0;
}

static void
text_split(struct text *t, const char *s)
{
	while (*s != '\0' && t->n < LINES_MAX) {
		size_t len = strcspn(s, "\n");

		t->line = mem_more(t->line, t->n, sizeof *t->line);
		t->line[t->n] = (struct slice){ s, len };
		if (quoting_own_mark(t->line[t->n++]))
			t->last_mark = t->n;
		s += len;
		if (*s == '\n')
			s++;
	}
}

static size_t
next_full(const struct text *t, size_t i)
{
	while (i < t->n && blank(t->line[i]))
		i++;
	return i;
}

/* Does a paragraph begin here? In the middle of one people write what looks
 * like an attribution or a disclaimer. */
static bool
after_blank(const struct text *t, size_t i)
{
	return i == 0 || blank(t->line[i - 1]) ||
	    quoting_prefixed(t->line[i - 1]);
}

/* Whatever holds an address may begin an attribution; but not the line above
 * one that begins by itself. */
static bool
later_start(const struct text *t, size_t i, size_t n)
{
	if (quoting_dated_start(t->line[i]))
		return false;
	for (size_t k = i + 1; k < i + n; k++)
		if (quoting_dated_start(t->line[k]))
			return true;
	return false;
}

/* An attribution that begins at i, wrapped over up to four lines: how many,
 * 0 none. A weak one ("Anna wrote:") counts only with a quote to show. */
static size_t
attribution(const struct text *t, size_t i)
{
	struct buf joined = BUF_INIT;
	size_t found = 0;
	bool weak;

	if (!quoting_attribution_start(t->line[i]))
		return 0;
	for (size_t n = 1; n <= ATTRIBUTION_LINES && i + n <= t->n; n++) {
		struct slice l = slice_trim(t->line[i + n - 1]);
		size_t after;

		if (l.len == 0 ||
		    (n > 1 && quoting_prefixed(l) && *l.at != '<'))
			break;
		if (n > 1)
			buf_char(&joined, ' ');
		buf_add(&joined, l.at, l.len);
		if (!quoting_attribution((struct slice){ joined.data,
					     joined.len },
			&weak))
			continue;
		if (later_start(t, i, n))
			break;
		after = next_full(t, i + n);
		if (!weak || (t->last_mark > i + n && after_blank(t, i)) ||
		    (after < t->n && quoting_prefixed(t->line[after])))
			found = n;
		break;
	}
	buf_release(&joined);
	return found;
}

/* A pasted header begins at i: a sender or a date, and within the next lines
 * another label. Returns its lines, 0 none. */
static size_t
pasted_header(const struct text *t, size_t i)
{
	enum quoting_label first = quoting_label(t->line[i]);
	size_t labels = 1, last = i, full = 0;

	if (first != LABEL_FROM && first != LABEL_DATE)
		return 0;
	for (size_t k = i + 1; k < t->n && full < 6; k++) {
		enum quoting_label label = quoting_label(t->line[k]);

		if (blank(t->line[k]))
			continue;
		full++;
		if (label == LABEL_NONE || label == first)
			continue;
		labels++;
		last = k;
	}
	return labels >= 2 ? last - i + 1 : 0;
}

/* Lines of the opening of a quote at i, 0 if none begins there. */
static size_t
quote_opens(const struct text *t, size_t i)
{
	size_t n, more;

	if (quoting_separator(t->line[i])) {
		n = next_full(t, i + 1);
		more = n < t->n ? pasted_header(t, n) : 0;
		return more > 0 ? n - i + more : 1;
	}
	if (quoting_signature(t->line[i]) && t->line[i].at[0] == '_') {
		n = next_full(t, i + 1);
		more = n < t->n ? pasted_header(t, n) : 0;
		return more > 0 ? n - i + more : 0;
	}
	n = pasted_header(t, i);
	return n > 0 ? n : attribution(t, i);
}

/* Behind a quote without prefix: after our own mark, else the end. */
static size_t
behind_mark(const struct text *t, size_t i)
{
	for (; i < t->n; i++)
		if (quoting_own_mark(t->line[i]))
			return i + 1;
	return t->n;
}

/* The tail of a quoted line that a mail program wrapped: it stands alone
 * between quoted lines, and its first word would not have fitted above. */
static bool
wrapped_tail(const struct text *t, size_t i)
{
	struct slice above, here = slice_trim(t->line[i]);
	size_t word = 0;

	if (i == 0 || i + 1 >= t->n || !quoting_prefixed(t->line[i - 1]) ||
	    !quoting_prefixed(t->line[i + 1]))
		return false;
	above = t->line[i - 1];
	while (word < here.len && here.at[word] != ' ')
		word++;
	return utf8_width(above.at, above.len) + 1 + utf8_width(here.at, word) >
	    WRAP_AT;
}

/* A paragraph that is not read: to the next blank line. */
static size_t
behind_paragraph(const struct text *t, size_t i)
{
	while (i < t->n && !blank(t->line[i]) && !quoting_prefixed(t->line[i]))
		i++;
	return i;
}

static void
keep(struct text *t, struct slice l)
{
	while (l.len > 0 && (l.at[l.len - 1] == ' ' || l.at[l.len - 1] == '\t'))
		l.len--;
	if (l.len == 0 &&
	    (t->out->len == 0 ||
		(t->out->len > 1 && t->out->data[t->out->len - 2] == '\n')))
		return; /* no blank lines in front or in a row */
	buf_add(t->out, l.at, l.len);
	buf_char(t->out, '\n');
}

/* Our mark without a beginning: a whole mail of ours pasted without prefix
 * and attribution. Only a single short line above it, the answer of somebody
 * who writes on top, is kept. */
static void
drop_orphan(struct text *t, size_t from)
{
	size_t end = from;

	while (end < t->out->len && t->out->data[end] != '\n')
		end++;
	if (end - from < ORPHAN_ANSWER && end + 1 < t->out->len &&
	    t->out->data[end + 1] == '\n')
		from = end + 1;
	buf_truncate(t->out, from);
}

static void
text_cut(struct text *t)
{
	size_t section = 0; /* where an orphan could begin */

	for (size_t i = 0; i < t->n;) {
		struct slice l = t->line[i];
		size_t n;

		if (quoting_prefixed(l) || wrapped_tail(t, i)) {
			t->above |= t->out->len > 0;
			i++;
		} else if (quoting_own_mark(l)) {
			drop_orphan(t, section);
			section = t->out->len;
			t->above |= section > 0;
			i++;
		} else if (quoting_end_of_message(l)) {
			return;
		} else if ((n = quote_opens(t, i)) > 0) {
			size_t next = next_full(t, i + n);

			t->above |= t->out->len > 0;
			i += n;
			if (next < t->n && !quoting_prefixed(t->line[next])) {
				i = behind_mark(t, i);
				section = t->out->len;
			}
		} else if (quoting_signature(l)) {
			if (l.at[0] == '-')
				return;
			i++;
		} else if (quoting_mobile(l)) {
			i++;
		} else if (quoting_disclaimer(l) && after_blank(t, i)) {
			i = behind_paragraph(t, i);
		} else {
			keep(t, l);
			i++;
		}
	}
}

bool
message_cut_quotes(const char *text, struct buf *out)
{
	struct buf cut = BUF_INIT;
	struct text t = { .out = &cut };

	text_split(&t, text);
	text_cut(&t);
	while (cut.len > 0 && cut.data[cut.len - 1] == '\n')
		buf_truncate(&cut, cut.len - 1);
	if (cut.len > 0)
		buf_char(&cut, '\n');
	buf_add(out, buf_text(&cut), cut.len);
	buf_release(&cut);
	free(t.line);
	return t.above;
}
