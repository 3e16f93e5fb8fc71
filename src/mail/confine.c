/* SPDX-License-Identifier: MIT */
#include "mail/confine.h"

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <linux/landlock.h>
#include <seccomp.h>

#include "config.h"

/* Calls that both have. poll() and recv() are others on other machines. */
static const int reading[] = {
	SCMP_SYS(read),
	SCMP_SYS(write),
	SCMP_SYS(recvfrom),
	SCMP_SYS(sendto),
	SCMP_SYS(recv),
	SCMP_SYS(send),
	SCMP_SYS(poll),
	SCMP_SYS(ppoll),
	SCMP_SYS(brk),
	SCMP_SYS(munmap),
	SCMP_SYS(mremap),
	SCMP_SYS(madvise),
	SCMP_SYS(futex),
	SCMP_SYS(clock_gettime),
	SCMP_SYS(gettimeofday),
	SCMP_SYS(restart_syscall),
	SCMP_SYS(rt_sigreturn),
	SCMP_SYS(exit),
	SCMP_SYS(exit_group),
#ifdef WITH_SANITIZERS
	SCMP_SYS(sched_yield),
	SCMP_SYS(sigaltstack),
	SCMP_SYS(getpid),
#endif
#ifdef WITH_COVERAGE /* which lines ran is written into files at the end */
	SCMP_SYS(openat),
	SCMP_SYS(open),
	SCMP_SYS(close),
	SCMP_SYS(fcntl),
	SCMP_SYS(fstat),
	SCMP_SYS(newfstatat),
	SCMP_SYS(lseek),
	SCMP_SYS(ftruncate),
	SCMP_SYS(access),
	SCMP_SYS(getpid),
#endif
};

static const int session[] = { SCMP_SYS(recvmsg), SCMP_SYS(sendmsg),
	SCMP_SYS(readv), SCMP_SYS(writev), SCMP_SYS(select), SCMP_SYS(pselect6),
	SCMP_SYS(getrandom), SCMP_SYS(getrusage), SCMP_SYS(prlimit64),
	SCMP_SYS(setrlimit), SCMP_SYS(getpid), SCMP_SYS(shutdown),
	SCMP_SYS(close), SCMP_SYS(fcntl), SCMP_SYS(getsockopt),
	SCMP_SYS(setsockopt), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask),
	/* qsort() of more than a kilobyte asks how much memory there is */
	SCMP_SYS(sysinfo) };

/* What no library does by the way: who calls these has been taken over. */
static const int attack[] = { SCMP_SYS(execve), SCMP_SYS(execveat),
	SCMP_SYS(fork), SCMP_SYS(vfork), SCMP_SYS(clone), SCMP_SYS(clone3),
	SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv),
	SCMP_SYS(process_vm_writev), SCMP_SYS(kill), SCMP_SYS(tkill),
	SCMP_SYS(tgkill), SCMP_SYS(socket), SCMP_SYS(connect), SCMP_SYS(bind),
	SCMP_SYS(listen), SCMP_SYS(accept), SCMP_SYS(accept4) };

static int
rules(scmp_filter_ctx filter, uint32_t action, const int *calls, size_t n)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < n; i++)
		rc = seccomp_rule_add(filter, action, calls[i], 0);
	return rc;
}

/* Memory that is never code. */
static int
memory(scmp_filter_ctx filter)
{
	const struct scmp_arg_cmp code = SCMP_A2_64(SCMP_CMP_MASKED_EQ,
				      PROT_EXEC, PROT_EXEC),
				  data = SCMP_A2_64(SCMP_CMP_MASKED_EQ,
				      PROT_EXEC, 0);
	static const int calls[] = { SCMP_SYS(mmap), SCMP_SYS(mmap2),
		SCMP_SYS(mprotect) };
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < sizeof calls / sizeof *calls; i++) {
		rc = seccomp_rule_add_array(filter, SCMP_ACT_ALLOW, calls[i], 1,
		    &data);
		if (rc == 0)
			rc = seccomp_rule_add_array(filter,
			    SCMP_ACT_KILL_PROCESS, calls[i], 1, &code);
	}
	return rc;
}

unsigned
confine_calls(enum confine_what what)
{
	scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(ENOSYS));
	int rc;

	if (filter == NULL)
		return 0;
	rc = rules(filter, SCMP_ACT_KILL_PROCESS, attack,
	    sizeof attack / sizeof *attack);
	if (rc == 0)
		rc = rules(filter, SCMP_ACT_ALLOW, reading,
		    sizeof reading / sizeof *reading);
	if (rc == 0)
		rc = memory(filter);
	if (rc == 0 && what == CONFINE_SESSION)
		rc = rules(filter, SCMP_ACT_ALLOW, session,
		    sizeof session / sizeof *session);
	if (rc == 0)
		rc = seccomp_load(filter);
	seccomp_release(filter);
	return rc == 0 ? CONFINED_CALLS : 0;
}

/* landlock_ruleset_attr of today's kernels; older ones take its beginning. */
struct ruleset {
	uint64_t files, net, scoped;
};

/* What each version of Landlock came to know (landlock(7)). */
static size_t
ruleset_for(long version, struct ruleset *out)
{
	enum { FILES_1 = 13, FILES_2 = 14, FILES_3 = 15, FILES_5 = 16 };

	out->files = (1ULL << (version >= 5 ? FILES_5 :
			      version >= 3  ? FILES_3 :
			      version == 2  ? FILES_2 :
					      FILES_1)) -
	    1;
#ifdef WITH_COVERAGE
	out->files = 0;
#endif
	out->net = version >= 4 ? 3 : 0;    /* bind and connect, TCP */
	out->scoped = version >= 6 ? 3 : 0; /* sockets, signals */
	return version >= 6 ? sizeof *out :
	    version >= 4    ? offsetof(struct ruleset, scoped) :
			      offsetof(struct ruleset, net);
}

/* A rule set without a rule: nothing of what it knows is allowed. */
unsigned
confine_files(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0,
	    LANDLOCK_CREATE_RULESET_VERSION);
	struct ruleset rules;
	size_t size;
	long fd, rc;

	if (version < 1)
		return 0;
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	size = ruleset_for(version, &rules);
	fd = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
	if (fd < 0)
		return 0;
	rc = syscall(SYS_landlock_restrict_self, fd, 0);
	(void)close((int)fd);
	return rc == 0 ? CONFINED_FILES : 0;
}

/* Files first: the other fence does not let this one be put up. */
unsigned
confine(enum confine_what what)
{
	unsigned got = confine_files();

	return got | confine_calls(what);
}

const char *
confine_words(unsigned got)
{
	static const char *const words[] = {
		"not confined: this kernel has neither seccomp nor Landlock",
		"confined by seccomp alone: this kernel has no Landlock",
		"confined by Landlock alone: this kernel has no seccomp",
		"confined by seccomp and Landlock",
	};

	return words[got & 3];
}
