# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libmail.a
libmail_a_CFLAGS = $(AM_CFLAGS) $(ETPAN_CFLAGS) $(CURL_CFLAGS) $(GNUTLS_CFLAGS)
libmail_a_SOURCES =

# Mail in.
libmail_a_SOURCES += \
	src/mail/channel.c src/mail/channel.h \
	src/mail/imap.c \
	src/mail/imap_child.c src/mail/imap_child.h \
	src/mail/imap_idle.c \
	src/mail/imap_login.c \
	src/mail/imap_move.c \
	src/mail/imap_own.h \
	src/mail/imap_session.c src/mail/imap_session.h \
	src/mail/source.c src/mail/source.h \
	src/mail/source_maildir.c \
	src/mail/tls.c src/mail/tls.h \
	src/mail/wire.c src/mail/wire.h

# What a program that links the room needs of libraries.
MAIL_LIBS = libmail.a $(ETPAN_LIBS) $(CURL_LIBS) $(GNUTLS_LIBS)
