/* SPDX-License-Identifier: MIT */
#include "tests/world/agenda.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"

static bool
before(const struct plan *a, const struct plan *b)
{
	return a->when != b->when ? a->when < b->when : a->order < b->order;
}

static void
swap(struct plan *a, struct plan *b)
{
	struct plan was = *a;

	*a = *b;
	*b = was;
}

void
agenda_add(struct agenda *a, int64_t when, plan_act *act, void *arg,
    void (*drop)(void *arg))
{
	size_t i = a->n;

	a->at = mem_more(a->at, a->n, sizeof *a->at);
	a->at[a->n++] = (struct plan){ when, a->order++, act, arg, drop };
	for (; i > 0 && before(&a->at[i], &a->at[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&a->at[i], &a->at[(i - 1) / 2]);
}

int64_t
agenda_next(const struct agenda *a)
{
	return a->n > 0 ? a->at[0].when : INT64_MAX;
}

static void
take_first(struct agenda *a)
{
	a->at[0] = a->at[--a->n];
	for (size_t i = 0, least = 0;; i = least) {
		for (size_t child = 2 * i + 1; child <= 2 * i + 2; child++)
			if (child < a->n &&
			    before(&a->at[child], &a->at[least]))
				least = child;
		if (least == i)
			return;
		swap(&a->at[i], &a->at[least]);
	}
}

void
agenda_do(struct agenda *a)
{
	struct plan first = a->at[0];

	take_first(a);
	first.act(first.arg);
}

void
agenda_close(struct agenda *a)
{
	for (size_t i = 0; i < a->n; i++)
		if (a->at[i].drop != NULL)
			a->at[i].drop(a->at[i].arg);
	free(a->at);
	*a = (struct agenda){ 0 };
}
