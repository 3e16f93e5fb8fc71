/* SPDX-License-Identifier: MIT */
#ifndef MAIL_TLS_H
#define MAIL_TLS_H

/*
 * One TLS connection of a client, by GnuTLS, over a socket that is already
 * connected. The certificate is verified inside the handshake: chain, time,
 * host name (RFC 6125; an IP address against the address names) and purpose
 * (server authentication). libetpan's own TLS verifies nothing (platform
 * trap 1), so the IMAP side uses this instead. A tls that could be opened is
 * a verified one; before that not one byte of the application is sent.
 *
 * The socket must be non-blocking and stays the caller's. Every call ends at
 * its deadline, a value of clock_monotonic_ms().
 */

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"

struct tls;

/* Trusts the authorities in ca_file (PEM) alone, or, if that is NULL, the
 * system's. ERR_GIVEUP for a certificate that is not good (the sentence says
 * why) or a ca_file that cannot be read; ERR_LATER for all else. */
int tls_open(int fd, const char *host, const char *ca_file, int64_t deadline,
	struct tls **out, struct err *e);

/* Bytes read (at least 1), 0 at the end of the stream, -1 with errno
 * (ETIMEDOUT at the deadline, EPROTO for what is not TLS). */
ssize_t tls_read(struct tls *t, void *data, size_t len, int64_t deadline);
/* Bytes written, at least 1, or -1 with errno. */
ssize_t tls_write(struct tls *t, const void *data, size_t len,
	int64_t deadline);

/* Decrypted bytes that a poll() of the socket would not tell of. */
size_t tls_pending(const struct tls *t);

/* Frees; sends no close_notify, which could block. NULL is fine. */
void tls_close(struct tls *t);

/* Waits for events (POLLIN, POLLOUT) on fd: 0 ready; -1 with errno, which is
 * ETIMEDOUT at the deadline. */
int tls_wait(int fd, short events, int64_t deadline);

#endif
