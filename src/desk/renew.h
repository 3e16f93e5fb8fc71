/* SPDX-License-Identifier: MIT */
#ifndef DESK_RENEW_H
#define DESK_RENEW_H

/*
 * The reply addresses of mails are keys (post/token.h), and keys get lost. All
 * older ones of a player are made worthless, and their first address is sent a
 * new one, which is good for all their seats. Inside the caller's transaction.
 */

#include "desk/desk.h"

/* 1; 0 there is no such player; -1. */
int desk_renew(struct desk *d, int64_t player, struct err *e);
/* A new server key, and that for every player: how many; -1. */
int desk_rekey(struct desk *d, struct err *e);

#endif
