/* SPDX-License-Identifier: MIT */

/* "D2" above "end": the end of a turn below what names a move that was not
 * made. It is refused, and the move asked about. */

#include <string.h>

#include "desk/choices.h"
#include "desk/meant.h"
#include "desk/plain.h"

/* Whether a line is a move that is its verb alone: "end", "pass". */
static bool
ends_turn(struct job *j, const char *line, const struct meaning *m)
{
	struct buf move = BUF_INIT;
	bool ends = m->is == MEANS_MOVE && job_makes(j, line, &move) &&
	    strchr(move.data, ' ') == NULL;

	buf_release(&move);
	return ends;
}

/* Whether a few words name one move and no more; not "Nice one". */
static bool
names_bare(struct job *j, const char *line, const struct meaning *m)
{
	enum { FEW = 3 };
	struct plain p = { .j = j };
	bool few;

	plain_cut(&p, line, strlen(line));
	few = p.n > 0 && p.n <= FEW;
	plain_release(&p);
	return few && meant_thing(j, line, m);
}

int
job_ends_early(struct job *j, struct err *e)
{
	struct near_move one;
	int end = -1, rc;
	bool bare = false;

	if (j->n < 2 || j->n > ANSWER_LINES || !job_can_move(j))
		return 0;
	for (int i = 0; i < j->n; i++) {
		const char *line = j->line[i].text;
		struct meaning m = meaning_of(j, line);

		if (m.is == MEANS_PROSE)
			bare = bare || (end < 0 && names_bare(j, line, &m));
		else if (end >= 0 || !ends_turn(j, line, &m))
			return 0;
		else
			end = i;
	}
	if (end < 0 || !bare)
		return 0;
	j->line[end].early = true;
	rc = meant_names(j, &one, e);
	j->line[end].early = rc == 1;
	return rc < 0 ? -1 : 0;
}
