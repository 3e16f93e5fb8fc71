/* SPDX-License-Identifier: MIT */
#ifndef TESTS_WORLD_ADDRESS_H
#define TESTS_WORLD_ADDRESS_H

/*
 * Addresses that take no mail for hours or days: the server that we give it to
 * refuses it at once, or says later, or takes it and sends it back, as servers
 * of several kinds do. When an address is well again its person comes back, and
 * asks what they have missed.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct person;

void addresses_open(void);
/* They are well from now on. */
void addresses_heal(void);
/* What the server says at RCPT of a mail to it; NULL: it takes it. */
const char *address_refuses(const char *to);
/* It was taken, and does not arrive: it comes back. */
bool address_returns(const char *to, const char *envelope, const char *raw);
/* A mail to it was refused for good: in an hour they ask what they missed. */
void address_loses(const char *to);
/* Whether they may have missed mail between those (seconds). */
bool address_failed(const struct person *p, int64_t from, int64_t until);

#endif
