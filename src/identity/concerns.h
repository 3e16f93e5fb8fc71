/* SPDX-License-Identifier: MIT */
#ifndef IDENTITY_CONCERNS_H
#define IDENTITY_CONCERNS_H

/* Which game a mail is judged in the order of (store/claim.h), before anybody
 * has parsed it. It proves nothing. */

#include <stddef.h>
#include <stdint.h>

struct club;

/* The game that all tokens in its addresses name, good or not; 0: none does, or
 * one is of something else. */
int64_t identity_concerns(const struct club *club, const char *raw, size_t len);

#endif
