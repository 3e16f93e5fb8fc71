# SPDX-License-Identifier: MIT
# The daemon in a world where everything follows from a seed (world.h), and the
# same with faults in it that the world is to find (plant.h).
check_PROGRAMS += tests/world/world tests/world/planted
check_LIBRARIES += libworld.a

libworld_a_SOURCES = \
	tests/world/address.c tests/world/address.h \
	tests/world/agenda.c tests/world/agenda.h \
	tests/world/bare.c tests/world/bare.h \
	tests/world/command.c tests/world/command.h \
	tests/world/deadlines.c tests/world/deadlines.h \
	tests/world/delivered.c tests/world/delivered.h \
	tests/world/disk.c tests/world/disk.h \
	tests/world/done.c tests/world/done.h \
	tests/world/entries.c tests/world/entries.h \
	tests/world/fate.c tests/world/fate.h \
	tests/world/layout.c tests/world/layout.h \
	tests/world/mailbox.c tests/world/mailbox.h \
	tests/world/model.c tests/world/model.h \
	tests/world/office.c tests/world/office.h \
	tests/world/once.c tests/world/once.h \
	tests/world/people.c tests/world/people.h \
	tests/world/plant.h \
	tests/world/questions.c tests/world/questions.h \
	tests/world/sender.c tests/world/sender.h \
	tests/world/shrink.c tests/world/shrink.h \
	tests/world/told.c tests/world/told.h \
	tests/world/tongue.c tests/world/tongue.h \
	tests/world/turns.c tests/world/turns.h \
	tests/world/twin.c tests/world/twin.h \
	tests/world/visitor.c tests/world/visitor.h \
	tests/world/world.c tests/world/world.h \
	tests/world/writing.c tests/world/writing.h
libworld_a_CFLAGS = $(TEST_CFLAGS)

world_ldflags = $(AM_LDFLAGS) -Wl,--wrap=clock_monotonic_ms,--wrap=clock_part_ms \
	-Wl,--wrap=log_event,--wrap=log_write,--wrap=trial_survived \
	-Wl,--wrap=record_trim,--wrap=texts_open,--wrap=texts_free \
	-Wl,--wrap=pictures_open,--wrap=pictures_free
world_ldadd = libworld.a libdaemon.a libarchive_pages.a $(DESK_LIBS) \
	$(GAMES_LIBS)

tests_world_world_SOURCES = tests/world/main.c
tests_world_world_CFLAGS = $(TEST_CFLAGS)
tests_world_world_LDFLAGS = $(world_ldflags)
tests_world_world_LDADD = $(world_ldadd)

tests_world_planted_SOURCES = tests/world/plants.c
tests_world_planted_CFLAGS = $(TEST_CFLAGS)
tests_world_planted_LDFLAGS = $(world_ldflags) \
	-Wl,--wrap=outbox_sent,--wrap=outbox_add,--wrap=outbox_later \
	-Wl,--wrap=outbox_wait,--wrap=outbox_due_after,--wrap=fault_of \
	-Wl,--wrap=inbox_take,--wrap=again_find,--wrap=inbox_finish \
	-Wl,--wrap=leftover_get,--wrap=desk_judge,--wrap=job_sort \
	-Wl,--wrap=job_sort_text \
	-Wl,--wrap=identity_token,--wrap=token_good \
	-Wl,--wrap=event_add,--wrap=sqlite3_exec \
	-Wl,--wrap=deadline_late,--wrap=clocks_remind,--wrap=ticker_looked \
	-Wl,--wrap=clocks_asked,--wrap=outage_back \
	-Wl,--wrap=order_touch,--wrap=order_keep \
	-Wl,--wrap=desk_envelope,--wrap=match_due,--wrap=ahead_add \
	-Wl,--wrap=digest_send,--wrap=quoting_disclaimer
tests_world_planted_LDADD = $(world_ldadd)

EXTRA_DIST += tests/world/seeds
dist_check_SCRIPTS += tests/world/test-world.py tests/world/test-histories.sh
TESTS += tests/world/test-world.py tests/world/test-histories.sh
