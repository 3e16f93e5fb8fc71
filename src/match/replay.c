/* SPDX-License-Identifier: MIT */

/* A match from its event rows: the truth when a snapshot is missing, when an
 * undo reaches behind it, and when somebody asks for the whole history. */

#include "base/mem.h"
#include "match/record.h"
#include "store/event.h"

struct row_replay {
	struct match *m;
	struct table *t;
	struct events out;
	int from, turn, round;
	seat_set act;
	int (*fn)(void *arg, struct match *m, const struct log_entry *h);
	void *arg;
	bool stopped;
	struct err *e;
};

int
replay_table(const struct match *m, struct table **out, struct err *e)
{
	struct options o;
	struct table *t;

	if (options_parse(m->game.options, &o, e) ||
	    table_new(m->kind, m->seats, &o, &t, e))
		return -1;
	table_draws(t, m->game.draws);
	if (match_seeded(m))
		table_seed(t, m->game.seed);
	*out = t;
	return 0;
}

int
replay_words(const struct match *m, struct table *t, int seq, int actor,
    struct slice words, struct events *out, struct err *e)
{
	const struct game_rules *r = m->kind->rules;
	struct refusal why = { 0 };
	struct event ev;
	struct move mv;

	events_clear(out);
	if (actor ? r->read(m->kind->data, table_position(t), actor, words.at,
			words.len, &mv) :
		    r->chance_read(m->kind->data, words.at, words.len, &ev))
		return err_set(e, ERR_CORRUPT, "event %d is not a %s", seq,
		    actor ? "move" : "chance event");
	if (!actor)
		return table_chance(t, &ev, out, e);
	if (table_move(t, actor, &mv, out, &why))
		return err_set(e, ERR_CORRUPT, "event %d is refused: %s", seq,
		    why.code);
	return 0;
}

static int
take_operator(struct table *t, const struct event_row *row, struct err *e)
{
	const char *space = strchr(row->words, ' ');
	char *verb = mem_ndup(row->words,
	    space != NULL ? (size_t)(space - row->words) : strlen(row->words));
	int rc = table_operator(t, verb, space != NULL ? space + 1 : "", e);

	free(verb);
	return rc;
}

/* A row for which the table numbers several events (a move that stands for
 * n equal ones) never occurs: each was written as a row of its own, and a
 * row replays as one. */
int
replay_row(const struct match *m, struct table *t, const struct event_row *row,
    struct events *out, struct err *e)
{
	struct slice words = { row->words, strlen(row->words) };
	int rc;

	if (row->actor >= 0) {
		rc = replay_words(m, t, row->seq, row->actor, words, out, e);
	} else {
		events_clear(out);
		rc = take_operator(t, row, e);
	}
	if (rc == 0 && table_seq(t) != row->seq)
		rc = err_set(e, ERR_CORRUPT, "event %d out of step", row->seq);
	return rc;
}

static int
tell(struct row_replay *r, const struct event_row *row, const struct event *ev)
{
	struct log_entry h = { .seq = row->seq,
		.board = row->board,
		.stamp = row->stamp,
		.actor = row->actor,
		.row = row->words,
		.turn = r->turn,
		.round = r->round,
		.act = r->act };

	if (ev != NULL) {
		h.ev = *ev;
		h.actor = ev->actor;
		h.beyond = r->out.beyond;
	} else {
		h.words = (char *)(uintptr_t)row->words;
	}
	return r->fn(r->arg, r->m, &h);
}

static int
take_row(void *arg, const struct event_row *row)
{
	struct row_replay *r = arg;
	int rc;

	r->turn = game_turn(table_position(r->t));
	r->round = game_round(table_position(r->t));
	r->act = table_to_act(r->t);
	rc = replay_row(r->m, r->t, row, &r->out, r->e);
	if (rc || r->fn == NULL || row->seq < r->from)
		return rc;
	if (row->actor < 0)
		rc = tell(r, row, NULL);
	for (int i = 0; i < r->out.n && rc == 0; i++)
		rc = tell(r, row, &r->out.at[i]);
	r->stopped = rc > 0;
	return rc;
}

int
replay_match(struct match *m, int from,
    int (*fn)(void *arg, struct match *m, const struct log_entry *h), void *arg,
    struct table **out, struct err *e)
{
	struct row_replay r = { .m = m,
		.from = from,
		.fn = fn,
		.arg = arg,
		.e = e };
	int rc;

	if (replay_table(m, &r.t, e))
		return -1;
	rc = event_each(m->club->db, m->game.id, 1, take_row, &r, e);
	events_release(&r.out);
	if ((rc && !r.stopped) || out == NULL)
		table_free(r.t);
	else
		*out = r.t;
	if (rc && !r.stopped)
		return err_wrap(e, "game %lld", (long long)m->game.id);
	return 0;
}

int
match_each(struct match *m, int from,
    int (*fn)(void *arg, struct match *m, const struct log_entry *h), void *arg,
    struct err *e)
{
	return replay_match(m, from, fn, arg, NULL, e);
}

static int
stop_here(void *arg, struct match *m, const struct log_entry *h)
{
	(void)arg;
	(void)m;
	(void)h;
	return 1;
}

int
replay_table_at(struct match *m, int seq, struct table **out, struct err *e)
{
	return replay_match(m, seq, stop_here, NULL, out, e);
}
