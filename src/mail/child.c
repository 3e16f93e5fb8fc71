/* SPDX-License-Identifier: MIT */
#include "mail/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "config.h"

/* POLITE: mails are judged first where there is one core. */
enum { FILES_MAX = 64, POLITE = 10 };

static bool main_is_ready;

extern char **environ;

bool
child_is(const char *word, int argc, char **argv, int *status)
{
	struct stat st;

	main_is_ready = true;
	if (argc < 2 || strcmp(argv[1], word) != 0)
		return false;
	*status = 0;
	if (argc != 2 || fstat(CHILD_FD, &st) < 0 || !S_ISSOCK(st.st_mode)) {
		(void)fprintf(stderr, "%s: %s is for the program's own use\n",
		    argv[0], word);
		*status = 64; /* EX_USAGE */
	}
	return true;
}

bool
child_ready(void)
{
	return main_is_ready;
}

static int
spawn(const char *word, int fd, pid_t *pid)
{
	char name[] = "paquebot-child", argument[32];
	char *argv[] = { name, argument, NULL };
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, all;
	int rc;

	(void)snprintf(argument, sizeof argument, "%s", word);
	sigemptyset(&none);
	sigfillset(&all);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawnattr_setsigdefault(&attr, &all);
	posix_spawnattr_setflags(&attr,
	    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fd, CHILD_FD);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addclosefrom_np(&files, CHILD_FD + 1);
	rc = posix_spawn(pid, "/proc/self/exe", &files, &attr, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	return rc;
}

int
child_start(const char *word, struct channel *c, pid_t *pid, struct err *e)
{
	int pair[2], rc;

	if (!main_is_ready)
		abort(); /* a bug: see the header */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		return err_set(e, ERR_LATER, "no socket pair: %s",
		    strerror(errno));
	rc = spawn(word, pair[1], pid);
	close(pair[1]);
	if (rc != 0) {
		close(pair[0]);
		return err_set(e, ERR_LATER, "no process for %s: %s", word + 2,
		    strerror(rc));
	}
	channel_init(c, pair[0]);
	return 0;
}

static void
limit(int what, rlim_t most)
{
	struct rlimit r = { most, most };

	(void)setrlimit((__rlimit_resource_t)what, &r);
}

void
child_limit_writing(size_t memory)
{
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_NOFILE, FILES_MAX);
#ifndef WITH_SANITIZERS
	limit(RLIMIT_AS, memory);
	prctl(PR_SET_DUMPABLE, 0);
#else
	(void)memory;
#endif
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

void
child_limit(size_t memory)
{
#ifndef WITH_COVERAGE
	limit(RLIMIT_FSIZE, 0);
#endif
	child_limit_writing(memory);
}

void
child_polite(unsigned cpu_seconds)
{
	limit(RLIMIT_CPU, cpu_seconds);
	(void)setpriority(PRIO_PROCESS, 0, POLITE);
}

/* What the kernel ends it by, in words that say whose doing that was. */
static void
say_signal(int sig, struct buf *how)
{
	static const struct {
		int sig;
		const char *words;
	} said[] = {
		{ SIGSYS, "it made a call that its confinement forbids" },
		{ SIGXCPU, "it took more of the processor than it may" },
		{ SIGKILL, "it was killed, or took more than it may" },
	};

	for (size_t i = 0; i < sizeof said / sizeof *said; i++)
		if (said[i].sig == sig)
			buf_printf(how, "%s: ", said[i].words);
	buf_printf(how, "%s", strsignal(sig));
}

void
child_end(pid_t pid, struct channel *c, struct buf *how)
{
	int status = 0;

	(void)kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	channel_close(c);
	if (how != NULL && WIFSIGNALED(status))
		say_signal(WTERMSIG(status), how);
	else if (how != NULL)
		buf_printf(how, "it gave up (%d)", WEXITSTATUS(status));
}

/* Ended by the parent alone: a stop meant for the daemon must not end what its
 * last mails need. */
void
child_stay(void)
{
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
}

#ifdef WITH_COVERAGE
void __gcov_dump(void);
#endif

void
child_exit(int status)
{
#ifdef WITH_COVERAGE
	__gcov_dump();
#endif
	_exit(status);
}
