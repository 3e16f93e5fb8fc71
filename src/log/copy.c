/* SPDX-License-Identifier: MIT */
#include "log/copy.h"

#include "base/mem.h"
#include "log/chain.h"
#include "log/record.h"

/* What an observer read of a row when it was written. */
struct shown_row {
	bool open;         /* that it was */
	struct slice form; /* of each of its lines; len 0: all of it */
};

struct copy {
	int reader;
	bool revealed;   /* over, and secrets are published */
	bool wordless;   /* it ends before all that the tag Words counts */
	void *now;       /* owned; the last position */
	struct chain at; /* the last head */
	bool chained, by_operator;
	struct shown_row *link; /* owned; by seq */
	struct buf form; /* the same of the lines that stand in the copy */
	/* owned; of seq in the copy, or the next one's if it has none */
	int *number;
	int seqs; /* events of the log */
	int seq;  /* number of the copy's last event */
	struct events events;
	struct buf words;
	struct buf *out; /* borrowed */
	size_t from;     /* where the copy begins in it */
};

/* Every seat may know that the event was; in a chain, could then. */
static bool
counted(const struct copy *c, const struct table *t, const struct event *ev,
    int seq)
{
	if (c->chained)
		return c->link[seq].open;
	for (int s = 1; s <= table_seats(t); s++)
		if (table_rules(t)->redact(table_data(t), c->now, ev, s) ==
		    REDACT_OMIT)
			return false;
	return true;
}

/* How much an observer read of a line of the row when it was written. */
static enum redaction
seen_then(const struct copy *c, int seq, size_t line)
{
	const struct shown_row *l = &c->link[seq];

	return l->open ? chain_letter(l->form, line) : REDACT_OMIT;
}

/* How much of a line of the row the reader may know: what was seen stays seen.
 * Notes how much of what stands in the copy an observer read. */
static enum redaction
seen(struct copy *c, const struct table *t, const struct event *ev, int seq,
    size_t line)
{
	enum redaction now = table_rules(t)->redact(table_data(t), c->now, ev,
	    c->reader);
	enum redaction then;

	if (!c->chained)
		return now;
	then = seen_then(c, seq, line);
	if (then < now)
		now = then;
	if (now != REDACT_OMIT)
		buf_char(&c->form,
		    CHAIN_LETTERS[then == now ? REDACT_SHOW : then]);
	return now;
}

/* The words of an event, as the reader may know them. */
static void
take_words(struct copy *c, const struct turnlog_line *line, bool hide)
{
	struct slice words = hide ? line->key : turnlog_words(line);

	buf_clear(&c->words);
	buf_add(&c->words, words.at, words.len);
	if (hide)
		buf_str(&c->words, " ?");
}

static void
write_event(struct copy *c, const struct turnlog_line *line)
{
	turnlog_write_event(c->out, ++c->seq, line->actor, buf_text(&c->words),
	    line->time);
}

/* All may know what an operator did; an undo names the copy's number. */
static void
copy_operator(struct copy *c, const struct turnlog_line *line)
{
	buf_clear(&c->form);
	c->number[line->seq] = c->seq + 1;
	take_words(c, line, false);
	if (line->key.len == 4 && memcmp(line->key.at, "undo", 4) == 0) {
		char digits[16] = "";

		memcpy(digits, line->text.at,
		    line->text.len < 15 ? line->text.len : 15);
		buf_clear(&c->words);
		buf_printf(&c->words, "undo %d",
		    c->number[strtol(digits, NULL, 10)]);
	}
	write_event(c, line);
}

/* What followed from the event, as far as the reader may know it. */
static void
copy_derived(struct copy *c, const struct table *t, int seq)
{
	size_t line = 0;

	for (int i = 0; i < c->events.n; i++) {
		const struct event *ev = &c->events.at[i];
		enum redaction how;

		if (ev->kind != EVENT_DERIVED)
			continue;
		how = seen(c, t, ev, seq, ++line);
		if (how == REDACT_OMIT)
			continue;
		buf_clear(&c->words);
		record_words(t, NULL, ev, &c->words);
		if (how == REDACT_HIDE) {
			buf_truncate(&c->words,
			    strcspn(buf_text(&c->words), " "));
			buf_str(&c->words, " ?");
		}
		turnlog_write_derived(c->out, buf_text(&c->words));
	}
}

/* A secret of the reader's own is told without a number. */
static void
copy_event(struct copy *c, const struct table *t,
    const struct turnlog_line *line)
{
	const struct event *ev = &c->events.at[0];
	enum redaction how;

	buf_clear(&c->form);
	how = seen(c, t, ev, line->seq, 0);
	c->number[line->seq] = c->seq + 1;
	take_words(c, line, how != REDACT_SHOW);
	if (counted(c, t, ev, line->seq))
		write_event(c, line);
	else if (how != REDACT_OMIT)
		buf_printf(c->out, "> p%d %s\n", line->actor,
		    buf_text(&c->words));
	copy_derived(c, t, line->seq);
}

/* The head of the copy's last event. That of the end is made anew below. */
static void
copy_link(struct copy *c, const struct turnlog_line *line)
{
	struct buf words = BUF_INIT;
	uint8_t seal[HASH_SIZE];
	struct slice form;

	if (line->seq == 0)
		return;
	chain_read(line->text, c->at.head, seal, &form);
	chain_words(&c->at, seal, buf_text(&c->form), &words);
	turnlog_write_chain(c->out, c->seq, buf_text(&words));
	buf_release(&words);
}

