# SPDX-License-Identifier: MIT
DESK_TEST_LIBS = $(DESK_LIBS) $(GAMES_LIBS) $(CHECK_LIBS)
DESK_SCENE = tests/desk/scene.c tests/desk/scene.h
DESK_PLAY = tests/desk/play.c tests/desk/play.h $(DESK_SCENE)

# Plays a dialogue and prints the mails it causes.
check_PROGRAMS += tests/desk/look
tests_desk_look_SOURCES = tests/desk/look.c $(DESK_SCENE)
tests_desk_look_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) -I$(srcdir)/tests/desk
tests_desk_look_LDADD = $(DESK_TEST_LIBS)

# CPU time of an order mail; run by hand and by contrib/bench.
check_PROGRAMS += tests/desk/speed
tests_desk_speed_SOURCES = tests/desk/speed.c $(DESK_PLAY)
tests_desk_speed_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) -I$(srcdir)/tests/desk
tests_desk_speed_LDADD = $(DESK_TEST_LIBS)

# Whole games over the desk.
check_PROGRAMS += tests/desk/test-games
TESTS += tests/desk/test-games
tests_desk_test_games_SOURCES = tests/desk/test-games.c $(DESK_PLAY)
tests_desk_test_games_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_games_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-forms
TESTS += tests/desk/test-forms
tests_desk_test_forms_SOURCES = tests/desk/test-forms.c \
	tests/text/wellformed.h $(DESK_PLAY)
tests_desk_test_forms_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_forms_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-secrets
TESTS += tests/desk/test-secrets
tests_desk_test_secrets_SOURCES = tests/desk/test-secrets.c $(DESK_PLAY)
tests_desk_test_secrets_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_secrets_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-ahead
TESTS += tests/desk/test-ahead
tests_desk_test_ahead_SOURCES = tests/desk/test-ahead.c $(DESK_PLAY)
tests_desk_test_ahead_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_ahead_LDADD = $(DESK_TEST_LIBS)

# Golden dialogues: what people write, and every mail that answers.
dist_check_SCRIPTS += tests/desk/test-dialogues tests/desk/test-calendar.py
TESTS += tests/desk/test-dialogues tests/desk/test-calendar.py
EXTRA_DIST += tests/desk/dialogues
check_PROGRAMS += tests/desk/test-nonsense
TESTS += tests/desk/test-nonsense
tests_desk_test_nonsense_SOURCES = tests/desk/test-nonsense.c $(DESK_PLAY)
tests_desk_test_nonsense_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_nonsense_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-trouble
TESTS += tests/desk/test-trouble
tests_desk_test_trouble_SOURCES = tests/desk/test-trouble.c $(DESK_SCENE)
tests_desk_test_trouble_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_trouble_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-again
TESTS += tests/desk/test-again
tests_desk_test_again_SOURCES = tests/desk/test-again.c $(DESK_SCENE)
tests_desk_test_again_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_again_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-floods
TESTS += tests/desk/test-floods
tests_desk_test_floods_SOURCES = tests/desk/test-floods.c $(DESK_SCENE)
tests_desk_test_floods_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_floods_LDADD = $(DESK_TEST_LIBS)

# What one mail can set off at most, and what it leaves behind.
check_PROGRAMS += tests/desk/test-bounds
TESTS += tests/desk/test-bounds
tests_desk_test_bounds_SOURCES = tests/desk/test-bounds.c $(DESK_SCENE)
tests_desk_test_bounds_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_bounds_LDADD = $(DESK_TEST_LIBS)

# Mail that our own server has marked.
check_PROGRAMS += tests/desk/test-suspect
TESTS += tests/desk/test-suspect
tests_desk_test_suspect_SOURCES = tests/desk/test-suspect.c $(DESK_SCENE)
tests_desk_test_suspect_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_suspect_LDADD = $(DESK_TEST_LIBS)

# Two devices of one player, and what was on its way when he renewed.
check_PROGRAMS += tests/desk/test-devices
TESTS += tests/desk/test-devices
tests_desk_test_devices_SOURCES = tests/desk/test-devices.c $(DESK_SCENE)
tests_desk_test_devices_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_devices_LDADD = $(DESK_TEST_LIBS)

# What moderators do, on the board that they have seen.
check_PROGRAMS += tests/desk/test-acts
TESTS += tests/desk/test-acts
tests_desk_test_acts_SOURCES = tests/desk/test-acts.c $(DESK_SCENE)
tests_desk_test_acts_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_acts_LDADD = $(DESK_TEST_LIBS)

# What people write in the name of others.
check_PROGRAMS += tests/desk/test-forgery
TESTS += tests/desk/test-forgery
tests_desk_test_forgery_SOURCES = tests/desk/test-forgery.c $(DESK_SCENE)
tests_desk_test_forgery_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_forgery_LDADD = $(DESK_TEST_LIBS)

