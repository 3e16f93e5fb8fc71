/* SPDX-License-Identifier: MIT */
#ifndef LOG_TURNLOG_H
#define LOG_TURNLOG_H

/*
 * The turn log, formats 1 and 1.1 (T8, turnlog(5)): reading line by line
 * without allocation, and writing. Reading knows the form only; log/replay.h
 * plays a log through the rules.
 */

#include <stdint.h>

#include "base/slice.h"
#include "game/rules.h"

enum turnlog_type {
	TURNLOG_TAG,
	TURNLOG_SECTION,
	TURNLOG_EVENT,
	TURNLOG_DERIVED,
	TURNLOG_COMMENT,
	TURNLOG_CHAT,
	TURNLOG_CHECK,
	TURNLOG_CHAIN,
	TURNLOG_ANEW,
	TURNLOG_BLANK,
	TURNLOG_END
};

struct turnlog_line {
	enum turnlog_type type;
	int number; /* line of the file, from 1 */
	/* tag: name; event: verb; end: word; section: word; chat: seat */
	struct slice key;
	/* tag: value; event: args without verb and stamp; check: 64 hex; chain:
	 * what chain_words() wrote; anew: why; end: scores; others: text */
	struct slice text;
	struct slice all; /* as it stands, without its line end */
	int seq;          /* event, check, chain (0: of the end) */
	/* event: seat, 0 chance `-`, -1 operator `!` */
	int actor;
	struct slice stamp; /* event: without `@`; len 0: none */
	int64_t time;       /* event: of the stamp; -1: none */
};

struct turnlog_reader {
	const char *at, *end;
	int line;
	bool chained; /* format 1.1 */
	/* private: before tags, in them, after end */
	int state;
};

void turnlog_open(struct turnlog_reader *r, const char *data, size_t len);
/* 1 a line, 0 end of text, -1 a line of the wrong form: e says what and
 * line->number where. */
int turnlog_next(struct turnlog_reader *r, struct turnlog_line *line,
    struct err *e);

/* Verb and arguments of an event, which stand side by side. */
struct slice turnlog_words(const struct turnlog_line *line);
/* Whether by the words of an operator's event ("eject p2", "replace p2") a
 * seat changes hands: the seat, else 0. *left: nobody holds it after that. */
int turnlog_handover(struct slice words, bool *left);
/* Whether by them the turn of a seat is ended for it, late or by a moderator
 * ("set-clock p2 over=bot", "process=pass"): the seat, else 0. */
int turnlog_late(struct slice words);
/* Whether by them a seat may have another name after that ("replace p2",
 * "rename p2"): the seat, else 0. */
int turnlog_named(struct slice words);
/* Whether by its words an operator's event is a line for the shuffle ("entropy
 * p2 ..."): the seat, else 0. */
int turnlog_worded(struct slice words);
/* The derived line below such an event says by whom the seat was held until
 * then: whether the text of a derived line is one, and the name. */
#define TURNLOG_HELD "held by "
bool turnlog_held(struct slice text, struct slice *name);
/* The seats of a list such as "p2 p3"; 0: it is no such list. */
seat_set turnlog_seats(struct slice words);

/* What stands at the head of a log. Strings borrowed when written from. */
struct turnlog_head {
	bool chained;     /* format 1.1 */
	const char *game; /* "atlantic-star" */
	int version;
	const char *data_hash; /* 64 hex */
	const char *id;
	const char *started; /* RFC 3339 */
	int seats;
	const char *seat_name[SEATS_MAX + 1];
	const char *options;     /* "key=value …" or "-" */
	int draws;               /* version of their rule (T29) */
	const char *seed_commit; /* 64 hex */
	const char *seed;        /* 64 hex, or NULL while it runs */
	/* "2 of 4": seats that sent words; NULL: it has not begun */
	const char *words;
	/* "p2 p3": a computer player's from the start to the end; NULL: none */
	const char *computers;
	/* of a redacted copy: "p1", "observer"; NULL: the whole log */
	const char *reader;
};
void turnlog_write_head(struct buf *out, const struct turnlog_head *h);
void turnlog_write_event(struct buf *out, int seq, int actor, const char *words,
    int64_t stamp); /* stamp < 0: none; actor as above */
/* A section, comment, derived line, chat or end that is kept as it was read. */
void turnlog_write_kept(struct buf *out, const struct turnlog_line *line);
void turnlog_write_derived(struct buf *out, const char *words);
void turnlog_write_check(struct buf *out, int seq, const char *hash);
/* words as chain_words() has them. */
void turnlog_write_chain(struct buf *out, int seq, const char *words);
/* word: finished, abandoned, cancelled; by_seat NULL: no scores. */
void turnlog_write_end(struct buf *out, const char *word, int seats,
    const int *by_seat);

#endif
