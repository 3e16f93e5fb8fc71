/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "cli/ask.h"
#include "cli/setup.h"

enum { ANSWER_MS = 6000 };

static const char *const how_found[] = { "the domain says so", "its provider's",
	"a usual name" };
static const char *const tls_words[] = { "TLS", "STARTTLS", "no TLS" };

/* HOST, HOST:PORT or HOST:PORT/starttls. */
static int
by_option(const struct setup *s, const char *text, int port,
    struct discovered *out)
{
	const char *slash = strchr(text, '/');
	size_t len = slash != NULL ? (size_t)(slash - text) : strlen(text);
	const char *colon = memrchr(text, ':', len);
	size_t host = colon != NULL ? (size_t)(colon - text) : len;
	long long n = port;
	char word[8];

	if (colon != NULL) {
		(void)snprintf(word, sizeof word, "%.*s", (int)(len - host - 1),
		    colon + 1);
		if (cli_number(word, 1, 65535, &n) != 0)
			n = 0;
	}
	if (host == 0 || host >= sizeof out->host || n == 0 ||
	    (slash != NULL && strcmp(slash, "/starttls") != 0 &&
		strcmp(slash, "/tls") != 0))
		return cli_usage(s->cli,
		    "a server is HOST, HOST:PORT or HOST:PORT/starttls, not %s",
		    text);
	*out = (struct discovered){ .port = (int)n,
		.tls = slash != NULL ?
		    slash[1] == 's' ? CONF_TLS_STARTTLS : CONF_TLS_IMPLICIT :
		    n == 143 || n == 587 ? CONF_TLS_STARTTLS :
					   CONF_TLS_IMPLICIT };
	(void)snprintf(out->host, sizeof out->host, "%.*s", (int)host, text);
	return 0;
}

/* A password goes to a server of another domain only if a person agrees, for
 * nothing proves what the DNS says (RFC 6186 section 6). */
static bool
may_go_there(const struct setup *s, const struct discovered *d)
{
	struct buf question = BUF_INIT;
	bool yes;

	if (!d->outside || d->how == DISCOVER_PROVIDER || s->yes)
		return true;
	buf_printf(&question,
	    "%s is not below the domain of %s. Is it your provider's server?",
	    d->host, s->address);
	yes = ask_yes(question.data);
	buf_release(&question);
	return yes;
}

static int
first_that_answers(const struct setup *s, const char *what,
    const struct discovered_list *list, struct discovered *out)
{
	struct err e;

	for (size_t i = 0; i < list->n; i++) {
		const struct discovered *d = &list->at[i];

		cli_progress("trying %s, port %d", d->host, d->port);
		if (discover_answers(d, s->ca_file, ANSWER_MS, &e) != 0) {
			cli_progress_end();
			(void)fprintf(stderr, "  %s, port %d: %s\n", d->host,
			    d->port, e.text);
		} else if (cli_progress_end(), may_go_there(s, d)) {
			*out = *d;
			(void)fprintf(stderr, "  %s: %s, port %d, %s (%s)\n",
			    what, d->host, d->port, tls_words[d->tls],
			    how_found[d->how]);
			return 0;
		}
	}
	return -1;
}

static int
not_found(const struct setup *s, const char *what, const char *option,
    bool none)
{
	cli_error(s->cli,
	    none ? "%s says that it has no server for mail that %s; if it "
		   "does, name it with %s HOST" :
		   "no server for mail that %2$s was found for %1$s; name it "
		   "with %3$s HOST",
	    s->address, what, option);
	return EX_NOHOST;
}

static int
find_one(const struct setup *s, const char *option, const char *option_name,
    int port, const char *label, const char *what,
    const struct discovered_list *list, struct discovered *out)
{
	struct discovered_list one = { .n = 1 };

	if (option == NULL)
		return first_that_answers(s, label, list, out) == 0 ?
		    0 :
		    not_found(s, what, option_name, list->none);
	if (by_option(s, option, port, &one.at[0]) != 0)
		return EX_USAGE;
	*out = one.at[0];
	return 0;
}

int
setup_find(struct setup *s)
{
	const char *domain = strrchr(s->address, '@') + 1;
	struct discovery found = { .provider = NULL };
	struct err e;
	int status;

	if (s->imap == NULL || s->smtp == NULL) {
		(void)fprintf(stderr, "Looking for the mail servers of %s\n",
		    domain);
		if (discover(domain, s->resolver, &found, &e) != 0)
			cli_error(s->cli, "%s", e.text);
	}
	s->provider = found.provider;
	status = find_one(s, s->imap, "--imap", 993, "mail comes in at",
	    "comes in", &found.imap, &s->in);
	if (status == 0)
		status = find_one(s, s->smtp, "--smtp", 465, "mail goes out by",
		    "goes out", &found.submission, &s->out);
	return status;
}
