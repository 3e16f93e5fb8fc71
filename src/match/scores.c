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
by_rank(const cJSON *a, const cJSON *b)
{
	double ra = cJSON_GetNumberValue(
		cJSON_GetObjectItemCaseSensitive(a, "rank"));
	double rb = cJSON_GetNumberValue(
		cJSON_GetObjectItemCaseSensitive(b, "rank"));

	return ra > rb;
}

void
frame_scores(const struct match *m, const struct reader *r, cJSON *frame)
{
	cJSON *array = cJSON_AddArrayToObject(frame, "scores"), *o, *facts,
	    *view;
	int n;

	list_scores(m, r, array);
	facts = frame_facts(m, ARCHIVE);
	view = m->kind->rules->view(m->kind->data, facts, ARCHIVE);
	cJSON_ArrayForEach(o, array)
		take_rank(o, cJSON_GetObjectItemCaseSensitive(view, "seats"));
	n = cJSON_GetArraySize(array);
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 &&
		    by_rank(cJSON_GetArrayItem(array, k - 1),
		    cJSON_GetArrayItem(array, k)); k--)
			cJSON_InsertItemInArray(array, k - 1,
				cJSON_DetachItemFromArray(array, k));
	cJSON_Delete(view);
	cJSON_Delete(facts);
}
