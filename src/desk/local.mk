# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libdesk.a
libdesk_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libdesk_a_SOURCES = \
	src/desk/again.c \
	src/desk/alarm.c \
	src/desk/answer.c \
	src/desk/args.c \
	src/desk/block.c \
	src/desk/bounce.c \
	src/desk/callings.c \
	src/desk/clockact.c \
	src/desk/clocks.c \
	src/desk/clockwords.c src/desk/clockwords.h \
	src/desk/cmd-absence.c \
	src/desk/cmd-address.c \
	src/desk/cmd-agree.c \
	src/desk/cmd-ahead.c \
	src/desk/cmd-announce.c \
	src/desk/cmd-begin.c \
	src/desk/cmd-board.c \
	src/desk/cmd-broadcast.c \
	src/desk/cmd-cancel.c \
	src/desk/cmd-clear.c \
	src/desk/cmd-clock.c \
	src/desk/cmd-create.c \
	src/desk/cmd-disagree.c \
	src/desk/cmd-dummy.c \
	src/desk/cmd-eject.c \
	src/desk/cmd-endpress.c \
	src/desk/cmd-entropy.c \
	src/desk/cmd-game.c \
	src/desk/cmd-hand.c \
	src/desk/cmd-help.c \
	src/desk/cmd-history.c \
	src/desk/cmd-hold.c \
	src/desk/cmd-invite.c \
	src/desk/cmd-join.c \
	src/desk/cmd-last.c \
	src/desk/cmd-list.c \
	src/desk/cmd-log.c \
	src/desk/cmd-moves.c \
	src/desk/cmd-observe.c \
	src/desk/cmd-observers.c \
	src/desk/cmd-press.c \
	src/desk/cmd-preview.c \
	src/desk/cmd-propose.c \
	src/desk/cmd-ratings.c \
	src/desk/cmd-ready.c \
	src/desk/cmd-renew.c src/desk/renew.h \
	src/desk/cmd-replace.c \
	src/desk/cmd-resend.c \
	src/desk/cmd-resign.c \
	src/desk/cmd-reveal.c \
	src/desk/cmd-revive.c \
	src/desk/cmd-rollback.c \
	src/desk/cmd-rollforward.c \
	src/desk/cmd-rules.c \
	src/desk/cmd-set.c \
	src/desk/cmd-signup.c \
	src/desk/cmd-stats.c \
	src/desk/cmd-status.c \
	src/desk/cmd-stop.c \
	src/desk/cmd-takeover.c \
	src/desk/cmd-unobserve.c \
	src/desk/commands.c \
	src/desk/desk.c src/desk/desk.h \
	src/desk/digests.c \
	src/desk/errand.c src/desk/errand.h \
	src/desk/flood.c src/desk/flood.h \
	src/desk/held.c \
	src/desk/identify.c src/desk/identify.h \
	src/desk/judge.c src/desk/judge.h \
	src/desk/judged.c \
	src/desk/kind.c \
	src/desk/moderate.c \
	src/desk/move.c \
	src/desk/obey.c \
	src/desk/own.c \
	src/desk/people.c src/desk/people.h \
	src/desk/proof.c \
	src/desk/request.c \
	src/desk/rights.c src/desk/rights.h \
	src/desk/settings.c src/desk/settings.h \
	src/desk/sit.c \
	src/desk/sorting.c \
	src/desk/stone.h \
	src/desk/stranger.c \
	src/desk/trouble.c src/desk/trouble.h \
	src/desk/verdict.c \
	src/desk/waiting.c \
	src/desk/words.c

# What a program that links the room needs; the games are linked beside it.
DESK_LIBS = libdesk.a $(MATCH_LIBS) $(MAIL_LIBS) $(CONF_LIBS)
