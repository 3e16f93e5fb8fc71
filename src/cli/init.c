/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "base/mem.h"
#include "cli/office.h"

/* The directory of the database, 0700 where it has to be made. */
static int
make_directory(const char *path, struct err *e)
{
	const char *slash = strrchr(path, '/');
	char *dir;
	int rc;

	if (slash == NULL || slash == path)
		return 0;
	dir = mem_ndup(path, (size_t)(slash - path));
	rc = file_mkdirs(dir, 0700, e);
	free(dir);
	return rc;
}

static int
init_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option none[] = { { NULL, 0, NULL, 0 } };
	struct conf *conf;
	struct db *db;
	struct err e;
	int status = 0;

	if (cli_option(cli, argc, argv, none) != -1)
		return EX_USAGE;
	if (optind < argc)
		return cli_usage(cli, "unexpected %s", argv[optind]);
	if (conf_load(office_config(cli), &conf, &e) != 0) {
		cli_error(cli, "%s", e.text);
		return EX_CONFIG;
	}
	if (make_directory(conf->store.path, &e) != 0 ||
	    db_open(conf->store.path, true, &db, &e) != 0) {
		status = e.kind == ERR_GIVEUP ? EX_CANTCREAT : 0;
		if (status != 0)
			cli_error(cli, "%s", e.text);
		else
			status = office_failed(cli, &e);
	} else {
		(void)printf("%s\n", conf->store.path);
		db_close(db);
	}
	conf_free(conf);
	return status;
}

const struct cli_command cli_init = {
	.name = "init", .synopsis = "",
	.help = "makes the database of the configuration, or brings it up to date",
	.more = "Prints the path. The file holds secrets and is readable by its "
	    "owner only.\n",
	.run = init_run,
};
