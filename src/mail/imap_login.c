/* SPDX-License-Identifier: MIT */
#include "mail/imap_own.h"

#include <gnutls/gnutls.h>
#include <strings.h>

#include "base/buf.h"

/* Response codes by which a server says that the trouble is its own and will
 * pass (RFC 5530). */
static bool
passing_trouble(const struct imap_session *s)
{
	static const char *const codes[] = { "UNAVAILABLE", "INUSE", "LIMIT" };
	const struct mailimap_response_info *info = s->imap->imap_response_info;

	if (info == NULL || info->rsp_atom == NULL)
		return false;
	for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
		if (strcasecmp(info->rsp_atom, codes[i]) == 0)
			return true;
	return false;
}

/* A server may say our own words back; the secret must not reach a log. */
static int
login_failed(struct imap_session *s, int code, struct err *e)
{
	enum err_kind kind = passing_trouble(s) ? ERR_LATER : ERR_GIVEUP;

	imap_failed(s, "login", code, kind, e);
	if (s->setup->secret[0] != '\0' &&
	    strstr(e->text, s->setup->secret) != NULL)
		err_set(e, kind, "login: refused");
	return -1;
}

static void
wipe(struct buf *b)
{
	if (b->data != NULL)
		explicit_bzero(b->data, b->cap);
	buf_release(b);
}

/* AUTHENTICATE PLAIN with its initial response (RFC 4616, RFC 4959): one
 * round trip, and the password may hold any character. */
static int
login_plain(struct imap_session *s)
{
	const struct imap_setup *setup = s->setup;
	struct buf plain = BUF_INIT, command = BUF_INIT;
	gnutls_datum_t in, out = { NULL, 0 };
	int rc;

	buf_char(&plain, '\0');
	buf_str(&plain, setup->user);
	buf_char(&plain, '\0');
	buf_str(&plain, setup->secret);
	in.data = (unsigned char *)plain.data;
	in.size = (unsigned)plain.len;
	if (gnutls_base64_encode2(&in, &out) < 0)
		abort();                 /* no memory: DESIGN 11 */
	buf_str(&command, "AUTHENTICATE PLAIN ");
	buf_add(&command, out.data, out.size);
	rc = mailimap_custom_command(s->imap, buf_text(&command));
	if (rc == MAILIMAP_NO_ERROR)
		s->imap->imap_state = MAILIMAP_STATE_AUTHENTICATED;
	explicit_bzero(out.data, out.size);
	gnutls_free(out.data);
	wipe(&plain);
	wipe(&command);
	return rc;
}

int
imap_login(struct imap_session *s, struct err *e)
{
	const struct imap_setup *setup = s->setup;
	int rc;

	if (s->imap->imap_state == MAILIMAP_STATE_AUTHENTICATED)
		return 0;                /* PREAUTH on a verified connection */
	imap_arm(s);
	if (setup->oauth) {
		if (!mailimap_has_authentication(s->imap, "XOAUTH2"))
			return err_set(e, ERR_GIVEUP,
				"login: %s does not offer XOAUTH2",
				setup->host);
		rc = mailimap_oauth2_authenticate(s->imap, setup->user,
			setup->secret);
	} else if (mailimap_has_authentication(s->imap, "PLAIN") &&
	    mailimap_has_extension(s->imap, "SASL-IR")) {
		rc = login_plain(s);
	} else if (mailimap_has_extension(s->imap, "LOGINDISABLED")) {
		return err_set(e, ERR_GIVEUP,
			"login: %s takes no password this way", setup->host);
	} else {
		rc = mailimap_login(s->imap, setup->user, setup->secret);
	}
	if (rc != MAILIMAP_NO_ERROR)
		return login_failed(s, rc, e);
	return 0;
}
