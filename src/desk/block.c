/* SPDX-License-Identifier: MIT */

/* Text below a command, up to `endpress`: press, broadcasts, announcements.
 * Nothing in it is obeyed, and nothing below a block that has no end. A short
 * one stands behind a colon and needs none: "press Bruno: well played!" */

#include "desk/block.h"

#include <ctype.h>

#include "base/mem.h"
#include "desk/command.h"
#include "desk/paragraph.h"
#include "desk/seated.h"
#include "mail/quoting.h"
#include "text/texts.h"

enum { KEPT_MAX = 16384, WARNED_WORDS = 4 };

void
block_keep(const char *at, size_t len, struct buf *out)
{
	while (len &&
	    (at[len - 1] == ' ' || at[len - 1] == '\t' || at[len - 1] == '\r'))
		len--;
	for (size_t i = 0; i < len; i++)
		buf_char(out, (unsigned char)at[i] < ' ' ? ' ' : at[i]);
	buf_char(out, '\n');
}

/* `endpress` in any language, alone on its line. */
bool
block_ends(const struct job *j, const char *at, size_t len)
{
	const char *id = word_id(j, "command", at, len, 0);

	return id != NULL && strcmp(id, "endpress") == 0;
}

static bool
has_end(const struct job *j, const char *p)
{
	bool ends = false;

	while (*p != '\0' && !ends) {
		struct slice line = { p, strcspn(p, "\n") };

		p += line.len + (p[line.len] == '\n');
		line = slice_trim(line);
		ends = line.len > 0 && block_ends(j, line.at, line.len);
	}
	return ends;
}

/* "Press on!", to nobody, is no head of a text. */
static bool
is_cry(const struct job *j, const struct meaning *m, const char *line)
{
	size_t name, word = strcspn(m->args, " ,;!");

	return line[strlen(line) - 1] == '!' &&
	    word_id(j, "recipient", m->args, word, 0) == NULL &&
	    (j->at.m == NULL || seated_at(j->at.m, m->args, &name) == 0);
}

size_t
block_head(const struct job *j, const char *line, size_t len)
{
	enum { HEAD = 80 };
	const char *colon = memchr(line, ':', len);
	size_t head = colon != NULL ? (size_t)(colon - line) : len, text;
	struct meaning m;
	char *said;
	bool is;

	if (head == 0 || head > HEAD || head + 1 >= len)
		return 0;
	text = strspn(colon + 1, " \t");
	said = mem_ndup(line, head);
	m = meaning_of(j, said);
	is = m.is == MEANS_COMMAND && m.command->flags & COMMAND_BLOCK &&
	    (*m.args != '\0') == meaning_is(&m, "press") &&
	    head + 1 + text < len;
	free(said);
	return is ? head + 1 + text : 0;
}

/* Whether a line is the head of a text. */
static bool
heads_text(const struct job *j, struct slice line)
{
	char *text = mem_ndup(line.at, line.len);
	struct meaning m = meaning_of(j, text);
	bool heads = block_head(j, line.at, line.len) > 0 ||
	    (m.is == MEANS_COMMAND && m.command->flags & COMMAND_BLOCK);

	free(text);
	return heads;
}

/* Whether `endpress` stands below, before the head of another text. */
static bool
is_closed(const struct job *j, const char *p)
{
	while (*p != '\0') {
		struct slice line = { p, strcspn(p, "\n") };

		p += line.len + (p[line.len] == '\n');
		line = slice_trim(line);
		if (line.len == 0)
			continue;
		if (block_ends(j, line.at, line.len))
			return true;
		if (heads_text(j, line))
			return false;
	}
	return false;
}

/* Whether a line goes on with that above it, which was full: a program has
 * broken it, and it is no order. */
static bool
is_rest(const struct job *j, struct slice line, size_t above)
{
	enum { FULL = 60 };
	char *text = mem_ndup(line.at, line.len), *order = NULL;
	bool rest = above >= FULL && line.len > 0 && *line.at != '>' &&
	    !line_ends_message(j, line.at, line.len) && !heads_text(j, line) &&
	    (order = block_order(j, text)) == NULL;

	free(order);
	free(text);
	return rest;
}

bool
block_opens(const struct job *j, const char *line, const char *below)
{
	struct meaning m = meaning_of(j, line);

	return m.is == MEANS_COMMAND && m.command->flags & COMMAND_BLOCK &&
	    (!is_cry(j, &m, line) || has_end(j, below));
}

