/* SPDX-License-Identifier: MIT */
/*
 * A world that fails at a call that was chosen: preloaded into the daemon and
 * all that it executes, this counts the calls of the table below, over all
 * processes and threads of a history, and at one of them it does harm.
 *
 *     FAULT_COUNTS=FILE          the counts, kept there (it must exist)
 *     FAULT=CALL:N:kill-before   the N-th call is never made: the process dies
 *     FAULT=CALL:N:kill-after    it is made, and the process dies
 *     FAULT=CALL:N:fail:ERRNO:T  it fails, and those after it, T in all
 *     FAULT=CALL:N:lie:T         they say they were made, and were not
 *     FAULT_TRACE=FILE           a line for each call that names or flushes
 *
 * CALL is a name of the table, or "writes" for all of it that change the
 * world outside of the process. What the C library calls by itself is not
 * seen, nor what fontconfig asks of malloc: it does not look what it gets, and
 * ends by SIGSEGV where others abort. tests/faults/faults.py reads the table
 * from here.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/faults/shim.h"

/* clang-format off */
/* Call, whether it changes the world, the errors that fit it. */
#define CALLS(row)                                                            \
	row(write, true, "ENOSPC EIO EINTR")                                  \
	row(pwrite64, true, "ENOSPC EIO")                                     \
	row(fsync, true, "EIO ENOSPC")                                        \
	row(fdatasync, true, "EIO ENOSPC")                                    \
	row(ftruncate64, true, "EIO ENOSPC")                                  \
	row(create, true, "ENOSPC EACCES EMFILE")                             \
	row(rename, true, "EIO ENOSPC EACCES")                                \
	row(unlink, true, "EIO EACCES")                                       \
	row(mkdir, true, "ENOSPC EACCES")                                     \
	row(send, true, "ECONNRESET EPIPE ETIMEDOUT EINTR")                   \
	row(sendmsg, true, "ECONNRESET EPIPE EINTR")                          \
	row(open, false, "EMFILE ENFILE EIO EACCES")                          \
	row(open64, false, "EMFILE EIO EACCES")                               \
	row(opendir, false, "EMFILE EIO EACCES")                              \
	row(readdir, false, "EIO")                                            \
	row(readdir64, false, "EIO")                                          \
	row(read, false, "EIO EINTR")                                         \
	row(pread64, false, "EIO")                                            \
	row(recv, false, "ECONNRESET ETIMEDOUT EINTR")                        \
	row(poll, false, "EINTR ENOMEM")                                      \
	row(connect, false, "ECONNREFUSED ETIMEDOUT ENETUNREACH")             \
	row(socket, false, "EMFILE ENOBUFS")                                  \
	row(socketpair, false, "EMFILE")                                      \
	row(pipe2, false, "EMFILE")                                           \
	row(posix_spawn, false, "EAGAIN ENOMEM")                              \
	row(pthread_create, false, "EAGAIN")                                  \
	row(mmap64, false, "ENOMEM")                                          \
	row(malloc, false, "ENOMEM")                                          \
	row(calloc, false, "ENOMEM")                                          \
	row(realloc, false, "ENOMEM")
/* clang-format on */

#define NUMBER(name, writes, errors) NR_##name,
enum { CALLS(NUMBER) NR_writes, NR_calm, NR_ALL };
#undef NUMBER

static const struct {
	const char *name;
	bool writes;
} calls[] = {
#define ROW(name, writes, errors) { #name, writes },
	CALLS(ROW)
#undef ROW
	    { "writes", false },
	{ "", false },
};

static const struct {
	const char *name;
	int number;
} errors[] = { { "ENOSPC", ENOSPC }, { "EIO", EIO }, { "EINTR", EINTR },
	{ "EACCES", EACCES }, { "ECONNRESET", ECONNRESET }, { "EPIPE", EPIPE },
	{ "ETIMEDOUT", ETIMEDOUT }, { "EMFILE", EMFILE }, { "ENFILE", ENFILE },
	{ "ECONNREFUSED", ECONNREFUSED }, { "ENETUNREACH", ENETUNREACH },
	{ "ENOBUFS", ENOBUFS }, { "ENOMEM", ENOMEM }, { "EAGAIN", EAGAIN } };

enum how { NOTHING, KILL_BEFORE, KILL_AFTER, FAIL, LIE };

enum { WRITES = 4096 };

static _Atomic unsigned long *counts; /* NULL before it counts */
static unsigned long process;         /* who may soon ask for nothing */
static struct {
	enum how how;
	int call, error;
	unsigned long from, times;
} fault;
static int trace_fd = -1;

