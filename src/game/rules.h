/* SPDX-License-Identifier: MIT */
#ifndef GAME_RULES_H
#define GAME_RULES_H

/*
 * The contract every game fulfils (doc/design.md 3, T1 to T7).
 *
 * A position is one plain struct without pointers, so a copy is an
 * assignment and two positions can be compared by memcmp: padding and unused
 * fields are always zero. It is a pure function of game version, data,
 * options, number of seats and events (T1): no clock, no global, no I/O.
 * Static data is loaded once, never changes, and is borrowed by everything.
 *
 * Moves and events are numbers: what a number means is known to the game
 * alone, which also reads and writes them as words (parse, read, format).
 * Prose never comes from here (T4).
 *
 * Seats are 1..SEATS_MAX. A reader is a seat, OBSERVER or ARCHIVE.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/drawing.h"
#include "base/err.h"
#include "base/json.h"
#include "base/rng.h"
#include "game/names.h"

struct cJSON;
struct reasons; /* game/reasons.h */

enum { OBSERVER = 0, ARCHIVE = -1 }; /* SEATS_MAX: names.h */

typedef uint8_t seat_set;                          /* bit s-1 is seat s */
#define SEAT_BIT(s) ((seat_set)((1u << (s)) >> 1)) /* 0: none */
/* How many of the first n are in it. */
static inline int
seats_in(seat_set set, int n)
{
	return __builtin_popcount(set & ((1u << n) - 1));
}

/* What every position begins with: a game's struct has POSITION_HEAD first, so
 * that p->seats is its own, and the engine reads it as a struct position_head.
 * turn is the serial number of the turn (doc/rules/turnlog.md "Words"), from 1;
 * it rises when a new turn begins, also when the same seat goes on. */
#define POSITION_HEAD \
	uint16_t round, turn; /* round: as the page counts, or 0 */ \
	uint8_t seats; \
	uint8_t at;   /* whose turn it is; 0: nobody's */ \
	uint8_t stage /* the game's own, or STAGE_OVER */
struct position_head {
	POSITION_HEAD;
};
enum { STAGE_OVER = 7 };
int game_round(const void *pos);
int game_turn(const void *pos);
int game_at(const void *pos);
bool game_over(const void *pos);

/* One atomic act of one seat. verb and arg are the game's own numbers.
 * Unused args are zero, so moves can be compared with move_equal(). */
enum { MOVE_ARGS = 22 };
struct move {
	uint8_t verb;
	uint8_t n; /* args used */
	int16_t arg[MOVE_ARGS];
};
bool move_equal(const struct move *a, const struct move *b);

/* A list of moves that keeps its memory from use to use, so that a list in
 * a loop allocates a few times and then never again. */
struct moves {
	struct move *at; /* owned */
	int n, cap;
};
#define MOVES_INIT { 0 }
void moves_release(struct moves *m);
void moves_clear(struct moves *m);
/* Adds an all-zero move and returns it (valid until the next add). */
struct move *moves_add(struct moves *m);
/* Numbers as a list of int and how many: two arguments of a function. Where
 * they have names (game/verbs.h): ARGS([TOW_SHIP] = ship, …); then a name that
 * is left out between others does not compile, for it would be 0. */
#define ARGS(...) \
	(const int[]){ __VA_ARGS__ }, \
	    (int)sizeof( \
		char[ARGS_ROOM(__VA_ARGS__) == ARGS_GIVEN(__VA_ARGS__) ? \
			ARGS_ROOM(__VA_ARGS__) : \
			-1])
#define ARGS_ROOM(...) (int)(sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int))
#define ARGS_GIVEN(...) ARGS_NINTH(__VA_ARGS__, 8, 7, 6, 5, 4, 3, 2, 1, 0)
#define ARGS_NINTH(a, b, c, d, e, f, g, h, n, ...) n

/* The same with a verb and so many arguments, or with these. */
struct move *moves_of(struct moves *m, int verb, int n);
static inline void
moves_with(struct moves *m, int verb, const int *arg, int n)
{
	struct move *move = moves_of(m, verb, n);

	for (int i = 0; i < n; i++)
		move->arg[i] = (int16_t)arg[i];
}
#define MOVE(list, verb, ...) moves_with((list), (verb), ARGS(__VA_ARGS__))

