/* SPDX-License-Identifier: MIT */
/* Copies of the database, and one of them put in its place. */
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scratch.h"
#include "store/backup.h"
#include "store/outgoing.h"
#include "store/setting.h"
#include "store/sql.h"
#include "tests/srcdir.h"
#include "tests/store/fresh.h"

enum { NOW = 1800000000 };

static int
mode_of(const char *name)
{
	struct stat st;

	ck_assert_int_eq(stat(scratch_path(name), &st), 0);
	return (int)(st.st_mode & 0777);
}

START_TEST(test_backup)
{
	struct db *db = scratch_db(), *copy;
	uint8_t one[32], two[32];
	int64_t id = scratch_game(db);

	OK(db_secret(db, one, &e));
	OK(db_backup(db, scratch_path("copy.db"), &e));
	ck_assert_int_eq(mode_of("copy.db"), 0600);
	/* Nothing is left beside it, and what comes later is not in it. */
	ck_assert_int_eq(scratch_system("test \"$(ls copy.db*)\" = copy.db"),
	    0);
	scratch_game(db);
	OK(db_open(scratch_path("copy.db"), DB_USE, &copy, &e));
	OK(db_secret(copy, two, &e));
	ck_assert_mem_eq(one, two, 32);
	ck_assert_int_eq(scratch_number(copy, "SELECT count(*) FROM game"), 1);
	ck_assert_int_eq(scratch_number(copy, "SELECT max(id) FROM game"), id);
	db_close(copy);
	/* An older copy is replaced whole; a place that is not there is
	 * said. */
	OK(db_backup(db, scratch_path("copy.db"), &e));
	OK(db_open(scratch_path("copy.db"), DB_USE, &copy, &e));
	ck_assert_int_eq(scratch_number(copy, "SELECT count(*) FROM game"), 2);
	db_close(copy);
	ck_assert_int_eq(db_backup(db, scratch_path("no/copy.db"), &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	/* For root "/dev/null" would be a file from then on. */
	ck_assert_int_eq(mkfifo(scratch_path("device"), 0600), 0);
	ck_assert_int_eq(db_backup(db, scratch_path("device"), &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(scratch_system("test -p device"), 0);
	db_close(db);
}
END_TEST

/* A configuration is no older backup, nor is an archive of them. */
START_TEST(test_backup_onto_others)
{
	static const char *const others[] = { "club { name = x }\n",
		"SQLite format 2 is no such file", "x" };
	struct db *db = scratch_db(), *copy;

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		scratch_write("other", others[i]);
		scratch_write("was", others[i]);
		ck_assert_int_eq(db_backup(db, scratch_path("other"), &e), -1);
		ck_assert_int_eq(e.kind, ERR_GIVEUP);
		ck_assert_ptr_nonnull(strstr(e.text,
		    "no backup: move it away, or name"));
		ck_assert_int_eq(scratch_system("cmp other was"), 0);
	}
	/* What mktemp makes. */
	scratch_write("other", "");
	OK(db_backup(db, scratch_path("other"), &e));
	OK(db_open(scratch_path("other"), DB_USE, &copy, &e));
	db_close(copy);
	db_close(db);
}
END_TEST

/* A backup is taken while another connection is in the middle of writing. */
START_TEST(test_backup_in_use)
{
	struct db *db = scratch_db(), *other = scratch_db(), *copy;

	scratch_game(db);
	OK(db_begin(other, &e));
	OK(db_setting_put(other, "a", "1", &e));
	OK(db_backup(db, scratch_path("copy.db"), &e));
	OK(db_commit(other, &e));
	OK(db_open(scratch_path("copy.db"), DB_USE, &copy, &e));
	ck_assert_int_eq(scratch_number(copy,
			     "SELECT count(*) FROM setting WHERE key = 'a'"),
	    0);
	db_close(copy);
	db_close(other);
	db_close(db);
}
END_TEST

/* The database is never its own backup, whatever it is called. */
START_TEST(test_backup_onto_itself)
{
	static const char *const names[] = { "games.db", "./games.db", "link",
		"hard", "linked/games.db", "games.db-wal",
		"linked/games.db-wal", "games.db-shm", "games.db-journal",
		"games.db.lock" };
	static const char *const beside[] = { "games.db-wal", "games.db-shm",
		"games.db.lock" };
	struct db *db = scratch_db(), *copy;

	scratch_game(db);
	ck_assert_int_eq(
	    scratch_system(
		"ln -s games.db link && ln games.db hard && ln -s . linked"),
	    0);
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		ck_assert_int_eq(db_backup(db, scratch_path(names[i]), &e), -1);
		ck_assert_int_eq(e.kind, ERR_GIVEUP);
		ck_assert_ptr_nonnull(strstr(e.text,
		    "is the database that is in use"));
	}
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	/* Nor by a link, whose file has others beside it. */
	OK(db_open(scratch_path("link"), DB_USE, &copy, &e));
	for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
		ck_assert_int_eq(db_backup(copy, scratch_path(beside[i]), &e),
		    -1);
		ck_assert_int_eq(e.kind, ERR_GIVEUP);
	}
	db_close(copy);
	/* A link to another place is just a name. */
	ck_assert_int_eq(scratch_system("ln -s elsewhere out"), 0);
	OK(db_backup(db, scratch_path("out"), &e));
	OK(db_open(scratch_path("out"), DB_USE, &copy, &e));
	ck_assert_int_eq(scratch_number(copy, "SELECT count(*) FROM game"), 1);
	db_close(copy);
	db_close(db);
}
END_TEST

START_TEST(test_backup_noted)
{
	struct db *db = scratch_db();
	int64_t when;

	OK(db_backup_last(db, &when, &e));
	ck_assert_int_eq(when, 0);
	OK(db_backup_note(db, NOW, &e));
	OK(db_backup_last(db, &when, &e));
	ck_assert_int_eq(when, NOW);
	db_close(db);
}
END_TEST

/* Zeroes the page a table or an index begins on. */
static void
damage(const char *file, const char *name)
{
	struct db *db;
	char select[100], zero[4096] = "";
	int64_t page;
	int fd;

	OK(db_open(scratch_path(file), DB_COPY, &db, &e));
	(void)snprintf(select, sizeof select,
	    "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", name);
	page = scratch_number(db, select);
	db_close(db);
	fd = open(scratch_path(file), O_WRONLY);
	ck_assert_int_eq(pwrite(fd, zero, sizeof zero, (page - 1) * 4096),
	    sizeof zero);
	(void)close(fd);
}

/* The last good backup is not replaced by a bad one. */
START_TEST(test_backup_of_damage)
{
	struct db *db;

	db_close(scratch_db());
	ck_assert_int_eq(
	    scratch_system("printf 'SQLite format 3\\000, good' >copy.db"), 0);
	damage("games.db", "event");
	OK(db_open(scratch_path("games.db"), DB_COPY, &db, &e));
	ck_assert_int_eq(db_backup(db, scratch_path("copy.db"), &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_ptr_nonnull(strstr(e.text, "damaged: "));
	ck_assert_ptr_null(strstr(e.text, "***"));
	ck_assert_int_eq(
	    scratch_system(
		"grep -q good copy.db && test \"$(ls copy.db*)\" = copy.db"),
	    0);
	db_close(db);
}
END_TEST

static int
restore(const char *from, struct buf *kept)
{
	char *name = strdup(scratch_path(from));
	int rc;

	buf_clear(kept);
	rc = db_restore(name, scratch_path("games.db"), NOW, kept, &e);
	free(name);
	return rc;
}

/* Two games, and a copy from when there was one. */
static void
two_games_and_a_copy(void)
{
	struct db *db = scratch_db();

	scratch_game(db);
	OK(db_backup(db, scratch_path("copy.db"), &e));
	scratch_game(db);
	db_close(db);
}

START_TEST(test_restore)
{
	struct buf kept = BUF_INIT;
	struct db *db;
	int64_t epoch;

	two_games_and_a_copy();
	OK(restore("copy.db", &kept));
	ck_assert_ptr_nonnull(strstr(kept.data,
	    "games.db.replaced-20270115T080000Z"));
	ck_assert_int_eq(mode_of("games.db"), 0600);
	ck_assert_int_eq(scratch_system("ls games.db.restore*"), 2);
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	OK(db_epoch(db, &epoch, &e));
	ck_assert_int_eq(epoch, NOW);
	/* Its page in the archive is of a time that has not been. */
	ck_assert_int_eq(scratch_number(db, "SELECT game FROM archive_due"), 1);
	db_close(db);
	OK(db_open(kept.data, DB_USE, &db, &e));
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 2);
	db_close(db);
	/* The same copy once more, by a clock that stood still: above all, and
	 * what was kept stays. */
	OK(restore("copy.db", &kept));
	ck_assert_ptr_nonnull(strstr(kept.data,
	    "games.db.replaced-20270115T080001Z"));
	ck_assert_int_eq(scratch_system("test -e "
					"games.db.replaced-20270115T080000Z"),
	    0);
	db = scratch_db();
	OK(db_epoch(db, &epoch, &e));
	ck_assert_int_eq(epoch, NOW + 1);
	db_close(db);
	/* The copy itself was not touched, and serves where there is none. */
	ck_assert_int_eq(scratch_system("rm games.db"), 0);
	OK(restore("copy.db", &kept));
	ck_assert_int_eq((int)kept.len, 0);
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	db_close(db);
	buf_release(&kept);
}
END_TEST

/* What the keeper has paused before goes out no sooner for it. */
START_TEST(test_restore_paused)
{
	struct buf kept = BUF_INIT;
	struct db *db;
	struct outgoing o;

	two_games_and_a_copy();
	db = scratch_db();
	ck_assert_int_eq(outgoing_pause(db, NOW - 5, &e), 1);
	OK(db_backup(db, scratch_path("paused.db"), &e));
	db_close(db);
	OK(restore("copy.db", &kept));
	db = scratch_db();
	OK(outgoing_read(db, &o, &e));
	ck_assert_int_eq(o.state, OUTGOING_PAUSED);
	ck_assert_int_eq(o.paused, NOW - 5);
	ck_assert_int_eq(outgoing_resume(db, NOW, &e), 1);
	db_close(db);
	/* Nor does what was paused when the copy was made. */
	ck_assert_int_eq(unlink(kept.data), 0);
	OK(restore("paused.db", &kept));
	db = scratch_db();
	OK(outgoing_read(db, &o, &e));
	ck_assert_int_eq(o.state, OUTGOING_PAUSED);
	db_close(db);
	buf_release(&kept);
}
END_TEST

/* A file that was moved to a bigger disk is replaced there. */
START_TEST(test_restore_by_a_link)
{
	struct buf kept = BUF_INIT;
	struct db *db;

	two_games_and_a_copy();
	ck_assert_int_eq(scratch_system("mkdir disk && mv games.db* disk/ && "
					"ln -s disk/games.db games.db"),
	    0);
	OK(restore("copy.db", &kept));
	ck_assert_ptr_nonnull(strstr(kept.data, "/disk/games.db.replaced-"));
	ck_assert_int_eq(scratch_system("test -L games.db && test ! -L "
					"disk/games.db && test ! -L "
					"disk/games.db.replaced-*"),
	    0);
	ck_assert_int_eq(scratch_system("ls games.db.*"), 2);
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	db_close(db);
	buf_release(&kept);
}
END_TEST

/* Nothing is changed for what is no good copy. */
START_TEST(test_restore_refused)
{
	struct buf kept = BUF_INIT;
	struct db *db, *reader;

	two_games_and_a_copy();
	scratch_write("text",
	    "Dear diary, this is no database at all. "
	    ".............................................................");
	ck_assert_int_eq(restore("text", &kept), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_int_eq(scratch_system("sqlite3 other 'CREATE TABLE x (y)'"),
	    0);
	ck_assert_int_eq(restore("other", &kept), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "not a database of paquebot"));
	ck_assert_int_eq(scratch_system("cp copy.db newer && sqlite3 newer "
					"'PRAGMA user_version = 9999'"),
	    0);
	ck_assert_int_eq(restore("newer", &kept), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_ptr_nonnull(strstr(e.text, "version 9999, newer than"));
	ck_assert_int_eq(scratch_system("cp copy.db bad"), 0);
	damage("bad", "outbox_due"); /* an index */
	ck_assert_int_eq(restore("bad", &kept), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_int_eq(restore("none", &kept), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(restore(".", &kept), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "is not a file"));
	ck_assert_int_eq(restore("games.db", &kept), -1);
	ck_assert_ptr_nonnull(strstr(e.text, "is the database that is in use"));
	reader = scratch_db();
	scratch_number(reader, "SELECT count(*) FROM game");
	ck_assert_int_eq(restore("copy.db", &kept), -1);
	ck_assert_int_eq(e.kind, ERR_RETRY);
	ck_assert_ptr_nonnull(strstr(e.text, "such as Litestream"));
	db_close(reader);
	ck_assert_int_eq(scratch_system("ls games.db.re*"), 2);
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 2);
	db_close(db);
	buf_release(&kept);
}
END_TEST

static uid_t
owner(const char *name)
{
	struct stat st;

	ck_assert_int_eq(stat(scratch_path(name), &st), 0);
	return st.st_uid;
}

/* What a keeper does as root, the daemon can still use. */
START_TEST(test_owner)
{
	enum { NOBODY = 65534 };
	uid_t whose = geteuid() == 0 ? NOBODY : geteuid();
	struct buf kept = BUF_INIT;
	int lock;

	ck_assert_int_eq(chown(scratch_path("."), whose, (gid_t)-1), 0);
	db_close(scratch_db_made());
	OK(db_lock(scratch_path("games.db"), &lock, &e));
	(void)close(lock);
	two_games_and_a_copy();
	OK(restore("copy.db", &kept));
	ck_assert_int_eq(owner("games.db"), whose);
	ck_assert_int_eq(owner("games.db.lock"), whose);
	buf_release(&kept);
}
END_TEST

/* A damaged file, the reason for it all, is no hindrance; and its log is not
 * read as that of the copy. */
START_TEST(test_restore_over_damage)
{
	struct buf kept = BUF_INIT;
	struct db *db;

	two_games_and_a_copy();
	/* What a process that was killed leaves. */
	db = scratch_db();
	scratch_game(db);
	ck_assert_int_eq(scratch_system("cp games.db-wal wal"), 0);
	db_close(db);
	scratch_write("games.db", "No database, but with a log.");
	ck_assert_int_eq(scratch_system("mv wal games.db-wal"), 0);
	OK(restore("copy.db", &kept));
	ck_assert_int_eq(scratch_system("ls games.db-wal games.db-shm"), 2);
	ck_assert_int_eq(
	    scratch_system("grep -q 'No database' games.db.replaced-*Z && ls "
			   "games.db.replaced-*Z-wal"),
	    0);
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	db_close(db);
	buf_release(&kept);
}
END_TEST

/* A keeper who has moved the damaged file away has not thought of its logs. */
START_TEST(test_restore_beside_logs)
{
	struct buf kept = BUF_INIT;
	struct db *db;

	two_games_and_a_copy();
	db = scratch_db();
	scratch_game(db);
	ck_assert_int_eq(scratch_system("cp games.db-wal wal"), 0);
	db_close(db);
	ck_assert_int_eq(scratch_system("rm games.db && mv wal games.db-wal && "
					"echo x >games.db-journal"),
	    0);
	OK(restore("copy.db", &kept));
	ck_assert_int_eq((int)kept.len, 0);
	ck_assert_int_eq(scratch_system("ls games.db-wal games.db-journal"), 2);
	ck_assert_int_eq(
	    scratch_system(
		"ls games.db.replaced-*Z-wal games.db.replaced-*Z-journal"),
	    0);
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	db_close(db);
	buf_release(&kept);
}
END_TEST

/* An attempt that was cut off leaves nothing that the next one trips over. */
START_TEST(test_restore_again)
{
	struct buf kept = BUF_INIT;
	struct db *db;

	two_games_and_a_copy();
	db = scratch_db();
	scratch_game(db);
	ck_assert_int_eq(scratch_system("cp games.db-wal games.db.restore-wal "
					"&& cp games.db games.db.restore"),
	    0);
	db_close(db);
	OK(restore("copy.db", &kept));
	db = scratch_db();
	ck_assert_int_eq(scratch_number(db, "SELECT count(*) FROM game"), 1);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM pragma_integrity_check "
			     "WHERE integrity_check = 'ok'"),
	    1);
	db_close(db);
	ck_assert_int_eq(scratch_system("ls games.db.restore*"), 2);
	buf_release(&kept);
}
END_TEST

/* A backup of before chains, with a game under way (1), one that has not begun
 * (2) and one that is over (3). */
static void
older_copy(void)
{
	ck_assert_int_eq(mkdir(scratch_path("db"), 0700), 0);
	ck_assert_int_eq(setenv("PAQUEBOT_DATADIR", scratch, 1), 0);
	ck_assert_int_eq(
	    scratch_system("for f in '" PAQUEBOT_SRCDIR
			   "'/db/0*.sql; do case $f in *-chain.sql) break;; "
			   "esac; cp \"$f\" db/; done"),
	    0);
	db_close(scratch_db_made());
	ck_assert_int_eq(
	    scratch_system(
		"mv games.db older.db && for i in 1 2 3; do sqlite3 older.db \""
		"INSERT INTO game (id, kind, version, data_hash, seats, "
		"options, state, seed, lang, moderator_holder, created, "
		"started, ended, seq, board, turn, opened, epoch, final) "
		"VALUES ($i, 'toy', 1, 'x', 1, '-', "
		"CASE $i WHEN 1 THEN 1 WHEN 2 THEN 0 ELSE 2 END, "
		"randomblob(32), 'en', 1, 0, 0, 0, $i <> 2, $i <> 2, 0, 0, 1, "
		"$i = 3);INSERT INTO event (game, seq, actor, words, derived, "
		"chat, stamp, board) SELECT $i, 1, 0, 'deck', '', '', 1, 1 "
		"WHERE $i <> 2\"; done"),
	    0);
	ck_assert_int_eq(scratch_system("cp '" PAQUEBOT_SRCDIR
					"'/db/*.sql db/"),
	    0);
}

/* The club may have mailed heads since, of games that go on from here: their
 * logs say that they begin anew (turnlog T30), whatever version the backup is
 * of. */
START_TEST(t30_restore_older)
{
	struct buf kept = BUF_INIT;
	struct db *db;

	older_copy();
	OK(restore("older.db", &kept));
	ck_assert_int_ne(scratch_system("ls games.db.restore*"), 0);
	OK(db_open(scratch_path("games.db"), DB_USE, &db, &e));
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM event WHERE chat = "
			     "'# anew restored'"),
	    1);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT game FROM event WHERE chat <> ''"),
	    1);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT id FROM game WHERE anew = "
			     "'# anew restored' || char(10)"),
	    2);
	ck_assert_int_eq(scratch_number(db,
			     "SELECT count(*) FROM game WHERE chains = (id <> "
			     "3) AND fork_epoch > 0"),
	    3);
	db_close(db);
	buf_release(&kept);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, scratch_open, scratch_close);
	tcase_add_test(t, test_backup);
	tcase_add_test(t, test_backup_noted);
	tcase_add_test(t, test_owner);
	/* Of the file that a club is in, and what stands beside it; a server's
	 * are in test-served.c and tests/cli/test-copy.py. */
	if (fresh_served())
		return;
	tcase_add_test(t, test_backup_in_use);
	tcase_add_test(t, test_backup_onto_itself);
	tcase_add_test(t, test_backup_of_damage);
	tcase_add_test(t, test_backup_onto_others);
	tcase_add_test(t, test_restore);
	tcase_add_test(t, test_restore_by_a_link);
	tcase_add_test(t, test_restore_paused);
	tcase_add_test(t, test_restore_refused);
	tcase_add_test(t, test_restore_over_damage);
	tcase_add_test(t, test_restore_beside_logs);
	tcase_add_test(t, test_restore_again);
	tcase_add_test(t, t30_restore_older);
}
