/* SPDX-License-Identifier: MIT */
#ifndef MATCH_CLUB_H
#define MATCH_CLUB_H

/*
 * What work on games needs of the club it is done in: the database, the
 * texts, the server's key, our own address and the keeper's defaults. desk/
 * fills one from the configuration (match/ reads no configuration) and lends
 * it to everything below. Strings are borrowed for the life of the club.
 * What happens is mailed by post/, and mails are written as RFC 5322 by mail/,
 * neither of which match/ may include: so the club brings those functions.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "match/order.h"
#include "store/clock.h"

struct db;
struct texts;
struct table_cache;
struct match;
struct log_entry;

/* A file beside the text: "text/calendar; …", "turn.ics", LF lines. */
enum { POST_FILES_MAX = 16 };
struct post_file {
	const char *type, *name, *text;
};

/* One mail as data, UTF-8, everything borrowed until post() returns. */
struct post {
	const char *to, *to_name;
	const char *reply_to; /* NULL: none */
	const char *subject;
	const char *message_id;  /* without <>, as the next two */
	const char *in_reply_to; /* NULL: none */
	const char *references[12];
	size_t n_references;
	const char *list_id, *unsubscribe; /* "pq42.…", "mailto:…"; NULL */
	bool reply; /* auto-replied, else auto-generated */
	const char *extra[6];
	size_t n_extra; /* "X-Paquebot-Game: 42" */
	int64_t date;
	const char *text, *html;
	const char *const *pictures; /* Content-IDs of what html shows */
	const struct post_file *files;
	size_t n_pictures, n_files;
};

/* What is told of a game; post/ does it, which match/ may not include. */
struct notifier {
	/* the mails that follow from what came about, but to that seat */
	int (*after)(struct match *m, int answer_to, struct err *e);
	/* to the player who has lost the seat and gets no other mail of it */
	int (*former)(struct match *m, int seat, int64_t player, struct err *e);
	/* an event as a sentence for its moderator, Markdown */
	int (*sentence)(struct match *m, const struct log_entry *h,
	    struct buf *out, struct err *e);
};

struct club {
	struct db *db;       /* borrowed */
	struct texts *texts; /* borrowed */
	uint8_t key[32];
	int64_t epoch;       /* of the store: db_epoch */
	char mark[9];        /* of this database, in our Message-IDs */
	const char *from;    /* "Paquebot <games@example.org>" */
	const char *address; /* games@example.org */
	const char *domain;  /* example.org, within address */
	bool subaddress;     /* games+x@ reaches games@ */
	/* keeper may be NULL; archive, where its pages are seen, too */
	const char *name, *keeper, *lang, *tz, *archive;
	struct clock_row clock; /* of new games */
	/* a moderator who plays may end another's turn before its deadline */
	bool early;
	/* seconds from a beacon's time until people are asked for its value */
	int64_t beacon_patience;
	bool pictures; /* mails may show the board as one */
	bool analyses; /* made of games that are over */
	int most;      /* mails an hour to one because of another; 0: any */
	/* whose mail is obeyed, for what is mailed because of it; 0: none */
	int64_t author;
	int64_t abandon;   /* a game without people; 0: for ever */
	int64_t answering; /* the mail in the inbox that replies are to; 0 */
	struct order order;
	/* Writes p as bytes with CR LF; what must not be used is an error. */
	int (*write)(const struct club *club, const struct post *p,
	    struct buf *out, struct err *e);
	const struct notifier *notifier; /* borrowed */
	/* For tests alone: 32 bytes, the seed of new games; version of draws */
	const uint8_t *seed;
	int draws;
	struct table_cache *cache; /* owned: kept from mail to mail */
};

/* Opens every registered game, and looks whether it has the templates that each
 * needs. ERR_GIVEUP: one is not whole; what passes is ERR_LATER. */
int club_games(const struct texts *texts, struct err *e);
/* Reads key, epoch and mark from the database; the rest is the caller's. Games
 * as of club_games. texts NULL: its rows are read, and nothing is written. */
int club_init(struct club *club, struct db *db, struct texts *texts,
    struct err *e);
/* Reads them again: `paquebot rekey` may have been there. */
int club_keys(struct club *club, struct err *e);
void club_release(struct club *club);
/* A transaction was rolled back: what is kept in memory may never have been. */
void club_forget(struct club *club);
/* Whether an address is the club's own, with or without a detail. */
bool club_is_ours(const struct club *club, const char *address);
/* The player of a canonical address, made with this name and language, in the
 * club's zone, if there is none. ERR_GIVEUP: the address is the club's own. */
int club_player(struct club *club, const char *name, const char *address,
    const char *lang, int64_t *id, struct err *e);

#endif
