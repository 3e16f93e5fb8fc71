/* SPDX-License-Identifier: MIT */

/* Names that could be taken for each other, and names that could not. */

#include <check.h>

#include "base/alike.h"
#include "tests/run.h"

static bool
same(const char *a, const char *b)
{
	struct alike x;
	bool yes;

	alike_init(&x, a);
	yes = alike_is(&x, b);
	alike_release(&x);
	return yes;
}

static const char *const pair[][2] = {
	{ "Anna", "anna" },
	{ "Anna", "A. N. N. A" },
	{ "Anna", "An na." },
	{ "Anna", "\xd0\x90nna" },     /* Cyrillic A */
	{ "Anna", "\xce\x91nna" },     /* Greek Alpha */
	{ "Anna", "\xef\xbc\xa1nna" }, /* full width A */
	{ "Zoe", "Zo\xc3\xab" },
	{ "bob", "B0b" },
	{ "Ian", "lan" },
	{ "Bill", "Bi11" },
	{ "Moderator", "M0derat0r" },
	{ "Carmen", "Carrnen" },
	{ "O'Neill", "ONeill" },
	{ "Jean-Luc", "Jean Luc" },
	{ "\xd0\xbf\xd0\xb5\xd1\x82\xd1\x8f",
	    "\xd0\x9f\xd0\xb5\xd1\x82\xd1\x8f" },
	{ "Keeper", "K\xd0\xb5\xd0\xb5\xd1\x80\xd0\xb5r" },
};

static const char *const other[][2] = {
	{ "Anna", "Ann" },
	{ "Anna", "Hanna" },
	{ "Bob", "Rob" },
	{ "Carla", "Carlo" },
	{ "Wim", "Vim" },
	{ "Jan", "Jon" },
	{ "\xd0\x9f\xd0\xb5\xd1\x82\xd1\x8f",
	    "\xd0\x9f\xd0\xb0\xd1\x82\xd1\x8f" },
};

START_TEST(test_alike)
{
	for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
		ck_assert_msg(same(pair[i][0], pair[i][1]), "%s %s", pair[i][0],
		    pair[i][1]);
		ck_assert_msg(same(pair[i][1], pair[i][0]), "%s %s", pair[i][1],
		    pair[i][0]);
	}
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		ck_assert_msg(!same(other[i][0], other[i][1]), "%s %s",
		    other[i][0], other[i][1]);
}
END_TEST

/* Whatever bytes they are. */
START_TEST(test_odd)
{
	char longest[5000];

	memset(longest, 'm', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	ck_assert(same(longest, longest));
	ck_assert(!same(longest, "m"));
	ck_assert(same("", " . "));
	ck_assert(!same("\xff\xfe", "Anna"));
}
END_TEST

TESTS(test_alike, test_odd)
