/* SPDX-License-Identifier: MIT */

/* What answers a mail that was a message, and holds no order, is a message to
 * its writer. */

#include "desk/block.h"
#include "desk/judge.h"

/* Its text, without lines that somebody else's program has quoted. */
static char *
own_text(const struct job *j)
{
	struct buf text = BUF_INIT;
	size_t end = j->msg.below ? j->msg.below : strlen(j->msg.text);

	for (const char *p = j->msg.text; p < j->msg.text + end && *p;) {
		size_t n = strcspn(p, "\n");

		if (*p != '>' && (text.len || n))
			block_keep(p, n, &text);
		p += n + (p[n] == '\n');
	}
	while (text.len && text.data[text.len - 1] == '\n')
		buf_truncate(&text, text.len - 1);
	buf_str(&text, "");
	return buf_steal(&text);
}

void
job_reply(struct job *j)
{
	bool left = false;
	int writer = rights_known(&j->who.rights) ?
	    job_answers_writer(j, &left) :
	    -1;
	char *text, *order;
	struct buf line = BUF_INIT;

	if (writer < 0)
		return;
	text = own_text(j);
	order = block_order(j, text);
	if (order == NULL && *text) {
		buf_printf(&line, "%s ", word_own(j, "command", "press"));
		if (writer)
			buf_printf(&line, "p%d", writer);
		else
			buf_str(&line, word_own(j, "recipient", "moderator"));
		job_drop_lines(j);
		job_add_line(j, line.data, line.len);
		j->line[0].block = text;
		j->line[0].ended = j->answer.as_message = true;
		j->answer.late = left;
		text = NULL;
	}
	free(text);
	free(order);
	buf_release(&line);
}
