/* SPDX-License-Identifier: MIT */
#include "conf/parse.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/span.h"
#include "conf/conf.h"
#include "conf/value.h"

/* -1 with the place of the key, or without one if it is missing. */
static int
wrong(const struct conf *c, struct err *e, const char *section,
    const char *name, const char *what)
{
	size_t i = key_find(section, name);
	const struct origin *o;

	if (i == conf_keys_count)
		abort();
	o = &c->origins->key[i];
	if (o->file == NULL)
		return err_set(e, ERR_GIVEUP, "%s: %s: %s %s", c->path, section,
		    name, what);
	return err_set(e, ERR_GIVEUP, "%s:%d:%d: %s: %s %s", o->file, o->line,
	    o->column, section, name, what);
}

bool
conf_has_secret(const struct conf_secret *s)
{
	return s->password != NULL || s->password_file != NULL ||
	    s->password_command != NULL || s->oauth_token_command != NULL;
}

static int
check_own(struct conf *c, struct err *e, const char *section,
    const char *cert_file, const char *key_file)
{
	if (key_file != NULL && cert_file == NULL)
		return wrong(c, e, section, "key-file",
		    "has no cert-file whose key it would be");
	return 0;
}

static int
check_tls(struct conf *c, struct err *e, const char *section, enum conf_tls tls,
    const char *host)
{
	if (tls == CONF_TLS_NONE && !value_loopback(host))
		return wrong(c, e, section, "tls",
		    "none is for a host in 127.0.0.0/8 or ::1 only: passwords "
		    "would be readable on the way");
	return 0;
}

/* INBOX may be written in any case (RFC 3501, 5.1). */
static bool
same_folder(const char *a, const char *b)
{
	return strcmp(a, b) == 0 ||
	    (strcasecmp(a, "INBOX") == 0 && strcasecmp(b, "INBOX") == 0);
}

static int
check_mailbox(struct conf *c, struct err *e)
{
	if (strcmp(c->mailbox.type, "pipe") == 0)
		return 0;
	if (strcmp(c->mailbox.type, "maildir") == 0) {
		if (c->mailbox.folder == NULL)
			return wrong(c, e, "mailbox", "folder",
			    "is missing: the directory of the Maildir");
		return 0;
	}
	if (c->mailbox.host == NULL)
		return wrong(c, e, "mailbox", "host", "is missing");
	if (c->mailbox.user == NULL)
		return wrong(c, e, "mailbox", "user", "is missing");
	if (!conf_has_secret(&c->mailbox.secret) &&
	    c->mailbox.cert_file == NULL)
		return wrong(c, e, "mailbox", "password-file",
		    "is missing (or password-command, oauth-token-command, "
		    "cert-file)");
	if (check_own(c, e, "mailbox", c->mailbox.cert_file,
		c->mailbox.key_file) != 0)
		return -1;
	if (c->mailbox.folder == NULL)
		c->mailbox.folder = mem_dup("INBOX");
	if (same_folder(c->mailbox.folder, c->mailbox.done_folder))
		return wrong(c, e, "mailbox", "done-folder",
		    "must not be the folder that is watched");
	if (c->mailbox.port == 0)
		c->mailbox.port = c->mailbox.tls == CONF_TLS_IMPLICIT ? 993 :
									143;
	return check_tls(c, e, "mailbox", c->mailbox.tls, c->mailbox.host);
}

static int
check_smtp(struct conf *c, struct err *e)
{
	if (c->outgoing.host == NULL)
		return wrong(c, e, "outgoing", "host", "is missing");
	if (c->outgoing.user != NULL && !conf_has_secret(&c->outgoing.secret) &&
	    c->outgoing.cert_file == NULL)
		return wrong(c, e, "outgoing", "user",
		    "has no password-file (or password-command, "
		    "oauth-token-command, cert-file)");
	if (check_own(c, e, "outgoing", c->outgoing.cert_file,
		c->outgoing.key_file) != 0)
		return -1;
	if (c->outgoing.user == NULL && conf_has_secret(&c->outgoing.secret))
		return wrong(c, e, "outgoing", "user",
		    "is missing beside a password");
	if (c->outgoing.port == 0)
		c->outgoing.port = c->outgoing.tls == CONF_TLS_IMPLICIT ? 465 :
		    c->outgoing.tls == CONF_TLS_STARTTLS                ? 587 :
									  25;
	return check_tls(c, e, "outgoing", c->outgoing.tls, c->outgoing.host);
}

