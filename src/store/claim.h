/* SPDX-License-Identifier: MIT */
#ifndef STORE_CLAIM_H
#define STORE_CLAIM_H

/*
 * New mails that one of several daemons has taken to judge (store/several.h).
 * A mail concerns the game that its address names, or all of them: one of a
 * game is taken only if all of that game, and all that concern all, which came
 * before it are judged or are taken with it; one that concerns all only if that
 * is so of every mail before it. So the mails of a game are judged in the order
 * they came, by whomever. One that is early (store/kept.h) is neither taken nor
 * waited for: what it concerns is known. A claim ends by the server's clock, or
 * with what is done under it; whoever judges looks, in the transaction in which
 * it is done, whether it still has it (claim_held).
 *
 * Where there is one daemon nothing is claimed, and none of this is called.
 */

#include "store/inbox.h"

/* Might any be taken: 1, 0. Outside of a transaction: to take it is to
 * write. */
int claim_waits(struct db *db, struct err *e);
/* Takes up to `most` for so many seconds, in the open transaction, in order of
 * id into out; those that were never tried together, with an attempt counted;
 * one that was (*tried) alone. How many; *claim is their number. */
int claim_take(struct db *db, int most, int64_t seconds, struct inbox_row *out,
    bool *tried, int64_t *claim, struct err *e);
/* inbox.c: those that are new and claimed under that number. */
int inbox_claimed(struct db *db, int64_t claim, int limit,
    struct inbox_row *out, struct err *e);
/* How many are ours and not judged. */
int claim_held(struct db *db, int64_t claim, int *out, struct err *e);
int claim_renew(struct db *db, int64_t claim, int64_t seconds, struct err *e);
/* Those that are not judged are anybody's again. */
int claim_end(struct db *db, int64_t claim, struct err *e);
/* Does a mail that came before it wait, and is not early: 1, 0. */
int claim_behind(struct db *db, int64_t id, struct err *e);
/* It concerns more than that game, and was not judged. */
int claim_widen(struct db *db, int64_t id, struct err *e);

#endif
