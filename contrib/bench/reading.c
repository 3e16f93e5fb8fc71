/* SPDX-License-Identifier: MIT */

/* What it costs to read a mail in a process of its own (mail/parser.h): each
 * mail of tests/mails that a person wrote, many times, read in this process,
 * one by one in the other, and in batches as the desk asks for them. */

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/file.h"
#include "mail/parser.h"
#include "tests/srcdir.h"

enum { MAILS = 200, ROUNDS = 50, SIZE_MAX_READ = 8000 };

static struct parser_mail mail[MAILS];
static size_t n_mails, bytes;

static void
gather(void)
{
	DIR *dir = opendir(PAQUEBOT_SRCDIR "/tests/mails");
	struct dirent *f;

	while (dir != NULL && (f = readdir(dir)) != NULL && n_mails < MAILS) {
		struct buf path = BUF_INIT, raw = BUF_INIT;
		struct err e;

		buf_printf(&path, PAQUEBOT_SRCDIR "/tests/mails/%s", f->d_name);
		if (strstr(f->d_name, ".eml") != NULL &&
		    file_read(path.data, SIZE_MAX_READ, &raw, &e) == 0) {
			bytes += raw.len;
			mail[n_mails].len = raw.len;
			mail[n_mails++].raw = buf_steal(&raw);
		}
		buf_release(&raw);
		buf_release(&path);
	}
	if (dir != NULL)
		(void)closedir(dir);
}

static double
cpu_of(int who)
{
	struct rusage u;

	(void)getrusage(who, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1e6 +
	    (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

enum way { HERE, ONE_BY_ONE, BATCH };

static size_t
read_all(struct parser *p, enum way way)
{
	size_t good = 0;
	struct message m;
	struct err e;

	if (way == BATCH)
		parser_expect(p, mail, n_mails);
	for (size_t i = 0; i < n_mails; i++) {
		if (way == HERE)
			message_read(mail[i].raw, mail[i].len, &m);
		else if (parser_read(p, mail[i].raw, mail[i].len, &m, &e) != 0)
			continue;
		good += m.text != NULL;
		message_release(&m);
	}
	return good;
}

/* The other process counts once it has been reaped. */
static double
measure(const char *name, enum way way, double least)
{
	struct parser *p = parser_new();
	double cpu = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN);
	int64_t wall = clock_monotonic_ms();
	size_t n = 0;

	for (int i = 0; i < ROUNDS; i++)
		n += read_all(p, way);
	wall = clock_monotonic_ms() - wall;
	parser_free(p);
	cpu = cpu_of(RUSAGE_SELF) + cpu_of(RUSAGE_CHILDREN) - cpu;
	if (n != n_mails * ROUNDS) {
		(void)fprintf(stderr, "%s: only %zu read\n", name, n);
		exit(1);
	}
	cpu /= (double)n;
	(void)
	    printf("%-12s %6.1f us CPU a mail (%+.1f), %6.1f us by the clock\n",
		name, cpu, least > 0 ? cpu - least : 0.0,
		(double)wall * 1000 / (double)n);
	return cpu;
}

int
main(int argc, char **argv)
{
	int status = parser_child(argc, argv);
	double here;

	if (status >= 0)
		return status;
	gather();
	if (n_mails < 50)
		return 1;
	(void)printf("%zu mails of %zu bytes in the middle, %d times\n",
	    n_mails, bytes / n_mails, ROUNDS);
	here = measure("here", HERE, 0);
	(void)measure("one by one", ONE_BY_ONE, here);
	(void)measure("in batches", BATCH, here);
	return 0;
}
