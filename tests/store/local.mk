# SPDX-License-Identifier: MIT
STORE_TESTS = tests/store/test-db tests/store/test-games tests/store/test-mails \
	tests/store/test-clock tests/store/test-crash tests/store/test-requests \
	tests/store/test-press
STORE_TESTS += tests/store/test-failing tests/store/test-backup
check_PROGRAMS += $(STORE_TESTS)
TESTS += $(STORE_TESTS)
STORE_TEST_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(SQLITE_CFLAGS)
STORE_TEST_LIBS = $(STORE_LIBS) $(BASE_LIBS) $(CHECK_LIBS)
STORE_SCRATCH = tests/store/scratch.c tests/store/scratch.h

tests_store_test_db_SOURCES = tests/store/test-db.c $(STORE_SCRATCH)
tests_store_test_db_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_db_LDADD = $(STORE_TEST_LIBS)
tests_store_test_backup_SOURCES = tests/store/test-backup.c $(STORE_SCRATCH)
tests_store_test_backup_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_backup_LDADD = $(STORE_TEST_LIBS)
tests_store_test_games_SOURCES = tests/store/test-games.c $(STORE_SCRATCH)
tests_store_test_games_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_games_LDADD = $(STORE_TEST_LIBS)
tests_store_test_mails_SOURCES = tests/store/test-mails.c $(STORE_SCRATCH)
tests_store_test_mails_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_mails_LDADD = $(STORE_TEST_LIBS)
tests_store_test_crash_SOURCES = tests/store/test-crash.c tests/store/cut.c \
	tests/store/cut.h $(STORE_SCRATCH)
tests_store_test_crash_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_crash_LDADD = $(STORE_TEST_LIBS)
tests_store_test_clock_SOURCES = tests/store/test-clock.c $(STORE_SCRATCH)
tests_store_test_clock_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_clock_LDADD = $(STORE_TEST_LIBS)
tests_store_test_requests_SOURCES = tests/store/test-requests.c $(STORE_SCRATCH)
tests_store_test_requests_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_requests_LDADD = $(STORE_TEST_LIBS)
tests_store_test_press_SOURCES = tests/store/test-press.c $(STORE_SCRATCH)
tests_store_test_press_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_press_LDADD = $(STORE_TEST_LIBS)
tests_store_test_failing_SOURCES = tests/store/test-failing.c $(STORE_SCRATCH)
tests_store_test_failing_CFLAGS = $(STORE_TEST_CFLAGS)
tests_store_test_failing_LDADD = $(STORE_TEST_LIBS)
