/* SPDX-License-Identifier: MIT */
#include "cli/instance.h"
#include "desk/renew.h"

/* A new key for the server. */

static int
rekey(const struct cli *cli, struct instance *o)
{
	struct err e;
	int n = 0, status = instance_begin(cli, o);

	if (status == 0) {
		n = desk_rekey(o->desk, &e);
		status = instance_end(cli, o,
		    n < 0 ? instance_failed(cli, &e) : 0);
	}
	if (status == 0)
		(void)printf("a new key; players mailed: %d\n", n);
	return status;
}

const struct cli_command cli_rekey = {
	.name = "rekey",
	.synopsis = "",
	.help = "makes every reply address that was ever mailed worthless",
	.more = "For when a backup or the database was in strangers' hands. "
		"The server gets a new\nkey, and every player a mail with a "
		"new reply address. paquebotd may run.\n",
	.work = rekey,
};
