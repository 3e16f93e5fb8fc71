/* SPDX-License-Identifier: MIT */
/* Opening, migrations, transactions, backup, settings (doc/design.md 7). */
#include <fcntl.h>
#include <glob.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "scratch.h"
#include "store/engine.h"
#include "store/knowledge.h"
#include "store/setting.h"
#include "store/sql.h"
#include "tests/srcdir.h"
#include "tests/store/fresh.h"

static int
mode_of(const char *name)
{
	struct stat st;

	ck_assert_int_eq(stat(scratch_path(name), &st), 0);
	return (int)(st.st_mode & 0777);
}

/* The version that the newest of the project's own files makes. */
static int
newest(void)
{
	glob_t g;
	int n;

	ck_assert_int_eq(glob(PAQUEBOT_SRCDIR "/db/[0-9]*.sql", 0, NULL, &g),
	    0);
	n = (int)g.gl_pathc;
	globfree(&g);
	return n;
}

static int
pages_kept(struct db *db)
{
	int now, most;

	ck_assert_int_eq(sqlite3_db_status(db->handle,
			     SQLITE_DBSTATUS_CACHE_USED, &now, &most, 0),
	    SQLITE_OK);
	return now;
}

/* What was read is kept until memory is asked back, and is there after that. */
START_TEST(test_reclaim)
{
	struct db *db = scratch_db_made();

	OK(sql_do(db, &e,
	    "CREATE TABLE big AS WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL "
	    "SELECT i + 1 FROM n WHERE i < 500) "
	    "SELECT i, zeroblob(3000) AS raw FROM n"));
	ck_assert_int_eq(scratch_number(db, "SELECT sum(length(raw)) FROM big"),
	    1500000);
	ck_assert_int_gt(pages_kept(db), 1000000);
	db_reclaim(db, DB_MEMORY);
	ck_assert_int_lt(pages_kept(db), 100000);
	ck_assert_int_eq(scratch_number(db, "SELECT sum(length(raw)) FROM big"),
	    1500000);
	db_close(db);
}
END_TEST

START_TEST(test_open)
{
	struct db *db;

	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_USE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	(void)umask(0);
	db = scratch_db_made();
	ck_assert_int_eq(mode_of("games.db"), 0600);
	ck_assert_int_eq(scratch_number(db, "PRAGMA user_version"), newest());
	ck_assert_int_eq(scratch_number(db, "PRAGMA synchronous"), 2);
	ck_assert_int_eq(scratch_number(db, "PRAGMA foreign_keys"), 1);
	scratch_game(db);
	ck_assert_int_eq(mode_of("games.db-wal"), 0600);
	db_close(db);
	/* Secrets must not stay readable for others. */
	ck_assert_int_eq(chmod(scratch_path("games.db"), 0644), 0);
	OK(db_open(scratch_path("games.db"), DB_USE, &db, &e));
	ck_assert_int_eq(mode_of("games.db"), 0600);
	db_close(db);
}
END_TEST

/* What a keeper meets who forgets whose database it is. */
START_TEST(test_of_another_user)
{
	int status;
	pid_t pid;

	db_close(scratch_db_made());
	ck_assert_int_eq(chmod(scratch_path("."), 0755), 0);
	if (geteuid() != 0)
		ck_assert_int_eq(chmod(scratch_path("games.db"), 0), 0);
	pid = fork();
	if (pid == 0) {
		struct db *db;

		if (geteuid() == 0 && setuid(65534) != 0)
			_exit(2);
		_exit(db_open(scratch_path("games.db"), DB_USE, &db, &e) !=
			-1 ||
		    e.kind != ERR_LATER ||
		    strstr(e.text, ": Permission denied") == NULL);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert_int_eq(chmod(scratch_path("games.db"), 0600), 0);
}
END_TEST

START_TEST(test_strict)
{
	struct db *db = scratch_db_made();

	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM pragma_table_list WHERE "
			     "schema = 'main' AND strict = 0 AND type = "
			     "'table' AND name NOT LIKE 'sqlite%'"),
	    0);
	ck_assert_int_ge(scratch_number(db,
			     "SELECT count(*) FROM pragma_table_list WHERE "
			     "schema = 'main' AND strict = 1"),
	    10);
	db_close(db);
}
END_TEST

