/* SPDX-License-Identifier: MIT */
#ifndef MATCH_MODERATE_H
#define MATCH_MODERATE_H

/*
 * What a moderator does, by mail or by the keeper's `paquebot moderate`, beside
 * what others may do as well (match.h: begin, cancel, undo). Who calls sets
 * m->by (the moderator's name, "" of who is not to be known; NULL is the
 * keeper) and m->reason before. Each act is told to every seat, and to the
 * moderator, in a mail of the same transaction, whatever mails they asked for
 * (moderate_tell); the caller notes it in the audit table. Returns are those of
 * match.h.
 *
 * A moderator who plays (m->by set, match_moderator_seat) has no way here to
 * what is hidden from their seat: reveal and replace are refused, and what was
 * seen on a dead branch is named to them without its content.
 */

#include "match/match.h"

/* An act as it is told: a section of the template desk/acts, and what it says.
 * 0 and NULL: not of this act. */
struct moderated {
	const char *what; /* "eject": static */
	int seat;
	int number; /* of an event; of people who were named */
	int days;
	int64_t when;
	char *name; /* owned: who moderates now; NULL: the keeper */
	/* the seat, or the name, is whose office this tells of: where names are
	 * hidden nobody hears it but that seat */
	bool office;
	char *by, *reason; /* owned, as m->by and m->reason were */
};

/* Events of one kind that the same seats saw. */
struct sighting {
	char *kind;   /* owned: its word in the log */
	seat_set who; /* all of them if `all` */
	bool all;
	int count;
	/* owned: what they were, for those who may read it */
	struct sighting_line {
		int number; /* as history shows it */
		char *text; /* owned */
	} *lines;
	size_t n_lines;
};

/* Notes an act for the mails of this transaction; its name is copied, by and
 * reason are m's. */
void moderate_tell(struct match *m, struct moderated act);
/* The last of what was noted that is such an act, on this seat (0: whichever);
 * NULL: none. */
const struct moderated *moderate_told(const struct match *m, const char *what,
    int seat);
void moderate_drop(struct match *m); /* what was noted; for match_drop */

/* The computer plays for the seat until somebody takes it over; level 0: the
 * usual. Who is put out (eject) may not come back; whose seat is a dummy may.
 * Before the game begins eject makes a seat free, whoever has it. */
int moderate_eject(struct match *m, int seat, struct refusal *why,
    struct err *e);
int moderate_dummy(struct match *m, int seat, int level, struct refusal *why,
    struct err *e);
/* The late rule does what dummy does. */
int moderate_late(struct match *m, int seat, struct refusal *why,
    struct err *e);
/* The seat for whoever answers the invitation, which the caller mails to the
 * address: nobody plays without having said so. Until then a computer player
 * goes on, or the seat is free. */
int moderate_offer(struct match *m, int seat, const char *address, int64_t by,
    int64_t *id, struct refusal *why, struct err *e);
/* The keeper's act alone: the address is a player's from now on. */
int moderate_replace(struct match *m, int seat, const char *name,
    const char *address, struct refusal *why, struct err *e);
/* Another moderator (address canonical; NULL: the keeper); the tokens of the
 * one before die, and nobody is their deputy any more. The keeper's act
 * alone. */
int moderate_appoint(struct match *m, const char *name, const char *address,
    struct refusal *why, struct err *e);

/* The player has agreed to moderate it. Who did so before is told, and their
 * tokens die. */
int moderate_take(struct match *m, int64_t player, struct refusal *why,
    struct err *e);
/* Who may take the office from now on, and has agreed to (0: nobody). Whoever
 * has it already is refused. */
int moderate_deputize(struct match *m, int64_t player, const char *name,
    struct refusal *why);
/* The deputy takes the office, and who had it is the deputy now, so
 * that they can take it back. Refused to anybody else. */
int moderate_stand_in(struct match *m, int64_t player, struct refusal *why,
    struct err *e);

/* For match/: what events from seq on, which are about to be void, have shown,
 * and to whom, into m->seen. */
int seen_collect(struct match *m, int seq, struct err *e);
void seen_drop(struct match *m);

#endif
