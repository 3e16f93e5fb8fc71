/* SPDX-License-Identifier: MIT */
/* Whose fault a refusal is: what servers and providers really say. */
#include <check.h>

#include "mail/fault.h"
#include "mail/trouble.h"
#include "tests/run.h"

static const struct {
	enum stage stage;
	enum fault fault;
	const char *text;
} said[] = {
	/* RFC 5321, without a status */
	{ STAGE_RCPT, FAULT_GONE, "550 unknown" },
	{ STAGE_RCPT, FAULT_GONE, "553 not here" },
	{ STAGE_RCPT, FAULT_ADDRESS, "552 storage" },
	{ STAGE_RCPT, FAULT_LETTER, "554 no" },
	{ STAGE_RCPT, FAULT_PASSING, "450 mailbox busy" },
	{ STAGE_RCPT, FAULT_PASSING, "452 too many recipients" },
	{ STAGE_MAIL, FAULT_LINE, "451 local error" },
	{ STAGE_MAIL, FAULT_OURS, "553 sender unknown" },
	{ STAGE_MAIL, FAULT_LETTER, "552 larger than 10000000" },
	{ STAGE_DOT, FAULT_LETTER, "550 we like it not" },
	{ STAGE_DOT, FAULT_LETTER, "554 transaction failed" },
	{ STAGE_DOT, FAULT_LINE, "452 insufficient system storage" },
	{ STAGE_RCPT, FAULT_LINE, "421 closing" },
	{ STAGE_DOT, FAULT_OURS, "530 log in first" },
	{ STAGE_CONNECT, FAULT_LINE, "554 5.7.1 no" },
	{ STAGE_LOGIN, FAULT_LINE, "535 5.7.8 no" },

	/* RFC 3463, wherever it is said */
	{ STAGE_RCPT, FAULT_GONE, "550 5.1.1 <a@x.org>: User unknown" },
	{ STAGE_DOT, FAULT_GONE, "550 5.1.1 <a@x.org>: User unknown" },
	{ STAGE_RCPT, FAULT_GONE, "550 5.1.10 null MX" },
	{ STAGE_RCPT, FAULT_OURS, "550 5.1.7 bad sender syntax" },
	{ STAGE_RCPT, FAULT_OURS, "450 4.1.8 <g@x>: Domain not found" },
	{ STAGE_RCPT, FAULT_GONE, "550 5.2.1 mailbox disabled" },
	{ STAGE_MAIL, FAULT_OURS, "550 5.2.1 mailbox disabled" },
	{ STAGE_RCPT, FAULT_ADDRESS, "552 5.2.2 quota exceeded" },
	{ STAGE_DOT, FAULT_ADDRESS, "552 5.2.2 quota exceeded" },
	{ STAGE_RCPT, FAULT_PASSING, "452 4.2.2 over quota" },
	{ STAGE_RCPT, FAULT_PASSING, "450 4.2.1 receiving mail too quickly" },
	{ STAGE_DOT, FAULT_LETTER, "552 5.2.3 too long" },
	{ STAGE_DOT, FAULT_LETTER, "552 5.3.4 too big for the system" },
	{ STAGE_DOT, FAULT_OURS, "554 5.3.0 other" },
	{ STAGE_MAIL, FAULT_LINE, "452 4.3.1 insufficient system storage" },
	{ STAGE_RCPT, FAULT_ADDRESS, "550 5.4.1 Access denied" },
	{ STAGE_DOT, FAULT_LETTER, "554 5.6.0 not to be converted" },
	{ STAGE_DOT, FAULT_LETTER, "554 5.7.1 rejected as spam" },
	{ STAGE_RCPT, FAULT_PASSING, "450 4.7.1 <a@x>: Greylisted" },
	{ STAGE_RCPT, FAULT_PASSING, "450 4.2.0 <a@x>: Greylisted" },
	{ STAGE_MAIL, FAULT_OURS, "530 5.7.0 Authentication Required" },
	{ STAGE_DOT, FAULT_OURS, "550 5.7.26 neither SPF nor DKIM passed" },

	/* Postfix, Exim, Sendmail, Exchange */
	{ STAGE_RCPT, FAULT_OURS, "554 5.7.1 <a@x>: Relay access denied" },
	{ STAGE_RCPT, FAULT_OURS,
	    "553 5.7.1 <g@y>: Sender address rejected: not owned by user "
	    "games" },
	{ STAGE_RCPT, FAULT_OURS, "550 relay not permitted" },
	{ STAGE_RCPT, FAULT_OURS, "550 Sender verify failed" },
	{ STAGE_RCPT, FAULT_OURS, "550 5.7.1 Unable to relay" },
	{ STAGE_RCPT, FAULT_OURS,
	    "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked "
	    "using bl.example.org" },
	{ STAGE_RCPT, FAULT_GONE, "550 Unrouteable address: unknown user" },

	/* providers' limits */
	{ STAGE_MAIL, FAULT_OURS,
	    "550 5.4.5 Daily user sending limit exceeded" },
	{ STAGE_DOT, FAULT_OURS, "550 5.4.5 Daily sending quota exceeded" },
	{ STAGE_DOT, FAULT_OURS,
	    "550 5.1.90 Your message can't be sent because you've reached your "
	    "daily limit for message recipients" },
	{ STAGE_DOT, FAULT_OURS,
	    "432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded" },
	{ STAGE_DOT, FAULT_OURS,
	    "454 Throttling failure: Daily message quota exceeded" },
	{ STAGE_RCPT, FAULT_OURS,
	    "550 5.4.6 Unusual sending activity detected" },
	{ STAGE_DOT, FAULT_OURS,
	    "550 Domain example.org has exceeded the max emails per hour "
	    "(100/100) allowed" },
	{ STAGE_DOT, FAULT_OURS,
	    "451 You have exceeded your messaging limits" },
	{ STAGE_RCPT, FAULT_OURS,
	    "450 4.7.1 Error: too much mail from 192.0.2.1" },
	{ STAGE_MAIL, FAULT_OURS, "450 4.7.1 mail send limit exceeded" },

	/* providers' opinions of us */
	{ STAGE_DOT, FAULT_OURS,
	    "550 5.1.8 Access denied, bad outbound sender" },
	{ STAGE_RCPT, FAULT_OURS,
	    "550 5.7.705 Access denied, tenant has exceeded threshold" },
	{ STAGE_DOT, FAULT_OURS,
	    "554 5.2.0 STOREDRV.Submission.Exception:OutboundSpamException" },
	{ STAGE_DOT, FAULT_OURS,
	    "554 5.2.252 SendAsDenied; games@x not allowed to send as g@y" },
	{ STAGE_DOT, FAULT_OURS,
	    "550 5.7.60 SMTP; Client does not have permissions to send as this "
	    "sender" },
	{ STAGE_MAIL, FAULT_OURS,
	    "530 5.7.57 Client not authenticated to send mail" },
	{ STAGE_DOT, FAULT_OURS,
	    "554 Message rejected: Email address is not verified" },

	/* a refusal of one letter, whatever words it has */
	{ STAGE_DOT, FAULT_LETTER, "550 Message exceeded the maximum size" },
	{ STAGE_DOT, FAULT_LETTER,
	    "552 5.3.4 Message has exceeded the max. size" },
	{ STAGE_MAIL, FAULT_LETTER, "552 Message size exceeds maximum" },
	{ STAGE_RCPT, FAULT_ADDRESS, "550 Blocked, see https://example.org/" },
	{ STAGE_RCPT, FAULT_ADDRESS, "550 rejected by local policy" },
	{ STAGE_RCPT, FAULT_ADDRESS,
	    "550 your host is listed at bl.example.org" },
	{ STAGE_RCPT, FAULT_GONE, "550 5.1.1 unknown, and blocked besides" },

	/* an address that somebody made up */
	{ STAGE_RCPT, FAULT_GONE,
	    "550 5.1.1 <DailyLimitExceeded@x.org>: User unknown" },
	{ STAGE_RCPT, FAULT_GONE, "550 5.1.1 <a@SubmissionQuota.org> who?" },
	{ STAGE_RCPT, FAULT_GONE, "550 5.7.8@x.org unknown user" },
	{ STAGE_DOT, FAULT_GONE, "550 5.1.1 to=OutboundSpam@x.org unknown" },

	/* reports: the other server speaks, so nothing of ours stops */
	{ STAGE_REPORT, FAULT_GONE, "5.1.1" },
	{ STAGE_REPORT, FAULT_GONE, "5.2.1" },
	{ STAGE_REPORT, FAULT_ADDRESS, "5.2.2" },
	{ STAGE_REPORT, FAULT_ADDRESS, "4.2.2" },
	{ STAGE_REPORT, FAULT_ADDRESS, "4.4.7" },
	{ STAGE_REPORT, FAULT_ADDRESS, "5.4.4" },
	{ STAGE_REPORT, FAULT_ADDRESS, "5.7.1" },
	{ STAGE_REPORT, FAULT_ADDRESS, "5.0.0" },
	{ STAGE_REPORT, FAULT_ADDRESS, "returned" },
	{ STAGE_REPORT, FAULT_OURS, "5.1.8" },
	{ STAGE_REPORT, FAULT_OURS, "5.7.26" },
};

