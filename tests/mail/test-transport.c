/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "mail/transport.h"
#include "tests/run.h"
#include "tests/temporary.h"

static const char raw[] = "Subject: x\r\nMessage-ID: <m@x.org>\r\n\r\n"
			  ".first\r\nlast\r\n";

static struct conf conf;
static char dir[64];
static char command[160];
static char maildir_type[] = "maildir", sendmail_type[] = "sendmail";

static void
setup(void)
{
	(void)snprintf(dir, sizeof dir, "/tmp/paquebot-test-XXXXXX");
	if (mkdtemp(dir) == NULL)
		abort();
	memset(&conf, 0, sizeof conf);
	conf.outgoing.directory = dir;
	conf.outgoing.command = command;
	conf.outgoing.connections = 2;
	conf.outgoing.timeout = 2;
}

static void
teardown(void)
{
	if (!temporary_gone(dir))
		abort();
}

static struct dispatch
letter(const char *to)
{
	return (struct dispatch){ .envelope_from = "games+b.1@example.org",
		.to = to,
		.raw = raw,
		.len = sizeof raw - 1 };
}

static int
files_in(const char *box, const char *sub, struct buf *first)
{
	struct buf path = BUF_INIT;
	struct dirent *e;
	struct err err;
	DIR *d;
	int n = 0;

	buf_printf(&path, "%s/%s/%s", dir, box, sub);
	d = opendir(path.data);
	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) != NULL) {
		if (e->d_name[0] == '.')
			continue;
		n++;
		buf_printf(&path, "/%s", e->d_name);
		if (first != NULL)
			ck_assert_int_eq(file_read(path.data, 100000, first,
					     &err),
			    0);
		first = NULL;
	}
	(void)closedir(d);
	buf_release(&path);
	return n;
}

START_TEST(maildir)
{
	struct dispatch l[20];
	struct buf got = BUF_INIT;
	struct transport *t;
	struct err e;

	conf.outgoing.type = maildir_type;
	ck_assert_ptr_eq(transport_driver(&conf), &transport_maildir);
	ck_assert_int_eq(transport_maildir.open(&conf, &t, &e), 0);
	for (int i = 0; i < 20; i++)
		l[i] = letter(i % 2 == 0 ? "Anna@example.org" :
					   "x/../y@example.org");
	transport_maildir.send(t, l, 20);
	for (int i = 0; i < 20; i++)
		ck_assert_msg(l[i].verdict ==
			(i % 2 == 0 ? VERDICT_SENT : VERDICT_FAILED),
		    "%s", l[i].why);
	l[0] = letter("x/y@example.org");
	transport_maildir.send(t, l, 1);
	ck_assert_int_eq(l[0].verdict, VERDICT_SENT);
	ck_assert_int_eq(files_in("x_y@example.org", "new", NULL), 1);
	ck_assert_int_eq(files_in("anna@example.org", "new", &got), 10);
	ck_assert_int_eq(files_in("anna@example.org", "tmp", NULL), 0);
	ck_assert_str_eq(got.data,
	    "Return-Path: <games+b.1@example.org>\n"
	    "Delivered-To: Anna@example.org\nSubject: x\n"
	    "Message-ID: <m@x.org>\n\n.first\nlast\n");
	transport_maildir.close(t);
	buf_release(&got);
}
END_TEST

START_TEST(maildir_trouble)
{
	static char nowhere[] = "/proc/nowhere";
	struct dispatch l = letter("anna@example.org");
	struct transport *t;
	struct err e;

	conf.outgoing.directory = nowhere;
	ck_assert_int_eq(transport_maildir.open(&conf, &t, &e), 0);
	transport_maildir.send(t, &l, 1);
	ck_assert_int_eq(l.verdict, VERDICT_LATER);
	ck_assert(l.why[0] != '\0');
	transport_maildir.close(t);
}
END_TEST

/* A program of that text, as outgoing.command. */
static struct dispatch
through(const char *script, const char *to)
{
	struct dispatch l = letter(to);
	struct transport *t;
	struct err e;

	(void)snprintf(command, sizeof command, "%s/sendmail -x", dir);
	command[strlen(command) - 3] = '\0';
	ck_assert_int_eq(file_write(command, script, strlen(script), 0700, &e),
	    0);
	(void)snprintf(command, sizeof command, "%s/sendmail -x", dir);
	conf.outgoing.type = sendmail_type;
	ck_assert_ptr_eq(transport_driver(&conf), &transport_sendmail);
	ck_assert_int_eq(transport_sendmail.open(&conf, &t, &e), 0);
	transport_sendmail.send(t, &l, 1);
	transport_sendmail.close(t);
	return l;
}

