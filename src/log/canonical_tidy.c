/* SPDX-License-Identifier: MIT */

/* White space, line ends and the order of tags: what must be put right before
 * turnlog_next() reads a log at all. */

#include <stdlib.h>

#include "base/mem.h"
#include "log/canonical_own.h"

struct tidy {
	const char *at, *end;
	int line; /* of the text as given */
	struct buf *out;
	struct lines *lines;
	/* comments that stand where a log has none: owned; their lines */
	struct buf early;
	struct lines early_lines;
	struct slice last; /* the line %end; len 0: not yet */
	int last_line;
};

void
lines_release(struct lines *l)
{
	free(l->given);
	*l = (struct lines){ .given = NULL };
}

static void
lines_add(struct lines *l, int given)
{
	l->given = mem_more(l->given, (size_t)l->n, sizeof *l->given);
	l->given[l->n++] = given;
}

int
lines_given(const struct lines *l, int number)
{
	return number >= 1 && number <= l->n ? l->given[number - 1] : number;
}

static bool
is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The next line without its end and the blanks before that. */
static bool
next_line(struct tidy *t, struct slice *out)
{
	const char *lf, *stop;

	if (t->at == t->end)
		return false;
	lf = memchr(t->at, '\n', (size_t)(t->end - t->at));
	stop = lf != NULL ? lf : t->end;
	*out = (struct slice){ t->at, (size_t)(stop - t->at) };
	while (out->len > 0 &&
	    (is_blank(out->at[out->len - 1]) || out->at[out->len - 1] == '\r'))
		out->len--;
	t->at = lf != NULL ? lf + 1 : t->end;
	t->line++;
	return true;
}

static void
put_line(struct tidy *t, struct slice s, int given)
{
	buf_add(t->out, s.at, s.len);
	buf_char(t->out, '\n');
	lines_add(t->lines, given);
}

/* A line of words: one space between two of them, but in quotes. */
static void
put_words(struct tidy *t, struct slice s, int given)
{
	bool quoted = false;

	for (size_t i = 0; i < s.len; i++) {
		char c = s.at[i];

		if (quoted && c == '\\' && i + 1 < s.len) {
			buf_char(t->out, c);
			c = s.at[++i];
		} else if (c == '"') {
			quoted = !quoted;
		} else if (!quoted && is_blank(c)) {
			if (is_blank(s.at[i + 1]))
				continue;
			c = ' ';
		}
		buf_char(t->out, c);
	}
	buf_char(t->out, '\n');
	lines_add(t->lines, given);
}

/* The tags in the order in which a log has them (T10). */
static int
tag_rank(struct slice s)
{
	static const char *const order[] = { "Game", "Data", "Id", "Started",
		"Seats", "Seat-p1", "Seat-p2", "Seat-p3", "Seat-p4", "Seat-p5",
		"Seat-p6", "Options", "Draws", "Seed-Commit", "Seed", "Words" };
	enum { TAGS = sizeof order / sizeof order[0] };

	for (int i = 0; i < TAGS; i++) {
		size_t len = strlen(order[i]);

		if (s.len > len && memcmp(s.at, order[i], len) == 0 &&
		    s.at[len] == ':')
			return i;
	}
	return TAGS;
}

struct header_tag {
	struct slice text;
	int line, rank;
};

/* "Name:  text" with one space behind the colon. */
static void
put_tag(struct tidy *t, const struct header_tag *tag)
{
	const char *p = tag->text.at, *end = p + tag->text.len;
	const char *colon = memchr(p, ':', tag->text.len);

	if (colon == NULL) {
		put_line(t, tag->text, tag->line);
		return;
	}
	buf_add(t->out, p, (size_t)(colon + 1 - p));
	for (p = colon + 1; p < end && is_blank(*p);)
		p++;
	buf_char(t->out, ' ');
	put_line(t, (struct slice){ p, (size_t)(end - p) }, tag->line);
}

