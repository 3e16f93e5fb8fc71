/* SPDX-License-Identifier: MIT */
#ifndef CLI_ARCHIVE_H
#define CLI_ARCHIVE_H

/* What other subcommands ask of `paquebot archive`. */

#include "cli/instance.h"

/* Makes the pages that are due (store/due.h) in the configured directory, and
 * says how many. 0 or an exit code. */
int archive_catch_up(const struct cli *cli, struct instance *o);

#endif
