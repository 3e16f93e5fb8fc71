/* SPDX-License-Identifier: MIT */

/* The installed templates are whole, or nothing begins: a mail must not be the
 * first to find that one is missing. */

#include <stdio.h>

#include "text/room.h"
#include "text/texts.h"

struct check {
	const struct texts *texts;
	const char *dir, *lang, *name; /* of the template that is looked at */
	char missing[200];             /* what was found, or empty */
};

static void
see_name(void *arg, char kind, const char *name)
{
	struct check *c = arg;

	if (kind == '>' && !texts_template(c->texts, c->lang, name) &&
	    texts_template(c->texts, "en", name) == NULL)
		(void)snprintf(c->missing, sizeof c->missing,
		    "%s/%s/%s.md: there is no %s.md", c->dir, c->lang, c->name,
		    name);
}

static int
see_template(void *arg, const char *lang, const char *name,
    const struct mustache *m)
{
	struct check *c = arg;

	c->lang = lang;
	c->name = name;
	mustache_names(m, see_name, c);
	return c->missing[0] != '\0' ? -1 : 0;
}

int
texts_check(const struct texts *t, const char *dir, struct err *e)
{
	struct check c = { .texts = t, .dir = dir };

	for (size_t i = 0; texts_needed[i] != NULL; i++)
		if (texts_template(t, "en", texts_needed[i]) == NULL)
			return err_set(e, ERR_GIVEUP,
			    "%s/en/%s.md is not there", dir, texts_needed[i]);
	if (texts_each(t, see_template, &c) != 0)
		return err_set(e, ERR_GIVEUP, "%s", c.missing);
	return 0;
}
