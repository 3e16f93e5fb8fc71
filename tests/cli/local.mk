# SPDX-License-Identifier: MIT
TESTS += tests/cli/test-doctor.py tests/cli/test-setup.py \
	tests/cli/test-completion.sh
EXTRA_DIST += tests/cli/test-doctor.py tests/cli/test-setup.py \
	tests/cli/test-completion.sh
TESTS += tests/cli/test-completion.zsh
EXTRA_DIST += tests/cli/test-completion.zsh
TESTS += tests/cli/test-backup.py tests/cli/test-status.py
EXTRA_DIST += tests/cli/test-backup.py tests/cli/test-status.py
TESTS += tests/cli/test-output.py
EXTRA_DIST += tests/cli/test-output.py tests/cli/output.golden
TESTS += tests/cli/test-log.py tests/cli/test-logtools.py
EXTRA_DIST += tests/cli/test-log.py tests/cli/test-logtools.py
CLI_OPERATOR_TESTS = tests/cli/test-operator tests/cli/test-demo
check_PROGRAMS += $(CLI_OPERATOR_TESTS)
TESTS += $(CLI_OPERATOR_TESTS)
tests_cli_test_operator_SOURCES = tests/cli/test-operator.c tests/cli/tool.c \
	tests/cli/tool.h
tests_cli_test_operator_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
tests_cli_test_operator_LDADD = $(BASE_LIBS) $(CHECK_LIBS)
tests_cli_test_demo_SOURCES = tests/cli/test-demo.c tests/cli/tool.c
tests_cli_test_demo_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_cli_test_demo_LDADD = $(BASE_LIBS) $(CHECK_LIBS)
check_PROGRAMS += tests/cli/test-kill
TESTS += tests/cli/test-kill
tests_cli_test_kill_SOURCES = tests/cli/test-kill.c tests/cli/tool.c
tests_cli_test_kill_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
tests_cli_test_kill_LDADD = $(BASE_LIBS) $(CHECK_LIBS)
