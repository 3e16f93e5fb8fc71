/* SPDX-License-Identifier: MIT */
#include "log/outcome.h"

#include "base/clock.h"
#include "base/mem.h"

/* What is noted of each event while the log is played. */
struct noted {
	int turn; /* in which it was made */
	int8_t actor;
	bool late;          /* by a rule that ended the turn */
	bool secret;        /* not all seats could know that it was */
	struct slice words; /* borrowed */
};

/* If more than one in so many of the turns of its holder was ended by a rule
 * the seat is not rated. */
enum { LATE_SHARE = 3 };

struct watch {
	struct outcome *out;
	struct noted *noted; /* owned; by seq */
	int cap;
	seat_set acting; /* held, and to act */
	seat_set vacant; /* held by nobody */
	bool unrated;    /* founded so */
	seat_set late;   /* their turn is being ended by a rule */
	bool computers;  /* one sits there from start to end */
	int turn;        /* of the rules */
	int board;       /* as many events were there for all to know */
	/* stamp of the event that opened the seat's decision; -1: it has
	 * answered, or there was none */
	int64_t opened[SEATS_MAX + 1];
	/* seq after which the last holder came; 0: from the start */
	int held_from[SEATS_MAX + 1];
	const struct outcome_ear *ear; /* NULL: nobody listens */
};

static void
note(struct watch *w, int seq, int actor, bool secret, struct slice words)
{
	bool late = actor > 0 && (w->late & SEAT_BIT(actor)) != 0;

	if (seq >= w->cap) {
		w->cap = w->cap ? 2 * w->cap : 512;
		w->noted = mem_grow(w->noted, (size_t)w->cap, sizeof *w->noted);
	}
	w->noted[seq] = (struct noted){ w->turn, (int8_t)actor, late, secret,
		words };
}

/* A new holder decides anew, and how long the one before took is not theirs. */
static void
watch_operator(struct watch *w, const struct turnlog_line *line)
{
	bool left, undo = slice_is(line->key, "undo");
	int seat = turnlog_handover(turnlog_words(line), &left);
	int late = turnlog_late(turnlog_words(line));

	w->out->undos += undo;
	if (undo)
		w->late = 0;
	if (late > 0)
		w->late |= SEAT_BIT(late);
	if (seat == 0)
		return;
	w->late &= (seat_set)~SEAT_BIT(seat);
	w->vacant &= (seat_set)~SEAT_BIT(seat);
	if (left)
		w->vacant |= SEAT_BIT(seat);
	w->acting &= (seat_set)~SEAT_BIT(seat);
	w->held_from[seat] = line->seq;
	w->out->seat[seat].answers = 0;
	w->out->seat[seat].waited = 0;
}

/* A seat answers by its first move after it had come to act. */
static void
watch_answer(struct watch *w, const struct turnlog_line *line)
{
	struct outcome_seat *seat = &w->out->seat[line->actor];
	int64_t *opened = &w->opened[line->actor];

	if (w->acting & SEAT_BIT(line->actor) && *opened >= 0 &&
	    line->time >= *opened) {
		seat->answers++;
		seat->waited += line->time - *opened;
	}
	*opened = -1;
}

/* A decision opens when a seat comes to act, and anew with a new turn or an
 * undo for those that had answered. */
static void
watch_decisions(struct watch *w, const struct table *t,
    const struct turnlog_line *line)
{
	int turn = game_turn(table_position(t));
	bool anew = turn != w->turn || slice_is(line->key, "undo");
	seat_set act = table_to_act(t) & (seat_set)~w->vacant;

	for (int s = 1; s <= w->out->seats; s++)
		if (act & SEAT_BIT(s) &&
		    (!(w->acting & SEAT_BIT(s)) || (anew && w->opened[s] < 0)))
			w->opened[s] = line->time;
	w->late = turn != w->turn ? 0 : w->late & table_to_act(t);
	w->acting = act;
	w->turn = turn;
}

static int
watch_event(void *ctx, const struct replay *r, const struct turnlog_line *line)
{
	struct watch *w = ctx;
	bool secret = table_board(r->table) == w->board;

	w->board = table_board(r->table);
	if (line->time >= 0)
		w->out->ended = line->time;
	note(w, line->seq, line->actor, secret, turnlog_words(line));
	w->out->events++;
	w->out->draws += line->actor == 0;
	if (line->actor < 0)
		watch_operator(w, line);
	else if (line->actor > 0 && !secret)
		watch_answer(w, line);
	watch_decisions(w, r->table, line);
	if (w->ear != NULL)
		w->ear->event(w->ear->ctx, r, line, secret);
	return 0;
}

void
outcome_ranks(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int seats, int *score, int *rank)
{
	game_scores(rules, d, pos, score);
	for (int s = 1; s <= seats; s++)
		rank[s] = game_rank(rules, d, pos, s);
}

/* What the last holder of a seat did, of what stands. */
struct holding {
	int own;         /* moves */
	int turns, late; /* in which a move was made; ended by a rule */
	int turn;        /* the last of them */
	bool is_late;    /* that one */
};

