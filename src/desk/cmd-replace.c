/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "desk/errand.h"
#include "mail/address.h"
#include "match/moderate.h"

int
replace_seat(struct match *m, int seat, const char *who, struct refusal *why,
	struct err *e)
{
	struct buf name = BUF_INIT, addr = BUF_INIT, canonical = BUF_INIT;
	int rc;

	if (!strcmp(who, "computer"))
		return moderate_dummy(m, seat, why, e);
	if (address_parse(who, &name, &addr, e) ||
	    address_canonical(buf_text(&addr), &canonical)) {
		refuse(why, "bad-address");
		refusal_str(why, "word", strlen(who) < 90 ? who : "?");
		rc = -1;
	} else {
		if (!name.len)
			buf_add(&name, addr.data, strcspn(addr.data, "@"));
		rc = moderate_replace(m, seat, name.data, canonical.data, why,
			e);
	}
	buf_release(&name);
	buf_release(&addr);
	buf_release(&canonical);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	int seat = errand_seat(&args);

	(void)said;
	if (!seat || !*args)
		return refuse_seat_word(why, "replace", true);
	return replace_seat(er->m, seat, args, why, e);
}

/* Alone the word is a move of Atlantic Star. */
const struct command command_replace = { "replace",
	COMMAND_MODERATOR | COMMAND_ON_SEAT, run };
