/* SPDX-License-Identifier: MIT */
#include "tests/world/people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/mem.h"
#include "tests/world/model.h"
#include "tests/world/office.h"
#include "tests/world/questions.h"
#include "tests/world/turns.h"
#include "tests/world/twin.h"
#include "tests/world/visitor.h"
#include "tests/world/world.h"
#include "tests/world/writing.h"

struct people people;

static const char *const names[] = { "anna", "bruno", "carla", "dirk", "elena",
	"frank", "gina", "hans", "iris", "jan", "kim", "lena", "mark", "nora",
	"otto", "paul" };

void
people_open(int players, int visitors)
{
	people.players = players;
	people.n = players + visitors;
	for (int i = 0; i < people.n; i++) {
		struct person *p = &people.at[i];

		*p = (struct person){ .stream = STREAM_PEOPLE + i };
		(void)snprintf(p->name, sizeof p->name, "%s", names[i]);
		(void)snprintf(p->address, sizeof p->address, "%s@example.net",
		    names[i]);
	}
}

static void
wrote_free(struct wrote *w)
{
	free(w->id);
	free(w->line);
	free(w->offered);
	free(w);
}

void
people_close(void)
{
	for (int i = 0; i < people.n; i++) {
		struct person *p = &people.at[i];

		for (size_t k = 0; k < p->n_got; k++) {
			delivered_release(p->got[k]);
			free(p->got[k]);
		}
		for (size_t k = 0; k < p->n_wrote; k++)
			wrote_free(p->wrote[k]);
		free(p->got);
		free(p->mail);
		free(p->wrote);
	}
	memset(&people, 0, sizeof people);
}

struct person *
people_find(const char *address)
{
	for (int i = 0; i < people.n; i++)
		if (strcmp(people.at[i].address, address) == 0)
			return &people.at[i];
	return NULL;
}

struct wrote *
people_wrote(const struct person *p, const char *id)
{
	for (size_t i = 0; i < p->n_wrote; i++)
		if (strcmp(p->wrote[i]->id, id) == 0)
			return p->wrote[i];
	return NULL;
}

/* Of two mails to a seat, whether the first tells better who held it then. */
static bool
is_nearer(const struct told *t, const struct told *than, int64_t at)
{
	if (than == NULL)
		return true;
	if ((t->written <= at) != (than->written <= at))
		return t->written <= at;
	return t->written <= at ? t->written >= than->written :
				  t->written < than->written;
}

const struct person *
people_holder(int64_t game, int seat, int64_t at)
{
	const struct person *p = NULL;
	const struct told *last = NULL;

	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_got; k++) {
			const struct told *t =
			    delivered_told(people.at[i].got[k], game, seat);

			if (t != NULL && is_nearer(t, last, at)) {
				last = t;
				p = &people.at[i];
			}
		}
	return p;
}

const struct told *
people_told(const struct person *p, int64_t game, int seat, int64_t before)
{
	const struct told *last = NULL;

	for (size_t i = 0; p != NULL && i < p->n_got; i++) {
		const struct told *t = delivered_told(p->got[i], game, seat);

		if (t != NULL && t->due != 0 && t->written < before)
			last = t;
	}
	return last;
}

bool
people_unsubscribed(const struct person *p, int64_t until)
{
	for (size_t i = 0; i < p->n_got; i++)
		if (p->got[i]->received <= until &&
		    tongue_find(p->got[i]->text, SAYS_SILENCED, NULL, NULL) ==
			p->got[i]->text)
			return true;
	return false;
}

/* They have an address of which nobody here knows, too, and write from there
 * now and then (writing.c): what is answered to that comes to them. */
static struct person *
find_elsewhere(const char *address)
{
	size_t len = strcspn(address, "@");

	for (int i = 0; i < people.n; i++)
		if (strlen(people.at[i].name) == len &&
		    strncmp(people.at[i].name, address, len) == 0 &&
		    strcmp(address + len, "@work.example") == 0)
			return &people.at[i];
	return NULL;
}

