/* SPDX-License-Identifier: MIT */

/* The order of the final scores: by rank, and nobody is lost where equal
 * scores are told apart by something else (money). */

#include <check.h>
#include <cjson/cJSON.h>

#include "post/context.h"
#include "tests/run.h"

static void
check_order(const char *before, const char *after)
{
	cJSON *array = cJSON_Parse(before);
	char *text;

	ck_assert_ptr_nonnull(array);
	scores_sort(array);
	text = cJSON_PrintUnformatted(array);
	ck_assert_str_eq(text, after);
	cJSON_free(text);
	cJSON_Delete(array);
}

START_TEST(test_ranks)
{
	check_order("[]", "[]");
	check_order("[{\"rank\":1,\"n\":1},{\"rank\":3,\"n\":2},{\"rank\":2,"
		    "\"n\":3},{\"rank\":4,\"n\":4}]",
	    "[{\"rank\":1,\"n\":1},{\"rank\":2,\"n\":3},{\"rank\":3,\"n\":2},{"
	    "\"rank\":4,\"n\":4}]");
	check_order(
	    "[{\"rank\":2,\"n\":1},{\"rank\":1,\"n\":2},{\"rank\":1,\"n\":3}]",
	    "[{\"rank\":1,\"n\":2},{\"rank\":1,\"n\":3},{\"rank\":2,\"n\":1}]");
}
END_TEST

TESTS(test_ranks)
