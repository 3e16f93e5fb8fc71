/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "base/mem.h"

#include <malloc.h>
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

/*
 * The context of a mail is some thousands of nodes of a tree and short words,
 * made and freed again within a millisecond. They get cells of one size, of the
 * thread that asked for that first; what finds none, or is longer, or another
 * thread's, is the C library's. With sanitizers all is, so that they see it.
 */
union json_cell {
	union json_cell *next; /* while it is free */
	max_align_t align;
	char bytes[64];
};

enum { CELLS = 8192 };

static union json_cell cells[CELLS];
static union json_cell *free_cells;
static size_t cells_begun;
static _Thread_local bool has_cells, lasts;

static void *
json_alloc(size_t size)
{
	union json_cell *cell = free_cells;

	if (size > sizeof *cell || !has_cells || lasts)
		return mem_alloc(size);
	if (cell != NULL) {
		/* It has lain for long; the one after it is fetched. */
		free_cells = cell->next;
		__builtin_prefetch(free_cells);
	} else if (cells_begun < CELLS)
		cell = &cells[cells_begun++];
	else
		return mem_alloc(size);
	return cell;
}

static void
json_free(void *p)
{
	union json_cell *cell = p;

	if ((uintptr_t)p - (uintptr_t)cells >= sizeof cells) {
		free(p);
		return;
	}
	if (!has_cells)
		abort();
	cell->next = free_cells;
	free_cells = cell;
}

void
mem_init_json(void)
{
	cJSON_Hooks hooks = { .malloc_fn = json_alloc, .free_fn = json_free };

	cJSON_InitHooks(&hooks);
#ifndef WITH_SANITIZERS
	if (cells_begun == 0)
		has_cells = true;
#endif
}

void
mem_json_lasts(bool yes)
{
	lasts = yes;
}

static bool runs_long;

/* Without these numbers malloc would change them by itself: what was large
 * once would lie in the heap from then on. At the end of the heap some may
 * lie free until mem_settle: to give and to take it back for each batch of
 * mails cost a twelfth of their time. */
void
mem_init_long(void)
{
	enum { LARGE = 1024 * 1024, SPARE = 16 * 1024 * 1024 };

	runs_long = true;
	(void)mallopt(M_ARENA_MAX, 1);
	(void)mallopt(M_MMAP_THRESHOLD, LARGE);
	(void)mallopt(M_TRIM_THRESHOLD, SPARE);
}

void
mem_settle(void)
{
	if (runs_long)
		(void)malloc_trim(0);
}
