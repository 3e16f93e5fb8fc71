/* SPDX-License-Identifier: MIT */
#ifndef MAIL_MESSAGE_FRAME_H
#define MAIL_MESSAGE_FRAME_H

/* A struct message over a channel: every field, as it is. */

#include "mail/channel.h"
#include "mail/message.h"

/* Into the open frame. */
void message_put(struct channel *c, const struct message *m);
/* From a frame of a process that may have lost its mind: 0, the caller
 * releases m; -1 for what message_put does not write, and m is empty. */
int message_get(struct frame *f, struct message *m);

#endif
