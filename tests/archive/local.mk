# SPDX-License-Identifier: MIT
archive_suites = \
	tests/archive/test-variants
suites += $(archive_suites)
$(archive_suites): tests/archive/tests
check_PROGRAMS += tests/archive/tests
tests_archive_tests_SOURCES = $(archive_suites:=.c)
tests_archive_tests_CFLAGS = $(TEST_CFLAGS)
tests_archive_tests_LDADD = $(ARCHIVE_LIBS) $(BASE_LIBS) $(TEST_LIBS)
archive_scripts = \
	tests/archive/test-archive.py \
	tests/archive/test-gone.py \
	tests/archive/test-kill.py \
	tests/archive/test-replay.py \
	tests/archive/test-store.py
TESTS += $(archive_scripts)
EXTRA_DIST += $(archive_scripts) \
	tests/archive/checks.py tests/archive/clubs.py tests/archive/webdriver.py
