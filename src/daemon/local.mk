# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libdaemon.a
libdaemon_a_SOURCES =
