/* SPDX-License-Identifier: MIT */
#include "measure.h"

#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "store/game.h"
#include "store/inbox.h"

double
measure_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int
measure_judging(struct scene *s, int most, double *took)
{
	struct inbox_row *row = mem_zero((size_t)most, sizeof *row);
	struct err e;
	int failed = 0, n = inbox_next(s->db, most, row, &e);
	double began = measure_seconds();

	if (n < 0 || db_begin(s->db, &e) ||
	    desk_judge(&s->desk, row, n, &failed, &e) || db_commit(s->db, &e) ||
	    failed != 0)
		abort();
	*took += measure_seconds() - began;
	for (int i = 0; i < n; i++)
		inbox_row_release(&row[i]);
	free(row);
	return n;
}

int
measure_events(struct scene *s, int64_t game)
{
	struct game g;
	struct err e;
	int seq;

	if (game_get(s->db, game, &g, &e) != 1)
		abort();
	seq = g.seq;
	game_release(&g);
	return seq;
}
