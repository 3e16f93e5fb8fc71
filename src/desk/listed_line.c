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
	    (m.is == MEANS_NUMBER && line[strspn(line, "0123456789.")] == '\0');
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

int
job_listed(struct job *j, struct err *e)
{
	struct choices l = { .n = 0 };
	int found = -1, number = 0, rc;

	if (j->n == 0 || j->n > ANSWER_LINES || !job_can_move(j))
		return 0;
	for (int i = 0; i < j->n; i++)
		if (is_clear(j, j->line[i].text))
			return 0;
	rc = choices_open(&l, j, e);
	for (int i = 0; i < j->n && rc == 0; i++) {
		int n = listed_number(&l, j->line[i].text);

		if (n > 0 && found >= 0)
			number = 0;
		else if (n > 0)
			number = n;
		found = n > 0 ? i : found;
	}
	if (number > 0)
		line_is_number(&j->line[found], number);
	choices_release(&l);
	return rc;
}