/*
 * An event: a move that was made, a chance outcome, or something that
 * happened because of them (EVENT_DERIVED: `>` lines of a log; they carry
 * what a sentence about the event before needs: price, value, rank ...).
 * Derived events are never replayed. The news of an event is its derived
 * events; where it has none, the event itself.
 */
enum event_kind { EVENT_MOVE, EVENT_CHANCE, EVENT_DERIVED };
enum { EVENT_ARGS = 140 };
struct event {
	uint8_t kind; /* enum event_kind */
	int8_t actor; /* seat; 0: chance */
	uint8_t verb; /* in the numbering of its kind */
	uint16_t n;
	int16_t arg[EVENT_ARGS]; /* only the first n are defined */
};
bool event_equal(const struct event *a, const struct event *b);
void event_from_move(struct event *ev, int seat, const struct move *m);
void move_from_event(struct move *m, const struct event *ev);

/*
 * Where apply and chance put what happened. A NULL sink is allowed and means
 * that nobody listens (replay): games test for it before they build derived
 * events, and that is the fast path. One move may become several events (a
 * move that stands for n equal ones): each EVENT_MOVE is a line of the log.
 */
struct events {
	struct event *at; /* owned */
	int n, cap;
	/* the outcome shows what the mover could not know before: preview stops
	 * here, before what is shown */
	bool beyond;
};
#define EVENTS_INIT { 0 }
void events_release(struct events *ev);
void events_clear(struct events *ev); /* also beyond = false */
/* Adds an event with kind, actor, verb set and n 0; valid until the next
 * add. */
struct event *events_add(struct events *ev, enum event_kind kind, int actor,
    int verb);
/* Appends one argument, or more. */
void event_arg(struct event *ev, int arg);
void event_args(struct event *ev, const int *arg, int n);
/* It names what the n of a list are, bytes all, from the from-th on in any
 * order. */
bool event_shuffles(const struct event *ev, int from, const int16_t *list,
    int n);
/* The same where nobody may listen (out NULL): a move that was made, a derived
 * event with n arguments, and more of them for the event added last. */
void events_move(struct events *out, int seat, const struct move *m);
void events_derive(struct events *out, int actor, int verb, const int *arg,
    int n);
void events_more(struct events *out, const int *arg, int n);
/* Their arguments as a list, which is not looked at if nobody listens:
 * DERIVE(out, seat, TOWED, [TOW_SHIP] = ship, [TOW_LOST] = 2); */
#define DERIVE(out, actor, verb, ...) \
	do { \
		if ((out) != NULL) \
			events_derive((out), (actor), (verb), \
			    ARGS(__VA_ARGS__)); \
	} while (0)
#define DERIVE_MORE(out, ...) \
	do { \
		if ((out) != NULL) \
			events_more((out), ARGS(__VA_ARGS__)); \
	} while (0)

/*
 * A player's mistake: a code of the game's page with arguments for the
 * template ("not-enough-money need=2000 have=1000"). Codes and keys are
 * static strings. It depends only on what the seat may know.
 */
enum { REFUSAL_ARGS = 6 };
struct refusal {
	const char *code; /* NULL: none */
	int n;
	struct {
		const char *key;
		char value[96];
	} arg[REFUSAL_ARGS];
};
/* An argument of what a seat is refused that is to act, and asked something in
 * the turn of another, or before its own goes on: it may do that then. */
#define REFUSAL_APART "apart"
/* All return -1, so `return refuse(why, "x")`. Sets the code, no arguments or
 * the first; then one argument more. */
int refuse(struct refusal *why, const char *code);
int refuse_str(struct refusal *why, const char *code, const char *key,
    const char *value);
int refuse_int(struct refusal *why, const char *code, const char *key,
    long value);
int refusal_str(struct refusal *why, const char *key, const char *value);
int refusal_int(struct refusal *why, const char *key, long value);
/* "code key=value …", values quoted where a log word may not hold them. */
void refusal_format(const struct refusal *why, struct buf *out);

/* key=value pairs of a game's set-up ("open=yes"). */
struct options {
	int n;
	struct {
		char key[24];
		char value[40];
	} at[12];
};
const char *options_get(const struct options *o,
    const char *key); /* NULL: not set */
