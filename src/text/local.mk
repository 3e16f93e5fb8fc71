# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libtext.a
libtext_a_SOURCES =
