/* SPDX-License-Identifier: MIT */
#include "mail/transport.h"

const struct transport_driver *
transport_driver(const struct conf *c)
{
	static const struct transport_driver *const drivers[] = {
		&transport_smtp,
		&transport_sendmail,
		&transport_maildir,
	};

	for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
		if (strcmp(drivers[i]->type, c->outgoing.type) == 0)
			return drivers[i];
	abort(); /* the configuration was checked */
}
