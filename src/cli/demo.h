/* SPDX-License-Identifier: MIT */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

/*
 * `paquebot demo`: a game by mail in Maildirs below one directory, through
 * the whole pipeline and without any server. The players' side (demo_box.c)
 * knows mail only: it reads a player's Maildir and puts replies, quoting what
 * they answer, into the games' one. What a scripted player writes
 * is chosen by the game's own computer player (demo_play.c).
 */

#include "cli/cli.h"
#include "daemon/daemon.h"

enum { DEMO_SEATS = 3 };

/* A mail a player got. */
struct demo_mail {
	char *reply_to, *subject; /* owned; the fields as they stand */
	char *message_id;         /* owned, with <> */
	char *text;               /* owned: decoded, whole */
	char *title;              /* owned: the subject, decoded */
};
void demo_mail_release(struct demo_mail *m);

struct demo {
	const struct cli *cli;      /* borrowed */
	char *dir, *config, *store; /* owned */
	struct daemon *daemon;      /* owned */
	const char *kind;           /* borrowed */
	bool scripted;              /* --auto: every seat */
	int64_t game;
	int mails;       /* that the shown seat got */
	int replies;     /* written by all */
	bool turn_shown; /* one turn mail was shown whole */
	/* owned: what a seat answers */
	struct demo_mail last[DEMO_SEATS + 1];
};

extern const char *const demo_name[DEMO_SEATS + 1];

/* demo_box.c. 0 or -1 with e. */
/* The next mail of a seat that was not read yet: 1, 0 none, -1. It becomes
 * d->last[seat]. */
int demo_receive(struct demo *d, int seat, struct err *e);
/* The seat answers its last mail with these lines. */
int demo_reply(struct demo *d, int seat, const char *lines, struct err *e);
/* The quoted text of the last mail, for an editor. */
void demo_quote(const struct demo *d, int seat, struct buf *out);
void demo_address(const char *name, struct buf *out); /* anna@… */

/* demo_play.c: an exit code. */
int demo_play(struct demo *d);

#endif