/* One that is not set; nothing if there are too many. */
void options_add(struct options *o, const char *key, const char *value);
void options_drop(struct options *o, const char *key);
/* "key=value key=value" or "-"; -1 with a sentence. */
int options_parse(const char *text, struct options *out, struct err *e);
void options_format(const struct options *o, struct buf *out);
/* Options that every game has, checked by the caller of setup and not
 * passed to it: "reveal" yes|no (secrets are published when it ends), "press"
 * yes|no (what was broadcast stands in the archive), "beacon" yes|no|round
 * (game/beacon.h; round: where verbs.h says draws_later), "hints" yes|no|first
 * (whose seats may ask for advice; first: who plays the game for the first
 * time), "archive" yes|no (whether it has pages there; not set: unless one
 * person plays it against computers), "rated" yes|no (no: it counts in no
 * rating and in no statistics). */
bool options_common(const char *key);
bool options_unrated(const struct options *o);
enum hints { HINTS_NONE, HINTS_ALL, HINTS_FIRST };
enum hints options_hints(const struct options *o);
/* What such an option may be, "yes or no"; NULL: it is that. d NULL: of any
 * game. */
struct game_data;
const char *options_common_wrong(const char *key, const char *value,
    const struct game_data *d);

/* How a position stands: the higher score is better, of equal ones the higher
 * tie; who is equal in both shares a rank. */
struct ending {
	int seats;
	int score[SEATS_MAX + 1], tie[SEATS_MAX + 1]; /* by seat */
	int unit; /* of ties, as they are told; 0: 1 */
};
int ending_rank(const struct ending *e, int seat); /* from 1 */
/* The derived event of the end: these of each seat, the best first; equal ones
 * in `order`, NULL: that of seats. out may be NULL. */
enum { ENDED_SEAT, ENDED_SCORE, ENDED_TIE, ENDED_RANK, ENDED_ARGS };
void ending_tell(const struct ending *e, const uint8_t *order, int verb,
    struct events *out);

enum redaction {
	REDACT_SHOW, /* as it is */
	REDACT_HIDE, /* verb shown, arguments `?` */
	REDACT_OMIT  /* left out, not even counted */
};

struct game_data; /* each game's own, opaque here */

/* What a game gives its computer players (computer/level.h); all but the first
 * are optional, NULL. */
struct game_wits {
	/* The move of a seat in to_act, by a greedy player: it depends on what
	 * the seat may know and on `own` alone. */
	int (*choose)(const struct game_data *d, const void *pos, int seat,
	    struct rng *own, struct move *out);
	/* How far a seat is ahead of the others, by what it may hope for, in
	 * hundredths of a point: from what the seat may know, unless the
	 * position was varied. */
	int (*worth)(const struct game_data *d, const void *pos, int seat);
	/* What a seat cannot know becomes what it may expect, so that it can
	 * try moves on the copy. */
	void (*imagine)(const struct game_data *d, void *copy, int seat);
	/* Adds moves worth a thought that legal leaves out, and may be refused:
	 * offers, divisions. */
	void (*ideas)(const struct game_data *d, const void *pos, int seat,
	    struct moves *out);
	/* The move of one who knows the game, as choose; NULL: that after
	 * which, as its turn may end, it is worth most. */
	int (*advise)(const struct game_data *d, const void *pos, int seat,
	    struct rng *own, struct move *out);
	/* What has changed for a seat between two positions of its own turn,
	 * by the parts of its worth. */
	void (*reasons)(const struct game_data *d, const void *before,
	    const void *after, int seat, struct reasons *out);
	/* A move that costs next to no time and is as good as that allows, as
	 * choose; hard plays on by it. NULL: it does by the moves after which
	 * it is worth most, or by choose if it plays on to the end. */
	int (*glance)(const struct game_data *d, const void *pos, int seat,
	    struct rng *own, struct move *out);
	/* How many turns of each seat hard plays on behind a move; 0: to the
	 * end. */
	int ahead;
};

struct game_rules {
	const char *name; /* "atlantic-star" */
	int version;
	int min_seats, max_seats;
	size_t position_size;

