/* SPDX-License-Identifier: MIT */
#ifndef DESK_LEFTOVER_H
#define DESK_LEFTOVER_H

#include "desk/desk.h"
#include "store/leftover.h"

/* Tells the keeper of a mail that stays in the mailbox (desk_trouble). Inside a
 * transaction. */
int desk_leftover(struct desk *d, const struct leftover *s, struct err *e);

#endif
