/* SPDX-License-Identifier: MIT */
#include <cjson/cJSON.h>

#include "base/clock.h"
#include "base/mem.h"
#include "desk/errand.h"
#include "match/words.h"
#include "store/insight.h"

/* Open and running games, the newest last; finished ones are the archive's. */
enum { LIST_MAX = 100 };

struct listing { struct errand *er; cJSON *ctx, *games; };

/* Whether an invitation that can still be taken keeps the seat. */
static bool
is_kept(const struct listing *l, const struct game *g, int seat)
{
	struct request r;
	struct err e;
	bool open;

	if (request_of_seat(l->er->desk->house.db, g->id, seat, &r, &e) != 1)
		return false;
	open = request_open(&r, clock_now());
	request_release(&r);
	return open;
}

/* A seat that a computer player keeps for whoever takes it over. */
static void
add_left(struct listing *l, const struct game *g, int seat, cJSON *o)
{
	struct err e;
	cJSON *left, *item;
	char id[16];

	if (g->state != GAME_RUNNING || is_kept(l, g, seat) ||
	    insight_left(l->er->desk->house.db, g->id, seat, &e) != 1)
		return;
	left = cJSON_GetObjectItem(o, "left");
	if (!left)
		left = cJSON_AddArrayToObject(o, "left");
	item = cJSON_CreateObject();
	snprintf(id, sizeof id, "p%d", seat);
	cJSON_AddStringToObject(item, "seat", id);
	cJSON_AddItemToArray(left, item);
}

/* What this mail has changed is not in the store yet. */
static int
seats_of(const struct errand *er, const struct game *g,
	struct seat seat[SEATS_MAX + 1])
{
	struct err e;
	int n = seat_all(er->desk->house.db, g->id, seat, &e);

	for (int i = 1; i <= n && er->m && er->m->game.id == g->id; i++) {
		free(seat[i].name);
		seat[i].name = mem_dup(er->m->seat[i].name);
		seat[i].player = er->m->seat[i].player;
		seat[i].computer = er->m->seat[i].computer;
	}
	return n;
}

static int
add_game(void *arg, const struct game *g)
{
	struct listing *l = arg;
	struct seat seat[SEATS_MAX + 1];
	struct buf kind = BUF_INIT;
	cJSON *o, *seats, *s;
	int n, free_seats = 0, kept = 0;

	if (g->state > GAME_RUNNING || cJSON_GetArraySize(l->games) == LIST_MAX)
		return 0;
	o = cJSON_CreateObject();
	words_kind(l->er->desk->house.texts, l->er->lang, g->kind, &kind);
	cJSON_AddNumberToObject(o, "game", (double)g->id);
	cJSON_AddStringToObject(o, "kind_name", kind.data);
	cJSON_AddTrueToObject(o, game_state_name(g->state));
	buf_release(&kind);
	seats = cJSON_AddArrayToObject(o, "seats");
	n = seats_of(l->er, g, seat);
	for (int i = 1; i <= n; i++) {
		if (!seat[i].player && !seat[i].computer) {
			if (is_kept(l, g, i))
				kept++;
			else
				free_seats++;
			seat_release(&seat[i]);
			continue;
		}
		s = cJSON_CreateObject();
		cJSON_AddStringToObject(s, "seat_name", seat[i].name);
		cJSON_AddItemToArray(seats, s);
		if (seat[i].computer)
			add_left(l, g, i, o);
		seat_release(&seat[i]);
	}
	if (free_seats)
		cJSON_AddNumberToObject(o, "free", free_seats);
	if (kept)
		cJSON_AddNumberToObject(o, "kept", kept);
	cJSON_AddItemToArray(l->games, o);
	return 0;
}

static int
run(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e)
{
	struct listing l = { .er = er, .ctx = cJSON_CreateObject() };

	(void)args;
	(void)said;
	(void)why;
	l.games = cJSON_AddArrayToObject(l.ctx, "games");
	if (game_each(er->desk->house.db, -1, 0, add_game, &l, e) < 0) {
		cJSON_Delete(l.ctx);
		return -1;
	}
	return errand_render(er, "desk/list", l.ctx, e);
}

const struct command command_list = { "list", 0, RIGHT_PUBLIC, run, NULL };
