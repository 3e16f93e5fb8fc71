/* SPDX-License-Identifier: MIT */

/* What a picture shows: the game's drawing in the reader's words, with the
 * names of the seats, and what the last moves touched. */

#include <cjson/cJSON.h>

#include "post/context.h"
#include "text/drawing.h"
#include "text/texts.h"

static const char *
text_of(const cJSON *o, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(o, key);

	return cJSON_IsString(v) ? v->valuestring : "";
}

/* All that an event names, at whatever depth. */
static void
freshen(const cJSON *o, struct drawing *d)
{
	const cJSON *v;
	bool laid = drawing_freshen_line(d, text_of(o, "from"),
	    text_of(o, "to"), text_of(o, "colour"));

	cJSON_ArrayForEach(v, o) {
		/* A line that was laid says it all. */
		bool end = v->string &&
		    (strcmp(v->string, "from") == 0 ||
			strcmp(v->string, "to") == 0);

		if (cJSON_IsString(v) && !(laid && end))
			drawing_freshen(d, v->valuestring);
		else if (cJSON_IsObject(v) || cJSON_IsArray(v))
			freshen(v, d);
	}
}

/* The last moves are those of whoever moved last, with what followed from
 * them; the same for all who may know of them. */
static void
mark_last(const struct match *m, const struct reader *r, struct drawing *d)
{
	const struct game_rules *rules = m->kind->rules;
	int actor = 0;

	for (size_t i = m->n_recent; i-- > 0;) {
		const struct log_entry *h = &m->recent[i];
		cJSON *o;

		if (h->words != NULL)
			break;
		if (h->actor > 0 && actor && h->actor != actor)
			break;
		actor = h->actor > 0 ? h->actor : actor;
		if (rules->redact(m->kind->data, table_position(m->table),
			&h->ev, r->seat) != REDACT_SHOW)
			continue;
		o = cJSON_CreateObject();
		rules->tell(m->kind->data, &h->ev, o);
		freshen(o, d);
		cJSON_Delete(o);
	}
}

bool
context_picture(const struct match *m, const struct reader *r, const void *seen,
    struct drawing *out)
{
	const struct game_rules *rules = m->kind->rules;
	struct dress d = { .lang = r->lang, .game = m->game.kind };

	if (rules->map == NULL || rules->map(m->kind->data, seen, out))
		return false;
	texts_dress_drawing(m->club->texts, &d, false, out);
	for (int s = 1; s <= m->seats; s++)
		drawing_name_seat(out, s, m->seat[s].name);
	mark_last(m, r, out);
	return true;
}