/* A file of somebody else is not taken over, a damaged one is said to be. */
START_TEST(test_foreign)
{
	struct db *db;

	scratch_write("text.db",
	    "Dear diary, this is no database at all.\n"
	    "It only has a name that looks like one. "
	    ".........................\n");
	ck_assert_int_eq(db_open(scratch_path("text.db"), DB_CREATE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_int_eq(
	    scratch_system(
		"sqlite3 other.db 'CREATE TABLE bookmarks (url TEXT)'"),
	    0);
	ck_assert_int_eq(db_open(scratch_path("other.db"), DB_CREATE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_ptr_nonnull(strstr(e.text, "not a database of paquebot"));
	ck_assert_int_eq(
	    scratch_system("test \"$(sqlite3 other.db .tables)\" = bookmarks"),
	    0);
}
END_TEST

static void
migrations(void)
{
	ck_assert_int_eq(mkdir(scratch_path("db"), 0700), 0);
	ck_assert_int_eq(scratch_system("cp '" PAQUEBOT_SRCDIR
					"/db/0001-init.sql' db/"),
	    0);
	ck_assert_int_eq(setenv("PAQUEBOT_DATADIR", scratch, 1), 0);
}

/* A game's row as the first version wrote it, whatever came later. */
static int64_t
old_game(struct db *db)
{
	int64_t id;

	ck_assert_int_ge(
	    sql_do(db, &e,
		"INSERT INTO game (kind, version, data_hash, seats, options, "
		"state, seed, lang, moderator_holder, created, started, ended, "
		"seq, board, turn, opened, clock) VALUES ('atlantic-star', 1, "
		"'00', 2, '-', 1, zeroblob(32), 'en', 1, 0, 0, 0, 0, 0, 0, 0, "
		"0) RETURNING id",
		TO(id)),
	    0);
	return id;
}

static int64_t
old_player(struct db *db)
{
	int64_t id;

	ck_assert_int_ge(
	    sql_do(db, &e,
		"INSERT INTO player (name, lang, layout, glyphs, width, tz, "
		"notify) VALUES ('Anna', 'en', 'board', 'ascii', 72, 'UTC', "
		"'all') RETURNING id",
		TO(id)),
	    0);
	return id;
}

START_TEST(test_migrate)
{
	struct db *db;
	int64_t id;

	migrations();
	db = scratch_db_made();
	id = old_game(db);
	db_close(db);
	/* A new file has nothing to be copied. */
	ck_assert_int_ne(scratch_system("ls games.db.before-*"), 0);
	scratch_write("db/0002-more.sql",
	    "CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n"
	    "INSERT INTO more VALUES (7);\n");
	/* Who only uses it leaves it, and says what to do. */
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_USE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_ptr_nonnull(strstr(e.text,
	    "games.db: the database is of version 1, older than this program "
	    "(2): a restart of paquebotd, or without one \"paquebot init\", "
	    "brings it up to date"));
	OK(db_open(scratch_path("games.db"), DB_COPY, &db, &e));
	ck_assert_int_eq(scratch_number(db, "PRAGMA user_version"), 1);
	db_close(db);
	ck_assert_int_ne(scratch_system("ls games.db.before-*"), 0);
	OK(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e));
	ck_assert_int_eq(
	    scratch_system(
		"test \"$(sqlite3 games.db.before-02 'PRAGMA user_version; "
		"SELECT max(id) FROM game' | tr '\\n' ' ')\" = '1 1 '"),
	    0);
	ck_assert_int_eq(mode_of("games.db.before-02"), 0600);
	ck_assert_int_eq(scratch_number(db, "PRAGMA user_version"), 2);
	ck_assert_int_eq(scratch_number(db, "SELECT n FROM more"), 7);
	ck_assert_int_eq(scratch_number(db, "SELECT max(id) FROM game"), id);
	ck_assert_int_eq(scratch_number(db, "PRAGMA foreign_keys"), 1);
	db_close(db);
	/* Run once, not again. */
	db = scratch_db_made();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM more"), 1);
	db_close(db);
}
END_TEST

/* A database of the first version takes the second, games and all. */
START_TEST(test_migrate_ahead)
{
	struct ahead a = { .seat = 1,
		.seq = 1,
		.holder = 1,
		.moves = (char[]){ "charter 0" },
		.stops = (char[]){ "" } };
	struct db *db;

	migrations();
	db = scratch_db_made();
	a.game = old_game(db);
	ck_assert_int_eq(ahead_put(db, &a, &e), -1);
	db_close(db);
	ck_assert_int_eq(scratch_system("cp '" PAQUEBOT_SRCDIR
					"/db/0002-ahead.sql' db/"),
	    0);
	OK(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e));
	ck_assert_int_eq(scratch_number(db, "PRAGMA user_version"), 2);
	/* What later versions have besides is not asked for. */
	ck_assert_int_eq(
	    scratch_number(db,
		"INSERT INTO ahead (game, seat, seq, holder, moves, stops) "
		"VALUES (1, 1, 1, 1, 'charter 0', '') RETURNING game"),
	    a.game);
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	db_close(db);
}
END_TEST

/* What was known of a game under another name of the table is still known. */
START_TEST(test_migrate_knowledge)
{
	struct db *db;
	int64_t game, player;

	migrations();
	db = scratch_db_made();
	game = old_game(db);
	player = old_player(db);
	db_close(db);
	ck_assert_int_eq(scratch_system("cp '" PAQUEBOT_SRCDIR
					"'/db/00[0-2]?-*.sql '" PAQUEBOT_SRCDIR
					"'/db/003[0-3]-*.sql db/"),
	    0);
	OK(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e));
	OK(sql_do(db, &e,
	    "INSERT INTO insight (game, player, seat, barred) VALUES ($1, $2, "
	    "2, 1)",
	    INT(game), INT(player)));
	db_close(db);
	ck_assert_int_eq(scratch_system("cp '" PAQUEBOT_SRCDIR
					"/db/0034-knowledge.sql' db/"),
	    0);
	OK(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e));
	ck_assert_int_eq(knowledge_beyond(db, game, player, 1, &e), 1);
	ck_assert_int_eq(knowledge_beyond(db, game, player, 2, &e), 0);
	ck_assert_int_eq(knowledge_barred(db, game, player, &e), 1);
	db_close(db);
}
END_TEST

