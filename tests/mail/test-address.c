/* SPDX-License-Identifier: MIT */
#include "mail/address.h"
#include "tests/run.h"

START_TEST(valid_plain)
{
	static const char *const good[] = { "anna@example.org",
		"a.b+c@x.example", "games+42.p2.77.k3@x.org", "a@localhost",
		"o'hara@example.org", "\"a..b\"@example.org",
		"\"a\\\"b\"@example.org", "x_y-z@sub-1.example.org",
		"anna@xn--bcher-kva.example" };
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		ck_assert_msg(address_valid(good[i]), "%s", good[i]);
}
END_TEST

/* doc/libraries.md 7: nothing that could add a line or an argument. */
START_TEST(trap_7_invalid)
{
	static const char *const bad[] = { "", "@", "a@", "@b", "anna",
		"anna@ex ample.org", "anna@example.org\r\nRCPT TO:<x@y>",
		"anna\n@example.org", "anna@example.org\n", "a b@example.org",
		"a..b@example.org", ".a@example.org", "a.@example.org",
		"a@-x.org", "a@x-.org", "a@x..org", "a@x.org.", "a@b@c",
		"<a@b>", "-oQ/tmp@example.org", "\"a b\"@example.org",
		"\"a\nb\"@example.org", "\"a\"b@x.org",
		"=?utf-8?q?x?=@example.org", "j\xC3\xBCrg@example.org",
		"a@ex\xC3\xA4mple.org", "a@[127.0.0.1]", "a,b@example.org",
		"\"@example.org", "\"\"@example.org", "\"a\\\"@example.org",
		"a@x.org>", "a\t@x.org", "a\x7f@x.org" };
	char longest[300];

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		ck_assert_msg(!address_valid(bad[i]), "%s", bad[i]);
	ck_assert(!address_valid(NULL));
	memset(longest, 'a', sizeof longest);
	(void)snprintf(longest + 64, 30, "@example.org");
	ck_assert(address_valid(longest));
	longest[64] = 'a';
	(void)snprintf(longest + 65, 30, "@example.org");
	ck_assert(!address_valid(longest));
	for (size_t i = 0; i < 290; i++)
		longest[i] = i == 10 ? '@' : i % 9 == 0 ? '.' : 'a';
	longest[290] = '\0';
	ck_assert(!address_valid(longest));
}
END_TEST

static void
expect(const char *text, const char *name, const char *addr)
{
	struct buf n = BUF_INIT, a = BUF_INIT;
	struct err e;

	if (addr == NULL) {
		ck_assert_msg(address_parse(text, &n, &a, &e) == -1, "%s",
		    text);
		ck_assert(e.kind == ERR_CORRUPT && e.text[0] != '\0');
	} else {
		ck_assert_msg(address_parse(text, &n, &a, &e) == 0, "%s", text);
		ck_assert_str_eq(buf_text(&n), name);
		ck_assert_str_eq(buf_text(&a), addr);
	}
	buf_release(&n);
	buf_release(&a);
}

START_TEST(parse_forms)
{
	expect("anna@example.org", "", "anna@example.org");
	expect("  Anna@Example.ORG ", "", "anna@example.org");
	expect("<anna@example.org>", "", "anna@example.org");
	expect("Anna <anna@example.org>", "Anna", "anna@example.org");
	expect("\"Anna B., Jr\" <anna@example.org>", "Anna B., Jr",
	    "anna@example.org");
	expect("\"A \\\"x\\\" B\" <anna@example.org>", "A \"x\" B",
	    "anna@example.org");
	expect("anna@example.org (Anna)", "Anna", "anna@example.org");
	expect("Anna (work) <anna@example.org>", "Anna", "anna@example.org");
	expect("\"a..b\"@example.org", "", "\"a..b\"@example.org");
	expect("J\xC3\xBCrg <j@example.org>", "J\xC3\xBCrg", "j@example.org");
}
END_TEST

