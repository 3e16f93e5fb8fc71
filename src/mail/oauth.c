/* SPDX-License-Identifier: MIT */
#include "mail/oauth.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cjson/cJSON.h>
#include <curl/curl.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/tree.h"
#include "conf/value.h"

/* The daemon gives a command for a secret ten seconds (conf/secret.c). */
enum {
	GRANT_MAX = 64 << 10,
	REPLY_MAX = 64 << 10,
	ANSWER_SECONDS = 8,
	CONNECT_SECONDS = 5,
	EXPIRES_DEFAULT = 600
};

static const struct {
	const char *name, *authorize, *token, *scope;
} providers[] = {
	{ "google", "https://accounts.google.com/o/oauth2/v2/auth",
	    "https://oauth2.googleapis.com/token", "https://mail.google.com/" },
	{ "microsoft",
	    "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
	    "https://login.microsoftonline.com/common/oauth2/v2.0/token",
	    "https://outlook.office.com/IMAP.AccessAsUser.All "
	    "https://outlook.office.com/SMTP.Send offline_access" },
};

/* The members of the file. */
/* clang-format off */
#define FIELDS(X) X("authorize-url", authorize_url) X("token-url", token_url) \
	X("client-id", client_id) X("client-secret", client_secret) \
	X("scope", scope) X("refresh-token", refresh_token) \
	X("access-token", access_token)
/* clang-format on */

static void
wipe(char **s)
{
	mem_wipe(*s);
	*s = NULL;
}

void
oauth_grant_release(struct oauth_grant *g)
{
#define RELEASE(name, member) wipe(&g->member);
	FIELDS(RELEASE)
#undef RELEASE
	g->expires = 0;
}

int
oauth_provider(const char *name, struct oauth_grant *g)
{
	for (size_t i = 0; i < sizeof providers / sizeof *providers; i++)
		if (strcmp(providers[i].name, name) == 0) {
			g->authorize_url = mem_dup(providers[i].authorize);
			g->token_url = mem_dup(providers[i].token);
			g->scope = mem_dup(providers[i].scope);
			return 0;
		}
	return -1;
}

static char *
text_of(const cJSON *object, const char *name)
{
	const char *s = tree_str(object, name);

	return s != NULL && *s != '\0' ? mem_dup(s) : NULL;
}

int
oauth_read(const char *path, struct oauth_grant *g, struct err *e)
{
	struct buf text = BUF_INIT;
	struct stat st;
	cJSON *object = NULL;
	double expires;

	*g = (struct oauth_grant){ .expires = 0 };
	if (stat(path, &st) == 0 && (st.st_mode & 077) != 0)
		return err_set(e, ERR_GIVEUP,
		    "%s holds a secret but others can read it: chmod 600",
		    path);
	if (file_read(path, GRANT_MAX, &text, e) == 0)
		object = cJSON_Parse(buf_text(&text));
	else
		return -1;
	buf_wipe(&text);
#define READ(name, member) g->member = text_of(object, name);
	FIELDS(READ)
#undef READ
	expires = cJSON_GetNumberValue(tree_get(object, "expires"));
	g->expires = expires > 0 && expires < 1e15 ? (int64_t)expires : 0;
	cJSON_Delete(object);
	if (g->token_url != NULL && g->client_id != NULL)
		return 0;
	oauth_grant_release(g);
	return err_set(e, ERR_CORRUPT,
	    "%s was not written by \"paquebot token authorize\"", path);
}

int
oauth_write(const char *path, const struct oauth_grant *g, struct err *e)
{
	cJSON *object = cJSON_CreateObject();
	char *text;
	int rc;

#define WRITE(name, member) \
	if (g->member != NULL) \
		cJSON_AddStringToObject(object, name, g->member);
	FIELDS(WRITE)
#undef WRITE
	if (g->expires > 0)
		cJSON_AddNumberToObject(object, "expires", (double)g->expires);
	text = cJSON_Print(object);
	rc = file_write(path, text, strlen(text), 0600, e);
	explicit_bzero(text, strlen(text));
	cJSON_free(text);
	cJSON_Delete(object);
	return rc;
}

/* 32 random bytes, or what else they are, as base64url without padding
 * (RFC 7636, appendix A). */
static void
base64url(const uint8_t in[32], char out[45])
{
	hash_base64(in, 32, out);
	for (char *p = out; *p != '\0'; p++)
		if (*p == '+')
			*p = '-';
		else if (*p == '/')
			*p = '_';
		else if (*p == '=')
			*p = '\0';
}

void
oauth_request_init(struct oauth_request *r)
{
	uint8_t secret[RNG_KEY_SIZE];

	rng_secret(secret);
	base64url(secret, r->verifier);
	rng_secret(secret);
	base64url(secret, r->state);
	explicit_bzero(secret, sizeof secret);
}

