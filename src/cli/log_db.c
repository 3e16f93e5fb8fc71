/* SPDX-License-Identifier: MIT */
#include "cli/log_library.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/utf8.h"

/* Logs into the tables of a library: what log/rows.h made of each is handed to
 * store/library.h. */

/* A game on its way: where it was read, and its rows. */
struct made {
	struct rows_game game;
	struct buf source;
	int line;
	bool many;
};

enum { WAITING = 16 };

/* One thread plays logs, another writes what came out. */
struct making {
	struct rows rows;
	struct library *library;
	struct buf options;
	int wrong;
	pthread_t writer;
	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t moved;
	struct made made[WAITING]; /* that of game N is made[N % WAITING] */
	int played, written;
	bool closing;
	bool failed; /* nothing more is written */
	struct err e;
};

static const char *
figure_name(const void *arg, int i)
{
	return ((const struct rows_kind *)arg)->name[i];
}

static int
put_acts(struct making *m, const struct rows_game *r)
{
	int rc = 0, at = 0;

	for (int i = 0; i < r->events && rc == 0; i++) {
		const struct rows_event *ev = &r->event[i];

		if (!ev->fresh)
			continue;
		rc = library_act(m->library, ev->act, r->of->game, ev->actor,
		    (struct slice){ r->words.data + ev->words, ev->len },
		    &m->e);
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
put_game(struct making *m, const struct made *made)
{
	static const char *const ending[] = { "open", "finished", "abandoned",
		"cancelled" };
	const struct rows_game *r = &made->game;
	int rc;

	buf_clear(&m->options);
	options_format(&r->options, &m->options);
	rc = library_game(m->library,
	    &(struct library_game){ .kind = r->of->game,
		.id = r->outcome.id,
		.ending = ending[r->outcome.end],
		.options = buf_text(&m->options),
		.source = buf_text(&made->source),
		.version = r->version,
		.seats = r->outcome.seats,
		.events = r->events,
		.turns = r->turns,
		.rounds = r->rounds,
		.line = made->line,
		.many = made->many,
		.started = r->outcome.started,
		.ended = r->outcome.ended },
	    &m->e);
	for (int i = 0; i < r->options.n && rc == 0; i++)
		rc = library_option(m->library, r->options.at[i].key,
		    r->options.at[i].value, &m->e);
	return rc;
}

static int
put_seats(struct making *m, const struct rows_game *r)
{
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
			.credited = o->credited,
			.rated = o->rated },
		    &m->e);
	}
	return rc;
}

static int
put_events(struct making *m, const struct rows_game *r)
{
	struct library_event *event = mem_alloc(((size_t)r->events + 1) *
	    sizeof *event);
	int rc;

	for (int i = 0; i < r->events; i++) {
		const struct rows_event *ev = &r->event[i];

		event[i] = (struct library_event){ .seq = ev->seq,
			.turn = ev->turn,
			.round = ev->round,
			.actor = ev->actor,
			.act = ev->act,
			.nth = ev->nth,
			.stands = ev->stands,
			.time = ev->time };
	}
	rc = library_events(m->library, event, r->events, &m->e);
	free(event);
	return rc;
}

