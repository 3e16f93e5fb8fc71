/* SPDX-License-Identifier: MIT */

/* tests/world/world SEED [--days N] [--count N] [--show] [--mails]: plays the
 * history of a seed, or of so many from it on; what is wrong is printed with
 * its history. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/mem.h"
#include "tests/world/world.h"

struct wish {
	struct history h;
	uint64_t count;
	bool show;
};

/* Of all histories. */
static struct {
	uint64_t histories, wrong, moves, mails;
} total;

static bool
read_wish(int argc, char **argv, struct wish *w)
{
	*w = (struct wish){ .h = { .days = 30 }, .count = 1 };
	if (argc < 2)
		return false;
	w->h.seed = strtoull(argv[1], NULL, 10);
	for (int i = 2; i < argc; i++) {
		if (strcmp(argv[i], "--show") == 0)
			w->show = true;
		else if (strcmp(argv[i], "--mails") == 0)
			w->show = w->h.mails = true;
		else if (strcmp(argv[i], "--days") == 0 && i + 1 < argc)
			w->h.days = (int)strtol(argv[++i], NULL, 10);
		else if (strcmp(argv[i], "--count") == 0 && i + 1 < argc)
			w->count = strtoull(argv[++i], NULL, 10);
		else
			return false;
	}
	return w->h.days > 0;
}

static void
play(const struct wish *w)
{
	char hash[HASH_HEX_SIZE];
	int failures = world_play(&w->h);

	hash_sha256_hex(buf_text(&world.history), world.history.len, hash);
	if (failures > 0 || w->show)
		(void)fputs(buf_text(&world.history), stdout);
	(void)printf("seed %" PRIu64 ": %s %.16s\n", w->h.seed,
	    failures > 0 ? "WRONG" : "good", hash);
	total.histories++;
	total.wrong += failures > 0;
	total.moves += (uint64_t)world.moves;
	total.mails += (uint64_t)world.mails;
	world_close();
}

int
main(int argc, char **argv)
{
	struct wish w;

	mem_init_json();
	if (!read_wish(argc, argv, &w)) {
		(void)fputs("usage: world SEED [--days N] [--count N] "
			    "[--show] [--mails]\n",
		    stderr);
		return 2;
	}
	for (uint64_t i = 0; i < w.count; i++, w.h.seed++)
		play(&w);
	if (w.count > 1)
		(void)printf("%" PRIu64 " histories, %" PRIu64
			     " wrong, %" PRIu64 " moves, %" PRIu64 " mails\n",
		    total.histories, total.wrong, total.moves, total.mails);
	return total.wrong > 0;
}