	/* Data, which are one plain struct as well; it begins with a pointer
	 * to the game's verbs (game/verbs.h). load fills d, which is all zero,
	 * and checks the data's laws; the text it fails with names the law. */
	size_t data_size;
	int (*load)(const struct cJSON *json, struct game_data *d,
	    struct err *e);

	/* The position before the first event: all zero, but that `seats` is
	 * set, and round and turn are 1. An unknown option or a bad value is
	 * ERR_GIVEUP. Called by game_setup alone. */
	int (*setup)(const struct game_data *d, const struct options *o,
	    void *pos, struct err *e);

	/* Asking (T3): never changes the position. */
	/* Empty: chance is due, or the game is over. */
	seat_set (*to_act)(const struct game_data *d, const void *pos);
	/* All legal moves of a seat (T5), canonical order, no duplicates;
	 * cleared first. A seat that is not to act has some only where the game
	 * lets it stop what others wait for (take an offer back). */
	void (*legal)(const struct game_data *d, const void *pos, int seat,
	    struct moves *out);

	/* Words. parse reads one move liberally; names may be NULL (canonical
	 * English and ids only); refuses with the codes that concern words and
	 * names (and game-over, not-your-turn, which stand before them).
	 * Whether the move is legal is asked of apply alone, so that parse
	 * followed by apply gives the first code in the order of the game's
	 * page. `A or B` is not its business. */
	int (*parse)(const struct game_data *d, const void *pos, int seat,
	    const struct names *names, const char *text, struct move *out,
	    struct refusal *why);
	void (*format)(const struct game_data *d, const void *pos, int seat,
	    const struct move *m, struct buf *out);
	/* The strict inverse of format, for logs: -1 if text is not canonical.
	 * Whether it is legal is asked of apply. Fast: no allocation. */
	int (*read)(const struct game_data *d, const void *pos, int seat,
	    const char *text, size_t len, struct move *out);

	/* Moving: all or nothing. apply checks everything itself (a move may
	 * come from anywhere); on refusal the position is byte-identical. */
	int (*apply)(const struct game_data *d, void *pos, int seat,
	    const struct move *m, struct events *out, struct refusal *why);
	/* The chance event that is due (T2), drawn from r; the position stays.
	 * An event that needs no draw takes no bytes. Only if chance_due. */
	void (*draw)(const struct game_data *d, const void *pos, struct rng *r,
	    struct event *out);
	/* Takes a chance event; -1 ERR_CORRUPT if it is not one that could
	 * come now (wrong verb, not a permutation ...). */
	int (*chance)(const struct game_data *d, void *pos,
	    const struct event *ev, struct events *out, struct err *e);
	/* Words of chance and derived events: "deck rhea thetis …". */
	void (*event_format)(const struct game_data *d, const struct event *ev,
	    struct buf *out);
	/* Reads the words of a chance event; -1 if they are not one. */
	int (*chance_read)(const struct game_data *d, const char *text,
	    size_t len, struct event *out);

	/* Optional (NULL: none): the move that a mail leaves unsaid, given
	 * those it made in this turn: 0 and *out, or -1 for none. 1: *out will
	 * be, once another seat has done what the turn waits for. */
	int (*turn_end)(const struct game_data *d, const void *pos, int seat,
	    const struct moves *made, struct move *out);
	/* The move a late rule makes for a seat in to_act: 0; 1: which is asked
	 * something in the turn of another, and that answers it; -1. */
	int (*late)(const struct game_data *d, const void *pos, int seat,
	    struct move *out);
	struct game_wits wits;

