/* SPDX-License-Identifier: MIT */

/* `set clock` (from cmd-set.c), `extend`, `pause`, `resume` and `process turn`
 * of a moderator. */

#include "desk/clockwords.h"
#include "desk/errand.h"
#include "store/audit.h"

static int
errand_clock(struct errand *er, const char *verb, const char *args,
	struct buf *said, struct refusal *why, struct err *e)
{
	if (!er->m)
		return refuse(why, er->player.id ? "which-game" : "unproved");
	if (!er->moderator)
		return refuse(why, "not-moderator");
	return clock_act(er->m, er->words, verb, args, said, why, e);
}

/* The act itself is told in his own words; these are English. */
static int
unsaid(const struct errand *er, int rc, struct buf *said)
{
	if (strcmp(er->lang, "en"))
		buf_clear(said);
	return rc;
}

/* `set` is everybody's command; so this act of it is told and noted here. */
int
errand_set_clock(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct buf who = BUF_INIT, rest = BUF_INIT;
	struct match *m = er->m;
	int rc;

	if (m) {
		m->by = er->seat ? m->seat[er->seat].name : er->player.name;
		m->reason = errand_reason(er->now->text, args, &rest);
	}
	rc = errand_clock(er, "clock", m ? buf_text(&rest) : args, said, why,
		e);
	if (m)
		m->by = m->reason = NULL;
	if (rc == 0) {
		buf_printf(&who, "moderator %s", er->player.name);
		rc = audit_add(er->desk->house.db, m->game.id, who.data,
			buf_text(said), m->now, e);
	}
	buf_release(&who);
	buf_release(&rest);
	return unsaid(er, rc, said);
}

#define ACT(x, more) \
	static int \
	run_##x(struct errand *er, const char *args, struct buf *said, \
		struct refusal *why, struct err *e) \
	{ \
		return unsaid(er, errand_clock(er, #x, args, said, why, e), \
			said); \
	} \
	const struct command command_##x = { #x, COMMAND_MODERATOR | (more), \
		RIGHT_MODERATE, run_##x, NULL }

ACT(extend, 0);
ACT(pause, COMMAND_ALONE);
ACT(process, COMMAND_WHOLE | COMMAND_BOARD);
ACT(resume, COMMAND_ALONE);
