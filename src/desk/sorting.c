/* SPDX-License-Identifier: MIT */

/* What a mail is, before anybody asks who wrote it: a person's, a program's,
 * or a report of a mail of ours (RFC 3834, RFC 3464). */

#include <strings.h>

#include "desk/judge.h"
#include "desk/plain.h"
#include "mail/address.h"
#include "mail/parser.h"

/* Nobody but who sends our mail on knows a bounce address: what comes there
 * is about that mail, whatever it looks like. */
static bool
came_to_bounces(const struct job *j)
{
	struct buf detail = BUF_INIT;
	bool yes = false;

	for (size_t i = 0; i < j->msg.n_to && !yes; i++) {
		buf_clear(&detail);
		yes = club_is_ours(&j->desk->club, j->msg.to[i]) &&
		    address_detail(j->msg.to[i], &detail) == 1 &&
		    strncasecmp(detail.data, "b.", 2) == 0;
	}
	buf_release(&detail);
	return yes;
}

/* Lists, gateways and mail programs put fields on what people write: what has a
 * text may be a person's, unless the mail itself says otherwise; from a list,
 * only with a token of ours; what is called an automatic reply, only with a
 * quote as well. 1, 0. */
static int
may_be_person(struct job *j, struct err *e)
{
	enum message_auto kind = j->msg.automatic;
	struct token t;
	int64_t player;
	enum token_role dead;

	if (j->msg.automatic_sure || *j->msg.text == '\0' ||
	    (kind == AUTO_REPLY && j->msg.quoted_first == NULL))
		return 0;
	return kind == AUTO_GENERATED || kind == AUTO_BOUNCE ?
	    1 :
	    identity_token(&j->desk->club, &j->msg, &t, &player, &dead, e);
}

static enum sort
program(const struct job *j)
{
	return j->msg.automatic == AUTO_BOUNCE ? SORT_REPORT : SORT_PROGRAM;
}

int
job_sort(struct job *j, enum sort *out, struct err *e)
{
	int rc;

	if (came_to_bounces(j)) {
		*out = SORT_REPORT;
		return j->msg.automatic == AUTO_BOUNCE ?
		    0 :
		    parser_read_report(j->desk->parser, j->row->raw,
			j->row->raw_len, &j->msg, e);
	}
	if (j->msg.automatic == AUTO_NO || j->msg.announces) {
		*out = SORT_PERSON;
		return 0;
	}
	rc = may_be_person(j, e);
	*out = rc == 1 ? SORT_PERSON : program(j);
	return rc < 0 ? -1 : 0;
}

/* Whether a line is more than who signs and greets. */
static bool
is_said(const struct job *j, const char *line)
{
	return !plain_is_named(j, line) && !plain_is_courtesy(j, line);
}

/* What the lines of a mail with signs of a program hold. */
struct looked {
	bool said;     /* more than orders, and who signs and greets */
	bool order;    /* an order that counts, whatever stands beside it */
	bool first;    /* one with nothing said above it */
	bool possible; /* one below what is said: it may be an order */
};

/* Whether it is a command of a seat, or about one; programs have "Help" and
 * "Unsubscribe" of their own. */
static bool
acts(const struct meaning *m)
{
	return m->is == MEANS_COMMAND && !meaning_is(m, "unsubscribe") &&
	    m->command->right & (RIGHT_SEAT | RIGHT_MODERATE | RIGHT_OWNER);
}

/* Below other words a number may be one of a telephone, and a command one of a
 * program's own; a move in words is an order where the mail names one of ours
 * that it may have copied. */
static void
look_at(const struct job *j, const char *line, bool ours, struct looked *f)
{
	struct meaning m = meaning_of(j, line);
	bool number = m.is == MEANS_NUMBER;
	bool words = m.is == MEANS_COMMAND || m.is == MEANS_MOVE;
	bool order = (number && !f->said) || (words && j->msg.announces) ||
	    (m.is == MEANS_MOVE && (!f->said || ours) && job_reads(j, line));

	f->order |= order;
	f->first |= words && !f->said;
	f->possible |= ours &&
	    ((number && strtol(line, NULL, 10) < PRICE) || acts(&m));
	f->said |= is_said(j, line) && !order && !(words && !f->said);
}

static int
look(struct job *j, struct looked *f, struct err *e)
{
	bool ours = j->msg.in_reply_to != NULL && job_answers_ours(j);

	if (copied_drop(j, e) || job_lines(j, e))
		return -1;
	for (int i = 0; i < j->n; i++)
		look_at(j, j->line[i].text, ours, f);
	job_drop_lines(j);
	return 0;
}

/* Beside the quote of a mail of ours, with its token, a text is a person's, but
 * for a report, which quotes as well; so is a yes or a no alone. Else one with
 * an order that counts, or of orders alone; without a token, only that. Other
 * orders are asked about. What only announces an absence may have no text. */
int
job_sort_text(struct job *j, enum sort *out, struct err *e)
{
	enum message_auto kind = j->msg.automatic;
	bool answers = j->who.token.role != 0 && !j->msg.announces;
	struct looked f = { 0 };

	*out = SORT_PERSON;
	if (kind == AUTO_NO ||
	    (answers &&
		((j->msg.quoted_first != NULL && kind != AUTO_BOUNCE) ||
		    job_verdict_alone(j))))
		return 0;
	if (look(j, &f, e))
		return -1;
	if (j->msg.announces ?
		f.order || f.first || !f.said :
		(answers && f.order) || (!f.said && (f.order || f.first)))
		return 0;
	*out = answers && (f.first || f.possible) &&
		rights_known(&j->who.rights) && !j->who.request.id ?
	    SORT_DOUBTED :
	    program(j);
	return 0;
}
