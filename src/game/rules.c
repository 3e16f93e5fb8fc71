/* SPDX-License-Identifier: MIT */
#include "game/rules.h"

#include <ctype.h>

#include "base/mem.h"

bool
move_equal(const struct move *a, const struct move *b)
{
	return a->verb == b->verb && a->n == b->n &&
	    memcmp(a->arg, b->arg, a->n * sizeof a->arg[0]) == 0;
}

void
moves_release(struct moves *m)
{
	free(m->at);
	*m = (struct moves)MOVES_INIT;
}

void
moves_clear(struct moves *m)
{
	m->n = 0;
}

struct move *
moves_add(struct moves *m)
{
	struct move *move;

	if (m->n == m->cap) {
		m->cap = m->cap < 32 ? 32 : 2 * m->cap;
		m->at = mem_grow(m->at, (size_t)m->cap, sizeof *m->at);
	}
	move = &m->at[m->n++];
	memset(move, 0, sizeof *move);
	return move;
}

struct move *
moves_of(struct moves *m, int verb, int n)
{
	struct move *move = moves_add(m);

	move->verb = (uint8_t)verb;
	move->n = (uint8_t)n;
	return move;
}

bool
event_equal(const struct event *a, const struct event *b)
{
	return a->kind == b->kind && a->actor == b->actor &&
	    a->verb == b->verb && a->n == b->n &&
	    memcmp(a->arg, b->arg, a->n * sizeof a->arg[0]) == 0;
}

void
event_from_move(struct event *ev, int seat, const struct move *m)
{
	ev->kind = EVENT_MOVE;
	ev->actor = (int8_t)seat;
	ev->verb = m->verb;
	ev->n = m->n;
	memcpy(ev->arg, m->arg, m->n * sizeof m->arg[0]);
}

void
move_from_event(struct move *m, const struct event *ev)
{
	if (ev->kind != EVENT_MOVE || ev->n > MOVE_ARGS)
		abort();
	memset(m, 0, sizeof *m);
	m->verb = ev->verb;
	m->n = (uint8_t)ev->n;
	memcpy(m->arg, ev->arg, ev->n * sizeof ev->arg[0]);
}

void
events_release(struct events *ev)
{
	free(ev->at);
	*ev = (struct events)EVENTS_INIT;
}

void
events_clear(struct events *ev)
{
	ev->n = 0;
	ev->beyond = false;
}

struct event *
events_add(struct events *ev, enum event_kind kind, int actor, int verb)
{
	struct event *event;

	if (ev->n == ev->cap) {
		ev->cap = ev->cap < 8 ? 8 : 2 * ev->cap;
		ev->at = mem_grow(ev->at, (size_t)ev->cap, sizeof *ev->at);
	}
	event = &ev->at[ev->n++];
	event->kind = (uint8_t)kind;
	event->actor = (int8_t)actor;
	event->verb = (uint8_t)verb;
	event->n = 0;
	return event;
}

void
event_arg(struct event *ev, int arg)
{
	if (ev->n >= EVENT_ARGS || arg < INT16_MIN || arg > INT16_MAX)
		abort();
	ev->arg[ev->n++] = (int16_t)arg;
}

void
event_args(struct event *ev, const int *arg, int n)
{
	for (int i = 0; i < n; i++)
		event_arg(ev, arg[i]);
}

void
events_move(struct events *out, int seat, const struct move *m)
{
	if (out != NULL)
		event_from_move(events_add(out, EVENT_MOVE, seat, m->verb),
		    seat, m);
}

void
events_more(struct events *out, const int *arg, int n)
{
	if (out != NULL)
		event_args(&out->at[out->n - 1], arg, n);
}

void
events_derive(struct events *out, int actor, int verb, const int *arg, int n)
{
	if (out != NULL)
		(void)events_add(out, EVENT_DERIVED, actor, verb);
	events_more(out, arg, n);
}

bool
event_shuffles(const struct event *ev, int from, const int16_t *list, int n)
{
	int count[UINT8_MAX + 1] = { 0 };

	if (ev->n != n ||
	    memcmp(ev->arg, list, (size_t)from * sizeof *list) != 0)
		return false;
	for (int i = from; i < n; i++)
		count[list[i]]++;
	for (int i = from; i < n; i++)
		if (ev->arg[i] < 0 || ev->arg[i] > UINT8_MAX ||
		    count[ev->arg[i]]-- == 0)
			return false;
	return true;
}

void
game_see(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int reader, void *out)
{
	memcpy(out, pos, rules->position_size);
	if (rules->seen != NULL && reader != ARCHIVE)
		rules->seen(d, out, reader);
}

void *
game_seen(const struct game_kind *k, const void *pos, int reader)
{
	void *seen = mem_alloc(k->rules->position_size);

	game_see(k->rules, k->data, pos, reader, seen);
	return seen;
}

static struct position_head
head_of(const void *pos)
{
	struct position_head head;

	memcpy(&head, pos, sizeof head);
	return head;
}

int
game_round(const void *pos)
{
	return head_of(pos).round;
}

int
game_turn(const void *pos)
{
	return head_of(pos).turn;
}

int
game_at(const void *pos)
{
	return head_of(pos).at;
}

bool
game_over(const void *pos)
{
	return head_of(pos).stage == STAGE_OVER;
}

bool
game_chance_due(const struct game_rules *rules, const struct game_data *d,
    const void *pos)
{
	return !game_over(pos) && rules->to_act(d, pos) == 0;
}

/* "atlantic-star" is Atlantic Star. */
static void
capitals(const char *name, char *out, size_t size)
{
	bool first = true;

	for (; *name != '\0' && size > 1; name++, size--) {
		*out++ = *name == '-' ?
		    ' ' :
		    (char)(first ? toupper((unsigned char)*name) : *name);
		first = *name == '-';
	}
	*out = '\0';
}

int
game_setup(const struct game_rules *rules, const struct game_data *d, int seats,
    const struct options *o, void *pos, struct err *e)
{
	struct position_head head = { .round = 1,
		.turn = 1,
		.seats = (uint8_t)seats };
	char name[32];

	memset(pos, 0, rules->position_size);
	memcpy(pos, &head, sizeof head);
	if (seats >= rules->min_seats && seats <= rules->max_seats)
		return rules->setup(d, o, pos, e);
	capitals(rules->name, name, sizeof name);
	return err_set(e, ERR_GIVEUP, "%s is for %d to %d seats, not %d", name,
	    rules->min_seats, rules->max_seats, seats);
}

void
game_scores(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int *by_seat)
{
	struct ending e = rules->ending(d, pos);

	for (int s = 1; s <= e.seats; s++)
		by_seat[s] = e.score[s];
}

int
game_rank(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int seat)
{
	struct ending e = rules->ending(d, pos);

	return ending_rank(&e, seat);
}

enum redaction
game_shows(const struct game_data *d, const void *now, const struct event *ev,
    int reader)
{
	(void)d;
	(void)now;
	(void)ev;
	(void)reader;
	return REDACT_SHOW;
}
