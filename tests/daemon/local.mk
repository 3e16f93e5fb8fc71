# SPDX-License-Identifier: MIT
DAEMON_TESTS = tests/daemon/test-daemon
check_PROGRAMS += $(DAEMON_TESTS)
TESTS += $(DAEMON_TESTS)
tests_daemon_test_daemon_SOURCES = tests/daemon/test-daemon.c \
	tests/daemon/world.c tests/daemon/world.h
tests_daemon_test_daemon_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(SQLITE_CFLAGS)
tests_daemon_test_daemon_LDADD = libdaemon.a $(STORE_LIBS) $(CONF_LIBS) \
	$(BASE_LIBS) $(CHECK_LIBS)
