# SPDX-License-Identifier: MIT
# Each game's tests link base, game and that game only: the linker proves that
# its rules are pure. What the templates say of it is tried with text/ at hand.
# libtrial has what they share; libtable-GAME is the game's own table.
check_LIBRARIES += libtrial.a
libtrial_a_CFLAGS = $(TEST_CFLAGS)
libtrial_a_SOURCES = \
	tests/games/breaches.c tests/games/breaches.h \
	tests/games/brute.c tests/games/brute.h \
	tests/games/sentences.c tests/games/sentences.h \
	tests/games/trial.c tests/games/trial.h

# The suite that every game passes, with each.
game_programs = \
	tests/games/antwerp/test-conformance \
	tests/games/antwerp/test-texts \
	tests/games/atlantic-star/test-conformance \
	tests/games/atlantic-star/test-texts \
	tests/games/claim/test-conformance \
	tests/games/claim/test-texts \
	tests/games/clippers/test-conformance \
	tests/games/clippers/test-texts
programs += $(game_programs)

# Of each game: its own table, its suites, and the programs that are linked with
# them. (Automake wants every name of a source written out: a list of suites that
# all games have cannot get a game's folder before it.)
check_LIBRARIES += libtable-antwerp.a \
	libtable-atlantic-star.a \
	libtable-claim.a \
	libtable-clippers.a
check_PROGRAMS += tests/games/antwerp/tests \
	tests/games/atlantic-star/tests \
	tests/games/claim/tests \
	tests/games/clippers/tests
EXTRA_DIST += tests/games/antwerp/golden \
	tests/games/atlantic-star/golden \
	tests/games/claim/golden \
	tests/games/clippers/golden
suites += $(antwerp_suites) tests/games/antwerp/test-golden \
	$(atlantic_star_suites) tests/games/atlantic-star/test-golden \
	$(claim_suites) tests/games/claim/test-golden \
	$(clippers_suites) tests/games/clippers/test-golden
trial_libs = $(LOG_LIBS) $(TEST_LIBS)

libtable_antwerp_a_CFLAGS = $(TEST_CFLAGS)
libtable_antwerp_a_SOURCES = tests/games/antwerp/table.c tests/games/antwerp/table.h
antwerp_own = libtable-antwerp.a libtrial.a libgame-antwerp.a
antwerp_suites = \
	tests/games/antwerp/test-cards \
	tests/games/antwerp/test-data \
	tests/games/antwerp/test-examples \
	tests/games/antwerp/test-facts \
	tests/games/antwerp/test-legal \
	tests/games/antwerp/test-parse \
	tests/games/antwerp/test-rules
$(antwerp_suites) tests/games/antwerp/test-golden: tests/games/antwerp/tests
tests_games_antwerp_tests_SOURCES = tests/games/test-golden.c $(antwerp_suites:=.c)
tests_games_antwerp_tests_CFLAGS = $(TEST_CFLAGS)
tests_games_antwerp_tests_LDADD = $(antwerp_own) $(trial_libs)
tests_games_antwerp_test_conformance_SOURCES =
tests_games_antwerp_test_conformance_LDADD = $(CONFORMANCE_LIBS) $(antwerp_own) $(trial_libs)
tests_games_antwerp_test_texts_CFLAGS = $(TEST_CFLAGS)
tests_games_antwerp_test_texts_LDADD = $(antwerp_own) $(TEXT_LIBS) $(trial_libs)

libtable_atlantic_star_a_CFLAGS = $(TEST_CFLAGS)
libtable_atlantic_star_a_SOURCES = tests/games/atlantic-star/table.c tests/games/atlantic-star/table.h
atlantic_star_own = libtable-atlantic-star.a libtrial.a libgame-atlantic-star.a
atlantic_star_suites = \
	tests/games/atlantic-star/test-data \
	tests/games/atlantic-star/test-examples \
	tests/games/atlantic-star/test-facts \
	tests/games/atlantic-star/test-legal \
	tests/games/atlantic-star/test-parse \
	tests/games/atlantic-star/test-play \
	tests/games/atlantic-star/test-refusals \
	tests/games/atlantic-star/test-rules
