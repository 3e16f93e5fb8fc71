# SPDX-License-Identifier: MIT
noinst_LIBRARIES += liblog.a
liblog_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
liblog_a_SOURCES = \
	src/log/strict.c src/log/strict.h \
	src/log/bound.c src/log/bound.h \
	src/log/standings.c src/log/standings.h \
	src/log/acts.c src/log/acts.h \
	src/log/rows.c src/log/rows.h \
	src/log/stream.c src/log/stream.h \
	src/log/chain.c src/log/chain.h src/log/chain_check.c \
	src/log/copy.c src/log/copy.h \
	src/log/kept.c src/log/kept.h \
	src/log/outcome.c src/log/outcome.h \
	src/log/rating.c src/log/rating.h \
	src/log/record.c src/log/record.h \
	src/log/replay.c src/log/replay.h \
	src/log/replay_head.c \
	src/log/canonical.c src/log/canonical.h src/log/canonical_own.h \
	src/log/canonical_tidy.c \
	src/log/turnlog.c src/log/turnlog.h \
	src/log/turnlog_write.c

# What a program that links the room and no game needs.
LOG_LIBS = liblog.a $(GAME_LIBS)
