# SPDX-License-Identifier: MIT
check_LIBRARIES += libtoy.a libconformance.a
libtoy_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libtoy_a_SOURCES = tests/game/toy.c tests/game/toy.h
TOY_CFLAGS = $(TEST_CFLAGS) -I$(srcdir)/tests/game
TOY_LIBS = libtoy.a $(LOG_LIBS)

# The suite every game passes; a game's test program adds its registry.
libconformance_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libconformance_a_SOURCES = \
	tests/game/conformance.c tests/game/conformance.h \
	tests/game/conformance_json.c \
	tests/game/conformance_moves.c \
	tests/game/conformance_secrets.c
CONFORMANCE_LIBS = libconformance.a libcomputer.a

game_suites = tests/game/test-table
suites += $(game_suites)
$(game_suites): tests/game/tests
check_PROGRAMS += tests/game/tests
tests_game_tests_SOURCES = $(game_suites:=.c) tests/game/toy_registry.c
tests_game_tests_CFLAGS = $(TOY_CFLAGS)
tests_game_tests_LDADD = $(TOY_LIBS) $(TEST_LIBS)

# The suite with a toy game, whole and with every defect.
programs += tests/game/test-conformance
tests_game_test_conformance_SOURCES = tests/game/defects.c
tests_game_test_conformance_CFLAGS = $(TOY_CFLAGS)
tests_game_test_conformance_LDADD = $(CONFORMANCE_LIBS) $(TOY_LIBS)
TESTS += tests/game/test-defects.sh
EXTRA_DIST += tests/game/test-defects.sh tests/game/data/toy.json

# The suite over thousands of games, and self-play of every number of seats:
# an hour's work under sanitizers, so no part of `make check`.
conformance_tests = tests/game/test-conformance \
	tests/games/antwerp/test-conformance \
	tests/games/atlantic-star/test-conformance \
	tests/games/claim/test-conformance \
	tests/games/clippers/test-conformance
selfplay_seats = antwerp:2 antwerp:3 antwerp:4 atlantic-star:2 \
	atlantic-star:3 atlantic-star:4 atlantic-star:5 atlantic-star:6 \
	claim:2 claim:3 clippers:2 clippers:3 clippers:4 clippers:5
check-long: $(conformance_tests) paquebot
	set -e; for p in $(conformance_tests); do \
		CONFORMANCE_GAMES=1000 CONFORMANCE_DEAR_ONE_IN=20 ./$$p; done
	set -e; for g in $(selfplay_seats); do \
		./paquebot selfplay $${g%:*} --audit --seats $${g#*:} \
		    --games 1000; \
		./paquebot selfplay $${g%:*} --audit --seats $${g#*:} \
		    --games 100 --policy greedy; done
	$(srcdir)/contrib/bench/ladder --games 1000 --pairs normal:greedy \
	    --at-least 68 antwerp:2 atlantic-star:2 claim:2 clippers:2
	set -e; for n in 2:70 3:50 4:38; do \
		for g in antwerp atlantic-star clippers; do \
			$(srcdir)/contrib/bench/ladder --hard 36 --seed 100001 \
			    --pairs hard:normal --at-least $${n#*:} \
			    $$g:$${n%:*}; done; done
	set -e; for n in 2:63 3:42; do \
		$(srcdir)/contrib/bench/ladder --hard 198 --seed 100001 \
		    --pairs hard:normal --at-least $${n#*:} \
		    claim:$${n%:*}; done
.PHONY: check-long
