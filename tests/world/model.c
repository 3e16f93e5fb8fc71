/* SPDX-License-Identifier: MIT */
#include "tests/world/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "log/replay.h"
#include "match/match.h"
#include "store/counts.h"
#include "tests/world/mailbox.h"
#include "tests/world/world.h"

enum {
	GRACE = 6 * 3600, /* as configured */
	/* a look at the mailbox, and what is stamped before it is seen */
	PROMPT = 150
}; /* seconds */
enum { LOG_SEATS = 10 };

/* A move that an answer called done. */
struct move_done {
	const struct wrote *by; /* borrowed */
	int64_t game;
	int seat;
	/* borrowed; NULL: the mail has ended the game, whose last mail names
	 * no move */
	const char *words;
};

static struct {
	struct move_done *done; /* owned */
	size_t n_done;
} model;

void
model_open(void)
{
	memset(&model, 0, sizeof model);
}

void
model_close(void)
{
	free(model.done);
}

/* ---- as mails come ---- */

static struct wrote *
answered(const struct person *p, const struct delivered *l)
{
	for (size_t i = 0; i < p->n_wrote && l->answers[0] != '\0'; i++)
		if (strcmp(p->wrote[i]->id, l->answers) == 0)
			return p->wrote[i];
	return NULL;
}

/* What is offered as "fly A4" may be called "fly ship A4 cost=1". */
static bool
means(const char *offered, const char *words)
{
	while (*offered != '\0') {
		size_t n = strcspn(offered, " ");
		const char *at = words;

		while (*at != '\0' &&
		    (strncmp(at, offered, n) != 0 ||
			(at[n] != ' ' && at[n] != '\0'))) {
			at += strcspn(at, " ");
			at += *at == ' ';
		}
		if (*at == '\0')
			return false;
		words = at + n;
		offered += n + (offered[n] == ' ');
	}
	return true;
}

static void
add_done(struct wrote *w, const char *words)
{
	w->moved = true;
	model.done = mem_more(model.done, model.n_done, sizeof *model.done);
	model.done[model.n_done++] = (struct move_done){ w, w->game, w->seat,
		words };
}

static void
note_done(struct wrote *w, const struct said *s)
{
	const char *words = s->words != NULL ? s->words : s->line;

	if (strcmp(s->verdict, "done") != 0 || strcmp(w->line, "ready") == 0 ||
	    strcmp(w->line, "resend") == 0)
		return;
	if (w->offered != NULL && !means(w->offered, words))
		world_wrong("%s: \"%s\" was offered as \"%s\" and done as "
			    "\"%s\"",
		    w->id, w->line, w->offered, words);
	add_done(w, words);
}

static void
note_answer(struct person *p, struct wrote *w, const struct delivered *l)
{
	if (w->came == 0)
		world_wrong("%s: %s is answered and did not come yet", l->id,
		    w->id);
	if (++w->answers > 1)
		world_wrong("%s of %s is answered twice", w->id, p->name);
	for (size_t i = 0; i < l->n_said; i++)
		note_done(w, &l->said[i]);
	if (l->over && l->n_said == 0)
		add_done(w, NULL);
}

/* The last mail to them about a seat; with_due: that told a deadline. */
static const struct delivered *
last_of_seat(const struct person *p, int64_t game, int seat, bool with_due)
{
	for (size_t i = p->n_got; i-- > 0;)
		if (p->got[i]->game == game && p->got[i]->seat == seat &&
		    (!with_due || p->got[i]->due != 0))
			return p->got[i];
	return NULL;
}

struct deadline {
	const struct person *who;
	const struct delivered *l;
};

/* What was told has come: by now the seat has moved, or been passed over. */
static void
deadline_over(void *arg)
{
	struct deadline *d = arg;
	const struct delivered *last = last_of_seat(d->who, d->l->game,
	    d->l->seat, false);

	if (last == d->l)
		world_wrong("%s has told %s a deadline, and nothing came of it",
		    d->l->id, d->who->name);
	free(d);
}

void
model_got(struct person *p, const struct delivered *l)
{
	struct wrote *w = answered(p, l);
	struct deadline *d;

	for (size_t i = 0; i + 1 < p->n_got; i++)
		if (strcmp(p->got[i]->id, l->id) == 0)
			world_wrong("%s has come twice", l->id);
	if (w != NULL)
		note_answer(p, w, l);
	if (l->due == 0 || !l->asks)
		return;
	d = mem_alloc(sizeof *d);
	*d = (struct deadline){ p, l };
	agenda_add(&world.agenda, (l->due + GRACE + PROMPT) * SECOND,
	    deadline_over, d, free);
}

