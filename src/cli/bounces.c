/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/list.h"
#include "mail/address.h"
#include "store/failing.h"
#include "store/player.h"

/* Addresses whose mail comes back. */

struct bounce {
	struct failing is;
	const char *name;
	bool given_up;
};

static const struct cli_column columns[] = {
	{ "address", LIST_TEXT, LIST_AT(struct bounce, is.address) },
	{ "player", LIST_INT, LIST_AT(struct bounce, is.player) },
	{ "name", LIST_TEXT, LIST_AT(struct bounce, name) },
	{ "since", LIST_TIME, LIST_AT(struct bounce, is.since) },
	{ "bounces", LIST_INT, LIST_AT(struct bounce, is.bounces) },
	{ "given_up", LIST_BOOL, LIST_AT(struct bounce, given_up) },
	{ "held", LIST_TIME, LIST_AT(struct bounce, is.held) },
	{ "why", LIST_TEXT, LIST_AT(struct bounce, is.why) },
	{ .key = NULL },
};

static int
list_one(void *arg, const struct failing *f)
{
	struct cli_rows *l = arg;
	struct player p = { .name = NULL };
	int got = player_get(l->instance->db, f->player, &p, &l->e);

	if (got < 0)
		return list_failed(l);
	list_row(l, &(struct bounce){ *f, p.name, f->bounces >= FAILING_STOP });
	if (got)
		player_release(&p);
	return 0;
}

static int
list_bounces(struct cli_rows *l)
{
	return failing_each(l->instance->db, 0, list_one, l, &l->e);
}

static int
clear_bounces(const struct cli *cli, struct instance *o)
{
	struct buf address = BUF_INIT;
	struct err e;
	int status = 0, rc = 0;

	if (address_canonical(cli->operand[0], &address) == 0) {
		status = instance_begin(cli, o);
		if (status == 0)
			rc = failing_clear(o->db, 0, address.data, clock_now(),
			    &e);
		if (status == 0)
			status = instance_end(cli, o,
			    rc < 0 ? instance_failed(cli, &e) : 0);
	}
	buf_release(&address);
	if (status == 0 && rc == 0) {
		cli_error(cli, "%s is not marked as failing", cli->operand[0]);
		return EX_NOINPUT;
	}
	return status;
}

static const struct cli_word words[] = {
	{ "list",
	    .list = &(const struct cli_list){ columns, "no mail comes back",
		list_bounces, LIST_WHOLE } },
	{ "clear", .asks = "which address?", .work = clear_bounces },
	{ .word = NULL },
};

const struct cli_command cli_bounces = {
	.name = "bounces",
	.synopsis = "[list|clear ADDRESS] [--json]",
	.help = "lists the addresses whose mail comes back",
	.more =
	    "  list           all that are marked as failing (the default)\n"
	    "  clear ADDRESS  it works again: the mark goes, and what was not\n"
	    "                 sent because of it is sent\n"
	    "  --json         an array of objects\n",
	.options = "json",
	.most = CLI_ANY,
	.words = words,
};
