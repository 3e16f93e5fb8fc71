# SPDX-License-Identifier: MIT
# In a world that a test can bend (world.h).
daemon_suites = \
	tests/daemon/test-ahead \
	tests/daemon/test-alarm \
	tests/daemon/test-daemon \
	tests/daemon/test-pictures \
	tests/daemon/test-sending
suites += $(daemon_suites)
$(daemon_suites): tests/daemon/tests
check_PROGRAMS += tests/daemon/tests
tests_daemon_tests_SOURCES = $(daemon_suites:=.c) \
	tests/daemon/world.c tests/daemon/world.h \
	tests/store/fresh.c tests/store/fresh.h \
	tests/mail/fake-smtp.c tests/mail/fake-smtp.h
tests_daemon_tests_CFLAGS = $(TEST_CFLAGS)
tests_daemon_tests_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=db_reclaim
tests_daemon_tests_LDADD = libdaemon.a $(PICTURE_LIBS) $(STORE_LIBS) $(MAIL_LIBS) \
	$(CONF_LIBS) $(GAME_LIBS) $(TEST_LIBS)

# Deadlines with the real desk; a mail that ends whatever reads it.
programs += tests/daemon/test-archivist tests/daemon/test-clocks \
	tests/daemon/test-failing \
	tests/daemon/test-strangers
maildirs = tests/daemon/maildirs.c tests/daemon/maildirs.h \
	tests/store/fresh.c tests/store/fresh.h
tests_daemon_test_failing_SOURCES = tests/daemon/test-failing.c $(maildirs) \
	tests/desk/trouble.c tests/desk/trouble.h
tests_daemon_test_failing_CFLAGS = $(TEST_CFLAGS)
tests_daemon_test_failing_LDFLAGS = $(AM_LDFLAGS) $(TROUBLE_WRAPS) \
	-Wl,--wrap=backoff_over,--wrap=backoff_left
tests_daemon_test_failing_LDADD = libscene.a libdaemon.a libarchive_pages.a \
	$(DESK_TEST_LIBS)
tests_daemon_test_archivist_SOURCES = tests/daemon/test-archivist.c $(maildirs)
tests_daemon_test_archivist_CFLAGS = $(TEST_CFLAGS)
tests_daemon_test_archivist_LDFLAGS = $(AM_LDFLAGS) \
	-Wl,--wrap=clock_monotonic_ms
tests_daemon_test_archivist_LDADD = libdaemon.a libarchive_pages.a \
	$(DESK_TEST_LIBS)
tests_daemon_test_clocks_SOURCES = tests/daemon/test-clocks.c $(maildirs)
tests_daemon_test_clocks_CFLAGS = $(TEST_CFLAGS)
tests_daemon_test_clocks_LDADD = libdaemon.a libarchive_pages.a \
	$(DESK_TEST_LIBS)
tests_daemon_test_strangers_SOURCES = tests/daemon/test-strangers.c $(maildirs)
tests_daemon_test_strangers_CFLAGS = $(TEST_CFLAGS)
tests_daemon_test_strangers_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=message_read
tests_daemon_test_strangers_LDADD = libdaemon.a libarchive_pages.a \
	$(DESK_TEST_LIBS)

daemon_scripts = tests/daemon/test-beacon.py \
	tests/daemon/test-hardened.py tests/daemon/test-mailboxes.py \
	tests/daemon/test-silence.py tests/daemon/test-thinker.py \
	tests/daemon/test-start.py tests/daemon/test-trace.py
if POSTGRESQL
daemon_scripts += tests/daemon/test-archivists.py tests/daemon/test-bytes.py \
	tests/daemon/test-cluster.py tests/daemon/test-failover.py \
	tests/daemon/test-mailboxes-several.py \
	tests/daemon/test-piped.py \
	tests/daemon/test-rows.sh tests/daemon/test-served.py \
	tests/daemon/test-standby.py tests/daemon/test-thinkers.py \
	tests/daemon/test-versions.py
endif
dist_check_SCRIPTS += $(daemon_scripts)
TESTS += $(daemon_scripts)
EXTRA_DIST += tests/daemon/asking.py tests/daemon/postgres.py \
	tests/daemon/processes.py \
	tests/daemon/waiting.py tests/daemon/way.py

# Ten minutes, half of them where rows stand for locks; CLUSTER="--seed N" repeats
# the faults of a run.
check-cluster: all
	CHECK_LONG=yes $(srcdir)/tests/daemon/test-cluster.py $(CLUSTER)
	CHECK_LONG=yes PAQUEBOT_TEST_LOCKS=rows \
		$(srcdir)/tests/daemon/test-cluster.py $(CLUSTER)
.PHONY: check-cluster
