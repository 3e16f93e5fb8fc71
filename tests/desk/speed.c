/* SPDX-License-Identifier: MIT */

/* CPU time of an order mail, from its raw bytes to three rendered and stored
 * answers: GAMES games of three seats, MAILS moves, batches of 20. Prints
 * one line; not a test. */

#include <stdio.h>
#include <time.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "scene.h"
#include "store/inbox.h"

enum { BATCH = 20 };

static double
cpu(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Everything but the judging is done before: the raw mails lie in the inbox. */
static double
judge_batch(struct scene *s)
{
	struct inbox_row row[BATCH];
	struct err e;
	int failed = 0, n = inbox_next(s->db, BATCH, row, &e);
	double t = cpu();

	if (db_begin(s->db, &e) || desk_judge(&s->desk, row, n, &failed, &e) ||
	    db_commit(s->db, &e) || failed)
		abort();
	t = cpu() - t;
	for (int i = 0; i < n; i++)
		inbox_row_release(&row[i]);
	return t;
}

int
main(int argc, char **argv)
{
	int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 20;
	int mails = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 400;
	struct scene s;
	struct buf raw = BUF_INIT;
	double total = 0;
	int done = 0;

	log_set_level(LOG_LEVEL_ERROR);
	scene_open(&s, true);
	for (int g = 1; g <= games; g++) {
		scene_game(&s, "Anna Bruno Carla", "order=given", (uint8_t)g);
		scene_moderate(&s, g, "begin");
	}
	for (int round = 0; done < mails; round++) {
		for (int g = 1; g <= games; g++) {
			struct seen m;
			scene_last(&s, g, 1 + round % 3, &m);
			buf_clear(&raw);
			scene_reply(&s, &m, m.to, "charter 0 or charter 1000 or "
				"voyage baltic a b c\r\n", &raw);
			scene_store(&s, raw.data, raw.len);
			seen_release(&m);
		}
		for (int n = 0; n < games; n += BATCH) {
			total += judge_batch(&s);
			done += games - n < BATCH ? games - n : BATCH;
		}
	}
	printf("%d order mails, %d games: %.0f us CPU each\n", done, games,
		total / done * 1e6);
	buf_release(&raw);
	scene_close(&s);
	return 0;
}
