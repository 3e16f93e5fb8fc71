/* SPDX-License-Identifier: MIT */
#include "tests/world/bare.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "tests/world/world.h"

struct bare_mail {
	int64_t when;  /* milliseconds */
	char *to, *id; /* owned */
};

static struct {
	struct bare_mail *at; /* owned */
	size_t n;
} came[2];

void
bare_arrives(const char *to, const char *id)
{
	int which = world.twin == TWIN_SECOND;

	if (world.pair != PAIR_LAYOUTS)
		return;
	came[which].at = mem_more(came[which].at, came[which].n,
	    sizeof *came[which].at);
	came[which].at[came[which].n++] = (struct bare_mail){ world.now,
		mem_dup(to), mem_dup(id) };
}

static bool
is_same(const struct bare_mail *a, const struct bare_mail *b)
{
	return a->when == b->when && strcmp(a->to, b->to) == 0 &&
	    strcmp(a->id, b->id) == 0;
}

void
bare_compare(void)
{
	size_t i = 0;

	while (i < came[0].n && i < came[1].n &&
	    is_same(&came[0].at[i], &came[1].at[i]))
		i++;
	world.alike = (int)i;
	if (i < came[0].n)
		world_wrong("what programs add is read: at %lld %s to %s",
		    (long long)came[0].at[i].when / SECOND, came[0].at[i].id,
		    came[0].at[i].to);
	else if (i < came[1].n)
		world_wrong("what programs add is read: no %s at %lld",
		    came[1].at[i].id, (long long)came[1].at[i].when / SECOND);
}

void
bare_close(void)
{
	for (int k = 0; k < 2; k++) {
		for (size_t i = 0; i < came[k].n; i++) {
			free(came[k].at[i].to);
			free(came[k].at[i].id);
		}
		free(came[k].at);
	}
	memset(came, 0, sizeof came);
}
