/* SPDX-License-Identifier: MIT */

/* turns [--no-pictures] [--few] FOLDER [LINE...]: games of each kind, or of
 * the first, played by computer players who write mails, as they are sent to
 * people of three languages, who have also said each LINE ("set layout list"):
 * for eyes, and for the tests with a browser. KIND-LANG-WHEN.eml is the first,
 * a middle or a late turn mail of whom reads LANG, or their last mail of the
 * game; games-LANG-digest.eml is the mail of a day in which all kinds wait for
 * them, one of them twice; games-LANG-refusal.eml says that a move is none,
 * and games-LANG-invite.eml asks them to play. What else is of no turn is
 * called by what they wrote for it, as games-LANG-help.eml, or what has come
 * to pass. */

#include <stdio.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "game/rules.h"
#include "match/match.h"
#include "picture/picture.h"
#include "scene.h"
#include "tests/last.h"

enum { SEATS = 3, MIDDLE = 7, LAST = 15, MOVES = 400 };

static const char *const langs[SEATS] = { "en", "nl", "it" };

static struct err e;
static struct pictures *pictures;
static char **say;

#define MUST(what) \
	do { \
		if (!(what)) { \
			fprintf(stderr, "turns: %s: %s\n", #what, e.text); \
			exit(1); \
		} \
	} while (0)

/* A seat that is to act, and what its computer player does: 0 if nobody is. */
static int
choose(struct scene *s, int64_t game, struct rng *r, struct buf *out)
{
	struct match *m;
	struct move mv = { 0 };
	int seat = 0;

	MUST(match_look(&s->desk.club, game, &m, &e) == 1);
	for (int i = 1; i <= m->seats; i++)
		if (match_to_act(m) & SEAT_BIT(i))
			seat = i;
	buf_clear(out);
	if (seat != 0) {
		const void *pos = table_position(m->table);

		MUST(m->kind->rules->wits.choose(m->kind->data, pos, seat, r,
			 &mv) == 0);
		m->kind->rules->format(m->kind->data, pos, seat, &mv, out);
		buf_char(out, '\n');
	}
	match_drop(m);
	return seat;
}

static void
keep(const char *dir, const char *what, const char *lang, const char *when,
    const struct outbox_row *row)
{
	struct buf path = BUF_INIT;

	buf_printf(&path, "%s/%s-%s-%s.eml", dir, what, lang, when);
	MUST(file_write(path.data, row->raw, row->raw_len, 0644, &e) == 0);
	buf_release(&path);
}

/* The mail as it goes out. */
static void
draw(struct scene *s, struct outbox_row *row)
{
	int64_t id = row->id;

	if (row->picture == NULL)
		return;
	(void)scene_draw(s, pictures, row->picture);
	outbox_row_release(row);
	MUST(outbox_get(s->db, id, row, &e) == 1);
}

static void
keep_last(struct scene *s, const char *dir, int seat, const char *when)
{
	struct outbox_row row;

	MUST(last_to_seat(s->db, 1, seat, &row, &e) == 1);
	draw(s, &row);
	keep(dir, s->kind, langs[seat - 1], when, &row);
	outbox_row_release(&row);
}

/* The first of the new mails that goes to Anna. */
static void
keep_next(struct scene *s, const char *dir, const char *lang, const char *when)
{
	struct outbox_row row;
	int64_t id = s->last;

	do {
		MUST(outbox_get(s->db, ++id, &row, &e) == 1);
		if (strcmp(row.to, "anna@example.net") == 0) {
			draw(s, &row);
			keep(dir, "games", lang, when, &row);
			id = INT64_MAX;
		}
		outbox_row_release(&row);
	} while (id < INT64_MAX);
	scene_skip(s);
}

/* The first turn mail of each seat, and those in the middle and late. */
static const char *
is_stage(int turns)
{
	return turns == 1   ? "first" :
	    turns == MIDDLE ? "mid" :
	    turns == LAST   ? "late" :
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
		for (char **line = say; *line != NULL; line++)
			buf_printf(&move, "%s\n", *line);
		scene_say(&s, 1, seat, move.data);
	}
	scene_moderate(&s, 1, "begin");
	for (int n = 0; n < MOVES && (seat = choose(&s, 1, &r, &move)) != 0;
	    n++) {
		if (seat != before && is_stage(++turns[seat]) != NULL)
			keep_last(&s, dir, seat, is_stage(turns[seat]));
		before = seat;
		scene_say(&s, 1, seat, move.data);
	}
	for (int i = 1; i <= SEATS; i++)
		keep_last(&s, dir, i, "last");
	buf_release(&move);
	scene_close(&s);
}

