/* SPDX-License-Identifier: MIT */

/*
 * What strangers send, under libFuzzer: a whole mail read, its text cut once
 * more, its parts written out again. Beside crashes it looks for broken
 * promises: text is UTF-8 without controls, cutting twice cuts no more lines
 * that are quoted, what is read is not larger than what came.
 */

#include <stdint.h>

#include "base/utf8.h"
#include "mail/address.h"
#include "mail/message.h"
#include "mail/quotes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
must(bool kept, const char *promise)
{
	if (kept)
		return;
	(void)fprintf(stderr, "broken promise: %s\n", promise);
	abort();
}

static void
clean(const char *s, bool one_line)
{
	must(utf8_valid(s, strlen(s)), "text is UTF-8");
	for (; *s != '\0'; s++)
		must((unsigned char)*s >= ' ' ||
			(!one_line && (*s == '\n' || *s == '\t')),
		    "text has no controls");
}

static void
write_again(const struct message *m)
{
	struct message_out o = { .from = "games@example.org",
		.to = m->from,
		.to_name = m->from_name,
		.subject = m->subject,
		.message_id = "1@example.org",
		.in_reply_to = m->message_id,
		.text = m->full,
		.html = m->text };
	struct buf out = BUF_INIT;
	struct message back;
	struct err e;

	if (message_write(&o, &out, &e) == 0) {
		for (size_t i = 0; i < out.len; i++)
			must(out.data[i] != '\n' ||
				(i > 0 && out.data[i - 1] == '\r'),
			    "lines end in CR LF");
		message_read(out.data, out.len, &back);
		if ((back.defects & MESSAGE_TOO_LARGE) == 0)
			must(strcmp(back.subject, m->subject) == 0,
			    "a subject comes back");
		message_release(&back);
	} else {
		must(strstr(e.text, "In-Reply-To") == NULL,
		    "an answer may name the mail");
	}
	buf_release(&out);
}

/* The bytes as the text of a mail and as HTML, without the header that the
 * fuzzer would have to write first. */
static void
as_text(const uint8_t *data, size_t size)
{
	struct buf text = BUF_INIT, cut = BUF_INIT, html = BUF_INIT;

	utf8_clean((const char *)data, size, &text);
	message_cut(buf_text(&text), &cut, NULL);
	clean(buf_text(&cut), false);
	must(cut.len <= text.len + 1, "cutting does not add");
	message_html_text(buf_text(&text), text.len, &html);
	clean(buf_text(&html), false);
	buf_release(&text);
	buf_release(&cut);
	buf_release(&html);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct message m;
	struct buf again = BUF_INIT, html = BUF_INIT;

	as_text(data, size);
	message_read(data, size, &m);
	clean(m.subject, true);
	clean(m.from_name, true);
	clean(m.text, false);
	clean(m.full, false);
	must((m.from == NULL) == ((m.defects & MESSAGE_BAD_FROM) != 0),
	    "from, or the defect");
	if (m.from != NULL) {
		must(address_valid(m.from), "from is valid");
		write_again(&m);
	}
	for (size_t i = 0; i < m.n_to; i++)
		must(address_valid(m.to[i]), "to is valid");
	message_read_report(data, size, &m);
	message_cut(m.text, &again, NULL);
	must(again.len <= strlen(m.text) + 1, "cutting does not add");
	message_html_text(m.full, strlen(m.full), &html);
	buf_release(&again);
	buf_release(&html);
	message_release(&m);
	return 0;
}
