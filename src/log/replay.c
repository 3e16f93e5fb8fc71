/* SPDX-License-Identifier: MIT */
#include "log/replay.h"

#include "base/hash.h"
#include "game/args.h"
#include "game/beacon.h"

/* What a replay has at hand while it runs. */
struct seat_head {
	const struct replay_how *how;
	struct replay *r;
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct buf scratch;
	int seq;            /* of the last event line */
	int64_t since;      /* stamp of the last move, draw or undo; -1: none */
	bool played;        /* there was one */
	bool known;         /* the value was entered before an undo */
	struct refusal why; /* of the last move, if refused */
};

static int
wrong(struct seat_head *p, struct err *e, const char *fmt, const char *arg)
{
	char what[sizeof e->text];

	(void)snprintf(what, sizeof what, "%s%s", fmt, arg);
	return err_set(e, ERR_CORRUPT, "%d: %s", p->line.number, what);
}

/* Arguments of the grammar's form; *hidden: one of them is `?`. */
static int
args_form(struct slice args, struct buf *scratch, bool *hidden)
{
	struct slice word;
	int kind;

	while ((kind = args_next(&args, &word, scratch)) > 0)
		*hidden |= kind == 3;
	return kind;
}

/* Somewhere there may be an argument `?`: behind a space or a sign. The forms
 * of a chain have others. */
static bool
may_hide(const char *data, size_t len)
{
	const char *end = data + len, *p = data;

	while ((p = memchr(p, '?', (size_t)(end - p))) != NULL) {
		if (p > data && (p[-1] == ' ' || p[-1] == '='))
			return true;
		p++;
	}
	return false;
}

bool
replay_is_redacted(const char *data, size_t len)
{
	struct turnlog_reader reader;
	struct turnlog_line line;
	struct buf scratch = BUF_INIT;
	bool hidden = false;
	struct err e;

	if (!may_hide(data, len))
		return false;
	turnlog_open(&reader, data, len);
	while (!hidden && turnlog_next(&reader, &line, &e) == 1) {
		if (line.type == TURNLOG_EVENT)
			(void)args_form(line.text, &scratch, &hidden);
	}
	buf_release(&scratch);
	return hidden;
}

/* Somewhere in the log there may be an undo. Exclamation marks are rare. */
static bool
has_undo(const char *data, size_t len)
{
	static const char undo[] = "! undo ";
	const char *end = data + len, *p = data;

	while ((p = memchr(p, '!', (size_t)(end - p))) != NULL) {
		if ((size_t)(end - p) >= sizeof undo - 1 &&
		    memcmp(p, undo, sizeof undo - 1) == 0)
			return true;
		p++;
	}
	return false;
}

/* The words of an event as a move: strictly; or, if that is asked for, as a
 * player may write them. */
static int
read_move(struct seat_head *p, struct slice words, struct move *m)
{
	const struct table *t = p->r->table;
	const struct game_rules *rules = table_rules(t);
	struct buf text = BUF_INIT;
	int rc = rules->read(table_data(t), table_position(t), p->line.actor,
	    words.at, words.len, m);

	if (rc == 0 || !p->how->liberal)
		return rc;
	buf_add(&text, words.at, words.len);
	rc = rules->parse(table_data(t), table_position(t), p->line.actor, NULL,
	    buf_text(&text), m, &p->why);
	buf_release(&text);
	return rc;
}

static int
play_move(struct seat_head *p, struct err *e)
{
	struct table *t = p->r->table;
	struct slice words = turnlog_words(&p->line);
	struct move m;

	if (p->line.actor > p->r->head.seats)
		return wrong(p, e, "the game has no such seat", "");
	if (read_move(p, words, &m) != 0)
		return wrong(p, e,
		    table_over(t)       ? "the game is over" :
			p->how->liberal ? "not a move" :
					  "not a move in canonical form",
		    "");
	if (table_move(t, p->line.actor, &m, p->how->events, &p->why) != 0) {
		buf_clear(&p->scratch);
		refusal_format(&p->why, &p->scratch);
		return wrong(p, e, "refused ", buf_text(&p->scratch));
	}
	if (table_seq(t) != p->line.seq)
		return wrong(p, e, "one line stands for several moves", "");
	return 0;
}

