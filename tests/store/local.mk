# SPDX-License-Identifier: MIT
store_suites = \
	tests/store/test-backup \
	tests/store/test-broken \
	tests/store/test-clock \
	tests/store/test-crash \
	tests/store/test-db \
	tests/store/test-failing \
	tests/store/test-games \
	tests/store/test-mails \
	tests/store/test-pictures \
	tests/store/test-press \
	tests/store/test-requests \
	tests/store/test-thoughts
if POSTGRESQL
store_suites += tests/store/test-served
dist_check_SCRIPTS += tests/store/test-postgres tests/store/test-engine.sh
TESTS += tests/store/test-engine.sh
endif
EXTRA_DIST += tests/store/with-postgres tests/store/test-served.c \
	tests/store/test-postgres tests/store/test-engine.sh
suites += $(store_suites)
$(store_suites): tests/store/tests
check_PROGRAMS += tests/store/tests
tests_store_tests_SOURCES = $(store_suites:=.c) \
	tests/store/cut.c tests/store/cut.h tests/store/scratch.c \
	tests/store/scratch.h tests/store/fresh.c tests/store/fresh.h
tests_store_tests_CFLAGS = $(TEST_CFLAGS)
tests_store_tests_LDADD = $(STORE_LIBS) $(BASE_LIBS) $(TEST_LIBS)
