/* SPDX-License-Identifier: MIT */
#include "match/post.h"

#include "base/mem.h"
#include "store/again.h"
#include "text/markdown.h"

void
post_render(const char *layout, int width, bool unicode,
	const char *lang, const char *title, const struct buf *md,
	struct buf *text, struct buf *html)
{
	struct markdown *doc = markdown_parse(buf_text(md), md->len);

	if (!strcmp(layout, "board") && unicode)
		markdown_glyphs(doc, width, text);
	else if (!strcmp(layout, "board"))
		markdown_board(doc, width, text);
	else
		markdown_list(doc, width, text);
	markdown_html(doc, HTML_MAIL, lang, title, html);
	markdown_free(doc);
}

void
post_token(const struct house *h, const struct token *t, int64_t game,
	struct buf *address, struct buf *tag)
{
	struct buf detail = BUF_INIT;

	token_detail(h->key, t, &detail);
	buf_printf(address, "%.*s%s%s%s", (int)strcspn(h->address, "@"),
		h->address, h->subaddress ? "+" : "",
		h->subaddress ? detail.data : "", strchr(h->address, '@'));
	if (!h->subaddress)
		buf_printf(tag, "pq%s", detail.data);
	else if (game)
		buf_printf(tag, "pq%lld", (long long)game);
	buf_release(&detail);
}

int
post_make(const struct house *h, const struct post *p, int64_t game, int seat,
	int64_t player, int64_t now, struct outbox_row *out, struct err *e)
{
	struct buf raw = BUF_INIT;

	*out = (struct outbox_row){ .game = game, .seat = seat,
		.player = player, .author = h->author, .next_try = now,
		.created = now };
	if (h->write(h, p, &raw, e) != 0) {
		buf_release(&raw);
		return -1;
	}
	out->to = mem_dup(p->to);
	out->message_id = mem_dup(p->message_id);
	out->raw_len = raw.len;
	out->raw = buf_steal(&raw);
	return 0;
}

int
post_keep(const struct house *h, bool reply, struct outbox_row *row,
	struct err *e)
{
	int rc = outbox_add(h->db, row, e);

	if (rc == 0 && reply && h->answering)
		rc = again_answers(h->db, row->id, h->answering, e);
	outbox_row_release(row);
	return rc;
}

int
post_store(const struct house *h, const struct post *p, int64_t game, int seat,
	int64_t player, int64_t now, struct err *e)
{
	struct outbox_row row;
	int rc = post_make(h, p, game, seat, player, now, &row, e);

	return rc == 0 ? post_keep(h, p->reply, &row, e) : -1;
}
