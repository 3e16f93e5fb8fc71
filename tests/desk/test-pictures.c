/* SPDX-License-Identifier: MIT */
/* Mails that show the board as a picture: to whom, with which words, and what
 * of it is drawn. */
#include <stdlib.h>
#include <string.h>

#include "match/club.h"
#include "match/table_cache.h"
#include "picture/parcel.h"
#include "scene.h"
#include "store/picture.h"
#include "tests/run.h"

static struct scene s;
static struct err e;

static const char *const kinds[] = { "antwerp", "atlantic-star", "claim",
	"clippers" };

static void
start(const char *kind)
{
	scene_open(&s, true);
	s.desk.club.pictures = true;
	s.kind = kind;
	(void)scene_game(&s, "anna bruno", "", 7);
	scene_moderate(&s, 1, "begin");
}

/* The seat's last mail as it goes out; its picture is made if there is one. */
static bool
last(int seat, struct seen *out)
{
	struct outbox_row row;
	bool pictured;

	scene_last(&s, 1, seat, out);
	ck_assert_int_eq(outbox_get(s.db, out->id, &row, &e), 1);
	pictured = row.picture != NULL;
	if (pictured) {
		ck_assert_int_eq(picture_made(s.db, row.picture, "QUJD", 4, &e),
		    0);
		outbox_row_release(&row);
		ck_assert_int_eq(outbox_get(s.db, out->id, &row, &e), 1);
		seen_release(out);
		seen_read(out, &row);
	}
	outbox_row_release(&row);
	return pictured;
}

/* Quoted-printable undone, up to the next part. */
static char *
html_of(const struct seen *m)
{
	const char *at = strstr(m->html, "\r\n\r\n");
	const char *end = strstr(at, "\r\n--=_");
	char *out = calloc(1, strlen(at) + 1), *to = out;

	for (; *at != '\0' && at != end; at++) {
		char hex[3] = "";

		if (*at == '\r')
			continue;
		if (strncmp(at, "=\r\n", 3) == 0) {
			at += 2;
			continue;
		}
		if (*at == '=') {
			memcpy(hex, at + 1, 2);
			at += 2;
		}
		*to++ = hex[0] != '\0' ? (char)strtol(hex, NULL, 16) : *at;
	}
	return out;
}

/* The value of alt, as it is read. */
static char *
words_of(const char *html)
{
	static const char *const names[] = { "&amp;", "&", "&lt;", "<", "&gt;",
		">", "&quot;", "\"", "&#39;", "'" };
	const char *at = strstr(html, "alt=\"");
	char *out, *to;

	ck_assert_ptr_nonnull(at);
	at += 5;
	out = to = calloc(1, strlen(at) + 1);
	while (*at != '\0' && *at != '"') {
		size_t i = 0;

		while (i < 10 && strncmp(at, names[i], strlen(names[i])) != 0)
			i += 2;
		*to++ = i < 10 ? names[i + 1][0] : *at;
		at += i < 10 ? strlen(names[i]) : 1;
	}
	return out;
}

/* Letters and digits alone: how lines end and headings are marked is another
 * matter. */
static char *
letters_of(const char *text)
{
	char *out = calloc(1, strlen(text) + 1), *to = out;

	for (; *text != '\0'; text++)
		if (strchr(" \n+.", *text) == NULL)
			*to++ = *text;
	return out;
}

