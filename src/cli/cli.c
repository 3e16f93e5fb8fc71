/* SPDX-License-Identifier: MIT */
#include "cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "game/rules.h"
#include "store/library_ask.h"

enum { INPUT_MAX = 1 << 30 };

void
cli_error(const struct cli *cli, const char *fmt, ...)
{
	va_list ap;

	(void)fflush(stdout);
	(void)fprintf(stderr, "paquebot%s%s: ", cli->command != NULL ? " " : "",
	    cli->command != NULL ? cli->command->name : "");
	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fputc('\n', stderr);
}

int
cli_failed(const struct cli *cli, const struct err *e, int status)
{
	cli_error(cli, "%s", e->text);
	return status;
}

int
cli_usage(const struct cli *cli, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vprintf(&text, fmt, ap);
	va_end(ap);
	cli_error(cli, "%s", buf_text(&text));
	buf_release(&text);
	if (cli->command != NULL)
		(void)fprintf(stderr, "usage: paquebot %s %s\n",
		    cli->command->name, cli->command->synopsis);
	else
		(void)fputs("usage: paquebot [--config FILE] COMMAND ...\n"
			    "       paquebot --help lists the commands\n",
		    stderr);
	return EX_USAGE;
}

const char *
cli_value(const struct cli *cli, const char *name)
{
	const char *known = cli->command->options, *value = NULL;
	size_t len = strlen(name);

	while (strncmp(known, name, len) != 0 ||
	    strchr(" :", known[len]) == NULL) {
		known += strcspn(known, " ");
		if (*known++ == '\0')
			abort();
	}
	for (size_t i = 0; i < cli->n_given; i++)
		if (strcmp(cli->given[i].name, name) == 0)
			value = cli->given[i].value;
	return value;
}

bool
cli_flag(const struct cli *cli, const char *name)
{
	return cli_value(cli, name) != NULL;
}

int
cli_reader(const char *word)
{
	int seat;

	if (strcmp(word, "observer") == 0)
		return OBSERVER;
	if (strcmp(word, "archive") == 0)
		return ARCHIVE;
	seat = seat_read(word, strlen(word));
	return seat > 0 ? seat : -2;
}

int
cli_number(const char *word, long long min, long long max, long long *out)
{
	char *end;
	long long n;

	errno = 0;
	n = strtoll(word, &end, 10);
	if (end == word || *end != '\0' || errno != 0 || n < min || n > max)
		return -1;
	*out = n;
	return 0;
}

int
cli_option(const struct cli *cli, const char *name, long long min,
    long long max, long long *out)
{
	const char *value = cli_value(cli, name);

	if (value == NULL || cli_number(value, min, max, out) == 0)
		return 0;
	return cli_usage(cli, "--%s needs a number from %lld to %lld", name,
	    min, max);
}

int
cli_input(const struct cli *cli, const char *path, struct buf *out)
{
	struct err e;

	if (file_read(path, INPUT_MAX, out, &e) == 0)
		return 0;
	return cli_failed(cli, &e,
	    e.kind == ERR_GIVEUP      ? EX_NOINPUT :
		e.kind == ERR_CORRUPT ? EX_DATAERR :
					EX_IOERR);
}

int
cli_output(const struct cli *cli, const char *path, const void *data,
    size_t len)
{
	struct err e;

	if (library_is(path)) {
		cli_error(cli, "%s is a database: name another file", path);
		return EX_CANTCREAT;
	}
	return file_write(path, data, len, 0600, &e) == 0 ?
	    0 :
	    cli_failed(cli, &e, EX_CANTCREAT);
}

void
cli_catch(void (*how)(int signal))
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	struct sigaction was,
	    act = { .sa_handler = how, .sa_flags = (int)SA_RESETHAND };

	(void)sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		if (sigaction(signals[i], NULL, &was) == 0 &&
		    was.sa_handler != SIG_IGN)
			(void)sigaction(signals[i], &act, NULL);
}

void
cli_print(struct buf *out)
{
	(void)fwrite(buf_text(out), 1, out->len, stdout);
	buf_release(out);
}

int
cli_private_output(const struct cli *cli)
{
	struct stat st;

	if (fstat(STDOUT_FILENO, &st) == 0 && S_ISREG(st.st_mode) &&
	    (st.st_mode & 077) != 0 && fchmod(STDOUT_FILENO, 0600) != 0) {
		cli_error(cli, "cannot make the output private: %s",
		    strerror(errno));
		return EX_IOERR;
	}
	return 0;
}

void
cli_progress(const char *fmt, ...)
{
	va_list ap;

	if (!isatty(STDERR_FILENO))
		return;
	(void)fputs("\r\033[K", stderr);
	va_start(ap, fmt);
	(void)vfprintf(stderr, fmt, ap);
	va_end(ap);
	(void)fflush(stderr);
}

void
cli_progress_end(void)
{
	if (isatty(STDERR_FILENO))
		(void)fputs("\r\033[K", stderr);
}
