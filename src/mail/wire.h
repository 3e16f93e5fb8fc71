/* SPDX-License-Identifier: MIT */
#ifndef MAIL_WIRE_H
#define MAIL_WIRE_H

/*
 * The connection below libetpan: TCP, then TLS at once or after STARTTLS,
 * behind libetpan's mailstream. It is ours, because libetpan's own streams
 * verify no certificate (doc/libraries.md 1), loop for ever at an end of file
 * inside a literal (doc/libraries.md 2) and know no total time limit. Here
 *   - the end of the stream is an error, never "0 bytes";
 *   - each command is armed with a deadline and an allowance of bytes; when
 *     either is used up, everything fails from then on;
 *   - without TLS only a loopback address is connected to.
 * After a failure the stream is of no more use: close, and connect again.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <libetpan/libetpan.h>

#include "base/err.h"
#include "conf/conf.h"
#include "mail/tls.h"

struct wire;

struct wire_target {
	const char *host; /* borrowed during the call */
	int port;
	enum conf_tls tls;
	struct tls_files files; /* borrowed during the call */
};

/* Connects, and with CONF_TLS_IMPLICIT opens TLS, by the deadline (a value of
 * clock_monotonic_ms). Resolving the name has limits of its own. */
int wire_open(const struct wire_target *t, int64_t deadline, struct wire **out,
    struct err *e);

/* The stream to give to mailimap_connect(). It owns the wire: when libetpan
 * closes it the wire is gone. To be called once. */
mailstream *wire_stream(struct wire *w);

/* Goes on in TLS after STARTTLS. Bytes that came before the handshake, a
 * plaintext injection, make it fail (ERR_GIVEUP). */
int wire_secure(struct wire *w, const struct wire_target *t, mailstream *s,
    struct err *e);

/* A new command: when it must be done and the bytes that may come in. */
void wire_arm(struct wire *w, int64_t deadline, size_t allowance);

int wire_fd(const struct wire *w);
/* What binds a login to this connection, as tls_binding; "" without TLS. */
void wire_binding(const struct wire *w, char *out, size_t size, bool *exporter);
/* Are there bytes that a poll() would not tell of? */
bool wire_pending(const struct wire *w, const mailstream *s);
/* Why it failed ("time-out", "the server closed the connection" …); NULL:
 * it has not. */
const char *wire_failure(const struct wire *w);

/* Until when the server's certificate is good; -1: there is none. */
int64_t wire_expires(const struct wire *w);

/* only if wire_stream was not called */
void wire_close(struct wire *w);

#endif
