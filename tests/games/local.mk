# SPDX-License-Identifier: MIT
# Each game's tests link base, game and that game only: the linker proves that
# its rules are pure. What the templates say of it is tried with text/ at hand.
# libtrial has what they share; libtable-GAME is the game's own table.
check_LIBRARIES += libtrial.a
TRIAL_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
libtrial_a_CFLAGS = $(TRIAL_CFLAGS)
libtrial_a_SOURCES = \
	tests/games/breaches.c tests/games/breaches.h \
	tests/games/brute.c tests/games/brute.h \
	tests/games/sentences.c tests/games/sentences.h \
	tests/games/trial.c tests/games/trial.h

# Antwerp.
antwerp_tests = \
	tests/games/antwerp/test-conformance \
	tests/games/antwerp/test-data \
	tests/games/antwerp/test-facts \
	tests/games/antwerp/test-golden \
	tests/games/antwerp/test-legal \
	tests/games/antwerp/test-parse \
	tests/games/antwerp/test-rules \
	tests/games/antwerp/test-texts
check_PROGRAMS += $(antwerp_tests)
TESTS += $(antwerp_tests)

check_LIBRARIES += libtable-antwerp.a
libtable_antwerp_a_CFLAGS = $(TRIAL_CFLAGS)
libtable_antwerp_a_SOURCES = \
	tests/games/antwerp/table.c tests/games/antwerp/table.h
antwerp_own = libtrial.a libtable-antwerp.a libgame-antwerp.a
antwerp_libs = $(antwerp_own) $(LOG_LIBS) $(CHECK_LIBS)

tests_games_antwerp_test_conformance_SOURCES = \
	tests/games/antwerp/conformance.c
tests_games_antwerp_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_antwerp_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	liblog.a libgame.a libgame-antwerp.a $(GAME_LIBS)
tests_games_antwerp_test_data_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_data_LDADD = $(antwerp_libs)
tests_games_antwerp_test_facts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_facts_LDADD = $(antwerp_libs)
tests_games_antwerp_test_golden_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_golden_LDADD = $(antwerp_libs)
tests_games_antwerp_test_legal_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_legal_LDADD = $(antwerp_libs)
tests_games_antwerp_test_parse_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_parse_LDADD = $(antwerp_libs)
tests_games_antwerp_test_rules_SOURCES = \
	tests/games/antwerp/examples.h \
	tests/games/antwerp/test-cards.c \
	tests/games/antwerp/test-examples.c \
	tests/games/antwerp/test-rules.c
