/* SPDX-License-Identifier: MIT */
#ifndef POST_CONTEXT_H
#define POST_CONTEXT_H

/* Pieces of a context that more than one file of post/ makes. */

#include "post/mails.h"

/* Appends {"seat":"p2","seat_name":"Bruno"} to array (NULL: to none, it is the
 * caller's) and returns it. */
struct cJSON *context_seat(const struct match *m, struct cJSON *array, int s);
/* A template of the game's own: "tables". */
int context_render(const struct match *m, const struct reader *r,
    const char *piece, const struct cJSON *ctx, struct buf *out, struct err *e);
/* What the game's templates are filled with: the view of what was seen, with
 * the drawn map if there is one, and with names. The caller's. */
struct cJSON *context_view(const struct match *m, const struct reader *r,
    const void *seen);
/* Up to which event the reader was told by mail. A moderator is told of what
 * was done just now; of the rest they can ask for the history. */
int context_told(const struct match *m, const struct reader *r);
/* What a picture shows of it, in the reader's words, with the names of the
 * seats, added to an empty drawing; false: nothing. */
bool context_board(const struct match *m, const struct reader *r,
    const void *seen, struct drawing *out);
/* The same, and marked what happened since the reader was told, or else the
 * last turn. */
bool context_picture(const struct match *m, const struct reader *r,
    const void *seen, struct drawing *out);
/* "mailto:…&body=" to the reader's reply address, to be gone on with. */
void context_link(const struct match *m, const struct reader *r,
    struct buf *out);
/* The round; 0: none has begun. */
int context_round(const struct match *m);
/* "scores" of a game that is over, best first. */
void context_scores(const struct match *m, const struct reader *r,
    struct cJSON *context);
/* "won", "ties", "page", "host" and "secrets" of a game that has ended. */
int context_end(struct match *m, const struct reader *r, struct cJSON *context,
    struct err *e);
/* "page", where a game that is over is seen, if it is. 0, -1. */
int context_page(struct match *m, struct cJSON *context, struct err *e);
/* At most SEATS_MAX objects with a "rank", in its order; equal ones stay as
 * they were. */
void scores_sort(struct cJSON *array);

/* "tables" become what of them is new since the seat was last shown them, and
 * "tables_all" what they were. */
int context_changes(struct match *m, const struct reader *r,
    struct cJSON *context, struct err *e);

/* "beginner" in the first mail that asks somebody for a move, if this is their
 * first game of a kind. */
int context_beginner(struct match *m, const struct reader *r,
    struct cJSON *context, struct err *e);

/* "due", "late", "away", "paused", and with settings "clock". */
void context_clock(struct match *m, const struct reader *r, bool settings,
    struct cJSON *context);
/* Of a moderator, whom the game waits for: "stands", all clocks do until they
 * say so; "overdue", whoever is late can be that. */
void context_office(const struct match *m, const struct reader *r,
    struct cJSON *context);
/* Of a context that is made: whether there is more to tell than whose turn it
 * is, and what the reader themselves did, of which they have had an answer; and
 * whether something is proposed that waits for their word. */
bool news_any(const struct cJSON *context);
bool context_asks(const struct cJSON *context);
/* What `! set-clock` says, as members of o. */
void news_clock(const struct match *m, const struct reader *r, const char *args,
    struct cJSON *o);

/* "void" and "void_more" of a proposal to go back before that event. */
int context_void(struct match *m, const struct reader *r, int number,
    struct cJSON *proposal, struct err *e);
/* Of the moderator of a closed game: "asking", who asks to come in, and "asks",
 * the name of who does so just now. */
int context_entry(struct match *m, const struct reader *r,
    struct cJSON *context, struct err *e);
/* "seen" of a context, if there is some, in a language; with "acts". */
void context_seen(const struct match *m, const char *lang,
    struct cJSON *context);
int context_acts(struct match *m, const struct reader *r, struct cJSON *context,
    struct err *e);

/* "ahead", "ahead_stops" and "fired" of a seat's own mail. */
int context_ahead(struct match *m, const struct reader *r,
    struct cJSON *context, struct err *e);

#endif
