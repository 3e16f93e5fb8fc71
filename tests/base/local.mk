# SPDX-License-Identifier: MIT
base_tests = \
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
check_PROGRAMS += $(base_tests)
TESTS += $(base_tests)

BASE_TEST_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
BASE_TEST_LIBS = $(BASE_LIBS) $(CHECK_LIBS)

tests_base_test_buf_SOURCES = tests/base/test-buf.c tests/run.h
tests_base_test_buf_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_buf_LDADD = $(BASE_TEST_LIBS)
tests_base_test_clock_SOURCES = tests/base/test-clock.c
tests_base_test_clock_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_clock_LDADD = $(BASE_TEST_LIBS)
tests_base_test_file_SOURCES = tests/base/test-file.c
tests_base_test_file_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_file_LDADD = $(BASE_TEST_LIBS)
tests_base_test_alike_SOURCES = tests/base/test-alike.c
tests_base_test_alike_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_alike_LDADD = $(BASE_TEST_LIBS)
tests_base_test_hash_SOURCES = tests/base/test-hash.c
tests_base_test_hash_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_hash_LDADD = $(BASE_TEST_LIBS)
tests_base_test_json_SOURCES = tests/base/test-json.c
tests_base_test_json_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_json_LDADD = $(BASE_TEST_LIBS)
tests_base_test_log_SOURCES = tests/base/test-log.c
tests_base_test_log_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_log_LDADD = $(BASE_TEST_LIBS)
tests_base_test_rng_SOURCES = tests/base/test-rng.c
tests_base_test_rng_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_rng_LDADD = $(BASE_TEST_LIBS)
tests_base_test_span_SOURCES = tests/base/test-span.c
tests_base_test_span_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_span_LDADD = $(BASE_TEST_LIBS)
tests_base_test_utf8_SOURCES = tests/base/test-utf8.c
tests_base_test_utf8_CFLAGS = $(BASE_TEST_CFLAGS)
tests_base_test_utf8_LDADD = $(BASE_TEST_LIBS)
