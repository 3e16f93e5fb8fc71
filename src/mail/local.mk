# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libmail.a
libmail_a_SOURCES =
