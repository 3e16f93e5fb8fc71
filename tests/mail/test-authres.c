/* SPDX-License-Identifier: MIT */

/* Authentication-Results by RFC 8601: what its writer said counts, what the
 * sender had put into it does not (doc/design.md 6.4). */

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "mail/authres.h"
#include "tests/run.h"

static const char *const good[] = {
	"mx.example.org; dmarc=pass header.from=example.net",
	"MX.Example.ORG 1; DMARC=Pass (p=none dis=none) "
	"header.FROM=Example.NET",

	"(a; comment (nested \\) ) here) mx.example.org (v) 1 (c); spf=pass "
	"smtp.mailfrom=a@b.example; dmarc = pass header . from = example.net",
	"\"mx.example.org\"; dmarc/1=pass header.from=\"example.net\" "
	"policy.p=x",
	"mx.example.org; spf=fail smtp.mailfrom=\"; dmarc=fail\"@x.example; "
	"dkim=pass reason=\"good (really); ok\" header.b=ab=; dmarc=pass "
	"header.from=example.net",
	"mx.example.org; dmarc=pass header.from=example.net;",
};

static const char *const bad[] = {
	"",
	"mx.example.org",
	"mx.example.org; none",
	"mx.example.com; dmarc=pass header.from=example.net",
	"mx.example.org.evil.example; dmarc=pass header.from=example.net",
	"mx.example.org 2; dmarc=pass header.from=example.net",
	"mx.example.org; dmarc=fail header.from=example.net",
	"mx.example.org; dmarc=pass header.from=example.com",
	"mx.example.org; dmarc=pass header.from=sub.example.net",
	"mx.example.org; dmarc=passed header.from=example.net",
	"mx.example.org; dmarc=pass; spf=pass header.from=example.net",
	"mx.example.org; x-dmarc=pass header.from=example.net",
	"mx.example.org; spf=pass dmarc=pass header.from=example.net",
	/* The sender's own words: quoted, in a comment, or unfinished. */
	"mx.example.org; spf=fail smtp.mailfrom=\"; dmarc=pass "
	"header.from=example.net\"",
	"mx.example.org; spf=fail smtp.mailfrom=\"\\\"; dmarc=pass "
	"header.from=example.net\"",
	"mx.example.org; spf=fail (; dmarc=pass header.from=example.net)",
	"mx.example.org; spf=fail (a\\); dmarc=pass header.from=example.net)",
	"mx.example.org; spf=fail (a; dmarc=pass header.from=example.net",
	"mx.example.org; dmarc=pass header.from=example.net; spf=fail "
	"smtp.mailfrom=\"open",
	"mx.example.org (; dmarc=pass header.from=example.net",
	"mx.example.org; dmarc=fail (dmarc=pass) header.from=example.net",
	"mx.example.org; dmarc=fail reason=\"x\" dmarc=pass "
	"header.from=example.net",
	/* Two results, or two domains: whose is it? */
	"mx.example.org; dmarc=pass header.from=example.net; dmarc=fail "
	"header.from=example.com",
	"mx.example.org; dmarc=pass header.from=example.com; dmarc=pass "
	"header.from=example.net",
	"mx.example.org; dmarc=pass header.from=example.com "
	"header.from=example.net",
	/* No grammar at all. */
	"mx.example.org; spf pass; dmarc=pass header.from=example.net",
	"mx.example.org; \"dmarc\"=pass header.from=example.net",
	"mx.example.org dmarc=pass header.from=example.net",
	"mx.example.org; =pass; dmarc=pass header.from=example.net",
};

START_TEST(test_good)
{
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(authres_dmarc_pass(good[i], "mx.example.org",
				  "example.net"),
		    "%s", good[i]);
}
END_TEST

START_TEST(test_bad)
{
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!authres_dmarc_pass(bad[i], "mx.example.org",
				  "example.net"),
		    "%s", bad[i]);
	ck_assert(!authres_dmarc_pass("; dmarc=pass header.from=example.net",
	    "", "example.net"));
	ck_assert(!authres_dmarc_pass("mx; dmarc=pass header.from=", "mx", ""));
}
END_TEST

/* However it is cut off, it vouches for nobody else. */
START_TEST(test_cut)
{
	const char *whole = good[4];
	char part[400];

	for (size_t n = 0; n < strlen(whole); n++) {
		snprintf(part, sizeof part, "%.*s", (int)n, whole);
		ck_assert_msg(!authres_dmarc_pass(part, "mx.example.org",
				  "example.net"),
		    "%s", part);
	}
}
END_TEST

TESTS(test_good, test_bad, test_cut)
