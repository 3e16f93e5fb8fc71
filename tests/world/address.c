/* SPDX-License-Identifier: MIT */
#include "tests/world/address.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "tests/world/mailbox.h"
#include "tests/world/people.h"
#include "tests/world/world.h"
#include "tests/world/writing.h"

enum failing { WELL, LOST, REFUSES, FULL, POSTFIX, EXIM, QMAIL, PLAIN, WAYS };

static const char *const names[WAYS] = { "is well", "was lost", "is refused",
	"is full", "comes back from Postfix", "comes back from Exim",
	"comes back from qmail", "comes back as it was" };

/* They have their mail again: what has become of their games? */
static void
asks(struct person *p)
{
	int64_t games = 0;

	for (size_t i = 0; i < p->n_mail; i++)
		games = p->mail[i]->game > games ? p->mail[i]->game : games;
	for (int64_t game = 1; game <= games; game++)
		for (size_t i = p->n_mail; i-- > 0;)
			if (p->mail[i]->game == game && p->mail[i]->seat > 0) {
				write_as_usual(p, p->mail[i], "resend", NULL);
				break;
			}
}

static void
heals(void *arg)
{
	struct person *p = arg;

	if (p->failing == WELL)
		return;
	p->failing = WELL;
	p->failed_until = world_seconds();
	world_tell("mail to %s arrives again", p->name);
	asks(p);
}

void
address_loses(const char *to)
{
	struct person *p = people_find(to);

	if (p == NULL || p->failed_until == INT64_MAX)
		return;
	if (p->failed_from == 0)
		p->failed_from = world_seconds();
	p->failing = LOST;
	p->failed_until = INT64_MAX;
	world_plan(HOUR, heals, p, NULL);
}

static void
fails(void *arg)
{
	struct person *p = arg;
	int64_t way = fate_between(&world.fate, STREAM_ADDRESSES, REFUSES,
	    WAYS - 1);
	int64_t days = fate_between(&world.fate, STREAM_ADDRESSES, 0, 1) == 0 ?
	    DAY / 4 :
	    6 * DAY;

	if (world.calm || p->failing != WELL ||
	    !fate_deed(&world.fate, STREAM_ADDRESSES, 300))
		return;
	p->failing = (int)way;
	if (p->failed_from == 0)
		p->failed_from = world_seconds();
	p->failed_until = INT64_MAX;
	world_tell("mail to %s %s", p->name, names[way]);
	world_plan(fate_between(&world.fate, STREAM_ADDRESSES, HOUR, days),
	    heals, p, NULL);
}

void
addresses_open(void)
{
	for (int i = 0; i < people.n; i++)
		world_plan(fate_between(&world.fate, STREAM_ADDRESSES, DAY,
			       40 * (int64_t)DAY),
		    fails, &people.at[i], NULL);
}

void
addresses_heal(void)
{
	for (int i = 0; i < people.n; i++)
		heals(&people.at[i]);
}

bool
address_failed(const struct person *p, int64_t from, int64_t until)
{
	/* What came back is on its way for a while. */
	return p->failed_from != 0 && p->failed_from <= until &&
	    p->failed_until >= from;
}

const char *
address_refuses(const char *to)
{
	const struct person *p = people_find(to);

	return p == NULL          ? NULL :
	    p->failing == REFUSES ? "550 5.1.1 No such user here" :
	    p->failing == FULL    ? "452 4.2.2 Mailbox full" :
				    NULL;
}

/* ---- what comes back ---- */

