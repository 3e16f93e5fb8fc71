/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_SCENE_H
#define TESTS_DESK_SCENE_H

/*
 * A desk with a database of its own in a scratch directory, a pinned clock,
 * a key and a seed that are known, and people who write to it. Everything
 * aborts the test if it fails. One scene at a time.
 */

#include "conf/conf.h"
#include "desk/desk.h"
#include "match/found.h"
#include "picture/picture.h"
#include "store/db.h"
#include "store/outbox.h"
#include "tests/store/fresh.h"
#include "text/texts.h"

/* What is done in one transaction: negative if it failed. */
struct scene;
typedef int scene_act(struct scene *s, void *arg, struct err *e);

struct scene {
	char dir[64];
	char path[FRESH_SIZE]; /* of the database, or its URL */
	struct db *db;
	struct texts *texts;
	struct conf conf;
	struct desk desk;
	int64_t last; /* outbox row seen last */
	int64_t uid;
	/* what is random comes of these, those of the clock and of moderators
	 * counted apart, and of the last number given */
	uint64_t acts, others, pinned;
	bool clock; /* the act is what its time brings */
	/* called before each act, which it may try in vain; NULL */
	void (*trouble)(struct scene *s, scene_act *act, void *arg);
	int64_t now;
	/* of games founded; NULL: Atlantic Star */
	const char *kind;
};

/* One mail out, decoded. */
struct seen {
	int64_t id;
	int seat;
	char *to, *subject, *reply_to, *message_id, *text, *html, *raw;
};

void scene_open(struct scene *s, bool subaddress);
void scene_close(struct scene *s);
/* Closes and opens the desk and its database, as a restart does. */
void scene_restart(struct scene *s);

/* People anna, bruno, carla … at example.net; "=" makes a computer player,
 * "*" the seat of the moderator, "+" a moderator without a seat. */
int64_t scene_game(struct scene *s, const char *names, const char *options,
    uint8_t seed);
/* All seats play as the computer would, to the end; nobody is told of it but
 * the last move. No act that is tried in vain before. */
void scene_finish(struct scene *s, int64_t game);
void scene_moderate(struct scene *s, int64_t game, const char *words);

/* The act in a transaction of its own; what it gives. */
int scene_do(struct scene *s, scene_act *act, void *arg);
void scene_pass(struct scene *s, int64_t seconds);
/* What deadlines have come about; as desk_clocks. */
int scene_tick(struct scene *s);
/* People are asked for values of the beacon that are out. */
void scene_ask(struct scene *s);
/* A computer player that is to think does so, and moves: 1; 0 there is none. */
int scene_think(struct scene *s);
/* A game that is over is looked through: 1; 0 there is none. */
int scene_analyse(struct scene *s);
/* Judges what was deferred and whose time has come; how many it was. */
int scene_wake(struct scene *s);
/* Sends what digests are due; how many. */
int scene_digests(struct scene *s);
/* Stores raw and judges it; the inbox row's id. -1: failed. */
int64_t scene_raw(struct scene *s, const char *raw, size_t len);
int64_t scene_store(struct scene *s, const char *raw, size_t len);
/* A reply to the mail with this id: its Reply-To, subject and references. */
void scene_reply(struct scene *s, const struct seen *to, const char *from,
    const char *body, struct buf *raw);
/* The last mail to the seat, decoded. */
void scene_last(struct scene *s, int64_t game, int seat, struct seen *out);
/* Writes a reply to the seat's last mail and has it judged. */
void scene_say(struct scene *s, int64_t game, int seat, const char *body);
/* The same, from the address on record, and a trusted server says so. */
void scene_vouched(struct scene *s, int64_t game, int seat, const char *body);
/* The same, confirmed with `yes` from where the question went. All mails count
 * as seen up to the question. */
void scene_sure(struct scene *s, int64_t game, int seat, const char *body);
/* The player watches the game from now on, as if they had asked. */
void scene_watch(struct scene *s, int64_t game, int64_t player);
/* Next mail in the outbox not seen yet: 1, 0. */
int scene_next(struct scene *s, struct seen *out);
/* Makes the picture of a mail (outbox_row.picture) as the daemon does before it
 * sends the first that shows it: 1; 0: it is there. */
int scene_draw(struct scene *s, struct pictures *pictures, const char *name);
/* The nth of all commands; NULL: there are not so many. */
struct command;
const struct command *scene_command(size_t n);
/* How many new ones; they count as seen. */
int scene_skip(struct scene *s);
void seen_release(struct seen *m);
void seen_read(struct seen *m, const struct outbox_row *row);
/* Heads and seals in a raw mail (or a log) bind what is hidden and are others
 * with every other secret: their digits become 0, their letters a. */
void seen_mask(char *raw);
/* Whether it says so, however lines are broken and wherever its mark stands. */
bool seen_has(const struct seen *m, const char *text);
bool text_has(const char *whole, const char *text);
/* A mail's text in one line, without the mark in its first sentence. */
void text_flatten(const char *s, struct buf *out);

#endif
