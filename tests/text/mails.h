/* SPDX-License-Identifier: MIT */
#ifndef TESTS_TEXT_MAILS_H
#define TESTS_TEXT_MAILS_H

/*
 * The mails of tests/text/mails.json, rendered: a base context and for each
 * mail what differs from it ("set"; null takes a member away, "alone" has no
 * base). {"render": template, "with": context} anywhere stands for what that
 * gives, {"star": "position"} or "moves" for the position of star.json.
 */

#include <cjson/cJSON.h>

#include "text/texts.h"

struct mails {
	const char *lang;    /* borrowed */
	struct texts *texts; /* owned */
	cJSON *json;         /* owned */
	/* owned: the dressed view of star.json */
	cJSON *star;
};

/* Aborts with a message. */
void mails_open(struct mails *m, const char *lang);
void mails_close(struct mails *m);

/* The context of a mail, and its template; the caller deletes it. */
cJSON *mails_context(const struct mails *m, const cJSON *mail,
    const char **template);
/* The Markdown of a context. */
void mails_render(const struct mails *m, const char *template,
    const cJSON *context, struct buf *out);

/* "<source>/tests/text/<name>". */
void mails_path(const char *name, struct buf *out);

#endif
