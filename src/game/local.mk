# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libgame.a
libgame_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgame_a_SOURCES = \
	src/game/args.c src/game/args.h \
	src/game/beacon.c src/game/beacon.h \
	src/game/draws.c \
	src/game/ending.c \
	src/game/fairness.c src/game/fairness.h \
	src/game/fields.c src/game/fields.h \
	src/game/history.c \
	src/game/holds.h \
	src/game/member.h \
	src/game/named.c src/game/named.h \
	src/game/names.c src/game/names.h \
	src/game/options.c \
	src/game/reading.c src/game/reading.h \
	src/game/reasons.c src/game/reasons.h \
	src/game/refusal.c \
	src/game/registry.c \
	src/game/rules.c src/game/rules.h \
	src/game/snapshot.c \
	src/game/table.c src/game/table.h src/game/table_own.h \
	src/game/verb_args.h src/game/verbs.c src/game/verbs.h \
	src/game/verbs_own.h src/game/verbs_read.c \
	src/game/words.c src/game/words.h

# What a program that links the room and no game needs.
GAME_LIBS = libgame.a $(BASE_LIBS)
