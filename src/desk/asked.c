/* SPDX-License-Identifier: MIT */

/* What an answer asks about; and a yes to it, which does what was asked: the
 * mail that was asked about is read once more, on the same board. */

#include <cjson/cJSON.h>

#include "base/tree.h"
#include "desk/meant.h"
#include "desk/things.h"
#include "mail/parser.h"
#include "store/again.h"

/* So many questions are followed that were answered with a yes and more. */
enum { CHAIN = 8 };

cJSON *
meant_told(const struct job *j, const struct near_move *m)
{
	cJSON *o = cJSON_CreateObject();

	if (m->n)
		tree_add_int(o, "n", m->n);
	tree_add_str(o, "text", m->text);
	tree_flag(o, "alone", meant_alone(j, m));
	return o;
}

int
meant_ask(struct job *j, struct err *e)
{
	struct near_move one;
	int rc = j->answer.empty || j->answer.refused || !job_can_move(j) ?
	    0 :
	    meant_below(j, &one, e);

	if (rc == 1)
		j->answer.meant = meant_told(j, &one);
	return rc;
}

/* Whether it has an order beside what looks, or writes to others. */
static bool
orders(const struct job *j)
{
	enum { SEEN = COMMAND_LOOK | COMMAND_BARE };

	for (int i = 0; i < j->n; i++) {
		struct meaning m = meaning_of(j, j->line[i].text);

		if (m.is != MEANS_PROSE &&
		    (m.is != MEANS_COMMAND || !(m.command->flags & SEEN)))
			return true;
	}
	return false;
}

/* A title below a yes may look like a move, "4 Elm Street". */
static bool
commands(const struct job *j)
{
	for (int i = 0; i < j->n; i++)
		if (meaning_of(j, j->line[i].text).is == MEANS_COMMAND)
			return true;
	return false;
}

/* Whether it is a no, or says one without a yes: "I would keep them". */
static bool
refuses(const struct job *j)
{
	enum verdict v = job_verdict(j);
	bool none = false;

	for (int i = 0; i < j->n && v == VERDICT_NONE; i++)
		none = none || meant_none(j, &j->line[i]);
	return v == VERDICT_NO || none;
}

static int was_asked(struct job *j, int most, struct near_move *out,
    struct err *e);

/* The one thing that the mail names or, unless it is a no, that of the question
 * that it answers: 1, 0, -1. */
static int
means_one(struct job *j, int most, struct near_move *out, struct err *e)
{
	int rc = meant_names(j, out, e);

	return rc == 0 && most > 0 && !orders(j) && !refuses(j) ?
	    was_asked(j, most - 1, out, e) :
	    rc;
}

/* The same of the mail of that row, read as this one was; obeyed: it was. */
static int
row_means(const struct job *j, const struct inbox_row *row, bool obeyed,
    int most, struct near_move *out, struct err *e)
{
	struct job asked = { .desk = j->desk,
		.row = row,
		.at = j->at,
		.who = j->who,
		.lang = j->lang,
		.words = j->words,
		.game_words = j->game_words };
	int one;

	if (parser_read(j->desk->parser, row->raw, row->raw_len, &asked.msg, e))
		return err_passes(e) ? -1 : 0;
	one = copied_drop(&asked, e) || job_lines(&asked, e) ?
	    -1 :
	    (obeyed && orders(&asked) ? meant_below(&asked, out, e) :
					means_one(&asked, most, out, e));
	job_drop_lines(&asked);
	free(asked.line);
	message_release(&asked.msg);
	return one;
}

/* What the question of ours was about that the mail answers, to this seat and
 * on this board: 1, 0, -1. */
static int
was_asked(struct job *j, int most, struct near_move *out, struct err *e)
{
	struct inbox_row row;
	int64_t inbox, obeyed;
	int rc;

	if (!job_answers_board(j))
		return 0;
	rc = again_asked(j->desk->club.db, j->msg.in_reply_to, j->at.m->game.id,
	    j->at.seat, &inbox, &obeyed, e);
	if (rc == 1)
		rc = inbox_get(j->desk->club.db, inbox, &row, e);
	if (rc != 1)
		return rc;
	rc = row_means(j, &row, obeyed != 0, most, out, e);
	inbox_row_release(&row);
	return rc;
}

/* Whether a mail says yes to that, with words of it beside. */
static bool
confirms(const struct job *j, const struct near_move *asked)
{
	struct buf line = BUF_INIT, said = BUF_INIT;
	struct plain order;
	bool yes;

	if (asked->n > 0)
		buf_printf(&line, "%d ", asked->n);
	buf_str(&line, asked->text);
	thing_order(j, line.data, &said, &order);
	yes = job_verdict_on(j, &order) == VERDICT_YES;
	plain_release(&order);
	buf_release(&said);
	buf_release(&line);
	return yes;
}

int
meant_confirmed(struct job *j, struct err *e)
{
	enum verdict v = job_verdict(j);
	bool yes = v == VERDICT_YES && !commands(j);
	struct near_move one;
	int rc;

	if (v == VERDICT_NO || !job_can_move(j) || (!yes && orders(j)))
		return 0;
	rc = v == VERDICT_NONE ? 0 : was_asked(j, CHAIN, &one, e);
	yes = yes || (rc == 1 && confirms(j, &one));
	if (!yes && rc >= 0)
		rc = means_one(j, CHAIN, &one, e);
	if (rc == 1 && yes)
		job_drop_lines(j), job_add_line(j, one.text, strlen(one.text));
	else if (rc == 1)
		j->answer.meant = meant_told(j, &one);
	return rc < 0 ? -1 : 0;
}

/* Whether a line is a number because it says a place. */
static bool
is_place(const struct job *j, const struct line *l)
{
	struct plain p = { .j = j };
	const char *id;
	bool is = false;

	if (l->written == NULL ||
	    l->text[strspn(l->text, "0123456789")] != '\0')
		return false;
	plain_cut(&p, l->written, strlen(l->written));
	for (int i = 0; i < p.n && !is; i++)
		is = plain_is_own(&p, "ordinal", plain_word(&p, i), &id);
	plain_release(&p);
	return is;
}

int
meant_places(struct job *j, struct err *e)
{
	int named = 0, places = 0;

	for (int i = 0; i < j->n; i++) {
		named = named || j->line[i].passed_over;
		places += is_place(j, &j->line[i]);
	}
	if (places == 0 || !job_can_move(j))
		return 0;
	if (!named && j->msg.in_reply_to != NULL)
		named = again_open(j->desk->club.db, j->msg.in_reply_to,
		    j->at.m->game.id, j->at.seat, e);
	for (int i = 0; i < j->n && named > 0; i++) {
		struct line *l = &j->line[i];

		if (is_place(j, l)) {
			free(l->text);
			l->text = l->written;
			l->written = NULL;
		}
	}
	return named < 0 ? -1 : 0;
}
