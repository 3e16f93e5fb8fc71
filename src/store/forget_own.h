/* SPDX-License-Identifier: MIT */
#ifndef STORE_FORGET_OWN_H
#define STORE_FORGET_OWN_H

/* What the files of forget need of each other. Inside store/ only. */

#include "store/forget.h"
#include "store/sql.h"

struct forgetting {
	struct db *db;
	/* $1 of statements: a game that is none of theirs (ONE_GAME), or the
	 * player */
	int64_t key;
	bool elsewhere;
	int changed;  /* rows */
	bool reasons; /* what is reworded are lines below acts, elsewhere */
	int64_t player;
	forget_reads *reads;
	char number[24]; /* "#17" */
	/* owned: what they were called, and their addresses; longest first */
	char **name;
	int names;
	struct err *e;
};

/* Rows of two keys and a text: which changed, with what. */
struct change {
	int64_t a, b;
	char *text;
};
struct changes {
	struct change *at;
	int n;
};

/* Those they have a seat in, or had one, or watch, or moderate, or where their
 * name is told below an act: they moderated, or held a seat. */
#define THEIR_GAMES \
	"(SELECT game FROM seat WHERE player = $1 " \
	"UNION SELECT game FROM knowledge WHERE player = $1 " \
	"UNION SELECT game FROM observer WHERE player = $1 " \
	"UNION SELECT id FROM game WHERE moderator = $1 " \
	"UNION SELECT game FROM event, player WHERE player.id = $1 " \
	"AND actor < 0 AND (instr(derived, " \
	"'by the moderator ' || name || ':') = 1 OR instr(derived, " \
	"'by the moderator ' || name || '\n') = 1 OR instr(derived, " \
	"'held by ' || name || '\n') = 1 OR instr(derived, " \
	"'\nheld by ' || name || '\n') > 0))"

/* forget.c: runs a statement with the key as $1. */
int forget_with(struct forgetting *f, const char *text);
/* The text without their names, which is another then; true if it is. */
bool forget_names(const struct forgetting *f, char **text);

/* forget_mails.c */
int forget_mails(struct forgetting *f);

#endif
