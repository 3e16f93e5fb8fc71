/* SPDX-License-Identifier: MIT */
#include "fake-smtp.h"

#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

#include "base/mem.h"

enum { CLIENTS_MAX = 256 };

struct fake_smtp {
	enum fake_tls tls;
	int listener, port;
	pthread_t acceptor;
	pthread_mutex_t lock; /* guards the rest */
	bool stopping;
	struct fake_script script;
	int n_clients, n_gone, letters, logins;
	int fd[CLIENTS_MAX];
	pthread_t thread[CLIENTS_MAX];
	struct buf transcript;
	gnutls_certificate_credentials_t cred;
};

struct client {
	struct fake_smtp *f;
	int fd;
	gnutls_session_t tls; /* NULL: plain */
	char in[4096];
	size_t n, at;
	int letters; /* taken on this connection */
};

/* -- certificates, made once ------------------------------------------- */

static char ca_path[] = "/tmp/paquebot-fake-ca-XXXXXX";
static gnutls_x509_privkey_t ca_key, other_key;
static gnutls_x509_crt_t ca_crt, other_crt;

static void
must(int rc)
{
	if (rc < 0) {
		(void)fprintf(stderr, "gnutls: %s\n", gnutls_strerror(rc));
		abort();
	}
}

static gnutls_x509_privkey_t
new_key(void)
{
	gnutls_x509_privkey_t key;

	must(gnutls_x509_privkey_init(&key));
	must(gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA,
	    GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0));
	return key;
}

static gnutls_x509_crt_t
new_crt(gnutls_x509_privkey_t key, const char *name, time_t from, time_t to,
    gnutls_x509_crt_t issuer, gnutls_x509_privkey_t issuer_key)
{
	static unsigned char serial;
	gnutls_x509_crt_t crt;

	serial++;
	must(gnutls_x509_crt_init(&crt));
	must(gnutls_x509_crt_set_version(crt, 3));
	must(gnutls_x509_crt_set_serial(crt, &serial, 1));
	must(gnutls_x509_crt_set_activation_time(crt, from));
	must(gnutls_x509_crt_set_expiration_time(crt, to));
	must(gnutls_x509_crt_set_dn_by_oid(crt, GNUTLS_OID_X520_COMMON_NAME, 0,
	    name, (unsigned)strlen(name)));
	must(gnutls_x509_crt_set_key(crt, key));
	must(gnutls_x509_crt_set_basic_constraints(crt, issuer == NULL, -1));
	if (strchr(name, '.') != NULL || strcmp(name, "localhost") == 0)
		must(gnutls_x509_crt_set_subject_alt_name(crt,
		    GNUTLS_SAN_DNSNAME, name, (unsigned)strlen(name),
		    GNUTLS_FSAN_SET));
	must(gnutls_x509_crt_sign2(crt, issuer == NULL ? crt : issuer,
	    issuer_key, GNUTLS_DIG_SHA256, 0));
	return crt;
}

static time_t
now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_REALTIME, &t);
	return t.tv_sec;
}

static void
make_authorities(void)
{
	gnutls_datum_t pem;
	int fd = mkstemp(ca_path);

	ca_key = new_key();
	other_key = new_key();
	ca_crt = new_crt(ca_key, "Good CA", now() - 86400, now() + 86400 * 30,
	    NULL, ca_key);
	other_crt = new_crt(other_key, "Other CA", now() - 86400,
	    now() + 86400 * 30, NULL, other_key);
	must(gnutls_x509_crt_export2(ca_crt, GNUTLS_X509_FMT_PEM, &pem));
	if (fd < 0 || write(fd, pem.data, pem.size) != (ssize_t)pem.size)
		abort();
	(void)close(fd);
	gnutls_free(pem.data);
}

const char *
fake_ca_file(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, make_authorities);
	return ca_path;
}

static gnutls_certificate_credentials_t
credentials(enum fake_cert kind)
{
	gnutls_certificate_credentials_t cred;
	gnutls_x509_privkey_t key = new_key();
	gnutls_x509_crt_t crt;
	time_t from = now() - 3600, to = now() + 86400;

	(void)fake_ca_file();
	if (kind == CERT_EXPIRED)
		to = now() - 60;
	if (kind == CERT_NOT_YET)
		from = now() + 3600;
	crt = new_crt(key,
	    kind == CERT_WRONG_NAME ? "mail.example.org" : "localhost", from,
	    to,
	    kind == CERT_SELF_SIGNED  ? NULL :
		kind == CERT_OTHER_CA ? other_crt :
					ca_crt,
	    kind == CERT_SELF_SIGNED  ? key :
		kind == CERT_OTHER_CA ? other_key :
					ca_key);
	must(gnutls_certificate_allocate_credentials(&cred));
	must(gnutls_certificate_set_x509_key(cred, &crt, 1, key));
	gnutls_x509_crt_deinit(crt);
	gnutls_x509_privkey_deinit(key);
	return cred;
}

/* -- one client --------------------------------------------------------- */

