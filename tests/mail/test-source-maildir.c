/* SPDX-License-Identifier: MIT */

/* The Maildir as a source, and the choice of a driver. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/mem.h"
#include "mail/message.h"
#include "mail/source.h"
#include "tests/run.h"

static char top[] = "/tmp/pq-maildir-XXXXXX";
static char inbox[64], done[64], imap[] = "imap", maildir[] = "maildir";
static char done_name[] = "done";
static struct conf conf;
static struct source *source;
static struct buf got; /* "len:first bytes|" of each mail */
static int64_t last_received;

static void
put(const char *path, const char *text)
{
	char full[256];
	FILE *f;

	snprintf(full, sizeof full, "%s/%s", top, path);
	f = fopen(full, "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(text, f), 0);
	ck_assert_int_eq(fclose(f), 0);
}

static bool
is_there(const char *path)
{
	char full[256];

	snprintf(full, sizeof full, "%s/%s", top, path);
	return access(full, F_OK) == 0;
}

static struct buf leftovers; /* "item why|" */
static const char *waits;    /* the item that is left alone */
static enum source_pass waits_for;

static void
open_source(void)
{
	struct err e = { 0 };

	ck_assert_int_eq(source_maildir.open(&conf.mailbox, &source, &e), 0);
}

static void
setup(void)
{
	memcpy(top + sizeof top - 7, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(top));
	snprintf(inbox, sizeof inbox, "%s/inbox", top);
	snprintf(done, sizeof done, "%s/done", top);
	memset(&conf, 0, sizeof conf);
	conf.mailbox.type = maildir;
	conf.mailbox.folder = inbox;
	conf.mailbox.done_folder = done_name;
	conf.mailbox.batch = 2;
	conf.mailbox.interval = 600;
	conf.mailbox.timeout = 5;
	open_source();
}

static int
unlink_one(const char *path, const struct stat *st, int flag, struct FTW *w)
{
	(void)st;
	(void)flag;
	(void)w;
	return remove(path);
}

static void
teardown(void)
{
	source_maildir.close(source, 0);
	buf_release(&got);
	buf_release(&leftovers);
	waits = NULL;
	nftw(top, unlink_one, 16, FTW_DEPTH | FTW_PHYS);
}

static int
note(void *arg, const struct source_mail *m)
{
	ck_assert_str_eq(m->mailbox, inbox);
	ck_assert_uint_eq(m->uid, 0);
	ck_assert_uint_eq(m->uidvalidity, 0);
	last_received = m->received;
	buf_printf(&got, "%zu:%.*s|", m->len, m->len < 8 ? (int)m->len : 8,
	    m->raw);
	return arg != NULL ? *(int *)arg : 0;
}

static void
note_leftover(void *arg, const struct source_leftover *s)
{
	(void)arg;
	ck_assert_str_eq(s->mailbox, inbox);
	ck_assert_str_ne(s->why, "");
	ck_assert_int_gt(s->received, 0);
	buf_printf(&leftovers, "%s%s|", s->taken ? "away " : "", s->item);
}

static enum source_pass
pass(void *arg, const char *mailbox, const char *item)
{
	(void)arg;
	ck_assert_str_eq(mailbox, inbox);
	return waits != NULL && strcmp(item, waits) == 0 ? waits_for :
							   SOURCE_TAKE;
}

static int
fetch(int answer)
{
	const struct source_callbacks h = { note, note_leftover, pass,
		&answer };
	struct err e = { 0 };

	buf_clear(&got);
	buf_clear(&leftovers);
	return source_maildir.fetch(source, &h, &e);
}

static int unread; /* so many calls on, a directory cannot be read; 0 */

struct dirent *__real_readdir(DIR *d);
struct dirent *__wrap_readdir(DIR *d);
struct dirent *
__wrap_readdir(DIR *d)
{
	if (unread == 0 || --unread > 0)
		return __real_readdir(d);
	errno = EIO;
	return NULL;
}

static int failing; /* calls that ask about an open file */

int __real_fstat(int fd, struct stat *st);
int __wrap_fstat(int fd, struct stat *st);
int
__wrap_fstat(int fd, struct stat *st)
{
	if (failing == 0)
		return __real_fstat(fd, st);
	failing--;
	errno = EIO;
	return -1;
}

static int
finish(void)
{
	struct err e = { 0 };

	return source_maildir.done(source, NULL, &e);
}

START_TEST(test_new_and_cur_oldest_first_in_batches)
{
	put("inbox/new/1003.c.h", "third");
	put("inbox/cur/1002.b.h:2,S", "second");
	put("inbox/new/1001.a.h", "first");
	put("inbox/tmp/1000.x.h", "not yet");
	ck_assert_int_eq(fetch(0), 2);
	ck_assert_str_eq(buf_text(&got), "5:first|6:second|");
	ck_assert(is_there("inbox/new/1001.a.h"));
	ck_assert_int_eq(finish(), 0);
	ck_assert(!is_there("inbox/new/1001.a.h"));
	ck_assert(is_there("done/cur/1001.a.h:2,S"));
	ck_assert(is_there("done/cur/1002.b.h:2,S"));
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_str_eq(buf_text(&got), "5:third|");
	ck_assert_int_eq(finish(), 0);
	ck_assert_int_eq(fetch(0), 0);
}
END_TEST

/* Else a folder would look empty, or give what is later first. */
START_TEST(test_what_was_not_read_to_its_end_was_not_looked_at)
{
	put("inbox/new/1002.b.h", "second");
	put("inbox/cur/1001.a.h:2,S", "first");
	for (int n = 1; n <= 6; n++) {
		unread = n;
		ck_assert_int_eq(fetch(0), -1);
	}
	ck_assert_int_eq(fetch(0), 2);
	ck_assert_str_eq(buf_text(&got), "5:first|6:second|");
}
END_TEST

/* What came since the folder was listed is seen before it is said that nothing
 * is left: here all that was left then waits for its time. */
START_TEST(test_the_end_is_not_known_from_before)
{
	put("inbox/new/1.a", "one");
	put("inbox/new/2.b", "two");
	put("inbox/new/9.z", "waits");
	waits = "9.z";
	waits_for = SOURCE_LEAVE;
	ck_assert_int_eq(fetch(0), 2);
	finish();
	put("inbox/new/3.c", "three");
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_str_eq(buf_text(&got), "5:three|");
	finish();
	ck_assert_int_eq(fetch(0), 0);
}
END_TEST

START_TEST(test_what_is_not_done_comes_again)
{
	put("inbox/new/1001.a.h", "first");
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_int_eq(fetch(1), -1); /* refused by the caller */
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_int_eq(finish(), 0);
	ck_assert_int_eq(finish(), 0);
	ck_assert_int_eq(fetch(0), 0);
}
END_TEST

START_TEST(test_received_is_the_time_of_the_file)
{
	struct timespec when[2] = { { 1795255200, 0 }, { 1795255200, 0 } };
	char path[128];

	put("inbox/new/1001.a.h", "first");
	snprintf(path, sizeof path, "%s/new/1001.a.h", inbox);
	ck_assert_int_eq(utimensat(AT_FDCWD, path, when, 0), 0);
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_int_eq(last_received, 1795255200);
}
END_TEST

START_TEST(test_files_that_vanish_are_passed_over)
{
	char path[128];

	put("inbox/new/1001.a.h", "first");
	put("inbox/new/1002.b.h", "second");
	put("inbox/new/1003.c.h", "third");
	ck_assert_int_eq(fetch(0), 2);
	snprintf(path, sizeof path, "%s/new/1001.a.h", inbox);
	ck_assert_int_eq(unlink(path), 0);
	snprintf(path, sizeof path, "%s/new/1003.c.h", inbox);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(finish(), 0); /* 1001 is gone: no matter */
	ck_assert(is_there("done/cur/1002.b.h:2,S"));
	ck_assert_int_eq(fetch(0), 0); /* 1003 was in the snapshot */
}
END_TEST

START_TEST(test_what_is_no_mail_is_left_alone)
{
	char path[128];

	snprintf(path, sizeof path, "%s/new/0001.pipe", inbox);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	snprintf(path, sizeof path, "%s/new/0002.dir", inbox);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	snprintf(path, sizeof path, "%s/new/0003.link", inbox);
	ck_assert_int_eq(symlink("/etc/passwd", path), 0);
	put("inbox/new/.hidden", "not a mail");
	put("inbox/new/1001.a.h", "first");
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_str_eq(buf_text(&got), "5:first|");
}
END_TEST

START_TEST(test_a_long_mail_is_cut_one_byte_above_the_limit)
{
	char *text = mem_alloc(300001);

	memset(text, 'x', 300000);
	text[300000] = '\0';
	put("inbox/new/1001.a.h", text);
	free(text);
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_int_eq(strtol(buf_text(&got), NULL, 10), MESSAGE_MAX + 1);
}
END_TEST

START_TEST(test_watch_sees_what_came_since_the_fetch)
{
	struct pollfd p = { .events = POLLIN };
	struct err e = { 0 };

	ck_assert_int_eq(fetch(0), 0);
	ck_assert_int_eq(source_maildir.watch(source, &e), 0);
	p.fd = source_maildir.fd(source);
	ck_assert_int_eq(poll(&p, 1, 0), 0);
	put("inbox/new/1001.a.h", "first");
	ck_assert_int_eq(poll(&p, 1, 5000), 1);
	ck_assert_int_eq(source_maildir.watch(source, &e), 1);
	ck_assert_int_eq(poll(&p, 1, 0), 0);
	ck_assert_int_eq(fetch(0), 1);
}
END_TEST

START_TEST(test_the_interval_makes_it_look_again)
{
	struct err e = { 0 };

	ck_assert_int_eq(fetch(0), 0);
	ck_assert_int_gt(source_maildir.timeout(source), 590 * 1000);
	ck_assert_int_le(source_maildir.timeout(source), 600 * 1000);
	conf.mailbox.interval = 0;
	ck_assert_int_eq(source_maildir.timeout(source), 0);
	ck_assert_int_eq(source_maildir.watch(source, &e), 1);
}
END_TEST

/* Directories stand for files without rights: they stop root too. */
START_TEST(test_one_file_that_cannot_be_read_stops_no_other)
{
	char path[128];

	snprintf(path, sizeof path, "%s/cur/1000.dir.h:2,S", inbox);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	put("inbox/new/1001.a.h", "first");
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_str_eq(buf_text(&got), "5:first|");
	ck_assert_str_eq(buf_text(&leftovers), "1000.dir.h|");
	ck_assert_int_eq(finish(), 0);
	waits = "1000.dir.h";
	waits_for = SOURCE_LEAVE;
	ck_assert_int_eq(fetch(0), 0);
	ck_assert_str_eq(buf_text(&leftovers), "");
	ck_assert_int_eq(rmdir(path), 0);
}
END_TEST

/* A process without a free descriptor: no mail is to blame. */
/* Else the mail behind it would be judged before it. */
START_TEST(test_a_fault_that_passes_passes_no_mail_over)
{
	put("inbox/new/1001.a.h", "first");
	put("inbox/new/1002.b.h", "second");
	failing = 3;
	ck_assert_int_eq(fetch(0), 2);
	ck_assert_str_eq(buf_text(&leftovers), "");
	ck_assert_int_eq(failing, 0);
	ck_assert_int_eq(finish(), 0);
	put("inbox/new/1003.c.h", "third");
	failing = 4;
	ck_assert_int_eq(fetch(0), 0);
	ck_assert_str_eq(buf_text(&leftovers), "1003.c.h|");
}
END_TEST

START_TEST(test_a_machine_in_trouble_is_no_fault_of_its_files)
{
	struct rlimit full, none;

	put("inbox/new/1001.a.h", "first");
	put("inbox/new/1002.b.h", "second");
	put("inbox/new/1003.c.h", "third");
	ck_assert_int_eq(fetch(0), 2);
	ck_assert_int_eq(finish(), 0);
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &full), 0);
	none = (struct rlimit){ 0, full.rlim_max };
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	ck_assert_int_eq(fetch(0), -1);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &full), 0);
	ck_assert_str_eq(buf_text(&leftovers), "");
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_str_eq(buf_text(&got), "5:third|");
}
END_TEST

