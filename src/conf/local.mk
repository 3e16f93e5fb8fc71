# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libconf.a
libconf_a_CFLAGS = $(AM_CFLAGS) $(CONFUSE_CFLAGS)
libconf_a_SOURCES = \
	src/conf/check.c src/conf/check.h \
	src/conf/conf.c src/conf/conf.h \
	src/conf/keys.c src/conf/keys.h \
	src/conf/secret.c \
	src/conf/value.c src/conf/value.h

CONF_LIBS = libconf.a $(CONFUSE_LIBS)