void
people_lost(const char *raw, bool given)
{
	const char *at = strstr(raw, "Message-ID: ");
	size_t len;

	if (at == NULL)
		return;
	at += strlen("Message-ID: ");
	len = strcspn(at, "\r");
	for (int i = 0; i < people.n; i++)
		for (size_t k = 0; k < people.at[i].n_wrote; k++) {
			struct wrote *w = people.at[i].wrote[k];

			if (strlen(w->id) == len &&
			    strncmp(w->id, at, len) == 0 && w->answers == 0 &&
			    w->questions == 0) {
				if (!given)
					w->copies--;
				else if (w->wants > 0)
					w->wants = -1;
				world_tell("%s is taken away", w->id);
			}
		}
}

/* ---- who does something about it when the time is over ---- */

struct at_last {
	struct person *by;
	const struct delivered *to;
	bool stops; /* the clock, and does not move */
};

static void
acts_at_last(void *arg)
{
	struct at_last *a = arg;

	if (people.rest)
		;
	else if (a->stops)
		office_stops(a->by, a->to);
	else
		turn_move(a->by, a->to);
	free(a);
}

/* A move in the seconds between the end of a turn and what the daemon does
 * about it, when none of their own is on its way to them; what stops the clock,
 * around that end. */
static void
put_off(struct person *p, struct delivered *l)
{
	int64_t late = (l->due + WORLD_GRACE) * SECOND - world.now;
	struct at_last *a;

	if (late <= 2 * MINUTE || !fate_deed(&world.fate, p->stream, 60))
		return;
	a = mem_zero(1, sizeof *a);
	*a = (struct at_last){ p, l,
		fate_below(&world.fate, p->stream, 3) == 0 };
	l->put_off = true;
	late += a->stops ?
	    fate_between(&world.fate, p->stream, -90 * SECOND, 5 * SECOND) :
	    fate_below(&world.fate, p->stream, 12 * SECOND);
	world_plan(late, acts_at_last, a, free);
}

/* What reminds of it does not help. */
static bool
is_put_off(const struct person *p, const struct delivered *l)
{
	for (size_t i = 0; i < p->n_mail; i++)
		if (p->mail[i]->put_off && p->mail[i]->game == l->game &&
		    p->mail[i]->seat == l->seat &&
		    p->mail[i]->board == l->board)
			return true;
	return false;
}

static bool
is_visitor(const struct person *p)
{
	return p - people.at >= people.players;
}

/* To what they have written themselves. */
static void
says_yes(struct person *p, const struct delivered *l)
{
	struct wrote *w = people_wrote(p, l->answers);

	if (people.rest || (w != NULL && w->forged) ||
	    !fate_deed(&world.fate, p->stream, 900))
		return;
	if (w != NULL)
		w->agreed++;
	write_reply(p, l, tongue_says(ANSWER_YES, l->tongue), NULL,
	    &(struct manner){ .quotes = true });
}

/* To what others offer them: a seat, or an office. */
static void
answers_offer(struct person *p, const struct delivered *l)
{
	bool takes;

	if (people.rest || !fate_deed(&world.fate, p->stream, 800))
		return;
	takes = fate_below(&world.fate, p->stream, 6) > 0;
	if (takes && l->offers == ANSWER_YES && p->undoes == NULL)
		p->moderates = l->game;
	write_reply(p, l, tongue_says(takes ? l->offers : ANSWER_NO, l->tongue),
	    NULL, &(struct manner){ .quotes = true });
}

/* Whether a digest asks for one move only: then a number is enough. */
static bool
waits_once(const struct delivered *l)
{
	int n = 0;

	for (size_t i = 0; i < l->n_told; i++)
		n += l->told[i].asks;
	return n == 1;
}

static void
read_one(struct person *p, const struct delivered *l)
{
	bool asks = l->asks ||
	    tongue_find(l->subject, SUBJECT_PROBLEM, NULL, NULL) != NULL;

	if (l->confirms) {
		says_yes(p, l);
		return;
	}
	if (l->offers != NO_PHRASE) {
		answers_offer(p, l);
		return;
	}
	if (l->digest) {
		if (l->choices > 0 && waits_once(l) && !people.rest)
			turn_move(p, l);
		return;
	}
	if (is_visitor(p) && l->seat == 0) {
		if (!people.rest)
			visitor_reads(p, l);
		return;
	}
	if (!l->asks_ready && !(l->seat > 0 && asks && !turn_is_past(p, l)))
		return;
	/* Sometimes they mean to, and forget. */
	if (people.rest || is_put_off(p, l) ||
	    !fate_deed(&world.fate, p->stream, 985))
		return;
	if (l->asks_ready)
		write_as_usual(p, l, tongue_says(ANSWER_READY, l->tongue),
		    NULL);
	else
		turn_move(p, l);
}

