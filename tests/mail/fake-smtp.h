/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAKE_SMTP_H
#define TESTS_FAKE_SMTP_H

/*
 * An SMTP server that says what a test tells it to, on a port of 127.0.0.1,
 * in threads of the test program. A reply is one line without line end; NULL
 * is the usual good one, "!drop" closes the connection instead, "!hang"
 * says nothing more.
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"

enum fake_tls { FAKE_PLAIN, FAKE_STARTTLS, FAKE_IMPLICIT };
enum fake_cert {
	CERT_GOOD,
	CERT_SELF_SIGNED,
	CERT_OTHER_CA,
	CERT_WRONG_NAME,
	CERT_EXPIRED,
	CERT_NOT_YET,
	CERT_KINDS
};

struct fake_script {
	const char *greeting, *ehlo, *helo, *starttls, *auth, *mail, *rcpt,
	    *data, *dot, *quit;
	/* who is refused at RCPT with reply rcpt (a part of the command); NULL
	 * all */
	const char *who;
	bool body_drop; /* closes in the middle of the data */
	bool leave;     /* 421 and gone after each letter */
	bool vanish;    /* gone after each letter, without a word */
	int session;    /* letters a connection may bring */
	int most;       /* connections at a time: 421 to more; 0 any */
	int dot_ms;     /* how long the final reply takes */
	enum fake_tls tls;
	enum fake_cert cert;
};

struct fake_smtp;

/* Copies the script's pointers; its strings must live on. */
struct fake_smtp *fake_start(const struct fake_script *script);
/* From now on; TLS and certificate stay. */
void fake_change(struct fake_smtp *f, const struct fake_script *script);
void fake_stop(struct fake_smtp *f);
int fake_port(const struct fake_smtp *f);
const char *fake_ca_file(void); /* PEM of the good authority */

/* What has come so far. */
int fake_connections(struct fake_smtp *f);
int fake_letters(struct fake_smtp *f);
int fake_logins(struct fake_smtp *f); /* AUTH commands */
/* Until so many have connected; false: not within 20 seconds. */
bool fake_wait(struct fake_smtp *f, int connections);
/* Until it has read all that those sent who have left, as all have. */
bool fake_wait_gone(struct fake_smtp *f);
/* Every line of every client, with CR LF, data and TLS content too. */
void fake_transcript(struct fake_smtp *f, struct buf *out);

#endif
