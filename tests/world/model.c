/* SPDX-License-Identifier: MIT */
#include "tests/world/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/own.h"
#include "log/replay.h"
#include "match/match.h"
#include "store/counts.h"
#include "store/outbox.h"
#include "tests/world/address.h"
#include "tests/world/deadlines.h"
#include "tests/world/done.h"
#include "tests/world/entries.h"
#include "tests/world/mailbox.h"
#include "tests/world/sender.h"
#include "tests/world/world.h"

enum { MARKING = 5 }; /* seconds: what was sent is marked by then */
enum { LOG_SEATS = 10 };

/* ---- as mails come ---- */

static void
note_answer(struct person *p, struct wrote *w, const struct delivered *l)
{
	if (w->came == 0)
		world_wrong("%s: %s is answered and did not come yet", l->id,
		    w->id);
	/* It answers a digest. */
	if (w->game == 0 && l->seat > 0) {
		w->game = l->game;
		w->seat = l->seat;
	}
	if ((l->confirms ? ++w->questions : ++w->answers) > 1 + w->agreed)
		world_wrong("%s of %s is answered twice", w->id, p->name);
	done_note(w, l);
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

/* It was written in that game, or its answer is about it, as that to an
 * invitation; or may yet be, as that to a yes. */
static bool
is_about(const struct person *p, const struct wrote *w, int64_t game)
{
	bool answered = false;

	for (size_t i = 0; i < p->n_got; i++) {
		if (strcmp(p->got[i]->answers, w->id) != 0)
			continue;
		if (p->got[i]->game == game)
			return true;
		answered = true;
	}
	return w->game == game || (w->game == 0 && w->came != 0 && !answered);
}

/* Whether somebody did what no board shows, between two mails: a proposal, a
 * message, an act of a moderator, a seat that was taken; some mails lie in the
 * mailbox for hours. Of all games they have set when they are reminded. */
static bool
was_act(const struct person *p, const struct delivered *was,
    const struct delivered *l)
{
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			const struct wrote *w = people.at[i].wrote[k];

			if ((is_about(&people.at[i], w, l->game) ||
				(p == &people.at[i] &&
				    strcmp(w->line, "set remind 6h") == 0)) &&
			    !done_moves(w) && !w->secret &&
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
		    people_wrote(p, was->answers) == NULL &&
		    !was_act(p, was, l) &&
		    tongue_find(l->text, SAYS_FINAL, NULL, NULL) == NULL &&
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
	deadlines_told(p, l);
}

/* ---- at the end ---- */

/* A mail ends its turn unless it says otherwise. */
static bool
ends_turn(const char *words)
{
	return strcmp(words, "end") == 0 || strcmp(words, "done") == 0;
}

/* The seat was taken from who had it within the next minute. */
static bool
is_ejected(const struct entry *e, const struct entry *end)
{
	int seat;

	for (const struct entry *at = e; at < end; at++)
		if (sscanf(at->words, "eject p%d", &seat) == 1 &&
		    seat == e->seat && at->stamp - e->stamp <= 60)
			return true;
	return false;
}

/* An answer did not come to them: what is in the log and was in no answer may
 * have been in that. */
static bool
lost_answers(const struct person *p)
{
	return p != NULL && p->failed_from != 0;
}

/* A turn ends with the mail of somebody that moved before, also of who was
 * asked in it, or with its time. */
static bool
ends_with_move(const struct entry *all, size_t i)
{
	const struct entry *e = &all[i];

	if (!ends_turn(e->words))
		return false;
	for (size_t k = i; k-- > 0 && all[k].stamp == e->stamp;)
		if (strncmp(all[k].words, "standing ", 9) != 0 &&
		    (all[k].seat > 0 || all[k].over == e->seat))
			return true;
	return false;
}

/* Where stamps say nothing: what follows in the same look, and would be of the
 * next mail, is rather what the last one sent ahead. */
static bool
was_ahead(int64_t game, const struct entry *all, size_t i,
    const struct move_done *last, const struct move_done *m)
{
	return world.jumped && i > 0 && last != NULL && m != NULL &&
	    last->by != m->by && all[i - 1].seat == all[i].seat &&
	    all[i - 1].stamp == all[i].stamp && !ends_with_move(all, i) &&
	    done_ahead(game, &all[i], last->by);
}

static void
check_event(int64_t game, const struct entry *all, size_t n, size_t i,
    size_t at[])
{
	const struct entry *e = &all[i], *end = all + n;
	size_t was = at[e->seat];
	const struct move_done *last = done_before(was);
	const struct move_done *m = done_next(game, e->seat, &at[e->seat]);
	bool ends = ends_with_move(all, i);

	if (was_ahead(game, all, i, last, m)) {
		at[e->seat] = was;
		return;
	}
	/* Where stamps do not say it, a turn ends with the mail that moved. */
	if (m != NULL && done_is(m, e->words) &&
	    (world.jumped ? !ends || last == NULL || last->by == m->by :
			    m->by->came <= e->stamp)) {
		if (!world.jumped)
			deadlines_in_time(game, all, i, m->by);
		return;
	}
	if (ends || done_ahead(game, e, NULL) || is_ejected(e, end) ||
	    lost_answers(people_holder(game, e->seat, e->stamp)))
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
		const struct move_done *m = done_next(game, seat, &at[seat]);

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

/* A computer player was given the seat before the game began, and is there
 * until somebody takes it over, without an eject: the log does not tell. */
static bool
began_as_computer(int64_t game, int seat, const struct entry *at, size_t n)
{
	bool computer[LOG_SEATS] = { false };
	int who = 0;

	computer[seat] = true;
	for (size_t i = 0; i < n && computer[seat]; i++) {
		if (sscanf(at[i].words, "eject p%d", &who) == 1 && who == seat)
			return false;
		hands_over(&at[i], computer);
	}
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			const struct wrote *w = people.at[i].wrote[k];

			if (w->game == game && w->answers > 0 && n > 0 &&
			    w->came < at[0].stamp &&
			    sscanf(w->line, "dummy p%d", &who) == 1 &&
			    who == seat)
				return true;
		}
	return false;
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
		computer[s] = (computers & SEAT_BIT(s)) != 0 ||
		    began_as_computer(game, s, at, n);
	for (size_t i = 0; i < n && !world.over; i++) {
		const struct entry *e = &at[i];

		if (e->over > 0)
			over = e;
		if (e->early)
			deadlines_processed(game, e);
		else if (e->over > 0)
			deadlines_over(game, at, n, i);
		if (e->outage > 0 && !world.jumped)
			deadlines_outage(game, e);
		moves += e->seat > 0;
		hands_over(e, computer);
		done_undo(game, e);
		if (e->seat > 0 && !computer[e->seat] &&
		    (over == NULL || e->seat != over->over ||
			e->stamp != over->stamp))
			check_event(game, at, n, i, next);
	}
	check_missing(game, next);
	return moves;
}

/* They have digests, and the next has not been made yet. */
static bool
awaits_digest(const struct person *p, int64_t since)
{
	bool digests = false;

	for (size_t i = 0; i < p->n_wrote; i++)
		if (strstr(p->wrote[i]->line, "set notify ") != NULL &&
		    p->wrote[i]->answers > 0)
			digests = strstr(p->wrote[i]->line,
				      "set notify digest") != NULL;
	return digests && world_seconds() - since < 86400;
}

/* They have asked for it by an address that is good for nothing any more, and
 * did not say yes. */
static bool
has_asked_in_vain(const struct person *p)
{
	for (size_t i = p->n_wrote; i-- > 0;)
		if (strcmp(p->wrote[i]->line, "resend") == 0)
			return p->wrote[i]->questions > 0 &&
			    p->wrote[i]->answers == 0;
	return false;
}

/* What was written in the last minute, as a reminder is, is on its way. */
enum { ON_ITS_WAY = 60 };

/* Since the last event of its game. A mail that waited while their mailbox was
 * full may come behind a newer one. */
static void
check_told(struct match *m, int seat, int64_t since)
{
	const struct person *p = people_holder(m->game.id, seat,
	    world_seconds());
	const struct told *l = NULL;

	for (size_t i = 0; p != NULL && i < p->n_got; i++) {
		const struct told *t = delivered_told(p->got[i], m->game.id,
		    seat);

		if (t != NULL && t->asks && (l == NULL || t->board >= l->board))
			l = t;
	}
	if (since >= world_seconds() - ON_ITS_WAY && since <= world_seconds())
		return;
	if (p != NULL &&
	    (awaits_digest(p, since) || people_unsubscribed(p, INT64_MAX) ||
		has_asked_in_vain(p)))
		return;
	if (l == NULL || l->board < m->seat[seat].decision)
		world_wrong("game %lld waits for p%d, who was not told",
		    (long long)m->game.id, seat);
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

/* What a log tells of how its game stands, in seconds. */
struct standing {
	int64_t last; /* its last event was */
	int64_t left; /* all had left the table; 0: somebody is there */
};

static struct standing
check_log(const struct match *m, const struct buf *log)
{
	struct standing s = { 0 };
	struct replay replay = { 0 };
	struct entry *at;
	struct err e;
	size_t n = entries_read(buf_text(log), &at);
	int moves;

	if (replay_text(log->data, log->len, NULL, &replay, &e) != 0)
		world_wrong("game %lld does not replay: %s",
		    (long long)m->game.id, e.text);
	moves = check_events(m->game.id, replay.head.computers, at, n);
	s.last = n > 0 ? at[n - 1].stamp : 0;
	s.left = table_left_at(m, replay.head.computers, at, n);
	replay_release(&replay);
	world.moves += moves;
	for (int i = 0; i < people.n && !world.over; i++)
		deadlines_kept(m, at, n, &people.at[i]);
	world_tell("game %lld: %s, %d moves, board %d", (long long)m->game.id,
	    game_state_name(m->game.state), moves, m->game.board);
	buf_str(&world.history, buf_text(log));
	free(at);
	return s;
}

/* false: there is none of that number. */
static bool
check_game(struct club *club, int64_t id)
{
	struct buf log = BUF_INIT;
	struct match *m;
	struct standing stands;
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
	stands = check_log(m, &log);
	if (match_running(m) && match_to_act(m) == 0)
		world_wrong("game %lld waits for nobody", (long long)id);
	if (match_running(m) && stands.left != 0)
		check_moderator_told(m, stands.left);
	for (int s = 1; s <= m->seats && match_running(m) && stands.left == 0;
	    s++)
		if (match_to_act(m) & SEAT_BIT(s))
			check_told(m, s, stands.last);
	match_drop(m);
	buf_release(&log);
	return true;
}

/* A moderator took the seat away before they were answered, perhaps their own,
 * by a yes, or they left it: what was to go to who had it goes nowhere. */
static bool
was_put_out(const struct wrote *w)
{
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			const struct wrote *by = people.at[i].wrote[k];
			int seat = 0;

			if (by != w && by->game == w->game &&
			    by->seat == w->seat &&
			    strcmp(by->line, "resign") == 0)
				return true;
			if (by->game == w->game &&
			    (by->came >= w->came || by->agreed > 0) &&
			    (sscanf(by->line, "eject p%d", &seat) == 1 ||
				sscanf(by->line, "dummy p%d", &seat) == 1) &&
			    seat == w->seat)
				return true;
		}
	return false;
}

/* The same words to the same mail, and those were obeyed at most an hour before
 * these came, or later as these could not be read: they are sent again, and one
 * answer is enough. To a digest they may go with the
 * mark of a game, and without. */
static bool
is_sent_again(const struct person *p, const struct wrote *w)
{
	for (size_t k = 0; k < p->n_wrote; k++) {
		const struct wrote *by = p->wrote[k];

		if (by != w && by->moved && by->board == w->board &&
		    (w->game == 0 ||
			(by->game == w->game && by->seat == w->seat)) &&
		    strcmp(by->line, w->line) == 0 &&
		    by->came >= w->came - 3600)
			return true;
	}
	return false;
}

/* Whether a mail has the answers that it is to have. Who was asked has one when
 * they have said yes, besides one to what needed none. */
static bool
is_answered(const struct person *p, const struct wrote *w)
{
	if (w->answers == 0)
		return wants(w) == 0 || w->questions > 0 || was_put_out(w) ||
		    is_sent_again(p, w);
	return w->answers >= wants(w) && wants(w) > 0 &&
	    w->answers <= 1 + w->agreed;
}

static void
check_mails(const struct person *p)
{
	for (size_t i = 0; i < p->n_wrote; i++) {
		const struct wrote *w = p->wrote[i];

		if (w->came != 0 && wants(w) >= 0 && !is_answered(p, w) &&
		    !address_failed(p, w->came - 3600, w->came + 6 * 86400))
			world_wrong("%s of %s has %d answers", w->id, p->name,
			    w->answers);
	}
}

/* No mail is given up that its server did not refuse for good, or put off for
 * days (by a clock that is wrong: eight times), but to an address that was
 * given up itself; such a mail is not tried at all. */
static int
check_given_up(void *arg, const struct outbox_row *r)
{
	const struct person *p = people_find(r->to);
	char id[160];

	(void)arg;
	(void)snprintf(id, sizeof id, "<%s>", r->message_id);
	if (!sender_refused(id) && r->next_try - r->created < 4 * 86400 &&
	    !(world.jumped && r->attempts >= 8) &&
	    (r->attempts > 0 || p == NULL || p->failed_from == 0))
		world_wrong("%s to %s is given up, and nobody refused it: %s",
		    id, r->to, r->last_error != NULL ? r->last_error : "");
	return 0;
}

static int
count_waiting(void *arg, const struct outbox_row *r)
{
	*(int *)arg += r->created < world_seconds() - ON_ITS_WAY;
	return 0;
}

void
model_end(void)
{
	struct desk *desk = daemon_desk(world.daemon);
	struct counts c;
	struct err e;
	int waiting = 0;

	done_sort();
	if (counts_read(desk->club.db, world_seconds(), &c, &e) != 0 ||
	    outbox_each(desk->club.db, OUTBOX_WAITING, count_waiting, &waiting,
		&e) != 0) {
		world_wrong("the database cannot be read: %s", e.text);
		return;
	}
	if (c.inbox_new != 0 || c.inbox_aside != 0 || waiting != 0 ||
	    mailbox_count() != 0)
		world_wrong("after a healthy day there are %d mails unjudged, "
			    "%d set aside, %d unsent, %d in the mailbox",
		    c.inbox_new, c.inbox_aside, waiting, mailbox_count());
	if (outbox_each(desk->club.db, OUTBOX_FAILED, check_given_up, NULL,
		&e) != 0)
		world_wrong("the outbox cannot be read: %s", e.text);
	for (int i = 0; i < people.n; i++)
		check_mails(&people.at[i]);
	for (int64_t id = 1; check_game(&desk->club, id); id++)
		continue;
}
