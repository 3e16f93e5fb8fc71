/* SPDX-License-Identifier: MIT */
#include "log/rows.h"

#include <stdlib.h>

#include "base/mem.h"

/* What a log is heard with. */
struct hearing {
	struct rows *rows;
	struct rows_game *r;
	struct rows_kind *kind;
	const struct table *table;
	struct json_ear ear;
	struct rows_figures *seat; /* of the turn: [seat - 1] */
	int turn, round;           /* before the event */
	int seats;
	/* where the figures went the last time, by their order: keys are mostly
	 * the same pointers */
	struct {
		const char *key, *under;
		int place;
	} known[4 * ROWS_FIGURES];
	int nth;
};

/* -1: there is no place. */
static int
figure_place(struct rows_kind *k, const char *key, const char *under)
{
	char name[NAMED_FIGURE];

	named_figure(key, under, name);
	for (int i = 0; i < k->n; i++)
		if (strcmp(k->name[i], name) == 0)
			return i;
	if (k->n == ROWS_FIGURES)
		return -1;
	memcpy(k->name[k->n], name, sizeof name);
	return k->n++;
}

static int
place_of(struct hearing *h, const char *key, const char *under)
{
	int i = h->nth++;

	if (i >= (int)(sizeof h->known / sizeof h->known[0]))
		return figure_place(h->kind, key, under);
	if (h->known[i].key != key || h->known[i].under != under) {
		h->known[i].key = key;
		h->known[i].under = under;
		h->known[i].place = figure_place(h->kind, key, under);
	}
	return h->known[i].place;
}

/* seats.p1.money, or seats.p1.hand_sizes.lock. */
static void
hear_number(void *ctx, const struct json *j, int64_t n)
{
	struct hearing *h = ctx;
	const char *seat = j->depth >= 3 ? j->key[2] : NULL;
	int place;

	if (j->depth > 4 || seat == NULL || strcmp(j->key[1], "seats") != 0 ||
	    seat[0] != 'p' || seat[1] < '1' || seat[1] > '0' + h->seats)
		return;
	place = place_of(h, j->key[3], j->depth == 4 ? j->key[4] : NULL);
	if (place >= 0)
		h->seat[seat[1] - '1'].value[place] = (int32_t)n;
}

/* The figures of all seats as they stand, behind those that are there. */
static void
note_turn(struct hearing *h, int turn, int seq)
{
	struct rows_game *r = h->r;
	struct json j;

	if (r->n_figures + h->seats > r->figures_room) {
		r->figures_room = 2 * r->figures_room + 64;
		r->figures = mem_grow(r->figures, (size_t)r->figures_room,
		    sizeof *r->figures);
	}
	h->seat = r->figures + r->n_figures;
	for (int s = 0; s < h->seats; s++) {
		h->seat[s].turn = turn;
		h->seat[s].seat = s + 1;
		h->seat[s].seq = seq;
		for (int i = 0; i < ROWS_FIGURES; i++)
			h->seat[s].value[i] = ROWS_NONE;
	}
	r->n_figures += h->seats;
	h->nth = 0;
	json_init_ear(&j, &h->ear);
	table_rules(h->table)->facts(table_data(h->table),
	    table_position(h->table), ARCHIVE, &j);
}

/* A turn whose end was undone has no figures; and what was undone may stand
 * again by another undo. */
static void
forget_undone(struct rows_game *r)
{
	int n = 0;

	for (int i = 0; i < r->n_figures; i++) {
		int seq = r->figures[i].seq;

		if (seq == 0 || r->event[seq - 1].stands)
			r->figures[n++] = r->figures[i];
	}
	r->n_figures = n;
}

static struct rows_kind *
kind_of(struct rows *r, const char *game)
{
	for (int i = 0; i < r->kinds; i++)
		if (strcmp(r->kind[i].game, game) == 0)
			return &r->kind[i];
	if (r->kinds == ROWS_KINDS)
		abort(); /* more games than there are */
	(void)snprintf(r->kind[r->kinds].game, sizeof r->kind[0].game, "%s",
	    game);
	return &r->kind[r->kinds++];
}

static void
begin(struct hearing *h, const struct replay *r)
{
	struct rows_game *game = h->r;

	h->kind = kind_of(h->rows, r->head.game);
	h->table = r->table;
	h->seats = r->head.seats;
	game->of = h->kind;
	game->version = r->head.version;
	game->options = r->head.options;
}

