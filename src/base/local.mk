# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libbase.a
libbase_a_CPPFLAGS = $(AM_CPPFLAGS) -DPAQUEBOT_DATADIR=\"$(pkgdatadir)\"
libbase_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS) $(SODIUM_CFLAGS) $(NETTLE_CFLAGS) \
	$(UTF8PROC_CFLAGS) $(ICU_CFLAGS)
libbase_a_SOURCES = \
	src/base/alike.c src/base/alike.h \
	src/base/banned.h \
	src/base/beside.c src/base/beside.h \
	src/base/bidi.c src/base/bidi.h \
	src/base/buf.c src/base/buf.h \
	src/base/clock.c src/base/clock.h \
	src/base/command.c src/base/command.h \
	src/base/chart.h \
	src/base/drawing.c src/base/drawing.h \
	src/base/err.c src/base/err.h \
	src/base/file.c src/base/file.h \
	src/base/hash.c src/base/hash.h \
	src/base/intern.c src/base/intern.h \
	src/base/json.c src/base/json.h \
	src/base/log.c src/base/log.h \
	src/base/mem.c src/base/mem.h \
	src/base/near.c src/base/near.h \
	src/base/rng.c src/base/rng.h \
	src/base/slice.h \
	src/base/span.c src/base/span.h \
	src/base/tree.c src/base/tree.h \
	src/base/utf8.c src/base/utf8.h \
	src/base/zone.c src/base/zone.h src/base/zone_near.c \
	src/base/zone_rule.c

# What a program that links the room needs of libraries.
BASE_LIBS = libbase.a $(CJSON_LIBS) $(SODIUM_LIBS) $(NETTLE_LIBS) \
	$(UTF8PROC_LIBS) $(ICU_LIBS) -lm