static void
note_holding(struct holding *h, const struct noted *n)
{
	if (h->turns == 0 || h->turn != n->turn) {
		h->turns++;
		h->is_late = false;
	}
	h->turn = n->turn;
	h->own += !n->late;
	h->late += n->late && !h->is_late;
	h->is_late = h->is_late || n->late;
}

/* Moves that stand, and whose they are. */
static void
count_moves(struct watch *w, const struct table *t)
{
	struct holding holder[SEATS_MAX + 1] = { { 0 } };
	const int *live;
	int n = table_live(t, &live);

	for (int i = 0; i < n; i++) {
		const struct noted *event = &w->noted[live[i]];
		struct outcome_seat *seat;

		if (event->actor < 1 || event->secret)
			continue;
		seat = &w->out->seat[event->actor];
		if (seat->moves++ == 0 && !event->late &&
		    live[i] > w->held_from[event->actor])
			seat->opening = mem_ndup(event->words.at,
			    event->words.len);
		if (live[i] > w->held_from[event->actor])
			note_holding(&holder[event->actor], event);
	}
	for (int s = 1; s <= w->out->seats; s++) {
		struct outcome_seat *seat = &w->out->seat[s];
		const struct holding *h = &holder[s];

		seat->credited = !w->unrated && !(w->vacant & SEAT_BIT(s)) &&
		    2 * h->own >= seat->moves;
		seat->rated = seat->credited && !w->computers &&
		    w->out->end == REPLAY_FINISHED &&
		    LATE_SHARE * h->late <= h->turns;
	}
}

static void
take_head(struct outcome *out, const struct replay_head *h)
{
	snprintf(out->game, sizeof out->game, "%s", h->game);
	out->id = mem_ndup(h->id.at, h->id.len);
	out->seats = h->seats;
	(void)clock_stamp_parse(h->started.at, h->started.len, &out->started);
	out->ended = out->started;
	for (int s = 1; s <= h->seats; s++)
		out->seat[s].name = mem_ndup(h->seat_name[s].at,
		    h->seat_name[s].len);
}

static void
take_end(struct watch *w, const struct replay *r)
{
	int score[SEATS_MAX + 1] = { 0 }, rank[SEATS_MAX + 1] = { 0 };
	const struct table *t = r->table;

	w->out->end = r->end;
	count_moves(w, t);
	if (r->end != REPLAY_FINISHED)
		return;
	outcome_ranks(table_rules(t), table_data(t), table_position(t),
	    w->out->seats, score, rank);
	for (int s = 1; s <= w->out->seats; s++) {
		w->out->seat[s].score = score[s];
		w->out->seat[s].rank = rank[s];
	}
}

/* The head first: the number of seats is asked for from the first event. */
static int
learn_head(const char *text, size_t len, struct watch *w, struct err *e)
{
	struct turnlog_reader reader;
	struct replay_head head;

	turnlog_open(&reader, text, len);
	if (replay_read_head(&reader, &head, e) != 0)
		return -1;
	if (head.reader.len > 0 || replay_is_redacted(text, len))
		return err_set(e, ERR_CORRUPT,
		    "%d: a redacted copy does not say how the game went",
		    reader.line);
	take_head(w->out, &head);
	w->vacant = head.computers;
	w->unrated = options_unrated(&head.options);
	w->computers = head.computers != 0;
	return 0;
}

int
outcome_of_log(const char *text, size_t len, const struct game_kind *kind,
    struct outcome *out, struct err *e)
{
	return outcome_hear(text, len, kind, NULL, out, e);
}

int
outcome_hear(const char *text, size_t len, const struct game_kind *kind,
    const struct outcome_ear *ear, struct outcome *out, struct err *e)
{
	struct watch w = { .out = out, .ear = ear };
	struct replay_how how = { .kind = kind,
		.until = -1,
		.keep_history = true,
		.each = watch_event,
		.ctx = &w };
	struct replay r;
	int rc;

	memset(out, 0, sizeof *out);
	rc = learn_head(text, len, &w, e);
	if (rc == 0) {
		rc = replay_text(text, len, &how, &r, e);
		if (rc == 0)
			take_end(&w, &r);
		if (rc == 0 && ear != NULL)
			ear->end(ear->ctx, &r);
		replay_release(&r);
	}
	free(w.noted);
	if (rc != 0)
		outcome_release(out);
	return rc;
}

bool
outcome_won(const struct outcome *o, int seat)
{
	int first = 0;

	for (int s = 1; s <= o->seats; s++)
		first += o->seat[s].rank == 1;
	return o->end == REPLAY_FINISHED && o->seat[seat].rank == 1 &&
	    first == 1;
}

void
outcome_release(struct outcome *o)
{
	for (int s = 1; s <= o->seats; s++) {
		free(o->seat[s].name);
		free(o->seat[s].opening);
	}
	free(o->id);
	memset(o, 0, sizeof *o);
}
