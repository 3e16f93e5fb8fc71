# SPDX-License-Identifier: MIT
clock_suites = \
	tests/clock/test-clocks \
	tests/clock/test-deadline \
	tests/clock/test-read
suites += $(clock_suites)
$(clock_suites): tests/clock/tests
check_PROGRAMS += tests/clock/tests
tests_clock_tests_SOURCES = $(clock_suites:=.c)
tests_clock_tests_CFLAGS = $(TEST_CFLAGS)
tests_clock_tests_LDADD = $(CLOCK_LIBS) $(TEXT_LIBS) $(GAME_LIBS) $(TEST_LIBS)
