/* SPDX-License-Identifier: MIT */

/* What became of a mail, for the keeper: in the log and in the store. */

#include "base/clock.h"
#include "base/log.h"
#include "desk/judge.h"
#include "store/trace.h"

static void
log_verdict(const struct errand *er, const struct judgement *j)
{
	char game[24] = "", seat[8] = "", row[24];

	snprintf(row, sizeof row, "%lld", (long long)er->row->id);
	if (er->m) {
		snprintf(game, sizeof game, "%lld", (long long)j->game);
		snprintf(seat, sizeof seat, er->seat ? "p%d" : "m",
			er->seat % 10);
	}
	db_log(er->desk->house.db, LOG_LEVEL_INFO, "mail.in", "inbox", row, "from", j->sender,
		"game", *game ? game : NULL, "seat", *seat ? seat : NULL,
		"verdict", j->verdict, "mid", er->msg.message_id, NULL);
}

int
errand_judged(struct errand *er, const char *verdict, struct err *e)
{
	struct judgement j = { .verdict = verdict, .sender = er->msg.from,
		.game = er->m ? er->m->game.id : 0, .seat = er->seat,
		.at = clock_now() };

	er->judged = true;
	log_verdict(er, &j);
	return trace_judged(er->desk->house.db, er->row->id, &j, e);
}
