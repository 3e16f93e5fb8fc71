# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libcli.a
libcli_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libcli_a_SOURCES = \
	src/cli/cli.c src/cli/cli.h \
	src/cli/commands.c \
	src/cli/main.c

bin_PROGRAMS += paquebot
paquebot_SOURCES = src/paquebot.c
paquebot_LDADD = libcli.a $(GAMES_LIBS)
