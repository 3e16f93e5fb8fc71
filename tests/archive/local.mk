# SPDX-License-Identifier: MIT
check_PROGRAMS += tests/archive/test-variants
archive_scripts = tests/archive/test-archive.py tests/archive/test-kill.py \
	tests/archive/test-replay.py tests/archive/test-store.py
TESTS += tests/archive/test-variants $(archive_scripts)
EXTRA_DIST += $(archive_scripts) \
	tests/archive/checks.py tests/archive/webdriver.py
tests_archive_test_variants_SOURCES = tests/archive/test-variants.c
tests_archive_test_variants_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_archive_test_variants_LDADD = $(ARCHIVE_LIBS) $(BASE_LIBS) $(CHECK_LIBS)