static bool
is_to_act(struct scene *s, int64_t game, int seat)
{
	struct match *m;
	bool acts;

	MUST(match_look(&s->desk.club, game, &m, &e) == 1);
	acts = match_to_act(m) & SEAT_BIT(seat);
	match_drop(m);
	return acts;
}

/* All write until Anna has had so many turns, and it is (or is not) hers. */
static void
play_until(struct scene *s, int64_t game, struct rng *r, int turns, bool hers)
{
	struct buf move = BUF_INIT;
	int before = 0, had = 0;

	for (int n = 0; n < MOVES; n++) {
		int seat;

		if (had >= turns && is_to_act(s, game, 1) == hers)
			break;
		seat = choose(s, game, r, &move);
		MUST(seat != 0);
		had += seat == 1 && before != 1;
		before = seat;
		scene_say(s, game, seat, move.data);
	}
	buf_release(&move);
}

/* The longest answers and the most usual. */
static void
answers(struct scene *s, const char *dir, const char *lang)
{
	static const struct {
		const char *name, *says;
	} all[] = { { "help", "help\n" },
		{ "rules-antwerp", "rules antwerp\n" },
		{ "rules-star", "rules atlantic-star\n" },
		{ "rules-claim", "rules claim\n" },
		{ "rules-clippers", "rules clippers\n" },
		{ "example", "rules clippers example\n" },
		{ "chart", "chart\n" }, { "settings", "set\n" },
		{ "status", "status\n" }, { "history", "history\n" },
		{ "list", "list\n" } };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		scene_skip(s);
		scene_say(s, 2, 1, all[i].says);
		keep_next(s, dir, lang, all[i].name);
	}
}

/* What Anna, who reads that language, is sent of no turn: the mail of a day, a
 * refusal, answers, what others write and propose, and an invitation. */
static void
day(const char *dir, const char *lang)
{
	struct scene s;
	struct rng r;
	struct buf words = BUF_INIT;
	struct player p;
	int games = 0;

	rng_init_number(&r, 12);
	scene_open(&s, true);
	s.desk.club.pictures = pictures != NULL;
	for (int i = 0; game_registry[i] != NULL; i++, games++) {
		s.kind = game_registry[i]->name;
		scene_game(&s, "Anna Bruno Carla", "", 5);
		scene_moderate(&s, games + 1, "begin");
	}
	scene_game(&s, "Bruno Anna", "", 6);
	scene_moderate(&s, ++games, "begin");
	buf_printf(&words, "set lang %s\n", lang);
	scene_say(&s, 1, 1, words.data);
	for (int g = 1; g < games; g++)
		play_until(&s, g, &r, MIDDLE, false);
	scene_sure(&s, 1, 1, "set digest 20:00\n");
	for (int g = 1; g < games; g++)
		play_until(&s, g, &r, 0, true);
	MUST(player_by_address(s.db, "anna@example.net", &p, &e) == 1);
	scene_skip(&s);
	scene_pass(&s, p.digest_due - s.now);
	player_release(&p);
	MUST(scene_digests(&s) == 1);
	keep_next(&s, dir, lang, "digest");
	scene_say(&s, 1, 1, "go to a place that is not there\n");
	keep_next(&s, dir, lang, "refusal");
	scene_sure(&s, 1, 1, "set digest off\n");
	answers(&s, dir, lang);
	scene_say(&s, 1, 2, "press p1\nHow is the sea?\nendpress\n");
	keep_next(&s, dir, lang, "message");
	scene_say(&s, 1, 2, "propose undo\n");
	keep_next(&s, dir, lang, "proposal");
	buf_clear(&words);
	scene_say(&s, 1, 2,
	    "create claim seats 3\ninvite p2 anna@example.net\n");
	keep_next(&s, dir, lang, "invite");
	buf_release(&words);
	scene_close(&s);
}

static bool
is_option(char ***arg, const char *name)
{
	bool is = **arg != NULL && strcmp(**arg, name) == 0;

	*arg += is;
	return is;
}

int
main(int argc, char **argv)
{
	char **arg = argv + (argc > 0);
	bool without = is_option(&arg, "--no-pictures");
	bool few = is_option(&arg, "--few");
	const char *dir = *arg;

	if (dir == NULL) {
		fputs("turns [--no-pictures] [--few] FOLDER [LINE...]\n",
		    stderr);
		return 64;
	}
	say = arg + 1;
	log_set_level(LOG_LEVEL_ERROR);
	if (!without)
		MUST(pictures_open(&pictures, &e) == 0);
	for (int i = 0; game_registry[i] != NULL && i < (few ? 1 : MOVES); i++)
		play(dir, game_registry[i]->name);
	for (int i = 0; i < (few ? 1 : SEATS); i++)
		day(dir, langs[i]);
	pictures_free(pictures);
	return 0;
}
