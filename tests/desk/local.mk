# SPDX-License-Identifier: MIT
DESK_TEST_LIBS = $(DESK_LIBS) $(GAMES_LIBS) $(TEST_LIBS)

# A club in memory, games played in it, and the API of the pages.
check_LIBRARIES += libscene.a
libscene_a_CFLAGS = $(TEST_CFLAGS)
libscene_a_SOURCES = \
	tests/desk/api.c tests/desk/api.h \
	tests/desk/bruno.c tests/desk/bruno.h \
	tests/desk/play.c tests/desk/play.h \
	tests/desk/measure.c tests/desk/measure.h \
	tests/desk/logs.c tests/desk/logs.h \
	tests/desk/scene.c tests/desk/scene.h \
	tests/desk/reply.c tests/desk/reply.h \
	tests/store/fresh.c tests/store/fresh.h \
	tests/desk/layout.c tests/desk/envelope.c

desk_suites = \
	tests/desk/test-acts \
	tests/desk/test-verbs \
	tests/desk/test-analysis \
	tests/desk/test-again \
	tests/desk/test-ahead \
	tests/desk/test-beginners \
	tests/desk/test-beacon \
	tests/desk/test-asked \
	tests/desk/test-belated \
	tests/desk/test-rounds \
	tests/desk/test-bound \
	tests/desk/test-bounds \
	tests/desk/test-calm \
	tests/desk/test-chain \
	tests/desk/test-changes \
	tests/desk/test-claims \
	tests/desk/test-clocks \
	tests/desk/test-commands \
	tests/desk/test-comments \
	tests/desk/test-day \
	tests/desk/test-devices \
	tests/desk/test-digest \
	tests/desk/test-draws \
	tests/desk/test-early \
	tests/desk/test-floods \
	tests/desk/test-forget \
	tests/desk/test-forgery \
	tests/desk/test-forms \
	tests/desk/test-games \
	tests/desk/test-headed \
	tests/desk/test-headless \
	tests/desk/test-import \
	tests/desk/test-kept \
	tests/desk/test-keys \
	tests/desk/test-languages \
	tests/desk/test-leaving \
	tests/desk/test-layouts \
	tests/desk/test-lessons \
	tests/desk/test-loops \
	tests/desk/test-marks \
	tests/desk/test-moderate \
	tests/desk/test-nearest \
	tests/desk/test-nonsense \
	tests/desk/test-own \
	tests/desk/test-pictures \
	tests/desk/test-press \
	tests/desk/test-questions \
	tests/desk/test-rebuild \
	tests/desk/test-refusals \
	tests/desk/test-rematch \
	tests/desk/test-taps tests/desk/test-thinking \
	tests/desk/test-times \
	tests/desk/test-unnoticed \
	tests/desk/test-replies \
	tests/desk/test-results \
	tests/desk/test-revive \
	tests/desk/test-rights \
	tests/desk/test-scale \
	tests/desk/test-secrets \
	tests/desk/test-strict \
	tests/desk/test-suspect \
	tests/desk/test-together \
	tests/desk/test-trouble \
	tests/desk/test-turns \
	tests/desk/test-waited \
	tests/desk/test-watch \
	tests/desk/test-widths \
	tests/desk/test-worded
suites += $(desk_suites)
$(desk_suites): tests/desk/tests
check_PROGRAMS += tests/desk/tests
tests_desk_tests_SOURCES = $(desk_suites:=.c) \
	tests/text/wellformed.h
tests_desk_tests_CFLAGS = $(TEST_CFLAGS)
tests_desk_tests_LDADD = libscene.a $(DESK_TEST_LIBS)
EXTRA_DIST += tests/desk/languages tests/desk/lessons tests/desk/replies

# Plays a dialogue and prints the mails it causes; what the golden dialogues
# are made with: what people write, and every mail that answers.
check_PROGRAMS += tests/desk/look
TROUBLE_WRAPS = -Wl,--wrap=sqlite3_step,--wrap=texts_render \
	-Wl,--wrap=texts_render_plain,--wrap=message_write,--wrap=log_event
tests_desk_look_SOURCES = tests/desk/look.c tests/desk/trouble.c \
	tests/desk/trouble.h
tests_desk_look_CFLAGS = $(TEST_CFLAGS)
tests_desk_look_LDFLAGS = $(AM_LDFLAGS) $(TROUBLE_WRAPS)
tests_desk_look_LDADD = libscene.a $(DESK_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)

# Turn mails of every game, for eyes and for the browser.
check_PROGRAMS += tests/desk/turns
tests_desk_turns_CFLAGS = $(TEST_CFLAGS)
tests_desk_turns_LDADD = libscene.a $(DESK_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
desk_scripts = tests/desk/test-calendar.py tests/desk/test-dialogues \
	tests/desk/test-failing tests/desk/test-notices.py \
	tests/desk/test-telephone.py tests/desk/test-unnamed.py \
	tests/desk/test-unstyled.py
dist_check_SCRIPTS += $(desk_scripts)
TESTS += $(desk_scripts)
EXTRA_DIST += tests/desk/dialogues

# CPU time of an order mail; run by hand and by contrib/bench.
check_PROGRAMS += tests/desk/speed
tests_desk_speed_CFLAGS = $(TEST_CFLAGS)
tests_desk_speed_LDADD = libscene.a $(DESK_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
