# SPDX-License-Identifier: MIT
check_PROGRAMS += tests/match/test-token
TESTS += tests/match/test-token
tests_match_test_token_SOURCES = tests/match/test-token.c
tests_match_test_token_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) -I$(srcdir)
tests_match_test_token_LDADD = $(MATCH_LIBS) $(CHECK_LIBS)
check_PROGRAMS += tests/match/test-scores
TESTS += tests/match/test-scores
tests_match_test_scores_SOURCES = tests/match/test-scores.c
tests_match_test_scores_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	$(CJSON_CFLAGS) -I$(srcdir)
tests_match_test_scores_LDADD = $(MATCH_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
check_PROGRAMS += tests/match/test-deadline
TESTS += tests/match/test-deadline
tests_match_test_deadline_SOURCES = tests/match/test-deadline.c
tests_match_test_deadline_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) -I$(srcdir)
tests_match_test_deadline_LDADD = $(MATCH_LIBS) $(CHECK_LIBS)
