/* SPDX-License-Identifier: MIT */
#ifndef STORE_GAME_H
#define STORE_GAME_H

/* A game's own row. Its seats are in store/seat.h, its events in
 * store/event.h. The seed never leaves this machine before the end. */

#include "store/db.h"

enum { GAME_CHAIN = 96 };
enum game_state { GAME_SETUP, GAME_RUNNING, GAME_OVER, GAME_CANCELLED };

struct game_fork {
	int board;
	int64_t epoch;
};
struct game {
	int64_t id;
	char *kind; /* "atlantic-star" */
	int version;
	char *data_hash; /* 64 hex */
	int seats;
	char *options; /* "key=value …" or "-" */
	int draws;     /* version of the rule of draws */
	enum game_state state;
	uint8_t seed[32];
	/* not known here, as of a game taken over without it: what was drawn is
	 * taken as it is, nothing more can be drawn */
	int seedless;
	uint8_t seal[32]; /* what seals are made with; zeros: not yet */
	/* 64 hex, written at founding; NULL: of a game from before that, until
	 * it is opened */
	char *seed_commit;
	/* since when the seed is known to be another than that binds; 0 */
	int64_t unbound;
	char *lang;                      /* of mails to nobody in particular */
	int64_t moderator;               /* player id; 0: the keeper */
	int moderator_holder;            /* rises when the moderator changes */
	int moderator_mails;             /* mails to moderators as such */
	int64_t created, started, ended; /* seconds; 0: not yet */
	/* since when what was hidden in it is open to all, and no one can
	 * revive it; 0: not yet */
	int64_t final;
	int seq;   /* last event */
	int board; /* board number (doc/design.md 6.1) */
	/* serial of the turn: game_rules.turn */
	int turn;
	/* board at which the present decision opened */
	int opened;
	/* the round of the beacon that its draws wait for, and when people are
	 * asked for its value; 0 */
	int64_t beacon, beacon_ask;
	/* where its chain stands (log/chain.h): a head, and digests of what is
	 * secret and of what was said since */
	uint8_t chain[GAME_CHAIN];
	int chains;    /* how often it began anew */
	char *anew;    /* owned: lines that say so before the first event */
	int64_t epoch; /* of the store when it was made */
	/* the board that a restore set it back to, and the store's epoch since;
	 * 0: none did */
	struct game_fork fork;
};
/* What tokens for this board cover: boards of a history that a restore has
 * undone have the numbers of others now. */
int64_t game_epoch(const struct game *g, int board);
/* After a restore, in the new epoch. */
int game_fork_all(struct db *db, struct err *e);
/* The chains of games under way go on from here otherwise than was mailed: a
 * line of each log says so. */
int game_fork_chains(struct db *db, struct err *e);
/* What such a line says (T30): "# anew restored". */
#define GAME_ANEW "# anew "
/* Such a line or a comment, without its end, behind the last row of the game,
 * or before the first; chains is the caller's to raise. */
int game_says(struct db *db, struct game *g, const char *line, struct err *e);
/* Whether the log of the game has that line: 1, 0. */
int game_said_anew(struct db *db, const struct game *g, const char *line,
    struct err *e);
void game_release(struct game *g);
bool game_seed_known(const struct game *g);
/* "setup", "running", "over", "cancelled" */
const char *game_state_name(enum game_state state);

/* id 0: sets it, from 1; else it must be free */
int game_add(struct db *db, struct game *g, struct err *e);
/* Binds a game from before commitments were written; never another. */
int game_bind(struct db *db, const struct game *g, struct err *e);
/* Other options, before it begins. */
int game_agree(struct db *db, const struct game *g, struct err *e);
int game_save(struct db *db, const struct game *g, struct err *e);
/* Inside a transaction: locks the row, then reads it. 1 found, 0 not. */
int game_lock(struct db *db, int64_t id, struct game *out, struct err *e);
/* 1, 0 */
int game_get(struct db *db, int64_t id, struct game *out, struct err *e);
/* Another game of its seed, so that what becomes known of one is told by the
 * other, unless both are final: 1 and its number, 0. */
int game_twin(struct db *db, int64_t id, int64_t *twin, struct err *e);
/* In order of id, of a state, or those that are set up or running (GAMES_OPEN),
 * or all (GAMES_ALL); player 0: everybody's, else those that the player
 * has a seat in or moderates. fn non-zero stops. */
enum { GAMES_ALL = -1, GAMES_OPEN = -2 };
int game_each(struct db *db, int state, int64_t player,
    int (*fn)(void *arg, const struct game *g), void *arg, struct err *e);
/* Everybody's, as numbers in order; `want` NULL: all of that state. */
struct game_ids {
	int64_t *at; /* the caller's */
	size_t n;
};
int game_ids_read(struct db *db, int state, bool (*want)(const struct game *g),
    struct game_ids *out, struct err *e);
/* Everybody's, behind that one. */
int game_each_after(struct db *db, int state, int64_t after,
    int (*fn)(void *arg, const struct game *g), void *arg, struct err *e);

#endif