/* A directory in its place makes rename() fail. */
START_TEST(test_one_that_cannot_be_moved_stops_no_other)
{
	char path[128];

	snprintf(path, sizeof path, "%s/cur/1001.a.h:2,S", done);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	put("inbox/new/1001.a.h", "first");
	put("inbox/new/1002.b.h", "second");
	ck_assert_int_eq(fetch(0), 2);
	ck_assert_int_eq(finish(), 0);
	ck_assert(is_there("done/cur/1002.b.h:2,S"));
	waits = "1001.a.h";
	waits_for = SOURCE_LEAVE;
	ck_assert_int_eq(fetch(0), 0);
	ck_assert_str_eq(buf_text(&leftovers), "away 1001.a.h|");
	waits_for = SOURCE_PUT_AWAY;
	ck_assert_int_eq(fetch(0), 0);
	ck_assert_str_eq(buf_text(&leftovers), "away 1001.a.h|");
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_int_eq(fetch(0), 0);
	ck_assert_str_eq(buf_text(&leftovers), "");
	ck_assert_str_eq(buf_text(&got), "");
	ck_assert(is_there("done/cur/1001.a.h:2,S"));
}
END_TEST

START_TEST(test_what_stays_is_not_moved)
{
	static const bool stays[] = { true, false };
	struct err e = { 0 };

	put("inbox/new/1001.a.h", "first");
	put("inbox/new/1002.b.h", "second");
	ck_assert_int_eq(fetch(0), 2);
	ck_assert_int_eq(source_maildir.done(source, stays, &e), 0);
	ck_assert(is_there("inbox/new/1001.a.h"));
	ck_assert(is_there("done/cur/1002.b.h:2,S"));
}
END_TEST

