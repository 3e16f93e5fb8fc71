/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_API_H
#define TESTS_DESK_API_H

/*
 * Games of the scene `api` played without mail, a minute an event: what is
 * chosen depends on the game's number and the number of events alone, so two
 * games with the same past have the same future. Everything fails the running
 * test if it fails.
 */

#include "match/match.h"
#include "scene.h"

enum { START = 1795284000 };

extern struct scene api;

struct club *api_house(void);
/* In a transaction; api_finish commits. */
struct match *api_open(int64_t id);
void api_finish(struct match *m);
/* One move of the first seat to act; false: nobody is. */
bool api_move(int64_t id);
/* The whole log, into out (cleared). */
void api_log(int64_t id, bool seed, struct buf *out);
/* The copy for one reader. */
void api_copy(int64_t id, int reader, struct buf *out);

/* Anna, Bruno … at example.net; number: of the seed. Then the game begins,
 * with an entropy line of Bruno's. */
int64_t api_found(const struct game_rules *rules, int seats, uint8_t number);
void api_begin(int64_t id);
/* What a running game may have behind it: moves, a standing order (Antwerp),
 * moves taken back by Wim, who said why, a broadcast, Gina in Anna's seat,
 * other clocks, an absence. */
void api_adventures(int64_t id);
/* Every kind of game begun with the fewest and the most seats (on a server, of
 * each kind one of them: fresh_tries): how many. */
enum { API_GAMES = 16 };
int api_found_all(int64_t id[API_GAMES]);

#endif
