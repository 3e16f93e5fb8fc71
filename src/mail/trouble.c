/* SPDX-License-Identifier: MIT */
#include "mail/trouble.h"

#include <string.h>

/* From the top, the first that fits. */
static const struct cure {
	unsigned stages;                 /* 1 << stage of each; 0 any */
	int port;                        /* 0 any */
	enum { TLS_ANY, TLS_AT_ONCE, TLS_LATER } tls;
	const char *words;               /* in the reply or detail; NULL any */
	const char *cure;
} cures[] = {
	{ 1 << STAGE_CONNECT, 465, TLS_LATER, "no answer",
	    "465 speaks TLS at once: set tls = implicit" },
	{ 1 << STAGE_TLS, 465, TLS_LATER, NULL,
	    "465 speaks TLS at once: set tls = implicit" },
	{ 1 << STAGE_TLS, 587, TLS_AT_ONCE, "unexpected TLS packet",
	    "587 speaks STARTTLS: set tls = starttls" },
	{ 1 << STAGE_TLS, 0, TLS_AT_ONCE, "unexpected TLS packet",
	    "the server does not speak TLS at once on this port: 465 does, or "
	    "set tls = starttls" },
	{ 1 << STAGE_TLS, 0, TLS_LATER, "STARTTLS not supported",
	    "the server has no STARTTLS on this port: try port 465 with "
	    "tls = implicit" },
	{ 1 << STAGE_TLS, 0, TLS_LATER, "STARTTLS denied",
	    "try port 465 with tls = implicit" },
	{ 1 << STAGE_TLS, 0, TLS_ANY, "subject name",
	    "host must be a name in the server's certificate" },
	{ 1 << STAGE_TLS, 0, TLS_ANY, "expired",
	    "the server's certificate or this machine's clock is out of "
	    "date" },
	{ 1 << STAGE_TLS, 0, TLS_ANY, "not yet",
	    "the server's certificate or this machine's clock is out of "
	    "date" },
	{ 1 << STAGE_TLS, 0, TLS_ANY, "CA cert",
	    "can ca-file be read?" },
	{ 1 << STAGE_TLS, 0, TLS_ANY, "certificate",
	    "nobody trusted vouches for the certificate: a private authority "
	    "goes into ca-file" },
	{ 1 << STAGE_CONNECT, 0, TLS_ANY, "resolve",
	    "is the host's name right, and does this machine reach a name "
	    "server?" },
	{ 1 << STAGE_CONNECT, 25, TLS_ANY, "no answer",
	    "many networks let nothing out to port 25: use 465 or 587" },
	{ 1 << STAGE_CONNECT, 0, TLS_ANY, "no answer",
	    "are host and port right? A firewall may be between" },
	{ 1 << STAGE_CONNECT, 0, TLS_ANY, "connect to",
	    "nothing listens there: are host and port right, is the server "
	    "up?" },
	{ 1 << STAGE_HELLO | 1 << STAGE_LOGIN, 0, TLS_ANY, "no login",
	    "is this the port for clients (465 or 587)?" },
	{ 1 << STAGE_LOGIN, 0, TLS_ANY, "command for a secret",
	    "try password-command or oauth-token-command by hand, as the "
	    "daemon's user" },
	{ 1 << STAGE_LOGIN, 0, TLS_ANY, "SmtpClientAuthentication",
	    "allow SMTP AUTH for this mailbox at Microsoft, or use OAuth" },
	{ 1 << STAGE_LOGIN, 0, TLS_ANY, "pplication-specific",
	    "Google wants an app password or OAuth, not the account's "
	    "password" },
	{ 1 << STAGE_LOGIN, 0, TLS_ANY, "BadCredentials",
	    "Google wants an app password or OAuth, not the account's "
	    "password" },
	{ 1 << STAGE_LOGIN, 0, TLS_ANY, "5.7.8",
	    "are user and password right? Some providers want a password for "
	    "programs" },
	{ 1 << STAGE_LOGIN, 0, TLS_ANY, "535",
	    "are user and password right? Some providers want a password for "
	    "programs" },
	{ 0, 0, TLS_ANY, "530",
	    "the server wants a login: set user and a password" },
	{ 0, 0, TLS_ANY, "relay",
	    "the server wants a login: set user and a password" },
	{ 0, 0, TLS_ANY, "authenticat",
	    "the server wants a login, and from must be the user's own "
	    "address" },
	{ 0, 0, TLS_ANY, "SendAsDenied",
	    "from must be an address that the user may send as" },
	{ 0, 0, TLS_ANY, "send as this sender",
	    "from must be an address that the user may send as" },
	{ 0, 0, TLS_ANY, "sender",
	    "from must be an address that the user may send as" },
	{ 0, 0, TLS_ANY, "limit",
	    "it goes on by itself; set rate, or ask the provider for more" },
	{ 0, 0, TLS_ANY, "quota",
	    "it goes on by itself; set rate, or ask the provider for more" },
	{ 0, 0, TLS_ANY, "exceeded",
	    "it goes on by itself; set rate, or ask the provider for more" },
	{ 0, 0, TLS_ANY, "thrott",
	    "it goes on by itself; set rate, or ask the provider for more" },
	{ 0, 0, TLS_ANY, "block",
	    "the provider has blocked the account: ask there" },
};

static const char *
cure_for(const struct conf *c, enum stage stage, const char *what)
{
	int tls = c->outgoing.tls == CONF_TLS_IMPLICIT ? TLS_AT_ONCE :
	    TLS_LATER;

	for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
		const struct cure *u = &cures[i];

		if ((u->stages == 0 || (u->stages & 1u << stage) != 0) &&
		    (u->port == 0 || u->port == c->outgoing.port) &&
		    (u->tls == TLS_ANY || (int)u->tls == tls) &&
		    (u->words == NULL || strcasestr(what, u->words) != NULL))
			return u->cure;
	}
	return NULL;
}

/* What concerns all mail names nobody. */
static void
add_nameless(const char *text, const char *to, struct buf *out)
{
	const char *hit;

	while (to != NULL && *to != '\0' &&
	    (hit = strcasestr(text, to)) != NULL) {
		buf_add(out, text, (size_t)(hit - text));
		buf_str(out, "recipient");
		text = hit + strlen(to);
	}
	buf_str(out, text);
}

void
trouble_say(const struct conf *c, const struct trouble *t, struct buf *out)
{
	const char *what = t->reply[0] != '\0' ? t->reply :
	    t->login_missing ? "the server offers no login that we know" :
	    t->time_out ? "no answer in time" : t->detail;
	const char *cure = cure_for(c, t->stage, what);
	bool v6 = strchr(c->outgoing.host, ':') != NULL;

	buf_printf(out, "%s%s%s:%d, %s: ", v6 ? "[" : "", c->outgoing.host,
	    v6 ? "]" : "", c->outgoing.port, stage_name(t->stage));
	add_nameless(what, t->to, out);
	if (cure != NULL)
		buf_printf(out, "; %s", cure);
}
