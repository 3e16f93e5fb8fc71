/* SPDX-License-Identifier: MIT */
#include "base/file.h"
#include "base/mem.h"
#include "cli/cli.h"
#include "daemon/daemon.h"
#include "mail/parser.h"
#include "mail/source.h"

int
main(int argc, char **argv)
{
	int status;

	file_standard();
	status = source_session(argc, argv);
	if (status < 0)
		status = parser_child(argc, argv);
	if (status < 0)
		status = daemon_trial(argc, argv);
	if (status < 0)
		status = daemon_thinker(argc, argv);
	if (status < 0)
		status = daemon_archivist(argc, argv);
	if (status >= 0)
		return status;
	mem_init_json();
	return cli_main(argc, argv);
}
