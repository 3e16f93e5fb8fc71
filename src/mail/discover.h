/* SPDX-License-Identifier: MIT */
#ifndef MAIL_DISCOVER_H
#define MAIL_DISCOVER_H

/*
 * The mail servers of a domain, for `paquebot setup`. Asked, best first, are
 *   - SRV records (RFC 6186 and, for submission over TLS, RFC 8314): what the
 *     domain's owner says;
 *   - its MX records, for the few providers whose servers are known by them;
 *   - usual names (imap.DOMAIN, smtp.DOMAIN, mail.DOMAIN …), where they have
 *     an address, at the usual ports.
 * Answers of the DNS are not proven (no DNSSEC here): a server outside the
 * domain has `outside` set, and a person should agree before a password goes
 * there (RFC 6186 section 6). The server's certificate is verified in any
 * case, for the name that is given here.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "conf/conf.h"

enum { DISCOVER_MAX = 16, DISCOVER_HOST = 254 };

enum discover_how { DISCOVER_SRV, DISCOVER_PROVIDER, DISCOVER_USUAL };

struct discovered {
	char host[DISCOVER_HOST]; /* letters, digits, - . _ only */
	int port;
	enum conf_tls tls;
	enum discover_how how;
	bool outside; /* not below the domain asked for */
};

struct discovered_list {
	struct discovered at[DISCOVER_MAX]; /* the best first */
	size_t n;
	/* the domain says that it does not offer this (RFC 6186, 3.4) */
	bool none;
};

struct discovery {
	struct discovered_list imap, submission;
	const char *provider; /* "google", "microsoft"; NULL */
};

/* resolver: "127.0.0.1:5300" to ask that DNS server alone; NULL: the system's.
 * Takes at most some ten seconds. 0, also if nothing was found; -1 with
 * ERR_LATER if no DNS server answers. */
int discover(const char *domain, const char *resolver, struct discovery *out,
    struct err *e);

/* Whether the server is there: connects and, where it speaks TLS at once,
 * verifies its certificate. Sends nothing. 0 or -1 with the reason. */
int discover_answers(const struct discovered *s, const char *ca_file,
    int timeout_ms, struct err *e);

#endif