static int
check_outgoing(struct conf *c, struct err *e)
{
	if (c->outgoing.from == NULL)
		return wrong(c, e, "outgoing", "from", "is missing");
	if (!value_mailbox(c->outgoing.from, &c->outgoing.address))
		abort(); /* checked as it was read */
	if (strcmp(c->outgoing.type, "smtp") == 0)
		return check_smtp(c, e);
	if (strcmp(c->outgoing.type, "maildir") == 0 &&
	    c->outgoing.directory == NULL)
		return wrong(c, e, "outgoing", "directory",
		    "is missing: the parent of the Maildirs");
	return 0;
}

static int
check_clock(struct conf *c, struct err *e)
{
	int64_t remind[SPAN_LIST];
	unsigned days;

	if (c->clock.turn > 0 && c->clock.minimum > c->clock.turn)
		return wrong(c, e, "clock", "minimum",
		    "is longer than a whole turn");
	if (!days_parse(c->clock.days, &days))
		return wrong(c, e, "clock", "days",
		    "are named such as mon-fri, or all");
	if (strcmp(c->clock.remind, "off") != 0 &&
	    span_list_parse(c->clock.remind, remind) < 0)
		return wrong(c, e, "clock", "remind",
		    "is a list such as 24h,3h of at most five, or off");
	if (c->clock.outage < 60)
		return wrong(c, e, "clock", "outage", "is a minute at least");
	if (c->clock.zone == NULL)
		c->clock.zone = mem_dup(c->club.tz);
	return 0;
}

static int
check_club(struct conf *c, struct err *e)
{
	if (strcmp(c->club.signup, "approve") == 0 && c->club.keeper == NULL)
		return wrong(c, e, "club", "signup",
		    "approve needs a keeper, who is asked");
	return 0;
}

bool
conf_has_password(const char *url)
{
	const char *at = strstr(url, "://");
	size_t head;

	if (at == NULL)
		return false;
	at += 3;
	head = strcspn(at, "@/?");
	return (at[head] == '@' && memchr(at, ':', head) != NULL) ||
	    strstr(url, "password=") != NULL;
}

static int
check_url(struct conf *c, struct err *e)
{
	const char *url = c->store.url;

	if (c->origins->key[key_find("store", "path")].file != NULL)
		return wrong(c, e, "store", "url",
		    "stands beside path: a club has one of them");
	if (strncmp(url, "postgresql://", 13) != 0 &&
	    strncmp(url, "postgres://", 11) != 0)
		return wrong(c, e, "store", "url", "begins with postgresql://");
	if (conf_has_password(url))
		return wrong(c, e, "store", "url",
		    "holds a password: passfile= names a file for it, or "
		    "service= a service");
#ifndef WITH_POSTGRESQL
	return wrong(c, e, "store", "url",
	    "is of PostgreSQL, and this paquebot was built without it");
#else
	return 0;
#endif
}

static int
check_store(struct conf *c, struct err *e)
{
	if (c->store.url != NULL) {
		if (check_url(c, e) != 0)
			return -1;
		free(c->store.path);
		c->store.path = NULL;
	}
	c->store.where = c->store.url != NULL ? c->store.url : c->store.path;
	return 0;
}

int
conf_check(struct conf *c, struct err *e)
{
	if (check_mailbox(c, e) != 0 || check_outgoing(c, e) != 0 ||
	    check_store(c, e) != 0)
		return -1;
	return check_clock(c, e) != 0 || check_club(c, e) != 0 ? -1 : 0;
}
