# SPDX-License-Identifier: MIT
match_suites = \
	tests/match/test-deadline
suites += $(match_suites)
$(match_suites): tests/match/tests
check_PROGRAMS += tests/match/tests
tests_match_tests_SOURCES = $(match_suites:=.c)
tests_match_tests_CFLAGS = $(TEST_CFLAGS)
tests_match_tests_LDADD = $(MATCH_LIBS) $(GAMES_LIBS) $(TEST_LIBS)
