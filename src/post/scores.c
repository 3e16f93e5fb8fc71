/* SPDX-License-Identifier: MIT */

/* The result of a finished game for its last mails, and how one stands. */

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "base/tree.h"
#include "post/context.h"
#include "post/mails.h"

/* Rank and winner of a game that is over, with what breaks its ties. */
static void
add_rank(const struct match *m, int seat, cJSON *o)
{
	const struct game_rules *rules = m->kind->rules;
	const void *pos = table_position(m->table);
	int rank;

	if (!game_over(pos))
		return;
	rank = game_rank(rules, m->kind->data, pos, seat);
	tree_add_int(o, "rank", rank);
	tree_flag(o, "winner", rank == 1);
}

/* Best first, by the printed score alone. */
static void
list_scores(const struct match *m, const struct reader *r, cJSON *array)
{
	int score[SEATS_MAX + 1] = { 0 };
	bool done[SEATS_MAX + 1] = { false };

	game_scores(m->kind->rules, m->kind->data, table_position(m->table),
	    score);
	for (int n = 1; n <= m->seats; n++) {
		int best = 0;
		cJSON *o;

		for (int s = 1; s <= m->seats; s++)
			if (!done[s] && (!best || score[s] > score[best]))
				best = s;
		done[best] = true;
		o = context_seat(m, array, best);
		tree_add_int(o, "score", score[best]);
		add_rank(m, best, o);
		tree_flag(o, "you", best == r->seat);
	}
}

static int
rank_of(const cJSON *o)
{
	const cJSON *rank = cJSON_GetObjectItemCaseSensitive(o, "rank");

	return rank != NULL ? rank->valueint : 0;
}

/* Members are taken out and put back at the end: cJSON_InsertItemInArray of
 * Debian's 1.7.15 refuses every place but the first. */
void
scores_sort(cJSON *array)
{
	cJSON *o[SEATS_MAX];
	int n = 0;

	while (n < SEATS_MAX && cJSON_GetArraySize(array) > 0) {
		cJSON *next = cJSON_DetachItemFromArray(array, 0);
		int i = n++;

		for (; i > 0 && rank_of(o[i - 1]) > rank_of(next); i--)
			o[i] = o[i - 1];
		o[i] = next;
	}
	for (int i = 0; i < n; i++)
		cJSON_AddItemToArray(array, o[i]);
}

void
context_scores(const struct match *m, const struct reader *r, cJSON *context)
{
	cJSON *array = tree_list(context, "scores");

	list_scores(m, r, array);
	scores_sort(array);
}

/* What a game's tables have of a seat: products of Antwerp are secret, so its
 * table counts orders. */
static const cJSON *
points_of(const cJSON *seat)
{
	const cJSON *orders = cJSON_GetObjectItemCaseSensitive(seat,
	    "order_points");

	return orders != NULL ? orders :
				cJSON_GetObjectItemCaseSensitive(seat, "score");
}

static void
add_points(const cJSON *seat, cJSON *seats)
{
	const cJSON *points = points_of(seat);
	const char *id = tree_str(seat, "seat");
	cJSON *o;

	cJSON_ArrayForEach(o, seats) {
		const char *its = tree_str(o, "seat");

		if (points == NULL || id == NULL || its == NULL ||
		    strcmp(its, id) != 0)
			continue;
		tree_add_int(o, "points", points->valueint);
		tree_flag(o, "counted", true);
	}
}

void
context_points(const struct match *m, const struct reader *r, cJSON *context)
{
	const struct game_kind *k = m->kind;
	const cJSON *seat;
	cJSON *view;
	void *seen;

	if (m->table == NULL)
		return;
	seen = game_seen(k, table_position(m->table), r->seat);
	view = k->rules->view(k->data, seen, r->seat);
	cJSON_ArrayForEach(seat,
	    cJSON_GetObjectItemCaseSensitive(view, "seats"))
		add_points(seat,
		    cJSON_GetObjectItemCaseSensitive(context, "seats"));
	cJSON_Delete(view);
	free(seen);
}
