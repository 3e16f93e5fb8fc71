/* SPDX-License-Identifier: MIT */
#include "archive/archive.h"

#include <ctype.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/instance.h"
#include "cli/view.h"
#include "log/stream.h"
#include "match/match.h"
#include "match/pages.h"
#include "store/analysis.h"
#include "store/due.h"
#include "store/game.h"
#include "text/texts.h"

struct build {
	const char *dir;
	enum archive_of of;
	int made, same, refused, gone, done, all;
	int64_t since;
	enum { ALL_OVER, NAMED, DUE } which; /* games of a club */
	struct archive *archive;
};

static void
progress(const struct build *b)
{
	int64_t ms = clock_monotonic_ms() - b->since;
	long tenths;

	if (ms < 500)
		return;
	tenths = (long)(b->done * INT64_C(10000) / ms);
	cli_progress("%d of %d games, %ld.%ld/s, %ld s left", b->done, b->all,
	    tenths / 10, tenths % 10,
	    (long)(ms * (b->all - b->done) / b->done / 1000));
}

/* `before`: lines of the file that stand above the log. 0; EX_DATAERR if the
 * game cannot be there; else the disk failed. */
static int
put_log(const struct cli *cli, struct build *b, const char *what,
    struct slice log, int before, const struct beside *beside)
{
	struct err e;
	int rc = archive_put(b->archive, log.at, log.len, beside, &e);

	b->done++;
	progress(b);
	if (rc >= 0) {
		b->made += rc;
		b->same += !rc;
		return 0;
	}
	cli_progress_end();
	log_stream_line(before, &e);
	if (strncmp(e.text, "game ", 5) == 0)
		cli_error(cli, "%s", e.text);
	else
		cli_error(cli, "%s:%s%s", what,
		    isdigit((unsigned char)e.text[0]) ? "" : " ", e.text);
	b->refused++;
	return e.kind == ERR_LATER ? EX_IOERR : EX_DATAERR;
}

static int
finish(const struct cli *cli, struct build *b, int status)
{
	struct err e;

	cli_progress_end();
	if (archive_close(b->archive, &e) != 0) {
		cli_error(cli, "%s", e.text);
		status = status != 0 ? status : EX_IOERR;
	}
	(void)printf("%s: %d made, %d there already", b->dir, b->made, b->same);
	if (b->refused > 0)
		(void)printf(", %d refused", b->refused);
	if (b->gone > 0)
		(void)printf(", %d removed", b->gone);
	(void)putchar('\n');
	return status;
}

static int
begin(const struct cli *cli, const struct site *ed, struct build *b)
{
	struct err e;

	b->since = clock_monotonic_ms();
	if (archive_open(ed, b->dir, b->of, &b->archive, &e) == 0)
		return 0;
	return cli_failed(cli, &e,
	    e.kind == ERR_RETRY ? EX_TEMPFAIL : EX_CANTCREAT);
}

enum { BESIDE_MAX = 16 << 20 };

/* What an archive has beside a game's log, if this is one of an archive. */
static void
read_beside(const char *log, const char *name, struct buf *out)
{
	static const char of[] = "/game.turnlog";
	size_t n = strlen(log);
	struct buf path = BUF_INIT;
	struct err ignored;

	buf_clear(out);
	if (n < strlen(of) || strcmp(log + n - strlen(of), of) != 0)
		return;
	buf_add(&path, log, n - strlen(of) + 1);
	buf_str(&path, name);
	if (file_read(path.data, BESIDE_MAX, out, &ignored) != 0)
		buf_clear(out);
	buf_release(&path);
}

/* A log, or many games in one file. */
static int
build_file(const struct cli *cli, struct build *b, const char *path)
{
	struct buf text = BUF_INIT, analysis = BUF_INIT, comments = BUF_INIT;
	struct log_stream stream;
	struct slice log;
	int before, one, status = cli_input(cli, path, &text);

	read_beside(path, "analysis.jsonl", &analysis);
	read_beside(path, "comments.jsonl", &comments);
	log_stream_open(&stream, buf_text(&text), text.len);
	for (one = status; one == 0 || one == EX_DATAERR;) {
		if (!log_stream_next(&stream, &log, &before))
			break;
		b->all += log_stream_more(&stream);
		one = put_log(cli, b, path, log, before,
		    &(struct beside){ buf_text(&analysis),
			buf_text(&comments) });
		status = one != 0 ? one : status;
	}
	buf_release(&text);
	buf_release(&analysis);
	buf_release(&comments);
	return status;
}