/* What the call is up against: each of `counts` that it raises is asked. */
static enum how
meet(int call)
{
	unsigned long n, all = 0;

	if (counts == NULL)
		return NOTHING;
	n = atomic_fetch_add(&counts[call], 1) + 1;
	if (calls[call].writes) {
		all = atomic_fetch_add(&counts[NR_writes], 1) + 1;
		if (all <= WRITES)
			counts[NR_ALL + all - 1] = process;
	}
	if (fault.how == NOTHING ||
	    (fault.call != call &&
		(fault.call != NR_writes || !calls[call].writes)))
		return NOTHING;
	if (fault.call == NR_writes)
		n = all;
	if (n < fault.from || n - fault.from >= fault.times ||
	    counts[NR_calm] != 0)
		return NOTHING;
	if (fault.how == KILL_BEFORE)
		(void)kill(getpid(), SIGKILL);
	if (fault.how == FAIL)
		errno = fault.error;
	return fault.how;
}

static void
left(enum how how)
{
	if (how == KILL_AFTER)
		(void)kill(getpid(), SIGKILL);
}

void *
shim_next(const char *name)
{
	void *f = dlsym(RTLD_NEXT, name);

	if (f == NULL)
		abort();
	return f;
}

static int
number_of(const char *call)
{
	for (int i = 0; i < NR_ALL; i++)
		if (strcmp(calls[i].name, call) == 0)
			return i;
	abort();
}

static int
error_of(const char *name)
{
	for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
		if (strcmp(errors[i].name, name) == 0)
			return errors[i].number;
	abort();
}

static void
read_fault(const char *said)
{
	char text[128], *at = text, *word[5] = { NULL };

	if (said == NULL)
		return;
	(void)snprintf(text, sizeof text, "%s", said);
	for (int i = 0; i < 5; i++)
		word[i] = strsep(&at, ":");
	if (word[2] == NULL)
		abort();
	fault.call = number_of(word[0]);
	fault.from = strtoul(word[1], NULL, 10);
	fault.times = 1;
	fault.how = strcmp(word[2], "kill-before") == 0 ? KILL_BEFORE :
	    strcmp(word[2], "kill-after") == 0          ? KILL_AFTER :
	    strcmp(word[2], "lie") == 0                 ? LIE :
							  FAIL;
	if (fault.how == LIE && word[3] != NULL)
		fault.times = strtoul(word[3], NULL, 10);
	if (fault.how != FAIL)
		return;
	if (word[4] == NULL)
		abort();
	fault.error = error_of(word[3]);
	fault.times = strtoul(word[4], NULL, 10);
}

static uintptr_t careless, careless_end; /* fontconfig's code */

static int
find_careless(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size, (void)arg;
	if (strstr(info->dlpi_name, "/libfontconfig.so") == NULL)
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++)
		if (info->dlpi_phdr[i].p_type == PT_LOAD &&
		    (info->dlpi_phdr[i].p_flags & PF_X) != 0) {
			careless = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
			careless_end = careless + info->dlpi_phdr[i].p_memsz;
		}
	return 1;
}

static bool
is_careless(const void *caller)
{
	return (uintptr_t)caller >= careless &&
	    (uintptr_t)caller < careless_end;
}

/* The counts are mapped at once: who reads mails may soon open no file. */
__attribute__((constructor)) void
shim_ready(void)
{
	const char *path = getenv("FAULT_COUNTS"), *trace;
	int fd = path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC);
	void *map;

	(void)dl_iterate_phdr(find_careless, NULL);
	if (fd < 0)
		return;
	trace = getenv("FAULT_TRACE");
	if (trace != NULL)
		trace_fd = open(trace, O_WRONLY | O_APPEND | O_CLOEXEC);
	map = mmap(NULL, (NR_ALL + WRITES) * sizeof *counts,
	    PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (map == MAP_FAILED)
		abort();
	(void)close(fd);
	process = (unsigned long)getpid();
	read_fault(getenv("FAULT"));
	counts = map;
}

/* "CALL PATH [PATH]", in the order in which the calls ended. */
static void
note(const char *call, const char *one, const char *two)
{
	char line[2 * 4096 + 64];
	int n;

	if (trace_fd < 0)
		return;
	n = snprintf(line, sizeof line, "%s %s %s\n", call, one, two);
	if (n > 0 && syscall(SYS_write, trace_fd, line, (size_t)n) < 0)
		abort();
}

static void
note_fd(const char *call, int fd)
{
	char link[64], path[4096];
	ssize_t n;

	if (trace_fd < 0)
		return;
	(void)snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	n = readlink(link, path, sizeof path - 1);
	path[n < 0 ? 0 : n] = '\0';
	note(call, path, "");
}

