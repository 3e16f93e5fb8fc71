/* SPDX-License-Identifier: MIT */
#include "store/backup.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/rng.h"
#include "cli/instance.h"
#include "store/outgoing.h"

enum { ROTATE_MAX = 10000, STAMP_LEN = 16, AHEAD = 3600 };

/* The key, by which a club is told from others; 0, -1: it cannot be had. */
static int
key_of(const char *where, uint8_t key[RNG_KEY_SIZE])
{
	struct err e;
	struct db *db;
	int rc = db_open(where, DB_COPY, &db, &e);

	if (rc != 0)
		return -1;
	rc = db_secret(db, key, &e);
	db_close(db);
	return rc;
}

/* Whether choose_name makes such names. */
static bool
is_rotated(const char *base, const char *name)
{
	const char *stamp = name + strlen(base) + 1;

	if (strncmp(name, base, strlen(base)) != 0 ||
	    name[strlen(base)] != '.' || strlen(stamp) != STAMP_LEN)
		return false;
	for (int i = 0; i < STAMP_LEN; i++)
		if (i == 8      ? stamp[i] != 'T' :
			i == 15 ? stamp[i] != 'Z' :
				  stamp[i] < '0' || stamp[i] > '9')
			return false;
	return true;
}

struct rotating {
	const char *base, *dir; /* borrowed */
	int keep;
	/* Names behind this stamp are of a clock that was wrong. Several copies
	 * of one moment are called after the seconds that follow it. */
	char ahead[CLOCK_STAMP_SIZE];
	/* What is not deleted, for the keeper: names, parted by commas. */
	struct buf later, unread;
};

static const char *
stamp_of(const struct rotating *r, const char *name)
{
	return name + strlen(r->base) + 1;
}

/* All names in the directory, sorted: as time goes. How many; -1. */
static int
list_names(const struct rotating *r, struct dirent ***out, struct err *e)
{
	int n = scandir(r->dir, out, NULL, alphasort);

	return n < 0 ? err_system(e, "%s", r->dir) : n;
}

static void
free_names(struct dirent **entry, int n)
{
	for (int i = 0; i < n; i++)
		free(entry[i]);
	free(entry);
}

/* "paquebot.db.20261122T121500Z", of the first second from now on that is
 * behind all copies: the next one deletes no newer than others. An empty file
 * keeps the name for us. */
static int
choose_name(const struct rotating *r, struct buf *out, struct err *e)
{
	char stamp[CLOCK_STAMP_SIZE], last[CLOCK_STAMP_SIZE] = "";
	int64_t at = clock_now();
	struct dirent **entry;
	int fd, n = list_names(r, &entry, e);

	if (n < 0)
		return -1;
	for (int i = 0; i < n; i++)
		if (is_rotated(r->base, entry[i]->d_name) &&
		    strcmp(stamp_of(r, entry[i]->d_name), r->ahead) <= 0)
			(void)snprintf(last, sizeof last, "%s",
			    stamp_of(r, entry[i]->d_name));
	free_names(entry, n);
	do {
		do
			clock_stamp_short(at++, stamp);
		while (strcmp(stamp, last) <= 0);
		buf_clear(out);
		buf_printf(out, "%s/%s.%s", r->dir, r->base, stamp);
		fd = open(out->data, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
		    0600);
	} while (fd < 0 && errno == EEXIST);
	return fd < 0 ? err_system(e, "%s", out->data) : close(fd);
}

static void
add_name(struct buf *names, const char *name)
{
	buf_printf(names, "%s%s", names->len > 0 ? ", " : "", name);
}

/* A copy of the club with this key. (Another may have files of the same names
 * in the directory.) */
static bool
is_ours(struct rotating *r, const char *path, const char *name,
    const uint8_t key[RNG_KEY_SIZE])
{
	uint8_t its[RNG_KEY_SIZE];
	struct err why;

	if (db_copy_key(path, its, &why) != 0) {
		add_name(&r->unread, name);
		return false;
	}
	return hash_equal(its, key, sizeof its);
}

