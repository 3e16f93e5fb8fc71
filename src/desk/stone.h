/* SPDX-License-Identifier: MIT */
#ifndef DESK_STONE_H
#define DESK_STONE_H

#include "desk/desk.h"
#include "store/stone.h"

/* Tells the keeper of a mail that stays in the mailbox (desk_trouble). Inside a
 * transaction. */
int desk_stone(struct desk *d, const struct stone *s, struct err *e);

#endif
