/* SPDX-License-Identifier: MIT */
#include "store/copy.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/instance.h"
#include "match/club.h"
#include "match/match.h"
#include "store/game.h"

static int
log_of(struct club *club, int64_t id, struct buf *out, struct err *e)
{
	struct match *m;
	int rc = match_look(club, id, &m, e);

	if (rc == 0)
		return err_set(e, ERR_CORRUPT, "there is no game %lld",
		    (long long)id);
	if (rc < 0)
		return -1;
	rc = match_log(m, ARCHIVE, true, out, e);
	match_drop(m);
	return rc;
}

static int
same_log(struct club *from, struct club *to, int64_t id, struct err *e)
{
	struct buf was = BUF_INIT, is = BUF_INIT;
	int rc = log_of(from, id, &was, e);

	if (rc == 0)
		rc = log_of(to, id, &is, e);
	if (rc == 0 &&
	    (was.len != is.len || memcmp(was.data, is.data, was.len) != 0))
		rc = err_set(e, ERR_CORRUPT, "the log of game %lld differs",
		    (long long)id);
	buf_release(&was);
	buf_release(&is);
	return rc;
}

static int
same_logs(void *arg, struct db *from, struct db *to, struct err *e)
{
	struct club a = { .db = NULL }, b = { .db = NULL };
	struct game_ids ids = { NULL, 0 };
	size_t *games = arg;
	int rc = club_init(&a, from, NULL, e);

	if (rc == 0)
		rc = club_init(&b, to, NULL, e);
	if (rc == 0)
		rc = game_ids_read(from, GAMES_ALL, NULL, &ids, e);
	for (size_t i = 0; rc == 0 && i < ids.n; i++) {
		rc = same_log(&a, &b, ids.at[i], e);
		if (i % 16 == 15)
			cli_progress("%zu of %zu games", i + 1, ids.n);
	}
	cli_progress_end();
	club_release(&a);
	club_release(&b);
	free(ids.at);
	*games = ids.n;
	return rc;
}

static void
print_table(void *arg, const struct copied *t)
{
	(void)arg;
	(void)printf("%-16s %10lld rows  %.16s\n", t->table, (long long)t->rows,
	    t->hash);
}

static int
copy_into(const struct cli *cli, struct db *from, struct err *e)
{
	size_t games = 0;
	struct copy_watch watch = { print_table, same_logs, &games };
	struct db *to;
	int rc = db_open(cli->operand[1], DB_CREATE, &to, e);

	if (rc != 0)
		return rc;
	rc = db_copy(from, to, &watch, e);
	db_close(to);
	if (rc == 0)
		(void)printf("%zu games: their logs are the same\n", games);
	return rc;
}

static int
copy_run(const struct cli *cli)
{
	int fd[2] = { -1, -1 }, rc;
	struct db *from;
	struct err e;

	for (int i = 0; i < 2; i++)
		if (instance_where(cli, cli->operand[i]) != 0)
			return EX_USAGE;
	if (strcmp(cli->operand[0], cli->operand[1]) == 0)
		return cli_usage(cli, "FROM and TO are the same database");
	log_set_level(LOG_LEVEL_WARNING);
	rc = db_open(cli->operand[0], DB_HOLD, &from, &e);
	if (rc != 0 && strstr(cli->operand[0], "://") == NULL &&
	    access(cli->operand[0], F_OK) != 0)
		return cli_failed(cli, &e, EX_NOINPUT);
	if (rc != 0)
		return instance_failed(cli, &e);
	for (int i = 0; rc == 0 && i < 2; i++)
		rc = db_lock(cli->operand[i], &fd[i], &e);
	if (rc == 0)
		rc = copy_into(cli, from, &e);
	db_close(from);
	for (int i = 0; i < 2; i++)
		if (fd[i] >= 0)
			(void)close(fd[i]);
	return rc == 0 ? 0 : instance_failed(cli, &e);
}

const struct cli_command cli_store_copy = {
	.name = "store copy",
	.synopsis = "FROM TO",
	.help = "takes a club over into another database",
	.more = "  FROM, TO  the path of a file, or postgresql://…\n\n"
		"No paquebotd may run on either. TO must be new, or without "
		"players and games.\nAll rows are read back, counted and "
		"hashed, and the games' logs compared, before\nanything is "
		"committed. FROM stays as it is; the configuration is yours to "
		"change.\n",
	CLI_TAKES(2, 2, "from which database to which?"),
	.run = copy_run,
};