START_TEST(sendmail)
{
	struct dispatch l;
	struct buf got = BUF_INIT, path = BUF_INIT;
	struct err e;

	l = through("#!/bin/sh\ncd \"$(dirname \"$0\")\"\n"
		    "{ echo \"$@\"; cat; } >got\n",
	    "anna@example.org");
	ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
	buf_printf(&path, "%s/got", dir);
	ck_assert_int_eq(file_read(path.data, 100000, &got, &e), 0);
	ck_assert_str_eq(got.data,
	    "-x -i -oep -f games+b.1@example.org -- anna@example.org\nSubject: "
	    "x\nMessage-ID: <m@x.org>\n\n.first\n"
	    "last\n");
	buf_release(&got);
	buf_release(&path);
}
END_TEST

/* sysexits.h */
START_TEST(sendmail_verdicts)
{
	static const struct {
		const char *script;
		enum delivery verdict;
		enum fault fault;
	} c[] = {
		{ "#!/bin/sh\ncat >/dev/null; exit 75\n", VERDICT_LATER,
		    FAULT_PASSING },
		{ "#!/bin/sh\ncat >/dev/null; exit 71\n", VERDICT_LATER,
		    FAULT_LINE },
		{ "#!/bin/sh\ncat >/dev/null; exit 67\n", VERDICT_FAILED,
		    FAULT_GONE },
		{ "#!/bin/sh\ncat >/dev/null; exit 68\n", VERDICT_LATER,
		    FAULT_LINE },
		{ "#!/bin/sh\ncat >/dev/null; exit 69\n", VERDICT_LATER,
		    FAULT_LINE },
		{ "#!/bin/sh\ncat >/dev/null; exit 65\n", VERDICT_FAILED,
		    FAULT_LETTER },
		{ "#!/bin/sh\ncat >/dev/null; exit 64\n", VERDICT_LATER,
		    FAULT_OURS },
		{ "#!/bin/sh\ncat >/dev/null; exit 77\n", VERDICT_LATER,
		    FAULT_OURS },
		{ "#!/bin/sh\ncat >/dev/null; exit 1\n", VERDICT_LATER,
		    FAULT_LINE },
		{ "#!/nowhere/sh\n", VERDICT_LATER, FAULT_LINE },
		{ "#!/bin/sh\ncat >/dev/null; exec sleep 20\n", VERDICT_UNKNOWN,
		    FAULT_LINE },
		{ "#!/bin/sh\ncat >/dev/null; kill -9 $$\n", VERDICT_UNKNOWN,
		    FAULT_LINE },
	};
	int64_t from = clock_monotonic_ms();
	struct dispatch l = through(c[_i].script, "anna@example.org");

	ck_assert_msg(l.verdict == c[_i].verdict, "%d: %d %s", _i,
	    (int)l.verdict, l.why);
	ck_assert_int_eq(l.fault, c[_i].fault);
	ck_assert(l.why[0] != '\0');
	ck_assert_int_lt(clock_monotonic_ms() - from, 10000);
}
END_TEST

/* What msmtp, esmtp and ssmtp say of a server's reply is judged as that is; a
 * port or a time is none. */
