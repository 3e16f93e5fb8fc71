/* SPDX-License-Identifier: MIT */

/* Pictures of every game, in every language, at several moments. */

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "game/rules.h"
#include "picture/ink.h"
#include "picture/picture.h"
#include "tests/picture/boards.h"
#include "tests/picture/pixels.h"
#include "tests/run.h"
#include "tests/srcdir.h"

static void
has_right_size(struct pictures *p, const struct board_of *b, const char *lang)
{
	struct drawing d = { 0 };
	struct buf png = BUF_INIT;

	board_draw(b, OBSERVER, lang, &d);
	pixels_png(p, &d, &png);
	ck_assert_uint_gt(png.len, 5000);
	ck_assert_uint_lt(png.len, PICTURE_MOST);
	ck_assert(memcmp(png.data, "\211PNG\r\n\032\n", 8) == 0);
	ck_assert(memcmp(png.data + 12, "IHDR", 4) == 0);
	ck_assert_uint_eq(pixels_number(png.data + 16), PICTURE_WIDTH);
	ck_assert_uint_gt(pixels_number(png.data + 20), PICTURE_WIDTH);
	ck_assert_uint_lt(pixels_number(png.data + 20), 2 * PICTURE_WIDTH);
	ck_assert(memcmp(png.data + png.len - 8, "IEND", 4) == 0);
	buf_release(&png);
	drawing_release(&d);
}

/* The stages of a game one after the other: its names are placed but once. A
 * language changes words alone, so each has a stage. */
START_TEST(a_png_of_the_right_size)
{
	struct pictures *p = pixels_open();
	int game = _i / BOARD_LANGS * BOARD_STAGES, lang = _i % BOARD_LANGS;

	for (int i = 0; i < BOARD_STAGES; i++)
		if (i == lang || is_long())
			has_right_size(p, &boards[game + i], board_langs[lang]);
	pictures_free(p);
}
END_TEST

/* A table of few colours has those that tell seats apart. */
static bool
has_colour(const struct buf *png, uint32_t colour)
{
	size_t n = pixels_number(png->data + 33);
	const unsigned char *at = (const unsigned char *)png->data + 41;

	ck_assert(memcmp(png->data + 37, "PLTE", 4) == 0);
	for (size_t i = 0; i < n; i += 3) {
		int off = 0;

		for (int k = 0; k < 3; k++)
			off += abs(at[i + (size_t)k] -
			    (int)(colour >> (16 - 8 * k) & 255));
		if (off < 24)
			return true;
	}
	return false;
}

START_TEST(seats_keep_their_colours)
{
	struct pictures *p = pixels_open();
	struct drawing d = { 0 };
	struct buf png = BUF_INIT;

	board_draw(&boards[_i], OBSERVER, "en", &d);
	pixels_png(p, &d, &png);
	for (int s = 1; s < DRAWING_SEATS; s++)
		if (d.seat[s][0] != '\0')
			ck_assert_msg(has_colour(&png, ink_seat(s).fill),
			    "%s: seat %d", boards[_i].log, s);
	buf_release(&png);
	drawing_release(&d);
	pictures_free(p);
}
END_TEST

/* Also if other pictures were made in between, and anew. */
START_TEST(equal_boards_give_equal_bytes)
{
	struct pictures *p = pixels_open(), *fresh;
	struct buf first = BUF_INIT, again = BUF_INIT, other = BUF_INIT;
	struct drawing d = { 0 }, e = { 0 };

	board_draw(&boards[10], OBSERVER, "en", &d);
	board_draw(&boards[11], OBSERVER, "en", &e);
	pixels_png(p, &d, &first);
	pixels_png(p, &e, &other);
	pixels_png(p, &d, &again);
	ck_assert_uint_eq(first.len, again.len);
	ck_assert(memcmp(first.data, again.data, first.len) == 0);
	ck_assert(first.len != other.len ||
	    memcmp(first.data, other.data, first.len) != 0);
	fresh = pixels_open();
	buf_clear(&again);
	pixels_png(fresh, &d, &again);
	ck_assert_uint_eq(first.len, again.len);
	ck_assert(memcmp(first.data, again.data, first.len) == 0);
	pictures_free(p);
	pictures_free(fresh);
	buf_release(&first);
	buf_release(&again);
	buf_release(&other);
	drawing_release(&d);
	drawing_release(&e);
}
END_TEST

