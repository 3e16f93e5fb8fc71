/* SPDX-License-Identifier: MIT */
#ifndef DESK_ERRAND_H
#define DESK_ERRAND_H

/*
 * One mail on its way over the desk: who wrote it and how sure that is, the
 * game it is about, its lines and what became of each. Commands work on it;
 * in the end it becomes one answer. Inside desk/ only.
 */

#include "desk/desk.h"
#include "desk/rights.h"
#include "mail/message.h"
#include "match/mails.h"
#include "match/preview.h"
#include "match/token.h"
#include "store/request.h"

struct cJSON;

enum line_state { LINE_WAITING, LINE_DONE, LINE_REFUSED, LINE_UNREACHED,
	LINE_UNREAD, LINE_HELD };

struct line {
	char *text;                      /* owned: as it was written */
	enum line_state state;
	/* owned: canonical, or why not (Markdown) */
	char *said;
	/* owned: the text below, of a command that takes some; NULL */
	char *block;
	bool ended;                      /* it has its `endpress` */
	bool passed_over;                /* may be of a block without a head */
};

/* What waits for the owner's word (held.c). */
struct pending {
	bool any;
	bool tail;                       /* with all that follows */
	bool moves;                      /* some are moves */
	bool of_game;                    /* some are about a game */
	bool owner;                      /* some need him */
	bool moved;                      /* the game has gone on */
	bool beyond;                     /* of what the mail proves */
	struct hold place;               /* of the first of them */
	int64_t game;                    /* of the last */
	struct buf lines;                /* owned */
};

struct errand {
	struct desk *desk;               /* borrowed */
	const struct inbox_row *row;     /* borrowed */
	struct message msg;              /* owned */
	int64_t answer_id;               /* inbox row the answer is for */
	struct player player;            /* owned; id 0: none */
	struct rights rights;            /* owned: what it proves */
	struct request request;          /* owned: its token's; id 0: none */
	int64_t nonce;                   /* of a token that confirms */
	bool dead;                       /* its token is good no more */
	bool suspect;                    /* our server says that it is forged, or
	                                  * spam: nothing answers it (judge.c) */
	bool defer;                      /* cannot be answered now: it waits */
	int64_t named;                   /* it names, and is not in; 0 */
	struct match *m;                 /* owned; NULL: about no game */
	int seat;                        /* in m; 0: none */
	/* what the player is in m; what his mail may is in rights */
	bool moderator;
	bool observer;                   /* and has no seat in it */
	/* the mail was written for; -1: unknown */
	int board;
	bool current;                    /* moves are taken */
	/* owned: position when it came, for numbers */
	void *seen;
	const char *lang;                /* borrowed from player or conf */
	const struct names *words, *game_words;   /* borrowed */
	struct line *line; int n;        /* owned */
	const struct line *now;          /* borrowed: the one being obeyed */
	struct cJSON *parts;             /* owned: answers to questions */
	struct cJSON *leads;             /* owned: what was done, in words */
	bool enrolled;                   /* a new player, who is greeted */
	struct buf answer_to;            /* owned: where to; "": on record */
	unsigned what;                   /* FRAME_…: asked for */
	int obeyed;                      /* lines that were no prose */
	int pressed;                     /* messages */
	size_t said;                     /* bytes of parts */
	bool refused, moved, hold, empty;
	int confirmed;                   /* the board that a question of ours
	                                    has shown a moderator; -1 */
	struct pending waiting;          /* owned: the lines that wait */
	bool judged;                     /* its verdict is noted */
	bool previewing;
	bool queueing;                   /* moves are sent ahead */
	int moved_turn;                  /* the turn of its last move */
	int left;                        /* moves that wait for another seat */
	struct preview preview;          /* owned: of m, for seat */
	/* owned: games that it has left, in the order in which they were; m
	 * is none of them */
	struct visit *visit; int n_visits;
};

/* A game that the mail has been about, and went on from with `game`, `join` and
 * the like: what it was doing there. It stays open, and is finished with the
 * others when the whole mail has been obeyed, so that nobody gets two mails
 * about it (desk/sit.c). */
struct visit {
	struct match *m;                 /* owned */
	int seat, board;
	bool moderator, observer, current;
	void *seen;                      /* owned */
	unsigned what;
	bool moved, hold, previewing, queueing;
	int moved_turn, left;
};

