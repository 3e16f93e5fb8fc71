/* SPDX-License-Identifier: MIT */
#include "mail/tls.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <poll.h>
#include <stdbool.h>

#include "base/clock.h"
#include "base/mem.h"

struct tls {
	int fd; /* the caller's */
	gnutls_session_t session;
	gnutls_certificate_credentials_t trust;
	char *host;
	/* GnuTLS borrows this list for the length of the handshake. */
	gnutls_typed_vdata_st demands[2];
};

int
tls_wait(int fd, short events, int64_t deadline)
{
	struct pollfd p = { .fd = fd, .events = events };
	int64_t left;
	int n;

	for (;;) {
		left = deadline - clock_monotonic_ms();
		if (left <= 0) {
			errno = ETIMEDOUT;
			return -1;
		}
		n = poll(&p, 1, left > 60000 ? 60000 : (int)left);
		if (n > 0)
			return 0;
		if (n < 0 && errno != EINTR)
			return -1;
	}
}

int
tls_retry(int fd, short events, int64_t deadline)
{
	if (errno == EINTR)
		return 0;
	return errno == EAGAIN || errno == EWOULDBLOCK ?
	    tls_wait(fd, events, deadline) :
	    -1;
}

/* After a call that returned code: 0 the call can be made again, -1 it
 * failed, with errno. */
static int
tls_again(struct tls *t, int code, int64_t deadline)
{
	if (code == GNUTLS_E_INTERRUPTED || code == GNUTLS_E_AGAIN) {
		short want = gnutls_record_get_direction(t->session) ? POLLOUT :
								       POLLIN;

		return tls_wait(t->fd, want, deadline);
	}
	if (gnutls_error_is_fatal(code) == 0 && code != GNUTLS_E_REHANDSHAKE)
		return clock_monotonic_ms() < deadline ?
		    0 :
		    (errno = ETIMEDOUT, -1);
	errno = code == GNUTLS_E_PREMATURE_TERMINATION ? ECONNRESET : EPROTO;
	return -1;
}

static bool
is_address(const char *host)
{
	unsigned char scratch[sizeof(struct in6_addr)];

	return inet_pton(AF_INET, host, scratch) == 1 ||
	    inet_pton(AF_INET6, host, scratch) == 1;
}

static int
load_own(struct tls *t, const struct tls_files *files, struct err *e)
{
	int rc;

	if (files->cert == NULL)
		return 0;
	rc = gnutls_certificate_set_x509_key_file(t->trust, files->cert,
	    files->key != NULL ? files->key : files->cert, GNUTLS_X509_FMT_PEM);
	if (rc < 0)
		return err_set(e, ERR_GIVEUP, "our certificate %s%s%s: %s",
		    files->cert, files->key != NULL ? " with key " : "",
		    files->key != NULL ? files->key : "", gnutls_strerror(rc));
	return 0;
}

static int
load_files(struct tls *t, const struct tls_files *files, struct err *e)
{
	const char *ca_file = files->ca;
	int n;

	if (gnutls_certificate_allocate_credentials(&t->trust) < 0)
		return err_set(e, ERR_LATER, "TLS: no credentials structure");
	if (ca_file != NULL)
		n = gnutls_certificate_set_x509_trust_file(t->trust, ca_file,
		    GNUTLS_X509_FMT_PEM);
	else
		n = gnutls_certificate_set_x509_system_trust(t->trust);
	if (n <= 0)
		return err_set(e, ERR_GIVEUP,
		    "no certificate authority can be read from %s",
		    ca_file != NULL ? ca_file : "the system's store");
	return load_own(t, files, e);
}

/* What is asked of the server's certificate, and how weak TLS may be: the
 * system's policy, but nothing below TLS 1.2 and 2048-bit RSA. */
static int
set_demands(struct tls *t, struct err *e)
{
	static char purpose[] = GNUTLS_KP_TLS_WWW_SERVER;
	int rc;

	t->demands[0].type = GNUTLS_DT_DNS_HOSTNAME;
	t->demands[0].data = (unsigned char *)t->host;
	t->demands[0].size = (unsigned)strlen(t->host);
	t->demands[1].type = GNUTLS_DT_KEY_PURPOSE_OID;
	t->demands[1].data = (unsigned char *)purpose;
	t->demands[1].size = sizeof purpose - 1;
	gnutls_session_set_verify_cert2(t->session, t->demands, 2, 0);
	rc = gnutls_set_default_priority_append(t->session,
	    "-VERS-TLS1.0:-VERS-TLS1.1:%PROFILE_MEDIUM", NULL, 0);
	if (rc >= 0)
		rc = gnutls_credentials_set(t->session, GNUTLS_CRD_CERTIFICATE,
		    t->trust);
	if (rc >= 0 && !is_address(t->host))
		rc = gnutls_server_name_set(t->session, GNUTLS_NAME_DNS,
		    t->host, strlen(t->host));
	if (rc < 0)
		return err_set(e, ERR_GIVEUP, "TLS: %s", gnutls_strerror(rc));
	return 0;
}

