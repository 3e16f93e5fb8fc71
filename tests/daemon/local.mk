# SPDX-License-Identifier: MIT
DAEMON_TESTS = tests/daemon/test-daemon
check_PROGRAMS += $(DAEMON_TESTS)
TESTS += $(DAEMON_TESTS)
tests_daemon_test_daemon_SOURCES = tests/daemon/test-daemon.c \
	tests/daemon/world.c tests/daemon/world.h
tests_daemon_test_daemon_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(SQLITE_CFLAGS)
tests_daemon_test_daemon_LDADD = libdaemon.a libmail.a $(STORE_LIBS) \
	$(CONF_LIBS) \
	$(BASE_LIBS) $(CHECK_LIBS)

# What the keeper is told.
check_PROGRAMS += tests/daemon/test-alarm
TESTS += tests/daemon/test-alarm
tests_daemon_test_alarm_SOURCES = tests/daemon/test-alarm.c \
	tests/daemon/world.c tests/daemon/world.h
tests_daemon_test_alarm_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(SQLITE_CFLAGS)
tests_daemon_test_alarm_LDADD = libdaemon.a libmail.a $(STORE_LIBS) \
	$(CONF_LIBS) \
	$(BASE_LIBS) $(CHECK_LIBS)

# Sending by the real transport, to servers that fail in every way.
check_PROGRAMS += tests/daemon/test-sending
TESTS += tests/daemon/test-sending
tests_daemon_test_sending_SOURCES = tests/daemon/test-sending.c \
	tests/daemon/world.c tests/daemon/world.h \
	tests/mail/fake-smtp.c tests/mail/fake-smtp.h
tests_daemon_test_sending_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	$(SQLITE_CFLAGS) $(GNUTLS_CFLAGS)
tests_daemon_test_sending_LDADD = libdaemon.a $(STORE_LIBS) $(MAIL_LIBS) \
	$(CONF_LIBS) $(BASE_LIBS) $(CHECK_LIBS)

# Deadlines with the real desk.
check_PROGRAMS += tests/daemon/test-clocks
TESTS += tests/daemon/test-clocks
tests_daemon_test_clocks_SOURCES = tests/daemon/test-clocks.c
tests_daemon_test_clocks_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_daemon_test_clocks_LDADD = libdaemon.a libarchive_pages.a $(DESK_LIBS) $(GAMES_LIBS) \
	$(CHECK_LIBS)
dist_check_SCRIPTS += tests/daemon/test-start.py \
	tests/daemon/test-silence.py
TESTS += tests/daemon/test-start.py tests/daemon/test-silence.py

# A mail that ends whatever reads it.
check_PROGRAMS += tests/daemon/test-strangers
TESTS += tests/daemon/test-strangers
tests_daemon_test_strangers_SOURCES = tests/daemon/test-strangers.c
tests_daemon_test_strangers_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_daemon_test_strangers_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=message_read
tests_daemon_test_strangers_LDADD = libdaemon.a libarchive_pages.a \
	$(DESK_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
