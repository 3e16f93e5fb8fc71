/* SPDX-License-Identifier: MIT */
#ifndef DESK_WORDS_H
#define DESK_WORDS_H

/* From the text of a mail to lines, and from a line to what it means. Inside
 * desk/ only. */

#include "base/slice.h"
#include "desk/job.h"

/* What a line means. */
struct meaning {
	const struct command *command; /* NULL: a move, a number, or prose */
	enum {
		MEANS_PROSE,
		MEANS_COMMAND,
		MEANS_MOVE,
		MEANS_NUMBER,
		MEANS_TYPO,
		MEANS_AMBIGUOUS
	} is;
	const char *args; /* within the line */
	const char *near; /* typo: what may be meant */
};

/* words.c */
struct meaning meaning_of(const struct job *j, const char *line);
bool meaning_is(const struct meaning *m, const char *command);
/* Whether a line is a number and no more: "4", "4." */
bool meaning_is_bare(const struct meaning *m, const char *line);
/* What stands below it may be said by a moderator, whoever they are before. */
bool meaning_gives_office(const struct meaning *m);
/* "resend, resign": what the first word of an ambiguous line may mean. */
void meaning_candidates(const struct job *j, const char *line, struct buf *out);
/* The id of a word as it is written, of so many letters at least if it is cut
 * (0: only whole); NULL: it is none of the kind. And of one of words.json. */
const char *word_in(const struct names *names, const char *kind, struct slice t,
    size_t prefix);
const char *word_id(const struct job *j, const char *kind, const char *at,
    size_t len, size_t prefix);
/* A level of computer players (computer/level.h) that stands first in *args,
 * which then begins behind it; 0: none. */
int word_level(const struct job *j, const char **args);
/* The first word of the writer's language for what they did: "gioca" … */
const char *word_own(const struct job *j, const char *kind, const char *id);

/* lines.c: cuts the text of the mail into j->line. 0, -1. */
int job_lines(struct job *j, struct err *e);
/* One more, of so many bytes; and none any more, before any was obeyed. */
void job_add_line(struct job *j, const char *at, size_t len);
void job_drop_lines(struct job *j);
/* Whether any line is more than prose. */
bool job_says_anything(const struct job *j);

/* reply.c: a mail that answers one that was a message, and holds no order, is
 * one to its writer. */
void job_reply(struct job *j);

/* plain.c: a line of the text as it is obeyed: without words that carry no
 * meaning around a number, a move or a command. */
void plain_line(const struct job *j, const char *at, size_t len,
    struct buf *out);
/* The number that a line may be in words, "two", whether or not one of the list
 * is meant; 0: none. */
long plain_count(const struct job *j, const char *line);
/* settled.c: the number that a line says first, in a sentence of its own, or
 * comes to, "3, no, 4", with more beside; 0: none. */
long plain_settled(const struct job *j, const char *line);

/* listed_line.c: the line that is a move in the words of the list, where no
 * other is clear, becomes its number: 0, -1. listed.c: the number that one line
 * alone names so, with other words beside; loose: many, and even asked; 0:
 * none; -1. A mail of more lines than ANSWER_LINES is not read so. */
enum { ANSWER_LINES = 12 };
/* From here on a number is a price or a year, none of a list or of times. */
enum { PRICE = 60 };
int job_listed(struct job *j, struct err *e);
int job_listed_near(struct job *j, bool loose, struct err *e);

/* move.c: whether the text is a move that the seat could make now. out: in its
 * reader's words. */
bool job_makes(const struct job *j, const char *text, struct buf *out);

/* job.c: whether the seat may move on the board that the mail answers. */
bool job_can_move(const struct job *j);
/* Notes for the answer what may have been meant: the one thing that a mail
 * without orders names, the moves nearest to a line that was refused. 0, -1. */
int meant_tell(struct job *j, struct err *e);
/* asked.c: of a mail that says yes to it, on the board of the question, that
 * becomes the line; with a yes and more it is asked again. 0, -1. */
int meant_confirmed(struct job *j, struct err *e);

/* stranger.c: the language of the lines of somebody who has chosen none. */
void job_guess_lang(struct job *j);
/* Refuses a stranger what they have no right to; m NULL: any other thing than
 * `create` and `address`. Returns -1. */
int stranger_refused(const struct job *j, const struct meaning *m,
    struct refusal *why);
/* Nobody writes to strangers through us: whether nothing says that the mail is
 * from whom it says; whether a text may be shown to them; and the lines that
 * may not, passed over then, and when they have confirmed the others. */
bool stranger_wrote(const struct job *j);
bool stranger_shown(const char *text);
void job_conceal(struct job *j);

#endif