tests_games_antwerp_test_rules_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_rules_LDADD = $(antwerp_libs)
tests_games_antwerp_test_texts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_antwerp_test_texts_LDADD = $(antwerp_own) $(TEXT_LIBS) \
	$(LOG_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/antwerp/golden/board-40.txt \
	tests/games/antwerp/golden/board.txt \
	tests/games/antwerp/golden/html.txt \
	tests/games/antwerp/golden/list.txt \
	tests/games/antwerp/golden/moves-1.txt \
	tests/games/antwerp/golden/moves-2.txt \
	tests/games/antwerp/golden/seats-2.turnlog \
	tests/games/antwerp/golden/seats-3.turnlog \
	tests/games/antwerp/golden/seats-4.turnlog \
	tests/games/antwerp/golden/standing-4.turnlog

# Atlantic Star.
atlantic_star_tests = \
	tests/games/atlantic-star/test-conformance \
	tests/games/atlantic-star/test-data \
	tests/games/atlantic-star/test-facts \
	tests/games/atlantic-star/test-golden \
	tests/games/atlantic-star/test-legal \
	tests/games/atlantic-star/test-parse \
	tests/games/atlantic-star/test-play \
	tests/games/atlantic-star/test-refusals \
	tests/games/atlantic-star/test-rules \
	tests/games/atlantic-star/test-texts
check_PROGRAMS += $(atlantic_star_tests)
TESTS += $(atlantic_star_tests)

check_LIBRARIES += libtable-atlantic-star.a
libtable_atlantic_star_a_CFLAGS = $(TRIAL_CFLAGS)
libtable_atlantic_star_a_SOURCES = \
	tests/games/atlantic-star/table.c tests/games/atlantic-star/table.h
atlantic_star_own = libtrial.a libtable-atlantic-star.a libgame-atlantic-star.a
atlantic_star_libs = $(atlantic_star_own) $(LOG_LIBS) $(CHECK_LIBS)

tests_games_atlantic_star_test_conformance_SOURCES = \
	tests/games/atlantic-star/conformance.c
tests_games_atlantic_star_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_atlantic_star_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	liblog.a libgame.a libgame-atlantic-star.a $(GAME_LIBS)
tests_games_atlantic_star_test_data_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_data_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_facts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_facts_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_golden_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_golden_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_legal_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_legal_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_parse_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_parse_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_play_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_play_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_refusals_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_refusals_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_rules_SOURCES = \
	tests/games/atlantic-star/test-examples.c \
	tests/games/atlantic-star/test-rules.c
tests_games_atlantic_star_test_rules_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_rules_LDADD = $(atlantic_star_libs)
tests_games_atlantic_star_test_texts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_atlantic_star_test_texts_LDADD = $(atlantic_star_own) $(TEXT_LIBS) \
	$(LOG_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/atlantic-star/golden/seats-2.turnlog \
	tests/games/atlantic-star/golden/seats-3.turnlog \
	tests/games/atlantic-star/golden/seats-4.turnlog \
	tests/games/atlantic-star/golden/seats-5.turnlog \
	tests/games/atlantic-star/golden/seats-6.turnlog

# Claim.
claim_tests = \
	tests/games/claim/test-conformance \
	tests/games/claim/test-data \
	tests/games/claim/test-facts \
	tests/games/claim/test-golden \
	tests/games/claim/test-legal \
	tests/games/claim/test-parse \
	tests/games/claim/test-refusals \
	tests/games/claim/test-rules \
	tests/games/claim/test-texts
check_PROGRAMS += $(claim_tests)
TESTS += $(claim_tests)

check_LIBRARIES += libtable-claim.a
libtable_claim_a_CFLAGS = $(TRIAL_CFLAGS)
libtable_claim_a_SOURCES = \
	tests/games/claim/table.c tests/games/claim/table.h
claim_own = libtrial.a libtable-claim.a libgame-claim.a
claim_libs = $(claim_own) $(LOG_LIBS) $(CHECK_LIBS)

tests_games_claim_test_conformance_SOURCES = \
	tests/games/claim/conformance.c
tests_games_claim_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_claim_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	liblog.a libgame.a libgame-claim.a $(GAME_LIBS)
tests_games_claim_test_data_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_data_LDADD = $(claim_libs)
tests_games_claim_test_facts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_facts_LDADD = $(claim_libs)
tests_games_claim_test_golden_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_golden_LDADD = $(claim_libs)
tests_games_claim_test_legal_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_legal_LDADD = $(claim_libs)
tests_games_claim_test_parse_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_parse_LDADD = $(claim_libs)
tests_games_claim_test_refusals_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_refusals_LDADD = $(claim_libs)
tests_games_claim_test_rules_SOURCES = \
	tests/games/claim/examples.h \
	tests/games/claim/test-examples.c \
	tests/games/claim/test-rules.c
tests_games_claim_test_rules_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_rules_LDADD = $(claim_libs)
tests_games_claim_test_texts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_claim_test_texts_LDADD = $(claim_own) $(TEXT_LIBS) \
	$(LOG_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/claim/golden/board-40.txt \
	tests/games/claim/golden/board.txt \
	tests/games/claim/golden/greedy-3.turnlog \
	tests/games/claim/golden/html.txt \
	tests/games/claim/golden/list.txt \
	tests/games/claim/golden/moves-1.txt \
	tests/games/claim/golden/moves-2.txt \
	tests/games/claim/golden/seats-2.turnlog \
	tests/games/claim/golden/seats-3.turnlog

# Clippers.
clippers_tests = \
	tests/games/clippers/test-conformance \
	tests/games/clippers/test-data \
	tests/games/clippers/test-facts \
	tests/games/clippers/test-golden \
	tests/games/clippers/test-legal \
	tests/games/clippers/test-parse \
	tests/games/clippers/test-refusals \
	tests/games/clippers/test-rules \
	tests/games/clippers/test-texts
check_PROGRAMS += $(clippers_tests)
TESTS += $(clippers_tests)

check_LIBRARIES += libtable-clippers.a
libtable_clippers_a_CFLAGS = $(TRIAL_CFLAGS)
libtable_clippers_a_SOURCES = \
	tests/games/clippers/table.c tests/games/clippers/table.h
clippers_own = libtrial.a libtable-clippers.a libgame-clippers.a
clippers_libs = $(clippers_own) $(LOG_LIBS) $(CHECK_LIBS)

tests_games_clippers_test_conformance_SOURCES = \
	tests/games/clippers/conformance.c
tests_games_clippers_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_clippers_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	liblog.a libgame.a libgame-clippers.a $(GAME_LIBS)
tests_games_clippers_test_data_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_data_LDADD = $(clippers_libs)
tests_games_clippers_test_facts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_facts_LDADD = $(clippers_libs)
tests_games_clippers_test_golden_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_golden_LDADD = $(clippers_libs)
tests_games_clippers_test_legal_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_legal_LDADD = $(clippers_libs)
tests_games_clippers_test_parse_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_parse_LDADD = $(clippers_libs)
tests_games_clippers_test_refusals_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_refusals_LDADD = $(clippers_libs)
tests_games_clippers_test_rules_SOURCES = \
	tests/games/clippers/examples.h \
	tests/games/clippers/test-examples.c \
	tests/games/clippers/test-rules.c
tests_games_clippers_test_rules_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_rules_LDADD = $(clippers_libs)
tests_games_clippers_test_texts_CFLAGS = $(TRIAL_CFLAGS)
tests_games_clippers_test_texts_LDADD = $(clippers_own) $(TEXT_LIBS) \
	$(LOG_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/clippers/golden/board-40.txt \
	tests/games/clippers/golden/board.txt \
	tests/games/clippers/golden/html.txt \
	tests/games/clippers/golden/list.txt \
	tests/games/clippers/golden/moves-1.txt \
	tests/games/clippers/golden/moves-2.txt \
	tests/games/clippers/golden/seats-2.turnlog \
	tests/games/clippers/golden/seats-3.turnlog \
	tests/games/clippers/golden/seats-4.turnlog \
	tests/games/clippers/golden/seats-5.turnlog