START_TEST(sendmail_replies)
{
	static const char no[] = "msmtp: could not send mail";
	static const struct {
		int status;
		const char *said, *more;
		enum delivery verdict;
		enum fault fault;
		enum stage stage;
		int code;
		const char *why;
	} c[] = {
		{ 69,
		    "msmtp: recipient address anna@example.org not accepted by "
		    "the server",
		    "msmtp: server message: 451 4.7.1 Greylisted, try again",
		    VERDICT_LATER, FAULT_PASSING, STAGE_RCPT, 451,
		    "/sendmail: 451 4.7.1 Greylisted, try again" },
		{ 65,
		    "msmtp: recipient address anna@example.org not accepted by "
		    "the server",
		    "msmtp: server message: 550-5.1.1 No such\n"
		    "msmtp: server message: 550 5.1.1 user",
		    VERDICT_FAILED, FAULT_GONE, STAGE_RCPT, 550,
		    "/sendmail: 550 5.1.1 No such user" },
		{ 65,
		    "msmtp: envelope from address games+b.1@example.org not "
		    "accepted by the server",
		    "msmtp: server message: 550 5.4.5 Daily sending quota "
		    "exceeded",
		    VERDICT_LATER, FAULT_OURS, STAGE_MAIL, 550, "Daily" },
		{ 69, "msmtp: the server did not accept the mail",
		    "msmtp: server message: 554 5.7.1 <anna@example.org>: spam",
		    VERDICT_FAILED, FAULT_LETTER, STAGE_RCPT, 554,
		    "<recipient>: spam" },
		{ 76, "msmtp: cannot get initial OK message from server",
		    "msmtp: server message: 554 go away", VERDICT_LATER,
		    FAULT_LINE, STAGE_DOT, 0,
		    "exit status 76: msmtp: cannot get" },
		{ 69,
		    "msmtp: the server does not support TLS via the STARTTLS "
		    "command",
		    "msmtp: port: 587 anna@example.org \xff", VERDICT_LATER,
		    FAULT_LINE, STAGE_DOT, 0, "587 recipient ?" },
		{ 70, "0 (null)", "anna@example.org: 550 5.1.1 no such user",
		    VERDICT_FAILED, FAULT_GONE, STAGE_RCPT, 550, "no such" },
		{ 70, "554 5.6.0 content", "anna@example.org: 250 ok",
		    VERDICT_FAILED, FAULT_LETTER, STAGE_DOT, 554, "content" },
		{ 69, "SMTP server problem Connection refused", "",
		    VERDICT_LATER, FAULT_LINE, STAGE_DOT, 0, "refused" },
		{ 1, "ssmtp: RCPT TO:<anna@example.org> (550 5.1.1 gone)", "",
		    VERDICT_FAILED, FAULT_GONE, STAGE_RCPT, 550, "gone" },
		{ 75, "server message: 550 5.1.1 gone", "", VERDICT_LATER,
		    FAULT_PASSING, STAGE_DOT, 0, "exit status 75: server" },
		{ 1, "exim: message rejected: message too big (max=51200)", "",
		    VERDICT_FAILED, FAULT_LETTER, STAGE_DOT, 0, "too big" },
		{ 69,
		    "sendmail: fatal: games@example.org(0): Message file too "
		    "big",
		    "", VERDICT_FAILED, FAULT_LETTER, STAGE_DOT, 0, "too big" },
		{ 75, "exim: message rejected: no room", "", VERDICT_LATER,
		    FAULT_PASSING, STAGE_DOT, 0, "no room" },
	};
	char script[400];
	struct dispatch l;

	ck_assert_uint_eq(sizeof c / sizeof *c, 14);
	(void)snprintf(script, sizeof script,
	    "#!/bin/sh\ncat >/dev/null\ncat >/dev/stderr <<'END'\n"
	    "%s\n%s\n%s\nEND\nexit %d\n",
	    c[_i].said, c[_i].more, no, c[_i].status);
	l = through(script, "anna@example.org");
	ck_assert_msg(l.verdict == c[_i].verdict && l.fault == c[_i].fault,
	    "%d %d: %s", (int)l.verdict, (int)l.fault, l.why);
	ck_assert_msg(strstr(l.why, c[_i].why) != NULL, "%s", l.why);
	ck_assert_msg((strchr(l.why, '?') != NULL) ==
		(strchr(c[_i].more, '\xff') != NULL),
	    "%s", l.why);
	ck_assert_int_eq(l.stage, c[_i].stage);
	ck_assert_int_eq(l.code, c[_i].code);
}
END_TEST

/* One that complains without end is not kept from the letter; nor is what it
 * leaves behind ended by words that nobody hears. */
START_TEST(sendmail_talks)
{
	struct dispatch l = through(
	    "#!/bin/sh\nhead -c 300000 /dev/zero >&2 2>/dev/null\n"
	    "cat >/dev/null\n{ sleep 1; echo late >&2; touch \"$0.late\"; } &\n"
	    "exit 0\n",
	    "anna@example.org");
	struct buf path = BUF_INIT;

	ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
	buf_printf(&path, "%s/sendmail.late", dir);
	for (int i = 0; i < 10000 && access(path.data, F_OK) != 0; i++)
		(void)usleep(1000);
	ck_assert_int_eq(access(path.data, F_OK), 0);
	buf_release(&path);
}
END_TEST

/* A letter larger than a pipe, to a program that does not read it. */
START_TEST(sendmail_not_reading)
{
	struct buf big = BUF_INIT;
	struct dispatch l = letter("anna@example.org");
	struct transport *t;
	struct err e;

	while (big.len < 200000)
		buf_str(&big, "line\r\n");
	(void)snprintf(command, sizeof command, "/bin/true");
	ck_assert_int_eq(transport_sendmail.open(&conf, &t, &e), 0);
	l.raw = big.data;
	l.len = big.len;
	transport_sendmail.send(t, &l, 1);
	ck_assert_int_eq(l.verdict, VERDICT_LATER);
	transport_sendmail.close(t);
	buf_release(&big);
}
END_TEST