START_TEST(whose_fault)
{
	for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
		enum fault f = fault_of(said[i].stage, said[i].text);

		ck_assert_msg(f == said[i].fault, "%s at %s: %d", said[i].text,
		    stage_name(said[i].stage), (int)f);
	}
}
END_TEST

START_TEST(replies)
{
	struct smtp_reply r = { 0 };

	ck_assert(reply_add(&r, "250-mx.example.org\r\n", 20));
	ck_assert(!r.whole);
	ck_assert(reply_add(&r, "250-SIZE 1\r\n", 12));
	ck_assert(reply_add(&r, "250 HELP\r\n", 10));
	ck_assert(r.whole);
	ck_assert_int_eq(r.code, 250);
	ck_assert_str_eq(r.text, "250 mx.example.org SIZE 1 HELP");
	ck_assert(reply_add(&r, "550\r\n", 5));
	ck_assert(r.whole);
	ck_assert_str_eq(r.text, "550");
	ck_assert(!reply_add(&r, "hello\r\n", 7));
	ck_assert(!reply_add(&r, "25\r\n", 4));
	ck_assert(!reply_add(&r, "1.2.3\r\n", 7));
	ck_assert_str_eq(r.text, "550");
}
END_TEST

/* A server may say as much as it likes. */
START_TEST(long_replies)
{
	struct smtp_reply r = { 0 };
	char line[1000];

	memset(line, 'x', sizeof line);
	memcpy(line, "550-", 4);
	for (int i = 0; i < 1000; i++)
		ck_assert(reply_add(&r, line, sizeof line));
	ck_assert_uint_eq(strlen(r.text), sizeof r.text - 1);
	line[3] = ' ';
	ck_assert(reply_add(&r, line, sizeof line));
	ck_assert(r.whole);
	ck_assert_int_eq(r.code, 550);
}
END_TEST

