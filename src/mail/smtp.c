/* SPDX-License-Identifier: MIT */
#include "mail/transport.h"

#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/socket.h>
#include <time.h>

#include <curl/curl.h>
#include <gnutls/gnutls.h>

#include "base/clock.h"
#include "base/mem.h"
#include "mail/trouble.h"
#include "mail/workers.h"

/*
 * A handle a thread: curl_multi blocks on the reply to the final dot, where
 * the waiting is. What the server said is read from its reply lines, and what
 * it said it to from the commands: libcurl's own code does not tell a refused
 * letter from a broken connection, nor a break before 354 from one after it
 * (doc/libraries.md 9), and after a refusal it says QUIT, whose "221" is
 * nobody's answer.
 */

struct smtp {
	const struct conf *c; /* borrowed */
	struct buf url;
	pthread_mutex_t secret_lock; /* conf_secret may run a command */
	atomic_bool stop;
};

/* Exim delivers only the first ten of a connection at once, and the others
 * when it next looks at its queue, in half an hour
 * (smtp_accept_queue_per_connection). */
enum { LETTERS_A_CONNECTION = 10 };

/* libcurl drops what has rested for 118 seconds (CURLOPT_MAXAGE_CONN). */
enum { REST_MS = 60 * 1000 };

struct worker {
	struct smtp *smtp; /* borrowed */
	CURL *curl;        /* NULL: the next letter makes one */
	CURLM *multi;      /* with it: has its connection */
	curl_socket_t fd;  /* of that; CURL_SOCKET_BAD: there is none */
	struct curl_slist *to;
	const struct dispatch *letter;
	size_t at;                    /* bytes of it handed to libcurl */
	int letters;                  /* the connection has brought */
	int64_t rests;                /* since that clock_boot_ms */
	enum stage stage;             /* of the last command */
	bool left;                    /* we said QUIT */
	struct smtp_reply reply;      /* the last before that */
	char detail[CURL_ERROR_SIZE]; /* libcurl's sentence */
};

static size_t
take_reply(char *data, size_t size, size_t n, void *arg)
{
	struct worker *h = arg;

	if (h->left || !reply_add(&h->reply, data, size * n))
		return size * n;
	if (h->reply.code == 354 && h->reply.whole) {
		h->stage = STAGE_DOT;
		h->reply = (struct smtp_reply){ 0 };
	}
	return size * n;
}

/* Of what libcurl tells only the verbs of commands are looked at: a line of
 * AUTH has the password. */
static int
take_command(CURL *curl, curl_infotype type, char *data, size_t size, void *arg)
{
	static const struct {
		char verb[5];
		enum stage stage;
	} verbs[] = { { "EHLO", STAGE_HELLO }, { "HELO", STAGE_HELLO },
		{ "STAR", STAGE_TLS }, { "AUTH", STAGE_LOGIN },
		{ "MAIL", STAGE_MAIL }, { "RCPT", STAGE_RCPT },
		{ "DATA", STAGE_DATA } };
	struct worker *h = arg;

	(void)curl;
	if (type != CURLINFO_HEADER_OUT || size < 4)
		return 0;
	h->left = h->left || memcmp(data, "QUIT", 4) == 0;
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (!h->left && memcmp(data, verbs[i].verb, 4) == 0)
			h->stage = verbs[i].stage;
	return 0;
}

/* libcurl asks once a second at least. A name that is being looked up is not
 * waited for. */
static int
take_pulse(void *arg, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	struct worker *h = arg;

	(void)a, (void)b, (void)c, (void)d;
	if (!h->smtp->stop)
		return 0;
	curl_easy_setopt(h->curl, CURLOPT_QUICK_EXIT, 1L);
	return 1;
}

static long
timeout_of(const struct worker *h)
{
	int seconds = h->smtp->c->outgoing.timeout;

	return seconds > 0 ? seconds : 60;
}

/* For the letter up to its final dot, and for each reply. */
static void
limit_letter(struct worker *h)
{
	curl_easy_setopt(h->curl, CURLOPT_TIMEOUT, timeout_of(h));
	curl_easy_setopt(h->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
	    timeout_of(h));
}

