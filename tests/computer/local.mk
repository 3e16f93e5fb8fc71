# SPDX-License-Identifier: MIT
computer_suites = tests/computer/test-levels tests/computer/test-tree
suites += $(computer_suites)
$(computer_suites): tests/computer/tests
check_PROGRAMS += tests/computer/tests
tests_computer_tests_SOURCES = $(computer_suites:=.c)
tests_computer_tests_CFLAGS = $(TEST_CFLAGS)
tests_computer_tests_LDADD = $(GAMES_LIBS) $(TEST_LIBS)
TESTS += tests/computer/test-normal.py
EXTRA_DIST += tests/computer/test-normal.py
