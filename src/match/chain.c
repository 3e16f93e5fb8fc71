/* SPDX-License-Identifier: MIT */
#include "match/chain.h"

#include "base/clock.h"
#include "base/mem.h"
#include "match/record.h"

_Static_assert(sizeof(struct chain) == GAME_CHAIN, "the row holds a chain");

static struct chain *
chain_at(struct match *m)
{
	return (struct chain *)m->game.chain;
}

const struct chain *
chain_of(const struct match *m)
{
	return (const struct chain *)m->game.chain;
}

void
chain_tags(const struct match *m, struct head_text *text,
    struct turnlog_head *h)
{
	*h = (struct turnlog_head){ .game = m->game.kind,
		.version = m->game.version,
		.data_hash = m->game.data_hash,
		.id = text->id,
		.started = text->started,
		.seats = m->seats,
		.options = m->game.options,
		.draws = m->game.draws,
		.seed_commit = text->commit };
	match_commit(m, text->commit);
	snprintf(text->id, sizeof text->id, "%lld", (long long)m->game.id);
	clock_stamp(m->game.started ? m->game.started : m->game.created,
	    text->started);
	for (int s = 1; s <= m->seats; s++)
		h->seat_name[s] = m->seat[s].name;
}

/* Of the seed as it was when the game was founded: rows are written also while
 * it is another. One that is not known opens no seal: then nobody can. */
static void
seal_key(struct match *m, uint8_t key[HASH_SIZE])
{
	static const uint8_t none[HASH_SIZE];
	char what[48];

	if (!hash_equal(m->game.seal, none, sizeof none)) {
		memcpy(key, m->game.seal, HASH_SIZE);
		return;
	}
	if (match_seeded(m)) {
		chain_key(m->game.seed, m->game.seal);
		memcpy(key, m->game.seal, HASH_SIZE);
		return;
	}
	snprintf(what, sizeof what, "seal %lld", (long long)m->game.id);
	hash_hmac(m->club->key, what, strlen(what), key);
}

int
chain_undone(const char *words)
{
	static const char undo[] = "undo ";

	return strncmp(words, undo, sizeof undo - 1) == 0 ?
	    (int)strtol(words + sizeof undo - 1, NULL, 10) :
	    0;
}

static struct slice
slice_of(const char *text)
{
	return (struct slice){ text, strlen(text) };
}

static enum redaction
how_of(const struct chain_new *new, size_t line)
{
	return line < new->n ? new->how[line] : REDACT_SHOW;
}

/* The lines of a row. */
static void
make_row(const struct chain_new *new, struct chain_row *out)
{
	const struct event_row *row = new->row;
	struct turnlog_line line = { .seq = row->seq,
		.actor = row->actor,
		.key = slice_of(row->words),
		.time = row->stamp };
	struct slice shown = line.key;
	const char *derived = row->derived;
	struct slice text;
	char undo[32];
	size_t i = 0;

	if (new->undo > 0) {
		snprintf(undo, sizeof undo, "undo %d", new->undo);
		shown = slice_of(undo);
	}
	chain_event(out, &line, row->board, shown, how_of(new, i));
	while (slice_line(&derived, &text))
		chain_derived(out, text, how_of(new, ++i));
}

/* The row into the chain, which has begun. */
static void
take_row(struct match *m, const struct chain_new *new, struct buf *out)
{
	uint8_t key[HASH_SIZE], seal[HASH_SIZE];
	struct chain *c = chain_at(m);
	struct chain_row row = { 0 };

	make_row(new, &row);
	if (!new->open) {
		chain_hide(c, &row);
	} else {
		seal_key(m, key);
		chain_seal(c, key, &row, seal);
		chain_link(c, &row, seal);
		chain_words(c, seal, buf_text(&row.form), out);
	}
	chain_release(&row);
}

static bool
hears(const struct match *m)
{
	struct options o;
	struct err e;

	return options_parse(m->game.options, &o, &e) != 0 || chain_hears(&o);
}

