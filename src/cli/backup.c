/* SPDX-License-Identifier: MIT */
#include "cli/office.h"

static int
backup_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option none[] = { { NULL, 0, NULL, 0 } };
	struct office o;
	struct err e;
	int status;

	if (cli_option(cli, argc, argv, none) != -1)
		return EX_USAGE;
	if (argc - optind != 1)
		return cli_usage(cli, "to which file?");
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	if (db_backup(o.db, argv[optind], &e) != 0) {
		cli_error(cli, "%s", e.text);
		status = e.kind == ERR_GIVEUP ? EX_CANTCREAT : EX_IOERR;
	}
	office_close(&o);
	return status;
}

const struct cli_command cli_backup = {
	.name = "backup", .synopsis = "FILE",
	.help = "writes a consistent copy of the database while it is in use",
	.more = "The copy holds all secrets: it is readable by its owner only. "
	    "An older FILE\nis replaced when the new one is complete.\n",
	.run = backup_run,
};
