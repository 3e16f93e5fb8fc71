/* SPDX-License-Identifier: MIT */

/* What the daemon does with the bytes that an IMAP session sends it: the
 * session read a stranger's server and may have been taken over by it. The
 * first byte chooses the calls; the rest is the session's side of the
 * channel. No process is started: kill and waitpid are ours. */

#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mail/imap_child.h"
#include "mail/source.h"

static const char *bytes;
static size_t n_bytes;

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int
fuzz_kill(pid_t pid, int sig)
{
	(void)pid;
	(void)sig;
	return 0;
}

pid_t
fuzz_waitpid(pid_t pid, int *status, int options)
{
	(void)options;
	*status = SIGKILL;
	return pid;
}

int
imap_child_start(struct channel *c, pid_t *pid, struct err *e)
{
	int pair[2];

	(void)e;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0)
		abort();
	if (n_bytes > 0 && send(pair[1], bytes, n_bytes, MSG_DONTWAIT) < 0)
		n_bytes = 0;
	shutdown(pair[1], SHUT_WR);
	/* Orders of the daemon must find an open socket for as long as the
	 * session lives; this one is closed with the next session. */
	static int other = -1;
	if (other >= 0)
		close(other);
	other = pair[1];
	channel_init(c, pair[0]);
	*pid = 1;
	return 0;
}

int
conf_secret(const struct conf_secret *s, const atomic_bool *stop,
    struct buf *out, bool *oauth, struct err *e)
{
	(void)s;
	(void)stop;
	(void)e;
	buf_str(out, "hunter2");
	*oauth = false;
	return 0;
}

static int
take(void *arg, const struct source_mail *m)
{
	unsigned *sum = arg;

	if (m->len > MESSAGE_MAX + 1024)
		abort();
	for (size_t i = 0; i < m->len; i++)
		*sum += (unsigned char)m->raw[i];
	return *sum % 7 == 6;
}

int
LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	static char word[] = "x";
	struct conf c = { .mailbox = { .type = word,
			      .host = word,
			      .port = 1,
			      .user = word,
			      .folder = word,
			      .done_folder = word,
			      .idle = true,
			      .interval = 0,
			      .timeout = 1,
			      .batch = 3 } };
	struct err e = { 0 };
	struct source *s;
	unsigned sum = 0, calls;

	if (size == 0 || source_imap.open(&c, &s, &e) < 0)
		return 0;
	calls = data[0];
	bytes = (const char *)data + 1;
	n_bytes = size - 1 < 60000 ? size - 1 : 60000;
	for (int i = 0; i < 4; i++, calls >>= 2) {
		int n = 0;

		if ((calls & 3) == 0)
			n = source_imap.done(s, &e);
		else if ((calls & 3) == 1)
			n = source_imap.wait(s, -1, 0, &e);
		else
			n = source_imap.fetch(s, take, &sum, &e);
		if (n > 3 ||
		    (n < 0 &&
			(e.kind < ERR_RETRY || e.kind > ERR_GIVEUP ||
			    e.text[0] == '\0')))
			abort();
		e = (struct err){ 0 };
	}
	source_imap.close(s);
	return 0;
}
