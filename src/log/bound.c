/* SPDX-License-Identifier: MIT */
#include "log/bound.h"

struct headless {
	const struct chain_found *found;
	struct events events;
	int at;        /* of those without a head, the next one */
	int seq, line; /* of one that needs a head; 0: there is none */
};

/* Not 0: it is one that all may know of. */
static int
ask(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct headless *a = ctx;

	if (a->at == a->found->n_headless ||
	    a->found->headless[a->at] != line->seq)
		return 0;
	a->at++;
	if (r->table != NULL && line->actor >= 0 &&
	    !table_open(r->table, &a->events.at[0]))
		return 0;
	a->seq = line->seq;
	a->line = line->number;
	return 1;
}

int
bound_replay(const char *text, size_t len, const struct replay_how *how,
    struct replay *r, struct chain_found *found, struct err *e)
{
	struct headless a = { .found = found };
	struct replay_how asked = *how;
	struct err chain;
	int links = chain_check(text, len, found, &chain), rc;

	if (found->n_headless > 0) {
		asked.events = &a.events;
		asked.each = ask;
		asked.ctx = &a;
	}
	rc = replay_text(text, len, &asked, r, e);
	events_release(&a.events);
	if (rc == 0 && a.seq > 0)
		rc = err_set(e, ERR_CORRUPT, "%d: event %d has no head", a.line,
		    a.seq);
	if (rc == 0 && links != 0) {
		*e = chain;
		rc = -1;
	}
	return rc;
}