/* The body of each: `bad` is what it returns as it fails, `good` in a lie. */
#define MEET(type, name, number, proto, args, bad, good, done) \
	static type(*real) proto; \
	type result; \
	enum how how = meet(number); \
	if (how == FAIL) \
		return bad; \
	if (how == LIE) \
		return good; \
	if (real == NULL) \
		*(void **)&real = shim_next(#name); \
	result = real args; \
	done; \
	left(how); \
	return result

#define CALL(type, name, proto, args, bad, good, done) \
	type name proto \
	{ \
		MEET(type, name, NR_##name, proto, args, bad, good, done); \
	}

/* clang-format off */
CALL(ssize_t, write, (int fd, const void *p, size_t n), (fd, p, n), -1,
    (ssize_t)n, )
CALL(ssize_t, pwrite64, (int fd, const void *p, size_t n, off64_t at),
    (fd, p, n, at), -1, (ssize_t)n, )
CALL(int, fsync, (int fd), (fd), -1, 0, note_fd("sync", fd))
CALL(int, fdatasync, (int fd), (fd), -1, 0, note_fd("sync", fd))
CALL(int, ftruncate64, (int fd, off64_t n), (fd, n), -1, 0, )
CALL(int, rename, (const char *from, const char *to), (from, to), -1, 0,
    note("rename", from, to))
CALL(int, unlink, (const char *path), (path), -1, 0, note("unlink", path, ""))
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), -1, 0,
    note("mkdir", path, ""))
CALL(ssize_t, send, (int fd, const void *p, size_t n, int flags),
    (fd, p, n, flags), -1, (ssize_t)n, )
CALL(ssize_t, sendmsg, (int fd, const struct msghdr *m, int flags),
    (fd, m, flags), -1, 0, )
CALL(DIR *, opendir, (const char *path), (path), NULL, NULL, )
CALL(ssize_t, read, (int fd, void *p, size_t n), (fd, p, n), -1, 0, )
CALL(ssize_t, pread64, (int fd, void *p, size_t n, off64_t at),
    (fd, p, n, at), -1, 0, )
CALL(ssize_t, recv, (int fd, void *p, size_t n, int flags),
    (fd, p, n, flags), -1, 0, )
CALL(int, connect, (int fd, const struct sockaddr *a, socklen_t n),
    (fd, a, n), -1, 0, )
CALL(int, socketpair, (int domain, int type, int protocol, int fds[2]),
    (domain, type, protocol, fds), -1, -1, )
CALL(int, poll, (struct pollfd *fds, nfds_t n, int ms),
    (fds, n, shim_hurried(ms)), -1, -1, )
CALL(struct dirent *, readdir, (DIR *d), (d), NULL, NULL, )
CALL(struct dirent64 *, readdir64, (DIR *d), (d), NULL, NULL, )
CALL(int, posix_spawn, (pid_t *pid, const char *path,
    const posix_spawn_file_actions_t *files, const posix_spawnattr_t *attr,
    char *const argv[], char *const envp[]),
    (pid, path, files, attr, argv, envp), errno, 0, )
CALL(int, pthread_create, (pthread_t *t, const pthread_attr_t *attr,
    void *(*run)(void *), void *arg), (t, attr, run, arg), errno, 0, )
CALL(void *, mmap64, (void *at, size_t n, int prot, int flags, int fd,
    off64_t from), (at, n, prot, flags, fd, from), MAP_FAILED, MAP_FAILED, )
CALL(int, socket, (int domain, int type, int protocol),
    (domain, type, protocol), -1, -1, )
CALL(int, pipe2, (int fds[2], int flags), (fds, flags), -1, -1, )
/* clang-format on */

/* One that may make a file is "create", whichever it is. */
#define OPEN(name) \
	int name(const char *path, int flags, ...) \
	{ \
		mode_t mode = 0; \
		va_list ap; \
		if ((flags & (O_CREAT | O_TMPFILE)) != 0) { \
			va_start(ap, flags); \
			mode = va_arg(ap, mode_t); \
			va_end(ap); \
		} \
		MEET(int, name, \
		    (flags & O_CREAT) != 0 ? NR_create : NR_##name, \
		    (const char *, int, ...), (path, flags, mode), -1, -1, ); \
	}
OPEN(open)
OPEN(open64)

/* Asked before dlsym() could be: the C library's own names for them. */
#define MEMORY(name, proto, args) \
	extern void *__libc_##name proto; \
	void *name proto \
	{ \
		if (!is_careless(__builtin_return_address(0)) && \
		    meet(NR_##name) == FAIL) \
			return NULL; \
		return __libc_##name args; \
	}
MEMORY(malloc, (size_t n), (n))
MEMORY(calloc, (size_t n, size_t size), (n, size))
MEMORY(realloc, (void *p, size_t n), (p, n))

/* The C library's own asks malloc as itself. */
char *
strdup(const char *s)
{
	size_t n = strlen(s) + 1;
	char *copy = is_careless(__builtin_return_address(0)) ?
	    __libc_malloc(n) :
	    malloc(n);

	return copy == NULL ? NULL : memcpy(copy, s, n);
}