static bool
start_tls(struct client *c)
{
	must(gnutls_init(&c->tls, GNUTLS_SERVER));
	must(gnutls_set_default_priority(c->tls));
	must(gnutls_credentials_set(c->tls, GNUTLS_CRD_CERTIFICATE,
	    c->f->cred));
	gnutls_transport_set_int(c->tls, c->fd);
	for (;;) {
		int rc = gnutls_handshake(c->tls);

		if (rc == 0)
			return true;
		if (gnutls_error_is_fatal(rc))
			return false;
	}
}

static bool
fill(struct client *c)
{
	ssize_t n = c->tls != NULL ?
	    gnutls_record_recv(c->tls, c->in, sizeof c->in) :
	    recv(c->fd, c->in, sizeof c->in, 0);

	if (n <= 0)
		return false;
	c->n = (size_t)n;
	c->at = 0;
	return true;
}

/* One line with its end; false when the client is gone. */
static bool
get_line(struct client *c, struct buf *line)
{
	buf_clear(line);
	for (;;) {
		if (c->at == c->n && !fill(c))
			return false;
		buf_char(line, c->in[c->at]);
		if (c->in[c->at++] == '\n')
			break;
	}
	(void)pthread_mutex_lock(&c->f->lock);
	buf_add(&c->f->transcript, line->data, line->len);
	(void)pthread_mutex_unlock(&c->f->lock);
	return true;
}

static void
put(struct client *c, const char *s)
{
	size_t len = strlen(s);

	if (c->tls != NULL)
		(void)gnutls_record_send(c->tls, s, len);
	else
		(void)send(c->fd, s, len, MSG_NOSIGNAL);
}

static struct fake_script
script_now(struct fake_smtp *f)
{
	struct fake_script s;

	(void)pthread_mutex_lock(&f->lock);
	s = f->script;
	(void)pthread_mutex_unlock(&f->lock);
	return s;
}

static void
count(struct fake_smtp *f, int *n)
{
	(void)pthread_mutex_lock(&f->lock);
	++*n;
	(void)pthread_mutex_unlock(&f->lock);
}

/* Says a reply of the script; false: the connection is over. */
static bool
say(struct client *c, const char *scripted, const char *usual)
{
	const char *reply = scripted != NULL ? scripted : usual;
	char byte, line[300];

	if (strcmp(reply, "!drop") == 0)
		return false;
	if (strcmp(reply, "!hang") == 0) {
		while (recv(c->fd, &byte, 1, 0) > 0)
			continue;
		return false;
	}
	(void)snprintf(line, sizeof line, "%s\r\n", reply);
	put(c, line);
	return true;
}

static bool
take_data(struct client *c, struct buf *line)
{
	const struct fake_script now = script_now(c->f), *s = &now;

	while (get_line(c, line)) {
		if (s->body_drop)
			return false;
		if (strcmp(line->data, ".\r\n") != 0)
			continue;
		if (s->dot_ms > 0)
			(void)usleep((useconds_t)s->dot_ms * 1000);
		if (s->dot == NULL)
			count(c->f, &c->f->letters);
		c->letters++;
		if (!say(c, s->dot, "250 2.0.0 taken"))
			return false;
		if (s->leave) {
			(void)usleep(20000);
			(void)say(c, NULL, "421 4.4.2 idle");
			return false;
		}
		return !s->vanish;
	}
	return false;
}

static bool
obey(struct client *c, struct buf *line)
{
	const struct fake_script now = script_now(c->f), *s = &now;
	const char *v = line->data;

	if (strncasecmp(v, "EHLO", 4) == 0)
		return say(c, s->ehlo,
		    c->f->tls == FAKE_STARTTLS && c->tls == NULL ?
			"250-fake\r\n250 STARTTLS" :
			"250-fake\r\n250-SIZE 1000000\r\n250 AUTH PLAIN LOGIN "
			"XOAUTH2");
	if (strncasecmp(v, "HELO", 4) == 0)
		return say(c, s->helo, "250 fake");
	if (strncasecmp(v, "STARTTLS", 8) == 0)
		return say(c, s->starttls, "220 go") &&
		    (s->starttls != NULL || start_tls(c));
	if (strncasecmp(v, "AUTH", 4) == 0)
		count(c->f, &c->f->logins);
	if (strncasecmp(v, "AUTH", 4) == 0)
		return say(c, s->auth, "235 2.7.0 welcome");
	if (strncasecmp(v, "MAIL", 4) == 0)
		return say(c, s->mail,
		    s->session > 0 && c->letters >= s->session ?
			"452 4.5.3 Too many messages" :
			"250 2.1.0 ok");
	if (strncasecmp(v, "RCPT", 4) == 0)
		return say(c,
		    s->who == NULL || strstr(v, s->who) != NULL ? s->rcpt :
								  NULL,
		    "250 2.1.5 ok");
	if (strncasecmp(v, "DATA", 4) == 0)
		return say(c, s->data, "354 go on") &&
		    (s->data != NULL || take_data(c, line));
	if (strncasecmp(v, "QUIT", 4) == 0)
		return say(c, s->quit, "221 bye") && false;
	return say(c, NULL, "250 ok");
}

