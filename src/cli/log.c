/* SPDX-License-Identifier: MIT */
#include "cli/log.h"

#include <limits.h>
#include <unistd.h>

#include "log/stream.h"

int
log_wrong(const struct cli *cli, const struct log_input *in,
    const struct err *e)
{
	struct err said = *e;

	log_stream_line(in->before, &said);
	cli_error(cli, "%s:%s", in->path, said.text);
	return EX_DATAERR;
}

int
log_found_wrong(const struct log_input *in, const struct err *e)
{
	struct err said = *e;

	log_stream_line(in->before, &said);
	(void)printf("%s:%s\n", in->path, said.text);
	return EX_DATAERR;
}

const char *
log_name(const struct log_input *in, struct buf *out)
{
	buf_clear(out);
	buf_str(out, in->path);
	if (in->one_of_many)
		buf_printf(out, ":%d", in->before + 1);
	return buf_text(out);
}

/* The data named by --data, for the game the log is of. */
static int
open_data(const struct cli *cli, const char *data, struct log_input *in)
{
	struct turnlog_reader reader;
	struct replay_head head;
	struct err e;

	turnlog_open(&reader, in->text.data, in->text.len);
	if (replay_read_head(&reader, &head, &e) != 0)
		return log_wrong(cli, in, &e);
	if (game_open_file(head.game, data, &in->kind, &e) != 0)
		return cli_failed(cli, &e, EX_DATAERR);
	in->how.kind = &in->kind;
	return 0;
}

int
log_data(const struct cli *cli, struct log_input *in)
{
	const char *data = cli_value(cli, "data");

	return data != NULL ? open_data(cli, data, in) : 0;
}

/* The LINE of "FILE:LINE", which is cut off file; 0, untouched: it is a file's
 * own name. */
static int
cut_line(struct buf *file)
{
	const char *path = buf_text(file), *colon = strrchr(path, ':');
	long long line;

	if (colon == NULL || access(path, F_OK) == 0 ||
	    cli_number(colon + 1, 1, INT_MAX, &line) != 0)
		return 0;
	buf_truncate(file, (size_t)(colon - path));
	return (int)line;
}

static int
ask_which(const struct cli *cli, const struct log_input *in)
{
	cli_error(cli,
	    "%s: it has many games, the second from its line %d on; name one "
	    "as %s:%d",
	    in->path, in->before + 1, in->path, in->before + 1);
	return EX_DATAERR;
}

/* The text becomes that of the game that begins at the line; 0: there is but
 * one. */
static int
pick(const struct cli *cli, int line, struct log_input *in)
{
	struct log_stream stream;
	struct buf picked = BUF_INIT;
	struct slice log;

	log_stream_open(&stream, buf_text(&in->text), in->text.len);
	(void)log_stream_next(&stream, &log, &in->before);
	if (line == 0 && log_stream_next(&stream, &log, &in->before))
		return ask_which(cli, in);
	if (line == 0)
		return 0;
	while (in->before + 1 != line)
		if (!log_stream_next(&stream, &log, &in->before)) {
			cli_error(cli, "%s: no game begins at line %d",
			    in->path, line);
			return EX_DATAERR;
		}
	in->one_of_many = in->before > 0 || log_stream_more(&stream);
	buf_add(&picked, log.at, log.len);
	buf_release(&in->text);
	in->text = picked;
	return 0;
}

int
log_read(const struct cli *cli, const char *path, struct log_input *in)
{
	int line, rc;

	buf_clear(&in->file);
	buf_str(&in->file, path);
	line = cut_line(&in->file);
	in->path = buf_text(&in->file);
	buf_clear(&in->text);
	rc = cli_input(cli, in->path, &in->text);
	return rc == 0 ? pick(cli, line, in) : rc;
}

int
log_open(const struct cli *cli, const char *path, struct log_input *in)
{
	int rc = log_read(cli, path, in);

	return rc == 0 ? log_data(cli, in) : rc;
}

int
log_open_until(const struct cli *cli, struct log_input *in)
{
	const char *until = cli_value(cli, "until");
	long long n = -1;

	if (until != NULL && cli_number(until, 0, 99999999, &n) != 0)
		return cli_usage(cli, "--until needs an event's number");
	in->how.until = (int)n;
	return log_open(cli, cli->operand[0], in);
}

int
log_replay(const struct cli *cli, struct log_input *in)
{
	struct err e;

	if (replay_text(in->text.data, in->text.len, &in->how, &in->replay,
		&e) != 0)
		return log_wrong(cli, in, &e);
	if (in->replay.redacted) {
		cli_error(cli, "%s: a redacted copy cannot be replayed",
		    in->path);
		return EX_DATAERR;
	}
	return 0;
}

int
log_kind(const struct cli *cli, const struct log_input *in,
    const struct game_kind **kind)
{
	struct err e;

	*kind = in->how.kind;
	return *kind != NULL || game_open(in->replay.head.game, kind, &e) == 0 ?
	    0 :
	    cli_failed(cli, &e, EX_DATAERR);
}

int
log_reader(const struct cli *cli, int reader, const struct log_input *in)
{
	struct turnlog_reader lines;
	struct replay_head head;
	struct err e;

	turnlog_open(&lines, in->text.data, in->text.len);
	if (replay_read_head(&lines, &head, &e) == 0 && reader > head.seats)
		return cli_usage(cli, "the game has %d seats", head.seats);
	return 0;
}

void
log_close(struct log_input *in)
{
	replay_release(&in->replay);
	game_close(&in->kind);
	buf_release(&in->text);
	buf_release(&in->file);
}

struct each {
	const struct cli *cli;
	log_one *one;
	void *arg;
	struct log_input in;
	int games, file, files;
};

static int
each_game(struct each *each, struct slice log)
{
	struct log_input *in = &each->in;
	int rc;

	buf_clear(&in->text);
	buf_add(&in->text, log.at, log.len);
	rc = log_data(each->cli, in);
	if (rc == 0)
		rc = each->one(each->cli, in, each->arg);
	/* Data of another game are loaded anew for each log. */
	game_close(&in->kind);
	in->how.kind = NULL;
	if (++each->games % 64 == 0)
		cli_progress("%d games, file %d of %d", each->games, each->file,
		    each->files);
	return rc;
}

static int
each_file(struct each *each, const char *path)
{
	struct buf text = BUF_INIT;
	struct log_stream stream;
	struct slice log;
	int rc = cli_input(each->cli, path, &text), one;

	each->file++;
	each->in.path = path;
	each->in.one_of_many = false;
	log_stream_open(&stream, buf_text(&text), text.len);
	while (rc != EX_NOINPUT && rc != EX_IOERR &&
	    log_stream_next(&stream, &log, &each->in.before)) {
		each->in.one_of_many |= log_stream_more(&stream);
		one = each_game(each, log);
		rc = rc == 0 ? one : rc;
	}
	buf_release(&text);
	return rc;
}

int
log_each(const struct cli *cli, int from, log_one *one, void *arg)
{
	struct each each = { .cli = cli, .one = one, .arg = arg };
	struct log_files files = { .at = NULL };
	int rc = log_files(cli, from, &files);

	each.files = files.n;
	each.in.how.until = -1;
	for (int i = 0; i < files.n; i++) {
		int status = each_file(&each, files.at[i]);

		/* what could not be read goes before what is wrong */
		if (rc == 0 || (rc == EX_DATAERR && status != 0))
			rc = status;
	}
	cli_progress_end();
	log_close(&each.in);
	log_files_release(&files);
	return rc;
}
