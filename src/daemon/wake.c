/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/file.h"
#include "daemon/own.h"
#include "store/hear.h"

/*
 * Three things wake the daemon beside its mailboxes: a signal, the end of a
 * letter's way, and another process that wrote to the database (the
 * tool founded a game, a pipe delivered a mail). One epoll descriptor stands
 * for all; those of the mailboxes and of a database that is on a server, which
 * come and go with the connection, are polled beside it.
 */

static int
wake_watch(struct daemon *d, int fd)
{
	struct epoll_event ev = { .events = EPOLLIN, .data.fd = fd };

	return epoll_ctl(d->wake.epoll, EPOLL_CTL_ADD, fd, &ev);
}

static int
wake_signals(struct daemon *d)
{
	sigset_t set;

	(void)sigemptyset(&set);
	(void)sigaddset(&set, SIGTERM);
	(void)sigaddset(&set, SIGINT);
	(void)sigaddset(&set, SIGHUP);
	d->wake.signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
	return d->wake.signals < 0 ? -1 : wake_watch(d, d->wake.signals);
}

/* Another process has committed before it closes its files; a write alone says
 * too early that something is coming. The log beside the database comes and
 * goes, so the directory is watched. Not to hear of it only costs time. What is
 * no file tells it by itself (db_hear). */
static void
wake_others(struct daemon *d)
{
	char *dir;

	if (d->conf->store.path == NULL)
		return;
	dir = file_directory(d->conf->store.path);
	d->wake.others = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (d->wake.others >= 0 &&
	    (inotify_add_watch(d->wake.others, dir, IN_CLOSE_WRITE) < 0 ||
		wake_watch(d, d->wake.others) != 0)) {
		(void)close(d->wake.others);
		d->wake.others = -1;
	}
	free(dir);
}

static int
wake_letters(struct daemon *d)
{
	struct sending *out = &d->out;
	int rc = out->transport == NULL ?
	    0 :
	    wake_watch(d, out->driver->fd(out->transport));

	for (struct old_transport *o = out->old; o != NULL && rc == 0;
	    o = o->next)
		rc = wake_watch(d, o->driver->fd(o->transport));
	return rc;
}

int
wake_open(struct daemon *d, struct err *e)
{
	d->wake.epoll = epoll_create1(EPOLL_CLOEXEC);
	if (d->wake.epoll < 0 || wake_signals(d) != 0)
		return err_set(e, ERR_LATER, "signals: %s", strerror(errno));
	if (wake_letters(d) != 0)
		return err_set(e, ERR_LATER, "transport: %s", strerror(errno));
	wake_others(d);
	return 0;
}

static void
wake_shut(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

void
wake_close(struct daemon *d)
{
	wake_shut(&d->wake.others);
	wake_shut(&d->wake.signals);
	wake_shut(&d->wake.epoll);
}

void
wake_drain(struct daemon *d)
{
	struct signalfd_siginfo info;
	char events[4096];

	while (d->wake.signals >= 0 &&
	    read(d->wake.signals, &info, sizeof info) == (ssize_t)sizeof info) {
		if (info.ssi_signo == SIGHUP)
			d->wake.reload = true;
		else
			d->wake.stop = true;
	}
	while (d->wake.others >= 0 &&
	    read(d->wake.others, events, sizeof events) > 0)
		;
}

void
wake_wait(struct daemon *d, const int *fds, int n, int timeout_ms)
{
	bool heard;
	struct pollfd p[3 + CONF_MAILBOXES] = {
		{ .fd = d->wake.epoll >= 0 ?
			d->wake.epoll :
			d->out.transport != NULL ?
			d->out.driver->fd(d->out.transport) :
			-1,
		    .events = POLLIN },
		{ .fd = db_hear(d->db, &heard), .events = POLLIN }
	};

	for (int i = 0; i < n; i++)
		p[2 + i] = (struct pollfd){ .fd = fds[i], .events = POLLIN };
	(void)poll(p, (nfds_t)(2 + n), heard ? 0 : timeout_ms);
}

void
notify_alive(void)
{
	notify_supervisor("WATCHDOG=1");
}

/* A look at the mailbox waits for the server three times at most: for what it
 * was told last, for a new connection, for the mails. */
void
notify_ready(int timeout)
{
	const char *given = getenv("WATCHDOG_USEC");
	long long usec = (3LL * timeout + 120) * 1000000;
	char state[64];

	if (given != NULL && strtoll(given, NULL, 10) < usec) {
		(void)snprintf(state, sizeof state, "WATCHDOG_USEC=%lld", usec);
		notify_supervisor(state);
	}
	notify_supervisor("READY=1");
}

/* The protocol of sd_notify(3), which needs no library. */
void
notify_supervisor(const char *state)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	size_t len = path == NULL ? 0 : strlen(path);
	int fd;

	if (len < 2 || len >= sizeof to.sun_path)
		return;
	memcpy(to.sun_path, path, len);
	if (path[0] == '@')
		to.sun_path[0] = '\0';
	fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	if (fd < 0)
		return;
	(void)sendto(fd, state, strlen(state), MSG_NOSIGNAL,
	    (const struct sockaddr *)&to,
	    (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len));
	(void)close(fd);
}
