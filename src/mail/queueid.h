/* SPDX-License-Identifier: MIT */
#ifndef MAIL_QUEUEID_H
#define MAIL_QUEUEID_H

/* Under which name a server that took a mail has it in its own log. RFC 5321
 * says nothing of it, so each server has its own words: "250 2.0.0 Ok: queued
 * as 4XyZ12", "250 OK id=1tE3ab-0001Xy-2f". */

#include <stdbool.h>

#include "base/buf.h"

/* From the reply to the final dot, appended to out; false if its words are not
 * known. */
bool queue_id(const char *reply, struct buf *out);

#endif