/* Deletes all of ours but the last `keep`; never the one that was just made.
 * Those that are ahead of the clock are none of these, or they would outlive
 * all good ones: they are named for the keeper. */
static int
rotate(struct rotating *r, const char *made, struct err *e)
{
	uint8_t key[RNG_KEY_SIZE];
	struct dirent **entry;
	int n, seen = 0, rc = 0;

	if (db_copy_key(made, key, e) != 0 ||
	    (n = list_names(r, &entry, e)) < 0)
		return -1;
	for (int i = n - 1; i >= 0; i--) {
		const char *name = entry[i]->d_name;
		struct buf path = BUF_INIT;

		buf_printf(&path, "%s/%s", r->dir, name);
		if (!is_rotated(r->base, name) ||
		    !is_ours(r, path.data, name, key))
			;
		else if (strcmp(stamp_of(r, name), r->ahead) > 0)
			add_name(&r->later, name);
		else if (++seen > r->keep && strcmp(path.data, made) != 0 &&
		    unlink(path.data) != 0 && rc == 0)
			rc = err_system(e, "%s", path.data);
		buf_release(&path);
	}
	free_names(entry, n);
	return rc;
}

/* For `status`: the copy is good without it, which a role that may only read,
 * or a standby, can have as well. */
static void
note(const struct cli *cli, struct db *db)
{
	struct err e;

	if (db_backup_note(db, clock_now(), &e) != 0)
		cli_error(cli, "the copy is made, but not noted: %s", e.text);
}

/* Older ones go when the new one is there. */
static int
rotate_told(const struct cli *cli, struct rotating *r, const char *made,
    struct err *e)
{
	int rc;

	(void)printf("%s\n", made);
	rc = rotate(r, made, e);
	if (r->later.len > 0)
		cli_error(cli,
		    "%s: ahead of the clock, so it is not deleted: %s", r->dir,
		    r->later.data);
	if (r->unread.len > 0)
		cli_error(cli,
		    "%s: cannot be read as a copy, so it is not deleted: %s",
		    r->dir, r->unread.data);
	buf_release(&r->later);
	buf_release(&r->unread);
	return rc;
}

static int
backup(const struct cli *cli, const struct conf *conf, int keep, struct err *e)
{
	const char *target = cli->operand[0];
	struct rotating r = { .dir = target,
		.keep = keep,
		.later = BUF_INIT,
		.unread = BUF_INIT };
	struct buf path = BUF_INIT, base = BUF_INIT;
	struct db *db;
	int rc = db_open(conf->store.where, DB_COPY, &db, e);

	if (rc != 0)
		return -1;
	clock_stamp_short(clock_now() + AHEAD, r.ahead);
	if (keep == 0) {
		buf_str(&path, target);
	} else if ((rc = file_mkdirs(target, 0700, e)) == 0 &&
	    (rc = db_backup_name(db, &base, e)) == 0) {
		r.base = base.data;
		rc = choose_name(&r, &path, e);
	}
	if (rc == 0 && (rc = db_backup(db, path.data, e)) != 0 && keep > 0)
		(void)unlink(path.data); /* it kept the name */
	if (rc == 0)
		note(cli, db);
	if (rc == 0 && keep > 0)
		rc = rotate_told(cli, &r, path.data, e);
	db_close(db);
	buf_release(&path);
	buf_release(&base);
	return rc;
}

static int
backup_failed(const struct cli *cli, const char *file, const struct err *e)
{
	int status = instance_failed(cli, e);

	if (e->kind != ERR_GIVEUP)
		return status;
	return file != NULL && access(file, F_OK) != 0 ? EX_NOINPUT :
							 EX_CANTCREAT;
}

