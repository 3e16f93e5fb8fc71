/* SPDX-License-Identifier: MIT */
#include "mail/discover.h"

#include <arpa/nameser.h>
#include <netdb.h>
#include <poll.h>
#include <string.h>
#include <strings.h>

#include <ares.h>

#include "base/clock.h"
#include "mail/wire.h"

enum { ASK_MS = 10000, TRY_MS = 2500, TRIES = 2, ANSWERS_MAX = 16 };

/* One service as SRV records name it, and where it usually is. */
struct service {
	const char *srv; /* the label */
	int port;
	enum conf_tls tls;
};

/* TLS at once is preferred to STARTTLS (RFC 8314 section 3). */
static const struct service services[] = {
	{ "_imaps._tcp", 993, CONF_TLS_IMPLICIT },
	{ "_imap._tcp", 143, CONF_TLS_STARTTLS },
	{ "_submissions._tcp", 465, CONF_TLS_IMPLICIT },
	{ "_submission._tcp", 587, CONF_TLS_STARTTLS },
};
enum { SERVICES = 4, IMAP_SERVICES = 2 };

static const char *const imap_names[] = { "imap", "mail", "" };
static const char *const submission_names[] = { "smtp", "mail", "" };
enum { NAMES = 3 };

/* Providers whose customers' domains lead to servers of another name. */
static const struct provider {
	const char *mx; /* how the name of an MX ends */
	const char *name, *imap, *submission;
	enum conf_tls tls; /* of submission */
} providers[] = {
	{ ".google.com", "google", "imap.gmail.com", "smtp.gmail.com",
	    CONF_TLS_IMPLICIT },
	{ ".googlemail.com", "google", "imap.gmail.com", "smtp.gmail.com",
	    CONF_TLS_IMPLICIT },
	{ ".olc.protection.outlook.com", "microsoft", "outlook.office365.com",
	    "smtp-mail.outlook.com", CONF_TLS_STARTTLS },
	{ ".mail.protection.outlook.com", "microsoft", "outlook.office365.com",
	    "smtp.office365.com", CONF_TLS_STARTTLS },
	{ ".messagingengine.com", "fastmail", "imap.fastmail.com",
	    "smtp.fastmail.com", CONF_TLS_IMPLICIT },
};

struct srv {
	char host[DISCOVER_HOST];
	int port, priority, weight;
};

/* What was asked, and what came. */
struct question {
	struct srv srv[ANSWERS_MAX]; /* sorted */
	size_t n;
	int status; /* of c-ares */
	bool done;
};

struct srv_name {
	char host[DISCOVER_HOST];
	bool exists, done;
};

struct lookup {
	const char *domain; /* borrowed */
	ares_channel channel;
	struct question srv[SERVICES], mx;
	struct srv_name imap[NAMES], submission[NAMES];
};

/* A name that could be in a configuration: what the DNS says is a stranger's
 * word. */
static bool
host_valid(const char *host)
{
	size_t len = strlen(host);

	return len > 0 && len < DISCOVER_HOST && *host != '-' &&
	    strspn(host,
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		"-._") == len;
}

static bool
ends_with(const char *host, const char *end)
{
	size_t len = strlen(host), cut = strlen(end);

	return len >= cut && strcasecmp(host + len - cut, end) == 0;
}

/* Lower priority first, then greater weight (RFC 2782; who sets up once has
 * no load to balance). */
static void
srv_insert(struct question *q, const struct srv *new)
{
	size_t at = q->n;

	if (q->n == ANSWERS_MAX)
		return;
	while (at > 0 &&
	    (q->srv[at - 1].priority > new->priority ||
		(q->srv[at - 1].priority == new->priority &&
		    q->srv[at - 1].weight < new->weight))) {
		q->srv[at] = q->srv[at - 1];
		at--;
	}
	q->srv[at] = *new;
	q->n++;
}

static void
take_host(struct question *q, const char *host, struct srv s)
{
	/* The root stands for "not offered". */
	if (*host == '\0' || strcmp(host, ".") == 0) {
		s.host[0] = '\0';
		srv_insert(q, &s);
	} else if (host_valid(host)) {
		(void)snprintf(s.host, sizeof s.host, "%s", host);
		srv_insert(q, &s);
	}
}

static void
srv_came(void *arg, int status, int timeouts, unsigned char *data, int len)
{
	struct question *q = arg;
	struct ares_srv_reply *all = NULL;

	(void)timeouts;
	q->done = true;
	q->status = status;
	if (status != ARES_SUCCESS ||
	    ares_parse_srv_reply(data, len, &all) != ARES_SUCCESS)
		return;
	for (const struct ares_srv_reply *r = all; r != NULL; r = r->next)
		take_host(q, r->host,
		    (struct srv){ .port = r->port,
			.priority = r->priority,
			.weight = r->weight });
	ares_free_data(all);
}