/* For the reply to the dot twice as long: ten minutes, if the rest may take
 * five (RFC 5321, 4.5.3.2.6). Who gives up sooner sends the letter again. */
static void
limit_dot(struct worker *h)
{
	curl_easy_setopt(h->curl, CURLOPT_TIMEOUT, 0L);
	curl_easy_setopt(h->curl, CURLOPT_SERVER_RESPONSE_TIMEOUT,
	    2 * timeout_of(h));
}

static size_t
give_bytes(char *room, size_t size, size_t n, void *arg)
{
	struct worker *h = arg;
	size_t left = h->letter->len - h->at;
	size_t len = left < size * n ? left : size * n;

	if (workers_over(h->letter))
		return CURL_READFUNC_ABORT;
	memcpy(room, h->letter->raw + h->at, len);
	h->at += len;
	if (len == 0)
		limit_dot(h);
	return len;
}

/* The server gets our QUIT, but its answer is not waited for. */
static void
worker_reset(struct worker *h)
{
	if (h->curl == NULL)
		return;
	if (h->fd != CURL_SOCKET_BAD)
		(void)shutdown(h->fd, SHUT_RD);
	curl_easy_cleanup(h->curl);
	(void)curl_multi_cleanup(h->multi);
	h->curl = NULL;
	h->multi = NULL;
	h->letters = 0;
}

static int
set_secret(struct worker *h, struct err *e)
{
	const struct conf *c = h->smtp->c;
	struct buf secret = BUF_INIT;
	bool oauth = false;
	int rc = 0;

	if (c->outgoing.user == NULL || *c->outgoing.user == '\0')
		return 0;
	(void)pthread_mutex_lock(&h->smtp->secret_lock);
	if (conf_has_secret(&c->outgoing.secret))
		rc = conf_secret(&c->outgoing.secret, &h->smtp->stop, &secret,
		    &oauth, e);
	(void)pthread_mutex_unlock(&h->smtp->secret_lock);
	if (rc == 0) {
		curl_easy_setopt(h->curl, CURLOPT_USERNAME, c->outgoing.user);
		curl_easy_setopt(h->curl,
		    oauth ? CURLOPT_XOAUTH2_BEARER : CURLOPT_PASSWORD,
		    buf_text(&secret));
		curl_easy_setopt(h->curl, CURLOPT_LOGIN_OPTIONS,
		    oauth               ? "AUTH=OAUTHBEARER;AUTH=XOAUTH2" :
			secret.len == 0 ? "AUTH=EXTERNAL" :
					  "AUTH=PLAIN;AUTH=LOGIN");
		curl_easy_setopt(h->curl, CURLOPT_SASL_IR, 1L);
	}
	buf_wipe(&secret);
	return rc;
}

static void
set_tls(CURL *curl, const struct conf *c)
{
	curl_easy_setopt(curl, CURLOPT_USE_SSL,
	    (long)(c->outgoing.tls == CONF_TLS_NONE ? CURLUSESSL_NONE :
						      CURLUSESSL_ALL));
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
	if (c->outgoing.cert_file != NULL) {
		curl_easy_setopt(curl, CURLOPT_SSLCERT, c->outgoing.cert_file);
		curl_easy_setopt(curl, CURLOPT_SSLKEY,
		    c->outgoing.key_file != NULL ? c->outgoing.key_file :
						   c->outgoing.cert_file);
	}
}

/* After half a minute, by the kernel: libcurl has one limit until the login. */
static int
limit_connect(void *arg, curl_socket_t fd, curlsocktype purpose)
{
	const int asks = 4; /* 1 + 2 + 4 + 8 + 16 seconds */

	(void)arg, (void)purpose;
	(void)setsockopt(fd, SOL_TCP, TCP_SYNCNT, &asks, sizeof asks);
	return CURL_SOCKOPT_OK;
}