/* What a line means. */
struct meaning {
	const struct command *command;   /* NULL: a move, a number, or prose */
	enum { MEANS_PROSE, MEANS_COMMAND, MEANS_MOVE, MEANS_NUMBER,
		MEANS_TYPO, MEANS_AMBIGUOUS } is;
	const char *args;                /* within the line */
	const char *near;                /* typo: what may be meant */
	/* ambiguous: owned, released by who asked */
	struct buf candidates;
};

/*
 * What must be so, whatever the mail proves. SEAT: the writer has a seat in
 * the game; LOOK: the mail is about one; MODERATOR: he moderates it. ALONE:
 * no other word on the line; WHOLE: never by a prefix; ON_SEAT: the word means
 * the command only before a seat ("replace p2 …"), else it is the game's;
 * CONFIRM: a stranger may send it, and is asked first whether his address is
 * his; BOARD: an act on the position, or on who sits where, as the mail that is
 * answered has shown it: if the game has gone on, he is asked once more.
 */
enum { COMMAND_SEAT = 2, COMMAND_ALONE = 4, COMMAND_WHOLE = 8,
	COMMAND_MODERATOR = 16,
	COMMAND_BLOCK = 32 /* text below it, up to `endpress` */,
	COMMAND_LOOK = 64, COMMAND_ON_SEAT = 128, COMMAND_CONFIRM = 256,
	COMMAND_BOARD = 512 };

/*
 * One command, one file. run returns 0 done; -1 with why->code refused, or
 * -1 with e failed. What it has to say goes to errand_part or *said.
 */
struct command {
	const char *name;
	unsigned flags;
	unsigned right;                  /* desk/rights.h: what it needs */
	int (*run)(struct errand *er, const char *args, struct buf *said,
		struct refusal *why, struct err *e);
	/* NULL: always the same. What it needs with these arguments. */
	unsigned (*needs)(struct errand *er, const char *args);
};
/* obey.c: what a line needs, a move too. */
unsigned errand_needs(struct errand *er, const struct meaning *m);
extern const struct command *const command_table[];      /* NULL at the end */

#define COMMAND(x) extern const struct command command_##x
COMMAND(absence);
COMMAND(address);
COMMAND(agree);
COMMAND(ahead);
COMMAND(announce);
COMMAND(begin);
COMMAND(board);
COMMAND(broadcast);
COMMAND(cancel);
COMMAND(clear);
COMMAND(create);
COMMAND(disagree);
COMMAND(dummy);
COMMAND(eject);
COMMAND(endpress);
COMMAND(entropy);
COMMAND(extend);
COMMAND(game);
COMMAND(hand);
COMMAND(help);
COMMAND(history);
COMMAND(hold);
COMMAND(invite);
COMMAND(join);
COMMAND(last);
COMMAND(list);
COMMAND(log);
COMMAND(moves);
COMMAND(observe);
COMMAND(observers);
COMMAND(pause);
COMMAND(press);
COMMAND(preview);
COMMAND(process);
COMMAND(propose);
COMMAND(ratings);
COMMAND(ready);
COMMAND(renew);
COMMAND(replace);
COMMAND(resend);
COMMAND(resign);
COMMAND(resume);
COMMAND(reveal);
COMMAND(revive);
COMMAND(rollback);
COMMAND(rollforward);
COMMAND(rules);
COMMAND(set);
COMMAND(signup);
COMMAND(stats);
COMMAND(status);
COMMAND(stop);
COMMAND(takeover);
COMMAND(unobserve);
#undef COMMAND

/* errand.c */
/* Refuses what is about a game, for the mail is about none. Returns -1. */
int errand_no_game(const struct errand *er, struct refusal *why);
/* Adds an answer to a question, Markdown. */
void errand_part(struct errand *er, const char *markdown);
/* Renders a template of the desk's into a part. Takes ctx over. */
int errand_render(struct errand *er, const char *template, struct cJSON *ctx,
	struct err *e);
/* The reader of the errand's answers. */
int errand_reader(struct errand *er, struct reader *out, struct err *e);
/* How many games of the writer's are not over, or -1; the last of them. */
int errand_games(const struct errand *er, int64_t *last, struct err *e);