static void
mx_came(void *arg, int status, int timeouts, unsigned char *data, int len)
{
	struct question *q = arg;
	struct ares_mx_reply *all = NULL;

	(void)timeouts;
	q->done = true;
	q->status = status;
	if (status != ARES_SUCCESS ||
	    ares_parse_mx_reply(data, len, &all) != ARES_SUCCESS)
		return;
	for (const struct ares_mx_reply *r = all; r != NULL; r = r->next)
		take_host(q, r->host, (struct srv){ .priority = r->priority });
	ares_free_data(all);
}

static void
address_came(void *arg, int status, int timeouts, struct ares_addrinfo *all)
{
	struct srv_name *name = arg;

	(void)timeouts;
	name->done = true;
	name->exists = status == ARES_SUCCESS;
	if (all != NULL)
		ares_freeaddrinfo(all);
}

static void
ask_name(struct lookup *l, struct srv_name *name, const char *label)
{
	static const struct ares_addrinfo_hints hints = {
		.ai_family = AF_UNSPEC
	};

	(void)snprintf(name->host, sizeof name->host, "%s%s%s", label,
	    *label != '\0' ? "." : "", l->domain);
	ares_getaddrinfo(l->channel, name->host, NULL, &hints, address_came,
	    name);
}

static void
ask_all(struct lookup *l)
{
	char name[DISCOVER_HOST + 32];

	for (size_t i = 0; i < SERVICES; i++) {
		(void)snprintf(name, sizeof name, "%s.%s", services[i].srv,
		    l->domain);
		ares_query(l->channel, name, ns_c_in, ns_t_srv, srv_came,
		    &l->srv[i]);
	}
	ares_query(l->channel, l->domain, ns_c_in, ns_t_mx, mx_came, &l->mx);
	for (size_t i = 0; i < NAMES; i++) {
		ask_name(l, &l->imap[i], imap_names[i]);
		ask_name(l, &l->submission[i], submission_names[i]);
	}
}

/* Lets c-ares work until it has answered all, or the time is over. */
static void
work(ares_channel channel)
{
	int64_t end = clock_monotonic_ms() + ASK_MS;
	ares_socket_t sockets[ARES_GETSOCK_MAXNUM];
	struct pollfd fds[ARES_GETSOCK_MAXNUM];

	for (;;) {
		int bits = ares_getsock(channel, sockets, ARES_GETSOCK_MAXNUM);
		int64_t left = end - clock_monotonic_ms();
		nfds_t n = 0;

		for (int i = 0; i < ARES_GETSOCK_MAXNUM; i++) {
			short events = 0;

			if (ARES_GETSOCK_READABLE(bits, i))
				events |= POLLIN;
			if (ARES_GETSOCK_WRITABLE(bits, i))
				events |= POLLOUT;
			if (events != 0)
				fds[n++] = (struct pollfd){ .fd = sockets[i],
					.events = events };
		}
		if (n == 0 || left <= 0)
			return;
		(void)poll(fds, n, left < 100 ? (int)left : 100);
		for (nfds_t i = 0; i < n; i++)
			ares_process_fd(channel,
			    (fds[i].revents & (POLLIN | POLLERR | POLLHUP)) ?
				fds[i].fd :
				ARES_SOCKET_BAD,
			    (fds[i].revents & POLLOUT) ? fds[i].fd :
							 ARES_SOCKET_BAD);
		ares_process_fd(channel, ARES_SOCKET_BAD, ARES_SOCKET_BAD);
	}
}

static void
list_add(struct discovered_list *list, const char *domain, const char *host,
    int port, enum conf_tls tls, enum discover_how how)
{
	struct discovered *d = &list->at[list->n];
	char below[DISCOVER_HOST + 1];

	for (size_t i = 0; i < list->n; i++)
		if (strcasecmp(list->at[i].host, host) == 0 &&
		    list->at[i].port == port)
			return;
	if (list->n == DISCOVER_MAX)
		return;
	(void)snprintf(below, sizeof below, ".%s", domain);
	*d = (struct discovered){ .port = port,
		.tls = tls,
		.how = how,
		.outside = strcasecmp(host, domain) != 0 &&
		    !ends_with(host, below) };
	(void)snprintf(d->host, sizeof d->host, "%s", host);
	list->n++;
}

