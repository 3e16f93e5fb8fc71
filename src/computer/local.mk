# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libcomputer.a
libcomputer_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libcomputer_a_SOURCES = \
	src/computer/hint.c src/computer/hint.h \
	src/computer/level.c src/computer/level.h \
	src/computer/playout.c src/computer/playout.h \
	src/computer/search.c src/computer/search.h \
	src/computer/tree.c src/computer/tree.h \
	src/computer/turn.c src/computer/turn.h
