/* SPDX-License-Identifier: MIT */
#ifndef ARCHIVE_POOL_H
#define ARCHIVE_POOL_H

/* Texts that are kept once: the same text gets the same number, counted from
 * 1 in the order of first sight. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pool_text {
	char *text;
	size_t len;
	uint64_t hash;
};

struct pool {
	struct pool_text *at; /* owned; [1..n] */
	int n, cap;
	int *slot; /* owned; hash table of numbers */
	int slots;
};

/* *fresh: it was not there before. */
int pool_put(struct pool *p, const char *text, size_t len, bool *fresh);
void pool_release(struct pool *p);

#endif
