/* SPDX-License-Identifier: MIT */
#include "base/mem.h"

#include <stdint.h>

#include <cjson/cJSON.h>

static _Noreturn void
out_of_memory(void)
{
	static const char text[] = "out of memory\n";

	(void)fwrite(text, 1, sizeof text - 1, stderr);
	abort();
}

void *
mem_alloc(size_t size)
{
	void *p = malloc(size > 0 ? size : 1);

	if (p == NULL)
		out_of_memory();
	return p;
}

void *
mem_zero(size_t count, size_t size)
{
	void *p = calloc(count > 0 ? count : 1, size > 0 ? size : 1);

	if (p == NULL)
		out_of_memory();
	return p;
}

void *
mem_grow(void *p, size_t count, size_t size)
{
	void *grown;

	if (size != 0 && count > SIZE_MAX / size)
		out_of_memory();
	grown = realloc(p, count * size > 0 ? count * size : 1);
	if (grown == NULL)
		out_of_memory();
	return grown;
}

void *
mem_more(void *p, size_t n, size_t size)
{
	if (n == 0)
		return mem_grow(p, 16, size);
	return n >= 16 && (n & (n - 1)) == 0 ? mem_grow(p, 2 * n, size) : p;
}

char *
mem_dup(const char *s)
{
	return s == NULL ? NULL : mem_ndup(s, strlen(s));
}

char *
mem_ndup(const char *s, size_t len)
{
	char *copy = mem_alloc(len + 1);

	if (len > 0)
		memcpy(copy, s, len);
	copy[len] = '\0';
	return copy;
}

void
mem_wipe(char *s)
{
	if (s != NULL)
		explicit_bzero(s, strlen(s));
	free(s);
}

void
mem_init_json(void)
{
	cJSON_Hooks hooks = { .malloc_fn = mem_alloc, .free_fn = free };

	cJSON_InitHooks(&hooks);
}
