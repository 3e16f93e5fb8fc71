/* SPDX-License-Identifier: MIT */
#ifndef CONTRIB_FUZZ_CLUB_H
#define CONTRIB_FUZZ_CLUB_H

/*
 * A club under fire (fuzz-club.c), in four parts: club.c is the club and its
 * people, club_mails.c what they write, club_rights.c an independent model of
 * what each mail may do, club_state.c and club_bounds.c hold the club to that
 * and to its bounds after each mail. What is wrong aborts, with all mails.
 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "scene.h"
#include "store/sql.h"

/* clang-format off */
enum { PEOPLE = 7, LETTERS = 1500, LATEST = 32, WORDS = 1500, FOUNDED = 7,
	GAMES_MAX = 20, SEATS = 7, PLAYERS_MAX = 24 };
/* clang-format on */

struct fuzz_club {
	struct scene scene;
	struct err e;
	struct rng chance; /* all that is random in an episode */
	uint64_t seed;
	struct seen letters[LETTERS]; /* that can be answered */
	int n_letters;
	int latest[LATEST], n_latest; /* of them, the last to each seat */
	char *words[WORDS];           /* of all languages */
	int n_words;
	struct buf history; /* the episode's mails, to be shown */
	bool crashes_only;  /* of a program before this */
};
extern struct fuzz_club club;
extern const char *const people[PEOPLE]; /* …@example.net */

/* club.c */
void broken(const char *promise, const char *more);
#define MUST(what) \
	do { \
		if (!(what)) \
			broken(#what, club.e.text); \
	} while (0)
unsigned below(unsigned n);
/* One number; $1 and $2 are a and b. 0: no row. */
int64_t number(const char *select, int64_t a, int64_t b);
/* "From" as a server of ours vouches for it. */
void vouch(struct buf *raw, const char *from);
void club_open(void);

/* A mail that is to be written. */
struct letter_in {
	const struct seen *to; /* the letter answered; NULL: none */
	const char *from;      /* of people */
	bool vouched;
	const char *first; /* what it says before all else */
	char mid[64];
};

/* club_mails.c */
void write_letter(const struct letter_in *l, struct buf *raw);
/* Whether it is a question of ours. */
bool asks(const struct seen *m);
/* Something that makes sense, mostly from the reply address that is for it. */
void aim(struct letter_in *l, struct buf *first);
/* A question of ours is mostly answered, by whom it asks. */
void answer(struct letter_in *l, char from[64]);

/* club_rights.c: the number that a detail like "c.m5x7….k3v9…@…" has sealed;
 * what a mail proves, by its reply address and a server. */
int64_t row_of_token(const char *detail);
struct proven {
	char role; /* p m o u d c r; '-' none */
	int64_t game, seat;
	int64_t holder;  /* of that seat, when the mail came */
	int64_t player;  /* who has read the letter; 0 */
	int64_t vouched; /* whom From proves; 0 */
	bool first;      /* by their first address */
};
void prove(const struct letter_in *l, struct proven *out);
int64_t owner_of(const char *address); /* 0: nobody's */
bool is_first(const char *address);
bool whole_person(const struct proven *p, int64_t player);
bool may_own(const struct proven *p, int64_t player);
bool may_sit(const struct proven *p, int64_t game, int64_t seat,
    int64_t holder);
bool may_moderate(const struct proven *p, int64_t game, int64_t moderator);
bool may_club(const struct proven *p, int64_t player);

/* club_state.c: what can be told apart of the club at one moment. */
struct state {
	int64_t known[GAMES_MAX], moderator[GAMES_MAX], begun[GAMES_MAX];
	int64_t off[GAMES_MAX], final[GAMES_MAX]; /* unplayed; for ever */
	int64_t holder[GAMES_MAX][SEATS], press[GAMES_MAX][SEATS];
	/* who moves by themselves: a computer, or what was sent ahead */
	int64_t computer[GAMES_MAX][SEATS], queue[GAMES_MAX][SEATS];
	int64_t agreed[GAMES_MAX][SEATS];
	int64_t addresses[PLAYERS_MAX], first[PLAYERS_MAX];
	int64_t settings[PLAYERS_MAX], mailed[PLAYERS_MAX];
	int64_t observed[PLAYERS_MAX][GAMES_MAX];
	int64_t events[GAMES_MAX], players, outbox;
};
void look(struct state *s);
void check_acts(const struct proven *p, const struct state *was,
    const struct state *is);
int64_t effects(void); /* since the start; reached, by reply address */
void say_reached(void);
/* Whether every kind of reply address did what it is for. */
bool reaches_all(void);

/* club_bounds.c: who was written to because of a mail, of an author's. */
void check_letters(const struct letter_in *l, const struct state *is,
    int64_t after);
void check_flood(int64_t after, const char *author);

#endif
