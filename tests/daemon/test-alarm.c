/* SPDX-License-Identifier: MIT */
/* What the keeper is told of trouble with the machinery, and how often. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "daemon/own.h"
#include "world.h"

enum { T0 = 1795000000, MINUTE = 60, HOUR = 3600, DAY = 24 * HOUR };

static struct daemon *d;

static void
start(void)
{
	OK(daemon_open(world.config, DAEMON_ALL, &d, &e));
}

static void
stop(void)
{
	daemon_close(d);
	d = NULL;
}

/* How many letters of an alarm lie in the outbox: "disk-began". */
static int
letters(const char *name)
{
	char select[160];

	(void)snprintf(select, sizeof select,
	    "SELECT count(*) FROM outbox WHERE message_id LIKE '%s@%%'", name);
	return (int)world_number(select);
}

static int64_t
row(const char *column, const char *name)
{
	char select[160];

	(void)snprintf(select, sizeof select,
	    "SELECT %s FROM alarm WHERE name = '%s'", column, name);
	return world_number(select);
}

/* The database's writes come here: a full disk takes none, or if it is
 * `overwritten` only those where something lies already. */
static bool full, overwritten;

__attribute__((visibility("default"))) ssize_t pwrite64(int fd,
    const void *data, size_t len, off64_t at);
ssize_t
pwrite64(int fd, const void *data, size_t len, off64_t at)
{
	struct stat st;

	if (!full ||
	    (overwritten && fstat(fd, &st) == 0 &&
		at + (off64_t)len <= st.st_size))
		return syscall(SYS_pwrite64, fd, data, len, at);
	errno = ENOSPC;
	return -1;
}

/* Mail comes while the disk is full; how many there are then. */
static void
drain_on_full_disk_of(int mails)
{
	int rc;

	world_mail("ok", mails - 199, 200);
	full = true;
	rc = daemon_drain(d, &e);
	full = false;
	ck_assert_int_eq(rc, -1);
	ck_assert_int_eq(world.mails, mails);
}

static void
drain_on_full_disk(void)
{
	drain_on_full_disk_of(200);
}

/* One letter when it begins, however often it fails; one when it is over. */
START_TEST(test_once)
{
	start();
	for (int i = 0; i < 5; i++) {
		alarm_raise(d, ALARM_LOGIN, i < 3 ? "refused" : "still");
		(void)alarms_step(d);
	}
	ck_assert_int_eq(letters("login-began"), 1);
	ck_assert_int_eq(row("ended", "login"), 0);
	ck_assert_int_eq(row("why = 'still'", "login"), 1);
	clock_pin(T0 + HOUR);
	for (int i = 0; i < 5; i++) {
		alarm_clear(d, ALARM_LOGIN);
		(void)alarms_step(d);
	}
	ck_assert_int_eq(letters("login-began"), 1);
	ck_assert_int_eq(letters("login-over"), 1);
	ck_assert_int_eq(row("began", "login"), T0);
	ck_assert_int_eq(row("ended", "login"), T0 + HOUR);
	stop();
}
END_TEST

/* The next start goes on with what the last one told. */
START_TEST(test_restart)
{
	start();
	alarm_raise(d, ALARM_LOGIN, "refused");
	stop();
	start();
	ck_assert(alarm_on(d, ALARM_LOGIN));
	alarm_raise(d, ALARM_LOGIN, "refused");
	(void)alarms_step(d);
	ck_assert_int_eq(letters("login-began"), 1);
	alarm_clear(d, ALARM_LOGIN);
	stop();
	start();
	ck_assert(!alarm_on(d, ALARM_LOGIN));
	alarm_clear(d, ALARM_LOGIN);
	stop();
	ck_assert_int_eq(letters("login-over"), 1);
}
END_TEST

/* The keeper takes the part away that fails: it is over, and they are told. */
START_TEST(test_not_wanted)
{
	static const enum alarm_kind kinds[] = { ALARM_LOGIN, ALARM_MAILBOX,
		ALARM_PICTURES, ALARM_OUTGOING };
	struct buf text = BUF_INIT;

	start();
	for (int i = 0; i < 4; i++)
		alarm_raise(d, kinds[i], "refused");
	(void)alarms_step(d);
	for (int i = 0; i < 4; i++)
		ck_assert(alarm_on(d, kinds[i]));
	buf_printf(&text,
	    "mailbox { type = pipe }\n"
	    "outgoing { type = maildir\n directory = \"%s/out\"\n"
	    " from = \"Games <games@example.org>\"\n pictures = no }\n"
	    "store { path = \"%s\" keep = none }\n"
	    "club { keeper = keeper@example.org }\nlog { level = error }\n",
	    world.dir, world.database);
	OK(file_write(world.config, text.data, text.len, 0600, &e));
	daemon_reload(d);
	(void)alarms_step(d);
	for (int i = 0; i < 4; i++)
		ck_assert(alarm_on(d, kinds[i]) == (i == 3));
	ck_assert_int_eq(letters("login-over"), 1);
	ck_assert_int_eq(letters("mailbox-over"), 1);
	ck_assert_int_eq(letters("pictures-over"), 1);
	alarm_clear(d, ALARM_OUTGOING);
	(void)alarms_step(d);
	stop();
	buf_release(&text);
}
END_TEST

