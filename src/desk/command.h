/* SPDX-License-Identifier: MIT */
#ifndef DESK_COMMAND_H
#define DESK_COMMAND_H

/*
 * What a mailed command is: a row of a table in commands/, a file a subject.
 * Inside desk/ only.
 */

#include "desk/steps.h"

/* A command as a line gives it. */
struct call {
	const struct line *line;
	const char *args; /* within the line, or without why */
	struct buf *said; /* what was done, in canonical words */
	struct refusal *why;
};

/*
 * What must be so, whatever the mail proves. SEAT: the writer has a seat in the
 * game; TABLE: or moderates it; LOOK: the mail is about one; MODERATOR: they
 * moderate it. ALONE: no other word on the line; WHOLE: never by a prefix;
 * ON_SEAT: the word means the command only before a seat ("replace p2 …"), else
 * it is the game's; BLOCK: it has text below it, up to `endpress`; CONFIRM: a
 * stranger may send it, and is asked first whether their address is theirs;
 * BOARD: an act on the position, or on who sits where, as the mail that is
 * answered has shown it: if the game has gone on, they are asked once more;
 * ASKED: never before its owner was asked; BARE: it takes nothing, and with
 * more on the line it is prose ("board as it is now"), unless that is a seat
 * and more (OF_SEAT), or a game (OF_GAME); OFFICE: prose of others; PARAGRAPH:
 * paragraph.h.
 */
/* clang-format off */
enum { COMMAND_SEAT = 2, COMMAND_ALONE = 4, COMMAND_WHOLE = 8,
	COMMAND_MODERATOR = 16, COMMAND_BLOCK = 32, COMMAND_LOOK = 64,
	COMMAND_ON_SEAT = 128, COMMAND_CONFIRM = 256, COMMAND_BOARD = 512,
	COMMAND_ASKED = 1024, COMMAND_BARE = 2048, COMMAND_OF_SEAT = 4096,
	COMMAND_OFFICE = 8192, COMMAND_TABLE = 16384,
	COMMAND_PARAGRAPH = 32768, COMMAND_OF_GAME = 65536 };
/* clang-format on */

/* run: 0 done; -1 with why->code refused, else with e. It says by job_part. */
struct command {
	const char *name; /* NULL: the end of the table */
	unsigned flags;
	unsigned right; /* rights.h: what it needs */
	int (*run)(struct job *j, struct call *c, struct err *e);
	/* NULL: always the same. What it needs with these arguments. */
	unsigned (*needs)(struct job *j, const char *args);
};

/* commands/tables.c: all of them; NULL at the end. */
extern const struct command *const command_tables[];
/* words.c: NULL: there is none of that name. */
const struct command *command_named(const struct command *const *tables,
    const char *name);

extern const struct command commands_absence[], commands_account[],
    commands_advice[], commands_ahead[], commands_club[], commands_found[],
    commands_invite[], commands_look[], commands_moderator[],
    commands_observe[], commands_play[], commands_press[], commands_rematch[],
    commands_renew[], commands_seats[], commands_set[], commands_unsubscribe[];
extern const struct command command_set_clock, command_set_press;

/* args.c: whether it leaves all as it is, "board". */
bool command_shows(const struct command *c);
/* What a moderator's act is about and why: "eject p2: they asked for it",
 * "pause: holidays". args: of the meaning; rest gets them without the reason,
 * which is given, borrowed from line, NULL: there is none. */
const char *args_reason(const char *line, const char *args, struct buf *rest);
/* A game's number, alone; 0: it is none. */
int64_t args_game(const char *args);
/* The text of a BLOCK: 0, or refused (no end, empty, too long). Borrowed. */
int args_block(const struct call *c, const char **text);
/* Whether `on`, or `off`, in the writer's language; -1: neither. */
int args_switch(const struct job *j, const char *args);
/* Refuses for want of a seat, and of an address. */
int refuse_seat_word(struct refusal *why, const char *command, bool address);
/* Refuses with what was written; "?" if that is nothing, or too long. */
int refuse_said(struct refusal *why, const char *code, const char *key,
    const char *text);
int refuse_number(struct refusal *why, const char *code, const char *key,
    int64_t n);
/* Who is named in "Anna <anna@example.org>", or in the address alone, of which
 * match_called says the name: for the keeper's lines alone. An address of ours
 * is refused. */
int args_person(const struct job *j, const char *who, struct buf *name,
    struct buf *address, struct refusal *why, struct err *e);
/* The address so, of whoever writes. */
int args_address(const struct job *j, const char *text, struct buf *out,
    struct refusal *why);

/* obey.c: a moderator's act, which is theirs by name, told with its reason, and
 * noted. */
int job_act(struct job *j, const struct command *command, struct call *c,
    struct err *e);
/* Does what a line of the keeper's means, if what that needs is there. */
int job_order(struct job *j, const struct meaning *m, struct call *c,
    struct err *e);
/* commands/invite.c: whether one more mail of a kind may be sent to an address
 * that has not written to us. 0, or refused or failed. */
int job_may_ask(struct job *j, enum request_kind kind, const char *address,
    struct refusal *why, struct err *e);
/* The mail of an invitation to a seat of the game that the mail is about. */
int job_invitation(struct job *j, const struct request *r, struct err *e);
/* commands/found.c: may the writer found one more game? 0, refused, failed. */
int job_may_found(struct job *j, struct refusal *why, struct err *e);
/* commands/seats.c: `join`; and the seat is the writer's now, if rc says so,
 * and the mail goes on there. */
int job_join(struct job *j, struct call *c, struct err *e);
int job_joined(struct job *j, struct call *c, struct match *m, int seat, int rc,
    struct err *e);
/* commands/kind.c: the game that a word names ("claim", "Atlantic Star",
 * "atl"), or that the mail is about where there is no word. NULL: none, or
 * several; job_no_kind refuses so, and says which there are. */
const char *job_kind(const struct job *j, const char *args);
int job_no_kind(const char *args, struct refusal *why);

#endif
