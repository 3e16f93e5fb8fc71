/* SPDX-License-Identifier: MIT */
#ifndef CLI_LOG_LIBRARY_H
#define CLI_LOG_LIBRARY_H

/* Libraries of games (store/library.h), as the subcommands that ask them make
 * and open them. */

#include "cli/log.h"
#include "log/rows.h"
#include "store/library_ask.h"

/* All games of the files that the operands from that one on name. Returns 0 or
 * an exit code: EX_DATAERR and EX_NOINPUT if some could not be taken, and the
 * others were; EX_IOERR if nothing more could be written. */
int log_library_fill(const struct cli *cli, int from, struct library *library,
    int *games, int *wrong);

/* The library that the only operand from that one on is, or one in memory of
 * the logs that they name. 0, and then *passed is the exit code for what was
 * passed over; or an exit code. */
int log_library_open(const struct cli *cli, int from, struct library **out,
    int *passed);

/* `log stats --by WORD`. */
int log_tally(const struct cli *cli, const char *word);

#endif
