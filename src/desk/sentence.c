/* SPDX-License-Identifier: MIT */

/* A sentence that a mail program has broken where a line was full, so that its
 * end stands alone and reads as an order: "... with so little cash, that I /
 * charter mariposa / but I will see". */

#include "desk/sentence.h"

#include <ctype.h>

#include "desk/headed.h"
#include "desk/plain.h"

enum { FULL_LINE = 60 };

/* Whether the last word of a line, or its last two, leave its sentence open:
 * "that". */
static bool
ends_open(const struct job *j, const char *line)
{
	static const char *const open[] = { "open", NULL };
	struct plain p = { .j = j };
	bool yes = false;

	plain_cut(&p, line, strlen(line));
	for (int n = 1; n <= 2 && n <= p.n; n++)
		yes = yes || plain_ids(&p, "open", p.n - n, p.n, open) != 0;
	yes = yes && !plain_stops(&p, p.n - 1);
	plain_release(&p);
	return yes;
}

bool
sentence_labels(const struct job *j, const char *above)
{
	static const char *const label[] = { "label", NULL };
	struct plain p = { .j = j };
	bool is;

	plain_cut(&p, above, strlen(above));
	is = p.n > 0 && above[strlen(above) - 1] == ':' &&
	    plain_ids(&p, "label", 0, p.n, label) != 0;
	plain_release(&p);
	return is;
}

bool
sentence_takes(const struct job *j, const char *plain, const char *at)
{
	const struct line *l = j->n ? &j->line[j->n - 1] : NULL;
	struct meaning m = meaning_of(j, plain), m_above;
	const char *above;

	if (l == NULL || !islower((unsigned char)*at) ||
	    (m.is != MEANS_COMMAND && m.is != MEANS_MOVE))
		return false;
	above = l->written != NULL ? l->written : l->text;
	m_above = meaning_of(j, l->text);
	return (m_above.is == MEANS_PROSE || m_above.is == MEANS_TYPO) &&
	    strlen(above) >= FULL_LINE && !headed(j, above) &&
	    ends_open(j, above);
}
