# SPDX-License-Identifier: MIT
conf_tests = tests/conf/test-conf tests/conf/test-value
check_PROGRAMS += $(conf_tests)
TESTS += $(conf_tests)
tests_conf_test_conf_SOURCES = tests/conf/test-conf.c
tests_conf_test_conf_CFLAGS = $(BASE_TEST_CFLAGS)
tests_conf_test_conf_LDADD = $(CONF_LIBS) $(BASE_TEST_LIBS)
tests_conf_test_value_SOURCES = tests/conf/test-value.c
tests_conf_test_value_CFLAGS = $(BASE_TEST_CFLAGS)
tests_conf_test_value_LDADD = $(CONF_LIBS) $(BASE_TEST_LIBS)
