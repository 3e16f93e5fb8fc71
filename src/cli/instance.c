/* SPDX-License-Identifier: MIT */
#include "cli/instance.h"

#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "cli/list.h"
#include "clock/read.h"
#include "match/match.h"
#include "text/texts.h"

const char *
instance_config(const struct cli *cli)
{
	return cli->config != NULL ? cli->config : CONF_DEFAULT_PATH;
}

int
instance_failed(const struct cli *cli, const struct err *e)
{
	cli_error(cli, "%s", e->text);
	switch (e->kind) {
	case ERR_RETRY:
	case ERR_LATER:
		return EX_TEMPFAIL;
	case ERR_CORRUPT:
		return EX_DATAERR;
	default:
		return EX_UNAVAILABLE;
	}
}

bool
instance_daemon(const struct conf *conf)
{
	return db_locked(conf->store.where);
}

int
instance_number(const struct cli *cli, const char *word, int64_t *out)
{
	long long n;

	if (cli_number(word, 1, 1LL << 53, &n) != 0)
		return cli_usage(cli, "\"%s\" is no number", word);
	*out = n;
	return 0;
}

int
instance_where(const struct cli *cli, const char *where)
{
#ifndef WITH_POSTGRESQL
	if (strstr(where, "://") != NULL)
		return cli_usage(cli,
		    "%s: this paquebot was built without PostgreSQL", where);
#endif
	return conf_has_password(where) ?
	    cli_usage(cli,
		"a URL holds a password, which others see here: passfile= "
		"names a file for it") :
	    0;
}

int
instance_conf(const struct cli *cli, struct conf **out)
{
	struct err e;

	if (conf_load(instance_config(cli), out, &e) == 0)
		return 0;
	return cli_failed(cli, &e, err_passes(&e) ? EX_TEMPFAIL : EX_CONFIG);
}

/* Of whatever version. */
static bool
is_there(const struct conf *conf)
{
	struct db *db;
	struct err ignored;

	if (conf->store.path != NULL)
		return access(conf->store.path, F_OK) == 0;
	if (db_open(conf->store.where, DB_COPY, &db, &ignored) != 0)
		return false;
	db_close(db);
	return true;
}

static int
instance_rooms(const struct cli *cli, struct instance *o, bool writes)
{
	struct err e;

	if (db_open(o->conf->store.where, DB_USE, &o->db, &e) != 0) {
		int status = instance_failed(cli, &e);

		return e.kind == ERR_GIVEUP && !is_there(o->conf) ? EX_NOINPUT :
								    status;
	}
	if (writes && texts_open(NULL, &o->texts, &e) != 0)
		return instance_failed(cli, &e);
	o->desk = mem_zero(1, sizeof *o->desk);
	if (desk_open(o->desk, o->db, o->texts, o->conf, &e) != 0) {
		free(o->desk);
		o->desk = NULL;
		return instance_failed(cli, &e);
	}
	return 0;
}

/* Without texts, which take longer to read than a list to make, if nothing is
 * written to anybody. */
static int
open_rooms(const struct cli *cli, struct instance *o, bool writes)
{
	int status;

	*o = (struct instance){ .conf = NULL };
	log_set_level(LOG_LEVEL_WARNING);
	status = instance_conf(cli, &o->conf);
	if (status == 0)
		status = instance_rooms(cli, o, writes);
	if (status != 0)
		instance_close(o);
	return status;
}

int
instance_open(const struct cli *cli, struct instance *o)
{
	return open_rooms(cli, o, true);
}

void
instance_close(struct instance *o)
{
	if (o->desk != NULL)
		desk_close(o->desk);
	free(o->desk);
	texts_free(o->texts);
	db_close(o->db);
	conf_free(o->conf);
	*o = (struct instance){ .conf = NULL };
}

int
instance_begin(const struct cli *cli, struct instance *o)
{
	struct err e;

	return db_begin(o->db, &e) == 0 ? 0 : instance_failed(cli, &e);
}

int
instance_end(const struct cli *cli, struct instance *o, int status)
{
	struct err e;

	if (status == 0 && db_commit(o->db, &e) != 0)
		status = instance_failed(cli, &e);
	if (status != 0) {
		db_abort(o->db);
		desk_forget(o->desk);
	}
	return status;
}

int
instance_clock(const struct cli *cli, const struct instance *o,
    const char *words, struct clock_row *out)
{
	struct refusal why;

	*out = o->desk->club.clock;
	if (words == NULL ||
	    clock_read(texts_names(o->desk->club.texts, NULL, "en"), words, out,
		&why) == 0)
		return 0;
	cli_error(cli,
	    "a clock is such as \"72h grace 24h late bot\", not \"%s\" (%s)",
	    words, why.code);
	return EX_DATAERR;
}

int
instance_match(const struct cli *cli, struct instance *o, int64_t id,
    struct match **out)
{
	struct err e;
	int rc = match_look(&o->desk->club, id, out, &e);

	if (rc < 0)
		return instance_failed(cli, &e);
	if (rc > 0)
		return 0;
	cli_error(cli, "there is no game %lld", (long long)id);
	return EX_NOINPUT;
}

static int
work(const struct cli *cli, cli_work *does, const struct cli_list *list)
{
	struct instance o;
	int status = open_rooms(cli, &o, does != NULL);

	if (status != 0)
		return status;
	status = does != NULL ? does(cli, &o) : list_run(cli, &o, list);
	instance_close(&o);
	return status;
}

/* "list, show, retry or drop, not dance" */
static int
no_word(const struct cli *cli, const char *said)
{
	const struct cli_word *w = cli->command->words;
	struct buf all = BUF_INIT;

	for (size_t i = 0; w[i].word != NULL; i++)
		buf_printf(&all, "%s%s",
		    i == 0                    ? "" :
			w[i + 1].word != NULL ? ", " :
						" or ",
		    w[i].word);
	(void)cli_usage(cli, "%s, not %s", all.data, said);
	buf_release(&all);
	return EX_USAGE;
}

static int
do_word(const struct cli *cli)
{
	const struct cli_word *w = cli->command->words;
	struct cli behind = *cli;
	int status;

	if (cli->operands > 0) {
		while (w->word != NULL && strcmp(w->word, cli->operand[0]) != 0)
			w++;
		behind.operand++;
		behind.operands--;
	}
	if (w->word == NULL)
		return no_word(cli, cli->operand[0]);
	if (behind.operands > (w->asks != NULL))
		return cli_usage(cli, "unexpected %s",
		    behind.operand[w->asks != NULL]);
	if (w->asks != NULL && behind.operands == 0)
		return cli_usage(cli, "%s", w->asks);
	status = w->check != NULL ? w->check(&behind) : 0;
	return status != 0 ? status : work(&behind, w->work, w->list);
}

int
instance_run(const struct cli *cli)
{
	const struct cli_command *c = cli->command;
	struct conf *conf;
	int status;

	if (c->run != NULL)
		return c->run(cli);
	if (c->words != NULL)
		return do_word(cli);
	if (c->configured == NULL)
		return work(cli, c->work, c->list);
	status = instance_conf(cli, &conf);
	if (status == 0) {
		status = c->configured(cli, conf);
		conf_free(conf);
	}
	return status;
}
