/* SPDX-License-Identifier: MIT */

/* Where poll() fails in the midst of a letter the server gets the whole of it,
 * or none: libcurl would end it there with the final dot. */

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>

#include "fake-smtp.h"
#include "mail/transport.h"
#include "tests/run.h"

/* Of libcurl's: how many are made, from which one on they fail, how often. */
static struct {
	int made, from, times;
} polls;

static bool
is_libcurl(void *at)
{
	Dl_info of;

	return dladdr(at, &of) != 0 && strstr(of.dli_fname, "libcurl") != NULL;
}

/* In place of the C library's, for all libraries. */
__attribute__((visibility("default"))) int
poll(struct pollfd *fds, nfds_t n, int ms)
{
	static int (*real)(struct pollfd *, nfds_t, int);

	if (real == NULL)
		*(void **)&real = dlsym(RTLD_NEXT, "poll");
	if (is_libcurl(__builtin_return_address(0)) &&
	    ++polls.made >= polls.from &&
	    polls.made < polls.from + polls.times) {
		errno = ENOMEM;
		return -1;
	}
	return real(fds, n, ms);
}

static int
count(const char *text, const char *what)
{
	int n = 0;

	for (; (text = strstr(text, what)) != NULL; text++)
		n++;
	return n;
}

/* One letter, where so many polls fail from that one on: its verdict. All that
 * the server took is whole. */
static enum delivery
deliver(int from, int times)
{
	static char type[] = "smtp", host[] = "localhost",
		    address[] = "games@example.org";
	static struct conf conf;
	struct fake_script s = { 0 };
	struct fake_smtp *f = fake_start(&s);
	struct dispatch l = { .envelope_from = address,
		.to = "anna@example.org" };
	struct buf raw = BUF_INIT, got = BUF_INIT;
	struct transport *t = NULL;
	struct err e;

	conf.outgoing.type = type;
	conf.outgoing.host = host;
	conf.outgoing.port = fake_port(f);
	conf.outgoing.tls = CONF_TLS_NONE;
	conf.outgoing.address = address;
	conf.outgoing.connections = 1;
	conf.outgoing.timeout = 2;
	/* Longer than what is sent at once. */
	buf_str(&raw, "Subject: x\r\n\r\n");
	for (int i = 0; i < 8000; i++)
		buf_printf(&raw, "this is line %d\r\n", i);
	buf_str(&raw, "last\r\n");
	l.raw = raw.data;
	l.len = raw.len;
	ck_assert_int_eq(transport_smtp.open(&conf, &t, &e), 0);
	polls.made = 0;
	polls.from = from;
	polls.times = times;
	transport_smtp.send(t, &l, 1);
	polls.times = 0;
	transport_smtp.close(t);
	ck_assert(fake_wait_gone(f));
	fake_transcript(f, &got);
	ck_assert_msg(fake_letters(f) == count(got.data, "last\r\n.\r\n"),
	    "poll %d, %d times: %d letters taken, %d of them whole", from,
	    times, fake_letters(f), count(got.data, "last\r\n.\r\n"));
	/* Who did not hear of it does not know, and sends it once more. */
	ck_assert(l.verdict == VERDICT_UNKNOWN ||
	    fake_letters(f) == (l.verdict == VERDICT_SENT));
	fake_stop(f);
	buf_release(&raw);
	buf_release(&got);
	return l.verdict;
}

START_TEST(one_fails)
{
	int from = 1;

	do
		ck_assert_int_ne(deliver(from, 1), VERDICT_FAILED);
	while (polls.made >= from++);
	ck_assert_int_gt(from, 6);
}
END_TEST

START_TEST(all_fail)
{
	int from = 1;

	do
		ck_assert_int_ne(deliver(from, 1000000), VERDICT_FAILED);
	while (polls.made >= from++);
}
END_TEST

CASES(tests)
{
	tcase_add_test(t, one_fails);
	tcase_add_test(t, all_fail);
}
