# SPDX-License-Identifier: MIT
check_PROGRAMS += tests/log/test-annals tests/log/test-turnlog
TESTS += tests/log/test-annals tests/log/test-turnlog

tests_log_test_annals_CFLAGS = $(TOY_CFLAGS)
tests_log_test_annals_SOURCES = tests/log/test-annals.c \
	tests/game/toy_registry.c
tests_log_test_annals_LDADD = $(TOY_LIBS)

tests_log_test_turnlog_CFLAGS = $(TOY_CFLAGS)
tests_log_test_turnlog_SOURCES = tests/log/test-turnlog.c \
	tests/game/toy_registry.c
tests_log_test_turnlog_LDADD = $(TOY_LIBS)
