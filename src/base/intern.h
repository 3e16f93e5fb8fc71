/* SPDX-License-Identifier: MIT */
#ifndef BASE_INTERN_H
#define BASE_INTERN_H

/* Texts that are kept once: the same text gets the same number, counted from
 * 1 in the order of first sight. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct intern_text {
	char *text;
	size_t len;
	uint64_t hash;
};

struct intern {
	struct intern_text *at; /* owned; [1..n] */
	int n, cap;
	int *slot; /* owned; hash table of numbers */
	int slots;
};

/* *fresh: it was not there before. */
int intern_put(struct intern *p, const char *text, size_t len, bool *fresh);
void intern_release(struct intern *p);

#endif
