# SPDX-License-Identifier: MIT
# One library a game, so that its test program links base, game and that
# game only; all.c is the programs' list of games.
