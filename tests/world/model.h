/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_MODEL_H
#define TESTS_WORLD_MODEL_H

/*
 * What must be true of every history. It knows what people wrote and what came
 * to them, and nothing of how that was made; at the end it asks for the log of
 * each game, as anybody may, and holds that against the mails:
 *
 *   once      a mail of a person is answered once, and none is that was not
 *             written
 *   own       nothing is done that is written to an address that was forged;
 *             each move in a log is one that its seat's person wrote, and that
 *             an answer to that very mail called done; each such is in the log,
 *             once, in that order
 *   told      whoever is to move has had a mail that asks for it, of this board
 *   clocks    a turn is ended by the clock when the mails said that it would
 *             be, to the minute, and not if its seat had moved in time
 *   bound     beside answers a seat has one mail of a board, and one reminder
 *             of a deadline
 *   stuck     after a healthy day nothing waits but people
 *   logs      each log replays, to what the store has
 */

#include "tests/world/people.h"

/* A mail has come to a person; again: one with its Message-ID had. */
void model_got(struct person *p, const struct delivered *l, bool again);
/* The history has ended, in health. */
void model_end(void);

#endif
