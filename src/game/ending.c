/* SPDX-License-Identifier: MIT */
#include "game/rules.h"

/* Above 0 if a has done better than b. */
static int
better(const struct ending *e, int a, int b)
{
	int by = e->score[a] - e->score[b];

	return by != 0 ? by : e->tie[a] - e->tie[b];
}

int
ending_rank(const struct ending *e, int seat)
{
	int rank = 1;

	for (int s = 1; s <= e->seats; s++)
		rank += better(e, s, seat) > 0;
	return rank;
}

void
ending_tell(const struct ending *e, const uint8_t *order, int verb,
    struct events *out)
{
	int seat[SEATS_MAX];
	struct event *ev;

	if (out == NULL)
		return;
	for (int i = 0; i < e->seats; i++) {
		int s = order == NULL ? i + 1 : order[i], j = i;

		for (; j > 0 && better(e, s, seat[j - 1]) > 0; j--)
			seat[j] = seat[j - 1];
		seat[j] = s;
	}
	ev = events_add(out, EVENT_DERIVED, 0, verb);
	for (int i = 0; i < e->seats; i++)
		event_args(ev,
		    ARGS([ENDED_SEAT] = seat[i],
			[ENDED_SCORE] = e->score[seat[i]],
			[ENDED_TIE] = e->tie[seat[i]] /
			    (e->unit > 0 ? e->unit : 1),
			[ENDED_RANK] = ending_rank(e, seat[i])));
}
