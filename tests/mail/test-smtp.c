/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

#include <curl/curl.h>

#include "base/clock.h"
#include "fake-smtp.h"
#include "mail/transport.h"
#include "tests/run.h"

static const char raw[] = "Subject: x\r\nMessage-ID: <m@x.org>\r\n\r\n"
			  ".first\r\n..second\r\n.\r\nlast\r\n";

static struct conf conf;
static char user[] = "games", password[] = "s3cret-w0rd", host[] = "localhost";
static char type[] = "smtp", address[] = "games@example.org";

static struct transport *
open_to(struct fake_smtp *f, enum conf_tls tls, int connections, int timeout)
{
	struct transport *t = NULL;
	struct err e;

	conf.outgoing.type = type;
	conf.outgoing.host = host;
	conf.outgoing.port = fake_port(f);
	conf.outgoing.tls = tls;
	conf.outgoing.ca_file = (char *)(uintptr_t)fake_ca_file();
	conf.outgoing.address = address;
	conf.outgoing.connections = connections;
	conf.outgoing.timeout = timeout;
	ck_assert_ptr_eq(transport_driver(&conf), &transport_smtp);
	ck_assert_int_eq(transport_smtp.open(&conf, &t, &e), 0);
	return t;
}

static struct dispatch
letter(void)
{
	return (struct dispatch){ .envelope_from = "games+b.1@example.org",
		.to = "anna@example.org",
		.raw = raw,
		.len = sizeof raw - 1 };
}

/* One letter to a server with that script. */
static struct dispatch
one(const struct fake_script *s, int *connections)
{
	struct fake_smtp *f = fake_start(s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 1);
	struct dispatch l = letter();

	transport_smtp.send(t, &l, 1);
	if (connections != NULL)
		*connections = fake_connections(f);
	transport_smtp.close(t);
	fake_stop(f);
	return l;
}

START_TEST(sent)
{
	struct fake_script s = { 0 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 5);
	struct buf b = BUF_INIT;

	for (int i = 0; i < 5; i++) {
		struct dispatch l = letter();

		transport_smtp.send(t, &l, 1);
		ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
		ck_assert_int_eq(l.code, 250);
		ck_assert_int_eq(l.fault, FAULT_NONE);
		ck_assert_str_eq(l.why, "");
		ck_assert_str_eq(l.reply, "250 2.0.0 taken");
	}
	ck_assert_int_eq(fake_letters(f), 5);
	ck_assert_int_eq(fake_connections(f), 1);
	fake_transcript(f, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "EHLO example.org\r\n"));
	ck_assert_ptr_nonnull(strstr(b.data,
	    "MAIL FROM:<games+b.1@example.org>"));
	ck_assert_ptr_nonnull(strstr(b.data,
	    "RCPT TO:<anna@example.org>\r\n"
	    "DATA\r\nSubject: x\r\nMessage-ID: <m@x.org>\r\n\r\n"
	    "..first\r\n...second\r\n..\r\nlast\r\n.\r\n"));
	ck_assert_ptr_null(strstr(b.data, "AUTH"));
	buf_release(&b);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* doc/libraries.md 9: a code at every stage, and whose fault it is. What is
 * refused before RCPT is refused to us, not to the letter. */