static void
copy_end(struct copy *c, const struct turnlog_line *line)
{
	struct buf end = BUF_INIT;

	turnlog_write_kept(&end, line);
	if (c->chained)
		chain_close(c->out, c->from, c->at.head, buf_text(&end));
	buf_add(c->out, end.data, end.len);
	buf_release(&end);
}

/* Comments may hold anything, and what derives from moves is made anew. */
static int
copy_line(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct copy *c = ctx;

	switch (line->type) {
	case TURNLOG_EVENT:
		c->by_operator = line->actor < 0;
		if (c->by_operator)
			copy_operator(c, line);
		else
			copy_event(c, r->table, line);
		break;
	case TURNLOG_CHECK:
		if (c->revealed)
			buf_printf(c->out, "# %d sha256:%.64s\n", c->seq,
			    line->text.at);
		break;
	case TURNLOG_CHAIN:
		copy_link(c, line);
		break;
	case TURNLOG_END:
		copy_end(c, line);
		break;
	case TURNLOG_DERIVED:
		/* All are told who did an operator's act, and why. */
		if (c->by_operator)
			turnlog_write_kept(c->out, line);
		break;
	case TURNLOG_SECTION:
	case TURNLOG_CHAT:
	case TURNLOG_ANEW:
		turnlog_write_kept(c->out, line);
		break;
	case TURNLOG_BLANK:
		buf_char(c->out, '\n');
		break;
	default:
		break;
	}
	return 0;
}

/* The tags, without the seed while it is secret, and whose copy this is. */
static void
copy_head(struct copy *c, const char *text, size_t len)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct err e;

	c->from = c->out->len;
	buf_str(c->out, c->chained ? "%turnlog 1.1\n" : "%turnlog 1\n");
	turnlog_open(&reader, text, len);
	while (turnlog_next(&reader, &line, &e) == 1 &&
	    line.type == TURNLOG_TAG) {
		if ((slice_is(line.key, "Seed") && !c->revealed) ||
		    (slice_is(line.key, "Words") && c->wordless))
			continue;
		buf_add(c->out, line.key.at, line.key.len);
		buf_str(c->out, ": ");
		buf_add(c->out, line.text.at, line.text.len);
		buf_char(c->out, '\n');
	}
	if (c->reader == OBSERVER)
		buf_str(c->out, "Reader: observer\n\n");
	else
		buf_printf(c->out, "Reader: p%d\n\n", c->reader);
}

/* Which rows have heads, and what an observer read of those. */
static void
learn_links(struct copy *c, const char *text, size_t len)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	uint8_t head[HASH_SIZE], seal[HASH_SIZE];
	struct err e;
	int most = c->seqs;

	turnlog_open(&reader, text, len);
	while (turnlog_next(&reader, &line, &e) == 1) {
		struct shown_row *l;

		if (line.type != TURNLOG_CHAIN || line.seq < 1 ||
		    line.seq > most)
			continue;
		l = &c->link[line.seq];
		l->open = true;
		chain_read(line.text, head, seal, &l->form);
	}
	c->chained = reader.chained;
}

/* First pass: where the game stands. */
static int
learn(struct copy *c, const struct replay *r, struct err *e)
{
	const char *reveal;
	size_t size;

	if (r->redacted)
		return err_set(e, ERR_CORRUPT, "%d: this is a copy already",
		    r->line);
	if (c->reader > r->head.seats)
		return err_set(e, ERR_CORRUPT, "%d: the game has %d seats",
		    r->line, r->head.seats);
	reveal = options_get(&r->head.options, "reveal");
	/* What was called off may be revived; the log does not know. */
	c->revealed = table_over(r->table) && !table_cancelled(r->table) &&
	    (reveal == NULL || strcmp(reveal, "no") != 0);
	c->wordless = r->events == 0 || replay_worded(r) != r->head.words;
	size = table_rules(r->table)->position_size;
	c->now = mem_alloc(size);
	memcpy(c->now, table_position(r->table), size);
	c->seqs = table_seq(r->table);
	c->number = mem_zero((size_t)c->seqs + 1, sizeof *c->number);
	c->link = mem_zero((size_t)c->seqs + 1, sizeof *c->link);
	return 0;
}

int
copy_log(const char *text, size_t len, const struct game_kind *kind, int reader,
    int until, struct buf *out, struct err *e)
{
	struct copy c = { .reader = reader, .out = out };
	struct replay_how how = { .kind = kind, .until = until };
	struct replay replay;
	int rc = replay_text(text, len, &how, &replay, e);

	if (rc == 0)
		rc = learn(&c, &replay, e);
	replay_release(&replay);
	if (rc == 0) {
		learn_links(&c, text, len);
		copy_head(&c, text, len);
		how.events = &c.events;
		how.each = copy_line;
		how.all_lines = true;
		how.ctx = &c;
		rc = replay_text(text, len, &how, &replay, e);
		replay_release(&replay);
	}
	free(c.now);
	free(c.number);
	free(c.link);
	buf_release(&c.form);
	events_release(&c.events);
	buf_release(&c.words);
	return rc;
}
