/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_DELIVERED_H
#define TESTS_WORLD_DELIVERED_H

/*
 * A mail as its reader sees it: nothing is known of it but its bytes, and they
 * are read by other code than the daemon's. Its text is what a mail program
 * shows; what it numbers are the lines below its heading of moves.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/world/told.h"
#include "tests/world/tongue.h"

enum { CHOICES_MAX = 400 };

/* What a mail says of one line that its reader wrote: "> 5  done: fly A4". */
struct said {
	char *line;          /* owned: "5" */
	const char *verdict; /* in English: "done"; "refused" */
	enum tongue tongue;  /* in which it was told */
	char *words;         /* owned: "fly A4"; NULL */
};

struct delivered {
	int64_t received, written; /* by its Date */
	/* owned */
	char *id, *answers, *reply_to, *from, *subject, *text;
	int64_t game;      /* 0: of none */
	int seat;          /* 0: none */
	int board, number; /* of its mark: mail 1.board.p2.number */
	int holder;        /* as many have had the seat, with who has it */
	int64_t due;       /* 0: none is told */
	bool asks;         /* it asks for a move, of its reader */
	bool asks_ready;   /* it asks whether its reader is there */
	bool over;         /* it says that the game is over */
	bool reminds;      /* it says that it is a reminder */
	/* what is offered, by what takes it on (ANSWER_JOIN, ANSWER_YES) */
	enum phrase offers;
	enum tongue tongue; /* of what it asks for */
	enum tongue listed; /* of its numbered moves */
	bool confirms;      /* asks for a yes to what somebody wrote */
	bool digest;        /* it tells of all their games, once a day */
	bool put_off;       /* they answer when its time is over */
	int choices;        /* numbered from 1 */
	/* owned, [1..choices]: as it would be written in words, where a row
	 * ends with that; NULL */
	char *words[CHOICES_MAX + 1];
	struct said *said; /* owned */
	size_t n_said;
	struct told *told; /* owned: of its seat, or of a digest's */
	size_t n_told;
};

void delivered_read(struct delivered *l, const char *raw, size_t len);
/* What it tells of a seat; NULL: nothing. */
const struct told *delivered_told(const struct delivered *l, int64_t game,
    int seat);
void delivered_release(struct delivered *l);

#endif
