/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/slice.h"
#include "cli/instance.h"
#include "match/rebuild.h"
#include "store/game.h"

/* "game 3: event 7 ..." a line each. */
static void
print_said(int64_t id, const struct buf *said)
{
	const char *text = buf_text(said);
	struct slice line;

	while (slice_line(&text, &line))
		(void)printf("game %lld: %.*s\n", (long long)id, (int)line.len,
		    line.at);
}

struct rebuilding {
	bool write;
	bool differs; /* what the store has, of any game */
	long events;
};

/* In a transaction of its own. What differed is put right in it. */
static int
rebuild_game(const struct cli *cli, struct instance *o, int64_t id,
    struct rebuilding *all)
{
	struct rebuilt r = { .differ = 0 };
	struct err e;
	int status = instance_begin(cli, o);

	if (status == 0 &&
	    match_rebuild(&o->desk->club, id, all->write, &r, &e) < 0)
		status = instance_failed(cli, &e);
	print_said(id, &r.said);
	all->differs |= r.differ > 0;
	all->events += r.events;
	buf_release(&r.said);
	return instance_end(cli, o, status);
}

static int
rebuild_all(const struct cli *cli, struct instance *o)
{
	struct rebuilding all = { .write = !cli_flag(cli, "check") };
	struct game_ids ids;
	struct err e;
	int rc = 0;

	if (game_ids_read(o->db, GAMES_ALL, NULL, &ids, &e) != 0)
		rc = instance_failed(cli, &e);
	/* One that cannot be replayed keeps nobody from the others. */
	for (size_t i = 0; i < ids.n && (rc == 0 || rc == EX_DATAERR); i++) {
		int one = rebuild_game(cli, o, ids.at[i], &all);

		rc = one != 0 ? one : rc;
		if (i % 16 == 15)
			cli_progress("%zu of %zu games", i + 1, ids.n);
	}
	cli_progress_end();
	if (rc == 0 && !all.differs)
		(void)printf("%zu games, %ld events: nothing changed\n", ids.n,
		    all.events);
	free(ids.at);
	return rc == 0 && all.differs ? EX_DATAERR : rc;
}

const struct cli_command cli_store_rebuild = {
	.name = "store rebuild",
	.synopsis = "[--check]",
	.help = "makes anew whatever follows from the events",
	.more = "  --check   write nothing\n\n"
		"Plays every game's events again and makes its snapshot, board "
		"numbers,\n"
		"derived lines and row anew. Says what was not as the events "
		"give it,\n"
		"puts it right, and exits with 65 if there was anything.\n",
	.options = "check",
	.many = "no operands are needed",
	.work = rebuild_all,
};
