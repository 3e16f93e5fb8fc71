/* SPDX-License-Identifier: MIT */
#include "match/record.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "log/record.h"
#include "log/turnlog.h"
#include "match/ahead.h"
#include "match/chain.h"
#include "match/maker.h"
#include "match/moderate.h"

enum {
	RECENT_MAX = 96, /* entries that all know of */
	RECENT_ALL = 10 * RECENT_MAX
};

struct log_entry *
record_entry(struct match *m, int seq, int board, int actor, int64_t stamp,
    const char *words)
{
	struct log_entry *h;

	m->recent = mem_more(m->recent, m->n_recent, sizeof *m->recent);
	h = &m->recent[m->n_recent++];
	memset(h, 0, sizeof *h);
	h->seq = seq;
	h->board = board;
	h->actor = actor;
	h->stamp = stamp;
	h->words = mem_dup(words);
	return h;
}

bool
record_known(const struct match *m, const struct log_entry *h)
{
	return h->words != NULL || table_open(m->table, &h->ev);
}

/* As anybody may know it: one that is not shown to all is left out. */
static void
trace_event(const struct match *m, const struct event *ev, int board,
    const char *words)
{
	enum redaction how;
	char *shown;

	if (!log_traces() || !table_open(m->table, ev))
		return;
	how = m->kind->rules->redact(m->kind->data, table_position(m->table),
	    ev, OBSERVER);
	if (how == REDACT_OMIT)
		return;
	shown = mem_ndup(words,
	    how == REDACT_SHOW ? strlen(words) : strcspn(words, " "));
	log_trace("event", LOG_NUMBER("game", m->game.id),
	    LOG_NUMBER("board", board),
	    LOG_WORD("by",
		ev->kind == EVENT_MOVE ? log_seat(ev->actor) : "chance"),
	    LOG_WORD("words", shown));
	free(shown);
}

int
record_derived(const struct table *t, const struct events *events, int from,
    struct buf *out)
{
	int i = from;

	for (; i < events->n && events->at[i].kind == EVENT_DERIVED; i++) {
		record_words(t, NULL, &events->at[i], out);
		buf_char(out, '\n');
	}
	buf_str(out, "");
	return i;
}

/* The head of the row, which holds the events from i up to `next`. */
static int
chain_events(struct match *m, int i, int next, const struct event_row *row,
    struct buf *out, struct err *e)
{
	enum redaction *how = mem_alloc((size_t)(next - i) * sizeof *how);
	struct chain_new new = { .row = row,
		.open = table_open(m->table, &m->scratch.at[i]),
		.how = how,
		.n = (size_t)(next - i) };
	int rc;

	for (int k = i; k < next; k++)
		how[k - i] = m->kind->rules->redact(m->kind->data,
		    table_position(m->table), &m->scratch.at[k], OBSERVER);
	if (new.open && how[0] == REDACT_OMIT)
		how[0] = REDACT_HIDE;
	rc = chain_new_row(m, &new, out, e);
	free(how);
	return rc;
}

/* Adds row and log entries of the event at i; returns the index of the next
 * one that is not derived from it, or -1. */
static int
record_one(struct match *m, int i, int seq, int board, const void *before,
    struct err *e)
{
	const struct event *ev = &m->scratch.at[i];
	int actor = ev->kind == EVENT_MOVE ? ev->actor : 0;
	struct maker mail = maker_of(m, actor);
	struct buf words = BUF_INIT, derived = BUF_INIT, chain = BUF_INIT;
	struct event_row row = { .seq = seq,
		.actor = actor,
		.chat = "",
		.stamp = m->now,
		.board = board,
		.mid = mail.mid,
		.mail = mail.sha256 };
	int rc, next;

	record_words(m->table, before, ev, &words);
	next = record_derived(m->table, &m->scratch, i + 1, &derived);
	for (int k = i; k < next; k++)
		record_entry(m, seq, board, m->scratch.at[k].actor, m->now,
		    NULL)
		    ->ev = m->scratch.at[k];
	row.words = words.data;
	row.derived = derived.data;
	trace_event(m, ev, board, row.words);
	rc = chain_events(m, i, next, &row, &chain, e);
	row.chain = chain.data;
	rc = rc || event_add(m->club->db, m->game.id, &row, e) ||
	    ahead_watch(m, ev, seq, row.words, e);
	buf_release(&words);
	buf_release(&derived);
	buf_release(&chain);
	return rc ? -1 : next;
}

