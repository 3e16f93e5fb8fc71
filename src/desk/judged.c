/* SPDX-License-Identifier: MIT */

/* What became of a mail, for the keeper: in the log and in the store. */

#include "base/clock.h"
#include "base/log.h"
#include "desk/judge.h"
#include "store/trace.h"

static void
log_verdict(const struct job *j, const struct judgement *v)
{
	char game[24] = "", seat[8] = "", row[24];

	snprintf(row, sizeof row, "%lld", (long long)j->row->id);
	if (j->at.m) {
		snprintf(game, sizeof game, "%lld", (long long)v->game);
		snprintf(seat, sizeof seat, j->at.seat ? "p%d" : "m",
			j->at.seat % 10);
	}
	db_log(j->desk->house.db, LOG_LEVEL_INFO, "mail.in", "inbox", row,
		"from", v->sender,
		"game", *game ? game : NULL, "seat", *seat ? seat : NULL,
		"verdict", v->verdict, "mid", j->msg.message_id, NULL);
}

int
job_judged(struct job *j, const char *verdict, struct err *e)
{
	struct judgement v = { .verdict = verdict, .sender = j->msg.from,
		.game = j->at.m ? j->at.m->game.id : 0, .seat = j->at.seat,
		.at = clock_now() };

	j->judged = true;
	log_verdict(j, &v);
	return trace_judged(j->desk->house.db, j->row->id, &v, e);
}
