/* SPDX-License-Identifier: MIT */

/* Items of the list that was mailed, pasted whole. One alone is that number,
 * whatever its words. Two of them in one mail are a copy, and no orders, which
 * the answer says; it asks about the one that is marked, "3 charter Rotterdam,
 * 2000 <--". So it does about one below a question, "Why is this one so
 * expensive?". */

#include <ctype.h>
#include <stdlib.h>

#include "desk/boxes.h"
#include "desk/choices.h"
#include "desk/judge.h"

/* A box that is not ticked is no item, whatever is beside it. */
static const char *
written(const struct line *l)
{
	return l->written != NULL && strcmp(l->text, EMPTY_BOX) != 0 ?
	    l->written :
	    l->text;
}

/* The words of a line of the list, without what stands in it for the head of a
 * column. */
static void
row_words(const struct choices *l, const char *at, struct buf *out)
{
	struct buf words = BUF_INIT;
	const char *head;

	choices_words(at, strlen(at), false, &words);
	head = l->head.len > 0 ? strstr(buf_text(&words), l->head.data) : NULL;
	if (head == NULL) {
		buf_str(out, buf_text(&words));
	} else {
		buf_add(out, words.data, (size_t)(head - words.data));
		buf_str(out, head + l->head.len);
	}
	buf_release(&words);
}

/* Whether words begin with all that the list says of a move, or with all but
 * its last column: the bytes of that; 0. */
static size_t
whole_item(const struct listed_move *m, const char *words)
{
	const char *said = buf_text(&m->said), *text = buf_text(&m->text);
	size_t told = m->said.len > m->text.len ? m->said.len - m->text.len : 0;

	if (m->said.len > 0 && strncmp(words, said, m->said.len) == 0)
		return m->said.len;
	return told > m->text.len && strcmp(said + told, text) == 0 &&
		strncmp(words, said, told) == 0 ?
	    told :
	    0;
}

/* Where a number begins that more stands behind, and signs or a letter at most
 * before; NULL: nowhere. */
static const char *
number_of(const char *line)
{
	if (isalpha((unsigned char)*line) && line[1] == ' ')
		line++;
	while (*line != '\0' && !isalnum((unsigned char)*line))
		line++;
	return isdigit((unsigned char)*line) ? line : NULL;
}

/* The number of the item that a line is; 0: it is none. marked: it is more;
 * several: a program has put more items behind it. */
static int
item_of(const struct choices *l, const char *line, bool *marked, bool *several)
{
	const char *number = number_of(line), *behind;
	struct buf words = BUF_INIT;
	size_t whole = 0;
	int n, found = 0;

	if (number == NULL)
		return 0;
	behind = number + strspn(number, "0123456789");
	row_words(l, behind, &words);
	n = (int)strtol(number, NULL, 10);
	for (int i = 0; i < l->n && found == 0; i++)
		if (l->at[i].n == n)
			whole = whole_item(&l->at[i], buf_text(&words));
	if (whole > 0)
		found = n;
	*marked = number > line || whole < words.len ||
	    strpbrk(behind, "<\xE2") != NULL;
	*several = whole < words.len &&
	    strpbrk(words.data + whole, "0123456789") != NULL;
	buf_release(&words);
	return found;
}

/* Whether a question stands above line i. */
static bool
asked_above(const struct job *j, int i)
{
	const char *above = i > 0 ? written(&j->line[i - 1]) : "";
	size_t len = strlen(above);

	return len > 0 && above[len - 1] == '?';
}

/* The answer tells of the items that were not read, and of no other copy. */
static void
note_copies(struct job *j)
{
	free(j->msg.quoted_first);
	free(j->msg.quoted_last);
	j->msg.quoted_first = j->msg.quoted_last = NULL;
	for (int i = 0; i < j->n; i++)
		if (j->line[i].passed_over)
			copied_note(&j->msg,
			    (struct slice){ written(&j->line[i]),
				strlen(written(&j->line[i])) });
}

/* Whether line i is the words of item n and no more: the end of a row that was
 * broken before its last column, which is a move too. */
static bool
ends_row(const struct choices *l, const struct job *j, int i, int n)
{
	struct buf words = BUF_INIT;
	bool ends = false;

	if (i >= j->n)
		return false;
	choices_words(written(&j->line[i]), strlen(written(&j->line[i])), false,
	    &words);
	for (int k = 0; k < l->n && !ends; k++)
		ends = l->at[k].n == n &&
		    strcmp(buf_text(&l->at[k].text), buf_text(&words)) == 0;
	buf_release(&words);
	return ends;
}

/* The one item of a mail becomes its number. */
static void
take_single(struct job *j, const struct choices *l, int i, int n)
{
	line_is_number(&j->line[i], n);
	if (ends_row(l, j, i + 1, n))
		j->line[i + 1].passed_over = true;
}

/* Of the items in a mail those that are no orders. */
static void
pass_over(struct job *j, const struct choices *l)
{
	int items = 0, marks = 0, last = -1, number = 0;
	int single = -1, of_single = 0;
	bool marked, several;

	for (int i = 0; i < j->n; i++) {
		int n = item_of(l, written(&j->line[i]), &marked, &several);

		if (n == 0)
			continue;
		items += 1 + several;
		j->line[i].passed_over = asked_above(j, i);
		if (!marked && !j->line[i].passed_over) {
			single = i;
			of_single = n;
			continue;
		}
		marks += 1 + several;
		last = i;
		number = n;
	}
	for (int i = 0; i < j->n && items > 1; i++)
		j->line[i].passed_over = j->line[i].passed_over ||
		    item_of(l, written(&j->line[i]), &marked, &several) > 0;
	if (items > 1)
		note_copies(j);
	else if (single >= 0)
		take_single(j, l, single, of_single);
	if (marks == 1 && j->line[last].passed_over) {
		line_is_number(&j->line[last], number);
		j->line[last].marked = true;
	}
}

int
job_pasted(struct job *j, struct err *e)
{
	struct choices l;
	int may = 0;

	for (int i = 0; i < j->n; i++) {
		const char *at = number_of(written(&j->line[i]));

		may += at != NULL &&
		    at[strcspn(at, "abcdefghijklmnopqrstuvwxyz")];
	}
	if (may == 0 || !job_can_move(j))
		return 0;
	if (choices_open(&l, j, e) != 0)
		return -1;
	pass_over(j, &l);
	choices_release(&l);
	return 0;
}
