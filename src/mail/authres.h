/* SPDX-License-Identifier: MIT */
#ifndef MAIL_AUTHRES_H
#define MAIL_AUTHRES_H

/*
 * Authentication-Results (RFC 8601): what a server of ours says about who
 * sent a mail. A sender has words of their own in it (smtp.mailfrom, comments,
 * quoted strings), so it is read by its grammar, never searched; what does
 * not follow the grammar vouches for nothing. The caller sees to it that
 * only the topmost field of a mail is asked.
 */

#include <stdbool.h>

/* Whether the field's value was written by `server` (its authserv-id, in any
 * case, version 1 or none), holds exactly one result of DMARC, and that is
 * `pass` with one header.from equal to domain. */
bool authres_dmarc_pass(const char *value, const char *server,
    const char *domain);

/* Whether the server says that the mail is not from whom it names: dmarc=fail;
 * or, where nothing passes DMARC, spf=fail without a signature that holds
 * (dkim=pass), which is left of a mail that was forwarded. */
bool authres_fails(const char *value, const char *server);

#endif