/* What has been given a part of a letter, and is slow, never sees the end of
 * it: not what the program has started either, though it may have ended. */
START_TEST(sendmail_part)
{
	static const char *const last[] = { "wait\n", "exit 0\n" };
	char script[200];
	struct dispatch l = letter("anna@example.org");
	struct buf big = BUF_INIT, taken = BUF_INIT;
	struct transport *t;
	struct err e;

	(void)snprintf(script, sizeof script,
	    "#!/bin/sh\nexec 3<&0\n{ sleep 2; cat <&3 >\"$0.part\"; "
	    "mv \"$0.part\" \"$0.taken\"; } &\n%s",
	    last[_i]);
	(void)snprintf(command, sizeof command, "%s/sendmail", dir);
	ck_assert_int_eq(file_write(command, script, strlen(script), 0700, &e),
	    0);
	conf.outgoing.type = sendmail_type;
	conf.outgoing.timeout = 1;
	while (big.len < 200000)
		buf_str(&big, "line\r\n");
	l.raw = big.data;
	l.len = big.len;
	ck_assert_int_eq(transport_sendmail.open(&conf, &t, &e), 0);
	transport_sendmail.send(t, &l, 1);
	ck_assert_int_eq(l.verdict, VERDICT_LATER);
	transport_sendmail.close(t);
	(void)sleep(3);
	buf_printf(&taken, "%s/sendmail.taken", dir);
	ck_assert_int_ne(access(taken.data, F_OK), 0);
	buf_release(&big);
	buf_release(&taken);
}
END_TEST

/* A program that does not come to its end, or to the letter's, keeps nobody. */
START_TEST(sendmail_closing)
{
	static const char *const script[] = {
		"#!/bin/sh\ntouch \"$0.ran\"; cat >/dev/null; exec sleep 300\n",
		"#!/bin/sh\ntouch \"$0.ran\"; exec sleep 300\n"
	};
	struct dispatch l = letter("anna@example.org");
	struct buf big = BUF_INIT, ran = BUF_INIT;
	struct transport *t;
	struct err e;
	int64_t from;

	(void)snprintf(command, sizeof command, "%s/sendmail", dir);
	ck_assert_int_eq(file_write(command, script[_i], strlen(script[_i]),
			     0700, &e),
	    0);
	conf.outgoing.type = sendmail_type;
	conf.outgoing.timeout = 300;
	while (big.len < 200000)
		buf_str(&big, "line\r\n");
	l.raw = big.data;
	l.len = big.len;
	buf_printf(&ran, "%s/sendmail.ran", dir);
	ck_assert_int_eq(transport_sendmail.open(&conf, &t, &e), 0);
	transport_sendmail.start(t, &l);
	for (int i = 0; i < 20000 && access(ran.data, F_OK) != 0; i++)
		(void)usleep(1000);
	from = clock_monotonic_ms();
	transport_sendmail.close(t);
	ck_assert_int_lt(clock_monotonic_ms() - from, 5000);
	ck_assert_int_eq(l.verdict, _i == 0 ? VERDICT_UNKNOWN : VERDICT_NONE);
	ck_assert_int_eq(l.fault, FAULT_NONE);
	buf_release(&big);
	buf_release(&ran);
}
END_TEST

/* doc/libraries.md 7: nothing that could be an option or a second recipient. */
START_TEST(sendmail_arguments)
{
	struct dispatch l = through("#!/bin/sh\ntouch \"$0.ran\"\n",
	    "-C/etc/passwd@example.org");
	struct buf path = BUF_INIT;

	ck_assert_int_eq(l.verdict, VERDICT_FAILED);
	buf_printf(&path, "%s/sendmail.ran", dir);
	ck_assert_int_ne(access(path.data, F_OK), 0);
	buf_release(&path);
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, maildir);
	tcase_add_test(t, maildir_trouble);
	tcase_add_test(t, sendmail);
	tcase_add_loop_test(t, sendmail_verdicts, 0, 12);
	tcase_add_loop_test(t, sendmail_replies, 0, 14);
	tcase_add_test(t, sendmail_talks);
	tcase_add_test(t, sendmail_not_reading);
	tcase_add_loop_test(t, sendmail_part, 0, 2);
	tcase_add_loop_test(t, sendmail_closing, 0, 2);
	tcase_add_test(t, sendmail_arguments);
}
