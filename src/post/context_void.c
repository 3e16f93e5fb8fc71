/* SPDX-License-Identifier: MIT */

/* What a proposal to go back would make void: who did what, as far as the
 * reader may know that they did; and whether it asks them for their word. */

#include <cjson/cJSON.h>
#include <string.h>

#include "base/mem.h"
#include "base/tree.h"
#include "match/record.h"
#include "match/tenure.h"
#include "post/context.h"
#include "post/words.h"

enum { NAMED_MOST = 6 };

/* What one seat did, named once however often it did so. */
struct deed {
	int seat;
	const struct tenure
	    *then;  /* borrowed: whose it was; NULL: whose it is */
	char *verb; /* owned: of the log */
};

struct voided {
	const struct reader *r;
	const int *live; /* borrowed */
	int n_live;
	struct tenures tenures; /* owned */
	struct deed *at;        /* owned */
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
	const struct tenure *then;
	char *verb;

	if (!is_told(v, m, h))
		return 0;
	then = tenure_at(&v->tenures, h->actor, h->seq);
	verb = mem_ndup(h->row, strcspn(h->row, " "));
	for (size_t i = 0; i < v->n; i++)
		if (v->at[i].seat == h->actor && v->at[i].then == then &&
		    strcmp(v->at[i].verb, verb) == 0) {
			free(verb);
			return 0;
		}
	v->at = mem_more(v->at, v->n, sizeof *v->at);
	v->at[v->n++] = (struct deed){ h->actor, then, verb };
	return 0;
}

/* The deed by the name of whoever did it: what another did in the reader's seat
 * is not the reader's. */
static void
add_deed(const struct match *m, const struct reader *r, const struct deed *d,
    const char *by, cJSON *list)
{
	const char *who[SEATS_MAX + 1] = { NULL };
	struct reader then = *r;
	cJSON *o = tree_member(list);

	tree_add_seat(o, "seat", d->seat);
	tree_add_str(o, "deed", d->verb);
	tree_flag(o, "own",
	    d->then == NULL && strcmp(seat_id(d->seat), by) == 0);
	for (int s = 1; s <= m->seats; s++)
		who[s] = r->who != NULL ? r->who[s] : m->seat[s].name;
	if (d->then != NULL) {
		who[d->seat] = d->then->name;
		then.by_name |= d->seat == r->seat;
	}
	then.who = who;
	words_dress(m, &then, o);
}

int
context_void(struct match *m, const struct reader *r, int number,
    cJSON *proposal, struct err *e)
{
	struct voided v = { .r = r };
	int seq = match_seq_of(m, number, e), rc = seq < 0 ? -1 : 0;
	const char *by = tree_str(proposal, "seat");
	cJSON *list = tree_list(proposal, "void");

	v.n_live = table_live(m->table, &v.live);
	if (rc == 0)
		rc = tenures_read(m, &v.tenures, e);
	if (rc == 0 && seq > 0)
		rc = match_each(m, seq, see_deed, &v, e);
	for (size_t i = 0; i < v.n; i++) {
		if (i < NAMED_MOST)
			add_deed(m, r, &v.at[i], by, list);
		free(v.at[i].verb);
	}
	free(v.at);
	tenures_release(&v.tenures);
	if (v.n > NAMED_MOST)
		tree_add_int(proposal, "void_more", (int)v.n - NAMED_MOST);
	return rc;
}

bool
context_asks(const cJSON *context)
{
	const cJSON *o = cJSON_GetObjectItemCaseSensitive(context, "proposal");

	return o != NULL && !cJSON_HasObjectItem(o, "you") &&
	    !cJSON_HasObjectItem(o, "agreed");
}
