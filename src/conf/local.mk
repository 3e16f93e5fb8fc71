# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libconf.a
libconf_a_SOURCES = \
	src/conf/check.c \
	src/conf/conf.c src/conf/conf.h \
	src/conf/keys.c src/conf/keys.h \
	src/conf/lex.c src/conf/lex.h \
	src/conf/parse.c src/conf/parse.h \
	src/conf/secret.c \
	src/conf/show.c src/conf/show.h \
	src/conf/value.c src/conf/value.h

CONF_LIBS = libconf.a
