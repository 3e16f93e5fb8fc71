/* SPDX-License-Identifier: MIT */

/* Of a mail the line in the words of the list (listed.c) that is obeyed as a
 * number of it. */

#include <stdlib.h>
#include <string.h>

#include "desk/choices.h"

/* Whether a line is what it says already. */
static bool
is_clear(const struct job *j, const char *line)
{
	struct meaning m = meaning_of(j, line);

	return m.is == MEANS_COMMAND ||
	    (m.is == MEANS_MOVE && job_reads(j, line)) ||
	    meaning_is_bare(&m, line);
}

void
line_is_number(struct line *l, int number)
{
	struct buf digits = BUF_INIT;

	buf_printf(&digits, "%d", number);
	if (l->written == NULL)
		l->written = l->text;
	else
		free(l->text);
	l->text = buf_steal(&digits);
}

/* What stands behind a command that takes a move, "preview lay red to Hawaii",
 * and does not read as one; NULL: nothing does. */
static const char *
behind(const struct job *j, const char *line)
{
	struct meaning m = meaning_of(j, line);
	bool takes = meaning_is(&m, "preview") || meaning_is(&m, "explain") ||
	    meaning_is(&m, "ahead");

	return takes && *m.args && !is_clear(j, m.args) ? m.args : NULL;
}

/* It becomes a number as a line of its own does. */
static void
list_behind(const struct choices *l, struct line *line)
{
	const char *args = behind(l->j, line->text);
	struct buf head = BUF_INIT;
	int n = args != NULL ? listed_number(l, args) : 0;

	if (n == 0)
		return;
	buf_add(&head, line->text, (size_t)(args - line->text));
	line_is_number(line, n);
	buf_str(&head, line->text);
	free(line->text);
	line->text = buf_steal(&head);
}

/* The one line that is a number does become it; of several none does. */
static void
list_alone(const struct choices *l, struct job *j)
{
	int found = -1, number = 0;

	for (int i = 0; i < j->n; i++) {
		int n = listed_number(l, j->line[i].text);

		if (n > 0 && found >= 0)
			number = 0;
		else if (n > 0)
			number = n;
		found = n > 0 ? i : found;
	}
	if (number > 0)
		line_is_number(&j->line[found], number);
}

int
job_listed(struct job *j, struct err *e)
{
	struct choices l = { .n = 0 };
	bool clear = false, takes = false;
	int rc;

	if (j->n == 0 || j->n > ANSWER_LINES || !job_can_move(j))
		return 0;
	for (int i = 0; i < j->n; i++) {
		clear = clear || is_clear(j, j->line[i].text);
		takes = takes || behind(j, j->line[i].text) != NULL;
	}
	if (clear && !takes)
		return 0;
	rc = choices_open(&l, j, e);
	for (int i = 0; i < j->n && rc == 0; i++)
		list_behind(&l, &j->line[i]);
	if (rc == 0 && !clear)
		list_alone(&l, j);
	choices_release(&l);
	return rc;
}
