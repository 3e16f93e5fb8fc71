/* SPDX-License-Identifier: MIT */
#include "mail/transport.h"

#include <pthread.h>

#include <curl/curl.h>

#include "base/mem.h"
#include "mail/courier.h"

/*
 * One easy handle a thread: curl_multi blocks on the reply to the final dot,
 * where the waiting is. What the server said is read from its reply lines,
 * in order: libcurl's own code does not tell a refused letter from a broken
 * connection, nor a break before 354 from one after it (platform trap 9).
 */

struct smtp {
	const struct conf *c;            /* borrowed */
	struct buf url;
	pthread_mutex_t secret_lock;     /* conf_secret may run a command */
};

struct hand {
	struct smtp *smtp;               /* borrowed */
	CURL *curl;                      /* NULL: the next letter makes one */
	struct curl_slist *to;
	const struct letter *letter;
	size_t at;                       /* bytes of it handed to libcurl */
	int replies;                     /* final reply lines so far */
	int code;                        /* of the last */
	bool asked;                      /* 354 was seen */
	int verdict_code;                /* of the reply after it; 0 none */
	char text[150];                  /* of the last reply */
};

static size_t
take_reply(char *data, size_t size, size_t n, void *arg)
{
	struct hand *h = arg;
	size_t len = size * n, cut;

	if (len < 3)
		return len;
	for (size_t i = 0; i < 3; i++)
		if (data[i] < '0' || data[i] > '9')
			return len;
	if (len > 3 && data[3] == '-')
		return len;             /* more lines of this reply follow */
	h->code = (data[0] - '0') * 100 + (data[1] - '0') * 10 + data[2] - '0';
	h->replies++;
	if (h->asked && h->verdict_code == 0)
		h->verdict_code = h->code;
	if (h->code == 354)
		h->asked = true;
	while (len > 0 && (unsigned char)data[len - 1] <= ' ')
		len--;
	cut = len < sizeof h->text - 1 ? len : sizeof h->text - 1;
	memcpy(h->text, data, cut);
	h->text[cut] = '\0';
	return size * n;
}

static size_t
give_bytes(char *room, size_t size, size_t n, void *arg)
{
	struct hand *h = arg;
	size_t left = h->letter->len - h->at;
	size_t len = left < size * n ? left : size * n;

	memcpy(room, h->letter->raw + h->at, len);
	h->at += len;
	return len;
}

static void
hand_reset(struct hand *h)
{
	if (h->curl != NULL)
		curl_easy_cleanup(h->curl);
	h->curl = NULL;
}

static int
set_secret(struct hand *h, struct err *e)
{
	const struct conf *c = h->smtp->c;
	struct buf secret = BUF_INIT;
	bool oauth = false;
	int rc;

	if (c->outgoing.user == NULL || *c->outgoing.user == '\0')
		return 0;
	(void)pthread_mutex_lock(&h->smtp->secret_lock);
	rc = conf_secret(&c->outgoing.secret, &secret, &oauth, e);
	(void)pthread_mutex_unlock(&h->smtp->secret_lock);
	if (rc == 0) {
		curl_easy_setopt(h->curl, CURLOPT_USERNAME, c->outgoing.user);
		curl_easy_setopt(h->curl, oauth ? CURLOPT_XOAUTH2_BEARER :
		    CURLOPT_PASSWORD, buf_text(&secret));
		curl_easy_setopt(h->curl, CURLOPT_LOGIN_OPTIONS, oauth ?
		    "AUTH=XOAUTH2" : "AUTH=PLAIN;AUTH=LOGIN");
		curl_easy_setopt(h->curl, CURLOPT_SASL_IR, 1L);
	}
	if (secret.data != NULL)
		explicit_bzero(secret.data, secret.cap);
	buf_release(&secret);
	return rc;
}

static void
set_tls(CURL *curl, const struct conf *c)
{
	curl_easy_setopt(curl, CURLOPT_USE_SSL, (long)(c->outgoing.tls ==
	    CONF_TLS_NONE ? CURLUSESSL_NONE : CURLUSESSL_ALL));
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 1L);
	curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 2L);
	curl_easy_setopt(curl, CURLOPT_SSLVERSION,
	    (long)CURL_SSLVERSION_TLSv1_2);
	/* The system's directory is libcurl's default: the one store there is
	 * without a ca-file, and trusted beside it if it is not taken away. */
	if (c->outgoing.ca_file != NULL) {
		curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
		curl_easy_setopt(curl, CURLOPT_CAINFO, c->outgoing.ca_file);
	}
}

