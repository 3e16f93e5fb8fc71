/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/mem.h"
#include "daemon/own.h"
#include "store/several.h"
#include "text/texts.h"

/*
 * A process that was killed while it read a mail may have been killed by
 * that mail or by anything else. So before such a mail is read again, another
 * process, the same program executed again, judges it and rolls everything
 * back. If that one dies it was the mail; if it lives, an attempt is no reason
 * to keep a player's move from the game.
 */

enum { TRIAL_MS = 60 * 1000, ALIVE_MS = 1000 };

static const char trial_name[] = "paquebot-trial";

/* 0 if it lived, whatever it thought of the mail. */
static int
trial_judge(struct daemon *d, int64_t id, struct err *e)
{
	struct inbox_row row;
	int failed = 0, rc;

	if (db_begin(d->db, e) != 0)
		return -1;
	rc = inbox_get(d->db, id, &row, e);
	if (rc == 1) {
		rc = desk_judge(d->desk, &row, 1, &failed, e);
		inbox_row_release(&row);
	}
	db_abort(d->db);
	return rc;
}

int
daemon_trial(int argc, char **argv)
{
	struct daemon *d;
	struct err e;
	int rc;

	if (argc != 3 || strcmp(argv[0], trial_name) != 0)
		return -1;
	mem_init_json();
	if (daemon_open(argv[1], DAEMON_TRIAL, &d, &e) != 0)
		return 1;
	log_set_level(LOG_LEVEL_ERROR);
	rc = trial_judge(d, strtoll(argv[2], NULL, 10), &e);
	daemon_close(d);
	return rc == 0 ? 0 : 1;
}

static int
trial_spawn(struct daemon *d, int64_t id, pid_t *pid)
{
	char name[sizeof trial_name], number[24];
	char *argv[] = { name, d->config, number, NULL };
	posix_spawnattr_t how;
	sigset_t none;
	int rc;

	memcpy(name, trial_name, sizeof name);
	(void)snprintf(number, sizeof number, "%lld", (long long)id);
	(void)sigemptyset(&none);
	(void)posix_spawnattr_init(&how);
	(void)posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGMASK);
	(void)posix_spawnattr_setsigmask(&how, &none);
	rc = posix_spawn(pid, "/proc/self/exe", NULL, &how, argv, environ);
	(void)posix_spawnattr_destroy(&how);
	return rc;
}

/* Its status; one that does not end is killed, which counts as dying. */
static int
trial_wait(struct daemon *d, pid_t pid)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0), status = 0, ms = 0;
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (fd >= 0 && ms < TRIAL_MS && poll(&p, 1, ALIVE_MS) == 0) {
		db_alive(d->db);
		claims_keep(d);
		ms += ALIVE_MS;
	}
	if (ms >= TRIAL_MS)
		(void)kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (fd >= 0)
		(void)close(fd);
	return status;
}

bool
trial_survived(struct daemon *d, int64_t id)
{
	pid_t pid;

	if (trial_spawn(d, id, &pid) != 0)
		return true; /* nothing was learnt */
	return !WIFSIGNALED(trial_wait(d, pid));
}
