/* SPDX-License-Identifier: MIT */

/* What a picture shows: the game's drawing in the reader's words, with the
 * names of the seats, and what the last moves touched. */

#include <cjson/cJSON.h>

#include "match/record.h"
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

/* From here on entries are marked: what a reader was not told of yet, as far
 * as it is in memory; whoever was told all, or has just come, sees the last
 * turn. */
static size_t
first_marked(const struct match *m, const struct reader *r)
{
	int told = context_told(m, r);
	size_t at = m->n_recent;

	while (at > 0 && !record_known(m, &m->recent[at - 1]))
		at--;
	if (at == 0 || m->recent[at - 1].seq <= told ||
	    (r->seat > 0 && happened_to(m, ON_NEWCOMER, r->seat)))
		return record_last_turn(m);
	while (at > 0 && m->recent[at - 1].seq > told &&
	    m->recent[at - 1].words == NULL)
		at--;
	return at;
}

static void
mark_last(const struct match *m, const struct reader *r, struct drawing *d)
{
	const struct game_rules *rules = m->kind->rules;

	for (size_t i = first_marked(m, r); i < m->n_recent; i++) {
		const struct event *ev = &m->recent[i].ev;
		cJSON *o;

		if (rules->redact(m->kind->data, table_position(m->table), ev,
			r->seat) != REDACT_SHOW)
			continue;
		o = cJSON_CreateObject();
		rules->tell(m->kind->data, ev, o);
		freshen(o, d);
		cJSON_Delete(o);
	}
}

bool
context_board(const struct match *m, const struct reader *r, const void *seen,
    struct drawing *out)
{
	const struct game_rules *rules = m->kind->rules;
	struct dress d = { .lang = r->lang, .game = m->game.kind };

	if (rules->map == NULL || rules->map(m->kind->data, seen, out))
		return false;
	texts_dress_drawing(m->club->texts, &d, false, out);
	for (int s = 1; s <= m->seats; s++)
		drawing_name_seat(out, s,
		    r->who != NULL ? r->who[s] : m->seat[s].name);
	return true;
}

bool
context_picture(const struct match *m, const struct reader *r, const void *seen,
    struct drawing *out)
{
	if (!context_board(m, r, seen, out))
		return false;
	mark_last(m, r, out);
	return true;
}
