/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "base/file.h"
#include "cli/instance.h"

/* The directory of the database, 0700 where it has to be made. */
static int
make_directory(const char *path, struct err *e)
{
	char *dir = file_directory(path);
	int rc = file_mkdirs(dir, 0700, e);

	free(dir);
	return rc;
}

/* Under the lock, unless the file is as it should be. */
static int
make_database(const char *path, bool is_file, struct err *e)
{
	struct db *db = NULL;
	int lock = -1, rc = 0;

	if (db_open(path, DB_USE, &db, e) != 0)
		rc = (is_file && make_directory(path, e) != 0) ||
			db_lock(path, &lock, e) != 0 ||
			db_open(path, DB_CREATE, &db, e) != 0 ?
		    -1 :
		    0;
	if (rc == 0)
		db_close(db);
	if (lock >= 0)
		(void)close(lock);
	return rc;
}

static int
init(const struct cli *cli, const struct conf *conf)
{
	struct err e;
	int status;

	if (make_database(conf->store.where, conf->store.path != NULL, &e) ==
	    0) {
		(void)printf("%s\n", conf->store.where);
		return 0;
	}
	status = instance_failed(cli, &e);
	return e.kind == ERR_GIVEUP ? EX_CANTCREAT : status;
}

const struct cli_command cli_init = {
	.name = "init",
	.synopsis = "",
	.help =
	    "makes the database of the configuration, or brings it up to date",
	.more = "Prints the path. The file holds secrets and is readable by "
		"its owner only. One of\nan older version is copied to "
		"FILE.before-NN first; paquebotd must not run then.\n",
	.configured = init,
};
