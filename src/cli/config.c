/* SPDX-License-Identifier: MIT */
#include "cli/list.h"
#include "conf/show.h"
#include "text/texts.h"

struct config_place {
	const char *file;
	int line;
};

static void
find_lang(void *arg, const struct conf_shown *shown)
{
	struct config_place *f = arg;

	if (strcmp(shown->section, "club") == 0 &&
	    strcmp(shown->name, "lang") == 0)
		*f = (struct config_place){ shown->file, shown->line };
}

/* A language without templates would be English. */
static int
check_lang(const struct cli *cli, const struct conf *conf)
{
	struct config_place where = { NULL, 0 };
	struct buf there = BUF_INIT;
	struct texts *texts;
	struct err e;
	bool good;

	if (texts_open(NULL, &texts, &e) != 0)
		return cli_failed(cli, &e, EX_CONFIG);
	good = texts_has_lang(texts, conf->club.lang);
	for (size_t i = 0; texts_lang(texts, i) != NULL; i++)
		buf_printf(&there, " %s", texts_lang(texts, i));
	conf_each(conf, find_lang, &where);
	if (!good)
		cli_error(cli,
		    "%s:%d: club: lang \"%s\" has no templates; there are:%s",
		    where.file != NULL ? where.file : conf->path, where.line,
		    conf->club.lang, there.data);
	buf_release(&there);
	texts_free(texts);
	return good ? EX_OK : EX_CONFIG;
}

static int
check_run(const struct cli *cli)
{
	struct cli other = *cli;
	struct conf *conf;
	int status;

	if (cli->operands > 0)
		other.config = cli->operand[0];
	status = instance_conf(&other, &conf);
	if (status != 0)
		return status;
	status = check_lang(cli, conf);
	if (status == EX_OK)
		(void)printf("%s: ok\n", conf->path);
	conf_free(conf);
	return status;
}

const struct cli_command cli_config_check = {
	.name = "config check",
	.synopsis = "[FILE]",
	.help = "reads a configuration and says what is wrong with it",
	.more = "FILE is the one of --config, else " CONF_DEFAULT_PATH ".\n",
	.most = 1,
	.run = check_run,
};

static void
put_value(struct cli_rows *l, const void *row)
{
	const struct conf_shown *shown = row;

	list_text(l, shown->secret ? "(hidden)" : shown->value);
}

static void
put_from(struct cli_rows *l, const void *row)
{
	const struct conf_shown *shown = row;
	struct buf from = BUF_INIT;

	if (shown->file != NULL)
		buf_printf(&from, "%s:%d", shown->file, shown->line);
	else if (shown->value != NULL)
		buf_str(&from, "default");
	list_text(l, from.len > 0 ? from.data : NULL);
	buf_release(&from);
}

static const struct cli_column columns[] = {
	{ "section", LIST_TEXT, LIST_AT(struct conf_shown, section) },
	{ "key", LIST_TEXT, LIST_AT(struct conf_shown, name) },
	{ "value", .put = put_value },
	{ "from", .put = put_from },
	{ "secret", LIST_BOOL, LIST_AT(struct conf_shown, secret),
	    .whom = LIST_FOR_PROGRAMS },
	{ .key = NULL },
};

static void
show_row(void *arg, const struct conf_shown *shown)
{
	list_row(arg, shown);
}

static int
show(const struct cli *cli, const struct conf *conf)
{
	static const struct cli_list list = { columns, "", NULL, LIST_WHOLE };
	struct cli_rows l;

	list_open(&l, cli, &list, cli_flag(cli, "json"));
	conf_each(conf, show_row, &l);
	list_print(&l);
	return EX_OK;
}

const struct cli_command cli_config_show = {
	.name = "config show",
	.synopsis = "[--json]",
	.help = "prints what is in force, and where it comes from",
	.more = "Every key with its value and FILE:LINE, or \"default\". "
		"Secrets and the arguments\nof commands that give one are "
		"hidden; a dash is a key that is not set.\n",
	.options = "json",
	.configured = show,
};
