/* SPDX-License-Identifier: MIT */

/*
 * What was seen on a branch that an undo makes void: events that were shown to
 * some seats alone, outcomes of chance, and moves that turned up what their
 * own seat could not know. The moderator is told whom to trust with it. One
 * who plays learns who saw which kind of thing, and how often; one who does
 * not, and the keeper, what it was.
 */

#include "base/mem.h"
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
audience(const struct match *m, const struct log_entry *h, bool *all)
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

/* What was seen of this kind by these, made if there is nothing yet; kind is
 * taken over. */
static struct sighting *
sighting_of(struct match *m, char *kind, seat_set who, bool all)
{
	for (size_t i = 0; i < m->n_seen; i++) {
		struct sighting *s = &m->seen[i];

		if (s->all == all && s->who == who &&
		    strcmp(s->kind, kind) == 0) {
			free(kind);
			return s;
		}
	}
	m->seen = mem_more(m->seen, m->n_seen, sizeof *m->seen);
	m->seen[m->n_seen] = (struct sighting){ .kind = kind,
		.who = who,
		.all = all };
	return &m->seen[m->n_seen++];
}

static char *
kind_of(const struct match *m, const struct log_entry *h)
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
see(void *arg, struct match *m, const struct log_entry *h)
{
	struct seen_finder *s = arg;
	struct buf line = BUF_INIT;
	struct sighting *item;
	seat_set who;
	bool all;
	int rc = 0;

	if (h->words != NULL || !record_stands(s->live, s->n_live, h->seq) ||
	    !(who = audience(m, h, &all)))
		return 0;
	item = sighting_of(m, kind_of(m, h), who, all);
	item->count++;
	s->hidden |= !all;
	if (s->content)
		rc = m->club->notifier->sentence(m, h, &line, s->e);
	if (rc == 0 && line.len) {
		item->lines = mem_more(item->lines, item->n_lines,
		    sizeof *item->lines);
		item->lines[item->n_lines++] = (struct sighting_line){
			.number = h->board,
			.text = buf_steal(&line)
		};
	}
	buf_release(&line);
	return rc;
}

void
seen_drop(struct match *m)
{
	for (size_t i = 0; i < m->n_seen; i++) {
		struct sighting *s = &m->seen[i];

		for (size_t k = 0; k < s->n_lines; k++)
			free(s->lines[k].text);
		free(s->lines);
		free(s->kind);
	}
	free(m->seen);
}

int
seen_collect(struct match *m, int seq, struct err *e)
{
	struct seen_finder s = { .content = !match_moderator_seat(m), .e = e };
	int rc;

	s.n_live = table_live(m->table, &s.live);
	rc = match_each(m, seq, see, &s, e);
	if (rc == 0 && s.hidden && s.content && m->game.moderator)
		rc = knowledge_add(m->club->db, m->game.id, m->game.moderator,
		    KNOWLEDGE_ALL, false, e);
	return rc;
}
