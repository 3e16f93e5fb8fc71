/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "cli/rows.h"
#include "conf/show.h"

static int
check_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option none[] = { { NULL, 0, NULL, 0 } };
	struct conf *conf;
	struct err e;

	if (cli_option(cli, argc, argv, none) != -1)
		return EX_USAGE;
	if (optind + 1 < argc)
		return cli_usage(cli, "unexpected %s", argv[optind + 1]);
	if (conf_load(optind < argc ? argv[optind] : office_config(cli), &conf,
	    &e) != 0) {
		cli_error(cli, "%s", e.text);
		return err_passes(&e) ? EX_TEMPFAIL : EX_CONFIG;
	}
	(void)printf("%s: ok\n", conf->path);
	conf_free(conf);
	return EX_OK;
}

const struct cli_command cli_config_check = {
	.name = "config check", .synopsis = "[FILE]",
	.help = "reads a configuration and says what is wrong with it",
	.more = "FILE is the one of --config, else " CONF_DEFAULT_PATH ".\n",
	.run = check_run,
};

static void
show_row(void *arg, const struct conf_shown *shown)
{
	struct buf from = BUF_INIT;
	struct rows *r = arg;

	if (shown->file != NULL)
		buf_printf(&from, "%s:%d", shown->file, shown->line);
	else if (shown->value != NULL)
		buf_str(&from, "default");
	rows_str(r, from.len > 0 ? from.data : NULL);
	rows_str(r, shown->name);
	rows_bool(r, shown->secret);
	rows_str(r, shown->section);
	rows_str(r, shown->secret ? "(hidden)" : shown->value);
	buf_release(&from);
}

static int
show_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	static const char *const names[] = { "from", "key", "secret",
		"section", "value", NULL };
	struct conf *conf;
	struct rows rows;
	bool json = false;
	int c, status;

	while ((c = cli_option(cli, argc, argv, options)) != -1) {
		if (c != 'j')
			return EX_USAGE;
		json = true;
	}
	if (optind < argc)
		return cli_usage(cli, "unexpected %s", argv[optind]);
	status = office_conf(cli, &conf);
	if (status != 0)
		return status;
	rows_open(&rows, names, "section key value from", json);
	conf_each(conf, show_row, &rows);
	rows_print(&rows, "");
	conf_free(conf);
	return EX_OK;
}

const struct cli_command cli_config_show = {
	.name = "config show", .synopsis = "[--json]",
	.help = "prints what is in force, and where it comes from",
	.more = "Every key with its value and FILE:LINE, or \"default\". Secrets "
	    "are hidden; a dash\nis a key that is not set.\n",
	.run = show_run,
};
