/* SPDX-License-Identifier: MIT */
#include "tests/world/model.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "log/replay.h"
#include "match/match.h"
#include "store/counts.h"
#include "store/outbox.h"
#include "tests/world/address.h"
#include "tests/world/mailbox.h"
#include "tests/world/sender.h"
#include "tests/world/world.h"

enum {
	GRACE = WORLD_GRACE,
	/* a look at the mailbox, and what is stamped before it is seen */
	PROMPT = 150,
	/* what was sent is marked by then, what was found out noted */
	MARKING = 5
}; /* seconds */
enum { LOG_SEATS = 10 };

/* A move that an answer called done. */
struct move_done {
	const struct wrote *by; /* borrowed */
	int64_t game;
	int seat;
	int answer, line; /* the number of the mail that said so */
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

/* What stands in the log as a seat's, where it is done. */
static bool
is_move(const struct wrote *w)
{
	return w->offered != NULL || isdigit((unsigned char)w->line[0]) ||
	    strncmp(w->line, "standing ", 9) == 0;
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
add_done(struct wrote *w, const struct delivered *l, int line,
    const char *words)
{
	w->moved = true;
	model.done = mem_more(model.done, model.n_done, sizeof *model.done);
	model.done[model.n_done++] = (struct move_done){ w, w->game, w->seat,
		l->number, line, words };
}

static void
note_done(struct wrote *w, const struct delivered *l, int line)
{
	const struct said *s = &l->said[line];
	const char *words = s->words != NULL ? s->words : s->line;

	if (strcmp(s->verdict, "done") == 0 && w->forged)
		world_wrong("%s is forged, and \"%s\" is done", w->id, s->line);
	/* An end that waited for another seat is told with what it ended. */
	if (strcmp(s->verdict, "done") != 0 || !is_move(w) ||
	    (strcmp(s->line, "end") == 0 && strstr(w->line, "end") == NULL))
		return;
	if (w->offered != NULL && !means(w->offered, words))
		world_wrong("%s: \"%s\" was offered as \"%s\" and done as "
			    "\"%s\"",
		    w->id, w->line, w->offered, words);
	add_done(w, l, line, words);
}

static void
note_answer(struct person *p, struct wrote *w, const struct delivered *l)
{
	if (w->came == 0)
		world_wrong("%s: %s is answered and did not come yet", l->id,
		    w->id);
	if (l->confirms ? ++w->questions > 1 : ++w->answers > 1)
		world_wrong("%s of %s is answered twice", w->id, p->name);
	for (size_t i = 0; i < l->n_said; i++)
		note_done(w, l, (int)i);
	if (l->over && l->n_said == 0 && is_move(w))
		add_done(w, l, 0, NULL);
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

/* Whether the daemon died before it can have marked that the first was sent. */
static bool
was_unmarked(const struct person *p, const struct delivered *l)
{
	for (size_t i = 0; i < p->n_got; i++)
		if (strcmp(p->got[i]->id, l->id) == 0)
			return world_down(p->got[i]->received,
				   p->got[i]->received + MARKING) > 0;
	return false;
}

/* As struct wrote's, at last: what was taken away whole has no answer. */
static int
wants(const struct wrote *w)
{
	return w->copies <= 0 ? 0 : w->wants;
}

/* When it was obeyed, as its first answer has it; INT64_MAX: not yet. One that
 * need not be answered: when it came. */
static int64_t
when_obeyed(const struct person *p, const struct wrote *w)
{
	for (size_t i = 0; i < p->n_got; i++)
		if (strcmp(p->got[i]->answers, w->id) == 0)
			return p->got[i]->written;
	return w->came != 0 && wants(w) > 0 ? INT64_MAX : w->came;
}

/* Whether somebody did what no board shows, between two mails: a proposal, a
 * message, an act of a moderator; some mails lie in the mailbox for hours. */
static bool
was_act(const struct delivered *was, const struct delivered *l)
{
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			const struct wrote *w = people.at[i].wrote[k];

			if (w->game == l->game && !is_move(w) && !w->secret &&
			    w->came <= l->received &&
			    when_obeyed(&people.at[i], w) >= was->written)
				return true;
		}
	return false;
}

/* Beside answers a seat has one mail of a board, and one reminder of a
 * deadline. */
static void
check_bound(const struct person *p, const struct delivered *l)
{
	for (size_t i = 0; i < p->n_got; i++) {
		const struct delivered *was = p->got[i];

		if (was != l && was->game == l->game && was->seat == l->seat &&
		    was->reminds == l->reminds &&
		    (l->reminds ? was->due == l->due :
				  was->board == l->board) &&
		    people_wrote(p, was->answers) == NULL && !was_act(was, l) &&
		    !world.jumped)
			world_wrong("%s tells %s nothing that %s has not told",
			    l->id, p->name, was->id);
	}
}

void
model_got(struct person *p, const struct delivered *l, bool again)
{
	struct wrote *w = people_wrote(p, l->answers);

	if (again && !sender_unsure(l->id) && !was_unmarked(p, l))
		world_wrong("%s has come twice", l->id);
	if (w != NULL && !again)
		note_answer(p, w, l);
	if (w == NULL && !again && l->seat > 0)
		check_bound(p, l);
}

/* ---- at the end ---- */

/* "12 p1 fly ship A4 @2026-11-20T19:12:44Z" */
struct entry {
	int seq, seat; /* 0: nobody's */
	char words[400];
	int64_t stamp;
	int over;       /* it ends the turn of that seat */
	int64_t outage; /* for so many seconds all clocks stood still; 0 */
	int clock;      /* the clock of that seat is changed; 0: no, -1: all */
};

/* "3702s", "8h" */
static int64_t
read_span(const char *text)
{
	char unit = 's';
	long long n = 0;

	(void)sscanf(text, "%lld%c", &n, &unit);
	return n *
	    (unit == 'd'        ? 86400 :
		    unit == 'h' ? 3600 :
		    unit == 'm' ? 60 :
				  1);
}

/* What an operator does to a clock, or to the table, so that what was told of a
 * deadline may hold no more: its seats are told anew. */
static bool
changes_clocks(const char *words)
{
	static const char *const verbs[] = { "set-clock ", "undo ", "cancel",
		"revive", "eject ", "replace ", "takeover " };

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strncmp(words, verbs[i], strlen(verbs[i])) == 0)
			return true;
	return false;
}

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
	used = 1;
	e->seat = actor[0] == 'p' ? actor[1] - '0' : 0;
	if (sscanf(e->words, "set-clock p%d over=%n", &e->over, &used) != 1 ||
	    e->words[used - 1] != '=')
		e->over = 0;
	if (strncmp(e->words, "set-clock outage=", 17) == 0)
		e->outage = read_span(e->words + 17);
	if (e->over == 0 && e->outage == 0 && changes_clocks(e->words) &&
	    sscanf(e->words, "set-clock p%d ", &e->clock) != 1)
		e->clock = -1;
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

/* So long the daemon could not act on a moment: it was not there, or could not
 * look, and then did not know at once that it could again. */
static int64_t
held_up(int64_t moment, int64_t until)
{
	int64_t down = world_down(moment, until);

	return world_down(moment - WORLD_BACKOFF, until) > 0 ?
	    down + WORLD_BACKOFF :
	    down;
}

/* By when something has come of a deadline that was told: clocks may have
 * stood still since, and the daemon may not have been there. What is told once
 * it has passed is when that was, whatever stands still in the hours of
 * grace. */
static int64_t
end_of(const struct delivered *l, const struct entry *at, size_t n,
    int64_t until)
{
	int64_t end = l->due + GRACE;
	int64_t since = l->written < l->due ? l->written : l->due;

	for (size_t i = 0; i < n; i++)
		if ((at[i].clock == -1 || at[i].clock == l->seat) &&
		    at[i].stamp >= since && at[i].stamp <= until)
			return INT64_MAX;
	/* For the moment to which it was put off no bell rings. */
	for (size_t i = 0; i < n; i++)
		if (at[i].outage > 0 && at[i].stamp >= since &&
		    at[i].stamp <= until)
			end += at[i].outage + world.drowsy / SECOND;
	return end + PROMPT + held_up(end, until);
}

/* The clock of a seat was changed since a mail, and what told them so has not
 * come: mail to them failed. */
static bool
was_changed_unheard(const struct person *p, const struct delivered *l,
    const struct entry *at, size_t i)
{
	const struct entry *e = &at[i];

	for (size_t k = 0; k < i; k++)
		if ((at[k].clock == -1 || at[k].clock == e->over) &&
		    at[k].stamp >= l->written)
			return address_failed(p, l->written, e->stamp);
	return false;
}

/* The turn of a seat was ended: when its last mail before said so. */
static void
check_over(int64_t game, const struct entry *at, size_t i)
{
	const struct entry *e = &at[i];
	const struct delivered *l = NULL;
	const struct person *p = holder(game, e->over);

	for (size_t k = 0; p != NULL && k < p->n_got; k++)
		if (p->got[k]->game == game && p->got[k]->seat == e->over &&
		    p->got[k]->due != 0 && p->got[k]->written < e->stamp)
			l = p->got[k];
	if (l == NULL)
		world_wrong("game %lld: event %d ends a turn of p%d that was "
			    "told no deadline",
		    (long long)game, e->seq, e->over);
	else if (e->stamp < l->due + GRACE && !was_changed_unheard(p, l, at, i))
		world_wrong("game %lld: event %d ends the turn of p%d %lld s "
			    "early",
		    (long long)game, e->seq, e->over,
		    (long long)(l->due + GRACE - e->stamp));
	else if (e->stamp > end_of(l, at, i, e->stamp) &&
	    !address_failed(p, l->written, e->stamp))
		world_wrong("game %lld: event %d ends the turn of p%d %lld s "
			    "late",
		    (long long)game, e->seq, e->over,
		    (long long)(e->stamp - l->due - GRACE));
}

/* What came behind the end of a turn is judged when that has been dealt with,
 * and is no move of that turn. That is by the seconds of the mailbox, where the
 * seat was told when it would end, nothing has come of it before, and no clock
 * has stood still or been changed. */
static void
check_in_time(int64_t game, const struct entry *at, size_t i,
    const struct wrote *by)
{
	const struct entry *e = &at[i];
	const struct person *p = holder(game, e->seat);
	const struct delivered *l = NULL;
	int64_t since;

	for (size_t k = 0; p != NULL && k < p->n_got; k++)
		if (p->got[k]->game == game && p->got[k]->seat == e->seat &&
		    p->got[k]->due != 0 && p->got[k]->written < by->came)
			l = p->got[k];
	if (l == NULL || by->came <= l->due + GRACE ||
	    l->written >= l->due + GRACE ||
	    address_failed(p, l->written, by->came))
		return;
	/* What stands still in the hours of grace puts the end off, and not
	 * the moment that was told. */
	since = l->written < l->due ? l->written : l->due;
	for (size_t k = 0; k < i; k++)
		if ((at[k].stamp >= since &&
			(at[k].outage > 0 || at[k].clock == -1 ||
			    at[k].clock == e->seat)) ||
		    (at[k].stamp >= l->written &&
			(at[k].over == e->seat ||
			    (at[k].seat == e->seat && at[k].stamp < by->came))))
			return;
	world_wrong("game %lld: event %d of p%d is of %s, %lld s behind the "
		    "end of that turn",
	    (long long)game, e->seq, e->seat, by->id,
	    (long long)(by->came - l->due - GRACE));
}

/* Clocks stand still only for an outage; of one that began before the last
 * event of a game for what came after that, till the next look. */
static void
check_outage(int64_t game, const struct entry *e)
{
	if (world_down(e->stamp - e->outage - WORLD_BACKOFF - MARKING,
		e->stamp) == 0)
		world_wrong("game %lld: event %d, \"%s\", and there was no "
			    "outage",
		    (long long)game, e->seq, e->words);
}

/* As they were answered: mails to a seat are numbered. */
static int
by_answer(const void *a, const void *b)
{
	const struct move_done *x = a, *y = b;

	return x->answer != y->answer ?
	    (x->answer > y->answer) - (x->answer < y->answer) :
	    (x->line > y->line) - (x->line < y->line);
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

/* An answer did not come to them: what is in the log and was in no answer may
 * have been in that. */
static bool
lost_answers(const struct person *p)
{
	return p != NULL && p->failed_from != 0;
}

static void
check_event(int64_t game, const struct entry *all, size_t i, size_t at[])
{
	const struct entry *e = &all[i], *before = i > 0 ? e - 1 : e;
	size_t was = at[e->seat];
	const struct move_done *last = was > 0 ? &model.done[was - 1] : NULL;
	const struct move_done *m = next_done(game, e->seat, &at[e->seat]);
	bool ends = ends_turn(e->words) && before->stamp == e->stamp;

	/* Where stamps do not say it, a turn ends with the mail that moved. */
	if (m != NULL && is_it(m, e->words) &&
	    (m->by->came <= e->stamp ||
		(world.jumped &&
		    !(ends && last != NULL && last->by != m->by)))) {
		if (!world.jumped)
			check_in_time(game, all, i, m->by);
		return;
	}
	if (ends || lost_answers(holder(game, e->seat)))
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

/* A computer player goes on in a seat, or somebody again. */
static void
hands_over(const struct entry *e, bool computer[])
{
	int seat = 0;

	if (sscanf(e->words, "eject p%d", &seat) == 1)
		computer[seat] = true;
	else if (sscanf(e->words, "replace p%d", &seat) == 1)
		computer[seat] = false;
}

/* What the clock has made for a seat whose time was over has its moment. */
static int
check_events(int64_t game, seat_set computers, const struct entry *at, size_t n)
{
	const struct entry *over = NULL;
	bool computer[LOG_SEATS] = { false };
	size_t next[LOG_SEATS] = { 0 };
	int moves = 0;

	for (int s = 1; s <= SEATS_MAX; s++)
		computer[s] = computers & SEAT_BIT(s);
	for (size_t i = 0; i < n && !world.over; i++) {
		const struct entry *e = &at[i];

		if (e->over > 0)
			over = e;
		if (e->over > 0 && !world.jumped)
			check_over(game, at, i);
		if (e->outage > 0 && !world.jumped)
			check_outage(game, e);
		moves += e->seat > 0;
		hands_over(e, computer);
		if (e->seat > 0 && !computer[e->seat] &&
		    (over == NULL || e->seat != over->over ||
			e->stamp != over->stamp))
			check_event(game, at, i, next);
	}
	check_missing(game, next);
	return moves;
}

/* Whether the seat has moved after that moment, or been passed over, till
 * then. */
static bool
comes_to_pass(const struct entry *at, size_t n, int seat, int64_t after,
    int64_t until)
{
	for (size_t i = 0; i < n; i++)
		if ((at[i].seat == seat || at[i].over == seat) &&
		    at[i].stamp > after && at[i].stamp <= until)
			return true;
	return false;
}

/* Whether nothing else was written to the seat until its time was over. */
static bool
is_last_word(const struct person *p, const struct delivered *l)
{
	for (size_t i = 0; i < p->n_got; i++)
		if (p->got[i]->game == l->game && p->got[i]->seat == l->seat &&
		    p->got[i]->written <= l->due + GRACE &&
		    (p->got[i]->written > l->written ||
			p->got[i]->board > l->board))
			return false;
	return true;
}

/* Each deadline that was told, and nothing was heard of until it had passed,
 * has ended a turn, unless the game was over first. */
static void
check_deadlines(const struct match *m, const struct entry *at, size_t n,
    const struct person *p)
{
	for (size_t i = 0; i < p->n_got; i++) {
		const struct delivered *l = p->got[i];
		int64_t until = end_of(l, at, n, world_seconds());
		bool ended = !match_running(m) && n > 0 &&
		    at[n - 1].stamp <= until;

		if (l->game == m->game.id && l->due != 0 && l->asks &&
		    until < world_seconds() && !ended && is_last_word(p, l) &&
		    !address_failed(p, l->written, until) &&
		    !comes_to_pass(at, n, l->seat, l->written, until))
			world_wrong("%s has told %s a deadline, and nothing "
				    "came of it",
			    l->id, p->name);
	}
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

/* The lines of a log that are events. */
static size_t
read_log(const char *log, struct entry **out)
{
	size_t n = 0;

	*out = NULL;
	for (const char *p = log; *p != '\0';
	    p += strcspn(p, "\n"), p += *p == '\n') {
		*out = mem_more(*out, n, sizeof **out);
		n += entry_read(p, &(*out)[n]);
	}
	return n;
}

/* When the last person left a seat, as its log has it; 0: somebody sits there,
 * or nobody ever did. */
static int64_t
left_at(const struct entry *at, size_t n, int seat)
{
	int64_t left = 0;
	char verb[12];
	int whose;

	for (size_t i = 0; i < n; i++) {
		if (at[i].seat != 0 ||
		    sscanf(at[i].words, "%11s p%d", verb, &whose) != 2 ||
		    whose != seat)
			continue;
		if (strcmp(verb, "eject") == 0)
			left = at[i].stamp;
		else if (strcmp(verb, "replace") == 0)
			left = 0;
	}
	return left;
}

/* The same of a table that nobody is left at. */
static int64_t
table_left_at(const struct match *m, seat_set computers, const struct entry *at,
    size_t n)
{
	int64_t last = 0;

	for (int s = 1; s <= m->seats; s++) {
		int64_t left = left_at(at, n, s);

		if (left == 0 && (computers & SEAT_BIT(s)) == 0)
			return 0;
		if (left > last)
			last = left;
	}
	return last;
}

/* Who moderates such a table was told that it has come to that: by them alone
 * it goes on, or by who takes a seat over. */
static void
check_moderator_told(const struct match *m, int64_t since)
{
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_got; k++) {
			const struct delivered *l = people.at[i].got[k];
			long long game;
			char to;

			if (sscanf(l->id, "<pq%lld.%*d.%c", &game, &to) == 2 &&
			    game == m->game.id && to == 'm' &&
			    l->written >= since)
				return;
		}
	world_wrong("game %lld has nobody left, and its moderator was not told",
	    (long long)m->game.id);
}

/* When all had left the table; 0: somebody is there. */
static int64_t
check_log(const struct match *m, const struct buf *log)
{
	int64_t left;
	struct replay replay = { 0 };
	struct entry *at;
	struct err e;
	size_t n = read_log(buf_text(log), &at);
	int moves;

	if (replay_text(log->data, log->len, NULL, &replay, &e) != 0)
		world_wrong("game %lld does not replay: %s",
		    (long long)m->game.id, e.text);
	moves = check_events(m->game.id, replay.head.computers, at, n);
	left = table_left_at(m, replay.head.computers, at, n);
	replay_release(&replay);
	world.moves += moves;
	for (int i = 0; i < people.n && !world.over && !world.jumped; i++)
		check_deadlines(m, at, n, &people.at[i]);
	world_tell("game %lld: %s, %d moves, board %d", (long long)m->game.id,
	    game_state_name(m->game.state), moves, m->game.board);
	buf_str(&world.history, buf_text(log));
	free(at);
	return left;
}

/* false: there is none of that number. */
static bool
check_game(struct club *club, int64_t id)
{
	struct buf log = BUF_INIT;
	struct match *m;
	int64_t left;
	struct err e;
	int there = match_look(club, id, &m, &e);

	if (there == 0 && id > world.games)
		return false;
	if (there == 0)
		(void)err_set(&e, ERR_CORRUPT, "it is not there");
	if (there != 1 || match_log(m, ARCHIVE, true, &log, &e) != 0) {
		world_wrong("game %lld cannot be read: %s", (long long)id,
		    e.text);
		return false;
	}
	left = check_log(m, &log);
	if (match_running(m) && match_to_act(m) == 0)
		world_wrong("game %lld waits for nobody", (long long)id);
	if (match_running(m) && left != 0)
		check_moderator_told(m, left);
	for (int s = 1; s <= m->seats && match_running(m) && left == 0; s++)
		if (match_to_act(m) & SEAT_BIT(s))
			check_told(m, s);
	match_drop(m);
	buf_release(&log);
	return true;
}

/* A moderator took the seat away before they were answered: what was to go to
 * who had it goes nowhere. */
static bool
was_put_out(const struct wrote *w)
{
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			const struct wrote *by = people.at[i].wrote[k];
			int seat = 0;

			if (by->game == w->game && by->came >= w->came &&
			    (sscanf(by->line, "eject p%d", &seat) == 1 ||
				sscanf(by->line, "dummy p%d", &seat) == 1) &&
			    seat == w->seat)
				return true;
		}
	return false;
}

static void
check_mails(const struct person *p)
{
	for (size_t i = 0; i < p->n_wrote; i++)
		if (p->wrote[i]->came != 0 && wants(p->wrote[i]) >= 0 &&
		    !address_failed(p, p->wrote[i]->came - 3600,
			p->wrote[i]->came + 6 * 86400) &&
		    p->wrote[i]->answers != wants(p->wrote[i]) &&
		    (p->wrote[i]->answers > 0 ||
			(p->wrote[i]->questions == 0 &&
			    !was_put_out(p->wrote[i]))))
			world_wrong("%s of %s has %d answers", p->wrote[i]->id,
			    p->name, p->wrote[i]->answers);
}

/* No mail is given up that its server did not refuse for good, or put off for
 * days, but to an address that was given up itself; such a mail is not tried at
 * all. */
static int
check_given_up(void *arg, const struct outbox_row *r)
{
	const struct person *p = people_find(r->to);
	char id[160];

	(void)arg;
	(void)snprintf(id, sizeof id, "<%s>", r->message_id);
	if (!sender_refused(id) && r->next_try - r->created < 4 * 86400 &&
	    (r->attempts > 0 || p == NULL || p->failed_from == 0))
		world_wrong("%s to %s is given up, and nobody refused it: %s",
		    id, r->to, r->last_error != NULL ? r->last_error : "");
	return 0;
}

void
model_end(void)
{
	struct desk *desk = daemon_desk(world.daemon);
	struct counts c;
	struct err e;

	if (model.n_done > 0)
		qsort(model.done, model.n_done, sizeof *model.done, by_answer);
	if (counts_read(desk->club.db, world_seconds(), &c, &e) != 0) {
		world_wrong("the database cannot be read: %s", e.text);
		return;
	}
	if (c.inbox_new != 0 || c.inbox_aside != 0 || c.outbox_waiting != 0 ||
	    mailbox_count() != 0)
		world_wrong("after a healthy day there are %d mails unjudged, "
			    "%d set aside, %d unsent, %d in the mailbox",
		    c.inbox_new, c.inbox_aside, c.outbox_waiting,
		    mailbox_count());
	if (outbox_each(desk->club.db, OUTBOX_FAILED, check_given_up, NULL,
		&e) != 0)
		world_wrong("the outbox cannot be read: %s", e.text);
	for (int i = 0; i < people.n; i++)
		check_mails(&people.at[i]);
	for (int64_t id = 1; check_game(&desk->club, id); id++)
		continue;
}
