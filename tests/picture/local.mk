# SPDX-License-Identifier: MIT
picture_suites = \
	tests/picture/test-bytes \
	tests/picture/test-ink \
	tests/picture/test-pictures \
	tests/picture/test-plan \
	tests/picture/test-signs \
	tests/picture/test-strips \
	tests/picture/test-svg
suites += $(picture_suites)
$(picture_suites): tests/picture/tests
check_PROGRAMS += tests/picture/tests
tests_picture_tests_SOURCES = $(picture_suites:=.c) \
	tests/picture/boards.c tests/picture/boards.h \
	tests/picture/pixels.c tests/picture/pixels.h
tests_picture_tests_CFLAGS = $(TEST_CFLAGS) $(CAIRO_CFLAGS) $(ZLIB_CFLAGS)
tests_picture_tests_LDADD = $(POST_LIBS) $(GAMES_LIBS) $(TEST_LIBS) \
	$(ZLIB_LIBS)
