/* SPDX-License-Identifier: MIT */
#ifndef DESK_PEOPLE_H
#define DESK_PEOPLE_H

/*
 * Strangers who become players, and what waits for a word of somebody who is
 * reached by mail alone (store/request.h): invitations, addresses, approvals.
 * Inside desk/ only.
 *
 * Whatever is mailed to an address that did not write to us is sober, holds
 * nothing that its asker could word freely but a checked name, and is capped
 * for the asker and for the address.
 */

#include "desk/steps.h"
#include "post/letter.h"

/* reserved.c */
/* Whether the name of a domain is in it, "example.org": a dot within a word,
 * two letters or more on both sides. */
bool people_domain(const char *s);
/* Whether the name is somebody's, or what the club, its keeper, a
 * moderator, a seat or a computer is called, or looks like one of these. 1,
 * 0. */
int people_name_taken(const struct job *j, const char *name, struct err *e);

/* people.c */
/* Whether the writer may sign up under the name ("": that of their From), which
 * comes out tidied. 0, or -1 refused or failed. */
int people_may(struct job *j, const char *text, struct buf *name,
    struct refusal *why, struct err *e);
/* Whether the club lets the writer, or a stranger, watch games; 0, or
 * refused. */
int observe_open(const struct job *j, struct refusal *why);
/* commands/observe.c: the writer watches the game no more, as the answer says.
 * 0, or refused or failed. */
int job_unwatched(struct job *j, int64_t game, struct refusal *why,
    struct err *e);
/* Makes a player of the proved address, or asks the keeper to: then it is 0
 * as well, but j->who.player is still nobody. */
int people_enrol(struct job *j, const char *text, struct refusal *why,
    struct err *e);
/* The same, for whoever needs to be a player: 0 they are one now. */
int people_become(struct job *j, struct refusal *why, struct err *e);
/* Gives the player another name, from the next table on: what is written keeps
 * the one it has. To be saved. 0, refused or failed. */
int people_rename(struct job *j, const char *text, struct refusal *why,
    struct err *e);
/* A new player with this one address; sets p, owned by the caller. */
int people_add(struct desk *d, const char *name, const char *address,
    const char *lang, struct player *p, struct err *e);
/* What greets a new player. */
struct cJSON *people_welcome(const struct desk *d, const struct player *p);

/* own.c: the token of a request. */
struct token token_of_request(const struct desk *d, const struct request *r);

/* request.c: a mail whose token names a request that waits for a yes. */
int job_request(struct job *j, struct err *e);
/* Whether the mail says no to an invitation; and if it says yes, it is a
 * `join`. */
bool job_declines(const struct job *j);
void job_accepts(struct job *j);
/* What a decided approval comes to. 1 done, 0 it is decided, or lapsed. */
int people_decide(struct desk *d, const struct request *r, bool yes,
    struct err *e);

#endif