static void
head(enum failing kind, const char *envelope, struct buf *out)
{
	static const char *const from[WAYS] = {
		[POSTFIX] = "MAILER-DAEMON@mx.example.net (Mail Delivery "
			    "System)",
		[EXIM] = "Mail Delivery System <Mailer-Daemon@mx.example.net>",
		[QMAIL] = "MAILER-DAEMON@mx.example.net",
		[PLAIN] = "Postmaster <postmaster@mx.example.net>"
	};
	static const char *const subject[WAYS] = {
		[POSTFIX] = "Undelivered Mail Returned to Sender",
		[EXIM] = "Mail delivery failed: returning message to sender",
		[QMAIL] = "failure notice",
		[PLAIN] = "Returned mail: see transcript for details"
	};
	char date[CLOCK_MAILDATE_SIZE];

	clock_maildate(world_seconds(), date);
	buf_printf(out,
	    "Return-Path: <>\r\nFrom: %s\r\nTo: %s\r\nSubject: %s\r\n"
	    "Date: %s\r\nMessage-ID: <r%lld@mx.example.net>\r\n",
	    from[kind], envelope, subject[kind], date, (long long)world.now);
}

static void
report(enum failing kind, const char *to, const char *raw, struct buf *out)
{
	const char *end = strstr(raw, "\r\n\r\n");
	int head_len = end != NULL ? (int)(end - raw) : 0;

	buf_printf(out,
	    "%sAuto-Submitted: auto-replied\r\nMIME-Version: 1.0\r\n"
	    "Content-Type: multipart/report; report-type=delivery-status;\r\n"
	    "\tboundary=\"4ABC.1/mx\"\r\n\r\n--4ABC.1/mx\r\n"
	    "Content-Type: text/plain; charset=us-ascii\r\n\r\n"
	    "I'm sorry to have to inform you that your message could not\r\n"
	    "be delivered.\r\n\r\n--4ABC.1/mx\r\n"
	    "Content-Type: message/delivery-status\r\n\r\n"
	    "Reporting-MTA: dns; mx.example.net\r\n\r\n"
	    "Final-Recipient: rfc822; %s\r\nAction: failed\r\nStatus: %s\r\n"
	    "Diagnostic-Code: smtp; 550 5.1.1 <%s>: User unknown\r\n\r\n"
	    "--4ABC.1/mx\r\nContent-Type: %s\r\n\r\n%.*s\r\n\r\n"
	    "--4ABC.1/mx--\r\n",
	    kind == EXIM ? "X-Failed-Recipients: someone\r\n" : "", to,
	    kind == EXIM ? "5.0.0" : "5.1.1", to,
	    kind == EXIM ? "text/rfc822-headers" : "message/rfc822", head_len,
	    raw);
}

static void
plain(enum failing kind, const char *to, const char *raw, struct buf *out)
{
	buf_printf(out,
	    "\r\n%s\r\n\r\n<%s>:\r\n"
	    "550 5.1.1 User unknown.\r\n\r\n"
	    "--- Below this line is a copy of the message.\r\n\r\n%s\r\n",
	    kind == QMAIL ? "Hi. This is the qmail-send program at "
			    "mx.example.net.\r\nI'm afraid I wasn't able to "
			    "deliver your message to the following addresses."
			    "\r\nThis is a permanent error; I've given up. "
			    "Sorry it didn't work out." :
			    "   ----- The following addresses had permanent "
			    "fatal errors -----",
	    to, raw);
}

static void
comes_back(void *arg)
{
	struct buf *raw = arg;

	world_tell("a mail comes back");
	mailbox_deliver(raw);
	buf_release(raw);
	free(raw);
}

static void
drop(void *arg)
{
	buf_release(arg);
	free(arg);
}

bool
address_returns(const char *to, const char *envelope, const char *raw)
{
	const struct person *p = people_find(to);
	struct buf *out;

	if (p == NULL || p->failing < POSTFIX)
		return false;
	out = mem_zero(1, sizeof *out);
	head((enum failing)p->failing, envelope, out);
	if (p->failing == POSTFIX || p->failing == EXIM)
		report((enum failing)p->failing, to, raw, out);
	else
		plain((enum failing)p->failing, to, raw, out);
	world_plan(fate_between(&world.fate, STREAM_ADDRESSES, SECOND,
		       5 * HOUR),
	    comes_back, out, drop);
	return true;
}
