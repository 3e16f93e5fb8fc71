/* SPDX-License-Identifier: MIT */
/* How servers say under which name they have a mail. */
#include "mail/queueid.h"
#include "tests/run.h"

static void
is(const char *reply, const char *want)
{
	struct buf b = BUF_INIT;

	ck_assert_int_eq(queue_id(reply, &b), want != NULL);
	ck_assert_str_eq(buf_text(&b), want != NULL ? want : "");
	buf_release(&b);
}

START_TEST(servers)
{
	is("250 2.0.0 Ok: queued as 4XyZ1234", "4XyZ1234");   /* Postfix */
	is("250 OK id=1tE3ab-0001Xy-2f", "1tE3ab-0001Xy-2f"); /* Exim */
	is("250 OK id=1tE3ab-000000001Xy-2fAb", "1tE3ab-000000001Xy-2fAb");
	is("250 2.0.0 4AMCo1x2012345 Message accepted for delivery",
	    "4AMCo1x2012345"); /* Sendmail */
	is("250 2.0.0 3b1ec5a8 Message accepted for delivery",
	    "3b1ec5a8"); /* OpenSMTPD */
	is("250 2.0.0 OK  1732280000 a640c23a62f3a-aa5efdc0a1bsm28 - gsmtp",
	    "a640c23a62f3a-aa5efdc0a1bsm28");
	is("250 2.6.0 <pq1.ab@example.org> [InternalId=4711, Hostname=A.B] "
	   "9012 bytes in 0.12 sec Queued mail for delivery",
	    "4711");
	is("250 2.0.0 <anna@example.org> 8Pq3Cg1bQGeE Saved", "8Pq3Cg1bQGeE");
	is("250 ok 1732280000 qp 12345", "12345"); /* qmail */
	is("250 Ok. 00000000000A81F2.67406B31.0000",
	    "00000000000A81F2.67406B31.0000"); /* Courier */
	is("250 Ok 0100019350b2a3-1c-000000", "0100019350b2a3-1c-000000");
}
END_TEST

/* Words that are no name, and nothing at all. */
START_TEST(others)
{
	is("", NULL);
	is("250", NULL);
	is("250 Ok", NULL);
	is("250 Ok: queued as ", NULL);
	is("250 OK , completed", NULL);
	is("250 2.0.0 <anna@example.org> Saved", NULL);
	is("250 Requested mail action okay", NULL);
	is(" - gsmtp", NULL);
	is("250 great id= none", NULL);
}
END_TEST

TESTS(servers, others)
