/* SPDX-License-Identifier: MIT */

/* Moves that are sent before their turn. */

#include "match/ahead.h"
#include "base/utf8.h"
#include "desk/command.h"
#include "desk/tried.h"
#include "post/words.h"

/* A number becomes the words of the move it stands for in the list that was
 * mailed: when the line is tried there will be another list. */
static int
add_number(struct job *j, const char *text, struct buf *line,
    struct refusal *why)
{
	const struct game_kind *k = j->at.m->kind;
	struct move mv = { 0 };

	if (!j->at.current || j->at.seen == NULL ||
	    numbered_move(k, j->at.seen, j->at.seat, strtol(text, NULL, 10),
		&mv))
		return refuse(why, "number-ahead");
	if (!job_number_clean(j, text))
		return refuse_number(why, "number-alone", "number",
		    strtol(text, NULL, 10));
	k->rules->format(k->data, j->at.seen, j->at.seat, &mv, line);
	return 0;
}

/* Each alternative must begin as a move does, and a number stand alone; what it
 * says further is read when it is tried. Between them stands the writer's own
 * word. */
static int
add_alternative(struct job *j, const char *text, struct buf *line,
    struct refusal *why)
{
	struct meaning m = meaning_of(j, text);

	if (line->len)
		buf_printf(line, " %s ", word_own(j, "or", "or"));
	if (m.is == MEANS_NUMBER) {
		struct buf plain = BUF_INIT;
		int rc;

		/* "2, please" */
		plain_line(j, text, strlen(text), &plain);
		rc = add_number(j, buf_text(&plain), line, why);
		buf_release(&plain);
		return rc;
	}
	if (m.is == MEANS_MOVE) {
		buf_str(line, text);
		return 0;
	}
	return refuse_word(why, "unknown-word", text, m.near);
}

int
job_queue(struct job *j, const char *text, int at, struct buf *said,
    struct refusal *why, struct err *e)
{
	struct buf alt = BUF_INIT, line = BUF_INIT;
	int rc = job_may_move(j, why);

	if (rc == 0)
		rc = job_check_whole(j, text, why);
	while (rc == 0 &&
	    words_alternative(j->words, j->game_words, &text, &alt))
		rc = add_alternative(j, alt.data, &line, why);
	if (rc == 0)
		rc = ahead_add(j->at.m, j->at.seat, buf_text(&line), at, why,
		    e);
	if (rc == 0)
		buf_printf(said, "%s %s", word_own(j, "command", "ahead"),
		    line.data);
	buf_release(&alt);
	buf_release(&line);
	return rc;
}

static int
run_ahead(struct job *j, struct call *c, struct err *e)
{
	if (job_may_move(j, c->why))
		return -1;
	/* Who previews never plays by accident. */
	if (j->at.previewing)
		return refuse(c->why, "preview-ahead");
	/* The move on the line, and those on the lines below it. */
	j->at.queueing = true;
	ahead_ask(j->at.m, j->at.seat);
	return *c->args ? job_queue(j, c->args, -1, c->said, c->why, e) : 0;
}

/* Nothing there is what was wanted too. */
static int
run_clear(struct job *j, struct call *c, struct err *e)
{
	(void)c;
	if (ahead_clear(j->at.m, j->at.seat, e))
		return -1;
	return job_did(j, "cleared", NULL, e);
}

/* The canonical id of a word of the game, of any kind but verbs; else the
 * word itself, which may be the name of a thing in the data. */
static const char *
canonical(const struct names *names, const char *word)
{
	for (size_t i = 0; names != NULL && i < names->n; i++)
		if (strcmp(names->at[i].kind, "verb") != 0 &&
		    strcmp(names->at[i].word, word) == 0)
			return names->at[i].id;
	return word;
}

/* "Charter Great Republic" to "charter great republic". */
static int
read_words(struct job *j, const char *args, struct buf *out,
    struct refusal *why)
{
	struct buf word = BUF_INIT;
	const char *id;

	for (const char *p = args; *p;) {
		size_t n = strcspn(p, " \t");

		buf_clear(&word);
		utf8_fold(p, n, &word);
		if (p != args)
			buf_printf(out, " %s",
			    canonical(j->game_words, buf_text(&word)));
		else if (names_find(j->game_words, "verb", buf_text(&word),
			     word.len, 3, &id) == NAME_FOUND)
			buf_str(out, id);
		else
			break;
		p += n + strspn(p + n, " \t");
	}
	buf_release(&word);
	if (out->len)
		return 0;
	return *args ? refuse_word(why, "unknown-word", args, NULL) :
		       refuse(why, "bad-stop");
}

/* "if" in any language, and what follows it. */
static int
run_stop(struct job *j, struct call *c, struct err *e)
{
	struct buf words = BUF_INIT;
	size_t n = strcspn(c->args, " \t");
	int rc;

	if (job_may_move(j, c->why))
		return -1;
	if (word_id(j, "if", c->args, n, 0) == NULL)
		return refuse(c->why, "bad-stop");
	rc = read_words(j, c->args + n + strspn(c->args + n, " \t"), &words,
	    c->why);
	if (rc == 0)
		rc = ahead_stop(j->at.m, j->at.seat, words.data, c->why, e);
	if (rc == 0) {
		buf_printf(c->said, "%s %s ", word_own(j, "command", "stop"),
		    word_own(j, "if", "if"));
		words_made(j->desk->club.texts, j->lang, j->at.m->game.kind,
		    words.data, c->said);
	}
	buf_release(&words);
	return rc;
}

const struct command commands_ahead[] = {
	{ "ahead", COMMAND_SEAT, RIGHT_SEAT, run_ahead, NULL },
	{ "clear", COMMAND_SEAT | COMMAND_ALONE, RIGHT_SEAT, run_clear, NULL },
	{ "stop", COMMAND_SEAT, RIGHT_SEAT, run_stop, NULL },
	{ .name = NULL },
};
