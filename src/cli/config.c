/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "cli/rows.h"
#include "conf/show.h"
#include "text/texts.h"

struct found { const char *file; int line; };

static void
find_lang(void *arg, const struct conf_shown *shown)
{
	struct found *f = arg;

	if (strcmp(shown->section, "club") == 0 &&
	    strcmp(shown->name, "lang") == 0)
		*f = (struct found){ shown->file, shown->line };
}

/* A language without templates would be English. */
static int
check_lang(const struct cli *cli, const struct conf *conf)
{
	struct found where = { NULL, 0 };
	struct buf there = BUF_INIT;
	struct texts *texts;
	struct err e;
	bool good;

	if (texts_open(NULL, &texts, &e) != 0) {
		cli_error(cli, "%s", e.text);
		return EX_CONFIG;
	}
	good = texts_has_lang(texts, conf->club.lang);
	for (size_t i = 0; texts_lang(texts, i) != NULL; i++)
		buf_printf(&there, " %s", texts_lang(texts, i));
	conf_each(conf, find_lang, &where);
	if (!good)
		cli_error(cli, "%s:%d: club: lang \"%s\" has no templates; "
		    "there are:%s", where.file != NULL ? where.file :
		    conf->path, where.line, conf->club.lang, there.data);
	buf_release(&there);
	texts_free(texts);
	return good ? EX_OK : EX_CONFIG;
}

static int
check_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option none[] = { { NULL, 0, NULL, 0 } };
	struct conf *conf;
	struct err e;
	int status;

	if (cli_option(cli, argc, argv, none) != -1)
		return EX_USAGE;
	if (optind + 1 < argc)
		return cli_usage(cli, "unexpected %s", argv[optind + 1]);
	if (conf_load(optind < argc ? argv[optind] : office_config(cli), &conf,
	    &e) != 0) {
		cli_error(cli, "%s", e.text);
		return err_passes(&e) ? EX_TEMPFAIL : EX_CONFIG;
	}
	status = check_lang(cli, conf);
	if (status == EX_OK)
		(void)printf("%s: ok\n", conf->path);
	conf_free(conf);
	return status;
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
	    "and the arguments\nof commands that give one are hidden; a dash is "
	    "a key that is not set.\n",
	.run = show_run,
};
