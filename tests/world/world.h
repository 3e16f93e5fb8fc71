/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_WORLD_H
#define TESTS_WORLD_WORLD_H

/*
 * A world around the daemon, in which everything follows from one seed. The
 * daemon's own code runs (daemon_run, and all below it): it is one process and
 * one thread, and where it would wait (wake_wait) the world goes on instead,
 * from one planned moment to the next, until there is something that wakes it.
 *
 *     fate.h      what is left to chance
 *     agenda.h    what is going to happen
 *     mailbox.h   the server from which mail is fetched
 *     sender.h    the server to which mail is given
 *     disk.h      what the database lies on
 *     once.h      what is the same in all
 *     people.h    who read their mails and write
 *     delivered.h a mail as its reader sees it, with told.h and tongue.h
 *     model.h     what must be true of all that; entries.h, done.h, deadlines.h
 *     writing.h   what they write; turns.h of that what is a move
 *     questions.h what they ask
 *     office.h    moderators, and what else is no move
 *     visitor.h   people who have no seat
 *     address.h   what becomes of somebody's address
 *     twin.h      the same history with other hidden things
 *     plant.h     faults of the daemon that the model is to find
 *     layout.h    what programs add to what they write; bare.h without that
 *     shrink.h    the shortest history that fails in the same way
 *
 * What is not in it: the wire. IMAP, SMTP and TLS are tried with real servers
 * (tests/mail, tests/e2e); a source and a transport stand in their place, by
 * mail/source.h and mail/transport.h. Nor is there a process for reading mails.
 * One history at a time.
 */

#include <stdbool.h>

#include "base/buf.h"
#include "base/err.h"
#include "tests/world/agenda.h"
#include "tests/world/fate.h"
#include "tests/world/twin.h"

struct daemon;
struct plant;

enum {
	SECOND = 1000,
	MINUTE = 60 * SECOND,
	HOUR = 60 * MINUTE,
	DAY = 24 * HOUR
}; /* milliseconds */

/* Seconds; people may set the other reminder; the last is the longest that the
 * daemon waits before it tries again what has failed (daemon/backoff.c). */
enum { WORLD_GRACE = 6 * 3600, WORLD_REMIND = 12 * 3600, WORLD_BACKOFF = 300 };
enum { WORLD_REMIND_SET = 6 * 3600 };

struct outage {
	int64_t from, until; /* seconds */
};

struct world {
	struct fate fate;
	struct agenda agenda;
	int64_t now, end; /* milliseconds since 1970 */
	/* seconds that the daemon's clock is fast; since when it is right
	 * (0: always, INT64_MAX: it is not); whether it ever was wrong */
	int64_t skew, right;
	bool jumped;
	uint64_t luck; /* the daemon's own chance follows from it */
	struct daemon *daemon;
	bool over; /* the history ends here */
	bool calm; /* nothing goes wrong any more */
	/* owned: when no daemon ran, or it could not look at its mailbox */
	struct outage *down;
	size_t n_down;
	int64_t ails; /* the disk, since then (seconds); 0 */
	bool wakes;   /* something happened that wakes the daemon */
	/* ms that it sleeps at least, as on a machine that is busy */
	int64_t drowsy;
	/* how often the daemon has turned in the second that began then */
	int turns;
	int64_t turned;
	int failures;
	const char *wrong; /* the first, as world_wrong was told of it */
	const struct plant *plant; /* borrowed; NULL */
	int spoilt;                /* by it: how often it could have been */
	enum pair pair;            /* of the history */
	enum twin twin;            /* which of two this is */
	int alike; /* mails that were compared, and the same in both */
	int games, moves, mails; /* of these: made, delivered */
	struct buf history;
	bool shows_mails; /* whole */
	char dir[64], config[96], database[96];
};
extern struct world world;

/* One of an array's, left to chance. */
#define ANY(of, stream) \
	(of)[fate_below(&world.fate, stream, sizeof(of) / sizeof *(of))]

/* What a history is like. */
struct history {
	uint64_t seed;
	int days;
	bool mails;               /* are shown whole */
	const struct deed *deeds; /* borrowed: no other; NULL: all */
	size_t n_deeds;
	const struct plant *plant; /* borrowed: a fault is in it; NULL */
	enum pair pair;            /* whether it is played twice, and how */
};

/* Plays it. Its text and what was done is in world until world_close. How
 * many things were wrong. */
int world_play(const struct history *h);
void world_close(void);

/* A line of the history. */
void world_tell(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* What must not be: told, and the history ends. */
void world_wrong(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* So many milliseconds from now. */
void world_plan(int64_t after, plan_act *act, void *arg,
    void (*drop)(void *arg));
/* Something is promised for that moment (seconds): the daemon is not kept
 * asleep around it. */
void world_bell(int64_t when);
/* Nobody could look at the mailbox since then, in seconds, until now; and for
 * how long of some time that was so. */
void world_outage(int64_t since);
int64_t world_down(int64_t from, int64_t until);
/* Seconds since 1970, as the daemon counts. */
int64_t world_seconds(void);

/* The world itself cannot go on: no memory, no file. */
#define MUST(what) world_must((what), #what, __FILE__, __LINE__)
void world_must(bool good, const char *what, const char *file, int line);

#endif
