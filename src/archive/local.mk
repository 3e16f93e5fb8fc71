# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libarchive_pages.a
libarchive_pages_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libarchive_pages_a_SOURCES = \
	src/archive/about.c src/archive/about.h \
	src/archive/archive.h \
	src/archive/atom.c \
	src/archive/book.c src/archive/book.h \
	src/archive/check.c \
	src/archive/course.c src/archive/course.h \
	src/archive/site.c src/archive/site.h \
	src/archive/fill.c \
	src/archive/folder.c src/archive/folder.h \
	src/archive/page.c \
	src/archive/page_head.c src/archive/page_judged.c src/archive/page_own.h \
	src/archive/page_could.c \
	src/archive/page_said.c \
	src/archive/page_log.c \
	src/archive/page_look.c \
	src/archive/profile.c src/archive/profile.h \
	src/archive/pieces.c src/archive/pieces.h \
	src/archive/position.c src/archive/position.h \
	src/archive/listing.c src/archive/listing.h \
	src/archive/listing_pages.c \
	src/archive/near.c \
	src/archive/roll.c src/archive/roll.h \
	src/archive/shelf.c src/archive/shelf.h \
	src/archive/shelf_own.h \
	src/archive/shelf_write.c \
	src/archive/statistics.c src/archive/statistics.h \
	src/archive/transcript.c \
	src/archive/variants.c src/archive/variants.h

# What a program that links the room and no game needs.
ARCHIVE_LIBS = libarchive_pages.a $(POST_LIBS)
