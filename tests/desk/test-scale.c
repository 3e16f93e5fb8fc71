/* SPDX-License-Identifier: MIT */

/* What a mail costs does not grow with the club: nothing that is asked of the
 * database because of it looks through a table (contrib/bench/scale measures
 * what this proves). Nor does what a game costs grow with its age. */

#include <check.h>

#include "api.h"
#include "game/table.h"
#include "store/due.h"
#include "store/engine_sqlite.h"
#include "tests/run.h"

static struct err e;

/* Found by an index that has those alone, or of a row or two; the last is what
 * the scene asks to find the mail that it answers. */
static const char *const few[] = { "state = 0", "state < 2", "FROM outgoing",
	"FROM owed ORDER BY due", "FROM outbox WHERE $1 < 0" };

static bool
looks_through_few(const char *text)
{
	for (size_t i = 0; i < sizeof few / sizeof *few; i++)
		if (strstr(text, few[i]) != NULL)
			return true;
	return false;
}

static void
check_statements(const struct db *db)
{
	int asked = 0;

	for (int i = 0; i < db->n; i++) {
		const char *text = db->statement[i].text;
		sqlite3_stmt *stmt = db->statement[i].stmt;

		asked += sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_RUN, 0);
		if (sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_FULLSCAN_STEP,
			0) > 0 &&
		    !looks_through_few(text))
			ck_abort_msg("it looks through all rows: %s", text);
	}
	/* A statement that is prepared at each call would not be seen here. */
	ck_assert_int_lt(db->n, DB_STATEMENTS);
	ck_assert_int_gt(asked, 500);
}

/* As between any two mails; one of the games could not be made. */
static void
archive_waits(struct db *db)
{
	struct due due;
	struct due_state state;

	OK(db_begin(db, &e));
	for (int g = 1; g <= 6; g++)
		OK(due_put(db, g, &e));
	ck_assert_int_eq(due_take(db, 0, &due, &e), 1);
	OK(due_leave(db, &due, "no room", &e));
	OK(db_commit(db, &e));
	OK(due_look(db, &state, &e));
	ck_assert(state.waits);
	ck_assert_str_eq(state.why, "no room");
	free(state.why);
}

START_TEST(mails_look_through_nothing)
{
	static const char *const lines[] = { "help", "list", "games", "history",
		"log", "press: well met", "write p2: to you alone", "settings",
		"notify digest", "notify all", "who", "hold", "undo", "watch 3",
		"unwatch 3", "moves", "charter 1 1", "I shall be away",
		"away 3d", "resign" };
	struct scene s;

	scene_open(&s, true);
	for (int g = 1; g <= 6; g++) {
		scene_game(&s, "Anna Bruno Carla", "order=given", (uint8_t)g);
		scene_moderate(&s, g, "begin");
	}
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
		scene_say(&s, 1, 1, lines[i]);
		scene_say(&s, 2, 2, lines[i]);
		scene_pass(&s, 3600);
	}
	scene_pass(&s, (int64_t)8 * 86400);
	(void)scene_tick(&s);
	(void)scene_digests(&s);
	scene_moderate(&s, 3, "cancel");
	archive_waits(s.db);
	check_statements(s.db);
	scene_close(&s);
}
END_TEST

/* A list of so many games has room for the reader's own and for what can be
 * joined, and says that there are more. */
START_TEST(a_list_has_an_end)
{
	enum { OTHERS = 104 };
	struct scene s;
	struct seen m;
	int64_t open, own;

	scene_open(&s, true);
	s.kind = "clippers";
	own = scene_game(&s, "Anna Bruno", "-", 1);
	open = scene_game(&s, "Carla Dora +Maud", "-", 2);
	scene_moderate(&s, own, "begin");
	scene_moderate(&s, open, "eject p2");
	for (int i = 0; i < OTHERS; i++)
		scene_moderate(&s, scene_game(&s, "Carla Dora", "-", 3),
		    "begin");
	scene_skip(&s);
	scene_say(&s, own, 1, "list\n");
	ck_assert_int_eq(scene_next(&s, &m), 1);
	ck_assert_msg(seen_has(&m, "free seats: 1, join 2"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "1 Clippers"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "106 Clippers"), "%s", m.text);
	ck_assert_msg(!seen_has(&m, " 3 Clippers"), "%s", m.text);
	ck_assert_msg(seen_has(&m, "There are more games than fit here"), "%s",
	    m.text);
	seen_release(&m);
	scene_close(&s);
}
END_TEST

/* What a game keeps in memory does not grow while it is played. */
START_TEST(history_has_an_end)
{
	int events = 0, most = 0, now;
	int64_t id;

	scene_open(&api, true);
	id = api_found(game_registry[0], 3, 1);
	api_begin(id);
	while (api_move(id)) {
		struct match *m = api_open(id);

		now = table_history(m->table);
		most = now > most ? now : most;
		events = m->game.seq;
		api_finish(m);
	}
	ck_assert_int_gt(events, 150);
	ck_assert_int_gt(most, 16);
	ck_assert_int_lt(most, 64);
	scene_close(&api);
}
END_TEST

TESTS(mails_look_through_nothing, a_list_has_an_end, history_has_an_end)
