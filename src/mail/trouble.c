/* SPDX-License-Identifier: MIT */
#include "mail/trouble.h"

#include <stdio.h>
#include <string.h>

/* Where it may be: stages of sending, or the mailbox. */
#define AT(stage) (1u << (stage))
#define SENDING (AT(STAGE_REPORT + 1) - 1)
#define MAILBOX AT(STAGE_REPORT + 1)

#define AT_ONCE(port) port " speaks TLS at once: set tls = implicit"
#define DATES "the server's certificate or this machine's clock is out of date"
#define BY_HAND \
	"try password-command or oauth-token-command by hand, as the " \
	"daemon's user"
#define GOOGLE \
	"Google wants an app password or OAuth, not the account's " \
	"password"

/* From the top, the first that fits. */
static const struct cure {
	unsigned where;
	int port; /* 0 any */
	enum { TLS_ANY, TLS_AT_ONCE, TLS_LATER } tls;
	/* one of them is in the text, in any case: "535|5.7.8"; NULL any
	 * text */
	const char *words;
	const char *cure;
} cures[] = {
	{ AT(STAGE_CONNECT), 465, TLS_LATER, "no answer|no greeting",
	    AT_ONCE("465") },
	{ AT(STAGE_TLS), 465, TLS_LATER, NULL, AT_ONCE("465") },
	{ AT(STAGE_TLS), 587, TLS_AT_ONCE, "unexpected TLS packet",
	    "587 speaks STARTTLS: set tls = starttls" },
	{ AT(STAGE_TLS), 0, TLS_AT_ONCE, "unexpected TLS packet",
	    "the server does not speak TLS at once on this port: 465 does, or "
	    "set tls = starttls" },
	{ AT(STAGE_TLS), 0, TLS_LATER, "STARTTLS not supported",
	    "the server has no STARTTLS on this port: try port 465 with tls = "
	    "implicit" },
	{ AT(STAGE_TLS), 0, TLS_LATER, "STARTTLS denied",
	    "try port 465 with tls = implicit" },
	{ AT(STAGE_TLS), 0, TLS_ANY, "subject name",
	    "host must be a name in the server's certificate" },
	{ AT(STAGE_TLS), 0, TLS_ANY, "expired|not yet", DATES },
	{ AT(STAGE_TLS), 0, TLS_ANY, "CA cert", "can ca-file be read?" },
	{ AT(STAGE_TLS), 0, TLS_ANY, "certificate",
	    "nobody trusted vouches for the certificate: a private authority "
	    "goes into ca-file" },
	{ AT(STAGE_CONNECT), 0, TLS_ANY, "resolve",
	    "is the host's name right, and does this machine reach a name "
	    "server?" },
	{ AT(STAGE_CONNECT), 0, TLS_ANY, "no greeting",
	    "is that SMTP, and tls right? A slow server may need a longer "
	    "timeout" },
	{ AT(STAGE_CONNECT), 25, TLS_ANY, "no answer",
	    "many networks let nothing out to port 25: use 465 or 587" },
	{ AT(STAGE_CONNECT), 0, TLS_ANY, "no answer",
	    "are host and port right? A firewall may be between" },
	{ AT(STAGE_CONNECT), 0, TLS_ANY, "connect to",
	    "nothing listens there: are host and port right, is the server "
	    "up?" },
	{ AT(STAGE_HELLO) | AT(STAGE_LOGIN), 0, TLS_ANY, "no login",
	    "is this the port for clients (465 or 587)?" },
	{ AT(STAGE_LOGIN) | MAILBOX, 0, TLS_ANY, "command for a secret",
	    BY_HAND },
	/* libcurl's, where a token is refused by a challenge. */
	{ AT(STAGE_LOGIN), 0, TLS_ANY, "Login denied", BY_HAND },
	{ AT(STAGE_LOGIN), 0, TLS_ANY, "SmtpClientAuthentication",
	    "allow SMTP AUTH for this mailbox at Microsoft, or use OAuth" },
	{ AT(STAGE_LOGIN) | MAILBOX, 0, TLS_ANY, "pplication-specific",
	    GOOGLE },
	{ AT(STAGE_LOGIN), 0, TLS_ANY, "BadCredentials", GOOGLE },
	{ AT(STAGE_LOGIN), 0, TLS_ANY, "5.7.8|535",
	    "are user and password right? Some providers want a password for "
	    "programs" },
	{ SENDING, 0, TLS_ANY, "530|relay",
	    "the server wants a login: set user and a password" },
	{ SENDING, 0, TLS_ANY, "authenticat",
	    "the server wants a login, and from must be the user's own "
	    "address" },
	{ SENDING, 0, TLS_ANY, "concurrent|connections|sender thread limit",
	    "the server takes fewer at a time: set connections lower" },
	/* 5.1.8 is Microsoft's for an account that it has blocked. */
	{ SENDING, 0, TLS_ANY,
	    "4.1.8|does not resolve|Domain of sender|Domain not found",
	    "the server cannot look up the domain of from: is it right, and "
	    "does that server's DNS work?" },
	{ SENDING, 0, TLS_ANY, "SendAsDenied|send as this sender|sender",
	    "from must be an address that the user may send as" },
	{ SENDING, 0, TLS_ANY, "limit|quota|exceeded|thrott",
	    "it goes on by itself; set rate, or ask the provider for more" },
	{ SENDING, 0, TLS_ANY, "block",
	    "the provider has blocked the account: ask there" },

	{ MAILBOX, 0, TLS_ANY, "login: not now",
	    "the server is busy: it is tried again by itself" },
	{ MAILBOX, 0, TLS_ANY, "login: refused",
	    "are user and password right? Some providers want a password for "
	    "programs, or OAuth" },
	{ MAILBOX, 0, TLS_ANY, "offers neither OAUTHBEARER",
	    "set password or password-command in the place of "
	    "oauth-token-command" },
	{ MAILBOX, 0, TLS_ANY, "OAUTHBEARER|XOAUTH2",
	    "the provider wants OAuth: set oauth-token-command" },
	{ MAILBOX, 0, TLS_ANY, "EXTERNAL", "set a password beside cert-file" },
	{ MAILBOX, 993, TLS_LATER, "time-out|greeting:", AT_ONCE("993") },
	{ MAILBOX, 0, TLS_AT_ONCE, "unexpected TLS packet",
	    "the server does not speak TLS at once on this port: 993 does, or "
	    "set tls = starttls" },
	{ MAILBOX, 0, TLS_ANY, "STARTTLS: refused",
	    "try port 993 with tls = implicit" },
	{ MAILBOX, 0, TLS_ANY, "expired|not yet activated", DATES },
	{ MAILBOX, 0, TLS_ANY, "does not match",
	    "host must be a name in the server's certificate" },
	{ MAILBOX, 0, TLS_ANY, "is not good",
	    "nobody trusted vouches for the certificate: a private authority "
	    "goes into ca-file" },
	{ MAILBOX, 0, TLS_ANY, "no certificate authority",
	    "can ca-file be read?" },
	{ MAILBOX, 0, TLS_ANY, "Connection refused",
	    "nothing listens there: are host and port right, is the server "
	    "up?" },
	{ MAILBOX, 0, TLS_ANY, "timed out",
	    "are host and port right? A firewall may be between" },
	{ MAILBOX, 0, TLS_ANY, "name resolution",
	    "is the host's name right, and does this machine reach a name "
	    "server?" },
	{ MAILBOX, 0, TLS_ANY, "not known", "is the host's name right?" },
	{ MAILBOX, 0, TLS_ANY, "select: refused",
	    "is there such a folder? Look at folder" },
};

