/* SPDX-License-Identifier: MIT */

/* Who asks to come into a closed game, for its moderator. */

#include <cjson/cJSON.h>
#include <string.h>

#include "base/tree.h"
#include "match/moderate.h"
#include "post/context.h"
#include "store/request.h"

struct entries {
	const struct match *m;
	cJSON *list;
};

static int
add_asking(void *arg, const struct request *r)
{
	struct entries *a = arg;

	if (r->game == a->m->game.id && request_open(r, a->m->now))
		tree_add_str(tree_member(a->list), "name", r->name);
	return 0;
}

int
context_entry(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	const struct moderated *asked = moderate_told(m, "entry_asked", 0);
	struct entries a = { m, NULL };

	if (!r->moderator || !m->terms.closed)
		return 0;
	a.list = tree_list(context, "asking");
	if (asked != NULL)
		tree_add_str(context, "asks", asked->name);
	return request_each(m->club->db, REQUEST_ENTRY, add_asking, &a, e);
}
