/* SPDX-License-Identifier: MIT */
#include "cli/office.h"

static int
backup_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option none[] = { { NULL, 0, NULL, 0 } };
	struct conf *conf;
	struct db *db;
	struct err e;
	int status;

	if (cli_option(cli, argc, argv, none) != -1)
		return EX_USAGE;
	if (argc - optind != 1)
		return cli_usage(cli, "to which file?");
	status = office_conf(cli, &conf);
	if (status != 0)
		return status;
	if (db_open(conf->store.path, DB_COPY, &db, &e) != 0) {
		status = office_failed(cli, &e);
	} else if (db_backup(db, argv[optind], &e) != 0) {
		status = office_failed(cli, &e);
		if (e.kind == ERR_GIVEUP)
			status = EX_CANTCREAT;
	}
	if (status == 0)
		db_close(db);
	conf_free(conf);
	return status;
}

const struct cli_command cli_backup = {
	.name = "backup", .synopsis = "FILE",
	.help = "writes a consistent copy of the database while it is in use",
	.more = "The copy holds all secrets: it is readable by its owner only. "
	    "An older FILE\nis replaced when the new one is complete.\n",
	.run = backup_run,
};
