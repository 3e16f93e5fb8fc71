/* SPDX-License-Identifier: MIT */
#include "base/bidi.h"
#include "base/near.h"
#include "base/utf8.h"
#include "tests/run.h"

static void
assert_fold(const char *in, const char *want)
{
	struct buf b = BUF_INIT;

	utf8_fold(in, strlen(in), &b);
	ck_assert_str_eq(buf_text(&b), want);
	buf_release(&b);
}

START_TEST(folding)
{
	assert_fold("RHEA", "rhea");
	assert_fold("Rhéa", "rhea");
	assert_fold("RHE\314\201A", "rhea"); /* combining */
	assert_fold("Straße", "strasse");
	assert_fold("ＲＨＥＡ　１２", "rhea 12"); /* full width */
	/* no-break space */
	assert_fold("8\302\240000", "8 000");
	assert_fold("8\342\200\257000", "8 000"); /* narrow one */
	assert_fold("a–b—c‐d−e", "a-b-c-d-e");
	assert_fold("soft\xc2\xad"
		    "hyphen",
	    "softhyphen");
	assert_fold("zero\xe2\x80\x8b"
		    "width",
	    "zerowidth");
	assert_fold("ﬁn", "fin");
	assert_fold("Øresund Łódź", "oresund lodz");
	assert_fold("İstanbul ıstanbul", "istanbul istanbul");
	assert_fold("", "");
}
END_TEST

START_TEST(folding_of_quotes)
{
	/* doc/libraries.md 11: utf8proc leaves curly double quotes */
	assert_fold("“a” „b‟ «c» ″d″", "\"a\" \"b\" \"c\" \"d\"");
	assert_fold("‘a’ ‚b‛ ‹c› it’s ´x´", "'a' 'b' 'c' it's 'x'");
	assert_fold("＂a＇", "\"a'");
}
END_TEST

START_TEST(folding_of_damaged_text)
{
	assert_fold("A\377B\xc3", "a\357\277\275b\xef\xbf\xbd");
	assert_fold("\xed\xa0\x80", "\xef\xbf\xbd");
}
END_TEST

/* What may be a name: nothing unseen, nothing that turns a line around. */
START_TEST(plainness)
{
	static const char *const good[] = { "Anna", "J. R. O'Neill-Smith",
		"Łódź 2", "Жанна 3", "Άννα", "李小龍 Li", "ไม้",
		"Rhe\314\201a" };
	static const char *const bad[] = { "a\nb", "a\tb", "a  b", "a@b", "<b>",
		"*a*", "a\342\200\256b", "a\342\201\246b", "a\342\200\217b",
		"a\342\200\213b", "a\302\240b", "a\xef\xbb\xbf", "\xe3\x85\xa4",
		"a\xff", "☃", "e\xcc\x81\xcc\x81\xcc\x81", "\x7f", "a\xc2\x85",
		/* One letter of each looks like another script's. */
		"Аnna", "Annα", "Аλ" };

	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(utf8_plain(good[i], strlen(good[i]), ".'-"), "%s",
		    good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!utf8_plain(bad[i], strlen(bad[i]), ".'-"),
		    "%zu %s", i, bad[i]);
	ck_assert(!utf8_plain("a\0b", 3, "."));
	ck_assert(utf8_plain("", 0, ""));
}
END_TEST

START_TEST(validity)
{
	static const char *const bad[] = { "\x80", "\xc3", "\xc0\x80",
		"\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xff",
		"a\xe2\x82", "\xf8\x88\x80\x80\x80" };

	ck_assert(utf8_valid("", 0));
	ck_assert(utf8_valid("a\0b", 3));
	ck_assert(utf8_valid("Rhéa €𝄞", strlen("Rhéa €𝄞")));
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!utf8_valid(bad[i], strlen(bad[i])), "%zu", i);
	/* cut in the middle by its length */
	ck_assert(!utf8_valid("€", 2));
}
END_TEST

static int
width(const char *s)
{
	return utf8_width(s, strlen(s));
}

