/* SPDX-License-Identifier: MIT */
#include "mail/transport.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "mail/trouble.h"
#include "mail/workers.h"

enum { WORDS_MAX = 20 };

extern char **environ;

struct sendmail {
	char *command;         /* owned; words cut by NUL */
	char *word[WORDS_MAX]; /* into command */
	int n_words;
	int timeout_ms;
	int stop; /* an eventfd: readable once stopped */
};

static int
left_ms(int64_t deadline)
{
	int64_t left = deadline - clock_monotonic_ms();

	return left < 0 ? 0 : (int)left;
}

/* Until fd is ready: false at the deadline, or when all is stopped. */
static bool
ready(const struct sendmail *s, int fd, short events, int64_t deadline)
{
	struct pollfd p[2] = { { .fd = fd, .events = events },
		{ .fd = s->stop, .events = POLLIN } };

	while (poll(p, 2, left_ms(deadline)) < 0 && errno == EINTR)
		continue;
	return p[0].revents != 0;
}

/* Starts the program with its input from in, in a group of its own with all
 * that it starts. Signals are as at the start of a program, whatever this
 * thread blocks. Its errors go to the pipe err, which it has both ends of, and
 * which blocks nobody: what stays when nobody reads any more can go on writing,
 * and what a pipe does not hold is lost. */
static int
spawn(const struct sendmail *s, const struct dispatch *l, int in, int err,
    pid_t *pid)
{
	const char *argv[WORDS_MAX + 7];
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none, ignored;
	char again[40];
	int n = 0, rc;

	(void)snprintf(again, sizeof again, "/proc/self/fd/%d", err);
	for (; n < s->n_words; n++)
		argv[n] = s->word[n];
	argv[n++] = "-i";
	argv[n++] = "-oep"; /* errors are said: Exim mails them else */
	argv[n++] = "-f";
	argv[n++] = l->envelope_from;
	argv[n++] = "--";
	argv[n++] = l->to;
	argv[n] = NULL;
	(void)sigemptyset(&none);
	(void)sigemptyset(&ignored); /* by us, and not for it */
	(void)sigaddset(&ignored, SIGPIPE);
	(void)sigaddset(&ignored, SIGXFSZ);
	(void)posix_spawn_file_actions_init(&files);
	(void)posix_spawn_file_actions_adddup2(&files, in, 0);
	(void)posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY,
	    0);
	(void)posix_spawn_file_actions_addopen(&files, 2, again,
	    O_RDWR | O_NONBLOCK, 0);
	(void)posix_spawnattr_init(&attr);
	(void)posix_spawnattr_setflags(&attr,
	    POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF |
		POSIX_SPAWN_SETPGROUP);
	(void)posix_spawnattr_setsigmask(&attr, &none);
	(void)posix_spawnattr_setsigdefault(&attr, &ignored);
	rc = posix_spawn(pid, argv[0], &files, &attr,
	    (char *const *)(uintptr_t)argv, environ);
	(void)posix_spawnattr_destroy(&attr);
	(void)posix_spawn_file_actions_destroy(&files);
	return rc;
}

enum fed { FED_WHOLE, FED_UNWANTED, FED_PART };

/* All of it, by the deadline, if the program does not close its input. */
static enum fed
feed(const struct sendmail *s, int fd, const struct buf *b, int64_t deadline)
{
	size_t at = 0;

	while (at < b->len) {
		ssize_t n = write(fd, b->data + at, b->len - at);

		if (n > 0)
			at += (size_t)n;
		else if (errno == EPIPE)
			return FED_UNWANTED;
		else if (errno != EINTR &&
		    (errno != EAGAIN || !ready(s, fd, POLLOUT, deadline)))
			return FED_PART;
	}
	return FED_WHOLE;
}

/* The program's status, or -1: killed, with all that it started. */
static int
reap(const struct sendmail *s, pid_t pid, int64_t deadline)
{
	int fd = pidfd_open(pid, 0), status = 0;
	bool ended = fd >= 0 && ready(s, fd, POLLIN, deadline);

	if (!ended)
		(void)kill(-pid, SIGKILL);
	if (fd >= 0)
		(void)close(fd);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		continue;
	return ended ? status : -1;
}

/* What the program's status says (sysexits.h), or its words where that says
 * nothing. EX_NOHOST and EX_PROTOCOL are said by programs that hand all mail to
 * one server, EX_UNAVAILABLE by such ones of anything: it is not here. */
