/* SPDX-License-Identifier: MIT */
#ifndef DESK_OFFICE_H
#define DESK_OFFICE_H

/*
 * What the files of a moderator's commands need of each other. Inside desk/
 * only.
 */

#include <cjson/cJSON.h>

#include "desk/command.h"
#include "match/moderate.h"

extern const struct command commands_clocks[], commands_office[],
    commands_entry[], commands_terms[], commands_comment[];

/* commands/moderator.c: an act of match/ that was done (rc 0) is told. */
int job_told(struct job *j, struct moderated act, int rc);
/* commands/clocks.c: the act by which a moderator notes the absence of another
 * ("p2 24 dec to 2 jan"); NULL: the words are about one's own. */
const struct command *clocks_away(const struct job *j, const char *args);
/* `preview process turn`: 1 it is that, and was shown; 0 it is none; -1. */
int clocks_preview(struct job *j, struct call *c, struct err *e);
/* commands/entry.c: who was not asked to a game that is closed asks to be let
 * in, at a seat or (0) any. Gives the match back. 0, or refused or failed. */
int job_ask_entry(struct job *j, struct match *m, int seat, struct refusal *why,
    struct err *e);
/* commands/terms.c: `begin at` that. */
int job_begin_at(struct job *j, const char *moment, struct refusal *why);
/* commands/office.c: what `status` says to a moderator beside: for whom the
 * game waits and until when, which invitations stand, and (to one who does not
 * play) who has moves sent ahead. */
int office_status(const struct job *j, const struct reader *r, cJSON *context,
    struct err *e);
/* commands/absence.c: whether the words end an absence ("off"); and when the
 * mail was received, or the one that is confirmed, for a day without a year is
 * the next from then on, however late it is judged (now, of the keeper). */
bool job_is_off(const struct job *j, const char *days);
int64_t job_written(const struct job *j);

#endif
