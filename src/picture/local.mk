# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libpicture.a
libpicture_a_CFLAGS = $(AM_CFLAGS) $(CAIRO_CFLAGS) $(PACK_CFLAGS)
libpicture_a_SOURCES = \
	src/picture/berths.c \
	src/picture/box.c \
	src/picture/chart.c \
	src/picture/colours.c src/picture/colours.h \
	src/picture/harbour.c \
	src/picture/ink.c src/picture/ink.h \
	src/picture/names.c \
	src/picture/pack.h \
	src/picture/paint.c src/picture/paint.h \
	src/picture/parcel.c src/picture/parcel.h \
	src/picture/pen.c src/picture/pen.h \
	src/picture/picture.c src/picture/picture.h \
	src/picture/plan.c src/picture/plan.h \
	src/picture/png.c src/picture/png.h \
	src/picture/space.c \
	src/picture/stamp.c src/picture/stamp.h \
	src/picture/strips.c src/picture/strips.h \
	src/picture/svg.c src/picture/svg.h \
	src/picture/vector.c src/picture/vector.h
if ISAL
libpicture_a_SOURCES += src/picture/pack_isal.c
else
libpicture_a_SOURCES += src/picture/pack_zlib.c
endif

# What a program that links the room needs, itself included.
PICTURE_LIBS = libpicture.a $(CAIRO_LIBS) $(PACK_LIBS)
