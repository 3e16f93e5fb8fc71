# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libmail.a
libmail_a_CFLAGS = $(AM_CFLAGS) $(ETPAN_CFLAGS) $(CURL_CFLAGS) $(GNUTLS_CFLAGS) \
	$(CARES_CFLAGS) $(CJSON_CFLAGS) $(SECCOMP_CFLAGS)
libmail_a_SOURCES =

# Mail in.
libmail_a_SOURCES += \
	src/mail/channel.c src/mail/channel.h \
	src/mail/content.c src/mail/content.h \
	src/mail/cut.c \
	src/mail/imap.c \
	src/mail/imap_child.c src/mail/imap_child.h \
	src/mail/imap_doubt.c \
	src/mail/imap_fetch.c \
	src/mail/imap_find.c \
	src/mail/imap_folder.c \
	src/mail/imap_frames.c \
	src/mail/imap_idle.c \
	src/mail/imap_link.c src/mail/imap_link.h \
	src/mail/imap_login.c \
	src/mail/imap_move.c \
	src/mail/imap_own.h \
	src/mail/imap_source.h \
	src/mail/imap_proof.c \
	src/mail/imap_session.c src/mail/imap_session.h \
	src/mail/imap_talk.c src/mail/imap_talk.h \
	src/mail/inspect.c src/mail/inspect.h \
	src/mail/sasl.c src/mail/sasl.h \
	src/mail/source.c src/mail/source.h \
	src/mail/source_maildir.c src/mail/source_maildir.h \
	src/mail/tls.c src/mail/tls.h \
	src/mail/uids.c src/mail/uids.h \
	src/mail/wire.c src/mail/wire.h

# Messages and mail out.
libmail_a_SOURCES += \
	src/mail/address.c src/mail/address.h \
	src/mail/authres.c src/mail/authres.h \
	src/mail/added.c \
	src/mail/automatic.c src/mail/automatic.h \
	src/mail/certificate.c src/mail/certificate.h \
	src/mail/charset.c src/mail/charset.h \
	src/mail/encode.c src/mail/encode.h \
	src/mail/entity.c src/mail/entity.h \
	src/mail/fault.c src/mail/fault.h \
	src/mail/header.c src/mail/header.h \
	src/mail/html.c \
	src/mail/message.h \
	src/mail/maildir.c \
	src/mail/mime.c src/mail/mime.h \
	src/mail/plain.c src/mail/plain.h \
	src/mail/queueid.c src/mail/queueid.h \
	src/mail/quotes.c src/mail/quotes.h \
	src/mail/quoting.c src/mail/quoting.h \
	src/mail/read.c \
	src/mail/sendmail.c \
	src/mail/smtp.c \
	src/mail/transport.c src/mail/transport.h \
	src/mail/trouble.c src/mail/trouble.h \
	src/mail/words.c \
	src/mail/workers.c src/mail/workers.h \
	src/mail/write.c

# Reading in a process of its own.
libmail_a_SOURCES += \
	src/mail/child.c src/mail/child.h \
	src/mail/confine.c src/mail/confine.h \
	src/mail/message_frame.c src/mail/message_frame.h \
	src/mail/parser.c src/mail/parser.h

# Setting up.
libmail_a_SOURCES += \
	src/mail/discover.c src/mail/discover.h \
	src/mail/oauth.c src/mail/oauth.h

# What a program that links the room needs of libraries.
MAIL_LIBS = libmail.a $(ETPAN_LIBS) $(CURL_LIBS) $(GNUTLS_LIBS) \
	$(GSASL_LIBS) $(CARES_LIBS) $(CJSON_LIBS) $(SECCOMP_LIBS)