static const struct {
	struct fake_script script;
	enum delivery verdict;
	enum fault fault;
	enum stage stage;
	int code;
} staged[] = {
	{ { .greeting = "421 later" }, VERDICT_LATER, FAULT_LINE, STAGE_CONNECT,
	    421 },
	{ { .greeting = "554 go away" }, VERDICT_LATER, FAULT_LINE,
	    STAGE_CONNECT, 554 },
	{ { .ehlo = "451 no", .helo = "451 no" }, VERDICT_LATER, FAULT_LINE,
	    STAGE_HELLO, 451 },
	{ { .ehlo = "550 no", .helo = "550 no" }, VERDICT_LATER, FAULT_LINE,
	    STAGE_HELLO, 550 },
	{ { .mail = "450 slow" }, VERDICT_LATER, FAULT_LINE, STAGE_MAIL, 450 },
	{ { .mail = "550 no" }, VERDICT_LATER, FAULT_OURS, STAGE_MAIL, 550 },
	{ { .mail = "552 5.3.4 too large" }, VERDICT_FAILED, FAULT_LETTER,
	    STAGE_MAIL, 552 },
	{ { .rcpt = "452 full" }, VERDICT_LATER, FAULT_PASSING, STAGE_RCPT,
	    452 },
	{ { .rcpt = "421 4.7.0 too many" }, VERDICT_LATER, FAULT_LINE,
	    STAGE_RCPT, 421 },
	{ { .rcpt = "550 unknown" }, VERDICT_FAILED, FAULT_GONE, STAGE_RCPT,
	    550 },
	{ { .rcpt = "550 5.7.1 Relay access denied" }, VERDICT_LATER,
	    FAULT_OURS, STAGE_RCPT, 550 },
	{ { .data = "451 no" }, VERDICT_LATER, FAULT_PASSING, STAGE_DATA, 451 },
	{ { .data = "554 no" }, VERDICT_FAILED, FAULT_LETTER, STAGE_DATA, 554 },
	{ { .dot = "451 try again" }, VERDICT_LATER, FAULT_PASSING, STAGE_DOT,
	    451 },
	{ { .dot = "421 leaving" }, VERDICT_LATER, FAULT_LINE, STAGE_DOT, 421 },
	{ { .dot = "554 spam" }, VERDICT_FAILED, FAULT_LETTER, STAGE_DOT, 554 },
	{ { .dot = "550 5.1.1 gone" }, VERDICT_FAILED, FAULT_GONE, STAGE_DOT,
	    550 },
	{ { .dot = "250-long\r\n250 reply" }, VERDICT_SENT, FAULT_NONE,
	    STAGE_DOT, 250 },
	{ { .ehlo = "500 what", .helo = NULL }, VERDICT_SENT, FAULT_NONE,
	    STAGE_DOT, 250 },
};

START_TEST(trap_9_codes)
{
	struct dispatch l = one(&staged[_i].script, NULL);

	ck_assert_msg(l.verdict == staged[_i].verdict, "%d: verdict %d, %s", _i,
	    (int)l.verdict, l.why);
	ck_assert_int_eq(l.fault, staged[_i].fault);
	ck_assert_int_eq(l.stage, staged[_i].stage);
	ck_assert_int_eq(l.code, staged[_i].code);
	ck_assert((l.why[0] == '\0') == (l.verdict == VERDICT_SENT));
}
END_TEST

/* libcurl says QUIT after a refusal: the "221" is not what is kept. Long
 * replies are one line, without what each line repeats. */
static const struct {
	struct fake_script script;
	const char *reply;
} words[] = {
	{ { .rcpt = "550 5.1.1 <anna@example.org>: no such user" },
	    "550 5.1.1 <anna@example.org>: no such user" },
	{ { .mail = "550-5.4.5 Daily user sending limit exceeded. For more\r\n"
		    "550-5.4.5 information go to\r\n550 5.4.5  "
		    "https://example.org gsmtp" },
	    "550 5.4.5 Daily user sending limit exceeded. For more information "
	    "go to https://example.org gsmtp" },
	{ { .data = "554 5.5.1 no" }, "554 5.5.1 no" },
	{ { .dot = "554 5.7.1 spam" }, "554 5.7.1 spam" },
	{ { .dot = "554 \xff\x01\xc3 x" }, "554 ??? x" },
	{ { .greeting = "554 5.7.1 you are listed" },
	    "554 5.7.1 you are listed" },
	{ { .dot = NULL }, "250 2.0.0 taken" },
};

START_TEST(own_words)
{
	struct dispatch l = one(&words[_i].script, NULL);

	ck_assert_str_eq(l.reply, words[_i].reply);
	if (l.verdict != VERDICT_SENT)
		ck_assert_msg(strstr(l.why, words[_i].reply) != NULL, "%s",
		    l.why);
}
END_TEST

