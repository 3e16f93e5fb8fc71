/* SPDX-License-Identifier: MIT */
#include "cli/log_library.h"

static int
open_db(const struct cli *cli, const char *path, struct library **out)
{
	struct err e;

	return library_open(path, out, &e) == 0 ?
	    0 :
	    cli_failed(cli, &e, e.kind == ERR_CORRUPT ? EX_DATAERR : EX_IOERR);
}

static int
make(const struct cli *cli, int from, struct library **out, int *passed)
{
	int games, wrong, rc;
	struct err e;

	if (library_create(NULL, out, &e) != 0)
		return cli_failed(cli, &e, EX_IOERR);
	*passed = log_library_fill(cli, from, *out, &games, &wrong);
	rc = *passed == EX_IOERR ? *passed : 0;
	if (rc == 0 && library_finish(*out, &e) != 0)
		rc = cli_failed(cli, &e, EX_IOERR);
	cli_progress_end();
	if (rc != 0)
		library_close(*out);
	return rc;
}

int
log_library_open(const struct cli *cli, int from, struct library **out,
    int *passed)
{
	*passed = 0;
	for (int i = from; i < cli->operands; i++) {
		if (!library_is(cli->operand[i]))
			continue;
		if (cli->operands > from + 1)
			return cli_usage(cli, "%s is all there is to ask",
			    cli->operand[i]);
		return open_db(cli, cli->operand[i], out);
	}
	return make(cli, from, out, passed);
}