static bool
same_moves(const struct match *m, const void *before, int seat)
{
	const struct game_rules *r = m->kind->rules;
	struct moves had = MOVES_INIT, has = MOVES_INIT;
	bool same;

	r->legal(m->kind->data, before, seat, &had);
	r->legal(m->kind->data, table_position(m->table), seat, &has);
	same = had.n == has.n;
	for (int i = 0; i < had.n && same; i++)
		same = move_equal(&had.at[i], &has.at[i]);
	moves_release(&had);
	moves_release(&has);
	return same;
}

/* Who is asked another thing, or has another list, than the last mail told: by
 * an act of who was not to act, as one that takes an offer back, or that buys
 * after its turn. What chance is due for goes on. */
static void
see_asked(struct match *m, const void *before, int actor)
{
	const struct game_rules *r = m->kind->rules;
	seat_set act = match_to_act(m);

	if (game_chance_due(r, m->kind->data, table_position(m->table)))
		return;
	m->before.act &= act;
	m->before.moves &= m->before.act;
	if (!actor || r->to_act(m->kind->data, before) & SEAT_BIT(actor))
		return;
	for (int s = 1; s <= m->seats; s++)
		if (m->before.moves & SEAT_BIT(s) && !same_moves(m, before, s))
			m->before.moves &= (seat_set)~SEAT_BIT(s);
}

int
record_scratch(struct match *m, const void *before, struct err *e)
{
	int seq = m->game.seq, board = m->game.board;
	int actor = m->scratch.n ? m->scratch.at[0].actor : 0;
	bool shown;

	for (int i = 0; i < m->scratch.n;) {
		seq++;
		board += table_open(m->table, &m->scratch.at[i]);
		i = record_one(m, i, seq, board, before, e);
		if (i < 0)
			return -1;
	}
	events_clear(&m->scratch);
	shown = board > m->game.board;
	if (seq > m->game.seq)
		happen(m, shown ? ON_CHANGE : ON_SECRET, 0);
	m->game.seq = table_seq(m->table);
	m->game.board = table_board(m->table);
	ahead_passed(m, false);
	if (shown)
		see_asked(m, before, actor);
	if (seq != m->game.seq)
		return err_set(e, ERR_CORRUPT,
		    "game %lld: events and table disagree",
		    (long long)m->game.id);
	return 0;
}

/* Somebody's words in a line of their own: control bytes stand nowhere in a log
 * (doc/rules/turnlog.md). */
static void
add_words(const char *words, struct buf *out)
{
	size_t from = out->len;

	utf8_clean(words, strlen(words), out);
	for (size_t i = from; i < out->len; i++)
		if ((unsigned char)out->data[i] < ' ')
			out->data[i] = ' ';
	while (out->len > from && out->data[out->len - 1] == ' ')
		buf_truncate(out, out->len - 1);
}

/* Who did it and why, for readers of the log. */
static void
explain(const struct match *m, struct buf *out)
{
	bool why = m->reason != NULL && *m->reason;
	size_t from = out->len;

	if (m->by != NULL) {
		buf_str(out, *m->by ? "by the moderator " : "by the moderator");
		add_words(m->by, out);
		buf_str(out, why ? ": " : "");
	} else if (why) {
		buf_str(out, "by the keeper: ");
	}
	if (why)
		add_words(m->reason, out);
	buf_str(out, out->len > from ? "\n" : "");
}

/* Who leaves the seat that the event gives to somebody else, or was called so
 * up to it; it bears their name still. */
static void
explain_holder(const struct match *m, const char *words, struct buf *out)
{
	int seat = turnlog_named((struct slice){ words, strlen(words) });

	if (seat == 0 || seat > m->seats || !*m->seat[seat].name)
		return;
	buf_str(out, TURNLOG_HELD);
	add_words(m->seat[seat].name, out);
	buf_char(out, '\n');
}

