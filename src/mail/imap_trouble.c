/* SPDX-License-Identifier: MIT */
#include "mail/imap_trouble.h"

#include <string.h>

/* From the top, the first that fits. */
static const struct cure {
	int port;                        /* 0 any */
	enum { TLS_ANY, TLS_AT_ONCE, TLS_LATER } tls;
	const char *words;               /* in the text */
	const char *cure;
} cures[] = {
	{ 0, TLS_ANY, "command for a secret", "try password-command or "
	    "oauth-token-command by hand, as the daemon's user" },
	{ 0, TLS_ANY, "pplication-specific", "Google wants an app password or "
	    "OAuth, not the account's password" },
	{ 0, TLS_ANY, "login: refused", "are user and password right? Some "
	    "providers want a password for programs, or OAuth" },
	{ 0, TLS_ANY, "takes no password this way", "the provider may want "
	    "OAuth: set oauth-token-command" },
	{ 0, TLS_ANY, "offers neither OAUTHBEARER", "set password or "
	    "password-command in the place of oauth-token-command" },
	{ 0, TLS_ANY, "EXTERNAL", "set a password beside cert-file" },
	{ 993, TLS_LATER, "time-out", "993 speaks TLS at once: set tls = "
	    "implicit" },
	{ 993, TLS_LATER, "greeting:", "993 speaks TLS at once: set tls = "
	    "implicit" },
	{ 0, TLS_AT_ONCE, "unexpected TLS packet", "the server does not speak "
	    "TLS at once on this port: 993 does, or set tls = starttls" },
	{ 0, TLS_ANY, "STARTTLS: refused", "try port 993 with tls = "
	    "implicit" },
	{ 0, TLS_ANY, "expired", "the server's certificate or this machine's "
	    "clock is out of date" },
	{ 0, TLS_ANY, "not yet activated", "the server's certificate or this "
	    "machine's clock is out of date" },
	{ 0, TLS_ANY, "does not match", "host must be a name in the server's "
	    "certificate" },
	{ 0, TLS_ANY, "is not good", "nobody trusted vouches for the "
	    "certificate: a private authority goes into ca-file" },
	{ 0, TLS_ANY, "no certificate authority", "can ca-file be read?" },
	{ 0, TLS_ANY, "Connection refused", "nothing listens there: are host "
	    "and port right, is the server up?" },
	{ 0, TLS_ANY, "timed out", "are host and port right? A firewall may be "
	    "between" },
	{ 0, TLS_ANY, "name resolution", "is the host's name right, and does "
	    "this machine reach a name server?" },
	{ 0, TLS_ANY, "not known", "is the host's name right?" },
	{ 0, TLS_ANY, "select: refused", "is there such a folder? Look at "
	    "folder" },
};

static const char *
cure_for(const struct conf *c, const char *text)
{
	int tls = c->mailbox.tls == CONF_TLS_IMPLICIT ? TLS_AT_ONCE :
	    TLS_LATER;

	for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
		const struct cure *u = &cures[i];

		if ((u->port == 0 || u->port == c->mailbox.port) &&
		    (u->tls == TLS_ANY || (int)u->tls == tls) &&
		    strstr(text, u->words) != NULL)
			return u->cure;
	}
	return NULL;
}

void
imap_place(const struct conf *c, struct buf *out)
{
	bool v6 = strchr(c->mailbox.host, ':') != NULL;

	buf_printf(out, "%s://%s@%s%s%s:%d/%s",
	    c->mailbox.tls == CONF_TLS_IMPLICIT ? "imaps" : "imap",
	    c->mailbox.user, v6 ? "[" : "", c->mailbox.host, v6 ? "]" : "",
	    c->mailbox.port, c->mailbox.folder);
}

int
imap_trouble(const struct conf *c, enum err_kind kind, const char *text,
	struct err *e)
{
	const char *cure = cure_for(c, text);
	struct buf line = BUF_INIT;

	imap_place(c, &line);
	buf_printf(&line, ": %.200s", text);
	if (cure != NULL)
		buf_printf(&line, "; %s", cure);
	(void)err_set(e, kind, "%s", buf_text(&line));
	buf_release(&line);
	return -1;
}