static void
add_event(struct hearing *h, const struct turnlog_line *line, bool secret)
{
	struct rows_game *r = h->r;

	if (r->events == r->events_room) {
		r->events_room = 2 * r->events_room + 512;
		r->event = mem_grow(r->event, (size_t)r->events_room,
		    sizeof *r->event);
	}
	r->event[r->events++] = (struct rows_event){ .seq = line->seq,
		.turn = h->turn,
		.round = h->round,
		.actor = line->actor,
		.time = line->time,
		.secret = secret,
		.text = turnlog_words(line) };
}

static void
hear_event(void *ctx, const struct replay *replay,
    const struct turnlog_line *line, bool secret)
{
	struct hearing *h = ctx;
	const void *pos = table_position(replay->table);
	int turn = game_turn(pos);

	if (h->table == NULL)
		begin(h, replay);
	add_event(h, line, secret);
	if (turn != h->turn && line->actor >= 0)
		note_turn(h, h->turn, line->seq);
	h->turn = turn;
	h->round = game_round(pos);
}

/* Of figures that stay as they were only the first row is kept. */
static void
thin_figures(struct rows_game *r, int seats, int names)
{
	int last[SEATS_MAX + 1] = { 0 }, n = 0;

	for (int i = 0; i < r->n_figures; i++) {
		const struct rows_figures *f = &r->figures[i];
		int seat = f->seat, before = last[seat];

		if (i >= seats &&
		    memcmp(r->figures[before].value, f->value,
			(size_t)names * sizeof f->value[0]) == 0)
			continue;
		last[seat] = n;
		r->figures[n++] = *f;
	}
	r->n_figures = n;
}

static void
note_arg(void *ctx, const char *name, const char *text, long n)
{
	struct hearing *h = ctx;
	struct rows_game *r = h->r;
	struct rows_arg *a;

	r->arg = mem_more(r->arg, (size_t)r->args, sizeof *r->arg);
	a = &r->arg[r->args++];
	*a = (struct rows_arg){ .act = h->rows->acts.last,
		.name = r->words.len,
		.number = text == NULL,
		.n = n };
	buf_add(&r->words, name, strlen(name) + 1);
	a->text = r->words.len;
	if (text != NULL)
		buf_add(&r->words, text, strlen(text) + 1);
}

static void
number_event(struct hearing *h, struct rows_event *ev)
{
	struct rows_game *r = h->r;

	ev->act = acts_number(&h->rows->acts, (int)(h->kind - h->rows->kind),
	    ev->actor, ev->text, &ev->fresh);
	if (!ev->fresh)
		return;
	ev->words = r->words.len;
	ev->len = ev->text.len;
	buf_add(&r->words, ev->text.at, ev->len);
	named_args(table_rules(h->table), table_data(h->table),
	    table_position_before(h->table, ev->seq), ev->actor, ev->text.at,
	    ev->len, note_arg, h);
}

static void
number_events(struct hearing *h)
{
	struct rows_game *r = h->r;
	const int *live;
	int n = table_live(h->table, &live), nth = 0;

	for (int i = 0; i < n; i++)
		r->event[live[i] - 1].stands = true;
	for (int i = 0; i < r->events; i++) {
		struct rows_event *ev = &r->event[i];

		ev->stands |= ev->actor < 0;
		number_event(h, ev);
		if (ev->actor < 1 || !ev->stands || ev->secret)
			continue;
		ev->nth = ++nth;
		if (r->opening[ev->actor] == 0)
			r->opening[ev->actor] = ev->act;
	}
}

static void
hear_end(void *ctx, const struct replay *replay)
{
	struct hearing *h = ctx;

	if (h->table == NULL)
		begin(h, replay);
	number_events(h);
	if (h->r->events > 0)
		note_turn(h, h->turn, 0);
	h->r->turns = h->r->events > 0 ? h->turn : 0;
	h->r->rounds = h->round;
	forget_undone(h->r);
	thin_figures(h->r, h->seats, h->kind->n);
	h->r->names = h->kind->n;
}

int
rows_of_log(struct rows *r, struct rows_game *g, const char *text, size_t len,
    const struct game_kind *kind, struct err *e)
{
	struct hearing h = { .rows = r, .r = g, .turn = 1 };
	struct outcome_ear ear = { hear_event, hear_end, &h };

	h.ear = (struct json_ear){ hear_number, &h };
	outcome_release(&g->outcome);
	g->events = g->n_figures = g->args = 0;
	buf_clear(&g->words);
	memset(g->opening, 0, sizeof g->opening);
	return outcome_hear(text, len, kind, &ear, &g->outcome, e);
}

void
rows_game_release(struct rows_game *g)
{
	outcome_release(&g->outcome);
	buf_release(&g->words);
	free(g->event);
	free(g->arg);
	free(g->figures);
	memset(g, 0, sizeof *g);
}
