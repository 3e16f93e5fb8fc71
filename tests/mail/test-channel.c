/* SPDX-License-Identifier: MIT */

/* The frames between the daemon and a session it does not trust. */

#include <errno.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "mail/channel.h"
#include "tests/run.h"

static struct channel a, b;

static void
setup(void)
{
	int pair[2];

	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	channel_init(&a, pair[0]);
	channel_init(&b, pair[1]);
}

static void
teardown(void)
{
	channel_close(&a);
	channel_close(&b);
}

static int64_t
soon(void)
{
	return clock_monotonic_ms() + 50;
}

START_TEST(test_frames_arrive_as_they_were_sent)
{
	struct frame f;
	char *s;

	channel_begin(&a, CHANNEL_ERROR);
	channel_u32(&a, 0xfedcba98U);
	channel_i64(&a, -2);
	channel_bytes(&a, "text", 4);
	channel_end(&a);
	channel_begin(&a, CHANNEL_STOP);
	channel_end(&a);
	ck_assert_int_eq(channel_flush(&a, soon()), 0);
	ck_assert_int_eq(channel_next(&b, soon(), &f), 1);
	ck_assert_int_eq(f.word, CHANNEL_ERROR);
	ck_assert_uint_eq(frame_u32(&f), 0xfedcba98U);
	ck_assert_int_eq(frame_i64(&f), -2);
	s = frame_string(&f);
	ck_assert_str_eq(s, "text");
	free(s);
	ck_assert(frame_whole(&f));
	ck_assert_int_eq(channel_next(&b, soon(), &f), 1);
	ck_assert_int_eq(f.word, CHANNEL_STOP);
	ck_assert(frame_whole(&f));
}
END_TEST

START_TEST(test_the_largest_frame_and_many_of_them)
{
	static char raw[MESSAGE_MAX + 1];
	struct frame f;
	size_t len;
	pid_t child = fork();

	/* More than a socket holds: both sides must work at once. */
	memset(raw, 'x', sizeof raw);
	if (child == 0) {
		for (int i = 0; i < 20; i++) {
			channel_begin(&a, CHANNEL_MAIL);
			channel_bytes(&a, raw, sizeof raw);
			channel_end(&a);
		}
		_exit(channel_flush(&a, clock_monotonic_ms() + 5000) != 0);
	}
	for (int i = 0; i < 20; i++) {
		ck_assert_int_eq(channel_next(&b, clock_monotonic_ms() + 5000,
				     &f),
		    1);
		ck_assert_mem_eq(frame_bytes(&f, &len), raw, sizeof raw);
		ck_assert_uint_eq(len, sizeof raw);
		ck_assert(frame_whole(&f));
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
}
END_TEST

START_TEST(test_a_reader_that_sleeps_does_not_hold_up_the_writer)
{
	static char raw[MESSAGE_MAX + 1];

	for (int i = 0; i < 20; i++) {
		channel_begin(&a, CHANNEL_MAIL);
		channel_bytes(&a, raw, sizeof raw);
		channel_end(&a);
	}
	ck_assert_int_eq(channel_flush(&a, soon()), -1);
	ck_assert_int_eq(errno, ETIMEDOUT);
}
END_TEST

START_TEST(test_reading_past_the_end_is_noticed_and_harmless)
{
	static const char data[] = "\x06\0\0\0e\x09\0\0\0z";
	struct frame f;
	size_t used, len;

	ck_assert_int_eq(frame_parse(data, sizeof data - 1, &f, &used), 1);
	ck_assert_uint_eq(used, 10);
	ck_assert_str_eq(frame_bytes(&f, &len), ""); /* says 9, has 1 */
	ck_assert_uint_eq(len, 0);
	ck_assert(!frame_whole(&f));
	ck_assert_uint_eq(frame_u32(&f), 0);
	ck_assert_int_eq(frame_i64(&f), 0);
	ck_assert(f.bad);
}
END_TEST

START_TEST(test_a_string_with_nul_is_bad)
{
	static const char data[] = "\x08\0\0\0e\x03\0\0\0a\0b";
	struct frame f;
	size_t used;

	ck_assert_int_eq(frame_parse(data, sizeof data - 1, &f, &used), 1);
	free(frame_string(&f));
	ck_assert(!frame_whole(&f));
}
END_TEST

START_TEST(test_sizes_that_no_frame_has)
{
	struct frame f;
	size_t used;

	ck_assert_int_eq(frame_parse("\0\0\0\0e", 5, &f, &used), -1);
	ck_assert_int_eq(frame_parse("\377\377\377\377e", 5, &f, &used), -1);
	ck_assert_int_eq(frame_parse("\x02\0\0\0e", 5, &f, &used), 0);
	ck_assert_int_eq(frame_parse("\x02\0\0", 3, &f, &used), 0);
}
END_TEST

START_TEST(test_nonsense_silence_and_the_end)
{
	struct frame f;

	errno = 0;
	ck_assert_int_eq(channel_next(&b, soon(), &f), -1);
	ck_assert_int_eq(errno, ETIMEDOUT);
	ck_assert_int_eq(write(a.fd, "\x09\0\0\0m half", 9), 9);
	ck_assert_int_eq(channel_next(&b, soon(), &f), -1);
	ck_assert_int_eq(errno, ETIMEDOUT);
	channel_close(&a);
	ck_assert_int_eq(channel_next(&b, soon(), &f), 0);
}
END_TEST

START_TEST(test_nonsense_is_a_protocol_error)
{
	struct frame f;

	ck_assert_int_eq(write(a.fd, "garbage", 7), 7);
	ck_assert_int_eq(channel_next(&b, soon(), &f), -1);
	ck_assert_int_eq(errno, EPROTO);
}
END_TEST

/* A caller who was busy for longer than the limit still gets what is there. */
START_TEST(test_what_is_there_is_read_after_the_deadline)
{
	struct frame f;

	channel_begin(&a, CHANNEL_MOVED);
	channel_end(&a);
	ck_assert_int_eq(channel_flush(&a, soon()), 0);
	ck_assert_int_eq(channel_next(&b, clock_monotonic_ms() - 1000, &f), 1);
	ck_assert_int_eq(f.word, CHANNEL_MOVED);
}
END_TEST

START_TEST(test_a_secret_is_wiped_once_sent)
{
	channel_begin(&a, CHANNEL_HELLO);
	channel_bytes(&a, "hunter2", 7);
	channel_end(&a);
	ck_assert_int_eq(channel_flush(&a, soon()), 0);
	for (size_t i = 0; i < a.out.cap && i < 16; i++)
		ck_assert_int_eq(a.out.data[i], '\0');
}
END_TEST

CASES(tests)
{
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, test_frames_arrive_as_they_were_sent);
	tcase_add_test(t, test_the_largest_frame_and_many_of_them);
	tcase_add_test(t,
	    test_a_reader_that_sleeps_does_not_hold_up_the_writer);
	tcase_add_test(t, test_reading_past_the_end_is_noticed_and_harmless);
	tcase_add_test(t, test_a_string_with_nul_is_bad);
	tcase_add_test(t, test_sizes_that_no_frame_has);
	tcase_add_test(t, test_nonsense_silence_and_the_end);
	tcase_add_test(t, test_nonsense_is_a_protocol_error);
	tcase_add_test(t, test_what_is_there_is_read_after_the_deadline);
	tcase_add_test(t, test_a_secret_is_wiped_once_sent);
}
