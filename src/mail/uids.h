/* SPDX-License-Identifier: MIT */
#ifndef MAIL_UIDS_H
#define MAIL_UIDS_H

/* Lists of UIDs of IMAP. All zero: empty. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct uids {
	uint32_t *at;
	size_t n;
}; /* owned */

void uids_release(struct uids *u);
void uids_add(struct uids *u, uint32_t uid);
/* Moves up to n from the front of u to out, whose old ones go. */
void uids_take(struct uids *u, size_t n, struct uids *out);
/* False: it is not there. The others keep their order. */
bool uids_remove(struct uids *u, uint32_t uid);
void uids_sort(struct uids *u);
bool uids_has(const struct uids *u, uint32_t uid); /* u is sorted */

#endif
