/* SPDX-License-Identifier: MIT */

/* A chain as a log has it: every head made again from the lines above it. */

#include <stdlib.h>

#include "base/mem.h"
#include "log/chain.h"
#include "log/replay.h"

struct chaining {
	const char *text;
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct chain at;
	struct chain_row made;     /* owned */
	struct hash_key *key;      /* owned; NULL: not found->sealed */
	bool copy;                 /* for one reader: some lines are missing */
	bool hears;                /* what was said is bound */
	struct turnlog_line *row;  /* owned: an event and what derived */
	size_t n;                  /* lines of it; 0: it has its head */
	int *number;               /* owned: of each event, an observer's */
	size_t events;             /* + 1 */
	const char *closing;       /* the line that binds the end; NULL */
	uint8_t closed[HASH_SIZE]; /* what it says */
	struct chain_found *found;
};

static int
wrong(const struct chaining *c, const char *what, struct err *e)
{
	return err_set(e, ERR_CORRUPT, "%d: %s", c->line.number, what);
}

/* What an observer reads of an event in a whole log: of an undo, the number
 * that the event has for them. */
static struct slice
words_shown(const struct chaining *c, const struct turnlog_line *line,
    char undo[32])
{
	struct slice words = turnlog_words(line);
	char digits[16] = "";
	long seq;

	if (c->copy || line->actor >= 0 || !slice_is(line->key, "undo") ||
	    line->text.len >= sizeof digits)
		return words;
	memcpy(digits, line->text.at, line->text.len);
	seq = strtol(digits, NULL, 10);
	if (seq < 1 || (size_t)seq >= c->events)
		return words;
	snprintf(undo, 32, "undo %d", c->number[seq]);
	return (struct slice){ undo, strlen(undo) };
}

/* The lines of the row that was read, as it is and as an observer had it. */
static void
make_row(struct chaining *c, struct slice form)
{
	const struct turnlog_line *event = &c->row[0];
	int number = c->found->heads;
	char undo[32];

	chain_clear(&c->made);
	if (form.len == 0 && (c->copy || number == event->seq)) {
		/* All of it as it stands. */
		for (size_t i = 0; i < c->n; i++) {
			buf_add(&c->made.full, c->row[i].all.at,
			    c->row[i].all.len);
			buf_char(&c->made.full, '\n');
		}
		buf_add(&c->made.shown, c->made.full.data, c->made.full.len);
		c->n = 0;
		return;
	}
	chain_event(&c->made, event, c->copy ? event->seq : number,
	    words_shown(c, event, undo), chain_letter(form, 0));
	for (size_t i = 1; i < c->n; i++)
		chain_derived(&c->made, c->row[i].text, chain_letter(form, i));
	c->n = 0;
}

/* The event that was read last, if there is one, has no head: as one that not
 * all may know of, which no copy has. */
static int
pass_headless(struct chaining *c, struct err *e)
{
	struct chain_found *f = c->found;

	if (c->n == 0)
		return 0;
	if (c->copy)
		return err_set(e, ERR_CORRUPT, "%d: event %d has no head",
		    c->row[0].number, c->row[0].seq);
	f->headless = mem_more(f->headless, (size_t)f->n_headless,
	    sizeof *f->headless);
	f->headless[f->n_headless++] = c->row[0].seq;
	make_row(c, (struct slice){ "", 0 });
	chain_hide(&c->at, &c->made);
	return 0;
}

static int
take_event(struct chaining *c, struct err *e)
{
	if (pass_headless(c, e) != 0)
		return -1;
	c->row = mem_more(c->row, 0, sizeof *c->row);
	c->row[c->n++] = c->line;
	c->number = mem_more(c->number, c->events, sizeof *c->number);
	c->number[c->events++] = c->found->heads;
	return 0;
}

/* In a copy its reader's own secrets stand on such lines too. */
static int
take_derived(struct chaining *c, struct err *e)
{
	if (c->n == 0)
		return c->copy ? 0 :
				 wrong(c, "this line follows from no event", e);
	c->row = mem_more(c->row, c->n, sizeof *c->row);
	c->row[c->n++] = c->line;
	return 0;
}

static void
keep_head(struct chaining *c)
{
	struct chain_found *f = c->found;

	f->head = mem_more(f->head, (size_t)f->heads, sizeof *f->head);
	memcpy(f->head[f->heads++], c->at.head, HASH_SIZE);
}

static int
take_head(struct chaining *c, struct err *e)
{
	uint8_t head[HASH_SIZE], seal[HASH_SIZE], made[HASH_SIZE];
	struct slice form;

	if (c->n == 0 || c->line.seq != c->row[0].seq)
		return wrong(c, "a head that is not of the event before it", e);
	chain_read(c->line.text, head, seal, &form);
	if (form.len != 0 && form.len != c->n)
		return wrong(c, "a form that is not of the lines before it", e);
	make_row(c, form);
	if (c->found->sealed) {
		chain_seal_by(&c->at, c->key, &c->made, made);
		if (!hash_equal(seal, made, HASH_SIZE))
			return wrong(c, "the seed gives another seal", e);
	}
	chain_link(&c->at, &c->made, seal);
	if (!hash_equal(head, c->at.head, HASH_SIZE))
		return wrong(c, "the lines above have another head", e);
	keep_head(c);
	return 0;
}

static int
take_link(struct chaining *c, struct err *e)
{
	if (c->line.seq > 0)
		return take_head(c, e);
	if (c->closing != NULL)
		return wrong(c, "the end is bound twice", e);
	c->closing = c->line.text.at - strlen("# end ");
	chain_read(c->line.text, c->closed, NULL, NULL);
	return 0;
}

