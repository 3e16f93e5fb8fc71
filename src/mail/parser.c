/* SPDX-License-Identifier: MIT */
#include "mail/parser.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "mail/charset.h"
#include "mail/child.h"
#include "mail/confine.h"
#include "mail/message_frame.h"

static const char word[] = "--read-mail";

enum {
	/* Mails on their way at a time. They must fit into the socket whole:
	 * then neither side ever waits for the other to write. */
	AHEAD_BYTES = 64 * 1024,
	READ_MS = 1000, /* of its own time, for one mail */
	LOOK_MS = 100,
	/* by the clock: it was stopped, or the machine stands still */
	WAIT_MS = 60 * 1000,
	MEMORY_MAX = 256 * 1024 * 1024
};

struct parser {
	pid_t pid; /* 0: none runs */
	struct channel channel;
	struct parser_mail *mail; /* owned list of borrowed mails */
	size_t n, sent, at;       /* at: the next one to come back */
	size_t on_the_way;        /* bytes of those sent */
	bool told;                /* how it is confined */
};

struct parser *
parser_new(void)
{
	return mem_zero(1, sizeof(struct parser));
}

/* Reaps it; how it ended, in words. Whether it gave up by itself: its channel
 * broke, and that no mail can do. */
static bool
end(struct parser *p, struct buf *how)
{
	int status = 0;

	if (p->pid == 0)
		return false;
	(void)kill(p->pid, SIGKILL);
	while (waitpid(p->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (how != NULL && WIFSIGNALED(status))
		buf_printf(how, "it ended the process that read it (%s)",
		    strsignal(WTERMSIG(status)));
	else if (how != NULL)
		buf_printf(how, "the process that read it gave up (%d)",
		    WEXITSTATUS(status));
	channel_close(&p->channel);
	p->pid = 0;
	p->sent = p->at;
	p->on_the_way = 0;
	return WIFEXITED(status) &&
	    (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == EX_TEMPFAIL);
}

void
parser_free(struct parser *p)
{
	if (p == NULL)
		return;
	(void)end(p, NULL);
	free(p->mail);
	free(p);
}

/* The first word of the process is how it is confined. */
static int
take_ready(struct parser *p, struct err *e)
{
	struct frame f;
	unsigned got;

	if (channel_next(&p->channel, clock_monotonic_ms() + WAIT_MS, &f) !=
		1 ||
	    f.word != CHANNEL_READY) {
		(void)end(p, NULL);
		return err_set(e, ERR_LATER,
		    "the process that reads mail does not come up");
	}
	got = frame_u32(&f);
	if (!p->told)
		log_event(got == (CONFINED_CALLS | CONFINED_FILES) ?
			LOG_LEVEL_DEBUG :
			LOG_LEVEL_WARNING,
		    "parser.started", "is", confine_words(got), NULL);
	p->told = true;
	return 0;
}

static int
start(struct parser *p, struct err *e)
{
	if (p->pid != 0)
		return 0;
	if (child_start(word, &p->channel, &p->pid, e) != 0) {
		p->pid = 0;
		return -1;
	}
	return take_ready(p, e);
}

static void
send_mails(struct parser *p)
{
	while (p->sent < p->n &&
	    (p->sent == p->at ||
		p->on_the_way + p->mail[p->sent].len <= AHEAD_BYTES)) {
		const struct parser_mail *m = &p->mail[p->sent++];

		/* As much as message_read looks at (read.c). */
		channel_begin(&p->channel, CHANNEL_READ);
		channel_u32(&p->channel, m->report);
		channel_bytes(&p->channel, m->raw,
		    m->len <= MESSAGE_MAX ? m->len : MESSAGE_MAX + 1);
		channel_end(&p->channel);
		p->on_the_way += m->len;
	}
	/* If it is gone that shows when the answer is waited for; if it is not,
	 * it answers what it has got, and gives up. */
	if (p->channel.out.len > 0 &&
	    channel_flush(&p->channel, clock_monotonic_ms() + WAIT_MS) != 0)
		(void)shutdown(p->channel.fd, SHUT_WR);
}

/* 1 with a frame; 0 the process is gone; -1 it takes too long. The time that
 * counts is its own: a busy machine is no fault of the mail. */
static int
wait_for_it(struct parser *p, struct frame *f)
{
	int64_t began = clock_monotonic_ms(), used = clock_cpu_ms(p->pid);

	for (;;) {
		int64_t now = clock_monotonic_ms();
		int rc = channel_next(&p->channel, now + LOOK_MS, f);

		if (rc == 1)
			return f->word == CHANNEL_MESSAGE ? 1 : 0;
		if (rc == 0 || errno != ETIMEDOUT)
			return 0;
		if (clock_cpu_ms(p->pid) - used > READ_MS ||
		    now - began > WAIT_MS)
			return -1;
	}
}

static int
not_read(struct parser *p, int rc, struct err *e)
{
	struct buf how = BUF_INIT;
	bool gave_up = end(p, &how) && rc == 0;

	if (!gave_up)
		p->at++;
	p->sent = p->at;
	err_set(e, gave_up ? ERR_LATER : ERR_CORRUPT, "%s",
	    rc < 0 ? "it took too long to be read" : buf_text(&how));
	buf_release(&how);
	return -1;
}

static int
take_next(struct parser *p, struct message *out, struct err *e)
{
	struct frame f;
	int rc;

	if (start(p, e) != 0)
		return -1;
	send_mails(p);
	rc = wait_for_it(p, &f);
	if (rc == 1 && message_get(&f, out) != 0)
		rc = 0;
	if (rc != 1)
		return not_read(p, rc, e);
	p->on_the_way -= p->mail[p->at++].len;
	return 0;
}

/* What was read ahead and is not wanted. */
static void
forget(struct parser *p)
{
	struct message ignored;
	struct err e;

	while (p->at < p->sent)
		if (take_next(p, &ignored, &e) == 0)
			message_release(&ignored);
	p->n = p->sent = p->at = 0;
}

void
parser_expect(struct parser *p, const struct parser_mail *mails, size_t n)
{
	if (!child_ready())
		return;
	p->n = p->sent; /* no more of the old ones */
	forget(p);
	p->mail = mem_grow(p->mail, n > 0 ? n : 1, sizeof *p->mail);
	if (n > 0)
		memcpy(p->mail, mails, n * sizeof *mails);
	p->n = n;
}

int
parser_read(struct parser *p, const void *raw, size_t len, struct message *out,
    struct err *e)
{
	const struct parser_mail one = { raw, len, false };

	if (!child_ready()) {
		message_read(raw, len, out);
		return 0;
	}
	if (p->at == p->n || p->mail[p->at].raw != raw ||
	    p->mail[p->at].len != len)
		parser_expect(p, &one, 1);
	return take_next(p, out, e);
}

int
parser_read_report(struct parser *p, const void *raw, size_t len,
    struct message *m, struct err *e)
{
	const struct parser_mail one = { raw, len, true };
	struct message read;

	if (!child_ready()) {
		message_read_report(raw, len, m);
		return 0;
	}
	parser_expect(p, &one, 1);
	if (take_next(p, &read, e) != 0)
		return -1;
	message_release(m);
	*m = read;
	return 0;
}

static void
read_one(const char *raw, size_t len, bool report, struct message *m)
{
	message_read(raw, len, m);
	if (report && m->automatic != AUTO_BOUNCE)
		message_read_report(raw, len, m);
}

static int
serve(struct channel *c)
{
	struct message m;
	struct frame f;
	const char *raw;
	bool report;
	size_t len;

	while (channel_next(c, INT64_MAX, &f) == 1 && f.word == CHANNEL_READ) {
		report = frame_u32(&f) != 0;
		raw = frame_bytes(&f, &len);
		if (!frame_whole(&f))
			return 1;
		read_one(raw, len, report, &m);
		channel_begin(c, CHANNEL_MESSAGE);
		message_put(c, &m);
		channel_end(c);
		message_release(&m);
		if (channel_flush(c, INT64_MAX) != 0)
			return EX_TEMPFAIL;
	}
	return 0;
}

int
parser_child(int argc, char **argv)
{
	struct channel c;
	int status;

	if (!child_is(word, argc, argv, &status))
		return -1;
	if (status != 0)
		return status;
	child_stay();
	child_limit(MEMORY_MAX);
	charset_prepare();
	channel_init(&c, CHILD_FD);
	channel_begin(&c, CHANNEL_READY);
	channel_u32(&c, confine(CONFINE_READING));
	channel_end(&c);
	status = channel_flush(&c, INT64_MAX) != 0 ? 1 : serve(&c);
	child_exit(status);
}