START_TEST(test_an_absolute_done_folder)
{
	char other[64];

	snprintf(other, sizeof other, "%s/else/where", top);
	source_maildir.close(source, 0);
	conf.mailbox.done_folder = other;
	open_source();
	put("inbox/new/1001.a.h", "first");
	ck_assert_int_eq(fetch(0), 1);
	ck_assert_int_eq(finish(), 0);
	ck_assert(is_there("else/where/cur/1001.a.h:2,S"));
}
END_TEST

START_TEST(test_the_driver_is_chosen_by_type)
{
	conf.mailbox.type = imap;
	ck_assert_ptr_eq(source_driver(&conf.mailbox), &source_imap);
	conf.mailbox.type = maildir;
	ck_assert_ptr_eq(source_driver(&conf.mailbox), &source_maildir);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, test_new_and_cur_oldest_first_in_batches);
	tcase_add_test(t, test_what_was_not_read_to_its_end_was_not_looked_at);
	tcase_add_test(t, test_the_end_is_not_known_from_before);
	tcase_add_test(t, test_what_is_not_done_comes_again);
	tcase_add_test(t, test_received_is_the_time_of_the_file);
	tcase_add_test(t, test_files_that_vanish_are_passed_over);
	tcase_add_test(t, test_what_is_no_mail_is_left_alone);
	tcase_add_test(t, test_a_long_mail_is_cut_one_byte_above_the_limit);
	tcase_add_test(t, test_watch_sees_what_came_since_the_fetch);
	tcase_add_test(t, test_one_file_that_cannot_be_read_stops_no_other);
	tcase_add_test(t, test_a_fault_that_passes_passes_no_mail_over);
	tcase_add_test(t, test_a_machine_in_trouble_is_no_fault_of_its_files);
	tcase_add_test(t, test_one_that_cannot_be_moved_stops_no_other);
	tcase_add_test(t, test_what_stays_is_not_moved);
	tcase_add_test(t, test_the_interval_makes_it_look_again);
	tcase_add_test(t, test_an_absolute_done_folder);
	tcase_add_test(t, test_the_driver_is_chosen_by_type);
}