START_TEST(a_turn_shows_its_board)
{
	struct seen m;
	char *words, *html, *said, *list;

	start(kinds[_i]);
	scene_say(&s, 1, 1, "set layout list\nboard");
	ck_assert(last(1, &m));
	ck_assert_ptr_nonnull(strstr(m.raw, "multipart/related"));
	ck_assert_ptr_nonnull(strstr(m.raw, "Content-Type: image/png"));
	ck_assert_ptr_nonnull(strstr(m.raw, "base64\r\n\r\nQUJD\r\n\r\n--"));
	html = html_of(&m);
	ck_assert_msg(strstr(html, "<img src=\"cid:board.") != NULL, "%s",
	    html);
	/* The map in columns is not there as well. */
	ck_assert_ptr_null(strstr(html, "<pre"));
	ck_assert_uint_lt(strlen(html), 102000);
	/* What the list says, whole. */
	words = words_of(html);
	ck_assert_uint_gt(strlen(words), 200);
	said = letters_of(words);
	list = letters_of(m.text);
	ck_assert_msg(strstr(list, said) != NULL, "%s\n---\n%s", words, m.text);
	free(said);
	free(list);
	free(words);
	free(html);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

START_TEST(off)
{
	struct seen m;
	size_t text;

	start("clippers");
	scene_say(&s, 1, 1, "set picture off");
	scene_say(&s, 1, 1, "board");
	ck_assert(!last(1, &m));
	ck_assert_ptr_nonnull(strstr(m.html, "<pre"));
	ck_assert_ptr_null(strstr(m.html, "<img"));
	text = strlen(m.text);
	seen_release(&m);
	scene_say(&s, 1, 1, "set picture on");
	scene_say(&s, 1, 1, "board");
	ck_assert(last(1, &m));
	/* Whoever reads the text has no more of it. */
	ck_assert_uint_eq(strlen(m.text), text);
	seen_release(&m);
	/* The keeper's word goes before theirs. */
	s.desk.club.pictures = false;
	scene_say(&s, 1, 1, "board");
	ck_assert(!last(1, &m));
	ck_assert_ptr_nonnull(strstr(m.html, "<pre"));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* Two who see the same board in the same language have the same picture. */
START_TEST(once_a_board)
{
	char name[PICTURE_NAME_SIZE] = "";
	int n = 0;

	start("clippers");
	scene_say(&s, 1, 1, "board");
	scene_say(&s, 1, 2, "board");
	scene_say(&s, 1, 1, "board");
	scene_skip(&s);
	for (int i = 0; i < 3; i++) {
		struct outbox_row row;

		ck_assert_int_eq(outbox_get(s.db, s.last - i, &row, &e), 1);
		if (row.picture == NULL) {
			outbox_row_release(&row);
			continue;
		}
		ck_assert(name[0] == '\0' || strcmp(name, row.picture) == 0);
		(void)snprintf(name, sizeof name, "%s", row.picture);
		n++;
		outbox_row_release(&row);
	}
	ck_assert_int_ge(n, 2);
	scene_close(&s);
}
END_TEST

/* The ids of marked points of what the last mail to the seat shows. */
static void
check_marked(int seat, const char *want)
{
	struct buf drawing = BUF_INIT, marked = BUF_INIT;
	struct drawing d = { 0 };
	struct outbox_row row;
	struct seen m;
	size_t used;

	scene_last(&s, 1, seat, &m);
	ck_assert_int_eq(outbox_get(s.db, m.id, &row, &e), 1);
	ck_assert_int_eq(picture_due(s.db, row.picture, &drawing, &e), 1);
	ck_assert_int_eq(parcel_open(drawing.data, drawing.len, &used, &d), 0);
	for (size_t i = 0; i < d.n_points; i++)
		if (d.points[i].fresh)
			buf_printf(&marked, "%s ", d.points[i].id);
	ck_assert_str_eq(buf_text(&marked), want);
	drawing_release(&d);
	outbox_row_release(&row);
	seen_release(&m);
	buf_release(&drawing);
	buf_release(&marked);
}

/* What others did since the reader's mail before, not the last of them alone;
 * and who has seen all of it sees the last turn again. */
START_TEST(marks_what_is_new)
{
	scene_open(&s, true);
	s.desk.club.pictures = true;
	s.kind = "clippers";
	(void)scene_game(&s, "anna bruno carla", "", 7);
	for (int seat = 1; seat <= 3; seat++)
		scene_sure(&s, 1, seat, "set notify turn\n");
	scene_moderate(&s, 1, "begin");
	scene_say(&s, 1, 1, "post hawaii");
	scene_say(&s, 1, 2, "post majuro");
	check_marked(3, "majuro hawaii ");
	scene_say(&s, 1, 3, "post tarawa");
	check_marked(1, "majuro tarawa ");
	scene_say(&s, 1, 1, "board");
	check_marked(1, "tarawa ");
	/* Also where the game was not in memory. */
	table_cache_clear(s.desk.club.cache);
	scene_say(&s, 1, 2, "board");
	check_marked(2, "tarawa ");
	/* And where all were told all. */
	scene_say(&s, 1, 3, "board");
	check_marked(3, "tarawa ");
	scene_close(&s);
}
END_TEST

/* The name of the picture in the last mail to the seat: it tells one drawing
 * from another. */
static void
picture_of(int seat, char name[static PICTURE_NAME_SIZE])
{
	struct outbox_row row;
	struct seen m;

	scene_last(&s, 1, seat, &m);
	ck_assert_int_eq(outbox_get(s.db, m.id, &row, &e), 1);
	ck_assert_ptr_nonnull(row.picture);
	(void)snprintf(name, PICTURE_NAME_SIZE, "%s", row.picture);
	outbox_row_release(&row);
	seen_release(&m);
}

/* What is a seat's secret alone, as its standing orders are, changes no mark on
 * the boards of others, whether they were told all or not, and be they more
 * than what is kept (Antwerp R19). */
START_TEST(secrets_mark_nothing)
{
	char shown[PICTURE_NAME_SIZE], again[PICTURE_NAME_SIZE];
	struct buf many = BUF_INIT;

	start("antwerp");
	scene_say(&s, 1, 1, "load cocoa S1");
	scene_say(&s, 1, 1, "board");
	picture_of(1, shown);
	for (int i = 0; i < 3; i++) {
		buf_clear(&many);
		for (int k = 0; k < (i < 2 ? 1 : 98); k++)
			buf_str(&many, "standing anchor fewer\n");
		scene_say(&s, 1, 2, many.data);
		for (int k = 0; k < 2; k++) {
			scene_say(&s, 1, 1, "board");
			picture_of(1, again);
			ck_assert_str_eq(again, shown);
		}
	}
	buf_release(&many);
	scene_close(&s);
}
END_TEST

CASES(pictures)
{
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, a_turn_shows_its_board, 0, 4);
	ADD_TESTS(t, off, once_a_board, marks_what_is_new,
	    secrets_mark_nothing);
}
