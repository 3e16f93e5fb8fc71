/* SPDX-License-Identifier: MIT */

/* What the keeper is told of single mails: at once, and never in a flood. */

#include <check.h>

#include "base/clock.h"
#include "scene.h"
#include "store/inbox.h"
#include "tests/run.h"

enum { MINUTE = 60, HOUR = 3600, DAY = 86400 };

static struct err e;

/* A mail that cannot be judged; its number. */
static int64_t
set_aside(struct scene *s)
{
	static int n;
	struct inbox_row row;
	char raw[64];
	int64_t id;

	snprintf(raw, sizeof raw, "Subject: %d\r\n\r\nhello\r\n", ++n);
	id = scene_store(s, raw, strlen(raw));
	ck_assert_int_eq(inbox_get(s->db, id, &row, &e), 1);
	ck_assert_int_eq(db_begin(s->db, &e), 0);
	ck_assert_int_eq(desk_aside(&s->desk, &row, &e), 0);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
	inbox_row_release(&row);
	return id;
}

static int
day(struct scene *s)
{
	int rc;

	ck_assert_int_eq(db_begin(s->db, &e), 0);
	rc = desk_troubles(&s->desk, &e);
	ck_assert_int_eq(db_commit(s->db, &e), 0);
	return rc;
}

static int
count(const char *text, const char *what)
{
	int n = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		n++;
	return n;
}

START_TEST(each_is_told_at_once)
{
	struct scene s;
	struct seen m;
	char command[64];

	scene_open(&s, true);
	for (int i = 0; i < 30; i++) {
		int64_t id = set_aside(&s);

		ck_assert_int_eq(scene_next(&s, &m), 1);
		snprintf(command, sizeof command, "paquebot inbox show %lld",
		    (long long)id);
		ck_assert_str_eq(m.to, "keeper@example.org");
		ck_assert(seen_has(&m, command));
		ck_assert(!seen_has(&m, "a day later"));
		seen_release(&m);
		ck_assert_int_eq(scene_next(&s, &m), 0);
		scene_pass(&s, HOUR / 4);
		ck_assert_int_eq(day(&s), 0);
	}
	scene_close(&s);
}
END_TEST

/* Five an hour; the rest in one mail, a day after the first that waited. */
START_TEST(a_flood_is_one_mail_a_day)
{
	struct scene s;
	struct seen m;
	int mails = 0;

	scene_open(&s, true);
	for (int i = 0; i < 5; i++) {
		set_aside(&s);
		ck_assert_int_eq(scene_next(&s, &m), 1);
		ck_assert_int_eq(seen_has(&m, "a day later"), i == 4);
		seen_release(&m);
	}
	/* Twelve an hour for three days. */
	for (int i = 0; i < 3 * 24 * 12; i++) {
		scene_pass(&s, 5 * MINUTE);
		set_aside(&s);
		if (day(&s) == 1)
			ck_assert_int_ge(i, 24 * 12 - 6);
		mails += scene_skip(&s);
	}
	/* Three of the day, and between them never more than five. */
	ck_assert_int_ge(mails, 3);
	ck_assert_int_le(mails, 3 + 3 * 5);
	scene_close(&s);
}
END_TEST

START_TEST(the_mail_of_the_day_has_all)
{
	struct scene s;
	struct seen m;
	int64_t id = 0;
	char command[64];

	scene_open(&s, true);
	for (int i = 0; i < 112; i++)
		id = set_aside(&s);
	ck_assert_int_eq(scene_skip(&s), 5);
	scene_pass(&s, DAY - 1);
	ck_assert_int_eq(day(&s), 0);
	scene_pass(&s, 1);
	ck_assert_int_eq(day(&s), 1);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_str_eq(m.to, "keeper@example.org");
	ck_assert_int_eq(count(m.text, "inbox show "), 100);
	ck_assert(seen_has(&m, "107"));
	ck_assert(seen_has(&m, "Not shown: 7"));
	seen_release(&m);
	/* Told is told, and from here on each is told again. */
	ck_assert_int_eq(day(&s), 0);
	ck_assert_int_eq(scene_next(&s, &m), 0);
	id = set_aside(&s);
	snprintf(command, sizeof command, "inbox show %lld", (long long)id);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert(seen_has(&m, command));
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* A clock that was far ahead and is set right. */
START_TEST(a_clock_that_goes_back_silences_nobody)
{
	struct scene s;

	scene_open(&s, true);
	for (int i = 0; i < 4; i++)
		set_aside(&s);
	scene_pass(&s, -400 * DAY);
	for (int i = 0; i < 5; i++)
		set_aside(&s);
	ck_assert_int_eq(scene_skip(&s), 9);
	scene_close(&s);
}
END_TEST

/* Nobody to tell is no reason to fail, nor to remember it for ever. */
START_TEST(without_a_keeper_the_log_has_it)
{
	struct scene s;

	scene_open(&s, true);
	for (int i = 0; i < 6; i++)
		set_aside(&s);
	ck_assert_int_eq(scene_skip(&s), 5);
	free(s.conf.club.keeper);
	s.conf.club.keeper = NULL;
	scene_restart(&s);
	set_aside(&s);
	scene_pass(&s, DAY);
	ck_assert_int_eq(day(&s), 1);
	ck_assert_int_eq(day(&s), 0);
	ck_assert_int_eq(scene_skip(&s), 0);
	scene_close(&s);
}
END_TEST

/* What comes beyond a seat's measure is set aside, and that is told. */
START_TEST(a_flood_of_a_seat_is_told)
{
	struct scene s;
	struct seen m;
	int aside = 0, told = 0;

	scene_open(&s, true);
	scene_game(&s, "Anna Bruno", "order=given", 9);
	scene_moderate(&s, 1, "begin");
	scene_skip(&s);
	for (int i = 0; i < 300; i++) {
		s.now -= 59;
		scene_say(&s, 1, 1, "status\n");
	}
	while (scene_next(&s, &m)) {
		if (strcmp(m.to, "keeper@example.org") == 0) {
			ck_assert(seen_has(&m, "so many came"));
			told++;
		}
		seen_release(&m);
	}
	ck_assert_int_eq(inbox_count(s.db, INBOX_ASIDE, &aside, &e), 0);
	ck_assert_int_gt(aside, 20);
	ck_assert_int_eq(told, 5);
	scene_pass(&s, DAY);
	ck_assert_int_eq(day(&s), 1);
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_int_eq(count(m.text, "inbox show "), aside - 5);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

TESTS(each_is_told_at_once, a_flood_is_one_mail_a_day,
    the_mail_of_the_day_has_all, a_clock_that_goes_back_silences_nobody,
    without_a_keeper_the_log_has_it, a_flood_of_a_seat_is_told)
