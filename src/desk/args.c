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

const char *
errand_reason(const char *line, const char *args, struct buf *rest)
{
	const char *end = line + strcspn(line, " \t:,!?."), *colon;

	if (*end == ':') {
		buf_str(rest, "");
		return end + 1 + strspn(end + 1, " \t");
	}
	/* "set clock days mon-fri: …", but not "14:30". */
	for (colon = args; (colon = strchr(colon, ':')) != NULL; colon++)
		if (!colon[1] || colon[1] == ' ' || colon[1] == '\t')
			break;
	buf_add(rest, args, colon ? (size_t)(colon - args) : strlen(args));
	return colon ? colon + 1 + strspn(colon + 1, " \t") : NULL;
}
