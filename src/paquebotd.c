/* SPDX-License-Identifier: MIT */
/* paquebotd(8): options and wiring only. */
#include <getopt.h>
#include <signal.h>
#include <sysexits.h>

#include "base/file.h"
#include "base/log.h"
#include "base/mem.h"
#include "conf/conf.h"
#include "config.h"
#include "daemon/daemon.h"
#include "mail/parser.h"
#include "mail/source.h"

static const char help[] =
    "usage: paquebotd [--config FILE] [--once]\n\n"
    "Runs board games by e-mail: takes the players' mails from the mailbox of "
    "the\n"
    "configuration, judges them and mails the answers.\n\n"
    "  --config FILE   the configuration, else " CONF_DEFAULT_PATH "\n"
    "  --once          do what there is to do, then exit\n"
    "  --foreground    stay in the foreground (it always does)\n"
    "  --help          this text\n"
    "  --version       the version\n\n"
    "SIGTERM stops it cleanly, SIGHUP reads the configuration and the "
    "templates\n"
    "again. paquebotd(8) tells more.\n";

struct arguments {
	const char *config;
	bool once, done;
};

/* An exit code if there is nothing more to do, with w->done. */
static int
read_options(int argc, char **argv, struct arguments *w)
{
	static const struct option options[] = {
		{ "config", required_argument, NULL, 'c' },
		{ "once", no_argument, NULL, 'o' },
		{ "foreground", no_argument, NULL, 'f' },
		{ "help", no_argument, NULL, 'h' },
		{ "version", no_argument, NULL, 'V' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	*w = (struct arguments){ .config = CONF_DEFAULT_PATH };
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (c) {
		case 'c':
			w->config = optarg;
			break;
		case 'o':
			w->once = true;
			break;
		case 'f':
			break;
		case 'h':
			(void)fputs(help, stdout);
			w->done = true;
			return EX_OK;
		case 'V':
			(void)puts("paquebotd " PACKAGE_VERSION);
			w->done = true;
			return EX_OK;
		default:
			w->done = true;
			return EX_USAGE;
		}
	if (optind < argc) {
		(void)fprintf(stderr, "paquebotd: unexpected %s\n",
		    argv[optind]);
		w->done = true;
		return EX_USAGE;
	}
	return EX_OK;
}

static int
exit_code(const struct err *e)
{
	switch (e->kind) {
	case ERR_RETRY:
	case ERR_LATER:
		return EX_TEMPFAIL;
	case ERR_CORRUPT:
		return EX_DATAERR;
	default:
		return EX_CONFIG;
	}
}

/* All that there was to do, --once: it was not, if mail stays behind. Nobody
 * else may tell the keeper that none goes. */
static int
run_once(struct daemon *d, struct err *e)
{
	int mails = 0;
	bool letters = false;

	if (daemon_drain(d, e) != 0 || daemon_left(d, &mails, &letters, e) != 0)
		return -1;
	if (mails > 0)
		return err_set(e, ERR_LATER,
		    "%d mail%s left behind (paquebot inbox)", mails,
		    mails == 1 ? " was" : "s were");
	if (letters)
		return err_set(e, ERR_LATER,
		    "mail that was to go out was left behind (paquebot queue)");
	return 0;
}

/* A reload that is asked for before the loop, which takes signals, is done as
 * soon as that begins. */
static void
hold_reload(void)
{
	sigset_t reload;

	(void)sigemptyset(&reload);
	(void)sigaddset(&reload, SIGHUP);
	(void)sigprocmask(SIG_BLOCK, &reload, NULL);
}

int
main(int argc, char **argv)
{
	struct arguments w;
	struct daemon *d;
	struct err e;
	int status;

	file_standard();
	status = source_session(argc, argv);
	if (status < 0)
		status = parser_child(argc, argv);
	if (status < 0)
		status = daemon_trial(argc, argv);
	if (status < 0)
		status = daemon_thinker(argc, argv);
	if (status < 0)
		status = daemon_archivist(argc, argv);
	if (status >= 0)
		return status;
	status = read_options(argc, argv, &w);
	if (w.done)
		return status;
	if (!w.once)
		hold_reload();
	mem_init_json();
	mem_init_long();
	if (daemon_open(w.config,
		w.once ? DAEMON_ALL : DAEMON_ALL | DAEMON_STANDBY, &d,
		&e) != 0) {
		log_event(LOG_LEVEL_ERROR, "daemon.failed", "why", e.text,
		    NULL);
		return exit_code(&e);
	}
	if ((w.once ? run_once(d, &e) : daemon_run(d, &e)) != 0) {
		log_event(LOG_LEVEL_ERROR, "daemon.failed", "why", e.text,
		    NULL);
		status = exit_code(&e);
	}
	daemon_close(d);
	return status;
}