static int
take_end(struct chaining *c, struct err *e)
{
	uint8_t made[HASH_SIZE];
	struct buf end = BUF_INIT;

	if (c->closing == NULL)
		return wrong(c, "no head binds the end", e);
	turnlog_write_kept(&end, &c->line);
	chain_end(c->text, (size_t)(c->closing - c->text), c->at.head,
	    buf_text(&end), made);
	buf_release(&end);
	c->found->closed = true;
	return hash_equal(c->closed, made, HASH_SIZE) ?
	    0 :
	    wrong(c, "the end has another head", e);
}

static void
take_anew(struct chaining *c)
{
	static const char mark[] = "# anew ";
	struct chain_found *f = c->found;
	struct slice why = c->line.text;

	chain_said(&c->at,
	    (struct slice){ why.at - (sizeof mark - 1),
		why.len + sizeof mark - 1 });
	f->anew = mem_more(f->anew, (size_t)f->anews, sizeof *f->anew);
	f->anew[f->anews++] = (struct chain_anew){ f->heads - 1, why };
}

static int
take_line(struct chaining *c, struct err *e)
{
	const struct turnlog_line *line = &c->line;

	switch (line->type) {
	case TURNLOG_EVENT:
		return take_event(c, e);
	case TURNLOG_DERIVED:
		return take_derived(c, e);
	case TURNLOG_CHAT:
		if (!c->hears)
			return 0;
		chain_said(&c->at,
		    (struct slice){ line->key.at - 1,
			(size_t)(line->text.at + line->text.len -
			    line->key.at) +
			    1 });
		return 0;
	case TURNLOG_CHAIN:
		return take_link(c, e);
	case TURNLOG_ANEW:
		take_anew(c);
		return 0;
	case TURNLOG_END:
		return take_end(c, e);
	default:
		return 0;
	}
}

/* Names that seats had at the beginning: whom the first line that says so
 * calls the holder until then. */
static void
first_names(const char *text, size_t len, char *name[SEATS_MAX + 1])
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct slice held;
	struct err e;
	int seat = 0;

	turnlog_open(&reader, text, len);
	while (turnlog_next(&reader, &line, &e) == 1) {
		if (line.type == TURNLOG_EVENT)
			seat = line.actor < 0 ?
			    turnlog_named(turnlog_words(&line)) :
			    0;
		if (line.type == TURNLOG_DERIVED && seat > 0 &&
		    turnlog_held(line.text, &held)) {
			free(name[0]);
			name[0] = mem_ndup(held.at, held.len);
			if (name[seat] == NULL) {
				name[seat] = name[0];
				name[0] = NULL;
			}
		}
	}
}

static bool
names_change(const char *text, size_t len)
{
	return memmem(text, len, "\n> " TURNLOG_HELD,
		   strlen("\n> " TURNLOG_HELD)) != NULL;
}

static char *
text_of(struct slice s)
{
	return mem_ndup(s.at, s.len);
}

/* The tags as they stood before the first event. */
static void
begin(struct chaining *c, const struct replay_head *head, size_t len)
{
	char *name[SEATS_MAX + 1] = { NULL }, *id = text_of(head->id);
	char *started = text_of(head->started);
	struct buf options = BUF_INIT;
	struct turnlog_head h = { .game = head->game,
		.version = head->version,
		.data_hash = head->data_hash,
		.id = id,
		.started = started,
		.seats = head->seats,
		.draws = head->draws,
		.seed_commit = head->seed_commit };

	options_format(&head->options, &options);
	h.options = buf_text(&options);
	if (names_change(c->text, len))
		first_names(c->text, len, name);
	for (int s = 1; s <= head->seats; s++) {
		if (name[s] == NULL)
			name[s] = text_of(head->seat_name[s]);
		h.seat_name[s] = name[s];
	}
	chain_begin(&c->at, &h);
	keep_head(c);
	for (int s = 0; s <= SEATS_MAX; s++)
		free(name[s]);
	free(id);
	free(started);
	buf_release(&options);
}

static int
open_log(struct chaining *c, const char *text, size_t len, struct err *e)
{
	struct replay_head head;
	uint8_t seed[HASH_SIZE], key[HASH_SIZE];

	turnlog_open(&c->reader, text, len);
	if (replay_read_head(&c->reader, &head, e) != 0)
		return -1;
	c->found->chained = c->reader.chained;
	c->copy = head.reader.len > 0;
	c->hears = chain_hears(&head.options);
	if (head.seed[0] != '\0' && !c->copy) {
		(void)hash_unhex(head.seed, strlen(head.seed), seed,
		    sizeof seed);
		chain_key(seed, key);
		c->key = hash_key_new(key);
		c->found->sealed = true;
	}
	if (c->found->chained)
		begin(c, &head, len);
	return 0;
}

int
chain_check(const char *text, size_t len, struct chain_found *out,
    struct err *e)
{
	struct chaining c = { .text = text, .found = out, .events = 1 };
	int rc, more;

	*out = (struct chain_found){ .heads = 0 };
	c.number = mem_more(NULL, 0, sizeof *c.number);
	rc = open_log(&c, text, len, e);
	while (rc == 0 && out->chained &&
	    (more = turnlog_next(&c.reader, &c.line, e)) != 0) {
		rc = more < 0 ? err_wrap(e, "%d", c.line.number) :
				take_line(&c, e);
	}
	if (rc == 0)
		rc = pass_headless(&c, e);
	free(c.row);
	free(c.number);
	hash_key_free(c.key);
	chain_release(&c.made);
	return rc;
}

void
chain_found_release(struct chain_found *f)
{
	free(f->head);
	free(f->anew);
	free(f->headless);
	*f = (struct chain_found){ .heads = 0 };
}
