/* SPDX-License-Identifier: MIT */
#include "conf/parse.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/span.h"
#include "conf/conf.h"
#include "conf/value.h"

/* -1 with the place of the key, or without one if it is missing. */
static int
wrong_in(const struct conf *c, int mailbox, struct err *e, const char *section,
    const char *name, const char *what)
{
	size_t i = key_find(section, name);
	const struct origin *o;
	char named[CONF_SECTION];
	const char *in = section;

	if (i == conf_keys_count)
		abort();
	if (strcmp(section, "mailbox") == 0)
		in = conf_section(conf_mailbox(c, mailbox), named);
	o = &c->origins->key[mailbox][i];
	if (o->file == NULL)
		return err_set(e, ERR_GIVEUP, "%s: %s: %s %s", c->path, in,
		    name, what);
	return err_set(e, ERR_GIVEUP, "%s:%d:%d: %s: %s %s", o->file, o->line,
	    o->column, in, name, what);
}

static int
wrong(const struct conf *c, struct err *e, const char *section,
    const char *name, const char *what)
{
	return wrong_in(c, 0, e, section, name, what);
}

bool
conf_has_secret(const struct conf_secret *s)
{
	return s->password != NULL || s->password_file != NULL ||
	    s->password_command != NULL || s->oauth_token_command != NULL;
}

/* at: which mailbox, of the section of that name. */
static int
check_own(struct conf *c, int at, struct err *e, const char *section,
    const char *cert_file, const char *key_file)
{
	if (key_file != NULL && cert_file == NULL)
		return wrong_in(c, at, e, section, "key-file",
		    "has no cert-file whose key it would be");
	return 0;
}

