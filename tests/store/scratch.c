/* SPDX-License-Identifier: MIT */
#include "scratch.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "store/sql.h"
#include "tests/store/fresh.h"
#include "tests/temporary.h"

struct err e;
char scratch[64];
static char where[FRESH_SIZE];

void
scratch_open(void)
{
	ck_assert(temporary_dir(scratch, "store"));
	fresh_store(scratch, "games.db", where);
}

void
scratch_close(void)
{
	char command[128];

	(void)snprintf(command, sizeof command, "rm -rf '%s'", scratch);
	ck_assert_int_eq(system(command), 0);
}

const char *
scratch_path(const char *name)
{
	static char path[256];

	(void)snprintf(path, sizeof path, "%s/%s", scratch, name);
	return path;
}

void
scratch_write(const char *name, const char *text)
{
	OK(file_write(scratch_path(name), text, strlen(text), 0600, &e));
}

int
scratch_system(const char *command)
{
	struct buf line = BUF_INIT;
	int rc;

	buf_printf(&line, "cd '%s' && %s", scratch, command);
	rc = system(line.data);
	buf_release(&line);
	return WIFEXITED(rc) ? WEXITSTATUS(rc) : 128 + WTERMSIG(rc);
}

struct db *
scratch_db(void)
{
	struct db *db;

	OK(fresh_open(where, &db, &e));
	return db;
}

struct db *
scratch_db_made(void)
{
	struct db *db;

	OK(db_open(where, DB_CREATE, &db, &e));
	return db;
}

struct db *
scratch_db_again(void)
{
	struct db *db;

	OK(db_open(where, DB_USE, &db, &e));
	return db;
}

const char *
scratch_where(void)
{
	return where;
}

int64_t
scratch_player(struct db *db, const char *name, const char *address)
{
	struct player p;
	int64_t id;

	player_defaults(&p);
	free(p.name);
	p.name = mem_dup(name);
	OK(player_add(db, &p, &e));
	OK(address_add(db, p.id, address, &e));
	id = p.id;
	player_release(&p);
	return id;
}

int64_t
scratch_game(struct db *db)
{
	char kind[] = "atlantic-star", hash[] = "00", options[] = "-",
	     lang[] = "en";
	char anna[] = "Anna", bruno[] = "Bruno";
	struct game g = { .kind = kind,
		.version = 1,
		.data_hash = hash,
		.seats = 2,
		.options = options,
		.state = GAME_RUNNING,
		.lang = lang,
		.created = 1000 };

	for (int i = 0; i < 32; i++)
		g.seed[i] = (uint8_t)i;
	OK(game_add(db, &g, &e));
	for (int i = 1; i <= 2; i++) {
		struct seat s = { .game = g.id,
			.seat = i,
			.name = i == 1 ? anna : bruno };

		OK(seat_add(db, &s, &e));
	}
	return g.id;
}

int64_t
scratch_number(struct db *db, const char *select)
{
	int64_t n = -1;

	ck_assert_int_eq(sql_do(db, &e, select, TO(n)), 1);
	return n;
}