static bool
is_over_most(struct fake_smtp *f)
{
	bool many;

	(void)pthread_mutex_lock(&f->lock);
	many = f->script.most > 0 && f->n_clients - f->n_gone > f->script.most;
	(void)pthread_mutex_unlock(&f->lock);
	return many;
}

static void *
client_run(void *arg)
{
	struct client *c = arg;
	struct buf line = BUF_INIT;
	bool on = true;

	if (c->f->tls == FAKE_IMPLICIT)
		on = start_tls(c);
	if (on && is_over_most(c->f))
		(void)say(c, NULL, "421 4.7.0 too many connections");
	else if (on && say(c, script_now(c->f).greeting, "220 fake ESMTP"))
		while (get_line(c, &line) && obey(c, &line))
			continue;
	if (c->tls != NULL)
		gnutls_deinit(c->tls);
	(void)shutdown(c->fd, SHUT_RDWR);
	count(c->f, &c->f->n_gone);
	buf_release(&line);
	free(c);
	return NULL;
}

/* -- the server --------------------------------------------------------- */

static void *
accept_run(void *arg)
{
	struct fake_smtp *f = arg;

	for (;;) {
		int fd = accept(f->listener, NULL, NULL);
		struct client *c;

		(void)pthread_mutex_lock(&f->lock);
		if (fd < 0 || f->stopping || f->n_clients == CLIENTS_MAX) {
			(void)pthread_mutex_unlock(&f->lock);
			if (fd >= 0)
				(void)close(fd);
			return NULL;
		}
		c = mem_zero(1, sizeof *c);
		c->f = f;
		c->fd = f->fd[f->n_clients] = fd;
		if (pthread_create(&f->thread[f->n_clients], NULL, client_run,
			c) != 0)
			abort();
		f->n_clients++;
		(void)pthread_mutex_unlock(&f->lock);
	}
}

struct fake_smtp *
fake_start(const struct fake_script *script)
{
	struct fake_smtp *f = mem_zero(1, sizeof *f);
	struct sockaddr_in a = { .sin_family = AF_INET,
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t len = sizeof a;

	/* GnuTLS writes to clients that are gone. */
	(void)signal(SIGPIPE, SIG_IGN);
	f->script = *script;
	f->tls = script->tls;
	f->cred = script->tls != FAKE_PLAIN ? credentials(script->cert) : NULL;
	(void)pthread_mutex_init(&f->lock, NULL);
	f->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (f->listener < 0 ||
	    bind(f->listener, (struct sockaddr *)&a, sizeof a) != 0 ||
	    listen(f->listener, 64) != 0 ||
	    getsockname(f->listener, (struct sockaddr *)&a, &len) != 0 ||
	    pthread_create(&f->acceptor, NULL, accept_run, f) != 0)
		abort();
	f->port = ntohs(a.sin_port);
	return f;
}

void
fake_change(struct fake_smtp *f, const struct fake_script *script)
{
	(void)pthread_mutex_lock(&f->lock);
	f->script = *script;
	(void)pthread_mutex_unlock(&f->lock);
}

void
fake_stop(struct fake_smtp *f)
{
	(void)pthread_mutex_lock(&f->lock);
	f->stopping = true;
	for (int i = 0; i < f->n_clients; i++)
		(void)shutdown(f->fd[i], SHUT_RDWR);
	(void)pthread_mutex_unlock(&f->lock);
	(void)shutdown(f->listener, SHUT_RDWR);
	(void)pthread_join(f->acceptor, NULL);
	for (int i = 0; i < f->n_clients; i++) {
		(void)pthread_join(f->thread[i], NULL);
		(void)close(f->fd[i]);
	}
	(void)close(f->listener);
	if (f->cred != NULL)
		gnutls_certificate_free_credentials(f->cred);
	(void)pthread_mutex_destroy(&f->lock);
	buf_release(&f->transcript);
	free(f);
}

int
fake_port(const struct fake_smtp *f)
{
	return f->port;
}

static int
locked(struct fake_smtp *f, const int *n)
{
	int value;

	(void)pthread_mutex_lock(&f->lock);
	value = *n;
	(void)pthread_mutex_unlock(&f->lock);
	return value;
}

int
fake_connections(struct fake_smtp *f)
{
	return locked(f, &f->n_clients);
}

int
fake_letters(struct fake_smtp *f)
{
	return locked(f, &f->letters);
}

int
fake_logins(struct fake_smtp *f)
{
	return locked(f, &f->logins);
}

static bool
reaches(struct fake_smtp *f, const int *n, int that)
{
	for (int i = 0; i < 20000; i++) {
		if (locked(f, n) >= that)
			return true;
		(void)usleep(1000);
	}
	return false;
}

bool
fake_wait(struct fake_smtp *f, int connections)
{
	return reaches(f, &f->n_clients, connections);
}

bool
fake_wait_gone(struct fake_smtp *f)
{
	return reaches(f, &f->n_gone, fake_connections(f));
}

void
fake_transcript(struct fake_smtp *f, struct buf *out)
{
	(void)pthread_mutex_lock(&f->lock);
	buf_add(out, buf_text(&f->transcript), f->transcript.len);
	(void)pthread_mutex_unlock(&f->lock);
}