/* Broken before 354: not sent. After it: nobody knows. */
static const struct {
	struct fake_script script;
	enum delivery verdict;
} broken[] = {
	{ { .greeting = "!drop" }, VERDICT_LATER },
	{ { .ehlo = "!drop" }, VERDICT_LATER },
	{ { .mail = "!drop" }, VERDICT_LATER },
	{ { .rcpt = "!drop" }, VERDICT_LATER },
	{ { .data = "!drop" }, VERDICT_LATER },
	{ { .body_drop = true }, VERDICT_UNKNOWN },
	{ { .dot = "!drop" }, VERDICT_UNKNOWN },
	{ { .greeting = "!hang" }, VERDICT_LATER },
	{ { .ehlo = "!hang" }, VERDICT_LATER },
	{ { .mail = "!hang" }, VERDICT_LATER },
	{ { .rcpt = "!hang" }, VERDICT_LATER },
	{ { .data = "!hang" }, VERDICT_LATER },
	{ { .dot = "!hang" }, VERDICT_UNKNOWN },
};

START_TEST(trap_9_broken)
{
	int64_t from = clock_monotonic_ms();
	struct dispatch l = one(&broken[_i].script, NULL);

	ck_assert_msg(l.verdict == broken[_i].verdict, "%d: verdict %d, %s", _i,
	    (int)l.verdict, l.why);
	ck_assert_int_eq(l.code, 0);
	ck_assert_int_eq(l.fault, FAULT_LINE);
	ck_assert_str_eq(l.reply, "");
	ck_assert_msg(strncmp(l.why, "localhost:", 10) == 0, "%s", l.why);
	ck_assert_int_lt(clock_monotonic_ms() - from, 10000);
}
END_TEST

/* A server may think for long about what it was given: a letter that is given
 * up then would come twice. */
