/* SPDX-License-Identifier: MIT */

/* What computer players are called: by their level, and never as somebody of
 * the club; and those who are not to be known. */

#include "base/alike.h"
#include "computer/level.h"
#include "match/found.h"
#include "store/player.h"
#include "text/texts.h"

struct homonym {
	struct alike name;
	bool found;
};

static int
see_name(void *arg, int64_t id, const char *name)
{
	struct homonym *t = arg;

	(void)id;
	t->found = alike_is(&t->name, name);
	return t->found;
}

/* 1, 0, -1. */
static int
is_somebody(const struct club *club, const char *name, struct err *e)
{
	struct homonym t = { .found = false };
	int rc;

	alike_init(&t.name, name);
	rc = player_names(club->db, see_name, &t, e);
	alike_release(&t.name);
	return t.found ? 1 : rc;
}

int
match_character(const struct club *club, const struct game *g, int level,
    int seat, char out[CHARACTER_SIZE], struct err *e)
{
	char key[32];
	const char *name;
	int rc;

	snprintf(key, sizeof key, "%s-%d",
	    level ? level_name((enum skill)level) : "unnamed",
	    1 + (int)((g->id + seat) % SEATS_MAX));
	name = texts_phrase(club->texts, g->lang, key);
	rc = strcmp(name, key) == 0 ? 1 : is_somebody(club, name, e);
	if (rc == 0)
		snprintf(out, CHARACTER_SIZE, "%s", name);
	else if (rc > 0)
		snprintf(out, CHARACTER_SIZE,
		    level ? COMPUTER_NAME : UNNAMED_NAME, seat);
	return rc < 0 ? -1 : 0;
}

bool
match_unnamed(const struct club *club, struct slice name)
{
	const char *lang;
	char text[32];

	for (int seat = 1; seat <= SEATS_MAX; seat++) {
		snprintf(text, sizeof text, UNNAMED_NAME, seat);
		if (slice_is(name, text))
			return true;
		snprintf(text, sizeof text, "unnamed-%d", seat);
		for (size_t i = 0; (lang = texts_lang(club->texts, i)) != NULL;
		    i++)
			if (slice_is(name,
				texts_phrase(club->texts, lang, text)))
				return true;
	}
	return false;
}
