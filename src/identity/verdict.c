/* SPDX-License-Identifier: MIT */

/* Yes or no: what a mail answers to a question of ours. Every question that is
 * answered so comes here, for a mistake about one acts in somebody's name. */

#include <ctype.h>

#include "base/utf8.h"
#include "identity/identity.h"

/* The first word of a line: past emphasis and the like, up to what ends it. */
static enum verdict
of_line(const struct names *words, const char *line, size_t len)
{
	struct buf word = BUF_INIT;
	enum verdict v = VERDICT_NONE;
	const char *id;
	size_t n = 0;

	while (len && strchr("*_\"'([ \t", *line) != NULL)
		line++, len--;
	while (n < len && strchr(" \t.,;:!?*_\"')]-", line[n]) == NULL)
		n++;
	utf8_fold(line, n, &word);
	if (names_find(words, "verdict", buf_text(&word), word.len, 0, &id) ==
	    NAME_FOUND)
		v = strcmp(id, "yes") == 0 ? VERDICT_YES : VERDICT_NO;
	buf_release(&word);
	return v;
}

/* The text is what was newly written: quotes, signature and disclaimer are cut
 * (mail/quotes). The subject says nothing: it may be what another wrote. */
enum verdict
identity_verdict(const struct names *words, const char *text)
{
	enum verdict first = VERDICT_NONE, v;
	bool any = false;

	for (const char *p = text; *p;) {
		size_t n = strcspn(p, "\n"), space = strspn(p, " \t\r");

		if (space < n && p[space] != '>') {
			v = of_line(words, p + space, n - space);
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
