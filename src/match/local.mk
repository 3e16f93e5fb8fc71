# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libmatch.a
libmatch_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libmatch_a_SOURCES = \
	src/match/acts.c \
	src/match/agree.c \
	src/match/ahead.c src/match/ahead.h \
	src/match/alternative.c \
	src/match/beacon.c \
	src/match/bound.c \
	src/match/chain.c src/match/chain.h \
	src/match/character.c \
	src/match/clocks.c src/match/clocks.h \
	src/match/fire.c \
	src/match/comment.c src/match/comment.h \
	src/match/pages.c src/match/pages.h \
	src/match/found.c src/match/found.h \
	src/match/holders.c \
	src/match/club.c src/match/club.h \
	src/match/import.c src/match/import.h \
	src/match/late.c \
	src/match/tenure.c src/match/tenure.h \
	src/match/think.c src/match/think.h \
	src/match/table_cache.c src/match/table_cache.h \
	src/match/log.c \
	src/match/mail_id.c src/match/mail_id.h \
	src/match/maker.c src/match/maker.h \
	src/match/match.c src/match/match.h \
	src/match/moderate.c src/match/moderate.h \
	src/match/names.c src/match/names.h \
	src/match/number.c \
	src/match/order.c src/match/order.h \
	src/match/of_log.c \
	src/match/press.c src/match/press.h \
	src/match/rebuild.c src/match/rebuild.h \
	src/match/record.c src/match/record.h \
	src/match/rematch.c src/match/rematch.h \
	src/match/replay.c \
	src/match/results.c src/match/results.h \
	src/match/revive.c \
	src/match/seats.c \
	src/match/seen.c \
	src/match/settle.c \
	src/match/snapshot.c \
	src/match/state.c \
	src/match/terms.c src/match/terms.h \
	src/match/undo.c

# What a program that links the room and no game needs.
MATCH_LIBS = libmatch.a libclock.a $(TEXT_LIBS) $(STORE_LIBS) $(LOG_LIBS)
