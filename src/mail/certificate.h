/* SPDX-License-Identifier: MIT */
#ifndef MAIL_CERTIFICATE_H
#define MAIL_CERTIFICATE_H

/* How long the certificates of our mail servers last: for whoever looks. */

#include <stdint.h>

#include "base/err.h"
#include "conf/conf.h"

/* Connects, opens TLS at once or by STARTTLS, and goes; nobody logs in. The
 * certificate is verified as for mail. 1 and until when it is good; 0: there is
 * none to look at (no server, or no TLS); -1 with the reason. */
int certificate_mailbox(const struct conf_mailbox *c, int timeout_ms,
    int64_t *until, struct err *e);
int certificate_outgoing(const struct conf *c, int timeout_ms, int64_t *until,
    struct err *e);

#endif
