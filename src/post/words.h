/* SPDX-License-Identifier: MIT */
#ifndef POST_WORDS_H
#define POST_WORDS_H

/* Small things mails are worded with: names put into a context, moments in
 * the reader's zone, links. Inside post/ and for desk/'s queries. */

#include "post/mails.h"

/* texts_dress with the match's game and seats. */
void words_dress(const struct match *m, const struct reader *r,
    struct cJSON *o);
/* "Atlantic Star" for "atlantic-star". */
void words_kind(const struct texts *t, const char *lang, const char *kind,
    struct buf *out);
/* The same as "kind_name" of ctx. */
void words_add_kind(const struct texts *t, const char *lang, const char *kind,
    struct cJSON *ctx);
/* "beacon" and "beacon_rounds", as the game was founded with one (T33, T36). */
struct options;
void words_add_beacon(const struct options *o, struct cJSON *ctx);
/* "hints", an object with "all" or "first", and "unrated", as it was founded.
 */
void words_add_agreed(const struct options *o, struct cJSON *ctx);
/* "computer", and "easy" or another level of its player; nothing of LEVEL_NONE.
 */
void words_add_level(int level, struct cJSON *o);
/* Appends text percent-encoded for a mailto: link (RFC 6068). */
void words_percent(const char *text, struct buf *out);
/* "mailto:games+42…@example.org?subject=…"; and with "&body=", to be gone on
 * with. */
void words_mailto_subject(const char *address, const char *subject,
    struct buf *out);
void words_mailto(const char *address, const char *subject, struct buf *out);
/* What a subject says behind "Re:" in its many forms, "[Problem]", "[pq42]",
 * and the marks of filters, "***SPAM***", "{Spam?}": a part of it. */
const char *words_bare_subject(const char *subject);

/* Every event from seq `from` on that the reader may know, as objects
 * {"line","number"} into the array. OWN and OTHERS part the events since
 * match_open by whether the reader made them; MAIL, OWN and OTHERS leave out
 * what a moderator did just now, which a mail tells as "acts"; and they tell
 * shuffles that read alike once. */
enum news_part { NEWS_ALL, NEWS_MAIL, NEWS_OWN, NEWS_OTHERS };
int news_from(struct match *m, const struct reader *r, int from,
    enum news_part part, struct cJSON *out, struct err *e);

/* A canonical move in the words of a language, if they are read on the
 * position as that move again; else text stays as it is. */
void words_move(const struct texts *t, const char *lang,
    const struct game_kind *k, const void *pos, int seat, struct buf *text);
/* One that was made or tried, which nobody has to send again: appended to
 * out without that test. */
void words_made(const struct texts *t, const char *lang, const char *game,
    const char *canonical, struct buf *out);

/* Each legal move of a seat in its words, with its number (0: it has none), on
 * a board; NULL: that of the match. */
void moves_each(const struct match *m, int seat, const void *board,
    const char *lang, void (*each)(void *arg, int n, const char *text),
    void *arg);

/* Whether a move of a seat is in its list: then it is in its words there, and n
 * has its number (0: it has none). */
bool moves_find(struct match *m, int seat, const char *lang,
    const struct move *mv, struct buf *text, int *n);

/* A move as its player would write it, on a board that need not be that of the
 * match: in the reader's words, if they are read there as that move. */
void moves_said(const struct match *m, const struct reader *r,
    const void *board, const struct move *mv, struct buf *text);

/* The seat's moves for <game>/moves, added to ctx (doc/contexts.md); example is
 * set to the text of a numbered one that shows how they are written. */
void moves_list(struct match *m, const struct reader *r, const char *link,
    struct cJSON *ctx, struct buf *example);

#endif