/* block.c: text below a command, up to `endpress`. */
enum { BLOCK_BYTES = 4000, BLOCK_LINES = 100 };
/* The text below the line that is being obeyed, for commands with
 * COMMAND_BLOCK: 0, or refused (no end, empty, too long). Borrowed. */
int errand_block(struct errand *er, const char **text, struct refusal *why);
/* The first line of it that reads as a move or a command of the writer's, the
 * caller's; NULL: none. */
char *block_order(const struct errand *er, const char *text);
bool block_opens(const struct errand *er, const char *line);
bool block_ends(const struct errand *er, const char *at, size_t len);
/* Reads the block of a line from p on; returns where it goes on behind. */
const char *block_read(const struct errand *er, const char *p, struct line *l);
/* An `endpress` of no block: what stands above may be one without a head. */
void block_stray(struct errand *er);

/* args.c: what a moderator's act is about and why: "eject p2: he asked for it",
 * "pause: holidays". args: of the meaning; rest gets them without the reason,
 * which is given, borrowed from line, NULL: there is none. */
const char *errand_reason(const char *line, const char *args, struct buf *rest);
/* args.c: a seat ("p2") and what parts it from the rest; 0: there is none. */
int errand_seat(const char **args);
/* Refuses for want of a seat, and of an address. */
int refuse_seat_word(struct refusal *why, const char *command, bool address);
/* cmd-replace.c: who is an address, with or without a name, or `computer`. */
int replace_seat(struct match *m, int seat, const char *who,
	struct refusal *why, struct err *e);

/* cmd-clock.c: `set clock`, of a moderator. */
int errand_set_clock(struct errand *er, const char *args, struct buf *said,
	struct refusal *why, struct err *e);
/* stranger.c: the language of the lines of somebody who has chosen none. */
void errand_guess_lang(struct errand *er);
/* Refuses a stranger what he has no right to. Returns -1. */
int stranger_refused(const struct errand *er, const struct meaning *m,
	struct refusal *why);
/* Nobody writes to strangers through us: whether nothing says that the mail is
 * from whom it says; whether a text may be shown to him; and the lines that may
 * not, which are passed over then, and when he has confirmed the others. */
bool stranger_wrote(const struct errand *er);
bool stranger_shown(const char *text);
void errand_conceal(struct errand *er);
/* waiting.c: a line waits for the owner's word. */
void errand_wait(struct errand *er, struct line *l, const struct meaning *m);
/* words.c */
void meaning_of(const struct errand *er, const char *line, struct meaning *out);
bool meaning_is(const struct meaning *m, const char *command);
void errand_lines(struct errand *er);
/* The first word of the writer's language for what he did: "gioca" … */
const char *word_own(const struct errand *er, const char *kind, const char *id);
/* move.c: a move or a number, alternatives allowed. */
int errand_move(struct errand *er, const char *line, struct buf *said,
	struct refusal *why, struct err *e);
/* The move that the mail leaves unsaid, if it made some and none was refused. */
int errand_end_turn(struct errand *er, struct err *e);
/* Whether the mail may move at all, current or not. */
int errand_may_move(struct errand *er, struct refusal *why);
int preview_one(struct errand *er, const char *line, struct buf *said,
	struct refusal *why, struct err *e);

/* cmd-ahead.c: a line of moves for the seat's queue, before the one at `at`
 * (-1: at its end). */
int errand_queue(struct errand *er, const char *text, int at, struct buf *said,
	struct refusal *why, struct err *e);

/* kind.c: the game that a word names ("claim", "Atlantic Star", "atl"), or
 * that the mail is about where there is no word. NULL: none, or several. */
const char *errand_kind(const struct errand *er, const char *args);
/* Refuses: there is no such kind of game, and these there are. -1. */
int errand_no_kind(const char *args, struct refusal *why);

/* cmd-history.c: the events of a range ("3 9"), or since the seat's last
 * own move, as a part. */
enum history_part { HISTORY_RANGE, HISTORY_LAST };
int history_part(struct errand *er, const char *args, enum history_part what,
	struct err *e);

/* cmd-press.c: sends the text below the line, and says so. */
int press_send(struct errand *er, unsigned to, bool everybody,
	struct refusal *why, struct err *e);
/* Who only watches is refused at once. */
unsigned press_needs(struct errand *er, const char *args);

