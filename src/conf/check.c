/* SPDX-License-Identifier: MIT */
#include "conf/check.h"

#include "base/mem.h"
#include "base/span.h"
#include "conf/conf.h"
#include "conf/value.h"

size_t
load_key(const char *section, const char *name)
{
	for (size_t i = 0; i < conf_keys_count; i++)
		if (strcmp(conf_keys[i].section, section) == 0 &&
		    strcmp(conf_keys[i].name, name) == 0)
			return i;
	abort();
}

/* -1 with the line the key stands in, or without one if it is missing. */
static int
wrong(struct load *l, const char *section, const char *name, const char *what)
{
	int line = l->lines[load_key(section, name)];

	if (line == 0)
		return err_set(l->err, ERR_GIVEUP, "%s: %s: %s %s",
		    l->conf->path, section, name, what);
	return err_set(l->err, ERR_GIVEUP, "%s:%d: %s: %s %s", l->conf->path,
	    line, section, name, what);
}

static bool
has_secret(const struct conf_secret *s)
{
	return s->password != NULL || s->password_file != NULL ||
	    s->password_command != NULL || s->oauth_token_command != NULL;
}

static int
check_tls(struct load *l, const char *section, enum conf_tls tls,
    const char *host)
{
	if (tls == CONF_TLS_NONE && !value_loopback(host))
		return wrong(l, section, "tls", "none is for a host in "
		    "127.0.0.0/8 or ::1 only: passwords would be readable "
		    "on the way");
	return 0;
}

static int
check_mailbox(struct load *l)
{
	struct conf *c = l->conf;

	if (strcmp(c->mailbox.type, "pipe") == 0)
		return 0;
	if (strcmp(c->mailbox.type, "maildir") == 0) {
		if (c->mailbox.folder == NULL)
			return wrong(l, "mailbox", "folder",
			    "is missing: the directory of the Maildir");
		return 0;
	}
	if (c->mailbox.host == NULL)
		return wrong(l, "mailbox", "host", "is missing");
	if (c->mailbox.user == NULL)
		return wrong(l, "mailbox", "user", "is missing");
	if (!has_secret(&c->mailbox.secret))
		return wrong(l, "mailbox", "password-file", "is missing (or "
		    "password-command, oauth-token-command)");
	if (c->mailbox.folder == NULL)
		c->mailbox.folder = mem_dup("INBOX");
	if (strcmp(c->mailbox.folder, c->mailbox.done_folder) == 0)
		return wrong(l, "mailbox", "done-folder",
		    "must not be the folder that is watched");
	if (c->mailbox.port == 0)
		c->mailbox.port = c->mailbox.tls == CONF_TLS_IMPLICIT ?
		    993 : 143;
	return check_tls(l, "mailbox", c->mailbox.tls, c->mailbox.host);
}

static int
check_smtp(struct load *l)
{
	struct conf *c = l->conf;

	if (c->outgoing.host == NULL)
		return wrong(l, "outgoing", "host", "is missing");
	if (c->outgoing.user != NULL && !has_secret(&c->outgoing.secret))
		return wrong(l, "outgoing", "user", "has no password-file "
		    "(or password-command, oauth-token-command)");
	if (c->outgoing.user == NULL && has_secret(&c->outgoing.secret))
		return wrong(l, "outgoing", "user",
		    "is missing beside a password");
	if (c->outgoing.port == 0)
		c->outgoing.port = c->outgoing.tls == CONF_TLS_IMPLICIT ? 465 :
		    c->outgoing.tls == CONF_TLS_STARTTLS ? 587 : 25;
	return check_tls(l, "outgoing", c->outgoing.tls, c->outgoing.host);
}

static int
check_outgoing(struct load *l)
{
	struct conf *c = l->conf;

	if (c->outgoing.from == NULL)
		return wrong(l, "outgoing", "from", "is missing");
	if (!value_mailbox(c->outgoing.from, &c->outgoing.address))
		abort();                 /* checked as it was read */
	if (strcmp(c->outgoing.type, "smtp") == 0)
		return check_smtp(l);
	if (strcmp(c->outgoing.type, "maildir") == 0 &&
	    c->outgoing.directory == NULL)
		return wrong(l, "outgoing", "directory",
		    "is missing: the parent of the Maildirs");
	return 0;
}

static int
check_clock(struct load *l)
{
	const struct conf *c = l->conf;
	int64_t remind[SPAN_LIST];
	unsigned days;

	if (c->clock.turn > 0 && c->clock.minimum > c->clock.turn)
		return wrong(l, "clock", "minimum",
		    "is longer than a whole turn");
	if (!days_parse(c->clock.days, &days))
		return wrong(l, "clock", "days",
		    "are named such as mon-fri, or all");
	if (strcmp(c->clock.remind, "off") != 0 &&
	    span_list_parse(c->clock.remind, remind) < 0)
		return wrong(l, "clock", "remind",
		    "is a list such as 24h,3h of at most five, or off");
	if (c->clock.outage < 60)
		return wrong(l, "clock", "outage", "is a minute at least");
	if (c->clock.zone == NULL)
		l->conf->clock.zone = mem_dup(c->club.tz);
	return 0;
}

static int
check_club(struct load *l)
{
	const struct conf *c = l->conf;

	if (strcmp(c->club.signup, "approve") == 0 && c->club.keeper == NULL)
		return wrong(l, "club", "signup",
		    "approve needs a keeper, who is asked");
	return 0;
}

int
load_check(struct load *l)
{
	if (check_mailbox(l) != 0 || check_outgoing(l) != 0)
		return -1;
	return check_clock(l) != 0 || check_club(l) != 0 ? -1 : 0;
}
