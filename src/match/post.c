/* SPDX-License-Identifier: MIT */
#include "match/post.h"

#include "base/mem.h"
#include "store/outbox.h"
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
post_store(const struct house *h, const struct post *p, int64_t game, int seat,
	int64_t player, int64_t now, struct err *e)
{
	struct buf raw = BUF_INIT;
	struct outbox_row row = { .game = game, .seat = seat, .player = player,
		.next_try = now, .created = now };
	int rc = h->write(h, p, &raw, e);

	if (rc == 0) {
		row.to = mem_dup(p->to);
		row.message_id = mem_dup(p->message_id);
		row.raw = raw.data;
		row.raw_len = raw.len;
		rc = outbox_add(h->db, &row, e);
		free(row.to);
		free(row.message_id);
	}
	buf_release(&raw);
	return rc;
}
