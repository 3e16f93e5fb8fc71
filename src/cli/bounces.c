/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/office.h"
#include "cli/rows.h"
#include "mail/address.h"
#include "store/failing.h"
#include "store/player.h"

/* Addresses whose mail comes back. */

struct bounces {
	struct office *office;
	struct rows rows;
	struct err e;
	int rc;
};

static int
list_one(void *arg, const struct failing *f)
{
	struct bounces *b = arg;
	struct player p;
	int got = player_get(b->office->db, f->player, &p, &b->e);

	if (got < 0) {
		b->rc = -1;
		return 1;
	}
	rows_str(&b->rows, f->address);
	rows_int(&b->rows, f->bounces);
	rows_bool(&b->rows, f->bounces >= FAILING_STOP);
	rows_time(&b->rows, f->held);
	rows_str(&b->rows, got ? p.name : NULL);
	rows_int(&b->rows, f->player);
	rows_time(&b->rows, f->since);
	rows_str(&b->rows, f->why);
	if (got)
		player_release(&p);
	return 0;
}

static int
list_bounces(const struct cli *cli, struct office *o, bool as_json)
{
	static const char *const names[] = { "address", "bounces", "given_up",
		"held", "name", "player", "since", "why", NULL };
	struct bounces b = { .office = o };

	rows_open(&b.rows, names, "address player name since bounces given_up "
	    "held why", as_json);
	if (failing_each(o->db, 0, list_one, &b, &b.e) != 0)
		b.rc = -1;
	if (b.rc < 0) {
		rows_release(&b.rows);
		return office_failed(cli, &b.e);
	}
	rows_print(&b.rows, "no mail comes back");
	return 0;
}

static int
clear_bounces(const struct cli *cli, struct office *o, const char *word)
{
	struct buf address = BUF_INIT;
	struct err e;
	int status = 0, rc = 0;

	if (address_canonical(word, &address) == 0) {
		status = office_begin(cli, o);
		if (status == 0)
			rc = failing_clear(o->db, 0, address.data, clock_now(),
			    &e);
		if (status == 0)
			status = office_end(cli, o, rc < 0 ?
			    office_failed(cli, &e) : 0);
	}
	buf_release(&address);
	if (status == 0 && rc == 0) {
		cli_error(cli, "%s is not marked as failing", word);
		return EX_NOINPUT;
	}
	return status;
}

static int
bounces_words(const struct cli *cli, int argc, char **argv, bool as_json)
{
	const char *word = optind < argc ? argv[optind] : "list";
	bool clear = strcmp(word, "clear") == 0;
	struct office o;
	int status;

	if (!clear && strcmp(word, "list") != 0)
		return cli_usage(cli, "list or clear, not %s", word);
	if (argc - optind > (clear ? 2 : 1))
		return cli_usage(cli, "unexpected %s", argv[argc - 1]);
	if (clear && argc - optind < 2)
		return cli_usage(cli, "which address?");
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = clear ? clear_bounces(cli, &o, argv[optind + 1]) :
	    list_bounces(cli, &o, as_json);
	office_close(&o);
	return status;
}

static int
bounces_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	int c;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	return bounces_words(cli, argc, argv, as_json);
}

const struct cli_command cli_bounces = {
	.name = "bounces", .synopsis = "[list|clear ADDRESS] [--json]",
	.help = "lists the addresses whose mail comes back",
	.more = "  list           all that are marked as failing (the default)\n"
	    "  clear ADDRESS  it works again: the mark goes, and what was not\n"
	    "                 sent because of it is sent\n"
	    "  --json         an array of objects\n",
	.run = bounces_run,
};