/* The file is of the old version or of the new one, of none between. */
START_TEST(test_migrate_fails)
{
	struct db *db;

	migrations();
	db_close(scratch_db_made());
	scratch_write("db/0002-good.sql",
	    "CREATE TABLE good (n INTEGER NOT NULL) STRICT;\n");
	scratch_write("db/0003-bad.sql",
	    "CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n"
	    "INSERT INTO more VALUES (7);\nINSERT INTO nowhere VALUES (1);\n");
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e),
	    -1);
	ck_assert_ptr_nonnull(strstr(e.text, "0003-bad.sql"));
	/* One that leaves rows pointing nowhere is as bad. */
	scratch_write("db/0003-bad.sql",
	    "INSERT INTO address (player, address) VALUES (99, 'a@b');\n");
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e),
	    -1);
	ck_assert_int_eq(unlink(scratch_path("db/0003-bad.sql")), 0);
	ck_assert_int_eq(unlink(scratch_path("db/0002-good.sql")), 0);
	OK(db_open(scratch_path("games.db"), DB_USE, &db, &e));
	ck_assert_int_eq(scratch_number(db, "PRAGMA user_version"), 1);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM sqlite_schema WHERE name IN "
			     "('good', 'more')"),
	    0);
	db_close(db);
}
END_TEST

