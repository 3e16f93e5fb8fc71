/* SPDX-License-Identifier: MIT */

/* The move that a line is which has a letter or two wrong. */

#include "base/near.h"
#include "base/utf8.h"
#include "desk/meant.h"
#include "post/words.h"

/* The moves that a line is with one of its words, at `word`, as a move of the
 * seat has it: "coca" may be "cocoa". */
struct spelling {
	struct job *j;
	const char *line;
	struct slice word;
	struct near_move one;
	int found;
	char last[MOVE_BYTES]; /* tried before */
};

static void
mend_with(struct spelling *m, const char *right, size_t len)
{
	enum { SHORTEST = 4, LONG = 8 };
	struct slice w = m->word;
	size_t most = w.len < LONG ? 1 : 2, behind = 0;
	struct buf said = BUF_INIT, move = BUF_INIT;

	if (len < SHORTEST || len >= sizeof m->last ||
	    strncmp(m->last, right, len + 1) == 0 ||
	    near_bytes(w.at, w.len, right, len) > most)
		return;
	snprintf(m->last, sizeof m->last, "%.*s", (int)len, right);
	behind = (size_t)(w.at - m->line) + w.len;
	buf_printf(&said, "%.*s%s%s", (int)(w.at - m->line), m->line, m->last,
	    m->line + behind);
	if (job_makes(m->j, said.data, &move) && move.len < MOVE_BYTES &&
	    strcmp(m->one.text, move.data) != 0) {
		snprintf(m->one.text, sizeof m->one.text, "%s", move.data);
		m->found++;
	}
	buf_release(&said);
	buf_release(&move);
}

static void
mend_by(void *arg, int n, const char *text)
{
	static const char parts[] = " >:=*";

	(void)n;
	for (const char *p = text; *p != '\0';) {
		size_t len = strcspn(p, parts);

		mend_with(arg, p, len);
		p += len + (p[len] != '\0');
	}
}

bool
meant_misspelt(struct job *j, const char *line, struct near_move *out)
{
	struct buf folded = BUF_INIT;
	struct spelling m = { .j = j };
	const char *p;

	if (strlen(line) >= MOVE_BYTES)
		return false;
	utf8_fold(line, strlen(line), &folded);
	m.line = p = buf_text(&folded);
	while (*p != '\0') {
		size_t len = strcspn(p, " ");

		m.word = (struct slice){ p, len };
		m.last[0] = '\0';
		if (p != m.line && len >= 4)
			moves_each(j->at.m, j->at.seat, NULL, j->lang, mend_by,
			    &m);
		p += len + (p[len] == ' ');
	}
	if (m.found == 1)
		*out = m.one;
	buf_release(&folded);
	return m.found == 1;
}

struct alone {
	const char *verb;
	bool found;
};

static void
look_longer(void *arg, int n, const char *text)
{
	struct alone *a = arg;
	size_t len = strlen(a->verb);

	(void)n;
	a->found = a->found ||
	    (strncmp(text, a->verb, len) == 0 && text[len] == ' ');
}

bool
meant_alone(const struct job *j, const struct near_move *m)
{
	struct alone a = { m->text, false };

	if (strchr(m->text, ' ') == NULL)
		moves_each(j->at.m, j->at.seat, NULL, j->lang, look_longer, &a);
	return a.found;
}
