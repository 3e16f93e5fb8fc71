# SPDX-License-Identifier: MIT
base_suites = \
	tests/base/test-alike \
	tests/base/test-buf \
	tests/base/test-clock \
	tests/base/test-file \
	tests/base/test-hash \
	tests/base/test-json \
	tests/base/test-log \
	tests/base/test-rng \
	tests/base/test-span \
	tests/base/test-utf8
suites += $(base_suites)
$(base_suites): tests/base/tests
check_PROGRAMS += tests/base/tests
tests_base_tests_SOURCES = $(base_suites:=.c)
tests_base_tests_CFLAGS = $(TEST_CFLAGS)
tests_base_tests_LDADD = $(BASE_LIBS) $(TEST_LIBS)

# Of the C library's own malloc, which sanitizers replace.
programs += tests/base/test-heap
tests_base_test_heap_SOURCES = tests/base/test-heap.c
tests_base_test_heap_CFLAGS = $(TEST_CFLAGS)
tests_base_test_heap_LDADD = $(BASE_LIBS) $(TEST_LIBS)
