/* SPDX-License-Identifier: MIT */
#include "desk/choices.h"

#include <cjson/cJSON.h>
#include <ctype.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/tree.h"
#include "base/utf8.h"
#include "desk/game_words.h"
#include "post/words.h"

/* Bytes of a sign of print, of a hard blank or another sign; 0: a letter. */
static size_t
sign_of(const char *s)
{
	unsigned char c = (unsigned char)*s;

	if (strncmp(s, "&nbsp;", 6) == 0)
		return 6;
	if (c == 0xe2 && s[1] != '\0' && s[2] != '\0')
		return 3;
	return isalnum(c) || c >= 0x80 ? 0 : 1;
}

/* One word, as it is written. */
static void
add_word(const char *at, size_t len, bool names, struct buf *out)
{
	if (names && !isupper((unsigned char)*at))
		return;
	utf8_fold(at, len, out);
	buf_char(out, ' ');
}

void
choices_words(const char *at, size_t len, bool names, struct buf *out)
{
	const char *end = at + len, *word = NULL;

	while (at < end) {
		size_t sign = sign_of(at);

		if (sign > 0 && word != NULL)
			add_word(word, (size_t)(at - word), names, out);
		if (sign == 0 && word == NULL)
			word = at;
		else if (sign > 0)
			word = NULL;
		at += sign > 0 ? sign : 1;
	}
	if (word != NULL)
		add_word(word, (size_t)(end - word), names, out);
}

/* Of a piece of the list, to what is known of a number. */
static void
note(struct listed_move *m, const char *at, size_t len)
{
	choices_words(at, len, false, &m->said);
	choices_words(at, len, true, &m->named);
}

static struct listed_move *
numbered(struct choices *l, int n)
{
	for (int i = 0; i < l->n; i++)
		if (l->at[i].n == n)
			return &l->at[i];
	l->at = mem_more(l->at, (size_t)l->n, sizeof *l->at);
	l->at[l->n] = (struct listed_move){ .n = n };
	return &l->at[l->n++];
}

/* Bytes of a number and the hard blank behind it; 0: it is none. */
static size_t
number_at(const char *s, int *n)
{
	char *end;

	if (!isdigit((unsigned char)*s))
		return 0;
	*n = (int)strtol(s, &end, 10);
	return strncmp(end, "&nbsp;", 6) == 0 ? (size_t)(end - s) + 6 : 0;
}

/* "toys | 1 at S1 Wielingen, 2 at S2 Scheur": what is before the first stands
 * for each of them. */
static void
read_row(struct choices *l, const char *at, size_t len)
{
	const char *end = at + len, *head = NULL, *from = NULL;
	int n = 0, next;

	for (const char *s = at; s < end; s++) {
		size_t skip = s == at || s[-1] == ' ' ? number_at(s, &next) : 0;

		if (skip == 0)
			continue;
		if (head == NULL)
			head = s;
		else
			note(numbered(l, n), from, (size_t)(s - from));
		n = next;
		from = s + skip;
		note(numbered(l, n), at, (size_t)(head - at));
	}
	if (from != NULL)
		note(numbered(l, n), from, (size_t)(end - from));
}

/* The head of the last column, "| | | ~~or write~~ |". */
static void
read_head(struct choices *l, const char *at, size_t len)
{
	static const char sign[] = "~~";
	char *line = mem_ndup(at, len), *head = strstr(line, sign), *end;

	if (l->head.len == 0 && strncmp(line, "| |", 3) == 0 && head != NULL &&
	    (end = strstr(head + 2, sign)) != NULL)
		choices_words(head, (size_t)(end - head), false, &l->head);
	free(line);
}

/* A line of the list: "| 2 | charter Teutonic, 3000 | `charter teutonic` |", or
 * several in a row. */
static void
read_line(struct choices *l, const char *at, size_t len)
{
	size_t cell = *at == '|' ? 1 + strspn(at + 1, " ") : 0;
	char *end;
	long n = strtol(at + cell, &end, 10);

	if (cell > 0 && n > 0 && strncmp(end, " |", 2) == 0)
		note(numbered(l, (int)n), end, len - (size_t)(end - at));
	else
		read_row(l, at, len);
}

static void
take_text(void *arg, int n, const char *text)
{
	if (n > 0)
		choices_words(text, strlen(text), false,
		    &numbered(arg, n)->text);
}

int
choices_open(struct choices *l, struct job *j, struct err *e)
{
	struct reader r;
	cJSON *ctx = NULL;
	const char *s;
	int rc;

	*l = (struct choices){ .j = j };
	if (job_reader(j, &r, e) != 0)
		return -1;
	r.links = false;
	rc = context_make(j->at.m, &r, CONTEXT_MOVES, &ctx, e);
	if (rc == 0) {
		s = tree_str(ctx, "moves");
		for (size_t len; s != NULL && *s != '\0';
		    s += len + (s[len] == '\n')) {
			len = strcspn(s, "\n");
			read_head(l, s, len);
			read_line(l, s, len);
		}
		moves_each(j->at.m, j->at.seat, NULL, j->lang, take_text, l);
	}
	cJSON_Delete(ctx);
	return rc;
}

void
choices_release(struct choices *l)
{
	for (int i = 0; i < l->n; i++) {
		buf_release(&l->at[i].said);
		buf_release(&l->at[i].named);
		buf_release(&l->at[i].text);
	}
	free(l->at);
	buf_release(&l->head);
}

bool
choices_small(const struct job *j, struct slice t)
{
	const char *id = word_in(j->words, "small", t, 0);

	return (id != NULL && strcmp(id, "dangling") != 0) ||
	    word_in(j->game_words, "small", t, 0) != NULL ||
	    word_in(j->words, "article", t, 0) != NULL;
}

static bool
is_verb(const struct name *n)
{
	return strcmp(n->kind, "verb") == 0 || strcmp(n->kind, "said") == 0;
}

bool
choices_name(const struct job *j, struct slice a, struct slice b, bool verb)
{
	const struct names *w = j->game_words;

	if (w == NULL)
		return false;
	for (size_t i = names_from(w, a.at, a.len);
	    i < w->n && strncmp(w->sorted[i]->word, a.at, a.len) == 0; i++) {
		const struct name *x = w->sorted[i];

		if (x->word[a.len] != '\0' || (verb && !is_verb(x)) ||
		    (is_verb(x) && word_is_answer(j, x->word, x->rank, true)))
			continue;
		for (size_t k = names_from(w, b.at, b.len);
		    k < w->n && strncmp(w->sorted[k]->word, b.at, b.len) == 0;
		    k++) {
			const struct name *y = w->sorted[k];

			if (y->word[b.len] == '\0' &&
			    strcmp(x->id, y->id) == 0 &&
			    (strcmp(x->kind, y->kind) == 0 ||
				(is_verb(x) && is_verb(y))))
				return true;
		}
	}
	return false;
}

/* "Claim" and "claims". */
static bool
is_plural(struct slice a, struct slice b)
{
	enum { SHORTEST = 4 };

	return b.len >= SHORTEST && a.len == b.len + 1 && a.at[b.len] == 's' &&
	    memcmp(a.at, b.at, b.len) == 0;
}

bool
choices_same(const struct job *j, struct slice a, struct slice b)
{
	return slice_same(a, b) || is_plural(a, b) || is_plural(b, a) ||
	    choices_name(j, a, b, false);
}
