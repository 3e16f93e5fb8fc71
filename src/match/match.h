/* SPDX-License-Identifier: MIT */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

/*
 * The life of a running game. A match is a game's row, its seats and its
 * table, loaded inside a transaction that has locked the row; everything that
 * can happen to a game is a function here, and match_finish lets computer
 * seats play, writes rows, events and snapshot, and stores the mails that
 * follow. Nothing is written before it (events are added as they happen), so
 * a caller that gives up aborts its transaction or savepoint and calls
 * match_drop and club_forget.
 *
 *     db_begin; match_open; match_move …; match_finish; db_commit
 *
 * A player's mistake is a refusal with a code of the desk's ("game-not-begun",
 * see templates/en/desk/refusals.md) or of the game's page; the world's
 * failure is -1 with a struct err.
 */

#include "clock/clocks.h"
#include "game/table.h"
#include "match/club.h"
#include "store/calendar.h"
#include "store/game.h"
#include "store/player.h"
#include "store/seat.h"
#include "store/terms.h"

/* An event as it stands in memory: what news, history and mails are made
 * from. For an operator's event words holds "undo 12" and ev is empty. */
struct log_entry {
	int seq, board;
	int64_t stamp;
	int actor;   /* seat, 0 chance, -1 operator */
	char *words; /* owned: operator's only, else NULL */
	bool former; /* told of a seat that another took */
	/* in match_each alone: the row's words, the serial of the turn and the
	 * round before it, who was to act then, and whether it has turned up
	 * what its actor could not know */
	const char *row;
	int turn, round;
	seat_set act;
	bool beyond;
	struct event ev;
};

struct queue;
struct shown_position;
struct moderated;
struct sighting;

/* What came about in this transaction. Each concerns some: bit s is seat s, bit
 * 0 the table, or its moderator. */
enum occasion {
	ON_CHANGE, /* anything, since match_open, that others may know of */
	/* an event that some seats may not know of: it is stored, and nobody
	 * else has a mail, or another one, because of it */
	ON_SECRET,
	ON_BEGIN,
	ON_END,
	ON_UNDO,        /* set back: every seat is told */
	ON_ACT,         /* of a moderator: all are told */
	ON_NEWCOMER,    /* seats given to somebody new */
	ON_VACANCY,     /* a seat became free */
	ON_APPOINTMENT, /* the moderator is a new one */
	ON_PROPOSAL,
	ON_DECLINE,  /* the seat did so */
	ON_DECISION, /* the seat's opened */
	ON_TIMEOUT,  /* the clock ended its turn */
	ON_REMINDER, /* the seat is told its turn again */
	/* its holder asked for the board in a mail whose answer is about
	 * another game */
	ON_REQUEST,
	ON_PRESS,     /* a message came */
	ON_BROADCAST, /* one for all did */
	ON_VOID,      /* a beacon's round is waited for no more */
	OCCASIONS
};

/* What stood when it was opened: who was to act and has been ever since, and
 * who of them had no other moves meanwhile by what somebody did out of turn. */
struct match_before {
	int turn, seq, board;
	seat_set act, moves;
};

/* Who was told in this transaction: bits as of occasions. */
struct match_told {
	unsigned mailed;  /* have had their mail already */
	unsigned put_off; /* their mails wait (post/owed.h) */
	int watched_seq;  /* observers were told up to here */
};

/* Who has given up a seat in this transaction, or lost it, and the deadline
 * that stands in their calendar until a mail takes it back; due 0: none. */
struct match_left {
	int64_t player;
	int holder;
	struct calendar deadline;
};

/* A seat's moves of a turn in this mail. */
struct match_made {
	struct moves moves;
	int turn;
};

/* A mail, and whose it is. Borrowed: Message-ID and SHA-256 in hex, NULL. */
struct maker {
	const char *mid, *sha256;
	int seat;
};

