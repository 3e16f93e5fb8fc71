/* SPDX-License-Identifier: MIT */
#include "mail/imap_child.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/child.h"
#include "mail/confine.h"
#include "mail/imap_session.h"
#include "mail/source.h"
#include "mail/uids.h"

enum {
	LISTED_MAX = 20000, /* UIDs in a frame */
	/* bytes of mails queued before sending */
	SEND_AT = 128 * 1024,
	MEMORY_MAX = 512 * 1024 * 1024 /* address space */
};

static const char session_word[] = "--imap-session";

int
source_session(int argc, char **argv)
{
	int status;

	if (!child_is(session_word, argc, argv, &status))
		return -1;
	return status != 0 ? status : imap_child_serve(CHILD_FD);
}

int
imap_child_start(struct channel *c, pid_t *pid, struct err *e)
{
	return child_start(session_word, c, pid, e);
}

/* CPU seconds for the next command: SIGXCPU ends the process, should the
 * parent not have done so. */
static void
limit_cpu(int seconds)
{
	struct rlimit r = { 0, RLIM_INFINITY };
	struct rusage used;

	if (getrusage(RUSAGE_SELF, &used) < 0)
		return;
	r.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
	    (rlim_t)seconds + 2;
	(void)setrlimit(RLIMIT_CPU, &r);
}

struct child {
	struct channel channel;
	struct imap_setup setup;
	struct conf_secret secret;    /* owned: where it comes from */
	struct imap_session *session; /* NULL: not connected */
};

static int
read_setup(struct frame *f, struct imap_setup *s, struct conf_secret *secret)
{
	s->host = frame_text(f);
	s->port = (int)frame_u32(f);
	s->tls = (enum conf_tls)frame_u32(f);
	s->ca_file = frame_text(f);
	s->cert_file = frame_text(f);
	s->key_file = frame_text(f);
	s->user = frame_text(f);
	secret->password = frame_text(f);
	secret->password_file = frame_text(f);
	secret->password_command = frame_text(f);
	secret->oauth_token_command = frame_text(f);
	s->folder = frame_text(f);
	s->done_folder = frame_text(f);
	s->timeout_ms = (int)frame_u32(f);
	s->idle_ms = (int)frame_u32(f);
	return frame_whole(f) ? 0 : -1;
}

static atomic_bool ended;

static void
on_end(int signal_number)
{
	(void)signal_number;
	ended = true;
}

/* While a command may be running it has to be ended with us: so the parent, or
 * its death, asks for our end, which else comes by SIGKILL (child_stay). */
static void
heed_end(bool heed)
{
	struct sigaction act = { .sa_handler = heed ? on_end : SIG_IGN };

	(void)sigaction(SIGTERM, &act, NULL);
	(void)prctl(PR_SET_PDEATHSIG, heed ? SIGTERM : SIGKILL);
}

/* NULL if there is none: the certificate is enough then. */
static int
find_secret(struct child *c, struct err *e)
{
	struct buf text = BUF_INIT;
	int rc = 0;

	if (conf_has_secret(&c->secret))
		rc = conf_secret(&c->secret, &ended, &text, &c->setup.oauth, e);
	for (size_t i = 0; rc == 0 && i < text.len; i++)
		if ((unsigned char)text.data[i] < 0x20 || text.data[i] == 0x7f)
			rc = err_set(e, ERR_GIVEUP,
			    "mailbox: a control character in the password");
	c->setup.secret = mem_dup(buf_text(&text));
	buf_wipe(&text);
	return rc;
}

/* From then on the process needs nothing but its two connections. A session
 * that is lost ends it: nothing is ever opened again. */
static int
connected(struct child *c, int64_t deadline, struct err *e)
{
	if (c->session != NULL)
		return 0;
	if (imap_session_open(&c->setup, deadline, &c->session, e) != 0)
		return -1;
	(void)confine(CONFINE_SESSION);
	return 0;
}

static int
give_mail(void *arg, const struct source_mail *m)
{
	struct channel *c = arg;

	channel_begin(c, CHANNEL_MAIL);
	channel_u32(c, m->uidvalidity);
	channel_u32(c, m->uid);
	channel_i64(c, m->received);
	channel_bytes(c, m->raw, m->len);
	channel_end(c);
	/* The parent reads at its own pace: it is the one who has limits. */
	return c->out.len < SEND_AT ? 0 : channel_flush(c, INT64_MAX);
}

static void
give_leftover(void *arg, const struct imap_leftover *leftover)
{
	struct channel *c = arg;

	channel_begin(c, CHANNEL_LEFTOVER);
	channel_u32(c, leftover->uid);
	channel_i64(c, leftover->received);
	channel_u32(c, leftover->servers);
	channel_u32(c, leftover->copied);
	channel_bytes(c, leftover->why, strlen(leftover->why));
	channel_end(c);
}

static void
give_list(struct child *c, const struct uids *u, size_t from)
{
	size_t end = u->n - from > LISTED_MAX ? from + LISTED_MAX : u->n;

	channel_begin(&c->channel, CHANNEL_LISTED);
	channel_u32(&c->channel, imap_session_validity(c->session));
	channel_u32(&c->channel, imap_session_idles(c->session));
	channel_u32(&c->channel, end == u->n);
	for (size_t i = from; i < end; i++)
		channel_u32(&c->channel, u->at[i]);
	channel_end(&c->channel);
	if (end < u->n)
		give_list(c, u, end);
}

