/* SPDX-License-Identifier: MIT */

/* Without TLS nothing leaves this machine, and main() must know sessions. */

#include <arpa/inet.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "mail/imap_child.h"
#include "mail/source.h"
#include "mail/wire.h"
#include "tests/run.h"

static int
try_plain(const char *host, int port, struct err *e)
{
	struct wire_target t = { host, port, CONF_TLS_NONE,
		{ NULL, NULL, NULL } };
	struct wire *w;
	int rc = wire_open(&t, clock_monotonic_ms() + 2000, &w, e);

	if (rc == 0)
		wire_close(w);
	return rc;
}

START_TEST(test_plain_goes_to_loopback_only)
{
	static const char *const far[] = { "192.0.2.1", "10.0.0.1", "0.0.0.0",
		"::ffff:127.0.0.1", "128.0.0.1", "2001:db8::1" };
	struct err e;

	for (size_t i = 0; i < sizeof far / sizeof far[0]; i++) {
		e.kind = ERR_NONE;
		ck_assert_int_eq(try_plain(far[i], 9, &e), -1);
		ck_assert_int_eq(e.kind, ERR_GIVEUP);
		ck_assert_ptr_nonnull(strstr(e.text, "without TLS"));
	}
}
END_TEST

START_TEST(test_plain_reaches_all_of_loopback)
{
	struct sockaddr_in a = { .sin_family = AF_INET };
	socklen_t len = sizeof a;
	struct err e = { 0 };
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	inet_pton(AF_INET, "127.0.0.2", &a.sin_addr);
	ck_assert_int_eq(bind(fd, (struct sockaddr *)&a, sizeof a), 0);
	ck_assert_int_eq(listen(fd, 1), 0);
	ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&a, &len), 0);
	ck_assert_int_eq(try_plain("127.0.0.2", ntohs(a.sin_port), &e), 0);
	close(fd);
	ck_assert_int_eq(try_plain("127.0.0.2", ntohs(a.sin_port), &e), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
}
END_TEST

/* If main() did not begin with source_session(), a session process would be
 * a second daemon on the same database: a bug that must not pass unseen. */
START_TEST(test_a_main_that_knows_no_sessions)
{
	struct channel c;
	struct err e;
	pid_t pid;

	imap_child_start(&c, &pid, &e);
}
END_TEST

START_TEST(test_the_word_alone_is_an_error)
{
	char name[] = "x", word[] = "--imap-session", more[] = "y";
	char *argv[] = { name, word, more, NULL };

	ck_assert_int_eq(source_session(1, argv), -1);
	ck_assert_int_eq(source_session(3, argv), 64);
	close(3);
	ck_assert_int_eq(source_session(2, argv), 64);
}
END_TEST

OWN_PROCESSES

CASES(tests)
{
	tcase_add_test(t, test_plain_goes_to_loopback_only);
	tcase_add_test(t, test_plain_reaches_all_of_loopback);
	tcase_add_test_raise_signal(t, test_a_main_that_knows_no_sessions,
	    SIGABRT);
	tcase_add_test(t, test_the_word_alone_is_an_error);
}
