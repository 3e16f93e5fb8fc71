/* SPDX-License-Identifier: MIT */
#ifndef POST_PICTURES_H
#define POST_PICTURES_H

/*
 * The boards that a mail shows as pictures. They are drawn later, where no mail
 * is being judged (daemon/pictures.c): here it is said what of. A mail of one
 * match shows its board, if it has one; a mail of several games brings them
 * itself (letter.boards), numbered in their order from 1 on where its Markdown
 * has a drawing ("map 2").
 */

#include "post/letter.h"

struct sheet_form;

/* So many boards of one mail are pictures: others are said in words. With
 * PICTURE_MOST each that is 2.4 MB in base64. */
enum { BOARDS_MOST = 8 };

/* What is to be drawn, its Content-ID, and what is read to whom does not see
 * it. */
struct board_shown {
	struct buf drawing, cid, words; /* owned */
};
/* The board of a letter's match, with that context, as its reader sees it;
 * false: there is none, or they want no pictures. */
bool board_shown(const struct letter *l, const struct cJSON *context,
    struct board_shown *out);
void board_shown_release(struct board_shown *b);
/* The drawing in the tables of a context, if there is one, has the number of a
 * board: "map 2". */
void number_picture(struct cJSON *context, size_t number);

/* The HTML of a mail with pictures, and what it shows of them; n 0: none. */
struct mail_pictures {
	struct buf html, drawings; /* owned */
	const char *cid[BOARDS_MOST];
	size_t n;
	struct board_shown own; /* owned: of the letter's match */
};
void mail_pictures(const struct letter *l, const struct cJSON *context,
    const struct buf *md, const struct sheet_form *form, const char *title,
    struct mail_pictures *out);
void mail_pictures_release(struct mail_pictures *p);

#endif
