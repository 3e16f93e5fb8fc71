/* SPDX-License-Identifier: MIT */
#ifndef LOG_CHAIN_H
#define LOG_CHAIN_H

/*
 * The chain of a game (T22, T23, T24, T25; turnlog(5), "The chain"). Each row
 * that all seats may know of has a head: a hash over the head before, what was
 * said since, what an observer may read of the row, and a seal. The seal is
 * keyed by the seed, over the row as it is and over all before it that is
 * secret as a whole; it is always there, so it tells nothing until the seed is
 * published.
 *
 * Everything here is a pure function. Lines are those of a log; what match/
 * writes row by row chain_check() finds again in a text, and needs no game.
 */

#include "base/buf.h"
#include "base/hash.h"
#include "log/turnlog.h"

/* Where a chain stands: its last head, and what no head covers yet: rows that
 * are secret as a whole, and what was said. All zero: not begun. */
struct chain {
	uint8_t head[HASH_SIZE], secret[HASH_SIZE], said[HASH_SIZE];
};

/* A row: as it is, and as an observer may read it; and of each of its lines
 * how much that is: `.` all, `?` no arguments, `-` not that it is there. */
struct chain_row {
	struct buf full, shown, form; /* owned */
};

/* By enum redaction; and of line i of a form (len 0: all of it was read). */
#define CHAIN_LETTERS ".?-"
enum redaction chain_letter(struct slice form, size_t i);

bool chain_begun(const struct chain *c);
/* Of a seed; what seals are made with. */
void chain_key(const uint8_t seed[HASH_SIZE], uint8_t key[HASH_SIZE]);
/* From the tags: the head of a log with neither seed, words, computers nor
 * reader, and with the names that the seats had at the beginning. Words are
 * rows, so the chain binds who sent some. */
void chain_begin(struct chain *c, const struct turnlog_head *h);

/* The event's line, in the numbering of the whole log and of an observer; and
 * what an observer reads of it, which is `words` but for an undo's number. */
void chain_event(struct chain_row *r, const struct turnlog_line *line,
    int number, struct slice words, enum redaction how);
/* A line that was derived from it. */
void chain_derived(struct chain_row *r, struct slice text, enum redaction how);
void chain_clear(struct chain_row *r);
void chain_release(struct chain_row *r);

/* Whether what is said is bound: not where the archive leaves it out. */
bool chain_hears(const struct options *o);
/* A line of chat, without its end. */
void chain_said(struct chain *c, struct slice line);
/* A line that says that it begins anew is one, whatever is bound. */
bool chain_is_anew(struct slice line);
/* A row that is secret as a whole moves no head. */
void chain_hide(struct chain *c, const struct chain_row *r);
/* The next head. chain_seal() comes before it, unless the seal is known. */
void chain_seal(const struct chain *c, const uint8_t key[HASH_SIZE],
    const struct chain_row *r, uint8_t seal[HASH_SIZE]);
void chain_seal_by(const struct chain *c, const struct hash_key *key,
    const struct chain_row *r, uint8_t seal[HASH_SIZE]);
void chain_link(struct chain *c, const struct chain_row *r,
    const uint8_t seal[HASH_SIZE]);
/* A head as it is mailed and read aloud: 80 bits in groups of letters,
 * "kqzd-bx7m-2abc-wxyz". */
enum { CHAIN_SHORT = 19, CHAIN_SHORT_BYTES = 10 };
void chain_short(const uint8_t head[HASH_SIZE], char out[CHAIN_SHORT + 1]);
/* "chain:HEX seal:HEX form:.?-", as a line of the log has it. */
void chain_words(const struct chain *c, const uint8_t seal[HASH_SIZE],
    const char *form, struct buf *out);
/* Appends the text without its comments, which nothing binds. */
void chain_uncommented(const char *text, size_t len, struct buf *out);
/* The last line but one of a log: over all of it so far, from byte `from` of
 * out on, and the end that is still to be written. */
void chain_close(struct buf *out, size_t from, const uint8_t head[HASH_SIZE],
    const char *end);
/* What that line says of the text above it (T25). */
void chain_end(const char *text, size_t len, const uint8_t head[HASH_SIZE],
    const char *end, uint8_t out[HASH_SIZE]);

/* What stands on a line of a chain. seal NULL: `form` and seal are not asked
 * for. */
void chain_read(struct slice text, uint8_t head[HASH_SIZE],
    uint8_t seal[HASH_SIZE], struct slice *form);

/* What was found in a log. */
struct chain_found {
	bool chained; /* format 1.1 */
	bool sealed;  /* the seals are what the seed gives */
	bool closed;  /* and the end is bound */
	int heads;
	uint8_t (*head)[HASH_SIZE]; /* owned; by an observer's number, from 0 */
	/* owned; where it began anew, in order, and why (borrowed of the log):
	 * behind that head */
	struct chain_anew {
		int board;
		struct slice why;
	} *anew;
	int anews;
	int *headless; /* owned: events without a head, in order */
	int n_headless;
};

/*
 * Every head of a log or a copy, and with the seed every seal. -1:
 * ERR_CORRUPT "LINE: what is wrong". A log of format 1 has no chain. Whether an
 * event may be without a head its game knows (log/bound.h).
 */
int chain_check(const char *text, size_t len, struct chain_found *out,
    struct err *e);
void chain_found_release(struct chain_found *f);

#endif
