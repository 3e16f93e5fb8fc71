/* SPDX-License-Identifier: MIT */

/* What became of a mail, for the keeper, in the log and in the store; and at
 * level trace of each step on its way, never what it says. */

#include "base/clock.h"
#include "base/log.h"
#include "desk/command.h"
#include "desk/judge.h"
#include "store/trace.h"

static void
log_verdict(const struct job *j, const struct judgement *v)
{
	char game[24] = "", seat[8] = "", row[24];

	snprintf(row, sizeof row, "%lld", (long long)j->row->id);
	if (j->at.m != NULL) {
		snprintf(game, sizeof game, "%lld", (long long)v->game);
		snprintf(seat, sizeof seat, j->at.seat ? "p%d" : "m",
		    j->at.seat % 10);
	}
	db_log(j->desk->club.db, LOG_LEVEL_INFO, "mail.in", "inbox", row,
	    "from", v->sender, "game", *game ? game : NULL, "seat",
	    *seat ? seat : NULL, "verdict", v->verdict, "mid",
	    j->msg.message_id, NULL);
}

int
job_judged(struct job *j, const char *verdict, struct err *e)
{
	struct judgement v = { .verdict = verdict,
		.sender = j->msg.from,
		.game = j->at.m != NULL ? j->at.m->game.id : 0,
		.seat = j->at.seat,
		.at = clock_now() };

	j->judged = true;
	log_verdict(j, &v);
	return trace_judged(j->desk->club.db, j->row->id, &v, e);
}

void
job_trace_parsed(const struct job *j)
{
	static const char *const automatic[] = { [AUTO_NO] = NULL,
		[AUTO_BOUNCE] = "bounce",
		[AUTO_REPLY] = "reply",
		[AUTO_LIST] = "list",
		[AUTO_GENERATED] = "generated" };
	const struct message *m = &j->msg;

	log_trace("parsed", LOG_NUMBER("attempt", j->row->attempts),
	    LOG_NUMBER("bytes", (int64_t)j->row->raw_len),
	    LOG_NUMBER("text", (int64_t)strlen(m->full)),
	    LOG_NUMBER("unquoted", (int64_t)strlen(m->text)),
	    LOG_NUMBER("defects", m->defects),
	    LOG_WORD("automatic", automatic[m->automatic]),
	    LOG_WORD("suspect", j->suspect ? "yes" : NULL),
	    LOG_WORD("mid", m->message_id));
}

void
job_trace_identity(const struct job *j)
{
	static const char *const proofs[] = { [PROOF_NONE] = "none",
		[PROOF_CLAIM] = "claim",
		[PROOF_TOKEN] = "token",
		[PROOF_VOUCHED] = "vouched",
		[PROOF_CONFIRMED] = "confirmed" };
	static const char *const roles[] = { [ROLE_STRANGER] = "stranger",
		[ROLE_OBSERVER] = "observer",
		[ROLE_PLAYER] = "player",
		[ROLE_DIGEST] = "digest",
		[ROLE_SEAT] = "seat",
		[ROLE_MODERATOR] = "moderator",
		[ROLE_PERSON] = "person",
		[ROLE_OWNER] = "owner" };
	const struct rights *r = &j->who.rights;

	log_trace("identity", LOG_WORD("proof", proofs[r->proof]),
	    LOG_WORD("role", roles[r->role]),
	    LOG_WORD("dead", j->who.dead ? "yes" : NULL),
	    LOG_NUMBER("player", j->who.player.id),
	    LOG_NUMBER("game", j->at.m != NULL ? j->at.m->game.id : 0),
	    LOG_WORD("seat", log_seat(j->at.seat)),
	    LOG_NUMBER("board", j->at.board),
	    LOG_WORD("moves",
		j->at.m == NULL   ? NULL :
		    j->at.current ? "taken" :
				    "stale"));
}

/* Prose would make the log as long as the mail: it is counted. */
void
job_trace_line(const struct job *j, const struct line *l,
    const struct meaning *m, const char *code)
{
	static const char *const states[] = { [LINE_WAITING] = "waiting",
		[LINE_DONE] = "done",
		[LINE_REFUSED] = "refused",
		[LINE_UNREACHED] = "unreached",
		[LINE_UNREAD] = "unread",
		[LINE_HELD] = "held" };
	static const char *const is[] = { [MEANS_PROSE] = "prose",
		[MEANS_COMMAND] = "command",
		[MEANS_MOVE] = "move",
		[MEANS_NUMBER] = "number",
		[MEANS_TYPO] = "typo",
		[MEANS_AMBIGUOUS] = "ambiguous" };

	log_trace("line", LOG_NUMBER("line", l - j->line + 1),
	    LOG_NUMBER("of", j->n), LOG_WORD("is", is[m->is]),
	    LOG_WORD("command",
		m->is == MEANS_COMMAND ? m->command->name : NULL),
	    LOG_WORD("state", states[l->state]), LOG_WORD("code", code));
}
