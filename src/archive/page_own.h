/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_PAGE_OWN_H
#define ARCHIVE_PAGE_OWN_H

/* What the files that make a game's page and transcript share: the game being
 * stepped through. */

#include "archive/book.h"
#include "archive/course.h"
#include "archive/pieces.h"
#include "archive/position.h"
#include "base/drawing.h"
#include "match/tenure.h"
#include "post/mails.h"

/* What the script steps by. */
struct page_when {
	int actor, round, turn;
};

/* The events that stand, and the next of them. */
struct page_live {
	const int *seq; /* borrowed from last */
	int n, at;
};

struct page {
	const struct site *site; /* borrowed, as the next three */
	struct match *m;
	struct table *last; /* where the game ended */
	struct book *b;
	view_set views;
	struct stock stock;
	struct pieces pieces;
	struct buf sections;       /* owned: <section id="e17">… */
	struct buf could;          /* owned: those of moves.html */
	struct buf list;           /* owned: where rounds begin */
	struct buf seen[VIEWS];    /* owned: positions, as HTML */
	struct buf facts[VIEWS];   /* owned: what they were made of */
	struct buf text, markdown; /* owned: in use for a moment */
	struct buf map[VIEWS];     /* owned: the map in them */
	/* owned: the public's map; the one being drawn */
	struct drawing drawn, drawing;
	struct buf map_title, map_caption; /* owned */
	struct events events;
	struct page_live live;
	/* owned: of an event in the log given out; 0: it is not in it */
	int *number;
	int seq;
	struct page_when now, said; /* said: by the last section */
	int64_t stamp;
	bool dead;
	struct tenures tenures; /* owned */
	struct course course;   /* owned; of what shows everything */
	struct cJSON *comments; /* owned: a list of them, as they were given */
	/* borrowed, [1..seats]: who sat there at the event */
	const char *who[SEATS_MAX + 1];
};

/* page_look.c: the reader whose viewpoint a digit is; the same for templates;
 * the position that stands now, noted (position.h). */
int page_reader(int view);
struct reader page_reader_for(const struct page *p, int view);
int page_position(struct page *p, bool whole, struct err *e);

/* page_log.c: verb and arguments of an event's line, appended to out; the
 * line as a paragraph; what was said behind the event. What follows goes into
 * the last section, and ends it again. */
struct turnlog_line;
void page_words(const struct page *p, const struct turnlog_line *line,
    struct buf *out);
void page_notation(struct page *p, const struct turnlog_line *line);
void page_reopen(struct page *p);
int page_chat(struct page *p, const struct turnlog_line *line, struct err *e);

/* page_could.c: what the seat whose event it is could have done, for
 * moves.html; the layout around that, which has members of the page's. */
int page_could(struct page *p, struct err *e);
int page_moves(struct page *p, const struct cJSON *page, struct err *e);

/* transcript.c: the same event, the beginning and the end as plain text. */
int transcript_head(struct page *p, struct err *e);
int transcript_event(struct page *p, const char *news, bool new_round,
    struct err *e);
int transcript_tail(struct page *p, struct err *e);
int transcript_chat(struct page *p, int seat, const char *text, struct err *e);
int transcript_comment(struct page *p, int number, const char *name,
    const char *text, struct err *e);

/* page_judged.c: adds "judged", if there is an analysis. */
int page_judged(const struct page *p, struct cJSON *ctx, struct err *e);

/* page_said.c: reads the comments; those on an event into its section and the
 * transcript (0: those on the game as a whole into the latter); "comments". */
int page_read_comments(struct page *p, struct err *e);
int page_comments(struct page *p, int event, struct err *e);
int page_list_comments(const struct page *p, struct cJSON *ctx, struct err *e);

/* page_head.c: the layout around what was collected. */
int page_layout(struct page *p, struct err *e);

#endif
