/* SPDX-License-Identifier: MIT */
#include "cli/log_library.h"

#include "base/utf8.h"

/* Logs into the tables of a library: what log/rows.h made of each is handed to
 * store/library.h. */

struct making {
	struct rows rows;
	struct library *library;
	struct buf name, options;
	int games, wrong;
	struct err e; /* of the library: nothing more is written */
	bool failed;
};

static const char *
figure_name(const void *arg, int i)
{
	return ((const struct rows_kind *)arg)->name[i];
}

static int
put_acts(struct making *m)
{
	const struct rows *r = &m->rows;
	int rc = 0, at = 0;

	for (int i = 0; i < r->events && rc == 0; i++) {
		const struct rows_event *ev = &r->event[i];

		if (!ev->fresh)
			continue;
		rc = library_act(m->library, ev->act, r->of->game, ev->actor,
		    ev->words, &m->e);
		for (int place = 1;
		    rc == 0 && at < r->args && r->arg[at].act == ev->act;
		    place++, at++)
			rc = library_arg(m->library, ev->act, place,
			    r->words.data + r->arg[at].name,
			    r->arg[at].number ? NULL :
						r->words.data + r->arg[at].text,
			    r->arg[at].n, &m->e);
	}
	return rc;
}

static int
put_game(struct making *m, const struct log_input *in)
{
	static const char *const ending[] = { "open", "finished", "abandoned",
		"cancelled" };
	const struct rows *r = &m->rows;
	int rc;

	buf_clear(&m->name);
	utf8_mend(in->path, strlen(in->path), &m->name);
	buf_clear(&m->options);
	options_format(&r->options, &m->options);
	rc = library_game(m->library,
	    &(struct library_game){ .kind = r->of->game,
		.id = r->outcome.id,
		.ending = ending[r->outcome.end],
		.options = buf_text(&m->options),
		.source = buf_text(&m->name),
		.version = r->version,
		.seats = r->outcome.seats,
		.events = r->events,
		.turns = r->turns,
		.rounds = r->rounds,
		.line = in->before + 1,
		.started = r->outcome.started,
		.ended = r->outcome.ended },
	    &m->e);
	for (int i = 0; i < r->options.n && rc == 0; i++)
		rc = library_option(m->library, r->options.at[i].key,
		    r->options.at[i].value, &m->e);
	return rc;
}

static int
put_seats(struct making *m)
{
	const struct rows *r = &m->rows;
	int rc = 0;

	for (int s = 1; s <= r->outcome.seats && rc == 0; s++) {
		const struct outcome_seat *o = &r->outcome.seat[s];
		int sharing = 0;

		for (int i = 1; i <= r->outcome.seats; i++)
			sharing += r->outcome.seat[i].rank == o->rank;
		rc = library_seat(m->library,
		    &(struct library_seat){ .seat = s,
			.score = o->score,
			.rank = o->rank,
			.sharing = sharing,
			.name = o->name,
			.moves = o->moves,
			.answers = o->answers,
			.opening = r->opening[s],
			.waited = o->waited,
			.credited = o->credited },
		    &m->e);
	}
	return rc;
}

static int
put_events(struct making *m)
{
	const struct rows *r = &m->rows;
	int rc = 0;

	for (int i = 0; i < r->events && rc == 0; i++) {
		const struct rows_event *ev = &r->event[i];

		rc = library_event(m->library,
		    &(struct library_event){ .seq = ev->seq,
			.turn = ev->turn,
			.round = ev->round,
			.actor = ev->actor,
			.act = ev->act,
			.nth = ev->nth,
			.stands = ev->stands,
			.time = ev->time },
		    &m->e);
	}
	return rc;
}

