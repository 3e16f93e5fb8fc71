/* SPDX-License-Identifier: MIT */

/* A mail that is about no board: made, and put into the outbox. */

#include <cjson/cJSON.h>

#include "base/clock.h"
#include "match/mails.h"
#include "match/post.h"
#include "text/texts.h"

int
mails_notice_make(const struct house *h, const struct notice *n,
	const cJSON *context, struct outbox_row *out, struct err *e)
{
	struct buf md = BUF_INIT, text = BUF_INIT, html = BUF_INIT,
		mid = BUF_INIT;
	struct post p = { .to = n->to, .to_name = n->to_name,
		.reply_to = n->reply_to ? n->reply_to : h->address,
		.subject = n->subject, .reply = n->reply,
		.in_reply_to = n->message_id };
	int rc = texts_render(h->texts, n->lang, n->template, context, &md, e);

	if (rc == 0) {
		post_render(n->layout ? n->layout : "board",
			n->width ? n->width : 72, false, n->lang, n->subject, &md,
			&text, &html);
		house_message_id(h, strrchr(n->mark, '.'), &mid);
		p.message_id = mid.data;
		if (n->message_id)
			p.references[p.n_references++] = n->message_id;
		p.date = clock_now();
		p.text = text.data;
		p.html = html.data;
		rc = post_make(h, &p, n->game, 0, n->player, p.date, out, e);
	}
	buf_release(&md);
	buf_release(&text);
	buf_release(&html);
	buf_release(&mid);
	return rc;
}

int
mails_notice(struct house *h, const struct notice *n, const cJSON *context,
	struct err *e)
{
	struct outbox_row row;
	int rc = mails_notice_make(h, n, context, &row, e);

	return rc == 0 ? post_keep(h, n->reply, &row, e) : -1;
}