/* For every reader, whatever lies where they cannot see. */
static void
hides(struct pictures *p, const struct board_of *b)
{
	struct buf known = BUF_INIT, other = BUF_INIT;
	struct drawing d = { 0 };

	for (int reader = OBSERVER; reader <= 2; reader++) {
		drawing_clear(&d);
		buf_clear(&known);
		board_draw(b, reader, "en", &d);
		pixels_png(p, &d, &known);
		for (int n = 0; n < 4; n++) {
			drawing_clear(&d);
			buf_clear(&other);
			if (!board_vary(b, reader, n, &d))
				break;
			pixels_png(p, &d, &other);
			ck_assert_uint_eq(known.len, other.len);
			ck_assert(memcmp(known.data, other.data, known.len) ==
			    0);
		}
	}
	buf_release(&known);
	buf_release(&other);
	drawing_release(&d);
}

START_TEST(what_is_hidden_does_not_show)
{
	struct pictures *p = pixels_open();

	for (int i = 0; i < BOARD_STAGES; i++)
		hides(p, &boards[_i * BOARD_STAGES + i]);
	pictures_free(p);
}
END_TEST

/* The last moves are marked. */
static void
marks(struct pictures *p, const struct board_of *b)
{
	struct buf plain = BUF_INIT, marked = BUF_INIT;
	struct drawing d = { 0 };

	board_draw(b, OBSERVER, "en", &d);
	for (size_t i = 0; i < d.n_points; i++)
		d.points[i].fresh = false;
	pixels_png(p, &d, &plain);
	for (size_t i = 0; i < d.n_points; i++)
		if (d.points[i].id[0] != '\0') {
			drawing_freshen(&d, d.points[i].id);
			break;
		}
	pixels_png(p, &d, &marked);
	ck_assert(plain.len != marked.len ||
	    memcmp(plain.data, marked.data, plain.len) != 0);
	buf_release(&plain);
	buf_release(&marked);
	drawing_release(&d);
}

START_TEST(what_is_fresh_shows)
{
	struct pictures *p = pixels_open();

	for (int i = 0; i < BOARD_STAGES; i++)
		marks(p, &boards[_i * BOARD_STAGES + i]);
	pictures_free(p);
}
END_TEST

/* What is too much or too long for any board is drawn all the same. */
START_TEST(a_drawing_beyond_all_boards)
{
	struct pictures *p = pixels_open();
	struct buf png = BUF_INIT;
	struct drawing d = { .width = 3,
		.height = 3,
		.scene = (enum drawing_scene)_i };
	struct err e;

	picture_png(p, &d, &png, &e);
	for (int i = 0; i < 60; i++) {
		size_t at = drawing_point(&d, i % 2, i % 3, "?", "?");

		drawing_dress_point(&d, at, (enum drawing_shape)(i % 4),
		    "a name that is much too long to be drawn at all",
		    "no colour");
		for (int s = 0; s < 20; s++)
			(void)drawing_piece(&d, at, s, 3, "9999999", "");
		drawing_dress_line(&d,
		    drawing_line(&d, at, (size_t)i / 2, 0, 5, "long", 1),
		    "no colour", "");
	}
	drawing_name_seat(&d, 6,
	    "\xf0\x9f\x9a\xa2 a long name of somebody at the table "
	    "\xe2\x80\xae and more");
	picture_png(p, &d, &png, &e);
	buf_release(&png);
	drawing_release(&d);
	pictures_free(p);
}
END_TEST

