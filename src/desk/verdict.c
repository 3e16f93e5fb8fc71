/* SPDX-License-Identifier: MIT */

/* Yes or no: what a mail answers to a question of ours. Every question that is
 * answered so comes here, for a mistake about one acts in somebody's name. */

#include <ctype.h>

#include "base/utf8.h"
#include "desk/steps.h"

/* The first word of a line: past emphasis and the like, up to what ends it. */
static enum verdict
of_line(const struct job *j, const char *line, size_t len)
{
	const char *id;
	size_t n = 0;

	while (len && strchr("*_\"'([ \t", *line))
		line++, len--;
	while (n < len && !strchr(" \t.,;:!?*_\"')]-", line[n]))
		n++;
	id = word_id(j, "verdict", line, n, 0);
	return !id ? VERDICT_NONE : !strcmp(id, "yes") ? VERDICT_YES :
		VERDICT_NO;
}

/* The text is what was newly written: quotes, signature and disclaimer are cut
 * (mail/quotes). The subject says nothing: it may be what another wrote. */
enum verdict
job_verdict(const struct job *j)
{
	enum verdict first = VERDICT_NONE, v;
	bool any = false;

	for (const char *p = j->msg.text; *p; ) {
		size_t n = strcspn(p, "\n"), space = strspn(p, " \t\r");

		if (space < n && p[space] != '>') {
			v = of_line(j, p + space, n - space);
			if (!any)
				first = v;
			else if (first && v && v != first)
				return VERDICT_BOTH;
			any = true;
		}
		p += n + (p[n] == '\n');
	}
	return first;
}
