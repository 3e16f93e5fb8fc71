/* SPDX-License-Identifier: MIT */

/* The turn log of a match: from its rows, whole or as one reader may have
 * it. A copy shows what redact gives and numbers anew what all may know. */

#include "base/clock.h"
#include "base/mem.h"
#include "game/fairness.h"
#include "game/turnlog.h"
#include "match/match.h"
#include "store/event.h"

struct logging {
	struct match *m;
	int reader;
	struct buf *out, line;
	int board;                       /* last number written in a copy */
	int *number;                     /* of each seq in the copy */
};

static bool
reveals(const struct match *m)
{
	struct options o;
	struct err e;
	const char *v;

	if (options_parse(m->game.options, &o, &e))
		return false;
	v = options_get(&o, "reveal");
	return !v || strcmp(v, "no");
}

static bool
is_closed(const struct match *m)
{
	return m->game.state == GAME_OVER || m->game.state == GAME_CANCELLED;
}

static void
write_head(struct match *m, const char *reader, bool seed, struct buf *out)
{
	char commit[HASH_HEX_SIZE], hex[HASH_HEX_SIZE], id[24];
	char started[CLOCK_STAMP_SIZE];
	struct turnlog_head h = { .game = m->game.kind,
		.version = m->game.version, .data_hash = m->game.data_hash,
		.id = id, .started = started, .seats = m->seats,
		.options = m->game.options, .seed_commit = commit,
		.reader = reader };

	fairness_commit(m->game.seed, commit);
	hash_hex(m->game.seed, sizeof m->game.seed, hex);
	snprintf(id, sizeof id, "%lld", (long long)m->game.id);
	clock_stamp(m->game.started ? m->game.started : m->game.created, started);
	for (int s = 1; s <= m->seats; s++)
		h.seat_name[s] = m->seat[s].name;
	if (seed)
		h.seed = hex;
	turnlog_write_head(out, &h);
}

static int
whole_row(void *arg, const struct event_row *row)
{
	struct logging *l = arg;

	turnlog_write_event(l->out, row->seq, row->actor, row->words, row->stamp);
	for (const char *p = row->derived; *p; ) {
		size_t n = strcspn(p, "\n");
		char *line = mem_ndup(p, n);
		turnlog_write_derived(l->out, line);
		free(line);
		p += n + (p[n] == '\n');
	}
	buf_str(l->out, row->chat);
	return 0;
}

/* An undo in a copy names the event by the copy's numbers. */
static void
operator_words(struct logging *l, const struct happening *h)
{
	int seq = (int)strtol(h->words + strcspn(h->words, " "), NULL, 10);

	if (strncmp(h->words, "undo ", 5) || seq < 1 || seq >= h->seq)
		buf_str(&l->line, h->words);
	else
		buf_printf(&l->line, "undo %d", l->number[seq]);
}

static void
event_words(struct logging *l, const struct happening *h, enum redaction red)
{
	const struct game_kind *k = l->m->kind;
	size_t start = l->line.len;

	if (h->ev.kind == EVENT_DERIVED)
		k->rules->event_format(k->data, &h->ev, &l->line);
	else
		buf_str(&l->line, h->row);
	if (red == REDACT_HIDE) {
		buf_truncate(&l->line, start + strcspn(l->line.data + start, " "));
		buf_str(&l->line, " ?");
	}
}

static int
copy_one(void *arg, struct match *m, const struct happening *h)
{
	struct logging *l = arg;
	enum redaction red = REDACT_SHOW;

	buf_clear(&l->line);
	if (h->words) {
		operator_words(l, h);
	} else {
		red = m->kind->rules->redact(m->kind->data,
			table_position(m->table), &h->ev, l->reader);
		if (red == REDACT_OMIT)
			return 0;
		event_words(l, h, red);
	}
	if (!h->words && h->ev.kind == EVENT_DERIVED)
		turnlog_write_derived(l->out, l->line.data);
	else
		turnlog_write_event(l->out, l->number[h->seq] = ++l->board,
			h->actor, l->line.data, h->stamp);
	return 0;
}

static void
write_end(struct match *m, struct buf *out)
{
	int score[SEATS_MAX + 1] = { 0 };
	bool agreed = match_proposer(m) > 0;

	if (m->game.state == GAME_OVER) {
		m->kind->rules->scores(m->kind->data, table_position(m->table),
			score);
		turnlog_write_end(out, "finished", m->seats, score);
	} else if (m->game.state == GAME_CANCELLED) {
		turnlog_write_end(out, agreed ? "abandoned" : "cancelled",
			m->seats, NULL);
	}
}

int
match_log(struct match *m, int reader, bool with_seed, struct buf *out,
	struct err *e)
{
	struct logging l = { .m = m, .reader = reader, .out = out };
	bool whole = reader == ARCHIVE;
	char hash[HASH_HEX_SIZE], name[16] = "observer";
	int rc = 0;

	/* A finished game is open to all, unless its seed is kept. */
	if (!whole && m->game.state == GAME_OVER && reveals(m))
		whole = true;
	if (reader > 0)
		snprintf(name, sizeof name, "p%d", reader);
	write_head(m, whole ? NULL : name, with_seed ||
		(m->game.state == GAME_OVER && reveals(m)), out);
	if (whole)
		rc = event_each(m->house->db, m->game.id, 1, whole_row, &l, e);
	else if (m->table) {
		l.number = mem_zero((size_t)m->game.seq + 1, sizeof *l.number);
		rc = match_each(m, 1, copy_one, &l, e);
		free(l.number);
	}
	if (rc == 0 && whole && m->table && m->game.seq) {
		table_facts_hash(m->table, hash);
		turnlog_write_check(out, m->game.seq, hash);
	}
	if (rc == 0 && is_closed(m))
		write_end(m, out);
	buf_release(&l.line);
	return rc;
}
