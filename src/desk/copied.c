/* SPDX-License-Identifier: MIT */

/* A copy of the mail that is answered, whatever a program has made of it: with
 * no prefix, no mark left, broken anywhere. It is known by its words. */

#include <stdlib.h>

#include <ctype.h>

#include "base/mem.h"
#include "desk/judge.h"
#include "mail/parser.h"
#include "mail/quoting.h"
#include "store/outbox.h"

/* So many words in a row are no accident, and no line of ours that somebody
 * has copied because they mean it, or a third of a short mail; and below them
 * so many are none either. */
enum { RUN = 40, RUN_LEAST = 8, RUN_BELOW = 10 };

struct word {
	const char *at;
	size_t len;
	bool copied;
};

struct wording {
	struct word *word; /* owned */
	size_t n;
};

static bool
is_letter(char c)
{
	return isalnum((unsigned char)c) || (c & 0x80) != 0;
}

static bool
says_something(const struct word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if (is_letter(w->at[i]))
			return true;
	return false;
}

/* mark: the word before this one began ours, "(mail 42.77.p2.1)". */
static void
add_word(struct wording *t, const struct word *w, bool *mark)
{
	bool begins = w->len == 5 && memcmp(w->at, "(mail", 5) == 0;

	if (!begins && !*mark && says_something(w)) {
		t->word = mem_more(t->word, t->n, sizeof *t->word);
		t->word[t->n++] = *w;
	}
	*mark = begins;
}

/* The words of a text, without what programs take out: our marks, and lines
 * that look quoted. */
static void
cut(const char *s, struct wording *out)
{
	bool mark = false;

	memset(out, 0, sizeof *out);
	while (*s) {
		const char *end = s + strcspn(s, "\n");

		s += strspn(s, " \t");
		if (*s == '>')
			s = end;
		while (s < end) {
			struct word w = { s, strcspn(s, " \t\n"), false };

			add_word(out, &w, &mark);
			s += w.len;
			s += strspn(s, " \t");
		}
		s += *s == '\n';
	}
}

/* Of its letters and digits: stops come and go with what stands beside. */
static uint64_t
word_hash(const struct word *w)
{
	uint64_t h = 0xcbf29ce484222325; /* FNV-1a */

	for (size_t i = 0; i < w->len; i++)
		if (is_letter(w->at[i]))
			h = (h ^ (unsigned char)w->at[i]) * 0x100000001b3;
	return h | 1;
}

/* What each run of so many words comes to, from the one before it (Rabin and
 * Karp). Owned by the caller. */
static uint64_t *
runs_of(const struct wording *t, size_t len, size_t *n)
{
	enum { BASE = 1000003 };
	uint64_t h = 0, first = 1, *run;

	*n = t->n < len ? 0 : t->n - len + 1;
	run = mem_zero(*n + 1, sizeof *run);
	for (size_t i = 1; i < len; i++)
		first *= BASE;
	for (size_t i = 0; i < t->n && *n; i++) {
		if (i >= len)
			h -= first * word_hash(&t->word[i - len]);
		h = h * BASE + word_hash(&t->word[i]);
		if (i + 1 >= len)
			run[i + 1 - len] = h;
	}
	return run;
}

static int
compare(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Finds the runs of so many words of the one, from a word on, in the other. The
 * first that is copied, or t->n. */
static size_t
find_copied(struct wording *t, const struct wording *ours, size_t len,
    size_t from)
{
	size_t n, m, until = 0, first = t->n;
	uint64_t *run = runs_of(t, len, &n), *known = runs_of(ours, len, &m);

	qsort(known, m, sizeof *known, compare);
	for (size_t i = from; i < t->n; i++) {
		if (i < n &&
		    bsearch(&run[i], known, m, sizeof *known, compare) != NULL)
			until = i + len;
		t->word[i].copied |= i < until;
		if (t->word[i].copied && first == t->n)
			first = i;
	}
	free(run);
	free(known);
	return first;
}

/* Whether a line is of the copy: it has words that are, or signs alone below
 * one. */
static bool
is_copied(const struct wording *t, size_t *w, struct slice line, bool above)
{
	size_t from = *w;
	bool copied = false;

	for (; *w < t->n && t->word[*w].at < line.at + line.len; ++*w)
		copied = copied || t->word[*w].copied;
	return *w > from ? copied : above;
}

void
copied_note(struct message *m, struct slice line)
{
	line = slice_trim(line);
	if (line.len == 0)
		return;
	if (m->quoted_first == NULL)
		m->quoted_first = mem_ndup(line.at, line.len);
	free(m->quoted_last);
	m->quoted_last = mem_ndup(line.at, line.len);
}

/* The text without those lines; an empty one stays for each, so that nothing
 * comes to stand together that did not. */
static void
drop_lines(struct message *m, const struct wording *t)
{
	struct buf out = BUF_INIT;
	size_t w = 0, below = 0;
	bool copied = false;

	for (const char *p = m->text; *p;) {
		struct slice line = { p, strcspn(p, "\n") };

		copied = is_copied(t, &w, line, copied);
		if (m->below && p == m->text + m->below)
			below = out.len;
		if (copied)
			copied_note(m, line);
		else
			buf_add(&out, line.at, line.len);
		buf_char(&out, '\n');
		p += line.len + (p[line.len] == '\n');
	}
	free(m->text);
	buf_str(&out, "");
	m->text = buf_steal(&out);
	m->below = (unsigned)below;
}

/* The mail that this one answers, if it was to whoever writes. 1, 0, -1. */
static int
answered(const struct job *j, struct message *out, struct err *e)
{
	struct outbox_row row;
	int rc;

	if (j->msg.in_reply_to == NULL)
		return 0;
	rc = outbox_by_message_id(j->desk->club.db, j->msg.in_reply_to, 0, &row,
	    e);
	if (rc != 1)
		return rc;
	if (row.raw == NULL || row.player != j->who.player.id)
		rc = 0;
	else if (parser_read(j->desk->parser, row.raw, row.raw_len, out, e))
		rc = -1;
	outbox_row_release(&row);
	return rc;
}

void
copied_from(struct message *m, const char *mail)
{
	struct wording text, ours;
	size_t first, run;

	cut(m->text, &text);
	cut(mail, &ours);
	run = ours.n / 3;
	run = run < RUN_LEAST ? RUN_LEAST : run > RUN ? RUN : run;
	first = find_copied(&text, &ours, run, 0);
	if (first < text.n) {
		find_copied(&text, &ours, RUN_BELOW, first);
		drop_lines(m, &text);
	}
	free(ours.word);
	free(text.word);
}

/* Fewer words than a run has are no copy. Without any the subject speaks. */
static bool
may_copy(const char *text)
{
	struct wording words;
	bool yes;

	cut(text, &words);
	yes = words.n == 0 || words.n >= RUN_LEAST;
	free(words.word);
	return yes;
}

/* "Re: " and ours, or what another program writes before it. */
static bool
is_behind(const char *subject, const char *ours)
{
	size_t n = strlen(subject), len = strlen(ours);

	return len > 0 && len <= n && strcmp(subject + n - len, ours) == 0;
}

int
copied_drop(struct job *j, struct err *e)
{
	struct message sent;
	int rc = may_copy(j->msg.text) ? answered(j, &sent, e) : 0;

	if (rc == 1) {
		copied_from(&j->msg, sent.full);
		j->same_subject = is_behind(j->msg.subject, sent.subject);
		message_release(&sent);
	}
	return rc < 0 ? -1 : 0;
}
