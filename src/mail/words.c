/* SPDX-License-Identifier: MIT */
#include "mail/message.h"

#include <string.h>

#include "mail/charset.h"
#include "mail/header.h"
#include "mail/mime.h"

/* All that a mail says, not only what is new in it: for whoever looks for a
 * word in mails as they came. */

enum { WITHIN_MAX = 3 }; /* mails in mails that are looked into */

static void
add_header(const struct mime_part *p, struct buf *out)
{
	struct header_field f;
	struct buf value = BUF_INIT;

	for (size_t at = 0; header_next(p->header, p->header_len, &at, &f);) {
		buf_clear(&value);
		header_value(&f, &value);
		(void)charset_words(buf_text(&value), value.len, out);
		buf_char(out, '\n');
	}
	buf_release(&value);
}

static void add_mail(const char *raw, size_t len, int within, struct buf *out);

static void
add_body(const struct mime_part *p, int within, struct buf *out)
{
	struct buf body = BUF_INIT, text = BUF_INIT;

	if (strncmp(p->type, "text/", 5) != 0 &&
	    strncmp(p->type, "message/", 8) != 0)
		return;
	mime_decode(p, &body);
	(void)charset_utf8(p->charset, buf_text(&body), body.len, &text);
	buf_add(out, buf_text(&text), text.len);
	buf_char(out, '\n');
	if (strcmp(p->type, "text/html") == 0)
		message_html_text(buf_text(&text), text.len, out);
	if (strncmp(p->type, "message/", 8) == 0 && within < WITHIN_MAX)
		add_mail(buf_text(&body), body.len, within + 1, out);
	buf_release(&body);
	buf_release(&text);
}

static void
add_mail(const char *raw, size_t len, int within, struct buf *out)
{
	struct buf padded = BUF_INIT;
	struct mime m;

	buf_add(&padded, raw, len);
	buf_add(&padded, "\0\0", 2); /* mime_parse reads on */
	mime_parse(padded.data, len, &m);
	for (int i = 0; i < m.n; i++) {
		add_header(&m.part[i], out);
		add_body(&m.part[i], within, out);
	}
	buf_release(&padded);
}

void
message_words(const void *raw, size_t len, struct buf *out)
{
	add_mail(raw, len, 0, out);
}
