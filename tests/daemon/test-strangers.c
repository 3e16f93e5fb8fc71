/* SPDX-License-Identifier: MIT */

/* A mail that ends whatever reads it, from a Maildir through the real desk: it
 * is set aside and the keeper is told, the mails around it are answered, and
 * the daemon never falters. Linked with --wrap=message_read: a mail with
 * "X-Test: crash" crashes the process that reads it, unless that is the
 * test's. */

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/mem.h"
#include "daemon/daemon.h"
#include "mail/message.h"
#include "mail/parser.h"
#include "store/db.h"
#include "store/sql.h"
#include "tests/daemon/maildirs.h"
#include "tests/run.h"

void __real_message_read(const void *raw, size_t len, struct message *out);
void __wrap_message_read(const void *raw, size_t len, struct message *out);

static struct maildirs place;
static bool in_child;
static struct err e;

void
__wrap_message_read(const void *raw, size_t len, struct message *out)
{
	static const char mark[] = "X-Test: crash";
	int *volatile nowhere = NULL;

	/* Read in the daemon itself it would end the test. */
	if (len > sizeof mark && memcmp(raw, mark, sizeof mark - 1) == 0)
		*nowhere = in_child;
	__real_message_read(raw, len, out);
}

static void
drop_mail(int n, const char *first)
{
	struct buf text = BUF_INIT;

	buf_printf(&text,
	    "%sFrom: anna%d@example.net\r\n"
	    "To: games@example.org\r\nMessage-ID: <%d@example.net>\r\n"
	    "Subject: help\r\n\r\nhelp\r\n",
	    first, n, n);
	maildirs_mail(&place, n, &text);
	buf_release(&text);
}

static int64_t
number(struct db *db, const char *select)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(db, &e, select, TO(n)), 1);
	return n;
}

static int
times(const char *text, const char *what)
{
	int n = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		n++;
	return n;
}

/* Each mail is told of once, and only when that is in the database; of one that
 * was set aside the log says from whom. */
static void
check_log(const char *path)
{
	struct buf log = BUF_INIT;

	OK(file_read(path, 1 << 20, &log, &e));
	ck_assert_int_eq(times(log.data, "event=mail.in "), 7);
	ck_assert_int_eq(times(log.data, "event=inbox.aside "), 2);
	ck_assert_int_eq(
	    times(log.data, " from=anna2@example.net mid=<2@example.net> why="),
	    1);
	ck_assert_int_eq(times(log.data, " from=anna6@example.net "), 1);
	buf_release(&log);
}

START_TEST(test_a_mail_that_kills)
{
	char log[100];
	struct daemon *d;
	struct db *db;

	maildirs_open(&place, "strangers");
	maildirs_config(&place,
	    "club { keeper = keeper@example.org }\nlog { level = info }\n");
	(void)snprintf(log, sizeof log, "%s/log", place.dir);
	ck_assert_ptr_nonnull(freopen(log, "w", stderr));
	for (int i = 0; i < 9; i++)
		drop_mail(i, i % 4 == 2 ? "X-Test: crash\r\n" : "");
	OK(daemon_open(place.config, DAEMON_ALL, &d, &e));
	for (int i = 0; i < 4; i++)
		OK(daemon_drain(d, &e));
	db = daemon_db(d);
	ck_assert_int_eq(
	    number(db, "SELECT count(*) FROM outbox WHERE rcpt LIKE 'anna%'"),
	    7);
	ck_assert_int_eq(number(db,
			     "SELECT count(*) FROM outbox WHERE rcpt = "
			     "'keeper@example.org'"),
	    2);
	ck_assert_int_eq(number(db,
			     "SELECT count(*) FROM inbox WHERE state = 4"),
	    2);
	daemon_close(d);
	check_log(log);
	maildirs_close(&place);
}
END_TEST

static int
child(int argc, char **argv)
{
	int status;

	in_child = argc == 2 && strcmp(argv[1], "--read-mail") == 0;
	status = parser_child(argc, argv);
	return status >= 0 ? status : daemon_trial(argc, argv);
}

CHILD(child)

CASES(tests)
{
	mem_init_json();
	ADD_TESTS(t, test_a_mail_that_kills);
}
