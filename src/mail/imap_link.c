/* SPDX-License-Identifier: MIT */
#include "mail/imap_link.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "mail/imap_child.h"
#include "mail/imap_session.h"
#include "mail/source.h"
#include "mail/trouble.h"

enum {
	GRACE_MS = 1000,       /* beyond the session's own limit */
	EXIT_MS = 50,          /* for a process that ends by itself */
	COMMAND_EXIT_MS = 1000 /* that may have a command to end */
};

static int
timeout_ms(const struct link *l)
{
	return l->conf->timeout * 1000;
}

int
link_batch(const struct conf_mailbox *c)
{
	int n = c->batch;

	return n < 1 ? 1 : n > IMAP_BATCH_MAX ? IMAP_BATCH_MAX : n;
}

void
link_open(struct link *l, const struct conf_mailbox *c)
{
	*l = (struct link){ .conf = c };
	l->channel.fd = -1;
}

/* Ends the session's process, however it is; with `patient`, or while it may be
 * waiting for the command that gives the password, it has some milliseconds to
 * end by itself. Returns its wait status. */
static int
stop(struct link *l, bool patient)
{
	struct pollfd none = { .fd = -1 };
	int status = 0,
	    ms = !l->ready ? COMMAND_EXIT_MS :
	    patient        ? EXIT_MS :
			     0;

	if (l->pid == 0)
		return 0;
	channel_close(&l->channel);
	kill(l->pid, SIGTERM);
	for (int i = 0; i < ms; i++) {
		if (waitpid(l->pid, &status, WNOHANG) != 0)
			goto reaped;
		(void)poll(&none, 1, 1);
	}
	kill(l->pid, SIGKILL);
	while (waitpid(l->pid, &status, 0) < 0 && errno == EINTR)
		continue;
reaped:
	l->pid = 0;
	l->order = l->then = 0;
	return status;
}

/* The session fell silent, died or talked nonsense; cause is the errno of
 * the channel, 0 if it was closed. A process that crashed closes its channel
 * a moment before it can be reaped with the signal that tells why. */
static int
lost(struct link *l, int cause, struct err *e)
{
	int status = stop(l, cause == 0);
	char text[60] = "the session ended";

	if (cause == ETIMEDOUT)
		snprintf(text, sizeof text, "time-out, session killed");
	else if (cause != 0)
		snprintf(text, sizeof text, "session out of order, killed");
	else if (WIFSIGNALED(status))
		snprintf(text, sizeof text,
		    "the session was ended by signal %d", WTERMSIG(status));
	return trouble_imap(l->conf, ERR_LATER, text, e);
}

int
link_nonsense(struct link *l, struct err *e)
{
	return lost(l, EPROTO, e);
}

/* An ERROR frame. The connection lives on only after ERR_RETRY. */
static int
told(struct link *l, struct frame *f, struct err *e)
{
	uint32_t kind = frame_u32(f);
	size_t len;
	const char *text = frame_bytes(f, &len);
	char why[sizeof e->text];

	if (!frame_whole(f) || kind < ERR_RETRY || kind > ERR_GIVEUP)
		return link_nonsense(l, e);
	snprintf(why, sizeof why, "%.*s",
	    (int)(len < sizeof why ? len : sizeof why), text);
	trouble_imap(l->conf, (enum err_kind)kind, why, e);
	/* What it was told to do after that has no sense any more. */
	if (kind != ERR_RETRY || l->then != 0)
		stop(l, true);
	l->order = 0;
	return -1;
}

/* What is set to nothing is not set. */
static void
put_set(struct channel *c, const char *text)
{
	channel_text(c, text != NULL && *text != '\0' ? text : NULL);
}

/* Where the secret comes from, not the secret: a command that gives it may be
 * slow, and the session's process is the one that may wait. */
static void
put_setup(struct link *l)
{
	const struct conf_mailbox *conf = l->conf;
	struct channel *c = &l->channel;

	channel_begin(c, CHANNEL_HELLO);
	channel_text(c, conf->host);
	channel_u32(c, (uint32_t)conf->port);
	channel_u32(c, conf->tls);
	put_set(c, conf->ca_file);
	put_set(c, conf->cert_file);
	put_set(c, conf->key_file);
	channel_text(c, conf->user);
	put_set(c, conf->secret.password);
	put_set(c, conf->secret.password_file);
	put_set(c, conf->secret.password_command);
	put_set(c, conf->secret.oauth_token_command);
	channel_text(c, conf->folder);
	channel_text(c, conf->done_folder);
	channel_u32(c, (uint32_t)timeout_ms(l));
	channel_u32(c, IMAP_IDLE_MS);
	channel_end(c);
}

/* It connects with its first order. */
int
link_order(struct link *l, char order, struct err *e)
{
	if (l->pid == 0) {
		if (imap_child_start(&l->channel, &l->pid, e) < 0) {
			l->pid = 0;
			return -1;
		}
		l->ready = l->conf->secret.password_command == NULL &&
		    l->conf->secret.oauth_token_command == NULL;
		put_setup(l);
	}
	if (l->order == 0 || l->order == CHANNEL_IDLE)
		l->order = order;
	else
		l->then = order;
	channel_begin(&l->channel, (enum channel_word)order);
	return 0;
}

/* A session reads its orders between two works, and they are small: this does
 * not wait, but for one that has stopped reading. */
int
link_send(struct link *l, struct err *e)
{
	int64_t now = clock_monotonic_ms();

	channel_end(&l->channel);
	l->deadline = l->order == CHANNEL_IDLE ? INT64_MAX :
						 now + timeout_ms(l) + GRACE_MS;
	if (channel_flush(&l->channel, now + GRACE_MS) < 0)
		return lost(l, errno == ETIMEDOUT ? ETIMEDOUT : 0, e);
	return 0;
}

/* Each frame shows that the session is alive; an order has only so many. */
int
link_next(struct link *l, struct frame *f, struct err *e)
{
	int rc = channel_next(&l->channel, 0, f);
	int64_t now = clock_monotonic_ms();

	while (rc == 1 && f->word == CHANNEL_READY) {
		l->ready = true;
		rc = channel_next(&l->channel, 0, f);
	}
	if (rc < 0 && errno == ETIMEDOUT && now < l->deadline)
		return SOURCE_BUSY;
	if (rc <= 0)
		return lost(l, rc == 0 ? 0 : errno, e);
	if (f->word == CHANNEL_ERROR)
		return told(l, f, e);
	if (l->deadline != INT64_MAX)
		l->deadline = now + timeout_ms(l) + GRACE_MS;
	return 1;
}

void
link_rest(struct link *l)
{
	l->order = l->then;
	l->then = 0;
}

void
link_close(struct link *l, int timeout_ms)
{
	int64_t limit = clock_monotonic_ms() + timeout_ms;
	struct frame f;

	if (l->pid != 0) {
		if (l->order == CHANNEL_IDLE) {
			channel_begin(&l->channel, CHANNEL_STOP);
			channel_end(&l->channel);
		}
		channel_begin(&l->channel, CHANNEL_QUIT);
		channel_end(&l->channel);
		if (channel_flush(&l->channel, limit) == 0)
			while (channel_next(&l->channel, limit, &f) == 1)
				continue;
	}
	stop(l, timeout_ms > 0);
}