/* In the clear to this machine alone, by its number: "127.0.0.1@example.org"
 * and "127.example.org" are others. */
static bool
url_allowed(const char *url)
{
	char *scheme = NULL, *host = NULL;
	CURLU *u = curl_url();
	bool allowed = false;

	if (u != NULL && curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK &&
	    curl_url_get(u, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
	    curl_url_get(u, CURLUPART_HOST, &host, 0) == CURLUE_OK)
		allowed = strcmp(scheme, "https") == 0 ||
		    (strcmp(scheme, "http") == 0 && value_loopback(host));
	curl_free(scheme);
	curl_free(host);
	curl_url_cleanup(u);
	return allowed;
}

static void
form_add(CURL *curl, struct buf *out, const char *name, const char *value)
{
	char *escaped = curl_easy_escape(curl, value, 0);

	if (escaped == NULL)
		abort(); /* no memory */
	buf_printf(out, "%s%s=%s",
	    out->len > 0 && out->data[out->len - 1] != '?' ? "&" : "", name,
	    escaped);
	curl_free(escaped);
}

int
oauth_authorize_url(const struct oauth_grant *g, const struct oauth_request *r,
    const char *redirect, struct buf *out, struct err *e)
{
	uint8_t hash[HASH_SIZE];
	char challenge[45];
	CURL *curl = curl_easy_init();

	if (curl == NULL)
		return err_set(e, ERR_LATER, "libcurl gives no handle");
	if (!url_allowed(g->authorize_url) || !url_allowed(g->token_url)) {
		curl_easy_cleanup(curl);
		return err_set(e, ERR_GIVEUP, "%s is not https",
		    url_allowed(g->authorize_url) ? g->token_url :
						    g->authorize_url);
	}
	hash_sha256(r->verifier, strlen(r->verifier), hash);
	base64url(hash, challenge);
	/* A query that is there stays (RFC 6749, 3.1). */
	buf_printf(out, "%s%s", g->authorize_url,
	    strchr(g->authorize_url, '?') != NULL ? "" : "?");
	form_add(curl, out, "client_id", g->client_id);
	form_add(curl, out, "response_type", "code");
	form_add(curl, out, "redirect_uri", redirect);
	form_add(curl, out, "scope", g->scope != NULL ? g->scope : "");
	form_add(curl, out, "state", r->state);
	form_add(curl, out, "code_challenge", challenge);
	form_add(curl, out, "code_challenge_method", "S256");
	/* Google gives a refresh token only so. */
	form_add(curl, out, "access_type", "offline");
	form_add(curl, out, "prompt", "consent");
	curl_easy_cleanup(curl);
	return 0;
}

/* A parameter of the query of an address, decoded; false: it has none. */
static bool
parameter(const char *address, const char *name, struct buf *out)
{
	const char *p = strchr(address, '?');
	size_t len = strlen(name);
	char *plain;
	int n;

	buf_clear(out);
	for (; p != NULL; p = strchr(p + 1, '&'))
		if (strncmp(p + 1, name, len) == 0 && p[1 + len] == '=')
			break;
	if (p == NULL)
		return false;
	p += 2 + len;
	plain = curl_easy_unescape(NULL, p, (int)strcspn(p, "&# \t\r\n"), &n);
	if (plain == NULL)
		return false;
	buf_add(out, plain, (size_t)n);
	curl_free(plain);
	return true;
}

int
oauth_code(const struct oauth_request *r, const char *address, struct buf *code,
    struct err *e)
{
	struct buf state = BUF_INIT, error = BUF_INIT;
	int rc = 0;

	if (parameter(address, "error", &error))
		rc = err_set(e, ERR_GIVEUP, "the provider refused: %s",
		    buf_text(&error));
	else if (!parameter(address, "state", &state) ||
	    strcmp(buf_text(&state), r->state) != 0)
		rc = err_set(e, ERR_GIVEUP,
		    "this address does not answer the question that was just "
		    "asked");
	else if (!parameter(address, "code", code) || code->len == 0)
		rc = err_set(e, ERR_GIVEUP, "this address has no code in it");
	buf_release(&state);
	buf_release(&error);
	return rc;
}

static size_t
take(char *data, size_t size, size_t n, void *arg)
{
	struct buf *b = arg;

	buf_add(b, data, size * n);
	return b->overflow ? 0 : size * n;
}

static int
post(const char *url, const char *form, struct buf *reply, long *code,
    struct err *e)
{
	CURL *curl = curl_easy_init();
	CURLcode rc;

	if (curl == NULL)
		return err_set(e, ERR_LATER, "libcurl gives no handle");
	curl_easy_setopt(curl, CURLOPT_URL, url);
	curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
	curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(curl, CURLOPT_TIMEOUT, (long)ANSWER_SECONDS);
	curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_SECONDS);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION,
	    (long)CURL_SSLVERSION_TLSv1_2);
	curl_easy_setopt(curl, CURLOPT_POSTFIELDS, form);
	curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
	curl_easy_setopt(curl, CURLOPT_WRITEDATA, reply);
	rc = curl_easy_perform(curl);
	(void)curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, code);
	curl_easy_cleanup(curl);
	if (rc != CURLE_OK)
		return err_set(e, ERR_LATER, "%s: %s", url,
		    curl_easy_strerror(rc));
	return 0;
}