static int
serve_list(struct child *c, int64_t deadline, struct err *e)
{
	struct uids u = { 0 };
	int rc = connected(c, deadline, e);

	if (rc == 0)
		rc = imap_session_list(c->session, deadline, &u, e);
	if (rc == 0)
		give_list(c, &u, 0);
	uids_release(&u);
	return rc;
}

/* FETCH, MOVE and REMOVE have one form: the UIDVALIDITY and UIDs. */
static int
serve_uids(struct child *c, struct frame *f, int64_t deadline, struct err *e)
{
	const struct imap_callbacks h = { give_mail, give_leftover,
		&c->channel };
	bool fetch = f->word == CHANNEL_FETCH;
	uint32_t uids[IMAP_BATCH_MAX];
	uint32_t validity = frame_u32(f);
	size_t n = 0;

	while (f->left > 0 && n < IMAP_BATCH_MAX)
		uids[n++] = frame_u32(f);
	if (!frame_whole(f))
		return err_set(e, ERR_LATER, "an order of the wrong form");
	if (connected(c, deadline, e) < 0 ||
	    (fetch ? imap_session_fetch(c->session, deadline, validity, uids, n,
			 &h, e) :
		     imap_session_move(c->session, deadline, validity,
			 f->word == CHANNEL_REMOVE, uids, n, &h, e)) < 0)
		return -1;
	channel_begin(&c->channel, fetch ? CHANNEL_FETCHED : CHANNEL_MOVED);
	if (!fetch)
		channel_u32(&c->channel, imap_session_copies(c->session));
	channel_end(&c->channel);
	return 0;
}

static int
serve_prove(struct child *c, int64_t deadline, struct err *e)
{
	enum imap_proof proof;

	if (connected(c, deadline, e) < 0 ||
	    imap_session_prove(c->session, deadline, &proof, e) < 0)
		return -1;
	channel_begin(&c->channel, CHANNEL_PROVED);
	channel_u32(&c->channel, proof);
	channel_end(&c->channel);
	return 0;
}

static int
serve_idle(struct child *c, int64_t deadline, struct err *e)
{
	int news;

	if (connected(c, deadline, e) < 0)
		return -1;
	/* An order to stop that came in one piece with this one is in the
	 * buffer already: the socket would never tell of it. */
	news = c->channel.in.len > c->channel.at ?
	    0 :
	    imap_session_idle(c->session, c->channel.fd, e);
	if (news < 0)
		return -1;
	channel_begin(&c->channel, CHANNEL_IDLED);
	channel_u32(&c->channel, (uint32_t)news);
	channel_end(&c->channel);
	return 0;
}

/* One order of the parent: 0 go on, 1 the end, -1 with e to be told. */
static int
serve(struct child *c, struct frame *f, struct err *e)
{
	int64_t deadline = clock_monotonic_ms() + c->setup.timeout_ms;

	limit_cpu(c->setup.timeout_ms / 1000);
	switch (f->word) {
	case CHANNEL_LIST:
		return serve_list(c, deadline, e);
	case CHANNEL_FETCH:
	case CHANNEL_MOVE:
	case CHANNEL_REMOVE:
		return serve_uids(c, f, deadline, e);
	case CHANNEL_PROVE:
		return serve_prove(c, deadline, e);
	case CHANNEL_IDLE:
		return serve_idle(c, deadline, e);
	case CHANNEL_STOP:
		return 0; /* crossed the end of the IDLE */
	default:
		return 1;
	}
}

static void
tell_error(struct channel *c, const struct err *e)
{
	channel_begin(c, CHANNEL_ERROR);
	channel_u32(c, (uint32_t)e->kind);
	channel_bytes(c, e->text, strlen(e->text));
	channel_end(c);
}

/* An error ends the session, but for one that says to try again. */
static void
serve_all(struct child *c)
{
	struct err e = { 0 };
	struct frame f;
	int rc;

	heed_end(true);
	rc = find_secret(c, &e);
	heed_end(false);
	channel_begin(&c->channel, CHANNEL_READY);
	channel_end(&c->channel);
	child_limit(MEMORY_MAX);
	if (rc < 0)
		tell_error(&c->channel, &e);
	if (channel_flush(&c->channel, INT64_MAX) < 0)
		rc = -1;
	while (rc == 0 && channel_next(&c->channel, INT64_MAX, &f) == 1) {
		rc = serve(c, &f, &e);
		if (rc < 0) {
			tell_error(&c->channel, &e);
			rc = e.kind == ERR_RETRY ? 0 : 1;
		}
		if (channel_flush(&c->channel, INT64_MAX) < 0)
			rc = 1;
	}
}

static void
release_secret(struct conf_secret *s)
{
	mem_wipe(s->password);
	free(s->password_file);
	free(s->password_command);
	free(s->oauth_token_command);
}

int
imap_child_serve(int fd)
{
	struct child c = { .session = NULL };
	struct frame f;

	child_stay();
	(void)fcntl(fd, F_SETFD, FD_CLOEXEC); /* no command's business */
	channel_init(&c.channel, fd);
	if (channel_next(&c.channel, INT64_MAX, &f) == 1 &&
	    f.word == CHANNEL_HELLO && read_setup(&f, &c.setup, &c.secret) == 0)
		serve_all(&c);
	if (c.session != NULL)
		imap_session_close(c.session);
	channel_close(&c.channel);
	imap_setup_release(&c.setup);
	release_secret(&c.secret);
	child_exit(0);
}