/* Zeroes the page a table begins on. */
static void
damage(const char *table)
{
	struct db *db = scratch_db_made();
	char select[100], zero[4096] = "";
	int64_t page;
	int fd;

	(void)snprintf(select, sizeof select,
	    "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
	page = scratch_number(db, select);
	db_close(db);
	fd = open(scratch_path("games.db"), O_WRONLY);
	ck_assert_int_eq(pwrite(fd, zero, sizeof zero, (page - 1) * 4096),
	    sizeof zero);
	(void)close(fd);
}

/* A damaged file is neither migrated nor copied over the last good copy. */
START_TEST(test_damaged)
{
	struct db *db;
	struct buf out = BUF_INIT;

	migrations();
	db_close(scratch_db_made());
	damage("setting");
	OK(db_open(scratch_path("games.db"), DB_USE, &db, &e));
	ck_assert(!db_damaged(db));
	ck_assert_int_eq(db_setting_get(db, "key", &out, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert(db_damaged(db));
	db_close(db);
	scratch_write("db/0002-more.sql",
	    "CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n");
	scratch_write("games.db.before-02", "good");
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_ptr_nonnull(strstr(e.text, "is damaged: "));
	ck_assert_int_eq(scratch_system("grep -q good games.db.before-02"), 0);
	buf_release(&out);
}
END_TEST

/* An empty file is what is left of a club: the daemon begins no new one. */
START_TEST(test_empty)
{
	struct db *db;

	db_close(scratch_db_made());
	scratch_write("games.db", "");
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_MIGRATE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_ptr_nonnull(strstr(e.text, "it is empty: "));
	OK(db_open(scratch_path("games.db"), DB_CREATE, &db, &e));
	db_close(db);
}
END_TEST

START_TEST(test_lock)
{
	int one, two;

	OK(db_lock(scratch_path("games.db"), &one, &e));
	ck_assert_int_eq(db_lock(scratch_path("games.db"), &two, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	ck_assert_int_eq(two, -1);
	(void)close(one);
	OK(db_lock(scratch_path("games.db"), &two, &e));
	(void)close(two);
	ck_assert_int_eq(db_lock(scratch_path("no/games.db"), &one, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_ptr_nonnull(strstr(e.text, "paquebot init"));
}
END_TEST

/* Who asks whether anybody has it, for a moment, keeps nobody out. */
START_TEST(test_lock_looked_at)
{
	int lock, looking;
	pid_t pid;

	OK(db_lock(scratch_path("games.db"), &lock, &e));
	(void)close(lock);
	looking = open(scratch_path("games.db.lock"), O_RDONLY | O_CLOEXEC);
	OK(flock(looking, LOCK_SH | LOCK_NB));
	pid = fork();
	if (pid == 0) {
		(void)usleep(50 * 1000);
		_exit(0);
	}
	(void)close(looking); /* the other process still has it */
	OK(db_lock(scratch_path("games.db"), &lock, &e));
	(void)close(lock);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}
END_TEST

/* It is the file's, by whatever name. */
START_TEST(test_lock_of_links)
{
	struct db *db = scratch_db();
	int one, two;

	ck_assert_int_eq(
	    scratch_system("mkdir other && ln -s ../games.db other/link.db && "
			   "ln -s other/link.db again.db"),
	    0);
	OK(db_lock(scratch_path("games.db"), &one, &e));
	ck_assert(db_locked(scratch_path("other/link.db")));
	ck_assert_int_eq(db_lock(scratch_path("other/link.db"), &two, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	/* It names no file that somebody might remove. */
	ck_assert_ptr_nonnull(strstr(e.text, "/other/link.db: another"));
	ck_assert_ptr_null(strstr(e.text, ".lock"));
	(void)close(one);
	OK(db_lock(scratch_path("again.db"), &one, &e));
	ck_assert(db_locked(scratch_path("games.db")));
	(void)close(one);
	ck_assert_int_eq(scratch_system("ls *.lock other/*.lock"), 2);
	ck_assert_int_eq(scratch_system("ls games.db.lock"), 0);
	db_close(db);
}
END_TEST

START_TEST(test_migrate_newer)
{
	struct db *db;

	migrations();
	db_close(scratch_db_made());
	scratch_write("db/0002-more.sql",
	    "CREATE TABLE more (n INTEGER NOT NULL) STRICT;\n");
	db_close(scratch_db_made());
	ck_assert_int_eq(unlink(scratch_path("db/0002-more.sql")), 0);
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_USE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_ptr_nonnull(strstr(e.text, "newer than this program"));
	/* A gap in the numbers is a broken installation. */
	scratch_write("db/0003-late.sql", "SELECT 1;\n");
	ck_assert_int_eq(db_open(scratch_path("games.db"), DB_USE, &db, &e),
	    -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
}
END_TEST

static void
say(struct db *db, const char *what)
{
	db_log(db, LOG_LEVEL_INFO, what, NULL);
}

/* Only what has come to be is in the log. */
START_TEST(test_log)
{
	struct db *db = scratch_db_made();
	struct buf log = BUF_INIT;
	const char *path = scratch_path("log");

	ck_assert_ptr_nonnull(freopen(path, "w", stderr));
	say(db, "alone");
	OK(db_begin(db, &e));
	say(db, "undone");
	db_abort(db);
	OK(db_begin(db, &e));
	say(db, "first");
	OK(db_savepoint(db, &e));
	say(db, "back");
	OK(db_savepoint(db, &e));
	say(db, "back-too");
	OK(db_savepoint_keep(db, &e));
	db_savepoint_undo(db, &e);
	OK(db_savepoint(db, &e));
	say(db, "second");
	OK(db_savepoint_keep(db, &e));
	OK(file_read(path, 1000, &log, &e));
	ck_assert_ptr_null(strstr(buf_text(&log), "first"));
	OK(db_commit(db, &e));
	buf_clear(&log);
	OK(file_read(path, 1000, &log, &e));
	ck_assert_ptr_nonnull(strstr(log.data, "event=alone\n"));
	ck_assert_ptr_nonnull(strstr(log.data, "event=first\n"));
	ck_assert_ptr_nonnull(strstr(log.data, "event=second\n"));
	ck_assert_ptr_null(strstr(log.data, "undone"));
	ck_assert_ptr_null(strstr(log.data, "back"));
	buf_release(&log);
	db_close(db);
}
END_TEST

/* Whoever passes over a failure cannot keep what they did; and where the engine
 * has given up the whole transaction, nothing goes into the file alone. */
START_TEST(test_passed_over)
{
	struct db *db = scratch_db_made();
	struct err why = { ERR_NONE, "" };

	OK(db_begin(db, &e));
	OK(db_setting_put(db, "a", "1", &e));
	OK(db_savepoint(db, &e));
	ck_assert_int_eq(engine_exec(db, "no such thing", &e), -1);
	e.text[0] = '\0';
	ck_assert_int_eq(db_savepoint_keep(db, &e), -1);
	ck_assert_str_eq(e.text, "database: near \"no\": syntax error");
	ck_assert_int_eq(err_set(&why, ERR_CORRUPT, "something else"), -1);
	db_savepoint_undo(db, &why);
	ck_assert_str_eq(why.text, e.text);
	OK(db_setting_put(db, "b", "1", &e));
	OK(db_commit(db, &e));
	OK(db_begin(db, &e));
	ck_assert_int_eq(engine_exec(db, "no such thing", &e), -1);
	OK(db_setting_put(db, "c", "1", &e));
	ck_assert_int_eq(db_commit(db, &e), -1);
	db_abort(db);
	OK(db_begin(db, &e));
	OK(db_setting_put(db, "d", "1", &e));
	ck_assert_int_eq(engine_exec(db,
			     "INSERT OR ROLLBACK INTO setting (key, value) "
			     "VALUES ('d', x'32')",
			     &e),
	    -1);
	ck_assert(!db_in_transaction(db));
	ck_assert(db_begun(db));
	ck_assert_int_eq(db_setting_put(db, "e", "1", &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "UNIQUE"));
	/* Nor does a savepoint begin another. */
	ck_assert_int_eq(db_savepoint(db, &e), -1);
	ck_assert(!db_in_transaction(db));
	ck_assert_int_eq(db_commit(db, &e), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "UNIQUE"));
	db_abort(db);
	ck_assert_int_eq(
	    scratch_number(db,
		"SELECT count(*) FROM setting WHERE key IN ('a', 'b')"),
	    2);
	ck_assert_int_eq(
	    scratch_number(db,
		"SELECT count(*) FROM setting WHERE key IN ('c', 'd', 'e')"),
	    0);
	db_close(db);
}
END_TEST

START_TEST(test_transactions)
{
	struct db *db = scratch_db_made();

	ck_assert(!db_in_transaction(db));
	db_abort(db);
	OK(db_begin(db, &e));
	ck_assert(db_in_transaction(db));
	OK(db_setting_put(db, "a", "1", &e));
	OK(db_savepoint(db, &e));
	OK(db_setting_put(db, "b", "1", &e));
	OK(db_savepoint(db, &e));
	OK(db_setting_put(db, "c", "1", &e));
	db_savepoint_undo(db, &e);
	OK(db_savepoint_keep(db, &e));
	OK(db_savepoint(db, &e));
	OK(db_setting_put(db, "d", "1", &e));
	db_savepoint_undo(db, &e);
	OK(db_commit(db, &e));
	OK(db_begin(db, &e));
	OK(db_setting_put(db, "e", "1", &e));
	db_abort(db);
	ck_assert(!db_in_transaction(db));
	ck_assert_int_eq(
	    scratch_number(db,
		"SELECT count(*) FROM setting WHERE key IN ('a', 'b')"),
	    2);
	ck_assert_int_eq(
	    scratch_number(db,
		"SELECT count(*) FROM setting WHERE key IN ('c', 'd', 'e')"),
	    0);
	db_close(db);
}
END_TEST

START_TEST(test_busy)
{
	struct db *one = scratch_db_made(), *two = scratch_db_made();

	/* A second writer waits for the first and then says so. */
	scratch_number(two, "PRAGMA busy_timeout = 50");
	OK(db_begin(one, &e));
	ck_assert_int_eq(db_begin(two, &e), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	ck_assert(!db_in_transaction(two));
	OK(db_setting_put(one, "a", "1", &e));
	OK(db_commit(one, &e));
	OK(db_begin(two, &e));
	db_abort(two);
	db_close(one);
	db_close(two);
}
END_TEST

/* A second connection of one process must not take the first one's locks
 * away when it opens or closes: another process would then believe to be
 * alone, and reset the log under it. */
START_TEST(test_two_connections)
{
	struct db *one = scratch_db_made();
	int64_t id;

	db_close(scratch_db_made());
	ck_assert_int_eq(
	    scratch_system(
		"sqlite3 games.db \"INSERT INTO setting VALUES ('a', x'31')\""),
	    0);
	ck_assert_int_eq(scratch_system("test -e games.db-wal"), 0);
	ck_assert_int_eq(scratch_number(one,
			     "SELECT count(*) FROM setting WHERE key = 'a'"),
	    1);
	id = scratch_game(one);
	ck_assert_int_eq(
	    scratch_system(
		"test \"$(sqlite3 games.db 'SELECT count(*) FROM game')\" = 1"),
	    0);
	ck_assert_int_eq(id, 1);
	db_close(one);
}
END_TEST

START_TEST(test_secret)
{
	struct db *db = scratch_db_made();
	uint8_t one[32], two[32], zero[32] = { 0 };
	struct buf out = BUF_INIT;

	OK(db_secret(db, one, &e));
	db_close(db);
	db = scratch_db_made();
	OK(db_secret(db, two, &e));
	ck_assert_mem_eq(one, two, 32);
	ck_assert_mem_ne(one, zero, 32);
	ck_assert_int_eq(db_setting_get(db, "name", &out, &e), 0);
	OK(db_setting_put(db, "name", "Klub", &e));
	OK(db_setting_put(db, "name", "Club", &e));
	ck_assert_int_eq(db_setting_get(db, "name", &out, &e), 1);
	ck_assert_str_eq(buf_text(&out), "Club");
	buf_release(&out);
	db_close(db);
}
END_TEST

/* Two restores of one copy must not have one epoch. */
START_TEST(test_epoch)
{
	struct db *db = scratch_db_made();
	int64_t one, two;

	OK(db_epoch(db, &one, &e));
	ck_assert_int_eq(one, 1);
	OK(db_epoch_raise(db, 1700000000, &e));
	OK(db_epoch(db, &one, &e));
	ck_assert_int_eq(one, 1700000000);
	/* A clock that went back brings no epoch again. */
	OK(db_epoch_raise(db, 1600000000, &e));
	db_close(db);
	db = scratch_db_made();
	OK(db_epoch(db, &two, &e));
	ck_assert_int_eq(two, 1700000001);
	OK(db_setting_put(db, "epoch", "7x", &e));
	ck_assert_int_eq(db_epoch(db, &two, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	db_close(db);
}
END_TEST

/* With a reader in the way the log cannot be emptied, and that is said. */
START_TEST(test_scrub)
{
	struct db *db = scratch_db_made(), *reader = scratch_db_made();

	scratch_player(db, "Ottokar", "otto@example.org");
	scratch_number(db, "PRAGMA busy_timeout = 50");
	OK(db_savepoint(reader, &e));
	scratch_number(reader, "SELECT count(*) FROM player");
	scratch_number(db, "DELETE FROM address RETURNING id");
	scratch_number(db, "DELETE FROM player RETURNING id");
	ck_assert_int_eq(db_scrub(db, &e), 1);
	ck_assert_int_eq(scratch_system("grep -q Ottokar games.db*"), 0);
	ck_assert_int_eq(scratch_number(db, "PRAGMA temp_store"), 2);
	ck_assert_int_eq(db_scrub_rest(db, &e), 2);
	ck_assert_int_eq(scratch_number(db, "PRAGMA busy_timeout"), 10000);
	OK(db_savepoint_keep(reader, &e));
	ck_assert_int_eq(db_scrub_rest(db, &e), 1);
	ck_assert_int_ne(scratch_system("grep -q Ottokar games.db*"), 0);
	ck_assert_int_eq(db_scrub_rest(db, &e), 0);
	/* Nobody was in the way. */
	scratch_player(db, "Ottokar", "otto@example.org");
	scratch_number(db, "DELETE FROM address RETURNING id");
	scratch_number(db, "DELETE FROM player RETURNING id");
	OK(db_scrub(db, &e));
	ck_assert_int_eq(db_scrub_rest(db, &e), 0);
	ck_assert_int_ne(scratch_system("grep -q Ottokar games.db*"), 0);
	ck_assert_int_eq(scratch_number(db, "PRAGMA temp_store"), 2);
	db_close(reader);
	db_close(db);
}
END_TEST

OWN_PROCESSES

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_log);
	tcase_add_test(t, test_foreign);
	tcase_add_test(t, test_empty);
	tcase_add_test(t, test_lock);
	tcase_add_test(t, test_transactions);
	tcase_add_test(t, test_secret);
	tcase_add_test(t, test_epoch);
	/* In a file's own words, or of what stands beside it; a server's are in
	 * test-served.c and tests/daemon/test-versions.py. */
	if (fresh_served())
		return;
	tcase_add_test(t, test_open);
	tcase_add_test(t, test_of_another_user);
	tcase_add_test(t, test_lock_looked_at);
	tcase_add_test(t, test_lock_of_links);
	tcase_add_test(t, test_strict);
	tcase_add_test(t, test_migrate);
	tcase_add_test(t, test_migrate_ahead);
	tcase_add_test(t, test_migrate_knowledge);
	tcase_add_test(t, test_migrate_fails);
	tcase_add_test(t, test_migrate_newer);
	tcase_add_test(t, test_damaged);
	tcase_add_test(t, test_passed_over);
	tcase_add_test(t, test_busy);
	tcase_add_test(t, test_two_connections);
	tcase_add_test(t, test_scrub);
	tcase_add_test(t, test_reclaim);
}
