# SPDX-License-Identifier: MIT
post_suites = \
	tests/post/test-scores \
	tests/post/test-token
suites += $(post_suites)
$(post_suites): tests/post/tests
check_PROGRAMS += tests/post/tests
tests_post_tests_SOURCES = $(post_suites:=.c)
tests_post_tests_CFLAGS = $(TEST_CFLAGS)
tests_post_tests_LDADD = $(POST_LIBS) $(GAMES_LIBS) $(TEST_LIBS)
