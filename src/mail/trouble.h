/* SPDX-License-Identifier: MIT */
#ifndef MAIL_TROUBLE_H
#define MAIL_TROUBLE_H

/*
 * Why outgoing mail does not go, in one line for people, and what is to be
 * done about it: for the log, `paquebot queue`, the keeper's mail and
 * `paquebot doctor` alike.
 *
 *     smtp.example.org:465, connect: no answer in time; 465 speaks TLS at
 *     once: set tls = implicit
 */

#include "base/buf.h"
#include "conf/conf.h"
#include "mail/fault.h"

struct trouble {
	enum stage stage;
	bool login_missing;              /* no way to log in is offered */
	bool time_out;
	const char *reply;               /* the server's words; "" none */
	const char *detail;              /* the library's, used without reply */
	const char *to;                  /* a recipient: the reply may name him,
	                                    the line does not; NULL none */
};

/* Appends the line. */
void trouble_say(const struct conf *c, const struct trouble *t,
	struct buf *out);

#endif
