# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libgame.a
libgame_a_SOURCES =
