/* SPDX-License-Identifier: MIT */
#ifndef GAME_TABLE_OWN_H
#define GAME_TABLE_OWN_H

/*
 * The inside of struct table, shared by table.c (position), history.c (what
 * was undone), draws.c (chance) and snapshot.c alone.
 *
 * Every event of the file is a node, also dead ones; its parent is the live
 * event before it when it was taken. The live game is the chain from `tip`
 * to 0. An undo takes the position and the tip from before the event it
 * names, so undoing an undo needs no rule of its own.
 */

#include "game/beacon.h"
#include "game/table.h"

struct event_node {
	int parent;   /* seq; 0: the start */
	uint8_t kind; /* enum line_kind */
	int8_t actor;
	uint8_t verb;
	bool bound; /* counts among "the same events" */
	uint16_t n;
	int undoes;  /* an undo: the event that it goes back before */
	size_t args; /* index of the first in table.args */
};

/* A value of the beacon: the event's number, the round of the game that it is
 * of, and "ROUND VALUE" of the beacon. */
struct beacon_entered {
	int seq, round;
	char args[96];
};

/* The committed generator, and a draw that was made and not yet taken. */
struct draws {
	int version;
	bool has_seed, has_key;
	uint8_t seed[RNG_KEY_SIZE];
	struct buf entropy[SEATS_MAX + 1];
	enum beacon_use use;
	struct beacon_entered *entered; /* owned; in order */
	int n_entered;
	uint8_t key[RNG_KEY_SIZE];
	int key_of; /* the value that is in it; -1 */
	struct rng rng;
	uint64_t used; /* version 1: bytes of the stream taken */
	/* it came due after this seq; -1: there is none */
	int pending_seq;
	uint64_t pending_used;
	struct event pending;
};

struct table {
	const struct game_kind *kind;   /* borrowed */
	const struct game_rules *rules; /* kind's, at hand */
	const struct game_data *data;
	int seats;
	int seq, board, chances, undos;
	bool keep, cancelled;
	void *position; /* owned */

	/* History, when kept. */
	int tip;
	/* positions are known after this seq */
	int base;
	struct event_node *nodes; /* owned; [1..seq] */
	int cap_nodes;
	int16_t *args; /* owned pool */
	size_t n_args, cap_args;
	uint8_t *before; /* owned; before each seq after base */
	int cap_before;
	int *live; /* owned; what table_live lent */
	int cap_live;
	struct events scratch; /* for callers without a sink */
	void *spare;           /* owned; a position */
	struct buf facts;      /* room for those that are hashed */

	struct draws draws;
};

/* Notes the event that is about to be (moves, chance: that was) taken, with
 * the position before it, and makes it the tip. */
void history_note(struct table *t, enum line_kind kind, const struct event *ev,
    const void *before);
/* Restores what stood before event seq. */
int history_undo(struct table *t, long long seq, struct err *e);
void history_release(struct table *t);

/* `! beacon ROUND VALUE` of the event that comes next (T34); before table.seq
 * rises. */
int draws_beacon(struct table *t, const char *args, struct err *e);
/* That ev is the outcome kept from a dead branch, if there is one, and with a
 * seed that it is what the generator gives. */
int draws_prove(struct table *t, const struct event *ev, struct err *e);

#endif