static int
bad_certificate(struct tls *t, struct err *e)
{
	unsigned status = gnutls_session_get_verify_cert_status(t->session);
	gnutls_datum_t why = { NULL, 0 };

	gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509,
	    &why, 0);
	err_set(e, ERR_GIVEUP, "the certificate of %s is not good: %s", t->host,
	    why.data != NULL ? (const char *)why.data : "unknown reason");
	gnutls_free(why.data);
	return -1;
}

static int
handshake(struct tls *t, int64_t deadline, struct err *e)
{
	int rc;

	while ((rc = gnutls_handshake(t->session)) < 0) {
		if (rc == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR)
			return bad_certificate(t, e);
		if (tls_again(t, rc, deadline) < 0)
			return err_set(e, ERR_LATER, "TLS with %s: %s", t->host,
			    errno == ETIMEDOUT ? "time-out" :
						 gnutls_strerror(rc));
	}
	/* The handshake fails on a bad certificate; this guards against a
	 * cipher suite without any certificate. */
	if (gnutls_session_get_verify_cert_status(t->session) != 0)
		return bad_certificate(t, e);
	return 0;
}

int
tls_open(int fd, const char *host, const struct tls_files *files,
    int64_t deadline, struct tls **out, struct err *e)
{
	struct tls *t = mem_zero(1, sizeof *t);

	t->fd = fd;
	t->host = mem_dup(host);
	if (gnutls_init(&t->session,
		GNUTLS_CLIENT | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0) {
		t->session = NULL;
		err_set(e, ERR_LATER, "TLS: no session");
		goto failed;
	}
	if (load_files(t, files, e) < 0 || set_demands(t, e) < 0)
		goto failed;
	gnutls_transport_set_int(t->session, fd);
	if (handshake(t, deadline, e) < 0)
		goto failed;
	*out = t;
	return 0;
failed:
	tls_close(t);
	return -1;
}

ssize_t
tls_read(struct tls *t, void *data, size_t len, int64_t deadline)
{
	ssize_t n;

	while ((n = gnutls_record_recv(t->session, data, len)) < 0)
		if (tls_again(t, (int)n, deadline) < 0)
			return -1;
	return n;
}

ssize_t
tls_write(struct tls *t, const void *data, size_t len, int64_t deadline)
{
	ssize_t n;

	while ((n = gnutls_record_send(t->session, data, len)) < 0)
		if (tls_again(t, (int)n, deadline) < 0)
			return -1;
	return n;
}

size_t
tls_pending(const struct tls *t)
{
	return gnutls_record_check_pending(t->session);
}

void
tls_binding(const struct tls *t, char *out, size_t size, bool *exporter)
{
	gnutls_datum_t raw = { NULL, 0 }, text = { NULL, 0 };

	out[0] = '\0';
	*exporter = gnutls_protocol_get_version(t->session) >= GNUTLS_TLS1_3;
	if (gnutls_session_channel_binding(t->session,
		*exporter ? GNUTLS_CB_TLS_EXPORTER : GNUTLS_CB_TLS_UNIQUE,
		&raw) < 0)
		return;
	if (gnutls_base64_encode2(&raw, &text) == 0 && text.size < size) {
		memcpy(out, text.data, text.size);
		out[text.size] = '\0';
	}
	gnutls_free(raw.data);
	gnutls_free(text.data);
}

void
tls_close(struct tls *t)
{
	if (t == NULL)
		return;
	if (t->session != NULL)
		gnutls_deinit(t->session);
	if (t->trust != NULL)
		gnutls_certificate_free_credentials(t->trust);
	free(t->host);
	free(t);
}

int64_t
tls_expires(const struct tls *t)
{
	unsigned n = 0;
	const gnutls_datum_t *chain = gnutls_certificate_get_peers(t->session,
	    &n);
	gnutls_x509_crt_t first;
	int64_t when = -1;

	if (n == 0 || gnutls_x509_crt_init(&first) < 0)
		return -1;
	if (gnutls_x509_crt_import(first, chain, GNUTLS_X509_FMT_DER) == 0)
		when = gnutls_x509_crt_get_expiration_time(first);
	gnutls_x509_crt_deinit(first);
	return when;
}
