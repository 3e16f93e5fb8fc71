/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "tests/run.h"

START_TEST(nested_values)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_object(&j);
	json_key(&j, "a");
	json_array(&j);
	json_int(&j, 1);
	json_int(&j, -2);
	json_object(&j);
	json_object_end(&j);
	json_array(&j);
	json_array_end(&j);
	json_array_end(&j);
	json_kbool(&j, "b", true);
	json_kflag(&j, "bare", false);
	json_kflag(&j, "bb", true);
	json_key(&j, "c");
	json_object(&j);
	json_kstr(&j, "a", "x");
	json_kint(&j, "b", INT64_MIN);
	json_object_end(&j);
	json_kstr(&j, "d", NULL);
	json_key(&j, "e");
	json_null(&j);
	json_object_end(&j);
	ck_assert_str_eq(buf_text(&b), "{\"a\":[1,-2,{},[]],\"b\":true,"
	    "\"bb\":true,\"c\":{\"a\":\"x\",\"b\":-9223372036854775808},"
	    "\"d\":null,"
	    "\"e\":null}");
	buf_release(&b);
}
END_TEST

START_TEST(escapes_are_those_required)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_str(&j, "q\" b\\ /é€ \b\f\n\r\t \x01\x1f\x7f");
	ck_assert_str_eq(buf_text(&b), "\"q\\\" b\\\\ /é€ \\b\\f\\n\\r\\t "
	    "\\u0001\\u001f\x7f\"");
	buf_release(&b);
}
END_TEST

START_TEST(an_array_of_arrays)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_array(&j);
	for (int i = 0; i < 2; i++) {
		json_array(&j);
		json_str(&j, "");
		json_bool(&j, false);
		json_array_end(&j);
	}
	json_array_end(&j);
	ck_assert_str_eq(buf_text(&b), "[[\"\",false],[\"\",false]]");
	buf_release(&b);
}
END_TEST

/* Whether writing these two keys in turn aborts. */
static bool
aborts(const char *first, const char *second)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		struct buf b = BUF_INIT;
		struct json j;

		json_init(&j, &b);
		json_object(&j);
		json_kint(&j, first, 1);
		json_kint(&j, second, 2);
		buf_release(&b);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

START_TEST(keys_out_of_order_abort)
{
	ck_assert(!aborts("a", "b"));
	ck_assert(!aborts("a", "aa"));
	ck_assert(!aborts("Z", "a"));
	ck_assert(!aborts("z", "é"));    /* by byte value */
	ck_assert(aborts("b", "a"));
	ck_assert(aborts("a", "a"));
	ck_assert(aborts("aa", "a"));
	ck_assert(aborts("é", "z"));
}
END_TEST

START_TEST(keys_start_anew_in_each_object)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_array(&j);
	for (int i = 0; i < 2; i++) {
		json_object(&j);
		json_kint(&j, "k", i);
		json_object_end(&j);
	}
	json_array_end(&j);
	ck_assert_str_eq(buf_text(&b), "[{\"k\":0},{\"k\":1}]");
	buf_release(&b);
}
END_TEST

int
main(void)
{
	return RUN_TESTS("json", nested_values, escapes_are_those_required,
	    an_array_of_arrays, keys_out_of_order_abort,
	    keys_start_anew_in_each_object);
}
