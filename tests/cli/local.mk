# SPDX-License-Identifier: MIT
# What an operator types, and what the programs then say.
cli_suites = \
	tests/cli/test-demo \
	tests/cli/test-kill \
	tests/cli/test-operator
suites += $(cli_suites)
$(cli_suites): tests/cli/tests
check_PROGRAMS += tests/cli/tests
tests_cli_tests_SOURCES = $(cli_suites:=.c) \
	tests/cli/tool.c tests/cli/tool.h
tests_cli_tests_CFLAGS = $(TEST_CFLAGS)
tests_cli_tests_LDADD = $(BASE_LIBS) $(TEST_LIBS)
cli_scripts = \
	tests/cli/test-backup.py \
	tests/cli/test-completion.sh \
	tests/cli/test-completion.zsh \
	tests/cli/test-doctor.py \
	tests/cli/test-library.py \
	tests/cli/test-log.py \
	tests/cli/test-logtools.py \
	tests/cli/test-output.py \
	tests/cli/test-proof.py \
	tests/cli/test-read.py \
	tests/cli/test-setup.py \
	tests/cli/test-silent.py \
	tests/cli/test-status.py
if POSTGRESQL
TESTS += tests/cli/test-copy.py
endif
TESTS += $(cli_scripts)
EXTRA_DIST += $(cli_scripts) tests/cli/test-copy.py tests/cli/output.golden