/* What comes and goes each minute for two days. */
START_TEST(test_flapping)
{
	start();
	for (int i = 0; i < 2 * DAY / MINUTE; i++) {
		clock_pin(T0 + i * MINUTE);
		if (i % 2 == 0)
			alarm_raise(d, ALARM_OUTGOING, "away");
		else
			alarm_clear(d, ALARM_OUTGOING);
		(void)alarms_step(d);
	}
	/* It was believed to be over once. */
	ck_assert_int_eq(letters("outgoing-over"), 1);
	ck_assert(alarm_on(d, ALARM_OUTGOING));
	stop();
}
END_TEST

/* An hour of trouble, an hour without, for four days: a few letters, and after
 * that a day of quiet makes it as it was. */
START_TEST(test_slow_flapping)
{
	int64_t now = T0;

	start();
	for (int i = 0; i < 4 * 24; i++)
		for (int minute = 0; minute < 60; minute++) {
			clock_pin(now += MINUTE);
			if (i % 2 == 0)
				alarm_raise(d, ALARM_MAILBOX, "away");
			else
				alarm_clear(d, ALARM_MAILBOX);
			(void)alarms_step(d);
		}
	ck_assert_int_le(letters("mailbox-began"), 6);
	ck_assert_int_ge(letters("mailbox-began"), 2);
	for (int i = 0; i <= 7 * HOUR / MINUTE; i++) {
		clock_pin(now += MINUTE);
		alarm_clear(d, ALARM_MAILBOX);
	}
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	clock_pin(now += 2 * DAY);
	alarm_raise(d, ALARM_MAILBOX, "away");
	clock_pin(now + 1);
	alarm_clear(d, ALARM_MAILBOX);
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	stop();
}
END_TEST

/* That no mail goes out cannot be mailed; it is told afterwards. */
START_TEST(test_outgoing)
{
	start();
	alarm_raise(d, ALARM_OUTGOING, "535 no");
	(void)alarms_step(d);
	ck_assert_int_eq(letters("outgoing-%"), 0);
	ck_assert_int_eq(row("ended", "outgoing"), 0);
	stop();
	start();
	clock_pin(T0 + HOUR);
	alarm_clear(d, ALARM_OUTGOING);
	(void)alarms_step(d);
	ck_assert_int_eq(letters("outgoing-over"), 1);
	ck_assert_int_eq(letters("outgoing-%"), 1);
	stop();
}
END_TEST

static void
fails(int times, const struct err *why)
{
	while (times-- > 0)
		fetch_failed(d, d->in.at, why);
}

static struct mailbox
mailbox(void)
{
	struct mailbox m;

	OK(mailbox_read(d->db, "", &m, &e));
	return m;
}

/* The mailbox is told of only after an hour; what a human must mend at once. */
START_TEST(test_mailbox)
{
	struct err away = { ERR_LATER, "away" }, no = { ERR_GIVEUP, "no" };

	start();
	fails(9, &away);
	clock_pin(T0 + HOUR - 1);
	fails(1, &away);
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	clock_pin(T0 + HOUR);
	fails(1, &away);
	ck_assert(alarm_on(d, ALARM_MAILBOX));
	ck_assert(!alarm_on(d, ALARM_LOGIN));
	fetch_works(d, d->in.at);
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	fails(1, &no);
	ck_assert(alarm_on(d, ALARM_LOGIN));
	fetch_works(d, d->in.at);
	ck_assert(!alarm_on(d, ALARM_LOGIN));
	stop();
}
END_TEST

