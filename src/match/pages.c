/* SPDX-License-Identifier: MIT */
#include "match/pages.h"

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

void
pages_of_release(struct pages_of *p)
{
	buf_release(&p->log);
	buf_release(&p->analysis);
	buf_release(&p->comments);
}
