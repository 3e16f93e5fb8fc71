# SPDX-License-Identifier: MIT
MAIL_TEST_LIBS = $(MAIL_LIBS) $(BASE_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/mail/test-address
TESTS += tests/mail/test-address
tests_mail_test_address_SOURCES = tests/mail/test-address.c
tests_mail_test_address_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_address_LDADD = $(MAIL_TEST_LIBS)

# Messages and mail out.
check_PROGRAMS += tests/mail/test-smtp
TESTS += tests/mail/test-smtp
tests_mail_test_smtp_SOURCES = tests/mail/test-smtp.c \
	tests/mail/fake-smtp.c tests/mail/fake-smtp.h
tests_mail_test_smtp_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(GNUTLS_CFLAGS)
tests_mail_test_smtp_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS) $(CHECK_LIBS)