static int
build_files(const struct cli *cli, struct build *b, const struct site *ed)
{
	int status = begin(cli, ed, b), one = 0;

	if (status != 0)
		return status;
	b->all = cli->operands;
	for (int i = 0; i < cli->operands && one != EX_IOERR; i++) {
		one = build_file(cli, b, cli->operand[i]);
		status = one != 0 ? one : status;
	}
	return finish(cli, b, status);
}

static int
build_from_logs(const struct cli *cli, struct build *b)
{
	const char *lang = cli_value(cli, "lang"),
		   *club = cli_value(cli, "club");
	struct site ed;
	struct texts *texts;
	struct err e;
	int status;

	if (b->dir == NULL)
		return cli_usage(cli, "--out says where");
	if (lang == NULL)
		lang = "en";
	status = view_texts(cli, lang, &texts);
	if (status != 0)
		return status;
	if (site_open(texts, lang, club != NULL ? club : "Paquebot", "UTC",
		NULL, &ed, &e) == 0) {
		status = build_files(cli, b, &ed);
		site_close(&ed);
	} else {
		cli_error(cli, "%s", e.text);
		status = EX_SOFTWARE;
	}
	texts_free(texts);
	return status;
}

/* Every game that is over; the others are not told of. */
static bool
is_over(const struct game *g)
{
	return (g->state == GAME_OVER || g->state == GAME_CANCELLED) &&
	    g->seq > 0;
}

static int
named_ids(const struct cli *cli, struct game_ids *ids)
{
	ids->at = mem_zero((size_t)cli->operands, sizeof *ids->at);
	for (ids->n = 0; ids->n < (size_t)cli->operands; ids->n++)
		if (instance_number(cli, cli->operand[ids->n],
			&ids->at[ids->n]) != 0)
			return EX_USAGE;
	return 0;
}

/* One that is named is asked for, whatever its option says; of one that is not
 * to be there the log stays empty. */
static int
read_over(const struct cli *cli, struct instance *o, const struct build *b,
    int64_t id, struct pages_of *of)
{
	struct match *m;
	struct err e;
	int status = instance_match(cli, o, id, &m), wanted = 1;

	if (status != 0)
		return status;
	if (m->game.state == GAME_CANCELLED && m->game.seq == 0) {
		cli_error(cli,
		    "game %lld was called off before it began: it has no pages",
		    (long long)id);
		status = EX_DATAERR;
	} else if (b->which != NAMED)
		wanted = match_archived(m, &e);
	if (status == 0 &&
	    (wanted < 0 || (wanted > 0 && match_pages(m, of, &e) != 0)))
		status = instance_failed(cli, &e);
	match_drop(m);
	return status;
}

/* Of one that is due what it has now, which may be nothing. */
static int
read_due(const struct cli *cli, struct instance *o, int64_t id,
    struct pages_of *of)
{
	struct err e;

	return match_pages_now(&o->desk->club, id, of, &e) == 0 ?
	    0 :
	    instance_failed(cli, &e);
}

static int
drop_game(const struct cli *cli, struct build *b, int64_t id,
    const struct pages_of *of)
{
	struct err e;
	int rc = archive_drop(b->archive, id, of->kind, of->started, &e);

	b->gone += rc > 0;
	return rc < 0 ? cli_failed(cli, &e, EX_IOERR) : 0;
}

static int
build_game(const struct cli *cli, struct instance *o, struct build *b,
    int64_t id)
{
	struct pages_of of = PAGES_NONE;
	char what[32];
	int status = b->which == DUE ? read_due(cli, o, id, &of) :
				       read_over(cli, o, b, id, &of);

	(void)snprintf(what, sizeof what, "game %lld", (long long)id);
	if (status == 0 && of.log.len > 0)
		status = put_log(cli, b, what,
		    (struct slice){ buf_text(&of.log), of.log.len }, 0,
		    &(struct beside){ buf_text(&of.analysis),
			buf_text(&of.comments) });
	else
		b->done++;
	if (status == 0 && of.log.len == 0 && b->which == DUE)
		status = drop_game(cli, b, id, &of);
	pages_of_release(&of);
	return status;
}

