/* SPDX-License-Identifier: MIT */
#ifndef TESTS_GAME_CONFORMANCE_H
#define TESTS_GAME_CONFORMANCE_H

/*
 * The suite that every game passes unchanged (T1 to T7,
 * doc/design.md 3). A game's test program is this suite, base, game
 * and that game only, with a file that defines game_registry (a list of one)
 * and conformance_options.
 *
 * Random games are played to the end from the list of legal moves. After
 * every event the cheap checks run, at some positions the dear ones. What
 * fails is written out as a turn log that reproduces it, and its path told.
 */

#include "base/hash.h"
#include "computer/level.h"
#include "game/table.h"

/* Sets of options to play with ("-", "open=yes"), closed by NULL. */
extern const char *const conformance_options[];
/* The data file; NULL: the installed one. */
extern const char *const conformance_data;

/* A draw's label, and what it yielded. */
struct drawn {
	char label[HASH_HEX_SIZE]; /* its hash */
	struct event ev;
};

/* What a look at the same thing in two positions gives, for comparing. */
struct suite {
	const struct game_kind *kind;
	const struct game_rules *rules;
	const struct game_data *data;
	int seats;
	const char *options;
	uint64_t seed;
	int number;     /* of the game */
	struct rng rng; /* of everything random in the test */

	struct table *table;
	struct buf log;
	char (*facts_hash)[65]; /* after each seq */
	char (*position_hash)[65];
	int cap_hashes;
	struct drawn *drawn; /* of the game, dead branches too */
	size_t n_drawn;

	void *a, *b, *c; /* spare positions */
	struct moves legal, legal_too;
	struct events events, events_too, scratch;
	struct buf text, text_too, word;

	/* What was seen at all, so that no check runs empty. */
	long positions, moves, refused, varied, beyond, mutants, texts;
};

/* Writes the log, says what is wrong and ends the program. */
_Noreturn void fail(struct suite *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The words of a move, in s->text or another. Returns them. */
const char *words(struct suite *s, const void *pos, int seat,
    const struct move *m, struct buf *out);

/* conformance_json.c */
void check_json(struct suite *s, const struct buf *text, const char *what);
/* Of tell and describe; takes the tree. */
void check_told(struct suite *s, struct cJSON *told, const char *what);
/* Appends a tree as text, and takes it. */
void print_tree(struct cJSON *tree, struct buf *out);
void check_sight(struct suite *s, const void *pos);
void check_events(struct suite *s, const struct events *events, int from);

/* conformance_moves.c: lists, words, refusals, chance. */
void check_moves(struct suite *s, const void *pos, bool dear);
void check_draw(struct suite *s, const void *pos, const struct event *ev);
/* A move of wrong or odd arguments, made from the legal ones. */
void mutant(struct suite *s, struct move *m);
/* Text that may be a move or nearly one, into out. */
void mutant_text(struct suite *s, const void *pos, int seat, struct buf *out);

/* conformance_secrets.c: what a reader cannot know changes nothing. */
void check_secrets(struct suite *s, const void *pos);
void check_redaction(struct suite *s, const void *pos,
    const struct events *events);

#endif
