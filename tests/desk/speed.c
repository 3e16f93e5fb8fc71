/* SPDX-License-Identifier: MIT */

/* CPU time of an order mail, from its raw bytes to three rendered and stored
 * answers: GAMES games of three seats, nobody in two of them, MAILS moves,
 * batches of 20; with KIND of that game, with pictures, which are made as the
 * daemon makes them. Prints one line; fails if a mail was not accepted, or did
 * not bring a picture, not if it is slow.
 * speed [GAMES [MAILS [KIND]]] */

#include <stdio.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "measure.h"
#include "play.h"

enum { BATCH = 20 };

/* "VmHWM: 12345 kB" of this process. */
static const char *
memory(void)
{
	static char line[128];
	FILE *f = fopen("/proc/self/status", "r");

	while (f != NULL && fgets(line, sizeof line, f) != NULL)
		if (strncmp(line, "VmHWM", 5) == 0)
			break;
	if (f != NULL)
		fclose(f);
	return line;
}

/* A move mail of each game that goes on; seq: its last event before that. */
static void
write_round(struct scene *s, int games, struct rng *r, int *seq)
{
	struct buf raw = BUF_INIT, move = BUF_INIT;

	for (int g = 1; g <= games; g++) {
		struct seen m;
		int seat = play_choose(s, g, r, &move);

		seq[g] = seat ? measure_events(s, g) : -1;
		if (!seat)
			continue;
		scene_last(s, g, seat, &m);
		buf_clear(&raw);
		buf_char(&move, '\n');
		scene_reply(s, &m, m.to, move.data, &raw);
		scene_store(s, raw.data, raw.len);
		seen_release(&m);
	}
	buf_release(&raw);
	buf_release(&move);
}

/* No limit has passed a mail over, and none was refused. */
static void
check_accepted(struct scene *s, int games, const int *seq)
{
	for (int g = 1; g <= games; g++)
		if (seq[g] >= 0 && measure_events(s, g) <= seq[g]) {
			fprintf(stderr, "game %d: not accepted\n", g);
			exit(1);
		}
}

/* Those of the mails that went out since. */
static double
draw_batch(struct scene *s, struct pictures *pictures, int64_t *last,
    int *drawn)
{
	struct outbox_row row;
	struct err e;
	double t = measure_seconds();

	if (db_begin(s->db, &e))
		abort();
	for (; outbox_get(s->db, *last + 1, &row, &e) == 1; ++*last) {
		if (row.picture != NULL)
			*drawn += scene_draw(s, pictures, row.picture);
		outbox_row_release(&row);
	}
	if (db_commit(s->db, &e))
		abort();
	return measure_seconds() - t;
}

int
main(int argc, char **argv)
{
	int games = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 20;
	int mails = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 400;
	struct scene s;
	char names[64];
	int *seq = mem_zero((size_t)games + 1, sizeof *seq);
	struct rng r;
	double total = 0, drawing = 0;
	struct pictures *pictures = NULL;
	int64_t last_id = 0;
	int done = 0, drawn = 0;
	struct err e;

	rng_init_number(&r, 1);

	log_set_level(LOG_LEVEL_ERROR);
	scene_open(&s, true);
	if (argc > 3) {
		s.kind = argv[3];
		s.desk.club.pictures = true;
		if (pictures_open(&pictures, &e) != 0)
			abort();
	}
	for (int g = 1; g <= games; g++) {
		snprintf(names, sizeof names, "Anna%d Bruno%d Carla%d", g, g,
		    g);
		scene_game(&s, names, s.kind == NULL ? "order=given" : "",
		    (uint8_t)(g % 255 + 1)); /* no seed is all zero */
		scene_moderate(&s, g, "begin");
	}
	if (pictures != NULL)
		(void)draw_batch(&s, pictures, &last_id, &drawn);
	drawn = 0;
	for (int last = -1; done < mails && done != last;) {
		last = done;
		/* Three people who wrote it all in an hour would be taken for
		 * programs. */
		clock_pin(s.now += 3600);
		write_round(&s, games, &r, seq);
		for (int n = BATCH; n == BATCH; done += n) {
			n = measure_judging(&s, BATCH, &total);
			if (pictures != NULL)
				drawing += draw_batch(&s, pictures, &last_id,
				    &drawn);
		}
		check_accepted(&s, games, seq);
	}
	if (pictures != NULL)
		printf("%s: %d pictures, %.0f us CPU a mail; %.0f mails a "
		       "second; ",
		    s.kind, drawn, drawing / done * 1e6,
		    done / (total + drawing));
	printf("%d order mails, %d games: %.0f us CPU each, %s", done, games,
	    total / done * 1e6, memory());
	free(seq);
	pictures_free(pictures);
	scene_close(&s);
	return argc > 3 && (done < mails / 2 || drawn < done / 2);
}