static int
backup_run(const struct cli *cli)
{
	const char *rotating = cli_value(cli, "rotate");
	struct conf *conf;
	struct err e;
	long long keep = 0;
	int status;

	if (rotating != NULL && cli_number(rotating, 1, ROTATE_MAX, &keep) != 0)
		return cli_usage(cli, "--rotate takes a number from 1 to %d",
		    ROTATE_MAX);
	if (cli->operands != 1)
		return cli_usage(cli,
		    keep > 0 ? "in which directory?" : "to which file?");
	status = instance_conf(cli, &conf);
	if (status != 0)
		return status;
	if (backup(cli, conf, (int)keep, &e) != 0)
		status = backup_failed(cli, conf->store.path, &e);
	conf_free(conf);
	return status;
}

const struct cli_command cli_backup = {
	.name = "backup",
	.synopsis = "[--rotate N] FILE|DIRECTORY",
	.help = "writes a consistent copy of the database while it is in use",
	.more =
	    "The copy holds all secrets: it is readable by its owner only. An "
	    "older copy\nis replaced when the new one is complete and was "
	    "looked through. Of a club on\nPostgreSQL it is a file as well, "
	    "of SQLite.\n"
	    "  --rotate N  a new file of this moment in DIRECTORY, prints its "
	    "name, and\n              deletes all but the last N of this "
	    "club\n",
	.options = "rotate:",
	.most = CLI_ANY,
	.run = backup_run,
};

static void
say_paused(const char *path)
{
	struct outgoing o;
	struct err e;
	struct db *db;

	if (db_open(path, DB_COPY, &db, &e) != 0)
		return;
	if (outgoing_read(db, &o, &e) == 0 && o.state == OUTGOING_PAUSED)
		(void)fputs("outgoing mail is paused (paquebot queue resume)\n",
		    stderr);
	db_close(db);
}

static int
restore(const struct cli *cli, const struct conf *conf)
{
	const char *from = cli->operand[0], *path = conf->store.where;
	uint8_t before[RNG_KEY_SIZE], after[RNG_KEY_SIZE];
	struct buf kept = BUF_INIT;
	struct err e;
	int lock, status = 0;
	bool known = key_of(path, before) == 0;

	if (db_lock(path, &lock, &e) != 0) {
		if (e.kind == ERR_RETRY)
			(void)err_set(&e, ERR_RETRY,
			    "another paquebot is at work on %s: stop it first "
			    "(systemctl stop paquebot)",
			    path);
		return instance_failed(cli, &e);
	}
	if (db_restore(from, path, clock_now(), &kept, &e) != 0) {
		status = instance_failed(cli, &e);
		if (e.kind == ERR_GIVEUP)
			status = access(from, R_OK) != 0 ? EX_NOINPUT :
							   EX_DATAERR;
	} else {
		(void)printf("%s\n", path);
		(void)fputs("who answers a mail from after the backup is asked "
			    "to confirm\n",
		    stderr);
		if (kept.len > 0)
			(void)fprintf(stderr, "what was there is now %s\n",
			    kept.data);
		if (known && key_of(path, after) == 0 &&
		    !hash_equal(before, after, sizeof before))
			(void)fprintf(stderr,
			    "%s is of another club than what was there, or "
			    "from before a rekey\n",
			    from);
		say_paused(path);
	}
	if (lock >= 0)
		(void)close(lock);
	buf_release(&kept);
	return status;
}

const struct cli_command cli_restore = {
	.name = "restore",
	.synopsis = "FILE",
	.help = "puts a copy of FILE in the place of the database",
	.more =
	    "FILE is looked through first; paquebotd must not run. The "
	    "database that was there\nstays beside it, on PostgreSQL in a "
	    "schema of its own. One-use tokens of mails\nfrom before are worth "
	    "nothing any more. Mails that came since the backup lie in\nthe "
	    "done folder: move them back. Who answers a mail of ours from "
	    "after the backup\nis asked to confirm. Those of a pipe lie in "
	    "what was there.\n",
	CLI_TAKES(1, 1, "from which file?"),
	.configured = restore,
};
