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
	json_kbool(&j, "bb", true);
	json_key(&j, "c");
	json_object(&j);
	json_kstr(&j, "a", "x");
	json_kint(&j, "b", INT64_MIN);
	json_object_end(&j);
	json_kstr(&j, "d", NULL);
	json_key(&j, "e");
	json_null(&j);
	json_object_end(&j);
	ck_assert_str_eq(buf_text(&b),
	    "{\"a\":[1,-2,{},[]],\"b\":true,\"bb\":true,\"c\":{\"a\":\"x\","
	    "\"b\":-9223372036854775808},\"d\":null,\"e\":null}");
	buf_release(&b);
}
END_TEST

START_TEST(escapes_are_those_required)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_str(&j, "q\" b\\ /é€ \b\f\n\r\t \x01\x1f\x7f");
	ck_assert_str_eq(buf_text(&b),
	    "\"q\\\" b\\\\ /é€ \\b\\f\\n\\r\\t \\u0001\\u001f\x7f\"");
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

/* Whether a key that comes twice aborts. */
START_TEST(a_key_comes_once)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		struct buf b = BUF_INIT;
		struct json j;

		json_init(&j, &b);
		json_object(&j);
		json_kint(&j, "b", 1);
		json_kint(&j, "a", 1);
		json_kint(&j, "b", 2);
		json_object_end(&j);
		buf_release(&b);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

/* By byte value, whatever stands in the values. */
START_TEST(keys_are_sorted)
{
	struct buf b = BUF_INIT;
	struct json j;

	json_init(&j, &b);
	json_object(&j);
	json_kstr(&j, "é", "},\"a\":[");
	json_key(&j, "aa");
	json_object(&j);
	json_kint(&j, "y", 1);
	json_kstr(&j, "x", "\\");
	json_object_end(&j);
	json_kint(&j, "z", -1);
	json_key(&j, "a");
	json_array(&j);
	json_object(&j);
	json_kbool(&j, "t", true);
	json_kstr(&j, "s", NULL);
	json_object_end(&j);
	json_int(&j, 2);
	json_array_end(&j);
	json_kint(&j, "Z", 0);
	json_kbool(&j, "a-b", false);
	json_object_end(&j);
	ck_assert_str_eq(buf_text(&b),
	    "{\"Z\":0,\"a\":[{\"s\":null,\"t\":true},2],\"a-b\":false,\"aa\":{"
	    "\"x\":\"\\\\\",\"y\":1},\"z\":-1,\"é\":\"},\\\"a\\\":[\"}");
	buf_release(&b);
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

TESTS(nested_values, escapes_are_those_required, an_array_of_arrays,
    a_key_comes_once, keys_are_sorted, keys_start_anew_in_each_object)
