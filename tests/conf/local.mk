# SPDX-License-Identifier: MIT
conf_suites = \
	tests/conf/test-conf \
	tests/conf/test-value
suites += $(conf_suites)
$(conf_suites): tests/conf/tests
check_PROGRAMS += tests/conf/tests
tests_conf_tests_SOURCES = $(conf_suites:=.c)
tests_conf_tests_CFLAGS = $(TEST_CFLAGS)
tests_conf_tests_LDADD = $(CONF_LIBS) $(BASE_LIBS) $(TEST_LIBS)
