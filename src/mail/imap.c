/* SPDX-License-Identifier: MIT */

/*
 * The daemon's side of the IMAP source: orders for the session's process and
 * a time limit for each. Nothing that comes from the process is trusted, and
 * whatever goes wrong ends in one way: the process is killed and reaped, the
 * caller gets an error, the next call starts another one.
 */

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/imap_child.h"
#include "mail/imap_session.h"
#include "mail/source.h"

enum {
	GRACE_MS = 1000,                 /* beyond the session's own limit */
	GOODBYE_MS = 1500                /* for a LOGOUT when closing */
};

struct source {
	const struct conf *conf;         /* borrowed */
	char *mailbox;                   /* "imaps://user@host/folder" */
	struct channel channel;
	pid_t pid;                       /* 0: no session */
	bool idles;                      /* the server offers IDLE */
	bool moving;                     /* the answer to a MOVE is due */
	int64_t move_deadline;
	int64_t fetched_at;              /* for the polling interval */
	int batch;
	uint32_t validity;               /* of the last fetch */
	uint32_t *uids;
	size_t n_uids;
};

static int
timeout_ms(const struct source *s)
{
	return s->conf->mailbox.timeout * 1000;
}

static bool
has_control(const char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			return true;
	return false;
}

static int
imap_open(const struct conf *c, struct source **out, struct err *e)
{
	struct source *s;
	struct buf name = BUF_INIT;

	if (has_control(c->mailbox.user) || has_control(c->mailbox.folder) ||
	    has_control(c->mailbox.done_folder))
		return err_set(e, ERR_GIVEUP, "mailbox: a control character in "
			"user, folder or done-folder");
	s = mem_zero(1, sizeof *s);
	buf_printf(&name, "%s://%s@%s/%s",
		c->mailbox.tls == CONF_TLS_IMPLICIT ? "imaps" : "imap",
		c->mailbox.user, c->mailbox.host, c->mailbox.folder);
	s->mailbox = buf_steal(&name);
	s->conf = c;
	s->channel.fd = -1;
	s->batch = c->mailbox.batch < 1 ? 1 :
	    c->mailbox.batch > IMAP_BATCH_MAX ?
		IMAP_BATCH_MAX : c->mailbox.batch;
	s->uids = mem_zero((size_t)s->batch, sizeof *s->uids);
	*out = s;
	return 0;
}

/* Ends the session's process, however it is; with `patient` it may have some
 * milliseconds to end by itself. Returns its wait status. */
static int
stop(struct source *s, bool patient)
{
	struct pollfd none = { .fd = -1 };
	int status = 0;

	if (s->pid == 0)
		return 0;
	channel_close(&s->channel);
	for (int i = 0; patient && i < 50; i++) {
		if (waitpid(s->pid, &status, WNOHANG) != 0)
			goto reaped;
		(void)poll(&none, 1, 1);
	}
	kill(s->pid, SIGKILL);
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		continue;
reaped:
	s->pid = 0;
	s->moving = false;
	return status;
}

/* The session fell silent, died or talked nonsense; cause is the errno of
 * the channel, 0 if it was closed. A process that crashed closes its channel
 * a moment before it can be reaped with the signal that tells why. */
static int
lost(struct source *s, int cause, struct err *e)
{
	int status = stop(s, cause == 0);

	if (cause == ETIMEDOUT)
		return err_set(e, ERR_LATER, "%s: time-out, session killed",
			s->mailbox);
	if (cause != 0)
		return err_set(e, ERR_LATER, "%s: session out of order, killed",
			s->mailbox);
	if (WIFSIGNALED(status))
		return err_set(e, ERR_LATER, "%s: the session was ended by "
			"signal %d", s->mailbox, WTERMSIG(status));
	return err_set(e, ERR_LATER, "%s: the session ended", s->mailbox);
}

/* An ERROR frame. The connection lives on only after ERR_RETRY. */
static int
told(struct source *s, struct frame *f, struct err *e)
{
	uint32_t kind = frame_u32(f);
	size_t len;
	const char *text = frame_bytes(f, &len);

	if (!frame_whole(f) || kind < ERR_RETRY || kind > ERR_GIVEUP)
		return lost(s, EPROTO, e);
	err_set(e, (enum err_kind)kind, "%s: %.*s", s->mailbox,
		len < 300 ? (int)len : 300, text);
	if (kind != ERR_RETRY)
		stop(s, true);
	return -1;
}

static void
put_string(struct channel *c, const char *text)
{
	if (text == NULL)
		text = "";
	channel_bytes(c, text, strlen(text));
}

