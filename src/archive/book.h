/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_BOOK_H
#define ARCHIVE_BOOK_H

/*
 * One game that is over, as the files of its folder. What is made depends on
 * the whole log and the site alone.
 *
 * A game whose option `reveal` is `no`, or that was called off, stays closed:
 * its log is the observer's copy, and its page has the public's view alone.
 * Broadcasts stand in it unless the option `press` is `no`. An analysis of it
 * (post/analyse.h) belongs to what it is made of; comments do so of each.
 */

#include "archive/site.h"
#include "log/outcome.h"
#include "log/replay.h"

enum { BOOK_FOLDER = 72 };
struct book {
	char id[BOOK_FOLDER]; /* name of the folder */
	char name[72];        /* of the game, as its log has it */
	bool open;
	char source[65]; /* hash of site and log as given out */
	struct buf log;  /* owned, as all below: game.turnlog */
	/* analysis.jsonl and comments.jsonl, if there are any */
	struct buf analysis, comments;
	struct buf page, text; /* index.html, game.txt */
	struct buf moves;      /* moves.html */
	struct buf picture;    /* map.png, if the site has a url */
	struct outcome outcome;
	int events;
};

/* Id, log and source, without playing it if it is open. Of a game that stays
 * closed the analysis is left out. ERR_GIVEUP: the game is not over, or
 * the log is a copy already; ERR_CORRUPT "LINE: what". */
int book_open(const struct site *site, const char *log, size_t len,
    const struct beside *beside, struct book *out, struct err *e);
/* The rest. log is the same. */
int book_make(const struct site *site, const char *log, size_t len,
    struct book *b, struct err *e);
void book_release(struct book *b);
/* What the folder of a log's game is called. */
void book_folder(const struct replay_head *h, char id[BOOK_FOLDER]);

/* The parts of book_make: page.c and transcript.c. */
struct match;
int page_make(const struct site *site, struct match *m, const char *log,
    size_t len, struct book *b, struct err *e);
/* A context for templates about the game as a whole: kind_name, game, seats,
 * scores, started, ended, events, rounds, finished | abandoned | cancelled. */
struct cJSON *book_context(const struct site *site, struct match *m,
    const struct book *b);

#endif
