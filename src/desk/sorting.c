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

/* Lists, gateways and mail programs put fields on what people write. A text
 * beside the quote of a mail of ours, with its token, is a person's, unless the
 * mail itself says otherwise. 1, 0. */
static int
is_reply(struct job *j, struct err *e)
{
	struct token t;
	int64_t player;
	enum token_role dead;

	return !j->msg.automatic_sure && j->msg.quoted_first != NULL &&
		*j->msg.text ?
	    identity_token(&j->desk->club, &j->msg, &t, &player, &dead, e) :
	    0;
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
	rc = is_reply(j, e);
	*out = rc == 1                      ? SORT_PERSON :
	    j->msg.automatic == AUTO_BOUNCE ? SORT_REPORT :
					      SORT_PROGRAM;
	return rc < 0 ? -1 : 0;
}

/* Whether a line is more than who signs and greets. */
static bool
is_said(const struct job *j, const char *line)
{
	return !plain_is_named(j, line) && !plain_is_courtesy(j, line);
}

int
job_is_notice(struct job *j, struct err *e)
{
	bool orders = false, said = false;

	if (!j->msg.announces)
		return 0;
	if (copied_drop(j, e) || job_lines(j, e))
		return -1;
	for (int i = 0; i < j->n; i++) {
		struct meaning m = meaning_of(j, j->line[i].text);

		orders |= m.is == MEANS_COMMAND || m.is == MEANS_MOVE ||
		    m.is == MEANS_NUMBER;
		said |= is_said(j, j->line[i].text);
	}
	job_drop_lines(j);
	return said && !orders;
}
