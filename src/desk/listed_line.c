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
static int
list_behind(struct job *j, struct line *line, struct err *e)
{
	const char *args = behind(j, line->text);
	struct choices l = { .n = 0 };
	struct buf head = BUF_INIT;
	int rc = args != NULL ? choices_open(&l, j, e) : 0;
	int n = args != NULL && rc == 0 ? listed_number(&l, args) : 0;

	if (n > 0) {
		buf_add(&head, line->text, (size_t)(args - line->text));
		line_is_number(line, n);
		buf_str(&head, line->text);
		free(line->text);
		line->text = buf_steal(&head);
	}
	choices_release(&l);
	return rc;
}

int
job_listed(struct job *j, struct err *e)
{
	struct choices l = { .n = 0 };
	int found = -1, number = 0, rc;

	if (j->n == 0 || j->n > ANSWER_LINES || !job_can_move(j))
		return 0;
	for (int i = 0; i < j->n; i++)
		if (list_behind(j, &j->line[i], e))
			return -1;
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
