/* SPDX-License-Identifier: MIT */

/* What of the board is new to a seat. */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "base/tree.h"
#include "post/context.h"
#include "text/changes.h"

/* The tables as they were, in the reader's words of now. */
static int
render_then(struct match *m, const struct reader *r, struct buf *out,
    struct err *e)
{
	const void *then = match_shown_board(m, r->seat, e);
	cJSON *view;
	void *seen;
	int rc;

	if (then == NULL)
		return -1;
	seen = game_seen(m->kind, then, r->seat);
	view = context_view(m, r, seen);
	rc = context_render(m, r, "tables", view, out, e);
	cJSON_Delete(view);
	free(seen);
	return rc;
}

int
context_changes(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	struct buf then = BUF_INIT, changes = BUF_INIT;
	cJSON *all;
	int rc = render_then(m, r, &then, e);

	if (rc == 0) {
		all = cJSON_DetachItemFromObject(context, "tables");
		markdown_changes(buf_text(&then), all->valuestring, &changes);
		cJSON_AddItemToObject(context, "tables_all", all);
		tree_flag(context, "changes", true);
		tree_add_text(context, "tables", &changes);
	}
	buf_release(&then);
	return rc;
}
