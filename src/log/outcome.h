/* SPDX-License-Identifier: MIT */
#ifndef LOG_OUTCOME_H
#define LOG_OUTCOME_H

/*
 * What a turn log says of a game as a whole: how it ended, the scores, and of
 * each seat how many moves it made and how long its last holder took to answer.
 * Statistics and ratings (log/standings.h) are made of outcomes and of nothing
 * else, so anyone who has the logs can make them again.
 *
 * A seat's moves that were undone do not count as moves; the time they took
 * counts all the same. Answering time runs from the event after which the
 * seat was to act, or by which a new turn began, to its first move then, while
 * somebody held the seat (not between `! eject` and `! replace`), and needs
 * stamps on both.
 *
 * A move that ended a turn because its time was over, or because a moderator
 * ended it (`! set-clock p2 over=pass`, `process=bot`), is no move of the
 * holder's: it was the rule's or the computer's.
 *
 * What some seats could not know of when it was done, as standing orders, is no
 * move either, and answers nothing: pages tell these figures of games that keep
 * their secrets.
 *
 * Whom a seat is credited to: the one who held it at the end, named by the
 * tag `Seat-pN`, if they made at least half of the seat's moves. A seat that a
 * computer player had to the end (tag `Computers`, or ejected and not taken
 * again), or whose last holder made fewer, is credited to nobody: it counts in
 * no statistics and in no rating, and the others are rated among themselves. In
 * a game with option `rated=no` no seat is credited to anybody.
 *
 * What is credited is rated too, unless more than a third of the turns of that
 * holder were ended so, or a computer player sat at the table from the start to
 * the end.
 */

#include "log/replay.h"

struct outcome_seat {
	char *name; /* owned; as the log names it */
	/* owned: the words of its first move that stands; NULL: it has none,
	 * or another held the seat, or a rule made it */
	char *opening;
	/* rank 1 is first; equal: shared. 0 unless finished */
	int score, rank;
	int moves;      /* that stand */
	int answers;    /* of the last holder: decisions whose time is known */
	int64_t waited; /* seconds they took together */
	bool credited, rated;
};

struct outcome {
	char game[32];
	char *id; /* owned */
	int seats;
	/* of the tag; of the last event that has a stamp, else of the tag */
	int64_t started, ended;
	enum replay_end end;
	int events, draws, undos;                /* lines of each kind */
	struct outcome_seat seat[SEATS_MAX + 1]; /* [1..seats] */
};

/* Plays the log. kind NULL: the installed game. A copy for one reader is
 * refused. -1: ERR_CORRUPT "LINE: what is wrong", and *out is empty. */
int outcome_of_log(const char *text, size_t len, const struct game_kind *kind,
    struct outcome *out, struct err *e);
/* The same for who wants to hear of each event after it was taken, and of the
 * table as it then stands, while it is played. secret: not all seats could know
 * of it. */
struct outcome_ear {
	void (*event)(void *ctx, const struct replay *r,
	    const struct turnlog_line *line, bool secret);
	void (*end)(void *ctx, const struct replay *r);
	void *ctx;
};
int outcome_hear(const char *text, size_t len, const struct game_kind *kind,
    const struct outcome_ear *ear, struct outcome *out, struct err *e);
void outcome_release(struct outcome *o);

/* Whether a seat won a game that was finished: first, and alone. */
bool outcome_won(const struct outcome *o, int seat);

/* Scores and ranks of a position that is over: rank[1..seats], with what
 * breaks the game's ties. */
void outcome_ranks(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int seats, int *score, int *rank);

#endif
