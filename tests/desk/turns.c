/* SPDX-License-Identifier: MIT */

/* turns [--no-pictures] FOLDER: games of each kind, played by computer players
 * who write mails, as they are sent to people of three languages: for eyes, and
 * for the tests with a browser. KIND-LANG-WHEN.eml is the first, a middle or a
 * late turn mail of whom reads LANG, or their last mail of the game. */

#include <stdio.h>

#include "base/file.h"
#include "base/log.h"
#include "game/rules.h"
#include "match/match.h"
#include "picture/picture.h"
#include "scene.h"
#include "tests/last.h"

enum { SEATS = 3, LAST = 15, MOVES = 400 };

static const char *const langs[SEATS] = { "en", "nl", "it" };

static struct err e;
static struct pictures *pictures;

#define MUST(what) \
	do { \
		if (!(what)) { \
			fprintf(stderr, "turns: %s: %s\n", #what, e.text); \
			exit(1); \
		} \
	} while (0)

/* A seat that is to act, and what its computer player does: 0 if nobody is. */
static int
choose(struct scene *s, struct rng *r, struct buf *out)
{
	struct match *m;
	struct move mv = { 0 };
	int seat = 0;

	MUST(match_look(&s->desk.club, 1, &m, &e) == 1);
	for (int i = 1; i <= m->seats; i++)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	buf_clear(out);
	if (seat != 0) {
		const void *pos = table_position(m->table);

		MUST(m->kind->rules->choose(m->kind->data, pos, seat, r, &mv) ==
		    0);
		m->kind->rules->format(m->kind->data, pos, seat, &mv, out);
		buf_char(out, '\n');
	}
	match_drop(m);
	return seat;
}

static void
keep(struct scene *s, const char *dir, int seat, const char *when)
{
	struct outbox_row row;
	struct buf path = BUF_INIT;

	MUST(last_to_seat(s->db, 1, seat, &row, &e) == 1);
	if (row.picture != NULL) {
		int64_t id = row.id;

		(void)scene_draw(s, pictures, row.picture);
		outbox_row_release(&row);
		MUST(outbox_get(s->db, id, &row, &e) == 1);
	}
	buf_printf(&path, "%s/%s-%s-%s.eml", dir, s->kind, langs[seat - 1],
	    when);
	MUST(file_write(path.data, row.raw, row.raw_len, 0644, &e) == 0);
	buf_release(&path);
	outbox_row_release(&row);
}

/* The first turn mail of each seat, and those in the middle and late. */
static const char *
is_stage(int turns)
{
	return turns == 1 ? "first" :
	    turns == 7    ? "mid" :
	    turns == LAST ? "late" :
			    NULL;
}

static void
play(const char *dir, const char *kind)
{
	struct buf move = BUF_INIT;
	struct scene s;
	struct rng r;
	int seat, before = 0, turns[SEATS + 1] = { 0 };

	rng_init_number(&r, 11);
	scene_open(&s, true);
	s.desk.club.pictures = pictures != NULL;
	s.kind = kind;
	scene_game(&s, "Anna Bruno Carla", "", 5);
	for (seat = 1; seat <= SEATS; seat++) {
		buf_clear(&move);
		buf_printf(&move, "set lang %s\n", langs[seat - 1]);
		scene_say(&s, 1, seat, move.data);
	}
	scene_moderate(&s, 1, "begin");
	for (int n = 0; n < MOVES && (seat = choose(&s, &r, &move)) != 0; n++) {
		if (seat != before && is_stage(++turns[seat]) != NULL)
			keep(&s, dir, seat, is_stage(turns[seat]));
		before = seat;
		scene_say(&s, 1, seat, move.data);
	}
	for (int i = 1; i <= SEATS; i++)
		keep(&s, dir, i, "last");
	buf_release(&move);
	scene_close(&s);
}

int
main(int argc, char **argv)
{
	bool without = argc == 3 && strcmp(argv[1], "--no-pictures") == 0;

	if (argc != 2 + without) {
		fputs("turns [--no-pictures] FOLDER\n", stderr);
		return 64;
	}
	log_set_level(LOG_LEVEL_ERROR);
	if (!without)
		MUST(pictures_open(&pictures, &e) == 0);
	for (int i = 0; game_registry[i] != NULL; i++)
		play(argv[argc - 1], game_registry[i]->name);
	pictures_free(pictures);
	return 0;
}
