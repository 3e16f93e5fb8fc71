# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libidentity.a
libidentity_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libidentity_a_SOURCES = \
	src/identity/concerns.c src/identity/concerns.h \
	src/identity/identity.c src/identity/identity.h \
	src/identity/rights.c src/identity/rights.h \
	src/identity/tokens.c
