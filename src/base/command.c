/* SPDX-License-Identifier: MIT */
#include "base/command.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { STOP_MS = 200 };

/* A shell in a process group of its own, its output in a pipe. The daemon's
 * signal mask is not for it. */
static int
spawn_shell(const struct shell_command *c, int *fd, pid_t *pid)
{
	const char *argv[] = { "sh", "-c", c->line, "sh", c->arg, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, all;
	int ends[2], result;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	(void)sigemptyset(&none);
	(void)sigfillset(&all);
	if (posix_spawn_file_actions_init(&files) != 0 ||
	    posix_spawnattr_init(&how) != 0)
		abort(); /* no memory */
	(void)posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY,
	    0);
	(void)posix_spawn_file_actions_adddup2(&files, ends[1], 1);
	(void)posix_spawnattr_setflags(&how,
	    POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
		POSIX_SPAWN_SETSIGDEF);
	(void)posix_spawnattr_setsigmask(&how, &none);
	(void)posix_spawnattr_setsigdefault(&how, &all);
	result = posix_spawn(pid, "/bin/sh", &files, &how,
	    (char *const *)(uintptr_t)argv, environ);
	(void)posix_spawn_file_actions_destroy(&files);
	(void)posix_spawnattr_destroy(&how);
	(void)close(ends[1]);
	*fd = ends[0];
	if (result != 0)
		(void)close(ends[0]);
	errno = result;
	return result == 0 ? 0 : -1;
}

/* How long a command is waited for. */
struct wait {
	int64_t end;
	const atomic_bool *stop;
};

static bool
is_stopped(const struct wait *w)
{
	return w->stop != NULL && *w->stop;
}

/* Until there is something to read; false when the time is over. */
static bool
readable(int fd, const struct wait *w)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	int64_t left;

	while (!is_stopped(w) && (left = w->end - clock_monotonic_ms()) > 0)
		if (poll(&p, 1, left < STOP_MS ? (int)left : STOP_MS) > 0)
			return true;
	return false;
}

/* What comes until the pipe closes; false when the time is over, or it is too
 * much. */
static bool
read_until_closed(int fd, const struct wait *w, size_t most, struct buf *out)
{
	char chunk[512];
	ssize_t n = 1;

	while (n > 0 && out->len <= most && readable(fd, w)) {
		n = read(fd, chunk, sizeof chunk);
		if (n > 0)
			buf_add(out, chunk, (size_t)n);
	}
	explicit_bzero(chunk, sizeof chunk);
	return n <= 0;
}

/* A command may close its output and go on. Returns its status, -1: killed. */
static int
command_end(pid_t pid, bool in_time, const struct wait *w)
{
	int status, fd = pidfd_open(pid, 0);

	in_time = in_time && fd >= 0 && readable(fd, w);
	if (fd >= 0)
		(void)close(fd);
	if (!in_time)
		(void)kill(-pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return in_time ? status : -1;
}

int
command_output(const struct shell_command *c, struct buf *out, struct err *e)
{
	struct wait w = { clock_monotonic_ms() + (int64_t)c->seconds * 1000,
		c->stop };
	bool in_time;
	int fd, status;
	pid_t pid;

	if (spawn_shell(c, &fd, &pid) != 0)
		return err_set(e, ERR_LATER, "cannot start a shell: %s",
		    strerror(errno));
	in_time = read_until_closed(fd, &w, c->most, out);
	(void)close(fd);
	status = command_end(pid, in_time, &w);
	if (out->len > c->most)
		return err_set(e, ERR_GIVEUP, "%s wrote more than %zu bytes",
		    c->name, c->most);
	if (status < 0 && is_stopped(&w))
		return err_set(e, ERR_LATER, "stopped");
	if (status < 0)
		return err_set(e, ERR_LATER, "%s took more than %d s", c->name,
		    c->seconds);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return err_set(e, ERR_LATER, "%s failed", c->name);
	return 0;
}
