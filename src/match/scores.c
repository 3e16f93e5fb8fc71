/* SPDX-License-Identifier: MIT */

/* The result of a finished game for its last mails. */

#include <cjson/cJSON.h>

#include "match/frame.h"

/* Best first, by the printed score alone. */
static void
list_scores(const struct match *m, const struct reader *r, cJSON *array)
{
	int score[SEATS_MAX + 1] = { 0 };
	bool done[SEATS_MAX + 1] = { false };

	m->kind->rules->scores(m->kind->data, table_position(m->table), score);
	for (int n = 1; n <= m->seats; n++) {
		int best = 0;
		cJSON *o;

		for (int s = 1; s <= m->seats; s++)
			if (!done[s] && (!best || score[s] > score[best]))
				best = s;
		done[best] = true;
		o = frame_seat(m, array, best);
		cJSON_AddNumberToObject(o, "score", score[best]);
		if (best == r->seat)
			cJSON_AddTrueToObject(o, "you");
	}
}

/* Rank and winner as the game knows them, with what breaks its ties: the
 * view of a finished game says them of each seat. */
static void
take_rank(cJSON *o, const cJSON *seats)
{
	const char *seat = cJSON_GetStringValue(
		cJSON_GetObjectItemCaseSensitive(o, "seat"));
	const cJSON *v;

	cJSON_ArrayForEach(v, seats) {
		const char *id = cJSON_GetStringValue(
			cJSON_GetObjectItemCaseSensitive(v, "seat"));
		const cJSON *rank = cJSON_GetObjectItemCaseSensitive(v, "rank");
		if (!id || strcmp(id, seat) || !rank)
			continue;
		cJSON_AddNumberToObject(o, "rank", rank->valuedouble);
		if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(v, "winner")))
			cJSON_AddTrueToObject(o, "winner");
	}
}

static int
rank_of(const cJSON *o)
{
	const cJSON *rank = cJSON_GetObjectItemCaseSensitive(o, "rank");

	return rank ? rank->valueint : 0;
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
frame_scores(const struct match *m, const struct reader *r, cJSON *frame)
{
	cJSON *array = cJSON_AddArrayToObject(frame, "scores"), *o, *facts,
	    *view;

	list_scores(m, r, array);
	facts = frame_facts(m, ARCHIVE);
	view = m->kind->rules->view(m->kind->data, facts, ARCHIVE);
	cJSON_ArrayForEach(o, array)
		take_rank(o, cJSON_GetObjectItemCaseSensitive(view, "seats"));
	scores_sort(array);
	cJSON_Delete(view);
	cJSON_Delete(facts);
}
