/* SPDX-License-Identifier: MIT */
#include "conf/conf.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"

enum { SECRET_MAX = 8192, COMMAND_MS = 10000, STOP_MS = 200 };

/* Keeps the first line and wipes the rest. */
static int
first_line(struct buf *out, const char *whence, struct err *e)
{
	size_t len = strcspn(buf_text(out), "\r\n");

	if (out->len > len)
		explicit_bzero(out->data + len, out->len - len);
	if (len == 0)
		return err_set(e, ERR_GIVEUP, "%s gave no secret", whence);
	buf_truncate(out, len);
	return 0;
}

static int
from_file(const char *path, struct buf *out, struct err *e)
{
	struct stat st;

	if (stat(path, &st) == 0 && (st.st_mode & 07) != 0)
		return err_set(e, ERR_GIVEUP,
		    "%s holds a secret but others can read it: chmod 600",
		    path);
	if (file_read(path, SECRET_MAX, out, e) != 0)
		return -1;
	return first_line(out, path, e);
}

/* A shell in a process group of its own, its output in a pipe. The daemon's
 * signal mask is not for it. */
static int
spawn_shell(const char *command, int *fd, pid_t *pid)
{
	char shell[] = "sh", option[] = "-c";
	char *argv[] = { shell, option, NULL, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none, all;
	struct buf line = BUF_INIT;
	int ends[2], result;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	buf_str(&line, command);
	argv[2] = line.data;
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
	result = posix_spawn(pid, "/bin/sh", &files, &how, argv, environ);
	(void)posix_spawn_file_actions_destroy(&files);
	(void)posix_spawnattr_destroy(&how);
	buf_release(&line);
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

/* What comes until the pipe closes; false when the time is over, or it is more
 * than any secret. */
static bool
read_until_closed(int fd, const struct wait *w, struct buf *out)
{
	char chunk[512];
	ssize_t n = 1;

	while (n > 0 && out->len <= SECRET_MAX && readable(fd, w)) {
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

static int
from_command(const char *command, const atomic_bool *stop, struct buf *out,
    struct err *e)
{
	struct wait w = { clock_monotonic_ms() + COMMAND_MS, stop };
	bool in_time;
	int fd, status;
	pid_t pid;

	if (spawn_shell(command, &fd, &pid) != 0)
		return err_set(e, ERR_LATER, "cannot start a shell: %s",
		    strerror(errno));
	in_time = read_until_closed(fd, &w, out);
	(void)close(fd);
	status = command_end(pid, in_time, &w);
	if (out->len > SECRET_MAX)
		return err_set(e, ERR_GIVEUP,
		    "the command for a secret wrote more than %d bytes",
		    SECRET_MAX);
	if (status < 0 && is_stopped(&w))
		return err_set(e, ERR_LATER, "stopped");
	if (status < 0)
		return err_set(e, ERR_LATER,
		    "the command for a secret took more than %d s",
		    COMMAND_MS / 1000);
	if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return err_set(e, ERR_LATER, "the command for a secret failed");
	return first_line(out, "the command for a secret", e);
}

int
conf_secret(const struct conf_secret *s, const atomic_bool *stop,
    struct buf *out, bool *oauth, struct err *e)
{
	*oauth = false;
	if (s->password != NULL) {
		buf_str(out, s->password);
		return 0;
	}
	if (s->password_file != NULL)
		return from_file(s->password_file, out, e);
	if (s->password_command != NULL)
		return from_command(s->password_command, stop, out, e);
	if (s->oauth_token_command != NULL) {
		*oauth = true;
		return from_command(s->oauth_token_command, stop, out, e);
	}
	return err_set(e, ERR_GIVEUP, "no password is configured");
}