/* Names and reasons are a mail's own words. */
static void
trace_operator(const struct match *m, const char *words)
{
	char *verb;

	if (!log_traces())
		return;
	verb = mem_ndup(words, strcspn(words, " "));
	log_trace("event", LOG_NUMBER("game", m->game.id),
	    LOG_NUMBER("board", m->game.board), LOG_WORD("by", "operator"),
	    LOG_WORD("words", verb));
	free(verb);
}

/* All may know of it; an undo names an event as they have it. */
static int
chain_operator(struct match *m, const struct event_row *row, struct buf *out,
    struct err *e)
{
	struct chain_new new = { .row = row, .open = true };
	int seq = chain_undone(row->words), board = 0;

	if (seq > 1 && event_board(m->club->db, m->game.id, seq - 1, &board, e))
		return -1;
	if (seq > 0)
		new.undo = board + 1;
	return chain_new_row(m, &new, out, e);
}

int
record_operator(struct match *m, const char *words, struct err *e)
{
	struct event_row row = { .actor = -1,
		.words = words,
		.chat = "",
		.stamp = m->now,
		.mid = m->mail.mid,
		.mail = m->mail.sha256 };
	struct buf derived = BUF_INIT, chain = BUF_INIT;
	int rc;

	explain(m, &derived);
	explain_holder(m, words, &derived);
	m->game.seq = table_seq(m->table);
	m->game.board = table_board(m->table);
	happen(m, ON_CHANGE, 0);
	record_entry(m, m->game.seq, m->game.board, -1, m->now, words);
	row.seq = m->game.seq;
	row.board = m->game.board;
	row.derived = buf_text(&derived);
	trace_operator(m, words);
	rc = chain_operator(m, &row, &chain, e);
	row.chain = chain.data;
	if (rc == 0)
		rc = event_add(m->club->db, m->game.id, &row, e);
	buf_release(&derived);
	buf_release(&chain);
	return rc;
}

size_t
record_last_turn(const struct match *m)
{
	size_t first = m->n_recent;
	int actor = 0;

	for (size_t i = m->n_recent; i-- > 0;) {
		const struct log_entry *h = &m->recent[i];

		if (!record_known(m, h))
			continue;
		if (h->words != NULL ||
		    (actor != 0 && h->actor != actor &&
			h->ev.kind == EVENT_MOVE))
			break;
		if (h->ev.kind == EVENT_MOVE) {
			actor = h->actor;
			first = i;
		}
	}
	return first;
}

/* So many of the oldest entries are too many: whole rows, and up to RECENT_ALL
 * the same however many of them are somebody's secret. */
static size_t
beyond_cap(const struct match *m)
{
	size_t n = m->n_recent, at = n, known = 0;

	if (n <= RECENT_MAX)
		return 0;
	while (at > 0 && n - at < RECENT_ALL &&
	    (known += record_known(m, &m->recent[at - 1])) <= RECENT_MAX)
		at--;
	while (at > 0 && at < n && m->recent[at].seq == m->recent[at - 1].seq)
		at++;
	return at;
}

void
record_trim(struct match *m)
{
	size_t keep = 0, last = record_last_turn(m), cap = beyond_cap(m);
	int told = m->game.seq;

	if (m->told.watched_seq < told)
		told = m->told.watched_seq;
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].player && m->seat[s].told_seq < told)
			told = m->seat[s].told_seq;
	while (keep < m->n_recent &&
	    ((keep < last && m->recent[keep].seq <= told) || keep < cap))
		free(m->recent[keep++].words);
	if (!keep)
		return;
	m->n_recent -= keep;
	memmove(m->recent, m->recent + keep, m->n_recent * sizeof *m->recent);
}

bool
record_stands(const int *live, int n, int seq)
{
	int lo = 0;

	while (lo < n) {
		int mid = lo + (n - lo) / 2;
		if (live[mid] < seq)
			lo = mid + 1;
		else if (live[mid] > seq)
			n = mid;
		else
			return true;
	}
	return false;
}

void
undo_proposals(struct match *m)
{
	for (int s = 1; s <= m->seats; s++) {
		free(m->seat[s].proposal);
		m->seat[s].proposal = NULL;
		m->seat[s].agreed = false;
	}
}