/* doc/libraries.md 6. */
START_TEST(trap_6_not_one_mailbox)
{
	expect("a@x.org, b@x.org", NULL, NULL);
	expect("Anna <a@x.org>, b@x.org", NULL, NULL);
	expect("Anna <a@x.org> <b@x.org>", NULL, NULL);
	expect("group: a@x.org;", NULL, NULL);
	expect("undisclosed-recipients:;", NULL, NULL);
	expect("=?utf-8?q?a=40x.org?=", NULL, NULL);
	expect("Anna <=?utf-8?q?a?=@x.org>", NULL, NULL);
	expect("Anna", NULL, NULL);
	expect("", NULL, NULL);
	expect("<>", NULL, NULL);
	expect("Anna <a@x.org", NULL, NULL);
	expect("\"Anna <a@x.org>", NULL, NULL);
	expect("Anna <a@x.org>\r\nBcc: b@x.org", NULL, NULL);
	expect("a@x.org b@x.org", NULL, NULL);
	expect("Anna <@relay:a@x.org>", NULL, NULL);
}
END_TEST

static void
collect(void *arg, const char *addr)
{
	buf_str(arg, addr);
	buf_char(arg, ' ');
}

START_TEST(lists)
{
	struct buf b = BUF_INIT;

	ck_assert_uint_eq(address_list("A <A@x.org>, \"b, c\" <b@x.org>,, bad, "
				       "g: c@x.org, d@x.org;, (a, b) e@x.org",
			      10, collect, &b),
	    5);
	ck_assert_str_eq(b.data, "a@x.org b@x.org c@x.org d@x.org e@x.org ");
	buf_clear(&b);
	ck_assert_uint_eq(address_list("a@x.org,b@x.org", 1, collect, &b), 1);
	buf_release(&b);
}
END_TEST

START_TEST(details)
{
	struct buf b = BUF_INIT;

	ck_assert_int_eq(address_detail("games+42.p2@x.org", &b), 1);
	ck_assert_str_eq(b.data, "42.p2");
	buf_clear(&b);
	ck_assert_int_eq(address_detail("games@x.org", &b), 0);
	ck_assert_int_eq(address_detail("games+@x.org", &b), 0);
	ck_assert_int_eq(address_with_detail("games@x.org", "p2", &b), 0);
	ck_assert_str_eq(b.data, "games+p2@x.org");
	buf_clear(&b);
	ck_assert_int_eq(address_with_detail("games@x.org", "p 2", &b), -1);
	ck_assert_int_eq(address_with_detail("games@x.org", "", &b), -1);
	ck_assert_uint_eq(b.len, 0);
	ck_assert_int_eq(address_canonical("A.B@X.Org", &b), 0);
	ck_assert_str_eq(b.data, "a.b@x.org");
	ck_assert_int_eq(address_canonical("A.B@", &b), -1);
	/* Quotes that are not needed make no other mailbox (RFC 5321, 4.1.2);
	 * an @ in them, a blank dot or a dash does. */
	buf_clear(&b);
	ck_assert_int_eq(address_canonical("\"Games+b.1\"@X.org", &b), 0);
	ck_assert_str_eq(b.data, "games+b.1@x.org");
	buf_clear(&b);
	ck_assert_int_eq(address_canonical("\"ga\\mes\"@x.org", &b), 0);
	ck_assert_str_eq(b.data, "games@x.org");
	buf_clear(&b);
	ck_assert_int_eq(address_canonical("\"A@b\"@x.org", &b), 0);
	ck_assert_str_eq(b.data, "\"a@b\"@x.org");
	buf_clear(&b);
	ck_assert_int_eq(address_canonical("\"a..b\"@x.org", &b), 0);
	ck_assert_str_eq(b.data, "\"a..b\"@x.org");
	buf_clear(&b);
	ck_assert_int_eq(address_canonical("\"-a\"@x.org", &b), 0);
	ck_assert_str_eq(b.data, "\"-a\"@x.org");
	buf_release(&b);
}
END_TEST

CASES(tests)
{
	tcase_add_test(t, valid_plain);
	tcase_add_test(t, trap_7_invalid);
	tcase_add_test(t, parse_forms);
	tcase_add_test(t, trap_6_not_one_mailbox);
	tcase_add_test(t, lists);
	tcase_add_test(t, details);
}
