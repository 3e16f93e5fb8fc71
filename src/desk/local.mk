# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libdesk.a
libdesk_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libdesk_a_SOURCES = \
	src/desk/about.c \
	src/desk/again.c \
	src/desk/alarm.c \
	src/desk/answer.c \
	src/desk/args.c \
	src/desk/asked.c \
	src/desk/beacons.c src/desk/beacons.h \
	src/desk/block.c src/desk/block.h \
	src/desk/bounce.c \
	src/desk/boxes.c src/desk/boxes.h \
	src/desk/called.c \
	src/desk/choices.c src/desk/choices.h \
	src/desk/clocks.c \
	src/desk/command.h \
	src/desk/commands/absence.c \
	src/desk/commands/account.c \
	src/desk/commands/advice.c \
	src/desk/commands/ahead.c \
	src/desk/commands/clocks.c \
	src/desk/commands/club.c \
	src/desk/commands/entry.c \
	src/desk/commands/comment.c \
	src/desk/commands/found.c \
	src/desk/commands/invite.c \
	src/desk/commands/kind.c \
	src/desk/commands/look.c \
	src/desk/commands/moderator.c \
	src/desk/commands/observe.c \
	src/desk/commands/office.c \
	src/desk/commands/play.c \
	src/desk/commands/press.c \
	src/desk/commands/rematch.c \
	src/desk/commands/renew.c \
	src/desk/commands/seats.c \
	src/desk/commands/set.c \
	src/desk/commands/settings.c src/desk/commands/settings.h \
	src/desk/commands/tables.c \
	src/desk/commands/terms.c \
	src/desk/commands/unsubscribe.c \
	src/desk/copied.c \
	src/desk/desk.c src/desk/desk.h \
	src/desk/digests.c \
	src/desk/job.c src/desk/job.h \
	src/desk/flood.c src/desk/flood.h \
	src/desk/game_words.c src/desk/game_words.h \
	src/desk/headed.c src/desk/headed.h \
	src/desk/held.c \
	src/desk/judge.c src/desk/judge.h \
	src/desk/judged.c \
	src/desk/listed.c src/desk/listed_line.c \
	src/desk/meant.c src/desk/meant.h \
	src/desk/misspelt.c \
	src/desk/lacking.c \
	src/desk/lines.c \
	src/desk/moderate.c \
	src/desk/move.c \
	src/desk/numbers.c \
	src/desk/obey.c \
	src/desk/office.h \
	src/desk/own.c \
	src/desk/paragraph.c src/desk/paragraph.h \
	src/desk/pasted.c \
	src/desk/people.c src/desk/people.h \
	src/desk/renew.h \
	src/desk/early.c \
	src/desk/either.c \
	src/desk/filler.c src/desk/plain.c src/desk/plain.h \
	src/desk/reply.c \
	src/desk/request.c \
	src/desk/reserved.c \
	src/desk/sit.c \
	src/desk/sorting.c \
	src/desk/steps.h \
	src/desk/sentence.c src/desk/sentence.h \
	src/desk/signs.c \
	src/desk/says.c src/desk/says.h \
	src/desk/seated.c src/desk/seated.h \
	src/desk/settled.c \
	src/desk/stranger.c \
	src/desk/things.c src/desk/things.h \
	src/desk/thoughts.c src/desk/thoughts.h \
	src/desk/tried.h \
	src/desk/times.c \
	src/desk/trouble.c src/desk/trouble.h \
	src/desk/unmeant.c \
	src/desk/verdict.c \
	src/desk/waiting.c \
	src/desk/senses.c src/desk/senses.h \
	src/desk/withdrawn.c src/desk/withdrawn.h \
	src/desk/words.c src/desk/words.h

# What a program that links the room needs; the games are linked beside it.
DESK_LIBS = libdesk.a libidentity.a $(POST_LIBS) $(MAIL_LIBS) $(CONF_LIBS)
