/* SPDX-License-Identifier: MIT */

/* What a mail is, before anybody asks who wrote it: a person's, a program's,
 * or a report of a mail of ours (RFC 3834, RFC 3464). */

#include <strings.h>

#include "desk/identify.h"
#include "desk/judge.h"
#include "mail/address.h"
#include "mail/parser.h"

/* Nobody but who sends our mail on knows a bounce address: what comes there
 * is about that mail, whatever it looks like. */
static bool
came_to_bounces(const struct errand *er)
{
	struct buf detail = BUF_INIT;
	bool yes = false;

	for (size_t i = 0; i < er->msg.n_to && !yes; i++) {
		buf_clear(&detail);
		yes = desk_is_own(er->desk, er->msg.to[i]) &&
			address_detail(er->msg.to[i], &detail) == 1 &&
			!strncasecmp(detail.data, "b.", 2);
	}
	buf_release(&detail);
	return yes;
}

/* Lists, gateways and mail programs put fields on what people write. A text
 * above the quote of a mail of ours, with its token, is a person's, unless the
 * mail itself says otherwise. 1, 0. */
static int
is_reply(struct errand *er, struct err *e)
{
	struct token t;

	return !er->msg.automatic_sure && er->msg.above_quote &&
		*er->msg.text ? errand_token(er, &t, e) : 0;
}

int
errand_sort(struct errand *er, enum sort *out, struct err *e)
{
	int rc;

	if (came_to_bounces(er)) {
		*out = SORT_REPORT;
		return er->msg.automatic == AUTO_BOUNCE ? 0 :
			parser_read_report(er->desk->parser, er->row->raw,
			er->row->raw_len, &er->msg, e);
	}
	if (er->msg.automatic == AUTO_NO) {
		*out = SORT_PERSON;
		return 0;
	}
	rc = is_reply(er, e);
	*out = rc == 1 ? SORT_PERSON : er->msg.automatic == AUTO_BOUNCE ?
		SORT_REPORT : SORT_PROGRAM;
	return rc < 0 ? -1 : 0;
}
