# SPDX-License-Identifier: MIT
MAIL_TEST_LIBS = $(MAIL_LIBS) $(CONF_LIBS) $(BASE_LIBS)

mail_suites = \
	tests/mail/test-address \
	tests/mail/test-authres \
	tests/mail/test-channel \
	tests/mail/test-fault \
	tests/mail/test-mails \
	tests/mail/test-message \
	tests/mail/test-queueid \
	tests/mail/test-quotes \
	tests/mail/test-smtp \
	tests/mail/test-smtp-poll \
	tests/mail/test-source-maildir \
	tests/mail/test-transport \
	tests/mail/test-wire
suites += $(mail_suites)
$(mail_suites): tests/mail/tests
check_PROGRAMS += tests/mail/tests
tests_mail_tests_SOURCES = $(mail_suites:=.c) \
	tests/mail/fake-smtp.c tests/mail/fake-smtp.h
tests_mail_tests_CFLAGS = $(TEST_CFLAGS)
tests_mail_tests_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=readdir,--wrap=fstat
tests_mail_tests_LDADD = $(MAIL_TEST_LIBS) $(TEST_LIBS)
EXTRA_DIST += tests/mails

# Reading in a process of its own, with mails that do harm.
programs += tests/mail/test-parser
tests_mail_test_parser_SOURCES = tests/mail/test-parser.c
tests_mail_test_parser_CFLAGS = $(TEST_CFLAGS)
tests_mail_test_parser_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=message_read
tests_mail_test_parser_LDADD = $(MAIL_TEST_LIBS) $(TEST_LIBS)

# Driven by scripts, against servers good and bad.
check_PROGRAMS += tests/mail/discover-drive tests/mail/imap-drive
tests_mail_discover_drive_LDADD = $(MAIL_TEST_LIBS)
tests_mail_imap_drive_CFLAGS = $(TEST_CFLAGS)
tests_mail_imap_drive_LDADD = $(MAIL_TEST_LIBS)
mail_scripts = \
	tests/mail/test-discover.py \
	tests/mail/test-imap-dovecot \
	tests/mail/test-imap-hostile \
	tests/mail/test-imap-strict
TESTS += $(mail_scripts)
EXTRA_DIST += $(mail_scripts) tests/mail/drive.py tests/mail/imap_strict.py
