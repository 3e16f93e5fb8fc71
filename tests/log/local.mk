# SPDX-License-Identifier: MIT
log_suites = \
	tests/log/test-rating \
	tests/log/test-standings \
	tests/log/test-turnlog
suites += $(log_suites)
$(log_suites): tests/log/tests
check_PROGRAMS += tests/log/tests
tests_log_tests_SOURCES = $(log_suites:=.c) \
	tests/game/toy_registry.c
tests_log_tests_CFLAGS = $(TOY_CFLAGS)
tests_log_tests_LDADD = $(TOY_LIBS) $(TEST_LIBS)
