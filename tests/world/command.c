/* SPDX-License-Identifier: MIT */
#include "tests/world/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/mem.h"
#include "tests/world/shrink.h"
#include "tests/world/world.h"

enum { TWINS = 5 }; /* one history of so many is played twice */

struct wish {
	struct history h;
	struct deed *deeds; /* owned: h has them */
	uint64_t count;
	bool show, first, shrink, plants, alone, twins, layouts;
};

/* Of all histories. */
static struct {
	uint64_t histories, wrong, moves, mails, twins, alike;
} total;

static const char usage[] =
    "usage: world SEED [--days N] [--deeds LIST] [--count N] [--first]\n"
    "             [--show] [--mails] [--shrink] [--plant NAME] [--plants]\n"
    "             [--alone | --twins | --layouts]\n";

static const struct plant *
find_plant(const struct plant *plants, const char *name)
{
	for (; plants->name != NULL; plants++)
		if (strcmp(plants->name, name) == 0)
			return plants;
	return NULL;
}

/* "4.17,5.3"; "": none. */
static bool
read_deeds(struct wish *w, const char *list)
{
	int used = 0;

	w->h.n_deeds = 0;
	w->deeds = mem_more(w->deeds, 0, sizeof *w->deeds);
	for (; *list != '\0'; list += used) {
		struct deed d;

		used = 0;
		if (sscanf(list, "%" SCNu32 ".%" SCNu32 "%n", &d.stream,
			&d.number, &used) != 2)
			return false;
		used += list[used] == ',';
		w->deeds = mem_more(w->deeds, w->h.n_deeds, sizeof *w->deeds);
		w->deeds[w->h.n_deeds++] = d;
	}
	w->h.deeds = w->deeds;
	return true;
}

static bool
read_flag(struct wish *w, const char *arg)
{
	const struct {
		const char *name;
		bool *flag;
	} flags[] = {
		{ "--show", &w->show },
		{ "--mails", &w->h.mails },
		{ "--first", &w->first },
		{ "--shrink", &w->shrink },
		{ "--plants", &w->plants },
		{ "--alone", &w->alone },
		{ "--twins", &w->twins },
		{ "--layouts", &w->layouts },
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (strcmp(arg, flags[i].name) == 0)
			return *flags[i].flag = true;
	return false;
}

static bool
read_option(struct wish *w, const char *name, const char *value,
    const struct plant *plants)
{
	if (strcmp(name, "--days") == 0)
		return (w->h.days = (int)strtol(value, NULL, 10)) > 0;
	if (strcmp(name, "--count") == 0)
		return (w->count = strtoull(value, NULL, 10)) > 0;
	if (strcmp(name, "--deeds") == 0)
		return read_deeds(w, value);
	if (strcmp(name, "--plant") == 0)
		return (w->h.plant = find_plant(plants, value)) != NULL;
	return false;
}

static bool
read_wish(int argc, char **argv, const struct plant *plants, struct wish *w)
{
	*w = (struct wish){ .h = { .days = 30 }, .count = 1 };
	if (argc < 2)
		return false;
	w->h.seed = strtoull(argv[1], NULL, 10);
	for (int i = 2; i < argc; i++) {
		if (read_flag(w, argv[i]))
			continue;
		if (i + 1 == argc ||
		    !read_option(w, argv[i], argv[i + 1], plants))
			return false;
		i++;
	}
	return true;
}

static void
play(const struct wish *w)
{
	char hash[HASH_HEX_SIZE];
	int failures = world_play(&w->h);

	hash_sha256_hex(buf_text(&world.history), world.history.len, hash);
	if (failures > 0 || w->show || w->h.mails)
		(void)fputs(buf_text(&world.history), stdout);
	(void)printf("seed %" PRIu64 ": %s %.16s\n", w->h.seed,
	    failures > 0 ? "WRONG" : "good", hash);
	total.histories++;
	total.wrong += failures > 0;
	total.moves += (uint64_t)world.moves;
	total.mails += (uint64_t)world.mails;
	total.twins += w->h.pair != PAIR_NONE;
	total.alike += (uint64_t)world.alike;
	world_close();
}

static void
play_shortest(struct wish *w)
{
	struct deed *was = w->deeds;
	int played = shrink(&w->h, &w->deeds);

	if (played > 0)
		free(was);
	play(w);
	if (played == 0)
		return;
	(void)printf("the shortest of %d: %" PRIu64 " --days %d --deeds ",
	    played, w->h.seed, w->h.days);
	for (size_t i = 0; i < w->h.n_deeds; i++)
		(void)printf("%s%" PRIu32 ".%" PRIu32, i > 0 ? "," : "",
		    w->h.deeds[i].stream, w->h.deeds[i].number);
	(void)printf(w->h.n_deeds > 0 ? "\n" : "''\n");
}

static enum pair
pair_of(const struct wish *w)
{
	if (w->alone)
		return PAIR_NONE;
	if (w->twins)
		return PAIR_HIDDEN;
	if (w->layouts)
		return PAIR_LAYOUTS;
	if (w->h.plant != NULL)
		return w->h.plant->pair;
	return w->h.seed % TWINS != 0 ? PAIR_NONE :
	    w->h.seed % 2 == 0        ? PAIR_HIDDEN :
					PAIR_LAYOUTS;
}

int
world_command(int argc, char **argv, const struct plant *plants)
{
	struct wish w;

	mem_init_json();
	if (!read_wish(argc, argv, plants, &w)) {
		(void)fputs(usage, stderr);
		free(w.deeds);
		return 2;
	}
	for (; w.plants && plants->name != NULL; plants++)
		(void)printf("%-18s %3d %3d  %s\n", plants->name, plants->days,
		    plants->within, plants->spoils);
	for (uint64_t i = 0; i < w.count && !w.plants; i++, w.h.seed++) {
		w.h.pair = pair_of(&w);
		if (w.shrink)
			play_shortest(&w);
		else
			play(&w);
		if (w.first && total.wrong > 0)
			break;
	}
	if (w.count > 1)
		(void)printf("%" PRIu64 " histories, %" PRIu64
			     " wrong, %" PRIu64 " moves, %" PRIu64
			     " mails; %" PRIu64 " of them twice, %" PRIu64
			     " mails compared\n",
		    total.histories, total.wrong, total.moves, total.mails,
		    total.twins, total.alike);
	free(w.deeds);
	return total.wrong > 0;
}
