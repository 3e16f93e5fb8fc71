/* SPDX-License-Identifier: MIT */
#ifndef STORE_LIBRARY_OWN_H
#define STORE_LIBRARY_OWN_H

/* Private to library*.c, which know SQLite and no engine: the file is another
 * program's as much as ours. */

#include <sqlite3.h>

#include "store/library.h"

enum {
	LIBRARY_APPLICATION = 0x7071626c, /* "pqbl" */
	LIBRARY_VERSION = 3,
	LIBRARY_KINDS = 16
};

enum library_into {
	INTO_ACTS,
	INTO_ARGS,
	INTO_GAMES,
	INTO_OPTIONS,
	INTO_SEATS,
	INTO_EVENTS,
	INTO_EIGHT_EVENTS,
	INTO_CARDS,
	INTO_TABLES
};

struct library {
	sqlite3 *db;
	char *path, *made; /* owned; NULL: in memory, or read */
	sqlite3_stmt *into[INTO_TABLES];
	struct {
		char kind[32];
		int n; /* columns it has */
		sqlite3_stmt *into;
	} figures[LIBRARY_KINDS];
	int kinds;
	int64_t game;                /* written last */
	struct library_cards *cards; /* owned; NULL: read */
};

/* The sums of the table cards: acts that seats have, and of each game its
 * seats from the first on and then its events, are told here as well. */
struct library_cards *library_cards_new(void);
void library_cards_free(struct library_cards *c);
void library_cards_act(struct library_cards *c, int act, const char *kind,
    struct slice words);
void library_cards_seat(struct library_cards *c, const struct library_seat *s);
void library_cards_events(struct library_cards *c,
    const struct library_event *ev, int n);
/* One of them, from 0 on; false: there is none. */
struct library_card {
	const char *kind, *card;
	int64_t seats, points;
	double share, even;
};
bool library_cards_sum(const struct library_cards *c, int i,
    struct library_card *out);

/* What the tables are, with a comment each; and what is made at the end. */
extern const char library_schema[], library_indexes[];

int library_open_file(struct library *l, const char *path, int flags,
    struct err *e);
int library_fail(const struct library *l, const char *what, struct err *e);
/* The rows of the table cards. */
int library_put_cards(struct library *l, struct err *e);
int library_exec(struct library *l, const char *sql, struct err *e);
/* What the column acts.doer has of an actor: a seat above 0, chance 0, the
 * operator -1. */
const char *library_doer(int actor);
/* "figures_atlantic_star" */
void library_figures_name(const char *kind, struct buf *out);

#endif