static int
play_chance(struct seat_head *p, struct err *e)
{
	struct table *t = p->r->table;
	struct slice words = turnlog_words(&p->line);
	struct event ev;
	struct err why;

	if (table_rules(t)->chance_read(table_data(t), words.at, words.len,
		&ev) != 0)
		return wrong(p, e, "not a chance event in canonical form", "");
	if (table_chance(t, &ev, p->how->events, &why) != 0)
		return wrong(p, e, why.text, "");
	p->r->proven += p->how->prove;
	return 0;
}

/* What was written down before it was out is no value of the beacon (T34), and
 * which round is waited for is not chosen (T36). */
static int
check_beacon(const struct seat_head *p, const char *args, struct err *why)
{
	int64_t round = 0;

	(void)beacon_read(args, &round);
	if (p->line.time < 0)
		return err_set(why, ERR_CORRUPT, "the beacon has no stamp");
	if (p->line.time < beacon_time(round))
		return err_set(why, ERR_CORRUPT,
		    "the beacon's round was not out then");
	if (p->known || !p->played ||
	    beacon_use(&p->r->head.options) != BEACON_ROUNDS)
		return 0;
	if (p->since < 0)
		return err_set(why, ERR_CORRUPT,
		    "a stamp is missing above the beacon");
	if (round == beacon_round(p->since + BEACON_LEAD))
		return 0;
	return err_set(why, ERR_CORRUPT,
	    "the beacon's round is not the one to wait for, %lld",
	    (long long)beacon_round(p->since + BEACON_LEAD));
}

/* What the round of the next value follows from. */
static void
note_since(struct seat_head *p)
{
	p->since = p->line.time;
	p->played = true;
}

/* Once a line of a seat was read it had a part. */
static void
note_words(struct seat_head *p)
{
	int seat = p->line.actor < 0 ? turnlog_worded(turnlog_words(&p->line)) :
				       0;

	p->r->worded |= SEAT_BIT(seat);
}

static int
play_operator(struct seat_head *p, struct err *e)
{
	char verb[64];
	bool hidden = false;
	struct buf args = BUF_INIT;
	const char *awaits;
	struct err why;
	int rc;

	if (p->line.key.len >= sizeof verb)
		return wrong(p, e, "an operator's verb is too long", "");
	memcpy(verb, p->line.key.at, p->line.key.len);
	verb[p->line.key.len] = '\0';
	if (args_form(p->line.text, &p->scratch, &hidden) != 0)
		return wrong(p, e, "arguments of the wrong form", "");
	buf_add(&args, p->line.text.at, p->line.text.len);
	awaits = table_awaits(p->r->table);
	p->known = awaits != NULL && *awaits != '\0';
	rc = table_operator(p->r->table, verb, buf_text(&args), &why);
	if (rc == 0 && strcmp(verb, "beacon") == 0)
		rc = check_beacon(p, buf_text(&args), &why);
	if (rc == 0 && strcmp(verb, "undo") == 0)
		note_since(p);
	buf_release(&args);
	return rc == 0 ? 0 : wrong(p, e, why.text, "");
}

static int
play_event(struct seat_head *p, struct err *e)
{
	int rc;

	if (p->line.seq != p->seq + 1)
		return err_set(e, ERR_CORRUPT, "%d: event %d should be %d",
		    p->line.number, p->line.seq, p->seq + 1);
	p->seq++;
	if (p->how->events != NULL)
		events_clear(p->how->events);
	if (p->line.actor > 0)
		rc = play_move(p, e);
	else if (p->line.actor == 0)
		rc = play_chance(p, e);
	else
		rc = play_operator(p, e);
	if (p->line.actor >= 0)
		note_since(p);
	p->r->events += rc == 0;
	note_words(p);
	return rc;
}

