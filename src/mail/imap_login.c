/* SPDX-License-Identifier: MIT */

/*
 * Logging in. The mechanisms of SASL that suit (mail/sasl.h) are tried in
 * their order, then LOGIN. All of it happens on verified TLS or inside this
 * machine (wire.h), so the weaker ones are safe there; only a server that
 * fails to prove what SCRAM asks of it is told nothing more.
 */

#include "mail/imap_talk.h"
#include "mail/sasl.h"

struct login {
	struct imap_session *session;
	struct sasl_account account;
	struct talk talk;
};

enum login_result { REFUSED = 1 }; /* beside 0 and -1 */

/* A server may say our own words back; the secret must not reach a log. */
static int
no_login(struct login *l, enum err_kind kind, const char *why, struct err *e)
{
	const char *secret = l->account.secret;
	const char *what = kind == ERR_LATER ? "login: not now" :
					       "login: refused";

	if (secret[0] != '\0' && strstr(why, secret) != NULL)
		return err_set(e, kind, "%s", what);
	return err_set(e, kind, "%s: %.200s", what, why);
}

/* The password was refused for what it is. */
static bool
is_final(const struct login *l)
{
	static const char *const final[] = { "AUTHENTICATIONFAILED",
		"AUTHORIZATIONFAILED", "EXPIRED", "PRIVACYREQUIRED",
		"CONTACTADMIN", "NOPERM" };

	return talk_has_code(&l->talk, final, sizeof final / sizeof *final);
}

/* The trouble is the server's own and will pass: by its code or, as Gmail says
 * "[ALERT] Too many simultaneous connections", its words. */
static bool
is_passing(const struct login *l)
{
	static const char *const codes[] = { "UNAVAILABLE", "INUSE", "LIMIT",
		"SERVERBUG" };
	static const char *const words[] = { "too many", "simultaneous",
		"rate limit", "number of connections" };

	if (talk_has_code(&l->talk, codes, sizeof codes / sizeof *codes))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strcasestr(l->talk.text, words[i]) != NULL)
			return !is_final(l);
	return false;
}

/* REFUSED, or -1 if it will pass. */
static int
refused(struct login *l, const char *reason, struct err *e)
{
	enum err_kind kind = is_passing(l) ? ERR_LATER : ERR_GIVEUP;
	struct buf why = BUF_INIT;

	buf_str(&why, l->talk.text);
	if (reason != NULL)
		buf_printf(&why, " (%s)", reason);
	no_login(l, kind, buf_text(&why), e);
	buf_release(&why);
	return kind == ERR_LATER ? -1 : REFUSED;
}

/* AUTHENTICATE with its initial response in the same line, where the server
 * takes it there (RFC 4959: an empty one is "="). */
static int
begin_sasl(struct login *l, struct sasl *sasl, const char *mechanism,
    struct buf *line, struct err *e)
{
	bool at_once = mailimap_has_extension(l->session->imap, "SASL-IR") != 0;
	struct buf first = BUF_INIT;
	int rc = 0;

	buf_printf(line, "AUTHENTICATE %s", mechanism);
	if (at_once)
		rc = sasl_step(sasl, "", &first, e);
	if (at_once)
		buf_printf(line, " %s", first.len > 0 ? buf_text(&first) : "=");
	buf_wipe(&first);
	buf_str(line, "\r\n");
	return rc < 0 ? -1 : talk_command(&l->talk, buf_text(line), e);
}

/* "*" ends an exchange that goes wrong on our side (RFC 3501, 6.2.2). */
static int
cancel_sasl(struct login *l)
{
	struct err ignored;

	if (talk_send(&l->talk, "*\r\n", 3, &ignored) == 0)
		(void)talk_answer(&l->talk, &ignored);
	return -1;
}

static int
answer_sasl(struct login *l, struct sasl *sasl, struct buf *line, struct err *e)
{
	buf_wipe(line);
	if (sasl_step(sasl, l->talk.text, line, e) < 0)
		return cancel_sasl(l);
	buf_str(line, "\r\n");
	return talk_send(&l->talk, line->data, line->len, e);
}

static int
run_sasl(struct login *l, struct sasl *sasl, const char *mechanism,
    struct buf *line, struct err *e)
{
	enum talk_answer got;

	if (begin_sasl(l, sasl, mechanism, line, e) < 0)
		return -1;
	while ((got = talk_answer(&l->talk, e)) == TALK_MORE)
		if (answer_sasl(l, sasl, line, e) < 0)
			return -1;
	if (got == TALK_NO || got == TALK_BAD)
		return refused(l, sasl_reason(sasl), e);
	if (got == TALK_OK && !sasl_satisfied(sasl))
		return err_set(e, ERR_GIVEUP,
		    "login: %s has not proved that it knows the password: no "
		    "other way in is tried",
		    l->account.host);
	return got == TALK_OK ? 0 : -1;
}

static int
login_sasl(struct login *l, const char *mechanism, struct err *e)
{
	struct buf line = BUF_INIT;
	struct sasl *sasl;
	int rc;

	if (sasl_open(mechanism, &l->account, &sasl, e) < 0)
		return -1;
	rc = run_sasl(l, sasl, mechanism, &line, e);
	buf_wipe(&line);
	sasl_close(sasl);
	return rc;
}

/* A string of RFC 3501: quoted where its characters allow that, else a literal,
 * for which the server is waited for. 0 sent, 1 refused, -1. */
