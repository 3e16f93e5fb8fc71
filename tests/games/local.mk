# SPDX-License-Identifier: MIT
# Each game's tests link base, game and that game only: the linker proves that
# its rules are pure.
check_LIBRARIES += libtable-star.a
libtable_star_a_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
libtable_star_a_SOURCES = \
	tests/games/atlantic-star/table.c tests/games/atlantic-star/table.h
STAR_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
STAR_LIBS = libtable-star.a libgame-atlantic-star.a $(GAME_LIBS) \
	$(CHECK_LIBS)

check_PROGRAMS += \
	tests/games/atlantic-star/test-conformance \
	tests/games/atlantic-star/test-data \
	tests/games/atlantic-star/test-facts \
	tests/games/atlantic-star/test-golden \
	tests/games/atlantic-star/test-parse \
	tests/games/atlantic-star/test-play \
	tests/games/atlantic-star/test-refusals \
	tests/games/atlantic-star/test-rules \
	tests/games/atlantic-star/test-texts
TESTS += \
	tests/games/atlantic-star/test-conformance \
	tests/games/atlantic-star/test-data \
	tests/games/atlantic-star/test-facts \
	tests/games/atlantic-star/test-golden \
	tests/games/atlantic-star/test-parse \
	tests/games/atlantic-star/test-play \
	tests/games/atlantic-star/test-refusals \
	tests/games/atlantic-star/test-rules \
	tests/games/atlantic-star/test-texts

tests_games_atlantic_star_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_atlantic_star_test_conformance_SOURCES = \
	tests/games/atlantic-star/conformance.c
tests_games_atlantic_star_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	libgame.a libgame-atlantic-star.a $(GAME_LIBS)

tests_games_atlantic_star_test_data_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_data_SOURCES = \
	tests/games/atlantic-star/test-data.c
tests_games_atlantic_star_test_data_LDADD = $(STAR_LIBS)

tests_games_atlantic_star_test_facts_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_facts_SOURCES = \
	tests/games/atlantic-star/test-facts.c
tests_games_atlantic_star_test_facts_LDADD = $(STAR_LIBS)

tests_games_atlantic_star_test_golden_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_golden_SOURCES = \
	tests/games/atlantic-star/test-golden.c
tests_games_atlantic_star_test_golden_LDADD = $(STAR_LIBS)

tests_games_atlantic_star_test_parse_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_parse_SOURCES = \
	tests/games/atlantic-star/test-parse.c
tests_games_atlantic_star_test_parse_LDADD = $(STAR_LIBS)

tests_games_atlantic_star_test_play_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_play_SOURCES = \
	tests/games/atlantic-star/test-play.c
tests_games_atlantic_star_test_play_LDADD = $(STAR_LIBS)

tests_games_atlantic_star_test_refusals_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_refusals_SOURCES = \
	tests/games/atlantic-star/test-refusals.c
tests_games_atlantic_star_test_refusals_LDADD = $(STAR_LIBS)

tests_games_atlantic_star_test_rules_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_rules_SOURCES = \
	tests/games/atlantic-star/test-examples.c \
	tests/games/atlantic-star/test-rules.c
tests_games_atlantic_star_test_rules_LDADD = $(STAR_LIBS)


# What the templates say of the game is tried with text/ at hand.
tests_games_atlantic_star_test_texts_CFLAGS = $(STAR_CFLAGS)
tests_games_atlantic_star_test_texts_SOURCES = \
	tests/games/atlantic-star/test-texts.c