START_TEST(a_slow_reply_to_the_dot)
{
	struct fake_script s = { .dot_ms = 4000 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 3);
	struct dispatch l = letter();

	transport_smtp.send(t, &l, 1);
	ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* A time-out leaves no dead connection behind. */
START_TEST(new_connection_after_trouble)
{
	struct fake_script s = { .dot = "!hang" };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 1);

	for (int i = 0; i < 2; i++) {
		struct dispatch l = letter();

		transport_smtp.send(t, &l, 1);
		ck_assert_int_eq(l.verdict, VERDICT_UNKNOWN);
	}
	ck_assert_int_eq(fake_connections(f), 2);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* 421 on a kept connection, between letters. */
START_TEST(idle_421)
{
	struct fake_script s = { .leave = true };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 2);

	for (int i = 0; i < 4; i++) {
		struct dispatch l = letter();

		transport_smtp.send(t, &l, 1);
		ck_assert_msg(l.verdict == VERDICT_SENT, "%d %s", i, l.why);
		if (i % 2 == 0)
			(void)poll(NULL, 0, 60);
	}
	ck_assert_int_eq(fake_letters(f), 4);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* So many letters a connection, then 4yz at MAIL: the next one has another
 * connection at once. */
START_TEST(full_session)
{
	struct fake_script s = { .session = 2 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 2);

	for (int i = 0; i < 5; i++) {
		struct dispatch l = letter();

		transport_smtp.send(t, &l, 1);
		ck_assert_msg(l.verdict == VERDICT_SENT, "%d %s", i, l.why);
	}
	ck_assert_int_eq(fake_connections(f), 3);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* A connection too many stops nothing, and is not tried again soon. */
START_TEST(fewer_at_a_time)
{
	struct fake_script s = { .most = 2, .dot_ms = 100 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 4, 20);
	struct dispatch l[12];

	for (int i = 0; i < 12; i++)
		l[i] = letter();
	transport_smtp.send(t, l, 12);
	for (int i = 0; i < 12; i++)
		ck_assert_msg(l[i].verdict == VERDICT_SENT, "%d %s", i,
		    l[i].why);
	ck_assert_int_le(fake_connections(f), 5);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* Exim would leave the eleventh in its queue. */
START_TEST(ten_a_connection)
{
	struct fake_script s = { 0 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 2);

	for (int i = 0; i < 21; i++) {
		struct dispatch l = letter();

		transport_smtp.send(t, &l, 1);
		ck_assert_msg(l.verdict == VERDICT_SENT, "%d %s", i, l.why);
	}
	ck_assert_int_eq(fake_connections(f), 3);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* doc/libraries.md 7 and 8: not one byte leaves. */
START_TEST(traps_7_8_unfit)
{
	static const char *const bad[] = { "a@x.org>\r\nRCPT TO:<b@x.org",
		"a@x.org\n", "", "a b@x.org" };
	static const char *const body[] = { "a: b\n\nc\n", "a: b\r\n\r\nc",
		"a: b\r\n\r\n\rc\r\n", "a: b\r\n\nc\r\n", "" };
	struct fake_script s = { 0 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 2, 2);
	struct dispatch l[14];
	size_t n = 0;

	for (size_t i = 0; i < 4; i++) {
		l[n] = letter();
		l[n++].to = bad[i];
		l[n] = letter();
		l[n++].envelope_from = bad[i];
	}
	for (size_t i = 0; i < 5; i++) {
		l[n] = letter();
		l[n].raw = body[i];
		l[n++].len = strlen(body[i]);
	}
	l[n] = letter();
	l[n].raw = "a\0b\r\n";
	l[n++].len = 5;
	transport_smtp.send(t, l, n);
	for (size_t i = 0; i < n; i++)
		ck_assert_msg(l[i].verdict == VERDICT_FAILED &&
			l[i].why[0] != '\0',
		    "%zu", i);
	ck_assert_int_eq(fake_connections(f), 0);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

START_TEST(in_parallel)
{
	struct fake_script s = { .dot_ms = 500 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 4, 5);
	int64_t from = clock_monotonic_ms();
	struct dispatch l[8];

	for (int i = 0; i < 8; i++)
		l[i] = letter();
	transport_smtp.send(t, l, 8);
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(l[i].verdict, VERDICT_SENT);
	/* One after the other it would take 4000. */
	ck_assert_int_lt(clock_monotonic_ms() - from, 3000);
	ck_assert_int_eq(fake_connections(f), 4);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

START_TEST(without_waiting)
{
	struct fake_script s = { .dot_ms = 50 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 2, 5);
	struct pollfd p = { .fd = transport_smtp.fd(t), .events = POLLIN };
	struct dispatch l[6], *got, now = letter();
	int n = 0;

	ck_assert_ptr_null(transport_smtp.collect(t));
	ck_assert_int_eq(poll(&p, 1, 0), 0);
	for (int i = 0; i < 6; i++) {
		l[i] = letter();
		l[i].id = i;
		transport_smtp.start(t, &l[i]);
	}
	transport_smtp.send(t, &now, 1); /* beside them */
	ck_assert_int_eq(now.verdict, VERDICT_SENT);
	while (n < 6) {
		ck_assert_int_eq(poll(&p, 1, 5000), 1);
		while ((got = transport_smtp.collect(t)) != NULL) {
			ck_assert_int_eq(got->verdict, VERDICT_SENT);
			ck_assert_ptr_eq(got, &l[got->id]);
			n++;
		}
	}
	ck_assert_int_eq(poll(&p, 1, 0), 0);
	ck_assert_int_eq(fake_letters(f), 7);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* Letters not begun when the transport closes may be sent later. */
START_TEST(closing)
{
	struct fake_script s = { .dot_ms = 100 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 5);
	struct dispatch l[5];
	int begun = 0;

	for (int i = 0; i < 5; i++) {
		l[i] = letter();
		l[i].verdict = VERDICT_FAILED;
		transport_smtp.start(t, &l[i]);
	}
	transport_smtp.close(t);
	for (int i = 0; i < 5; i++) {
		ck_assert(l[i].verdict == VERDICT_SENT ||
		    l[i].verdict == VERDICT_NONE);
		begun += l[i].verdict == VERDICT_SENT;
	}
	ck_assert_int_le(begun, 1);
	ck_assert_int_eq(fake_letters(f), begun);
	fake_stop(f);
}
END_TEST

/* A server that says nothing more, in every state, and how far we got. */
static const struct hang {
	struct fake_script script;
	enum conf_tls tls;
	const char *heard; /* NULL: connected */
	enum delivery verdict;
} hangs[] = {
	{ { .greeting = "!hang" }, CONF_TLS_NONE, NULL, VERDICT_NONE },
	{ { .greeting = "!hang" }, CONF_TLS_IMPLICIT, NULL, VERDICT_NONE },
	{ { .ehlo = "!hang" }, CONF_TLS_NONE, "EHLO", VERDICT_NONE },
	{ { .mail = "!hang" }, CONF_TLS_NONE, "MAIL", VERDICT_NONE },
	{ { .rcpt = "!hang" }, CONF_TLS_NONE, "RCPT", VERDICT_NONE },
	{ { .data = "!hang" }, CONF_TLS_NONE, "DATA", VERDICT_NONE },
	{ { .dot = "!hang" }, CONF_TLS_NONE, "\r\n.\r\n", VERDICT_UNKNOWN },
	/* It took a letter and answers not even QUIT. */
	{ { .quit = "!hang" }, CONF_TLS_NONE, "\r\n.\r\n", VERDICT_SENT },
};
enum { HANGS = sizeof hangs / sizeof *hangs };

static void
heard(struct fake_smtp *f, const char *what)
{
	struct buf b = BUF_INIT;

	for (int i = 0; i < 20000 && strstr(buf_text(&b), what) == NULL; i++) {
		(void)poll(NULL, 0, 1);
		buf_clear(&b);
		fake_transcript(f, &b);
	}
	ck_assert_ptr_nonnull(strstr(buf_text(&b), what));
	buf_release(&b);
}

static void *
close_it(void *t)
{
	transport_smtp.close(t);
	return NULL;
}

/* Whatever it does, it is over within five seconds, and nothing that was not
 * taken counts as tried. All at once, for they take their time. */
START_TEST(closing_while_it_hangs)
{
	struct fake_smtp *f[HANGS];
	struct transport *t[HANGS];
	struct dispatch l[HANGS][2];
	pthread_t thread[HANGS];
	struct conf own[HANGS];
	int64_t from;

	for (int i = 0; i < HANGS; i++) {
		f[i] = fake_start(&hangs[i].script);
		transport_smtp.close(open_to(f[i], hangs[i].tls, 1, 300));
		own[i] = conf;
		ck_assert_int_eq(transport_smtp.open(&own[i], &t[i], NULL), 0);
		for (int k = 0; k < 2; k++) {
			l[i][k] = letter();
			transport_smtp.start(t[i], &l[i][k]);
		}
		ck_assert(fake_wait(f[i], 1));
		if (hangs[i].heard != NULL)
			heard(f[i], hangs[i].heard);
	}
	from = clock_monotonic_ms();
	for (int i = 0; i < HANGS; i++)
		ck_assert_int_eq(pthread_create(&thread[i], NULL, close_it,
				     t[i]),
		    0);
	for (int i = 0; i < HANGS; i++)
		ck_assert_int_eq(pthread_join(thread[i], NULL), 0);
	ck_assert_int_lt(clock_monotonic_ms() - from, 5000);
	for (int i = 0; i < HANGS; i++) {
		ck_assert_msg(l[i][0].verdict == hangs[i].verdict, "%d: %d %s",
		    i, (int)l[i][0].verdict, l[i][0].why);
		ck_assert_int_eq(l[i][0].fault, FAULT_NONE);
		fake_stop(f[i]);
	}
}
END_TEST

/* After a refusal that is nobody's but ours no other letter tries the same. */
START_TEST(one_failure_is_enough)
{
	struct fake_script s = { .greeting = "421 too many" };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 5);
	struct dispatch l[80];
	int failed = 0;

	for (int i = 0; i < 80; i++)
		l[i] = letter();
	transport_smtp.send(t, l, 80);
	for (int i = 0; i < 80; i++) {
		ck_assert(l[i].verdict == VERDICT_NONE ||
		    l[i].fault == FAULT_LINE);
		failed += l[i].fault == FAULT_LINE;
	}
	ck_assert_int_eq(failed, 1);
	ck_assert_int_eq(fake_connections(f), 1);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

START_TEST(rate)
{
	struct fake_script s = { 0 };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t;
	int64_t from = clock_monotonic_ms();
	struct dispatch l[6];

	conf.outgoing.rate = 600; /* one in 100 ms */
	t = open_to(f, CONF_TLS_NONE, 4, 5);
	for (int i = 0; i < 6; i++)
		l[i] = letter();
	transport_smtp.send(t, l, 6);
	ck_assert_int_ge(clock_monotonic_ms() - from, 480);
	transport_smtp.close(t);
	conf.outgoing.rate = 0;
	fake_stop(f);
}
END_TEST

static void
with_password(void)
{
	conf.outgoing.user = user;
	conf.outgoing.secret.password = password;
}

static void
without_password(void)
{
	memset(&conf, 0, sizeof conf);
}

/* AUTH PLAIN of \0games\0s3cret-w0rd */
static const char plain[] = "AUTH PLAIN AGdhbWVzAHMzY3JldC13MHJk\r\n";

static void
over_tls(enum fake_tls tls, enum conf_tls ask)
{
	struct fake_script s = { .tls = tls };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, ask, 1, 5);
	struct dispatch l = letter();
	struct buf b = BUF_INIT;

	transport_smtp.send(t, &l, 1);
	ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
	fake_transcript(f, &b);
	ck_assert_ptr_nonnull(strstr(b.data, plain));
	buf_release(&b);
	transport_smtp.close(t);
	fake_stop(f);
}

START_TEST(tls_good)
{
	over_tls(FAKE_STARTTLS, CONF_TLS_STARTTLS);
	over_tls(FAKE_IMPLICIT, CONF_TLS_IMPLICIT);
}
END_TEST

/* No letter and no password to a server that is not proved. */
static void
refused_tls(const struct fake_script *s, enum conf_tls ask)
{
	struct fake_smtp *f = fake_start(s);
	struct transport *t = open_to(f, ask, 1, 2);
	struct dispatch l = letter();
	struct buf b = BUF_INIT;

	transport_smtp.send(t, &l, 1);
	ck_assert_msg(l.verdict == VERDICT_LATER, "cert %d: verdict %d",
	    (int)s->cert, (int)l.verdict);
	ck_assert(l.why[0] != '\0');
	fake_transcript(f, &b);
	ck_assert_ptr_null(strstr(buf_text(&b), "AUTH"));
	ck_assert_ptr_null(strstr(buf_text(&b), "AGdhbWVz"));
	ck_assert_ptr_null(strstr(buf_text(&b), "MAIL"));
	ck_assert_int_eq(fake_letters(f), 0);
	ck_assert_int_ge(fake_connections(f), 1);
	buf_release(&b);
	transport_smtp.close(t);
	fake_stop(f);
}

START_TEST(tls_bad_certificate)
{
	struct fake_script s = { .tls = FAKE_IMPLICIT,
		.cert = (enum fake_cert)_i };

	refused_tls(&s, CONF_TLS_IMPLICIT);
	s.tls = FAKE_STARTTLS;
	refused_tls(&s, CONF_TLS_STARTTLS);
}
END_TEST

START_TEST(tls_not_there)
{
	struct fake_script none = { 0 };
	struct fake_script no = { .tls = FAKE_STARTTLS, .starttls = "454 no" };
	struct fake_script never = { .tls = FAKE_STARTTLS,
		.starttls = "502 no" };

	refused_tls(&none, CONF_TLS_STARTTLS);
	refused_tls(&no, CONF_TLS_STARTTLS);
	refused_tls(&never, CONF_TLS_STARTTLS);
	refused_tls(&none, CONF_TLS_IMPLICIT);
}
END_TEST

START_TEST(wrong_password)
{
	struct fake_script s = { .tls = FAKE_IMPLICIT, .auth = "535 5.7.8 no" };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_IMPLICIT, 1, 2);
	struct dispatch l = letter();

	transport_smtp.send(t, &l, 1);
	ck_assert_int_eq(l.verdict, VERDICT_LATER);
	ck_assert_int_eq(l.code, 535);
	ck_assert_int_eq(l.fault, FAULT_LINE);
	ck_assert_int_eq(l.stage, STAGE_LOGIN);
	ck_assert_ptr_null(strstr(l.why, password));
	ck_assert_msg(
	    strstr(l.why,
		", login: 535 5.7.8 no; are user and password right?") != NULL,
	    "%s", l.why);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

static char token_command[] = "echo tok3n";

/* The last that libcurl was asked for. */
static long connect_limit;

/* In place of libcurl's, for the transport. */
CURLcode(curl_easy_setopt)(CURL *curl, CURLoption option, ...)
{
	static CURLcode (*real)(CURL *, CURLoption, ...);
	CURLcode rc;
	va_list ap;

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "curl_easy_setopt");
	va_start(ap, option);
	if (option >= CURLOPTTYPE_OFF_T && option < CURLOPTTYPE_BLOB) {
		rc = real(curl, option, va_arg(ap, curl_off_t));
	} else if (option >= CURLOPTTYPE_OBJECTPOINT) {
		rc = real(curl, option, va_arg(ap, void *));
	} else {
		long value = va_arg(ap, long);

		if (option == CURLOPT_CONNECTTIMEOUT)
			connect_limit = value;
		rc = real(curl, option, value);
	}
	va_end(ap);
	return rc;
}

/* libcurl's limit of a connection holds until we are logged in: a server that
 * greets slowly has all of the configured time. */
START_TEST(a_slow_greeting)
{
	struct fake_smtp *f = fake_start(&(struct fake_script){ 0 });
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 400);
	struct dispatch l = letter();

	transport_smtp.send(t, &l, 1);
	ck_assert_int_eq(l.verdict, VERDICT_SENT);
	ck_assert_int_eq(connect_limit, 400);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* What is wrong, and the cure, with the port's own number said. */
static void
cured(const struct fake_script *s, enum conf_tls ask, const char *what)
{
	struct fake_smtp *f = fake_start(s);
	struct transport *t = open_to(f, ask, 1, 1);
	struct dispatch l = letter();

	transport_smtp.send(t, &l, 1);
	ck_assert_int_eq(l.fault, FAULT_LINE);
	ck_assert_msg(strstr(l.why, what) != NULL, "%s", l.why);
	transport_smtp.close(t);
	fake_stop(f);
}

START_TEST(cures_of_the_dialogue)
{
	cured(&(struct fake_script){ .tls = FAKE_PLAIN }, CONF_TLS_IMPLICIT,
	    ", TLS: ");
	cured(&(struct fake_script){ .tls = FAKE_PLAIN }, CONF_TLS_IMPLICIT,
	    "set tls = starttls");
	cured(&(struct fake_script){ .tls = FAKE_PLAIN }, CONF_TLS_STARTTLS,
	    "has no STARTTLS on this port: try port 465");
	cured(&(struct fake_script){ .tls = FAKE_IMPLICIT }, CONF_TLS_STARTTLS,
	    ", connect: connected, but no greeting in time; is that SMTP");
	cured(&(struct fake_script){ .tls = FAKE_IMPLICIT,
		  .cert = CERT_OTHER_CA },
	    CONF_TLS_IMPLICIT, "goes into ca-file");
	cured(&(struct fake_script){ .tls = FAKE_IMPLICIT,
		  .cert = CERT_WRONG_NAME },
	    CONF_TLS_IMPLICIT, "a name in the server's certificate");
	cured(&(struct fake_script){ .tls = FAKE_IMPLICIT,
		  .cert = CERT_EXPIRED },
	    CONF_TLS_IMPLICIT, "out of date");
	cured(&(struct fake_script){ .tls = FAKE_IMPLICIT,
		  .ehlo = "250-fake\r\n250 AUTH GSSAPI" },
	    CONF_TLS_IMPLICIT,
	    "offers no login that we know; is this the port for clients");
	conf.outgoing.secret.password = NULL;
	conf.outgoing.secret.oauth_token_command = token_command;
	cured(&(struct fake_script){ .tls = FAKE_IMPLICIT,
		  .auth = "334 eyJzdGF0dXMiOiI0MDAifQ==" },
	    CONF_TLS_IMPLICIT,
	    ", login: Login denied; try password-command or "
	    "oauth-token-command by hand");
}
END_TEST

START_TEST(xoauth2)
{
	struct fake_script s = { .tls = FAKE_IMPLICIT };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_IMPLICIT, 1, 5);
	struct dispatch l = letter();
	struct buf b = BUF_INIT;

	conf.outgoing.secret.password = NULL;
	conf.outgoing.secret.oauth_token_command = token_command;
	transport_smtp.send(t, &l, 1);
	ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
	fake_transcript(f, &b);
	/* user=games^Aauth=Bearer tok3n^A^A */
	ck_assert_ptr_nonnull(strstr(b.data,
	    "AUTH XOAUTH2 dXNlcj1nYW1lcwFhdXRoPUJlYXJlciB0b2szbgEB\r\n"));
	buf_release(&b);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

/* A server that has left without a word gets the token of today. */
START_TEST(xoauth2_later)
{
	static char command[] = "echo tok3n >>$PQ_TOKENS; "
				"wc -l <$PQ_TOKENS";
	char path[] = "/tmp/paquebot-tokens-XXXXXX";
	struct fake_script s = { .vanish = true };
	struct fake_smtp *f = fake_start(&s);
	struct transport *t = open_to(f, CONF_TLS_NONE, 1, 5);
	struct buf b = BUF_INIT;
	int fd = mkstemp(path);

	ck_assert_int_ge(fd, 0);
	(void)close(fd);
	ck_assert_int_eq(setenv("PQ_TOKENS", path, 1), 0);
	conf.outgoing.secret.password = NULL;
	conf.outgoing.secret.oauth_token_command = command;
	for (int i = 1; i <= 2; i++) {
		struct dispatch l = letter();

		transport_smtp.send(t, &l, 1);
		ck_assert_msg(l.verdict == VERDICT_SENT, "%s", l.why);
		ck_assert(fake_wait_gone(f));
	}
	fake_transcript(f, &b);
	/* user=games^Aauth=Bearer 1^A^A, and 2 */
	ck_assert_ptr_nonnull(strstr(b.data,
	    "AUTH XOAUTH2 dXNlcj1nYW1lcwFhdXRoPUJlYXJlciAxAQE=\r\n"));
	ck_assert_ptr_nonnull(strstr(b.data,
	    "AUTH XOAUTH2 dXNlcj1nYW1lcwFhdXRoPUJlYXJlciAyAQE=\r\n"));
	ck_assert_int_eq(fake_logins(f), 2);
	buf_release(&b);
	(void)remove(path);
	transport_smtp.close(t);
	fake_stop(f);
}
END_TEST

static void
remove_ca(void)
{
	(void)remove(fake_ca_file());
}

CASES(clear)
{
	(void)fake_ca_file();
	tcase_add_test(t, sent);
	tcase_add_loop_test(t, trap_9_codes, 0,
	    (int)(sizeof staged / sizeof *staged));
	tcase_add_loop_test(t, trap_9_broken, 0,
	    (int)(sizeof broken / sizeof *broken));
	tcase_add_test(t, new_connection_after_trouble);
	tcase_add_test(t, a_slow_reply_to_the_dot);
	tcase_add_test(t, idle_421);
	tcase_add_test(t, full_session);
	tcase_add_test(t, fewer_at_a_time);
	tcase_add_test(t, ten_a_connection);
	tcase_add_test(t, traps_7_8_unfit);
	tcase_add_test(t, in_parallel);
	tcase_add_test(t, without_waiting);
	tcase_add_test(t, closing);
	tcase_add_loop_test(t, own_words, 0,
	    (int)(sizeof words / sizeof *words));
	tcase_add_test(t, closing_while_it_hangs);
	tcase_add_test(t, one_failure_is_enough);
	tcase_add_test(t, rate);
}

CASES(tls)
{
	tcase_add_checked_fixture(t, with_password, without_password);
	tcase_add_test(t, tls_good);
	tcase_add_loop_test(t, tls_bad_certificate, 1, CERT_KINDS);
	tcase_add_test(t, tls_not_there);
	tcase_add_test(t, wrong_password);
	tcase_add_test(t, a_slow_greeting);
	tcase_add_test(t, cures_of_the_dialogue);
	tcase_add_test(t, xoauth2);
	tcase_add_test(t, xoauth2_later);
	tcase_add_unchecked_fixture(t, NULL, remove_ca);
}