static const struct exit_meaning {
	int status; /* 0: any */
	enum delivery verdict;
	enum fault fault;
	const char *words; /* in what it says, in any case; NULL any */
} statuses[] = {
	{ EX_USAGE, VERDICT_LATER, FAULT_OURS, NULL },
	{ EX_DATAERR, VERDICT_FAILED, FAULT_LETTER, NULL },
	{ EX_NOUSER, VERDICT_FAILED, FAULT_GONE, NULL },
	{ EX_NOHOST, VERDICT_LATER, FAULT_LINE, NULL },
	{ EX_PROTOCOL, VERDICT_LATER, FAULT_LINE, NULL },
	{ EX_NOPERM, VERDICT_LATER, FAULT_OURS, NULL },
	{ EX_CONFIG, VERDICT_LATER, FAULT_OURS, NULL },
	{ EX_TEMPFAIL, VERDICT_LATER, FAULT_PASSING, NULL },
	/* Exim and Postfix of what is too large. */
	{ 0, VERDICT_FAILED, FAULT_LETTER, "message rejected" },
	{ 0, VERDICT_FAILED, FAULT_LETTER, "message file too big" },
};

static const struct exit_meaning *
meaning_of(int code, const char *said)
{
	for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
		const struct exit_meaning *m = &statuses[i];

		if ((m->status == 0 || m->status == code) &&
		    (m->words == NULL || strcasestr(said, m->words) != NULL))
			return m;
	}
	return NULL;
}

/* Where a server's refusal begins in a line: "msmtp: server message: 451 …",
 * "anna@example.org: 550 …" (esmtp), "… (550 …)" (ssmtp); NULL. The second
 * digit of a reply is no port's (RFC 5321, 4.2). */
static const char *
reply_in(const char *line)
{
	for (const char *p = line; (p = strpbrk(p, "45")) != NULL; p++)
		if (p[1] >= '0' && p[1] <= '5' && utf8_digit(p[2]) &&
		    (p[3] == ' ' || p[3] == '-') &&
		    (p == line || p[-1] == '(' ||
			(p - line > 1 && p[-1] == ' ' && p[-2] == ':')))
			return p;
	return NULL;
}

/* Of whom such a line, or the one before, speaks. */
static enum stage
stage_in(const char *const lines[2], const struct dispatch *l)
{
	for (int i = 0; i < 2; i++) {
		const char *to = strcasestr(lines[i], l->to);
		const char *from = strcasestr(lines[i], l->envelope_from);

		if (to != NULL && (from == NULL || to < from))
			return STAGE_RCPT;
		if (from != NULL)
			return STAGE_MAIL;
	}
	return STAGE_DOT;
}

/* The first refusal in what the program said. False: there is none. */
static bool
find_reply(const char *said, struct dispatch *l)
{
	struct smtp_reply r = { 0 };
	char *text = mem_dup(said), *save = NULL;
	const char *lines[2] = { "", "" }, *at;

	for (char *line = strtok_r(text, "\r\n", &save);
	    line != NULL && !r.whole; line = strtok_r(NULL, "\r\n", &save)) {
		lines[0] = lines[1];
		lines[1] = line;
		if ((at = reply_in(line)) == NULL)
			continue;
		if (r.code == 0)
			l->stage = stage_in(lines, l);
		(void)reply_add(&r, at, strlen(at));
	}
	free(text);
	l->code = r.code;
	(void)snprintf(l->reply, sizeof l->reply, "%s", r.text);
	return r.code != 0;
}

/* Lines as one line. */
static void
join_lines(struct buf *text)
{
	while (text->len > 0 &&
	    strchr("\r\n", text->data[text->len - 1]) != NULL)
		buf_truncate(text, text->len - 1);
	for (size_t i = 0; i < text->len; i++)
		if (strchr("\r\n", text->data[i]) != NULL)
			text->data[i] = ' ';
}

/* The status decides where it speaks of a hindrance, else a server's reply. */
static void
judge_status(const struct sendmail *s, struct dispatch *l, int code,
    const char *said)
{
	const struct exit_meaning *row = meaning_of(code, said);
	enum delivery v = row != NULL ? row->verdict : VERDICT_LATER;
	enum fault f = row != NULL ? row->fault : FAULT_LINE;
	struct smtp_reply text = { 0 };
	struct buf why = BUF_INIT;

	if ((row == NULL || v == VERDICT_FAILED) && find_reply(said, l)) {
		f = fault_of(l->stage, l->reply);
		v = fault_delivery(f);
	}
	trouble_nameless(l->code != 0 ? l->reply : said, l->to, &why);
	join_lines(&why);
	reply_append(&text, buf_text(&why), why.len);
	if (l->code != 0)
		workers_verdict(l, v, f, "%s: %s", s->word[0], text.text);
	else
		workers_verdict(l, v, f, "%s: exit status %d%s%s", s->word[0],
		    code, *text.text != '\0' ? ": " : "", text.text);
	buf_release(&why);
}