static bool
says_one_of(const char *text, const char *words)
{
	char word[40];

	for (const char *p = words; *p != '\0';) {
		size_t len = strcspn(p, "|");

		(void)snprintf(word, sizeof word, "%.*s", (int)len, p);
		if (strcasestr(text, word) != NULL)
			return true;
		p += len + (p[len] == '|');
	}
	return false;
}

static void
add_cure(unsigned where, int port, enum conf_tls tls, const char *text,
    struct buf *out)
{
	int how = tls == CONF_TLS_IMPLICIT ? TLS_AT_ONCE : TLS_LATER;

	for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
		const struct cure *u = &cures[i];

		if ((u->where & where) != 0 &&
		    (u->port == 0 || u->port == port) &&
		    (u->tls == TLS_ANY || (int)u->tls == how) &&
		    (u->words == NULL || says_one_of(text, u->words))) {
			buf_printf(out, "; %s", u->cure);
			return;
		}
	}
}

void
trouble_nameless(const char *text, const char *to, struct buf *out)
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

/* "[::1]:25" */
static void
add_host(const char *host, int port, struct buf *out)
{
	bool v6 = strchr(host, ':') != NULL;

	buf_printf(out, "%s%s%s:%d", v6 ? "[" : "", host, v6 ? "]" : "", port);
}

void
trouble_say(const struct conf *c, const struct trouble *t, struct buf *out)
{
	const char *what = t->reply[0] != '\0' ? t->reply :
	    t->login_missing ? "the server offers no login that we know" :
	    t->time_out && t->connected && t->stage == STAGE_CONNECT ?
			       "connected, but no greeting in time" :
	    t->time_out ? "no answer in time" :
			  t->detail;

	add_host(c->outgoing.host, c->outgoing.port, out);
	buf_printf(out, ", %s: ", stage_name(t->stage));
	trouble_nameless(what, t->to, out);
	add_cure(AT(t->stage), c->outgoing.port, c->outgoing.tls, what, out);
}

void
trouble_mailbox(const struct conf_mailbox *c, struct buf *out)
{
	buf_printf(out, "%s://%s@",
	    c->tls == CONF_TLS_IMPLICIT ? "imaps" : "imap", c->user);
	add_host(c->host, c->port, out);
	buf_printf(out, "/%s", c->folder);
}

int
trouble_imap(const struct conf_mailbox *c, enum err_kind kind, const char *text,
    struct err *e)
{
	struct buf line = BUF_INIT;

	trouble_mailbox(c, &line);
	buf_printf(&line, ": %.200s", text);
	add_cure(MAILBOX, c->port, c->tls, text, &line);
	(void)err_set(e, kind, "%s", buf_text(&line));
	buf_release(&line);
	return -1;
}