/* Who takes the mailbox over tries it when the other would have. */
START_TEST(goes_on)
{
	struct err away = { ERR_LATER, "away" }, no = { ERR_GIVEUP, "no" };

	start();
	fails(4, &away);
	ck_assert_int_eq(mailbox().failures, 4);
	ck_assert_int_ge(mailbox().again, T0 + 6);
	ck_assert_int_le(mailbox().again, T0 + 8);
	fails(1, &no);
	d->in.at[0].backoff = (struct backoff){ 0 };
	d->in.at[0].state = mailbox();
	clock_pin(T0 + 600);
	fetch_go_on(d);
	ck_assert_int_eq(d->in.at[0].backoff.failures, 5);
	ck_assert_int_gt(backoff_left(&d->in.at[0].backoff), 290 * 1000);
	ck_assert_int_le(backoff_left(&d->in.at[0].backoff), 300 * 1000);
	clock_pin(T0 + 901);
	fetch_go_on(d);
	ck_assert(backoff_over(&d->in.at[0].backoff));
	clock_pin(T0 - DAY);
	fetch_go_on(d);
	ck_assert_int_le(backoff_left(&d->in.at[0].backoff), 900 * 1000);
	fetch_works(d, d->in.at);
	ck_assert_int_eq(mailbox().failures, 0);
	fetch_go_on(d);
	ck_assert(backoff_over(&d->in.at[0].backoff));
	stop();
}
END_TEST

/* The store knows since when it works, or does not and why. */
START_TEST(test_since)
{
	struct err away = { ERR_LATER, "away" }, far = { ERR_LATER, "far" };

	start();
	ck_assert(mailbox().works == 0 && mailbox().fails == 0);
	fetch_works(d, d->in.at);
	clock_pin(T0 + 10);
	fetch_works(d, d->in.at);
	ck_assert(mailbox().works == T0 && mailbox().fails == 0);
	fails(1, &away);
	clock_pin(T0 + 20);
	fails(1, &far);
	ck_assert(mailbox().works == 0 && mailbox().fails == T0 + 10);
	ck_assert_str_eq(mailbox().reason, "far");
	clock_pin(T0 - DAY);
	fails(1, &far);
	ck_assert_int_eq(mailbox().fails, T0 - DAY);
	fetch_works(d, d->in.at);
	ck_assert(mailbox().works == T0 - DAY && mailbox().fails == 0);
	ck_assert_str_eq(mailbox().reason, "");
	stop();
}
END_TEST

/* Who restarts it each half an hour hears of the mailbox none the less; one
 * that fails when a machine starts, before its network is there, is no news. */
START_TEST(test_mailbox_restart)
{
	struct err away = { ERR_LATER, "away" };

	start();
	fails(9, &away);
	stop();
	clock_pin(T0 + HOUR / 2);
	start();
	fails(9, &away);
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	stop();
	clock_pin(T0 + HOUR);
	start();
	fails(3, &away);
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	fails(6, &away);
	ck_assert(alarm_on(d, ALARM_MAILBOX));
	stop();
}
END_TEST

/* A full disk takes no letter: it goes out from memory, once; when there is
 * room again all goes on, and that is told as well. */
START_TEST(test_disk)
{
	start();
	drain_on_full_disk();
	ck_assert(alarm_on(d, ALARM_DISK));
	ck_assert_str_eq(world.told, "disk-began@example.org");
	stop();
	ck_assert_int_eq(world.sent, 1);
	ck_assert_str_eq(world.last_envelope, "games@example.org");
	ck_assert_int_eq(letters("disk-%"), 0);
	start();
	OK(daemon_drain(d, &e));
	stop();
	ck_assert_int_eq(world.judged, 200);
	ck_assert_int_eq(letters("disk-began"), 0);
}
END_TEST

/* A start while the disk is still full tells nothing again. */
START_TEST(test_disk_still_full)
{
	start();
	OK(daemon_drain(d, &e));
	overwritten = true;
	drain_on_full_disk();
	ck_assert_str_eq(world.told, "disk-began@example.org");
	full = true;
	stop();
	ck_assert_int_eq(world.sent, 1);
	d = NULL;
	if (daemon_open(world.config, DAEMON_ALL, &d, &e) == 0) {
		ck_assert_int_ne(daemon_drain(d, &e), 0);
		stop();
	}
	full = false;
	ck_assert_int_eq(world.sent, 1);
	ck_assert_int_eq(row("told", "disk"), 1);
}
END_TEST

