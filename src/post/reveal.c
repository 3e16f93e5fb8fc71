/* SPDX-License-Identifier: MIT */

/* What is hidden, for a moderator who asks. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "match/moderate.h"
#include "post/context.h"
#include "post/show.h"
#include "store/knowledge.h"
#include "text/texts.h"

/* Each hand as its owner sees it; a game without such a page is shown whole,
 * once for every seat. */
static int
reveal_hands(struct match *m, struct reader *r, cJSON *ctx, struct err *e)
{
	cJSON *hands = tree_list(ctx, "hands"), *o;
	char name[64];
	int rc = 0;

	snprintf(name, sizeof name, "%s/hand", m->game.kind);
	for (int s = 1; s <= m->seats && rc == 0; s++) {
		struct buf b = BUF_INIT;
		r->seat = s;
		rc = context_piece(m, r,
		    texts_template(m->club->texts, "en", name) != NULL ?
			"hand" :
			"position",
		    &b, e);
		o = context_seat(m, hands, s);
		tree_add_text(o, "hand", &b);
	}
	return rc;
}

/* Who has seen it all may not play, and what they see is what the archive will
 * show of the present position. */
int
moderate_reveal(struct match *m, const char *lang, struct buf *out,
    struct refusal *why, struct err *e)
{
	struct reader r = { .lang = lang,
		.layout = "board",
		.width = 72,
		.tz = m->club->tz };
	struct buf facts = BUF_INIT;
	cJSON *ctx;
	int rc;

	why->code = NULL;
	if (!match_running(m))
		return refuse(why,
		    m->table != NULL ? "game-over" : "game-not-begun");
	if (m->by != NULL && match_moderator_seat(m))
		return refuse(why, "moderator-plays");
	ctx = cJSON_CreateObject();
	rc = reveal_hands(m, &r, ctx, e);
	table_facts(m->table, ARCHIVE, &facts);
	tree_add_text(ctx, "facts", &facts);
	if (rc == 0)
		rc = texts_render(m->club->texts, lang, "desk/reveal", ctx, out,
		    e);
	cJSON_Delete(ctx);
	if (rc == 0 && m->by != NULL)
		rc = knowledge_add(m->club->db, m->game.id, m->game.moderator,
		    KNOWLEDGE_ALL, false, e);
	if (rc == 0)
		moderate_tell(m, (struct moderated){ .what = "reveal" });
	return rc;
}
