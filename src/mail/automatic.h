/* SPDX-License-Identifier: MIT */
#ifndef MAIL_AUTOMATIC_H
#define MAIL_AUTOMATIC_H

/*
 * Is a mail from a person? RFC 3834 and the headers that programs set in
 * practice. Mail that is automatic is never answered; when in doubt between
 * two kinds the one that says more wins: a report, then a notice, a list,
 * anything else.
 */

#include "mail/message.h"
#include "mail/mime.h"

/* Judges by the mail's header and its parts. from, return_path and subject of
 * out must be set; sets automatic, automatic_sure and announces. */
void automatic_classify(const struct mime *m, struct message *out);

/* For a bounce, or what came to where bounces go: the report_… fields, from the
 * report's parts or, for reports in plain words, from the text (out->full). */
void automatic_report(const struct mime *m, struct message *out);

#endif
