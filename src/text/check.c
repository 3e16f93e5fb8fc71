/* SPDX-License-Identifier: MIT */

/* The installed templates are whole, or nothing begins: a mail must not be the
 * first to find that one is missing. */

#include <cjson/cJSON.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/tree.h"
#include "text/room.h"
#include "text/texts.h"

/* More parts than any template has. */
enum { PARTS_MAX = 1000 };

struct check {
	const struct texts *texts;
	const char *dir, *lang, *name; /* of the template that is looked at */
	int parts, depth;              /* so far, and in each other */
	char wrong[200];               /* what was found, or empty */
};

/* Of a circle, too, there is an end. */
static void
see_name(void *arg, char kind, const char *name)
{
	struct check *c = arg;
	const struct mustache *part;

	if (kind != '>' || c->wrong[0] != '\0')
		return;
	part = texts_template(c->texts, c->lang, name);
	if (part == NULL)
		part = texts_template(c->texts, "en", name);
	if (part == NULL) {
		(void)snprintf(c->wrong, sizeof c->wrong,
		    "%s/%s/%s.md: there is no %s.md", c->dir, c->lang, c->name,
		    name);
	} else if (++c->parts > PARTS_MAX || c->depth == MUSTACHE_PARTIALS) {
		(void)snprintf(c->wrong, sizeof c->wrong,
		    "%s/%s/%s.md: is a part of itself, or has too many parts",
		    c->dir, c->lang, c->name);
	} else {
		c->depth++;
		mustache_names(part, see_name, c);
		c->depth--;
	}
}

static int
see_template(void *arg, const char *lang, const char *name,
    const struct mustache *m)
{
	struct check *c = arg;

	c->lang = lang;
	c->name = name;
	c->parts = 0;
	mustache_names(m, see_name, c);
	return c->wrong[0] != '\0' ? -1 : 0;
}

/* Whether a word of the list is there: a phrase, or a set of words. */
static bool
has_word(const struct cJSON *words, const char *path)
{
	const char *name = strchr(path, '/') + 1;
	char *section = mem_ndup(path, (size_t)(name - 1 - path));
	const cJSON *v = tree_get(tree_get(words, section), name);
	bool phrase = strcmp(section, "phrases") == 0;

	free(section);
	return phrase ? cJSON_IsString(v) :
			cJSON_IsObject(v) || cJSON_IsArray(v);
}

static int
check_words(const struct texts *t, const char *dir, struct err *e)
{
	const struct cJSON *words = t->lang[0].words;

	if (words == NULL)
		return err_set(e, ERR_GIVEUP, "%s/en/words.json is not there",
		    dir);
	for (size_t i = 0; texts_words[i] != NULL; i++)
		if (!has_word(words, texts_words[i]))
			return err_set(e, ERR_GIVEUP,
			    "%s/en/words.json: there is no %s", dir,
			    texts_words[i]);
	return 0;
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
		return err_set(e, ERR_GIVEUP, "%s", c.wrong);
	return check_words(t, dir, e);
}
