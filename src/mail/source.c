/* SPDX-License-Identifier: MIT */
#include "mail/source.h"

const struct source_driver *
source_driver(const struct conf_mailbox *c)
{
	if (strcmp(c->type, "maildir") == 0)
		return &source_maildir;
	return &source_imap;
}
