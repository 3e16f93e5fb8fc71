/* SPDX-License-Identifier: MIT */
#include "mail/message.h"

#include <strings.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "mail/quotes.h"
#include "mail/quoting.h"

/*
 * One pass over the lines. A quote whose lines carry a prefix loses those
 * lines and nothing else, so answers may stand between them. A quote without
 * prefix has a beginning (attribution, separator, pasted header, the mark in
 * our first sentence) and ends with the mark that ends our mails, or with the
 * mail. Where a program has wrapped quoted lines, the tails that lost their
 * prefix go too.
 */

enum {
	ATTRIBUTION_LINES = 5,
	SENTENCE = 76, /* what our first sentence has up to its mark, at most */
	ORPHAN_ANSWER = 40,
	LINES_MAX = 20000
};

struct text {
	struct slice *line;    /* owned */
	enum quoting_line *is; /* owned: what each was found to be */
	size_t n;
	/* what a program that is not known puts before the lines it quotes;
	 * len 0: none does */
	struct slice foreign;
	int quote_width; /* no narrower have lines with a prefix been wrapped */
	size_t quote_bytes; /* the same in bytes, by which some programs wrap */
	/* index behind our last mark; 0 none */
	size_t last_mark;
	size_t below;     /* as quoting_lines has it */
	size_t first_new; /* nothing new above it */
};

static bool
blank(struct slice l)
{
	return slice_trim(l).len == 0;
}

/* Does a line stand behind something that quotes it? */
static bool
prefixed(const struct text *t, struct slice l)
{
	const struct slice *f = &t->foreign;

	l = slice_trim(l);
	return quoting_prefixed(l) ||
	    (f->len > 0 && l.len >= f->len && memcmp(l.at, f->at, f->len) == 0);
}

static void
text_split(struct text *t, const char *s)
{
	while (*s != '\0' && t->n < LINES_MAX) {
		size_t len = strcspn(s, "\n");

		t->line = mem_more(t->line, t->n, sizeof *t->line);
		t->is = mem_more(t->is, t->n, sizeof *t->is);
		t->is[t->n] = QUOTING_NEW;
		t->line[t->n] = (struct slice){ s, len };
		if (t->foreign.len == 0)
			t->foreign = quoting_foreign(t->line[t->n]);
		if (quoting_own_mark(t->line[t->n++]))
			t->last_mark = t->n;
		s += len;
		if (*s == '\n')
			s++;
	}
}

