/* SPDX-License-Identifier: MIT */

/* What a proposal to go back would make void: who did what, as far as the
 * reader may know that they did. */

#include <cjson/cJSON.h>
#include <string.h>

#include "base/mem.h"
#include "base/tree.h"
#include "match/record.h"
#include "post/context.h"
#include "post/words.h"

enum { NAMED_MOST = 6 };

/* What one seat did, named once however often it did so. */
struct deed {
	int seat;
	char *verb; /* owned: of the log */
};

struct voided {
	const struct reader *r;
	const int *live; /* borrowed */
	int n_live;
	struct deed *at; /* owned */
	size_t n;
};

static bool
is_told(const struct voided *v, const struct match *m,
    const struct log_entry *h)
{
	return h->words == NULL && h->ev.kind == EVENT_MOVE &&
	    record_stands(v->live, v->n_live, h->seq) &&
	    m->kind->rules->redact(m->kind->data, table_position(m->table),
		&h->ev, v->r->seat) != REDACT_OMIT;
}

static int
see_deed(void *arg, struct match *m, const struct log_entry *h)
{
	struct voided *v = arg;
	char *verb;

	if (!is_told(v, m, h))
		return 0;
	verb = mem_ndup(h->row, strcspn(h->row, " "));
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].seat == h->actor &&
		    strcmp(v->at[i].verb, verb) == 0) {
			free(verb);
			return 0;
		}
	v->at = mem_more(v->at, v->n, sizeof *v->at);
	v->at[v->n++] = (struct deed){ h->actor, verb };
	return 0;
}

int
context_void(struct match *m, const struct reader *r, int number,
    cJSON *proposal, struct err *e)
{
	struct voided v = { .r = r };
	int seq = match_seq_of(m, number, e), rc = seq < 0 ? -1 : 0;
	const char *by = tree_str(proposal, "seat");
	cJSON *list = tree_list(proposal, "void"), *o;

	v.n_live = table_live(m->table, &v.live);
	if (seq > 0)
		rc = match_each(m, seq, see_deed, &v, e);
	for (size_t i = 0; i < v.n; i++) {
		if (i < NAMED_MOST) {
			o = tree_member(list);
			tree_add_seat(o, "seat", v.at[i].seat);
			tree_add_str(o, "deed", v.at[i].verb);
			tree_flag(o, "own",
			    strcmp(seat_id(v.at[i].seat), by) == 0);
		}
		free(v.at[i].verb);
	}
	free(v.at);
	if (v.n > NAMED_MOST)
		tree_add_int(proposal, "void_more", (int)v.n - NAMED_MOST);
	words_dress(m, r, list);
	return rc;
}
