/* SPDX-License-Identifier: MIT */
#include "mail/imap_talk.h"

#include <strings.h>

void
talk_open(struct talk *t, struct imap_session *s, const char *what)
{
	*t = (struct talk){ .session = s,
		.what = what,
		.text = "",
		.line = mmap_string_new("") };
	if (t->line == NULL)
		abort(); /* no memory */
}

void
talk_close(struct talk *t)
{
	explicit_bzero(t->line->str, t->line->len);
	mmap_string_free(t->line);
}

int
talk_failed(struct talk *t, const char *why, struct err *e)
{
	const char *broken = wire_failure(t->session->wire);

	return err_set(e, ERR_LATER, "%s: %.160s", t->what,
	    broken != NULL ? broken : why);
}

int
talk_send(struct talk *t, const char *text, size_t len, struct err *e)
{
	mailstream *stream = t->session->imap->imap_stream;

	if (mailstream_write(stream, text, len) < 0 ||
	    mailstream_flush(stream) < 0)
		return talk_failed(t, "cannot be sent", e);
	return 0;
}

int
talk_command(struct talk *t, const char *text, struct err *e)
{
	mailstream *stream = t->session->imap->imap_stream;

	snprintf(t->tag, sizeof t->tag, "%d", ++t->session->imap->imap_tag);
	if (mailstream_write(stream, t->tag, strlen(t->tag)) < 0 ||
	    mailstream_write(stream, " ", 1) < 0)
		return talk_failed(t, "cannot be sent", e);
	return talk_send(t, text, strlen(text), e);
}

/* "a7 NO [CODE] text": which of the three, with t->text behind the word. */
static enum talk_answer
tagged(struct talk *t, const char *rest, struct err *e)
{
	static const char *const words[] = { "OK", "NO", "BAD" };

	for (int i = 0; i < 3; i++) {
		size_t n = strlen(words[i]);

		if (strncasecmp(rest, words[i], n) != 0 ||
		    (rest[n] != ' ' && rest[n] != '\0'))
			continue;
		t->text = rest + n + (rest[n] == ' ');
		return (enum talk_answer)(TALK_OK + i);
	}
	return (enum talk_answer)talk_failed(t, "the answer is not IMAP", e);
}

enum talk_answer
talk_read(struct talk *t, struct err *e)
{
	size_t n = strlen(t->tag);
	const char *line = mailstream_read_line_remove_eol(
	    t->session->imap->imap_stream, t->line);

	if (line == NULL)
		return (enum talk_answer)talk_failed(t, "no answer", e);
	if (line[0] == '+') {
		t->text = line + 1 + (line[1] == ' ');
		return TALK_MORE;
	}
	if (strncmp(line, t->tag, n) == 0 && line[n] == ' ')
		return tagged(t, line + n + 1, e);
	if (strncasecmp(line, "* BYE", 5) == 0)
		return (enum talk_answer)talk_failed(t, line, e);
	if (line[0] != '*' || line[1] != ' ')
		return (enum talk_answer)talk_failed(t,
		    "the answer is not IMAP", e);
	t->text = line + 2;
	return TALK_NOTICE;
}

enum talk_answer
talk_answer(struct talk *t, struct err *e)
{
	enum talk_answer got;

	while ((got = talk_read(t, e)) == TALK_NOTICE)
		continue;
	return got;
}

bool
talk_has_code(const struct talk *t, const char *const *codes, size_t n)
{
	const char *code = t->text + 1;
	size_t len = strcspn(code, " ]");

	if (t->text[0] != '[')
		return false;
	for (size_t i = 0; i < n; i++)
		if (strlen(codes[i]) == len &&
		    strncasecmp(code, codes[i], len) == 0)
			return true;
	return false;
}
