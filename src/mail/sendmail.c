/* SPDX-License-Identifier: MIT */
#include "mail/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/workers.h"

enum { WORDS_MAX = 20 };

extern char **environ;

struct sendmail {
	char *command;         /* owned; words cut by NUL */
	char *word[WORDS_MAX]; /* into command */
	int n_words;
	int timeout_ms;
	int stop; /* an eventfd: readable once stopped */
};

static int
left_ms(int64_t deadline)
{
	int64_t left = deadline - clock_monotonic_ms();

	return left < 0 ? 0 : (int)left;
}

/* Until fd is ready: false at the deadline, or when all is stopped. */
static bool
ready(const struct sendmail *s, int fd, short events, int64_t deadline)
{
	struct pollfd p[2] = { { .fd = fd, .events = events },
		{ .fd = s->stop, .events = POLLIN } };

	while (poll(p, 2, left_ms(deadline)) < 0 && errno == EINTR)
		continue;
	return p[0].revents != 0;
}

/* Starts the program with its input from fd, in a group of its own with all
 * that it starts. Signals are as at the start of a program, whatever this
 * thread blocks. */
static int
spawn(const struct sendmail *s, const struct dispatch *l, int in, pid_t *pid)
{
	const char *argv[WORDS_MAX + 6];
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, pipe_only;
	int n = 0, rc;

	for (; n < s->n_words; n++)
		argv[n] = s->word[n];
	argv[n++] = "-i";
	argv[n++] = "-f";
	argv[n++] = l->envelope_from;
	argv[n++] = "--";
	argv[n++] = l->to;
	argv[n] = NULL;
	(void)sigemptyset(&none);
	(void)sigemptyset(&pipe_only);
	(void)sigaddset(&pipe_only, SIGPIPE);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawn_file_actions_adddup2(&files, in, 0);
	(void)posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY,
	    0);
	(void)posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY,
	    0);
	(void)posix_spawnattr_init(&attr);
	(void)posix_spawnattr_setflags(&attr,
	    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
		POSIX_SPAWN_SETPGROUP);
	(void)posix_spawnattr_setsigmask(&attr, &none);
	(void)posix_spawnattr_setsigdefault(&attr, &pipe_only);
	rc = posix_spawn(pid, argv[0], &files, &attr,
	    (char *const *)(uintptr_t)argv, environ);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	return rc;
}

enum fed { FED_WHOLE, FED_UNWANTED, FED_PART };

/* All of it, by the deadline, if the program does not close its input. */
static enum fed
feed(const struct sendmail *s, int fd, const struct buf *b, int64_t deadline)
{
	size_t at = 0;

	while (at < b->len) {
		ssize_t n = write(fd, b->data + at, b->len - at);

		if (n > 0)
			at += (size_t)n;
		else if (errno == EPIPE)
			return FED_UNWANTED;
		else if (errno != EINTR &&
		    (errno != EAGAIN || !ready(s, fd, POLLOUT, deadline)))
			return FED_PART;
	}
	return FED_WHOLE;
}

/* The program's status, or -1: killed, with all that it started. */
static int
reap(const struct sendmail *s, pid_t pid, int64_t deadline)
{
	int fd = pidfd_open(pid, 0), status = 0;
	bool ended = fd >= 0 && ready(s, fd, POLLIN, deadline);

	if (!ended)
		(void)kill(-pid, SIGKILL);
	if (fd >= 0)
		(void)close(fd);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return ended ? status : -1;
}

/* What the program's status says (sysexits.h). EX_NOHOST is said by programs
 * that hand all mail to one server, when they do not find that. */
static const struct {
	int status;
	enum delivery verdict;
	enum fault fault;
} statuses[] = {
	{ EX_USAGE, VERDICT_FAILED, FAULT_LETTER },
	{ EX_DATAERR, VERDICT_FAILED, FAULT_LETTER },
	{ EX_UNAVAILABLE, VERDICT_FAILED, FAULT_LETTER },
	{ EX_NOUSER, VERDICT_FAILED, FAULT_GONE },
	{ EX_NOHOST, VERDICT_LATER, FAULT_LINE },
	{ EX_NOPERM, VERDICT_LATER, FAULT_OURS },
	{ EX_CONFIG, VERDICT_LATER, FAULT_OURS },
	{ EX_TEMPFAIL, VERDICT_LATER, FAULT_PASSING },
};

