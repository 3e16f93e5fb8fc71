# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libcli.a
libcli_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libcli_a_SOURCES = \
	src/cli/ask.c src/cli/ask.h \
	src/cli/audit.c \
	src/cli/backup.c \
	src/cli/bounces.c \
	src/cli/archive.c \
	src/cli/cli.c src/cli/cli.h src/cli/command.h \
	src/cli/clocks.c \
	src/cli/config.c \
	src/cli/deliver.c \
	src/cli/demo.c \
	src/cli/demo.h \
	src/cli/demo_box.c \
	src/cli/demo_play.c \
	src/cli/doctor.c src/cli/doctor.h \
	src/cli/doctor_mail.c \
	src/cli/failure.c \
	src/cli/forget.c \
	src/cli/games.c \
	src/cli/inbox.c \
	src/cli/init.c \
	src/cli/list.c src/cli/list.h \
	src/cli/log.c src/cli/log.h \
	src/cli/log_analyse.c \
	src/cli/log_check.c \
	src/cli/log_db.c \
	src/cli/log_facts.c \
	src/cli/log_files.c \
	src/cli/log_find.c \
	src/cli/log_library.c src/cli/log_library.h \
	src/cli/log_tally.c \
	src/cli/log_tree.c \
	src/cli/log_diff.c \
	src/cli/log_fmt.c \
	src/cli/log_hint.c \
	src/cli/log_import.c \
	src/cli/log_legal.c \
	src/cli/log_proof.c \
	src/cli/log_redact.c \
	src/cli/log_show.c \
	src/cli/log_stats.c \
	src/cli/log_try.c \
	src/cli/log_verify.c \
	src/cli/main.c \
	src/cli/new.c \
	src/cli/instance.c src/cli/instance.h \
	src/cli/people.c src/cli/people.h \
	src/cli/players.c \
	src/cli/queue.c \
	src/cli/read.c \
	src/cli/rekey.c \
	src/cli/seats.c \
	src/cli/selfplay.c src/cli/selfplay.h \
	src/cli/selfplay_game.c \
	src/cli/setup.c src/cli/setup.h \
	src/cli/setup_file.c \
	src/cli/setup_find.c \
	src/cli/show.c \
	src/cli/status.c \
	src/cli/store_copy.c \
	src/cli/store_rebuild.c \
	src/cli/token.c \
	src/cli/trace.c \
	src/cli/view.c src/cli/view.h

bin_PROGRAMS += paquebot
paquebot_SOURCES = src/paquebot.c
paquebot_LDADD = libcli.a libdaemon.a libarchive_pages.a $(DESK_LIBS) $(GAMES_LIBS)
