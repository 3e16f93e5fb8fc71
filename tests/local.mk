# SPDX-License-Identifier: MIT
# A room's suites are one program, tests/<room>/tests, and each a link to it
# (tests/run.h): suites. Tests in C that are programs of their own: programs.
# Room by room, those that take longest first.
TEST_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS) $(CMARK_CFLAGS) \
	$(ETPAN_CFLAGS) $(GNUTLS_CFLAGS) $(SQLITE_CFLAGS) $(POSTGRESQL_CFLAGS) \
	-I$(srcdir)/tests/desk -include $(srcdir)/tests/mark.h
TEST_LIBS = libtests.a $(CHECK_LIBS)
check_LIBRARIES += libtests.a
libtests_a_CFLAGS = $(TEST_CFLAGS)
libtests_a_SOURCES = tests/run.c tests/run.h
suites =
programs =

# All suites of two rooms, one after the other: by far the longest.
if POSTGRESQL
TESTS += tests/store/test-postgres
endif
include tests/e2e/local.mk
include tests/archive/local.mk
include tests/desk/local.mk
include tests/cli/local.mk
include tests/daemon/local.mk
include tests/games/local.mk
include tests/mail/local.mk
include tests/text/local.mk
include tests/store/local.mk
include tests/contrib/local.mk
include tests/computer/local.mk
include tests/game/local.mk
include tests/base/local.mk
include tests/conf/local.mk
include tests/log/local.mk
include tests/clock/local.mk
include tests/picture/local.mk
include tests/post/local.mk
include tests/world/local.mk
include tests/faults/local.mk

TESTS += $(suites) $(programs)

# Of these `make check` tries one of several that differ in their data alone,
# or leaves out what is tried elsewhere without servers.
long_tests = \
	tests/e2e/test-game.py \
	tests/e2e/test-season.py \
	tests/archive/test-replay.py \
	tests/archive/test-archive.py \
	tests/archive/test-kill.py \
	tests/cli/test-kill \
	tests/daemon/test-thinker.py \
	tests/desk/test-import \
	tests/desk/test-strict \
	tests/picture/test-pictures \
	tests/picture/test-plan
if POSTGRESQL
long_tests += tests/store/test-postgres
endif
check-long: check-whole
check-whole: all
	+CHECK_LONG=yes $(MAKE) check TESTS="$(long_tests)"
.PHONY: check-whole

# Those that contrib/check runs without sanitizers: they try what is played,
# shown, killed, installed, or does not compile at all, or they play the same
# code over many games, languages or pictures, or start the tool hundreds of
# times, which takes four to six times as long with them. None is the only one to
# read what strangers write, and nearly all of the C that they run is run by
# others (HACKING).
plain_tests = \
	tests/store/test-postgres \
	tests/e2e/test-game.py \
	tests/e2e/test-season.py \
	tests/e2e/test-antwerp.py \
	tests/e2e/test-claim.py \
	tests/e2e/test-clippers.py \
	tests/e2e/test-served.py \
	tests/archive/test-archive.py \
	tests/archive/test-replay.py \
	tests/archive/test-kill.py \
	tests/archive/test-store.py \
	tests/base/test-heap \
	tests/faults/test-faults.py \
	tests/world/test-world.py \
	tests/desk/test-replies \
	tests/desk/test-dialogues \
	tests/desk/test-rebuild \
	tests/desk/test-strict \
	tests/desk/test-nearest \
	tests/desk/test-secrets \
	tests/desk/test-forms \
	tests/desk/test-import \
	tests/desk/test-games \
	tests/desk/test-turns \
	tests/desk/test-results \
	tests/desk/test-bounds \
	tests/desk/test-layouts \
	tests/desk/test-own \
	tests/desk/test-refusals \
	tests/text/test-said \
	tests/text/test-tongues \
	tests/text/test-boards \
	tests/text/test-sheet \
	tests/picture/test-pictures \
	tests/picture/test-plan \
	tests/picture/test-bytes \
	tests/desk/test-telephone.py \
	tests/cli/test-kill \
	tests/cli/test-operator \
	tests/cli/test-log.py \
	tests/cli/test-output.py \
	tests/cli/test-library.py \
	tests/cli/test-logtools.py \
	tests/cli/test-proof.py \
	tests/daemon/test-archivists.py \
	tests/daemon/test-bytes.py \
	tests/daemon/test-failover.py \
	tests/daemon/test-hardened.py \
	tests/cli/test-backup.py \
	tests/cli/test-copy.py \
	tests/cli/test-completion.sh \
	tests/cli/test-completion.zsh \
	tests/cli/test-status.py \
	tests/daemon/test-silence.py \
	tests/daemon/test-standby.py \
	tests/daemon/test-start.py \
	tests/daemon/test-thinker.py \
	tests/daemon/test-thinkers.py \
	tests/games/atlantic-star/test-conformance \
	tests/games/clippers/test-conformance \
	tests/games/antwerp/test-legal \
	tests/games/atlantic-star/test-legal \
	tests/games/claim/test-legal \
	tests/games/clippers/test-legal \
	tests/contrib/test-contrib.py
check_PROGRAMS += $(programs)
check_SCRIPTS += $(suites)
# The glob is the shell's: what each test took (tests/environment).
CLEANFILES += $(suites) tests/*/*.times tests/*/*/*.times
$(suites):
	$(AM_V_at)ln -sf tests $@
