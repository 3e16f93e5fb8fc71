# SPDX-License-Identifier: MIT
# One library a game, so that its test program links base, game and that
# game only; all.c is the programs' list of games.
noinst_LIBRARIES += libgames.a
libgames_a_CFLAGS = $(AM_CFLAGS) $(CJSON_CFLAGS)
libgames_a_SOURCES = src/games/all.c

# What a program that links every game needs; the registry in libgame.a asks
# for the list in libgames.a, whose games ask for libgame.a again.
GAMES_LIBS = libgame.a libgames.a $(GAME_LIBS)
