/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "tests/run.h"

static char dir[] = "/tmp/paquebot-file-XXXXXX";

static const char *
in_dir(const char *name)
{
	static char path[200];

	(void)snprintf(path, sizeof path, "%s/%s", dir, name);
	return path;
}

static int
count_entries(void)
{
	DIR *d = opendir(dir);
	int n = 0;

	ck_assert_ptr_nonnull(d);
	while (readdir(d) != NULL)
		n++;
	(void)closedir(d);
	return n - 2;
}

static void
setup(void)
{
	ck_assert_ptr_nonnull(mkdtemp(dir));
}

START_TEST(files_go_there_and_back)
{
	struct buf b = BUF_INIT;
	struct err e;
	struct stat st;

	setup();
	ck_assert_int_eq(file_write(in_dir("f"), "a\0b", 3, 0600, &e), 0);
	ck_assert_int_eq(stat(in_dir("f"), &st), 0);
	ck_assert_int_eq(st.st_mode & 07777, 0600);
	ck_assert_int_eq(file_write(in_dir("f"), "new", 3, 0640, &e), 0);
	ck_assert_int_eq(stat(in_dir("f"), &st), 0);
	ck_assert_int_eq(st.st_mode & 07777, 0640);
	ck_assert_int_eq(file_read(in_dir("f"), 3, &b, &e), 0);
	ck_assert_str_eq(buf_text(&b), "new");
	ck_assert_int_eq(count_entries(), 1); /* nothing temporary */
	ck_assert_int_eq(unlink(in_dir("f")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
	buf_release(&b);
}
END_TEST

/* `paquebot doctor` by root may renew a token that the daemon reads. */
START_TEST(what_root_writes_anew_stays_whose_it_was)
{
	enum { NOBODY = 65534 };
	uid_t whose = geteuid() == 0 ? NOBODY : geteuid();
	struct stat st;
	struct err e;

	setup();
	ck_assert_int_eq(file_write(in_dir("f"), "old", 3, 0600, &e), 0);
	ck_assert_int_eq(chown(in_dir("f"), whose, (gid_t)-1), 0);
	ck_assert_int_eq(file_write(in_dir("f"), "new", 3, 0600, &e), 0);
	ck_assert_int_eq(stat(in_dir("f"), &st), 0);
	ck_assert_uint_eq(st.st_uid, whose);
	ck_assert_int_eq(st.st_size, 3);
	ck_assert_int_eq(unlink(in_dir("f")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

START_TEST(reading_fails_as_promised)
{
	struct buf b = BUF_INIT;
	struct err e;

	setup();
	ck_assert_int_eq(file_read(in_dir("none"), 10, &b, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_ptr_nonnull(strstr(e.text, "none"));
	ck_assert_int_eq(file_write(in_dir("f"), "12345", 5, 0600, &e), 0);
	ck_assert_int_eq(file_read(in_dir("f"), 4, &b, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_int_eq(file_read(dir, 4, &b, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(unlink(in_dir("f")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
	buf_release(&b);
}
END_TEST

START_TEST(a_buffer_with_a_cap_is_not_overrun)
{
	struct buf b;
	struct err e;

	setup();
	buf_init(&b, 3);
	ck_assert_int_eq(file_write(in_dir("f"), "12345", 5, 0600, &e), 0);
	ck_assert_int_eq(file_read(in_dir("f"), 100, &b, &e), -1);
	ck_assert_int_eq(e.kind, ERR_CORRUPT);
	ck_assert_int_eq(unlink(in_dir("f")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
	buf_release(&b);
}
END_TEST

START_TEST(a_failed_write_leaves_the_old)
{
	struct buf b = BUF_INIT;
	struct err e;
	struct stat st;

	setup();
	ck_assert_int_eq(mkdir(in_dir("d"), 0700), 0);
	/* a directory cannot be replaced by a file */
	ck_assert_int_eq(file_write(in_dir("d"), "x", 1, 0600, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	/* nor is a device, which root could */
	ck_assert_int_eq(mkfifo(in_dir("p"), 0600), 0);
	ck_assert_int_eq(file_write(in_dir("p"), "x", 1, 0600, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(stat(in_dir("p"), &st), 0);
	ck_assert(S_ISFIFO(st.st_mode));
	ck_assert_int_eq(unlink(in_dir("p")), 0);
	ck_assert_int_eq(count_entries(), 1);
	ck_assert_int_eq(file_write(in_dir("none/f"), "x", 1, 0600, &e), -1);
	ck_assert_int_eq(rmdir(in_dir("d")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
	buf_release(&b);
}
END_TEST

START_TEST(directories_with_their_parents)
{
	struct err e;
	struct stat st;

	setup();
	(void)umask(077);
	ck_assert_int_eq(file_mkdirs(in_dir("a/b//c/"), 0755, &e), 0);
	ck_assert_int_eq(stat(in_dir("a/b/c"), &st), 0);
	ck_assert_int_eq(st.st_mode & 07777, 0755);
	ck_assert_int_eq(file_mkdirs(in_dir("a/b/c"), 0700, &e), 0);
	ck_assert_int_eq(file_write(in_dir("a/f"), "x", 1, 0600, &e), 0);
	ck_assert_int_eq(file_mkdirs(in_dir("a/f/g"), 0700, &e), -1);
	ck_assert(file_may_write(in_dir("a/b")));
	ck_assert(file_may_write(in_dir("a/d/e/f")));
	ck_assert(!file_may_write(in_dir("a/f/g")));
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	ck_assert_int_eq(unlink(in_dir("a/f")), 0);
	ck_assert_int_eq(rmdir(in_dir("a/b/c")), 0);
	ck_assert_int_eq(rmdir(in_dir("a/b")), 0);
	ck_assert_int_eq(rmdir(in_dir("a")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

/* What root makes is of whose directory it lies in. */
START_TEST(directories_of_an_account)
{
	enum { OWNER = 12345 };
	struct err e;
	struct stat st;

	if (geteuid() != 0)
		return;
	setup();
	ck_assert_int_eq(chown(dir, OWNER, OWNER + 1), 0);
	ck_assert_int_eq(file_mkdirs(in_dir("a/b"), 0700, &e), 0);
	ck_assert_int_eq(stat(in_dir("a/b"), &st), 0);
	ck_assert_int_eq(st.st_uid, OWNER);
	ck_assert_int_eq(st.st_gid, OWNER + 1);
	ck_assert_int_eq(st.st_mode & 07777, 0700);
	/* What is there stays whose it is. */
	ck_assert_int_eq(chown(in_dir("a/b"), 0, 0), 0);
	ck_assert_int_eq(file_mkdirs(in_dir("a/b/c"), 0755, &e), 0);
	ck_assert_int_eq(stat(in_dir("a/b/c"), &st), 0);
	ck_assert_int_eq(st.st_uid, 0);
	ck_assert_int_eq(rmdir(in_dir("a/b/c")), 0);
	ck_assert_int_eq(rmdir(in_dir("a/b")), 0);
	ck_assert_int_eq(rmdir(in_dir("a")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
}
END_TEST

START_TEST(home_of_an_uninstalled_program)
{
	struct buf path = BUF_INIT, bytes = BUF_INIT;
	struct err e;

	ck_assert_int_eq(unsetenv("PAQUEBOT_DATADIR"), 0);
	ck_assert_int_eq(file_home("data/atlantic-star.json", &path, &e), 0);
	ck_assert_int_eq(file_read(path.data, 1 << 20, &bytes, &e), 0);
	ck_assert_int_eq(file_home("data/none.json", &path, &e), -1);
	ck_assert_int_eq(e.kind, ERR_GIVEUP);
	buf_release(&path);
	buf_release(&bytes);
}
END_TEST

START_TEST(the_environment_names_another_home)
{
	struct buf path = BUF_INIT;
	struct err e;

	setup();
	ck_assert_int_eq(setenv("PAQUEBOT_DATADIR", dir, 1), 0);
	ck_assert_int_eq(file_home("db", &path, &e), -1);
	ck_assert_int_eq(mkdir(in_dir("db"), 0700), 0);
	ck_assert_int_eq(file_home("db", &path, &e), 0);
	ck_assert_str_eq(path.data, in_dir("db"));
	ck_assert_int_eq(rmdir(in_dir("db")), 0);
	ck_assert_int_eq(rmdir(dir), 0);
	buf_release(&path);
}
END_TEST

OWN_PROCESSES

TESTS(files_go_there_and_back, what_root_writes_anew_stays_whose_it_was,
    reading_fails_as_promised, a_buffer_with_a_cap_is_not_overrun,
    a_failed_write_leaves_the_old, directories_with_their_parents,
    directories_of_an_account, home_of_an_uninstalled_program,
    the_environment_names_another_home)
