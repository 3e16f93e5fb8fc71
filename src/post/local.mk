# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libpost.a
libpost_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libpost_a_SOURCES = \
	src/post/analyse.c src/post/analyse.h \
	src/post/analysis.c src/post/analysis.h \
	src/post/calendar.c src/post/calendar.h \
	src/post/compose.c \
	src/post/digest.c src/post/digest.h \
	src/post/context.h \
	src/post/context_acts.c \
	src/post/context_ahead.c \
	src/post/context_beginner.c \
	src/post/context_changes.c \
	src/post/context_clock.c \
	src/post/context_end.c \
	src/post/context_entry.c \
	src/post/context_picture.c \
	src/post/context_void.c \
	src/post/hint.c src/post/hint.h \
	src/post/letter.c src/post/letter.h \
	src/post/letter_game.c \
	src/post/letter_send.c \
	src/post/mails.c src/post/mails.h \
	src/post/messages.c src/post/messages.h \
	src/post/moves.c \
	src/post/news.c \
	src/post/owed.c src/post/owed.h \
	src/post/pictures.c src/post/pictures.h \
	src/post/preview.c src/post/preview.h \
	src/post/results_said.c src/post/results_said.h \
	src/post/reveal.c \
	src/post/scores.c \
	src/post/screen.c src/post/screen.h \
	src/post/show.c src/post/show.h \
	src/post/token.c src/post/token.h \
	src/post/watch.c src/post/watch.h \
	src/post/words.c src/post/words.h

# What a program that links the room and no game needs.
POST_LIBS = libpost.a $(PICTURE_LIBS) $(MATCH_LIBS)
