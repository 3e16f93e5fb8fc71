/* SPDX-License-Identifier: MIT */

/* A sentence that a mail program has broken where a line was full, so that its
 * end stands alone and reads as an order: "... with so little cash, that I /
 * charter mariposa / but I will see". */

#include "desk/sentence.h"

#include <ctype.h>

#include "base/mem.h"
#include "desk/plain.h"

enum { FULL_LINE = 60, FEW_WORDS = 3 };

static bool
is_letter(char c)
{
	return isalpha((unsigned char)c) || (c & 0x80) != 0;
}

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

static bool
has_few_words(const struct job *j, const char *line)
{
	struct plain p = { .j = j };
	bool few;

	plain_cut(&p, line, strlen(line));
	few = p.n > 0 && p.n <= FEW_WORDS;
	plain_release(&p);
	return few;
}

/* Whether the line below begins with a small letter, is no order, and has more
 * than who takes leave says: "cheers, anna". */
static bool
goes_on(const struct job *j, const char *below)
{
	char *line = mem_ndup(below, strcspn(below, "\n"));
	bool yes = islower((unsigned char)*line) && !has_few_words(j, line) &&
	    meaning_of(j, line).is == MEANS_PROSE &&
	    !plain_is_courtesy(j, line);

	free(line);
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

/* Who writes without capitals begins nothing with one. */
bool
sentence_goes_on(const struct job *j, const char *above, const char *at)
{
	const char *end = strchr(at, '\n');
	size_t full = strlen(above);

	if (full < FULL_LINE || !islower((unsigned char)*at))
		return false;
	if (ends_open(j, above))
		return true;
	return end != NULL && !islower((unsigned char)*above) &&
	    (is_letter(above[full - 1]) || above[full - 1] == ',') &&
	    goes_on(j, end + 1);
}