static int
by_id(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* game_ids_read has them in order. */
static bool
is_among(const void *arg, int64_t game)
{
	const struct game_ids *ids = arg;

	return ids->n > 0 &&
	    bsearch(&game, ids->at, ids->n, sizeof game, by_id) != NULL;
}

/* What goes on, or is of a game that the club does not have. */
static int
drop_others(const struct cli *cli, struct build *b, const struct game_ids *over)
{
	struct err e;
	int rc = archive_drop_others(b->archive, is_among, over, &e);

	b->gone += rc > 0 ? rc : 0;
	return rc < 0 ? cli_failed(cli, &e, EX_IOERR) : 0;
}

/* Known only once the archive is locked, so that nobody places a page of a game
 * that is none of these. */
static int
take_over(const struct cli *cli, struct instance *o, struct build *b,
    struct game_ids *over)
{
	struct err e;

	return game_ids_read(o->db, GAMES_ALL, is_over, over, &e) == 0 ?
	    drop_others(cli, b, over) :
	    instance_failed(cli, &e);
}

/* ids: of ALL_OVER none yet. */
static int
build_games(const struct cli *cli, struct instance *o, struct build *b,
    struct game_ids *ids)
{
	struct site ed;
	struct err e;
	int status, one = 0;

	if (site_open(o->texts, o->conf->club.lang, o->conf->club.name,
		o->conf->club.tz, o->conf->archive.url, &ed, &e) != 0)
		return cli_failed(cli, &e, EX_SOFTWARE);
	b->of = ARCHIVE_CLUB;
	status = begin(cli, &ed, b);
	if (status == 0) {
		if (b->which == ALL_OVER)
			status = one = take_over(cli, o, b, ids);
		b->all = (int)ids->n;
		for (size_t i = 0; i < ids->n && one != EX_IOERR; i++) {
			one = build_game(cli, o, b, ids->at[i]);
			status = one != 0 ? one : status;
		}
		status = finish(cli, b, status);
	}
	site_close(&ed);
	return status;
}

/* That they are made, of each that was due. */
static int
all_done(const struct cli *cli, struct instance *o, const struct due *due,
    int n)
{
	struct err e;
	int status = instance_begin(cli, o);

	if (status != 0)
		return status;
	for (int i = 0; i < n && status == 0; i++)
		if (due_done(o->db, &due[i], &e) != 0)
			status = instance_failed(cli, &e);
	return instance_end(cli, o, status);
}

int
archive_catch_up(const struct cli *cli, struct instance *o)
{
	struct build b = { .dir = o->conf->archive.dir, .which = DUE };
	struct game_ids ids = { .n = 0 };
	struct due *due;
	struct err e;
	int status = 0, n = due_all(o->db, &due, &e);

	if (n < 0)
		return instance_failed(cli, &e);
	for (int i = 0; i < n; i++) {
		ids.at = mem_more(ids.at, ids.n, sizeof *ids.at);
		ids.at[ids.n++] = due[i].game;
	}
	if (n > 0)
		status = build_games(cli, o, &b, &ids);
	if (n > 0 && status == 0)
		status = all_done(cli, o, due, n);
	free(ids.at);
	free(due);
	return status;
}

static int
build_from_store(const struct cli *cli, struct build *b)
{
	struct game_ids ids = { .n = 0 };
	struct instance o;
	int status = instance_open(cli, &o);

	if (status != 0)
		return status;
	b->which = cli->operands > 0 ? NAMED : ALL_OVER;
	if (b->dir == NULL)
		b->dir = o.conf->archive.dir;
	if (b->dir == NULL)
		status = cli_usage(cli,
		    "--out says where, or archive { dir } of the "
		    "configuration");
	if (status == 0 && cli->operands > 0)
		status = named_ids(cli, &ids);
	if (status == 0)
		status = build_games(cli, &o, b, &ids);
	free(ids.at);
	instance_close(&o);
	return status;
}

static int
build_run(const struct cli *cli)
{
	struct build b = { .dir = cli_value(cli, "out") };

	if (cli_flag(cli, "logs"))
		return build_from_logs(cli, &b);
	if (cli_flag(cli, "lang") || cli_flag(cli, "club"))
		return cli_usage(cli, "--lang and --club go with --logs");
	return build_from_store(cli, &b);
}

const struct cli_command cli_archive_build = {
	.name = "archive build",
	.synopsis = "[ID...] [--out DIR] | --logs --out DIR [--lang LANG] "
		    "[--club NAME] FILE...",
	.help = "makes pages, transcripts and logs of games that are over",
	.more =
	    "  --out DIR    where; else archive { dir } of the configuration\n"
	    "  --logs       of the turn logs named, without a configuration\n"
	    "  --lang LANG  the language of pages made of logs (en)\n"
	    "  --club NAME  whose games they are (Paquebot)\n\n"
	    "Without an ID every game that is over; pages of others of the\n"
	    "club go. What is there and has not changed is left alone.\n",
	.options = "out: logs lang: club:",
	.most = CLI_ANY,
	.run = build_run,
};

struct asked {
	int now, before, cannot;
};

static int
ask_game(const struct cli *cli, struct instance *o, int64_t id, struct asked *n)
{
	struct match *m;
	struct err e;
	int rc, status = instance_match(cli, o, id, &m);

	if (status != 0)
		return status;
	rc = match_weighed(m, &e);
	n->cannot += rc == 0;
	if (rc > 0) {
		rc = analysis_ask(o->db, id, m->game.seq, clock_now(), &e);
		n->now += rc > 0;
		n->before += rc == 0;
	}
	match_drop(m);
	return rc < 0 ? instance_failed(cli, &e) : 0;
}

static int
ask_games(const struct cli *cli, struct instance *o, struct game_ids *ids,
    struct asked *n)
{
	struct err e;
	int status = 0;

	if (cli->operands > 0)
		status = named_ids(cli, ids);
	else if (game_ids_read(o->db, GAMES_ALL, is_over, ids, &e) != 0)
		status = instance_failed(cli, &e);
	for (size_t i = 0; i < ids->n && status == 0; i++)
		status = ask_game(cli, o, ids->at[i], n);
	return status;
}

static int
analyse_run(const struct cli *cli)
{
	struct game_ids ids = { .n = 0 };
	struct asked n = { .now = 0 };
	struct instance o;
	int status = instance_open(cli, &o);

	if (status != 0)
		return status;
	status = instance_begin(cli, &o);
	if (status == 0)
		status = instance_end(cli, &o, ask_games(cli, &o, &ids, &n));
	if (status == 0)
		(void)printf("%d asked for, %d there already, %d are none to "
			     "analyse\n",
		    n.now, n.before, n.cannot);
	free(ids.at);
	instance_close(&o);
	return status;
}

const struct cli_command cli_archive_analyse = {
	.name = "archive analyse",
	.synopsis = "[ID...]",
	.help = "asks the daemon what moves of games that are over were worth",
	.more =
	    "Of games of people that were played to their end and have pages,\n"
	    "also before there were analyses, and of those that were given "
	    "up.\n"
	    "Without an ID all of them. paquebotd makes them one by one when\n"
	    "no computer player is to move, and then their pages anew.\n",
	.most = CLI_ANY,
	.run = analyse_run,
};

static void
say(void *arg, bool good, const char *line)
{
	(void)arg;
	(void)good;
	(void)puts(line);
}

static int
check_run(const struct cli *cli)
{
	struct texts *texts;
	struct err e;
	int rc;

	if (view_texts(cli, NULL, &texts) != 0)
		return EX_SOFTWARE;
	rc = archive_check(texts, cli->operand[0], say, NULL, &e);
	texts_free(texts);
	if (rc < 0)
		return cli_failed(cli, &e, EX_NOINPUT);
	return rc == 0 ? EX_OK : EX_DATAERR;
}

const struct cli_command cli_archive_check = {
	.name = "archive check",
	.synopsis = "DIR",
	.help = "tests sums, logs and pages of an archive",
	.more = "Prints a line for each game; exit 65 if one is not good.\n",
	CLI_TAKES(1, 1, "which directory?"),
	.run = check_run,
};