const char *
block_read(const struct job *j, const char *p, struct line *l)
{
	struct buf text = BUF_INIT;

	while (*p && !l->ended) {
		size_t n = strcspn(p, "\n"), skip = strspn(p, " \t");
		size_t len = n > skip ? n - skip : 0;
		const char *at = p + skip;

		while (len && strchr(" \t\r", at[len - 1]) != NULL)
			len--;
		l->ended = len && len < 40 && block_ends(j, at, len);
		if (!l->ended && text.len < KEPT_MAX)
			block_keep(p, n, &text);
		p += n + (p[n] == '\n');
	}
	while (text.len && text.data[text.len - 1] == '\n')
		buf_truncate(&text, text.len - 1);
	buf_str(&text, "");
	l->block = buf_steal(&text);
	return p;
}

const char *
block_line(const struct job *j, const char *p, struct line *l)
{
	struct buf text = BUF_INIT;
	struct slice line;
	bool more;
	size_t above = strlen(l->text) + strlen(": ");

	if (is_closed(j, p + strcspn(p, "\n")))
		return block_read(j, p, l);
	do {
		size_t n = strcspn(p, "\n");

		if (text.len < KEPT_MAX)
			block_keep(p, n, &text);
		above += n;
		p += n + (p[n] == '\n');
		line = slice_trim((struct slice){ p, strcspn(p, "\n") });
		more = is_rest(j, line, above);
		above = 0;
	} while (more);
	buf_truncate(&text, text.len - 1);
	buf_str(&text, "");
	l->block = buf_steal(&text);
	l->ended = true;
	return p;
}

void
block_stray(struct job *j)
{
	for (int i = j->n; i-- > 0 && j->line[i].block == NULL;)
		j->line[i].passed_over = true;
}

static int
count_words(const char *s)
{
	int n = 0;

	while (*(s += strspn(s, " \t"))) {
		n++;
		s += strcspn(s, " \t");
	}
	return n;
}

/* Whether the seat could have made it as a move. */
static bool
is_move(const struct job *j, const char *line)
{
	struct refusal why = { 0 };
	struct names none = { 0 };
	struct move mv;

	if (j->at.m == NULL || !j->at.seat || j->at.m->table == NULL)
		return false;
	memset(&mv, 0, sizeof mv);
	return j->at.m->kind->rules->parse(j->at.m->kind->data,
		   table_position(j->at.m->table), j->at.seat,
		   j->game_words != NULL ? j->game_words : &none, line, &mv,
		   &why) == 0;
}

/* Whether a line with a command is short, and does not end as a sentence, but
 * where the command is given a number: "resend p2.", or days. */
static bool
is_command(const struct meaning *m, const char *line)
{
	enum { DAYS_WORDS = 8 };
	const char end = line[strlen(line) - 1];
	const bool number = m->args[strcspn(m->args, "0123456789")] != '\0';
	const int most = number && meaning_is(m, "absence") ? DAYS_WORDS :
							      WARNED_WORDS;

	return count_words(line) <= most &&
	    (strchr(".!?,:", end) == NULL ||
		(strchr(".!", end) != NULL && number));
}

/* A line with a command, or one that cannot be anything else. */
static bool
is_order(const struct job *j, const char *line)
{
	struct meaning m;
	bool yes = false;

	m = meaning_of(j, line);
	if (m.is == MEANS_COMMAND)
		yes = m.command->flags & COMMAND_PARAGRAPH ||
		    (meaning_is(&m, "uncomment") &&
			isdigit((unsigned char)*m.args)) ||
		    is_command(&m, line);
	else if (m.is == MEANS_NUMBER)
		yes = count_words(line) == 1;
	else if (m.is == MEANS_MOVE)
		yes = is_move(j, line);
	return yes;
}

/* Whether it is, with a thing that it is given, a command behind courtesy:
 * "Preview process turn, please!" */
static bool
is_asked(const struct job *j, const char *line)
{
	struct buf plain = BUF_INIT;
	struct meaning m;
	bool asked = false;

	plain_line(j, line, strlen(line), &plain);
	if (count_words(buf_text(&plain)) < count_words(line)) {
		m = meaning_of(j, plain.data);
		asked = m.is == MEANS_COMMAND && *m.args != '\0' &&
		    is_command(&m, plain.data);
	}
	buf_release(&plain);
	return asked;
}

char *
block_order(const struct job *j, const char *text)
{
	while (*text) {
		size_t n = strcspn(text, "\n");
		char *line = mem_ndup(text + strspn(text, " "),
		    n - (strspn(text, " ") < n ? strspn(text, " ") : n));

		if (*line &&
		    (strlen(line) < 200 ||
			paragraph_head(j, line, strlen(line)) > 0) &&
		    (is_order(j, line) || is_asked(j, line)))
			return line;
		free(line);
		text += n + (text[n] == '\n');
	}
	return NULL;
}
