/* SPDX-License-Identifier: MIT */
#ifndef STORE_TERMS_H
#define STORE_TERMS_H

/* What a table has agreed on beside the rules of its game. */

#include "store/db.h"

/* What those at a table may write to each other until the game is over; to who
 * moderates always. */
enum terms_press {
	TERMS_PRESS_ALL,
	TERMS_PRESS_PUBLIC, /* to all alone */
	TERMS_PRESS_NONE
};

/* Whether seats have other names than those who sit at them. */
enum terms_names { TERMS_NAMES_OPEN, TERMS_NAMES_HIDDEN, TERMS_NAMES_SHOWN };

struct terms {
	char *title; /* owned; NULL: none */
	bool unlisted;
	bool closed; /* nobody joins who was not asked, or let in */
	enum terms_press press;
	enum terms_names names; /* SHOWN: they had others until then */
	int64_t begins;         /* while it is set up; 0: when all are ready */
	/* Who may take the office of the moderator; 0: nobody. Their name is
	 * owned, and stored with them alone. */
	int64_t deputy;
	char *deputy_name;
	bool changed;   /* not as it is stored */
	int64_t admits; /* not stored: whom its moderator lets in now */
};
void terms_release(struct terms *t);

/* 1; 0: there are none, and out is as it was. */
int terms_get(struct db *db, int64_t game, struct terms *out, struct err *e);
int terms_put(struct db *db, int64_t game, const struct terms *t,
    struct err *e);

#endif
