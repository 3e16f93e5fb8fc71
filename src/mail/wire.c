/* SPDX-License-Identifier: MIT */
#include "mail/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/tls.h"

enum { STREAM_BUFFER = 16 * 1024 };

struct wire {
	int fd;
	struct tls *tls; /* NULL: in the clear */
	int64_t deadline;
	size_t allowance;
	const char *failure;
};

/* The first failure is the one that tells the story. */
static void
wire_fail(struct wire *w, const char *why)
{
	if (w->failure == NULL)
		w->failure = why;
}

static const char *
failure_word(int number)
{
	if (number == ETIMEDOUT)
		return "time-out";
	if (number == EPROTO)
		return "broken TLS";
	return "the connection broke";
}

static ssize_t
plain_read(struct wire *w, void *data, size_t len)
{
	ssize_t n;

	do {
		n = recv(w->fd, data, len, MSG_DONTWAIT);
	} while (n < 0 && tls_retry(w->fd, POLLIN, w->deadline) == 0);
	return n;
}

static ssize_t
plain_write(struct wire *w, const void *data, size_t len)
{
	ssize_t n;

	do {
		n = send(w->fd, data, len, MSG_DONTWAIT | MSG_NOSIGNAL);
	} while (n < 0 && tls_retry(w->fd, POLLOUT, w->deadline) == 0);
	return n;
}

/* A server that always has something to say would never be stopped by
 * poll(): so the clock is looked at before each read as well. */
static ssize_t
low_read(mailstream_low *low, void *data, size_t len)
{
	struct wire *w = low->data;
	ssize_t n;

	if (w->failure != NULL)
		return -1;
	if (clock_monotonic_ms() >= w->deadline) {
		wire_fail(w, "time-out");
		return -1;
	}
	n = w->tls != NULL ? tls_read(w->tls, data, len, w->deadline) :
			     plain_read(w, data, len);
	if (n < 0)
		wire_fail(w, failure_word(errno));
	else if (n == 0)
		wire_fail(w, "the server closed the connection");
	else if ((size_t)n > w->allowance)
		wire_fail(w, "the server sends too much");
	if (w->failure != NULL)
		return -1;
	w->allowance -= (size_t)n;
	return n;
}

static ssize_t
low_write(mailstream_low *low, const void *data, size_t len)
{
	struct wire *w = low->data;
	ssize_t n;

	if (w->failure != NULL)
		return -1;
	n = w->tls != NULL ? tls_write(w->tls, data, len, w->deadline) :
			     plain_write(w, data, len);
	if (n < 0)
		wire_fail(w, failure_word(errno));
	return n;
}

static int
low_close(mailstream_low *low)
{
	(void)low;
	return 0;
}

static int
low_get_fd(mailstream_low *low)
{
	return ((struct wire *)low->data)->fd;
}

static void
low_free(mailstream_low *low)
{
	wire_close(low->data);
	free(low);
}

static void
low_cancel(mailstream_low *low)
{
	(void)low;
}

static mailstream_low_driver wire_driver = {
	.mailstream_read = low_read,
	.mailstream_write = low_write,
	.mailstream_close = low_close,
	.mailstream_get_fd = low_get_fd,
	.mailstream_free = low_free,
	.mailstream_cancel = low_cancel,
};

static bool
is_loopback(const struct sockaddr *a)
{
	if (a->sa_family == AF_INET) {
		const struct sockaddr_in *in = (const void *)a;

		return ntohl(in->sin_addr.s_addr) >> 24 == 127;
	}
	if (a->sa_family == AF_INET6) {
		const struct sockaddr_in6 *in6 = (const void *)a;

		return IN6_IS_ADDR_LOOPBACK(&in6->sin6_addr);
	}
	return false;
}

/* A dead peer behind a silent network is noticed in some minutes, also in
 * the middle of an IDLE. */
static void
set_options(int fd)
{
	int on = 1, idle = 120, interval = 30, count = 4;

	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
	setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* A connected, non-blocking socket, or -1 with errno. */
static int
connect_one(const struct addrinfo *a, int64_t deadline)
{
	int fd = socket(a->ai_family,
	    SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	int why = 0;
	socklen_t len = sizeof why;

	if (fd < 0)
		return -1;
	if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
		return fd;
	if (errno != EINPROGRESS || tls_wait(fd, POLLOUT, deadline) < 0) {
		why = errno;
	} else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &why, &len) < 0) {
		why = errno;
	}
	if (why == 0)
		return fd;
	close(fd);
	errno = why;
	return -1;
}

