/* SPDX-License-Identifier: MIT */

/* A match's snapshot: "pq3", the mark of the machine, the entries, then what
 * the table saves. A cache of this build alone: numbers are the machine's own,
 * and whatever does not fit is answered with "replay". */

#include "base/mem.h"
#include "match/record.h"
#include "store/event.h"

/* Says in which order the bytes of its numbers are, and how many a word has: a
 * store may have come from another. */
static const int64_t machine = 0x0102030405060700 + sizeof(long);

static void
put_int(struct buf *b, int64_t n)
{
	buf_add(b, &n, sizeof n);
}

static int
get(const char **at, const char *end, void *out, size_t len)
{
	if ((size_t)(end - *at) < len)
		return -1;
	memcpy(out, *at, len);
	*at += len;
	return 0;
}

static int
get_int(const char **at, const char *end, int64_t *out)
{
	return get(at, end, out, sizeof *out);
}

static void
put_entry(struct buf *b, const struct log_entry *h)
{
	size_t len = h->words != NULL ? strlen(h->words) + 1 : 0;

	put_int(b, h->seq);
	put_int(b, h->board);
	put_int(b, h->stamp);
	put_int(b, h->actor);
	put_int(b, (int64_t)len);
	buf_add(b, h->words != NULL ? h->words : "", len);
	put_int(b, h->ev.kind);
	put_int(b, h->ev.actor);
	put_int(b, h->ev.verb);
	put_int(b, h->ev.n);
	buf_add(b, h->ev.arg, h->ev.n * sizeof h->ev.arg[0]);
}

static int
get_entry(struct match *m, const char **at, const char *end)
{
	int64_t n[9];
	const char *words = NULL;
	struct log_entry *h;

	for (int i = 0; i < 5; i++)
		if (get_int(at, end, &n[i]))
			return -1;
	if (n[4] < 0 || n[4] > end - *at)
		return -1;
	if (n[4]) {
		words = *at;
		*at += n[4];
		if (words[n[4] - 1])
			return -1;
	}
	for (int i = 5; i < 9; i++)
		if (get_int(at, end, &n[i]))
			return -1;
	if (n[8] < 0 || n[8] > EVENT_ARGS)
		return -1;
	h = record_entry(m, (int)n[0], (int)n[1], (int)n[3], n[2], words);
	h->ev.kind = (uint8_t)n[5];
	h->ev.actor = (int8_t)n[6];
	h->ev.verb = (uint8_t)n[7];
	h->ev.n = (uint16_t)n[8];
	return get(at, end, h->ev.arg, (size_t)n[8] * sizeof h->ev.arg[0]);
}

static void
record_save(const struct match *m, struct buf *out)
{
	buf_str(out, "pq3");
	put_int(out, machine);
	put_int(out, (int64_t)m->n_recent);
	for (size_t i = 0; i < m->n_recent; i++)
		put_entry(out, &m->recent[i]);
	table_save(m->table, out);
}

int
record_keep(const struct match *m, struct err *e)
{
	struct buf b = BUF_INIT;
	int rc;

	record_save(m, &b);
	rc = position_put(m->club->db, m->game.id, m->game.seq, b.data, b.len,
	    e);
	buf_release(&b);
	return rc;
}

static int
get_recent(struct match *m, const char **at, const char *end)
{
	int64_t of, n;
	char magic[3];

	if (get(at, end, magic, 3) || memcmp(magic, "pq3", 3) != 0 ||
	    get_int(at, end, &of) || of != machine || get_int(at, end, &n) ||
	    n < 0)
		return -1;
	while (n-- > 0)
		if (get_entry(m, at, end))
			return -1;
	return 0;
}

void
record_drop(struct match *m)
{
	for (size_t i = 0; i < m->n_recent; i++)
		free(m->recent[i].words);
	m->n_recent = 0;
}

int
record_restore(struct match *m, const void *data, size_t len)
{
	const char *at = data, *end = at + len;
	struct table *t = NULL;
	struct err e;

	if (get_recent(m, &at, end) || replay_table(m, &t, &e) ||
	    table_restore(t, at, (size_t)(end - at), &e) ||
	    table_seq(t) != m->game.seq) {
		record_drop(m);
		table_free(t);
		return 0;
	}
	m->table = t;
	return 1;
}