START_TEST(statuses)
{
	int s[3];

	ck_assert(status_read("550 5.7.26 x", s));
	ck_assert(s[0] == 5 && s[1] == 7 && s[2] == 26);
	ck_assert(status_read("4.4.7", s));
	ck_assert(status_read("550 #5.1.0 Address rejected", s));
	ck_assert(!status_read("550 host 15.1.1.7 says no", s));
	ck_assert(!status_read("550 mx 5.1.1.7", s));
	ck_assert(!status_read("550 5.1 or 5..1 or 5.1.", s));
	ck_assert(!status_read("", s));
}
END_TEST

/* With the numbers that a server of the test's own cannot have. */
START_TEST(cures)
{
	static char host[] = "smtp.example.org", six[] = "2001:db8::1";
	static const char *const unknown[] = {
		"451 4.1.8 Domain of sender address games@example.org does not "
		"resolve",
		"553 5.1.8 Domain of sender address games@x does not exist",
		"450 4.1.8 <games@x>: Sender address rejected: Domain not found"
	};
	struct conf c = { .outgoing = { .host = host,
			      .port = 465,
			      .tls = CONF_TLS_STARTTLS } };
	struct trouble t = { .stage = STAGE_CONNECT,
		.time_out = true,
		.reply = "",
		.detail = "" };
	struct buf b = BUF_INIT;

	trouble_say(&c, &t, &b);
	ck_assert_str_eq(b.data,
	    "smtp.example.org:465, connect: no answer in time; 465 speaks TLS "
	    "at once: set tls = implicit");
	buf_clear(&b);
	c.outgoing.port = 587;
	c.outgoing.tls = CONF_TLS_IMPLICIT;
	t = (struct trouble){ .stage = STAGE_TLS,
		.reply = "",
		.detail = "gnutls_handshake() failed: An unexpected TLS packet "
			  "was received." };
	trouble_say(&c, &t, &b);
	ck_assert_ptr_nonnull(strstr(b.data,
	    "; 587 speaks STARTTLS: set tls = starttls"));
	buf_clear(&b);
	c.outgoing.host = six;
	t = (struct trouble){ .stage = STAGE_MAIL,
		.detail = "",
		.reply = "550 5.4.5 Daily user sending limit exceeded" };
	trouble_say(&c, &t, &b);
	ck_assert_str_eq(b.data,
	    "[2001:db8::1]:587, MAIL FROM: 550 5.4.5 Daily user sending limit "
	    "exceeded; it goes on by itself; set rate, or ask the provider for "
	    "more");
	buf_clear(&b);
	t.reply = "432 4.3.2 Concurrent connections limit exceeded";
	trouble_say(&c, &t, &b);
	ck_assert_ptr_nonnull(strstr(b.data,
	    "; the server takes fewer at a "
	    "time: set connections lower"));
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
		buf_clear(&b);
		t.reply = unknown[i];
		trouble_say(&c, &t, &b);
		ck_assert_msg(strstr(b.data,
				  "; the server cannot look up the domain of "
				  "from") != NULL,
		    "%s", b.data);
	}
	/* All may read it, so it names no player. */
	buf_clear(&b);
	t = (struct trouble){ .stage = STAGE_RCPT,
		.detail = "",
		.to = "anna@example.org",
		.reply = "554 5.7.1 <Anna@example.org>: Relay access denied" };
	trouble_say(&c, &t, &b);
	ck_assert_ptr_nonnull(strstr(b.data, "<recipient>: Relay"));
	ck_assert_ptr_null(strcasestr(b.data, "anna"));
	buf_release(&b);
}
END_TEST

TESTS(whose_fault, replies, long_replies, statuses, cures)
