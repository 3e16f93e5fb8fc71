/* SPDX-License-Identifier: MIT */
#include "mail/source.h"

const struct source_driver *
source_driver(const struct conf *c)
{
	if (strcmp(c->mailbox.type, "maildir") == 0)
		return &source_maildir;
	return &source_imap;
}
