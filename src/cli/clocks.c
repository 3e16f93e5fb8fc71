/* SPDX-License-Identifier: MIT */
#include "base/clock.h"
#include "cli/office.h"
#include "cli/rows.h"
#include "match/clocks.h"

/* Whom the running games wait for, and until when. */

struct clocks {
	struct office *office;
	struct rows rows;
	int64_t now;
	struct err e;
	int rc;
};

/* "2d 3h", "5h 10m", "-1h 0m" when it is past. */
static void
say_left(int64_t seconds, struct buf *out)
{
	int64_t s = seconds < 0 ? -seconds : seconds;

	if (seconds < 0)
		buf_char(out, '-');
	if (s >= 86400)
		buf_printf(out, "%lldd %lldh", (long long)(s / 86400),
		    (long long)(s % 86400 / 3600));
	else
		buf_printf(out, "%lldh %lldm", (long long)(s / 3600),
		    (long long)(s % 3600 / 60));
}

/* Why it stands still; NULL: it runs. */
static const char *
standing(const struct match *m, int seat, int64_t now)
{
	const char *why = NULL;

	if (clock_paused(m))
		return "paused";
	if (clock_away(m, seat))
		return "away";
	for (size_t i = 0; i < m->n_stop; i++)
		if (m->stop[i].seat == seat && m->stop[i].why == CLOCK_HOLD &&
		    m->stop[i].holder == m->seat[seat].holder &&
		    m->stop[i].from <= now && m->stop[i].until > now)
			why = "held";
	return why;
}

static void
add_clock(struct clocks *c, const struct match *m, int seat)
{
	int64_t due = m->pace[seat].due;
	struct buf left = BUF_INIT;
	char name[4] = { 'p', (char)('0' + seat % 10) };

	if (due)
		say_left(due - c->now, &left);
	rows_time(&c->rows, due);
	rows_int(&c->rows, m->game.id);
	rows_str(&c->rows, m->game.kind);
	rows_bool(&c->rows, due && due < c->now);
	rows_str(&c->rows, due ? left.data : NULL);
	rows_str(&c->rows, m->seat[seat].name);
	rows_str(&c->rows, name);
	rows_str(&c->rows, standing(m, seat, c->now));
	buf_release(&left);
}

static int
game_clocks(void *arg, const struct game *g)
{
	struct clocks *c = arg;
	struct match *m;

	c->rc = match_look(&c->office->desk->house, g->id, &m, &c->e);
	if (c->rc != 1)
		return 1;
	for (int seat = 1; m->table != NULL && seat <= m->seats; seat++)
		if ((match_to_act(m) & SEAT_BIT(seat)) != 0)
			add_clock(c, m, seat);
	match_drop(m);
	return 0;
}

static int
list_clocks(const struct cli *cli, struct office *o, bool as_json)
{
	static const char *const names[] = { "due", "game", "kind", "late",
		"left", "name", "seat", "stopped", NULL };
	struct clocks c = { .office = o, .now = clock_now() };

	rows_open(&c.rows, names, "game kind seat name due left late "
	    "stopped", as_json);
	if (game_each(o->db, GAME_RUNNING, 0, game_clocks, &c, &c.e) != 0)
		c.rc = -1;
	if (c.rc < 0) {
		rows_release(&c.rows);
		return office_failed(cli, &c.e);
	}
	rows_print(&c.rows, "no game waits for anybody");
	return 0;
}

static int
clocks_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	struct office o;
	int c, status;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else
			return EX_USAGE;
	if (optind < argc)
		return cli_usage(cli, "unexpected %s", argv[optind]);
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = list_clocks(cli, &o, as_json);
	office_close(&o);
	return status;
}

const struct cli_command cli_clocks = {
	.name = "clocks", .synopsis = "[--json]",
	.help = "lists whom the running games wait for, and until when",
	.more = "  --json  an array of objects\n",
	.run = clocks_run,
};