/* Text is looked at eight bytes at a time: a bad byte counts at any place. */
START_TEST(validity_at_every_place)
{
	char text[33];

	for (size_t at = 0; at < sizeof text - 1; at++) {
		memset(text, 'a', sizeof text - 1);
		ck_assert(utf8_valid(text, sizeof text - 1));
		text[at] = '\xff';
		ck_assert(!utf8_valid(text, sizeof text - 1));
		memcpy(text + at - at % 2, "\xc3\xa9", 2);
		ck_assert(utf8_valid(text, sizeof text - 1));
	}
}
END_TEST

START_TEST(widths)
{
	ck_assert_int_eq(width(""), 0);
	ck_assert_int_eq(width("abc"), 3);
	ck_assert_int_eq(width("Rhéa"), 4);
	ck_assert_int_eq(width("Rhe\314\201a"), 4);
	ck_assert_int_eq(width("日本"), 4);
	ck_assert_int_eq(width("ＲＨ"), 4);
	ck_assert_int_eq(width("─│╳•"), 4);
	ck_assert_int_eq(width("\x1b"), 0);
	ck_assert_int_eq(width("\xff"), 1);
}
END_TEST

START_TEST(prefixes_keep_letters_whole)
{
	const char *s = "ae\xcc\x81z"; /* a, é in two parts, z */

	ck_assert_uint_eq(utf8_prefix(s, strlen(s), 0), 0);
	ck_assert_uint_eq(utf8_prefix(s, strlen(s), 1), 1);
	ck_assert_uint_eq(utf8_prefix(s, strlen(s), 2), 4);
	ck_assert_uint_eq(utf8_prefix(s, strlen(s), 3), 5);
	ck_assert_uint_eq(utf8_prefix(s, strlen(s), 9), 5);
	/* a wide letter does not fit half */
	ck_assert_uint_eq(utf8_prefix("日本", 6, 3), 3);
	ck_assert_uint_eq(utf8_prefix("日本", 6, 1), 0);
}
END_TEST

/* Marks have no width: what is cut by columns has an end in bytes too, between
 * letters where it can be and else between marks. */
START_TEST(prefixes_have_an_end)
{
	enum { MARKS = 1000, COLUMNS = 10, MOST = 8 * COLUMNS };
	struct buf b = BUF_INIT, cut = BUF_INIT;
	size_t len;

	buf_str(&b, "abcde");
	for (int i = 0; i < MARKS; i++)
		buf_str(&b, "\xcc\x81");
	ck_assert_uint_eq(utf8_prefix(b.data, b.len, COLUMNS), 4);
	utf8_cut(b.data, COLUMNS, &cut);
	ck_assert_str_eq(cut.data, "abcd...");
	len = utf8_prefix(b.data + 4, b.len - 4, COLUMNS);
	ck_assert_uint_gt(len, MOST / 2);
	ck_assert_uint_le(len, MOST);
	ck_assert(utf8_valid(b.data + 4, len));
	/* Letters of several bytes with their marks are none too many. */
	ck_assert_uint_eq(utf8_prefix("\u0e17\u0e35\u0e48", 9, 2), 9);
	ck_assert_uint_eq(utf8_prefix_bytes("ae\xcc\x81z", 5, 3), 1);
	ck_assert_uint_eq(utf8_prefix_bytes("ae\xcc\x81z", 5, 4), 4);
	ck_assert_uint_eq(utf8_prefix_bytes("ae\xcc\x81z", 5, 9), 5);
	ck_assert_uint_eq(utf8_prefix_bytes("e\xcc\x81z", 4, 2), 1);
	ck_assert_uint_eq(utf8_prefix_bytes("", 0, 0), 0);
	buf_release(&b);
	buf_release(&cut);
}
END_TEST

static void
assert_clean(const char *in, size_t len, const char *want)
{
	struct buf b = BUF_INIT;

	utf8_clean(in, len, &b);
	ck_assert_str_eq(buf_text(&b), want);
	ck_assert_uint_eq(b.len, strlen(want));
	ck_assert(utf8_valid(buf_text(&b), b.len));
	buf_release(&b);
}

