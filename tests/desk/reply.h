/* SPDX-License-Identifier: MIT */
#ifndef TESTS_DESK_REPLY_H
#define TESTS_DESK_REPLY_H

/*
 * Replies to turn mails, and whether what they make happen is what they say:
 * twelve boards, four games in three languages. Every reply is judged on a real
 * board and its transaction is rolled back, so that all are answers to the same
 * mail. What fails aborts the test.
 *
 * What must move and does is recall, at least 99 of 100; what moves otherwise
 * than it says, or at all where nothing was said, is wrong, and never may be.
 */

#include "scene.h"

enum { RECALL_LEAST = 99, TABLES = 12 };

/* A board, its mail, and what the mail's reader may do. */
struct board {
	int64_t game;
	int seat, n; /* n numbered moves */
	struct seen mail;
	char *html;  /* of the mail, decoded */
	char **move; /* canonical, from 1; owned */
};

struct test_club {
	struct scene s;
	struct board at[TABLES];
	int n;
	int asked, moved, wrong, quiet, stirred;
	int back;  /* of what did not move: asked whether that is meant, */
	bool asks; /* as the last was */
	struct buf report;
	char *answer; /* what the last reply was answered with; owned */
};

void club_open(struct test_club *c);
/* The same, so many numbered moves further on. */
void club_open_at(struct test_club *c, int turns);
void club_close(struct test_club *c);
/* Who is to act, the first of them; 0. */
int club_to_act(struct scene *s, int64_t game);
/* The board of a game ("star", "claim", …) in a language. */
const struct board *club_board(const struct test_club *c, const char *kind,
    const char *lang);

/* Judges a reply to the board's mail, appends to did what it makes the seat do,
 * in words of the turn log parted by " / ", and takes it back. how: words of
 * what kind of mail it is; "" is text in UTF-8 (reply_write). */
void club_judge(struct test_club *c, const struct board *b, const char *how,
    const char *body, struct buf *did);
/* Counts it: expect is the words, NULL if nothing may be done. */
void club_tell(struct test_club *c, const char *name, const char *body,
    const char *did, const char *expect);
/* Fails if recall is too low, or anything was wrong. REPLIES_SHOW in the
 * environment shows which. */
void club_demand(struct test_club *c, const char *what);
/* Forgets what was counted: other replies to the same mails follow. */
void club_count_anew(struct test_club *c);

/* A file of tests/desk/replies. */
void reply_load(const char *name, struct buf *out);
/* Text with @ as the number and % as the words of a move of the board. */
void reply_fill(const struct board *b, const char *text, int number,
    struct buf *out);

/*
 * A reply in a layout: {reply} is where it stands, {address} our reply address,
 * and a copy of our mail, the decoy on a line of its own behind each of its
 * lines but the last:
 *   {copy:> }     its text, each line with the prefix
 *   {copy 60:> }  the same, broken at 60: the tails have no prefix
 *   {first 9:}    its first lines alone
 * and in HTML, where all is escaped and {reply} broken with <br>:
 *   {html}        its HTML part, with the decoy behind each block
 *   {rows:> }     its text, lines that end in <br>
 *   {divs}, {ps}  its text, lines in <div> or <p>
 *   {reply:div}   the reply in such lines, {reply:p}
 */
void reply_lay_out(const struct board *b, const char *layout, const char *reply,
    const char *decoy, bool html, struct buf *out);
/* The copy of all text, broken at width. */
void reply_copy(const struct board *b, size_t width, struct buf *out);

/* An HTML part as bytes, decoded: what its body has in it. */
void reply_html(const char *part, struct buf *out);

/*
 * The bytes of a reply. how, any of these words: html (the body is HTML), both
 * (an alternative of HTML, and of text that a program has made of it), flowed,
 * delsp (RFC 3676), qp, base64, latin9, cp1252, gb18030, tnef (a winmail.dat
 * beside it).
 */
void reply_write(const struct board *b, int64_t id, const char *how,
    const char *body, struct buf *raw);

#endif
