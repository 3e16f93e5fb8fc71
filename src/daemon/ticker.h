/* SPDX-License-Identifier: MIT */
#ifndef DAEMON_TICKER_H
#define DAEMON_TICKER_H

/*
 * What the daemon knows of time. Nothing is done about a deadline before each
 * mailbox has been looked at, successfully and to its end, in a look that began
 * some seconds after it (a mail is stamped before it can be seen), and before
 * all mail that was received until then has been judged. And a mail that was
 * received after a deadline of a game that it concerns is not judged before the
 * deadline has been dealt with (match/order.h). So what counts is when a mail
 * reached the server, however long we took to fetch and judge it.
 *
 * When looks lie too far apart (a mailbox, the network or the daemon was
 * away, or the machine's clock jumped) every running clock stands still for
 * that time; where the clock went back, what lies further ahead than anything
 * is put off is due at once. So does it while mail waits and none goes out
 * (outgoing_unheard), for nobody hears then that it is their turn: no deadline
 * that comes meanwhile is dealt with before it goes again.
 * When the last look began (the oldest of each mailbox's last) is
 * d->ticker.polled (0: never), and in the database a few minutes late, which is
 * in the players' favour.
 *
 * Without a mailbox of its own (type pipe) every moment is a look: what was
 * delivered is in the database. A process that only sends, as `deliver` where
 * no daemon runs, knows nothing of a mailbox and leaves deadlines alone.
 */

#include "daemon/own.h"

int ticker_open(struct daemon *d, struct err *e);
void ticker_close(struct daemon *d);
/* Each mailbox was looked through in a look that began then or later. 1:
 * clocks were put on, so that mail which had to wait may be judged now; 0,
 * -1. */
int ticker_looked(struct daemon *d, int64_t began, struct err *e);
/* Before a mail is judged, or anybody told when they are due: if the last look
 * lies too far back, what lies between is noted as far as until now, or who
 * asks for time is given it on clocks that look run down. The look is still to
 * come, and deadlines wait for it. While a mailbox stays away that is done
 * again when as much has passed once more: seldom enough that a game's log is
 * not full of it. */
int ticker_note(struct daemon *d, struct err *e);
/* Whether deadlines are dealt with, and mail has to wait for it. */
bool ticker_ticks(const struct daemon *d);
/* Whether the clock is behind a moment that it has shown (ticker.before, since
 * ticker.behind), so that no time passes in games (match/order.h). */
bool ticker_still(const struct daemon *d);
/* Deals with the moments that have come; how much there was to do, -1. */
int ticker_step(struct daemon *d, struct err *e);
/* Seconds until the next moment; -1: none is coming. */
int64_t ticker_due(struct daemon *d);

#endif