# Mail that comes back, and programs that answer.
check_PROGRAMS += tests/desk/test-loops
TESTS += tests/desk/test-loops
tests_desk_test_loops_SOURCES = tests/desk/test-loops.c $(DESK_SCENE)
tests_desk_test_loops_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_loops_LDADD = $(DESK_TEST_LIBS)

# Several languages at one table.
check_PROGRAMS += tests/desk/test-languages
TESTS += tests/desk/test-languages
EXTRA_DIST += tests/desk/languages
tests_desk_test_languages_SOURCES = tests/desk/test-languages.c $(DESK_SCENE)
tests_desk_test_languages_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_languages_LDADD = $(DESK_TEST_LIBS)

# Games taken over from their logs; the store made anew.
check_PROGRAMS += tests/desk/test-import tests/desk/test-rebuild
TESTS += tests/desk/test-import tests/desk/test-rebuild
tests_desk_test_rebuild_SOURCES = tests/desk/test-rebuild.c \
	tests/desk/api.c tests/desk/api.h $(DESK_SCENE)
tests_desk_test_rebuild_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_rebuild_LDADD = $(DESK_TEST_LIBS)
tests_desk_test_import_SOURCES = tests/desk/test-import.c \
	tests/desk/api.c tests/desk/api.h $(DESK_SCENE)
tests_desk_test_import_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_import_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-press
TESTS += tests/desk/test-press
tests_desk_test_press_SOURCES = tests/desk/test-press.c $(DESK_SCENE)
tests_desk_test_press_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_press_LDADD = $(DESK_TEST_LIBS)

# How games went: rows, statistics and ratings by mail.
check_PROGRAMS += tests/desk/test-results
TESTS += tests/desk/test-results
tests_desk_test_results_SOURCES = tests/desk/test-results.c \
	tests/desk/api.c tests/desk/api.h $(DESK_SCENE)
tests_desk_test_results_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_results_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-watch
TESTS += tests/desk/test-watch
tests_desk_test_watch_SOURCES = tests/desk/test-watch.c $(DESK_PLAY)
tests_desk_test_watch_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_watch_LDADD = $(DESK_TEST_LIBS)

# Choices that all make at once, in secret.
check_PROGRAMS += tests/desk/test-together
TESTS += tests/desk/test-together
tests_desk_test_together_SOURCES = tests/desk/test-together.c $(DESK_SCENE)
tests_desk_test_together_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_together_LDADD = $(DESK_TEST_LIBS)

# Moderators: no way to what is hidden, and what an undo names.
check_PROGRAMS += tests/desk/test-moderate
TESTS += tests/desk/test-moderate
tests_desk_test_moderate_SOURCES = tests/desk/test-moderate.c $(DESK_PLAY)
tests_desk_test_moderate_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_moderate_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-digest
TESTS += tests/desk/test-digest
tests_desk_test_digest_SOURCES = tests/desk/test-digest.c $(DESK_SCENE)
tests_desk_test_digest_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_digest_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-clockwords
TESTS += tests/desk/test-clockwords
tests_desk_test_clockwords_SOURCES = tests/desk/test-clockwords.c
tests_desk_test_clockwords_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) -I$(srcdir)
tests_desk_test_clockwords_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-revive
TESTS += tests/desk/test-revive
tests_desk_test_revive_SOURCES = tests/desk/test-revive.c $(DESK_SCENE)
tests_desk_test_revive_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_revive_LDADD = $(DESK_TEST_LIBS)
check_PROGRAMS += tests/desk/test-clocks
TESTS += tests/desk/test-clocks
tests_desk_test_clocks_SOURCES = tests/desk/test-clocks.c $(DESK_SCENE)
tests_desk_test_clocks_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_clocks_LDADD = $(DESK_TEST_LIBS)
# The page of commands, the table and the words name the same.
check_PROGRAMS += tests/desk/test-commands
TESTS += tests/desk/test-commands
tests_desk_test_commands_SOURCES = tests/desk/test-commands.c $(DESK_SCENE)
tests_desk_test_commands_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	$(CJSON_CFLAGS) -I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_commands_LDADD = $(DESK_TEST_LIBS)
# What a mail proves, and every command from every kind of reply address.
check_PROGRAMS += tests/desk/test-rights
TESTS += tests/desk/test-rights
tests_desk_test_rights_SOURCES = tests/desk/test-rights.c $(DESK_SCENE)
tests_desk_test_rights_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS) \
	-I$(srcdir)/tests/desk -I$(srcdir)
tests_desk_test_rights_LDADD = $(DESK_TEST_LIBS)