static int
play_check(struct seat_head *p, struct err *e)
{
	char hash[HASH_HEX_SIZE];

	if (p->line.seq != p->seq)
		return wrong(p, e, "a check that is not of the event before it",
		    "");
	if (!table_facts_are(p->r->table, p->line.text.at)) {
		table_facts_hash(p->r->table, hash);
		return wrong(p, e, "the facts have another hash: ", hash);
	}
	p->r->checks++;
	return 0;
}

/* The scores of %end, which read_end() has found well-formed. */
static int
end_scores(struct seat_head *p, bool demanded, struct err *e)
{
	const char *at = p->line.text.at, *end = at + p->line.text.len;
	int by_seat[SEATS_MAX + 1] = { 0 };
	int seat = 0;

	if (at == end && !demanded)
		return 0;
	game_scores(table_rules(p->r->table), table_data(p->r->table),
	    table_position(p->r->table), by_seat);
	buf_clear(&p->scratch);
	for (seat = 1; seat <= p->r->head.seats; seat++)
		buf_printf(&p->scratch, "%sp%d=%d", seat > 1 ? " " : "", seat,
		    by_seat[seat]);
	if (p->scratch.len != p->line.text.len ||
	    memcmp(p->scratch.data, at, p->scratch.len) != 0)
		return wrong(p, e, "the scores are ", buf_text(&p->scratch));
	return 0;
}

static int
end_word(struct seat_head *p, struct err *e)
{
	if (slice_is(p->line.key, "finished"))
		p->r->end = REPLAY_FINISHED;
	else if (slice_is(p->line.key, "abandoned"))
		p->r->end = REPLAY_ABANDONED;
	else if (slice_is(p->line.key, "cancelled"))
		p->r->end = REPLAY_CANCELLED;
	else
		return wrong(p, e, "a game is finished, abandoned or cancelled",
		    "");
	return 0;
}

static int
play_end(struct seat_head *p, struct err *e)
{
	struct table *t = p->r->table;

	if (end_word(p, e) != 0)
		return -1;
	if (p->r->end != REPLAY_FINISHED && !table_cancelled(t))
		return wrong(p, e, "the game was not cancelled", "");
	if (p->r->end == REPLAY_FINISHED && table_cancelled(t))
		return wrong(p, e, "the game was cancelled", "");
	if (!table_over(t))
		return wrong(p, e, "the game is not over", "");
	return end_scores(p, p->r->end == REPLAY_FINISHED, e);
}

/* A line of the log itself, after the head. */
static int
play_line(struct seat_head *p, struct err *e)
{
	p->r->line = p->line.number;
	switch (p->line.type) {
	case TURNLOG_EVENT:
		return play_event(p, e);
	case TURNLOG_CHECK:
		return play_check(p, e);
	case TURNLOG_END:
		return play_end(p, e);
	case TURNLOG_CHAT:
		if (p->line.actor > p->r->head.seats)
			return wrong(p, e, "the game has no such seat", "");
		return 0;
	default:
		return 0;
	}
}

/* The same for a copy: the form is all there is to test. */
static int
form_line(struct seat_head *p, struct err *e)
{
	bool hidden = false;

	p->r->line = p->line.number;
	if (p->line.actor > p->r->head.seats)
		return wrong(p, e, "the game has no such seat", "");
	if (p->line.type == TURNLOG_END)
		return end_word(p, e);
	if (p->line.type != TURNLOG_EVENT)
		return 0;
	if (p->line.seq != p->seq + 1)
		return err_set(e, ERR_CORRUPT, "%d: event %d should be %d",
		    p->line.number, p->line.seq, p->seq + 1);
	p->seq++;
	if (args_form(p->line.text, &p->scratch, &hidden) != 0)
		return wrong(p, e, "arguments of the wrong form", "");
	p->r->events++;
	note_words(p);
	return 0;
}

int
replay_worded(const struct replay *r)
{
	return seats_in(r->worded, r->head.seats);
}

/* The whole log was read: what its tag says of words is so. */
static int
count_words(const struct replay *r, struct err *e)
{
	const struct replay_head *h = &r->head;
	int n = replay_worded(r);

	if (h->words < 0 || (h->words == n && r->events > 0))
		return 0;
	if (r->events == 0)
		return err_set(e, ERR_CORRUPT,
		    "%d: tag Words, and the game has not begun", h->words_line);
	return err_set(e, ERR_CORRUPT,
	    "%d: Words says %d, and words of %d seats stand below",
	    h->words_line, h->words, n);
}