/* By seat: the order of the table. */
static int
put_figures(struct making *m, const struct rows_game *r)
{
	struct library_figures f = { .kind = r->of->game,
		.name = figure_name,
		.arg = r->of,
		.n = r->names,
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
put(struct making *m, const struct made *made)
{
	const struct rows_game *r = &made->game;

	return put_acts(m, r) == 0 && put_game(m, made) == 0 &&
		put_seats(m, r) == 0 && put_events(m, r) == 0 &&
		put_figures(m, r) == 0 ?
	    0 :
	    -1;
}

static void *
write_games(void *arg)
{
	struct making *m = arg;

	(void)pthread_mutex_lock(&m->lock);
	for (;;) {
		bool failed = m->failed;

		while (m->written == m->played && !m->closing)
			(void)pthread_cond_wait(&m->moved, &m->lock);
		if (m->written == m->played)
			break;
		(void)pthread_mutex_unlock(&m->lock);
		failed = failed || put(m, &m->made[m->written % WAITING]) != 0;
		(void)pthread_mutex_lock(&m->lock);
		m->failed = failed;
		m->written++;
		(void)pthread_cond_signal(&m->moved);
	}
	(void)pthread_mutex_unlock(&m->lock);
	return NULL;
}

/* The place of the next game, once it is free; NULL: all is lost. */
static struct made *
next_made(struct making *m)
{
	struct made *made;

	(void)pthread_mutex_lock(&m->lock);
	while (m->played - m->written == WAITING)
		(void)pthread_cond_wait(&m->moved, &m->lock);
	made = m->failed ? NULL : &m->made[m->played % WAITING];
	(void)pthread_mutex_unlock(&m->lock);
	return made;
}

/* A source is a text of one line, which find writes as the file is called. */
static int
may_be_named(const char *path, struct err *e)
{
	size_t n = 1;

	while (*path != '\0' && n > 0)
		path += n = utf8_shown(path, strlen(path));
	return n > 0 ? 0 :
		       err_set(e, ERR_CORRUPT,
			   "1: the file's name is no text of one line");
}

static int
add_log(const struct cli *cli, struct log_input *in, void *arg)
{
	struct making *m = arg;
	struct made *made = next_made(m);
	struct err e;

	if (made == NULL)
		return EX_IOERR;
	if (may_be_named(in->path, &e) != 0 ||
	    rows_of_log(&m->rows, &made->game, buf_text(&in->text),
		in->text.len, in->how.kind, &e) != 0) {
		m->wrong++;
		cli_progress_end();
		return log_wrong(cli, in, &e);
	}
	buf_clear(&made->source);
	buf_str(&made->source, in->path);
	made->line = in->before + 1;
	made->many = in->one_of_many;
	(void)pthread_mutex_lock(&m->lock);
	m->played++;
	(void)pthread_cond_signal(&m->moved);
	(void)pthread_mutex_unlock(&m->lock);
	return 0;
}

static void
close_writer(struct making *m)
{
	(void)pthread_mutex_lock(&m->lock);
	m->closing = true;
	(void)pthread_cond_signal(&m->moved);
	(void)pthread_mutex_unlock(&m->lock);
	(void)pthread_join(m->writer, NULL);
}

int
log_library_fill(const struct cli *cli, int from, struct library *library,
    int *games, int *wrong)
{
	struct making m = { .library = library,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.moved = PTHREAD_COND_INITIALIZER };
	int rc;

	if (pthread_create(&m.writer, NULL, write_games, &m) != 0) {
		cli_error(cli, "no thread can be made");
		return EX_IOERR;
	}
	rc = log_each(cli, from, add_log, &m);
	close_writer(&m);
	if (m.failed)
		rc = cli_failed(cli, &m.e, EX_IOERR);
	else
		cli_progress("%d games, indexes", m.written);
	*games = m.written;
	*wrong = m.wrong;
	for (int i = 0; i < WAITING; i++) {
		rows_game_release(&m.made[i].game);
		buf_release(&m.made[i].source);
	}
	buf_release(&m.options);
	acts_release(&m.rows.acts);
	return rc;
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

/* A name that was mistaken leaves the library that was there. */
static int
nothing(const struct cli *cli, const char *out, int games, int rc)
{
	cli_progress_end();
	cli_error(cli, "%s: %s is not written",
	    games == 0 ? "no game was found" : "not all could be read", out);
	return rc == 0 ? EX_NOINPUT : rc;
}

/* Logs of running games are in it: nothing of it is left behind. */
static char *unfinished;

static void
end_by(int signal)
{
	(void)unlink(unfinished);
	(void)raise(signal); /* as it would have been */
}

static int
make(const struct cli *cli, const char *out, bool csv)
{
	struct library *library;
	int rc, games, wrong, status;
	struct err e;

	if ((csv && library_may_csv(out, &e) != 0) ||
	    library_create(csv ? NULL : out, &library, &e) != 0)
		return cli_failed(cli, &e, EX_CANTCREAT);
	if (!csv) {
		unfinished = mem_dup(library_unfinished(library));
		cli_catch(end_by);
	}
	rc = log_library_fill(cli, 0, library, &games, &wrong);
	if (rc == EX_IOERR)
		status = rc;
	else if (games == 0 || (rc != 0 && rc != EX_DATAERR))
		status = nothing(cli, out, games, rc);
	else
		status = finish(cli, library, out, csv);
	library_close(library);
	cli_catch(SIG_DFL);
	free(unfinished);
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
	struct buf path = BUF_INIT;
	int rc;

	if (out == NULL)
		return cli_usage(cli, "--out says where");
	buf_str(&path, out);
	while (path.len > 1 && path.data[path.len - 1] == '/')
		buf_truncate(&path, path.len - 1);
	rc = make(cli, buf_text(&path), cli_flag(cli, "csv"));
	buf_release(&path);
	return rc;
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
	    "code is 65. The file is readable by its owner alone, and "
	    "replaces a library\n"
	    "or an empty file only.\n",
	.options = "out: csv data:",
	CLI_TAKES(1, CLI_ANY, "which logs?"),
	.run = run,
};
