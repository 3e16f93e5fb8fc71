/* SPDX-License-Identifier: MIT */
#ifndef MAIL_ADDRESS_H
#define MAIL_ADDRESS_H

/*
 * One plain mailbox (RFC 5322 addr-spec, dot-atom or quoted local part, ASCII
 * domain or A-labels). Anything with CR, LF, NUL, other controls, spaces or a
 * length over 254 is refused, at registration and again before sending
 * (doc/libraries.md 6 and 7).
 */

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

bool address_valid(const char *addr);
/* As stored and compared: domain in lower case, local part in lower case too
 * (RFC 5321 allows more, no provider does), without quotes that it does not
 * need. -1 if not valid. */
int address_canonical(const char *addr, struct buf *out);
/* "Anna <anna@example.org>", "anna@example.org", `"Anna B." <…>`: exactly one
 * mailbox. name may come out empty. -1 with a sentence. */
int address_parse(const char *text, struct buf *name, struct buf *addr,
    struct err *e);
/* Calls take with the canonical address of each plain mailbox of a list
 * (To, Cc; groups are opened, what is no plain mailbox is passed over), max
 * at most. Returns how many. */
size_t address_list(const char *text, size_t max,
    void (*take)(void *arg, const char *addr), void *arg);
/* "local+detail@domain" -> 1 and the detail; 0 none. */
int address_detail(const char *addr, struct buf *detail);
/* Puts +detail into an address: games@x + p2 -> games+p2@x. */
int address_with_detail(const char *addr, const char *detail, struct buf *out);

#endif