static void
put_setup(struct source *s, const char *secret, bool oauth)
{
	struct channel *c = &s->channel;

	channel_begin(c, CHANNEL_HELLO);
	put_string(c, s->conf->mailbox.host);
	channel_u32(c, (uint32_t)s->conf->mailbox.port);
	channel_u32(c, s->conf->mailbox.tls);
	put_string(c, s->conf->mailbox.ca_file);
	put_string(c, s->conf->mailbox.user);
	put_string(c, secret);
	channel_u32(c, oauth);
	put_string(c, s->conf->mailbox.folder);
	put_string(c, s->conf->mailbox.done_folder);
	channel_u32(c, (uint32_t)timeout_ms(s));
	channel_u32(c, (uint32_t)s->batch);
	channel_u32(c, IMAP_IDLE_MS);
	channel_end(c);
}

/* A session process, if there is none; it connects with its first order. */
static int
start(struct source *s, struct err *e)
{
	struct buf secret = BUF_INIT;
	bool oauth = false;
	int rc;

	if (s->pid != 0)
		return 0;
	rc = conf_secret(&s->conf->mailbox.secret, &secret, &oauth, e);
	if (rc == 0 && has_control(buf_text(&secret)))
		rc = err_set(e, ERR_GIVEUP,
			"mailbox: a control character in the password");
	if (rc == 0)
		rc = imap_child_start(&s->channel, &s->pid, e);
	if (rc == 0)
		put_setup(s, buf_text(&secret), oauth);
	if (secret.data != NULL)
		explicit_bzero(secret.data, secret.cap);
	buf_release(&secret);
	return rc;
}

/* The answer to an order: its word, or -1. */
static int
answer(struct source *s, int64_t deadline, struct frame *f, struct err *e)
{
	int rc = channel_next(&s->channel, deadline, f);

	if (rc <= 0)
		return lost(s, rc == 0 ? 0 : errno, e);
	if (f->word == CHANNEL_ERROR)
		return told(s, f, e);
	return (unsigned char)f->word;
}

static int
order(struct source *s, int64_t deadline, struct err *e)
{
	if (channel_flush(&s->channel, deadline) < 0)
		return lost(s, errno == ETIMEDOUT ? ETIMEDOUT : 0, e);
	return 0;
}

/* Waits for the end of a move that done() left under way. */
static int
settle(struct source *s, struct err *e)
{
	struct frame f;
	int word;

	if (!s->moving)
		return 0;
	word = answer(s, s->move_deadline, &f, e);
	s->moving = false;
	if (word < 0)
		return -1;
	if (word != CHANNEL_MOVED || !frame_whole(&f))
		return lost(s, EPROTO, e);
	return 0;
}

/* One MAIL frame: written down for done(), given to take. 1 taken, 0 not. */
static int
take_mail(struct source *s, struct frame *f,
	int (*take)(void *arg, const struct source_mail *m), void *arg)
{
	struct source_mail m = { .mailbox = s->mailbox };

	m.uidvalidity = frame_u32(f);
	m.uid = frame_u32(f);
	m.received = frame_i64(f);
	m.raw = frame_bytes(f, &m.len);
	if (!frame_whole(f) || s->n_uids == (size_t)s->batch)
		return -1;
	s->validity = m.uidvalidity;
	s->uids[s->n_uids++] = m.uid;
	return take(arg, &m) == 0;
}

static int
collect(struct source *s, int64_t deadline,
	int (*take)(void *arg, const struct source_mail *m), void *arg,
	struct err *e)
{
	struct frame f;
	bool refused = false;
	int word, rc;

	while ((word = answer(s, deadline, &f, e)) == CHANNEL_MAIL) {
		int64_t before = clock_monotonic_ms();

		if (refused)
			continue;        /* the rest is read and forgotten */
		rc = take_mail(s, &f, take, arg);
		if (rc < 0)
			return lost(s, EPROTO, e);
		refused = rc == 0;
		deadline += clock_monotonic_ms() - before;
	}
	if (word < 0)
		return -1;
	rc = (int)frame_u32(&f);
	s->idles = frame_u32(&f) != 0;
	if (word != CHANNEL_FETCHED || !frame_whole(&f) ||
	    (!refused && (size_t)rc != s->n_uids))
		return lost(s, EPROTO, e);
	if (refused)
		return err_set(e, ERR_LATER, "%s: not taken", s->mailbox);
	return rc;
}

static int
fetch_once(struct source *s, int64_t deadline,
	int (*take)(void *arg, const struct source_mail *m), void *arg,
	struct err *e)
{
	int n;

	if (start(s, e) < 0)
		return -1;
	channel_begin(&s->channel, CHANNEL_FETCH);
	channel_end(&s->channel);
	if (order(s, deadline, e) < 0)
		return -1;
	n = collect(s, deadline, take, arg, e);
	s->fetched_at = clock_monotonic_ms();
	return n;
}