static int
worker_connectable(struct worker *h, struct err *e)
{
	if (h->curl != NULL)
		return 0;
	h->fd = CURL_SOCKET_BAD;
	h->multi = curl_multi_init();
	h->curl = h->multi != NULL ? curl_easy_init() : NULL;
	if (h->curl == NULL) {
		(void)curl_multi_cleanup(h->multi);
		return err_set(e, ERR_LATER, "libcurl gives no handle");
	}
	curl_easy_setopt(h->curl, CURLOPT_URL, h->smtp->url.data);
	curl_easy_setopt(h->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
	curl_easy_setopt(h->curl, CURLOPT_PROXY, "");
	curl_easy_setopt(h->curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(h->curl, CURLOPT_CONNECTTIMEOUT, timeout_of(h));
	curl_easy_setopt(h->curl, CURLOPT_SOCKOPTFUNCTION, limit_connect);
	curl_easy_setopt(h->curl, CURLOPT_UPLOAD, 1L);
	curl_easy_setopt(h->curl, CURLOPT_READFUNCTION, give_bytes);
	curl_easy_setopt(h->curl, CURLOPT_READDATA, h);
	curl_easy_setopt(h->curl, CURLOPT_HEADERFUNCTION, take_reply);
	curl_easy_setopt(h->curl, CURLOPT_HEADERDATA, h);
	curl_easy_setopt(h->curl, CURLOPT_VERBOSE, 1L);
	curl_easy_setopt(h->curl, CURLOPT_DEBUGFUNCTION, take_command);
	curl_easy_setopt(h->curl, CURLOPT_DEBUGDATA, h);
	curl_easy_setopt(h->curl, CURLOPT_NOPROGRESS, 0L);
	curl_easy_setopt(h->curl, CURLOPT_XFERINFOFUNCTION, take_pulse);
	curl_easy_setopt(h->curl, CURLOPT_XFERINFODATA, h);
	curl_easy_setopt(h->curl, CURLOPT_ERRORBUFFER, h->detail);
	set_tls(h->curl, h->smtp->c);
	if (set_secret(h, e) != 0) {
		worker_reset(h);
		return -1;
	}
	return 0;
}

/* Whether the connection that was kept is over, or says something, which can be
 * no answer: libcurl would make another within the handle, and log in there
 * with a secret that may be long out of date. */
static bool
has_left(const struct worker *h)
{
	struct pollfd p = { .fd = h->fd, .events = POLLIN };

	return h->fd == CURL_SOCKET_BAD ||
	    clock_boot_ms() - h->rests > REST_MS || poll(&p, 1, 0) != 0;
}

/* TLS fails before the first reply where it is spoken at once. */
static enum stage
stage_of(const struct worker *h, CURLcode rc)
{
	switch (rc) {
	case CURLE_USE_SSL_FAILED:
	case CURLE_PEER_FAILED_VERIFICATION:
	case CURLE_SSL_CONNECT_ERROR:
	case CURLE_SSL_CACERT_BADFILE:
		return STAGE_TLS;
	default:
		return h->stage;
	}
}

/* libcurl's sentence, or of a certificate GnuTLS', which says more. */
static void
add_detail(const struct worker *h, CURLcode rc, struct buf *out)
{
	gnutls_datum_t print = { NULL, 0 };
	long status = 0;

	(void)curl_easy_getinfo(h->curl, CURLINFO_SSL_VERIFYRESULT, &status);
	if (rc == CURLE_PEER_FAILED_VERIFICATION && status != 0 &&
	    gnutls_certificate_verification_status_print((unsigned)status,
		GNUTLS_CRT_X509, &print, 0) == 0)
		buf_str(out, (const char *)print.data);
	else
		buf_str(out,
		    *h->detail != '\0' ? h->detail : curl_easy_strerror(rc));
	gnutls_free(print.data);
	while (out->len > 0 && strchr(" .", out->data[out->len - 1]) != NULL)
		out->data[--out->len] = '\0';
}

static void
say_trouble(const struct worker *h, struct dispatch *l, enum delivery v,
    enum fault f, CURLcode rc)
{
	struct buf why = BUF_INIT, detail = BUF_INIT;
	curl_off_t connected = 0;
	long os = 0;

	add_detail(h, rc, &detail);
	(void)curl_easy_getinfo(h->curl, CURLINFO_CONNECT_TIME_T, &connected);
	(void)curl_easy_getinfo(h->curl, CURLINFO_OS_ERRNO, &os);
	trouble_say(h->smtp->c,
	    &(struct trouble){ .stage = l->stage,
		.login_missing = rc == CURLE_LOGIN_DENIED &&
		    l->stage < STAGE_LOGIN,
		.time_out = rc == CURLE_OPERATION_TIMEDOUT || os == ETIMEDOUT,
		.connected = connected > 0,
		.reply = l->reply,
		.detail = buf_text(&detail),
		.to = l->to },
	    &why);
	workers_verdict(l, v, f, "%s", buf_text(&why));
	buf_release(&detail);
	buf_release(&why);
}

static void
judge_refusal(const struct worker *h, struct dispatch *l, CURLcode rc)
{
	enum fault f = fault_of(l->stage, l->reply);

	if (fault_stops(f))
		say_trouble(h, l, VERDICT_LATER, f, rc);
	else
		workers_verdict(l, fault_delivery(f), f, "%s", l->reply);
}

static void
judge(const struct worker *h, struct dispatch *l, CURLcode rc)
{
	bool dot = h->stage == STAGE_DOT, whole = h->reply.whole;
	bool sent = dot && whole && h->reply.code / 100 == 2;
	bool refused = whole && h->reply.code >= 400;

	l->stage = stage_of(h, rc);
	l->code = sent || refused ? h->reply.code : 0;
	(void)snprintf(l->reply, sizeof l->reply, "%s",
	    l->code != 0 ? h->reply.text : "");
	if (sent)
		workers_verdict(l, VERDICT_SENT, FAULT_NONE, "%s", "");
	else if (refused)
		judge_refusal(h, l, rc);
	else if (rc == CURLE_ABORTED_BY_CALLBACK)
		workers_verdict(l, dot ? VERDICT_UNKNOWN : VERDICT_NONE,
		    FAULT_NONE, "broken off: stopped");
	else
		say_trouble(h, l, dot ? VERDICT_UNKNOWN : VERDICT_LATER,
		    FAULT_LINE, rc);
}

/* A kept connection that the server has left, perhaps with a 421, or that has
 * brought as many letters as it may: that is said at MAIL ("452 4.5.3 Too many
 * messages" of OpenSMTPD after a hundred). */
static bool
was_stale(const struct worker *h, CURLcode rc)
{
	bool full = h->stage == STAGE_MAIL && h->reply.code / 100 == 4;
	long fresh = 1;

	(void)curl_easy_getinfo(h->curl, CURLINFO_NUM_CONNECTS, &fresh);
	return rc != CURLE_OK && rc != CURLE_ABORTED_BY_CALLBACK &&
	    fresh == 0 && h->stage != STAGE_DOT &&
	    (h->reply.code == 0 || h->reply.code == 421 || full);
}

/* What gives the password failed, or we were told to stop meanwhile. */
static void
no_secret(const struct worker *h, struct dispatch *l, const struct err *e)
{
	struct buf why = BUF_INIT;

	l->stage = STAGE_LOGIN;
	trouble_say(h->smtp->c,
	    &(struct trouble){ .stage = STAGE_LOGIN,
		.reply = "",
		.detail = e->text },
	    &why);
	workers_verdict(l, h->smtp->stop ? VERDICT_NONE : VERDICT_LATER,
	    FAULT_LINE, "%s", buf_text(&why));
	buf_release(&why);
}

/*
 * What curl_easy_perform() does, but for one thing: where poll() fails it ends
 * the transfer with the final dot, and the server takes what has come so far
 * for the letter (doc/libraries.md 23). Here it is looked again soon, until
 * what limits the transfer ends it. Where libcurl itself cannot go on, there is
 * no memory, and a connection that dies with the process ends no letter.
 */
static CURLcode
perform(struct worker *h)
{
	static const struct timespec again = { .tv_nsec = 50 * 1000 * 1000 };
	enum { LOOK_MS = 1000 };
	int running = 1, n;
	const CURLMsg *said;
	CURLMcode rc = curl_multi_add_handle(h->multi, h->curl);
	CURLcode result;

	while (rc == CURLM_OK) {
		rc = curl_multi_perform(h->multi, &running);
		if (rc != CURLM_OK || running == 0)
			break;
		if (curl_multi_poll(h->multi, NULL, 0, LOOK_MS, NULL) !=
		    CURLM_OK)
			(void)nanosleep(&again, NULL);
	}
	said = rc == CURLM_OK ? curl_multi_info_read(h->multi, &n) : NULL;
	if (said == NULL)
		abort();
	result = said->data.result;
	h->fd = CURL_SOCKET_BAD;
	(void)curl_easy_getinfo(h->curl, CURLINFO_ACTIVESOCKET, &h->fd);
	(void)curl_multi_remove_handle(h->multi, h->curl);
	return result;
}

/* One attempt; true if it is worth another at once, on a new connection. */
static bool
attempt(struct worker *h, struct dispatch *l)
{
	CURLcode rc;
	struct err e;
	bool again;

	if (h->curl != NULL && has_left(h))
		worker_reset(h);
	if (worker_connectable(h, &e) != 0) {
		no_secret(h, l, &e);
		return false;
	}
	h->letter = l;
	h->at = 0;
	h->stage = STAGE_CONNECT;
	h->left = false;
	h->reply = (struct smtp_reply){ 0 };
	*h->detail = '\0';
	limit_letter(h);
	curl_easy_setopt(h->curl, CURLOPT_MAIL_FROM, l->envelope_from);
	curl_easy_setopt(h->curl, CURLOPT_MAIL_RCPT, h->to);
	curl_easy_setopt(h->curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)l->len);
	rc = perform(h);
	h->rests = clock_boot_ms();
	judge(h, l, rc);
	again = was_stale(h, rc);
	/* A dead connection would be used again (rc 28, 56), and a password
	 * that was refused must be asked for anew. */
	if (rc != CURLE_OK || ++h->letters == LETTERS_A_CONNECTION)
		worker_reset(h);
	return again;
}

static void
smtp_deliver(void *arg, struct dispatch *l)
{
	struct worker *h = arg;

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
smtp_worker(void *self)
{
	struct worker *h = mem_zero(1, sizeof *h);

	h->smtp = self;
	return h;
}

static void
smtp_drop(void *arg)
{
	worker_reset(arg);
	free(arg);
}

static void
smtp_stop(void *self)
{
	((struct smtp *)self)->stop = true;
}

static void
smtp_release(void *self)
{
	struct smtp *s = self;

	(void)pthread_mutex_destroy(&s->secret_lock);
	buf_release(&s->url);
	free(s);
}

static const struct delivery_agent smtp_agent = { smtp_deliver, smtp_release,
	smtp_stop, smtp_worker, smtp_drop };

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
	    strrchr(c->outgoing.address, '@') :
	    NULL;

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
	return workers_open(&smtp_agent, s, c->outgoing.connections,
	    c->outgoing.rate, out, e);
}

/* NOOP is the command that does nothing (RFC 5321, 4.1.1.9). */
int
transport_login(const struct conf *c, struct err *e)
{
	struct smtp s = { .c = c, .secret_lock = PTHREAD_MUTEX_INITIALIZER };
	struct worker h = { .smtp = &s };
	struct dispatch l = { .verdict = VERDICT_NONE };
	int result;

	smtp_url(c, &s.url);
	result = worker_connectable(&h, e);
	if (result == 0) {
		curl_easy_setopt(h.curl, CURLOPT_UPLOAD, 0L);
		curl_easy_setopt(h.curl, CURLOPT_NOBODY, 1L);
		curl_easy_setopt(h.curl, CURLOPT_CUSTOMREQUEST, "NOOP");
		result = (int)perform(&h);
		if (result != 0) {
			judge(&h, &l, (CURLcode)result);
			result = err_set(e,
			    l.stage == STAGE_TLS || l.code >= 500 ? ERR_GIVEUP :
								    ERR_LATER,
			    "%s", l.why);
		}
	}
	worker_reset(&h);
	buf_release(&s.url);
	return result;
}

const struct transport_driver transport_smtp = { "smtp", smtp_open,
	workers_send, workers_start, workers_collect, workers_fd,
	workers_recall, workers_finish, workers_close };