$(atlantic_star_suites) tests/games/atlantic-star/test-golden: tests/games/atlantic-star/tests
tests_games_atlantic_star_tests_SOURCES = tests/games/test-golden.c $(atlantic_star_suites:=.c)
tests_games_atlantic_star_tests_CFLAGS = $(TEST_CFLAGS)
tests_games_atlantic_star_tests_LDADD = $(atlantic_star_own) $(trial_libs)
tests_games_atlantic_star_test_conformance_SOURCES =
tests_games_atlantic_star_test_conformance_LDADD = $(CONFORMANCE_LIBS) $(atlantic_star_own) $(trial_libs)
tests_games_atlantic_star_test_texts_CFLAGS = $(TEST_CFLAGS)
tests_games_atlantic_star_test_texts_LDADD = $(atlantic_star_own) $(TEXT_LIBS) $(trial_libs)

libtable_claim_a_CFLAGS = $(TEST_CFLAGS)
libtable_claim_a_SOURCES = tests/games/claim/table.c tests/games/claim/table.h
claim_own = libtable-claim.a libtrial.a libgame-claim.a
claim_suites = \
	tests/games/claim/test-data \
	tests/games/claim/test-examples \
	tests/games/claim/test-facts \
	tests/games/claim/test-legal \
	tests/games/claim/test-parse \
	tests/games/claim/test-refusals \
	tests/games/claim/test-rules
$(claim_suites) tests/games/claim/test-golden: tests/games/claim/tests
tests_games_claim_tests_SOURCES = tests/games/test-golden.c $(claim_suites:=.c)
tests_games_claim_tests_CFLAGS = $(TEST_CFLAGS)
tests_games_claim_tests_LDADD = $(claim_own) $(trial_libs)
tests_games_claim_test_conformance_SOURCES =
tests_games_claim_test_conformance_LDADD = $(CONFORMANCE_LIBS) $(claim_own) $(trial_libs)
tests_games_claim_test_texts_CFLAGS = $(TEST_CFLAGS)
tests_games_claim_test_texts_LDADD = $(claim_own) $(TEXT_LIBS) $(trial_libs)

libtable_clippers_a_CFLAGS = $(TEST_CFLAGS)
libtable_clippers_a_SOURCES = tests/games/clippers/table.c tests/games/clippers/table.h
clippers_own = libtable-clippers.a libtrial.a libgame-clippers.a
clippers_suites = \
	tests/games/clippers/test-data \
	tests/games/clippers/test-examples \
	tests/games/clippers/test-facts \
	tests/games/clippers/test-legal \
	tests/games/clippers/test-parse \
	tests/games/clippers/test-refusals \
	tests/games/clippers/test-rules
$(clippers_suites) tests/games/clippers/test-golden: tests/games/clippers/tests
tests_games_clippers_tests_SOURCES = tests/games/test-golden.c $(clippers_suites:=.c)
tests_games_clippers_tests_CFLAGS = $(TEST_CFLAGS)
tests_games_clippers_tests_LDADD = $(clippers_own) $(trial_libs)
tests_games_clippers_test_conformance_SOURCES =
tests_games_clippers_test_conformance_LDADD = $(CONFORMANCE_LIBS) $(clippers_own) $(trial_libs)
tests_games_clippers_test_texts_CFLAGS = $(TEST_CFLAGS)
tests_games_clippers_test_texts_LDADD = $(clippers_own) $(TEXT_LIBS) $(trial_libs)

# Golden logs of every game, by the programs.
golden_logs = \
	tests/games/atlantic-star/greedy-2.turnlog \
	tests/games/atlantic-star/greedy-4.turnlog \
	tests/games/atlantic-star/random-2.turnlog \
	tests/games/atlantic-star/random-3.turnlog \
	tests/games/atlantic-star/random-4.turnlog \
	tests/games/atlantic-star/random-5.turnlog \
	tests/games/atlantic-star/random-6.turnlog \
	tests/games/atlantic-star/undone-2.turnlog \
	tests/games/atlantic-star/undone-3.turnlog
TESTS += tests/games/test-logs.sh
EXTRA_DIST += tests/games/test-logs.sh $(golden_logs)
