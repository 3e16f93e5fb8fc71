/* SPDX-License-Identifier: MIT */
/*
 * A program that is started again and again, without being loaded each time:
 * before its main() it waits for orders, and each is main() in a process of
 * its own, which knows nothing of the others. What it executes itself, as its
 * readers of mail, is loaded as ever.
 *
 *     FAULT_STARTS=FD  a SOCK_SEQPACKET; an order is "N", N arguments and the
 *                      environment's changes ("NAME=VALUE", or "NAME": gone),
 *                      each with a NUL behind it, and the descriptor for what
 *                      is said. The answers are an int each: the process'
 *                      number, and how it ended (waitpid). The end of the
 *                      socket ends it.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/faults/shim.h"

enum { ARGS = 16, ORDER = 8192 };

typedef int program(int argc, char **argv, char **envp);
int __libc_start_main(program *run, int argc, char **argv, void (*init)(void),
    void (*fini)(void), void (*rtld_fini)(void), void *stack);

static program *run_program;
extern char **environ;

/* How long it is; its descriptor. 0: there are no more. */
static size_t
take(int from, char *order, int *fd)
{
	union {
		struct cmsghdr head;
		char space[CMSG_SPACE(sizeof(int))];
	} with = { 0 };
	struct iovec text = { order, ORDER };
	struct msghdr m = { .msg_iov = &text,
		.msg_iovlen = 1,
		.msg_control = &with,
		.msg_controllen = sizeof with };
	struct cmsghdr *c;
	ssize_t n = recvmsg(from, &m, MSG_CMSG_CLOEXEC);

	if (n <= 0)
		return 0;
	c = CMSG_FIRSTHDR(&m);
	if (c == NULL || c->cmsg_type != SCM_RIGHTS || order[n - 1] != '\0')
		abort();
	memcpy(fd, CMSG_DATA(c), sizeof *fd);
	return (size_t)n;
}

static int
obey(char *order, size_t len, int fd)
{
	char *argv[ARGS + 1] = { NULL }, *at = order, *end = order + len;
	int argc = atoi(at);

	if (argc < 1 || argc > ARGS)
		abort();
	for (int i = 0; i < argc; i++)
		argv[i] = at += strlen(at) + 1;
	while ((at += strlen(at) + 1) < end)
		if (strchr(at, '=') != NULL)
			(void)putenv(at);
		else
			(void)unsetenv(at);
	if (dup2(fd, STDOUT_FILENO) < 0 || dup2(fd, STDERR_FILENO) < 0)
		abort();
	shim_ready();
	return run_program(argc, argv, environ);
}

static int
wait_for_orders(int argc, char **argv, char **envp)
{
	const char *said = getenv("FAULT_STARTS");
	static char order[ORDER];
	int from, fd, status;
	size_t len;
	pid_t pid;

	if (said == NULL)
		return run_program(argc, argv, envp);
	from = atoi(said);
	(void)unsetenv("FAULT_STARTS");
	while ((len = take(from, order, &fd)) > 0) {
		pid = fork();
		if (pid < 0)
			abort();
		if (pid == 0) {
			(void)close(from);
			return obey(order, len, fd);
		}
		(void)close(fd);
		if (send(from, &pid, sizeof pid, MSG_NOSIGNAL) < 0)
			break;
		while (waitpid(pid, &status, 0) < 0)
			if (errno != EINTR)
				abort();
		if (send(from, &status, sizeof status, MSG_NOSIGNAL) < 0)
			break;
	}
	_exit(0);
}

int
__libc_start_main(program *run, int argc, char **argv, void (*init)(void),
    void (*fini)(void), void (*rtld_fini)(void), void *stack)
{
	__typeof__(&__libc_start_main) real = shim_next("__libc_start_main");

	run_program = run;
	return real(wait_for_orders, argc, argv, init, fini, rtld_fini, stack);
}
