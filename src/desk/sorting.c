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

enum sort
job_program(const struct job *j)
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
	*out = rc == 1 ? SORT_PERSON : job_program(j);
	return rc < 0 ? -1 : 0;
}

/* Whether a line is more than who signs and greets. */
static bool
is_said(const struct job *j, const char *line)
{
	return !plain_is_named(j, line) && !plain_is_courtesy(j, line);
}

/* Whether a line is an order: a number only where no more than a greeting
 * stands above it, for it may be one of a telephone; and so all, where the mail
 * names none of ours that it may have copied. */
static bool
is_order(const struct job *j, const char *line, bool said)
{
	struct meaning m = meaning_of(j, line);

	return m.is == MEANS_NUMBER ?
	    !said :
	    (m.is == MEANS_COMMAND || m.is == MEANS_MOVE) &&
		(!said || j->msg.announces ||
		    (j->msg.in_reply_to != NULL && job_answers_ours(j)));
}

/* Beside the quote of a mail of ours, with its token, a text is a person's, as
 * is a yes or a no; else one with an order, or, without a token, of orders
 * alone. What only announces an absence may have no text. */
int
job_is_notice(struct job *j, struct err *e)
{
	bool orders = false, said = false, prose = false;
	bool answers = j->who.token.role != 0 && !j->msg.announces;

	if (j->msg.automatic == AUTO_NO ||
	    (answers &&
		(j->msg.quoted_first != NULL ||
		    job_verdict(j) != VERDICT_NONE)))
		return 0;
	if (copied_drop(j, e) || job_lines(j, e))
		return -1;
	for (int i = 0; i < j->n; i++) {
		const char *line = j->line[i].text;
		bool order = is_order(j, line, said);

		orders |= order;
		said |= is_said(j, line);
		prose |= is_said(j, line) && !order;
	}
	job_drop_lines(j);
	if (j->msg.announces)
		return said && !orders;
	return !orders || (prose && !answers);
}
