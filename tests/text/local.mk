# SPDX-License-Identifier: MIT
text_suites = \
	tests/text/test-boards \
	tests/text/test-changes \
	tests/text/test-fragment \
	tests/text/test-mails \
	tests/text/test-markdown \
	tests/text/test-markup \
	tests/text/test-mustache \
	tests/text/test-said \
	tests/text/test-sheet \
	tests/text/test-spec \
	tests/text/test-star \
	tests/text/test-texts \
	tests/text/test-tongues \
	tests/text/test-words
suites += $(text_suites)
$(text_suites): tests/text/tests
check_PROGRAMS += tests/text/tests
tests_text_tests_SOURCES = $(text_suites:=.c) \
	tests/text/forms.c tests/text/forms.h tests/text/langs.h \
	tests/text/heard.c tests/text/heard.h \
	tests/text/heard_board.c tests/text/heard_page.c \
	tests/text/mails.c tests/text/mails.h \
	tests/text/posed.h tests/text/posed_antwerp.c \
	tests/text/posed_claim.c tests/text/posed_clippers.c \
	tests/text/posed_star.c \
	tests/text/said.c tests/text/said.h \
	tests/text/said_berths.c tests/text/said_chart.c \
	tests/text/said_harbour.c tests/text/said_space.c \
	tests/text/trial.c tests/text/trial.h tests/text/wellformed.h
tests_text_tests_CFLAGS = $(TEST_CFLAGS)
tests_text_tests_LDADD = $(TEXT_LIBS) $(GAMES_LIBS) $(TEST_LIBS)
EXTRA_DIST += tests/text/mails.json tests/text/star.json tests/text/golden
