/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "cli/office.h"
#include "match/match.h"
#include "store/game.h"

static const char *const states[] = { "setup", "running", "over", "cancelled" };

struct listing {
	struct office *office;
	struct json json;
	bool as_json;
	int n;
	struct buf out;
	struct err e;
	int rc;
};

/* "p1,p3", or "-" where nobody is to act; before the start, who has not sent
 * `ready`. */
static void
waits_for(const struct match *m, struct buf *out)
{
	seat_set set = m->table != NULL ? match_to_act(m) : 0;

	for (int s = 1; s <= m->seats; s++) {
		if (m->game.state == GAME_SETUP && !m->seat[s].ready)
			set |= SEAT_BIT(s);
		if ((set & SEAT_BIT(s)) != 0)
			buf_printf(out, "%sp%d", out->len > 0 ? "," : "", s);
	}
	if (out->len == 0)
		buf_char(out, '-');
}

static void
list_json(struct listing *l, const struct match *m, const char *waits)
{
	struct json *j = &l->json;

	json_object(j);
	json_kint(j, "board", m->game.board);
	json_kstr(j, "game", m->game.kind);
	json_kint(j, "id", m->game.id);
	json_key(j, "seats");
	json_array(j);
	for (int s = 1; s <= m->seats; s++)
		json_str(j, m->seat[s].name);
	json_array_end(j);
	json_kstr(j, "state", states[m->game.state]);
	json_kstr(j, "waits_for", waits);
	json_object_end(j);
}

static void
list_line(struct listing *l, const struct match *m, const char *waits)
{
	if (l->n == 0)
		buf_printf(&l->out, "%5s  %-14s %-9s %5s  %-11s %s\n", "ID",
		    "GAME", "STATE", "BOARD", "WAITS FOR", "SEATS");
	buf_printf(&l->out, "%5lld  %-14s %-9s %5d  %-11s ",
	    (long long)m->game.id, m->game.kind, states[m->game.state],
	    m->game.board, waits);
	for (int s = 1; s <= m->seats; s++)
		buf_printf(&l->out, "%s%s", s > 1 ? ", " : "", m->seat[s].name);
	buf_char(&l->out, '\n');
}

static int
list_game(void *arg, const struct game *g)
{
	struct listing *l = arg;
	struct buf waits = BUF_INIT;
	struct match *m;

	l->rc = match_look(&l->office->desk->house, g->id, &m, &l->e);
	if (l->rc != 1)
		return 1;
	waits_for(m, &waits);
	if (l->as_json)
		list_json(l, m, waits.data);
	else
		list_line(l, m, waits.data);
	l->n++;
	buf_release(&waits);
	match_drop(m);
	return 0;
}

static int
list_games(const struct cli *cli, struct office *o, int state, bool as_json)
{
	struct listing l = { .office = o, .as_json = as_json };

	json_init(&l.json, &l.out);
	if (as_json)
		json_array(&l.json);
	if (game_each(o->db, state, 0, list_game, &l, &l.e) != 0)
		l.rc = -1;
	if (l.rc < 0) {
		buf_release(&l.out);
		return office_failed(cli, &l.e);
	}
	if (as_json) {
		json_array_end(&l.json);
		buf_char(&l.out, '\n');
	}
	(void)fwrite(buf_text(&l.out), 1, l.out.len, stdout);
	if (l.n == 0 && !as_json)
		(void)fputs("no games\n", stderr);
	buf_release(&l.out);
	return 0;
}

static int
games_run(const struct cli *cli, int argc, char **argv)
{
	static const struct option options[] = {
		{ "running", no_argument, NULL, 'r' },
		{ "json", no_argument, NULL, 'j' },
		{ NULL, 0, NULL, 0 }
	};
	bool as_json = false;
	int c, status, state = -1;
	struct office o;

	while ((c = cli_option(cli, argc, argv, options)) != -1)
		if (c == 'j')
			as_json = true;
		else if (c == 'r')
			state = GAME_RUNNING;
		else
			return EX_USAGE;
	if (optind < argc)
		return cli_usage(cli, "unexpected %s", argv[optind]);
	status = office_open(cli, &o);
	if (status != 0)
		return status;
	status = list_games(cli, &o, state, as_json);
	office_close(&o);
	return status;
}

const struct cli_command cli_games = {
	.name = "games", .synopsis = "[--running] [--json]",
	.help = "lists the games, their state and whom they wait for",
	.more = "  --running  only those that have begun and are not over\n"
	    "  --json     an array of objects\n",
	.run = games_run,
};
