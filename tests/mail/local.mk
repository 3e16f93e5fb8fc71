# SPDX-License-Identifier: MIT
MAIL_TEST_LIBS = $(MAIL_LIBS) $(BASE_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/mail/test-address
TESTS += tests/mail/test-address
tests_mail_test_address_SOURCES = tests/mail/test-address.c
tests_mail_test_address_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_address_LDADD = $(MAIL_TEST_LIBS)
