/* SPDX-License-Identifier: MIT */
#include "match/pages.h"

#include "base/mem.h"
#include "match/comment.h"

int
match_pages(struct match *m, struct pages_of *out, struct err *e)
{
	return match_log(m, ARCHIVE, false, &out->log, e) != 0 ||
		match_analysis(m, &out->analysis, e) < 0 ||
		match_comments(m, &out->comments, e) != 0 ?
	    -1 :
	    0;
}

int
match_pages_now(struct club *club, int64_t game, struct pages_of *out,
    struct err *e)
{
	struct match *m;
	int rc = match_look(club, game, &m, e);

	if (rc < 1)
		return rc;
	out->kind = mem_dup(m->game.kind);
	out->started = m->game.started ? m->game.started : m->game.created;
	if (m->game.seq > 0 &&
	    (m->game.state == GAME_OVER || m->game.state == GAME_CANCELLED))
		rc = match_archived(m, e);
	else
		rc = 0;
	if (rc > 0)
		rc = match_pages(m, out, e);
	match_drop(m);
	return rc < 0 ? -1 : 0;
}

void
pages_of_release(struct pages_of *p)
{
	free(p->kind);
	buf_release(&p->log);
	buf_release(&p->analysis);
	buf_release(&p->comments);
}
