/* SPDX-License-Identifier: MIT */

/* What a program that runs for years does with memory, by malloc's own; for a
 * build without sanitizers, which bring another. */

#include <cjson/cJSON.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "base/mem.h"
#include "tests/run.h"

enum { PIECES = 30000, PIECE = 1000 };

static char *piece[PIECES];

/* kB that are resident. */
static long
resident(void)
{
	FILE *f = fopen("/proc/self/statm", "re");
	long all, now;

	ck_assert_ptr_nonnull(f);
	ck_assert_int_eq(fscanf(f, "%ld %ld", &all, &now), 2);
	(void)fclose(f);
	return now * (sysconf(_SC_PAGESIZE) / 1024);
}

/* One in hundred stays, the last of all too. */
START_TEST(test_holes_go_back)
{
	long before, full;

	mem_init_long();
	for (int i = 0; i < PIECES; i++)
		memset(piece[i] = mem_alloc(PIECE), 1, PIECE);
	full = resident();
	for (int i = 0; i < PIECES - 1; i++)
		if (i % 100 != 0)
			free(piece[i]);
	before = resident();
	mem_settle();
	ck_assert_int_lt(full - before, 1000);
	ck_assert_int_gt(before - resident(), 20000);
}
END_TEST

/* However often it was done before. */
START_TEST(test_large_ones_go_back)
{
	enum { LARGE = 8 << 20 };
	long before;
	char *p, *q;

	mem_init_long();
	for (int i = 0; i < 3; i++) {
		before = resident();
		memset(p = mem_alloc(LARGE), 1, LARGE);
		q = mem_alloc(PIECE);
		free(p);
		ck_assert_int_lt(resident() - before, 1000);
		free(q);
	}
}
END_TEST

static void *
allocate(void *arg)
{
	(void)arg;
	return mem_alloc(PIECE);
}

START_TEST(test_threads_share_a_heap)
{
	char *start = mem_alloc(1), *end = sbrk(0);
	pthread_t other;
	void *p;

	mem_init_long();
	ck_assert_int_eq(pthread_create(&other, NULL, allocate, NULL), 0);
	ck_assert_int_eq(pthread_join(other, &p), 0);
	ck_assert((char *)p > start - (1 << 20) && (char *)p < end + (1 << 20));
}
END_TEST

/* More than there are cells; each node is whole, and their names are. */
START_TEST(test_json_past_its_cells)
{
	enum { NODES = 9000 };
	char name[16];
	cJSON *all;

	mem_init_json();
	for (int round = 0; round < 2; round++) {
		all = cJSON_CreateArray();
		for (int i = 0; i < NODES; i++) {
			(void)snprintf(name, sizeof name, "%d", i);
			cJSON_AddItemToArray(all, cJSON_CreateString(name));
		}
		for (int i = NODES - 1; i >= 0; i--) {
			cJSON *o = cJSON_DetachItemFromArray(all, i);

			(void)snprintf(name, sizeof name, "%d", i);
			ck_assert_str_eq(o->valuestring, name);
			cJSON_Delete(o);
			i -= i % 3 == 0 && i > 0; /* others stay till the end */
		}
		cJSON_Delete(all);
	}
}
END_TEST

static void *
parse(void *arg)
{
	(void)arg;
	return cJSON_Parse("{\"a\":[1,\"two\"]}");
}

/* Cells are of the thread that asked for them; what another made may be freed
 * here. */
START_TEST(test_json_of_another_thread)
{
	pthread_t other;
	cJSON *own;
	void *p;

	mem_init_json();
	own = cJSON_Parse("{\"a\":[1,\"two\"]}");
	ck_assert_int_eq(pthread_create(&other, NULL, parse, NULL), 0);
	ck_assert_int_eq(pthread_join(other, &p), 0);
	ck_assert(cJSON_Compare(own, p, true));
	ck_assert_uint_ge(malloc_usable_size(p), sizeof(cJSON));
	cJSON_Delete(p);
	cJSON_Delete(own);
}
END_TEST

CASES(tests)
{
	tcase_add_test(t, test_json_past_its_cells);
	tcase_add_test(t, test_json_of_another_thread);
	tcase_add_test(t, test_holes_go_back);
	tcase_add_test(t, test_large_ones_go_back);
	tcase_add_test(t, test_threads_share_a_heap);
}