tests_games_atlantic_star_test_texts_LDADD = libtable-star.a \
	libgame-atlantic-star.a $(TEXT_LIBS) $(GAME_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/atlantic-star/golden/seats-2.turnlog \
	tests/games/atlantic-star/golden/seats-3.turnlog \
	tests/games/atlantic-star/golden/seats-4.turnlog \
	tests/games/atlantic-star/golden/seats-5.turnlog \
	tests/games/atlantic-star/golden/seats-6.turnlog

# Clippers.
check_LIBRARIES += libtable-clippers.a
libtable_clippers_a_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
libtable_clippers_a_SOURCES = \
	tests/games/clippers/table.c tests/games/clippers/table.h
CLIPPERS_LIBS = libtable-clippers.a libgame-clippers.a $(GAME_LIBS) \
	$(CHECK_LIBS)

check_PROGRAMS += \
	tests/games/clippers/test-conformance \
	tests/games/clippers/test-data \
	tests/games/clippers/test-facts \
	tests/games/clippers/test-golden \
	tests/games/clippers/test-parse \
	tests/games/clippers/test-refusals \
	tests/games/clippers/test-rules \
	tests/games/clippers/test-texts
TESTS += \
	tests/games/clippers/test-conformance \
	tests/games/clippers/test-data \
	tests/games/clippers/test-facts \
	tests/games/clippers/test-golden \
	tests/games/clippers/test-parse \
	tests/games/clippers/test-refusals \
	tests/games/clippers/test-rules \
	tests/games/clippers/test-texts

tests_games_clippers_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_clippers_test_conformance_SOURCES = \
	tests/games/clippers/conformance.c
tests_games_clippers_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	libgame.a libgame-clippers.a $(GAME_LIBS)

tests_games_clippers_test_data_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_data_SOURCES = \
	tests/games/clippers/test-data.c
tests_games_clippers_test_data_LDADD = $(CLIPPERS_LIBS)

tests_games_clippers_test_facts_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_facts_SOURCES = \
	tests/games/clippers/test-facts.c
tests_games_clippers_test_facts_LDADD = $(CLIPPERS_LIBS)

tests_games_clippers_test_golden_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_golden_SOURCES = \
	tests/games/clippers/test-golden.c
tests_games_clippers_test_golden_LDADD = $(CLIPPERS_LIBS)

tests_games_clippers_test_parse_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_parse_SOURCES = \
	tests/games/clippers/test-parse.c
tests_games_clippers_test_parse_LDADD = $(CLIPPERS_LIBS)

tests_games_clippers_test_refusals_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_refusals_SOURCES = \
	tests/games/clippers/test-refusals.c
tests_games_clippers_test_refusals_LDADD = $(CLIPPERS_LIBS)

tests_games_clippers_test_rules_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_rules_SOURCES = \
	tests/games/clippers/examples.h \
	tests/games/clippers/test-examples.c \
	tests/games/clippers/test-rules.c
tests_games_clippers_test_rules_LDADD = $(CLIPPERS_LIBS)

tests_games_clippers_test_texts_CFLAGS = $(STAR_CFLAGS)
tests_games_clippers_test_texts_SOURCES = \
	tests/games/clippers/test-texts.c
tests_games_clippers_test_texts_LDADD = libtable-clippers.a \
	libgame-clippers.a $(TEXT_LIBS) $(GAME_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/clippers/golden/board.txt \
	tests/games/clippers/golden/html.txt \
	tests/games/clippers/golden/list.txt \
	tests/games/clippers/golden/moves-1.txt \
	tests/games/clippers/golden/moves-2.txt \
	tests/games/clippers/golden/seats-2.turnlog \
	tests/games/clippers/golden/seats-3.turnlog \
	tests/games/clippers/golden/seats-4.turnlog \
	tests/games/clippers/golden/seats-5.turnlog

# Antwerp.
check_LIBRARIES += libtable-antwerp.a
libtable_antwerp_a_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
libtable_antwerp_a_SOURCES = \
	tests/games/antwerp/table.c tests/games/antwerp/table.h
ANTWERP_LIBS = libtable-antwerp.a libgame-antwerp.a $(GAME_LIBS) \
	$(CHECK_LIBS)

check_PROGRAMS += \
	tests/games/antwerp/test-conformance \
	tests/games/antwerp/test-data \
	tests/games/antwerp/test-facts \
	tests/games/antwerp/test-golden \
	tests/games/antwerp/test-parse \
	tests/games/antwerp/test-rules \
	tests/games/antwerp/test-texts
TESTS += \
	tests/games/antwerp/test-conformance \
	tests/games/antwerp/test-data \
	tests/games/antwerp/test-facts \
	tests/games/antwerp/test-golden \
	tests/games/antwerp/test-parse \
	tests/games/antwerp/test-rules \
	tests/games/antwerp/test-texts

tests_games_antwerp_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_antwerp_test_conformance_SOURCES = \
	tests/games/antwerp/conformance.c
tests_games_antwerp_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	libgame.a libgame-antwerp.a $(GAME_LIBS)

tests_games_antwerp_test_data_CFLAGS = $(STAR_CFLAGS)
tests_games_antwerp_test_data_SOURCES = \
	tests/games/antwerp/test-data.c
tests_games_antwerp_test_data_LDADD = $(ANTWERP_LIBS)

tests_games_antwerp_test_facts_CFLAGS = $(STAR_CFLAGS)
tests_games_antwerp_test_facts_SOURCES = \
	tests/games/antwerp/test-facts.c
tests_games_antwerp_test_facts_LDADD = $(ANTWERP_LIBS)

tests_games_antwerp_test_golden_CFLAGS = $(STAR_CFLAGS)
tests_games_antwerp_test_golden_SOURCES = \
	tests/games/antwerp/test-golden.c
tests_games_antwerp_test_golden_LDADD = $(ANTWERP_LIBS)

tests_games_antwerp_test_parse_CFLAGS = $(STAR_CFLAGS)
tests_games_antwerp_test_parse_SOURCES = \
	tests/games/antwerp/test-parse.c
tests_games_antwerp_test_parse_LDADD = $(ANTWERP_LIBS)

tests_games_antwerp_test_rules_CFLAGS = $(STAR_CFLAGS)
tests_games_antwerp_test_rules_SOURCES = \
	tests/games/antwerp/examples.h \
	tests/games/antwerp/test-cards.c \
	tests/games/antwerp/test-examples.c \
	tests/games/antwerp/test-rules.c
tests_games_antwerp_test_rules_LDADD = $(ANTWERP_LIBS)

tests_games_antwerp_test_texts_CFLAGS = $(STAR_CFLAGS)
tests_games_antwerp_test_texts_SOURCES = \
	tests/games/antwerp/test-texts.c
tests_games_antwerp_test_texts_LDADD = libtable-antwerp.a \
	libgame-antwerp.a $(TEXT_LIBS) $(GAME_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/antwerp/golden/board-40.txt \
	tests/games/antwerp/golden/board.txt \
	tests/games/antwerp/golden/html.txt \
	tests/games/antwerp/golden/list.txt \
	tests/games/antwerp/golden/moves-1.txt \
	tests/games/antwerp/golden/moves-2.txt \
	tests/games/antwerp/golden/seats-2.turnlog \
	tests/games/antwerp/golden/seats-3.turnlog \
	tests/games/antwerp/golden/seats-4.turnlog
# Claim.
check_LIBRARIES += libtable-claim.a
libtable_claim_a_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)
libtable_claim_a_SOURCES = \
	tests/games/claim/table.c tests/games/claim/table.h
CLAIM_LIBS = libtable-claim.a libgame-claim.a $(GAME_LIBS) $(CHECK_LIBS)

check_PROGRAMS += \
	tests/games/claim/test-conformance \
	tests/games/claim/test-data \
	tests/games/claim/test-facts \
	tests/games/claim/test-golden \
	tests/games/claim/test-parse \
	tests/games/claim/test-refusals \
	tests/games/claim/test-rules \
	tests/games/claim/test-texts
TESTS += \
	tests/games/claim/test-conformance \
	tests/games/claim/test-data \
	tests/games/claim/test-facts \
	tests/games/claim/test-golden \
	tests/games/claim/test-parse \
	tests/games/claim/test-refusals \
	tests/games/claim/test-rules \
	tests/games/claim/test-texts

tests_games_claim_test_conformance_CFLAGS = $(CONFORMANCE_CFLAGS)
tests_games_claim_test_conformance_SOURCES = \
	tests/games/claim/conformance.c
tests_games_claim_test_conformance_LDADD = $(CONFORMANCE_LIBS) \
	libgame.a libgame-claim.a $(GAME_LIBS)

tests_games_claim_test_data_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_data_SOURCES = \
	tests/games/claim/test-data.c
tests_games_claim_test_data_LDADD = $(CLAIM_LIBS)

tests_games_claim_test_facts_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_facts_SOURCES = \
	tests/games/claim/test-facts.c
tests_games_claim_test_facts_LDADD = $(CLAIM_LIBS)

tests_games_claim_test_golden_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_golden_SOURCES = \
	tests/games/claim/test-golden.c
tests_games_claim_test_golden_LDADD = $(CLAIM_LIBS)

tests_games_claim_test_parse_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_parse_SOURCES = \
	tests/games/claim/test-parse.c
tests_games_claim_test_parse_LDADD = $(CLAIM_LIBS)

tests_games_claim_test_refusals_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_refusals_SOURCES = \
	tests/games/claim/test-refusals.c
tests_games_claim_test_refusals_LDADD = $(CLAIM_LIBS)

tests_games_claim_test_rules_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_rules_SOURCES = \
	tests/games/claim/examples.h \
	tests/games/claim/test-examples.c \
	tests/games/claim/test-rules.c
tests_games_claim_test_rules_LDADD = $(CLAIM_LIBS)

tests_games_claim_test_texts_CFLAGS = $(STAR_CFLAGS)
tests_games_claim_test_texts_SOURCES = \
	tests/games/claim/test-texts.c
tests_games_claim_test_texts_LDADD = libtable-claim.a \
	libgame-claim.a $(TEXT_LIBS) $(GAME_LIBS) $(CHECK_LIBS)

EXTRA_DIST += \
	tests/games/claim/golden/board-40.txt \
	tests/games/claim/golden/board.txt \
	tests/games/claim/golden/html.txt \
	tests/games/claim/golden/list.txt \
	tests/games/claim/golden/moves-1.txt \
	tests/games/claim/golden/moves-2.txt \
	tests/games/claim/golden/greedy-3.turnlog \
	tests/games/claim/golden/seats-2.turnlog \
	tests/games/claim/golden/seats-3.turnlog