static void
comes_to_read(void *arg)
{
	struct person *p = arg;

	p->awaits = false;
	while (p->read < p->n_mail) {
		if (!people.rest) {
			questions_come(p, p->mail[p->read]);
			office_comes(p, p->mail[p->read]);
		}
		read_one(p, p->mail[p->read++]);
	}
}

/* Most look at their mail soon, some in the evening, a few after days. */
static int64_t
until_they_read(int stream)
{
	int64_t sort = fate_below(&world.fate, stream, 100);

	return sort < 60 ?
	    fate_between(&world.fate, stream, 2 * MINUTE, 3 * HOUR) :
	    sort < 96 ? fate_between(&world.fate, stream, 3 * HOUR, 18 * HOUR) :
			fate_between(&world.fate, stream, 18 * HOUR, 4 * DAY);
}

/* Answers what they asked in secret: they look at it, and all goes on as before
 * it, unless it tells them for the first time that they are to move. */
static bool
is_aside(const struct person *p, const struct delivered *l)
{
	const struct wrote *w = people_wrote(p, l->answers);

	return w != NULL && w->secret && (!l->asks || turn_is_past(p, l));
}

static void
is_read(struct person *p, struct delivered *l)
{
	if (is_aside(p, l))
		return;
	p->mail = mem_more(p->mail, p->n_mail, sizeof *p->mail);
	p->mail[p->n_mail++] = l;
	if (!people.rest && l->due != 0 && l->asks)
		put_off(p, l);
	if (!people.rest && fate_deed(&world.fate, p->stream, 15))
		write_reply(p, l, "I am away and read no mail.", NULL,
		    &(struct manner){ .automatic = true });
	if (!people.rest && fate_deed(&world.fate, p->stream, 40))
		write_forged(p, l);
	if (!p->awaits)
		world_plan(until_they_read(p->stream), comes_to_read, p, NULL);
	p->awaits = true;
}

static void
ring(int64_t due)
{
	world_bell(due - WORLD_REMIND);
	world_bell(due - WORLD_REMIND_SET);
	world_bell(due + WORLD_GRACE);
}

/* A mail from a clock that is ahead was written when it came. */
static void
told_came(struct told *t, int64_t received)
{
	if (t->written > received)
		t->written = received;
	if (t->due == 0)
		return;
	ring(t->due);
	/* If its seconds are not told. */
	if (t->slack != 0)
		ring(t->due + t->slack);
}

void
people_get(const char *to, const char *raw, size_t len)
{
	struct person *p = people_find(to);
	char hash[HASH_HEX_SIZE];
	struct delivered *l;
	bool again = false;

	if (p == NULL)
		p = find_elsewhere(to);
	if (p == NULL) {
		world_tell("to %s, who is nobody here", to);
		return;
	}
	l = mem_zero(1, sizeof *l);
	delivered_read(l, raw, len);
	l->received = world_seconds();
	for (size_t i = 0; i < p->n_got; i++)
		again = again || strcmp(p->got[i]->id, l->id) == 0;
	p->got = mem_more(p->got, p->n_got, sizeof *p->got);
	p->got[p->n_got++] = l;
	hash_sha256_hex(raw, len, hash);
	world_tell("to %s: %s %.8s \"%s\"", p->name, l->id, hash, l->subject);
	world.mails++;
	if (world.shows_mails)
		buf_printf(&world.history, "\n%s\n", l->text);
	for (size_t i = 0; i < l->n_told; i++)
		told_came(&l->told[i], l->received);
	if (world.twin != TWIN_SECOND)
		model_got(p, l, again);
	is_read(p, l);
}