struct match {
	struct club *club; /* borrowed */
	struct game game;  /* owned */
	/* owned, [1..seats]; at 0 stands the moderator: player (0: the
	 * keeper), holder and mails, as a reader who may see what an observer
	 * may */
	struct seat seat[SEATS_MAX + 1];
	struct player player[SEATS_MAX + 1]; /* owned, loaded when asked for */
	int seats;
	const struct game_kind *kind; /* borrowed */
	struct table *table;          /* owned; NULL until it begins */
	/* owned: those some seat was not told yet, and the last turn */
	struct log_entry *recent;
	size_t n_recent;
	struct shown_position *shown; /* owned: table_cache.h; NULL */
	int64_t now;                  /* one moment for all that this does */
	struct maker mail;            /* being judged */
	/* moderate.h. Borrowed: who acts as the moderator (NULL: the keeper),
	 * and why (NULL: not said) */
	const char *by, *reason;
	/* moderate.h. Owned: what moderators did just now; what was seen of
	 * events that an undo made void */
	struct moderated *acts;
	size_t n_acts;
	struct sighting *seen;
	size_t n_seen;
	uint8_t happened[OCCASIONS];
	struct match_before before;
	struct match_told told;
	struct match_left left;
	bool settled;
	bool unchained;      /* rows get their heads when all are written */
	struct queue *queue; /* owned, [1..seats]: sent ahead */
	/* to act, and their queues had their chance */
	seat_set asked;
	int asked_turn;
	struct clocks clock;
	struct terms terms; /* terms.h */
	/* nobody plays who could: computer players wait (seats.c) */
	bool deserted;
	struct match_made made[SEATS_MAX + 1];
	struct events scratch;
};

/* Notes an occasion; whether it came about at all, for a seat (0: the table, or
 * its moderator), for which seats. */
static inline void
happen(struct match *m, enum occasion o, int seat)
{
	m->happened[o] |= (uint8_t)(1u << seat);
}

static inline bool
happened(const struct match *m, enum occasion o)
{
	return m->happened[o] != 0;
}

/* Whether there is something to store. */
static inline bool
match_changed(const struct match *m)
{
	return happened(m, ON_CHANGE) || happened(m, ON_SECRET);
}

static inline bool
happened_to(const struct match *m, enum occasion o, int seat)
{
	return m->happened[o] & 1u << seat;
}

static inline seat_set
happened_seats(const struct match *m, enum occasion o)
{
	return (seat_set)(m->happened[o] >> 1);
}

/* Whether the seat (0: the moderator) has had its mail already. */
static inline bool
mailed(const struct match *m, int seat)
{
	return m->told.mailed & 1u << seat;
}

static inline void
set_mailed(struct match *m, int seat)
{
	m->told.mailed |= 1u << seat;
}

/* 1 opened, 0 no such game. For looking (show, log) outside a transaction use
 * match_look; it may not be finished. */
int match_open(struct club *club, int64_t id, struct match **out,
    struct err *e);
int match_look(struct club *club, int64_t id, struct match **out,
    struct err *e);
void match_drop(struct match *m); /* NULL allowed; nothing is written */
/* A match made of a turn log (until and kind as in struct replay_how), with no
 * store behind it: for looking alone, and only at what facts and events tell
 * (match_show, context_make without news). The club needs texts, lang, tz and
 * club. A redacted copy is refused. -1: ERR_CORRUPT "LINE: what". */
int match_of_log(struct club *club, const char *text, size_t len,
    const struct game_kind *kind, int until, struct match **out, struct err *e);

/*
 * Everything that is due because of what was done: chance, computer seats
 * until a person is to act, the end of the game, rows, mails. `answer_to` is
 * the seat whose mail is being answered (0: none): it gets no mail from here,
 * the caller sends its answer (post/mails.h). Frees m.
 */
int match_settle(struct match *m, struct err *e);
int match_finish(struct match *m, int answer_to, struct err *e);

/* Acts. Each returns 0, or -1 with why->code set (refused), or -1 with
 * why->code NULL and e (failed). */
int match_move(struct match *m, int seat, const struct move *mv,
    struct refusal *why, struct err *e);
/* The move that the seat's mail leaves unsaid: 1 made, 0 none, or one that
 * waits now for another seat, ahead of the seat's queue. */
int match_turn_end(struct match *m, int seat, struct refusal *why,
    struct err *e);
/* NULL: `ready` */
int match_entropy(struct match *m, int seat, const char *line,
    struct refusal *why, struct err *e);
/* With a beacon it names a round, and begins when the value is entered. */
int match_begin(struct match *m, struct refusal *why, struct err *e);
/* The value of the beacon's round that was named: it begins, or goes on
 * (beacon.c). */
int match_beacon(struct match *m, const char *text, struct refusal *why,
    struct err *e);
/* All are asked for the value, which is out; and when they are asked again. */
void match_ask_beacon(struct match *m);
/* Whether the game is founded with a beacon; whether a round was named and its
 * value is not entered yet: no line is taken then and nobody is to act (0, -1
 * refused). */