/* Lines that stand behind a row, or above the first. What a comment says nobody
 * was mailed. */
static void
add_said(struct match *m, const char *lines)
{
	struct slice line;
	bool heard = hears(m);

	while (slice_line(&lines, &line))
		if (chain_is_anew(line) || (heard && *line.at != ';'))
			chain_said(chain_at(m), line);
}

/* With the names that seats had at the beginning, where those are others. */
static void
begin(struct match *m, char *const name[SEATS_MAX + 1])
{
	struct head_text text;
	struct turnlog_head h;

	chain_tags(m, &text, &h);
	for (int s = 1; name != NULL && s <= m->seats; s++)
		if (name[s] != NULL)
			h.seat_name[s] = name[s];
	chain_begin(chain_at(m), &h);
	if (m->game.anew != NULL)
		add_said(m, m->game.anew);
}

int
chain_new_row(struct match *m, const struct chain_new *new, struct buf *out,
    struct err *e)
{
	if (m->unchained)
		return 0;
	if (!chain_begun(chain_of(m))) {
		if (new->row->seq == 1)
			begin(m, NULL);
		else if (chain_all(m, e))
			return -1;
	}
	take_row(m, new, out);
	return 0;
}

int
match_head(struct match *m, int board, struct buf *out, struct err *e)
{
	struct chain at = *chain_of(m);
	char text[CHAIN_SHORT + 1];
	struct buf words = BUF_INIT;
	int rc = chain_begun(&at) && board > 0;

	if (rc == 1 && board != m->game.board) {
		rc = event_head(m->club->db, m->game.id, board, &words, e);
		if (rc == 1)
			chain_read((struct slice){ words.data, words.len },
			    at.head, NULL, NULL);
		buf_release(&words);
	}
	if (rc == 1) {
		chain_short(at.head, text);
		buf_str(out, text);
		if (m->game.chains > 0)
			buf_printf(out, ".%d", m->game.chains + 1);
	}
	return rc;
}

int
chain_chat(struct match *m, const char *line, struct err *e)
{
	if (event_chat(m->club->db, m->game.id, m->game.seq, line, e))
		return -1;
	if (chain_begun(chain_of(m)) && hears(m))
		chain_said(chain_at(m), slice_of(line));
	return 0;
}

int
chain_anew(struct match *m, const char *why, struct err *e)
{
	struct buf line = BUF_INIT;
	int rc;

	buf_printf(&line, GAME_ANEW "%s", why);
	rc = game_says(m->club->db, &m->game, line.data, e);
	chain_said(chain_at(m), slice_of(line.data));
	m->game.chains++;
	buf_release(&line);
	return rc < 0 ? -1 : 0;
}

/* Of a row that is there already. */
struct rechained {
	int seq, board;
	char *chain; /* owned; NULL */
	bool same;   /* as the row has it */
};

/* Rows that are there already, played once more for what an observer may read
 * of them. */
struct rechain {
	struct match *m;
	struct table *t;
	struct events events;
	char *name[SEATS_MAX + 1]; /* owned: at the beginning; NULL: as now */
	struct rechained *row;     /* owned: for the store, when all are read */
	size_t n;
	struct err *e;
};

/* The first that is named as the holder until then held it from the start. */
static int
see_name(void *arg, const struct event_row *row)
{
	struct rechain *r = arg;
	const char *derived = row->derived;
	struct slice text, name;
	int seat = row->actor < 0 ? turnlog_named(slice_of(row->words)) : 0;

	while (seat > 0 && slice_line(&derived, &text))
		if (turnlog_held(text, &name) && r->name[seat] == NULL)
			r->name[seat] = mem_ndup(name.at, name.len);
	return 0;
}

/* What an observer may read of the event that the table has just taken, and of
 * what followed; the caller's. */