	/* Seeing: the only roads from a position, an event or a move to a
	 * reader (T6). facts: section F of the game's page, canonical. */
	void (*facts)(const struct game_data *d, const void *pos, int reader,
	    struct json *out);
	/* What a reader may see of an event of this game, given the position
	 * now (some things become public later). Derived events too. */
	enum redaction (*redact)(const struct game_data *d, const void *now,
	    const struct event *ev, int reader);
	/* Members of an object for templates: "verb" (or for chance and
	 * derived events its verb) and named arguments, ids only:
	 * {"price":2000,"ship":"korea","verb":"charter"}. */
	void (*tell)(const struct game_data *d, const struct event *ev,
	    struct cJSON *out);
	/* The same of a legal move, from what the seat knows: "verb",
	 * arguments, price, what it does. A member "family" (a string) marks
	 * moves that a mail lists as one: consecutive ones with equal value.
	 * The others have numbers. "row" marks those that share a line, in the
	 * same way; "none" a move that changes nothing: those stand last;
	 * "example" one that is good advice. "say" is how a player would write
	 * it, where that is shorter than what format writes. */
	void (*describe)(const struct game_data *d, const void *pos, int seat,
	    const struct move *m, struct cJSON *out);
	/* The context of a position's templates, made from what `seen` gave the
	 * reader: with all that they could work out from it (roles of the ships
	 * in hand, counts, rows of a table). Anything {"seat":"p1"} or
	 * {"ship":"rhea"} gets names later, from text/. */
	struct cJSON *(*view)(const struct game_data *d, const void *seen,
	    int reader);
	/* Optional (NULL): what a map or a picture shows of it. */
	int (*map)(const struct game_data *d, const void *seen,
	    struct drawing *out);

	/* Replaces what reader cannot know by another possibility, consistent
	 * with everything the reader has been able to see or work out, which
	 * depends on that and on r alone. NULL: nothing in this game is hidden
	 * from anybody. */
	void (*vary)(const struct game_data *d, void *pos, int reader,
	    struct rng *r);
	/* Optional (NULL: nothing is hidden): takes from a copy of a position
	 * what its reader cannot know: zero stands there instead. What facts,
	 * describe, view and map are given has gone through it (game_see). */
	void (*seen)(const struct game_data *d, void *copy, int reader);
	/* Scores at any time; once it is over, ranks. */
	struct ending (*ending)(const struct game_data *d, const void *pos);
	/* Invariants; -1 with a sentence names the one that is broken. */
	int (*audit)(const struct game_data *d, const void *pos, struct err *e);
	/* Optional (NULL: there are none): a move that is left out when "the
	 * same events" are compared after an undo (Antwerp's `standing`). */
	bool (*standing)(const struct event *ev);
};

/*
 * The games there are, closed by NULL. Defined by src/games/all.c for the
 * programs, and by a game's own tests as a list of one.
 */
extern const struct game_rules *const game_registry[];
const struct game_rules *game_find(const char *name); /* NULL: none */

/* What a reader may see of a position, into a place of position_size. */
void game_see(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int reader, void *out);
/* The same, owned. */
struct game_kind;
void *game_seen(const struct game_kind *k, const void *pos, int reader);
/* The position before the first event; ERR_GIVEUP also for a bad number of
 * seats. */
int game_setup(const struct game_rules *rules, const struct game_data *d,
    int seats, const struct options *o, void *pos, struct err *e);
/* What the chance event that is due is called (T29), as the game's page says:
 * the words of it that no draw changes, how often that was drawn by now, and
 * what is shuffled: "roll A4 1", "deck 2 rhea thetis …". */
void game_label(const struct game_data *d, const void *pos, struct buf *out);
bool game_chance_due(const struct game_rules *rules, const struct game_data *d,
    const void *pos);
/* Fills by_seat[1..seats]. */
void game_scores(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int *by_seat);
int game_rank(const struct game_rules *rules, const struct game_data *d,
    const void *pos, int seat);
/* The redact of a game that hides nothing. */
enum redaction game_shows(const struct game_data *d, const void *now,
    const struct event *ev, int reader);

/* A game with its data as installed: loaded at first use, which for who judges
 * is the start (club_games), and kept to the end of the process. data_hash is
 * the SHA-256 of the file's bytes, in hex. */
struct game_kind {
	const struct game_rules *rules;
	struct game_data *data; /* owned; free() */
	char data_hash[65];
};
/* *out is free()d by the caller; it is not touched if the data break a law. */
int game_load(const struct game_rules *rules, const struct cJSON *json,
    struct game_data **out, struct err *e);
/* From "data/<name>.json" in the project's own place (base/file.h).
 * Borrowed. */
int game_open(const char *name, const struct game_kind **out, struct err *e);
/* From a file the caller names; released with game_close. */
int game_open_file(const char *name, const char *path, struct game_kind *out,
    struct err *e);
void game_close(struct game_kind *kind);

#endif