static bool
is_tag(struct slice s)
{
	const char *colon = memchr(s.at, ':', s.len);
	const char *blank = memchr(s.at, ' ', s.len);

	return s.len > 0 &&
	    ((s.at[0] >= 'A' && s.at[0] <= 'Z') ||
		(s.at[0] >= 'a' && s.at[0] <= 'z')) &&
	    colon != NULL && (blank == NULL || colon < blank);
}

static int
by_rank(const void *x, const void *y)
{
	const struct header_tag *a = x, *b = y;

	return a->rank != b->rank ? a->rank - b->rank : a->line - b->line;
}

static bool
is_comment(struct slice s)
{
	return s.len > 0 && *s.at == ';';
}

/* "; text": one that says nothing is left out, as a blank line is. */
static void
add_comment(struct tidy *t, struct slice s, struct buf *out,
    struct lines *lines)
{
	if (s.len == 1)
		return;
	buf_str(out, s.at[1] == ' ' ? ";" : "; ");
	buf_add(out, s.at + 1, s.len - 1);
	buf_char(out, '\n');
	lines_add(lines, t->line);
}

/* Above the first line or among the tags: it comes below them. */
static void
keep_early(struct tidy *t, struct slice s)
{
	add_comment(t, s, &t->early, &t->early_lines);
}

static void
put_early(struct tidy *t)
{
	buf_add(t->out, t->early.data, t->early.len);
	for (int i = 0; i < t->early_lines.n; i++)
		lines_add(t->lines, t->early_lines.given[i]);
	buf_release(&t->early);
	lines_release(&t->early_lines);
}

/* Tags up to the first line that can be none, with or without blank lines and
 * comments between them; one blank line is set after them. *more: rest is the
 * line behind. */
static void
put_tags(struct tidy *t, struct slice *rest, bool *more)
{
	struct header_tag *tag = NULL;
	size_t n = 0;

	while ((*more = next_line(t, rest)) &&
	    (rest->len == 0 || is_tag(*rest) || is_comment(*rest))) {
		if (is_comment(*rest))
			keep_early(t, *rest);
		if (!is_tag(*rest))
			continue;
		tag = mem_more(tag, n, sizeof *tag);
		tag[n++] = (struct header_tag){ *rest, t->line,
			tag_rank(*rest) };
	}
	if (n > 0)
		qsort(tag, n, sizeof *tag, by_rank);
	for (size_t i = 0; i < n; i++)
		put_tag(t, &tag[i]);
	free(tag);
	buf_char(t->out, '\n');
	lines_add(t->lines, t->line);
	put_early(t);
}

static void
put_last(struct tidy *t)
{
	if (t->last.len > 0)
		put_words(t, t->last, t->last_line);
	t->last.len = 0;
}

/* Chat, comments and derived lines are text; the others are words. */
static void
put_body(struct tidy *t, struct slice s)
{
	while (s.len > 0 && is_blank(*s.at)) {
		s.at++;
		s.len--;
	}
	if (s.len == 0)
		return;
	/* Comments below the last line come above it. */
	if (!is_comment(s))
		put_last(t);
	if (s.len > 4 && memcmp(s.at, "%end", 4) == 0) {
		t->last = s;
		t->last_line = t->line;
	} else if (is_comment(s))
		add_comment(t, s, t->out, t->lines);
	else if (*s.at == '\'' || *s.at == '>')
		put_line(t, s, t->line);
	else
		put_words(t, s, t->line);
}

void
canonical_tidy(const char *text, size_t len, struct buf *out,
    struct lines *lines)
{
	struct tidy t = { .at = text,
		.end = text + len,
		.out = out,
		.lines = lines };
	struct slice s;
	bool more;

	if (len >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
		t.at += 3;
	while ((more = next_line(&t, &s)) && (s.len == 0 || is_comment(s)))
		if (s.len > 0)
			keep_early(&t, s);
	if (more) {
		put_words(&t, s, t.line);
		put_tags(&t, &s, &more);
	}
	for (; more; more = next_line(&t, &s))
		put_body(&t, s);
	put_last(&t);
	put_early(&t); /* of a text that has nothing else */
}
