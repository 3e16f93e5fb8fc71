/* SPDX-License-Identifier: MIT */
#ifndef LOG_REPLAY_H
#define LOG_REPLAY_H

/*
 * Plays a turn log through the rules (turnlog(5)): every tag, event, check
 * line and the end is verified, and what is wrong comes back as
 * "LINE: what is wrong" (ERR_CORRUPT). Replaying needs no generator; with
 * `prove` the revealed seed must give every chance event (fairness).
 *
 * A copy for one reader is known by a tag `Reader:` or by an argument `?` in
 * an event; it cannot be replayed, so only its form is tested.
 *
 * The text must stay in place while the struct replay is used. A log without
 * `undo` is replayed without history and without allocation per event.
 */

#include "game/table.h"
#include "log/turnlog.h"

enum replay_end {
	REPLAY_OPEN, /* no %end */
	REPLAY_FINISHED,
	REPLAY_ABANDONED,
	REPLAY_CANCELLED
};

/* What the tags say. Slices are borrowed from the text. */
struct replay_head {
	char game[32];
	int version, seats;
	char data_hash[65];
	struct slice id, started, seat_name[SEATS_MAX + 1];
	struct options options; /* with `reveal` and the like */
	int draws; /* version of their rule; 1: there is no such tag */
	char seed_commit[65];
	char seed[65]; /* "": not there */
	/* seats that sent words for the shuffle, of all; -1: there is no such
	 * tag; and its line */
	int words, words_line;
	struct slice reader; /* len 0: not there */
	/* a computer player's from the start to the end */
	seat_set computers;
};

struct replay {
	struct replay_head head;
	struct table *table; /* owned; NULL for a copy */
	bool redacted;
	int events;      /* lines with a number, taken */
	seat_set worded; /* whose words for the shuffle were read */
	/* chance events proven from the seed */
	int proven;
	int checks; /* `#` lines that held */
	int line;   /* read last: where an error is */
	enum replay_end end;
};

struct replay_how {
	/* borrowed; NULL: the installed game. Its hash must be the log's */
	const struct game_kind *kind;
	/* stop after this event and its head; 0: before the first; -1: play the
	 * whole log */
	int until;
	/* from the seed, which must be there */
	bool prove;
	bool keep_history; /* also without an undo */
	/* moves as a player may write them, in canonical English */
	bool liberal;
	/* cleared before each event and filled; NULL: nobody listens */
	struct events *events;
	/* Called after each event and with until >= 0 for no more than that;
	 * line is the event's. Other lines are shown too if all_lines. Not 0
	 * stops the replay, which then succeeds. */
	int (*each)(void *ctx, const struct replay *r,
	    const struct turnlog_line *line);
	void *ctx;
	bool all_lines;
};

/* how NULL: the whole log, as log check does. Read to its end it must have the
 * words that its tag says. On failure what was reached is
 * in out all the same. replay_release in either case. */
int replay_text(const char *data, size_t len, const struct replay_how *how,
    struct replay *out, struct err *e);
void replay_release(struct replay *r);
/* How many seats had words in what was read. */
int replay_worded(const struct replay *r);

/* The tags alone, up to and with the blank line. -1: e says "LINE: what". */
int replay_read_head(struct turnlog_reader *reader, struct replay_head *head,
    struct err *e);

/* A log holds an event whose arguments are hidden. */
bool replay_is_redacted(const char *data, size_t len);

#endif
