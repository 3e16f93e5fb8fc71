/* SPDX-License-Identifier: MIT */
#include "cli/office.h"
#include "cli/rows.h"
#include "match/match.h"
#include "store/player.h"

/* The seats of a game: who holds each, and what it waits for. */

static int
add_address(const struct office *o, struct rows *rows, int64_t player,
	struct err *e)
{
	struct buf to = BUF_INIT;
	int got = player ? address_primary(o->db, player, &to, e) : 0;

	rows_str(rows, got > 0 ? to.data : NULL);
	buf_release(&to);
	return got;
}

static int
add_seat(const struct office *o, const struct match *m, int seat,
	struct rows *rows, struct err *e)
{
	const struct seat *s = &m->seat[seat];
	bool act = m->table != NULL && m->game.state == GAME_RUNNING &&
	    (match_to_act(m) & SEAT_BIT(seat)) != 0;
	char name[4] = { 'p', (char)('0' + seat % 10) };

	if (add_address(o, rows, s->player, e) < 0)
		return -1;
	rows_time(rows, m->pace[seat].due);
	rows_int(rows, s->mails);
	rows_str(rows, s->name);
	rows_int(rows, s->player);
	rows_bool(rows, s->ready);
	rows_str(rows, name);
	rows_str(rows, s->computer ? "computer" : s->player ? "held" : "free");
	rows_bool(rows, act);
	return 0;
}

static int
list_seats(const struct cli *cli, struct office *o, int64_t game, bool as_json)
{
	static const char *const names[] = { "address", "due", "mails", "name",
		"player", "ready", "seat", "state", "to_act", NULL };
	struct rows rows;
	struct match *m;
	struct err e;
	int rc = match_look(&o->desk->house, game, &m, &e);

	if (rc < 0)
		return office_failed(cli, &e);
	if (rc == 0) {
		cli_error(cli, "there is no game %lld", (long long)game);
		return EX_NOINPUT;
	}
	rows_open(&rows, names, "seat name player state ready to_act due mails "
	    "address", as_json);
	rc = 0;
	for (int seat = 1; rc == 0 && seat <= m->seats; seat++)
		rc = add_seat(o, m, seat, &rows, &e);
	match_drop(m);
	if (rc < 0) {
		rows_release(&rows);
		return office_failed(cli, &e);
	}
	rows_print(&rows, "no seats");
	return 0;
}

static int
seats_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	struct office o;
	int64_t game;
	int c, status;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	if (argc - optind != 1)
		return cli_usage(cli, "of which game?");
	if (office_number(cli, argv[optind], &game) != 0)
		return EX_USAGE;
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = list_seats(cli, &o, game, as_json);
	office_close(&o);
	return status;
}

const struct cli_command cli_seats = {
	.name = "seats", .synopsis = "ID [--json]",
	.help = "lists the seats of a game: who holds each and what is due",
	.more = "  --json  an array of objects\n",
	.run = seats_run,
};
