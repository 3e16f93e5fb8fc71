/* SPDX-License-Identifier: MIT */

/* The turn log of a match: from its rows, whole or as one reader may have
 * it (log/copy.h). */

#include "base/mem.h"
#include "game/fairness.h"
#include "log/copy.h"
#include "match/chain.h"
#include "store/analysis.h"

bool
match_reveals(const struct match *m)
{
	struct options o;
	struct err e;
	const char *v;

	if (options_parse(m->game.options, &o, &e))
		return false;
	v = options_get(&o, "reveal");
	return v == NULL || strcmp(v, "no") != 0;
}

bool
match_disclosed(const struct match *m)
{
	return match_final(m) && match_reveals(m);
}

void
match_commit(const struct match *m, char out[HASH_HEX_SIZE])
{
	if (m->game.seed_commit != NULL)
		snprintf(out, HASH_HEX_SIZE, "%s", m->game.seed_commit);
	else
		fairness_commit(m->game.seed, out);
}

static int
was_ejected(void *arg, const struct event_row *row)
{
	struct slice words = { row->words, strlen(row->words) };
	seat_set *seats = arg;
	bool left;
	int seat = row->actor < 0 ? turnlog_handover(words, &left) : 0;

	if (seat && left)
		*seats |= SEAT_BIT(seat);
	return 0;
}

/* Seats that a computer player had all the time: nobody was ejected from
 * them, so nothing else in the log says so. */
static int
always_computers(struct match *m, seat_set *out, struct err *e)
{
	seat_set ejected = 0;

	*out = 0;
	for (int s = 1; s <= m->seats; s++)
		if (m->seat[s].computer)
			*out |= SEAT_BIT(s);
	if (*out &&
	    event_each(m->club->db, m->game.id, 1, was_ejected, &ejected, e))
		return -1;
	*out &= (seat_set)~ejected;
	return 0;
}

static int
list_computers(struct match *m, struct buf *out, struct err *e)
{
	seat_set computers;

	if (always_computers(m, &computers, e))
		return -1;
	for (int s = 1; s <= m->seats; s++)
		if (computers & SEAT_BIT(s))
			buf_printf(out, "%sp%d", out->len ? " " : "", s);
	return 0;
}

int
match_archived(struct match *m, struct err *e)
{
	struct options o;
	const char *v;
	seat_set computers;

	if (options_parse(m->game.options, &o, e))
		return -1;
	v = options_get(&o, "archive");
	if (v != NULL)
		return strcmp(v, "yes") == 0;
	if (always_computers(m, &computers, e))
		return -1;
	return m->seats - seats_in(computers, m->seats) != 1;
}

int
match_analysis(struct match *m, struct buf *out, struct err *e)
{
	return !match_disclosed(m) ?
	    0 :
	    analysis_get(m->club->db, m->game.id, m->game.seq, out, e);
}

/* They stand before the first chance event (T18). */
static int
was_worded(void *arg, const struct event_row *row)
{
	seat_set *seats = arg;

	if (row->actor < 0)
		*seats |= SEAT_BIT(turnlog_worded((struct slice){ row->words,
		    strlen(row->words) }));
	return row->actor == 0;
}

int
match_worded(struct match *m, seat_set *out, struct err *e)
{
	*out = 0;
	return event_each(m->club->db, m->game.id, 1, was_worded, out, e);
}

/* "2 of 4" */
static int
count_words(struct match *m, char out[16], struct err *e)
{
	seat_set worded;

	if (match_worded(m, &worded, e))
		return -1;
	snprintf(out, 16, "%d of %d", seats_in(worded, m->seats), m->seats);
	return 0;
}

static int
write_head(struct match *m, bool seed, struct buf *out, struct err *e)
{
	struct buf computers = BUF_INIT;
	char hex[HASH_HEX_SIZE], words[16];
	struct head_text text;
	struct turnlog_head h;

	chain_tags(m, &text, &h);
	h.chained = chain_begun(chain_of(m));
	hash_hex(m->game.seed, sizeof m->game.seed, hex);
	if (seed && match_seeded(m)) /* T14, T21 */
		h.seed = hex;
	if (m->game.seq > 0 && count_words(m, words, e))
		return -1;
	h.words = m->game.seq > 0 ? words : NULL;
	if (list_computers(m, &computers, e))
		return -1;
	h.computers = computers.len ? computers.data : NULL;
	turnlog_write_head(out, &h);
	buf_release(&computers);
	return 0;
}

static int
whole_row(void *arg, const struct event_row *row)
{
	struct buf *out = arg;
	const char *derived = row->derived;
	struct slice text;

	turnlog_write_event(out, row->seq, row->actor, row->words, row->stamp);
	while (slice_line(&derived, &text)) {
		char *line = mem_ndup(text.at, text.len);

		turnlog_write_derived(out, line);
		free(line);
	}
	if (row->chain != NULL)
		turnlog_write_chain(out, row->seq, row->chain);
	buf_str(out, row->chat);
	if (*row->chat)
		buf_char(out, '\n');
	return 0;
}

static void
write_end(struct match *m, struct buf *out)
{
	int score[SEATS_MAX + 1] = { 0 };
	bool agreed = match_proposer(m) > 0;

	if (m->game.state == GAME_OVER) {
		game_scores(m->kind->rules, m->kind->data,
		    table_position(m->table), score);
		turnlog_write_end(out, "finished", m->seats, score);
	} else if (m->game.state == GAME_CANCELLED) {
		turnlog_write_end(out, agreed ? "abandoned" : "cancelled",
		    m->seats, NULL);
	}
}

/* The log as it is. A copy is made of one without seed and check line. */
static int
whole_log(struct match *m, bool seed, bool check, struct buf *out,
    struct err *e)
{
	char hash[HASH_HEX_SIZE];
	struct buf end = BUF_INIT;
	size_t from = out->len;

	if (write_head(m, seed, out, e))
		return -1;
	buf_str(out, m->game.anew != NULL ? m->game.anew : "");
	if (event_each(m->club->db, m->game.id, 1, whole_row, out, e) != 0)
		return -1;
	if (check && m->table != NULL && m->game.seq) {
		table_facts_hash(m->table, hash);
		turnlog_write_check(out, m->game.seq, hash);
	}
	/* What was cancelled before it began has no event that says so. */
	if (m->game.seq)
		write_end(m, &end);
	if (end.len > 0 && chain_begun(chain_of(m)))
		chain_close(out, from, chain_of(m)->head, end.data);
	buf_str(out, buf_text(&end));
	buf_release(&end);
	return 0;
}

int
match_log(struct match *m, int reader, bool with_seed, struct buf *out,
    struct err *e)
{
	struct buf whole = BUF_INIT;
	bool open = match_disclosed(m);
	int rc;

	if (reader == ARCHIVE || open)
		return whole_log(m, with_seed || open, true, out, e);
	rc = whole_log(m, false, false, &whole, e);
	if (rc == 0)
		rc = copy_log(whole.data, whole.len, m->kind, reader, -1, out,
		    e);
	buf_release(&whole);
	return rc;
}
