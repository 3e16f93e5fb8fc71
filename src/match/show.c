/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "match/mails.h"
#include "text/markdown.h"
#include "text/texts.h"

int
match_show(struct match *m, int reader, const char *lang, const char *layout,
	int width, struct buf *out, struct err *e)
{
	struct reader r = { .seat = reader, .lang = lang ? lang : m->game.lang,
		.layout = layout, .tz = m->house->tz, .width = width };
	bool acts = reader > 0 && match_to_act(m) & SEAT_BIT(reader);
	struct buf md = BUF_INIT;
	struct markdown *doc;
	cJSON *frame;
	int rc = frame_make(m, &r, FRAME_POSITION | (acts ? FRAME_MOVES : 0),
		&frame, e);

	if (rc)
		return -1;
	rc = texts_render(m->house->texts, r.lang, "mail/show", frame, &md, e);
	cJSON_Delete(frame);
	if (rc == 0) {
		doc = markdown_parse(buf_text(&md), md.len);
		if (!strcmp(layout, "html"))
			markdown_html(doc, HTML_MAIL, r.lang, "", out);
		else if (!strcmp(layout, "list"))
			markdown_list(doc, width, out);
		else
			markdown_board(doc, width, out);
		markdown_free(doc);
	}
	buf_release(&md);
	return rc;
}
