/* SPDX-License-Identifier: MIT */

/* What the daemon does with the bytes that an IMAP session sends it: the
 * session read a stranger's server and may have been taken over by it. The
 * first byte chooses the calls, the second what the caller says to each mail;
 * the rest is the session's side of the channel. No process is started: kill
 * and waitpid are ours (-Wl,--wrap). */

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mail/imap_child.h"
#include "mail/message.h"
#include "mail/source.h"

enum { BATCH = 3 };

static const char *bytes;
static size_t n_bytes;

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
int __wrap_kill(pid_t pid, int sig);
pid_t __wrap_waitpid(pid_t pid, int *status, int options);

int
__wrap_kill(pid_t pid, int sig)
{
	(void)pid;
	(void)sig;
	return 0;
}

pid_t
__wrap_waitpid(pid_t pid, int *status, int options)
{
	(void)options;
	*status = SIGKILL;
	return pid;
}

int
imap_child_start(struct channel *c, pid_t *pid, struct err *e)
{
	/* Orders of the daemon must find an open socket for as long as the
	 * session lives; this one is closed with the next session. */
	static int other = -1;
	int pair[2];

	(void)e;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		abort();
	if (n_bytes > 0 && send(pair[1], bytes, n_bytes, MSG_DONTWAIT) < 0)
		n_bytes = 0;
	shutdown(pair[1], SHUT_WR);
	if (other >= 0)
		close(other);
	other = pair[1];
	channel_init(c, pair[0]);
	*pid = 1;
	return 0;
}

/* The session's process alone is asked this. */
int
imap_child_serve(int fd)
{
	(void)fd;
	abort();
}

static unsigned
sum_of(const char *text)
{
	unsigned sum = 0;

	while (*text != '\0')
		sum = 31 * sum + (unsigned char)*text++;
	return sum;
}

static int
take(void *arg, const struct source_mail *m)
{
	const unsigned *says = arg;
	unsigned sum = 0;

	if (m->len > MESSAGE_MAX + 1024)
		abort();
	for (size_t i = 0; i < m->len; i++)
		sum += (unsigned char)m->raw[i];
	return (sum_of(m->item) + sum_of(m->mailbox) + sum) % 16 < *says % 4;
}

static void
leftover(void *arg, const struct source_leftover *s)
{
	(void)arg;
	(void)sum_of(s->mailbox);
	(void)sum_of(s->item);
	(void)sum_of(s->why);
}

static enum source_pass
pass(void *arg, const char *mailbox, const char *item)
{
	const unsigned *says = arg;

	(void)mailbox;
	return (enum source_pass)((sum_of(item) * (*says >> 2)) % 4);
}

/* Fetches, and mostly says that all went well. */
static int
fetch(struct source *s, unsigned calls, unsigned *says, struct err *e)
{
	const struct source_callbacks callbacks = { take, leftover, pass,
		says };
	bool stays[BATCH] = { calls & 1, calls & 2, calls & 4 };
	int n = source_imap.fetch(s, &callbacks, e);

	if (n > BATCH || n < SOURCE_BUSY)
		abort();
	if (n > 0 && calls % 8 != 7 && source_imap.done(s, stays, e) < 0)
		return -1;
	return n;
}

int
LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static char word[] = "x";
	struct conf_mailbox conf = { .place = word,
		.type = word,
		.host = word,
		.port = 1,
		.user = word,
		.folder = word,
		.done_folder = word,
		.idle = true,
		.interval = 0,
		.timeout = 1,
		.batch = BATCH };
	struct err e = { 0 };
	struct source *s;
	unsigned calls, says;

	if (size < 2 || source_imap.open(&conf, &s, &e) < 0)
		return 0;
	calls = data[0];
	says = data[1];
	bytes = (const char *)data + 2;
	n_bytes = size - 2 < 60000 ? size - 2 : 60000;
	for (int i = 0; i < 8; i++) {
		int n = calls >> i & 1 ? source_imap.watch(s, &e) :
					 fetch(s, calls >> i, &says, &e);

		if (n == -1 &&
		    (e.kind < ERR_RETRY || e.kind > ERR_GIVEUP ||
			e.text[0] == '\0'))
			abort();
		if (source_imap.timeout(s) < -1 || source_imap.fd(s) < -1)
			abort();
		e = (struct err){ 0 };
	}
	source_imap.close(s, 0);
	return 0;
}