static void
text_measure(struct text *t)
{
	for (size_t i = 0; i < t->n; i++) {
		struct slice l = t->line[i];
		int width = prefixed(t, l) ? quoting_width(l) : 0;

		if (width > t->quote_width)
			t->quote_width = width;
		if (width > 0 && l.len > t->quote_bytes)
			t->quote_bytes = l.len;
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
	return i == 0 || blank(t->line[i - 1]) || prefixed(t, t->line[i - 1]);
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

/* Whether lines name a mail: an address, or as many digits as a date has. */
static bool
name_a_mail(const struct text *t, size_t from, size_t to)
{
	enum { DATE_DIGITS = 4 };
	size_t digits = 0;

	for (size_t i = from; i < to; i++)
		for (size_t k = 0; k < t->line[i].len; k++) {
			char c = t->line[i].at[k];

			digits += c >= '0' && c <= '9';
			if (c == '@')
				return true;
		}
	return digits >= DATE_DIGITS;
}

/* Right above a quote a line that names a mail is one in any language. */
static bool
tells_quote(const struct text *t, size_t i)
{
	size_t next = next_full(t, i + 1);

	return quoting_colon(t->line[i]) && name_a_mail(t, i, i + 1) &&
	    next < t->n && prefixed(t, t->line[next]);
}

/* An attribution that begins at i, wrapped over up to four lines: how many,
 * 0 none. A weak one ("Anna wrote:") counts only with a quote to show. */
static size_t
attribution(const struct text *t, size_t i)
{
	struct buf joined = BUF_INIT;
	size_t found = 0;
	bool weak;

	if (tells_quote(t, i))
		return 1;
	if (!quoting_attribution_start(t->line[i]))
		return 0;
	for (size_t n = 1; n <= ATTRIBUTION_LINES && i + n <= t->n; n++) {
		struct slice l = slice_trim(t->line[i + n - 1]);
		size_t after;

		if (l.len == 0 || (n > 1 && prefixed(t, l) && *l.at != '<'))
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
		    (after < t->n && prefixed(t, t->line[after])))
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

/* Behind the mark at i and its head. */
static size_t
past_mark(const struct text *t, size_t i)
{
	return i + 1 < t->n && quoting_head(t->line[i + 1]) ? i + 2 : i + 1;
}

/* Behind a quote without prefix: after our own mark, else the end. */
static size_t
behind_mark(const struct text *t, size_t i)
{
	for (; i < t->n; i++)
		if (quoting_own_mark(t->line[i]))
			return past_mark(t, i);
	return t->n;
}

/* Whether the first word of a line would not have fitted above it. */
static bool
broken(struct slice above, struct slice here, int width)
{
	here = quoting_first_word(here);
	return utf8_width(above.at, above.len) + 1 +
	    utf8_width(here.at, here.len) >
	    width;
}

/* The mark of our first sentence in a line, or broken over it and the next. */
static struct slice
top_mark(const struct text *t, size_t i)
{
	static const char open[] = "(mail";
	struct slice mark = quoting_top_mark(t->line[i]), l = t->line[i];
	struct buf both = BUF_INIT;

	l = slice_trim(l);
	if (mark.at != NULL || i + 1 == t->n || l.len < 5 ||
	    memcmp(l.at + l.len - 5, open, 5) != 0)
		return mark;
	buf_str(&both, "(mail ");
	l = slice_trim(t->line[i + 1]);
	buf_add(&both, l.at, l.len);
	mark = quoting_top_mark((struct slice){ both.data, both.len });
	/* The number alone is compared: it stands in the next line. */
	if (mark.at != NULL)
		mark = (struct slice){ l.at, mark.len - 5 };
	buf_release(&both);
	return mark;
}

/* The tail of a quoted line that a mail program wrapped: it stands alone
 * between quoted lines, and its first word would not have fitted above; or our
 * mark stands in it. */
static bool
wrapped_tail(const struct text *t, size_t i)
{
	if (i == 0 || i + 1 >= t->n || !prefixed(t, t->line[i - 1]) ||
	    !prefixed(t, t->line[i + 1]))
		return false;
	return broken(t->line[i - 1], t->line[i], t->quote_width) ||
	    t->line[i - 1].len + quoting_first_word(t->line[i]).len >=
	    t->quote_bytes ||
	    top_mark(t, i).at != NULL;
}

/* Behind a disclaimer, or a list's footer, that begins at i; i: none does. It
 * is a paragraph; above an order in the same one stands what somebody wrote. */
static size_t
behind_disclaimer(const struct text *t, size_t i)
{
	const char *from = t->line[i].at;
	bool ruled = i > 0 && quoting_signature(t->line[i - 1]);
	size_t end = i;
	struct slice all;

	if (!ruled && !after_blank(t, i))
		return i;
	while (end < t->n && !blank(t->line[end]) &&
	    !prefixed(t, t->line[end]) && !quoting_order(t->line[end]))
		end++;
	if (end == i || (end < t->n && quoting_order(t->line[end])))
		return i;
	all.at = from;
	all.len = (size_t)(t->line[end - 1].at - from) + t->line[end - 1].len;
	return quoting_disclaimer(all) || (ruled && quoting_list_footer(all)) ?
	    end :
	    i;
}

/* Whether there is new text above a line. The first of it is remembered: what
 * lies above that is none. */
static bool
any_new(struct text *t, size_t to)
{
	while (t->first_new < to &&
	    (t->is[t->first_new] != QUOTING_NEW ||
		blank(t->line[t->first_new])))
		t->first_new++;
	return t->first_new < to;
}

/* Behind a gateway's banner that begins at i, with nothing new above it. */
static size_t
behind_banner(struct text *t, size_t i)
{
	size_t end = i + 1;

	if (any_new(t, i) || !quoting_banner(t->line[i]))
		return i;
	while (end < t->n && quoting_goes_on(t->line[end - 1], t->line[end]))
		end++;
	return end;
}

static void
mark_lines(struct text *t, size_t from, size_t to, enum quoting_line is)
{
	for (size_t i = from; i < to; i++)
		t->is[i] = is;
}

/* Our mark without a beginning: a whole mail of ours, from before our mails
 * began with one, pasted without prefix and attribution. Only a single short
 * line above it, the answer of somebody who writes on top, is kept. */
static void
drop_orphan(struct text *t, size_t from, size_t mark)
{
	size_t first = from;

	while (first < mark &&
	    (t->is[first] != QUOTING_NEW || blank(t->line[first])))
		first++;
	if (first + 1 < mark && t->line[first].len < ORPHAN_ANSWER &&
	    blank(t->line[first + 1]))
		from = first + 1;
	for (size_t i = from; i < mark; i++)
		if (t->is[i] == QUOTING_NEW)
			t->is[i] = QUOTING_QUOTE;
}

/* How wide the widest line is of a copy that has our mark at i, up to the mark
 * that ends it: no narrower has it been wrapped. */
static int
copy_width(const struct text *t, size_t i)
{
	int widest = 0;

	for (; i < t->n && !quoting_own_mark(t->line[i]); i++) {
		int width = utf8_width(t->line[i].at, t->line[i].len);

		widest = width > widest ? width : widest;
	}
	return widest;
}

/* Whether a line may begin a sentence of ours: none does with a small letter,
 * a digit or a bracket. */
static bool
may_begin(struct slice l)
{
	unsigned char first, next;

	l = slice_trim(l);
	if (l.len == 0)
		return true;
	first = (unsigned char)l.at[0];
	next = l.len > 1 ? (unsigned char)l.at[1] : 0;
	return first != '(' && !(first >= '0' && first <= '9') &&
	    !(first >= 'a' && first <= 'z') &&
	    !(first == 0xc3 && next >= 0xa0); /* as "è" */
}

/* Where the sentence begins that has our mark at i, if a mail program has
 * broken it: lines above are of it as long as the one at hand begins in the
 * middle of a sentence, and they had been full. In doubt they are of whoever
 * writes: what our sentences say is no order. */
static size_t
sentence_begins(const struct text *t, size_t from, size_t i)
{
	int width, sum;
	const char *mark;

	if (i == from || blank(t->line[i - 1]))
		return i;
	width = copy_width(t, i);
	mark = memchr(t->line[i].at, '(', t->line[i].len);
	sum = mark == NULL ?
	    0 :
	    utf8_width(t->line[i].at, (size_t)(mark - t->line[i].at));
	while (i > from && t->is[i - 1] == QUOTING_NEW &&
	    !blank(t->line[i - 1]) && !may_begin(t->line[i]) &&
	    broken(t->line[i - 1], t->line[i], width)) {
		sum += 1 + utf8_width(t->line[i - 1].at, t->line[i - 1].len);
		if (sum > SENTENCE)
			break;
		i--;
	}
	return i;
}

/* Where what introduces the copy at i begins: the lines above, as far as they
 * are a header of unknown words, or end in a colon. i: nothing does. */
static size_t
introduced(const struct text *t, size_t from, size_t i)
{
	size_t last = i, first;
	int width;

	while (last > from &&
	    (blank(t->line[last - 1]) || t->is[last - 1] != QUOTING_NEW))
		last--;
	if (last == from)
		return i;
	first = last - 1;
	if (quoting_labelled(t->line[first])) {
		while (first > from && quoting_labelled(t->line[first - 1]))
			first--;
		return last - first > 1 && name_a_mail(t, first, last) ? first :
									 i;
	}
	if (!quoting_colon(t->line[first]))
		return i;
	width = copy_width(t, i);
	while (first > from && last - first < ATTRIBUTION_LINES &&
	    !quoting_dated_start(t->line[first]) &&
	    !blank(t->line[first - 1]) &&
	    broken(t->line[first - 1], t->line[first], width))
		first--;
	return name_a_mail(t, first, last) ? first : i;
}

/* Behind a copy of ours whose first sentence has the mark: its last line has
 * the same. One that was cut goes on to the end. */
static size_t
behind_same(const struct text *t, size_t i, struct slice mark)
{
	for (; i < t->n; i++) {
		struct slice l = quoting_bare_mark(t->line[i]);

		if (l.len > 0 && l.len >= mark.len &&
		    strncasecmp(l.at + l.len - mark.len, mark.at, mark.len) ==
			0)
			return past_mark(t, i);
	}
	return t->n;
}

/* A copy without prefix has ended: what follows was written below it. */
static void
note_below(struct text *t, size_t from, size_t end)
{
	if (t->below == 0 && any_new(t, from))
		t->below = end;
}

/* A quote opens at i in n lines. Returns where to go on. */
static size_t
pass_quote(struct text *t, size_t i, size_t n)
{
	size_t next = next_full(t, i + n), end = i + n;

	if (next < t->n && !prefixed(t, t->line[next])) {
		end = behind_mark(t, end);
		note_below(t, i, end);
	}
	mark_lines(t, i, end, QUOTING_QUOTE);
	return end;
}

/* Our own mail from its first sentence on, the mark of which is at i. */
static size_t
pass_copy(struct text *t, size_t section, size_t i, struct slice mark)
{
	size_t from = introduced(t, section, sentence_begins(t, section, i));
	size_t end = behind_same(t, i + 1, mark);

	mark_lines(t, from, end, QUOTING_QUOTE);
	note_below(t, from, end);
	return end;
}

/* Our HTML, quoted as it is written, begins at i. */
static size_t
pass_html(struct text *t, size_t i)
{
	size_t end = i;

	while (end < t->n && !quoting_html_ends(t->line[end]))
		end++;
	end = end < t->n ? end + 1 : end;
	mark_lines(t, i, end, QUOTING_QUOTE);
	note_below(t, i, end);
	return end;
}

/* The line at i and what goes with it; returns where to go on. */
static size_t
pass_line(struct text *t, size_t *section, size_t i)
{
	struct slice l = t->line[i], mark;
	size_t n, end;

	if (prefixed(t, l) || wrapped_tail(t, i) || quoting_forward_end(l)) {
		t->is[i] = QUOTING_QUOTE;
		return i + 1;
	}
	if (quoting_own_mark(l)) {
		drop_orphan(t, *section, i);
		end = past_mark(t, i);
		t->is[i] = t->is[end - 1] = QUOTING_QUOTE;
		note_below(t, i, end);
		return *section = end;
	}
	if ((n = quote_opens(t, i)) > 0) {
		end = pass_quote(t, i, n);
		if (end > i + n)
			*section = end;
		return end;
	}
	if (quoting_html_begins(l))
		return *section = pass_html(t, i);
	if ((mark = top_mark(t, i)).at != NULL)
		return *section = pass_copy(t, *section, i, mark);
	if (quoting_mobile(l) || quoting_signature(l)) {
		t->is[i] = QUOTING_SIGNATURE;
		return i + 1;
	}
	end = behind_banner(t, i);
	if (end == i)
		end = behind_disclaimer(t, i);
	mark_lines(t, i, end, QUOTING_SIGNATURE);
	return end > i ? end : i + 1;
}

static void
text_cut(struct text *t)
{
	size_t section = 0; /* where an orphan could begin */

	for (size_t i = 0; i < t->n;) {
		if (quoting_end_of_message(t->line[i]) ||
		    (quoting_signature(t->line[i]) &&
			t->line[i].at[0] == '-')) {
			mark_lines(t, i, t->n, QUOTING_SIGNATURE);
			return;
		}
		i = pass_line(t, &section, i);
	}
}

size_t
quoting_lines(const char *text, quoting_each each, void *arg)
{
	struct text t = { .n = 0 };
	size_t below;

	text_split(&t, text);
	text_measure(&t);
	text_cut(&t);
	for (size_t i = 0; i < t.n; i++)
		each(arg, t.line[i], t.is[i]);
	below = t.below < t.n ? t.below : 0;
	free(t.line);
	free(t.is);
	return below;
}