static enum redaction *
see_forms(const struct rechain *r, struct chain_new *new)
{
	const struct match *m = r->m;
	enum redaction *how = mem_alloc((size_t)r->events.n * sizeof *how);

	for (int i = 0; i < r->events.n; i++)
		how[i] = m->kind->rules->redact(m->kind->data,
		    table_position(r->t), &r->events.at[i], OBSERVER);
	new->open = table_open(r->t, &r->events.at[0]);
	if (new->open && how[0] == REDACT_OMIT)
		how[0] = REDACT_HIDE;
	new->how = how;
	new->n = (size_t)r->events.n;
	return how;
}

/* The number of an event that is undone, as an observer has it. */
static int
undone(const struct rechain *r, const struct event_row *row)
{
	int seq = row->actor < 0 ? chain_undone(row->words) : 0;

	if (seq < 1 || (size_t)seq > r->n)
		return 0;
	return seq > 1 ? r->row[seq - 2].board + 1 : 1;
}

static bool
same_chain(const char *a, const char *b)
{
	return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static int
see_row(void *arg, const struct event_row *row)
{
	struct rechain *r = arg;
	enum redaction *how = NULL;
	struct chain_new new = { .row = row,
		.open = true,
		.undo = undone(r, row) };
	struct buf out = BUF_INIT;

	if (replay_row(r->m, r->t, row, &r->events, r->e))
		return -1;
	if (row->actor >= 0)
		how = see_forms(r, &new);
	take_row(r->m, &new, &out);
	add_said(r->m, row->chat);
	r->row = mem_more(r->row, r->n, sizeof *r->row);
	r->row[r->n] = (struct rechained){ row->seq, row->board,
		out.len > 0 ? buf_steal(&out) : NULL, false };
	r->row[r->n].same = same_chain(row->chain, r->row[r->n].chain);
	r->n++;
	free(how);
	return 0;
}

/* All heads of the rows as they stand; r is then to be released. */
static int
make_heads(struct rechain *r)
{
	struct match *m = r->m;
	struct db *db = m->club->db;
	int rc = replay_table(m, &r->t, r->e);

	if (rc == 0)
		rc = event_each(db, m->game.id, 1, see_name, r, r->e);
	if (rc == 0) {
		begin(m, r->name);
		rc = event_each(db, m->game.id, 1, see_row, r, r->e);
	}
	return rc;
}

/* Those that differ, into the rows. */
static int
write_heads(const struct rechain *r)
{
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++)
		if (!r->row[i].same)
			rc = event_link(r->m->club->db, r->m->game.id,
			    r->row[i].seq, r->row[i].chain, r->e);
	return rc;
}

static void
rechain_release(struct rechain *r)
{
	for (size_t i = 0; i < r->n; i++)
		free(r->row[i].chain);
	for (int s = 1; s <= SEATS_MAX; s++)
		free(r->name[s]);
	free(r->row);
	events_release(&r->events);
	table_free(r->t);
}

int
chain_all(struct match *m, struct err *e)
{
	struct rechain r = { .m = m, .e = e };
	int rc = make_heads(&r);

	if (rc == 0)
		rc = write_heads(&r);
	rechain_release(&r);
	return rc ? -1 : 0;
}

/* What was mailed is the last head, and all before it by that. */
int
chain_mend(struct match *m, bool write, int *differ, struct err *e)
{
	struct rechain r = { .m = m, .e = e };
	struct chain was = *chain_of(m);
	bool mailed;
	int rc;

	*differ = 0;
	if (!chain_begun(&was))
		return 0;
	rc = make_heads(&r);
	for (size_t i = 0; i < r.n; i++)
		*differ += !r.row[i].same;
	mailed = hash_equal(was.head, chain_of(m)->head, HASH_SIZE);
	*differ += *differ == 0 && !mailed;
	if (rc == 0 && write && *differ > 0)
		rc = write_heads(&r) ||
		    (!mailed && chain_anew(m, "rebuilt", e));
	if (!write)
		*chain_at(m) = was;
	rechain_release(&r);
	return rc ? -1 : 0;
}
