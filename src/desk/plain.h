/* SPDX-License-Identifier: MIT */
#ifndef DESK_PLAIN_H
#define DESK_PLAIN_H

/*
 * A line cut into words, and those at its ends that carry no meaning
 * (filler.c), for plain.c, which makes of what is between them the line as it
 * is obeyed. A struct plain borrows the line. Inside desk/ only.
 */

#include "base/slice.h"
#include "desk/command.h"

enum { TOKENS_MAX = 48 };

/* Around a word, and behind it. Quotes stand around numbers alone: our own
 * mails put the words of commands into them, and are no orders. */
#define OPENS "*_([{"
#define CLOSES "*_)]}.,:;!"
#define QUOTES "\"'"

struct plain {
	const struct job *j;
	struct slice token[TOKENS_MAX]; /* of the line */
	int n;
	/* owned: bare tokens, folded, hyphens between; where each is in it */
	struct buf folded;
	size_t at[TOKENS_MAX], end[TOKENS_MAX];
	bool chat; /* some of it was */
	/* it asks for something, "may I have"; says please; says that what
	 * follows is chosen, "I take"; or who does something, "I" */
	bool request, please, chosen, pronoun;
};

/* What carries no meaning: POLITE anywhere ("please"), PRONOUN before a move
 * ("I", "ok", a greeting), NUMBER before a number alone ("option"). */
enum filler { POLITE, PRONOUN, NUMBER };

/* Its words; none if there are too many. */
void plain_cut(struct plain *p, const char *at, size_t len);
void plain_release(struct plain *p);
/* What stands between such signs; without those around a word. */
struct slice plain_between(struct slice t, const char *opens,
    const char *closes);
struct slice plain_bare(struct slice t);
/* Digits between signs, as people set a number apart. out: the digits. */
bool plain_number(struct slice t, struct slice *out);
/* The bare token, folded. */
struct slice plain_word(const struct plain *p, int i);
/* Which of these ids of a kind tokens [from, to) have, as one word with
 * hyphens: bits as of names_ids. A single one also with its stop: "No. 2" is a
 * number, "no, 2" may be anything. */
unsigned plain_ids(const struct plain *p, const char *kind, int from, int to,
    const char *const *ids);
/* Looks a word up, folded, in the writer's language or in English. */
bool plain_is_own(const struct plain *p, const char *kind, struct slice t,
    const char **id);
bool plain_is_verb(const struct plain *p, struct slice t);
bool plain_is_article(const struct plain *p, int i);
/* Whether a number and the letters behind it, at i, are one word of the game:
 * "2 x" and "two x" are the card 2x, and no kiss. */
bool plain_is_code(const struct plain *p, int i, struct slice *digits);
/* Whether who does it stands behind the verb at i: "nu vlieg ik". */
bool plain_is_inverted(const struct plain *p, int i, int to);
/* Whether something parts the token from what follows: a stop, a sign. */
bool plain_stops(const struct plain *p, int i);
/* Bytes of a letter that is a sign, no word: bullets, arrows, stars, pictures
 * (from U+2010 on, without what stands for money), 0 if it is another. */
size_t plain_picture(const char *s, size_t len);
/* called.c: a word that may be what somebody is called; the name of whoever
 * writes. */
bool plain_is_called(const struct plain *p, struct slice t);
bool plain_is_writer(const struct plain *p, struct slice t);
/* Whether a word is of the name of whoever writes, or sits in the game. */
bool plain_is_somebody(const struct job *j, struct slice word);
/* Whether a line is no more than what people are called, one of them who writes
 * or sits in the game; one or two words as people are called; or thanks and
 * greetings. */
bool plain_is_named(const struct job *j, const char *line);
bool plain_is_capitals(const struct job *j, const char *line);
bool plain_is_courtesy(const struct job *j, const char *line);
/* How many tokens from i on are a sign, or words of courtesy and no more. */
int plain_courtesy(const struct plain *p, int i);
/* What stands between words of no meaning, tokens [*from, *to). A verb of the
 * game is one before all else, if verbs are. */
void plain_strip(struct plain *p, enum filler most, bool verbs, int *from,
    int *to);

/* numbers.c: whether a number is of the words behind it: "5 stars", "3 days";
 * not "2 or". Whether token i is one that is parted from what stands behind
 * it: "3 and trade" and "3, trade" are number 3, and more. And whether a folded
 * line has the number alone, not "2nd", "2.5" or "18:02"; apart: and before no
 * word that it may count. */
bool number_counts(const struct names *words, const char *behind);
bool number_parted(const struct plain *p, int i);
bool number_stands(const struct names *words, const char *line, int n,
    bool apart);
/* And whether they make a date of it, "30 november 2026". */
bool number_dates(const struct names *words, const char *behind);
/* Whether such a line has the number behind a noun for one, "option 6". */
bool number_chosen(const struct names *words, const char *line, int n);
/* Such a line with a letter, a to h, and the number behind it as one word, as
 * charts have them: "b 6" is no number 6. "n 6" may be one. */
void number_joined(const struct names *words, const char *line,
    struct buf *out);
/* settled.c: what a line of the mail, which alone would be `plain`, is to what
 * is above it: it takes the order of line *above back ("Never mind.", "No wait,
 * 5."); or is no order: the second choice, or step, beside one that was not
 * read ("Alternative: 4"), or one that the line above leaves open ("Not:"). */
enum unsettles { SETTLED, TAKEN_BACK, SECOND, LEFT_OPEN };
enum unsettles plain_unsettles(const struct job *j, const char *at, size_t len,
    const char *plain, int *above);
/* times.c: whether a line is a move that is made several times, "1*2" or "2
 * twice". out: in the words of the game, as those write that. */
bool times_said(const struct job *j, const char *line, struct buf *out);

#endif
