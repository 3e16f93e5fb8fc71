/* SPDX-License-Identifier: MIT */

/* Mails to somebody else than the writer, and reply addresses that hold a
 * token. */

#include <cjson/cJSON.h>

#include "desk/people.h"
#include "mail/address.h"
#include "match/mails.h"
#include "text/texts.h"

void
desk_reply_to(const struct desk *d, const struct token *t,
	struct buf *reply_to, struct buf *tag)
{
	struct buf detail = BUF_INIT;

	token_detail(d->house.key, t, &detail);
	if (!d->house.subaddress ||
	    address_with_detail(d->address, detail.data, reply_to)) {
		buf_clear(reply_to);
		buf_str(reply_to, d->address);
		buf_str(tag, detail.data);
	}
	buf_release(&detail);
}

int
request_token(const struct desk *d, int64_t id, struct token *out,
	struct err *e)
{
	struct request r = { 0 };
	int rc = request_get(d->house.db, id, &r, e);

	*out = (struct token){ .role = TOKEN_REQUEST, .number = id,
		.nonce = r.nonce, .epoch = d->house.epoch };
	request_release(&r);
	return rc == 1 ? 0 : rc < 0 ? -1 : err_set(e, ERR_CORRUPT,
		"there is no request %lld", (long long)id);
}

static int
note_subject(struct desk *d, const struct note *n, const char *lang,
	const cJSON *ctx, struct buf *out, struct err *e)
{
	cJSON *o = cJSON_CreateObject();
	int rc;

	cJSON_AddItemReferenceToObject(o, n->subject, (cJSON *)(uintptr_t)ctx);
	rc = texts_render_plain(d->house.texts, lang, "desk/subjects", o, out,
		e);
	cJSON_Delete(o);
	return rc;
}

int
desk_note(struct desk *d, const struct note *n, cJSON *ctx, struct err *e)
{
	struct buf reply_to = BUF_INIT, tag = BUF_INIT, subject = BUF_INIT,
		mark = BUF_INIT;
	const struct player *p = n->player;
	struct notice out = { .to = n->to, .to_name = p ? p->name : "",
		.lang = p ? p->lang : n->lang ? n->lang : d->house.lang,
		.layout = p ? p->layout : NULL, .width = p ? p->width : 0,
		.template = n->template, .player = p ? p->id : 0 };
	int rc;

	if (n->token.role)
		desk_reply_to(d, &n->token, &reply_to, &tag);
	if (tag.len)
		buf_printf(&subject, "[pq%s] ", tag.data);
	cJSON_AddStringToObject(ctx, "club", d->house.club);
	buf_printf(&mark, "mail 0.%s", n->mark);
	cJSON_AddStringToObject(ctx, "mark", mark.data);
	rc = note_subject(d, n, out.lang, ctx, &subject, e);
	out.subject = buf_text(&subject);
	out.reply_to = reply_to.len ? reply_to.data : NULL;
	out.mark = mark.data + 5;
	if (rc == 0)
		rc = mails_notice(&d->house, &out, ctx, e);
	cJSON_Delete(ctx);
	buf_release(&reply_to);
	buf_release(&tag);
	buf_release(&subject);
	buf_release(&mark);
	return rc;
}
