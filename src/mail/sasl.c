/* SPDX-License-Identifier: MIT */
#include "mail/sasl.h"

#include <gsasl.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { REASON_MAX = 120 };

/* In the order of preference. */
enum family { CERTIFICATE, TOKEN, BOUND, CHALLENGE, PASSWORD };
static const struct mechanism {
	const char *name;
	enum family family;
} mechanisms[] = {
	{ "EXTERNAL", CERTIFICATE },
	{ "OAUTHBEARER", TOKEN },
	{ "XOAUTH2", TOKEN },
	{ "SCRAM-SHA-256-PLUS", BOUND },
	{ "SCRAM-SHA-256", CHALLENGE },
	{ "PLAIN", PASSWORD },
};
enum { MECHANISMS = sizeof mechanisms / sizeof *mechanisms };

struct sasl {
	const struct sasl_account *account; /* borrowed */
	const struct mechanism *mechanism;
	Gsasl *library;         /* owned; NULL for tokens */
	Gsasl_session *session; /* owned */
	int steps, last;
	char reason[REASON_MAX];
};

static const struct mechanism *
find(const char *name)
{
	for (int i = 0; i < MECHANISMS; i++)
		if (strcmp(mechanisms[i].name, name) == 0)
			return &mechanisms[i];
	return NULL;
}

static bool
usable(const struct sasl_account *a, enum family f)
{
	bool secret = a->secret[0] != '\0';

	switch (f) {
	case CERTIFICATE:
		return a->certificate && !secret;
	case TOKEN:
		return secret && a->oauth;
	case BOUND:
		return secret && !a->oauth && a->binding[0] != '\0';
	default:
		return secret && !a->oauth;
	}
}

const char *
sasl_choose(const struct sasl_account *a, const char *after,
    bool (*offered)(void *arg, const char *mechanism), void *arg)
{
	const struct mechanism *last = after == NULL ? NULL : find(after);

	for (const struct mechanism *m = last == NULL ? mechanisms : last + 1;
	    m < mechanisms + MECHANISMS; m++) {
		if (last != NULL && last->family == BOUND &&
		    m->family == CHALLENGE)
			continue;
		if (usable(a, m->family) && offered(arg, m->name))
			return m->name;
	}
	return NULL;
}

/* SCRAM without -PLUS says that it would have bound, which a server that
 * offers -PLUS takes for a trick of somebody in between: so that is only said
 * with -PLUS. */
static void
set_properties(struct sasl *s)
{
	const struct sasl_account *a = s->account;

	if (s->mechanism->family == CERTIFICATE) {
		gsasl_property_set(s->session, GSASL_AUTHZID, a->user);
		return;
	}
	gsasl_property_set(s->session, GSASL_AUTHID, a->user);
	gsasl_property_set(s->session, GSASL_PASSWORD, a->secret);
	if (s->mechanism->family == BOUND)
		gsasl_property_set(s->session,
		    a->exporter ? GSASL_CB_TLS_EXPORTER : GSASL_CB_TLS_UNIQUE,
		    a->binding);
}

int
sasl_open(const char *mechanism, const struct sasl_account *a,
    struct sasl **out, struct err *e)
{
	struct sasl *s = mem_zero(1, sizeof *s);

	s->account = a;
	s->mechanism = find(mechanism);
	*out = s;
	if (s->mechanism->family == TOKEN)
		return 0;
	if (gsasl_init(&s->library) != GSASL_OK)
		abort(); /* no memory */
	s->last = gsasl_client_start(s->library, mechanism, &s->session);
	if (s->last == GSASL_OK) {
		set_properties(s);
		return 0;
	}
	err_set(e, ERR_GIVEUP, "%s: %s", mechanism, gsasl_strerror(s->last));
	sasl_close(s);
	*out = NULL;
	return -1;
}

static void
encode(const struct buf *plain, struct buf *out)
{
	char *text;
	size_t len;

	if (gsasl_base64_to(buf_text(plain), plain->len, &text, &len) !=
	    GSASL_OK)
		abort(); /* no memory */
	buf_add(out, text, len);
	explicit_bzero(text, len);
	gsasl_free(text);
}

/* In a gs2-header "," and "=" of a name are written =2C and =3D (RFC 5801). */
static void
add_name(struct buf *out, const char *name)
{
	for (; *name != '\0'; name++)
		if (*name == ',')
			buf_str(out, "=2C");
		else if (*name == '=')
			buf_str(out, "=3D");
		else
			buf_char(out, *name);
}

static void
first_token(const struct sasl *s, struct buf *out)
{
	const struct sasl_account *a = s->account;
	struct buf plain = BUF_INIT;

	if (strcmp(s->mechanism->name, "XOAUTH2") == 0) {
		buf_printf(&plain, "user=%s\001", a->user);
	} else {
		buf_str(&plain, "n,a=");
		add_name(&plain, a->user);
		buf_printf(&plain, ",\001host=%s\001port=%d\001", a->host,
		    a->port);
	}
	buf_printf(&plain, "auth=Bearer %s\001\001", a->secret);
	encode(&plain, out);
	buf_wipe(&plain);
}

static void
keep_reason(struct sasl *s, const char *challenge)
{
	char *text = NULL;
	size_t len = 0, n = 0;

	if (gsasl_base64_from(challenge, strlen(challenge), &text, &len) !=
	    GSASL_OK)
		return;
	for (size_t i = 0; i < len && n < sizeof s->reason - 1; i++)
		if (text[i] >= ' ' && text[i] <= '~')
			s->reason[n++] = text[i];
	s->reason[n] = '\0';
	gsasl_free(text);
}

/* A challenge to a token is the reason of a refusal (RFC 7628, 3.2.2). It is
 * answered by a lone ^A, with XOAUTH2 by nothing, and then the server says
 * NO. */
static int
step_token(struct sasl *s, const char *challenge, struct buf *response)
{
	if (s->steps++ == 0) {
		first_token(s, response);
		return 0;
	}
	keep_reason(s, challenge);
	if (strcmp(s->mechanism->name, "OAUTHBEARER") == 0)
		buf_str(response, "AQ==");
	return 0;
}

int
sasl_step(struct sasl *s, const char *challenge, struct buf *response,
    struct err *e)
{
	char *text = NULL;

	if (s->library == NULL)
		return step_token(s, challenge, response);
	s->last = s->steps++ > 0 && s->last == GSASL_OK ?
	    GSASL_MECHANISM_CALLED_TOO_MANY_TIMES :
	    gsasl_step64(s->session, challenge, &text);
	if (s->last != GSASL_OK && s->last != GSASL_NEEDS_MORE)
		return err_set(e, ERR_GIVEUP, "%s: %s", s->mechanism->name,
		    gsasl_strerror(s->last));
	buf_str(response, text);
	explicit_bzero(text, strlen(text));
	gsasl_free(text);
	return 0;
}

bool
sasl_satisfied(const struct sasl *s)
{
	return s->library == NULL || s->last == GSASL_OK;
}

const char *
sasl_reason(const struct sasl *s)
{
	return s->reason[0] != '\0' ? s->reason : NULL;
}

void
sasl_close(struct sasl *s)
{
	if (s == NULL)
		return;
	if (s->session != NULL)
		gsasl_finish(s->session);
	if (s->library != NULL)
		gsasl_done(s->library);
	free(s);
}
