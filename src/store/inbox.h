/* SPDX-License-Identifier: MIT */
#ifndef STORE_INBOX_H
#define STORE_INBOX_H

/*
 * Raw mail as it came, committed before anybody looks at it (doc/design.md
 * 4.1). A row is new until it is answered, ignored, held or set aside. The same
 * bytes (SHA-256) are stored and judged once.
 */

#include "base/hash.h"
#include "store/db.h"

enum inbox_state {
	INBOX_NEW,
	INBOX_ANSWERED,
	INBOX_IGNORED, /* automatic mail, bounces: no answer */
	INBOX_HELD,    /* waits for its sender's confirmation */
	INBOX_ASIDE,   /* it killed the process twice, or there were too many */
	INBOX_DEFERRED /* waits for an hour with room for its answer */
};

struct inbox_row {
	int64_t id;
	/* owned: where it lay ("imaps://host/INBOX", "pipe") */
	char *mailbox;
	uint32_t uidvalidity, uid; /* 0, 0 outside IMAP */
	char *message_id;          /* owned; NULL until read */
	int64_t received;          /* the server's INTERNALDATE */
	char *raw;
	size_t raw_len;             /* owned */
	char sha256[HASH_HEX_SIZE]; /* of raw, as it came; "": not known */
	enum inbox_state state;
	int attempts;
	int64_t concerns; /* store/claim.h */
	char *sender;     /* owned; of one that is deferred, else NULL */
	int64_t wait;     /* and until when */
};
void inbox_row_release(struct inbox_row *r);

/* Stores one raw mail. 1 stored, 0 already there (same bytes); id either way,
 * and with inbox_take the hash, in the row. */
int inbox_take(struct db *db, struct inbox_row *r, struct err *e);
int inbox_add(struct db *db, const char *mailbox, uint32_t uidvalidity,
    uint32_t uid, int64_t received, const void *raw, size_t len, int64_t *id,
    struct err *e);
/* Up to `limit` new rows that may be judged (store/kept.h), in order of id into
 * out, with raw; returns how many. */
int inbox_next(struct db *db, int limit, struct inbox_row *out, struct err *e);
/* When the one that waits longest was received: 1, 0 none is new. */
int inbox_oldest(struct db *db, int64_t *received, struct err *e);
/* Counts one more attempt (by 1) for the ids, in the open transaction, else in
 * one of its own: it must be committed before the mails are looked at. Or takes
 * one back (-1): the process lived, it was the world that failed. */
int inbox_attempt(struct db *db, const int64_t *ids, int n, int by,
    struct err *e);
int inbox_finish(struct db *db, int64_t id, enum inbox_state state,
    const char *message_id, struct err *e);
/* Finishes it as set aside at that moment: it is kept from then on as long as
 * other mail is (store/counts.h, prune_inbox). */
int inbox_put_aside(struct db *db, int64_t id, const char *message_id,
    int64_t now, struct err *e);
/* A mail waits until then, as if nobody had tried it: nothing that looks for
 * new mail sees it. How many from a sender wait. Up to most of those whose time
 * has come are new again, in their order: how many. The clock went back to now:
 * none waits for longer than an hour. */
int inbox_defer(struct db *db, int64_t id, const char *sender, int64_t until,
    struct err *e);
int inbox_deferred(struct db *db, const char *sender, int *out, struct err *e);
int inbox_wake(struct db *db, int64_t now, int most, struct err *e);
int inbox_clock_back(struct db *db, int64_t now, struct err *e);
int inbox_get(struct db *db, int64_t id, struct inbox_row *out, struct err *e);
/* The mail of this hash. 1, 0 */
int inbox_of_hash(struct db *db, const char *sha256, struct inbox_row *out,
    struct err *e);
/* Set aside or deferred, in order of id, without raw; fn non-zero stops. */
int inbox_apart(struct db *db, int (*fn)(void *arg, const struct inbox_row *r),
    void *arg, struct err *e);
/* One that was set aside is new again (with an attempt counted, so that it is
 * tried with care), or ignored. 1, 0 it is not set aside. */
int inbox_settle(struct db *db, int64_t id, bool again, struct err *e);
int inbox_count(struct db *db, enum inbox_state state, int *out, struct err *e);

/* A held mail: which player it claims to be from, for which game, and the
 * board it was written for. One-use: hold_take removes it. Lapses with the
 * turn, and after two weeks. */
enum { HOLD_SECONDS = 14 * 86400 };
struct hold {
	int64_t inbox;
	int64_t player; /* 0: none yet, see address */
	int64_t game;   /* 0: none (signup …) */
	int seat;
	int turn;  /* serial of the turn it lapses with */
	int board; /* -1: none that was current */
	int64_t created;
	/* a stranger's, canonical, who is asked to confirm; NULL. Borrowed by
	 * hold_add; hold_take leaves it NULL, the mail itself tells it. */
	const char *address;
	/* the lines that wait, if others of the mail do not; NULL: all of it.
	 * Borrowed by hold_add, owned behind hold_take */
	char *rest;
	bool owner;    /* the first address must confirm it */
	int64_t nonce; /* in its token */
	int seen;      /* by a moderator; -1: not known */
};
void hold_release(struct hold *h);
int hold_add(struct db *db, const struct hold *h, struct err *e);
/* 1, 0 */
int hold_take(struct db *db, int64_t inbox, struct hold *out, struct err *e);
/* A stranger's mails held since then and not confirmed; a player's. */
int hold_count(struct db *db, const char *address, int64_t since, int *out,
    struct err *e);
int hold_open(struct db *db, int64_t player, int64_t since, int *out,
    struct err *e);
/* Drops those of earlier turns. */
int hold_lapse(struct db *db, int64_t game, int turn, struct err *e);
/* Drops those for a seat that changes hands. */
int hold_drop(struct db *db, int64_t game, int seat, struct err *e);

#endif
