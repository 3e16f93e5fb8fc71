/* SPDX-License-Identifier: MIT */
#ifndef GAME_VERBS_H
#define GAME_VERBS_H

/*
 * The verbs of a game as tables: one row a verb of its moves, its chance
 * events and its derived events. A row says what each argument is, how it is
 * written in a log and under which key a template finds it; format, read,
 * event_format, chance_read and tell of the contract (rules.h) follow from it.
 *
 * The order of arguments stands in one place, an enum of their names in the
 * verbs.h of the game; rows, and all that makes or reads moves and events, say
 * the names (what is alone in its row, or a list of one, may have none):
 *
 *	enum { BUY_COLOUR, BUY_PRICE };
 *	[BOUGHT] = { .word = "bought",
 *	    { [BUY_COLOUR] = { THING(COLOUR, "colour") },
 *		[BUY_PRICE] = { NUMBER("price") } } },
 *	DERIVE(out, seat, BOUGHT, [BUY_COLOUR] = red, [BUY_PRICE] = 2);
 *
 * writes `bought red price=2`: in a log each argument stands behind its text.
 * Counts take a number for each of their things, so the name behind them is
 * that much later. A name left out inside does not compile (ARGS), at the end
 * verb_fits finds it. */
#include "game/rules.h"

/* A kind of things: ids in the game's data, or words of its rules (`word`), or
 * what the game writes and reads itself (`put`, `take`), or, without any of
 * them, numbers counted in units of the int32_t at `at`. */
struct verb_thing {
	/* "colour": in words.json, and the key of those in a list of counts */
	const char *name;
	size_t at, stride;       /* of the ids in struct game_data */
	size_t titles;           /* of their names; 0: they have none */
	int n;                   /* how many */
	const char *const *word; /* "" is not written */
	/* A faster search; below 0 or from n on: none. */
	int (*find)(const struct game_data *d, const char *id, size_t len);
	void (*put)(const struct game_data *d, const int16_t *arg, int i,
	    struct buf *out); /* arg[i] */
	/* Moves *at on, at most to end; the argument, or -1. */
	int (*take)(const struct game_data *d, const char **at, const char *z);
};

/* { IDS("colour", company, COLOURS), .find = …, TITLES(company) } */
#define IDS(id, of, count) \
	.name = (id), .n = (count), .at = offsetof(struct game_data, of), \
	.stride = sizeof((struct game_data *)0)->of[0]
#define TITLES(of) .titles = offsetof(struct game_data, of[0].name)

/* What an argument is; the things of a game begin at VERB_THINGS. */
enum { VERB_END, VERB_NUMBER, VERB_SEAT, VERB_THINGS };
enum {
	VERB_SOME = 1,      /* 0 is neither written nor told */
	VERB_TOLD_SOME = 2, /* 0 is not told */
	VERB_MANY = 4,      /* written above 1; read as 1 */
	VERB_FLAG = 8,      /* told as true, or not */
	VERB_COUNTS = 16,   /* of each of the things: " red=2" */
	VERB_STARS = 32,    /* counts as " red*2", and " red" */
	VERB_BY_SEAT = 64   /* of the seat of its number in the list: " p1=" */
};
struct verb_arg {
	const char *each; /* it and the rest repeat, told as this; "": untold */
	const char *key;  /* of a template; NULL: not told */
	const char *log;  /* before it; NULL: not written */
	uint8_t how;
	uint8_t from; /* of counts: the first there may be */
	uint8_t kind;
};

/* An argument is { NUMBER("lost"), VERB_TOLD_SOME, LIST("ships") } or the
 * like. */
#define ARG(a, b, c) .kind = (a), .key = (b), .log = (c)
#define THING(kind, key) ARG(kind, key, " ")
#define NUMBER(key) ARG(VERB_NUMBER, key, " " key "=")
#define SEAT(key) ARG(VERB_SEAT, key, " ")
#define LIST(key) .each = (key)
#define COUNTS(kind, key) ARG(kind, key, ""), VERB_COUNTS
typedef void verb_tell(const struct game_data *d, const struct event *ev,
    struct cJSON *out);
/* The places of the widest row, an offer in Antwerp, and one for its end. */
enum { VERB_ARGS = 20 };
struct verb {
	const char *word; /* of the log */
	struct verb_arg arg[VERB_ARGS];
	const char *told; /* to templates, if not `word` */
	bool actor;       /* its seat is written behind the word */
	bool nobody;      /* its seat is not told */
	verb_tell *tell;  /* optional: members more */
};

/* All verbs of a game, in the numbers of their kind; [0] is unused. */
struct verbs {
	const struct verb *of[EVENT_DERIVED + 1]; /* by enum event_kind */
	int n[EVENT_DERIVED + 1];                 /* rows, with that of 0 */
	const struct verb_thing *thing; /* [kind - VERB_THINGS]; { 0 } ends */
	verb_tell *tell_move;           /* optional: of every move */
	void (*label)(const struct game_data *d, const void *pos,
	    struct buf *out);
	bool draws_later;       /* chance comes up also after the beginning */
	const char *facts_once; /* the game, in check lines of then; or NULL */
	const char *option[4];  /* keys of those that are the game's own */
};

/* Members of the contract. */
void verbs_format(const struct game_data *d, const void *pos, int seat,
    const struct move *m, struct buf *out);
int verbs_read(const struct game_data *d, const void *pos, int seat,
    const char *text, size_t len, struct move *out);
void verbs_event_format(const struct game_data *d, const struct event *ev,
    struct buf *out);
int verbs_chance_read(const struct game_data *d, const char *text, size_t len,
    struct event *out);
void verbs_tell(const struct game_data *d, const struct event *ev,
    struct cJSON *out);
/* A thing's display name (kind "ship", id "rhea" -> "Rhea"); NULL: none. */
const char *verbs_title(const struct game_data *d, const char *kind,
    const char *id);

#endif