static int
check_tls(struct conf *c, int at, struct err *e, const char *section,
    enum conf_tls tls, const char *host)
{
	if (tls == CONF_TLS_NONE && !value_loopback(host))
		return wrong_in(c, at, e, section, "tls",
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
check_imap(struct conf *c, int at, struct conf_mailbox *m, struct err *e)
{
	const char *missing = m->host == NULL ? "host" :
	    m->user == NULL                   ? "user" :
						NULL;
	struct buf place = BUF_INIT;

	if (missing != NULL)
		return wrong_in(c, at, e, "mailbox", missing, "is missing");
	if (!conf_has_secret(&m->secret) && m->cert_file == NULL)
		return wrong_in(c, at, e, "mailbox", "password-file",
		    "is missing (or password-command, oauth-token-command, "
		    "cert-file)");
	if (check_own(c, at, e, "mailbox", m->cert_file, m->key_file) != 0)
		return -1;
	if (m->folder == NULL)
		m->folder = mem_dup("INBOX");
	if (same_folder(m->folder, m->done_folder))
		return wrong_in(c, at, e, "mailbox", "done-folder",
		    "must not be the folder that is watched");
	if (m->port == 0)
		m->port = m->tls == CONF_TLS_IMPLICIT ? 993 : 143;
	buf_printf(&place, "%s://%s@%s/%s",
	    m->tls == CONF_TLS_IMPLICIT ? "imaps" : "imap", m->user, m->host,
	    m->folder);
	m->place = buf_steal(&place);
	return check_tls(c, at, e, "mailbox", m->tls, m->host);
}

/* A name without its slashes at the end. */
static bool
same_directory(const char *a, const char *b)
{
	size_t n = strlen(a), m = strlen(b);

	while (n > 1 && a[n - 1] == '/')
		n--;
	while (m > 1 && b[m - 1] == '/')
		m--;
	return n == m && strncmp(a, b, n) == 0;
}

/* The same folder of one account; ports may differ on the way there. */
static bool
same_mailbox(const struct conf_mailbox *a, const struct conf_mailbox *b)
{
	if (strcmp(a->type, b->type) != 0)
		return false;
	if (strcmp(a->type, "pipe") == 0)
		return true;
	if (strcmp(a->type, "maildir") == 0)
		return same_directory(a->folder, b->folder);
	return strcasecmp(a->host, b->host) == 0 &&
	    strcmp(a->user, b->user) == 0 && same_folder(a->folder, b->folder);
}

static int
check_mailbox(struct conf *c, int at, struct conf_mailbox *m, struct err *e)
{
	if (strcmp(m->type, "imap") == 0)
		return check_imap(c, at, m, e);
	if (strcmp(m->type, "pipe") == 0) {
		m->place = mem_dup(CONF_PIPE);
		return 0;
	}
	if (m->folder == NULL)
		return wrong_in(c, at, e, "mailbox", "folder",
		    "is missing: the directory of the Maildir");
	conf_place(&m->folder,
	    &c->origins->key[at][key_find("mailbox", "folder")]);
	m->place = mem_dup(m->folder);
	return 0;
}

/* Whether what one has put away lies where the other looks, or puts: 'f' in its
 * folder, 'd' in its done folder; 0. One account has one done folder. */
static int
meets(const struct conf_mailbox *a, const struct conf_mailbox *b)
{
	char *done, *other;
	int how;

	if (strcmp(a->type, b->type) != 0 || strcmp(a->type, "pipe") == 0)
		return 0;
	if (strcmp(a->type, "imap") == 0)
		return strcasecmp(a->host, b->host) == 0 &&
			strcmp(a->user, b->user) == 0 &&
			same_folder(a->done_folder, b->folder) ?
		    'f' :
		    0;
	done = conf_done_directory(a);
	other = conf_done_directory(b);
	how = same_directory(done, b->folder) ? 'f' :
	    same_directory(done, other)       ? 'd' :
						0;
	free(done);
	free(other);
	return how;
}

static int
check_apart(struct conf *c, int at, const struct conf_mailbox *m, struct err *e)
{
	for (int i = 0; i < at; i++) {
		const struct conf_mailbox *other = conf_mailbox(c, i);
		int here = meets(m, other), there = meets(other, m);
		const char *key = strcmp(m->type, "imap") == 0 ? "host" :
		    strcmp(m->type, "pipe") == 0               ? "type" :
								 "folder";

		if (same_mailbox(other, m))
			return wrong_in(c, at, e, "mailbox", key,
			    "and what follows are those of another mailbox");
		if (here == 'f' || there == 'f')
			return wrong_in(c, at, e, "mailbox", "done-folder",
			    "of this or another mailbox is where the other is "
			    "watched");
		if (here == 'd')
			return wrong_in(c, at, e, "mailbox", "done-folder",
			    "is that of another mailbox: each Maildir has one "
			    "of its own");
	}
	return 0;
}

/* Each server tells of itself alone whether it takes a forged field away, so
 * what is trusted in one is not in the others. */
static int
check_mailboxes(struct conf *c, struct err *e)
{
	int rc = check_mailbox(c, 0, &c->mailbox, e);

	for (int i = 0; rc == 0 && i < c->n_more; i++) {
		rc = check_mailbox(c, i + 1, &c->more[i], e);
		if (rc == 0)
			rc = check_apart(c, i + 1, &c->more[i], e);
	}
	if (rc != 0 || c->identity.authserv_id == NULL)
		return rc;
	if (c->mailbox.authserv_id != NULL)
		return wrong(c, e, "mailbox", "authserv-id",
		    "stands beside identity { authserv-id }, which is the "
		    "first mailbox's");
	c->mailbox.authserv_id = mem_dup(c->identity.authserv_id);
	return 0;
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
	if (check_own(c, 0, e, "outgoing", c->outgoing.cert_file,
		c->outgoing.key_file) != 0)
		return -1;
	if (c->outgoing.user == NULL && conf_has_secret(&c->outgoing.secret))
		return wrong(c, e, "outgoing", "user",
		    "is missing beside a password");
	if (c->outgoing.port == 0)
		c->outgoing.port = c->outgoing.tls == CONF_TLS_IMPLICIT ? 465 :
		    c->outgoing.tls == CONF_TLS_STARTTLS                ? 587 :
									  25;
	return check_tls(c, 0, e, "outgoing", c->outgoing.tls,
	    c->outgoing.host);
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

/* RFC 3986, 2.1. */
static void
decode(const char *text, struct buf *out)
{
	for (; *text != '\0'; text++) {
		char hex[3] = { 0 };

		if (text[0] == '%' && isxdigit((unsigned char)text[1]) &&
		    isxdigit((unsigned char)text[2])) {
			memcpy(hex, text + 1, 2);
			buf_char(out, (char)strtol(hex, NULL, 16));
			text += 2;
		} else {
			buf_char(out, *text);
		}
	}
}

/* As libpq reads it: what stands before an '@' may hold a '?', and the name of
 * a parameter letters in hexadecimal. */
bool
conf_has_password(const char *url)
{
	const char *at = strstr(url, "://");
	struct buf plain = BUF_INIT;
	size_t head;
	bool has;

	if (at == NULL)
		return false;
	at += 3;
	head = strcspn(at, "@/");
	has = at[head] == '@' && memchr(at, ':', head) != NULL;
	decode(at, &plain);
	has = has || strstr(buf_text(&plain), "password=") != NULL;
	buf_release(&plain);
	return has;
}

static int
check_url(struct conf *c, struct err *e)
{
	const char *url = c->store.url;

	if (c->origins->key[0][key_find("store", "path")].file != NULL)
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
	if (check_mailboxes(c, e) != 0 || check_outgoing(c, e) != 0 ||
	    check_store(c, e) != 0)
		return -1;
	return check_clock(c, e) != 0 || check_club(c, e) != 0 ? -1 : 0;
}