static int
connect_any(const struct wire_target *t, const struct addrinfo *list,
    int64_t deadline, struct err *e)
{
	int fd = -1, left = 0, why = 0;

	for (const struct addrinfo *a = list; a != NULL; a = a->ai_next)
		left++;
	for (const struct addrinfo *a = list; fd < 0 && a != NULL;
	    a = a->ai_next, left--) {
		int64_t now = clock_monotonic_ms();

		if (t->tls == CONF_TLS_NONE && !is_loopback(a->ai_addr))
			return err_set(e, ERR_GIVEUP,
			    "%s is not this machine: without TLS no password "
			    "is sent",
			    t->host);
		fd = connect_one(a, now + (deadline - now) / left);
		if (fd < 0)
			why = errno;
	}
	if (fd < 0)
		return err_set(e, ERR_LATER, "%s port %d: %s", t->host, t->port,
		    strerror(why));
	set_options(fd);
	return fd;
}

static int
connect_host(const struct wire_target *t, int64_t deadline, struct err *e)
{
	struct addrinfo hints = { .ai_socktype = SOCK_STREAM,
		.ai_flags = AI_NUMERICSERV };
	struct addrinfo *list = NULL;
	char port[16];
	int rc, fd;

	snprintf(port, sizeof port, "%d", t->port);
	rc = getaddrinfo(t->host, port, &hints, &list);
	if (rc != 0)
		return err_set(e, ERR_LATER, "%s: %s", t->host,
		    gai_strerror(rc));
	fd = connect_any(t, list, deadline, e);
	freeaddrinfo(list);
	return fd;
}

int
wire_open(const struct wire_target *t, int64_t deadline, struct wire **out,
    struct err *e)
{
	struct wire *w = mem_zero(1, sizeof *w);

	wire_arm(w, deadline, 0);
	w->fd = connect_host(t, w->deadline, e);
	if (w->fd < 0 ||
	    (t->tls == CONF_TLS_IMPLICIT &&
		tls_open(w->fd, t->host, &t->files, w->deadline, &w->tls, e) <
		    0)) {
		wire_close(w);
		return -1;
	}
	*out = w;
	return 0;
}

mailstream *
wire_stream(struct wire *w)
{
	mailstream_low *low = mailstream_low_new(w, &wire_driver);
	mailstream *s = low == NULL ? NULL : mailstream_new(low, STREAM_BUFFER);

	if (s == NULL)
		abort(); /* no memory */
	return s;
}

int
wire_secure(struct wire *w, const struct wire_target *t, mailstream *s,
    struct err *e)
{
	if (s->read_buffer_len != 0)
		return err_set(e, ERR_GIVEUP,
		    "%s sent plaintext after its answer to STARTTLS: somebody "
		    "may be in between",
		    t->host);
	return tls_open(w->fd, t->host, &t->files, w->deadline, &w->tls, e);
}

void
wire_arm(struct wire *w, int64_t deadline, size_t allowance)
{
	w->deadline = deadline;
	w->allowance = allowance;
}

int
wire_fd(const struct wire *w)
{
	return w->fd;
}

void
wire_binding(const struct wire *w, char *out, size_t size, bool *exporter)
{
	out[0] = '\0';
	*exporter = false;
	if (w->tls != NULL)
		tls_binding(w->tls, out, size, exporter);
}

bool
wire_pending(const struct wire *w, const mailstream *s)
{
	return s->read_buffer_len > 0 ||
	    (w->tls != NULL && tls_pending(w->tls) > 0);
}

const char *
wire_failure(const struct wire *w)
{
	return w->failure;
}

void
wire_close(struct wire *w)
{
	tls_close(w->tls);
	if (w->fd >= 0)
		close(w->fd);
	free(w);
}

int64_t
wire_expires(const struct wire *w)
{
	return w->tls != NULL ? tls_expires(w->tls) : -1;
}
