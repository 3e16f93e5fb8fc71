/* SPDX-License-Identifier: MIT */
#ifndef CLI_DOCTOR_H
#define CLI_DOCTOR_H

/* What `paquebot doctor` finds, one line a check, and its parts. */

#include "cli/list.h"
#include "conf/conf.h"

enum finding { FINDING_OK, FINDING_WARN, FINDING_BAD };

struct doctor {
	const struct cli *cli;
	const struct conf *conf; /* borrowed */
	struct cli_rows found;
	long long wait; /* seconds for a mail to come back */
	int bad, warned;
};

/* Says it at once, or keeps it for the array. check: "mailbox". */
void doctor_say(struct doctor *d, enum finding what, const char *check,
    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* doctor_mail.c: logs in, sends two mails to ourselves and reads them back. */
void doctor_mail(struct doctor *d);

#endif