/* By seat: the order of the table. */
static int
put_figures(struct making *m)
{
	const struct rows *r = &m->rows;
	struct library_figures f = { .kind = r->of->game,
		.name = figure_name,
		.arg = r->of,
		.n = r->of->n,
		.none = ROWS_NONE };
	int rc = 0;

	for (f.seat = 1; f.seat <= r->outcome.seats; f.seat++)
		for (int i = 0; i < r->n_figures && rc == 0; i++) {
			if (r->figures[i].seat != f.seat)
				continue;
			f.turn = r->figures[i].turn;
			f.value = r->figures[i].value;
			rc = library_figures(m->library, &f, &m->e);
		}
	return rc;
}

static int
add_log(const struct cli *cli, struct log_input *in, void *arg)
{
	struct making *m = arg;
	struct err e;

	if (m->failed)
		return EX_IOERR;
	if (rows_of_log(&m->rows, buf_text(&in->text), in->text.len,
		in->how.kind, &e) != 0) {
		m->wrong++;
		cli_progress_end();
		return log_wrong(cli, in, &e);
	}
	if (put_acts(m) == 0 && put_game(m, in) == 0 && put_seats(m) == 0 &&
	    put_events(m) == 0 && put_figures(m) == 0) {
		m->games++;
		return 0;
	}
	m->failed = true;
	cli_progress_end();
	return cli_failed(cli, &m->e, EX_IOERR);
}

int
log_library_fill(const struct cli *cli, int from, struct library *library,
    int *games, int *wrong)
{
	struct making m = { .library = library };
	int rc = log_each(cli, from, add_log, &m);

	if (rc == 0 || rc == EX_DATAERR || rc == EX_NOINPUT)
		cli_progress("%d games, indexes", m.games);
	*games = m.games;
	*wrong = m.wrong;
	buf_release(&m.name);
	buf_release(&m.options);
	rows_release(&m.rows);
	return m.failed ? EX_IOERR : rc;
}

/* Finished, and under its name: 0 or an exit code. */
static int
finish(const struct cli *cli, struct library *library, const char *out,
    bool csv)
{
	struct err e;
	int rc = library_finish(library, &e);

	if (rc == 0 && csv)
		rc = library_csv(library, out, &e);
	cli_progress_end();
	return rc != 0 ? cli_failed(cli, &e,
			     e.kind == ERR_GIVEUP ? EX_CANTCREAT : EX_IOERR) :
			 0;
}

static int
make(const struct cli *cli, const char *out, bool csv)
{
	struct library *library;
	int rc, games, wrong, status;
	struct err e;

	if (library_create(csv ? NULL : out, &library, &e) != 0)
		return cli_failed(cli, &e, EX_CANTCREAT);
	rc = log_library_fill(cli, 0, library, &games, &wrong);
	status = rc == EX_IOERR ? rc : finish(cli, library, out, csv);
	library_close(library);
	if (status != 0)
		return status;
	(void)printf("%s: %d games", out, games);
	if (wrong > 0)
		(void)printf(", %d logs passed over", wrong);
	(void)putchar('\n');
	return rc;
}

static int
run(const struct cli *cli)
{
	const char *out = cli_value(cli, "out");

	if (out == NULL)
		return cli_usage(cli, "--out says where");
	return make(cli, out, cli_flag(cli, "csv"));
}

const struct cli_command cli_log_db = {
	.name = "log db",
	.synopsis = "[--data FILE] DIR|FILE... --out FILE [--csv]",
	.help = "makes tables of many games, to be asked",
	.more =
	    "  --out FILE    the SQLite file to write; it is renamed when it "
	    "is whole\n"
	    "  --csv         FILE is a folder to make instead, with a file of "
	    "comma-\n"
	    "                separated values for each table\n"
	    "  --data FILE   the game's data, as in log check\n\n"
	    "Of a folder all files *.turnlog are read, at any depth. "
	    "paquebot-logdb(5)\n"
	    "has the tables. A log that is wrong is named and passed over, "
	    "and the exit\n"
	    "code is 65. The file is readable by its owner alone.\n",
	.options = "out: csv data:",
	CLI_TAKES(1, CLI_ANY, "which logs?"),
	.run = run,
};
