/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"
#include "tests/run.h"

START_TEST(zero_is_empty)
{
	struct buf b = BUF_INIT;

	ck_assert_str_eq(buf_text(&b), "");
	buf_clear(&b);
	buf_str(&b, "a");
	ck_assert_str_eq(buf_text(&b), "a");
	buf_release(&b);
	ck_assert_uint_eq(b.len, 0);
	ck_assert_str_eq(buf_text(&b), "");
}
END_TEST

START_TEST(adds_of_every_kind)
{
	struct buf b = BUF_INIT;

	buf_add(&b, "x\0y", 3);
	buf_char(&b, '-');
	buf_fill(&b, '.', 3);
	buf_printf(&b, "%d/%s", 7, "z");
	ck_assert_uint_eq(b.len, 10);
	ck_assert_mem_eq(b.data, "x\0y-...7/z", 11);
	buf_truncate(&b, 1);
	ck_assert_str_eq(buf_text(&b), "x");
	buf_release(&b);
}
END_TEST

START_TEST(integers)
{
	struct buf b = BUF_INIT;

	buf_int(&b, 0);
	buf_char(&b, ' ');
	buf_int(&b, -42);
	buf_char(&b, ' ');
	buf_int(&b, LLONG_MAX);
	buf_char(&b, ' ');
	buf_int(&b, LLONG_MIN);
	ck_assert_str_eq(buf_text(&b),
	    "0 -42 9223372036854775807 -9223372036854775808");
	buf_release(&b);
}
END_TEST

START_TEST(a_cap_drops_whole_adds)
{
	struct buf b;

	buf_init(&b, 5);
	buf_str(&b, "abc");
	ck_assert(!b.overflow);
	buf_str(&b, "def");
	ck_assert(b.overflow);
	ck_assert_str_eq(buf_text(&b), "abc");
	buf_clear(&b);
	buf_printf(&b, "%s", "123456");
	ck_assert(b.overflow);
	ck_assert_uint_eq(b.len, 0);
	buf_release(&b);
}
END_TEST

START_TEST(a_cap_takes_just_its_size)
{
	struct buf b;

	buf_init(&b, 5);
	buf_str(&b, "abcde");
	ck_assert(!b.overflow);
	ck_assert_str_eq(buf_text(&b), "abcde");
	buf_char(&b, 'f');
	ck_assert(b.overflow);
	buf_release(&b);
}
END_TEST

START_TEST(steal_gives_the_bytes)
{
	struct buf b = BUF_INIT;
	char *s = buf_steal(&b);

	ck_assert_str_eq(s, "");
	free(s);
	buf_str(&b, "mine");
	s = buf_steal(&b);
	ck_assert_str_eq(s, "mine");
	ck_assert_str_eq(buf_text(&b), "");
	free(s);
}
END_TEST

START_TEST(grows_far)
{
	struct buf b = BUF_INIT;

	for (int i = 0; i < 100000; i++)
		buf_char(&b, (char)('a' + i % 26));
	ck_assert_uint_eq(b.len, 100000);
	ck_assert_int_eq(b.data[99999], 'a' + 99999 % 26);
	ck_assert_int_eq(b.data[100000], '\0');
	buf_release(&b);
}
END_TEST

START_TEST(errors_carry_kind_and_clean_text)
{
	struct err e = { 0 };

	ck_assert_int_eq(err_set(&e, ERR_LATER, "bad\r\nthing %d", 7), -1);
	ck_assert_int_eq(e.kind, ERR_LATER);
	ck_assert_str_eq(e.text, "bad??thing 7");
	ck_assert_int_eq(err_wrap(&e, "game %d", 42), -1);
	ck_assert_str_eq(e.text, "game 42: bad??thing 7");
	ck_assert_int_eq(e.kind, ERR_LATER);
}
END_TEST

START_TEST(errors_are_cut_to_fit)
{
	struct err e = { 0 };
	char longer[1000];

	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	(void)err_set(&e, ERR_GIVEUP, "%s", longer);
	ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1);
	(void)err_wrap(&e, "%s", longer);
	ck_assert_uint_lt(strlen(e.text), sizeof e.text);
}
END_TEST

START_TEST(memory_copies)
{
	char *s = mem_ndup("abcdef", 3), *t = mem_dup(s);

	ck_assert_str_eq(s, "abc");
	ck_assert_str_eq(t, "abc");
	ck_assert_ptr_null(mem_dup(NULL));
	free(s);
	free(t);
}
END_TEST

START_TEST(too_much_memory_aborts)
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		free(mem_grow(NULL, SIZE_MAX / 2, 16));
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

TESTS(zero_is_empty, adds_of_every_kind, integers, a_cap_drops_whole_adds,
    a_cap_takes_just_its_size, steal_gives_the_bytes, grows_far,
    errors_carry_kind_and_clean_text, errors_are_cut_to_fit, memory_copies,
    too_much_memory_aborts)
