# SPDX-License-Identifier: MIT
# One library a game, so that its test program links base, game and that
# game only; all.c is the programs' list of games.
noinst_LIBRARIES += libgames.a
libgames_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgames_a_SOURCES = src/games/all.c

# What a program that links every game needs; the registry in libgame.a asks
# for the list in libgames.a, whose games ask for libgame.a again.
GAMES_LIBS = libcomputer.a liblog.a libgame.a libgames.a libgame-antwerp.a \
	libgame-atlantic-star.a libgame-claim.a libgame-clippers.a $(GAME_LIBS)

noinst_LIBRARIES += libgame-antwerp.a
libgame_antwerp_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgame_antwerp_a_SOURCES = \
	src/games/antwerp/audit.c \
	src/games/antwerp/bot.c \
	src/games/antwerp/cards.c src/games/antwerp/cards.h \
	src/games/antwerp/check.c src/games/antwerp/check.h \
	src/games/antwerp/data.c src/games/antwerp/data.h \
	src/games/antwerp/describe.c \
	src/games/antwerp/facts.c \
	src/games/antwerp/flow.c \
	src/games/antwerp/laws.c \
	src/games/antwerp/legal.c \
	src/games/antwerp/map.c \
	src/games/antwerp/parse.c \
	src/games/antwerp/play.c src/games/antwerp/play.h \
	src/games/antwerp/position.h \
	src/games/antwerp/rules.c \
	src/games/antwerp/sail.c src/games/antwerp/sail.h \
	src/games/antwerp/verbs.c src/games/antwerp/verbs.h \
	src/games/antwerp/view.c \
	src/games/antwerp/words.c src/games/antwerp/words.h \
	src/games/antwerp/worth.c

noinst_LIBRARIES += libgame-atlantic-star.a
libgame_atlantic_star_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgame_atlantic_star_a_SOURCES = \
	src/games/atlantic-star/audit.c \
	src/games/atlantic-star/bot.c \
	src/games/atlantic-star/check.c \
	src/games/atlantic-star/data.c src/games/atlantic-star/data.h \
	src/games/atlantic-star/describe.c \
	src/games/atlantic-star/facts.c \
	src/games/atlantic-star/flow.c \
	src/games/atlantic-star/laws.c \
	src/games/atlantic-star/legal.c \
	src/games/atlantic-star/map.c \
	src/games/atlantic-star/parse.c \
	src/games/atlantic-star/play.c src/games/atlantic-star/play.h \
	src/games/atlantic-star/position.h \
	src/games/atlantic-star/rules.c \
	src/games/atlantic-star/ships.c src/games/atlantic-star/ships.h \
	src/games/atlantic-star/verbs.c src/games/atlantic-star/verbs.h \
	src/games/atlantic-star/view.c \
	src/games/atlantic-star/voyage.c src/games/atlantic-star/voyage.h \
	src/games/atlantic-star/words.c src/games/atlantic-star/words.h \
	src/games/atlantic-star/worth.c

noinst_LIBRARIES += libgame-clippers.a
libgame_clippers_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgame_clippers_a_SOURCES = \
	src/games/clippers/audit.c \
	src/games/clippers/bot.c \
	src/games/clippers/data.c src/games/clippers/data.h \
	src/games/clippers/describe.c \
	src/games/clippers/facts.c \
	src/games/clippers/flow.c \
	src/games/clippers/laws.c \
	src/games/clippers/legal.c \
	src/games/clippers/lines.c src/games/clippers/lines.h \
	src/games/clippers/map.c \
	src/games/clippers/parse.c \
	src/games/clippers/play.c src/games/clippers/play.h \
	src/games/clippers/position.h \
	src/games/clippers/rules.c \
	src/games/clippers/score.c \
	src/games/clippers/verbs.c src/games/clippers/verbs.h \
	src/games/clippers/view.c \
	src/games/clippers/worth.c

noinst_LIBRARIES += libgame-claim.a
libgame_claim_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgame_claim_a_SOURCES = \
	src/games/claim/acts.c \
	src/games/claim/audit.c \
	src/games/claim/bot.c \
	src/games/claim/data.c src/games/claim/data.h \
	src/games/claim/describe.c \
	src/games/claim/facts.c \
	src/games/claim/flow.c \
	src/games/claim/glance.c \
	src/games/claim/laws.c \
	src/games/claim/legal.c \
	src/games/claim/map.c \
	src/games/claim/parse.c \
	src/games/claim/play.c src/games/claim/play.h \
	src/games/claim/position.h \
	src/games/claim/rules.c \
	src/games/claim/space.c \
	src/games/claim/tour.c src/games/claim/tour.h \
	src/games/claim/verbs.c src/games/claim/verbs.h \
	src/games/claim/view.c \
	src/games/claim/worth.c
