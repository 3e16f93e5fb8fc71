/* SPDX-License-Identifier: MIT */
#include "mail/uids.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void
uids_release(struct uids *u)
{
	free(u->at);
	*u = (struct uids){ 0 };
}

void
uids_add(struct uids *u, uint32_t uid)
{
	u->at = mem_more(u->at, u->n, sizeof *u->at);
	u->at[u->n++] = uid;
}

void
uids_take(struct uids *u, size_t n, struct uids *out)
{
	n = n < u->n ? n : u->n;
	out->n = 0;
	for (size_t i = 0; i < n; i++)
		uids_add(out, u->at[i]);
	u->n -= n;
	if (u->n > 0)
		memmove(u->at, u->at + n, u->n * sizeof *u->at);
}

bool
uids_remove(struct uids *u, uint32_t uid)
{
	size_t i = 0;

	while (i < u->n && u->at[i] != uid)
		i++;
	if (i == u->n)
		return false;
	u->n--;
	memmove(u->at + i, u->at + i + 1, (u->n - i) * sizeof *u->at);
	return true;
}

static int
uids_order(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return x < y ? -1 : x > y;
}

void
uids_sort(struct uids *u)
{
	if (u->n > 1)
		qsort(u->at, u->n, sizeof *u->at, uids_order);
}

bool
uids_has(const struct uids *u, uint32_t uid)
{
	return u->n > 0 &&
	    bsearch(&uid, u->at, u->n, sizeof uid, uids_order) != NULL;
}