static void
judge(const struct sendmail *s, struct dispatch *l, int status, bool fed,
    const char *said)
{
	if (status == -1 && ready(s, s->stop, POLLIN, 0))
		workers_verdict(l, fed ? VERDICT_UNKNOWN : VERDICT_NONE,
		    FAULT_NONE, "broken off: stopped");
	else if (status == -1 || !WIFEXITED(status))
		workers_verdict(l, fed ? VERDICT_UNKNOWN : VERDICT_LATER,
		    FAULT_LINE, "%s was killed or took too long", s->word[0]);
	else if (WEXITSTATUS(status) != EX_OK)
		judge_status(s, l, WEXITSTATUS(status), said);
	else
		workers_verdict(l, fed ? VERDICT_SENT : VERDICT_LATER,
		    fed ? FAULT_NONE : FAULT_LINE,
		    fed ? "%s" : "%s did not read the letter",
		    fed ? "" : s->word[0]);
}

/* The program has ended: it has said all that it says. */
static void
hear(int fd, struct buf *out)
{
	char room[1024];
	ssize_t n;

	while ((n = read(fd, room, sizeof room)) > 0)
		buf_add(out, room, (size_t)n);
}

/* The letter, to a program that runs, and what came of it. Closes in. */
static void
hand_over(const struct sendmail *s, struct dispatch *l, pid_t pid, int in,
    int err)
{
	int64_t deadline = clock_monotonic_ms() + s->timeout_ms;
	struct buf text = BUF_INIT, said = BUF_INIT;
	enum fed fed;
	int status;

	/* It has the letter, so what it says may be about that. */
	l->stage = STAGE_DOT;
	workers_lf(l, &text);
	fed = feed(s, in, &text, deadline);
	/* Whoever sees the end of a part takes it for the letter: what the
	 * program has started as well, even if it has ended itself. */
	if (fed == FED_PART)
		(void)kill(-pid, SIGKILL);
	(void)close(in);
	status = reap(s, pid, deadline);
	hear(err, &said);
	judge(s, l, fed == FED_PART ? -1 : status, fed == FED_WHOLE,
	    buf_text(&said));
	buf_release(&said);
	buf_release(&text);
}

static void
drop(int fd)
{
	if (fd >= 0)
		(void)close(fd);
}

static void
sendmail_deliver(void *self, struct dispatch *l)
{
	const struct sendmail *s = self;
	int in[2] = { -1, -1 }, err[2] = { -1, -1 }, rc = 0;
	const char *what = "pipe";
	pid_t pid = 0;

	if (pipe2(in, O_CLOEXEC) != 0 ||
	    pipe2(err, O_CLOEXEC | O_NONBLOCK) != 0)
		rc = errno;
	if (rc == 0) {
		what = s->word[0];
		(void)fcntl(in[1], F_SETFL, O_NONBLOCK);
		rc = spawn(s, l, in[0], err[1], &pid);
	}
	drop(in[0]);
	drop(err[1]);
	if (rc == 0) {
		hand_over(s, l, pid, in[1], err[0]);
	} else {
		workers_verdict(l, VERDICT_LATER, FAULT_LINE, "%s: %s", what,
		    strerror(rc));
		drop(in[1]);
	}
	drop(err[0]);
}

static void
sendmail_stop(void *self)
{
	const struct sendmail *s = self;

	(void)eventfd_write(s->stop, 1);
}

static void
sendmail_release(void *self)
{
	struct sendmail *s = self;

	if (s->stop >= 0)
		(void)close(s->stop);
	free(s->command);
	free(s);
}

static const struct delivery_agent sendmail_agent = {
	.deliver = sendmail_deliver,
	.stop = sendmail_stop,
	.release = sendmail_release
};

static int
sendmail_open(const struct conf *c, struct transport **out, struct err *e)
{
	struct sendmail *s = mem_zero(1, sizeof *s);
	char *save = NULL;

	s->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	s->command = mem_dup(c->outgoing.command);
	s->timeout_ms = (c->outgoing.timeout > 0 ? c->outgoing.timeout : 60) *
	    1000;
	for (char *w = strtok_r(s->command, " ", &save);
	    w != NULL && s->n_words < WORDS_MAX; w = strtok_r(NULL, " ", &save))
		s->word[s->n_words++] = w;
	if (s->n_words == 0) {
		sendmail_release(s);
		return err_set(e, ERR_GIVEUP, "outgoing.command is empty");
	}
	return workers_open(&sendmail_agent, s, c->outgoing.connections,
	    c->outgoing.rate, out, e);
}

const struct transport_driver transport_sendmail = { "sendmail", sendmail_open,
	workers_send, workers_start, workers_collect, workers_fd,
	workers_recall, workers_finish, workers_close };
