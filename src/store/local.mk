# SPDX-License-Identifier: MIT
noinst_LIBRARIES += libstore.a
libstore_a_SOURCES =