/* ---- at the end ---- */

/* "12 p1 fly ship A4 @2026-11-20T19:12:44Z" */
struct entry {
	int seq, seat; /* 0: nobody's */
	char words[400];
	int64_t stamp;
	int over; /* it ends the turn of that seat */
};

static bool
entry_read(const char *line, struct entry *e)
{
	size_t n = strcspn(line, "\n");
	char actor[4], *at;
	int used;

	memset(e, 0, sizeof *e);
	if (sscanf(line, "%d %3s %n", &e->seq, actor, &used) != 2 ||
	    n - (size_t)used >= sizeof e->words)
		return false;
	memcpy(e->words, line + used, n - (size_t)used);
	e->seat = actor[0] == 'p' ? actor[1] - '0' : 0;
	at = strrchr(e->words, '@');
	if (at != NULL && at > e->words &&
	    clock_stamp_parse(at + 1, strlen(at + 1), &e->stamp) == 0)
		at[-1] = '\0';
	return true;
}

/* The person who holds a seat: whom its mails came to. */
static const struct person *
holder(int64_t game, int seat)
{
	for (int i = 0; i < people.n; i++)
		if (last_of_seat(&people.at[i], game, seat, false) != NULL)
			return &people.at[i];
	return NULL;
}

/* The turn of a seat was ended: when its last mail before said so. */
static void
check_over(int64_t game, const struct entry *e)
{
	const struct delivered *l = NULL;
	const struct person *p;
	int seat;

	if (sscanf(e->words, "set-clock p%d over=", &seat) != 1)
		return;
	p = holder(game, seat);
	for (size_t i = 0; p != NULL && i < p->n_got; i++)
		if (p->got[i]->game == game && p->got[i]->seat == seat &&
		    p->got[i]->due != 0 && p->got[i]->received < e->stamp)
			l = p->got[i];
	if (l == NULL)
		world_wrong("game %lld: event %d ends a turn of p%d that was "
			    "told no deadline",
		    (long long)game, e->seq, seat);
	else if (e->stamp < l->due + GRACE)
		world_wrong("game %lld: event %d ends the turn of p%d %lld s "
			    "early",
		    (long long)game, e->seq, seat,
		    (long long)(l->due + GRACE - e->stamp));
	else if (e->stamp > l->due + GRACE + PROMPT)
		world_wrong("game %lld: event %d ends the turn of p%d %lld s "
			    "late",
		    (long long)game, e->seq, seat,
		    (long long)(e->stamp - l->due - GRACE));
}

static int
by_arrival(const void *a, const void *b)
{
	const struct move_done *x = a, *y = b;

	return x->by->order != y->by->order ?
	    (x->by->order > y->by->order) - (x->by->order < y->by->order) :
	    (x > y) - (x < y);
}

/* The next that an answer called done for that seat. */
static const struct move_done *
next_done(int64_t game, int seat, size_t *at)
{
	for (; *at < model.n_done; ++*at)
		if (model.done[*at].game == game &&
		    model.done[*at].seat == seat)
			return &model.done[(*at)++];
	return NULL;
}

/* A mail ends its turn unless it says otherwise. */
static bool
ends_turn(const char *words)
{
	return strcmp(words, "end") == 0 || strcmp(words, "done") == 0;
}

static bool
is_it(const struct move_done *m, const char *words)
{
	return m->words != NULL ?
	    strcmp(m->words, words) == 0 :
	    m->by->offered == NULL || means(m->by->offered, words);
}

static void
check_event(int64_t game, const struct entry *e, const struct entry *before,
    size_t at[])
{
	size_t was = at[e->seat];
	const struct move_done *m = next_done(game, e->seat, &at[e->seat]);

	if (m != NULL && m->by->came <= e->stamp && is_it(m, e->words))
		return;
	if (ends_turn(e->words) && before->stamp == e->stamp)
		at[e->seat] = was;
	else if (m == NULL)
		world_wrong("game %lld: event %d, \"%s\" of p%d, was in no "
			    "answer",
		    (long long)game, e->seq, e->words, e->seat);
	else
		world_wrong("game %lld: event %d is \"%s\" of p%d, and %s was "
			    "told of \"%s\"",
		    (long long)game, e->seq, e->words, e->seat, m->by->id,
		    m->words != NULL ? m->words : m->by->line);
}