bool match_asks_beacon(const struct match *m);
bool match_awaits(const struct match *m);
int match_check_awaits(const struct match *m, struct refusal *why);
/* Whether everybody has said that they are there, and no other moment was set
 * for the beginning. */
bool match_all_ready(const struct match *m);
/* How a game ends that is not played out: all agreed, nobody is left, or
 * (revivable) the moderator calls it off, which can be undone for 14 days and
 * is final then: the clocks say when. match_final: it is, so what was
 * hidden in it is open, as far as the table publishes that. */
enum { REVIVE_SECONDS = 14 * 86400 };
int match_cancel(struct match *m, bool revivable, struct refusal *why,
    struct err *e);
int match_revive(struct match *m, struct refusal *why, struct err *e);
bool match_final(const struct match *m);
bool match_revivable(const struct match *m);
/*
 * While a game is being set up: a free seat is one that no player and no
 * computer player holds. join takes *seat, or with 0 the one that is kept for
 * the player by an invitation, or was, else the first that is free; invited is
 * the invitation they answer, 0. invite keeps the seat for the address, which
 * is asked once a game; the caller mails it. fill gives what is free to
 * computer players of a level; leave makes a seat free.
 */
bool match_seat_free(const struct match *m, int seat);
int match_join(struct match *m, int *seat, int64_t player, int64_t invited,
    struct refusal *why, struct err *e);
int match_invite(struct match *m, int seat, const char *address, int64_t by,
    int64_t *id, struct refusal *why, struct err *e);
int match_fill(struct match *m, int level, struct refusal *why, struct err *e);
int match_leave(struct match *m, int seat, struct refusal *why, struct err *e);
/* The invitation alone, to a seat of a game under way; and whether one keeps
 * the seat for another than the player (1, 0, -1): *mine is their own, or 0. */
int match_offer(struct match *m, int seat, const char *address, int64_t by,
    int64_t *id, struct refusal *why, struct err *e);
int match_seat_kept(struct match *m, int seat, int64_t player, int64_t invited,
    int64_t *mine, struct err *e);
/* Before the start as match_leave; after it a computer player goes on. */
int match_resign(struct match *m, int seat, struct refusal *why, struct err *e);
/* Event `number` as history shows it, and all after it, are void. */
int match_undo(struct match *m, int number, struct refusal *why, struct err *e);
/* To where that round of the game began; number: of the first event that is
 * void then. */
int match_undo_round(struct match *m, int round, int *number,
    struct refusal *why, struct err *e);
/* The last undo that stands is undone. */
int match_redo(struct match *m, struct refusal *why, struct err *e);
/* Which undo events do not stand themselves: an undo made them void, or took
 * them back. [0..game.seq], the caller's. */
bool *match_undone(const struct match *m);
/* address canonical; an unknown one becomes a player of that name. */
int match_replace(struct match *m, int seat, const char *name,
    const char *address, struct refusal *why, struct err *e);
/* A player takes a seat that its holder has left, and that no invitation keeps
 * for another. name NULL: the player's own. */
int match_takeover(struct match *m, int seat, int64_t player, const char *name,
    struct refusal *why, struct err *e);
/* What has happened since that board is no news to the seat, if what was before
 * is none: it is their own deed. */
int match_known(struct match *m, int seat, int board, struct err *e);
/* Who held a seat last that a computer player has; *player 0: nobody did. */
int match_last_holder(struct match *m, int seat, int64_t *player,
    struct err *e);
/* The holder of a seat is called otherwise from now on, if the game is not over
 * and they sit there under their name: 1; 0, -1. */
int match_rename(struct match *m, int seat, const char *from, const char *to,
    struct err *e);
/* what: "undo 12" or "end"; number 0 with undo: start of own last turn. */
int match_propose(struct match *m, int seat, const char *what, int number,
    struct refusal *why, struct err *e);
int match_agree(struct match *m, int seat, bool yes, struct refusal *why,
    struct err *e);

/* Seat of the open proposal; 0: none. */
int match_proposer(const struct match *m);
/* Whether a mail of the seat is about what is open, and not about what was
 * proposed before: it answers that mail of ours to the seat (0: not known),
 * which had that board (-1), and says what it means (named) or not. */
bool match_asked(const struct match *m, int seat, int mail, int board,
    bool named);
