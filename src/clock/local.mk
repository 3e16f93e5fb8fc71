# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libclock.a
libclock_a_SOURCES = \
	src/clock/acts.c src/clock/acts.h \
	src/clock/apply.c \
	src/clock/clocks.c src/clock/clocks.h \
	src/clock/dates.c \
	src/clock/deadline.c src/clock/deadline.h \
	src/clock/outage.c \
	src/clock/read.c src/clock/read.h \
	src/clock/reading.c src/clock/reading.h \
	src/clock/undo.c

# What a program that links the room needs.
CLOCK_LIBS = libclock.a $(STORE_LIBS) $(GAME_LIBS)