static int
send_string(struct login *l, struct buf *line, const char *text, struct err *e)
{
	enum talk_answer got;
	bool quotable = true;

	for (const char *p = text; *p != '\0'; p++)
		if (*p == '\r' || *p == '\n' || (unsigned char)*p >= 0x80)
			quotable = false;
	if (quotable) {
		buf_char(line, '"');
		for (const char *p = text; *p != '\0'; p++) {
			if (*p == '"' || *p == '\\')
				buf_char(line, '\\');
			buf_char(line, *p);
		}
		buf_char(line, '"');
		return 0;
	}
	buf_printf(line, "{%zu}\r\n", strlen(text));
	if (talk_send(&l->talk, line->data, line->len, e) < 0)
		return -1;
	buf_wipe(line);
	got = talk_answer(&l->talk, e);
	if (got != TALK_MORE)
		return got == TALK_BROKEN ? -1 : 1;
	buf_str(line, text);
	return 0;
}

static int
login_command(struct login *l, struct err *e)
{
	struct buf line = BUF_INIT;
	enum talk_answer got = TALK_BROKEN;
	int rc = talk_command(&l->talk, "LOGIN ", e);

	if (rc == 0)
		rc = send_string(l, &line, l->account.user, e);
	if (rc == 0) {
		buf_char(&line, ' ');
		rc = send_string(l, &line, l->account.secret, e);
	}
	if (rc == 0) {
		buf_str(&line, "\r\n");
		rc = talk_send(&l->talk, line.data, line.len, e);
	}
	if (rc == 0)
		got = talk_answer(&l->talk, e);
	buf_wipe(&line);
	if (rc < 0 || (rc == 0 && got == TALK_BROKEN))
		return -1;
	return rc == 0 && got == TALK_OK ? 0 : refused(l, NULL, e);
}

static bool
offered(void *arg, const char *mechanism)
{
	const struct imap_session *s = arg;

	return mailimap_has_authentication(s->imap, mechanism) != 0;
}

/* Is LOGIN the next to try? A password that was refused for what it is must
 * not be refused once more: where accounts are locked, each attempt counts. */
static bool
login_is_next(const struct login *l, const char *last)
{
	if (l->account.oauth || l->account.secret[0] == '\0' ||
	    mailimap_has_extension(l->session->imap, "LOGINDISABLED"))
		return false;
	return last == NULL || strcmp(last, "PLAIN") != 0 || !is_final(l);
}

/* "CRAM-MD5 XOAUTH2", or "nothing". */
static void
add_offered(const struct login *l, struct buf *out)
{
	const struct mailimap_connection_info *i =
	    l->session->imap->imap_connection_info;
	size_t before = out->len;

	if (i == NULL || i->imap_capability == NULL)
		return;
	for (clistiter *at = clist_begin(i->imap_capability->cap_list);
	    at != NULL; at = clist_next(at)) {
		const struct mailimap_capability *c = clist_content(at);

		if (c->cap_type == MAILIMAP_CAPABILITY_AUTH_TYPE)
			buf_printf(out, " %.40s", c->cap_data.cap_auth_type);
	}
	if (out->len == before)
		buf_str(out, " nothing");
}

static int
no_way_in(const struct login *l, struct err *e)
{
	struct buf ways = BUF_INIT;
	const char *host = l->account.host;

	if (l->account.oauth)
		return err_set(e, ERR_GIVEUP,
		    "login: %s offers neither OAUTHBEARER nor XOAUTH2", host);
	if (l->account.secret[0] == '\0')
		return err_set(e, ERR_GIVEUP,
		    "login: %s does not offer EXTERNAL, so a certificate alone "
		    "is not enough: it needs a password",
		    host);
	add_offered(l, &ways);
	(void)err_set(e, ERR_GIVEUP,
	    "login: %s takes no password this way: it offers%.160s", host,
	    buf_text(&ways));
	buf_release(&ways);
	return -1;
}

static int
try_all(struct login *l, struct err *e)
{
	const char *last = NULL, *next;
	int rc = REFUSED;

	while (rc == REFUSED &&
	    (next = sasl_choose(&l->account, last, offered, l->session)) !=
		NULL) {
		rc = login_sasl(l, next, e);
		last = next;
	}
	if (rc == REFUSED && login_is_next(l, last))
		rc = login_command(l, e);
	else if (rc == REFUSED && last == NULL)
		return no_way_in(l, e);
	return rc == 0 ? 0 : -1;
}

int
imap_login(struct imap_session *s, struct err *e)
{
	const struct imap_setup *setup = s->setup;
	struct login l = { .session = s,
		.account = { .user = setup->user,
		    .secret = setup->secret,
		    .oauth = setup->oauth,
		    .certificate = setup->cert_file != NULL,
		    .host = setup->host,
		    .port = setup->port } };
	int rc;

	if (s->imap->imap_state == MAILIMAP_STATE_AUTHENTICATED)
		return 0; /* PREAUTH on a verified connection */
	wire_binding(s->wire, l.account.binding, sizeof l.account.binding,
	    &l.account.exporter);
	imap_arm(s);
	talk_open(&l.talk, s, "login");
	rc = try_all(&l, e);
	talk_close(&l.talk);
	if (rc == 0)
		s->imap->imap_state = MAILIMAP_STATE_AUTHENTICATED;
	return rc;
}
