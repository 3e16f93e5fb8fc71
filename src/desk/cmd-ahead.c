/* SPDX-License-Identifier: MIT */
#include <ctype.h>

#include "desk/errand.h"
#include "match/ahead.h"
#include "match/words.h"

/* A number becomes the words of the move it stands for in the list that was
 * mailed: when the line is tried there will be another list. */
static int
add_number(struct errand *er, const char *text, struct buf *line,
	struct refusal *why)
{
	const struct game_kind *k = er->m->kind;
	struct move mv = { 0 };

	if (!er->current || !er->seen || numbered_move(k, er->seen, er->seat,
	    strtol(text, NULL, 10), &mv))
		return refuse(why, "number-ahead");
	k->rules->format(k->data, er->seen, er->seat, &mv, line);
	return 0;
}

/* The writer's own word between alternatives: he reads it again. */
static const char *
or_word(const struct errand *er)
{
	const struct names *n = er->words;

	for (size_t i = 0; i < n->n; i++)
		if (n->at[i].rank == 0 && !strcmp(n->at[i].kind, "or"))
			return n->at[i].word;
	return "or";
}

/* Each alternative must begin as a move does; what it says further is read
 * when it is tried. */
static int
add_alternative(struct errand *er, const char *text, struct buf *line,
	struct refusal *why)
{
	struct meaning m;

	meaning_of(er, text, &m);
	buf_release(&m.candidates);
	if (line->len)
		buf_printf(line, " %s ", or_word(er));
	if (m.is == MEANS_NUMBER)
		return add_number(er, text, line, why);
	if (m.is == MEANS_MOVE) {
		buf_str(line, text);
		return 0;
	}
	return refuse_word(why, "unknown-word", text, m.near);
}

int
errand_queue(struct errand *er, const char *text, int at, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf alt = BUF_INIT, line = BUF_INIT;
	int rc = errand_may_move(er, why);

	while (rc == 0 && words_alternative(er->words, er->game_words, &text,
	    &alt))
		rc = add_alternative(er, alt.data, &line, why);
	if (rc == 0)
		rc = ahead_add(er->m, er->seat, buf_text(&line), at, why, e);
	if (rc == 0)
		buf_printf(said, "%s %s", word_own(er, "command", "ahead"),
			line.data);
	buf_release(&alt);
	buf_release(&line);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	if (errand_may_move(er, why))
		return -1;
	/* Who previews never plays by accident. */
	if (er->previewing)
		return refuse(why, "preview-ahead");
	/* The move on the line, and those on the lines below it. */
	er->queueing = true;
	ahead_ask(er->m, er->seat);
	return *args ? errand_queue(er, args, -1, said, why, e) : 0;
}

const struct command command_ahead = { "ahead", COMMAND_SEAT,
	RIGHT_SEAT, run, NULL };
