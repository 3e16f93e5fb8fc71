/* SPDX-License-Identifier: MIT */

/* What moderators did just now, for everybody at the table; and what was seen
 * of what an undo made void, for the moderator. */

#include <cjson/cJSON.h>

#include "game/tree.h"
#include "post/context.h"
#include "post/words.h"
#include "text/texts.h"

static int
add_act(struct match *m, const struct reader *r, const cJSON *act, cJSON *out,
    struct err *e)
{
	cJSON *ctx = cJSON_Duplicate(act, true);
	struct buf b = BUF_INIT;
	int rc;

	words_dress(m, r, ctx);
	rc = texts_render(m->club->texts, r->lang, "desk/acts", ctx, &b, e);
	cJSON_Delete(ctx);
	while (b.len && b.data[b.len - 1] == '\n')
		buf_truncate(&b, b.len - 1);
	if (rc == 0 && b.len) {
		tree_add_str(tree_member(out), "line",
		    b.data + strspn(b.data, "\n"));
	}
	buf_release(&b);
	return rc;
}

int
context_acts(struct match *m, const struct reader *r, cJSON *context,
    struct err *e)
{
	cJSON *act, *out;

	if (r->moderator && cJSON_GetArraySize(m->seen))
		cJSON_AddItemToObject(context, "seen",
		    cJSON_Duplicate(m->seen, true));
	if (m->acts == NULL)
		return 0;
	out = cJSON_AddArrayToObject(context, "acts");
	cJSON_ArrayForEach(act, m->acts)
		if (add_act(m, r, act, out, e))
			return -1;
	return 0;
}
