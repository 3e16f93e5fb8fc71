# SPDX-License-Identifier: MIT
check_LIBRARIES += libtoy.a
libtoy_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libtoy_a_SOURCES = tests/game/toy.c tests/game/toy.h
TOY_LIBS = libtoy.a $(GAME_LIBS) $(CHECK_LIBS)
TOY_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) $(CJSON_CFLAGS)

check_PROGRAMS += tests/game/test-table
TESTS += tests/game/test-table
tests_game_test_table_CFLAGS = $(TOY_CFLAGS)
tests_game_test_table_SOURCES = tests/game/test-table.c
tests_game_test_table_LDADD = $(TOY_LIBS)
