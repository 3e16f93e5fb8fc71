/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "base/utf8.h"
#include "desk/people.h"
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

/* By mail a seat is offered, within the limits of invitations: no moderator
 * makes somebody a player who has not said that he will be one. */
static int
offer(struct errand *er, int seat, const char *who, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf address = BUF_INIT;
	int rc = errand_address(er, who, &address, why);

	if (rc == 0)
		rc = errand_invite(er, seat, address.data, moderate_offer, why,
			e);
	if (rc == 0)
		buf_printf(said, "%s p%d %s", word_own(er, "command",
			"replace"), seat, address.data);
	buf_release(&address);
	return rc;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	int seat = errand_seat(&args);
	struct buf word = BUF_INIT;
	const char *id;
	bool computer;

	if (!seat || !*args)
		return refuse_seat_word(why, "replace", true);
	utf8_fold(args, strlen(args), &word);
	computer = names_find(er->words, "who", buf_text(&word), word.len, 0,
		&id) == NAME_FOUND;
	buf_release(&word);
	return computer ? moderate_dummy(er->m, seat, why, e) :
		offer(er, seat, args, said, why, e);
}

/* Alone the word is a move of Atlantic Star. */
const struct command command_replace = { "replace",
	COMMAND_MODERATOR | COMMAND_ON_SEAT | COMMAND_BOARD, RIGHT_MODERATE, run, NULL };