static int
imap_fetch(struct source *s,
	int (*take)(void *arg, const struct source_mail *m), void *arg,
	struct err *e)
{
	int64_t start_at, deadline;
	bool old;
	int n;

	s->n_uids = 0;
	if (settle(s, e) < 0)
		return -1;
	old = s->pid != 0;
	start_at = clock_monotonic_ms();
	deadline = start_at + timeout_ms(s) + GRACE_MS;
	n = fetch_once(s, deadline, take, arg, e);
	/* Servers end connections that were quiet for long: that is no news,
	 * so a connection of an earlier call gets one quick second try. */
	if (n < 0 && old && s->pid == 0 && s->n_uids == 0 &&
	    e->kind == ERR_LATER &&
	    clock_monotonic_ms() - start_at < timeout_ms(s) / 4)
		n = fetch_once(s, deadline, take, arg, e);
	if (n < 0)
		s->n_uids = 0;
	return n;
}

static int
imap_done(struct source *s, struct err *e)
{
	size_t n = s->n_uids;

	if (settle(s, e) < 0)
		return -1;
	if (n == 0)
		return 0;
	s->n_uids = 0;
	if (start(s, e) < 0)
		return -1;
	channel_begin(&s->channel, CHANNEL_MOVE);
	channel_u32(&s->channel, s->validity);
	for (size_t i = 0; i < n; i++)
		channel_u32(&s->channel, s->uids[i]);
	channel_end(&s->channel);
	s->move_deadline = clock_monotonic_ms() + timeout_ms(s) + GRACE_MS;
	if (order(s, s->move_deadline, e) < 0)
		return -1;
	s->moving = true;
	return 0;
}

/* Sleeps until fd or wake_fd (-1: none) is readable or until. 1: fd is. */
static int
doze(int fd, int wake_fd, int64_t until)
{
	struct pollfd p[2] = { { .fd = fd, .events = POLLIN },
		{ .fd = wake_fd, .events = POLLIN } };
	int64_t left = until - clock_monotonic_ms();
	int n;

	n = poll(p, 2, left < 0 ? 0 : left > INT32_MAX ? INT32_MAX : (int)left);
	return n > 0 && p[0].revents != 0;
}

static int
wait_idle(struct source *s, int wake_fd, int64_t until, struct err *e)
{
	int64_t limit = clock_monotonic_ms() + timeout_ms(s) + GRACE_MS;
	struct frame f;
	int word, news;

	channel_begin(&s->channel, CHANNEL_IDLE);
	channel_end(&s->channel);
	if (order(s, limit, e) < 0)
		return -1;
	if (!doze(s->channel.fd, wake_fd, until)) {
		limit = clock_monotonic_ms() + timeout_ms(s) + GRACE_MS;
		channel_begin(&s->channel, CHANNEL_STOP);
		channel_end(&s->channel);
		if (order(s, limit, e) < 0)
			return -1;
	}
	word = answer(s, limit, &f, e);
	if (word < 0)
		return -1;
	news = frame_u32(&f) != 0;
	if (word != CHANNEL_IDLED || !frame_whole(&f))
		return lost(s, EPROTO, e);
	return news;
}

static int
imap_wait(struct source *s, int wake_fd, int limit_ms, struct err *e)
{
	int64_t now = clock_monotonic_ms();
	int64_t until = now + limit_ms, next;

	if (settle(s, e) < 0)
		return -1;
	if (s->pid == 0)
		return 1;                /* fetch connects, and sees */
	if (s->conf->mailbox.idle && s->idles)
		return wait_idle(s, wake_fd, until, e);
	next = s->fetched_at + (int64_t)s->conf->mailbox.interval * 1000;
	doze(-1, wake_fd, next < until ? next : until);
	return clock_monotonic_ms() >= next;
}

/* Lets a move finish and says goodbye; a session that does not answer is
 * killed: its mails will be fetched again. */
static void
imap_close(struct source *s)
{
	struct err ignored;
	struct frame f;

	(void)settle(s, &ignored);
	if (s->pid != 0) {
		int64_t limit = clock_monotonic_ms() + GOODBYE_MS;

		channel_begin(&s->channel, CHANNEL_QUIT);
		channel_end(&s->channel);
		if (channel_flush(&s->channel, limit) == 0)
			while (channel_next(&s->channel, limit, &f) == 1)
				continue;
	}
	stop(s, true);
	free(s->mailbox);
	free(s->uids);
	free(s);
}

const struct source_driver source_imap = {
	.type = "imap",
	.open = imap_open,
	.fetch = imap_fetch,
	.done = imap_done,
	.wait = imap_wait,
	.close = imap_close,
};
