/* SPDX-License-Identifier: MIT */

/* Prints what discover() finds, a line a server:
 * discover-drive DOMAIN RESOLVER */
#include <stdio.h>

#include "mail/discover.h"

static void
print(const char *service, const struct discovered_list *l)
{
	static const char *const how[] = { "srv", "provider", "usual" };
	static const char *const tls[] = { "tls", "starttls", "none" };

	if (l->none)
		(void)printf("%s none\n", service);
	for (size_t i = 0; i < l->n; i++)
		(void)printf("%s %s:%d %s %s%s\n", service, l->at[i].host,
		    l->at[i].port, tls[l->at[i].tls], how[l->at[i].how],
		    l->at[i].outside ? " outside" : "");
}

int
main(int argc, char **argv)
{
	struct discovery d;
	struct err e;

	if (argc != 3)
		return 64;
	if (discover(argv[1], argv[2], &d, &e) != 0) {
		(void)printf("failed %d: %s\n", (int)e.kind, e.text);
		return 1;
	}
	print("imap", &d.imap);
	print("submission", &d.submission);
	(void)printf("provider %s\n", d.provider != NULL ? d.provider : "-");
	return 0;
}