/* How many pixels are another. */
static size_t
differing(const struct buf *a, const struct buf *b)
{
	size_t len, other, n = 0;
	unsigned char *x = pixels_unpacked(a, &len),
		      *y = pixels_unpacked(b, &other);

	ck_assert_uint_eq(len, other);
	for (size_t i = 0; i < len; i++)
		n += i % (PICTURE_WIDTH + 1) != 0 &&
		    pixels_colour(a, x[i]) != pixels_colour(b, y[i]);
	free(x);
	free(y);
	return n;
}

static bool
has_piece(const struct drawing *d, const struct drawing_piece *p)
{
	for (size_t i = 0; i < d->n_pieces; i++)
		if (d->pieces[i].at == p->at && d->pieces[i].seat == p->seat &&
		    d->pieces[i].count >= p->count)
			return true;
	return false;
}

/* What has come since, as a mail marks the last moves. */
static void
mark_new(struct drawing *d, const struct board_of *b)
{
	struct board_of before = { b->log, b->until - 3 };
	struct drawing was = { 0 };

	board_draw(&before, OBSERVER, "en", &was);
	for (size_t i = 0; i < d->n_pieces; i++)
		if (!has_piece(&was, &d->pieces[i]))
			d->points[d->pieces[i].at].fresh = true;
	for (size_t i = 0; i < d->n_lines; i++)
		d->lines[i].fresh = d->lines[i].done > was.lines[i].done;
	drawing_release(&was);
}

/* The last bit of a sine may be another on another processor, and so the shade
 * of a pixel on an edge; the smallest letter is five times as many. */
enum { SPECKS = 8 };

/* doc/pictures is what is drawn; PAQUEBOT_GOLDEN=write draws it. */
START_TEST(pictures_of_the_manual)
{
	static const char *const who[] = { "", "Anna", "Bruno", "Carla", "Dora",
		"Emma", "Franz" };
	const struct board_of *b = &boards[_i * BOARD_STAGES + 1];
	struct pictures *p = pixels_open();
	struct buf path = BUF_INIT, png = BUF_INIT, there = BUF_INIT;
	struct drawing d = { 0 };
	struct err e;

	board_draw(b, OBSERVER, "en", &d);
	for (int s = 1; s < DRAWING_SEATS; s++)
		if (d.seat[s][0] != '\0')
			drawing_name_seat(&d, s, who[s]);
	mark_new(&d, b);
	pixels_png(p, &d, &png);
	buf_printf(&path, "%s/doc/pictures/%.*s.png", PAQUEBOT_SRCDIR,
	    (int)strcspn(b->log, "/"), b->log);
	if (getenv("PAQUEBOT_GOLDEN") != NULL)
		ck_assert_int_eq(file_write(path.data, png.data, png.len, 0644,
				     &e),
		    0);
	ck_assert_msg(file_read(path.data, PICTURE_MOST, &there, &e) == 0, "%s",
	    e.text);
	ck_assert(memcmp(there.data, png.data, 24) == 0);
	ck_assert_uint_le(differing(&png, &there), SPECKS);
	buf_release(&path);
	buf_release(&png);
	buf_release(&there);
	drawing_release(&d);
	pictures_free(p);
}
END_TEST

CASES(pictures)
{
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, a_png_of_the_right_size, 0,
	    boards_count() / BOARD_STAGES * BOARD_LANGS);
	tcase_add_loop_test(t, seats_keep_their_colours, 0, boards_count());
	tcase_add_loop_test(t, pictures_of_the_manual, 0,
	    boards_count() / BOARD_STAGES);
	tcase_add_test(t, equal_boards_give_equal_bytes);
	tcase_add_loop_test(t, what_is_hidden_does_not_show, 0,
	    boards_count() / BOARD_STAGES);
	tcase_add_loop_test(t, what_is_fresh_shows, 0,
	    boards_count() / BOARD_STAGES);
	tcase_add_loop_test(t, a_drawing_beyond_all_boards, 0, 4);
}