/* An operator's event, canonical words; for the acts above. */
int match_operator(struct match *m, const char *verb, const char *args,
    struct err *e);
/* A refusal with argument seat=pN. Returns -1. */
int match_refuse_seat(struct refusal *why, const char *code, int seat);

/* Whether people had seats and none has one now: 1, 0, -1. Then computer
 * players wait until somebody takes one over, or the club's time is up and the
 * game is abandoned, as the clocks say. Games founded for computer players go
 * on. */
int match_deserted(const struct match *m, struct err *e);
/* It ends, as the log says, abandoned. */
int match_abandon(struct match *m, struct refusal *why, struct err *e);

/* Asking. Refuses what is for games in these states alone: 0, -1. */
enum { SETTING_UP = 1 << GAME_SETUP, RUNNING = 1 << GAME_RUNNING };
int match_check_state(const struct match *m, unsigned states,
    struct refusal *why);
bool match_running(const struct match *m);
seat_set match_to_act(const struct match *m);
/* The serial of the turn at its table, which the row has when it is settled. */
int match_turn(const struct match *m);
/* Whose turn it is, also while another is asked something; 0: nobody's. */
int match_at(const struct match *m);
/* When the seat's present decision is due; 0: no clock, or not to act. */
int64_t match_due(const struct match *m, int seat);
/* Number as history shows it (board) -> seq; 0: no such live event. */
int match_seq_of(struct match *m, int number, struct err *e);
/* Seq after the seat's last own move; 1 if it made none: where what it has
 * not answered yet begins. Nothing since that all know of: where the turn began
 * with which it ended. */
int match_last_own(struct match *m, int seat, struct err *e);
/* The first seat of a player's; whether they moderate; the seat in which the
 * moderator plays. 0: none. Who plays is written to as a seat, and sees no more
 * than it. */
int match_seat_of(const struct match *m, int64_t player);
bool match_moderates(const struct match *m, int64_t player);
int match_moderator_seat(const struct match *m);
/* The player who holds the seat (0: who moderates); NULL: computer, free or
 * the keeper. Borrowed. */
const struct player *match_player(struct match *m, int seat, struct err *e);
/* Every event from seq on, dead ones too, replayed with what derived from
 * it; fn non-zero stops. */
int match_each(struct match *m, int from,
    int (*fn)(void *arg, struct match *m, const struct log_entry *h), void *arg,
    struct err *e);

/* A mail shows the seat the board as it stands; again: and will ask for what
 * has changed since. The position that it was last shown (seat.shown), from
 * memory or the rows; borrowed, until it is shown another; NULL: failed. */
void match_show_board(struct match *m, int seat, bool again);
const void *match_shown_board(struct match *m, int seat, struct err *e);

/* Whether the seed, and all that was hidden, is published at the end. */
bool match_reveals(const struct match *m);
/* It is by now: nothing is hidden from anybody. */
bool match_disclosed(const struct match *m);
/* What the seed is bound by, in hex: as it was written at founding. */
void match_commit(const struct match *m, char out[65]);
/* Whether that is so. What is to go on is refused otherwise (0, -1); open: when
 * a match is opened, and then everybody is told once. */
bool match_bound(const struct match *m);
/* And it is known: it can be drawn by, and published. */
bool match_seeded(const struct match *m);
int match_check_bound(const struct match *m, struct refusal *why);
int bound_open(struct match *m, struct err *e);
/* The head of a board as it is mailed (appended): 1, 0 it has none; -1. */
int match_head(struct match *m, int board, struct buf *out, struct err *e);
/* Whether pages are made of the game when it is over: as its option `archive`
 * says, else unless one person has played it against computers. 1, 0, -1. */
int match_archived(struct match *m, struct err *e);
/* Whether it is to be said what its moves were worth: people played it to its
 * end, all is shown then, pages are made of it, and nobody goes on with it
 * after that. 1, 0, -1. */
int match_weighed(struct match *m, struct err *e);
/* What its moves were worth (analyse.h), appended: 1; 0: that is not there. */
int match_analysis(struct match *m, struct buf *out, struct err *e);
/* The seats whose words went into the shuffles, by the rows. */
int match_worded(struct match *m, seat_set *out, struct err *e);
/* The turn log. reader ARCHIVE: the whole one (keeper, or over), else the
 * redacted copy for a seat or observer. with_seed writes Seed while it runs. */
int match_log(struct match *m, int reader, bool with_seed, struct buf *out,
    struct err *e);

#endif
