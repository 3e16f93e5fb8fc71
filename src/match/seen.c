/* SPDX-License-Identifier: MIT */

/*
 * What was seen on a branch that an undo makes void: events that were shown to
 * some seats alone, outcomes of chance, and moves that turned up what their
 * own seat could not know. The moderator is told whom to trust with it. One
 * who plays learns who saw which kind of thing, and how often; one who does
 * not, and the keeper, what it was.
 */

#include <cjson/cJSON.h>

#include "base/mem.h"
#include "game/tree.h"
#include "match/moderate.h"
#include "match/record.h"
#include "store/knowledge.h"

struct seen_finder {
	bool content;    /* they may read them */
	bool hidden;     /* some were not for everybody */
	const int *live; /* borrowed: that stood before */
	int n_live;
	struct err *e;
};

static bool
is_shown(const struct match *m, const struct event *ev, int reader)
{
	return m->kind->rules->redact(m->kind->data, table_position(m->table),
		   ev, reader) == REDACT_SHOW;
}

/* The seats who saw what an observer would not have; or all, of what nobody
 * could know before. 0: there was nothing to see. */
static seat_set
audience(const struct match *m, const struct happening *h, bool *all)
{
	seat_set who = 0;

	*all = is_shown(m, &h->ev, OBSERVER);
	for (int s = 1; s <= m->seats; s++)
		if (is_shown(m, &h->ev, s))
			who |= SEAT_BIT(s);
	if (*all)
		return h->ev.kind == EVENT_CHANCE ||
			(h->ev.kind == EVENT_DERIVED && h->beyond) ?
		    who :
		    0;
	/* What a seat did in secret is no news to it. */
	if (h->ev.actor > 0 && !(h->ev.kind == EVENT_DERIVED && h->beyond))
		who &= (seat_set)~SEAT_BIT(h->ev.actor);
	return who;
}

static void
add_seat(const struct match *m, cJSON *seats, int s)
{
	cJSON *o = moderate_seat(s);

	cJSON_AddStringToObject(o, "seat_name", m->seat[s].name);
	cJSON_AddItemToArray(seats, o);
}

/* The item of this kind and audience, made if there is none. */
static cJSON *
item_of(struct match *m, const char *kind, seat_set who, bool all)
{
	cJSON *item, *seats;

	cJSON_ArrayForEach(item, m->seen)
		if (cJSON_GetNumberValue(cJSON_GetObjectItem(item, "who")) ==
			(all ? -1 : who) &&
		    strcmp(kind,
			cJSON_GetStringValue(cJSON_GetObjectItem(item,
			    "kind"))) == 0)
			return item;
	item = cJSON_CreateObject();
	cJSON_AddStringToObject(item, "kind", kind);
	cJSON_AddNumberToObject(item, "who", all ? -1 : who);
	cJSON_AddNumberToObject(item, "count", 0);
	cJSON_AddArrayToObject(item, "lines");
	tree_flag(item, "all", all);
	seats = cJSON_AddArrayToObject(item, "seats");
	for (int s = 1; s <= m->seats && !all; s++)
		if (who & SEAT_BIT(s))
			add_seat(m, seats, s);
	cJSON_AddItemToArray(m->seen, item);
	return item;
}

static char *
kind_of(const struct match *m, const struct happening *h)
{
	struct buf b = BUF_INIT;

	if (h->ev.kind == EVENT_MOVE)
		buf_str(&b, h->row);
	else
		m->kind->rules->event_format(m->kind->data, &h->ev, &b);
	buf_truncate(&b, strcspn(buf_text(&b), " "));
	return buf_steal(&b);
}

static int
see(void *arg, struct match *m, const struct happening *h)
{
	struct seen_finder *s = arg;
	struct buf line = BUF_INIT;
	cJSON *item, *count, *o;
	seat_set who;
	bool all;
	char *kind;
	int rc = 0;

	if (h->words != NULL || !record_stands(s->live, s->n_live, h->seq) ||
	    !(who = audience(m, h, &all)))
		return 0;
	kind = kind_of(m, h);
	item = item_of(m, kind, who, all);
	free(kind);
	count = cJSON_GetObjectItem(item, "count");
	cJSON_SetNumberValue(count, count->valuedouble + 1);
	s->hidden |= !all;
	if (s->content)
		rc = m->club->teller->sentence(m, h, &line, s->e);
	if (rc == 0 && line.len) {
		o = cJSON_CreateObject();
		cJSON_AddStringToObject(o, "line", line.data);
		cJSON_AddNumberToObject(o, "number", h->board);
		cJSON_AddItemToArray(cJSON_GetObjectItem(item, "lines"), o);
	}
	buf_release(&line);
	return rc;
}

int
seen_collect(struct match *m, int seq, struct err *e)
{
	struct seen_finder s = { .content = !match_moderator_seat(m), .e = e };
	int rc;

	s.n_live = table_live(m->table, &s.live);
	if (m->seen == NULL)
		m->seen = cJSON_CreateArray();
	rc = match_each(m, seq, see, &s, e);
	if (rc == 0 && s.hidden && s.content && m->game.moderator)
		rc = knowledge_add(m->club->db, m->game.id, m->game.moderator,
		    KNOWLEDGE_ALL, false, e);
	return rc;
}
