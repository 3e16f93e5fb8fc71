# SPDX-License-Identifier: MIT
MAIL_TEST_LIBS = $(MAIL_LIBS) $(BASE_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/mail/test-address
TESTS += tests/mail/test-address
tests_mail_test_address_SOURCES = tests/mail/test-address.c
tests_mail_test_address_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_address_LDADD = $(MAIL_TEST_LIBS)

# Mail in.
check_PROGRAMS += tests/mail/imap-drive
tests_mail_imap_drive_SOURCES = tests/mail/imap-drive.c
tests_mail_imap_drive_CFLAGS = $(AM_CFLAGS) $(ETPAN_CFLAGS)
tests_mail_imap_drive_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS)

IMAP_TESTS = tests/mail/test-channel tests/mail/test-source-maildir \
	tests/mail/test-wire
check_PROGRAMS += $(IMAP_TESTS)
TESTS += $(IMAP_TESTS) tests/mail/test-imap-dovecot \
	tests/mail/test-imap-hostile tests/mail/test-imap-strict
tests_mail_test_channel_SOURCES = tests/mail/test-channel.c
tests_mail_test_channel_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_channel_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS) \
	$(CHECK_LIBS)
tests_mail_test_source_maildir_SOURCES = tests/mail/test-source-maildir.c
tests_mail_test_source_maildir_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_source_maildir_LDADD = $(MAIL_LIBS) $(CONF_LIBS) \
	$(BASE_LIBS) $(CHECK_LIBS)
tests_mail_test_wire_SOURCES = tests/mail/test-wire.c
tests_mail_test_wire_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(ETPAN_CFLAGS)
tests_mail_test_wire_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS) \
	$(CHECK_LIBS)
EXTRA_DIST += tests/mail/drive.py tests/mail/imap_strict.py \
	tests/mail/test-imap-dovecot tests/mail/test-imap-hostile \
	tests/mail/test-imap-strict

# Messages and mail out.
check_PROGRAMS += tests/mail/test-smtp
TESTS += tests/mail/test-smtp
tests_mail_test_smtp_SOURCES = tests/mail/test-smtp.c \
	tests/mail/fake-smtp.c tests/mail/fake-smtp.h
tests_mail_test_smtp_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(GNUTLS_CFLAGS)
tests_mail_test_smtp_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/mail/test-queueid
TESTS += tests/mail/test-queueid
tests_mail_test_queueid_SOURCES = tests/mail/test-queueid.c
tests_mail_test_queueid_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_queueid_LDADD = $(MAIL_TEST_LIBS)

check_PROGRAMS += tests/mail/test-fault
TESTS += tests/mail/test-fault
tests_mail_test_fault_SOURCES = tests/mail/test-fault.c
tests_mail_test_fault_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_fault_LDADD = $(MAIL_TEST_LIBS)

check_PROGRAMS += tests/mail/test-mails
TESTS += tests/mail/test-mails
tests_mail_test_mails_SOURCES = tests/mail/test-mails.c
tests_mail_test_mails_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_mails_LDADD = $(MAIL_TEST_LIBS)

check_PROGRAMS += tests/mail/test-quotes
TESTS += tests/mail/test-quotes
tests_mail_test_quotes_SOURCES = tests/mail/test-quotes.c
tests_mail_test_quotes_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_quotes_LDADD = $(MAIL_TEST_LIBS)

check_PROGRAMS += tests/mail/test-message
TESTS += tests/mail/test-message
tests_mail_test_message_SOURCES = tests/mail/test-message.c
tests_mail_test_message_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_message_LDADD = $(MAIL_TEST_LIBS)

check_PROGRAMS += tests/mail/test-transport
TESTS += tests/mail/test-transport
tests_mail_test_transport_SOURCES = tests/mail/test-transport.c
tests_mail_test_transport_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_transport_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS) $(CHECK_LIBS)

EXTRA_DIST += tests/mails

check_PROGRAMS += tests/mail/test-authres
TESTS += tests/mail/test-authres
tests_mail_test_authres_SOURCES = tests/mail/test-authres.c
tests_mail_test_authres_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_authres_LDADD = $(MAIL_TEST_LIBS)

# Setting up.
check_PROGRAMS += tests/mail/discover-drive
tests_mail_discover_drive_SOURCES = tests/mail/discover-drive.c
tests_mail_discover_drive_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS)
TESTS += tests/mail/test-discover.py
EXTRA_DIST += tests/mail/test-discover.py tests/e2e/dns.py

# Reading in a process of its own, with mails that do harm.
check_PROGRAMS += tests/mail/test-parser
TESTS += tests/mail/test-parser
tests_mail_test_parser_SOURCES = tests/mail/test-parser.c
tests_mail_test_parser_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_mail_test_parser_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=message_read
tests_mail_test_parser_LDADD = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS) \
	$(CHECK_LIBS)