/* The line that was read (1), or cannot be (-1), is behind the event at which
 * to stop, what followed from that and its head. */
static bool
is_behind(const struct seat_head *p, int rc)
{
	return p->how->until >= 0 && p->seq >= p->how->until &&
	    (rc < 0 ||
		(p->line.type != TURNLOG_DERIVED &&
		    (p->line.type != TURNLOG_CHAIN || p->line.seq == 0)));
}

static int
play_lines(struct seat_head *p, int (*take)(struct seat_head *, struct err *),
    struct err *e)
{
	int rc;

	while ((rc = turnlog_next(&p->reader, &p->line, e)) != 0 &&
	    !is_behind(p, rc)) {
		if (rc < 0)
			return err_wrap(e, "%d", p->line.number);
		if (take(p, e) != 0)
			return -1;
		if (p->how->each != NULL &&
		    (p->how->all_lines || p->line.type == TURNLOG_EVENT) &&
		    p->how->each(p->how->ctx, p->r, &p->line) != 0)
			return 0;
	}
	if (p->how->until > p->seq)
		return err_set(e, ERR_CORRUPT, "%d: there is no event %d",
		    p->reader.line, p->how->until);
	return p->how->until < 0 ? count_words(p->r, e) : 0;
}

/* Finds the game and its data, and sets the table up. */
static int
open_table(struct seat_head *p, bool undo, struct err *e)
{
	const struct replay_head *h = &p->r->head;
	const struct game_kind *kind = p->how->kind;
	uint8_t seed[RNG_KEY_SIZE];

	if (game_find(h->game) == NULL)
		return err_set(e, ERR_CORRUPT, "2: no game named %s", h->game);
	if (kind == NULL && game_open(h->game, &kind, e) != 0)
		return -1;
	if (strcmp(kind->rules->name, h->game) != 0 ||
	    kind->rules->version != h->version)
		return err_set(e, ERR_CORRUPT,
		    "2: this is %s/%d, the log is of %s/%d", kind->rules->name,
		    kind->rules->version, h->game, h->version);
	if (strcmp(kind->data_hash, h->data_hash) != 0)
		return err_set(e, ERR_CORRUPT,
		    "3: the data of %s are not those of the log (sha256:%s)",
		    h->game, kind->data_hash);
	if (p->how->prove && h->seed[0] == '\0')
		return err_set(e, ERR_CORRUPT, "%d: the log has no Seed",
		    p->reader.line);
	if (table_new(kind, h->seats, &h->options, &p->r->table, e) != 0) {
		e->kind = ERR_CORRUPT;
		return err_wrap(e, "%d", p->reader.line);
	}
	table_draws(p->r->table, h->draws);
	table_keep_history(p->r->table, undo || p->how->keep_history);
	if (p->how->prove) {
		(void)hash_unhex(h->seed, 64, seed, sizeof seed);
		table_seed(p->r->table, seed);
	}
	return 0;
}

int
replay_text(const char *data, size_t len, const struct replay_how *how,
    struct replay *out, struct err *e)
{
	static const struct replay_how whole = { .until = -1 };
	struct seat_head p = { .how = how != NULL ? how : &whole,
		.r = out,
		.since = -1 };
	int rc;

	memset(out, 0, sizeof *out);
	turnlog_open(&p.reader, data, len);
	rc = replay_read_head(&p.reader, &out->head, e);
	out->line = p.reader.line;
	if (rc != 0)
		return -1;
	out->redacted = out->head.reader.len > 0 ||
	    replay_is_redacted(data, len);
	if (out->redacted) {
		rc = play_lines(&p, form_line, e);
	} else {
		rc = open_table(&p, has_undo(data, len), e);
		if (rc == 0)
			rc = play_lines(&p, play_line, e);
	}
	buf_release(&p.scratch);
	return rc;
}

void
replay_release(struct replay *r)
{
	table_free(r->table);
	*r = (struct replay){ .table = NULL };
}
