# SPDX-License-Identifier: MIT
# The daemon in a world where everything follows from a seed (world.h).
check_PROGRAMS += tests/world/world
tests_world_world_SOURCES = \
	tests/world/agenda.c tests/world/agenda.h \
	tests/world/disk.c tests/world/disk.h \
	tests/world/fate.c tests/world/fate.h \
	tests/world/delivered.c tests/world/delivered.h \
	tests/world/mailbox.c tests/world/mailbox.h \
	tests/world/main.c \
	tests/world/model.c tests/world/model.h \
	tests/world/people.c tests/world/people.h \
	tests/world/sender.c tests/world/sender.h \
	tests/world/world.c tests/world/world.h
tests_world_world_CFLAGS = $(TEST_CFLAGS)
tests_world_world_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=clock_monotonic_ms \
	-Wl,--wrap=log_event,--wrap=log_write,--wrap=trial_survived
tests_world_world_LDADD = libdaemon.a libarchive_pages.a $(DESK_LIBS) \
	$(GAMES_LIBS)

dist_check_SCRIPTS += tests/world/test-world.py
TESTS += tests/world/test-world.py
