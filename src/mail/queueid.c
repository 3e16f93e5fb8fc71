/* SPDX-License-Identifier: MIT */
#include "mail/queueid.h"

#include <ctype.h>

/* The word behind or before what a server says, the first that fits. */
static const struct {
	const char *said;
	bool before;
} known[] = {
	{ "queued as ", false },       /* Postfix, and its like */
	{ "InternalId=", false },      /* Exchange */
	{ " id=", false },             /* Exim */
	{ " - gsmtp", true },          /* Google */
	{ " Message accepted", true }, /* Sendmail, OpenSMTPD */
	{ " Saved", true },            /* Dovecot's LMTP */
	{ " qp ", false },             /* qmail */
	{ " Ok. ", false },            /* Courier */
	{ " Ok ", false },             /* Amazon SES */
};

/* Names hold a digit; words beside them need not. */
static bool
is_name(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (isdigit((unsigned char)s[i]))
			return true;
	return false;
}

static bool
take(const char *s, size_t len, struct buf *out)
{
	if (!is_name(s, len))
		return false;
	buf_add(out, s, len);
	return true;
}

static bool
take_before(const char *reply, const char *end, struct buf *out)
{
	const char *s = end;

	while (s > reply && s[-1] != ' ')
		s--;
	return take(s, (size_t)(end - s), out);
}

bool
queue_id(const char *reply, struct buf *out)
{
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		const char *at = strcasestr(reply, known[i].said), *name;

		if (at == NULL)
			continue;
		name = at + strlen(known[i].said);
		if (known[i].before ?
			take_before(reply, at, out) :
			take(name, strcspn(name, " ,;()[]<>"), out))
			return true;
	}
	return false;
}
