/* SPDX-License-Identifier: MIT */
#ifndef CONF_VALUE_H
#define CONF_VALUE_H

/*
 * The forms a value of the configuration file can have, each read from its
 * text. Every function returns false, and leaves the result alone, if the
 * text is not of its form. For conf.c and its tests.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "conf/conf.h"

/* Decimal, min..max, nothing else around it. */
bool value_number(const char *s, long long min, long long max, long long *out);
bool value_bool(const char *s, bool *out); /* yes no true false on off */
bool value_tls(const char *s, enum conf_tls *out); /* implicit starttls none */

/* Seconds: a number with s, m, h, d or w behind it; without a unit seconds;
 * "none" is 0. At most ten years. */
bool value_duration(const char *s, int64_t *out);

/* "Name <local@domain>", the name in quotes if it needs them (RFC 5322, 3.2.4),
 * or the address alone. Exactly one plain mailbox of
 * printable ASCII in its address (doc/libraries.md 6 and 7). The address goes
 * to *address, to be freed. */
bool value_mailbox(const char *s, char **address);

/* An address in 127.0.0.0/8 or ::1. Names do not count: they resolve to what
 * somebody else says. */
bool value_loopback(const char *host);

#endif