/* All that was called done is in the log. */
static void
check_missing(int64_t game, size_t at[])
{
	for (int seat = 1; seat < LOG_SEATS && !world.over; seat++) {
		const struct move_done *m = next_done(game, seat, &at[seat]);

		if (m != NULL)
			world_wrong("game %lld: \"%s\" of %s was called done "
				    "and is not in the log",
			    (long long)game,
			    m->words != NULL ? m->words : m->by->line,
			    m->by->id);
	}
}

/* Every line of a log, against what the answers said; what the clock has made
 * for a seat whose time was over has its moment. How many moves. */
static int
check_events(int64_t game, const char *log)
{
	struct entry e, before = { 0 }, over = { 0 };
	size_t at[LOG_SEATS] = { 0 };
	int moves = 0;

	for (const char *p = log; *p != '\0' && !world.over;
	    p += strcspn(p, "\n"), p += *p == '\n') {
		if (!entry_read(p, &e))
			continue;
		check_over(game, &e);
		if (sscanf(e.words, "set-clock p%d over=", &e.over) == 1)
			over = e;
		if (e.seat > 0 &&
		    (e.seat != over.over || e.stamp != over.stamp))
			check_event(game, &e, &before, at);
		moves += e.seat > 0;
		before = e;
	}
	check_missing(game, at);
	return moves;
}

static void
check_told(struct match *m, int seat)
{
	const struct person *p = holder(m->game.id, seat);
	const struct delivered *l = NULL;

	for (size_t i = 0; p != NULL && i < p->n_got; i++)
		if (p->got[i]->game == m->game.id && p->got[i]->seat == seat &&
		    p->got[i]->asks)
			l = p->got[i];
	if (l == NULL || l->board < m->seat[seat].decision)
		world_wrong("game %lld waits for p%d, who was not told",
		    (long long)m->game.id, seat);
}

static void
check_game(struct club *club, int64_t id)
{
	struct buf log = BUF_INIT;
	struct replay replay = { 0 };
	struct match *m;
	struct err e;
	int moves;

	if (match_look(club, id, &m, &e) != 1 ||
	    match_log(m, ARCHIVE, true, &log, &e) != 0)
		world_must(false, e.text, __FILE__, __LINE__);
	if (replay_text(log.data, log.len, NULL, &replay, &e) != 0)
		world_wrong("game %lld does not replay: %s", (long long)id,
		    e.text);
	moves = check_events(id, buf_text(&log));
	if (match_running(m) && match_to_act(m) == 0)
		world_wrong("game %lld waits for nobody", (long long)id);
	for (int s = 1; s <= m->seats && match_running(m); s++)
		if (match_to_act(m) & SEAT_BIT(s))
			check_told(m, s);
	world_tell("game %lld: %s, %d moves, board %d", (long long)id,
	    game_state_name(m->game.state), moves, m->game.board);
	buf_str(&world.history, buf_text(&log));
	replay_release(&replay);
	match_drop(m);
	buf_release(&log);
}

static void
check_mails(const struct person *p)
{
	for (size_t i = 0; i < p->n_wrote; i++)
		if (p->wrote[i]->came != 0 && p->wrote[i]->answers != 1)
			world_wrong("%s of %s has %d answers", p->wrote[i]->id,
			    p->name, p->wrote[i]->answers);
}

void
model_end(void)
{
	struct desk *desk = daemon_desk(world.daemon);
	struct counts c;
	struct err e;

	qsort(model.done, model.n_done, sizeof *model.done, by_arrival);
	MUST(counts_read(desk->club.db, world_seconds(), &c, &e) == 0);
	if (c.inbox_new != 0 || c.inbox_aside != 0 || c.outbox_waiting != 0 ||
	    c.outbox_failed != 0 || mailbox_count() != 0)
		world_wrong("after a healthy day there are %d mails unjudged, "
			    "%d set aside, %d unsent, %d given up, %d in the "
			    "mailbox",
		    c.inbox_new, c.inbox_aside, c.outbox_waiting,
		    c.outbox_failed, mailbox_count());
	for (int i = 0; i < people.n; i++)
		check_mails(&people.at[i]);
	for (int64_t id = 1; id <= 1; id++)
		check_game(&desk->club, id);
}