/* RFC 6749, 5.1: what is not there stays as it was. */
static int
take_tokens(struct oauth_grant *g, const cJSON *object, struct err *e)
{
	char *access = text_of(object, "access_token");
	char *refresh = text_of(object, "refresh_token");
	double left = cJSON_GetNumberValue(tree_get(object, "expires_in"));

	if (access == NULL) {
		wipe(&refresh);
		return err_set(e, ERR_LATER, "%s gave no access token",
		    g->token_url);
	}
	wipe(&g->access_token);
	g->access_token = access;
	g->expires = clock_now() +
	    (left > 0 && left < 1e9 ? (int64_t)left : EXPIRES_DEFAULT);
	if (refresh != NULL) {
		wipe(&g->refresh_token);
		g->refresh_token = refresh;
	}
	return 0;
}

/* RFC 6749, 5.2. A server that is in trouble (5xx, 429) refuses nothing. */
static int
refused(const struct oauth_grant *g, const cJSON *object, long code,
    struct err *e)
{
	char *error = text_of(object, "error");
	char *says = text_of(object, "error_description");

	err_set(e,
	    error == NULL || code >= 500 || code == 429 ? ERR_LATER :
							  ERR_GIVEUP,
	    "%s answered %ld%s%s%s%s", g->token_url, code,
	    error != NULL ? " " : "", error != NULL ? error : "",
	    says != NULL ? ": " : "", says != NULL ? says : "");
	free(error);
	free(says);
	return -1;
}

static int
ask(struct oauth_grant *g, struct buf *form, struct err *e)
{
	struct buf reply;
	cJSON *object;
	long code = 0;
	int rc;

	buf_init(&reply, REPLY_MAX);
	rc = post(g->token_url, buf_text(form), &reply, &code, e);
	buf_wipe(form);
	if (rc == 0) {
		object = cJSON_Parse(buf_text(&reply));
		rc = code == 200 ? take_tokens(g, object, e) :
				   refused(g, object, code, e);
		cJSON_Delete(object);
	}
	buf_wipe(&reply);
	return rc;
}

/* The members that both grants have; NULL, with e, if it may not be asked. */
static CURL *
form_begin(const struct oauth_grant *g, struct buf *form, const char *type,
    struct err *e)
{
	CURL *curl = NULL;

	if (!url_allowed(g->token_url))
		err_set(e, ERR_GIVEUP, "%s is not https", g->token_url);
	else if ((curl = curl_easy_init()) == NULL)
		err_set(e, ERR_LATER, "libcurl gives no handle");
	if (curl == NULL)
		return NULL;
	form_add(curl, form, "grant_type", type);
	form_add(curl, form, "client_id", g->client_id);
	if (g->client_secret != NULL)
		form_add(curl, form, "client_secret", g->client_secret);
	return curl;
}

static int
form_send(CURL *curl, struct oauth_grant *g, struct buf *form, struct err *e)
{
	curl_easy_cleanup(curl);
	return ask(g, form, e);
}

int
oauth_exchange(struct oauth_grant *g, const struct oauth_request *r,
    const char *code, const char *redirect, struct err *e)
{
	struct buf form = BUF_INIT;
	CURL *curl = form_begin(g, &form, "authorization_code", e);

	if (curl == NULL)
		return -1;
	form_add(curl, &form, "code", code);
	form_add(curl, &form, "redirect_uri", redirect);
	form_add(curl, &form, "code_verifier", r->verifier);
	if (form_send(curl, g, &form, e) != 0)
		return -1;
	if (g->refresh_token != NULL)
		return 0;
	return err_set(e, ERR_GIVEUP,
	    "the provider gave no refresh token: without one the daemon could "
	    "work for an hour only");
}

int
oauth_refresh(struct oauth_grant *g, struct err *e)
{
	struct buf form = BUF_INIT;
	CURL *curl;

	if (g->refresh_token == NULL)
		return err_set(e, ERR_GIVEUP, "there is no refresh token");
	curl = form_begin(g, &form, "refresh_token", e);
	if (curl == NULL)
		return -1;
	form_add(curl, &form, "refresh_token", g->refresh_token);
	return form_send(curl, g, &form, e);
}