static void
judge(const struct sendmail *s, struct dispatch *l, int status, bool fed)
{
	enum delivery v = VERDICT_LATER;
	enum fault f = FAULT_LINE;
	int code;

	if (status == -1 && ready(s, s->stop, POLLIN, 0)) {
		workers_verdict(l, fed ? VERDICT_UNKNOWN : VERDICT_NONE,
		    FAULT_NONE, "broken off: stopped");
		return;
	}
	if (status == -1 || !WIFEXITED(status)) {
		workers_verdict(l, fed ? VERDICT_UNKNOWN : VERDICT_LATER,
		    FAULT_LINE, "%s was killed or took too long", s->word[0]);
		return;
	}
	code = WEXITSTATUS(status);
	if (code == EX_OK) {
		workers_verdict(l, fed ? VERDICT_SENT : VERDICT_LATER,
		    fed ? FAULT_NONE : FAULT_LINE,
		    fed ? "%s" : "%s did not read the letter",
		    fed ? "" : s->word[0]);
		return;
	}
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
		if (statuses[i].status == code) {
			v = statuses[i].verdict;
			f = statuses[i].fault;
		}
	workers_verdict(l, v, f, "%s: exit status %d", s->word[0], code);
}

static void
sendmail_deliver(void *self, struct dispatch *l)
{
	const struct sendmail *s = self;
	int64_t deadline = clock_monotonic_ms() + s->timeout_ms;
	struct buf text = BUF_INIT;
	int fd[2], rc;
	pid_t pid;
	enum fed fed;
	int status;

	if (pipe2(fd, O_CLOEXEC) != 0) {
		workers_verdict(l, VERDICT_LATER, FAULT_LINE, "pipe: %s",
		    strerror(errno));
		return;
	}
	(void)fcntl(fd[1], F_SETFL, O_NONBLOCK);
	rc = spawn(s, l, fd[0], &pid);
	(void)close(fd[0]);
	if (rc != 0) {
		(void)close(fd[1]);
		workers_verdict(l, VERDICT_LATER, FAULT_LINE, "%s: %s",
		    s->word[0], strerror(rc));
		return;
	}
	/* It has the letter, so what it says may be about that. */
	l->stage = STAGE_DOT;
	workers_lf(l, &text);
	fed = feed(s, fd[1], &text, deadline);
	/* Whoever sees the end of a part takes it for the letter: what the
	 * program has started as well, even if it has ended itself. */
	if (fed == FED_PART)
		(void)kill(-pid, SIGKILL);
	(void)close(fd[1]);
	status = reap(s, pid, deadline);
	judge(s, l, fed == FED_PART ? -1 : status, fed == FED_WHOLE);
	buf_release(&text);
}

static void
sendmail_stop(void *self)
{
	const struct sendmail *s = self;

	(void)eventfd_write(s->stop, 1);
}

static void
sendmail_release(void *self)
{
	struct sendmail *s = self;

	if (s->stop >= 0)
		(void)close(s->stop);
	free(s->command);
	free(s);
}

static const struct delivery_agent sendmail_agent = {
	.deliver = sendmail_deliver,
	.stop = sendmail_stop,
	.release = sendmail_release
};

static int
sendmail_open(const struct conf *c, struct transport **out, struct err *e)
{
	struct sendmail *s = mem_zero(1, sizeof *s);
	char *save = NULL;

	s->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	s->command = mem_dup(c->outgoing.command);
	s->timeout_ms = (c->outgoing.timeout > 0 ? c->outgoing.timeout : 60) *
	    1000;
	for (char *w = strtok_r(s->command, " ", &save);
	    w != NULL && s->n_words < WORDS_MAX; w = strtok_r(NULL, " ", &save))
		s->word[s->n_words++] = w;
	if (s->n_words == 0) {
		sendmail_release(s);
		return err_set(e, ERR_GIVEUP, "outgoing.command is empty");
	}
	return workers_open(&sendmail_agent, s, c->outgoing.connections,
	    c->outgoing.rate, out, e);
}

const struct transport_driver transport_sendmail = { "sendmail", sendmail_open,
	workers_send, workers_start, workers_collect, workers_fd,
	workers_recall, workers_finish, workers_close };