static int
hand_connectable(struct hand *h, struct err *e)
{
	const struct conf *c = h->smtp->c;
	long timeout = c->outgoing.timeout > 0 ? c->outgoing.timeout : 60;

	if (h->curl != NULL)
		return 0;
	h->curl = curl_easy_init();
	if (h->curl == NULL)
		return err_set(e, ERR_LATER, "libcurl gives no handle");
	curl_easy_setopt(h->curl, CURLOPT_URL, h->smtp->url.data);
	curl_easy_setopt(h->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(h->curl, CURLOPT_PROXY, "");
	curl_easy_setopt(h->curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(h->curl, CURLOPT_TIMEOUT, timeout);
	/* The reply to the final dot is waited for under this limit alone. */
	curl_easy_setopt(h->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, timeout);
	curl_easy_setopt(h->curl, CURLOPT_CONNECTTIMEOUT,
	    timeout < 30 ? timeout : 30L);
	curl_easy_setopt(h->curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(h->curl, CURLOPT_READFUNCTION, give_bytes);
	curl_easy_setopt(h->curl, CURLOPT_READDATA, h);
	curl_easy_setopt(h->curl, CURLOPT_HEADERFUNCTION, take_reply);
	curl_easy_setopt(h->curl, CURLOPT_HEADERDATA, h);
	set_tls(h->curl, c);
	if (set_secret(h, e) != 0) {
		hand_reset(h);
		return -1;
	}
	return 0;
}

/* Did the server refuse us, and not this letter: greeting, EHLO, STARTTLS,
 * certificate, password. */
static bool
refused_session(CURLcode rc)
{
	return rc == CURLE_LOGIN_DENIED || rc == CURLE_USE_SSL_FAILED ||
	    rc == CURLE_WEIRD_SERVER_REPLY ||
	    rc == CURLE_REMOTE_ACCESS_DENIED ||
	    rc == CURLE_PEER_FAILED_VERIFICATION ||
	    rc == CURLE_SSL_CONNECT_ERROR || rc == CURLE_SSL_CACERT_BADFILE;
}

static enum verdict
by_code(int code)
{
	return code >= 200 && code < 300 ? VERDICT_SENT :
	    code >= 500 ? VERDICT_FAILED : VERDICT_LATER;
}

static void
judge(const struct hand *h, struct letter *l, CURLcode rc, long code)
{
	const char *says = h->replies > 0 ? h->text : "no reply";

	if (h->verdict_code != 0) {
		enum verdict v = by_code(h->verdict_code);

		courier_verdict(l, v, h->verdict_code, "%s",
		    v == VERDICT_SENT ? "" : says);
	} else if (h->asked) {
		courier_verdict(l, VERDICT_UNKNOWN, 0, "broken after 354: %s",
		    curl_easy_strerror(rc));
	} else if (code >= 500 && !refused_session(rc)) {
		courier_verdict(l, VERDICT_FAILED, (int)code, "%s", says);
	} else if (code >= 400) {
		courier_verdict(l, VERDICT_LATER, (int)code, "%s", says);
	} else {
		courier_verdict(l, VERDICT_LATER, 0, "not sent: %s",
		    curl_easy_strerror(rc));
	}
}

/* A kept connection that the server has left, perhaps with a 421. */
static bool
was_stale(const struct hand *h, CURLcode rc)
{
	long fresh = 1;

	(void)curl_easy_getinfo(h->curl, CURLINFO_NUM_CONNECTS, &fresh);
	return rc != CURLE_OK && fresh == 0 && !h->asked &&
	    (h->replies == 0 || h->code == 421);
}

/* One attempt; true if it is worth another at once, on a new connection. */
static bool
attempt(struct hand *h, struct letter *l)
{
	CURLcode rc;
	struct err e;
	bool again;
	long code = 0;

	if (hand_connectable(h, &e) != 0) {
		courier_verdict(l, VERDICT_LATER, 0, "%s", e.text);
		return false;
	}
	h->letter = l;
	h->at = 0;
	h->replies = h->code = h->verdict_code = 0;
	h->asked = false;
	curl_easy_setopt(h->curl, CURLOPT_MAIL_FROM, l->envelope_from);
	curl_easy_setopt(h->curl, CURLOPT_MAIL_RCPT, h->to);
	curl_easy_setopt(h->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)l->len);
	rc = curl_easy_perform(h->curl);
	(void)curl_easy_getinfo(h->curl, CURLINFO_RESPONSE_CODE, &code);
	judge(h, l, rc, code);
	again = was_stale(h, rc);
	/* A dead connection would be used again (rc 28, 56), and a password
	 * that was refused must be asked for anew. */
	if (rc != CURLE_OK)
		hand_reset(h);
	return again;
}

static void
smtp_deliver(void *arg, struct letter *l)
{
	struct hand *h = arg;

	h->to = curl_slist_append(NULL, l->to);
	if (h->to == NULL)
		abort();
	if (attempt(h, l))
		(void)attempt(h, l);
	if (h->curl != NULL)
		curl_easy_setopt(h->curl, CURLOPT_MAIL_RCPT, NULL);
	curl_slist_free_all(h->to);
	h->to = NULL;
}

static void *
smtp_hand(void *self)
{
	struct hand *h = mem_zero(1, sizeof *h);

	h->smtp = self;
	return h;
}

static void
smtp_drop(void *arg)
{
	hand_reset(arg);
	free(arg);
}

static void
smtp_release(void *self)
{
	struct smtp *s = self;

	(void)pthread_mutex_destroy(&s->secret_lock);
	buf_release(&s->url);
	free(s);
}

static const struct craft smtp_craft = {
	smtp_hand, smtp_deliver, smtp_drop, smtp_release
};

static void
global_init(void)
{
	if (curl_global_init(CURL_GLOBAL_DEFAULT) != CURLE_OK)
		abort();
}

/* The path of the URL is the name that EHLO gives. */
static void
smtp_url(const struct conf *c, struct buf *out)
{
	bool v6 = strchr(c->outgoing.host, ':') != NULL;
	const char *at = c->outgoing.address != NULL ?
	    strrchr(c->outgoing.address, '@') : NULL;

	buf_printf(out, "%s://%s%s%s:%d/%s",
	    c->outgoing.tls == CONF_TLS_IMPLICIT ? "smtps" : "smtp",
	    v6 ? "[" : "", c->outgoing.host, v6 ? "]" : "", c->outgoing.port,
	    at != NULL ? at + 1 : "");
}

static int
smtp_open(const struct conf *c, struct transport **out, struct err *e)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct smtp *s = mem_zero(1, sizeof *s);

	(void)pthread_once(&once, global_init);
	s->c = c;
	smtp_url(c, &s->url);
	(void)pthread_mutex_init(&s->secret_lock, NULL);
	return courier_open(&smtp_craft, s, c->outgoing.connections,
	    c->outgoing.rate, out, e);
}

/* NOOP is the command that does nothing (RFC 5321, 4.1.1.9). */
int
transport_login(const struct conf *c, struct err *e)
{
	struct smtp s = { .c = c, .secret_lock = PTHREAD_MUTEX_INITIALIZER };
	struct hand h = { .smtp = &s };
	CURLcode rc;
	int result;

	smtp_url(c, &s.url);
	result = hand_connectable(&h, e);
	if (result == 0) {
		curl_easy_setopt(h.curl, CURLOPT_UPLOAD, 0L);
		curl_easy_setopt(h.curl, CURLOPT_NOBODY, 1L);
		curl_easy_setopt(h.curl, CURLOPT_CUSTOMREQUEST, "NOOP");
		rc = curl_easy_perform(h.curl);
		if (rc != CURLE_OK)
			result = err_set(e, refused_session(rc) ? ERR_GIVEUP :
			    ERR_LATER, "%s, port %d: %s%s%s", c->outgoing.host,
			    c->outgoing.port, curl_easy_strerror(rc),
			    h.replies > 0 ? ": " : "", h.text);
	}
	hand_reset(&h);
	buf_release(&s.url);
	return result;
}

const struct transport_driver transport_smtp = {
	"smtp", smtp_open, courier_send, courier_start, courier_collect,
	courier_fd, courier_close
};
