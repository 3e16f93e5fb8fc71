# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libgame.a
libgame_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgame_a_SOURCES = \
	src/game/annals.c src/game/annals.h \
	src/game/copy.c src/game/copy.h \
	src/game/draws.c \
	src/game/fairness.c src/game/fairness.h \
	src/game/fields.c src/game/fields.h \
	src/game/history.c \
	src/game/holds.h \
	src/game/names.c src/game/names.h \
	src/game/options.c \
	src/game/outcome.c src/game/outcome.h \
	src/game/rating.c src/game/rating.h \
	src/game/record.c src/game/record.h \
	src/game/refusal.c \
	src/game/registry.c \
	src/game/replay.c src/game/replay.h \
	src/game/replay_head.c \
	src/game/rules.c src/game/rules.h \
	src/game/snapshot.c \
	src/game/strict.c src/game/strict.h src/game/strict_own.h \
	src/game/strict_tidy.c \
	src/game/table.c src/game/table.h src/game/table_own.h \
	src/game/tree.c src/game/tree.h \
	src/game/turnlog.c src/game/turnlog.h \
	src/game/turnlog_words.c \
	src/game/words.c src/game/words.h

# What a program that links the room and no game needs.
GAME_LIBS = libgame.a $(BASE_LIBS)