/* The same in one life of the daemon. */
START_TEST(test_disk_again)
{
	start();
	drain_on_full_disk();
	clock_pin(T0 + HOUR);
	d->in.at[0].backoff.not_before = 0;
	d->alarms.not_before = 0;
	OK(daemon_drain(d, &e));
	clock_pin(T0 + HOUR + 10 * MINUTE - 1);
	(void)alarms_step(d);
	ck_assert(alarm_on(d, ALARM_DISK));
	clock_pin(T0 + HOUR + 10 * MINUTE);
	(void)alarms_step(d);
	ck_assert(!alarm_on(d, ALARM_DISK));
	stop();
	ck_assert_int_eq(letters("disk-began"), 0);
	ck_assert_int_eq(letters("disk-over"), 1);
	ck_assert_int_eq(row("ended", "disk"), T0 + HOUR);
	ck_assert_int_eq(world.judged, 200);
}
END_TEST

/* A small write goes now and then, at the end of the daemon too: who restarts
 * it while there is no room is told nothing again. */
START_TEST(test_disk_restart)
{
	start();
	for (int i = 0; i < 3; i++) {
		drain_on_full_disk_of(200 * (i + 1));
		(void)alarms_step(d);
		ck_assert(alarm_on(d, ALARM_DISK));
		stop();
		ck_assert_int_eq(world.sent, 1);
		ck_assert_int_eq(row("ended", "disk"), 0);
		clock_pin(T0 + (i + 1) * MINUTE);
		start();
		(void)alarms_step(d);
		ck_assert(alarm_on(d, ALARM_DISK));
	}
	stop();
	ck_assert_int_eq(letters("disk-%"), 0);
}
END_TEST

/* It is no trouble with the mailbox, however long it lasts. */
START_TEST(test_disk_long)
{
	start();
	fetch_works(d, d->in.at);
	for (int i = 0; i < 12; i++) {
		clock_pin(T0 + i * HOUR);
		d->in.at[0].backoff.not_before = 0;
		world_mail("ok", 1 + i, 1);
		full = true;
		ck_assert_int_eq(daemon_drain(d, &e), -1);
		full = false;
	}
	ck_assert(alarm_on(d, ALARM_DISK));
	ck_assert(!alarm_on(d, ALARM_MAILBOX));
	ck_assert_int_eq(mailbox().fails, 0);
	stop();
}
END_TEST

static void
damage(const char *table)
{
	char select[120], junk[4096];
	int64_t page;
	int fd;

	(void)snprintf(select, sizeof select,
	    "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
	page = world_number(select);
	memset(junk, 0x5a, sizeof junk);
	fd = open(world.database, O_WRONLY);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(pwrite(fd, junk, sizeof junk,
			     (page - 1) * (off_t)sizeof junk),
	    sizeof junk);
	(void)close(fd);
}

/* A damaged database is told of once, also over a restart, and by a letter that
 * does not go through it. */
START_TEST(test_damage)
{
	damage("inbox");
	world_mail("ok", 1, 3);
	start();
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	ck_assert(alarm_on(d, ALARM_DATABASE));
	stop();
	ck_assert_int_eq(world.sent, 1);
	world.told[0] = '\0';
	start();
	ck_assert_int_eq(daemon_drain(d, &e), -1);
	stop();
	ck_assert_int_eq(world.sent, 1);
	ck_assert_str_eq(world.told, "");
	ck_assert_int_eq(row("ended", "database"), 0);
	ck_assert_int_eq(world.mails, 3);
}
END_TEST

static void
tell_again(const char *keeper)
{
	world.keeper = keeper;
	d->alarms.not_before = 0;
	(void)alarms_step(d);
	while (d->out.flying > 0) {
		wake_wait(d, NULL, 0, 1000);
		runner_collect(d);
	}
}

/* A letter that does not get through is tried again; one that may have got
 * through is not. */
START_TEST(test_later)
{
	world.keeper = "later@example.org";
	start();
	drain_on_full_disk();
	ck_assert_int_eq(world.sent, 1);
	full = true;
	tell_again("unknown@example.org");
	ck_assert_int_eq(world.sent, 2);
	tell_again("ok@example.org");
	ck_assert_int_eq(world.sent, 2);
	full = false;
	stop();
}
END_TEST

static void
setup(void)
{
	world_open();
	clock_pin(T0);
}

static void
teardown(void)
{
	if (d != NULL)
		stop();
	clock_pin(-1);
	world_close();
}

CASES(tests)
{
	tcase_add_checked_fixture(t, setup, teardown);
	ADD_TESTS(t, test_once, test_restart, test_not_wanted, test_flapping,
	    test_slow_flapping, test_outgoing, test_mailbox, goes_on,
	    test_since, test_mailbox_restart, test_disk, test_disk_still_full,
	    test_disk_again, test_disk_restart, test_disk_long, test_damage,
	    test_later);
}
