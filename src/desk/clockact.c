/* SPDX-License-Identifier: MIT */

/* A moderator's acts on clocks, for mails and for `paquebot moderate`. */

#include "base/span.h"
#include "desk/clockwords.h"
#include "match/moderate.h"

static int
act_clock(struct match *m, const struct names *words, const char *args,
	struct buf *said, struct refusal *why, struct err *e)
{
	struct clock_row c = m->clock.row;

	if (clock_read(words, args, &c, why) || clock_change(m, &c, why, e))
		return -1;
	buf_str(said, "set clock ");
	clock_words(&c, said);
	return 0;
}

static int
act_extend(struct match *m, const struct names *words, const char *args,
	struct buf *said, struct refusal *why, struct err *e)
{
	int64_t seconds;

	if (clock_read_span(words, args, &seconds, why) ||
	    clock_extend(m, seconds, why, e))
		return -1;
	buf_str(said, "extend ");
	span_format(seconds, said);
	return 0;
}

static int
act_process(struct match *m, const struct names *words, const char *args,
	struct buf *said, struct refusal *why, struct err *e)
{
	int seat;

	if (clock_read_process(words, args, m->seats, &seat, why) ||
	    clock_process(m, seat, why, e))
		return -1;
	buf_str(said, "process turn");
	if (seat)
		buf_printf(said, " p%d", seat);
	return 0;
}

/* How the clocks were changed is an event as any other; by whom and why is not
 * in it. The end of a turn tells itself. */
int
clock_act(struct match *m, const struct names *words, const char *verb,
	const char *args, struct buf *said, struct refusal *why, struct err *e)
{
	int rc;

	if (!strcmp(verb, "process"))
		return act_process(m, words, args, said, why, e);
	if (!strcmp(verb, "clock"))
		rc = act_clock(m, words, args, said, why, e);
	else if (!strcmp(verb, "extend"))
		rc = act_extend(m, words, args, said, why, e);
	else
		rc = !strcmp(verb, "pause") ? clock_pause(m, why, e) :
			clock_resume(m, why, e);
	if (rc)
		return -1;
	if (!said->len)
		buf_str(said, verb);
	moderate_tell(m, "clock", NULL);
	return 0;
}
