/* SPDX-License-Identifier: MIT */

/* What the log itself says: an event's line, as each viewpoint may read it,
 * and what the players said. */

#include <stdlib.h>

#include "archive/page_own.h"
#include "log/turnlog.h"
#include "text/escape.h"

/* Verb and arguments; an undo names the number that the page has. */
void
page_words(const struct page *p, const struct turnlog_line *line,
    struct buf *out)
{
	buf_add(out, line->key.at, line->key.len);
	if (line->text.len == 0)
		return;
	buf_char(out, ' ');
	if (line->actor < 0 && line->key.len == 4 &&
	    memcmp(line->key.at, "undo", 4) == 0) {
		char digits[16] = "";
		long seq;

		memcpy(digits, line->text.at,
		    line->text.len < 15 ? line->text.len : 15);
		seq = strtol(digits, NULL, 10);
		buf_printf(out, "%d",
		    p->number[seq > 0 && seq < p->seq ? seq : 0]);
	} else {
		buf_add(out, line->text.at, line->text.len);
	}
}

/* What the log says of the event, as a viewpoint may read it; number and seat
 * are those of the section. */
static void
notation_of(struct page *p, int view, const struct turnlog_line *line,
    struct buf *out)
{
	const struct game_rules *g = p->m->kind->rules;
	enum redaction how = line->actor < 0 ?
	    REDACT_SHOW :
	    g->redact(p->m->kind->data, table_position(p->m->table),
		&p->events.at[0], page_reader(view));

	if (how == REDACT_OMIT)
		return;
	if (how == REDACT_HIDE)
		buf_printf(out, "%.*s ?", (int)line->key.len, line->key.at);
	else
		page_words(p, line, out);
	if (line->stamp.len > 0)
		buf_printf(out, " @%.*s", (int)line->stamp.len, line->stamp.at);
}

void
page_notation(struct page *p, const struct turnlog_line *line)
{
	struct buf text[VIEWS] = { BUF_INIT }, html[VIEWS] = { BUF_INIT };
	struct variants v = { .n = 0 };

	for (int i = 0; i < VIEWS; i++) {
		if (!(p->views & VIEW_BIT(i)))
			continue;
		notation_of(p, i, line, &text[i]);
		if (text[i].len > 0) {
			buf_str(&html[i], "<code>");
			escape_html(text[i].data, text[i].len, &html[i]);
			buf_str(&html[i], "</code>\n");
		}
		variants_add(&v, i, buf_text(&html[i]), html[i].len);
	}
	buf_str(&p->sections, "<p class=n>");
	variants_write(&v, p->views, &p->sections);
	buf_str(&p->sections, "</p>\n");
	for (int i = 0; i < VIEWS; i++) {
		buf_release(&text[i]);
		buf_release(&html[i]);
	}
}

/* Line ends and backslashes, which a log has behind a backslash. */
static void
unescape(struct slice text, struct buf *out)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i],
		     next = i + 1 < text.len ? text.at[i + 1] : '\0';
		bool escaped = c == '\\' && (next == 'n' || next == '\\');

		buf_char(out, !escaped ? c : next == 'n' ? '\n' : next);
		i += escaped;
	}
}

void
page_reopen(struct page *p)
{
	size_t end = strlen("</section>\n");

	if (p->sections.len > end)
		buf_truncate(&p->sections, p->sections.len - end);
}

int
page_chat(struct page *p, const struct turnlog_line *line, struct err *e)
{
	int seat = line->key.len > 1 ? line->key.at[1] - '0' : 0, rc;
	struct buf text = BUF_INIT;

	/* It belongs to the event before: into its section, in the end. */
	page_reopen(p);
	unescape(line->text, &text);
	buf_str(&p->sections, "<blockquote><p>");
	if (seat >= 1 && seat <= p->m->seats) {
		buf_str(&p->sections, "<b>");
		escape_html(p->who[seat], strlen(p->who[seat]), &p->sections);
		buf_str(&p->sections, "</b> ");
	}
	escape_html(buf_text(&text), text.len, &p->sections);
	buf_str(&p->sections, "</p></blockquote>\n</section>\n");
	rc = transcript_chat(p, seat, buf_text(&text), e);
	buf_release(&text);
	return rc;
}
