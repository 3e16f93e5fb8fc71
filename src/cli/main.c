/* SPDX-License-Identifier: MIT */
#include "cli/instance.h"

#include <getopt.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/near.h"
#include "config.h"

#define ROW(name) &cli_##name,
static const struct cli_command *const cli_commands[] = { CLI_COMMANDS(ROW)
	    NULL };

static void
help_list(void)
{
	(void)puts("usage: paquebot [--config FILE] COMMAND ...\n\n"
		   "Board games by e-mail: the operator's tool and the "
		   "turn-log adjudicator.\n");
	for (size_t i = 0; cli_commands[i] != NULL; i++)
		(void)printf("  %-16s %s\n", cli_commands[i]->name,
		    cli_commands[i]->help);
	(void)puts(
	    "\n\"paquebot COMMAND --help\" tells more; paquebot(1) tells all.");
}

static void
help_command(const struct cli_command *command)
{
	(void)printf("usage: paquebot %s %s\n\n%s.\n", command->name,
	    command->synopsis, command->help);
	if (command->more != NULL)
		(void)printf("\n%s", command->more);
}

/* The command that argv begins with; *words is how many it took. */
static const struct cli_command *
find_command(int argc, char **argv, int *words)
{
	for (size_t i = 0; cli_commands[i] != NULL; i++) {
		const char *name = cli_commands[i]->name;
		const char *space = strchr(name, ' ');
		size_t first = space != NULL ? (size_t)(space - name) :
					       strlen(name);

		if (strlen(argv[0]) != first ||
		    memcmp(argv[0], name, first) != 0)
			continue;
		*words = space != NULL ? 2 : 1;
		if (space == NULL ||
		    (argc > 1 && strcmp(argv[1], space + 1) == 0))
			return cli_commands[i];
	}
	return NULL;
}

/* Lists the commands of a group ("log"); false if there is no such group. */
static bool
list_group(const char *group, FILE *out)
{
	size_t len = strlen(group);
	bool any = false;

	for (size_t i = 0; cli_commands[i] != NULL; i++) {
		const struct cli_command *c = cli_commands[i];

		if (strncmp(c->name, group, len) != 0 || c->name[len] != ' ')
			continue;
		(void)fprintf(out, "usage: paquebot %s %s\n", c->name,
		    c->synopsis);
		any = true;
	}
	return any;
}

/* "log chek": the command that is meant, if one is near. */
static int
unknown(const struct cli *cli, const char *first, const char *second)
{
	struct buf words = BUF_INIT;
	const char *meant = NULL;
	size_t least = 3;

	buf_printf(&words, "%s%s%s", first, second != NULL ? " " : "",
	    second != NULL ? second : "");
	for (size_t i = 0; cli_commands[i] != NULL; i++) {
		size_t d = near_distance(words.data, cli_commands[i]->name);

		if (d < least) {
			least = d;
			meant = cli_commands[i]->name;
		}
	}
	if (meant != NULL)
		buf_printf(&words, ", did you mean %s?", meant);
	if (second != NULL) /* the usage was said */
		cli_error(cli, "unknown command %s", words.data);
	else
		(void)cli_usage(cli, "unknown command %s", words.data);
	buf_release(&words);
	return EX_USAGE;
}

static bool
wants_help(int argc, char **argv)
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0)
			return true;
	return false;
}

enum { OPTIONS_MAX = 24 };

/* "json lang:" as getopt_long has it; text is written to. */
static void
name_options(char *text, struct option *out)
{
	char *rest, *name = strtok_r(text, " ", &rest);

	for (; name != NULL; name = strtok_r(NULL, " ", &rest)) {
		size_t last = strlen(name) - 1;
		bool valued = name[last] == ':';

		if (valued)
			name[last] = '\0';
		*out++ = (struct option){ name,
			valued ? required_argument : no_argument, NULL, 0 };
	}
}

/* Options may follow operands. names, given: of the caller, until the command
 * has run. */
static int
read_options(struct cli *cli, int argc, char **argv, char *names,
    struct cli_given *given)
{
	struct option options[OPTIONS_MAX + 1] = { { NULL, 0, NULL, 0 } };
	int at, c;

	name_options(names, options);
	cli->given = given;
	optind = 0; /* glibc: begin anew */
	opterr = 0;
	while ((c = getopt_long(argc, argv, ":", options, &at)) == 0)
		given[cli->n_given++] = (struct cli_given){ options[at].name,
			optarg != NULL ? optarg : "" };
	if (c == -1)
		return 0;
	return c == ':' ?
	    cli_usage(cli, "option %s needs a value", argv[optind - 1]) :
	    cli_usage(cli, "unknown option %s", argv[optind - 1]);
}

static int
check_operands(struct cli *cli)
{
	const struct cli_command *c = cli->command;
	int n = cli->operands;

	if (n < c->least)
		return cli_usage(cli, "%s", c->few);
	if (n > c->most && c->many != NULL)
		return cli_usage(cli, "%s", c->many);
	if (n > c->most)
		return cli_usage(cli, "unexpected %s", cli->operand[c->most]);
	return c->game && n > 0 ?
	    instance_number(cli, cli->operand[0], &cli->game) :
	    0;
}

static int
do_command(struct cli *cli, int argc, char **argv)
{
	const char *options = cli->command->options;
	struct cli_given *given = mem_zero((size_t)argc + 1, sizeof *given);
	char *names = mem_dup(options != NULL ? options : "");
	int first = 1, rc = 0;

	if (!cli->command->plain) {
		rc = read_options(cli, argc, argv, names, given);
		first = optind;
	}
	cli->operands = argc - first;
	cli->operand = argv + first;
	if (rc == 0)
		rc = check_operands(cli);
	if (rc == 0)
		rc = instance_run(cli);
	free(names);
	free(given);
	return rc;
}

static int
run_command(struct cli *cli, int argc, char **argv)
{
	int words = 1, rc;

	cli->command = find_command(argc, argv, &words);
	if (cli->command == NULL) {
		if (wants_help(argc, argv) && list_group(argv[0], stdout))
			return EX_OK;
		if (!list_group(argv[0], stderr))
			return unknown(cli, argv[0], NULL);
		return argc > 1 ? unknown(cli, argv[0], argv[1]) : EX_USAGE;
	}
	if (wants_help(argc, argv)) {
		help_command(cli->command);
		return EX_OK;
	}
	rc = do_command(cli, argc - words + 1, argv + words - 1);
	if (fflush(stdout) != 0 || ferror(stdout)) {
		cli_error(cli, "cannot write to standard output");
		return rc == EX_OK ? EX_IOERR : rc;
	}
	return rc;
}

int
cli_main(int argc, char **argv)
{
	struct cli cli = { .config = NULL };
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
	int i = 1;

	cli.color = isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') &&
	    term != NULL && strcmp(term, "dumb") != 0;
	for (; i < argc && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "--help") == 0) {
			help_list();
			return EX_OK;
		}
		if (strcmp(argv[i], "--version") == 0) {
			(void)puts("paquebot " PACKAGE_VERSION);
			return EX_OK;
		}
		if (strcmp(argv[i], "--config") == 0 && i + 1 < argc)
			cli.config = argv[++i];
		else if (strncmp(argv[i], "--config=", 9) == 0)
			cli.config = argv[i] + 9;
		else
			return cli_usage(&cli, "unknown option %s", argv[i]);
	}
	if (i == argc)
		return cli_usage(&cli, "which command?");
	return run_command(&cli, argc - i, argv + i);
}
