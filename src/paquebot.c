/* SPDX-License-Identifier: MIT */
#include "base/mem.h"
#include "cli/cli.h"

int
main(int argc, char **argv)
{
	mem_init_json();
	return cli_main(argc, argv);
}
