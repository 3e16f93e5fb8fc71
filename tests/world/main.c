/* SPDX-License-Identifier: MIT */
#include <stddef.h>

#include "tests/world/command.h"

int
main(int argc, char **argv)
{
	static const struct plant none[] = { { NULL, NULL, 0, 0, false } };

	return world_command(argc, argv, none);
}