/* cmd-observe.c: the game that `observe` or `unobserve` is about. */
int observe_which(const struct errand *er, const char *args,
	const char *command, int64_t *game, struct refusal *why);

/* identify.c: fills player, rights, match, seat, board. A good confirmation
 * token gives its hold's inbox row in *confirms. */
int errand_identify(struct errand *er, int64_t *confirms, struct err *e);
/* The same for a mail that was held and is confirmed. 1; 0 if the player or
 * his seat is no more. */
int errand_resume(struct errand *er, const struct hold *h, struct err *e);
/* sit.c: a game by its number, for whatever is done to it: the one that the
 * mail is about or has left, as it stands by now, or the one that is opened
 * here. 1, 0 there is none. Who does not go on with it (errand_take) gives it
 * back: m NULL is allowed. No other way to a match in desk/ while a mail is
 * obeyed: it would not know what the mail has done. */
int errand_game(struct errand *er, int64_t game, struct match **m,
	struct err *e);
void errand_give_back(struct errand *er, struct match *m);
/* Goes on with a match of errand_game, or one just founded, on a seat or (0) as
 * its moderator. m is the errand's then, or dropped. */
int errand_take(struct errand *er, struct match *m, int seat, int board,
	struct err *e);
/* Finishes the games that were left, each once: the move that is unsaid, the
 * mails. After errand_obey, before the answer. */
int errand_finish_left(struct errand *er, struct err *e);
/* Makes m, seat, moderator and current fit a game; seat 0: the player's, if he
 * has one; board -1: not known. 1, 0 no such game, or the player has no seat
 * in it and does not moderate it. */
int errand_sit(struct errand *er, int64_t game, int seat, int board,
	struct err *e);

/* cmd-invite.c: whether one more mail of a kind may be sent to an address that
 * has not written to us. 0, or refused or failed. */
int errand_may_ask(struct errand *er, enum request_kind kind,
	const char *address, struct refusal *why, struct err *e);

/* obey.c: the board of m that its moderator has seen; -1: not known. */
int errand_seen(const struct errand *er);
/* Whether the line is an act on a game that has gone on since its moderator saw
 * it; what the mail itself has done counts for nothing. */
bool errand_has_moved(const struct errand *er, const struct meaning *m);
/* Refuses with the line's first word; near: what may be meant, or NULL. */
int refuse_word(struct refusal *why, const char *code, const char *line,
	const char *near);
int errand_obey(struct errand *er, struct err *e);

/* verdict.c: what a mail answers to a question that wants a yes or a no. The
 * first word of what was newly written decides: "Yes, no problem" is a yes,
 * "No! Yes, really" a no. NONE: it is neither; BOTH: a later line begins with
 * the opposite. Only YES may do what was asked. */
enum verdict { VERDICT_NONE, VERDICT_YES, VERDICT_NO, VERDICT_BOTH };
enum verdict errand_verdict(const struct errand *er);

/* answer.c */
/* Whether one more mail may go to somebody whom the club does not know, or who
 * may be: so many an hour do, whoever they are. 1, 0. */
int desk_may_write(const struct desk *d, const char *to, struct err *e);
/* Whether a mail that nothing proves may still be answered: ten an hour go
 * to one address. 1; 0 not now: the mail is deferred (er->defer). */
int errand_may_answer(struct errand *er, struct err *e);
int errand_answer(struct errand *er, struct err *e);
/* What was previewed becomes one part of the answer, in the words of the game
 * and for the seat it was tried for; afterwards there is no preview. Before
 * the game or the seat is left. */
int errand_show_preview(struct errand *er, struct err *e);
/* What was done, in the words of desk/done's section `what`: it leads the
 * answer. Takes ctx over. */
int errand_did(struct errand *er, const char *what, struct cJSON *ctx,
	struct err *e);
/* judge.c: the whole mail is refused, and answered. */
int errand_refuse(struct errand *er, const char *code, struct err *e);
int errand_refuse_why(struct errand *er, const struct refusal *why,
	struct err *e);
/* answer.c: asks the address on record, or that of a stranger, whether the mail
 * is its owner's. again: why once more, "both" or "neither"; NULL: for the
 * first time. */
int errand_confirmation(struct errand *er, int64_t nonce, const char *again,
	struct err *e);

/* bounce.c */
int errand_bounce(struct errand *er, struct err *e);

#endif