START_TEST(cleaning)
{
	assert_clean("a\r\nb\tc", 6, "a\nb\tc");
	/* doc/libraries.md 5: CR, LF and NUL out of encoded words */
	assert_clean("a\0b\rc\x7f\x1b[1m", 10, "abc[1m");
	assert_clean("x\xc2\x85y\xc2\x9bz", 7, "xyz"); /* C1 */
	assert_clean("abc\342\200\256def\xe2\x81\xa6g", 13, "abcdefg");
	/* What stands behind names in our mails comes back with them. */
	assert_clean("\u05d0\u200e b", 7, "\u05d0 b");
	assert_clean("\xff\xfe", 2, "\xef\xbf\xbd\xef\xbf\xbd");
	assert_clean("\xe2\x82|", 3, "\xef\xbf\xbd|");
	assert_clean("\xf0\x9d\x84\x9e", 4, "\xf0\x9d\x84\x9e");
	assert_clean("", 0, "");
}
END_TEST

START_TEST(directions)
{
	static const struct {
		const char *text;
		bool any, last;
	} rows[] = {
		{ "", false, false },
		{ "Anna 3", false, false },
		{ "\u0416\u674e\u0e19 5", false, false },
		{ "\u05d0\u05d1", true, true },
		{ "\u0645 (2)", true, true },
		{ "Bo \u05d0", true, true },
		{ "\u05d0 Bo", true, false },
		{ "\u05d0" BIDI_MARK " 1", true, false },
		{ "\xd7", false, false },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *s = rows[i].text;

		ck_assert_msg(bidi_leftward(s, strlen(s)) == rows[i].any &&
			bidi_ends_leftward(s, strlen(s)) == rows[i].last,
		    "%s", s);
	}
}
END_TEST

START_TEST(cutting)
{
	static const struct {
		const char *in;
		int columns;
		const char *want;
	} table[] = {
		{ "Atlantic", 8, "Atlantic" },
		{ "Atlantic", 7, "Atla..." },
		{ "Atlantic", 3, "..." },
		{ "Atlantic", 2, "At" },
		{ "Atlantic", 0, "" },
		{ "日本語文", 6, "日..." },
		{ "日本語文", 8, "日本語文" },
		{ "", 0, "" },
	};

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct buf b = BUF_INIT;

		utf8_cut(table[i].in, table[i].columns, &b);
		ck_assert_str_eq(buf_text(&b), table[i].want);
		ck_assert_int_le(width(buf_text(&b)), table[i].columns);
		buf_release(&b);
	}
}
END_TEST

START_TEST(edits_between_words)
{
	static const struct {
		const char *a, *b;
		size_t by;
	} table[] = { { "", "", 0 }, { "voyage", "voyage", 0 },
		{ "", "abc", 3 }, { "voyage", "voyag", 1 },
		{ "voyage", "vojage", 1 }, { "voyage", "xvoyage", 1 },
		{ "voyage", "voyaeg", 1 }, { "voyage", "ovyaeg", 2 },
		{ "kitten", "sitting", 3 }, { "ca", "abc", 3 },
		/* Forty bytes are compared, more are not. */
		{ "0123456789012345678901234567890123456789",
		    "x123456789012345678901234567890123456789", 1 },
		{ "01234567890123456789012345678901234567890",
		    "01234567890123456789012345678901234567890", 41 } };

	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		ck_assert_uint_eq(near_distance(table[i].a, table[i].b),
		    table[i].by);
		ck_assert_uint_eq(near_distance(table[i].b, table[i].a),
		    table[i].by);
	}
	ck_assert_uint_eq(near_bytes("rhea", 2, "rhythm", 3), 1);
}
END_TEST

TESTS(folding, folding_of_quotes, folding_of_damaged_text, plainness, validity,
    validity_at_every_place, widths, prefixes_keep_letters_whole,
    prefixes_have_an_end, cleaning, directions, cutting, edits_between_words)
