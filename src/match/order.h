/* SPDX-License-Identifier: MIT */
#ifndef MATCH_ORDER_H
#define MATCH_ORDER_H

/*
 * The order in which mails are judged (doc/daemon.md, What waits for what).
 * What a mail concerns is known when it has been judged: the games that it has
 * opened (match_open), and the player, if it has ended what proves who writes.
 * Where that shows that something is to come first, all it did is undone.
 *
 * A mail is early if it was received behind the end of a turn that was not
 * dealt with, in a game that it concerns, or behind another that is early and
 * concerns the same; that is by the server's clock, else by number.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct club;
struct inbox_row;

struct order {
	bool ends;     /* set by the daemon: ends of turns are dealt with */
	int64_t still; /* likewise, and kept: order_now is not before it; 0 */
	bool kept;     /* there are mails that are early */
	int64_t inbox; /* the mail that is judged; 0: none */
	int64_t received, writer;
	int64_t concerns; /* in that game's order alone; 0: in all's */
	bool astray;      /* and it concerns another (store/claim.h) */
	int64_t behind;   /* it is early: as store/kept.h has it; 0: not */
	int64_t *what;    /* owned: what it concerns, likewise */
	size_t n;
	int64_t founded; /* games from that one on are its own; 0: none */
};

/* The store's setting with `still`; 0: there is none. */
#define ORDER_STILL "polled.before"
/* Before any is judged. 0, -1 */
int order_look(struct club *club, struct err *e);
void order_begin(struct club *club, const struct inbox_row *row);
/* It has been judged; what came of it stands until the next begins. */
void order_end(struct club *club);
/* Now, as games count: while the machine's clock is behind a moment at which it
 * was right, time stands still there, or a turn that begins would be over when
 * it is right again. */
int64_t order_now(const struct club *club);
/* When what is done was asked for: the mail that is judged was received then,
 * which is what counts for a question that lapses; now, if there is none. */
int64_t order_asked(const struct club *club);
/* The mail that is judged, if one is, concerns that: a game whose first end is
 * stored as then (0: none comes), or, negative, a player. 0, -1 */
int order_touch(struct club *club, int64_t what, int64_t late, struct err *e);
/* The mail founds that game, which nobody else can concern: undone, its number
 * is another's. */
void order_founded(struct club *club, int64_t game);
/* Who wrote it is known (0: nobody's proof counts): not before a renewal of
 * theirs that is early. 0, -1 */
int order_writer(struct club *club, int64_t player, struct err *e);
/* The mail has whatever proves who a player is prove nothing any more
 * (player_renew): not before what they wrote that is early. 0, -1 */
int order_renew(struct club *club, int64_t player, struct err *e);
/* It is early, and was undone. 0, -1 */
int order_keep(struct club *club, int64_t inbox, struct err *e);
void order_release(struct order *o);

#endif
