/* SPDX-License-Identifier: MIT */
#include "table.h"

#include "base/file.h"
#include "game/replay.h"

/*
 * Finished games of 2 to 4 seats, kept as logs: whatever changes in the
 * rules, facts or hashes shows here. They were made once by
 * `paquebot selfplay`; a check line stands after every 20th event, and the
 * seed at the end proves every shuffle.
 */

START_TEST(golden)
{
	struct game_kind kind = { .rules = NULL };
	struct replay_how how = { .until = -1, .prove = true };
	struct replay r;
	struct buf log = BUF_INIT;
	struct err e;
	char path[256];

	snprintf(path, sizeof path, PAQUEBOT_SRCDIR
	    "/tests/games/antwerp/golden/seats-%d.turnlog", _i);
	ck_assert_msg(file_read(path, 1 << 20, &log, &e) == 0, "%s", e.text);
	ck_assert_msg(game_open_file("antwerp", PAQUEBOT_SRCDIR
	    "/data/antwerp.json", &kind, &e) == 0, "%s", e.text);
	how.kind = &kind;
	ck_assert_msg(replay_text(log.data, log.len, &how, &r, &e) == 0,
	    "%s: %s", path, e.text);
	ck_assert_int_eq(r.end, REPLAY_FINISHED);
	ck_assert_int_eq(r.head.seats, _i);
	ck_assert_int_ge(r.checks, 4);
	ck_assert_int_ge(r.proven, 7);
	replay_release(&r);
	game_close(&kind);
	buf_release(&log);
}
END_TEST

int
main(void)
{
	Suite *s = suite_create("antwerp/golden");
	TCase *c = tcase_create("logs");

	tcase_add_loop_test(c, golden, 2, 5);
	suite_add_tcase(s, c);
	return table_run(s);
}
