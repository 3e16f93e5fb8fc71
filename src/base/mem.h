/* SPDX-License-Identifier: MIT */
#ifndef BASE_MEM_H
#define BASE_MEM_H

/*
 * Memory that is there. Lack of memory is a bug (doc/design.md 11): these
 * functions never return NULL, they end the process, and the supervisor starts
 * it again from what is committed. Everything they return is released with
 * free().
 */

#include <stdbool.h>
#include <stddef.h>

void *mem_alloc(size_t size);              /* uninitialised */
void *mem_zero(size_t count, size_t size); /* zeroed; checks overflow */
void *mem_grow(void *p, size_t count, size_t size); /* realloc, checked */
/* Room for one more behind the n members of an array, which grows at 0, 16, 32,
 * 64 …: one that is filled by this alone needs no count of its room. */
void *mem_more(void *p, size_t n, size_t size);
char *mem_dup(const char *s);              /* NULL gives NULL */
char *mem_ndup(const char *s, size_t len); /* len bytes and a NUL */

/* Frees a secret that nothing in memory shall show any more; NULL is fine. */
void mem_wipe(char *s);

/* Makes cJSON allocate from here: in the thread that calls this, once at the
 * start of main, what is small has cells of its own. So what cJSON returns is
 * released with cJSON_free() alone, by the thread that has it made. */
void mem_init_json(void);
/* What is read from now on stays, and leaves the cells to what does not. */
void mem_json_lasts(bool yes);

/* For a program that runs for years: one heap for all threads, which mostly
 * wait, and what is large goes back to the system with free(). */
void mem_init_long(void);
/* In such a program what is free between what is used goes back too. */
void mem_settle(void);

#endif
