/* SPDX-License-Identifier: MIT */
#ifndef MAIL_TLS_H
#define MAIL_TLS_H

/*
 * One TLS connection of a client, by GnuTLS, over a socket that is already
 * connected. The certificate is verified inside the handshake: chain, time,
 * host name (RFC 6125; an IP address against the address names) and purpose
 * (server authentication). libetpan's own TLS verifies nothing
 * (doc/libraries.md 1), so the IMAP side uses this instead. A tls that could be
 * opened is a verified one; before that not one byte of the application is
 * sent.
 *
 * The socket must be non-blocking and stays the caller's. Every call ends at
 * its deadline, a value of clock_monotonic_ms().
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct tls;

struct tls_files {        /* PEM; NULL where there is none */
	const char *ca;   /* NULL: the system's authorities */
	const char *cert; /* our own certificate, with chain */
	const char *key;  /* its key; NULL: it is in cert */
};

/* Trusts the authorities in files->ca alone, or, if that is NULL, the
 * system's; shows files->cert if the server asks for one. ERR_GIVEUP for a
 * certificate that is not good (the sentence says why) or a file that cannot
 * be read; ERR_LATER for all else. */
int tls_open(int fd, const char *host, const struct tls_files *files,
    int64_t deadline, struct tls **out, struct err *e);

/* Bytes read (at least 1), 0 at the end of the stream, -1 with errno
 * (ETIMEDOUT at the deadline, EPROTO for what is not TLS). */
ssize_t tls_read(struct tls *t, void *data, size_t len, int64_t deadline);
/* Bytes written, at least 1, or -1 with errno. */
ssize_t tls_write(struct tls *t, const void *data, size_t len,
    int64_t deadline);

/* Until when the server's certificate is good; -1: it does not say. */
int64_t tls_expires(const struct tls *t);

/* Decrypted bytes that a poll() of the socket would not tell of. */
size_t tls_pending(const struct tls *t);

/* What only the two ends of this connection know, base64: tls-exporter of TLS
 * 1.3 (RFC 9266), tls-unique below it (RFC 5929). "": there is none. */
void tls_binding(const struct tls *t, char *out, size_t size, bool *exporter);

/* Frees; sends no close_notify, which could block. NULL is fine. */
void tls_close(struct tls *t);

/* Waits for events (POLLIN, POLLOUT) on fd: 0 ready; -1 with errno, which is
 * ETIMEDOUT at the deadline. */
int tls_wait(int fd, short events, int64_t deadline);
/* A call on fd that does not block has failed with errno: 0 it can be made
 * again by now, -1 with errno. */
int tls_retry(int fd, short events, int64_t deadline);

#endif
