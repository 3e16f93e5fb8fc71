# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libdaemon.a
libdaemon_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libdaemon_a_SOURCES = \
	src/daemon/alarm.c src/daemon/alarm.h \
	src/daemon/archivist.c src/daemon/archivist.h \
	src/daemon/archivist_child.c \
	src/daemon/beacon.c \
	src/daemon/chores.c \
	src/daemon/daemon.c src/daemon/daemon.h \
	src/daemon/fetch.c src/daemon/fetch.h \
	src/daemon/breaker.c src/daemon/breaker.h \
	src/daemon/judge.c \
	src/daemon/own.h \
	src/daemon/backoff.c src/daemon/backoff.h \
	src/daemon/pictures.c \
	src/daemon/reload.c \
	src/daemon/runner.c src/daemon/runner.h \
	src/daemon/lead.c src/daemon/lead.h \
	src/daemon/claims.c \
	src/daemon/leases.c \
	src/daemon/leftovers.c \
	src/daemon/thinker.c src/daemon/thinker.h \
	src/daemon/thinker_child.c \
	src/daemon/ticker.c src/daemon/ticker.h \
	src/daemon/trial.c \
	src/daemon/wake.c src/daemon/wake.h

sbin_PROGRAMS += paquebotd
paquebotd_SOURCES = src/paquebotd.c
paquebotd_LDADD = libdaemon.a libarchive_pages.a $(DESK_LIBS) $(GAMES_LIBS)
