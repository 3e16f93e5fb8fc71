/* SPDX-License-Identifier: MIT */
#include "config.h"

#include "text/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { BLOCK = 256 * 1024, ALIGN = 16 };

struct arena_block {
	struct arena_block *next; /* owned */
	size_t size, used;
	max_align_t data[];
};

/* Stands before every piece: realloc has to know how long it is. */
union arena_piece {
	size_t size;
	max_align_t align;
};

static _Thread_local struct arena_block *blocks; /* the one in use first */
static _Thread_local int trees;

static void
add_block(size_t size)
{
	struct arena_block *b;

	if (size < BLOCK)
		size = BLOCK;
	b = mem_alloc(sizeof(*b) + size);
	b->next = blocks;
	b->size = size;
	b->used = 0;
	blocks = b;
}

static size_t
round_up(size_t size)
{
	return (size + ALIGN - 1) / ALIGN * ALIGN;
}

static void *
take(size_t size)
{
	size_t need = sizeof(union arena_piece) + round_up(size);
	union arena_piece *p;

	if (size > SIZE_MAX / 2)
		abort();
	if (blocks == NULL || blocks->size - blocks->used < need)
		add_block(need);
	p = (union arena_piece *)((char *)blocks->data + blocks->used);
	blocks->used += need;
	p->size = size;
	return p + 1;
}

static void *
arena_calloc(size_t count, size_t size)
{
	void *p;

	if (size && count > SIZE_MAX / 2 / size)
		abort();
	p = take(count * size);
	memset(p, 0, count * size);
	return p;
}

/* What was taken last has room behind it. */
static bool
stretch(void *old, size_t size)
{
	union arena_piece *p;
	size_t from;

	if (old == NULL)
		return false;
	p = (union arena_piece *)old - 1;
	if ((char *)old + round_up(p->size) !=
	    (char *)blocks->data + blocks->used)
		return false;
	from = blocks->used - round_up(p->size);
	if (size > SIZE_MAX / 2 || blocks->size - from < round_up(size))
		return false;
	blocks->used = from + round_up(size);
	p->size = size;
	return true;
}

static void *
arena_realloc(void *old, size_t size)
{
	size_t had = old != NULL ? ((union arena_piece *)old - 1)->size : 0;
	void *p;

	if (size <= had || stretch(old, size))
		return old;
	p = take(size);
	if (had)
		memcpy(p, old, had);
	return p;
}

static void
arena_free(void *p)
{
	(void)p;
}

/* All blocks but one go; that one is empty. */
static void
rewind_blocks(void)
{
	while (blocks != NULL && blocks->next != NULL) {
		struct arena_block *b = blocks->next;

		blocks->next = b->next;
		free(b);
	}
	if (blocks != NULL && blocks->size > BLOCK) {
		free(blocks);
		blocks = NULL;
	}
	if (blocks != NULL)
		blocks->used = 0;
}

bool
arena_frees(void)
{
#ifdef WITH_SANITIZERS
	return true;
#else
	return false;
#endif
}

cmark_mem *
arena_begin(void)
{
	static cmark_mem mem = { arena_calloc, arena_realloc, arena_free };

	trees++;
	return arena_frees() ? cmark_get_default_mem_allocator() : &mem;
}

void
arena_end(void)
{
	if (--trees == 0)
		rewind_blocks();
}