/* first: the first of the two rows of services. */
static void
by_srv(const struct lookup *l, size_t first, struct discovered_list *out)
{
	size_t offered = 0, answered = 0;

	for (size_t i = first; i < first + IMAP_SERVICES; i++)
		for (size_t k = 0; k < l->srv[i].n; k++) {
			const struct srv *s = &l->srv[i].srv[k];

			answered++;
			if (s->host[0] == '\0' || s->port == 0)
				continue;
			offered++;
			list_add(out, l->domain, s->host, s->port,
			    services[i].tls, DISCOVER_SRV);
		}
	out->none = answered > 0 && offered == 0;
}

static const struct provider *
by_mx(const struct lookup *l)
{
	for (size_t k = 0; k < l->mx.n; k++)
		for (size_t i = 0; i < sizeof providers / sizeof *providers;
		    i++)
			if (ends_with(l->mx.srv[k].host, providers[i].mx))
				return &providers[i];
	return NULL;
}

static void
by_name(const struct lookup *l, const struct srv_name *names, size_t first,
    struct discovered_list *out)
{
	for (size_t i = first; i < first + IMAP_SERVICES; i++)
		for (size_t k = 0; k < NAMES; k++)
			if (names[k].exists)
				list_add(out, l->domain, names[k].host,
				    services[i].port, services[i].tls,
				    DISCOVER_USUAL);
}

static void
conclude(const struct lookup *l, struct discovery *out)
{
	const struct provider *p = by_mx(l);

	by_srv(l, 0, &out->imap);
	by_srv(l, IMAP_SERVICES, &out->submission);
	if (p != NULL) {
		out->provider = p->name;
		list_add(&out->imap, l->domain, p->imap, 993, CONF_TLS_IMPLICIT,
		    DISCOVER_PROVIDER);
		list_add(&out->submission, l->domain, p->submission,
		    p->tls == CONF_TLS_IMPLICIT ? 465 : 587, p->tls,
		    DISCOVER_PROVIDER);
	}
	if (!out->imap.none)
		by_name(l, l->imap, 0, &out->imap);
	if (!out->submission.none)
		by_name(l, l->submission, IMAP_SERVICES, &out->submission);
}

/* Whether any DNS server said anything, be it that there is nothing. */
static bool
was_answered(const struct lookup *l)
{
	for (size_t i = 0; i < SERVICES + 1; i++) {
		const struct question *q = i < SERVICES ? &l->srv[i] : &l->mx;

		if (q->done &&
		    (q->status == ARES_SUCCESS || q->status == ARES_ENODATA ||
			q->status == ARES_ENOTFOUND))
			return true;
	}
	return false;
}

static int
open_channel(const char *resolver, ares_channel *out, struct err *e)
{
	/* A name means itself: "imap.example.org" nothing below a domain of
	 * this machine's. */
	struct ares_options how = { .flags = ARES_FLAG_NOSEARCH |
		    ARES_FLAG_EDNS,
		.timeout = TRY_MS,
		.tries = TRIES,
		.ednspsz = 1232 };
	int rc;

	rc = ares_library_init(ARES_LIB_INIT_ALL);
	if (rc == ARES_SUCCESS)
		rc = ares_init_options(out, &how,
		    ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES |
			ARES_OPT_EDNSPSZ);
	if (rc != ARES_SUCCESS)
		return err_set(e, ERR_LATER, "no questions to the DNS: %s",
		    ares_strerror(rc));
	if (resolver != NULL)
		rc = ares_set_servers_ports_csv(*out, resolver);
	if (rc == ARES_SUCCESS)
		return 0;
	ares_destroy(*out);
	return err_set(e, ERR_GIVEUP, "%s is no address of a DNS server",
	    resolver);
}

int
discover(const char *domain, const char *resolver, struct discovery *out,
    struct err *e)
{
	struct lookup l = { .domain = domain };
	bool answered;

	*out = (struct discovery){ .provider = NULL };
	if (!host_valid(domain))
		return err_set(e, ERR_GIVEUP, "%s is no domain", domain);
	if (open_channel(resolver, &l.channel, e) != 0)
		return -1;
	ask_all(&l);
	work(l.channel);
	ares_cancel(l.channel); /* calls what has not answered */
	ares_destroy(l.channel);
	ares_library_cleanup();
	answered = was_answered(&l);
	conclude(&l, out);
	return answered || out->imap.n > 0 || out->submission.n > 0 ?
	    0 :
	    err_set(e, ERR_LATER, "no DNS server answers about %s", domain);
}

int
discover_answers(const struct discovered *s, const char *ca_file,
    int timeout_ms, struct err *e)
{
	const struct wire_target t = { .host = s->host,
		.port = s->port,
		.tls = s->tls,
		.files = { .ca = ca_file } };
	struct wire *w;

	if (wire_open(&t, clock_monotonic_ms() + timeout_ms, &w, e) != 0)
		return -1;
	wire_close(w);
	return 0;
}
