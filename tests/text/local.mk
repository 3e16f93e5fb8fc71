# SPDX-License-Identifier: MIT
text_tests = \
	tests/text/test-spec \
	tests/text/test-mustache \
	tests/text/test-markup \
	tests/text/test-mails \
	tests/text/test-texts \
	tests/text/test-markdown \
	tests/text/test-svg \
	tests/text/test-words \
	tests/text/test-boards \
	tests/text/test-star
check_PROGRAMS += $(text_tests)
TESTS += $(text_tests)

TEXT_TEST_CFLAGS = $(AM_CFLAGS) $(CMARK_CFLAGS) $(CJSON_CFLAGS) $(CHECK_CFLAGS)
TEXT_TEST_LIBS = $(TEXT_LIBS) libgame.a $(BASE_LIBS) $(CHECK_LIBS)

tests_text_test_spec_SOURCES = tests/text/test-spec.c
tests_text_test_spec_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_spec_LDADD = $(TEXT_TEST_LIBS)
tests_text_test_mustache_SOURCES = tests/text/test-mustache.c
tests_text_test_mustache_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_mustache_LDADD = $(TEXT_TEST_LIBS)
tests_text_test_markup_SOURCES = tests/text/test-markup.c
tests_text_test_markup_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_markup_LDADD = $(TEXT_TEST_LIBS)
EXTRA_DIST += tests/text/langs.h
TEXT_FORMS = tests/text/forms.c tests/text/forms.h tests/text/wellformed.h
tests_text_test_mails_SOURCES = tests/text/test-mails.c tests/text/mails.c \
	tests/text/mails.h $(TEXT_FORMS)
tests_text_test_mails_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_mails_LDADD = $(TEXT_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
EXTRA_DIST += tests/text/mails.json tests/text/star.json tests/text/golden
tests_text_test_texts_SOURCES = tests/text/test-texts.c
tests_text_test_texts_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_texts_LDADD = $(TEXT_TEST_LIBS)
tests_text_test_markdown_SOURCES = tests/text/test-markdown.c
tests_text_test_markdown_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_markdown_LDADD = $(TEXT_TEST_LIBS)
tests_text_test_svg_SOURCES = tests/text/test-svg.c
tests_text_test_svg_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_svg_LDADD = $(TEXT_TEST_LIBS)
tests_text_test_star_SOURCES = tests/text/test-star.c $(TEXT_FORMS)
tests_text_test_star_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_star_LDADD = $(TEXT_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
tests_text_test_words_SOURCES = tests/text/test-words.c
tests_text_test_words_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_words_LDADD = $(TEXT_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
tests_text_test_boards_SOURCES = tests/text/test-boards.c $(TEXT_FORMS)
tests_text_test_boards_CFLAGS = $(TEXT_TEST_CFLAGS)
tests_text_test_boards_LDADD = $(TEXT_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
