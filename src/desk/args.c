/* SPDX-License-Identifier: MIT */

/* Arguments that several commands have. */

#include <ctype.h>

#include "desk/errand.h"

int
errand_seat(const char **args)
{
	const char *p = *args;
	int seat;

	if ((*p != 'p' && *p != 'P') || p[1] < '1' || p[1] > '9' ||
	    isalnum((unsigned char)p[2]))
		return 0;
	seat = p[1] - '0';
	p += 2;
	*args = p + strspn(p, " \t:,");
	return seat;
}

int
refuse_seat_word(struct refusal *why, const char *command, bool address)
{
	refuse(why, "bad-seat");
	refusal_str(why, "command", command);
	if (address)
		refusal_str(why, "address", "yes");
	return -1;
}
