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

/* 0, EX_DATAERR if something differed, or another exit code. */
static int
rebuild_game(const struct cli *cli, struct instance *o, int64_t id, bool write,
    long *events)
{
	struct rebuilt r;
	struct err e;
	int rc = match_rebuild(&o->desk->club, id, write, &r, &e);

	if (rc < 0)
		rc = instance_failed(cli, &e);
	else
		rc = r.differ > 0 ? EX_DATAERR : 0;
	print_said(id, &r.said);
	*events += r.events;
	buf_release(&r.said);
	return rc;
}

static int
rebuild_all(const struct cli *cli, struct instance *o)
{
	bool write = !cli_flag(cli, "check");
	struct game_ids ids;
	struct err e;
	long events = 0;
	int rc = 0;

	if (game_ids_read(o->db, GAMES_ALL, NULL, &ids, &e) != 0)
		rc = instance_failed(cli, &e);
	for (size_t i = 0; i < ids.n && (rc == 0 || rc == EX_DATAERR); i++) {
		int one = instance_begin(cli, o);

		if (one == 0)
			one = rebuild_game(cli, o, ids.at[i], write, &events);
		/* What differed is put right, so it is committed too. */
		one = one == EX_DATAERR && write ?
		    (instance_end(cli, o, 0) == 0 ? EX_DATAERR : EX_TEMPFAIL) :
		    instance_end(cli, o, one);
		rc = one != 0 ? one : rc;
		if (i % 16 == 15)
			cli_progress("%zu of %zu games", i + 1, ids.n);
	}
	cli_progress_end();
	if (rc == 0)
		(void)printf("%zu games, %ld events: nothing changed\n", ids.n,
		    events);
	free(ids.at);
	return rc;
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
